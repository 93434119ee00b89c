"""The pictures of the documentation are those that tools/draw_pictures.py draws."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import draw_pictures
from documents import ROOT


@pytest.mark.parametrize("name", draw_pictures.PICTURES)
def test_pictures_are_current(name: str) -> None:
    """A picture that is not current shows another architecture, or another table."""
    assert (ROOT / "docs/pictures" / name).read_text(encoding="utf-8") == draw_pictures.PICTURES[name]()


@pytest.mark.parametrize("name", draw_pictures.PICTURES)
def test_pictures_fit_a_phone(name: str) -> None:
    """A picture is as wide as a phone, and its letters are large enough to read there."""
    root = ET.fromstring(draw_pictures.PICTURES[name]())  # noqa: S314  # our own file

    assert root.get("width") == "390"
    sizes = [int(text.get("font-size", "0")) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sizes
    assert min(sizes) >= 13


def test_rooms_are_the_folders() -> None:
    """The picture of the architecture has a box for every room of the package."""
    rooms = {path.name for path in Path(ROOT / "python/svara").iterdir() if (path / "__init__.py").exists()}
    words = ET.fromstring(draw_pictures.rooms()).itertext()  # noqa: S314  # the same

    assert rooms <= set(words)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The check passes for current pictures; another option is refused."""
    assert draw_pictures.main(["--check"]) == 0
    assert draw_pictures.main(["--draw"]) == 2
    assert capsys.readouterr().err == "draw_pictures.py takes --check or nothing\n"
