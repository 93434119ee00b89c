"""The command `svara points`."""

from __future__ import annotations

import json
import sys

import svara
from svara.cli.console import BadInput, how_to_show, width
from svara.cli.options import add_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TextIO

    from svara import Hand, Rules


HAND_COLUMNS = len("10♣ 10♦ 10♥")
EXPLAINED_COLUMNS = len("34  10♣ 10♦ 10♥  10♥ 10♦ 10♣  three of a kind (1.3c)")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara points` and add its options."""
    parser.description = "The points of hands, one hand per line: first the points, then the hand."
    parser.epilog = (
        "Without hands, they are read from standard input, one per line; empty lines and lines that start with # "
        'are skipped. A hand is written like "7c Kh Kd"; suit signs, 10 for T, commas and capitals are fine.'
    )
    parser.add_argument("hands", nargs="*", metavar="HAND", help='three cards, like "7c Kh Kd", in quotes')
    add_rules(parser)
    parser.add_argument("--explain", action="store_true", help="show the combination that gives the points")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.set_defaults(run=run_points)


def run_points(arguments: argparse.Namespace) -> None:
    """Write the points of each hand as soon as it is read."""
    hands = _hands_from_arguments(arguments.hands) if arguments.hands else _hands_from_lines(sys.stdin)
    line_of = (_json_line if arguments.json else _text_line)(arguments.rules, explain=arguments.explain)
    for hand in hands:
        print(line_of(hand))


def _hands_from_arguments(texts: Iterable[str]) -> Iterator[Hand]:
    for number, argument in enumerate(texts, start=1):
        try:
            yield svara.Hand(argument)
        except svara.InvalidCards as error:
            # Only the count is wrong: most likely the shell has split the hand.
            hint = "" if error.piece else '; put each hand in quotes, like "7c Kh Kd"'
            msg = f"hand {number}: {error}{hint}"
            raise BadInput(msg) from None


def _hands_from_lines(lines: TextIO | None) -> Iterator[Hand]:
    if lines is None:
        msg = "there are no hands, and standard input is closed"
        raise BadInput(msg)
    if lines.isatty():
        print('type one hand per line, like "7c Kh Kd"; Ctrl-D ends', file=sys.stderr)
    for number, line in enumerate(lines, start=1):
        text = line.strip("\ufeff \t\r\n")  # some editors write a byte order mark first
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
