"""Ten million hands at once, beside what a user would take instead.

Run ``pytest benches/bench_batch.py --benchmark-enable``. The peers look the points up in a table of 32 x 32 x 32
bytes, and check nothing by default; svara checks every row. Without numpy nothing is run, without numba all but
its rows.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

import svara

if TYPE_CHECKING:
    from collections.abc import Iterator

numpy = pytest.importorskip("numpy")

HANDS = 10_000_000
ROUNDS = {"rounds": 15, "warmup_rounds": 1, "iterations": 1}


@pytest.fixture(scope="module")
def cards() -> Any:
    """Ten million random hands, with their cards in any order: 30 MB."""
    return numpy.frombuffer(svara.random_deals(HANDS, 1, seed=1), "uint8").reshape(-1, 3)


@pytest.fixture(scope="module")
def table() -> Any:
    """The points of three cards in any order."""
    table = numpy.zeros((32, 32, 32), "uint8")
    for hand in svara.all_hands():
        for row in permutations(card.number for card in hand):
            table[row] = hand.points()
    return table


@pytest.fixture(scope="module")
def expected(cards: Any, table: Any) -> Any:
    """What every contestant must come to."""
    return table[cards[:, 0], cards[:, 1], cards[:, 2]]


@pytest.fixture(autouse=True)
def _rate(benchmark: Any) -> Iterator[None]:
    yield
    if benchmark.stats:
        benchmark.extra_info["million hands a second"] = round(HANDS / benchmark.stats["min"] / 1e6)


@pytest.mark.benchmark(group="10 million hands")
def test_svara(benchmark: Any, cards: Any, expected: Any) -> None:
    """Checked, into an array that is there."""
    out = numpy.empty(HANDS, "uint8")
    benchmark.pedantic(svara.points_batch, (cards,), {"out": out}, **ROUNDS)
    assert (out == expected).all()


@pytest.mark.benchmark(group="10 million hands")
def test_svara_into_a_new_array(benchmark: Any, cards: Any, expected: Any) -> None:
    """Checked; the new array costs page faults."""
    assert (benchmark.pedantic(svara.points_batch, (cards,), **ROUNDS) == expected).all()


@pytest.mark.benchmark(group="10 million hands")
def test_numpy_copyto(benchmark: Any, cards: Any) -> None:
    """The 30 MB copied: what memory allows."""
    out = numpy.empty_like(cards)
    benchmark.pedantic(numpy.copyto, (out, cards), **ROUNDS)
    assert (out == cards).all()


@pytest.mark.benchmark(group="10 million hands")
def test_numpy(benchmark: Any, cards: Any, table: Any, expected: Any) -> None:
    """The table by three index arrays, as one writes it first."""

    def look_up() -> Any:
        return table[cards[:, 0], cards[:, 1], cards[:, 2]]

    assert (benchmark.pedantic(look_up, rounds=9, warmup_rounds=1) == expected).all()


@pytest.mark.benchmark(group="10 million hands")
def test_numpy_in_blocks(benchmark: Any, cards: Any, table: Any, expected: Any) -> None:
    """The table by one index, in blocks that fit the cache, into arrays that are there."""
    flat = table.ravel()
    block = 16_384
    index, part, out = numpy.empty(block, "intp"), numpy.empty(block, "intp"), numpy.empty(HANDS, "uint8")

    def look_up() -> Any:
        for start in range(0, HANDS, block):
            rows = cards[start : start + block]
            i, p = index[: len(rows)], part[: len(rows)]
            numpy.multiply(rows[:, 0], 1024, out=i, dtype="intp")
            numpy.multiply(rows[:, 1], 32, out=p, dtype="intp")
            numpy.add(i, p, out=i)
            numpy.add(i, rows[:, 2], out=i)
            numpy.take(flat, i, out=out[start : start + block], mode="clip")

    benchmark.pedantic(look_up, rounds=9, warmup_rounds=1)
    assert (out == expected).all()


@pytest.mark.benchmark(group="10 million hands")
@pytest.mark.parametrize("checked", [False, True])
def test_numba(benchmark: Any, cards: Any, table: Any, expected: Any, checked: bool) -> None:
    """A compiled loop, without and with a check of each row."""
    numba = pytest.importorskip("numba")

    @numba.njit  # type: ignore[untyped-decorator, unused-ignore]  # numba has no types
    def unchecked_loop(cards: Any, table: Any, out: Any) -> Any:
        for row in range(len(cards)):
            out[row] = table[cards[row, 0], cards[row, 1], cards[row, 2]]

    @numba.njit  # type: ignore[untyped-decorator, unused-ignore]  # numba has no types
    def checked_loop(cards: Any, table: Any, out: Any) -> Any:
        for row in range(len(cards)):
            a, b, c = cards[row, 0], cards[row, 1], cards[row, 2]
            if a > 31 or b > 31 or c > 31 or a in (b, c) or b == c:
                raise ValueError
            out[row] = table[a, b, c]

    out = numpy.empty(HANDS, "uint8")
    benchmark.pedantic(checked_loop if checked else unchecked_loop, (cards, table, out), **ROUNDS)
    assert (out == expected).all()


@pytest.mark.benchmark(group="8 million hands")
@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark: Any, cards: Any, expected: Any, threads: int) -> None:
    """32 megabytes, input and output together: more than the first and second cache hold, less than a large third."""
    some, out = cards[:8_000_000].copy(), numpy.empty(8_000_000, "uint8")
    benchmark.pedantic(svara.points_batch, (some,), {"out": out, "threads": threads}, rounds=50, warmup_rounds=5)
    assert (out == expected[:8_000_000]).all()


@pytest.mark.benchmark(group="10,000 hands")
@pytest.mark.parametrize("hands", [0, 10_000])
def test_overhead(benchmark: Any, cards: Any, expected: Any, hands: Any) -> None:
    """What a call costs beside the work: that for no hands."""
    some, out = cards[:hands].copy(), numpy.empty(hands, "uint8")
    benchmark.pedantic(svara.points_batch, (some,), {"out": out}, rounds=200, iterations=100, warmup_rounds=5)
    assert (out == expected[:hands]).all()


@pytest.mark.benchmark(group="random hands")
@pytest.mark.parametrize("threads", [1, 2])
def test_random_hands(benchmark: Any, threads: int) -> None:
    """A million."""
    hands = benchmark.pedantic(
        svara.random_hands, (1_000_000,), {"seed": 1, "threads": threads}, rounds=15, warmup_rounds=1
    )
    assert hands[:30] == svara.random_hands(10, seed=1)
