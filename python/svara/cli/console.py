"""What standard output can show, and how hands and bars look on it. For the commands; it prints nothing itself."""

from __future__ import annotations

import os
import shutil
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from svara import Card, Combination, Hand

SIGNS = "♣♦♥♠"
BLOCKS = "▏▎▍▌▋▊▉█"


class BadInput(Exception):
    """What a user gave a command and the command cannot use; its text is the one line that is shown."""


def width() -> int:
    """Return how many columns there are: those of the terminal or of ``COLUMNS``, else 80."""
    return shutil.get_terminal_size().columns


def colours() -> bool:
    """Whether colours may decorate the output: on a terminal that has them, unless ``NO_COLOR`` is set."""
    has_terminal = sys.stdout is not None and sys.stdout.isatty()
    return has_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def can_show(text: str) -> bool:
    """Whether the encoding of standard output has every character of *text*."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def how_to_show() -> Callable[[Card | Hand | Combination], str]:
    """Return what turns cards into text: with suit signs where standard output has them, else with letters."""
    return (lambda cards: cards.unicode()) if can_show(SIGNS) else str


def bar(part: float, columns: int) -> str:
    """Return a bar that fills *part*, 0 to 1, of so many columns; more than nothing never looks like nothing."""
    if not can_show(BLOCKS):
        return "#" * max(round(part * columns), int(part > 0))
    whole, eighths = divmod(max(round(part * columns * 8), int(part > 0)), 8)
    return BLOCKS[-1] * whole + (BLOCKS[eighths - 1] if eighths else "")
