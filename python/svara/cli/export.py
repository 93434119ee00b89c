"""The command `svara export`."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress

from svara.cli.console import BadInput
from svara.cli.process import file_name
from svara.cli.records import read
from svara.files import STANDARD, WholeFile, check_apart, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from svara.records.export import Sink

FORMATS = {".csv": "csv", ".parquet": "parquet"}
"""The formats, by the endings of the names of files."""

OTHER_ENDINGS = {
    *(".arrow", ".avro", ".feather", ".orc", ".pq"),
    *(".json", ".jsonl", ".ndjson", ".tsv"),
    *(".ods", ".xls", ".xlsx"),
    *(".db", ".duckdb", ".sqlite"),
    *(".bz2", ".gz", ".xz", ".zip", ".zst"),
}
"""The endings of other formats. CSV is written into such a file only with --format csv."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara export` and add its options."""
    parser.description = (
        "Turn a file of records into tables: one row for each deal, each seat of a deal, or each action."
    )
    parser.epilog = (
        "The documentation of records describes the columns. Files are written when all records have been read: "
        "after a bad record, every file is as it was before."
    )
    parser.add_argument("file", type=file_name, metavar="FILE", help="the file of records, or - for standard input")
    parser.add_argument(
        "--deals", type=file_name, metavar="FILE", help="write the table of deals to this file; - is standard output"
    )
    parser.add_argument(
        "--seats", type=file_name, metavar="FILE", help="write the table of the seats of each deal to this file, or -"
    )
    parser.add_argument(
        "--actions", type=file_name, metavar="FILE", help="write the table of actions to this file, or -"
    )
    parser.add_argument(
        "--format",
        choices=tuple(FORMATS.values()),
        help="the format for names that end in neither .csv nor .parquet, and for - "
        "(default: csv; parquet needs svara-engine[parquet])",
    )
    parser.set_defaults(run=run_export)


def run_export(arguments: argparse.Namespace) -> None:
    """Write the tables while the records are read, and replace the files at the end."""
    from svara.records.export import ROWS, SINKS, TABLES  # noqa: PLC0415  # for this command alone

    paths = {table: path for table in TABLES if (path := getattr(arguments, table)) is not None}
    if not paths:
        msg = "there is no table to write: give --deals FILE, --seats FILE or --actions FILE"
        raise BadInput(msg)
    try:
        check_apart(paths.values(), [arguments.file])
    except ValueError as error:
        raise BadInput(str(error)) from None
    formats = {table: _format(table, path, arguments.format) for table, path in paths.items()}
    if "parquet" in formats.values():
        _check_pyarrow()
    sinks: dict[str, Sink] = {}
    files: list[WholeFile] = []

    def begin(table: str) -> None:
        whole = WholeFile(paths[table])
        files.append(whole)
        at_end.callback(whole.drop)
        sinks[table] = SINKS[formats[table]](whole.file, table)
        at_end.callback(_close, sinks[table])

    with ExitStack() as at_end:
        for line, record in read(arguments.file):
            for table in paths:
                if table not in sinks:  # no file is touched before there is a record
                    begin(table)
                sinks[table].write(ROWS[table](line, record))
        for sink in sinks.values():
            sink.close()
        for whole in files:
            whole.complete()
        for whole in files:
            whole.install()


def _close(sink: Sink) -> None:
    """Close a table that may have failed already. On standard output it ends with the rows before the failure."""
    with suppress(OSError, ValueError):
        sink.close()


def _format(table: str, path: str, asked: str | None) -> str:
    """Return the format of a table: from the ending of its name, or else from --format, or else CSV."""
    ending = os.path.splitext(path)[1].lower()  # noqa: PTH122  # as elsewhere, without pathlib
    of_name = FORMATS.get(ending)
    if path != STANDARD and of_name and asked and asked != of_name:
        msg = f"argument --format: {asked} does not fit --{table} {shown(path)}, whose name says {of_name}"
        raise BadInput(msg)
    if of_name is None and asked is None and ending in OTHER_ENDINGS:
        wanted = "end the name in .csv or .parquet, or give --format"
        msg = f"argument --{table}: {shown(path)} is named for another format: {wanted}"
        raise BadInput(msg)
    return of_name or asked or "csv"


def _check_pyarrow() -> None:
    try:
        import pyarrow as pa  # noqa: F401, PLC0415  # an extra, and slow to import
    except ImportError:
        msg = "parquet needs pyarrow: pip install 'svara-engine[parquet]'"
        raise BadInput(msg) from None
