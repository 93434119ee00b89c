"""The phrases that the project's texts avoid: tools/check_words.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from check_words import PHRASES, find
from documents import ROOT


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("'x' is no whole number", ["is no"]),  # words: ok
        ("It is no longer so. There is no hand; there\nis no card. Chips are no\nlonger there.", []),  # words: ok
        ("/// This is\n    /// no hand. That IS NO card.", ["is /// no", "IS NO"]),  # words: ok
        ("# So\n# many; it tells, told, retells.", ["tells", "told", "So # many"]),  # words: ok
        ("unless told otherwise", ["told", "unless told"]),  # words: ok
        ("It has\nto be anew.", ["anew", "has to be"]),  # words: ok
        ("A quotation: so many.  <!-- words: ok -->", []),
    ],
)
def test_phrases_are_found(text: str, found: list[str]) -> None:
    """A phrase is found in upper and lower case, and where it goes on in the next line of a comment."""
    assert [place.words for place in find(Path("a.md"), text)] == found


def test_places_name_the_line() -> None:
    """A place is where the phrase begins, counted from 1."""
    (place,) = find(Path("a.md"), "one\ntwo is\nno three")

    assert (place.path, place.line) == (Path("a.md"), 2)
    assert place.phrase in PHRASES


def test_command() -> None:
    """The command prints one count for each phrase, and refuses other arguments."""
    command = [sys.executable, str(ROOT / "tools/check_words.py")]
    counted = subprocess.run([*command, "--count"], check=True, capture_output=True, text=True)
    refused = subprocess.run([*command, "--counts"], check=False, capture_output=True, text=True)

    assert [line.split(maxsplit=1)[1] for line in counted.stdout.splitlines()] == [phrase.pattern for phrase in PHRASES]
    assert (refused.returncode, refused.stderr) == (2, "check_words.py takes --count or nothing\n")
