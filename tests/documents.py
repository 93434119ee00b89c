"""Reads the pages that people read, to hold the code to them: tables, Python sessions, shell sessions."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def read(name: str) -> str:
    """Return the text of a page, whose *name* is a path from the root of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def tables(text: str) -> list[list[dict[str, str]]]:
    """Return the tables of a page: each a list of rows, each row a dict from the headings to what stands below them."""
    found = []
    for lines in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        heading, _, *rows = (
            [cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines.splitlines()
        )
        found.append([dict(zip(heading, row, strict=True)) for row in rows])
    return found


def python_session(name: str) -> doctest.DocTest:
    """Return the Python sessions of a page as one: what one block defines, the next may use."""
    text = read(name)
    kept = ["" for _ in text.splitlines()]
    for block in FENCE.finditer(text):
        if block[1] == "pycon":
            first = text.count("\n", 0, block.start(2))
            for number, line in enumerate(block[2].splitlines(), start=first):
                kept[number] = line
    return doctest.DocTestParser().get_doctest("\n".join(kept) + "\n", {}, name, name, 0)


def failures(session: doctest.DocTest) -> str:
    """Run a Python session and return what differs from what the page shows: nothing, if all is well."""
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=report.append)
    return "".join(report)


def shell_session(name: str) -> list[tuple[str, str]]:
    """Return the commands that a page shows after a dollar sign, each with the output that the page shows."""
    commands: list[tuple[str, str]] = []
    for block in FENCE.finditer(read(name)):
        if block[1] == "console":
            for step in block[2].split("$ ")[1:]:
                command, _, output = step.partition("\n")
                commands.append((command, output.rstrip("\n")))
    return commands
