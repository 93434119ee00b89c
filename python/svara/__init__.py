"""Svara, the three-card betting game: the points of a hand, all 4,960 hands, and whole deals."""

from svara._core import (
    Card,
    Combination,
    Hand,
    all_hands,
    distribution,
    hands_by_strength,
    hands_with_points,
    points,
    shuffled_deck,
)
from svara.errors import InvalidCards, InvalidRules
from svara.rules import Rules, find_rules

__all__ = [
    "Card",
    "Combination",
    "Hand",
    "InvalidCards",
    "InvalidRules",
    "Rules",
    "all_hands",
    "distribution",
    "find_rules",
    "hands_by_strength",
    "hands_with_points",
    "points",
    "shuffled_deck",
]
