"""Reading cards as people write them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import svara
from reference import DECK, RANKS, SUITS

SELECTORS = ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")

RANK_SPELLINGS = {
    "7": ["7"],
    "8": ["8"],
    "9": ["9"],
    "T": ["T", "t", "10", "\N{CYRILLIC CAPITAL LETTER TE}", "\N{CYRILLIC SMALL LETTER TE}"],
    "J": ["J", "j", "\N{CYRILLIC CAPITAL LETTER JE}", "\N{CYRILLIC SMALL LETTER JE}"],
    "Q": ["Q", "q", "\N{CYRILLIC CAPITAL LETTER QA}", "\N{CYRILLIC SMALL LETTER QA}"],
    "K": ["K", "k", "\N{CYRILLIC CAPITAL LETTER KA}", "\N{CYRILLIC SMALL LETTER KA}"],
    "A": ["A", "a", "\N{CYRILLIC CAPITAL LETTER A}", "\N{CYRILLIC SMALL LETTER A}"],
}
SUIT_LETTERS = {
    "c": ["c", "C", "\N{CYRILLIC SMALL LETTER ES}", "\N{CYRILLIC CAPITAL LETTER ES}"],
    "d": ["d", "D", "\N{CYRILLIC SMALL LETTER KOMI DE}", "\N{CYRILLIC CAPITAL LETTER KOMI DE}"],
    "h": [
        *("h", "H", "\N{CYRILLIC SMALL LETTER SHHA}", "\N{CYRILLIC CAPITAL LETTER SHHA}"),
        *("\N{CYRILLIC SMALL LETTER EN}", "\N{CYRILLIC CAPITAL LETTER EN}"),
    ],
    "s": ["s", "S", "\N{CYRILLIC SMALL LETTER DZE}", "\N{CYRILLIC CAPITAL LETTER DZE}"],
}
SUIT_SIGNS = {
    "c": ["\N{BLACK CLUB SUIT}", "\N{WHITE CLUB SUIT}"],
    "d": ["\N{BLACK DIAMOND SUIT}", "\N{WHITE DIAMOND SUIT}"],
    "h": ["\N{BLACK HEART SUIT}", "\N{WHITE HEART SUIT}"],
    "s": ["\N{BLACK SPADE SUIT}", "\N{WHITE SPADE SUIT}"],
}
SUIT_SPELLINGS = {
    suit: SUIT_LETTERS[suit] + [sign + selector for sign in SUIT_SIGNS[suit] for selector in SELECTORS]
    for suit in SUITS
}
WITHIN_CARDS = ["", " ", "  ", "\N{NO-BREAK SPACE}"]
BETWEEN_CARDS = ["", " ", "   ", ",", ", ", " , ", "\n", "\r\n", "\t", "\N{NO-BREAK SPACE}"]
WORDS_BETWEEN_CARDS = [" and ", " et ", " i ", " и ", ", and "]

IN_THE_SOURCES = {
    # vipsvara: the same hands on the French and the Bulgarian page, with the Cyrillic letters of both
    "8♠ Q♠ Q♥": 18,
    "J♥ J♦ J♣": 30,
    "А♠ А♥ K♣": 22,
    "7♣ 9♠ J♠": 30,
    "7♠ 8♣ 8♦": 8,
    "7♣ 8♣ 8♦": 27,
    "7♠ 7♦ 10♦": 23,
    "J♦ Q♥ A♥": 21,
    "9♥ A♣ A♦": 22,
    "9♦ 10♦ K♦": 29,
    "K♠ K♦ K♥": 30,
    "7♣ 7♦ 7♥": 34,
    # Forte Games, with a space before each sign
    "Q ♦, K ♦ 10 ♠": 20,
    "10 ♠, 8 ♠ K ♥": 18,
    "7 ♥, 9 ♦ 9 ♣": 9,
    "10 ♠, 10 ♦ 10 ♣": 30,
    "8 ♣, K ♥ 9 ♦": 10,
    "K ♥, 9 ♥ Q ♣": 19,
    "Q ♣, Q ♥ 9 ♦": 10,
    "A ♠, A ♦ 10 ♣": 22,
    "8 ♠, A ♦ 7 ♣": 22,
    "10 ♦, 9 ♦ J ♦": 29,
    "Q ♣, Q ♥ Q ♦": 30,
    "7 ♣, K ♥ K ♦": 31,
    "7 ♣, A ♥ A ♦": 33,
    # the classic game in Polish, whose other hands have lost a sign; for the first it gives no points, but 1.4 does
    "8♥ 9♠\n7♣": 20,
    "K♥, 9♥ i Q♣": 19,
}
"""Every complete hand of the source documents as it stands there, and its points."""


@pytest.mark.parametrize(("text", "points"), IN_THE_SOURCES.items())
def test_hands_of_the_sources_parse_as_written(text: str, points: int) -> None:
    """A hand is read as the sources print it, and has the points that they give."""
    assert svara.points(text) == points


def test_sources_write_cyrillic_letters() -> None:
    """The examples above hold the Cyrillic А that the sources have, not the Latin letter that looks like it."""
    (text,) = (text for text in IN_THE_SOURCES if "\N{CYRILLIC CAPITAL LETTER A}" in text)

    assert str(svara.Hand(text)) == "Kc Ah As"


@pytest.mark.parametrize("card", DECK)
def test_card_is_read_from_every_spelling(card: str) -> None:
    """Each spelling of a rank goes with each spelling of a suit, with or without a space between them."""
    for rank, within, suit in product(RANK_SPELLINGS[card[0]], WITHIN_CARDS, SUIT_SPELLINGS[card[1]]):
        assert str(svara.Card(rank + within + suit)) == card
        assert str(svara.Card(f"  {rank}{within}{suit},\n")) == card


@pytest.mark.parametrize("between", BETWEEN_CARDS + WORDS_BETWEEN_CARDS)
def test_cards_are_separated_in_every_way(between: str) -> None:
    """Spaces, commas, lines, a word for "and" or nothing at all stand between cards."""
    for suits in SUIT_LETTERS, SUIT_SIGNS:
        text = between.join(["10" + suits["s"][0], "K" + suits["h"][0], "7" + suits["c"][0]])

        assert str(svara.Hand(text)) == "7c Ts Kh"


def test_words_for_and_stand_alone() -> None:
    """A word for "and" is one only if the next card does not follow at once; other words are none."""
    assert svara.points("7c and Kh, and Kd i") == 31
    for text in ("7c iKh Kd", "7c andKh Kd", "7c or Kh Kd", "7c & Kh Kd"):
        with pytest.raises(svara.InvalidCards):
            svara.points(text)


@st.composite
def spellings(draw: st.DrawFn) -> tuple[list[str], str]:
    """Some hand's cards in some order, and one way to write them."""
    cards = draw(st.lists(st.sampled_from(DECK), min_size=3, max_size=3, unique=True))
    text = draw(st.sampled_from(BETWEEN_CARDS))
    for place, card in enumerate(cards):
        if place > 0:
            text += draw(st.sampled_from(BETWEEN_CARDS + WORDS_BETWEEN_CARDS))
        text += draw(st.sampled_from(RANK_SPELLINGS[card[0]]))
        text += draw(st.sampled_from(WITHIN_CARDS))
        text += draw(st.sampled_from(SUIT_SPELLINGS[card[1]]))
    return cards, text + draw(st.sampled_from(BETWEEN_CARDS))


@given(spelling=spellings())
def test_hand_is_read_from_every_spelling(spelling: tuple[list[str], str]) -> None:
    """However a hand is written, with spellings mixed, it is the hand of its cards."""
    cards, text = spelling

    assert svara.Hand(text) == svara.Hand(cards) == svara.Hand([DECK.index(card) for card in cards])
    assert sorted(map(str, svara.Hand(text)), key=DECK.index) == sorted(cards, key=DECK.index)


def test_no_other_character_is_a_rank_or_a_suit() -> None:
    """Of the letters, digits and signs of all writing, only those above are read, and `10` but neither 1 nor 0."""
    letters = [chr(code) for code in range(0x20000)]  # beyond there is Chinese

    assert {letter for letter in letters if is_card(letter + "c")} == set().union(*RANK_SPELLINGS.values()) - {"10"}
    assert {letter for letter in letters if is_card("7" + letter)} == {
        spelling for spellings in SUIT_SPELLINGS.values() for spelling in spellings if len(spelling) == 1
    }


def is_card(text: str) -> bool:
    """Whether a text is read as a card."""
    try:
        svara.Card(text)
    except svara.InvalidCards:
        return False
    return True


def test_every_rank_has_its_spellings() -> None:
    """The spellings above cover the deck."""
    assert "".join(RANK_SPELLINGS) == RANKS
    assert "".join(SUIT_SPELLINGS) == SUITS
