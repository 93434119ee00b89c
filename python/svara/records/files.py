"""Files of records, one a line: written so that a kill loses nothing that was complete, and read in constant memory."""

from __future__ import annotations

import os

from svara.checks import show
from svara.errors import InvalidRecord, TornRecord
from svara.records.form import MAX_BYTES, NoJson
from svara.records.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import IO, Literal, Protocol, Self, TypeAlias

    from svara.deal import Deal

    Path: TypeAlias = str | os.PathLike[str]
    Sync: TypeAlias = Literal["record", "close", "never"]

    class Lines(Protocol):
        """A file that is open for reading, of bytes or of text."""

        def readline(self, size: int, /) -> bytes | str:
            """Return the next line, or as much of it as *size* allows."""
            ...


BEGINNING = b'{"version":1,'
"""What every line begins with that `RecordWriter` writes: nothing else is cut off."""


def read_deals(source: Path | Lines) -> RecordReader:
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
    more than a megabyte. A path is closed at the end, or with `close`, or by a ``with`` statement.

    What is no record, or a deal that could not have happened, raises `InvalidRecord` with the name of the file and the
    number of the line; the next step reads on after that line. A last line that a kill has torn raises nothing: it is
    passed over with a warning, `TornRecord`, and `torn` has its number.
    """

    def __init__(self, source: Path | Lines) -> None:
        self._own: IO[bytes] | None = None
        if isinstance(source, str | os.PathLike):
            self._own = source = open(source, "rb")  # noqa: PTH123, SIM115  # without pathlib; close() closes it
        elif not hasattr(source, "readline"):
            raise TypeError(f"records are read from a path or an open file, not from {show(source)}")
        self._file: Lines = source
        name = getattr(source, "name", None)
        self._name = f"{name}, " if isinstance(name, str) else ""
        self._rest_is_coming = False
        self.line = 0
        """The number of the line that was read last, from 1."""
        self.torn: int | None = None
        """The number of the last line, if it is torn."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Record:
        line = self._next_line()
        if not line:
            self.close()
            raise StopIteration
        self.line += 1
        try:
            return Record.from_json(line)
        except InvalidRecord as error:
            if not (isinstance(error, NoJson) and self._is_torn(line)):
                msg = f"{self._name}line {self.line}: {error}"
                raise InvalidRecord(msg, line=self.line, action=error.action) from None
        self.torn = self.line
        self.close()
        _warn(f"{self._name}line {self.line} is torn: it has no end, and is passed over")
        raise StopIteration

    def close(self) -> None:
        """Close the file, if it was given as a path."""
        if self._own:
            self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _next_line(self) -> bytes | str:
        """The next line, or as much of it as is too much; nothing at the end, also of a file that is closed."""
        if self._own and self._own.closed:
            return b""
        while self._rest_is_coming:  # of a line that was too long
            self._rest_is_coming = self._is_cut(self._file.readline(MAX_BYTES))
        line = self._file.readline(MAX_BYTES + 1)
        self._rest_is_coming = len(line) > MAX_BYTES and self._is_cut(line)
        return line

    @staticmethod
    def _is_cut(line: bytes | str) -> bool:
        return line != line[:0] and line[-1:] not in {"\n", b"\n"}

    def _is_torn(self, line: bytes | str) -> bool:
        """Whether a line that is no record is what a kill, or a power cut, leaves of one."""
        if isinstance(line, str):
            line = line.encode(errors="replace")
        return not (self._rest_is_coming or line.endswith(b"\n")) and (line.startswith(b"{") or not line.strip(b"\0"))


class RecordWriter:
    """Appends records to the file at *path*, one a line, and makes the file if there is none.

    Each record is one write of one whole line, which no kill of the process can take back once `write` has returned.
    *sync* says when the line has to be on the disk as well, which only a power cut or a crash of the system can tell:
    ``"close"``, the default, when the writer is closed; ``"record"``, before `write` returns; ``"never"``, when the
    system likes.

    A last line that a kill has torn is cut off when the file is opened, with a warning, `TornRecord`. Threads may share
    a writer; while one is open, here or in another process, opening another on the same file raises `BlockingIOError`.

    >>> import svara, tempfile, os
    >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
    >>> for action in ("look", "raise 3", "fold"):
    ...     deal.play(action)
    >>> path = os.path.join(tempfile.mkdtemp(), "evening.jsonl")
    >>> with svara.RecordWriter(path) as evening:
    ...     evening.write(deal)
    ...     evening.write(svara.Record(deal, names=["Ana", "Boris"]))
    >>> [record.names for record in svara.read_deals(path)]
    [(), ('Ana', 'Boris')]

    Raises `InvalidRecord` for a file that is not of records: nothing is appended to it, and nothing cut off.
    """

    _descriptor = -1

    def __init__(self, path: Path, *, sync: Sync = "close") -> None:
        if sync not in {"record", "close", "never"}:
            msg = f"sync cannot be {sync!r}: it is 'record', 'close' or 'never'"
            raise ValueError(msg)
        import threading  # noqa: PLC0415  # only writers need it

        self._turn = threading.Lock()
        self._sync = sync
        self._path = os.fspath(path)
        is_new = not os.path.exists(path)  # noqa: PTH110  # pathlib would be imported for this alone
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        self._descriptor = os.open(path, flags, 0o666)
        try:
            self._lock()
            self._end = os.fstat(self._descriptor).st_size
            self._check_beginning()
            self._cut_torn_line()
            if is_new and sync != "never":
                self._sync_directory()
        except BaseException:
            os.close(self._descriptor)
            self._descriptor = -1
            raise

    def write(self, deal: Deal | Record) -> None:
        """Append a deal that is over, or a record of it, which has names and a time besides.

        Raises `InvalidRecord` for what is no record, and `OSError` where the line cannot be written: what could be
        written of it is taken back.
        """
        if self._descriptor < 0:
            msg = f"{self._path} is closed"
            raise ValueError(msg)
        record = deal if isinstance(deal, Record) else Record(deal)
        line = f"{record.to_json()}\n".encode()
        with self._turn:
            try:
                written = os.write(self._descriptor, line)
                while written < len(line):  # the disk is full, most likely, and then the next write says so
                    written += os.write(self._descriptor, line[written:])
                if self._sync == "record":
                    os.fsync(self._descriptor)
                self._end += len(line)
            except BaseException:
                os.ftruncate(self._descriptor, self._end)
                raise

    def close(self) -> None:
        """Close the file; what was written is on the disk then, unless *sync* is ``"never"``."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            try:
                if self._sync == "close":
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _lock(self) -> None:
        """Keep other processes from writing as long as this one is alive; where there are no such locks, trust."""
        try:
            import fcntl  # noqa: PLC0415  # only writers need it, and Windows has none
        except ImportError:
            return
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            msg = "another process writes it"
            raise BlockingIOError(error.errno, msg, self._path) from None

    def _read(self, size: int, start: int) -> bytes:
        os.lseek(self._descriptor, start, os.SEEK_SET)
        return os.read(self._descriptor, size)

    def _check_beginning(self) -> None:
        """Append to nothing whose first line is no record, unless it has no end: then it may be torn."""
        line, is_whole, _ = self._read(MAX_BYTES + 1, 0).partition(b"\n")
        if is_whole or len(line) > MAX_BYTES:
            try:
                Record.from_json(line)
            except InvalidRecord as error:
                msg = f"{self._path} is no file of records, line 1: {error}"
                raise InvalidRecord(msg, line=1, action=error.action) from None

    def _cut_torn_line(self) -> None:
        """Cut off what follows the last end of a line, if it is the beginning of a record, or zeros."""
        start = max(0, self._end - MAX_BYTES)
        tail = self._read(self._end - start, start)
        torn = tail[tail.rfind(b"\n") + 1 :]
        if not torn:
            return
        is_ours = torn.startswith(BEGINNING) or BEGINNING.startswith(torn) or not torn.strip(b"\0")
        try:
            Record.from_json(torn)
        except InvalidRecord as error:
            if not (isinstance(error, NoJson) and is_ours):
                msg = f"{self._path} is no file of records: its last line has no end, and {error}"
                raise InvalidRecord(msg) from None
        else:  # all but its end is there
            self._end += os.write(self._descriptor, b"\n")
            return
        self._end -= len(torn)
        os.ftruncate(self._descriptor, self._end)
        _warn(f"the last line of {self._path} was torn: its {len(torn)} bytes without an end are cut off")

    def _sync_directory(self) -> None:
        """Have the name of a new file on the disk, too, where directories can be synced."""
        if os.name == "posix":
            directory = os.open(os.path.dirname(self._path) or ".", os.O_RDONLY)  # noqa: PTH120  # as above
            try:
                os.fsync(directory)
            finally:
                os.close(directory)


def _warn(message: str) -> None:
    import warnings  # noqa: PLC0415  # hardly ever needed

    warnings.warn(message, TornRecord, stacklevel=3)
