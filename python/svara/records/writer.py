"""Writes files of records, one per line. A kill of the process does not lose a record that was written."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from stat import S_ISREG

from svara.checks import show
from svara.errors import InvalidRecord, TornRecord
from svara.files import name_file, shown, status_of, sync_folder
from svara.records.form import MAX_BYTES, without_mark
from svara.records.lines import Lines, has_end, is_beginning, is_blank
from svara.records.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Literal, NoReturn, Self, TypeAlias

    from svara.deal import Deal

    Path: TypeAlias = str | os.PathLike[str]
    Sync: TypeAlias = Literal["record", "close", "never"]

BEGINNING = b'{"version":1,'
"""The beginning of every line that `RecordWriter` writes. No other line is ever cut off."""


class RecordWriter:
    """Appends records to the file at *path*, one per line. The file is created if it does not exist.

    Each record is one write of one whole line. Once `write` has returned, a kill of the process cannot lose the line.
    *sync* decides when the line is also safe from a power cut or a crash of the system: ``"record"``, before `write`
    returns; ``"close"``, when the writer is closed; ``"never"``, when the system writes it to the disk (default:
    ``"close"``).

    If a kill has torn the last line, it is cut off when the file is opened, with a warning, `TornRecord`. Zeros that a
    crash has left at the end are cut off, too. Threads may share a writer. While a writer is open, opening another one
    on the same file, in this or another process, raises `BlockingIOError`. A forked process cannot use the writers of
    its parent. Devices and pipes are written without locks and checks.

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

    Raises `InvalidRecord` for a file that does not contain records. Such a file is not changed.
    """

    _descriptor = -1

    def __init__(self, path: Path, *, sync: Sync = "close") -> None:
        if sync not in {"record", "close", "never"}:
            msg = f"sync cannot be {show(sync)}: it is 'record', 'close' or 'never'"
            raise ValueError(msg)
        import threading  # noqa: PLC0415  # only writers need it

        self._turn = threading.Lock()
        self._sync = sync
        self._path = os.fspath(path)
        self._process = os.getpid()
        self._end = 0
        old = status_of(path)
        self._is_file = old is None or S_ISREG(old.st_mode)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT if self._is_file else os.O_WRONLY
        flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        self._descriptor = os.open(path, flags, 0o666)
        try:
            if self._is_file:
                self._lock()
                self._end = os.fstat(self._descriptor).st_size
                self._check_beginning()
                self._mend_end()
                if old is None and sync != "never":
                    sync_folder(self._path)
        except BaseException as error:
            os.close(self._descriptor)
            self._descriptor = -1
            if isinstance(error, OSError) and error.filename is None:
                raise name_file(error, self._path) from None
            raise

    def write(self, deal: Deal | Record) -> None:
        """Append a deal that is over, or a record of it, which can have names and a time.

        Raises `InvalidRecord` for a deal that does not fit into a record. Raises `OSError`, with the name of the file,
        if the line cannot be written; a part of it that was written is taken back. This includes a file that another
        program has cut or removed, or that ends in half a line. Raises `ValueError` after `close`, and `RuntimeError`
        in a process that did not open the file.
        """
        if os.getpid() != self._process:
            msg = f"{shown(self._path)} was opened by another process: open a RecordWriter in this one"
            raise RuntimeError(msg)
        record = deal if isinstance(deal, Record) else Record(deal)
        line = f"{record.to_json()}\n".encode()
        with self._turn:
            descriptor = self._descriptor
            if descriptor < 0:
                msg = f"{shown(self._path)} is closed"
                raise ValueError(msg)
            if self._is_file:
                status = os.fstat(descriptor)
                if status.st_size != self._end or not status.st_nlink:
                    self._look_again(status)
            try:
                written = os.write(descriptor, line)
                while written < len(line):  # the disk is full, most likely, and then the next write says so
                    written += os.write(descriptor, line[written:])
                if self._is_file:
                    if self._sync == "record":
                        os.fsync(descriptor)
                    self._end += len(line)
            except BaseException as error:
                self._take_back(line)
                if isinstance(error, OSError):
                    raise name_file(error, self._path) from None
                raise

    def close(self) -> None:
        """Close the file. All records are then on the disk, unless *sync* is ``"never"``.

        In a forked process it only closes the inherited descriptor.
        """
        if self._descriptor < 0:
            return
        if os.getpid() != self._process:  # the lock may be held by a thread that is not here
            descriptor, self._descriptor = self._descriptor, -1
            os.close(descriptor)
            return
        with self._turn:
            descriptor, self._descriptor = self._descriptor, -1
            if descriptor < 0:  # another thread has closed it
                return
            try:
                if self._is_file and self._sync == "close":
                    os.fsync(descriptor)
            except OSError as error:
                raise name_file(error, self._path) from None
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

    def __reduce__(self) -> NoReturn:
        msg = "a RecordWriter cannot be copied or pickled: each file has one"
        raise TypeError(msg)

    def _lock(self) -> None:
        """Lock the file against other processes as long as this one is alive, if the system has such locks."""
        try:
            import fcntl  # noqa: PLC0415  # only writers need it, and Windows has none
        except ImportError:
            return
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            msg = "another process writes it"
            raise BlockingIOError(error.errno, msg, self._path) from None
        except OSError:
            return  # a file system without locks

    def _read(self, size: int, start: int) -> bytes:
        os.lseek(self._descriptor, start, os.SEEK_SET)
        return os.read(self._descriptor, size)

    # Opening the file.

    def _check_beginning(self) -> None:
        """Refuse a file whose first line is not a record. A first line without an end may be torn."""
        with open(os.dup(self._descriptor), "rb") as file:  # noqa: PTH123  # a descriptor
            file.seek(0)
            lines = Lines(file)
            while (line := lines.read()) and lines.is_all and is_blank(line):
                pass
            if has_end(line) or not lines.is_all:
                try:
                    Record.from_json(line)
                except InvalidRecord as error:
                    msg = f"{shown(self._path)} is not a file of records, line {lines.number}: {error}"
                    raise InvalidRecord(msg, line=lines.number, action=error.action) from None

    def _mend_end(self) -> None:
        """Cut off zeros at the end of the file, and a last line without an end that is the beginning of a record."""
        end = self._end_without_zeros()
        start = max(0, end - MAX_BYTES)
        tail = self._read(end - start, start)
        line_start = tail.rfind(b"\n") + 1
        if start and not line_start:
            self._refuse(f"its last line is too long: a line has at most {MAX_BYTES} bytes")
        line = without_mark(tail[line_start:])
        assert isinstance(line, bytes)  # noqa: S101  # for type checkers
        if is_blank(line):
            if end == 0 and self._end > MAX_BYTES:
                self._refuse("it is nothing but zeros")
            self._cut(end)
            return
        try:
            Record.from_json(line)
        except InvalidRecord as error:
            if not ((line.startswith(BEGINNING) or BEGINNING.startswith(line)) and is_beginning(line)):
                self._refuse(f"its last line has no end, and {error}")
            self._cut(end - len(line))
        else:  # all but its end is there
            self._cut(end)
            self._end += os.write(self._descriptor, b"\n")

    def _end_without_zeros(self) -> int:
        """Return the position where the zeros at the end of the file begin."""
        end = self._end
        while end:
            start = max(0, end - MAX_BYTES)
            rest = len(self._read(end - start, start).rstrip(b"\0"))
            if rest:
                return start + rest
            end = start
        return 0

    def _cut(self, end: int) -> None:
        """Cut off everything after the position *end*, with a warning, if there is anything."""
        if end < self._end:
            count = self._end - end
            os.ftruncate(self._descriptor, end)
            self._end = end
            _warn(f"the last line of {shown(self._path)} was torn: its {count} bytes without an end are cut off")

    def _refuse(self, why: str) -> NoReturn:
        msg = f"{shown(self._path)} is not a file of records: {why}"
        raise InvalidRecord(msg) from None

    # Checks before each write.

    def _look_again(self, status: os.stat_result) -> None:
        """Refuse a file that was cut or removed since the last record; go on after complete lines of other programs."""
        if not status.st_nlink:
            why = "it was removed or replaced while it was open: open it again"
        elif status.st_size < self._end:
            why = f"it was cut from {self._end} to {status.st_size} bytes while it was open: open it again"
        elif self._read(1, status.st_size - 1) != b"\n":
            why = "somebody else has left half a line at its end: open it again"
        else:
            self._end = status.st_size
            return
        raise OSError(getattr(errno, "ESTALE", errno.EIO), why, self._path)

    def _take_back(self, line: bytes) -> None:
        """Cut off a partly written line, if nothing follows it; otherwise the next write will refuse the file."""
        if self._is_file:
            with suppress(OSError):  # the error that is on its way says more
                size = os.fstat(self._descriptor).st_size
                if self._end < size <= self._end + len(line) and line.startswith(self._read(len(line), self._end)):
                    os.ftruncate(self._descriptor, self._end)


def _warn(message: str) -> None:
    import warnings  # noqa: PLC0415  # hardly ever needed

    warnings.warn(message, TornRecord, stacklevel=5)
