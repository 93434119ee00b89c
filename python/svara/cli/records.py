"""Reads files of records for all commands."""

from __future__ import annotations

import sys
import warnings

import svara
from svara.cli.process import BadInput, note
from svara.files import STANDARD, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from svara import RecordReader
    from svara.records.record import Record


def _next(reader: RecordReader, name: str) -> Record | None:
    """The next record, or `None` at the end."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", svara.TornRecord)
            return next(reader, None)
    except svara.InvalidRecord as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise _unreadable(name, error) from None


def read(name: str) -> Iterator[tuple[int, Record]]:
    """Yield the records of a file with the numbers of their lines. ``-`` stands for standard input.

    A torn last line is reported on standard error. Raises `BadInput` for a bad record, for a file that cannot be read,
    and at the end of one without a record.
    """
    if name == STANDARD and sys.stdin is None:
        msg = "there are no records, and standard input is closed"
        raise BadInput(msg)
    try:
        reader = svara.read_deals(sys.stdin.buffer if name == STANDARD else name)
    except OSError as error:
        raise _unreadable(name, error) from None
    found = False
    with reader:
        while record := _next(reader, name):
            found = True
            yield reader.line, record
    if reader.torn:
        note(f"{_name_of(name)}, line {reader.torn} is torn: it has no end, and is skipped")
    if not found:
        msg = f"{_name_of(name)} has no records"
        raise BadInput(msg)


def _unreadable(name: str, error: OSError) -> BadInput:
    return BadInput(f"{_name_of(name)} cannot be read: {error.strerror}")


def _name_of(name: str) -> str:
    return "standard input" if name == STANDARD else shown(name)
