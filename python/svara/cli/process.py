"""The edges of the process: its arguments, standard streams, signals and exit status.

A command prints with `print`, whatever the encoding of the stream. It raises `BadInput` or `Failed` if it cannot go on,
and gets signals as exceptions. This module turns these into messages and exit statuses.
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
INTERRUPTED, BROKEN_PIPE = 128 + 2, 128 + 13  # the statuses that a shell reports for SIGINT and SIGPIPE

MAX_WORD = 255
"""The number of characters of a word that a message shows: the greatest length of a file name."""


class BadInput(Exception):
    """Input that a command cannot use. The text is the line that is shown."""


class Failed(Exception):
    """A failure that is not the fault of the input. The text is the line that is shown."""


class Signalled(BaseException):
    """A signal asked the process to end. *number* is the number of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


# Arguments.


def arguments() -> list[str]:
    """Return the arguments of the process, without the name of the program.

    An argument in UTF-8 is read as UTF-8, whatever the locale is. Any other is read in the encoding of the locale.
    """
    return [_decode(argument) for argument in sys.argv[1:]]


def _decode(argument: str) -> str:
    try:
        return os.fsencode(argument).decode()
    except UnicodeError:
        return argument


def file_name(text: str) -> str:
    """Return a file name from an argument, in the form that the functions of the system take."""
    if not text:
        from argparse import ArgumentTypeError  # noqa: PLC0415  # every command has loaded it

        msg = "it needs the name of a file, not an empty one"
        raise ArgumentTypeError(msg)
    if text.isascii() or sys.getfilesystemencoding().lower() == "utf-8":
        return text
    was_read_as_utf_8 = any(
        (decoded := _decode(argument)) != argument and decoded.endswith(text) for argument in sys.argv[1:]
    )
    return os.fsdecode(text.encode(errors="surrogateescape")) if was_read_as_utf_8 else text


# Standard streams.


class Output(io.TextIOBase):
    """Standard output or standard error, to which any text can be written.

    A character that the encoding of the stream does not have is written as a substitute (`Signs`). A stream that was
    closed before the start raises an error when it is written to. A *quiet* stream ignores all errors.
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
        """How the stream handles characters that its encoding does not have. With `Signs` there are none."""
        return getattr(self._stream, "errors", None) or "strict"

    @property
    def buffer(self) -> Any:
        """The stream of bytes below."""
        return self._open().buffer

    def writable(self) -> bool:
        """Return true: text can be written."""
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
        """Discard buffered text, so that the interpreter does not fail to write it when it ends."""
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
    """Makes the standard streams safe to use, in a ``with`` statement."""

    def __enter__(self) -> Self:
        _keep_descriptors()
        self._before = sys.stdout, sys.stderr
        self.out = Output(sys.stdout, STANDARD_OUTPUT)
        self.error = Output(sys.stderr, "standard error", is_quiet=True)
        sys.stdout, sys.stderr = self.out, self.error
        if isinstance(sys.stdin, io.TextIOWrapper):
            # UTF-8 in every locale; bytes that are not UTF-8 make a bad line, which is reported like any other.
            with suppress(io.UnsupportedOperation):  # a program that calls `main` may have read from it already
                sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout, sys.stderr = self._before


def _keep_descriptors() -> None:
    """Occupy the descriptors of closed standard streams, so that no file that is opened later gets one of them."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the least free number


def note(message: str) -> None:
    """Write a line of progress or a note to standard error."""
    print(_one_line(message), file=sys.stderr)


def _one_line(message: str) -> str:
    """Return a message on one line, without characters that could disturb a terminal."""
    from svara.checks import readable  # noqa: PLC0415  # most commands say nothing here

    words = readable(message.strip()).split(" ")
    return " ".join([word if len(word) <= MAX_WORD else f"{word[: MAX_WORD - 1]}…" for word in words])


# The end.


def run(act: Callable[[], None], name: Callable[[], str]) -> int:
    """Run a command, and return the exit status of the process. Messages begin with *name*."""
    with Streams() as streams:
        status, message = _status_of(act)
        flushed, not_flushed = _status_of(streams.out.flush)  # the output so far must come before the error message
        if flushed:
            streams.out.discard()
            if not status:
                status, message = flushed, not_flushed
        if message:
            note(f"{name()}: {message}")
        streams.error.flush()
        return status


def _status_of(act: Callable[[], None]) -> tuple[int, str]:
    """Run a function. Returns the exit status, and the message to show."""
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
    """Handles the signals that ask a process to end (SIGINT, SIGTERM, SIGHUP) without an interruption of its work.

    Only `wait` is interrupted. *heard* is the number of the first signal, or `None`; later signals have no effect.
    Signals that are ignored at the start, as in the background of a shell, stay ignored.
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
                with suppress(ValueError):  # a program may call `main` in a thread, which cannot handle signals
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
        """Return the result of *ask* for a prompt.

        Raises `Signalled` if there was a signal before, or is one during the call.
        """
        try:
            self._is_waiting = True
            self.check()
            return ask(prompt)
        finally:
            self._is_waiting = False

    def check(self) -> None:
        """Raise `Signalled` if there was a signal."""
        if self.heard is not None:
            raise Signalled(self.heard)
