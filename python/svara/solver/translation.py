"""Lines of bets that are not on a menu: which line on it stands for them.

An amount that is not on the menu is taken as one of the two sizes next to it, by the pseudo-harmonic mapping of
Ganzfried and Sandholm ("Action translation in extensive-form games with large action spaces", 2013), which a bettor can
gain least from. A size is how far a bet exceeds the price, in parts of the pot as it is once every seat has paid the
price.
"""

from __future__ import annotations

from svara.actions import Blind, Call, Fold, Look, Raise, parse_action
from svara.checks import show
from svara.deal import Deal
from svara.errors import InvalidGame
from svara.legal import IllegalAction
from svara.solver.menu import pot_at_price
from svara.solver.tree import BLIND, DECKS, LEAF, split_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from svara.actions import Action
    from svara.rules import Rules
    from svara.solver.tree import GameTree, HeadsUpGame

TIE = DECKS[1]
"""Cards with which hands tie. What follows a showdown is a svarka, so that of every deal that goes on the hands did."""


def nearer(below: float, size: float, above: float) -> float:
    """The chance to take a size as the one below it, and not as the one above.

    >>> nearer(0.5, 0.5, 1), nearer(0.5, 1, 1), round(nearer(0.5, 0.7, 1), 3)
    (1.0, 0.0, 0.529)
    """
    return (above - size) * (1 + below) / ((above - below) * (1 + size))


def take_likelier(chance: float) -> bool:
    """Take the size below if that is at least as likely: the choice without chance."""
    return chance >= 0.5


class Translator:
    """Follows a deal of two seats, and beside it the line on a menu that stands for it.

    *stacks* are those of the dealer and of the other seat before the antes. *takes_below* decides, for the chance of
    the size below, whether it is taken.
    """

    def __init__(
        self,
        game: HeadsUpGame,
        rules: Rules,
        stacks: Iterable[int],
        takes_below: Callable[[float], bool] = take_likelier,
    ) -> None:
        self.game = game
        self.takes_below = takes_below
        self.deal = Deal.start(rules, stacks=stacks, dealer=0, decks=[TIE])
        """The deal as it is played."""
        self.trace: list[tuple[int, int]] = [(0, 0)]
        """The games on the menu, with the node in each to which it came there."""
        self.is_lost = False
        """Whether no line on the menu stands for what was played since the cards were dealt."""

    @property
    def tree(self) -> GameTree:
        """The tree of the present game."""
        return self.game.trees[self.trace[-1][0]]

    @property
    def node(self) -> int:
        """The node that stands for where the deal is."""
        return self.trace[-1][1]

    def play(self, action: Action) -> None:
        """Play an action in the deal, and the one that stands for it on the menu.

        Raises `IllegalAction` where the rules do not allow it.
        """
        before = self.deal.copy()
        self.deal.play(action)
        if not self.is_lost:
            self._follow(action, before)
        if self.deal.phase == "dealing":
            self._begin_svarka()

    def wait_for(self, player: int) -> bool:
        """Go on to where this player is to act on the menu, too. Returns whether there is such a place."""
        if not self.is_lost and self._acts_blind() and self.deal.phase == "betting":
            self._go("look")
        return not self.is_lost and self.tree.players[self.node] % BLIND == player

    def _acts_blind(self) -> bool:
        return self.tree.players[self.node] >= BLIND

    def _follow(self, action: Action, before: Deal) -> None:
        """Go on the menu by the action that stands for one that is played."""
        kind = type(action)
        if self.tree.players[self.node] == LEAF:
            self.is_lost = True
        elif kind is Look:
            if self._acts_blind():  # else the menu's bets are on already, after a blind that left nobody chips (4.6)
                self._go("look")
        else:
            if self._acts_blind() and kind is not Blind:
                self._go("look")
            if isinstance(action, Blind | Raise):
                self._go(self._nearest(action, before))
            else:
                self._go(str(action))

    def _go(self, action: str) -> None:
        child = self.tree.child(self.node, action)
        if child is None:
            self.is_lost = True
        else:
            self.trace[-1] = self.trace[-1][0], child

    def _nearest(self, action: Blind | Raise, before: Deal) -> str:
        """The bet on the menu that stands for one that is played; where none is left on it, a call, if there is one."""
        tree, node = self.tree, self.node
        size = (action.amount - before.price) / pot_at_price(before)
        texts = [text for text in tree.children(node) if text.startswith(action.verb)]
        if not texts:
            return "call"
        sizes = [(amount_of(text) - tree.prices[node]) / tree.pots_at_price[node] for text in texts]
        above = next((place for place, known in enumerate(sizes) if known >= size), len(sizes) - 1)
        if above == 0 or size >= sizes[above]:
            return texts[above]
        return texts[above - self.takes_below(nearer(sizes[above - 1], size, sizes[above]))]

    def _begin_svarka(self) -> None:
        """Deal again, and go on in that svarka on the menu in which the chips are most alike."""
        stacks, pot = self.deal.stacks, self.deal.pots[0].chips
        dealer = self.deal.dealer
        self.deal.deal(TIE)
        own = stacks[dealer], stacks[1 - dealer]
        svarkas = range(1, len(self.game.trees))
        self.is_lost = not svarkas
        if svarkas:
            unlike = [_unlike(pot, own, tree.pot, tree.stacks) for tree in self.game.trees[1:]]
            self.trace.append((svarkas[unlike.index(min(unlike))], 0))


def _unlike(pot: int, stacks: tuple[int, int], other_pot: int, other_stacks: tuple[int, int]) -> float:
    """How much two svarkas differ: in what each seat has for every chip of the pot."""
    return sum(abs(stack / pot - other / other_pot) for stack, other in zip(stacks, other_stacks, strict=True))


def amount_of(text: str) -> int:
    """The chips of a bet as text."""
    return int(text.rpartition(" ")[2])


def nearest_line(game: HeadsUpGame, history: str | Iterable[Action | str]) -> str:
    """Return the line on the menu that stands for a history of legal actions, as `Solution.nearest` tells."""
    translator = Translator(game, game.rules, game.stacks)
    for number, text in enumerate(split_history(history), start=1):
        try:
            action = parse_action(text)
            if translator.deal.phase == "blind" and isinstance(action, Fold | Call | Raise):
                translator.play(Look())
            translator.play(action)
        except (IllegalAction, ValueError) as error:
            msg = f"action {number}: {error}"
            raise InvalidGame(msg) from None
        if translator.is_lost and translator.deal.to_act is not None:
            msg = f"no line on the menu stands for action {number}, {show(text)}: there the bets are over before it"
            raise InvalidGame(msg)
    return "; ".join(action for number, node in translator.trace for action in game.trees[number].path(node))
