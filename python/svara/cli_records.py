"""The commands `svara replay` and `svara export`, which read records."""

from __future__ import annotations

import os
import sys
import warnings

import svara
from svara.cli_hands import whole_number
from svara.console import BadInput
from svara.terminal import Narrator, Story, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from svara.cli_hands import Commands
    from svara.record import Record


def add_export(commands: Commands) -> None:
    """Add the command `svara export`."""
    parser = commands.add_parser(
        "export",
        help="turn records into tables for analysis",
        description="Turn a file of records into tables: a row a deal, a row a seat, a row an action.",
        epilog="The columns are told in the documentation of records. The first bad record ends the command.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="the file of records, or - for standard input")
    parser.add_argument("--deals", metavar="FILE", help="where the table of deals goes; - is standard output")
    parser.add_argument("--seats", metavar="FILE", help="where the table of the seats of each deal goes; or -")
    parser.add_argument("--actions", metavar="FILE", help="where the table of actions goes; or -")
    parser.add_argument(
        "--format",
        choices=("csv", "parquet"),
        default="csv",
        help="csv, unless told otherwise, or parquet, which needs svara-engine[parquet]",
    )
    parser.set_defaults(run=run_export)


def add_replay(commands: Commands) -> None:
    """Add the command `svara replay`."""
    parser = commands.add_parser(
        "replay",
        help="tell recorded deals again",
        description="Tell recorded deals again, step by step on a terminal: Enter goes on.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="the file of records, or - for standard input")
    parser.add_argument("--deal", type=whole_number, metavar="N", help="only the N-th deal of the file, from 1")
    parser.add_argument("--seat", type=whole_number, metavar="N", help="only what this seat could know, from 0")
    parser.add_argument("--at-once", action="store_true", help="do not wait for Enter")
    parser.set_defaults(run=run_replay)


def read(name: str) -> Iterator[tuple[int, Record]]:
    """Yield the records of a file with their lines; a torn last line is told on standard error."""
    if name == "-" and sys.stdin is None:
        msg = "there are no records, and standard input is closed"
        raise BadInput(msg)
    try:
        with svara.read_deals(sys.stdin.buffer if name == "-" else name) as reader, warnings.catch_warnings():
            warnings.simplefilter("ignore", svara.TornRecord)
            for record in reader:
                yield reader.line, record
            if reader.torn:
                print(f"{name}, line {reader.torn} is torn: it has no end, and is passed over", file=sys.stderr)
    except svara.InvalidRecord as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        if error.filename is None:  # of another file
            raise
        msg = f"{name} cannot be read: {error.strerror}"
        raise BadInput(msg) from None


def run_export(arguments: argparse.Namespace) -> None:
    """Write the tables that were asked for, as the records are read."""
    from svara.export import ROWS, SINKS, TABLES  # noqa: PLC0415  # for this command alone

    paths = {table: path for table in TABLES if (path := getattr(arguments, table))}
    if not paths:
        msg = "nothing is asked for: say --deals FILE, --seats FILE or --actions FILE"
        raise BadInput(msg)
    _check_paths([arguments.file] * (arguments.file != "-") + [*paths.values()])
    sinks = {}
    try:
        for table, path in paths.items():
            sinks[table] = SINKS[arguments.format](path, table)
        for line, record in read(arguments.file):
            for table, sink in sinks.items():
                sink.write(ROWS[table](line, record))
    except ImportError:
        msg = "--format parquet needs pyarrow: pip install 'svara-engine[parquet]'"
        raise BadInput(msg) from None
    finally:
        for sink in sinks.values():
            sink.close()


def _check_paths(paths: list[str]) -> None:
    """Refuse to write one file twice, or over what is read."""
    known = [os.path.realpath(path) for path in paths]
    for path, real in zip(paths, known, strict=True):
        if paths.count(path) > 1 or known.count(real) > 1:
            msg = f"{path} cannot be two of the files at once"
            raise BadInput(msg)


def run_replay(arguments: argparse.Namespace) -> None:
    """Tell each deal, or one of them."""
    wait = _wait if not arguments.at_once and sys.stdin and sys.stdin.isatty() and sys.stdout.isatty() else None
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
    """Tell one deal: what each action brought, as *seat* could know it, or all of it."""
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
