"""A player that plays by a solution, and the lines on a menu that stand for others."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import svara
from svara.players import CallingPlayer, OddsPlayer, RandomPlayer, SolutionPlayer
from svara.solver.translation import nearer

SOLUTION = svara.solve(stacks=6, target=0.01, progress=False)
TWENTY = svara.solve(stacks=20, target=0.3, progress=False)


class Silent:
    """Plays nothing: a fallback that must not be asked."""

    def act(self, view: svara.View) -> str:
        """Fail."""
        raise AssertionError(view)


def line(history: str, solution: svara.Solution = TWENTY) -> str:
    """The line on the menu for a history."""
    return solution.nearest(history)


# Which line stands for which.


def test_lines_on_the_menu_stand_for_themselves() -> None:
    """Every line of the deal's first cards, with its looks."""
    for history in TWENTY.lines(least=0):
        assert line(history) == history


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        ("raise 3", "look; raise 2"),  # 3/2 of the pot, between 1 and 19/2: 0.75 for the lower one
        ("raise 4", "look; raise 2"),  # twice the pot: 0.59
        ("raise 5", "look; raise 19"),  # 5/2 of it: 0.47
        ("raise 18", "look; raise 19"),
        ("blind 3", "blind 4"),  # 3/2 of the pot, between 1 and 2: 0.4 for the lower one
        ("blind 8", "blind 4"),  # beyond all
        ("blind 1; blind 3", "blind 1; blind 4"),  # 4.3: three times the last
        ("raise 1; raise 18; call", "look; raise 1; raise 19; call"),
        ("raise 1; raise 2; raise 3; raise 4; raise 5", "look; raise 1; raise 3; raise 7; raise 15; call"),
        ("raise 1; call; blind 3; look", "look; raise 1; call; blind 4; look"),  # in a svarka
    ],
)
def test_other_amounts_are_taken_as_one_next_to_them(history: str, expected: str) -> None:
    """The likelier one of the two; where no raise is left on the menu, it is a call."""
    assert line(history) == expected


@given(st.floats(0, 10), st.floats(0, 10), st.floats(0, 10))
def test_the_mapping_has_the_properties_that_it_is_chosen_for(one: float, other: float, third: float) -> None:
    """It is 1 at the size below and 0 at the one above, and falls in between."""
    below, size, above = sorted((one, other, third))
    if above - below < 1e-6:
        return
    assert nearer(below, below, above) == pytest.approx(1)
    assert nearer(below, above, above) == 0
    assert 0 <= nearer(below, size, above) <= 1 + 1e-9
    middle = (above - below) / 2 + below
    assert nearer(below, middle, above) <= 0.5  # what lies in the middle is nearer to the size above


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ("raise 20", "action 1: seat 1 cannot raise 20: the price is 0 and it may fold, raise to 1-19"),
        ("fold; call", "action 2: nobody can call: the deal is over"),
        ("look; bet 3", "action 2: 'bet 3' is not an action: the actions are "),
        (
            "raise 1; raise 2; raise 3; raise 4; raise 5; raise 6",
            "no line on the menu stands for action 6, 'raise 6': on the menu the bets are over",
        ),
    ],
)
def test_what_no_line_stands_for(history: str, message: str) -> None:
    """8.2: what the rules do not allow, and what goes on where the menu's bets are over."""
    with pytest.raises(svara.InvalidGame, match="^" + re.escape(message)):
        line(history)


# The player.


def opening(hand: str, seed: int) -> str:
    """Return the first actions of the opener after a look at this hand, over many tries."""
    cards, others = hand.split(), ["9c", "9d", "9h"]
    deck = " ".join(f"{card} {other}" for card, other in zip(cards, others, strict=True))
    deal = svara.Deal.start("vipsvara", stacks=[20, 20], dealer=0, decks=[deck])
    deal.play("look")
    return str(SolutionPlayer(TWENTY, fallback=Silent(), seed=seed).act(deal.view(1)))


def test_each_action_is_played_as_often_as_the_solution_says() -> None:
    """Within four standard errors, for a hand that is played in several ways."""
    hand, tries = "8d Td Jh", 400
    shares = TWENTY.strategy("look", hand=hand)
    played = Counter(opening(hand, seed) for seed in range(tries))

    assert len([action for action in shares if shares[action] > 0.05]) > 1
    for action, share in shares.items():
        error = (share * (1 - share) / tries) ** 0.5
        assert played[str(action)] / tries == pytest.approx(share, abs=4 * error + 1 / tries)


def test_it_plays_deals_like_the_solutions_exactly() -> None:
    """Among two of it the dealer wins the value, within four standard errors, and no other player is asked."""
    players = [SolutionPlayer(SOLUTION, fallback=Silent()) for _ in range(2)]
    result = svara.simulate(players, stacks=6, deals=3000, seed=1, dealer=0, progress=False)

    assert result.forfeits == (0, 0)
    assert result.per_deal[0] == pytest.approx(SOLUTION.value, abs=4 * result.standard_errors[0])


@given(
    stacks=st.tuples(st.integers(1, 60), st.integers(1, 60)),
    ante=st.integers(1, 3),
    min_bet=st.integers(1, 7),
    dealer=st.integers(0, 1),
    seed=st.integers(0, 1000),
    kind=st.sampled_from([RandomPlayer, CallingPlayer, OddsPlayer]),
)
def test_whatever_is_played_it_does_what_is_legal(  # noqa: PLR0917  # what hypothesis gives
    stacks: tuple[int, int], ante: int, min_bet: int, dealer: int, seed: int, kind: Any
) -> None:
    """8.2: with other stacks, antes and bets than the solution's, and against anybody."""
    rules = svara.find_rules("vipsvara").but(ante=ante, min_bet=min_bet)
    if min(stacks) < ante:
        return
    deal = svara.Deal.start(rules, stacks=stacks, dealer=dealer, seed=seed)
    assert svara.play_deal(deal, [SolutionPlayer(TWENTY, seed=seed), kind()]) == ()
    assert sum(deal.stacks) == sum(stacks)


def test_where_more_than_two_seats_play_another_player_does() -> None:
    """With three seats in the deal, and where a third may join a svarka (6.3); a third seat that is out is none."""
    asked = Counter[str]()

    class Fallback(CallingPlayer):
        def act(self, view: svara.View) -> svara.Action:
            asked["fallback"] += 1
            return super().act(view)

    player = SolutionPlayer(TWENTY, fallback=Fallback())
    svara.play_deal(svara.Deal.start("vipsvara", stacks=[20] * 3, dealer=0, seed=1), [player, player, player])
    assert asked["fallback"] > 2
    asked.clear()
    deal = svara.Deal.start("vipsvara", stacks=[20] * 3, dealer=0, out=[1], seed=1)
    assert svara.play_deal(deal, [player, None, player]) == ()
    assert not asked

    fortegames = svara.solve("fortegames", stacks=6, target=0.3, progress=False)
    player = SolutionPlayer(fortegames, fallback=Fallback())
    deal = svara.Deal.start("fortegames", stacks=[6] * 3, dealer=0, out=[1], seed=1)
    svara.play_deal(deal, [player, CallingPlayer(), player])
    assert asked["fallback"] > 1


def test_what_a_bet_is_taken_as_it_remains_for_the_deal_and_is_drawn_anew_in_the_next() -> None:
    """A raise to 4 is a raise to 2 on the menu in some deals and one to 19 in others, whatever is played after it.

    Taken as 19 no bet is left for what follows, and another player goes on.
    """
    player = SolutionPlayer(TWENTY, fallback=CallingPlayer())
    drawn = Counter[tuple[tuple[str, ...], bool]]()
    for _ in range(60):
        deal = svara.Deal.start("vipsvara", stacks=[20, 20], dealer=0, seed=1)
        lines = []
        for action in ("look", "raise 4", "raise 9", "raise 15"):
            deal.play(action)
            if deal.to_act == 0:
                player.act(deal.view(0))
                number, node = player._translator.trace[0] if player._translator else (-1, -1)
                lines.append(tuple(map(str, TWENTY.game.trees[number].path(node))))
        first, second = lines
        drawn[first, second[: len(first)] == first] += 1

    assert set(drawn) == {(("look", "raise 2"), True), (("look", "raise 19"), True)}


def test_4_3_a_deal_in_which_every_amount_is_allowed_can_be_solved_and_played() -> None:
    """With "2+" the menu "basic" has the same bets as with 2, 3 or 4 times, and a blind of 5 after 2 is answered."""
    rules = svara.find_rules("vipsvara").but(blind_multiples="2+")
    solution = svara.solve(rules, stacks=20, target=0.3, progress=False)
    assert [tree.actions for tree in solution.game.trees] == [tree.actions for tree in TWENTY.game.trees]
    assert line("blind 2; blind 5", solution) == "blind 2; blind 4"

    players: list[Any] = [SolutionPlayer(solution, fallback=Silent()), RandomPlayer(seed=3)]
    for seed in range(100):
        deal = svara.Deal.start(rules, stacks=[20, 20], dealer=seed % 2, seed=seed)
        assert svara.play_deal(deal, players) == ()


def test_a_solution_of_other_rules_is_refused() -> None:
    """It fails, and the forfeit says why."""
    deal = svara.Deal.start("classic", stacks=[20, 20], dealer=0, seed=1)
    forfeits = svara.play_deal(deal, [SolutionPlayer(TWENTY), CallingPlayer()])
    assert len(forfeits) == 1
    assert "a solution of vipsvara cannot be used in a deal of classic: they differ in three_of_a_" in str(forfeits[0])


def test_it_can_be_pickled_and_begun_anew() -> None:
    """As a simulation does: the same seed plays the same."""
    player = pickle.loads(pickle.dumps(SolutionPlayer(TWENTY, seed=3)))
    results = [
        svara.simulate([player, OddsPlayer()], stacks=30, deals=50, seed=seed, progress=False) for seed in (1, 1, 2)
    ]
    assert results[0] == results[1] != results[2]


def test_one_seat_may_always_deal() -> None:
    """With `dealer` no turns are taken: a seat that folds first of all loses its ante in each deal."""
    players: list[Any] = [CallingPlayer(), Folds()]
    result = svara.simulate(players, deals=40, seed=1, dealer=0, progress=False)
    assert (result.dealer, result.chips) == (0, (40, -40))
    assert svara.simulate(players, deals=40, seed=1, progress=False).dealer is None
    with pytest.raises(svara.InvalidDeal, match=r"^seat 2 cannot deal: the seats are 0 to 1$"):
        svara.simulate(players, deals=40, seed=1, dealer=2, progress=False)


class Folds:
    """Gives up."""

    def act(self, view: svara.View) -> str:
        """Look, and fold."""
        return "look" if view.legal_actions.look else "fold"
