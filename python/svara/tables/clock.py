"""A time limit for any player."""

from __future__ import annotations

import queue
import threading

from svara.checks import show
from svara.errors import InvalidTable
from svara.tables.runner import NoAnswer, answers_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from svara.actions import Action
    from svara.tables.player import Player
    from svara.view import View


class Clocked:
    """A player with a time limit: if it does not answer within *seconds*, it forfeits its turn, and the deal goes on.

    This works on every platform and in every thread. The player thinks in a thread of its own, and the table waits for
    that thread no longer than the limit. Python cannot stop a thread, so a late player goes on thinking. Its late
    answer is dropped, and until it has finished it forfeits each further turn at once; so a player never has two views
    at a time. C code that holds the interpreter lock also delays the clock.
    """

    def __init__(self, player: Player, *, seconds: float) -> None:
        if not seconds > 0:
            raise ValueError(f"a clock cannot have {show(seconds)} seconds: it has more than 0")
        if answers_later(player):
            raise InvalidTable(
                f"{show(player)} cannot have a clock: its act is async, and act(view) must return an action"
            )
        self.player = player
        self.seconds = seconds
        self.name = getattr(player, "name", type(player).__name__)
        self._thinking: threading.Thread | None = None

    def act(self, view: View) -> Action | str:
        """Ask the player, and wait for its answer no longer than the time limit."""
        if self._thinking and self._thinking.is_alive():
            msg = "still thinks about an earlier turn"
            raise NoAnswer(msg)
        answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self._thinking = threading.Thread(target=_think, args=(self.player, view, answers), daemon=True)
        self._thinking.start()
        try:
            answer, error = answers.get(timeout=self.seconds)
        except queue.Empty:
            raise NoAnswer(f"took longer than {self.seconds} seconds") from None
        self._thinking = None
        if error:
            raise error
        action: Action | str = answer
        return action

    def reseed(self, seed: int) -> None:
        """Give the player a new seed, if it takes one."""
        if reseed := getattr(self.player, "reseed", None):
            reseed(seed)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_thinking": None}


def _think(player: Player, view: View, answers: queue.SimpleQueue[tuple[Any, BaseException | None]]) -> None:
    try:
        answers.put((player.act(view), None))
    except BaseException as error:  # noqa: BLE001  # the table's thread raises it
        answers.put((None, error))
