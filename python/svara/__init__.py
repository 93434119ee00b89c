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
from svara.advice import Advice, PointsRow
from svara.charts import ChartRow, all_odds, chart
from svara.deal import Deal
from svara.errors import (
    IllegalAction,
    InvalidCards,
    InvalidDeal,
    InvalidGame,
    InvalidMenu,
    InvalidOdds,
    InvalidRange,
    InvalidRecord,
    InvalidRules,
    InvalidTable,
    TornRecord,
    UnreachedLine,
)
from svara.menu import Menu, find_menu
from svara.plans import Spot
from svara.record import Record
from svara.record_files import RecordReader, RecordWriter, read_deals
from svara.rules import Rules, find_rules, rule_sets
from svara.runner import play_deal
from svara.showdown import Pot
from svara.simulate import Simulation, simulate
from svara.solution import Solution
from svara.solve import SolverProgress, solve
from svara.table import Table
from svara.view import View

__all__ = [
    "Action",
    "Advice",
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
    "InvalidGame",
    "InvalidMenu",
    "InvalidOdds",
    "InvalidRange",
    "InvalidRecord",
    "InvalidRules",
    "InvalidTable",
    "Join",
    "LegalActions",
    "Look",
    "Menu",
    "Odds",
    "PointsRow",
    "Pot",
    "Raise",
    "Record",
    "RecordReader",
    "RecordWriter",
    "Rules",
    "Simulation",
    "Solution",
    "SolverProgress",
    "Spot",
    "Table",
    "TornRecord",
    "UnreachedLine",
    "View",
    "all_hands",
    "all_odds",
    "chart",
    "distribution",
    "events",
    "find_menu",
    "find_rules",
    "hands_by_strength",
    "hands_in_range",
    "hands_with_points",
    "odds",
    "parse_action",
    "play_deal",
    "points",
    "points_batch",
    "random_deals",
    "random_hands",
    "read_deals",
    "rule_sets",
    "shuffled_deck",
    "simulate",
    "solve",
]
