"""The classes of equivalent hands, found by brute force, and how often they meet.

♦ ♥ ♠ can change places in all hands at once and no points change, and so can 10 J Q K: hands that turn into each other
are one class. (♣ stands apart for its 7, and 7 8 9 A for their points.)
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

import reference


class Classes(NamedTuple):
    """The pairs of hands of two players, by class."""

    of_hands: np.ndarray
    """The class of each of the 4,960 hands, by its index."""
    points: np.ndarray
    """The points of each class."""
    meetings: np.ndarray
    """How many ordered pairs of hands without a common card there are of two classes: one row, one column for each."""


def find_classes(three_of_a_kind: str = reference.EVERY_RANK, *, three_sevens: bool = True) -> Classes:
    """Find the classes by changing suits and ranks in every way, and count their pairs one by one."""
    swaps = [
        {card: ranks.get(card[0], card[0]) + suits.get(card[1], card[1]) for card in reference.DECK}
        for ranks in (dict(zip("TJQK", order, strict=True)) for order in itertools.permutations("TJQK"))
        for suits in (dict(zip("dhs", order, strict=True)) for order in itertools.permutations("dhs"))
    ]
    index = {frozenset(hand): number for number, hand in enumerate(reference.HANDS)}
    of_hands = np.full(len(reference.HANDS), -1)
    count = 0
    for number, hand in enumerate(reference.HANDS):
        if of_hands[number] < 0:
            of_hands[[index[frozenset(swap[card] for card in hand)] for swap in swaps]] = count
            count += 1

    worth = np.array([reference.points(hand, three_of_a_kind, three_sevens=three_sevens) for hand in reference.HANDS])
    points = np.zeros(count, int)
    points[of_hands] = worth
    assert (points[of_hands] == worth).all()

    bits = {card: 1 << number for number, card in enumerate(reference.DECK)}
    masks = np.array([sum(bits[card] for card in hand) for hand in reference.HANDS])
    members = (of_hands == np.arange(count)[:, None]).astype(np.float32)  # whole numbers up to 2²⁴ are exact in it
    apart = (masks[:, None] & masks == 0).astype(np.float32)
    return Classes(of_hands, points, (members @ apart @ members.T).astype(int))
