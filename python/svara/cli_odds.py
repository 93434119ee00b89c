"""The commands `svara odds` and `svara chart`."""

from __future__ import annotations

import json

import svara
from svara.charts import MOST_OPPONENTS, draw_chart
from svara.cli_hands import add_rules, whole_number
from svara.console import BadInput, bar, how_to_show, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from svara import ChartRow, Odds, Rules
    from svara.cli_hands import Commands


def add_odds(commands: Commands) -> None:
    """Add the command `svara odds`."""
    parser = commands.add_parser(
        "odds",
        help="the chance to win, to tie and to lose with a hand",
        description="The chance to win alone, to tie for the best (a svarka) and to lose at a showdown.",
        epilog="A range is points (28, 28+, 30-33), cards (AA, 7c, Kd Kh), or several with commas between them.",
        allow_abbrev=False,
    )
    parser.add_argument("hand", nargs="+", metavar="CARD", help="the hand, like 7c Kh Kd")
    parser.add_argument("--opponents", type=whole_number, metavar="N", help="how many, 1 to 9; 1 unless told otherwise")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="RANGE",
        help="what an opponent may hold: a hand or a range; once for each of whom something is known",
    )
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards that nobody else can hold")
    parser.add_argument("--trials", type=whole_number, metavar="N", help="take a sample of so many deals")
    parser.add_argument("--seed", type=whole_number, default=0, metavar="N", help="what a sample depends on; 0")
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run_odds)


def add_chart(commands: Commands) -> None:
    """Add the command `svara chart`."""
    parser = commands.add_parser(
        "chart",
        help="what each number of points is worth",
        description="The chance to win and of a svarka with each number of points, against 1 to 9 opponents.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--opponents",
        type=whole_number,
        action="append",
        metavar="N",
        help="only against so many; may be given several times",
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object a line, for each number of points")
    parser.add_argument("--draw", metavar="FILE", help="draw it into a .png, .svg or .pdf, with svara-engine[chart]")
    parser.set_defaults(run=run_chart)


def run_odds(arguments: argparse.Namespace) -> None:
    """Write the odds of a hand."""
    rules: Rules = arguments.rules
    against: list[str] = arguments.against
    count = max(len(against), 1) if arguments.opponents is None else arguments.opponents
    if count < len(against):
        msg = f"argument --against: {len(against)} opponents are described, and there are {count}"
        raise BadInput(msg)
    try:
        hand = svara.Hand(" ".join(arguments.hand))
        odds = svara.odds(
            hand,
            opponents=[*against, *[None] * (count - len(against))] if against else count,
            dead=arguments.dead,
            rules=rules,
            trials=arguments.trials,
            seed=arguments.seed,
        )
    except ValueError as error:
        raise BadInput(str(error)) from None
    if arguments.json:
        print(json.dumps({"rules": rules.name, "hand": str(hand), "opponents": count, **_fields(odds)}))
        return
    show, best = how_to_show(), hand.combination(rules=rules)
    against_all = "1 opponent" if count == 1 else f"{count} opponents"
    print(f"{show(hand)}  {best.points} points, {best.name}, against {against_all}\n")
    for name, chance in (("win", odds.win), ("svarka", odds.svarka), ("loss", odds.loss)):
        row = f"{name:<6}  {float(chance):8.2%}"
        print(f"{row}  {bar(float(chance), width() - len(row) - 3)}".rstrip())
    print(f"equity  {float(odds.equity):8.2%}  if a svarka is worth an equal share\n")
    if odds.exact:
        print(f"exact, of {odds.total:,} deals")
    else:
        print(f"from {odds.total:,} random deals, seed {arguments.seed}; standard error {odds.stderr:.2%} at most")


def run_chart(arguments: argparse.Namespace) -> None:
    """Write or draw what each number of points is worth."""
    rules: Rules = arguments.rules
    opponents = arguments.opponents or range(1, MOST_OPPONENTS + 1)
    try:
        charts = {count: svara.chart(count, rules=rules) for count in opponents}
        if arguments.draw is not None:
            draw_chart(charts, arguments.draw, f"What points are worth in Svara, {rules.name} rules")
            return
    except (ValueError, ImportError) as error:
        raise BadInput(str(error)) from None
    if arguments.json:
        for rows in zip(*charts.values(), strict=True):
            odds = {count: _fields(row.odds) for count, row in zip(charts, rows, strict=True)}
            print(json.dumps({"points": rows[0].points, "hands": rows[0].hands, "opponents": odds}))
        return
    _write_table("the chance to win alone, in %", charts, "win")
    print()
    _write_table("the chance of a svarka, in %", charts, "svarka")


def _write_table(title: str, charts: dict[int, tuple[ChartRow, ...]], chance: str) -> None:
    print(f"               {title}, by the number of opponents")
    print("points  hands" + "".join(f"{count:>7}" for count in charts))
    for rows in zip(*charts.values(), strict=True):
        chances = (100 * float(getattr(row.odds, chance)) for row in rows)
        print(f"{rows[0].points:>6}  {rows[0].hands:>5,}" + "".join(f"{chance:>7.2f}" for chance in chances))


def _fields(odds: Odds) -> dict[str, float]:
    counts = {"wins": odds.wins, "svarkas": odds.svarkas, "losses": odds.losses, "total": odds.total}
    chances = {"win": odds.win, "svarka": odds.svarka, "loss": odds.loss, "equity": odds.equity}
    rounded = {name: float(chance) for name, chance in chances.items()}
    return {**counts, **rounded, "exact": odds.exact, "stderr": odds.stderr}
