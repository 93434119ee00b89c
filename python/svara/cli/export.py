"""The command `svara export`."""

from __future__ import annotations

import os

from svara.cli.console import BadInput
from svara.cli.process import file_name
from svara.cli.records import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara export` and add its options."""
    parser.description = "Turn a file of records into tables: a row a deal, a row a seat, a row an action."
    parser.epilog = "The columns are told in the documentation of records. The first bad record ends the command."
    parser.add_argument("file", type=file_name, metavar="FILE", help="the file of records, or - for standard input")
    parser.add_argument(
        "--deals", type=file_name, metavar="FILE", help="where the table of deals goes; - is standard output"
    )
    parser.add_argument(
        "--seats", type=file_name, metavar="FILE", help="where the table of the seats of each deal goes; or -"
    )
    parser.add_argument("--actions", type=file_name, metavar="FILE", help="where the table of actions goes; or -")
    parser.add_argument(
        "--format",
        choices=("csv", "parquet"),
        default="csv",
        help="csv, or parquet, which needs svara-engine[parquet] (default: csv)",
    )
    parser.set_defaults(run=run_export)


def run_export(arguments: argparse.Namespace) -> None:
    """Write the tables that were asked for, as the records are read."""
    from svara.records.export import ROWS, SINKS, TABLES  # noqa: PLC0415  # for this command alone

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
