"""Reads files of records, one a line, in constant memory."""

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
    r"""Return an iterator over the records of a file: a path, or a file that is open for reading.

    It is a `RecordReader`; each `Record` has the `deal`.

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
    """An iterator over the records of a file, each played again as it is read.

    *source* is a path, or a file that is open for reading. No more than one line is held at a time, and of a line no
    more than a megabyte. A path is closed at the end, or with `close`, or by a ``with`` statement. Blank lines and a
    byte order mark are passed over; line numbers are those of the file.

    What is not a record, or a deal that could not have happened, raises `InvalidRecord` with the name of the file and
    the number of the line; the next step reads on after that line. A last line that a kill has torn raises nothing: it
    is passed over with a warning, `TornRecord`, and `torn` has its number. A last line is torn where it has no end and
    is the beginning of a record, or zeros.
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
        """The number of the last line, if it is torn."""

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
        """The next line that is not blank; nothing at the end, also of a file that is closed."""
        if self._own and self._own.closed:
            return b""
        while (line := self._lines.read()) and self._lines.is_all and is_blank(line):
            pass
        return line

    def _read_last(self, line: bytes | str, error: InvalidRecord) -> Record:
        """Return the record of a last line without an end that has only zeros too many, or pass over a torn one."""
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
        _warn(f"{self._name}line {self.line} is torn: it has no end, and is passed over")
        raise StopIteration

    def _named(self, error: InvalidRecord) -> InvalidRecord:
        msg = f"{self._name}line {self.line}: {error}"
        return InvalidRecord(msg, line=self.line, action=error.action)


def _warn(message: str) -> None:
    import warnings  # noqa: PLC0415  # hardly ever needed

    warnings.warn(message, TornRecord, stacklevel=4)
