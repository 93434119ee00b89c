"""The command `svara simulate`."""

from __future__ import annotations

import json
import sys

import svara
from svara.checks import show
from svara.cli.console import BadInput, write
from svara.cli.options import add_rules, seed_number, whole_number
from svara.seed_form import write_seed
from svara.tables.simulate import CHUNK

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

    from svara import Simulation
    from svara.tables.player import Player


MAX_WORKERS = 256
"""The greatest number of processes. A system that has to start far more of them stops."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara simulate` and add its options."""
    parser.description = "Play many deals, and show what each player wins per deal, with its standard error."
    parser.epilog = (
        "Each deal begins with the same stacks, and all seats deal equally often. The same seed gives the same "
        "result with any number of workers. Ctrl-C ends the simulation and shows the result so far."
    )
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="a player for each seat: random, calling or odds")
    parser.add_argument(
        "--deals", type=whole_number, default=10_000, metavar="N", help="number of deals (default: 10000)"
    )
    parser.add_argument(
        "--stack", type=whole_number, default=1000, metavar="N", help="the chips of each seat (default: 1000)"
    )
    parser.add_argument("--seed", type=seed_number, default=0, metavar="N", help="random seed (default: 0)")
    parser.add_argument("--workers", type=whole_number, default=1, metavar="N", help="number of processes (default: 1)")
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run_simulate)


def run_simulate(arguments: argparse.Namespace) -> None:
    """Write the result of a simulation."""
    from svara.tables.players import KINDS  # noqa: PLC0415  # who scores a hand does not wait for it

    for name in arguments.players:
        if name not in KINDS:
            msg = f"argument PLAYER: there is no player {show(name)}: the players are {', '.join(KINDS)}"
            raise BadInput(msg)
    players = [KINDS[name]() for name in arguments.players]
    if not 1 <= arguments.workers <= MAX_WORKERS:
        msg = f"argument --workers: it must be from 1 to {MAX_WORKERS}"
        raise BadInput(msg)
    try:
        result = _simulate(players, arguments)
    except ValueError as error:
        raise BadInput(str(error)) from None
    if arguments.json:
        print(json.dumps(_fields(result)))
    else:
        _write_table(result)
    if not result.is_complete:
        print(f"svara simulate: ended after {result.deals:,} of {result.asked:,} deals", file=sys.stderr)
        raise KeyboardInterrupt


def _simulate(players: Sequence[Player], arguments: argparse.Namespace) -> Simulation:
    options: dict[str, Any] = {
        "rules": arguments.rules,
        "stacks": arguments.stack,
        "deals": arguments.deals,
        "seed": arguments.seed,
    }
    if arguments.workers == 1:
        return svara.simulate(players, **options)
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # as above

    workers = min(arguments.workers, -(-arguments.deals // CHUNK))  # further processes would have nothing to do
    with ProcessPoolExecutor(max(workers, 1), initializer=_begin_worker) as executor:
        return svara.simulate(players, **options, executor=executor)


def _begin_worker() -> None:
    """Let a worker live as long as the main process.

    It ignores Ctrl-C: a terminal sends it to all processes, and the main process decides when to end. It ends when the
    main process has ended, however that was killed.
    """
    import signal  # noqa: PLC0415  # as above
    from threading import Thread  # noqa: PLC0415  # as above

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_main_process, daemon=True).start()


def _end_with_main_process() -> None:
    import os  # noqa: PLC0415  # as above
    from multiprocessing import parent_process  # noqa: PLC0415  # as above

    main_process = parent_process()
    if main_process is not None:
        main_process.join()
        os._exit(1)


def _write_table(result: Simulation) -> None:
    columns = max(len("player"), *map(len, result.players))
    write(f"seat  {'player':<{columns}}  chips per deal")
    rows = zip(result.players, result.per_deal, result.standard_errors, strict=True)
    for seat, (player, mean, error) in enumerate(rows):
        write(f"{seat:4}  {player:<{columns}}  {mean:+.3f} ± {error:.3f}")
    write()
    write(f"{result.deals:,} deals of {result.rules.name}, seed {result.seed}")
    if result.deals:
        for what, count in (("svarka", result.svarkas), ("side pot", result.side_pots), ("blind", result.blinds)):
            write(f"with a {what:<8}  {count:7,}  {count / result.deals:7.2%}")


def _fields(result: Simulation) -> dict[str, Any]:
    is_known = result.deals > 1
    return {
        "rules": result.rules.name,
        "seed": write_seed(result.seed),
        "asked": result.asked,
        "deals": result.deals,
        "players": [
            {
                "player": player,
                "stack": stack,
                "chips": chips,
                "per_deal": mean,
                "standard_error": error if is_known else None,
            }
            for player, stack, chips, mean, error in zip(
                result.players, result.stacks, result.chips, result.per_deal, result.standard_errors, strict=True
            )
        ],
        "svarkas": result.svarkas,
        "side_pots": result.side_pots,
        "blinds": result.blinds,
    }
