"""Points of many hands at once, and random hands."""

from __future__ import annotations

import _thread
import array
import mmap
import pickle
import threading
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

import svara

if TYPE_CHECKING:
    from pathlib import Path

HANDS = bytes(card for hand in combinations(range(32), 3) for card in hand)
HALF: Any = 1.5
FIRST_HANDS = [4, 8, 27, 8, 16, 25, 6, 11, 15]  # of seed 0: what another machine must make of it, too
POINTS = bytes(hand.points() for hand in svara.all_hands())


def test_all_hands_have_their_points_under_each_rule_set() -> None:
    """The batch of all hands is the points of each hand, one by one."""
    for rules in ("vipsvara", "fortegames", "classic", svara.find_rules("classic").but(three_sevens=False)):
        expected = bytes(hand.points(rules=rules) for hand in svara.all_hands())

        assert svara.points_batch(HANDS, rules=rules) == expected
        assert svara.points_batch(array.array("H", range(4960)), rules=rules) == expected


def test_whatever_has_the_buffer_protocol_is_read_in_place(tmp_path: Path) -> None:
    """Bytes, a bytearray, an array, a memoryview of any shape and an mmap give the same."""
    path = tmp_path / "hands"
    path.write_bytes(HANDS)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert svara.points_batch(mapped) == POINTS
    for cards in (
        HANDS,
        bytearray(HANDS),
        array.array("B", HANDS),
        array.array("b", HANDS),  # as Arrow calls its bytes
        memoryview(HANDS).cast("B", shape=(4960, 3)),
    ):
        assert svara.points_batch(cards) == POINTS


def test_the_result_is_a_new_bytearray_or_out_itself() -> None:
    """Without *out* there is a new bytearray; with it, *out* is filled and returned."""
    out = bytearray(4960)

    assert isinstance(svara.points_batch(HANDS), bytearray)
    assert svara.points_batch(HANDS, out=out) is out
    assert out == POINTS
    assert svara.points_batch(b"") == b""


def test_numpy_arrays_give_numpy_arrays() -> None:
    """An array gives an array, which matches; also without rows, and a part of one that is contiguous."""
    numpy = pytest.importorskip("numpy")
    cards = numpy.frombuffer(HANDS, "uint8").reshape(-1, 3)
    points = svara.points_batch(cards)

    assert isinstance(points, numpy.ndarray)
    assert (points.dtype, points.shape) == (numpy.dtype("uint8"), (4960,))
    assert points.tobytes() == POINTS
    assert svara.points_batch(cards[10:20]).tobytes() == POINTS[10:20]
    assert svara.points_batch(cards[:0]).shape == (0,)
    assert svara.points_batch(numpy.arange(4960, dtype="uint16")).tobytes() == POINTS
    out = numpy.zeros(4960, "uint8")
    assert svara.points_batch(cards, out=out) is out
    assert out.tobytes() == POINTS


def test_arrays_of_other_items_or_with_gaps_are_refused_and_it_is_said_what_to_call() -> None:
    """A buffer that is not contiguous unsigned bytes is refused, not converted or copied."""
    numpy = pytest.importorskip("numpy")
    cards = numpy.frombuffer(HANDS, "uint8").reshape(-1, 3)
    for wrong, error, message in (
        (cards.astype("int64"), TypeError, r"not items of format 'l': call \.astype\('uint8'\)"),
        (cards.astype(bool), TypeError, r"not items of format '\?': call"),
        (cards[::2], svara.InvalidCards, r"without gaps: call numpy\.ascontiguousarray"),
        (cards.T, svara.InvalidCards, r"without gaps: call numpy\.ascontiguousarray"),
        (cards.reshape(3, -1), svara.InvalidCards, r"shape \(3, 4960\) are not rows of three: call \.reshape\(-1, 3\)"),
        (cards.reshape(-1, 2, 3), svara.InvalidCards, r"\.reshape\(-1, 3\)"),
        (cards.astype("uint16"), svara.InvalidCards, r"one dimension: for cards, call \.astype\('uint8'\)"),
    ):
        with pytest.raises(error, match=message):
            svara.points_batch(wrong)


@pytest.mark.parametrize(
    ("row", "content"),
    [(b"\x20\x01\x02", r"\[32, 1, 2\]"), (b"\x01\x02\xff", r"\[1, 2, 255\]"), (b"\x05\x06\x05", r"\[5, 6, 5\]")],
)
@pytest.mark.parametrize("threads", [1, 3])
def test_the_first_row_that_is_no_hand_is_named(row: bytes, content: str, threads: int) -> None:
    """The error is one line with the row's number and what it holds, whatever the number of threads."""
    cards = bytearray(HANDS * 200)
    cards[3 * 600_000 : 3 * 600_001] = row
    cards[3 * 900_000 : 3 * 900_001] = b"\0\0\0"
    with pytest.raises(svara.InvalidCards, match=rf"^row 600000 is {content}: a hand is three different") as raised:
        svara.points_batch(cards, threads=threads)

    assert raised.value.row == 600_000
    assert pickle.loads(pickle.dumps(raised.value)).row == 600_000


def test_an_index_beyond_the_hands_is_named() -> None:
    """Hand indices run from 0 to 4959."""
    with pytest.raises(svara.InvalidCards, match=r"^row 2 is 4960: hand indices run from 0 to 4959$") as raised:
        svara.points_batch(array.array("H", [0, 4959, 4960]))

    assert (raised.value.row, raised.value.piece) == (2, "4960")


@pytest.mark.parametrize(
    ("cards", "arguments", "error", "message"),
    [
        ([0, 1, 2], {}, TypeError, "cards must be a buffer of bytes, such as a numpy array or bytes"),
        ("7c 8c 9c", {}, TypeError, "not str$"),
        (bytes(4), {}, svara.InvalidCards, "4 bytes are not whole hands"),
        (memoryview(HANDS)[::-1], {}, svara.InvalidCards, "without gaps"),
        (array.array("I", [1, 2, 3]), {}, TypeError, "not items of format 'I'"),
        (HANDS, {"out": bytearray(4959)}, svara.InvalidCards, "out must have 4960 bytes, not 4959"),
        (HANDS, {"out": bytes(4960)}, TypeError, "out must be writable, but this bytes is read-only"),
        (HANDS, {"out": array.array("H", range(4960))}, TypeError, "out must hold bytes, not items of format 'H'"),
        (HANDS, {"out": [0] * 4960}, TypeError, "out must be a writable buffer of bytes, .* not list"),
        (HANDS, {"threads": 0}, ValueError, "threads cannot be 0: it is a whole number from 1 to 1024"),
        (HANDS, {"threads": True}, TypeError, "threads cannot be True, a bool: it is a whole number from 1 to 1024"),
        (HANDS, {"rules": "poker"}, svara.InvalidRules, "there are no rules 'poker'"),
    ],
)
def test_bad_input_is_refused_in_one_line(cards: Any, arguments: Any, error: type[Exception], message: str) -> None:
    """Each error says what was wrong and what would be right."""
    with pytest.raises(error, match=message) as raised:
        svara.points_batch(cards, **arguments)

    assert "\n" not in str(raised.value)


def test_out_may_not_share_memory_with_the_cards() -> None:
    """Points that overwrote cards that are still to be read would be wrong."""
    memory = bytearray(HANDS)
    with pytest.raises(svara.InvalidCards, match="out shares memory with the cards"):
        svara.points_batch(memory, out=memoryview(memory)[100:5060])

    assert memory == HANDS


def test_threads_share_the_work_and_give_the_same() -> None:
    """The points do not depend on the number of threads, nor on how many of them there are to few rows."""
    cards = HANDS * 150
    for threads in (1, 2, 5, 64):
        assert svara.points_batch(cards, threads=threads) == POINTS * 150
        assert svara.points_batch(HANDS, threads=threads) == POINTS


@pytest.mark.usefixtures("heard")
def test_a_long_call_can_be_interrupted() -> None:
    """Ctrl-C ends a call that would go on for a minute."""
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        svara.odds("7c Kh Kd", opponents=9, trials=10**9)
    timer.join()


def test_random_hands_are_hands_and_depend_on_the_seed_alone() -> None:
    """Every row is a hand in ascending order; neither threads nor how many there are change the first ones."""
    hands = svara.random_hands(10_000, seed=7)

    svara.points_batch(hands)  # would refuse a row that is not a hand
    assert all(hands[i] < hands[i + 1] < hands[i + 2] for i in range(0, len(hands), 3))
    assert svara.random_hands(10_000, seed=7, threads=3) == hands
    assert svara.random_hands(5_000, seed=7) == hands[: 3 * 5_000]
    assert svara.random_hands(10_000, seed=8) != hands
    assert list(svara.random_hands(3, seed=0)) == FIRST_HANDS


def test_random_hands_are_uniform() -> None:
    """Over 100 draws a hand, chi-squared is as far from its mean as chance would have it."""
    draws = 496_000
    counts: dict[bytes, int] = {}
    hands = bytes(svara.random_hands(draws, seed=11))
    for i in range(0, len(hands), 3):
        hand = hands[i : i + 3]
        counts[hand] = counts.get(hand, 0) + 1
    chi_squared = sum((counts.get(HANDS[i : i + 3], 0) - 100) ** 2 / 100 for i in range(0, len(HANDS), 3))

    assert abs(chi_squared - 4959) < 4 * (2 * 4959) ** 0.5


@pytest.mark.parametrize("seats", range(1, 11))
def test_random_deals_give_each_card_once(seats: int) -> None:
    """No card comes twice in a deal; the first deals do not depend on threads or on how many there are."""
    deals = svara.random_deals(5_000, seats, seed=3)
    size = 3 * seats

    assert len(deals) == 5_000 * size
    assert all(len(set(deals[i : i + size])) == size for i in range(0, len(deals), size))
    assert max(deals) == 31
    assert svara.random_deals(5_000, seats, seed=3, threads=2) == deals
    assert svara.random_deals(4_500, seats, seed=3) == deals[: 4_500 * size]


def test_every_place_of_a_random_deal_has_every_card_as_often() -> None:
    """Chi-squared over cards and places is as far from its mean as chance would have it."""
    deals = svara.random_deals(32_000, 10, seed=5)
    chi_squared = 0.0
    for place in range(30):
        cards = deals[place::30]
        chi_squared += sum((cards.count(card) - 1_000) ** 2 / 1_000 for card in range(32))

    assert abs(chi_squared - 30 * 31) < 4 * (2 * 30 * 31) ** 0.5


def test_random_hands_fill_what_they_are_given() -> None:
    """*out* is filled and returned; of another size it is refused."""
    numpy = pytest.importorskip("numpy")
    out = numpy.empty((100, 4, 3), "uint8")

    assert svara.random_deals(100, 4, seed=1, out=out) is out
    assert out.tobytes() == svara.random_deals(100, 4, seed=1)
    with pytest.raises(ValueError, match="out must have 300 bytes, not 1200"):
        svara.random_hands(100, seed=1, out=out)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: svara.random_hands(-1, seed=0),
            ValueError,
            "the number of hands cannot be -1: it is a whole number from 0",
        ),
        (lambda: svara.random_hands(HALF, seed=0), TypeError, "cannot be 1.5, a float"),
        (lambda: svara.random_hands(1, seed=-1), ValueError, "a seed cannot be -1"),
        (
            lambda: svara.random_deals(1, 11, seed=0),
            ValueError,
            "the number of seats cannot be 11: it is a whole number from 1 to 10",
        ),
        (
            lambda: svara.random_deals(1, 0, seed=0),
            ValueError,
            "the number of seats cannot be 0: it is a whole number from 1 to 10",
        ),
    ],
)
def test_impossible_numbers_are_refused(call: Any, error: type[Exception], message: str) -> None:
    """Wrong values are refused, not rounded or clipped."""
    with pytest.raises(error, match=message):
        call()
