"""A terminal for tests: a program runs in it, is typed to, and what it writes is read."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAIN = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "dumb"}
PATIENCE = 60  # seconds, after which a program that says nothing more has failed


def _take_terminal() -> None:
    """Have signals from the terminal of standard output, as a shell arranges it."""
    fcntl.ioctl(1, termios.TIOCSCTTY, 0)


class Screen:
    """`svara` in a terminal with this number of columns. With *stdin*, only its output is connected to the terminal."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        stdin: IO[bytes] | None = None,
        environment: Mapping[str, str] = PLAIN,
    ) -> None:
        self._terminal, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "svara", *arguments],
            stdin=stdin or inside,
            stdout=inside,
            stderr=inside,
            env=dict(PLAIN, **environment),
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509  # the tests start no threads
        )
        os.close(inside)
        self.seen = ""
        self._unread = ""

    def type(self, text: str) -> None:
        """Type something."""
        os.write(self._terminal, text.encode())

    def until(self, text: str) -> str:
        """Read until *text* is there. Returns what was read since the last time."""
        while text not in self._unread:
            if not self._read():
                self.kill()
                raise AssertionError(f"the program ended without {text!r}:\n{self.seen}")
        end = self._unread.index(text) + len(text)
        found, self._unread = self._unread[:end], self._unread[end:]
        return found

    def until_end(self, status: int = 0) -> str:
        """Read until the program ends, with this status. Returns what was read since the last time."""
        while self._read():
            pass
        os.close(self._terminal)
        assert self._process.wait(PATIENCE) == status, self.seen
        return self._unread

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        self._process.send_signal(number)

    def hang_up(self) -> None:
        """Close the terminal, and wait for the program to end."""
        os.close(self._terminal)

    def wait(self) -> int:
        """Wait for the program to end. Returns its status."""
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        """End the program at once."""
        self._process.kill()
        self._process.wait()

    def _read(self) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], PATIENCE)
        if not ready:
            self.kill()
            raise AssertionError(f"the program says nothing more:\n{self.seen}")
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # what Linux says at the end
            return False
        text = data.decode(errors="replace")
        self.seen += text
        self._unread += text
        return bool(data)
