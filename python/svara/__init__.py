"""Svara, the three-card betting game: the points of a hand, all 4,960 hands, and whole deals."""

from svara import events
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
from svara.actions import Action, Blind, Call, Decline, Fold, Join, LegalActions, Look, Raise, parse_action
from svara.deal import Deal
from svara.errors import IllegalAction, InvalidCards, InvalidDeal, InvalidRules, InvalidTable
from svara.rules import Rules, find_rules
from svara.runner import play_deal
from svara.showdown import Pot
from svara.table import Table
from svara.view import View

__all__ = [
    "Action",
    "Blind",
    "Call",
    "Card",
    "Combination",
    "Deal",
    "Decline",
    "Fold",
    "Hand",
    "IllegalAction",
    "InvalidCards",
    "InvalidDeal",
    "InvalidRules",
    "InvalidTable",
    "Join",
    "LegalActions",
    "Look",
    "Pot",
    "Raise",
    "Rules",
    "Table",
    "View",
    "all_hands",
    "distribution",
    "events",
    "find_rules",
    "hands_by_strength",
    "hands_with_points",
    "parse_action",
    "play_deal",
    "points",
    "shuffled_deck",
]
