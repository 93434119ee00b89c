"""The games that two seats play, as trees in flat arrays: every line of bets, and what it comes to."""

from __future__ import annotations

from svara.checks import check_list, is_whole, show
from svara.deal import Deal
from svara.errors import InvalidDeal, InvalidGame
from svara.solver.menu import Menu, find_menu, pot_at_price

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from svara.actions import Action
    from svara.rules import Rules

    Key: TypeAlias = tuple[int, int, int]  # the pot, the dealer's stack, the other's

LEAF = 3
"""Who acts where the bets are over."""
BLIND = 4
"""Added to the number of a player that has not looked at its hand."""
MOST_NODES = 100_000
_MOST_DEPTH = 1_000
"""The core walks no deeper trees."""
_MAX_CHIPS = 2**53  # up to here a float knows every whole number

# What the dealer and the other hold, so that one has more points by every rule set, or both the same: 31 and 9 points.
_HANDS = (
    ("As Ks Qs", "9c 8h 7d"),
    ("As Ks Qs", "Ah Kh Qh"),
    ("9c 8h 7d", "As Ks Qs"),
)
DECKS = tuple([" ".join(map(" ".join, zip(other.split(), dealer.split(), strict=True))) for dealer, other in _HANDS])
"""The decks that deal these hands (3.3), the other's card first: the dealer's hand is better, ties, is worse."""


class TooManyNodes(InvalidGame):
    """A game of more nodes than are wanted."""


class GameTree:
    """The bets between a deal of cards and its showdown, for one pot and two stacks.

    Player 0 is the seat that deals these cards and player 1 the other. Node 0 is where the bets begin; a node stands
    before its children, these stand in the order of the menu's actions, and a node's descendants follow it without a
    gap.
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
    """The chips played for when the cards are dealt: the antes, or what tied."""
    stacks: tuple[int, int]
    """The chips of player 0 and of player 1 when the cards are dealt, antes paid."""
    parents: array[int]
    """The node before each node, 32-bit; -1 for node 0."""
    players: array[int]
    """Who acts at each node, 8-bit: player 0 or 1, or that plus 4 before it has looked; 3 where the bets are over."""
    payoffs: array[float]
    """Three floats a node: what a leaf is worth to player 0 where it holds more points, as many, fewer.

    In chips: those that player 0 has in the end less half of all. The three are equal where a seat has folded, and 0 at
    the nodes inside. Where a game follows, the second is 0.
    """
    following: array[int]
    """The number of the game that follows where the hands tie at a leaf, 32-bit; -1 where none does.

    The players change places in it (6.5): a tie is worth to player 0 what it is there to player 1.
    """
    pairings: array[int]
    """How a leaf pairs hands, 32-bit: 0 at a leaf, by points; -1 at the nodes inside."""
    prices: array[int]
    """The price at each node (5.1), 64-bit."""
    pots_at_price: array[int]
    """The chips that would be played for at each node if every seat still in paid the price, 64-bit; 0 at a leaf."""
    actions: tuple[str, ...]
    """The action that leads to each node, as text; empty for node 0."""
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
        """How many nodes there are, leaves included."""
        return len(self.parents)

    def children(self, node: int) -> dict[str, int]:
        """Return the nodes that follow a node, by the action that leads there, in the menu's order."""
        return {self.actions[child]: child for child in self._children(node)}

    def child(self, node: int, action: str) -> int | None:
        """Return the node to which an action, as text, leads from a node; `None` where it is not on the menu."""
        for child in self._children(node):
            if self.actions[child] == action:
                return child
        return None

    def path(self, node: int) -> tuple[str, ...]:
        """Return the actions, as text, that lead from node 0 to a node."""
        path = []
        while node:
            path.append(self.actions[node])
            node = self.parents[node]
        return tuple(reversed(path))

    def _children(self, node: int) -> Iterator[int]:
        child, end = node + 1, self.ends[node]
        while child < end:
            yield child
            child = self.ends[child]

    def __repr__(self) -> str:
        return f"<GameTree for {self.pot} chips, stacks {list(self.stacks)}: {len(self)} nodes>"


class HeadsUpGame:
    """A deal of two seats with the bets of a menu, svarkas included, as `make_game` makes it.

    >>> game = make_game("vipsvara", [3, 3], menu="all")
    >>> game
    <HeadsUpGame of vipsvara, menu 'all', stacks [3, 3]: 2 games, 33 nodes>
    >>> game.trees[1]
    <GameTree for 4 chips, stacks [1, 1]: 9 nodes>
    """

    __slots__ = ("menu", "rules", "stacks", "trees")

    rules: Rules
    stacks: tuple[int, int]
    """The chips of the dealer and of the other before the antes."""
    menu: Menu
    trees: tuple[GameTree, ...]
    """The games: number 0 is the deal itself, the others are svarkas, each after all that it can follow."""

    def __init__(self, rules: Rules, stacks: tuple[int, int], menu: Menu, trees: tuple[GameTree, ...]) -> None:
        self.rules = rules
        self.stacks = stacks
        self.menu = menu
        self.trees = trees

    @property
    def nodes(self) -> int:
        """How many nodes all the trees have, leaves included."""
        return sum(map(len, self.trees))

    def trace(self, history: str | Iterable[Action | str]) -> list[tuple[int, int]]:
        """Return the way of a history: for each game that it plays in, its number and the node to which it leads there.

        A *history* is the actions from the first on, or a text of them with ``"; "`` between. A look may be left out
        where a fold, call or raise comes after it. Actions after a call that ended the bets mean that the hands tied
        and a svarka followed.

        >>> game = make_game("vipsvara", [20, 20])
        >>> game.trace("look; raise 1; call")
        [(0, 245)]
        >>> game.trace("raise 1; call; look"), game.trees[1].pot
        ([(0, 245), (1, 181)], 4)

        Raises `InvalidGame` for an action that is not on the menu there, and for what is no history.
        """
        trace = [(0, 0)]
        for number, action in enumerate(split_history(history), start=1):
            game, node = trace[-1]
            tree = self.trees[game]
            if tree.players[node] == LEAF:
                if tree.following[node] < 0:
                    msg = f"action {number}, {show(action)}, comes after the last bet"
                    raise InvalidGame(msg)
                game, node = tree.following[node], 0
                tree = self.trees[game]
                trace.append((game, node))
            found = tree.child(node, action)
            if found is None and action.startswith(("fold", "call", "raise")):
                looked = tree.child(node, "look")
                found = None if looked is None else tree.child(looked, action)
            if found is None:
                there_are = _list_some(list(tree.children(node)))
                msg = f"action {number}, {show(action)}, is not on the menu: there are {there_are}"
                raise InvalidGame(msg)
            trace[-1] = game, found
        return trace

    def __repr__(self) -> str:
        games = f"{len(self.trees)} game{'s' * (len(self.trees) > 1)}"
        return (
            f"<HeadsUpGame of {self.rules.name}, menu {self.menu.name!r}, stacks {list(self.stacks)}: "
            f"{games}, {self.nodes} nodes>"
        )


def make_game(
    rules: Rules | str, stacks: Iterable[int], *, menu: Menu | str = "basic", most_nodes: int = MOST_NODES
) -> HeadsUpGame:
    """Return the game that two seats play from these stacks, those of the dealer and of the other, antes not yet paid.

    *rules* are a `Rules` or the name of a rule set, *menu* a `Menu` or the name of one. Every line of bets is played
    on a `Deal`, so that the rules are those of the deal.

    Raises `InvalidGame` where there are not two stacks, where the game has more than *most_nodes* nodes, and where a
    line of bets has 1,000 actions; `InvalidDeal` for stacks that cannot play a deal; `InvalidRules` and `InvalidMenu`
    for unknown names.
    """
    if not is_whole(most_nodes, 1):
        msg = f"most_nodes cannot be {show(most_nodes)}: it is a whole number of at least 1"
        raise InvalidGame(msg)
    checked = check_list(stacks, "stacks", "the chips of the dealer and of the other, such as [20, 20]", InvalidDeal)
    if len(checked) != 2:
        msg = f"a game is of two stacks, those of the dealer and of the other, not of {len(checked)}"
        raise InvalidGame(msg)
    deal = Deal.start(rules, stacks=checked, dealer=0)
    if sum(checked) >= _MAX_CHIPS:
        msg = f"a game is of fewer than 2⁵³ chips, not of {show(sum(checked))}"
        raise InvalidGame(msg)
    menu = menu if isinstance(menu, Menu) else find_menu(menu)
    trees = _Walk(menu, sum(checked) / 2, most_nodes).walk_all(deal)
    return HeadsUpGame(deal.rules, checked, menu, trees)


class _Walk:
    """Walks every line of bets of a deal and of the svarkas that follow, and counts the nodes."""

    def __init__(self, menu: Menu, half: float, most_nodes: int) -> None:
        self.menu = menu
        self.half = half
        """Half of all chips."""
        self.most_nodes = most_nodes
        self.known = 1
        """How many nodes there are at least: those walked, those next to them, and the first of each game to come."""
        self.svarkas: dict[Key, Deal | float] = {}
        """What follows a tie: a deal that waits for cards, or what it is worth to its player 0 where nobody can bet."""
        self.texts: dict[str, str] = {}
        """One text for all nodes that the same action leads to."""

    def walk_all(self, deal: Deal) -> tuple[GameTree, ...]:
        """Walk the deal, which waits for cards, and every svarka that can follow, the smallest pots first."""
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
        """Make the tree of one deal of cards. Returns it with what follows a tie at each node, in place of numbers."""
        pot, *stacks = key
        tree = GameTree(pot, (stacks[0], stacks[1]))
        dealer = waiting.dealer
        actions: list[str] = []
        follow: list[Key | None] = []
        path: list[tuple[int, list[Deal], Iterator[Action]]] = []
        deals = _deal_each(waiting)
        parent, text = -1, ""
        while True:
            if len(path) == _MOST_DEPTH:
                msg = f"the game has lines of {_MOST_DEPTH:,} actions: take smaller stacks or a menu with less on it"
                raise InvalidGame(msg)
            node = len(actions)
            actions.append(self.texts.setdefault(text, text))
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
                tree.players.append((to_act != dealer) + BLIND * (deals[1].phase == "blind"))
                tree.pairings.append(-1)
                self._count(menu.count)
                path.append((node, deals, iter(menu)))
            tree.payoffs.extend(payoffs)
            follow.append(after)
            # On to the next action that was not yet tried, at this node or the last one before it that has one.
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
            text = str(action)
            deals = _play_each(deals, action)

    def _leaf(self, dealer: int, deals: list[Deal]) -> tuple[tuple[float, float, float], Key | None]:
        """What is worth an end of the bets to who dealt, for each of the three decks, and what follows a tie."""
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
        """The svarka that waits for cards, or what it is worth to who deals it where nobody can bet.

        Then it goes to the showdown and, after a tie, on to the same again: who deals has a chance of one half.
        """
        better, _, worse = deals = _deal_each(waiting)
        if any(deal.to_act is not None for deal in deals):
            self._count(1)
            return waiting
        return (better.stacks[waiting.dealer] + worse.stacks[waiting.dealer]) / 2 - self.half

    def _count(self, more: int) -> None:
        self.known += more
        if self.known > self.most_nodes:
            msg = (
                f"the game has more than {self.most_nodes:,} nodes: take smaller stacks, a menu with less on it, or a "
                "higher most_nodes"
            )
            raise TooManyNodes(msg)


def _deal_each(waiting: Deal) -> list[Deal]:
    """Copies of a deal that waits for cards, with each of the three decks dealt."""
    deals = []
    for deck in DECKS:
        deal = waiting.copy()
        deal.deal(deck)
        deals.append(deal)
    return deals


def _play_each(deals: list[Deal], action: Action) -> list[Deal]:
    """Copies of three deals with different cards, in which an action is played.

    Where a seat folded they are one and the same: then no hand is shown, and the cards make no difference.
    """
    better, tied, worse = deals
    tied = _play(tied, action)
    if tied.phase == "over":
        return [tied, tied, tied]
    return [_play(better, action), tied, _play(worse, action)]


def _play(deal: Deal, action: Action) -> Deal:
    """A copy of a deal in which an action is played."""
    after = deal.copy()
    after.play(action)
    return after


def _key(waiting: Deal) -> Key:
    """What distinguishes the games of one table: the pot, and the stacks by role."""
    dealer = waiting.dealer
    return sum(pot.chips for pot in waiting.pots), waiting.stacks[dealer], waiting.stacks[1 - dealer]


def split_history(history: str | Iterable[Action | str]) -> list[str]:
    """The actions of a history as texts."""
    if isinstance(history, str):
        return [text.strip() for text in history.split(";")] if history.strip() else []
    if not hasattr(history, "__iter__"):
        msg = f"a history is a text such as 'look; raise 2', or a list of actions, not {show(history)}"
        raise InvalidGame(msg)
    return [str(action) for action in history]


def _list_some(actions: list[str]) -> str:
    """Actions as a line of text that stays a line where there are hundreds."""
    if len(actions) > 20:
        actions = [*actions[:10], "…", *actions[-5:]]
    return ", ".join(actions)
