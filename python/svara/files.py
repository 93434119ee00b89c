"""Files that are written as a whole: the old file stays until the new one is complete.

Everything in this package that writes a whole file does it here. `svara.RecordWriter`, which appends, does not.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from io import BufferedWriter, FileIO
from stat import S_ISCHR, S_ISREG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType
    from typing import IO, Any, Self, TypeAlias

    Path: TypeAlias = str | os.PathLike[str]

STANDARD = "-"
"""The name of standard output, and of standard input where a file is read."""

STANDARD_OUTPUT = "standard output"
"""The name of ``-`` in error messages."""

MAX_LINKS = 40  # as Linux follows


class WholeFile:
    """A file that replaces the old one only when it is complete. Write to its `file` in a ``with`` statement.

    At the end of the statement the new file is at *path*, and its content is on the disk. If an exception ends the
    statement, or the process is killed, the old file at *path* is unchanged. Until the end the content is in another
    file in the same folder. Its name begins with ``.svara-`` and ends in ``.part``; if a kill leaves one behind, it can
    be removed. The new file has the permissions of the old one. A symbolic link still leads to it, and a hard link
    keeps the old content.

    ``-`` stands for standard output. Standard output, devices and pipes are written directly, without a second file.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "hands.txt")
    >>> with WholeFile(path) as whole:
    ...     count = whole.file.write(b"7c Kh Kd")
    ...     os.path.exists(path)
    False
    >>> os.listdir(os.path.dirname(path))
    ['hands.txt']

    Every `OSError` names *path*.
    """

    def __init__(self, path: Path) -> None:
        self._path = os.fspath(path)
        self._part: str | None = None
        self._target = ""
        self._own = True
        place = _follow(self._path)
        if place == STANDARD:
            self._own = False
            self._path = STANDARD_OUTPUT
            self.file: IO[bytes] = standard_output()
            return
        self.file = BufferedWriter(_Named(self._open(place), self._path))
        """A binary file that is open for writing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.complete()
                self.install()
        finally:
            self.drop()

    def complete(self) -> None:
        """Write all content to the disk. After this, only a crash of the system can make `install` fail."""
        try:
            self.file.flush()
            if self._part is not None:
                os.fsync(self.file.fileno())
            if self._own:
                self.file.close()
        except OSError as error:
            raise name_file(error, self._path) from None

    def install(self) -> None:
        """Put the complete file in its place."""
        if self._part is not None:
            try:
                os.replace(self._part, self._target)  # noqa: PTH105  # pathlib takes longer to import than svara
            except OSError as error:
                raise name_file(error, self._path) from None
            self._part = None
            sync_folder(self._target)

    def drop(self) -> None:
        """Remove the new file if it was not installed. May be called again, and after `install`."""
        if self._own:
            with suppress(OSError):  # an error of it was raised when it was written
                self.file.close()
        if self._part is not None:
            part, self._part = self._part, None
            with suppress(OSError):  # somebody removed it
                os.unlink(part)  # noqa: PTH108  # as above

    def _open(self, place: str | int) -> int:
        """Open the file to write to: a descriptor, a device or a pipe, or a new file beside the target."""
        try:
            if isinstance(place, int):
                return os.dup(place)
            if self._path.endswith(os.sep) or not self._path:
                return os.open(self._path, os.O_WRONLY)  # the error of the system says what is wrong
            old = status_of(place)
            if old is not None and not S_ISREG(old.st_mode):
                return os.open(place, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0))
            if old is not None and not os.access(place, os.W_OK):
                raise PermissionError(errno.EACCES, "it is read-only")
            return self._open_part(place, old)
        except OSError as error:
            raise name_file(error, self._path) from None

    def _open_part(self, target: str, old: os.stat_result | None) -> int:
        folder = os.path.dirname(target)  # noqa: PTH120  # as above
        part = os.path.join(folder, f".svara-{os.urandom(8).hex()}.part")  # noqa: PTH118  # as above
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            descriptor = os.open(part, flags, 0o666 if old is None else 0o600)
        except OSError as error:
            if old is not None:
                error.strerror = f"a new file cannot be created in its folder: {error.strerror}"
            raise
        self._part, self._target = part, target
        if old is not None and hasattr(os, "fchmod"):
            _keep_permissions(descriptor, old)
        return descriptor


def write_whole(path: Path, content: bytes) -> None:
    """Write a whole file, as `WholeFile` does."""
    with WholeFile(path) as whole:
        whole.file.write(content)


def check_apart(written: Iterable[Path], read: Iterable[Path] = ()) -> None:
    """Refuse two output files that are the same file, and an output file that is also read. Links are followed.

    ``-`` is standard output among the files to write, and standard input as the file to read. Raises `ValueError`.
    """
    sources = {_identity(path, sys.stdin, is_read=True) for path in read}
    known: set[tuple[object, ...]] = set()
    for path in written:
        key = _identity(path, sys.stdout)
        if key is not None:
            if key in sources:
                msg = f"{shown(path)} is the file that is read: write to another"
                raise ValueError(msg)
            if key in known:
                msg = f"{shown(path)} cannot be two of the files at once"
                raise ValueError(msg)
            known.add(key)


def shown(path: Path) -> str:
    """Return the name of a file for a message: the name itself if it is one printable line, else its repr."""
    name = os.fsdecode(path)
    return name if name and name.isprintable() else repr(name)


def name_file(error: OSError, path: Path) -> OSError:
    """Return an error with the name of the file that it is about."""
    return OSError(error.errno, error.strerror or str(error), os.fspath(path))


def status_of(path: Path) -> os.stat_result | None:
    """Return the status of a file, or `None` if it does not exist. Raises `OSError` if the system cannot say."""
    try:
        return os.stat(path)  # noqa: PTH116  # without pathlib
    except FileNotFoundError:
        return None


def sync_folder(path: Path) -> None:
    """Sync a folder to the disk, so that the name of a new file in it is there, too, on systems that can do this."""
    if os.name != "posix":
        return
    with suppress(OSError):  # a folder that may be written but not read, or a file system that does not sync folders
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)  # noqa: PTH120  # without pathlib
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def standard_output() -> IO[bytes]:
    """Return standard output as a binary file, after writing everything that was printed to it before."""
    if sys.stdout is None:  # closed before the start
        raise OSError(errno.EBADF, "it is closed", STANDARD_OUTPUT)
    sys.stdout.flush()
    if not hasattr(sys.stdout, "buffer"):
        raise OSError(errno.EINVAL, "it takes text alone", STANDARD_OUTPUT)
    return sys.stdout.buffer


class _Named(FileIO):
    """A binary file whose errors have its name."""

    def __init__(self, descriptor: int, path: str) -> None:
        super().__init__(descriptor, "wb")
        self._path = path

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise name_file(error, self._path) from None


def _keep_permissions(descriptor: int, old: os.stat_result) -> None:
    new = os.fstat(descriptor)
    with suppress(OSError):  # only root may give files away
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            os.fchown(descriptor, old.st_uid, old.st_gid)
    with suppress(OSError):  # a file system without permissions
        os.fchmod(descriptor, old.st_mode & 0o7777)


def _follow(path: str) -> str | int:
    """Resolve a path to ``-``, the number of an open descriptor, or the path at the end of its symbolic links.

    ``/dev/stdout`` leads to a descriptor. The file behind a descriptor must not be replaced, since its reader would
    still have the old one.
    """
    if path == STANDARD:
        return STANDARD
    at = path
    for _ in range(MAX_LINKS):
        folder, name = os.path.split(at)
        if name.isdecimal() and name.isascii() and os.path.realpath(folder) in _descriptors():
            return int(name)
        try:
            link = os.readlink(at)  # noqa: PTH115  # without pathlib
        except OSError:  # it is not a link, or not there
            break
        at = os.path.join(folder, link)  # noqa: PTH118  # the same
    return os.path.realpath(path)


def _descriptors() -> set[str]:
    return {f"/proc/{os.getpid()}/fd", "/dev/fd"}


def _identity(path: Path, standard: Any, *, is_read: bool = False) -> tuple[object, ...] | None:
    """Return an identity that is equal for two names of one file, or nothing for a file that may be used twice.

    The null device, for example, may be used twice.
    """
    place = _follow(os.fspath(path))
    try:
        if place == STANDARD:
            status = os.fstat(standard.fileno())
        else:
            status = os.fstat(place) if isinstance(place, int) else os.stat(place)  # noqa: PTH116  # without pathlib
    except (OSError, ValueError, AttributeError):  # it is not there yet; standard output is not a file
        return None if is_read else (place,)
    if is_read and not S_ISREG(status.st_mode):
        return None
    if S_ISCHR(status.st_mode) and os.path.samestat(status, os.stat(os.devnull)):  # noqa: PTH116  # the same
        return None
    return status.st_dev, status.st_ino
