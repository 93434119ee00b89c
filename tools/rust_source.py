"""Analyse Rust source code as text, for checks that do not have a parser for the language.

`code_only` blanks out comments and literals, so that a search finds only code. `functions` finds the functions with
their lines and depths.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

RAW_STRING = re.compile(r'\b(?:b|c)?r(#*)"')
STRING = re.compile(r'(?:\b[bc])?"(?:[^"\\]|\\.)*(?:"|\Z)', re.DOTALL)
# A quote starts a character only if another quote ends it. All others start lifetimes and labels.
CHARACTER = re.compile(r"(?:\bb)?'(?:[^'\\\n]|\\(?:u\{[^}]*\}|x[0-9a-fA-F]{2}|.))'")
CONTROL = {"if", "else", "match", "for", "while", "loop"}
WORD = re.compile(r"\w+|=>|[^\w\s]")


class Function(NamedTuple):
    """A function: its name, its first and last line, from 1, and its depth of nested control blocks."""

    name: str
    first: int
    last: int
    depth: int


def end_of_comment(source: str, start: int) -> int:
    """Return the end of the comment that starts here; block comments nest."""
    if source.startswith("//", start):
        end = source.find("\n", start)
        return len(source) if end < 0 else end
    open_comments = 0
    for mark in re.compile(r"/\*|\*/").finditer(source, start):
        open_comments += 1 if mark[0] == "/*" else -1
        if not open_comments:
            return mark.end()
    return len(source)


def end_of_text(source: str, start: int) -> int | None:
    """Return the end of the comment or literal that starts here, or None if there is none."""
    if source.startswith(("//", "/*"), start):
        return end_of_comment(source, start)
    if raw := RAW_STRING.match(source, start):
        end = source.find('"' + raw[1], raw.end())
        return len(source) if end < 0 else end + 1 + len(raw[1])
    literal = STRING.match(source, start) or CHARACTER.match(source, start)
    return literal.end() if literal else None


def code_only(source: str) -> str:
    """Return source code with spaces for comments, strings and characters; the lines do not move."""
    parts = []
    place = copied = 0
    for start in re.finditer(r"""//|/\*|\b[bc]?r#*"|\b[bc]"|\bb'|["']""", source):
        if start.start() < place or (end := end_of_text(source, start.start())) is None:
            continue
        parts += [source[copied : start.start()], re.sub(r"[^\n]", " ", source[start.start() : end])]
        place = copied = end
    return "".join([*parts, source[copied:]])


def end_of_block(code: str, start: int) -> int:
    """Return the place after the brace that closes the brace at this place."""
    open_braces = 0
    for brace in re.compile(r"[{}]").finditer(code, start):
        open_braces += 1 if brace[0] == "{" else -1
        if not open_braces:
            return brace.end()
    return len(code)


def start_of_body(code: str, start: int) -> int | None:
    """Return the place of the opening brace of a function's body, or None for a function without one, as in a trait."""
    open_brackets = 0
    for mark in re.compile(r"[(){};\[\]]").finditer(code, start):
        if mark[0] in "([":
            open_brackets += 1
        elif mark[0] in ")]":
            open_brackets -= 1
        elif not open_brackets:
            return mark.start() if mark[0] == "{" else None
    return None


def depth_of(body: str) -> int:
    """Return the greatest number of control blocks (if, else, match, for, while, loop) open at once in a body.

    Each `else if` is one level deeper than the `if` before it, as in the grammar. The blocks of closures, arms and
    values are not levels.
    """
    levels = [0]  # of the open blocks
    last_closed = 0  # the level of the block that was closed last
    waiting: list[int | None] = [None]  # for each open bracket, the level of the block that a keyword will open
    deepest = 0
    before = ""
    for word in WORD.findall(body):
        if word == "else":
            waiting[-1] = last_closed if before == "}" and last_closed > levels[-1] else levels[-1] + 1
        elif word == "if" and before == "else":
            waiting[-1] = (waiting[-1] or 0) + 1
        elif word in CONTROL:
            waiting[-1] = levels[-1] + 1
        elif word in ("(", "["):
            waiting.append(None)
        elif word in (")", "]") and len(waiting) > 1:
            waiting.pop()
        elif word == "{":
            level = waiting[-1]
            levels.append(levels[-1] if level is None else level)
            waiting[-1] = None
            waiting.append(None)
            deepest = max(deepest, levels[-1])
        elif word == "}" and len(levels) > 1:
            last_closed = levels.pop()
            waiting.pop()
        elif word in (";", "=>"):
            waiting[-1] = None  # a guard of an arm, or `for` in a type, does not open a block
        before = word
    return deepest


def functions(source: str) -> Iterator[Function]:
    """Yield the functions of source code, including those of tests and those without a body."""
    code = code_only(source)
    for start in re.finditer(r"\bfn\s+(\w+)", code):
        body = start_of_body(code, start.end())
        end = start.end() if body is None else end_of_block(code, body)
        depth = 0 if body is None else depth_of(code[body + 1 : end - 1])
        yield Function(start[1], code.count("\n", 0, start.start()) + 1, code.count("\n", 0, end) + 1, depth)
