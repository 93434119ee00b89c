"""Players to sit at a table: what a player is, some to play against, and a clock for any of them.

    from svara.players import CallingPlayer, OddsPlayer, RandomPlayer, SolutionPlayer

A player of your own is any object with a method ``act(view)``. `import svara` leaves this module alone.
"""

from __future__ import annotations

from svara.tables.clock import Clocked
from svara.tables.player import Player
from svara.tables.players import KINDS, CallingPlayer, OddsPlayer, RandomPlayer
from svara.tables.runner import NoAnswer, Quit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from svara.solver.player import SolutionPlayer

__all__ = [
    "KINDS",
    "CallingPlayer",
    "Clocked",
    "NoAnswer",
    "OddsPlayer",
    "Player",
    "Quit",
    "RandomPlayer",
    "SolutionPlayer",
]


def __getattr__(name: str) -> object:
    """Load `SolutionPlayer` when it is first asked for: most tables do without the solver."""
    if name == "SolutionPlayer":
        from svara.solver.player import SolutionPlayer  # noqa: PLC0415  # as the docstring says

        globals()[name] = SolutionPlayer
        return SolutionPlayer
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
