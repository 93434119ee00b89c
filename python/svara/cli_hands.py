"""The commands `svara points` and `svara hands`."""

from __future__ import annotations

import argparse
import json
import os
import sys

import svara
from svara.console import BadInput, bar, how_to_show, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TextIO, TypeAlias

    from svara import Hand, Rules

    Commands: TypeAlias = argparse._SubParsersAction[Any]

HAND_COLUMNS = len("10♣ 10♦ 10♥")
EXPLAINED_COLUMNS = len("34  10♣ 10♦ 10♥  10♥ 10♦ 10♣  three of a kind (1.3c)")


def add_points(commands: Commands) -> None:
    """Add the command `svara points`."""
    parser = commands.add_parser(
        "points",
        help="what hands are worth",
        description="What hands are worth: the points, then the hand, one hand a line.",
        epilog="Without hands, they are read from standard input, one a line; empty lines and lines that start with # "
        'are passed over. A hand is written like "7c Kh Kd"; suit signs, 10 for T, commas and capitals are fine.',
        allow_abbrev=False,
    )
    parser.add_argument("hands", nargs="*", metavar="HAND", help='three cards, like "7c Kh Kd", in quotes')
    add_rules(parser)
    parser.add_argument("--explain", action="store_true", help="show the combination that gives the points")
    parser.add_argument("--json", action="store_true", help="print a JSON object a line")
    parser.set_defaults(run=run_points)


def add_hands(commands: Commands) -> None:
    """Add the command `svara hands`."""
    parser = commands.add_parser(
        "hands",
        help="how many hands have how many points",
        description="How many of all 4,960 hands have how many points.",
        allow_abbrev=False,
    )
    parser.add_argument("--points", type=whole_number, metavar="N", help="list the hands with so many points, 8 to 34")
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run_hands)


def whole_number(text: str) -> int:
    """Read a number as the rules write one: decimal digits (section 9)."""
    if not (text.isascii() and text.isdigit()):
        msg = f"{text!r} is no whole number"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


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


def run_points(arguments: argparse.Namespace) -> None:
    """Write what each hand is worth as soon as it is read."""
    hands = _hands_from_arguments(arguments.hands) if arguments.hands else _hands_from_lines(sys.stdin)
    line_of = (_json_line if arguments.json else _text_line)(arguments.rules, explain=arguments.explain)
    for hand in hands:
        print(line_of(hand))


def _hands_from_arguments(texts: Iterable[str]) -> Iterator[Hand]:
    for number, argument in enumerate(texts, start=1):
        text = os.fsencode(argument).decode(errors="backslashreplace")  # UTF-8 wherever we are, as in lines
        try:
            yield svara.Hand(text)
        except svara.InvalidCards as error:
            # Only the count is wrong: most likely the shell took the hand apart.
            hint = "" if error.piece else '; put each hand in quotes, like "7c Kh Kd"'
            msg = f"hand {number}: {error}{hint}"
            raise BadInput(msg) from None


def _hands_from_lines(lines: TextIO | None) -> Iterator[Hand]:
    if lines is None:
        msg = "there are no hands, and standard input is closed"
        raise BadInput(msg)
    if lines.isatty():
        print('one hand a line, like "7c Kh Kd"; Ctrl-D ends', file=sys.stderr)
    if (reconfigure := getattr(lines, "reconfigure", None)) is not None:
        # UTF-8 wherever we are; bytes that are none make a bad line like any other.
        reconfigure(encoding="utf-8", errors="backslashreplace")
    for number, line in enumerate(lines, start=1):
        text = line.strip("\ufeff \t\r\n")  # some editors put a byte order mark first
        if not text or text.startswith("#"):
            continue
        try:
            yield svara.Hand(text)
        except svara.InvalidCards as error:
            msg = f"line {number}: {error}"
            raise BadInput(msg) from None


def _text_line(rules: Rules, *, explain: bool) -> Callable[[Hand], str]:
    show, has_room = how_to_show(), width() >= EXPLAINED_COLUMNS

    def points(hand: Hand) -> str:
        return f"{hand.points(rules=rules):2}  {show(hand)}"

    def points_and_combination(hand: Hand) -> str:
        best = hand.combination(rules=rules)
        cards = " ".join(map(show, best.cards))
        rule = f"{best.name} (1.3{best.kind})" if has_room else f"1.3{best.kind}"
        return f"{best.points:2}  {show(hand):{HAND_COLUMNS}}  {cards:{HAND_COLUMNS}}  {rule}"

    return points_and_combination if explain else points


def _json_line(rules: Rules, *, explain: bool) -> Callable[[Hand], str]:
    def line(hand: Hand) -> str:
        best = hand.combination(rules=rules)
        fields: dict[str, Any] = {"hand": str(hand), "points": best.points}
        if explain:
            cards = [str(card) for card in best.cards]
            fields["combination"] = {"kind": best.kind, "name": best.name, "cards": cards}
        return json.dumps(fields)

    return line


def run_hands(arguments: argparse.Namespace) -> None:
    """Write the distribution, or the hands with the points asked for."""
    rules: Rules = arguments.rules
    if arguments.points is not None:
        _write_hands(arguments.points, rules, as_json=arguments.json)
    elif arguments.json:
        print(json.dumps({"rules": rules.name, "distribution": svara.distribution(rules=rules)}))
    else:
        _write_table(svara.distribution(rules=rules))


def _write_hands(points: int, rules: Rules, *, as_json: bool) -> None:
    try:
        hands = svara.hands_with_points(points, rules=rules)
    except ValueError as error:
        msg = f"argument --points: {error}"
        raise BadInput(msg) from None
    if as_json:
        print(json.dumps({"rules": rules.name, "points": points, "hands": [str(hand) for hand in hands]}))
        return
    show = how_to_show()
    for hand in hands:
        print(show(hand))
    if not hands:
        print(f"no hand has {points} points", file=sys.stderr)


def _write_table(distribution: dict[int, int]) -> None:
    total, most = sum(distribution.values()), max(distribution.values())
    print("points  hands    share")
    for points, count in distribution.items():
        row = f"{points:6}  {count:5,}  {count / total:7.2%}"
        print(f"{row}  {bar(count / most, width() - len(row) - 3)}")
    print(f"   all  {total:5,}  {1:7.2%}")
