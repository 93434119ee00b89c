"""The command `svara solve`."""

from __future__ import annotations

import argparse
import json
import os
import sys

import svara
from svara.cli.console import LEAST_COLUMNS, BadInput, width, wrap, write
from svara.cli.options import add_rules, whole_number
from svara.cli.process import file_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Self

    from svara.solver.advice import Advice, ByAction, PointsRow
    from svara.solver.solution import Solution
    from svara.solver.solve import SolverProgress

SECONDS_BETWEEN = 0.1
"""The least time between two lines of progress, so that they can be read."""
GAME = ("rules", "stacks", "menu", "ante", "min_bet", "target", "threads", "seconds")
"""The options that describe what to solve and how."""
PICTURES = (".png", ".svg", ".pdf")
DOUBTFUL = "~"
"""Marks an action that is played although it wins less than the best one by more than the measured error."""
STUCK = "\xa0"
"""A space at which no line is broken, between an action and its share."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara solve` and add its options."""
    parser.description = (
        "Find an equilibrium of a deal of two seats, the dealer and the opener, and show its value and how it begins."
    )
    parser.epilog = "Ctrl-C stops it and shows the solution so far, with its exploitability."
    add_game(parser)
    parser.add_argument(
        "--save", type=file_name, metavar="FILE", help="write the solution to this file, for svara advise"
    )
    parser.add_argument(
        "--chart",
        type=file_name,
        metavar="FILE",
        help="draw the solution into a .png, .svg or .pdf file (needs svara-engine[chart])",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run_solve)


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options of `GAME`. They have no defaults here, so that given options can be recognized."""
    add_rules(parser)
    parser.add_argument(
        "--stacks", type=_stacks, metavar="N[,N]", help="chips of both seats, or of dealer and opener (default: 20)"
    )
    parser.add_argument("--menu", metavar="NAME", help="bet sizes to consider: basic, fine or all (default: basic)")
    parser.add_argument("--ante", type=whole_number, metavar="N", help="ante in chips (default: 1)")
    parser.add_argument("--min-bet", type=whole_number, metavar="N", help="minimum bet in chips (default: 1)")
    parser.add_argument(
        "--target",
        type=_number,
        metavar="ANTES",
        help="stop when a best response gains at most this, in antes (default: 0.001)",
    )
    parser.add_argument("--threads", type=whole_number, metavar="N", help="number of threads (default: 1)")
    parser.add_argument("--seconds", type=_seconds, metavar="N", help="stop after this many seconds")
    parser.set_defaults(rules=None)


def _stacks(text: str) -> list[int]:
    stacks = [whole_number(part.strip()) for part in text.split(",")]
    if len(stacks) > 2:
        msg = f"a game has two stacks, those of the dealer and of the opener, not {len(stacks)}"
        raise argparse.ArgumentTypeError(msg)
    return stacks * 2 if len(stacks) == 1 else stacks


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        msg = f"{text!r} is not a number"
        raise argparse.ArgumentTypeError(msg) from None


def _seconds(text: str) -> float:
    seconds = _number(text)
    if not seconds > 0:
        msg = f"{text!r} is not a number above 0"
        raise argparse.ArgumentTypeError(msg)
    return seconds


def run_solve(arguments: argparse.Namespace) -> None:
    """Solve a game, save the solution with --save, and write a summary."""
    if arguments.save is not None:
        _check_path("--save", arguments.save)
    if arguments.chart is not None:
        _check_chart(arguments.chart)
    solution = solve_game(arguments)
    if arguments.save is not None:
        _write("--save", arguments.save, solution.save)
    if arguments.chart is not None:
        from svara.solver.chart import draw_strategy  # noqa: PLC0415  # for this option alone

        _write("--chart", arguments.chart, lambda path: draw_strategy(solution, path))
    if arguments.json:
        print(json.dumps(_summary_fields(solution)))
    else:
        _write_summary(solution)
    end_early("svara solve", solution, arguments.seconds)


# Getting a solution.


def solve_game(arguments: argparse.Namespace) -> Solution:
    """Solve the game that the options describe, and show the progress on a terminal."""
    chips = {"ante": arguments.ante, "min_bet": arguments.min_bet}
    options = {name: getattr(arguments, name) for name in ("stacks", "menu", "target", "threads", "seconds")}
    try:
        rules = arguments.rules or svara.find_rules("vipsvara")
        rules = rules.but(**{name: value for name, value in chips.items() if value is not None})
        with ProgressLine() as line:
            return svara.solve(
                rules,
                **{name: value for name, value in options.items() if value is not None},
                progress=False,
                on_progress=line.show if line.is_shown else None,
            )
    except ValueError as error:
        raise BadInput(str(error)) from None


class ProgressLine:
    """A line on standard error with the progress of a solver. On a terminal it is overwritten again and again."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr is not None and sys.stderr.isatty()
        self._columns = 0
        """The number of columns that are written."""
        self._next = 0.0

    def show(self, progress: SolverProgress) -> None:
        """Write the line again, unless it has just been written."""
        if progress.seconds < self._next:
            return
        self._next = progress.seconds + SECONDS_BETWEEN
        text = f"{progress.seconds:.0f} s, {progress.part:.0%} done"
        if progress.exploitability < float("inf"):
            text += f", exploitability {progress.exploitability:.4f}"
        self._write(text)

    def _write(self, text: str) -> None:
        """Overwrite the line with spaces, which work on every terminal. The last column is left free."""
        text = text[: width() - 1]
        print(f"\r{text:{self._columns}}", end="" if text else "\r", file=sys.stderr, flush=True)
        self._columns = len(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._columns:
            self._write("")


def end_early(name: str, solution: Solution, limit: float | None) -> None:
    """Report a solution that did not reach its target, and end with the status of Ctrl-C unless the time was up."""
    if solution.is_complete:
        return
    print(
        f"{name}: stopped after {solution.seconds:.1f} s, before the target of {solution.target:g}: "
        f"a best response wins {solution.exploitability:.2g} antes a deal from it",
        file=sys.stderr,
    )
    if limit is None or solution.seconds < limit:
        raise KeyboardInterrupt


# Files, which are checked before the solver begins.


def _check_path(option: str, path: str) -> None:
    from pathlib import Path  # noqa: PLC0415  # for these options alone

    file = Path(path)
    reason = None
    if file.is_dir():
        reason = "it is a folder"
    elif not file.parent.is_dir():
        reason = f"there is no folder {file.parent}"
    elif not os.access(file if file.exists() else file.parent, os.W_OK):
        reason = "permission denied"
    if reason:
        msg = f"argument {option}: {path} cannot be written: {reason}"
        raise BadInput(msg)


def _check_chart(path: str) -> None:
    from svara.drawing import load_matplotlib  # noqa: PLC0415  # for this option alone

    if not path.lower().endswith(PICTURES):
        msg = f"argument --chart: {path} is not a picture: its name must end in {', '.join(PICTURES)}"
        raise BadInput(msg)
    _check_path("--chart", path)
    try:
        load_matplotlib()
    except ImportError as error:
        raise BadInput(str(error)) from None


def _write(option: str, path: str, write: Callable[[str], object]) -> None:
    try:
        write(path)
    except OSError as error:
        msg = f"argument {option}: {path} cannot be written: {error.strerror}"
        raise BadInput(msg) from None


# What `svara solve` prints.


def show_antes(value: float | None) -> str:
    """Return antes as text."""
    if value is None:
        return "unknown"
    return f"{round(value, 3) + 0.0:+.3f}"  # + 0.0: no minus before what is rounded to 0


def _write_summary(solution: Solution) -> None:
    from svara.solver.summary import (  # noqa: PLC0415  # for these commands
        describe,
        main_line,
        show_exploitability,
    )

    games, nodes = len(solution.game.trees), solution.game.nodes
    write(describe(solution))
    print()
    for name, value in (
        ("value to the dealer", f"{show_antes(solution.value)} antes a deal"),
        ("exploitability", f"{show_exploitability(solution)} antes a deal"),
        ("iterations", f"{solution.iterations:,}"),
        ("time", f"{solution.seconds:.1f} s"),
        ("svarkas", f"{games - 1:,}"),
        ("nodes", f"{nodes:,}"),
    ):
        write(f"{name:<19}  {value}")
    nodes_of_line = main_line(solution)
    if not nodes_of_line:
        print("\nNo seat can bet: the cards decide.")
    for advice in nodes_of_line:
        if advice.has_looked:
            print()
            write(describe_node(advice))
            print()
            write_by_points(advice.shares, solution.by_points(advice.line, warn=False))
        else:
            _write_in_words(f"{describe_node(advice)}: ", advice)
    if nodes_of_line:
        print()
        write("How the bets end, in 1% of deals or more")
        print()
        for line, reach in solution.endings().items():
            write(f"{reach:7.1%}  {line}")


def describe_node(advice: Advice) -> str:
    """Describe a node: who acts, after which actions, and how often the solution reaches it."""
    from svara.solver.summary import chance  # noqa: PLC0415  # for these commands

    if not advice.line:
        return f"The {advice.role}, first of all"
    return f'The {advice.role}, after "{advice.line}", in {chance(advice.reach, "deals")}'


def _write_in_words(start: str, advice: Advice) -> None:
    """Write the share of each action, the most frequent first. Actions that are hardly ever played are left out."""
    from svara.solver.advice import LEAST_SHARE  # noqa: PLC0415  # as below

    played = sorted(advice.items(), key=lambda item: -item[1])
    texts = [
        f"{action} {share:.1%}{DOUBTFUL if action in advice.doubtful else ''}".replace(" ", STUCK)
        for action, share in played
        if share >= LEAST_SHARE
    ]
    print()
    for piece in wrap(start + ", ".join(texts), max(width(), LEAST_COLUMNS)):
        print(piece.replace(STUCK, " "))
    write_doubts(advice)


def write_doubts(advice: Advice) -> None:
    """Explain the mark of doubtful actions, if there are any."""
    if advice.doubtful:
        write(f"{DOUBTFUL} wins less than the best action: it is played because the solution is not exact")


def write_by_points(shares: ByAction[float], rows: Iterable[PointsRow]) -> None:
    """Write the share of each action in %, in a row for each number of points. A dash stands for less than 0.5%."""
    from svara.solver.summary import columns_of, name_of, share_of  # noqa: PLC0415  # for these commands

    head = "points   held"
    most = max((width() - len(head)) // 10, 3)
    while True:
        columns = columns_of(shares, most)
        names = [name_of(column) for column in columns]
        widths = [max(len(name), 4) for name in names]
        if most == 2 or len(head) + sum(2 + wide for wide in widths) <= width():
            break
        most -= 1

    def write_row(points: str, weight: float, shares: ByAction[float]) -> None:
        cells = [f"{100 * share_of(column, columns, shares):.0f}" for column in columns]
        cells = [f"{'-' if cell == '0' else cell:>{wide}}" for cell, wide in zip(cells, widths, strict=True)]
        print("  ".join([f"{points:>6}", f"{weight:5.1%}", *cells]))

    print("  ".join([head, *[f"{name:>{wide}}" for name, wide in zip(names, widths, strict=True)]]))
    for row in rows:
        write_row(str(row.points), row.weight, row.shares)
    write_row("all", 1, shares)


def _summary_fields(solution: Solution) -> dict[str, Any]:
    from svara.solver.summary import main_line  # noqa: PLC0415  # for these commands

    return {
        **game_fields(solution),
        "target": solution.target,
        "is_complete": solution.is_complete,
        "value": solution.value,
        "best_responses": list(solution.best_responses),
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "svarkas": len(solution.game.trees) - 1,
        "nodes": solution.game.nodes,
        "line": [
            {
                "history": advice.line,
                "role": advice.role,
                "reach": advice.reach,
                "shares": advice.shares.by_text(),
                "doubtful": [str(action) for action in advice.doubtful],
                **(points_fields(solution, advice) if advice.has_looked else {}),
            }
            for advice in main_line(solution)
        ],
        "endings": solution.endings(),
    }


def game_fields(solution: Solution) -> dict[str, Any]:
    """Return the game of a solution and its quality, for JSON."""
    return {
        "rules": solution.rules.name,
        "ante": solution.rules.ante,
        "min_bet": solution.rules.min_bet,
        "stacks": list(solution.stacks),
        "menu": solution.menu.name,
        "exploitability": solution.exploitability,
    }


def points_fields(solution: Solution, advice: Advice) -> dict[str, Any]:
    """Return the share of each action with each number of points, for JSON."""
    rows = solution.by_points(advice.line, warn=False)
    return {"by_points": [{"points": row.points, "weight": row.weight, "shares": row.shares.by_text()} for row in rows]}
