"""The command `svara replay`."""

from __future__ import annotations

import sys

from svara.cli.console import BadInput
from svara.cli.options import whole_number
from svara.cli.process import file_name
from svara.cli.records import read
from svara.cli.terminal import Narrator, Story, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from svara.records.record import Record


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara replay` and add its options."""
    parser.description = "Replay recorded deals. On a terminal it waits after each action: Enter goes on, Ctrl-D ends."
    parser.add_argument("file", type=file_name, metavar="FILE", help="the file of records, or - for standard input")
    parser.add_argument("--deal", type=whole_number, metavar="N", help="replay only deal N of the file, counted from 1")
    parser.add_argument(
        "--seat", type=whole_number, metavar="N", help="show only what this seat could know; seats are counted from 0"
    )
    parser.add_argument("--at-once", action="store_true", help="do not wait for Enter")
    parser.set_defaults(run=run_replay)


def run_replay(arguments: argparse.Namespace) -> None:
    """Replay all deals, or one of them."""
    wait = _wait if not arguments.at_once and sys.stdin and sys.stdin.isatty() and sys.stdout.isatty() else None
    try:
        _replay_all(arguments, wait)
    except EOFError:  # Ctrl-D, where Enter goes on
        print()


def _replay_all(arguments: argparse.Namespace, wait: Callable[[], None] | None) -> None:
    found = False
    for number, (_, record) in enumerate(read(arguments.file), start=1):
        if arguments.deal in {None, number}:
            if found:
                say("")
            found = True
            _replay(number, record, arguments.seat, wait)
            if arguments.deal:
                break
    if arguments.deal is not None and not found:
        msg = f"argument --deal: there is no deal {arguments.deal} in {arguments.file}"
        raise BadInput(msg)


def _replay(number: int, record: Record, seat: int | None, wait: Callable[[], None] | None) -> None:
    """Replay one deal action by action: what *seat* could know of it, or everything."""
    if seat is not None and seat >= len(record.deal.stacks):
        last = len(record.deal.stacks) - 1
        msg = f"argument --seat: there is no seat {seat} in deal {number}: the seats are 0 to {last}"
        raise BadInput(msg)
    narrator = Narrator(record.names)
    story = Story(narrator, seat=seat)
    say(f"Deal {number}" + f", {record.time}" * (record.time is not None))
    for deal, action in record.steps():
        for line in story.more(deal):
            say(f"  {line}")
        if wait and action:
            wait()
    for row in narrator.seats(record.deal.stacks):
        say(row)


def _wait() -> None:
    input()
