"""The solver alone, without Svara's rules: small games whose values are known, and what it refuses."""

from __future__ import annotations

import random
from array import array
from fractions import Fraction
from operator import mul
from typing import Any

import pytest

from small_games import kuhn, leduc
from svara._core import CHANCE, LEAF, NOT_LOOKED, Games, Solver, Strategy
from svara.solver.walk import make_game

JACK, QUEEN, KING = range(3)

# Kuhn's poker, whose solutions are known: Kuhn (1950), for every alpha from 0 to 1/3.


def kuhn_strategy(alpha: Any, **changes: Any) -> tuple[Games, Strategy]:
    """The game and a solution of it, with other shares for some nodes: how often to bet or call with J, Q, K."""
    shares = {
        "first": (alpha, 0, 3 * alpha),
        "after_check": (Fraction(1, 3), 0, 1),
        "after_check_and_bet": (0, alpha + Fraction(1, 3), 1),
        "after_bet": (0, Fraction(1, 3), 1),
    } | changes
    numbers = array("f")
    for row in shares.values():  # in the order of the nodes
        numbers.extend([float(1 - share) for share in row])
        numbers.extend([float(share) for share in row])
    games = Games(*kuhn())
    return games, Strategy(games, [numbers.tobytes()])


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 4), Fraction(1, 3)])
def test_nobody_can_gain_against_a_solution_of_kuhns_poker(alpha: Any) -> None:
    """Every solution is worth -1/18, and so is the best that either player can do against it."""
    _, strategy = kuhn_strategy(alpha)
    [(value, first, second)] = strategy.evaluations

    assert value == pytest.approx(-1 / 18, abs=1e-7)
    assert first == pytest.approx(-1 / 18, abs=1e-7)
    assert second == pytest.approx(1 / 18, abs=1e-7)


@pytest.mark.parametrize(
    ("changes", "first", "second"),
    [
        # Against whoever calls every bet with a queen: bet with a king (3/2), check and fold a jack (-1) and a queen
        # (-1/3). All three are as likely.
        ({"after_bet": (0, 1, 1)}, Fraction(1, 18), Fraction(1, 18)),
        # Whoever never bets and folds to every bet loses the ante to a bet with any card.
        ({"first": (0, 0, 0), "after_check_and_bet": (0, 0, 0)}, Fraction(-1, 18), Fraction(1)),
        # Against one who never bets after a check, and calls with a king alone: a bet with a jack wins 1 from a queen
        # and loses 2 to a king (-1/2), and a queen's bet does the same (-1/2) or is checked for 0; a king checked or
        # bet wins 1. The jack's check loses 1.
        ({"after_check": (0, 0, 0), "after_bet": (0, 0, 1)}, Fraction(1, 6), Fraction(1, 18)),
    ],
)
def test_what_a_mistake_in_kuhns_poker_costs_is_what_one_works_out(changes: Any, first: Any, second: Any) -> None:
    """The best responses win exactly that; the exploitability is their mean."""
    _, strategy = kuhn_strategy(Fraction(1, 4), **changes)
    [(_, *best)] = strategy.evaluations

    assert best == pytest.approx([first, second], abs=1e-7)


def test_kuhns_poker_is_solved() -> None:
    """The longer it learns, the less anybody can gain; a player never bets a queen first, and never folds a king."""
    solver = Solver(Games(*kuhn()), 1)
    gains = []
    for iterations in (10, 90, 900, 9_000):
        solver.iterate(0, iterations)
        value, *best = solver.evaluate(0)
        gains.append(sum(best) / 2)

    assert solver.iterations == [10_000]
    assert gains == sorted(gains, reverse=True)
    assert 0 < gains[-1] < 0.0001
    assert value == pytest.approx(-1 / 18, abs=1e-5)
    strategy = solver.strategy()
    first, after_bet = strategy.shares(0, 0), strategy.shares(0, 6)
    assert first[1][QUEEN] < 0.001
    assert first[1][KING] == pytest.approx(3 * first[1][JACK], abs=0.01)
    assert (after_bet[1][JACK], after_bet[1][KING]) == pytest.approx((0, 1), abs=0.001)
    assert after_bet[1][QUEEN] == pytest.approx(1 / 3, abs=0.01)


# Leduc hold'em, with a card that turns up in between.


def test_leduc_is_solved() -> None:
    """It is worth -0.0856 to the first player, and nobody can gain a thousandth."""
    solver = Solver(Games(*leduc()), 1)
    solver.iterate(0, 1_000)
    value, *best = solver.evaluate(0)

    assert value == pytest.approx(-0.0856, abs=0.0005)
    assert 0 < sum(best) / 2 < 0.001


class Leduc:
    """Leduc hold'em as lists, and what a strategy of it is worth, each hand by itself."""

    def __init__(self, seed: int) -> None:
        trees, self.pairings = leduc()
        self.games = Games(trees, self.pairings)
        parents, self.players, self.payoffs, _, self.pairing_of = trees[0]
        self.children: list[list[int]] = [[] for _ in parents]
        for node, parent in enumerate(parents[1:], start=1):
            self.children[parent].append(node)
        draw = random.Random(seed)  # noqa: S311  # no secret
        numbers = array("f", [draw.random() for _ in range(self.games.widths[0])])
        self.strategy = Strategy(self.games, [numbers.tobytes()])
        self.shares: dict[int, list[list[float]]] = {}
        begin = 0
        for node, children in enumerate(self.children):
            if self.players[node] < CHANCE:
                rows = [numbers[begin + 3 * action : begin + 3 * action + 3] for action in range(len(children))]
                begin += 3 * len(children)
                totals = [sum(column) for column in zip(*rows, strict=True)]
                self.shares[node] = [[row[hand] / totals[hand] for hand in range(3)] for row in rows]

    def win(self, node: int, player: int, own: int, reach: dict[int, float], *, is_best: bool) -> float:
        """Return the win of a player from a node on with a hand, by the best actions or by the strategy."""
        acts = self.players[node]
        if acts == LEAF:
            _, weights, order = self.pairings[self.pairing_of[node]]
            won = 0.0
            for other, chance in reach.items():
                pair = own * 3 + other if player == 0 else other * 3 + own
                payoff = self.payoffs[3 * node + 1 - order[pair]]
                won += chance * weights[pair] * (payoff if player == 0 else -payoff)
            return won
        rows = self.shares.get(node)
        values = []
        for action, child in enumerate(self.children[node]):
            comes = reach
            if rows and acts != player:
                comes = {other: chance * rows[action][other] for other, chance in reach.items()}
            values.append(self.win(child, player, own, comes, is_best=is_best))
        if acts != player or not rows:
            return sum(values)
        return max(values) if is_best else sum(row[own] * value for row, value in zip(rows, values, strict=True))

    def total(self, player: int, *, is_best: bool) -> float:
        """The same from the start on, with all hands."""
        return sum(self.win(0, player, own, dict.fromkeys(range(3), 1.0), is_best=is_best) for own in range(3))


@pytest.mark.parametrize("seed", range(3))
def test_values_and_best_responses_in_leduc_are_those_of_brute_force(seed: int) -> None:
    """For a strategy made at random: hand by hand, node by node, and the action that is best there."""
    game = Leduc(seed)
    [(value, *best)] = game.strategy.evaluations

    assert value == pytest.approx(game.total(0, is_best=False), abs=1e-12)
    assert value == pytest.approx(-game.total(1, is_best=False), abs=1e-12)
    assert best == pytest.approx([game.total(player, is_best=True) for player in range(2)], abs=1e-12)
    for node, rows in game.shares.items():
        for row, found in zip(rows, game.strategy.shares(0, node), strict=True):
            assert found == pytest.approx(row)


# The numbers about a strategy are consistent.


def svara_strategy(seed: int) -> tuple[Any, Strategy]:
    """A small game of Svara, with a svarka that may follow, and a strategy made at random."""
    game = make_game("vipsvara", [3, 4], menu="all")
    games = game.for_core()
    draw = random.Random(seed)  # noqa: S311  # no secret
    numbers = [array("f", [max(draw.random() - 0.3, 0) for _ in range(width)]) for width in games.widths]
    return game, Strategy(games, [part.tobytes() for part in numbers])


@pytest.mark.parametrize("make", [svara_strategy, lambda seed: (None, Leduc(seed).strategy)], ids=["svara", "leduc"])
def test_a_best_response_wins_what_the_evaluation_says(make: Any) -> None:
    """As either player, in every game; against itself a strategy is worth its value; who responds can hardly gain."""
    _, strategy = make(1)
    evaluation = strategy.evaluations
    response = strategy.best_response()

    for (value, *best), won, even, lost in zip(
        evaluation, response.against(strategy), strategy.against(strategy), strategy.against(response), strict=True
    ):
        assert won == pytest.approx(best, abs=1e-9)
        assert even == pytest.approx((value, -value), abs=1e-9)
        assert lost == pytest.approx([-best[1], -best[0]], abs=1e-9)
        assert best[0] > value > -best[1]


def test_advice_and_rows_fit_together() -> None:
    """The advice for all hands is the mean of that for each hand, and rows have the shares of the classes."""
    game, strategy = svara_strategy(2)
    for number, tree in enumerate(game.trees):
        reaches = strategy.reaches(number)
        assert reaches[0] == pytest.approx(1)
        assert sum(reach for node, reach in enumerate(reaches) if tree.is_leaf(node)) == pytest.approx(1)
        for node in range(len(tree)):
            assert strategy.reach([(number, node)]) == pytest.approx(reaches[node], abs=1e-12)
            assert not node or reaches[node] <= reaches[tree.parents[node]] + 1e-12
            if tree.is_leaf(node):
                continue
            shares, expected, value, reach, own, _ = strategy.advice(number, node)
            assert reach == pytest.approx(reaches[node], abs=1e-12)
            assert own == 1
            assert sum(shares) == pytest.approx(1)
            for child, share in zip(tree.children(node).values(), shares, strict=True):
                assert reaches[child] == pytest.approx(reach * share, abs=1e-12)
            of_hands = [strategy.advice(number, node, hand) for hand in range(337)]
            weights = [own * other for *_, own, other in of_hands]
            assert sum(weights) == pytest.approx(reach)
            assert expected is not None
            if tree.has_looked(node):
                values = [hand[2] or 0.0 for hand in of_hands]
                assert sum(map(mul, weights, values)) == pytest.approx(reach * (value or 0.0))
            else:
                assert all(hand[:3] == (shares, expected, value) for hand in of_hands)
            for action, share in enumerate(shares):
                assert sum(map(mul, weights, [hand[0][action] for hand in of_hands])) == pytest.approx(reach * share)
            of_all, by_class, by_points = strategy.rows(number, node)
            assert of_all == pytest.approx(reach)
            held = [hand for hand, weight in zip(of_hands, weights, strict=True) if weight > 0]
            assert [weight * reach for _, weight, _ in by_class] == pytest.approx(list(filter(None, weights)))
            if tree.has_looked(node):
                assert all(row == pytest.approx(hand[0]) for (*_, row), hand in zip(by_class, held, strict=True))
            assert [points for points, *_ in by_points] == sorted({points for points, *_ in by_class})
        if not tree.is_leaf(0):  # the opener, player 1, acts first
            _, _, value, *_ = strategy.advice(number, 0)
            assert value == pytest.approx(-strategy.evaluations[number][0])


def test_a_strategy_is_the_same_after_it_was_bytes() -> None:
    """Bytes in, bytes out; shares are kept as they are, so that a second time nothing changes."""
    _, strategy = svara_strategy(3)
    games = strategy.games
    parts = [strategy.to_bytes(game) for game in range(len(games.widths))]
    again = Strategy(games, parts)

    assert [len(part) for part in parts] == [4 * width for width in games.widths]
    assert [again.to_bytes(game) for game in range(len(parts))] == parts
    assert again.evaluations == strategy.evaluations
    assert again.games is games


# What is refused.


def games_of(**changes: Any) -> Games:
    """The games of Kuhn's poker with some of its arrays changed."""
    [arrays], pairings = kuhn()
    names = ("parents", "players", "payoffs", "following", "pairings")
    parents, players, payoffs, following, pairing_of = [
        changes.get(name, usual) for name, usual in zip(names, arrays, strict=True)
    ]
    return Games([(parents, players, payoffs, following, pairing_of)], changes.get("matrices", pairings))


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        (
            {"players": array("B", [0] * 8)},
            ValueError,
            "^node 0 of game 0 is invalid: the arrays of the tree are empty or have",
        ),
        (
            {"parents": array("i", [-1] * 9)},
            ValueError,
            "^node 1 of game 0 .*: the first node, and only that node, must have",
        ),
        (
            {"players": array("B", [9] * 9)},
            ValueError,
            "^node 0 of game 0 .*: a third player acts there, but a game must have two players",
        ),
        ({"payoffs": array("d", [0.0] * 26)}, ValueError, "^a tree must have three payoffs for each node$"),
        ({"payoffs": array("d", [0.0] * 28)}, ValueError, "^a tree must have three payoffs for each node$"),
        ({"payoffs": array("d", [0.0] * 24)}, ValueError, "are empty or have different lengths$"),
        ({"following": array("i", [0] * 9)}, ValueError, "the game that follows it is not a later game$"),
        ({"pairings": array("i", [7] * 9)}, ValueError, "its pairing does not exist$"),
        ({"parents": array("q", [-1] * 9)}, BufferError, "^buffer contents are not compatible with i32"),
        ({"payoffs": array("f", [0.0] * 27)}, BufferError, "^buffer contents are not compatible with f64"),
        ({"players": [0] * 9}, TypeError, "^a bytes-like object is required, not 'list'"),
        ({"matrices": []}, ValueError, "there are no trees, no pairings, or pairings with different hands$"),
        ({"matrices": [([3, 3], [0.1] * 8, [0] * 9)]}, ValueError, "the matrices of a pairing do not fit its numbers"),
        ({"matrices": [([3, 3], [0.1] * 9, [0] * 8)]}, ValueError, "the matrices of a pairing do not fit its numbers"),
        ({"matrices": ["vipsvara"]}, TypeError, "'str' object is not an instance of 'Scoring'"),
    ],
)
def test_what_is_not_a_game_is_refused_in_one_line(changes: Any, error: type[Exception], message: str) -> None:
    """Invalid trees, arrays of other numbers, invalid pairings."""
    with pytest.raises(error, match=message) as raised:
        games_of(**changes)

    assert error is not ValueError or "\n" not in str(raised.value)
    assert isinstance(games_of(), Games)


def test_what_is_not_a_strategy_is_refused() -> None:
    """Too few or too many numbers, half a number, and numbers that are not shares."""
    games, strategy = kuhn_strategy(0)
    whole = strategy.to_bytes(0)
    numbers = array("f", whole)
    wrong = [[], [whole, whole], [whole[:-4]], [whole[:-1]], [whole + b"\0"], [whole + b"\0" * 4], [b""]]
    for number in (-0.1, 1.1, float("nan"), float("inf"), float("-inf")):
        numbers[5] = number
        wrong.append([numbers.tobytes()])
    for by_game in wrong:
        with pytest.raises(ValueError, match=r"^the numbers are not a strategy for these games$"):
            Strategy(games, by_game)
    with pytest.raises(TypeError):
        Strategy(games, ["text"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]


def test_games_nodes_and_classes_that_are_not_there_are_refused() -> None:
    """By number; and strategies of different games do not meet, even if the games are equal."""
    games, strategy = kuhn_strategy(0)
    solver = Solver(games, 1)
    for ask in (
        lambda: solver.iterate(1, 1),
        lambda: solver.evaluate(1),
        lambda: strategy.to_bytes(1),
        lambda: strategy.shares(1, 0),
        lambda: strategy.shares_of(1, 0, 0),
        lambda: strategy.advice(1, 0),
        lambda: strategy.rows(1, 0),
        lambda: strategy.reaches(1),
        lambda: strategy.reach([(1, 0)]),
    ):
        with pytest.raises(IndexError, match=r"^there is no game 1$"):
            ask()
    for ask in (lambda: strategy.shares(0, 9), lambda: strategy.advice(0, 9), lambda: strategy.reach([(0, 9)])):
        with pytest.raises(IndexError, match=r"^game 0 has no node 9$"):
            ask()
    for ask in (lambda: strategy.shares_of(0, 0, 3), lambda: strategy.advice(0, 0, 3)):
        with pytest.raises(IndexError, match=r"^there is no class of hands 3$"):
            ask()
    with pytest.raises(ValueError, match=r"^no player acts at node 2 of game 0$"):
        strategy.advice(0, 2)
    with pytest.raises(ValueError, match=r"^game 0 does not follow node 2 of game 0$"):
        strategy.reach([(0, 2), (0, 0)])
    with pytest.raises(ValueError, match=r"^the hands of these games have no points$"):
        strategy.rows(0, 0)
    with pytest.raises(ValueError, match=r"^the reach of a node is defined only in games with one pairing of hands$"):
        Leduc(1).strategy.reaches(0)
    with pytest.raises(ValueError, match=r"^the strategies are for different games$"):
        strategy.against(kuhn_strategy(0)[1])
    with pytest.raises(ValueError, match=r"threads cannot be .*: it is a whole number from 1"):
        Solver(games, 0)


def test_the_core_has_room_for_ten_players_and_solves_two() -> None:
    """Numbers from 2 to 9 are players that are not solved yet, with or without the bit; others are nobody."""
    for acts in (2, 9, 2 | NOT_LOOKED):
        with pytest.raises(ValueError, match=r": a third player acts there, but a game must have two players$"):
            games_of(players=array("B", [acts] * 9))
    assert {CHANCE, LEAF}.isdisjoint(range(10))
    assert not {CHANCE, LEAF, *range(10)} & {NOT_LOOKED}


def test_evaluations_are_computed_once_or_given() -> None:
    """Given evaluations are not computed again, so a pickle needs none; they are three finite numbers per game."""
    games, strategy = kuhn_strategy(0)
    given = [(1.0, 2.0, 3.0)]
    assert Strategy(games, [strategy.to_bytes(0)], given).evaluations == given
    for wrong in ([], given * 2, [(float("nan"), 2.0, 3.0)]):
        with pytest.raises(ValueError, match=r"^evaluations must be three finite numbers for each game$"):
            Strategy(games, [strategy.to_bytes(0)], wrong)


def test_a_solver_that_has_learned_nothing_plays_all_actions_alike() -> None:
    """Then a strategy is half and half; with hands by a matrix there are no first hands of classes."""
    games = Games(*kuhn())
    strategy = Solver(games, 1).strategy()

    assert strategy.shares(0, 0) == [[0.5] * 3] * 2
    assert strategy.shares(0, 2) == []
    assert (games.first_hands, games.sizes) == ([], [])
    with pytest.raises(ValueError, match=r"^the hands of these games are not Svara hands$"):
        games.class_of("7c 8c 9c")
