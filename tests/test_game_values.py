"""The exact values of small games, by a linear program that is independent of the solver."""

from __future__ import annotations

import pytest

import svara
from svara._core import NOT_LOOKED
from svara.solver.walk import make_game

numpy = pytest.importorskip("numpy")
pytest.importorskip("scipy")

from hand_classes import Classes, find_classes  # noqa: E402  # they import what may not be there
from linear_program import value  # noqa: E402  # the same


@pytest.fixture(scope="module")
def classes() -> Classes:
    """The classes of hands in vipsvara."""
    return find_classes()


def test_1_5_hands_fall_into_337_classes(classes: Classes) -> None:
    """Changing suits and ranks that are equivalent by the rules leaves 337 hands, which meet in 4,960 · 3,654 ways."""
    assert len(classes.points) == 337
    assert classes.meetings.sum() == 4960 * 3654
    assert (classes.meetings == classes.meetings.T).all()
    assert (classes.meetings.sum(axis=1) == 3654 * numpy.bincount(classes.of_hands)).all()


def test_1_3_points_are_those_of_the_core() -> None:
    """The reference and the core give each hand the same points, for the rule sets with other threes of a kind, too."""
    for rules, ranks in (("vipsvara", "789TJQKA"), ("classic", "TJQKA")):
        found = find_classes(ranks)
        by_hand = [hand.points(rules=rules) for hand in svara.all_hands()]

        assert found.points[found.of_hands].tolist() == by_hand


@pytest.mark.parametrize(("stack", "antes"), [(2, 0.1093563), (3, 0.0878085)])
def test_value_to_the_dealer_with_every_bet(classes: Classes, stack: int, antes: float) -> None:
    """With two or three antes in front of each seat, the dealer wins about a tenth of an ante."""
    game = make_game("vipsvara", [stack, stack], menu="all")

    assert value(game.trees, classes) == pytest.approx(antes, abs=1e-7)


def test_value_does_not_depend_on_what_a_chip_is_called(classes: Classes) -> None:
    """With an ante, a minimum bet and stacks of ten times as many chips, all is worth ten times as many."""
    small, large = (
        make_game(svara.find_rules("vipsvara").but(ante=chips, min_bet=chips), [2 * chips] * 2, menu="basic")
        for chips in (1, 10)
    )

    assert value(large.trees, classes) == pytest.approx(10 * value(small.trees, classes))


def test_8_3_a_blind_bet_cannot_depend_on_the_hand(classes: Classes) -> None:
    """Against a player 1 that looks in secret before the blind bets, the dealer wins less."""
    trees = make_game("vipsvara", [3, 3], menu="all").trees
    for tree in trees:
        for node, player in enumerate(tree.players):
            if player == 1 | NOT_LOOKED:
                tree.players[node] = 1

    assert value(trees, classes) == pytest.approx(0.0772764, abs=1e-7)


@pytest.mark.parametrize("rules", ["vipsvara", "fortegames", "classic"])
def test_value_of_what_cannot_be_bet_is_half_the_pot(classes: Classes, rules: str) -> None:
    """Where a seat has no chips after the ante, both have a chance of one half: the game is worth nothing to either."""
    for stacks in ([1, 1], [1, 50], [50, 1]):
        (tree,) = make_game(rules, stacks, menu="all").trees

        assert value([tree], classes) == pytest.approx((stacks[0] - stacks[1]) / 2, abs=1e-12)
