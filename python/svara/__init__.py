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
from svara.errors import IllegalAction, InvalidCards, InvalidDeal, InvalidRecord, InvalidRules, TornRecord
from svara.record import Record
from svara.record_files import RecordReader, RecordWriter, read_deals
from svara.rules import Rules, find_rules
from svara.showdown import Pot
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
    "InvalidRecord",
    "InvalidRules",
    "Join",
    "LegalActions",
    "Look",
    "Pot",
    "Raise",
    "Record",
    "RecordReader",
    "RecordWriter",
    "Rules",
    "TornRecord",
    "View",
    "all_hands",
    "distribution",
    "events",
    "find_rules",
    "hands_by_strength",
    "hands_with_points",
    "parse_action",
    "points",
    "read_deals",
    "shuffled_deck",
]
