"""A player that follows a solution."""

from __future__ import annotations

import random

from svara.actions import Blind, Call, Fold, Look, Raise
from svara.errors import InvalidGame
from svara.events import Started, action_of
from svara.solver.menu import pot_at_price
from svara.solver.translation import Translator
from svara.tables.players import OddsPlayer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from svara.actions import Action
    from svara.rules import Rules
    from svara.solver.solution import Solution
    from svara.tables.player import Player
    from svara.view import View


class SolutionPlayer:
    """Follows a solution: it draws each action with the probability of the solution.

    *seed* is anything that `random.Random` accepts; players with the same seed play the same. In deals with the stacks
    and bets of the solution it follows the solution exactly. If a bet is not on the menu, it follows the line on the
    menu that stands for the real line (see `docs/solver.md`), with bets of the same part of the pot. The stacks may
    differ from those of the solution, too. *fallback* plays if no line on the menu stands for the real line, and in
    deals that do not have two seats (default: an `OddsPlayer`).

    Raises `InvalidGame` if the rules of the deal differ from the solution's in more than the ante and the minimum bet.
    """

    name = "solution"

    def __init__(self, solution: Solution, *, fallback: Player | None = None, seed: int = 0) -> None:
        self.solution = solution
        self.fallback = OddsPlayer() if fallback is None else fallback
        self._translator: Translator | None = None
        self._begun: Started | None = None
        self._played: list[Action] = []
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start again with another seed."""
        self._random = random.Random(seed)  # noqa: S311  # how a game is played, no secret
        reseed = getattr(self.fallback, "reseed", None)
        if reseed:
            reseed(seed)

    def act(self, view: View) -> Action | str:
        """Draw an action of the solution."""
        translator = self._follow(view)
        player = int(view.dealer != view.seat)
        if translator is None or not translator.wait_for(player):
            return self.fallback.act(view)
        tree, node = translator.tree, translator.node
        if view.hand is None and tree.has_looked(node):
            return Look()  # the blind bets are over on the menu, but not in the deal
        shares = self.solution.shares_at(*translator.trace[-1], view.hand)
        chosen = self._random.choices(tuple(shares), tuple(shares.values()))[0]
        return self._translate(chosen, translator, view)

    def _follow(self, view: View) -> Translator | None:
        """Follow the deal on the menu; `None` if more than two seats play or may join.

        In the same deal it continues from the last call, so that the mapping of a bet does not change. In another deal,
        or if the deal has no new actions, it starts again.
        """
        events = view.events
        begun = next(event for event in events if isinstance(event, Started))
        sitting_out = len(view.stacks) - len(begun.seats) if begun.rules.svarka_seats == "table" else 0
        if len(begun.seats) + sitting_out != 2:
            return None
        actions = [action for action in map(action_of, events) if action]
        translator, played = self._translator, self._played
        is_same = begun == self._begun and len(actions) > len(played) and actions[: len(played)] == played
        if translator is None or not is_same:
            _check_rules(self.solution.rules, begun.rules)
            opener, dealer = begun.seats
            stacks = begun.stacks[dealer], begun.stacks[opener]
            translator = Translator(self.solution.game, begun.rules, stacks, self._takes_below)
            self._translator, self._begun, played = translator, begun, []
        for action in actions[len(played) :]:
            translator.play(action)
        self._played = actions
        return translator

    def _takes_below(self, chance: float) -> bool:
        return self._random.random() < chance

    @staticmethod
    def _translate(action: Action, translator: Translator, view: View) -> Action:
        """Return the action in the deal for an action on the menu."""
        legal = view.legal_actions
        if isinstance(action, Blind | Raise):
            kind = type(action)
            amounts = legal.blinds if kind is Blind else legal.raises
            if amounts:
                return kind(_amount(action.amount, translator, view, amounts))
            action = Look() if kind is Blind else Call()
        if action in legal:
            return action
        return Look() if legal.look else Fold()


def _amount(amount: int, translator: Translator, view: View, amounts: Sequence[int]) -> int:
    """Return the legal amount that is nearest to the same part of the pot."""
    tree, node = translator.tree, translator.node
    if amount >= min(tree.stacks):
        return amounts[-1]  # the bet puts a seat all-in
    size = (amount - tree.prices[node]) / tree.pots_at_price[node]
    wanted = view.price + size * pot_at_price(view)
    if isinstance(amounts, range):
        return min(max(round(wanted), amounts[0]), amounts[-1])
    return min(amounts, key=lambda known: abs(known - wanted))


def _check_rules(own: Rules, played: Rules) -> None:
    """Refuse a deal by other rules, which is another game."""
    for field in ("three_of_a_kind", "three_sevens", "blind_multiples", "max_raises"):
        if getattr(own, field) != getattr(played, field):
            msg = f"a solution of {own.name} cannot be used in a deal of {played.name}: they differ in {field}"
            raise InvalidGame(msg)
