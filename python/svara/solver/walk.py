"""Builds the trees of a game by playing every line of bets on deals."""

from __future__ import annotations

from svara._core import LEAF, NOT_LOOKED
from svara.checks import check_list, show, whole
from svara.deal import Deal
from svara.errors import InvalidDeal, InvalidGame
from svara.solver.menu import Menu, find_menu, pot_at_price
from svara.solver.tree import GameTree, HeadsUpGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from svara.actions import Action
    from svara.rules import Rules

    Key: TypeAlias = tuple[int, int, int]  # the pot, the dealer's stack, the opener's

MAX_NODES = 100_000
_MAX_DEPTH = 1_000
"""The greatest depth of a tree in the core."""
_MAX_CHIPS = 2**53  # a float holds every whole number up to this

# Hands of the dealer and the opener with which, by every rule set, the dealer has more, equal or fewer points.
_HANDS = (
    ("As Ks Qs", "9c 8h 7d"),
    ("As Ks Qs", "Ah Kh Qh"),
    ("9c 8h 7d", "As Ks Qs"),
)
DECKS = tuple([" ".join(map(" ".join, zip(opener.split(), dealer.split(), strict=True))) for dealer, opener in _HANDS])
"""The decks that deal these hands (3.3), the first card to the opener: the dealer wins, ties, loses."""


class TooManyNodes(InvalidGame):
    """A game has more nodes than the limit."""


def make_game(
    rules: Rules | str, stacks: Iterable[int], *, menu: Menu | str = "basic", max_nodes: int = MAX_NODES
) -> HeadsUpGame:
    """Build the game of two seats with these stacks: the chips of the dealer and of the opener before the antes.

    *rules* is a `Rules` or the name of a rule set; *menu* is a `Menu` or the name of one. Every line of bets is played
    on a `Deal`, so the game has exactly the rules of the deal.

    Raises `InvalidGame` if there are not two stacks, if the game has more than *max_nodes* nodes, or if a line of bets
    has 1,000 actions; `InvalidDeal` for stacks that cannot play a deal; `InvalidRules` and `InvalidMenu` for unknown
    names.
    """
    max_nodes = whole(max_nodes, "max_nodes", InvalidGame, least=1)
    given = check_list(stacks, "stacks", "the chips of the dealer and of the opener, such as [20, 20]", InvalidDeal)
    if len(given) != 2:
        msg = f"a game has two stacks, those of the dealer and of the opener, not {len(given)}"
        raise InvalidGame(msg)
    deal = Deal.start(rules, stacks=given, dealer=0)
    dealer, opener = checked = deal.started.stacks
    if sum(checked) >= _MAX_CHIPS:
        msg = f"a game has fewer than 2⁵³ chips, not {show(sum(checked))}"
        raise InvalidGame(msg)
    menu = menu if isinstance(menu, Menu) else find_menu(menu)
    trees = _Walk(menu, sum(checked) / 2, max_nodes).walk_all(deal)
    return HeadsUpGame(deal.rules, (dealer, opener), menu, trees)


class _Walk:
    """Plays every line of bets of a deal and of the svarkas that follow, and counts the nodes."""

    def __init__(self, menu: Menu, half: float, max_nodes: int) -> None:
        self.menu = menu
        self.half = half
        """Half of all chips."""
        self.max_nodes = max_nodes
        self.known = 1
        """A lower bound of the number of nodes: those built, their children, and the first of each further game."""
        self.svarkas: dict[Key, Deal | float] = {}
        """What follows a tie: a deal that waits for cards, or its value to its player 0 if no seat can bet."""
        self.actions: dict[Action, Action] = {}
        """The actions, so that all nodes share one object for the same action."""

    def walk_all(self, deal: Deal) -> tuple[GameTree, ...]:
        """Return the trees of the deal, which waits for cards, and of every svarka that can follow, ordered by pot."""
        waiting = {_key(deal): deal}
        numbers: dict[Key, int] = {}
        found: list[tuple[GameTree, list[Key | None]]] = []
        while waiting:
            key = min(waiting)
            numbers[key] = len(numbers)
            tree, follow = self._walk(key, waiting.pop(key))
            found.append((tree, follow))
            for after in filter(None, follow):
                if after[0] <= key[0]:
                    msg = f"the pot of {key[0]} chips has not grown before the svarka for {after[0]}"
                    raise RuntimeError(msg)
                svarka = self.svarkas[after]
                if after not in waiting and isinstance(svarka, Deal):
                    waiting[after] = svarka
        for tree, follow in found:
            tree.following.extend(-1 if after is None else numbers[after] for after in follow)
        return tuple([tree for tree, _ in found])

    def _walk(self, key: Key, waiting: Deal) -> tuple[GameTree, list[Key | None]]:
        """Return the tree of the bets after cards are dealt, and what follows a tie at each node, still unnumbered."""
        pot, *stacks = key
        tree = GameTree(pot, (stacks[0], stacks[1]))
        dealer = waiting.dealer
        actions: list[Action | None] = []
        follow: list[Key | None] = []
        path: list[tuple[int, list[Deal], Iterator[Action]]] = []
        deals = _deal_each(waiting)
        parent, action = -1, None
        while True:
            if len(path) == _MAX_DEPTH:
                msg = f"the game has lines of {_MAX_DEPTH:,} actions: use smaller stacks or a smaller menu"
                raise InvalidGame(msg)
            node = len(actions)
            actions.append(action and self.actions.setdefault(action, action))
            tree.parents.append(parent)
            tree.ends.append(node + 1)
            to_act = deals[1].to_act
            tree.prices.append(deals[1].price)
            tree.pots_at_price.append(0 if to_act is None else pot_at_price(deals[1]))
            if to_act is None:
                payoffs, after = self._leaf(dealer, deals)
                tree.players.append(LEAF)
                tree.pairings.append(0)
            else:
                menu = self.menu.actions(deals[1])
                payoffs, after = (0.0, 0.0, 0.0), None
                tree.players.append((to_act != dealer) | NOT_LOOKED * (deals[1].phase == "blind"))
                tree.pairings.append(-1)
                self._count(menu.count)
                path.append((node, deals, iter(menu)))
            tree.payoffs.extend(payoffs)
            follow.append(after)
            # Go on to the next untried action, at this node or at the last node before it that has one.
            action = None
            while path and action is None:
                parent, deals, untried = path[-1]
                action = next(untried, None)
                if action is None:
                    tree.ends[parent] = len(actions)
                    path.pop()
            if action is None:
                tree.actions = tuple(actions)
                return tree, follow
            deals = _play_each(deals, action)

    def _leaf(self, dealer: int, deals: list[Deal]) -> tuple[tuple[float, float, float], Key | None]:
        """Return the payoffs of a leaf to the dealer with each of the three decks, and what follows a tie."""
        better, tied, worse = deals
        win, loss = better.stacks[dealer] - self.half, worse.stacks[dealer] - self.half
        if tied.phase == "over":  # a seat has folded
            return (win, win, loss), None
        key = _key(tied)
        svarka = self.svarkas.get(key)
        if svarka is None:
            svarka = self.svarkas[key] = self._svarka(tied)
        if isinstance(svarka, Deal):
            return (win, 0.0, loss), key
        return (win, 0.0 - svarka, loss), None  # the players change places

    def _svarka(self, waiting: Deal) -> Deal | float:
        """Return the svarka that waits for cards, or its value to its dealer if no seat can bet.

        Without bets it goes to the showdown, and after a tie to the same svarka; the dealer wins half of the time.
        """
        better, _, worse = deals = _deal_each(waiting)
        if any(deal.to_act is not None for deal in deals):
            self._count(1)
            return waiting
        return (better.stacks[waiting.dealer] + worse.stacks[waiting.dealer]) / 2 - self.half

    def _count(self, more: int) -> None:
        self.known += more
        if self.known > self.max_nodes:
            msg = (
                f"the game has more than {self.max_nodes:,} nodes: use smaller stacks, a smaller menu, or a "
                "higher max_nodes"
            )
            raise TooManyNodes(msg)


def _deal_each(waiting: Deal) -> list[Deal]:
    """Return copies of a deal that waits for cards, with each of the three decks dealt."""
    deals = []
    for deck in DECKS:
        deal = waiting.copy()
        deal.deal(deck)
        deals.append(deal)
    return deals


def _play_each(deals: list[Deal], action: Action) -> list[Deal]:
    """Return copies of three deals with different cards, in which an action is played.

    After a fold the three are one object: no hand is shown, and the cards make no difference.
    """
    better, tied, worse = deals
    tied = _play(tied, action)
    if tied.phase == "over":
        return [tied, tied, tied]
    return [_play(better, action), tied, _play(worse, action)]


def _play(deal: Deal, action: Action) -> Deal:
    """Return a copy of a deal in which an action is played."""
    after = deal.copy()
    after.play(action)
    return after


def _key(waiting: Deal) -> Key:
    """Return the key that distinguishes the svarkas of a game: the pot, and the stacks by role."""
    dealer = waiting.dealer
    return sum(pot.chips for pot in waiting.pots), waiting.stacks[dealer], waiting.stacks[1 - dealer]
