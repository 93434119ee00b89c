"""The players that come with svara."""

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
"""`Odds.shares` are in units of this part of a pot."""


class RandomPlayer:
    """Plays at random: each legal verb is equally likely, and small amounts are more likely than large ones.

    *seed* is anything that `random.Random` accepts. Players with the same seed play the same.
    """

    name = "random"

    def __init__(self, *, seed: int = 0) -> None:
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start again with another seed."""
        self._random = random.Random(seed)  # noqa: S311  # a player's whim, no secret

    def __copy__(self) -> RandomPlayer:
        """Return an independent player in the same state, which would play the same."""
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
        """Draw one of ascending amounts. An amount twice as far from the least is half as likely."""
        if not isinstance(amounts, range):
            return int(self._random.choice(amounts))
        least, most = amounts[0], amounts[-1]
        reach = 2 ** self._random.randint(0, int(most - least).bit_length())
        return min(least + self._random.randrange(reach), most)


class CallingPlayer:
    """Stays in every deal as cheaply as possible: looks, calls, joins, and otherwise makes the least raise."""

    name = "calling"

    def act(self, view: View) -> Action:
        """Look, call or join, or else make the least raise."""
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
    """Plays by exact odds and pot odds: it pays if that wins more than it costs, and raises with a clear advantage.

    Its share of the pot is the part that its hand wins on average against one unknown hand for each other seat still
    in; a tie counts as an equal share (`svara.odds`). It draws no conclusions from the bets of others, and never
    bluffs. It raises by the size of the pot if its share is at least *advantage* times an equal share.
    """

    name = "odds"

    def __init__(self, *, advantage: float = 1.5) -> None:
        self.advantage = advantage

    def act(self, view: View) -> Action:
        """Look; join for an equal share; raise with an advantage; call if that is worth the price; else fold."""
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
        """Return the part of the pot that its hand wins on average (1.5, 6.1)."""
        if view.hand is None:
            return 1 / len(view.seats)
        odds = odds_of(view.hand, opponents=len(view.seats) - 1, rules=view.rules)
        return (odds.wins * PARTS + odds.shares) / (odds.total * PARTS)  # the equity, without loading `fractions`


KINDS: dict[str, type[RandomPlayer | CallingPlayer | OddsPlayer]] = {
    kind.name: kind for kind in (RandomPlayer, CallingPlayer, OddsPlayer)
}
"""The players that come with svara, by their names on the command line."""
