"""Games of two seats as trees in flat arrays: every line of bets with its payoffs."""

from __future__ import annotations

from svara._core import LEAF, NOT_LOOKED, Games
from svara.actions import Call, Fold, Look, Raise
from svara.checks import show
from svara.errors import InvalidGame
from svara.solver.lines import list_some, read_action, show_line, split_history
from svara.values import rebuild, slots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Iterator
    from typing import Any

    from svara.actions import Action
    from svara.rules import Rules
    from svara.solver.menu import Menu

CLASSES = 337
"""The least number of classes of equivalent hands."""


class GameTree:
    """The bets between the deal of the cards and the showdown, for one pot and two stacks.

    Player 0 is the dealer of these cards, and player 1 is the opener. The bets begin at node 0. The nodes are in
    depth-first order: the descendants of a node follow it without a gap, and its children are in the order of the menu.
    """

    __slots__ = (
        "actions",
        "ends",
        "following",
        "pairings",
        "parents",
        "payoffs",
        "players",
        "pot",
        "pots_at_price",
        "prices",
        "stacks",
    )

    pot: int
    """The chips in the pot when the cards are dealt: the antes, or the tied pot."""
    stacks: tuple[int, int]
    """The chips of player 0 and of player 1 when the cards are dealt, antes paid."""
    parents: array[int]
    """The node before each node, 32-bit; -1 for node 0."""
    players: array[int]
    """The player to act at each node, 8-bit: 0 or 1, plus `NOT_LOOKED` before it has looked; `LEAF` at a leaf.

    `player`, `has_looked` and `is_leaf` read it.
    """
    payoffs: array[float]
    """Three floats for each node: the payoffs of a leaf to player 0 if it has more points, equal points, fewer points.

    A payoff is the chips of player 0 at the end minus half of all chips. The three are equal after a fold, and 0 at
    nodes that are not leaves. If a game follows a tie, the second is 0.
    """
    following: array[int]
    """The number of the game that follows a tie at a leaf, 32-bit; -1 if none follows.

    The players change places in it (6.5): the value of a tie to player 0 is the value of that game to its player 1.
    """
    pairings: array[int]
    """How a leaf compares hands, 32-bit: 0, by points, at a leaf; -1 at nodes that are not leaves."""
    prices: array[int]
    """The price at each node (5.1), 64-bit."""
    pots_at_price: array[int]
    """The chips in the pot at each node if every seat still in paid the price, 64-bit; 0 at a leaf."""
    actions: tuple[Action | None, ...]
    """The action that leads to each node; `None` for node 0."""
    ends: array[int]
    """The node after the last descendant of each node, 32-bit."""

    def __init__(self, pot: int, stacks: tuple[int, int]) -> None:
        from array import array  # noqa: PLC0415  # not everybody who imports svara makes trees

        self.pot = pot
        self.stacks = stacks
        self.parents = array("i")
        self.players = array("B")
        self.payoffs = array("d")
        self.following = array("i")
        self.pairings = array("i")
        self.prices = array("q")
        self.pots_at_price = array("q")
        self.actions = ()
        self.ends = array("i")

    def __len__(self) -> int:
        """The number of nodes, leaves included."""
        return len(self.parents)

    def is_leaf(self, node: int) -> bool:
        """Whether the bets are over at a node."""
        return self.players[node] == LEAF

    def has_looked(self, node: int) -> bool:
        """Whether the seat to act at a node has looked at its hand; true at a leaf."""
        return not self.players[node] & NOT_LOOKED

    def player(self, node: int) -> int:
        """Return the player to act at a node: 0, the dealer, or 1, the opener.

        Raises `InvalidGame` at a leaf.
        """
        if self.is_leaf(node):
            msg = f"no seat acts after {show_line(self.path(node))!r}: the bets are over"
            raise InvalidGame(msg)
        return self.players[node] & ~NOT_LOOKED

    def children(self, node: int) -> dict[Action, int]:
        """Return the children of a node by the actions that lead to them, in the order of the menu."""
        return {action: child for child in self._children(node) if (action := self.actions[child])}

    def child(self, node: int, action: Action) -> int | None:
        """Return the node to which an action leads from a node; `None` if it is not on the menu."""
        for child in self._children(node):
            if self.actions[child] == action:
                return child
        return None

    def path(self, node: int) -> tuple[Action, ...]:
        """Return the actions that lead from node 0 to a node."""
        path = []
        while action := self.actions[node]:
            path.append(action)
            node = self.parents[node]
        return tuple(reversed(path))

    def _children(self, node: int) -> Iterator[int]:
        child, end = node + 1, self.ends[node]
        while child < end:
            yield child
            child = self.ends[child]

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), slots_of(self))

    def __repr__(self) -> str:
        return f"<GameTree for {self.pot} chips, stacks {list(self.stacks)}: {len(self)} nodes>"


class HeadsUpGame:
    """A deal of two seats with the bets of a menu, svarkas included. `make_game` makes it.

    >>> from svara.solver.walk import make_game
    >>> game = make_game("vipsvara", [3, 3], menu="all")
    >>> game
    <HeadsUpGame of vipsvara, menu 'all', stacks [3, 3]: 2 games, 33 nodes>
    >>> game.trees[1]
    <GameTree for 4 chips, stacks [1, 1]: 9 nodes>
    """

    __slots__ = ("menu", "rules", "stacks", "trees")

    rules: Rules
    stacks: tuple[int, int]
    """The chips of the dealer and of the opener before the antes."""
    menu: Menu
    trees: tuple[GameTree, ...]
    """The games. Number 0 is the deal itself; the others are svarkas, each after all games that can lead to it."""

    def __init__(self, rules: Rules, stacks: tuple[int, int], menu: Menu, trees: tuple[GameTree, ...]) -> None:
        self.rules = rules
        self.stacks = stacks
        self.menu = menu
        self.trees = trees

    @property
    def nodes(self) -> int:
        """The number of nodes of all trees, leaves included."""
        return sum(map(len, self.trees))

    def for_core(self) -> Games:
        """Return the trees in the form of the core."""
        trees = [(tree.parents, tree.players, tree.payoffs, tree.following, tree.pairings) for tree in self.trees]
        return Games(trees, [self.rules.scoring])

    def trace(self, history: str | Action | Iterable[Action | str]) -> list[tuple[int, int]]:
        """Return where a history leads: the number of each game on it, with the node that is reached there.

        A *history* has the actions from the first one on: a list, a text with ``"; "`` between the actions, or one
        action. A look may be left out before a fold, call or raise. Actions after a call that ended the bets are those
        of the svarka that follows a tie.

        >>> from svara.solver.walk import make_game
        >>> game = make_game("vipsvara", [20, 20])
        >>> game.trace("look; raise 1; call")
        [(0, 245)]
        >>> game.trace("raise 1; call; look"), game.trees[1].pot
        ([(0, 245), (1, 181)], 4)

        Raises `InvalidGame` for an action that is not on the menu there, and for a value that is not a history.
        """
        trace = [(0, 0)]
        for number, item in enumerate(split_history(history), start=1):
            game, node = trace[-1]
            tree = self.trees[game]
            if tree.is_leaf(node):
                if tree.following[node] < 0:
                    msg = f"action {number}, {show(str(item))}, comes after the last bet"
                    raise InvalidGame(msg)
                game, node = tree.following[node], 0
                tree = self.trees[game]
                trace.append((game, node))
            action = read_action(item)
            found = None if action is None else tree.child(node, action)
            if found is None and isinstance(action, Fold | Call | Raise):
                looked = tree.child(node, Look())
                found = None if looked is None else tree.child(looked, action)
            if found is None:
                there_are = list_some(tree.children(node))
                msg = f"action {number}, {show(str(item))}, is not on the menu: the actions are {there_are}"
                raise InvalidGame(msg)
            trace[-1] = game, found
        return trace

    def trace_to_act(self, history: str | Action | Iterable[Action | str]) -> list[tuple[int, int]]:
        """Return the same as `trace`, and go on to the svarka if the history ends with a call that a tie may follow."""
        trace = self.trace(history)
        game, node = trace[-1]
        following = self.trees[game].following[node]
        return trace if following < 0 else [*trace, (following, 0)]

    def path(self, trace: Iterable[tuple[int, int]]) -> tuple[Action, ...]:
        """Return the actions of a history from the result of `trace`."""
        return tuple([action for game, node in trace for action in self.trees[game].path(node)])

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), slots_of(self))

    def __repr__(self) -> str:
        games = f"{len(self.trees)} game{'s' * (len(self.trees) > 1)}"
        return (
            f"<HeadsUpGame of {self.rules.name}, menu {self.menu.name!r}, stacks {list(self.stacks)}: "
            f"{games}, {self.nodes} nodes>"
        )
