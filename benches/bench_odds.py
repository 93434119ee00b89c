"""Odds by table, by counting and by sampling: ``pytest benches/bench_odds.py --benchmark-enable``.

The peers count in numpy, which is optional, as somebody would who knows inclusion and exclusion.
"""

from __future__ import annotations

from typing import Any

import pytest

import svara

HAND = svara.Hand("Qd Kh Ac")
MANY = {"rounds": 50, "iterations": 200, "warmup_rounds": 2}
FEW = {"rounds": 15, "iterations": 1, "warmup_rounds": 1}


@pytest.mark.benchmark(group="from the table")
@pytest.mark.parametrize("opponents", [1, 2, 3, 9])
def test_table(benchmark: Any, opponents: Any) -> None:
    """A look-up."""
    odds = benchmark.pedantic(svara.odds, (HAND,), {"opponents": opponents}, **MANY)
    assert odds.exact
    assert odds == svara.odds("Qs Kh Ac", opponents=opponents)


@pytest.mark.benchmark(group="by counting, a dead card")
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_counting(benchmark: Any, opponents: Any) -> None:
    """A dead card puts the table out of use."""
    arguments = {"opponents": opponents, "dead": [svara.Card("7d")]}
    odds = benchmark.pedantic(svara.odds, (HAND,), arguments, **(MANY if opponents < 3 else FEW))
    assert odds.exact


def tables(numpy: Any) -> Any:
    """For each hand: its points, and which cards and pairs of cards it holds, as 0 and 1."""
    hands = svara.all_hands()
    points = numpy.array([hand.points() for hand in hands])
    cards = numpy.zeros((len(hands), 32), "int32")
    for hand in hands:
        cards[hand.index, [card.number for card in hand]] = 1
    first, second = numpy.triu_indices(32, 1)
    pairs = cards[:, first] * cards[:, second]
    return points, cards, pairs


@pytest.mark.benchmark(group="by counting, a dead card")
def test_two_opponents_in_numpy(benchmark: Any) -> None:
    """The wins and svarkas against two opponents by inclusion and exclusion, the tables of hands being there."""
    numpy = pytest.importorskip("numpy")
    points, cards, pairs = tables(numpy)
    gone = [card.number for card in HAND] + [svara.Card("7d").number]
    pairs = pairs.astype("float32")  # whole numbers, which are small, and multiply faster
    cards = cards.astype("float32")
    possible = cards[:, gone].sum(axis=1) == 0

    def ways(chosen: Any) -> Any:
        by_card = chosen @ cards
        by_pair = chosen @ pairs
        count = int(chosen.sum())
        return count * count - int(by_card @ by_card) + int(by_pair @ by_pair) - count

    def count() -> Any:
        worse = (possible & (points < points[HAND.index])).astype("float32")
        not_better = (possible & (points <= points[HAND.index])).astype("float32")
        wins = ways(worse)
        return wins, ways(not_better) - wins

    odds = svara.odds(HAND, opponents=2, dead="7d")
    assert benchmark.pedantic(count, **FEW) == (odds.wins, odds.svarkas)


@pytest.mark.benchmark(group="all 4,960 hands, one opponent")
def test_all_hands(benchmark: Any) -> None:
    """Counted, not looked up."""
    view = benchmark.pedantic(svara.all_odds, **(MANY | {"iterations": 10}))
    assert (view[HAND.index, 0], view[HAND.index, 1]) == (919, 345)


@pytest.mark.benchmark(group="all 4,960 hands, one opponent")
def test_all_hands_in_numpy(benchmark: Any) -> None:
    """By counts of hands, cards and pairs below each number of points, the tables of hands being there."""
    numpy = pytest.importorskip("numpy")
    points, cards, pairs = tables(numpy)
    held_cards = numpy.nonzero(cards)[1].reshape(-1, 3)
    held_pairs = numpy.nonzero(pairs)[1].reshape(-1, 3)

    def count() -> Any:
        def up_to(held: Any, size: Any) -> Any:
            by_points = numpy.bincount(
                (numpy.repeat(points, held.shape[1]) * size + held.ravel()), minlength=35 * size
            ).reshape(35, size)
            return by_points.cumsum(axis=0)

        by_card, by_pair = up_to(held_cards, 32), up_to(held_pairs, pairs.shape[1])
        all_hands = numpy.bincount(points, minlength=35).cumsum()

        def apart(most: Any) -> Any:
            most = most[:, None]
            return all_hands[most[:, 0]] - by_card[most, held_cards].sum(axis=1) + by_pair[most, held_pairs].sum(axis=1)

        wins = apart(points - 1)
        return wins, apart(points) - 1 - wins

    wins, svarkas = benchmark.pedantic(count, **FEW)
    expected = numpy.asarray(svara.all_odds())
    assert (wins == expected[:, 0]).all()
    assert (svarkas == expected[:, 1]).all()


@pytest.mark.benchmark(group="a sample of a million deals")
@pytest.mark.parametrize("opponents", [1, 4, 9])
def test_sampling(benchmark: Any, opponents: Any) -> None:
    """Random opponents' hands."""
    odds = benchmark.pedantic(svara.odds, (HAND,), {"opponents": opponents, "trials": 1_000_000}, **FEW)
    exact = svara.odds(HAND, opponents=opponents)
    assert abs(float(odds.win - exact.win)) < 4 * odds.stderr
    if benchmark.stats:
        benchmark.extra_info["million opponents' hands a second"] = round(opponents / benchmark.stats["min"])


@pytest.mark.benchmark(group="chart")
def test_chart(benchmark: Any) -> None:
    """The chart against nine opponents."""
    assert sum(row.hands for row in benchmark.pedantic(svara.chart, (9,), **FEW)) == 4960
