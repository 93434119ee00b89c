"""The players that svara brings along."""

from __future__ import annotations

import random

from svara._core import odds as odds_of
from svara.actions import Blind, Call, Decline, Fold, Join, Look, Raise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from svara.actions import Action
    from svara.view import View


PARTS = 2_520
"""`Odds.shares` counts in these parts of a pot."""


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

    def __copy__(self) -> RandomPlayer:
        """Return a player that goes on as this one would, with chance of its own."""
        new = RandomPlayer()
        new._random.setstate(self._random.getstate())
        return new

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
        return (odds.wins * PARTS + odds.shares) / (odds.total * PARTS)  # the equity, without loading `fractions`


KINDS: dict[str, type[RandomPlayer | CallingPlayer | OddsPlayer]] = {
    kind.name: kind for kind in (RandomPlayer, CallingPlayer, OddsPlayer)
}
"""The shipped players by name, as the command line calls them."""
