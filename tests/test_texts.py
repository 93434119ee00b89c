"""Texts of every kind in what is made in Rust: read, or refused as documented, in one short line that harms nobody."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import svara
from svara._core import Scoring, deck_numbers, odds_of_all_hands

if TYPE_CHECKING:
    from collections.abc import Callable

HAND = "7c Kh Kd"
LONGEST = 200
SHOWN = 60

TAKES_TEXT: dict[str, tuple[Callable[[Any], object], tuple[type[Exception], ...]]] = {
    "points": (svara.points, (svara.InvalidCards,)),
    "Hand": (svara.Hand, (svara.InvalidCards,)),
    "Card": (svara.Card, (svara.InvalidCards,)),
    "cards of a hand": (lambda text: svara.Hand([text, "7c", text]), (svara.InvalidCards,)),
    "in a hand": (lambda text: text in svara.Hand(HAND), (svara.InvalidCards,)),
    "odds": (lambda text: svara.odds(text, trials=1), (svara.InvalidCards,)),
    "dead": (lambda text: svara.odds(HAND, dead=text, trials=1), (svara.InvalidCards, svara.InvalidOdds)),
    "a dead card": (lambda text: svara.odds(HAND, dead=[text], trials=1), (svara.InvalidCards, svara.InvalidOdds)),
    "opponents": (lambda text: svara.odds(HAND, opponents=text, trials=1), (svara.InvalidRange, svara.InvalidOdds)),
    "an opponent": (
        lambda text: svara.odds(HAND, opponents=[None, text], trials=1),
        (svara.InvalidRange, svara.InvalidOdds),
    ),
    "a hand of an opponent": (
        lambda text: svara.odds(HAND, opponents=[[text]], trials=1),
        (svara.InvalidCards, svara.InvalidOdds),
    ),
    "hands_in_range": (svara.hands_in_range, (svara.InvalidRange,)),
    "all_odds": (lambda text: svara.all_odds(dead=text), (svara.InvalidCards,)),
    "odds_of_all_hands": (lambda text: odds_of_all_hands(text, "classic"), (svara.InvalidCards,)),
    "deck_numbers": (lambda text: deck_numbers(text, 3), (svara.InvalidCards,)),
    "Deal.start decks": (
        lambda text: svara.Deal.start("classic", stacks=[9, 9], dealer=0, decks=[text]),
        (svara.InvalidCards, svara.InvalidDeal),
    ),
    "rules": (lambda text: svara.points(HAND, rules=text), (svara.InvalidRules,)),
    "rules of a hand": (lambda text: svara.Hand(HAND).combination(rules=text), (svara.InvalidRules,)),
    "rules of a distribution": (lambda text: svara.distribution(rules=text), (svara.InvalidRules,)),
    "rules of a range": (lambda text: svara.hands_in_range("28+", rules=text), (svara.InvalidRules,)),
    "rules of a batch": (lambda text: svara.points_batch(bytes([0, 1, 2]), rules=text), (svara.InvalidRules,)),
    "three_of_a_kind": (
        lambda text: svara.find_rules("classic").but(three_of_a_kind=text),
        (svara.InvalidRules,),
    ),
    "Scoring": (lambda text: Scoring(text, three_sevens=False), (ValueError,)),
}
"""Everything that is made in Rust and takes a text, or is handed one, and what it may raise."""

HIDDEN = (
    "\ud800\udfff\udc80\x00\x07\x1b\n\r\v\f\x1c\x85\u2028\u2029\u200b\u200e\u200f\u202a\u202e\u2066\u2069\ufeff\u0301"
)
NEARLY = "789106TJQKAtjqkacdhsxX♣♦♥♠♡ВДКПТАвдкптасхЈ+-&!, anyoi\ufe0f"
TEXTS = st.one_of(
    st.text(),
    st.text(st.characters(exclude_categories=())),  # with surrogates
    st.text(st.sampled_from(HIDDEN + NEARLY)),
    st.text(st.sampled_from(NEARLY), max_size=9),
    st.tuples(st.text(st.sampled_from(HIDDEN + NEARLY), min_size=1, max_size=4), st.integers(1, 20_000)).map(
        lambda parts: parts[0] * parts[1]
    ),
    st.text(st.sampled_from(HIDDEN + NEARLY), min_size=1, max_size=3).map(lambda text: "7c Kh " + text),
)


def check(name: str, text: str) -> None:
    """Other texts are refused by the documented exception, in one short line."""
    take, kinds = TAKES_TEXT[name]
    try:
        take(text)
    except kinds as error:
        message = str(error)
        assert len(message) <= LONGEST
        assert harmless(message), ascii(message)
        piece = getattr(error, "piece", None)
        assert piece is None or len(piece) <= SHOWN


def harmless(message: str) -> bool:
    """Whether a message is one line without characters that control a terminal or the direction of writing."""
    message.encode()  # which surrogates have not
    return not any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for character in message)


@pytest.mark.parametrize("name", TAKES_TEXT)
@given(text=TEXTS)
@example(text="\ud800")
@example(text="7\ud800 Kh Kd")
@example(text="\u202e" * 100)
@example(text="7c " * 100_000)
@example(text="7" * 1_000_000)
@example(text="x" * 1_000_000)
@example(text="Т" * 1_000_000)
@example(text="AKs" + " " * 1_000_000)
@example(text="\n" * 1_000_000)
@example(text="\0")
def test_any_text_is_read_or_refused_in_one_short_line(name: str, text: str) -> None:
    """Only documented exceptions come of a text, and what they say is one line that nothing makes long."""
    check(name, text)


@pytest.mark.parametrize("name", [name for name in TAKES_TEXT if "Scoring" not in name and "kind" not in name])
def test_texts_of_types_derived_from_str_are_texts(name: str) -> None:
    """A subclass of `str` is read as the text that it is."""

    class Text(str):
        __slots__ = ()

        def __str__(self) -> str:
            return "no text"

    take, kinds = TAKES_TEXT[name]
    for text in (HAND, "7c", "28+", "classic", "nonsense"):
        try:
            expected = take(text)
        except kinds as error:
            with pytest.raises(type(error), match=f"^{re.escape(str(error))}"):
                take(Text(text))
        else:
            result = take(Text(text))
            assert result == expected


def test_a_range_is_a_text() -> None:
    """Anything else is a `TypeError` that names the type."""
    for wrong in (5, None, b"28+", ["28+"], svara.Hand(HAND)):
        with pytest.raises(TypeError, match=f"^a range must be a text like '28\\+', not .* an? {type(wrong).__name__}"):
            svara.hands_in_range(wrong)  # type: ignore[arg-type]  # that is the mistake
