"""Maps lines of bets that are not on a menu to lines that are.

An amount that is not on the menu is mapped to one of the two next sizes, by the pseudo-harmonic mapping of Ganzfried
and Sandholm ("Action translation in extensive-form games with large action spaces", 2013), which is hard to exploit.
The size of a bet is the amount by which it exceeds the price, divided by the pot after every seat has paid the price.
"""

from __future__ import annotations

from svara.actions import Blind, Call, Fold, Look, Raise
from svara.deal import Deal
from svara.errors import InvalidGame
from svara.legal import IllegalAction
from svara.solver.lines import parse_history, show_line
from svara.solver.menu import pot_at_price
from svara.solver.walk import DECKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from svara.actions import Action
    from svara.rules import Rules
    from svara.solver.tree import GameTree, HeadsUpGame

TIE = DECKS[1]
"""A deck with which the hands tie. If a deal goes on after a showdown, there is a svarka, so the hands tied."""


def nearer(below: float, size: float, above: float) -> float:
    """Return the probability to map a size to the next smaller one on the menu, and not to the next larger one.

    >>> nearer(0.5, 0.5, 1), nearer(0.5, 1, 1), round(nearer(0.5, 0.7, 1), 3)
    (1.0, 0.0, 0.529)
    """
    return (above - size) * (1 + below) / ((above - below) * (1 + size))


def take_likelier(chance: float) -> bool:
    """Choose the smaller size if it is at least as likely: the choice without random numbers."""
    return chance >= 0.5


class Translator:
    """Follows a deal of two seats together with the line on a menu that stands for it.

    *stacks* are the chips of the dealer and of the opener before the antes. *takes_below* chooses between two sizes: it
    gets the probability of the smaller one, and returns whether to use it.
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
        """The real deal."""
        self.trace: list[tuple[int, int]] = [(0, 0)]
        """The games on the menu so far, with the node that is reached in each."""
        self.is_lost = False
        """Whether no line on the menu stands for the actions since the cards were dealt."""

    @property
    def tree(self) -> GameTree:
        """The tree of the present game."""
        return self.game.trees[self.trace[-1][0]]

    @property
    def node(self) -> int:
        """The node that stands for the state of the deal."""
        return self.trace[-1][1]

    def play(self, action: Action) -> None:
        """Play an action in the deal, and the action that stands for it on the menu.

        Raises `IllegalAction` for an action that the rules do not allow.
        """
        before = self.deal.copy()
        self.deal.play(action)
        if not self.is_lost:
            self._follow(action, before)
        if self.deal.phase == "dealing":
            self._begin_svarka()

    def wait_for(self, player: int) -> bool:
        """Go on to a node at which this player must act on the menu, too. Returns whether there is one."""
        if not self.is_lost and not self.tree.has_looked(self.node) and self.deal.phase == "betting":
            self._go(Look())
        return not self.is_lost and not self.tree.is_leaf(self.node) and self.tree.player(self.node) == player

    def _follow(self, action: Action, before: Deal) -> None:
        """Follow the menu by the action that stands for a real one."""
        has_looked = self.tree.has_looked(self.node)
        if self.tree.is_leaf(self.node):
            self.is_lost = True
        elif isinstance(action, Look):
            if (
                not has_looked
            ):  # otherwise the betting has already started on the menu, after a blind that was all-in (4.6)
                self._go(action)
        else:
            if not has_looked and not isinstance(action, Blind):
                self._go(Look())
            self._go(self._nearest(action, before) if isinstance(action, Blind | Raise) else action)

    def _go(self, action: Action) -> None:
        child = self.tree.child(self.node, action)
        if child is None:
            self.is_lost = True
        else:
            self.trace[-1] = self.trace[-1][0], child

    def _nearest(self, action: Blind | Raise, before: Deal) -> Action:
        """Return the bet on the menu that stands for a real one, or a call if no bet is left on the menu."""
        tree, node = self.tree, self.node
        size = (action.amount - before.price) / pot_at_price(before)
        bets = [bet for bet in tree.children(node) if isinstance(bet, type(action))]
        if not bets:
            return Call()
        sizes = [(bet.amount - tree.prices[node]) / tree.pots_at_price[node] for bet in bets]
        above = next((number for number, known in enumerate(sizes) if known >= size), len(sizes) - 1)
        if above == 0 or size >= sizes[above]:
            return bets[above]
        return bets[above - self.takes_below(nearer(sizes[above - 1], size, sizes[above]))]

    def _begin_svarka(self) -> None:
        """Deal cards again, and go on in the svarka on the menu with the most similar chips."""
        stacks, pot = self.deal.stacks, self.deal.pots[0].chips
        dealer = self.deal.dealer
        self.deal.deal(TIE)
        by_role = stacks[dealer], stacks[1 - dealer]
        svarkas = range(1, len(self.game.trees))
        self.is_lost = not svarkas
        if svarkas:
            nearest = min(svarkas, key=lambda number: _distance(pot, by_role, self.game.trees[number]))
            self.trace.append((nearest, 0))


def _distance(pot: int, stacks: tuple[int, int], tree: GameTree) -> float:
    """Return how much a svarka differs from that of a tree: in the chips of each seat, divided by the pot."""
    return sum(abs(stack / pot - known / tree.pot) for stack, known in zip(stacks, tree.stacks, strict=True))


def nearest_line(game: HeadsUpGame, history: str | Action | Iterable[Action | str]) -> str:
    """Return the line on the menu that stands for a history of legal actions, as `Solution.nearest` describes."""
    translator = Translator(game, game.rules, game.stacks)
    for number, action in enumerate(parse_history(history), start=1):
        try:
            if translator.deal.phase == "blind" and isinstance(action, Fold | Call | Raise):
                translator.play(Look())
            translator.play(action)
        except IllegalAction as error:
            msg = f"action {number}: {error}"
            raise InvalidGame(msg) from None
        if translator.is_lost and translator.deal.to_act is not None:
            msg = f"no line on the menu stands for action {number}, {str(action)!r}: on the menu the bets are over"
            raise InvalidGame(msg)
    return show_line(game.path(translator.trace))
