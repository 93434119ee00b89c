"""The commands about odds: ``svara odds`` and ``svara chart``."""

from __future__ import annotations

import json
import sys

from svara._core import Hand, odds
from svara.charts import MOST_OPPONENTS, chart, draw_chart
from svara.errors import InvalidOdds
from svara.rules import RULE_SETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _SubParsersAction

    from svara._core import Odds
    from svara.charts import ChartRow

BAR = 40
EIGHTHS = " ▏▎▍▌▋▊▉"


def add_commands(commands: _SubParsersAction[ArgumentParser]) -> None:
    """Add ``odds`` and ``chart`` to the commands of a parser; each sets *run*, to be called with the arguments."""
    parser = commands.add_parser("odds", help="the chance to win, to tie (a svarka) and to lose with a hand")
    parser.add_argument("hand", nargs="+", help="three cards, such as 7c Kh Kd")
    parser.add_argument("-n", "--opponents", type=int, metavar="N", help="how many there are, 1 to 9; 1 if not said")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="RANGE",
        help="what an opponent holds: three cards, or a range such as 28+ or AA; once for each who is known of",
    )
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards that nobody else can hold")
    parser.add_argument("--trials", type=int, metavar="N", help="take a sample of so many deals")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="what the sample depends on; 0 if not said")
    _add_rules_and_json(parser)
    parser.set_defaults(run=run_odds)

    parser = commands.add_parser("chart", help="what each number of points is worth")
    parser.add_argument(
        "-n",
        "--opponents",
        type=int,
        action="append",
        metavar="N",
        help="how many there are, 1 to 9; may be given several times; all if not said",
    )
    parser.add_argument("--draw", metavar="FILE", help="draw it into FILE (.png, .svg, .pdf), with svara-engine[chart]")
    _add_rules_and_json(parser)
    parser.set_defaults(run=run_chart)


def _add_rules_and_json(parser: ArgumentParser) -> None:
    parser.add_argument("--rules", default="vipsvara", choices=RULE_SETS, help="the rule set; vipsvara if not said")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run_odds(arguments: Namespace) -> int:
    """Print the odds of a hand; ``svara odds``."""
    hand = Hand(" ".join(arguments.hand))
    against = arguments.against
    count = max(len(against), 1) if arguments.opponents is None else arguments.opponents
    if count < len(against):
        raise InvalidOdds(f"{len(against)} opponents are described, but there are only {count}")
    opponents = [*against, *[None] * (count - len(against))] if against else count
    result = odds(
        hand,
        opponents=opponents,
        dead=arguments.dead,
        rules=arguments.rules,
        trials=arguments.trials,
        seed=arguments.seed,
    )
    if arguments.json:
        print(json.dumps({"hand": str(hand), "opponents": count, "rules": arguments.rules, **_as_dict(result)}))
        return 0
    best = hand.combination(rules=arguments.rules)
    print(f"{hand.unicode()}: {best.points} points ({best.unicode()}), {_against(count)}, {arguments.rules} rules\n")
    for name, chance in [("win", result.win), ("svarka", result.svarka), ("loss", result.loss)]:
        print(f"{name:<8}{100 * float(chance):6.2f} %  {_bar(float(chance))}".rstrip())
    print(f"equity  {100 * float(result.equity):6.2f} %, if a svarka is worth an equal share\n")
    if result.exact:
        print(f"Exact: all {result.total:,} ways to deal were counted.")
    else:
        error = 100 * result.stderr
        print(f"A sample of {result.total:,} deals, seed {arguments.seed}: standard error {error:.2f} %.")
    return 0


def run_chart(arguments: Namespace) -> int:
    """Print or draw what each number of points is worth; ``svara chart``."""
    opponents = arguments.opponents or range(1, MOST_OPPONENTS + 1)
    charts = {count: chart(count, rules=arguments.rules) for count in opponents}
    if arguments.draw is not None:
        draw_chart(charts, arguments.draw, f"What points are worth in Svara, {arguments.rules} rules")
        print(f"drawn into {arguments.draw}", file=sys.stderr)
    elif arguments.json:
        print(json.dumps([_row_as_dict(rows) for rows in zip(*charts.values(), strict=True)], indent=1))
    else:
        print(f"{arguments.rules} rules, opponents with random hands, exact\n")
        _print_table("chance to win alone", charts, "win")
        print()
        _print_table("chance of a svarka", charts, "svarka")
    return 0


def _print_table(title: str, charts: dict[int, tuple[ChartRow, ...]], chance: str) -> None:
    print(f"{'':16}{title} in %, by the number of opponents")
    print(f"{'points':>6}{'hands':>7} " + "".join(f"{count:>7}" for count in charts))
    for rows in zip(*charts.values(), strict=True):
        chances = [100 * float(getattr(row.odds, chance)) for row in rows]
        print(f"{rows[0].points:>6}{rows[0].hands:>7,} " + "".join(f"{chance:>7.2f}" for chance in chances))


def _as_dict(result: Odds) -> dict[str, int | float | bool]:
    return {
        "win": float(result.win),
        "svarka": float(result.svarka),
        "loss": float(result.loss),
        "equity": float(result.equity),
        "wins": result.wins,
        "svarkas": result.svarkas,
        "losses": result.losses,
        "total": result.total,
        "exact": result.exact,
        "stderr": result.stderr,
    }


def _row_as_dict(rows: tuple[ChartRow, ...]) -> dict[str, object]:
    return {"points": rows[0].points, "hands": rows[0].hands, "odds": [_as_dict(row.odds) for row in rows]}


def _against(opponents: int) -> str:
    return "against 1 opponent" if opponents == 1 else f"against {opponents} opponents"


def _bar(chance: float) -> str:
    """Return a bar for a chance, to an eighth of a character; of # where those cannot be printed."""
    try:
        "█▏".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "#" * round(BAR * chance)
    full, eighth = divmod(round(8 * BAR * chance), 8)
    return "█" * full + EIGHTHS[eighth].strip()
