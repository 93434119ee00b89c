"""Odds, ranges, and what is asked of them on the command line."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

import svara
from svara.cli.main import main

VECTORS = [json.loads(line) for line in (Path(__file__).parent / "data" / "odds.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["hand"])
def test_the_table_has_the_odds_that_a_slow_reference_counted(vector: Any) -> None:
    """Against 1 to 9 opponents wins and svarkas are those of the vector, and the total is all ways to deal."""
    total = 1
    for opponents, (wins, svarkas) in enumerate(vector["win_svarka"], start=1):
        odds = svara.odds(vector["hand"], opponents=opponents)
        total *= comb(32 - 3 * opponents, 3)

        assert (odds.wins, odds.svarkas, odds.total, odds.exact) == (wins, svarkas, total, True)
        assert svara.odds(vector["hand"], opponents=opponents, rules="fortegames") == odds


def test_hands_that_differ_by_names_of_suits_or_ranks_have_the_same_odds() -> None:
    """♦ ♥ ♠ mean the same, and so do 10 J Q K."""
    for hand, same in (("7c Kh Kd", "7c Ts Th"), ("Qd Kh Ac", "Ks Jd Ac"), ("8d 9d Js", "8h 9h Ks")):
        for rules in ("vipsvara", "classic"):
            for opponents in (1, 5, 9):
                assert svara.odds(hand, opponents=opponents, rules=rules) == svara.odds(
                    same, opponents=opponents, rules=rules
                )


def brute_force(hand: Any, hands: Any, gone: Any, rules: Any) -> Any:
    """The wins, svarkas and losses against one opponent with these hands."""
    points = svara.points(hand, rules=rules)
    counts = [0, 0, 0]
    for other in hands:
        if not set(other) & gone:
            its_points = svara.points(other, rules=rules)
            counts[0 if its_points < points else 1 if its_points == points else 2] += 1
    return counts


@pytest.mark.parametrize("rules", ["vipsvara", "classic", svara.find_rules("vipsvara").but(three_sevens=False)])
def test_one_opponent_with_dead_cards_is_counted(rules: Any) -> None:
    """The counts are those of all hands that are left, one by one."""
    hands = [svara.Hand(cards) for cards in combinations(range(32), 3)]
    for cards, dead in (("7d 7h 9s", "7c"), ("7c 8c 8d", "Ah As"), ("Qd Kh Ac", ""), ("9d Td Jd", "Qd Kd Ad 8c")):
        hand = svara.Hand(cards)
        gone = {*hand, *map(svara.Card, dead.split())}
        odds = svara.odds(hand, dead=dead, rules=rules)

        assert [odds.wins, odds.svarkas, odds.losses] == brute_force(hand, hands, gone, rules)
        view = svara.all_odds(dead=dead, rules=rules)
        assert (view[hand.index, 0], view[hand.index, 1]) == (odds.wins, odds.svarkas)


def test_all_hands_at_once() -> None:
    """The odds of all hands are those of each; numpy takes them without a copy; wins and losses balance."""
    view = svara.all_odds()
    rows: Any = view.tolist()  # of rows, though the type of memoryview has one dimension

    assert (view.shape, view.format, view.readonly) == ((4960, 2), "H", True)
    for hand in svara.all_hands():
        odds = svara.odds(hand)
        assert rows[hand.index] == [odds.wins, odds.svarkas]
    assert sum(wins for wins, _ in rows) == sum(3654 - wins - svarkas for wins, svarkas in rows)
    numpy = pytest.importorskip("numpy")
    assert numpy.shares_memory(numpy.asarray(view), numpy.asarray(view))


def test_opponents_whose_hands_are_known() -> None:
    """A given hand is a range of one: what it takes from the deck is gone for the others."""
    known = svara.odds("7c Kh Kd", opponents=["As Ah Kc"])
    assert (known.wins, known.svarkas, known.losses) == (1, 0, 0)
    assert svara.odds("7c Kh Kd", opponents=svara.Hand("As Ah Kc")) == known
    assert svara.odds("7c Kh Kd", opponents="As Ah Kc") == known

    both = svara.odds("Qd Kh Ac", opponents=["9s Td 8h", None])
    dead = svara.odds("Qd Kh Ac", opponents=1, dead="9s Td 8h")
    assert (both.wins, both.svarkas, both.losses) == (dead.wins, dead.svarkas, dead.losses)


def test_a_range_is_its_hands() -> None:
    """Text, hands and a sequence of hands are the same range; all hands are the same as no range."""
    text = svara.odds("Ah Kh 8c", opponents=["30+"])
    assert svara.odds("Ah Kh 8c", opponents=[svara.hands_in_range("30+")]) == text
    assert svara.odds("Ah Kh 8c", opponents=[[str(hand) for hand in svara.hands_in_range("30+")]]) == text
    assert svara.odds("Ah Kh 8c", opponents=["any", None]) == svara.odds("Ah Kh 8c", opponents=2)


def test_points_in_a_range_are_those_of_the_rules() -> None:
    """7♣ 8♣ 8♦ has 27 points under vipsvara and 19 under classic (1.7)."""
    hand = svara.Hand("7c 8c 8d")
    assert hand in svara.hands_in_range("27")
    assert hand not in svara.hands_in_range("27", rules="classic")
    assert hand in svara.hands_in_range("19", rules="classic")


def test_equity_is_an_equal_share_of_svarkas() -> None:
    """Against one opponent a svarka is worth a half; two who tie with the hand leave it a third."""
    one = svara.odds("Qd Kh Ac")
    assert one.equity == one.win + one.svarka / 2
    three = svara.odds("Ad Kh Qs", opponents=["Ac Kd Jh", "Ah Qd Ts"])  # 11 points each
    assert (three.svarkas, three.total, three.equity) == (1, 1, Fraction(1, 3))


@pytest.mark.parametrize("rules", ["vipsvara", "classic"])
@pytest.mark.parametrize("opponents", range(1, 10))
def test_all_players_together_win_one_pot(opponents: Any, rules: Any) -> None:
    """The mean equity of a random hand among k + 1 is 1 / (k + 1), exactly; so wins and svarkas add up."""
    total = sum(
        (row.odds for row in svara.chart(opponents, rules=rules)[1:]), svara.chart(opponents, rules=rules)[0].odds
    )

    assert total.equity == Fraction(1, opponents + 1)


@pytest.mark.parametrize("opponents", [1, 2, 4, 9])
def test_sampled_deals_confirm_the_odds_of_a_random_hand(opponents: Any) -> None:
    """In random deals somebody wins alone as often as the chart says: within four standard errors."""
    deals = 50_000
    points = svara.points_batch(svara.random_deals(deals, opponents + 1, seed=opponents))
    seats = opponents + 1
    tables = [sorted(points[i : i + seats]) for i in range(0, len(points), seats)]
    won = sum(table[-1] > table[-2] for table in tables) / deals
    rows = svara.chart(opponents)
    chance = float(seats * sum(row.hands * row.odds.win for row in rows) / 4960)

    assert abs(won - chance) < 4 * (chance * (1 - chance) / deals) ** 0.5


def test_a_sample_depends_on_the_seed_alone() -> None:
    """Threads change nothing; another seed does; numbers are whole and say that they are not exact."""
    sample = svara.odds("9d Td 7c", opponents=5, trials=50_000, seed=1)

    assert (sample.exact, sample.total) == (False, 50_000)
    assert svara.odds("9d Td 7c", opponents=5, trials=50_000, seed=1, threads=3) == sample
    assert svara.odds("9d Td 7c", opponents=5, trials=50_000, seed=2) != sample
    exact = svara.odds("9d Td 7c", opponents=5)
    for name in ("win", "svarka", "loss", "equity"):
        assert abs(float(getattr(sample, name) - getattr(exact, name))) <= 4 * sample.stderr


def test_what_cannot_be_counted_is_sampled() -> None:
    """Four opponents and a dead card: a million deals, with a standard error of at most a twentieth of a percent."""
    odds = svara.odds("9d Td 7c", opponents=4, dead="As")

    assert (odds.exact, odds.total) == (False, 1_000_000)
    assert 0 < odds.stderr < 0.0006
    assert svara.odds("9d Td 7c", opponents=4).stderr == 0.0


def test_odds_are_a_value() -> None:
    """Equal, hashable, picklable, with a repr that makes them again, and sums over deals."""
    odds = svara.odds("Qd Kh Ac", opponents=9)

    assert pickle.loads(pickle.dumps(odds)) == odds
    assert hash(pickle.loads(pickle.dumps(odds))) == hash(odds)
    assert eval(repr(odds), {"Odds": svara.Odds}) == odds  # our own repr
    assert (odds + odds).total == 2 * odds.total
    assert odds.win + odds.svarka + odds.loss == 1
    with pytest.raises(AttributeError):
        odds.wins = 0  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(ValueError, match=r"odds must cover 1 to 2\*\*112 deals"):
        svara.Odds(0, 0, 0, 0, exact=True)
    with pytest.raises(ValueError, match="shares must be a tenth to a half of the pots"):
        svara.Odds(1, 1, 0, 0, exact=True)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"opponents": 0}, svara.InvalidOdds, "^there must be 1 to 9 opponents, not 0$"),
        ({"opponents": 10}, svara.InvalidOdds, "^there must be 1 to 9 opponents, not 10$"),
        ({"opponents": -1}, svara.InvalidOdds, "^there must be 1 to 9 opponents, not -1$"),
        ({"opponents": 10**30}, svara.InvalidOdds, "^there must be 1 to 9 opponents, not 10"),
        ({"opponents": [None] * 10}, svara.InvalidOdds, "^there must be 1 to 9 opponents, not 10$"),
        ({"opponents": []}, svara.InvalidOdds, "^there must be 1 to 9 opponents, not 0$"),
        ({"opponents": 1.0}, TypeError, "opponents must be 1 to 9 .* not 1.0, a float"),
        ({"opponents": True}, TypeError, "not True, a bool"),
        ({"opponents": [3]}, TypeError, "an opponent.s range must be a text .* not 3, an int"),
        ({"opponents": [[]]}, svara.InvalidRange, "a range must have at least one hand"),
        ({"opponents": "KKK"}, svara.InvalidOdds, "^opponent 1 has no hand left"),
        ({"opponents": ["AAA", "AAA"]}, svara.InvalidOdds, "cannot all be dealt a hand from their ranges"),
        ({"opponents": ["AAA", "AAA", None, None]}, svara.InvalidOdds, "cannot all be dealt a hand from their ranges"),
        ({"opponents": "35"}, svara.InvalidRange, "^'35' is not a range of points|^\"35\" is not a range of points"),
        ({"opponents": ["AA &"]}, svara.InvalidRange, "a range is missing"),
        ({"dead": "Kd"}, svara.InvalidOdds, "^the dead card Kd is in the hand"),
        ({"dead": "As As"}, svara.InvalidOdds, "^the dead card As is given twice$"),
        ({"dead": "Xx"}, svara.InvalidCards, "no card starts with"),
        (
            {"opponents": 9, "dead": "As Ah Ad"},
            svara.InvalidOdds,
            "9 opponents need 27 cards, but the hand and the dead cards leave 26",
        ),
        ({"trials": 0}, ValueError, "trials cannot be 0: it is a whole number from 1"),
        ({"trials": 1e6}, TypeError, "trials cannot be 1000000.0, a float: it is a whole number from 1"),
        ({"seed": -1, "trials": 1}, ValueError, "a seed cannot be -1: it is a whole number"),
    ],
)
def test_impossible_requests_get_one_clear_line(arguments: Any, error: type[Exception], message: str) -> None:
    """The line says what was wrong and what would be right."""
    with pytest.raises(error, match=message) as raised:
        svara.odds("7c Kh Kd", **arguments)

    assert "\n" not in str(raised.value)


def test_what_is_not_a_range_says_which_piece_is_at_fault() -> None:
    """The error carries the piece."""
    with pytest.raises(svara.InvalidRange) as raised:
        svara.hands_in_range("AA & 28+, kq0")

    assert raised.value.piece == "kq0"
    assert pickle.loads(pickle.dumps(raised.value)).piece == "kq0"


def test_the_command_prints_odds_for_a_person(run: Any) -> None:
    """The hand, the chances with bars, and how they were found."""
    lines = run("odds", "7c", "Kh", "Kd", "--opponents", "3").splitlines()

    assert lines[0] == "7♣ K♦ K♥  31 points, with Yonchev, against 3 opponents"
    assert lines[2].startswith("win       98.12%  ███")
    assert lines[-1] == "exact, of 16,825,208,400 deals"
    assert max(map(len, lines)) <= 80
    sampled = run("odds", "7cKhKd", "--opponents=4", "--dead", "As", "--trials", "5000", "--seed", "3").splitlines()
    assert sampled[-1].startswith("from 5,000 random deals, seed 3; standard error at most 0.")


def test_the_command_prints_odds_for_a_program(run: Any) -> None:
    """JSON has the counts and the chances; opponents who are not described have any hand."""
    printed = json.loads(run("odds", "Ah", "Kh", "8c", "--against", "AA", "--opponents", "2", "--json"))
    odds = svara.odds("Ah Kh 8c", opponents=["AA", None])

    assert (printed["wins"], printed["svarkas"], printed["losses"]) == (odds.wins, odds.svarkas, odds.losses)
    assert (printed["hand"], printed["opponents"], printed["exact"]) == ("8c Kh Ah", 2, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--against", "AA", "--against", "KK", "--opponents", "1"], "2 opponents are described, and there are 1"),
        (["--opponents", "10"], "there must be 1 to 9 opponents, not 10"),
        (["--against", "77"], '"77" is not a range of points'),
        (["--dead", "Ah"], "the dead card Ah is in the hand"),
    ],
)
def test_what_the_command_cannot_use_is_said_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2, nothing on standard output, one line on standard error."""
    assert main(["odds", "Ah", "Kh", "8c", *arguments]) == 2

    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert message in printed.err
