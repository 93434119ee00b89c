"""The trees of heads-up games: each line is one that a deal can take, and each payoff what the deal comes to."""

from __future__ import annotations

import inspect
import sys
from array import array
from typing import TYPE_CHECKING, Any

import pytest

import svara
from deals import BEST, EQUAL, GOOD, POOR, deck_for
from svara._core import LEAF, NOT_LOOKED, Games
from svara.errors import InvalidGame, InvalidMenu
from svara.solver.lines import show_line
from svara.solver.menu import find_menu
from svara.solver.walk import _Walk, make_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from svara.solver.tree import HeadsUpGame

RULE_SETS = ("vipsvara", "fortegames", "classic")
OUTCOMES = ((BEST, POOR), (GOOD, EQUAL), (POOR, BEST))
"""Hands of the dealer and of the other seat, such that the dealer has more points, as many, fewer."""
STARTS: list[tuple[str, list[int], str, dict[str, Any]]] = [
    *((rules, [stack, stack], "all", {}) for rules in RULE_SETS for stack in (1, 2, 5)),
    *((rules, stacks, "all", {}) for rules in RULE_SETS for stacks in ([4, 7], [7, 4], [1, 5], [5, 1])),
    *((rules, [20, 20], "basic", {}) for rules in RULE_SETS),
    ("vipsvara", [12, 30], "fine", {"min_bet": 2}),
    ("vipsvara", [30, 12], "fine", {"ante": 3, "min_bet": 2}),
    ("classic", [9, 8], "all", {"max_raises": 1, "three_sevens": False, "min_bet": 3}),
    ("fortegames", [8, 9], "all", {"three_of_a_kind": "", "ante": 2, "min_bet": 3}),
    ("classic", [8, 8], "all", {"blind_multiples": "2+"}),
    ("vipsvara", [12, 12], "fine", {"blind_multiples": "3+"}),
]
GAMES = {
    f"{rules} {stacks} {menu}": make_game(svara.find_rules(rules).but(**changes), stacks, menu=menu)
    for rules, stacks, menu, changes in STARTS
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> HeadsUpGame:
    """One of several small games."""
    return GAMES[request.param]


def leaves(game: HeadsUpGame) -> Iterator[tuple[int, int]]:
    """The leaves of all trees, as numbers of game and node."""
    for number, tree in enumerate(game.trees):
        yield from ((number, node) for node, player in enumerate(tree.players) if player == LEAF)


def ways(game: HeadsUpGame) -> list[list[tuple[svara.Action, ...]]]:
    """For each game one way to it: the actions on each deal of cards before it, all of which tied."""
    found: dict[int, list[tuple[svara.Action, ...]]] = {0: []}
    for number, leaf in leaves(game):
        tree = game.trees[number]
        if tree.following[leaf] >= 0:
            found.setdefault(tree.following[leaf], [*found[number], tree.path(leaf)])
    return [found[number] for number in range(len(game.trees))]


def replay(game: HeadsUpGame, way: Sequence[tuple[svara.Action, ...]], outcome: tuple[str, str]) -> svara.Deal:
    """A real deal on which all of a way is played; the last cards have this outcome, those before tie."""
    decks = [
        deck_for(dict(zip((dealer, 1 - dealer), hands, strict=True)), dealer)
        for dealer, hands in zip([0, 1] * len(way), [OUTCOMES[1]] * (len(way) - 1) + [outcome], strict=False)
    ]
    deal = svara.Deal.start(game.rules, stacks=game.stacks, dealer=0, decks=decks)
    for action in (action for actions in way for action in actions):
        deal.play(action)
    return deal


def test_6_1_every_leaf_comes_to_what_a_deal_comes_to(game: HeadsUpGame) -> None:
    """Each line to a leaf is played on deals with other cards, one for each outcome: the chips are the tree's."""
    way_to = ways(game)
    half = sum(game.stacks) / 2
    for number, leaf in leaves(game):
        tree = game.trees[number]
        way = [*way_to[number], tree.path(leaf)]
        player = (len(way) - 1) % 2  # 6.5: who dealt the last cards
        for outcome, payoff in zip(OUTCOMES, tree.payoffs[3 * leaf : 3 * leaf + 3], strict=True):
            deal = replay(game, way, outcome)
            if deal.phase == "over":
                assert (deal.stacks[player] - half, deal.stacks[1 - player] - half) == (payoff, -payoff)
                continue
            assert (deal.phase, outcome) == ("dealing", OUTCOMES[1])
            assert deal.dealer == 1 - player
            (pot,) = deal.pots
            if tree.following[leaf] >= 0:
                after = game.trees[tree.following[leaf]]
                assert payoff == 0
                assert (pot.chips, deal.stacks[1 - player], deal.stacks[player]) == (after.pot, *after.stacks)
            else:
                assert 0 in deal.stacks
                assert payoff == deal.stacks[player] + pot.chips / 2 - half


def test_4_4_a_hand_is_hidden_until_a_seat_looks(game: HeadsUpGame) -> None:
    """A node is hidden where the seat may look, and nowhere else: elsewhere the view of the seat has its hand."""
    way_to = ways(game)
    for number, tree in enumerate(game.trees):
        for node, player in enumerate(tree.players):
            if player == LEAF:
                continue
            deal = replay(game, [*way_to[number], tree.path(node)], OUTCOMES[0])
            assert deal.to_act == (tree.player(node) + len(way_to[number])) % 2
            assert tree.player(node) == player & ~NOT_LOOKED
            has_hand = deal.view(deal.to_act).hand is not None
            assert tree.has_looked(node) == has_hand == (svara.Look() not in tree.children(node))


def test_4_3_every_amount_from_twice_the_last_blind_is_in_the_tree() -> None:
    """With the menu "all" a blind of 1 is followed by each of 2 to 7, with "basic" by twice and four times as much."""
    rules = svara.find_rules("classic").but(blind_multiples="2+")
    for menu, blinds in (("all", range(2, 8)), ("basic", (2, 4))):
        (tree, *_) = make_game(rules, [8, 8], menu=menu).trees
        blinded = tree.child(0, svara.Blind(1))
        assert blinded is not None
        assert list(tree.children(blinded)) == [*map(svara.Blind, blinds), svara.Look()]


def test_8_1_no_chip_is_lost(game: HeadsUpGame) -> None:
    """A payoff is between no chips and all chips; at a showdown a better hand wins at least as much."""
    half = sum(game.stacks) / 2
    for tree in game.trees:
        assert tree.pot + sum(tree.stacks) == 2 * half
        for node, player in enumerate(tree.players):
            win, tie, loss = tree.payoffs[3 * node : 3 * node + 3]
            assert half >= win >= loss >= -half
            if player != LEAF:
                assert win == tie == loss == 0
            elif tree.following[node] < 0:
                assert win >= tie >= loss
                assert tie == (win + loss) / 2


@pytest.mark.parametrize("rules", RULE_SETS)
def test_8_1_seats_with_equal_chips_have_equal_chances(rules: str) -> None:
    """From equal stacks a showdown wins for either what it would lose."""
    game = GAMES[f"{rules} [20, 20] basic"]
    for tree in game.trees:
        assert tree.stacks[0] == tree.stacks[1]
        for win, _, loss in zip(*(iter(tree.payoffs),) * 3, strict=True):
            assert win in (loss, -loss)  # where a seat has folded, or at a showdown


@pytest.mark.parametrize("rules", RULE_SETS)
def test_6_5_a_svarka_does_not_remember_who_dealt_first(rules: str) -> None:
    """A svarka that follows from the mirrored deal, for as much and with as much on either side, is the same game."""
    trees = [
        {(tree.pot, tree.stacks): tree for tree in GAMES[f"{rules} {stacks} all"].trees[1:]}
        for stacks in ([4, 7], [7, 4])
    ]
    common = trees[0].keys() & trees[1].keys()
    assert common
    for key in common:
        one, other = trees[0][key], trees[1][key]
        assert (one.actions, one.parents, one.players) == (other.actions, other.parents, other.players)
        assert one.payoffs == other.payoffs


def test_6_6_games_stand_before_those_that_follow(game: HeadsUpGame) -> None:
    """The pot has grown before each svarka, and every game but the first follows from one before it."""
    followed = set()
    for number, leaf in leaves(game):
        after = game.trees[number].following[leaf]
        if after >= 0:
            assert after > number
            assert game.trees[after].pot > game.trees[number].pot
            followed.add(after)
    assert followed == {*range(1, len(game.trees))}
    assert len({(tree.pot, tree.stacks) for tree in game.trees}) == len(game.trees)


def test_nodes_stand_in_preorder(game: HeadsUpGame) -> None:
    """A node stands before its children, they stand in the order of the actions, and all descendants follow at once."""
    assert game.nodes == sum(map(len, game.trees))
    order = ("blind", "look", "fold", "call", "raise")
    for tree in game.trees:
        size = len(tree)
        assert [len(column) for column in (tree.players, tree.following, tree.pairings)] == [size] * 3
        assert (len(tree.actions), len(tree.ends), len(tree.payoffs)) == (size, size, 3 * size)
        assert (tree.parents[0], tree.actions[0], tree.ends[0]) == (-1, None, size)
        for node in range(size):
            children = tree.children(node)
            assert all(tree.parents[child] == node for child in children.values())
            assert all(tree.child(node, action) == child for action, child in children.items())
            assert [*children.values(), tree.ends[node]] == [node + 1, *map(tree.ends.__getitem__, children.values())]
            assert (tree.players[node] == LEAF) == tree.is_leaf(node) == (not children) == (tree.pairings[node] == 0)
            sequence = [
                (order.index(action.verb), action.amount if isinstance(action, svara.Blind | svara.Raise) else 0)
                for action in children
            ]
            assert sequence == sorted(sequence)
        assert sum(len(tree.children(node)) for node in range(size)) == size - 1


def test_arrays_have_the_items_that_they_say() -> None:
    """32-bit numbers of nodes and games, 8-bit players, floats."""
    (tree,) = make_game("vipsvara", [2, 2], menu="all").trees

    assert (
        "".join(
            column.typecode
            for column in (
                tree.parents,
                tree.players,
                tree.payoffs,
                tree.following,
                tree.pairings,
                tree.ends,
            )
        )
        == "iBdiii"
    )
    assert (tree.parents.itemsize, tree.following.itemsize) == (4, 4)


# The lines.


def lines(deal: svara.Deal, history: tuple[svara.Action, ...] = ()) -> Iterator[tuple[svara.Action, ...]]:
    """Every whole line of bets, found in the plainest way: every legal action is played, and all hands tie."""
    if deal.phase == "dealing":
        before = deal.copy()
        deal = deal.copy()
        deal.deal(deck_for(dict(zip((deal.dealer, 1 - deal.dealer), OUTCOMES[1], strict=True)), deal.dealer))
        if deal.phase == "dealing" and deal.pots == before.pots:
            yield history
            return
    if deal.phase == "over":
        yield history
    for action in deal.legal_actions:
        after = deal.copy()
        after.play(action)
        yield from lines(after, (*history, action))


def lines_of(game: HeadsUpGame, number: int = 0) -> Iterator[tuple[svara.Action, ...]]:
    """Every whole line of a game."""
    tree = game.trees[number]
    for leaf, player in enumerate(tree.players):
        if player == LEAF:
            path = tree.path(leaf)
            if tree.following[leaf] < 0:
                yield path
            else:
                yield from ((*path, *line) for line in lines_of(game, tree.following[leaf]))


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("stack", [2, 3, 4, 5])
def test_with_every_bet_the_lines_are_all_that_are_legal(rules: str, stack: int) -> None:
    """The lines through the trees are those of a plain enumeration of what a deal allows, svarkas included."""
    game = make_game(rules, [stack, stack], menu="all")
    found = list(lines_of(game))

    assert len(found) == len(set(found))
    assert set(found) == set(lines(svara.Deal.start(rules, stacks=[stack, stack], dealer=0)))


@pytest.mark.parametrize(
    ("stack", "menu", "games", "first", "nodes"),
    [(20, "basic", 19, 327, 1914), (20, "fine", 19, 1356, 7494), (10, "all", 9, 2866, 5807), (2, "all", 1, 9, 9)],
)
def test_size_of_games(stack: int, menu: str, games: int, first: int, nodes: int) -> None:
    """How many games there are, and how many nodes the first of them and all of them have."""
    game = make_game("vipsvara", [stack, stack], menu=menu)

    assert (len(game.trees), len(game.trees[0]), game.nodes) == (games, first, nodes)


def test_bets_are_those_of_the_menu(game: HeadsUpGame) -> None:
    """At every turn the actions are those that the menu has for the deal there."""
    way_to = ways(game)
    for number, tree in list(enumerate(game.trees))[:5]:
        for node, player in list(enumerate(tree.players))[:200]:
            if player != LEAF:
                deal = replay(game, [*way_to[number], tree.path(node)], OUTCOMES[0])
                assert list(tree.children(node)) == list(game.menu.actions(deal))


def test_deep_games_do_not_need_a_deep_stack() -> None:
    """A line of a hundred raises is walked where Python allows forty more calls within calls."""
    menu = find_menu("basic").but(name="steps", blinds=(), raises=("min",), max_raises=None)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 40)
    try:
        game = make_game("vipsvara", [60, 60], menu=menu)
        number, leaf = game.trace(["look", *(f"raise {chips}" for chips in range(1, 60)), "fold"])[-1]
    finally:
        sys.setrecursionlimit(limit)

    assert (number, len(game.trees[0].path(leaf))) == (0, 61)


def test_a_line_is_as_long_as_the_core_walks() -> None:
    """A look, 997 raises and a fold are walked; with one more, the error comes before the rest of the game is built."""
    menu = find_menu("basic").but(name="steps", blinds=(), raises=("min",), max_raises=None)
    rules = svara.find_rules("vipsvara")
    with pytest.raises(
        InvalidGame, match=r"^the game has lines of 1,000 actions: use smaller stacks or a smaller menu"
    ):
        make_game(rules, [999, 999], menu=menu, max_nodes=10**7)

    walk = _Walk(menu, 998, 10**7)
    deal = svara.Deal.start(rules, stacks=[998, 998], dealer=0)
    tree, follow = walk._walk((2, 997, 997), deal)
    assert max(len(tree.path(node)) for node in range(len(tree))) == 999
    columns = (tree.parents, tree.players, tree.payoffs, array("i", [-1] * len(follow)), tree.pairings)
    assert Games([columns], [rules.scoring]).widths


# What is refused.


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("vipsvara", [20]), InvalidGame, "a game has two stacks, those of the dealer and of the opener, not 1"),
        (("vipsvara", [9] * 3), InvalidGame, "a game has two stacks, those of the dealer and of the opener, not 3"),
        (
            ("vipsvara", 20),
            svara.InvalidDeal,
            "stacks cannot be 20: they are the chips of the dealer and of the opener, such as [20, 20]",
        ),
        (
            ("vipsvara", [20, 2.5]),
            svara.InvalidDeal,
            "the stack of seat 1 cannot be 2.5, a float: it is a whole number of at least 0",
        ),
        (
            ("vipsvara", [0, 20]),
            svara.InvalidDeal,
            "seat 0 cannot pay the ante of 1 from 0 chips: it must be out",
        ),
        (
            ("poker", [20, 20]),
            svara.InvalidRules,
            "there are no rules 'poker': the rule sets are vipsvara, fortegames, classic",
        ),
        (("vipsvara", [2**52, 2**52]), InvalidGame, "a game has fewer than 2⁵³ chips, not 9007199254740992"),
    ],
)
def test_stacks_and_rules_are_checked(arguments: Any, error: type[Exception], message: str) -> None:
    """Arguments that do not make a game are refused in one line."""
    with pytest.raises(error) as caught:
        make_game(*arguments)

    assert str(caught.value) == message


def test_menu_and_limit_are_checked() -> None:
    """An unknown menu is refused as `find_menu` refuses it, and a limit that is none."""
    with pytest.raises(InvalidMenu, match=r"^there is no menu 'huge': the menus are basic, fine, all$"):
        make_game("vipsvara", [20, 20], menu="huge")
    for wrong in (0, -1, 1.5, True, None):
        with pytest.raises(
            InvalidGame, match=f"^max_nodes cannot be {wrong}(, a .*)?: it is a whole number of at least 1$"
        ):
            make_game("vipsvara", [20, 20], max_nodes=wrong)  # type: ignore[arg-type]


def test_vast_games_are_refused() -> None:
    """A game beyond the limit is refused before it is made, and one at the limit is not."""
    for stacks, menu in (([10**15] * 2, "all"), ([1000, 1000], "all"), ([50, 50], "basic")):
        with pytest.raises(InvalidGame) as caught:
            make_game("vipsvara", stacks, menu=menu, max_nodes=5000)
        assert str(caught.value) == (
            "the game has more than 5,000 nodes: use smaller stacks, a smaller menu, or a higher max_nodes"
        )

    assert make_game("vipsvara", [20, 20], max_nodes=1914).nodes == 1914
    with pytest.raises(InvalidGame):
        make_game("vipsvara", [20, 20], max_nodes=1913)


# Histories.


def test_histories_lead_to_nodes(game: HeadsUpGame) -> None:
    """The way to every node leads there: as one text, as texts, as actions."""
    for number, (tree, way) in enumerate(zip(game.trees, ways(game), strict=True)):
        for node in range(0, len(tree), 7):
            actions = [action for path in (*way, tree.path(node)) for action in path]
            if way and not node:
                continue  # the history ends in the leaf before the svarka
            assert game.trace(show_line(actions))[-1] == game.trace(actions)[-1] == (number, node)
            assert game.trace(map(str, actions))[-1] == (number, node)
            assert node == 0 or game.path(game.trace(actions)) == tuple(actions)


def test_4_4_a_look_may_be_left_out() -> None:
    """Where a seat folds, calls or raises in the blind phase it has looked; so, too, after a tie."""
    game = GAMES["vipsvara [20, 20] basic"]

    assert game.trace("")[-1] == game.trace([])[-1] == game.trace(" ")[-1] == (0, 0)
    assert game.trace("raise 2; raise 5")[-1] == game.trace("look; raise 2; raise 5")[-1]
    assert game.trace("blind 1; call; call")[-1] == game.trace("blind 1;look;call;call")[-1]
    assert (
        game.trace("raise 1; call; raise 2; call; fold")[-1]
        == game.trace("look; raise 1; call; look; raise 2; call; look; fold")[-1]
    )


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ("check", "action 1, 'check', is not on the menu: the actions are blind 1, blind 2, blind 4, look"),
        ("look; raise 3", "action 2, 'raise 3', is not on the menu: the actions are fold, raise 1, raise 2, raise 19"),
        ("raise 3", "action 1, 'raise 3', is not on the menu: the actions are blind 1, blind 2, blind 4, look"),
        (
            "raise 2; blind 2",
            "action 2, 'blind 2', is not on the menu: the actions are fold, call, raise 5, raise 8, raise 19",
        ),
        ("look; look", "action 2, 'look', is not on the menu: the actions are fold, raise 1, raise 2, raise 19"),
        (
            "blind 1; blind 2; look",
            "action 3, 'look', is not on the menu: the actions are fold, call, raise 9, raise 14, raise 19",
        ),
        ("look;; fold", "action 2, '', is not on the menu: the actions are fold, raise 1, raise 2, raise 19"),
        (
            "raise 1; call; call",
            "action 3, 'call', is not on the menu: the actions are blind 1, blind 2, blind 4, look",
        ),
        ("fold; look", "action 2, 'look', comes after the last bet"),
        ("raise 19; call; look", "action 3, 'look', comes after the last bet"),
        (["look", 7], "action 2, '7', is not on the menu: the actions are fold, raise 1, raise 2, raise 19"),
    ],
)
def test_histories_that_are_none_are_refused(history: Any, message: str) -> None:
    """The action at fault is named, with what is on the menu there, in one line."""
    with pytest.raises(InvalidGame) as caught:
        GAMES["vipsvara [20, 20] basic"].trace(history)

    assert str(caught.value) == message


@pytest.mark.parametrize("wrong", [None, 7, 1.5])
def test_what_is_no_history_is_refused(wrong: Any) -> None:
    """A history is a text or actions one after another."""
    with pytest.raises(InvalidGame) as caught:
        GAMES["vipsvara [20, 20] basic"].trace(wrong)

    assert str(caught.value) == f"a history is a text such as 'look; raise 2', or a list of actions, not {wrong}"


def test_long_menus_are_shown_in_part() -> None:
    """A line of text stays one where a menu has many amounts."""
    game = make_game("vipsvara", [40, 40], menu=find_menu("all").but(name="wide", blinds=(), max_raises=1))
    with pytest.raises(InvalidGame) as caught:
        game.trace("look; raise 40")[-1]

    assert str(caught.value) == (
        "action 2, 'raise 40', is not on the menu: the actions are fold, raise 1, raise 2, raise 3, raise 4, raise 5, "
        "raise 6, raise 7, raise 8, raise 9, …, raise 35, raise 36, raise 37, raise 38, raise 39"
    )


def test_repr_says_what_game_it_is() -> None:
    """The rules, the menu, the stacks and how large it is."""
    game = GAMES["vipsvara [2, 2] all"]

    assert repr(game) == "<HeadsUpGame of vipsvara, menu 'all', stacks [2, 2]: 1 game, 9 nodes>"
    assert repr(game.trees[0]) == "<GameTree for 2 chips, stacks [1, 1]: 9 nodes>"
