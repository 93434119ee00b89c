"""Players for a table: the interface of a player, some players to play against, and a time limit for any player.

    from svara.players import CallingPlayer, OddsPlayer, RandomPlayer, SolutionPlayer

Any object with a method ``act(view)`` is a player. `import svara` does not import this module.
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
    """Load `SolutionPlayer` at its first use: most tables do not need the solver."""
    if name == "SolutionPlayer":
        from svara.solver.player import SolutionPlayer  # noqa: PLC0415  # as the docstring says

        globals()[name] = SolutionPlayer
        return SolutionPlayer
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
