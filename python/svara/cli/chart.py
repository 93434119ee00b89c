"""The command `svara chart`."""

from __future__ import annotations

import json

import svara
from svara.charts import MAX_OPPONENTS
from svara.cli.console import BadInput, width, write
from svara.cli.odds import odds_fields
from svara.cli.options import add_rules, whole_number
from svara.cli.process import file_name
from svara.drawing import draw_chart

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from svara import ChartRow, Rules

FIRST_COLUMNS = "points  hands"
COLUMN = 7
"""The width of a column for one number of opponents."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara chart` and add its options."""
    parser.description = "The chance to win and of a svarka with each number of points, against 1 to 9 opponents."
    parser.add_argument(
        "--opponents",
        type=whole_number,
        action="append",
        metavar="N",
        help="only against this number of opponents; may be given several times",
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object per line, for each number of points")
    parser.add_argument(
        "--draw",
        type=file_name,
        metavar="FILE",
        help="draw the chart into a .png, .svg or .pdf file (needs svara-engine[chart])",
    )
    parser.set_defaults(run=run_chart)


def run_chart(arguments: argparse.Namespace) -> None:
    """Write or draw the odds of each number of points."""
    rules: Rules = arguments.rules
    opponents = arguments.opponents or range(1, MAX_OPPONENTS + 1)
    try:
        charts = {count: svara.chart(count, rules=rules) for count in opponents}
        if arguments.draw is not None:
            draw_chart(charts, arguments.draw, f"The odds of points in Svara, {rules.name} rules")
            return
    except (ValueError, ImportError) as error:
        raise BadInput(str(error)) from None
    if arguments.json:
        for rows in zip(*charts.values(), strict=True):
            odds = {count: odds_fields(row.odds) for count, row in zip(charts, rows, strict=True)}
            print(json.dumps({"points": rows[0].points, "hands": rows[0].hands, "opponents": odds}))
        return
    _write_tables("the chance to win alone, in %", charts, "win")
    write()
    _write_tables("the chance of a svarka, in %", charts, "svarka")


def _write_tables(title: str, charts: dict[int, tuple[ChartRow, ...]], chance: str) -> None:
    """Write a table, or several tables if the terminal is too narrow for one."""
    title = f"{title}, by the number of opponents"
    at_once = max((width() - len(FIRST_COLUMNS)) // COLUMN, 1)
    counts = list(charts)
    is_first = True
    for start in range(0, len(counts), at_once):
        if not is_first:
            write()
        is_first = False
        some = {count: charts[count] for count in counts[start : start + at_once]}
        indent = len(FIRST_COLUMNS) + 2
        write(title if indent + len(title) > width() else " " * indent + title)
        print(FIRST_COLUMNS + "".join(f"{count:>{COLUMN}}" for count in some))
        for rows in zip(*some.values(), strict=True):
            chances = (100 * float(getattr(row.odds, chance)) for row in rows)
            print(f"{rows[0].points:>6}  {rows[0].hands:>5,}" + "".join(f"{chance:>{COLUMN}.2f}" for chance in chances))
