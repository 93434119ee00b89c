"""Svara, the three-card betting game: the points of a hand, all 4,960 hands, and whole deals."""

from svara import events
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
from svara.actions import Action, Blind, Call, Decline, Fold, Join, LegalActions, Look, Raise, parse_action
from svara.charts import ChartRow, all_odds, chart
from svara.deal import Deal
from svara.errors import IllegalAction, InvalidCards, InvalidDeal, InvalidOdds, InvalidRange, InvalidRules
from svara.rules import Rules, find_rules
from svara.showdown import Pot
from svara.view import View

__all__ = [
    "Action",
    "Blind",
    "Call",
    "Card",
    "ChartRow",
    "Combination",
    "Deal",
    "Decline",
    "Fold",
    "Hand",
    "IllegalAction",
    "InvalidCards",
    "InvalidDeal",
    "InvalidOdds",
    "InvalidRange",
    "InvalidRules",
    "Join",
    "LegalActions",
    "Look",
    "Odds",
    "Pot",
    "Raise",
    "Rules",
    "View",
    "all_hands",
    "all_odds",
    "chart",
    "distribution",
    "events",
    "find_rules",
    "hands_by_strength",
    "hands_in_range",
    "hands_with_points",
    "odds",
    "parse_action",
    "points",
    "points_batch",
    "random_deals",
    "random_hands",
    "shuffled_deck",
]
