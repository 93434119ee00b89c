"""Reads files of records for the commands."""

from __future__ import annotations

import sys
import warnings

import svara
from svara.cli.process import BadInput, note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from svara.records.record import Record


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
                note(f"{name}, line {reader.torn} is torn: it has no end, and is passed over")
    except svara.InvalidRecord as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        if error.filename is None:  # of another file
            raise
        msg = f"{name} cannot be read: {error.strerror}"
        raise BadInput(msg) from None
