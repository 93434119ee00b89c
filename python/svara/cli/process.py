"""The edges of the process: its arguments, its standard streams, its signals, and how it ends.

A command prints with `print`, whatever the encoding of the stream; it raises `BadInput` or `Failed` for what it cannot
do, and hears signals as exceptions. What comes of that is decided here.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress

from svara.cli.signs import Signs
from svara.files import STANDARD_OUTPUT, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self, TextIO

DONE, FAILED, BAD_INPUT = 0, 1, 2
INTERRUPTED, BROKEN_PIPE = 128 + 2, 128 + 13  # what a shell reports for SIGINT and SIGPIPE

MAX_WORD = 255
"""How many characters of a word a message shows: as many as a file name may have."""


class BadInput(Exception):
    """What a user gave a command and the command cannot use; its text is the one line that is shown."""


class Failed(Exception):
    """What a command could not do, through no fault of its input; its text is the one line that is shown."""


class Signalled(BaseException):
    """A signal asked the process to end. *number* is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


# Arguments.


def arguments() -> list[str]:
    """Return what follows the name of the program on its command line.

    An argument that is UTF-8 is read as UTF-8, whatever the locale says; any other is read as the locale has it.
    """
    return [_decode(argument) for argument in sys.argv[1:]]


def _decode(argument: str) -> str:
    try:
        return os.fsencode(argument).decode()
    except UnicodeError:
        return argument


def file_name(text: str) -> str:
    """Return a file name from an argument, or the part of one, as the system takes it in the encoding of the locale."""
    if text.isascii() or sys.getfilesystemencoding().lower() == "utf-8":
        return text
    was_read_as_utf_8 = any(
        (decoded := _decode(argument)) != argument and decoded.endswith(text) for argument in sys.argv[1:]
    )
    return os.fsdecode(text.encode(errors="surrogateescape")) if was_read_as_utf_8 else text


# Standard streams.


class Output(io.TextIOBase):
    """Standard output or standard error: any text can be written to it.

    A character that its encoding does not have is written as a substitute (`Signs`). A stream that was closed before
    the start refuses what is written to it. Where it is *quiet*, nothing is said about what cannot be written.
    """

    def __init__(self, stream: TextIO | None, name: str, *, is_quiet: bool = False) -> None:
        self._stream = stream
        self._name = name
        self._is_quiet = is_quiet
        self._signs = Signs(self.encoding)

    @property
    def encoding(self) -> str:  # type: ignore[override]  # it is not to be set
        """The encoding of the stream."""
        return getattr(self._stream, "encoding", None) or "utf-8"

    @property
    def errors(self) -> str:  # type: ignore[override]  # it is not to be set
        """What the stream does with what its encoding does not have; `Signs` leave nothing of that."""
        return getattr(self._stream, "errors", None) or "strict"

    @property
    def buffer(self) -> Any:
        """The stream of bytes below."""
        return self._open().buffer

    def writable(self) -> bool:
        """Text can be written."""
        return True

    def fileno(self) -> int:
        """The descriptor."""
        return self._open().fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream is not None and self._stream.isatty()

    def write(self, text: str) -> int:
        """Write text."""
        try:
            self._open().write(text if text.isascii() else self._signs.show(text))
        except OSError:
            if not self._is_quiet:
                raise
        return len(text)

    def flush(self) -> None:
        """Write what is still buffered."""
        if self._stream is not None:
            try:
                self._stream.flush()
            except OSError:
                if not self._is_quiet:
                    raise
                self.discard()

    def discard(self) -> None:
        """Let what is still buffered go nowhere, so that the interpreter does not fail to write it at its end."""
        with suppress(OSError):  # a stream without a descriptor, in a program that calls `main`
            nowhere = os.open(os.devnull, os.O_WRONLY)
            try:
                os.dup2(nowhere, self._open().fileno())
            finally:
                os.close(nowhere)

    def _open(self) -> TextIO:
        if self._stream is None:
            raise OSError(errno.EBADF, "it is closed", self._name)
        return self._stream


class Streams:
    """Makes the standard streams safe to use, until it is left."""

    def __enter__(self) -> Self:
        _keep_descriptors()
        self._before = sys.stdout, sys.stderr
        self.out = Output(sys.stdout, STANDARD_OUTPUT)
        self.error = Output(sys.stderr, "standard error", is_quiet=True)
        sys.stdout, sys.stderr = self.out, self.error
        if isinstance(sys.stdin, io.TextIOWrapper):
            # UTF-8 wherever we are; bytes that are none make a bad line like any other.
            with suppress(io.UnsupportedOperation):  # a program that calls `main` may have read from it already
                sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout, sys.stderr = self._before


def _keep_descriptors() -> None:
    """Let no file that is opened later become a standard stream that was closed before the start."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the least number that is free


def note(message: str) -> None:
    """Write a line about what is going on to standard error."""
    print(_one_line(message), file=sys.stderr)


def _one_line(message: str) -> str:
    """A message on one line, and without what could disturb a terminal."""
    from svara.checks import readable  # noqa: PLC0415  # most commands say nothing here

    words = readable(message.strip()).split(" ")
    return " ".join([word if len(word) <= MAX_WORD else f"{word[: MAX_WORD - 1]}…" for word in words])


# The end.


def run(act: Callable[[], None], name: Callable[[], str]) -> int:
    """Do what a command does, and return the exit status of the process. *name* is what messages begin with."""
    with Streams() as streams:
        status, message = _status_of(act)
        flushed, not_flushed = _status_of(streams.out.flush)  # what was printed stands before what went wrong after it
        if flushed:
            streams.out.discard()
            if not status:
                status, message = flushed, not_flushed
        if message:
            note(f"{name()}: {message}")
        streams.error.flush()
        return status


def _status_of(act: Callable[[], None]) -> tuple[int, str]:
    """Do something. Returns the exit status that comes of it, and what has to be said about it."""
    try:
        act()
    except SystemExit as end:  # how argparse ends
        return end.code if isinstance(end.code, int) else DONE, ""
    except BadInput as error:
        return BAD_INPUT, str(error)
    except Failed as error:
        return FAILED, str(error)
    except KeyboardInterrupt:
        return INTERRUPTED, ""
    except Signalled as end:
        return 128 + end.number, ""
    except BrokenPipeError:
        return BROKEN_PIPE, ""
    except OSError as error:
        file = error.filename if isinstance(error.filename, str | bytes) else STANDARD_OUTPUT
        return FAILED, f"{shown(os.fsdecode(file))} cannot be written: {error.strerror or error}"
    except MemoryError:
        return FAILED, "there is not enough memory"
    return DONE, ""


# Signals.


class Signals:
    """Hears the signals that ask a process to end (SIGINT, SIGTERM, SIGHUP), and lets none of them interrupt its work.

    Only what `wait` waits for is interrupted. *heard* is the number of the first signal, or `None`; those that follow
    change nothing. Signals that are ignored from the start, as in the background of a shell, stay ignored.
    """

    def __init__(self) -> None:
        self.heard: int | None = None
        self._is_waiting = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        import signal  # noqa: PLC0415  # most commands leave signals alone

        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) not in {signal.SIG_IGN, None}:
                with suppress(ValueError):  # a program may call `main` in a thread, which hears no signals
                    self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        import signal  # noqa: PLC0415  # as above

        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _hear(self, number: int, _frame: object) -> None:
        if self.heard is None:
            self.heard = number
        if self._is_waiting:
            self._is_waiting = False
            raise Signalled(self.heard)

    def wait(self, ask: Callable[[str], str], prompt: str) -> str:
        """Return what *ask* returns for a prompt.

        Raises `Signalled` where a signal was or is heard.
        """
        try:
            self._is_waiting = True
            self.check()
            return ask(prompt)
        finally:
            self._is_waiting = False

    def check(self) -> None:
        """Raise `Signalled` where a signal was heard."""
        if self.heard is not None:
            raise Signalled(self.heard)
