"""Svara, the three-card betting game: the points of a hand, all 4,960 hands, and whole deals."""

from svara._core import (
    Card,
    Combination,
    Hand,
    Odds,
    all_hands,
    distribution,
    hands_by_strength,
    hands_in_range,
    hands_with_points,
    odds,
    points,
    points_batch,
    random_deals,
    random_hands,
    shuffled_deck,
)
from svara.charts import ChartRow, all_odds, chart
from svara.errors import InvalidCards, InvalidOdds, InvalidRange, InvalidRules
from svara.rules import Rules, find_rules

__all__ = [
    "Card",
    "ChartRow",
    "Combination",
    "Hand",
    "InvalidCards",
    "InvalidOdds",
    "InvalidRange",
    "InvalidRules",
    "Odds",
    "Rules",
    "all_hands",
    "all_odds",
    "chart",
    "distribution",
    "find_rules",
    "hands_by_strength",
    "hands_in_range",
    "hands_with_points",
    "odds",
    "points",
    "points_batch",
    "random_deals",
    "random_hands",
    "shuffled_deck",
]
