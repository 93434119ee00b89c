"""Reads files of records, one per line, in constant memory."""

from __future__ import annotations

import os

from svara.checks import show
from svara.errors import InvalidRecord, TornRecord
from svara.records.lines import Lines, has_end, is_beginning, is_blank, without_zeros
from svara.records.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Self, TypeAlias

    from svara.records.lines import Source

    Path: TypeAlias = str | os.PathLike[str]


def read_deals(source: Path | Source) -> RecordReader:
    r"""Return a `RecordReader`, an iterator over the records of a file: a path, or a file that is open for reading.

    >>> import io, svara
    >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
    >>> for action in ("look", "raise 3", "fold"):
    ...     deal.play(action)
    >>> evening = io.StringIO(svara.Record(deal).to_json() + "\n")
    >>> [record.deal.winners for record in svara.read_deals(evening)]
    [(1,)]
    """
    return RecordReader(source)


class RecordReader:
    """An iterator over the records of a file. Each deal is played again as it is read.

    *source* is a path, or a file that is open for reading. A reader holds one line at a time, and at most a megabyte of
    it. A file given as a path is closed at its end, by `close`, or by a ``with`` statement. Blank lines and a byte
    order mark are skipped; line numbers count all lines of the file.

    A line that is not a record, or whose deal could not have happened, raises `InvalidRecord` with the name of the file
    and the number of the line. The next step reads on after that line. A last line that a kill has torn raises nothing:
    it is skipped with a warning, `TornRecord`, and `torn` is its number. A last line is torn if it has no line feed and
    is the beginning of a record, or if it consists of zeros.
    """

    def __init__(self, source: Path | Source) -> None:
        self._own: IO[bytes] | None = None
        if isinstance(source, str | os.PathLike):
            name: object = os.fsdecode(source)
            self._own = source = open(source, "rb")  # noqa: PTH123, SIM115  # without pathlib; close() closes it
        elif not hasattr(source, "readline"):
            raise TypeError(f"records are read from a path or an open file, not from {show(source)}")
        else:
            name = getattr(source, "name", None)
        self._lines = Lines(source)
        self._name = f"{name}, " if isinstance(name, str) else ""
        self.torn: int | None = None
        """The number of the last line if it is torn, else `None`."""

    @property
    def line(self) -> int:
        """The number of the line that was read last, from 1."""
        return self._lines.number

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Record:
        line = self._next_line()
        if not line:
            self.close()
            raise StopIteration
        try:
            return Record.from_json(line)
        except InvalidRecord as error:
            if has_end(line) or not self._lines.is_all:
                raise self._named(error) from None
            return self._read_last(line, error)

    def close(self) -> None:
        """Close the file, if it was given as a path."""
        if self._own:
            self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _next_line(self) -> bytes | str:
        """Return the next line that is not blank; an empty line at the end of the file, or if the file is closed."""
        if self._own and self._own.closed:
            return b""
        while (line := self._lines.read()) and self._lines.is_all and is_blank(line):
            pass
        return line

    def _read_last(self, line: bytes | str, error: InvalidRecord) -> Record:
        """Return the record of a last line that is complete but for zeros after it, or skip a torn line."""
        rest = without_zeros(line)
        if len(rest) < len(line) and not is_blank(rest):
            try:
                return Record.from_json(rest)
            except InvalidRecord as without:
                error = without
        if not (is_blank(rest) or is_beginning(rest)):
            raise self._named(error) from None
        self.torn = self.line
        self.close()
        _warn(f"{self._name}line {self.line} is torn: it has no end, and is skipped")
        raise StopIteration

    def _named(self, error: InvalidRecord) -> InvalidRecord:
        msg = f"{self._name}line {self.line}: {error}"
        return InvalidRecord(msg, line=self.line, action=error.action)


def _warn(message: str) -> None:
    import warnings  # noqa: PLC0415  # hardly ever needed

    warnings.warn(message, TornRecord, stacklevel=4)
