"""Whole numbers of every type in the Rust functions: accepted as an int, or refused in one line that names the type."""

from __future__ import annotations

import enum
import math
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import svara
from svara._core import derived_seed, odds_by_points, shuffled_numbers

if TYPE_CHECKING:
    from collections.abc import Callable

HAND = "7c Kh Kd"
LONGEST = 200


class Place(NamedTuple):
    """A place that takes a whole number."""

    take: Callable[[Any], object]
    least: int
    most: int
    out_of_range: type[Exception]
    of_another_type: type[Exception] = TypeError
    takes_more: tuple[type, ...] = ()
    """The types that it accepts besides whole numbers."""
    beyond: int = 0
    """The least number that is too great, if it is not the next after the most."""


PLACES = {
    "Card": Place(svara.Card, 0, 31, svara.InvalidCards, takes_more=(str, svara.Card)),
    "Hand": Place(lambda n: svara.Hand([n, "7c", "7d"]), 2, 31, svara.InvalidCards, takes_more=(str, svara.Card)),
    "points": Place(lambda n: svara.points((0, 1, n)), 2, 31, svara.InvalidCards, takes_more=(str, svara.Card)),
    "in a hand": Place(lambda n: n in svara.Hand(HAND), 0, 31, svara.InvalidCards, takes_more=(str, svara.Card)),
    "dead": Place(
        lambda n: svara.odds(HAND, dead=[n]), 1, 24, svara.InvalidCards, takes_more=(str, svara.Card), beyond=32
    ),
    "Hand index": Place(lambda n: svara.Hand(index=n), 0, 4959, svara.InvalidCards, takes_more=(type(None),)),
    "hands_with_points": Place(svara.hands_with_points, 8, 34, ValueError, ValueError),
    "seed": Place(svara.shuffled_deck, 0, 2**256 - 1, ValueError),
    "number": Place(lambda n: svara.shuffled_deck(7, n), 0, 2**64 - 1, ValueError),
    "shuffled_numbers": Place(lambda n: shuffled_numbers(n, n), 0, 2**64 - 1, ValueError),
    "derived_seed": Place(lambda n: derived_seed(7, n), 0, 2**64 - 1, ValueError),
    "opponents": Place(
        lambda n: svara.odds(HAND, opponents=n), 1, 9, svara.InvalidOdds, takes_more=(str, type(None), list)
    ),
    "odds_by_points": Place(lambda n: odds_by_points(n, "classic"), 1, 9, svara.InvalidOdds),
    "trials": Place(lambda n: svara.odds(HAND, trials=n), 1, 2**40, ValueError, takes_more=(type(None),)),
    "odds seed": Place(lambda n: svara.odds(HAND, trials=9, seed=n), 0, 2**256 - 1, ValueError),
    "odds threads": Place(lambda n: svara.odds(HAND, trials=9, threads=n), 1, 1024, ValueError),
    "points_batch threads": Place(lambda n: svara.points_batch(bytes([0, 1, 2]), threads=n), 1, 1024, ValueError),
    "random_hands": Place(lambda n: svara.random_hands(n, seed=7), 0, 2**40, ValueError),
    "random_hands seed": Place(lambda n: svara.random_hands(1, seed=n), 0, 2**256 - 1, ValueError),
    "random_hands threads": Place(lambda n: svara.random_hands(1, seed=7, threads=n), 1, 1024, ValueError),
    "random_deals": Place(lambda n: svara.random_deals(n, 2, seed=7), 0, 2**40, ValueError),
    "random_deals seats": Place(lambda n: svara.random_deals(1, n, seed=7), 1, 10, ValueError),
    "random_deals seed": Place(lambda n: svara.random_deals(1, 2, seed=n), 0, 2**256 - 1, ValueError),
    "random_deals threads": Place(lambda n: svara.random_deals(1, 2, seed=7, threads=n), 1, 1024, ValueError),
    "Odds wins": Place(lambda n: svara.Odds(n, 0, 1, 0, exact=True), 0, 2**112, ValueError),
    "Odds svarkas": Place(lambda n: svara.Odds(1, n, 0, 1260 * int(n), exact=True), 0, 2**112, ValueError),
    "Odds losses": Place(lambda n: svara.Odds(1, 0, n, 0, exact=True), 0, 2**112, ValueError),
    "Odds shares": Place(lambda n: svara.Odds(1, 1, 0, n, exact=True), 252, 1260, ValueError),
}
"""Everything public that is made in Rust and takes a whole number, and what is private and hands one on."""
QUICK = 9_000
"""Greater numbers of hands and of trials take too long for a test, and are the same case."""


class Whole(int):
    """A subclass of int whose methods fail."""

    def __index__(self) -> int:
        raise RuntimeError

    def to_bytes(self, *_: Any, **__: Any) -> bytes:
        """Fail."""
        raise RuntimeError


class Indexed:
    """Something that counts as a whole number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __int__(self) -> int:
        return self.number


class Failing:
    """Something whose methods all fail."""

    def __index__(self) -> int:
        raise LookupError

    def __int__(self) -> int:
        return 3

    def __repr__(self) -> str:
        raise LookupError


def numbers_of_other_types(number: int) -> list[Any]:
    """A number in all the types that are accepted, as far as it fits."""
    numpy = pytest.importorskip("numpy")
    enumeration = enum.IntEnum("enumeration", {"MEMBER": number})
    kinds = [numpy.int8, numpy.int16, numpy.int32, numpy.int64, numpy.uint8, numpy.uint16, numpy.uint32, numpy.uint64]
    fitting = [kind for kind in kinds if numpy.iinfo(kind).min <= number <= numpy.iinfo(kind).max]
    arrays = [numpy.array(number, dtype=fitting[0])] if fitting else []  # of no dimension
    return [Whole(number), Indexed(number), enumeration.MEMBER, *[kind(number) for kind in fitting], *arrays]


def refusal(place: Place, value: object, kinds: type[Exception]) -> str:
    """Return the error message for a value."""
    with pytest.raises(kinds) as caught:
        place.take(value)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert len(message) <= LONGEST
    return message


@pytest.mark.parametrize("name", PLACES)
@settings(max_examples=20)
@given(data=st.data())
def test_whole_numbers_of_every_type_are_as_good_as_an_int(name: str, data: st.DataObject) -> None:
    """A value with ``__index__`` gives the same result as an int."""
    place = PLACES[name]
    most = min(place.most, QUICK) if place.most == 2**40 else place.most
    number = data.draw(st.one_of(st.integers(place.least, most), st.integers(place.least, min(most, place.least + 99))))
    expected = place.take(number)

    for other in numbers_of_other_types(number):
        assert place.take(other) == expected, type(other)
        assert repr(place.take(other)) == repr(expected), type(other)


@pytest.mark.parametrize("name", PLACES)
@settings(max_examples=20)
@given(data=st.data())
def test_whole_numbers_out_of_range_are_refused_in_every_type(name: str, data: st.DataObject) -> None:
    """By the documented exception, and the message shows the number."""
    place = PLACES[name]
    beyond = st.one_of(
        st.integers(place.beyond or place.most + 1), st.integers(max_value=place.least - 1).filter(lambda n: n < 0)
    )
    number = data.draw(beyond)

    for value in [number, *numbers_of_other_types(number)]:
        message = refusal(place, value, place.out_of_range)
        if "Odds" not in name:  # where several numbers are at odds with each other
            assert str(number)[:50] in message or "enumeration" in message


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(
    "number", [10**4000, -(10**4000), 10**5000, -(10**5000)], ids=["4000", "-4000", "5000", "-5000"]
)
def test_huge_numbers_are_refused_in_short(name: str, number: int) -> None:
    """Also those that Python does not print."""
    place = PLACES[name]
    if name == "Odds svarkas":
        place = place._replace(take=lambda n: svara.Odds(1, n, 0, 0, exact=True))

    message = refusal(place, number, place.out_of_range)
    assert "0000000000…" in message if abs(number) < 10**4300 else "an int that cannot be shown" in message


NO_NUMBERS: list[Any] = [
    *(True, False, 3.0, 8.5, math.nan, math.inf, 1j, Fraction(9), Decimal(9), Decimal("NaN"), "9", None, b"9", [9], {}),
    *(object(), int, Failing(), type("x" * 1_000_000, (), {})(), "9" * 1_000_000, "\ud800\n", [[9]] * 1_000_000),
]


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: type(value).__name__[:20])
def test_what_is_no_whole_number_is_refused_by_its_type(name: str, value: Any) -> None:
    """Nothing is rounded; the message shows the value and names its type."""
    place = PLACES[name]
    if isinstance(value, place.takes_more):
        return
    if name == "Odds svarkas":
        place = place._replace(take=lambda n: svara.Odds(1, n, 0, 0, exact=True))
    if name == "opponents" and value == {}:
        return  # a sequence of none
    message = refusal(place, value, place.of_another_type)

    assert type(value).__name__[:50] in message


def test_booleans_of_numpy_are_no_numbers() -> None:
    """Nor are its floats, and its arrays with a dimension."""
    numpy = pytest.importorskip("numpy")

    for name, place in PLACES.items():
        values: list[Any] = [numpy.True_, numpy.float64(9), numpy.float32(9), numpy.array(9.0), numpy.array([9, 8])]
        for value in values:
            if name == "opponents" and getattr(value, "ndim", False):
                continue  # a sequence, of which each item is an opponent's range
            if name == "Odds svarkas":
                continue
            assert type(value).__name__ in refusal(place, value, place.of_another_type)


def test_a_signal_while_a_number_is_asked_for_is_not_swallowed() -> None:
    """Ctrl-C is not reported as a wrong number."""

    class Interrupted:
        def __index__(self) -> int:
            raise KeyboardInterrupt

    for name, place in PLACES.items():
        if name != "Odds svarkas":
            with pytest.raises(KeyboardInterrupt):
                place.take(Interrupted())
