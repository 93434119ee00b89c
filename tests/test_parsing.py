"""Reading cards as people write them."""

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import svara
from reference import DECK, RANKS, SUITS

SELECTORS = ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")

# A look-alike is written by its name, so that one can see which letter it is.
CYRILLIC_TE = "\N{CYRILLIC CAPITAL LETTER TE}\N{CYRILLIC SMALL LETTER TE}"
CYRILLIC_A = "\N{CYRILLIC CAPITAL LETTER A}\N{CYRILLIC SMALL LETTER A}"
CYRILLIC_KA = "\N{CYRILLIC CAPITAL LETTER KA}\N{CYRILLIC SMALL LETTER KA}"
CYRILLIC_VE = "\N{CYRILLIC CAPITAL LETTER VE}\N{CYRILLIC SMALL LETTER VE}"

LATIN_RANKS = {
    "7": ["7"],
    "8": ["8"],
    "9": ["9"],
    "T": ["T", "t", "10"],
    "J": ["J", "j"],
    "Q": ["Q", "q"],
    "K": ["K", "k"],
    "A": ["A", "a"],
}
CYRILLIC_RANKS = {
    "7": ["7"],
    "8": ["8"],
    "9": ["9"],
    "T": ["10"],
    "J": [*CYRILLIC_VE],  # валет, вале
    "Q": ["Д", "д"],  # дама
    "K": [*CYRILLIC_KA, "П", "п"],  # король, крал, поп
    "A": [*CYRILLIC_TE],  # туз
}
BULGARIAN_RANKS = CYRILLIC_RANKS | {"A": [*CYRILLIC_A]}  # асо
SUIT_LETTERS = {"c": ["c", "C"], "d": ["d", "D"], "h": ["h", "H"], "s": ["s", "S"]}
SUIT_SIGNS = {
    "c": ["\N{BLACK CLUB SUIT}", "\N{WHITE CLUB SUIT}"],
    "d": ["\N{BLACK DIAMOND SUIT}", "\N{WHITE DIAMOND SUIT}"],
    "h": ["\N{BLACK HEART SUIT}", "\N{WHITE HEART SUIT}"],
    "s": ["\N{BLACK SPADE SUIT}", "\N{WHITE SPADE SUIT}"],
}
SUIT_SIGNS_AND_SELECTORS = {
    suit: [sign + selector for sign in signs for selector in SELECTORS] for suit, signs in SUIT_SIGNS.items()
}
SUIT_SPELLINGS = {suit: SUIT_LETTERS[suit] + SUIT_SIGNS_AND_SELECTORS[suit] for suit in SUITS}
ALPHABETS = [
    (LATIN_RANKS, SUIT_SPELLINGS),
    (CYRILLIC_RANKS, SUIT_SIGNS_AND_SELECTORS),
    (BULGARIAN_RANKS, SUIT_SPELLINGS),
]
"""How ranks and suits are written together."""
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
    """In each alphabet each rank goes with each spelling of a suit, with or without a space, alone and in ranges."""
    for ranks, suits in ALPHABETS:
        for rank, within, suit in product(ranks[card[0]], WITHIN_CARDS, suits[card[1]]):
            assert str(svara.Card(rank + within + suit)) == card
            assert str(svara.Card(f"  {rank}{within}{suit},\n")) == card
            assert svara.hands_in_range(rank + within + suit) == svara.hands_in_range(card)


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
    ranks, suits = draw(st.sampled_from(ALPHABETS))
    text = draw(st.sampled_from(BETWEEN_CARDS))
    for place, card in enumerate(cards):
        if place > 0:
            text += draw(st.sampled_from(BETWEEN_CARDS + WORDS_BETWEEN_CARDS))
        text += draw(st.sampled_from(ranks[card[0]]))
        text += draw(st.sampled_from(WITHIN_CARDS))
        text += draw(st.sampled_from(suits[card[1]]))
    return cards, text + draw(st.sampled_from(BETWEEN_CARDS))


@given(spelling=spellings())
def test_hand_is_read_from_every_spelling(spelling: tuple[list[str], str]) -> None:
    """However a hand is written in one alphabet, with spellings mixed, it is the hand of its cards."""
    cards, text = spelling

    assert svara.Hand(text) == svara.Hand(cards) == svara.Hand([DECK.index(card) for card in cards])
    assert sorted(map(str, svara.Hand(text)), key=DECK.index) == sorted(cards, key=DECK.index)


def test_no_other_character_is_a_rank_or_a_suit() -> None:
    """No other letter, digit or sign of Unicode is read; `10` is, but not 1 or 0 alone."""
    letters = [chr(code) for code in range(0x20000)]  # beyond there is Chinese
    ranks = {spelling for ranks, _ in ALPHABETS for spellings in ranks.values() for spelling in spellings}

    assert {letter for letter in letters if is_card(letter + "\N{BLACK HEART SUIT}")} == ranks - {"10"}
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
    assert all("".join(ranks) == RANKS for ranks, _ in ALPHABETS)
    assert "".join(SUIT_SPELLINGS) == SUITS


# Letters that mean different ranks in different alphabets.

TE, TE_SMALL = tuple(CYRILLIC_TE)
A, KA = CYRILLIC_A[0], CYRILLIC_KA[0]


@pytest.mark.parametrize(
    ("text", "hand", "points"),
    [
        (f"{TE}♥ {KA}♥ 9♥", "9h Kh Ah", 30),
        (f"{TE}♠ {TE}♦ 10♣", "Tc Ad As", 22),
        (f"{TE_SMALL}♠{TE_SMALL}♦10♣", "Tc Ad As", 22),
        (f"{CYRILLIC_VE[0]}♥ Д♥ 10♥", "Th Jh Qh", 30),
        (f"П♠, {A}♠ и 7♦", "7d Ks As", 21),
        (f"{A}♠ {A}♥ K♣", "Kc Ah As", 22),  # the K is Latin, as on the Bulgarian page of the rules
        ("Дh Jd Qs", "Jd Qh Qs", 10),
    ],
)
def test_a_text_in_cyrillic_letters_is_read_in_cyrillic(text: str, hand: str, points: int) -> None:
    """The cards are named as in Russian and Bulgarian: В Д К Т, or А and П; a Cyrillic Т is an ace."""
    assert str(svara.Hand(text)) == hand
    assert svara.points(text) == points
    assert svara.points(text.split() if "," not in text and " " in text else text) == points


@pytest.mark.parametrize(
    "text",
    [
        f"{TE}♥ T♦ 9♣",
        f"{TE}♥ Q♥ 9♥",
        f"{TE}♥ K♥ 9♥",  # the K is Latin
        f"{TE}♥ {A}♦ 9♣",  # who writes А for an ace may mean a ten
        f"{TE}h 9♥ 8♥",
        f"{TE_SMALL}♥ 9c 8♥",
        f"T♥ {KA}♥ 9♥",
        "t♥ Дd 9c",
    ],
)
def test_an_ace_that_may_be_a_ten_is_refused(text: str) -> None:
    """A T or a Т beside letters of the other alphabet is not read; the message says what to write."""
    for hand in (text, text.split()):
        with pytest.raises(svara.InvalidCards, match=r"may be a ten .* or an ace .*: write 10 or A") as caught:
            svara.points(hand)
        assert caught.value.piece in {"T", TE}
    with pytest.raises(svara.InvalidCards, match="write 10 or A"):
        svara.odds("7c 7d 7h", dead=text)
    with pytest.raises(svara.InvalidRange, match="write 10 or A"):
        svara.odds("7c 7d 7h", opponents=text)


@pytest.mark.parametrize("letter", "сСԁԀһҺнНѕЅјЈԛԚпПтТкКбБчЧхХ")
def test_a_letter_of_another_alphabet_is_no_suit(letter: str) -> None:
    """с looks like c and sounds like s, К begins words for three suits: the message names the letter."""
    for text in (f"7{letter} Kh Kd", f"7 {letter} Kh Kd"):
        with pytest.raises(
            svara.InvalidCards, match=f'"{letter}" .U\\+{ord(letter):04X}. is not a suit: the suits are'
        ):
            svara.points(text)


@pytest.mark.parametrize(
    "letter",
    ["\N{CYRILLIC CAPITAL LETTER JE}", "\N{CYRILLIC CAPITAL LETTER QA}", "\N{GREEK CAPITAL LETTER TAU}", "Б", "Ｋ"],
)
def test_a_letter_that_looks_like_a_rank_is_named(letter: str) -> None:
    """The message shows that a letter that looks like a J is another letter."""
    with pytest.raises(
        svara.InvalidCards, match=f'"{letter}" .U\\+{ord(letter):04X}. is not a rank: the ranks are 7 8 9 10'
    ):
        svara.points(f"{letter}♥ 9♥ 8♥")
    with pytest.raises(svara.InvalidRange, match=f'range: "{letter}" .U\\+{ord(letter):04X}. is not a rank'):
        svara.hands_in_range(f"7♥ {letter}")


RANK_WORDS = {
    "7": "7",
    "8": "8",
    "9": "9",
    "10": "T",
    "В": "J",
    "Д": "Q",
    "К": "K",
    "П": "K",
    "Т": "A",
    "А": "A",
}
"""The meanings of Cyrillic letters: валет and вале, дама, король and крал, поп, туз, асо."""
SUIT_WORDS = dict(zip("♣♦♥♠", "cdhs", strict=True))


def plain_reading(text: str) -> list[str] | None:
    """The cards of a text without a Latin letter, read one character after another; `None` for another text."""
    cards, rank = [], ""
    for character in text.upper().replace("10", "X"):
        if rank and character in SUIT_WORDS:
            cards.append(RANK_WORDS[rank] + SUIT_WORDS[character])
            rank = ""
        elif not rank and character in {"X", *RANK_WORDS}:
            rank = character.replace("X", "10")
        elif character not in " ,":
            return None
    return None if rank else cards


CYRILLIC_CARDS = st.tuples(
    st.sampled_from([*"789ВДКПТАвдкпта", "10", *"БЧсЈ1"]),
    st.sampled_from(["", "", "", " ", ","]),
    st.sampled_from([*"♣♦♥♠♣♦♥♠♣♦♥♠♣♦♥♠", *"сСһНѕтпкбч", ""]),
    st.sampled_from(["", " ", ", ", " и ", "и"]),
).map("".join)


@given(text=st.lists(CYRILLIC_CARDS, min_size=2, max_size=4).map("".join))
def test_no_cyrillic_text_is_read_with_another_meaning(text: str) -> None:
    """A hand in Cyrillic letters is read by the meaning of each letter, or refused."""
    try:
        hand = svara.Hand(text)
    except svara.InvalidCards:
        return
    cards = plain_reading(re.sub(r"и(?=[\s,]|$)", " ", text))
    assert cards is not None
    assert hand == svara.Hand(cards)
    assert not ("Т" in text.upper() and "А" in text.upper())


@given(
    cards=st.lists(
        st.tuples(st.sampled_from([*"789", "10", *"ВДКПТвдкпт"]), st.sampled_from("♣♦♥♠"), st.sampled_from(["", " "])),
        min_size=3,
        max_size=3,
        unique_by=lambda card: (RANK_WORDS[card[0].upper()], card[1]),
    ),
)
def test_every_cyrillic_hand_is_read(cards: list[tuple[str, str, str]]) -> None:
    """A hand in Cyrillic letters is not refused where it is certain."""
    text = " ".join(rank + within + suit for rank, suit, within in cards)

    assert svara.Hand(text) == svara.Hand([RANK_WORDS[rank.upper()] + SUIT_WORDS[suit] for rank, suit, _ in cards])


# Ranges.


def test_ranges_are_read_in_cyrillic() -> None:
    """The ranks of a range are those of cards; the x is Latin, and there is no other."""
    same = {
        f"{TE}{TE}": "AA",
        f"{TE_SMALL}": "A",
        f"{TE}x": "Ax",
        f"{TE}x 7x": "Ax 7x",
        "10x10x": "TT",
        f"{CYRILLIC_VE[0]}{CYRILLIC_VE[0]} & Д, {KA}": "JJ & Q, K",
        f"{TE}♥ {KA}♥": "Ah Kh",
        f"!{TE} & 28+": "!A & 28+",
    }
    for text, latin in same.items():
        assert svara.hands_in_range(text) == svara.hands_in_range(latin)


@pytest.mark.parametrize(
    "text", [f"7{TE_SMALL}", f"10{KA}", "8п", f"9{CYRILLIC_VE[1]}", f"{TE}{TE_SMALL}", f"{TE} {KA}", f"{A}{KA}"]
)
def test_a_cyrillic_rank_that_may_be_a_suit_is_refused(text: str) -> None:
    """7 т may be the seven of clubs (трефы) or a seven and an ace."""
    with pytest.raises(
        svara.InvalidRange, match=r"may end in a rank or a suit: for ranks write .* & .; the suits are c d h s"
    ):
        svara.hands_in_range(text)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        *(("AKs", "A Ks"), ("KAs", "K As"), ("aks", "a ks"), ("AKs+", "A Ks"), ("AK s", "A Ks"), ("A K s", "A Ks")),
        *(("TT7c", "T T 7c"), ("AAs", "A As"), ("98s", "9x 8s"), ("109s", "10x 9s"), ("AK♠", "A K♠"), ("7cA", "7c A")),
        *(("AKo", "A K"), ("AKQo", "A K Q"), ("98o", "9x 8x"), ("AK offsuit", "A K"), ("AK suited", "A Ks")),
        *(("28+, !AKs", "A Ks"), ("AA & KQs", "K Qs")),
    ],
)
def test_what_means_suited_hands_elsewhere_is_refused(text: str, instead: str) -> None:
    """AKs is an ace and the K♠ by the letters, and suited hands in other games; the message says how to write both."""
    with pytest.raises(svara.InvalidRange) as caught:
        svara.hands_in_range(text)

    message = str(caught.value)
    assert message.endswith(
        f"is not a range: for a rank of any suit write {instead}; suited hands are AcKc, AdKd, AhKh, AsKs"
    )
    assert str(caught.value.piece) in text
    for written in (instead, "AcKc, AdKd, AhKh, AsKs"):
        assert svara.hands_in_range(written)


def test_ranks_and_cards_apart_are_read() -> None:
    """The texts that messages suggest have the promised meaning."""
    ace_and_king = {hand for hand in svara.all_hands() if "Ks" in hand and any(card.rank == "A" for card in hand)}

    for text in ("A Ks", "Ks A", "A & Ks", "AxKs", "KsAx", "Ax Ks", "A K♠", "A, Ks".replace(",", " &")):
        assert set(svara.hands_in_range(text)) == ace_and_king
