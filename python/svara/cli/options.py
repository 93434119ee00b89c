"""Options that several commands have, and functions that read their values."""

from __future__ import annotations

import argparse

import svara
from svara.checks import show
from svara.seed_form import DIGITS, parse_seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from svara import Rules

MAX_DIGITS = 100
"""The greatest number of digits of a number: more than a seed has."""


def whole_number(text: str) -> int:
    """Read a whole number in decimal digits (section 9)."""
    if not (text.isascii() and text.isdigit()):
        msg = f"{show(text)} is not a whole number"
        raise argparse.ArgumentTypeError(msg)
    if len(text) > MAX_DIGITS:
        msg = f"{show(text)} has {len(text):,} digits: a number has at most {MAX_DIGITS}"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def seed_number(text: str) -> int:
    """Read a seed: a whole number below 2**256, or the form of records and exported tables, which begins with 0x."""
    number = parse_seed(text)
    if number is None:
        wanted = f"a whole number from 0 to 2**256 - 1, or 0x and {DIGITS} hexadecimal digits"
        msg = f"{show(text)} is not a seed: it is {wanted}"
        raise argparse.ArgumentTypeError(msg)
    return number


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses a rule set."""
    parser.add_argument(
        "--rules",
        type=_rules,
        default="vipsvara",
        metavar="NAME",
        help=f"rule set: {', '.join(rules.name for rules in svara.rule_sets())} (default: vipsvara)",
    )


def _rules(name: str) -> Rules:
    try:
        return svara.find_rules(name)
    except svara.InvalidRules as error:
        raise argparse.ArgumentTypeError(str(error)) from None
