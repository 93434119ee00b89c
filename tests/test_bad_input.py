"""Bad cards and hands are refused by the right exception, in one line, with the piece at fault."""

import itertools
import pickle
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import svara
from svara.checks import kind_of, show

RANK = "the ranks are 7 8 9 10 (or T) J Q K A"
SUIT = "the rank needs a suit, c d h s or ♣ ♦ ♥ ♠"
MAKERS: list[Callable[[Any], object]] = [svara.points, svara.Hand, lambda hand: svara.points(hand, rules="classic")]
"""The functions that take a hand."""


def refusal(make: Callable[[Any], object], value: object) -> svara.InvalidCards:
    """The exception that refuses a value; its message is one line."""
    with pytest.raises(svara.InvalidCards) as caught:
        make(value)
    assert len(str(caught.value).splitlines()) == 1
    assert isinstance(caught.value, ValueError)
    return caught.value


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("text", "piece", "message"),
    [
        ("", None, '"": a hand is three cards, not 0'),
        (" , \n", None, '" , \\n": a hand is three cards, not 0'),
        ("7c", None, '"7c": a hand is three cards, not 1'),
        ("7c Kh", None, '"7c Kh": a hand is three cards, not 2'),
        ("7c Kh Kd As", None, '"7c Kh Kd As": a hand is three cards, not 4'),
        ("7c Kh 7♣", "7c", '"7c Kh 7♣": 7c occurs twice'),
        ("Kh Kh Kh", "Kh", '"Kh Kh Kh": Kh occurs twice'),
        ("7c 6h Kd", "6h", f'"7c 6h Kd": no card starts with "6h": {RANK}'),
        ("1c Kh Kd", "1c", f'"1c Kh Kd": no card starts with "1c": {RANK}'),
        ("0c Kh Kd", "0c", f'"0c Kh Kd": no card starts with "0c": {RANK}'),
        ("11c Kh Kd", "11c", f'"11c Kh Kd": no card starts with "11c": {RANK}'),
        ("10 Kh Kd", "10", f'"10 Kh Kd": "10" is not a card: {SUIT}'),
        ("7c Kh 10", "10", f'"7c Kh 10": "10" is not a card: {SUIT}'),
        ("7c Kh K", "K", f'"7c Kh K": "K" is not a card: {SUIT}'),
        ("7c Kh 1", "1", f'"7c Kh 1": no card starts with "1": {RANK}'),
        ("7cKhK", "K", f'"7cKhK": "K" is not a card: {SUIT}'),
        ("c7 hK dK", "c7", f'"c7 hK dK": no card starts with "c7": {RANK}'),
        ("7c Kx Kd", "Kx", f'"7c Kx Kd": "Kx" is not a card: {SUIT}'),
        ("7c-Kh-Kd", "-Kh-Kd", f'"7c-Kh-Kd": no card starts with "-Kh-Kd": {RANK}'),
        ("7♣♣ Kh Kd", "♣", f'"7♣♣ Kh Kd": no card starts with "♣": {RANK}'),
        ("🂡 Kh Kd", "🂡", f'"🂡 Kh Kd": no card starts with "🂡": {RANK}'),
        ("joker", "joker", f'"joker": "joker" is not a card: {SUIT}'),
        ("something long", "somethin", f'"something long": no card starts with "somethin": {RANK}'),
        ("7c\0Kh Kd", "\0Kh", f'"7c\\0Kh Kd": no card starts with "\\0Kh": {RANK}'),
        ("0, 25, 26", "0", f'"0, 25, 26": no card starts with "0": {RANK}'),
        ("\ud800c Kh Kd", "���c", f'"���c Kh Kd": no card starts with "���c": {RANK}'),
        ("7\udc63 Kh Kd", "7���", f'"7��� Kh Kd": "7���" is not a card: {SUIT}'),
    ],
)
def test_text_that_is_no_hand_is_refused(
    make: Callable[[str], object], text: str, piece: str | None, message: str
) -> None:
    """A text is shown, with what is wrong in it; the exception carries the piece at fault."""
    error = refusal(make, text)

    assert str(error) == message
    assert error.piece == piece


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("cards", "piece", "message"),
    [
        ([], None, "a hand is three cards, not 0"),
        ([0, 1], None, "a hand is three cards, not 2"),
        ([0, 1, 2, 3], None, "a hand is three cards, not 4"),
        (range(32), None, "a hand is three cards, not 32"),
        ([0, 1, 0], "7c", "7c occurs twice"),
        (["7c", svara.Card(0), 5], "7c", "7c occurs twice"),
        ([0, 1, 32], "32", "32 is not a card number from 0 (7c) to 31 (As)"),
        ([-1, 0, 1], "-1", "-1 is not a card number from 0 (7c) to 31 (As)"),
        ([0, 1, 256], "256", "256 is not a card number from 0 (7c) to 31 (As)"),
        ([0, 1, 2**16], "65536", "65536 is not a card number from 0 (7c) to 31 (As)"),
        ([0, 1, 2**63], f"{2**63}", f"{2**63} is not a card number from 0 (7c) to 31 (As)"),
        ([0, 1, 2**70], f"{2**70}", f"{2**70} is not a card number from 0 (7c) to 31 (As)"),
        ([0, 1, -(2**70)], f"-{2**70}", f"-{2**70} is not a card number from 0 (7c) to 31 (As)"),
        (["7c Kh", "Kd"], None, '"7c Kh": there must be one card, not 2'),
        (["7c", "", "Kd"], None, '"": there must be one card, not 0'),
        (["7c", "6h", "Kd"], "6h", f'"6h": no card starts with "6h": {RANK}'),
        (["7c", "K", "Kd"], "K", f'"K": "K" is not a card: {SUIT}'),
        (memoryview(bytes([0, 1, 200])), "200", "200 is not a card number from 0 (7c) to 31 (As)"),
    ],
)
def test_sequence_that_is_no_hand_is_refused(
    make: Callable[[object], object], cards: object, piece: str | None, message: str
) -> None:
    """Cards one after another are refused with the one that is none, or with how many there are."""
    error = refusal(make, cards)

    assert str(error) == message
    assert error.piece == piece


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    "wrong",
    [7, 7.0, True, 0, 2**70, b"7cKhKd", bytearray(3), {0: 1, 1: 2, 2: 3}, object(), len, svara.Card("7c"), ...],
)
def test_what_cannot_hold_cards_is_a_type_error(make: Callable[[object], object], wrong: object) -> None:
    """Numbers, bytes, dicts, single cards and things that cannot be iterated over are not hands."""
    with pytest.raises(TypeError) as caught:
        make(wrong)

    shown = f"{show(wrong)}, {kind_of(wrong)}"
    assert str(caught.value) == f"cards are a text like '7c Kh Kd' or a sequence of cards, not {shown}"


def test_none_is_no_hand() -> None:
    """`None` has no points."""
    none: Any = None
    with pytest.raises(TypeError, match="or a sequence of cards, not None, a NoneType"):
        svara.points(none)


@pytest.mark.parametrize("make", [*MAKERS, lambda cards: svara.Card(cards[0])])
@pytest.mark.parametrize(
    "wrong",
    [None, True, False, 0.0, 7.5, float("nan"), 1j, Decimal(0), Fraction(0), b"7c", [0], ["7c"], (), {}, object(), int],
)
def test_what_is_no_card_is_a_type_error(make: Callable[[object], object], wrong: object) -> None:
    """Among cards, too, booleans, floats, bytes, nested lists and the like are none, even with the value of one."""
    with pytest.raises(TypeError) as caught:
        make([wrong, 1, 2])

    shown = f"{show(wrong)}, {kind_of(wrong)}"
    assert str(caught.value) == f"a card is a text like '7c', a number from 0 to 31 or a Card, not {shown}"


@pytest.mark.parametrize("text", ["", "7c Kh", "7", "6c", "10", "c", "7cc", "7c7c"])
def test_text_that_is_no_card_is_refused(text: str) -> None:
    """One card is one card, and a whole one."""
    assert str(refusal(svara.Card, text)).startswith(f'"{text}": ')


@pytest.mark.parametrize("number", [-1, 32, 255, 256, 2**31, 2**63, -(2**63), 2**64, 2**200])
def test_number_that_is_no_card_is_refused(number: int) -> None:
    """A number beyond the deck is shown, shortened if it is long."""
    shown = show(number)
    error = refusal(svara.Card, number)

    assert str(error) == f"{shown} is not a card number from 0 (7c) to 31 (As)"
    assert error.piece == shown


@pytest.mark.parametrize("index", [-1, 4960, 2**15, 2**16, 2**16 + 1, 2**63, 2**70])
def test_index_that_is_no_hand_is_refused(index: int) -> None:
    """Hand indices run from 0 to 4,959."""
    error = refusal(lambda wrong: svara.Hand(index=wrong), index)

    assert str(error) == f"{index} is not a hand index from 0 to 4959"
    assert error.piece == str(index)


@pytest.mark.parametrize("wrong", [True, 0.0, "0", b"\0", [0], object()])
def test_index_of_the_wrong_type_is_a_type_error(wrong: Any) -> None:
    """A hand index is a whole number."""
    with pytest.raises(TypeError) as caught:
        svara.Hand(index=wrong)

    shown = f"{show(wrong)}, {kind_of(wrong)}".replace("'0'", '"0"')
    assert str(caught.value) == f"a hand index is a whole number from 0 to 4959, not {shown}"


def test_number_too_long_to_print_is_refused() -> None:
    """A number that Python itself will not print is refused without a complaint beside the message."""
    for make in (svara.Card, lambda number: svara.Hand([number, 1, 2])):
        assert str(refusal(make, 10**5000)) == "an int that cannot be shown is not a card number from 0 (7c) to 31 (As)"


def test_endless_cards_are_refused() -> None:
    """Cards without end are not waited for."""
    for endless in (itertools.count(), itertools.repeat("7c"), itertools.cycle(["7c", "Kh", "Kd"]), iter(int, 1)):
        refusal(svara.points, endless)


def test_error_of_a_generator_is_its_own() -> None:
    """An exception of a generator of cards is not changed."""

    def cards() -> Iterator[str]:
        yield "7c"
        raise error

    error = LookupError("the deck is in the other room")
    with pytest.raises(LookupError) as caught:
        svara.points(cards())
    assert caught.value is error


@pytest.mark.parametrize("piece", ["7c", "7c ", "and ", "i ", ",", " ", "7", "10", "T", "x", "\n", "♣", "é", "Т"])
def test_huge_text_is_refused_in_one_short_line(piece: str) -> None:
    """A text of millions of characters is read to the end, and only its start is shown."""
    error = refusal(svara.points, piece * 3_000_000)

    assert len(str(error)) <= 200
    assert "…" in str(error)
    assert error.piece is None or len(error.piece) <= 8


def test_invalid_cards_carry_what_failed() -> None:
    """The exception has the message and the piece, and survives a pickle with both."""
    error = refusal(svara.points, "7c 6h Kd")
    again = pickle.loads(pickle.dumps(error))

    assert (type(again), str(again), again.piece) == (svara.InvalidCards, str(error), "6h")


def read(value: Any) -> tuple[svara.Hand | None, str]:
    """Return the hand of a value, or the message of its error."""
    try:
        return svara.Hand(value), ""
    except (svara.InvalidCards, TypeError) as error:
        return None, str(error)


ANYTHING = st.recursive(
    st.one_of(
        *(st.none(), st.booleans(), st.integers(), st.integers(0, 31), st.floats(), st.complex_numbers()),
        *(st.text(), st.binary(), st.decimals(), st.dates(), st.sampled_from(["7c", "K♥", "10♠", "Ad", "6c"])),
        *(st.builds(object), st.builds(svara.Card, st.integers(0, 31))),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner, inner),
        st.dictionaries(st.integers(), inner, max_size=3),
        st.frozensets(st.integers(), max_size=4),
        st.lists(inner, max_size=4).map(iter),
    ),
)


@given(value=ANYTHING)
def test_anything_is_a_hand_or_refused(value: object) -> None:
    """Any object gives a hand, `InvalidCards` or `TypeError` with a message of one line."""
    hand, message = read(value)

    assert len(message.splitlines()) == (hand is None)


@given(text=st.text(st.sampled_from("789106TJQKAtjqkacdhsCDHS♣♦♥♠♡АКТсѕ ,\n\0ieandи\ufe0f\ud800x"), max_size=12))
def test_any_text_is_a_hand_or_refused(text: str) -> None:
    """A text that is nearly a hand gives a hand or an error of one line, too."""
    hand, message = read(text)

    assert len(message.splitlines()) == (hand is None)
