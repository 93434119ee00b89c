"""Hands: all 4,960, their indices and order, and that they are values."""

import copy
import pickle
from collections import Counter
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
import svara

HANDS = svara.all_hands()
INDICES = st.integers(0, 4959)


def test_1_1_there_are_4960_hands() -> None:
    """A hand is three of the 32 cards: there are C(32, 3) = 4,960."""
    assert len(set(HANDS)) == 32 * 31 * 30 // 6 == 4960
    assert [tuple(map(str, hand)) for hand in HANDS] == reference.HANDS


def test_hands_are_numbered_in_order_of_their_cards() -> None:
    """Hand 0 is 7♣ 7♦ 7♥, hand 1 is 7♣ 7♦ 7♠, hand 4,959 is A♦ A♥ A♠."""
    assert [str(HANDS[0]), str(HANDS[1]), str(HANDS[29]), str(HANDS[30]), str(HANDS[4959])] == [
        "7c 7d 7h",
        "7c 7d 7s",
        "7c 7d As",
        "7c 7h 7s",
        "Ad Ah As",
    ]
    for earlier, later in pairwise(HANDS):
        assert earlier.cards < later.cards


def test_index_and_hand_are_each_others_inverse() -> None:
    """Every hand has its index, and every index its hand."""
    for index, hand in enumerate(HANDS):
        assert hand.index == index
        assert svara.Hand(index=index) == hand
        assert svara.Hand(hand.cards).index == index


@given(index=INDICES)
def test_order_of_the_cards_does_not_matter(index: int) -> None:
    """A hand is a set: all six orders of its cards make it."""
    hand = HANDS[index]
    for cards in permutations(hand.cards):
        assert svara.Hand(cards) == hand
        assert svara.Hand(" ".join(map(str, cards))) == hand
        assert svara.Hand([card.number for card in cards]) == hand


def test_hand_is_a_collection_of_its_cards() -> None:
    """A hand has three cards, ascending: it has a length, gives them in order, and knows which are in it."""
    for hand, texts in zip(HANDS, reference.HANDS, strict=True):
        assert len(hand) == 3
        assert tuple(hand) == hand.cards
        assert [text for text in reference.DECK if text in hand] == list(texts)
    assert svara.Card("7c") in svara.Hand("7c Kh Kd")
    assert 0 in svara.Hand("7c Kh Kd")
    assert "7♠" not in svara.Hand("7c Kh Kd")
    with pytest.raises(svara.InvalidCards):
        _ = "6c" in svara.Hand("7c Kh Kd")


def test_hand_is_made_from_whatever_holds_cards() -> None:
    """Texts, numbers, cards, mixed and in any container, and hands themselves make a hand."""
    hand = svara.Hand("7c Kd Kh")
    card = svara.Card("Kd")

    assert svara.Hand(hand) == hand
    assert svara.Hand([0, 25, 26]) == hand
    assert svara.Hand(("7♣", card, 26)) == hand
    assert svara.Hand({"Kh", "7c", "Kd"}) == hand
    assert svara.Hand(number for number in (26, 0, 25)) == hand
    assert svara.Hand(memoryview(bytes([26, 0, 25]))) == hand
    assert svara.points(hand) == svara.points([0, 25, 26]) == svara.points(("7♣", card, 26)) == 31


def test_hand_is_made_from_numpy_arrays() -> None:
    """An array of card numbers, of any whole type, or of texts is a sequence of cards."""
    numpy = pytest.importorskip("numpy")
    hand = svara.Hand("7c Kd Kh")

    assert svara.Hand(numpy.array([0, 25, 26], dtype=numpy.uint8)) == hand
    assert svara.Hand(numpy.array([0, 25, 26])) == hand
    assert svara.Hand(numpy.array(["7c", "Kd", "Kh"])) == hand
    assert svara.Hand(index=numpy.uint16(hand.index)) == hand
    for wrong in (numpy.array([0.0, 25.0, 26.0]), numpy.array([[0, 25, 26]]), numpy.array(3)):
        with pytest.raises(TypeError):
            svara.Hand(wrong)


def test_hand_prints_in_letters_and_signs() -> None:
    """A hand prints its cards in ascending order; text, signs and repr read as the hand again."""
    hand = svara.Hand("Th 7c Kd")
    assert [str(hand), hand.unicode(), repr(hand)] == ["7c Th Kd", "7♣ 10♥ K♦", "Hand('7c Th Kd')"]

    for each in HANDS:
        assert svara.Hand(str(each)) == svara.Hand(each.unicode()) == each
        assert eval(repr(each), {"Hand": svara.Hand}) == each


def test_hands_are_ordered_by_index() -> None:
    """A hand is below every hand with a higher index: an order of sets of cards, not of points."""
    assert sorted(HANDS[2000:] + HANDS[:2000]) == HANDS
    for lower, higher in pairwise(HANDS):
        assert lower < higher
        assert lower <= higher
        assert higher > lower
        assert higher >= lower
        assert not higher < lower
    assert svara.Hand("7c 7d 7h") < svara.Hand("8h 8d Kc")
    assert svara.Hand("7c 7d 7h").points() > svara.Hand("8h 8d Kc").points()


@given(first=INDICES, second=INDICES)
def test_hands_are_equal_to_equal_hands_only(first: int, second: int) -> None:
    """Two hands are equal if they have the same cards; a hand equals neither its index nor its cards nor its text."""
    hand = svara.Hand(index=first)

    assert (hand == svara.Hand(index=second)) == (first == second)
    assert (hash(hand) == hash(svara.Hand(index=second))) == (first == second)
    assert hand != first
    assert hand != hand.cards
    assert hand != str(hand)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_hands_survive_pickling(protocol: int) -> None:
    """A hand is the same after a pickle's round trip in every protocol."""
    assert pickle.loads(pickle.dumps(HANDS, protocol)) == HANDS


def test_hands_survive_copying() -> None:
    """A copy of a hand is an equal hand."""
    for hand in HANDS[::100]:
        assert copy.copy(hand) == copy.deepcopy(hand) == hand


@pytest.mark.parametrize("name", ["cards", "index", "points", "other"])
def test_hand_cannot_be_changed(name: str) -> None:
    """No attribute of a hand can be set or deleted, and none added."""
    hand = svara.Hand("7c Kh Kd")
    with pytest.raises(AttributeError):
        setattr(hand, name, 1)
    with pytest.raises(AttributeError):
        delattr(hand, name)

    assert (hand.index, str(hand), hand.points()) == (444, "7c Kd Kh", 31)


@pytest.mark.parametrize("arguments", [{}, {"cards": "7c Kh Kd", "index": 444}, {"cards": None}])
def test_hand_needs_cards_or_an_index(arguments: dict[str, Any]) -> None:
    """A hand is made either from its cards or from its index."""
    cards = [arguments.pop("cards")] if "cards" in arguments else []
    with pytest.raises(TypeError) as caught:
        svara.Hand(*cards, **arguments)

    assert str(caught.value) == "a Hand needs either its cards or index="


def test_all_hands_are_a_list_of_ones_own() -> None:
    """Changing the list of all hands does not change later lists."""
    svara.all_hands().clear()

    assert svara.all_hands() == HANDS


@pytest.mark.parametrize("rules", ["vipsvara", "fortegames", "classic"])
def test_hands_with_points_are_all_and_only_those(rules: str) -> None:
    """For each number of points, 8 to 34, come the hands that have it, by index: together they are all hands."""
    by_points = {points: svara.hands_with_points(points, rules=rules) for points in range(8, 35)}

    assert sorted(hand for hands in by_points.values() for hand in hands) == HANDS
    for points, hands in by_points.items():
        assert all(hand.points(rules=rules) == points for hand in hands)
        assert hands == sorted(hands)


@pytest.mark.parametrize("wrong", [7, 35, -1, 2**70, pytest.param(10**5000, id="huge"), 8.0, True, "31", None])
def test_points_that_no_hand_has_are_refused(wrong: int) -> None:
    """Points run from 8 to 34: anything else is a `ValueError`."""
    with pytest.raises(ValueError, match=r"points run from 8 to 34, not|Exceeds the limit"):
        svara.hands_with_points(wrong)


@pytest.mark.parametrize("rules", ["vipsvara", "fortegames", "classic"])
def test_hands_by_strength_come_strongest_first(rules: str) -> None:
    """All hands, the most points first, those with equal points by index."""
    hands = svara.hands_by_strength(rules=rules)

    assert hands == sorted(HANDS, key=lambda hand: (-hand.points(rules=rules), hand.index))


@pytest.mark.parametrize("rules", ["vipsvara", "fortegames", "classic"])
def test_distribution_counts_every_hand(rules: str) -> None:
    """The distribution has the points that occur, ascending, and how many hands have each."""
    counts = svara.distribution(rules=rules)

    assert counts == Counter(hand.points(rules=rules) for hand in HANDS)
    assert list(counts) == sorted(counts)
    assert sum(counts.values()) == 4960
