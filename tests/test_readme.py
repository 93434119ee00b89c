"""README and the pages in docs/: every session on them runs as printed, and every link leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import svara
from documents import FENCE, ROOT, failures, python_session, read, shell_session, tables
from svara.cli.main import COMMANDS

PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES)
def test_python_sessions(page: str) -> None:
    """The Python sessions on a page print what the page shows."""
    assert not failures(python_session(page))


@pytest.mark.parametrize("page", PAGES)
def test_shell_sessions(page: str) -> None:
    """The shell sessions on a page print what the page shows, in 80 columns."""
    for command, output in shell_session(page):
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "COLUMNS": "80"},
            cwd=ROOT,
            check=False,
        )
        assert f"$ {command}\n{done.stdout.decode()}" == f"$ {command}\n{output}\n"


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md"])
def test_no_line_is_a_comment(page: str) -> None:
    """Sphinx drops a line of text that begins with a percent sign, and with it the end of a sentence."""
    assert not re.findall(r"^ *%.*", FENCE.sub("", read(page)), re.MULTILINE)


def headings(path: Path) -> list[str]:
    """Return the anchors of the headings of a page, as a forge and Sphinx make them."""
    found = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in found]


def place_of(target: str) -> tuple[Path, str] | None:
    """Return the file of the project, and the heading, of a link to the published pages or sources; else `None`."""
    urls = tomllib.loads(read("pyproject.toml"))["project"]["urls"]
    owner = urls["Source"].removeprefix("https://github.com/")
    bases = {
        urls["Documentation"]: ROOT / "docs",
        f"{urls['Source']}/blob/main/": ROOT,
        f"https://raw.githubusercontent.com/{owner}/main/": ROOT,
    }
    for base, folder in bases.items():
        if target.startswith(base):
            name, _, heading = target.removeprefix(base).partition("#")
            return folder / (name.removesuffix(".html") + ".md" if base == urls["Documentation"] else name), heading
    return None


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_links(page: str) -> None:
    """Every link to a file of the project leads to one, and every link to a heading to a heading."""
    for target in re.findall(r"\]\(([^)\s]+)\)", read(page)):
        place = place_of(target)
        if place is None:
            if target.startswith("https:"):
                assert page != "README.md", f"{target} is not an address of this project"
                continue
            name, _, heading = target.partition("#")
            place = (ROOT / page).parent / name if name else ROOT / page, heading
        path, heading = place
        assert path.exists(), target
        assert not heading or heading in headings(path), target


def test_links_of_the_readme_are_absolute() -> None:
    """The README is also the page of the package index, where relative links lead nowhere."""
    readme = FENCE.sub("", read("README.md"))
    targets = [*re.findall(r"\]\(([^)\s]+)\)", readme), *re.findall(r"https?:[^\s)>\]\"']+", readme)]
    assert targets
    assert not re.findall(r"^\[[^\]]+\]:|(?:href|src)=", readme, re.MULTILINE)
    for target in targets:
        place = place_of(target)
        assert place, target
        assert place[0].exists(), target


def test_addresses_of_the_package() -> None:
    """The addresses on the package index are the base of the links, or lead to a file."""
    urls = tomllib.loads(read("pyproject.toml"))["project"]["urls"]

    assert urls.pop("Documentation").endswith("/")
    assert urls.pop("Source").startswith("https://github.com/")
    for target in urls.values():
        place = place_of(target)
        assert place, target
        assert place[0].exists(), target


def test_readme_has_every_command() -> None:
    """The table of commands has every command, once."""
    (commands,) = tables(read("README.md"))
    names = [name.removeprefix("svara ") for row in commands for name in re.findall(r"`([^`]+)`", row["Command"])]

    assert sorted(names) == sorted(COMMANDS)


def test_every_page_is_in_the_contents() -> None:
    """The contents list every page once, under one of the four kinds."""
    index = read("docs/index.md")
    kinds = re.findall(r"^:caption: (.+)$", index, re.MULTILINE)
    contents = re.findall(r"^```\{toctree\}\n(.*?)^```$", index, re.MULTILINE | re.DOTALL)
    listed = [name for block in contents for name in re.findall(r"^[\w-]+$", block, re.MULTILINE)]

    assert kinds == ["Tutorial", "How-to", "Explanation", "Reference"]
    assert sorted(listed) == sorted(page.stem for page in (ROOT / "docs").glob("*.md") if page.stem != "index")


def test_readme_is_short() -> None:
    """A visitor of the package index reads at most 150 lines."""
    assert len(read("README.md").splitlines()) <= 150


def test_reference_has_every_name() -> None:
    """The reference has every public name of the package, once."""
    documented = re.findall(r"^\.\. auto\w+:: (?:svara\.)?(\w+)$", read("docs/reference.md"), re.MULTILINE)
    assert sorted(documented) == sorted(svara.__all__)


def test_readme_has_sessions() -> None:
    """README has sessions of both kinds."""
    assert python_session("README.md").examples
    assert shell_session("README.md")
