"""README and the pages in docs/: every session on them runs as printed, and every link leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import svara
from documents import ROOT, failures, python_session, read, shell_session

PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES)
def test_python_sessions(page: str) -> None:
    """What a page shows of Python is what Python prints."""
    assert not failures(python_session(page))


@pytest.mark.parametrize("page", PAGES)
def test_shell_sessions(page: str) -> None:
    """What a page shows of the command line is what the command line prints, in 80 columns."""
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


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_links(page: str) -> None:
    """Every link to a file of the project leads to one, and every link to a heading to a heading."""
    for target in re.findall(r"\]\(([^)\s]+)\)", read(page)):
        if target.startswith("https:"):
            continue
        name, _, heading = target.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        assert path.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings]


def test_reference_has_every_name() -> None:
    """The reference has every public name of the package, once."""
    documented = re.findall(r"^\.\. auto\w+:: (?:svara\.)?(\w+)$", read("docs/reference.md"), re.MULTILINE)
    assert sorted(documented) == sorted(svara.__all__)


def test_readme_has_sessions() -> None:
    """README has sessions of both kinds."""
    assert python_session("README.md").examples
    assert shell_session("README.md")
