"""Cards: the 32 of them, their names, and that they are values."""

import copy
import pickle
from itertools import combinations, product

import pytest

import svara
from reference import DECK, RANKS, SUITS

CARDS = [svara.Card(number) for number in range(32)]


def test_1_1_deck_has_32_cards() -> None:
    """The deck has 32 cards: 7 8 9 10 J Q K A in ♣ ♦ ♥ ♠."""
    assert len(set(CARDS)) == 32
    assert [str(card) for card in CARDS] == DECK
    assert {card.rank for card in CARDS} == set("789TJQKA")
    assert {card.suit for card in CARDS} == set("cdhs")


def test_number_is_four_times_rank_plus_suit() -> None:
    """Cards are numbered by rank, then suit: the 7♣ is 0, the 7♦ 1, the 8♣ 4, the A♠ 31."""
    assert [svara.Card(text).number for text in ("7c", "7d", "8c", "Ts", "As")] == [0, 1, 4, 15, 31]
    for card in CARDS:
        assert card.number == 4 * RANKS.index(card.rank) + SUITS.index(card.suit)
        assert str(card) == card.rank + card.suit


def test_card_is_made_from_text_number_or_card() -> None:
    """A card made from a text, a number or a card is the same."""
    for number, text in enumerate(DECK):
        assert svara.Card(text) == svara.Card(number) == svara.Card(svara.Card(text)) == CARDS[number]


def test_card_prints_in_letters_and_signs() -> None:
    """A card prints as `Ts` and, in signs, as `10♠`; both read as the card again, and so does its repr."""
    assert [str(svara.Card(15)), svara.Card(15).unicode(), repr(svara.Card(15))] == ["Ts", "10♠", "Card('Ts')"]
    assert [card.unicode() for card in CARDS[:5]] == ["7♣", "7♦", "7♥", "7♠", "8♣"]
    for card in CARDS:
        assert svara.Card(str(card)) == svara.Card(card.unicode()) == card
        assert eval(repr(card), {"Card": svara.Card}) == card


def test_cards_are_ordered_by_number() -> None:
    """A card is below every card with a higher number."""
    for lower, higher in combinations(CARDS, 2):
        assert lower < higher
        assert lower <= higher
        assert higher > lower
        assert higher >= lower
        assert lower != higher
        assert not higher < lower
    assert sorted(CARDS[16:] + CARDS[:16]) == CARDS


def test_cards_are_equal_to_equal_cards_only() -> None:
    """A card equals itself, however made, and neither its number nor its text."""
    for card, number in product(CARDS, range(32)):
        assert (card == svara.Card(number)) == (card.number == number)
    assert svara.Card(0) != 0
    assert svara.Card(0) != "7c"
    with pytest.raises(TypeError, match="not supported between"):
        svara.Card(0) < 1  # type: ignore[operator]  # noqa: B015  # the comparison itself is what fails


def test_equal_cards_have_equal_hashes() -> None:
    """Cards serve in sets and as keys."""
    assert {svara.Card("7c"), svara.Card("7♣"), svara.Card(0)} == {svara.Card(0)}
    assert [hash(svara.Card(text)) for text in DECK] == [hash(card) for card in CARDS]


def test_card_serves_as_an_index() -> None:
    """A card picks its own place out of a sequence of 32."""
    for card in CARDS:
        assert DECK[card] == str(card)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_cards_survive_pickling(protocol: int) -> None:
    """A card is the same after a pickle's round trip in every protocol."""
    assert pickle.loads(pickle.dumps(CARDS, protocol)) == CARDS


def test_cards_survive_copying() -> None:
    """A copy of a card is an equal card."""
    for card in CARDS:
        assert copy.copy(card) == copy.deepcopy(card) == card


@pytest.mark.parametrize("name", ["number", "rank", "suit", "unicode", "other"])
def test_card_cannot_be_changed(name: str) -> None:
    """No attribute of a card can be set or deleted, and none added."""
    card = svara.Card("7c")
    with pytest.raises(AttributeError):
        setattr(card, name, 1)
    with pytest.raises(AttributeError):
        delattr(card, name)

    assert (card.number, card.rank, card.suit, card.unicode()) == (0, "7", "c", "7♣")


def test_card_cannot_be_subclassed() -> None:
    """A card is what it says it is: there are no other kinds of cards."""
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Joker", (svara.Card,), {})
