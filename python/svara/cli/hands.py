"""The command `svara hands`."""

from __future__ import annotations

import json
import sys

import svara
from svara.cli.console import BadInput, bar, how_to_show, width
from svara.cli.options import add_rules, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from svara import Rules


HAND_COLUMNS = len("10♣ 10♦ 10♥")
EXPLAINED_COLUMNS = len("34  10♣ 10♦ 10♥  10♥ 10♦ 10♣  three of a kind (1.3c)")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara hands` and add its options."""
    parser.description = "The number of hands, out of all 4,960, with each number of points."
    parser.add_argument(
        "--points", type=whole_number, metavar="N", help="list the hands with this number of points, 8 to 34"
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run_hands)


def run_hands(arguments: argparse.Namespace) -> None:
    """Write the distribution, or the hands with one number of points."""
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
