"""The terminal: its width and abilities, and lines, cards and bars that fit it."""

from __future__ import annotations

import os
import re
import shutil
import sys

from svara.cli.process import BadInput as BadInput  # noqa: PLC0414  # commands find it here
from svara.cli.signs import BLOCKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from svara import Card, Combination, Hand

LEAST_COLUMNS = 20
"""The least width for which lines are broken."""


def width() -> int:
    """Return the width in columns: of the terminal, or as ``COLUMNS`` says, or else 80."""
    return shutil.get_terminal_size().columns


def colours() -> bool:
    """Whether to use colours: on a terminal that has them, unless ``NO_COLOR`` is set."""
    has_colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    return has_colours and sys.stdout is not None and sys.stdout.isatty()


def how_to_show() -> Callable[[Card | Hand | Combination], str]:
    """Return a function that turns cards into text, with suit signs, or with letters if the output cannot show them."""
    return lambda cards: cards.unicode()


def bar(part: float, columns: int) -> str:
    """Return a bar that fills *part*, 0 to 1, of this number of columns. A part above 0 is always visible."""
    whole, eighths = divmod(max(round(part * columns * 8), int(part > 0)), 8)
    return BLOCKS[-1] * whole + (BLOCKS[eighths - 1] if eighths else "")


def write(line: str = "") -> None:
    """Print a line, broken at blanks if it is wider than the terminal."""
    for piece in wrap(line, max(width(), LEAST_COLUMNS)):
        print(piece)


def wrap(line: str, columns: int) -> list[str]:
    """Break a line at blanks into pieces of at most this number of columns. All pieces but the first are indented.

    A word that is longer than a line is broken, too, unless it is a number.

    >>> wrap("  Ana calls for 12,000, all-in", 16)
    ['  Ana calls for', '    12,000,', '    all-in']
    """
    if shown_width(line) <= columns:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip(" ")), columns // 4)
    pieces, piece, hanging = [], "", f"{indent}  "
    for gap, word in re.findall("( *)([^ ]+)", indent + line.lstrip(" ")):
        if piece.strip() and shown_width(piece + gap + word) > columns:
            pieces.append(piece)
            piece, gap = hanging, ""  # noqa: PLW2901  # the break stands for the blanks
        piece += gap + word
        while shown_width(piece) > columns and not any(map(str.isdigit, word)):
            start = clip(piece, columns)
            pieces.append(start)
            piece = hanging + piece[len(start) :]
    return [*pieces, piece]


def shown_width(text: str) -> int:
    """Return the width of a text on a terminal, in columns.

    >>> [shown_width(text) for text in ("Ana", "日本", "e\u0301", "👩\u200d💻", "❤\ufe0f", "👍🏽")]
    [3, 4, 1, 2, 2, 2]
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # noqa: PLC0415  # most text does without

    columns = last = 0
    is_joined = False
    for sign in text:
        if is_joined or (last == 2 and "\U0001f3fb" <= sign <= "\U0001f3ff"):  # a skin colour
            is_joined = False
            continue
        is_joined = sign == "\u200d" and last == 2
        if sign == "\ufe0f":  # the sign before it is shown as an emoji
            columns += int(last == 1)
            last = 2
        elif not (category(sign) in {"Mn", "Me", "Cf"} or "\u1160" <= sign <= "\u11ff"):
            last = 2 if east_asian_width(sign) in {"W", "F"} else 1
            columns += last
    return columns


def clip(text: str, columns: int) -> str:
    """Return the beginning of a text that fits into this number of columns, but at least one character."""
    end = len(text)
    while end > 1 and (shown_width(text[:end]) > columns or text[end - 1] in "\u200c\u200d"):
        end -= 1
    return text[:end]


def pad(text: str, columns: int) -> str:
    """Return a text with blanks after it, so that it has this width in columns."""
    return text + " " * (columns - shown_width(text))
