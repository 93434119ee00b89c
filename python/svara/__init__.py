"""Svara, the three-card betting game: the points of a hand, all 4,960 hands, odds, whole deals and how to play them.

The game itself is loaded at once. Tables, records, charts and the solver are loaded at their first use.
"""

from __future__ import annotations

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
from svara.actions import Action, Blind, Call, Decline, Fold, Join, Look, Raise, parse_action
from svara.deal import Deal
from svara.errors import (
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
from svara.legal import IllegalAction, LegalActions
from svara.rules import Rules, find_rules, rule_sets
from svara.showdown import Pot
from svara.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from svara.charts import ChartRow, all_odds, chart
    from svara.records.reader import RecordReader, read_deals
    from svara.records.record import Record
    from svara.records.writer import RecordWriter
    from svara.solver.advice import Advice, PointsRow
    from svara.solver.menu import Menu, find_menu
    from svara.solver.plans import Spot
    from svara.solver.solution import Solution
    from svara.solver.solve import SolverProgress, solve
    from svara.tables.runner import play_deal
    from svara.tables.simulate import Simulation, simulate
    from svara.tables.table import Table

_LOADED_WHEN_ASKED_FOR = {
    "svara.charts": ("ChartRow", "all_odds", "chart"),
    "svara.records.reader": ("RecordReader", "read_deals"),
    "svara.records.writer": ("RecordWriter",),
    "svara.records.record": ("Record",),
    "svara.solver.advice": ("Advice", "PointsRow"),
    "svara.solver.menu": ("Menu", "find_menu"),
    "svara.solver.plans": ("Spot",),
    "svara.solver.solution": ("Solution",),
    "svara.solver.solve": ("SolverProgress", "solve"),
    "svara.tables.runner": ("play_deal",),
    "svara.tables.simulate": ("Simulation", "simulate"),
    "svara.tables.table": ("Table",),
}

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


def __getattr__(name: str) -> object:
    """Load the module of a name that is not loaded yet (PEP 562)."""
    for module, names in _LOADED_WHEN_ASKED_FOR.items():
        if name in names:
            from importlib import import_module  # noqa: PLC0415  # programs that do not use such a name do not wait for it

            value = globals()[name] = getattr(import_module(module), name)
            return value
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
