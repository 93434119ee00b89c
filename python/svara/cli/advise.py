"""The command `svara advise`."""

from __future__ import annotations

import json

import svara
from svara.cli.console import BadInput, how_to_show, width, write
from svara.cli.process import file_name
from svara.cli.solve import (
    DOUBTFUL,
    GAME,
    add_game,
    describe_node,
    end_early,
    game_fields,
    points_fields,
    show_antes,
    solve_game,
    write_by_points,
    write_doubts,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from svara import Action, Hand
    from svara.solver.advice import Advice
    from svara.solver.solution import Solution


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara advise` and add its options."""
    parser.description = "What a solution does after some actions of a deal of two seats, and what each action wins."
    parser.epilog = (
        "Without --solution the game is solved first, as by svara solve. Without cards the answer is for "
        "all hands, by points."
    )
    parser.add_argument("hand", nargs="*", metavar="CARD", help="the hand of the seat to act, like 7c Kh Kd")
    parser.add_argument(
        "--history",
        default="",
        metavar="ACTIONS",
        help='the actions so far, from the first one on, like "look; raise 1" (default: none)',
    )
    parser.add_argument(
        "--solution",
        type=file_name,
        metavar="FILE",
        help="read the solution from this file, written by svara solve --save",
    )
    add_game(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run_advise)


def run_advise(arguments: argparse.Namespace) -> None:
    """Write the advice of a solution after a history, for one hand or for all hands."""
    try:
        hand = svara.Hand(" ".join(arguments.hand)) if arguments.hand else None
    except svara.InvalidCards as error:
        raise BadInput(str(error)) from None
    solution = solve_game(arguments) if arguments.solution is None else _load(arguments)
    try:
        advice, notes = _advise(solution, arguments.history, hand)
    except svara.InvalidGame as error:
        msg = f"argument --history: {error}"
        raise BadInput(msg) from None
    if arguments.json:
        print(json.dumps(_advice_fields(solution, advice, arguments.history, notes)))
    else:
        _write_advice(solution, advice, notes)
    if arguments.solution is None:
        end_early("svara advise", solution, arguments.seconds)


def _load(arguments: argparse.Namespace) -> Solution:
    given = [name for name in GAME if getattr(arguments, name) is not None]
    if given:
        msg = f"argument --{given[0].replace('_', '-')}: the solution file decides the game, so give only --solution"
        raise BadInput(msg)
    try:
        return svara.Solution.load(arguments.solution)
    except OSError as error:
        msg = f"{arguments.solution} cannot be read: {error.strerror}"
        raise BadInput(msg) from None
    except svara.InvalidGame as error:
        raise BadInput(str(error)) from None


def _advise(solution: Solution, history: str, hand: Hand | None) -> tuple[Advice, list[str]]:
    """Return the advice of the solution, and notes about the history."""
    from svara.solver.summary import chance  # noqa: PLC0415  # for these commands

    notes = []
    try:
        solution.game.trace(history)
        line = history
    except svara.InvalidGame:
        line = solution.nearest(history)
        notes = [f"{asked} is not on the menu: taken as {taken}" for asked, taken in _replaced(history, line)]
    advice = solution.strategy(line, hand=hand, warn=False)
    if hand is not None and not advice.has_looked:
        # A seat that knows its cards has looked; its actions before the look did not depend on the hand.
        notes.append(f"the seat must have looked to know its cards; here it looks in {chance(advice['look'], 'cases')}")
        advice = solution.strategy(f"{advice.line}; look" if advice.line else "look", hand=hand, warn=False)
    return advice, notes


def _replaced(history: str, line: str) -> list[tuple[Action, Action]]:
    """Pair the actions of a history with different actions in a line. A look may be missing in the history."""
    from svara.solver.lines import parse_history  # noqa: PLC0415  # for these commands

    look = svara.Look()
    pairs = []
    rest = iter(parse_history(line))
    for asked in parse_history(history):
        taken = next(rest, asked)
        while taken == look != asked:
            taken = next(rest, asked)
        if taken != asked:
            pairs.append((asked, taken))
    return pairs


def _write_advice(solution: Solution, advice: Advice, notes: list[str]) -> None:
    from svara.solver.summary import chance, describe  # noqa: PLC0415  # as above

    if solution.is_complete:
        how_good = f"solved to {solution.target:g} antes"
    else:
        how_good = f"solved to {solution.exploitability:.2g} antes only"
    write(f"{describe(solution)}, {how_good}")
    for note in notes:
        write(note)
    write()
    write(describe_node(advice))
    if advice.svarkas:
        write("The hands tied: in a svarka the dealer and the opener have changed places")
    if advice.hand is not None:
        points = advice.hand.points(rules=solution.rules)
        often = chance(advice.hand_reach, "cases")
        write(f"With {how_to_show()(advice.hand)}, {points} points, it plays this line in {often}")
    if not advice.is_reached:
        write("The solution hardly ever reaches this point, so the advice is unreliable")
    print()
    wide = max(len("action"), *[len(str(action)) for action in advice])
    heading = f"{'action':<{wide}}  played     wins, antes"
    whole_heading = f"{heading} over the whole deal"
    print(whole_heading if len(whole_heading) <= width() else heading)
    for action, share in advice.items():
        mark = DOUBTFUL if action in advice.doubtful else ""
        print(f"{action!s:<{wide}}  {share:6.1%}  {show_antes(advice.expected[action]):>7} {mark}".rstrip())
    print(f"{'all':<{wide}}  {1:6.1%}  {show_antes(advice.value):>7}")
    write_doubts(advice)
    if advice.hand is None and advice.has_looked:
        print()
        write_by_points(advice.shares, solution.by_points(advice.line, warn=False))


def _advice_fields(solution: Solution, advice: Advice, history: str, notes: list[str]) -> dict[str, Any]:
    by_points = points_fields(solution, advice) if advice.hand is None and advice.has_looked else {}
    return {
        **game_fields(solution),
        "asked": history,
        "history": advice.line,
        "notes": notes,
        "role": advice.role,
        "hand": None if advice.hand is None else str(advice.hand),
        "reach": advice.reach,
        "cards_reach": advice.cards_reach,
        "hand_reach": advice.hand_reach,
        "is_reached": advice.is_reached,
        "shares": advice.shares.by_text(),
        "expected": advice.expected.by_text(),
        "doubtful": [str(action) for action in advice.doubtful],
        "value": advice.value,
        **by_points,
    }
