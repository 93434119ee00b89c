"""Players to sit at a table: what a player is, some to play against, and a clock for any of them.

    from svara.players import CallingPlayer, OddsPlayer, RandomPlayer, SolutionPlayer

A player of your own is any object with a method ``act(view)``. `import svara` leaves this module alone.
"""

from __future__ import annotations

import queue
import random
import threading
from typing import Any, Protocol, runtime_checkable

from svara._core import odds as odds_of
from svara.actions import Action, Blind, Call, Decline, Fold, Join, Look, Raise
from svara.runner import NoAnswer
from svara.solution_player import SolutionPlayer

__all__ = ["KINDS", "CallingPlayer", "Clocked", "OddsPlayer", "Player", "RandomPlayer", "SolutionPlayer"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from svara.view import View


@runtime_checkable
class Player(Protocol):
    """Whoever decides for a seat.

    It may also have a ``name``, and, if it has chance of its own, a method ``reseed(seed)`` that begins it anew; a
    simulation calls it.
    """

    def act(self, view: View, /) -> Action | str:
        """Return what the seat does, an action or its text: one of ``view.legal_actions``.

        *view* is all that the player is told. What is not legal, an exception and a late answer make the seat fold,
        look or decline.
        """
        ...


class RandomPlayer:
    """Plays anything that is legal, each verb equally likely, and amounts near the least more often than far from it.

    *seed* is anything `random.Random` takes; the same seed plays the same.
    """

    name = "random"

    def __init__(self, *, seed: int = 0) -> None:
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Begin anew with another seed."""
        self._random = random.Random(seed)  # noqa: S311  # a player's whim, no secret

    def act(self, view: View) -> Action:
        """Choose a verb, then an amount."""
        legal = view.legal_actions
        plain: tuple[Action, ...] = (Look(), Fold(), Call(), Join(), Decline())
        choices = [action for action in plain if action in legal]
        choices += [
            kind(self._pick(amounts)) for kind, amounts in ((Blind, legal.blinds), (Raise, legal.raises)) if amounts
        ]
        return self._random.choice(choices)

    def _pick(self, amounts: Sequence[int]) -> int:
        """One of ascending amounts: twice as far from the least is half as likely."""
        if not isinstance(amounts, range):
            return int(self._random.choice(amounts))
        least, most = amounts[0], amounts[-1]
        reach = 2 ** self._random.randint(0, int(most - least).bit_length())
        return min(least + self._random.randrange(reach), most)


class CallingPlayer:
    """Never gives up, and never bets more than it must: looks, calls, joins, and else raises to the least."""

    name = "calling"

    def act(self, view: View) -> Action:
        """Look, call, join or else raise to the least."""
        legal = view.legal_actions
        if legal.call is not None:
            return _CALL
        if legal.look:
            return _LOOK
        if legal.raises:
            return Raise(legal.raises[0])
        return _JOIN if legal.join is not None else _FOLD


_CALL, _LOOK, _JOIN, _FOLD = Call(), Look(), Join(), Fold()


class OddsPlayer:
    """Plays by exact odds and the price: pays while that wins more than it costs, and raises with a clear advantage.

    Its share of the chips is what its hand wins on average against as many unknown hands as there are seats still in,
    a tie counting as an equal share (`svara.odds`). It does not think about what the others' bets say, and never
    bluffs. *advantage* is how many times an equal share its own has to be before it raises, by the size of the pot.
    """

    name = "odds"

    def __init__(self, *, advantage: float = 1.5) -> None:
        self.advantage = advantage

    def act(self, view: View) -> Action:
        """Look; join for an equal share; raise with an advantage; call what is worth its price; else fold."""
        legal = view.legal_actions
        if legal.look:
            return Look()
        chips = sum(pot.chips for pot in view.pots) + sum(view.puts)
        if legal.join is not None:  # 6.5: all cards will be new, so every seat of the svarka has an equal share
            rivals = {seat for pot in view.pots for seat in pot.seats}
            return Join() if chips + legal.join >= legal.join * (len(rivals) + 1) else Decline()
        share = self._share(view)
        cost = legal.call if legal.call is not None else view.rules.min_bet
        if legal.raises and share * len(view.seats) >= self.advantage:
            wanted = view.price + chips
            return Raise(max(legal.raises[0], min(wanted, legal.raises[-1])))
        if share * (chips + cost) < cost:
            return Fold()
        if legal.call is not None:
            return Call()
        return Raise(legal.raises[0]) if legal.raises else Fold()

    @staticmethod
    def _share(view: View) -> float:
        """What part of the chips its hand wins on average (1.5, 6.1)."""
        if view.hand is None:
            return 1 / len(view.seats)
        odds = odds_of(view.hand, opponents=len(view.seats) - 1, rules=view.rules)
        return float(odds.equity)


class Clocked:
    """A player with a clock: who has not answered after so many *seconds* forfeits, and the table goes on.

    It works on every platform and in every thread: the player thinks in a thread of its own, and the table waits for it
    no longer than that. Python cannot stop a thread, so a late player goes on thinking; its late answer is dropped,
    and while it still thinks it forfeits each further turn at once. So a player never gets two views at a time. Code
    in C that keeps the interpreter lock keeps the clock from running out, too; a simulation in processes bears that.
    """

    def __init__(self, player: Player, *, seconds: float) -> None:
        if not seconds > 0:
            raise ValueError(f"a clock cannot have {seconds!r} seconds: it has more than 0")
        self.player = player
        self.seconds = seconds
        self.name = getattr(player, "name", type(player).__name__)
        self._thinking: threading.Thread | None = None

    def act(self, view: View) -> Action | str:
        """Ask the player, and wait no longer than its clock says."""
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
        """Begin the player anew, if it has chance of its own."""
        if reseed := getattr(self.player, "reseed", None):
            reseed(seed)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_thinking": None}


def _think(player: Player, view: View, answers: queue.SimpleQueue[tuple[Any, BaseException | None]]) -> None:
    try:
        answers.put((player.act(view), None))
    except BaseException as error:  # noqa: BLE001  # the table's thread raises it
        answers.put((None, error))


KINDS: dict[str, type[RandomPlayer | CallingPlayer | OddsPlayer]] = {
    kind.name: kind for kind in (RandomPlayer, CallingPlayer, OddsPlayer)
}
"""The shipped players by name, as the command line calls them."""
