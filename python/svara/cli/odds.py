"""The command `svara odds`."""

from __future__ import annotations

import json

import svara
from svara.cli.console import BadInput, bar, how_to_show, width, write
from svara.cli.options import add_rules, seed_number, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from svara import Odds, Rules


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara odds` and add its options."""
    parser.description = "The chance to win alone, to tie for the best (a svarka) and to lose at a showdown."
    parser.epilog = "A range is points (28, 28+, 30-33), cards (AA, 7c, Kd Kh), or several with commas between them."
    parser.add_argument("hand", nargs="+", metavar="CARD", help="the hand, like 7c Kh Kd")
    parser.add_argument("--opponents", type=whole_number, metavar="N", help="number of opponents, 1 to 9 (default: 1)")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="RANGE",
        help="a hand or a range that an opponent may hold; may be given once for each opponent",
    )
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards that nobody else can hold")
    parser.add_argument("--trials", type=whole_number, metavar="N", help="take a sample of this many deals")
    parser.add_argument("--seed", type=seed_number, default=0, metavar="N", help="random seed of a sample (default: 0)")
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run_odds)


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
        print(json.dumps({"rules": rules.name, "hand": str(hand), "opponents": count, **odds_fields(odds)}))
        return
    show, best = how_to_show(), hand.combination(rules=rules)
    against_all = "1 opponent" if count == 1 else f"{count} opponents"
    write(f"{show(hand)}  {best.points} points, {best.name}, against {against_all}")
    write()
    for name, chance in (("win", odds.win), ("svarka", odds.svarka), ("loss", odds.loss)):
        row = f"{name:<6}  {float(chance):8.2%}"
        print(f"{row}  {bar(float(chance), width() - len(row) - 3)}".rstrip())
    write(f"equity  {float(odds.equity):8.2%}  if a svarka is worth an equal share")
    write()
    if odds.exact:
        write(f"exact, of {odds.total:,} deals")
    else:
        write(f"from {odds.total:,} random deals, seed {arguments.seed}; standard error at most {odds.stderr:.2%}")


def odds_fields(odds: Odds) -> dict[str, float]:
    """Return odds as plain values that JSON can hold."""
    counts = {"wins": odds.wins, "svarkas": odds.svarkas, "losses": odds.losses, "total": odds.total}
    chances = {"win": odds.win, "svarka": odds.svarka, "loss": odds.loss, "equity": odds.equity}
    rounded = {name: float(chance) for name, chance in chances.items()}
    return {**counts, **rounded, "exact": odds.exact, "stderr": odds.stderr}
