"""Find phrases that make svara's English hard to read: part of `make lint`.

The script checks all text in the repository: code, docstrings, comments, messages, tests and pages. For each place it
prints the file, the line, the phrase, and what to write instead. To keep a phrase, for example in a quotation, end the
line with the comment `words: ok`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
TEXTS = {".md", ".py", ".pyi", ".rs", ".toml", ".svg"}
FOLDERS = ("python", "src", "tests", "benches", "proofs", "examples", "docs", "tools")
ALLOWED = "words: ok"
GAP = r"\s+(?:(?:#|///?|//!|>)\s+)?"
"""The pattern for a space in a phrase: the phrase may continue on the next line, after the sign of a comment."""


class Phrase(NamedTuple):
    """A phrase to avoid: its pattern, the replacement, and the reason."""

    pattern: str
    instead: str
    why: str


PHRASES = (
    Phrase(
        r"(?<!there\s)\b(?:is|are) no\b(?! (?:longer|more)\b)",
        '"is not a", "has no" or "there is no"',
        "English negates the verb, and a negated noun reads like a riddle",
    ),
    Phrase(r"\b(?:tell|tells|telling|told)\b", '"show", "describe" or "report"', "a page and a program do not talk"),
    Phrase(r"\bso many\b", '"as many … as", "this many" or the number', "it leaves open how many"),
    Phrase(r"\banew\b", '"again" or "new"', "the word is dated"),
    Phrase(r"\bsaid\b", '"given", "stated" or "printed"', "it leaves open who says it, and where"),
    Phrase(r"\bunless (?:told|said)\b", '"(default: …)"', "the usual form is found at a glance"),
    Phrase(r"\b(?:has|have) to be\b", '"must be"', "a requirement is stated with must"),
    Phrase(r"\bof (?:whom|whose)\b", "a second sentence", "the clause stands far from its noun"),
    Phrase(r"\bwhat(?:ever)? came of\b", '"the result of"', "there is a noun for it"),
)


class Place(NamedTuple):
    """The place of a phrase: a file, a line from 1, the words found, and the phrase."""

    path: Path
    line: int
    words: str
    phrase: Phrase


def find(path: Path, text: str) -> Iterator[Place]:
    """Yield the places of phrases to avoid in a text, in upper or lower case."""
    lines = text.splitlines()
    for phrase in PHRASES:
        for match in re.finditer(phrase.pattern.replace(" ", GAP), text, re.IGNORECASE):
            line = text.count("\n", 0, match.start()) + 1
            if ALLOWED not in lines[line - 1]:
                yield Place(path, line, " ".join(match[0].split()), phrase)


def texts() -> Iterator[tuple[Path, str]]:
    """Yield every text of the repository with its path, except this file."""
    folders = [ROOT / name for name in FOLDERS]
    for path in sorted([*ROOT.glob("*"), *(path for folder in folders for path in folder.rglob("*"))]):
        is_text = path.suffix in TEXTS or path.name == "Makefile"
        if is_text and "_build" not in path.parts and path != Path(__file__):
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Print the places, or with `--count` the number of places of each phrase. Return 1 if any are printed, else 0."""
    if arguments not in ([], ["--count"]):
        print("check_words.py takes --count or nothing", file=sys.stderr)
        return 2
    places = [place for path, text in texts() for place in find(path, text)]
    if arguments:
        for phrase in PHRASES:
            print(f"{sum(place.phrase is phrase for place in places):5}  {phrase.pattern}")
        return 0
    for place in places:
        print(f"{place.path}:{place.line}: write {place.phrase.instead}, not “{place.words}”: {place.phrase.why}")
    return bool(places)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
