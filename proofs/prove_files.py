"""Processes that are killed at any time, over and over: no record is lost that was written, and no file is half."""

from __future__ import annotations

import mmap
import os
import random
import signal
import struct
import time
import warnings
from typing import TYPE_CHECKING

import pytest

import svara
from records import an_evening
from svara.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

RECORDS = [
    svara.Record(record.deal, names=[f"Ana {number}", "Борис", None])
    for number in range(100)
    for record in an_evening()
]
LINES = [record.to_json().encode() + b"\n" for record in RECORDS]


class Counter:
    """A number that a process leaves behind when it is killed."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8)

    @property
    def value(self) -> int:
        """The number."""
        return int(struct.unpack("q", self._memory)[0])

    @value.setter
    def value(self, value: int) -> None:
        self._memory[:] = struct.pack("q", value)


def killed(work: Callable[[], None], patience: float) -> None:
    """Do work in a separate process, and kill that after this number of seconds."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(1)
    time.sleep(patience)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the process failed before it was killed"


@pytest.mark.parametrize("piece", [None, 7, 300], ids=["whole writes", "7 bytes at once", "300 bytes at once"])
def test_a_killed_writer_loses_nothing(
    tmp_path: Path, rounds: Iterator[int], say: Callable[[str], None], piece: int | None
) -> None:
    """What `write` has returned from is there after a kill, at most one more, and the next writer goes on behind it.

    Where the system takes a line in pieces, kills fall into the middle of lines, too.
    """
    path = tmp_path / "evening.jsonl"
    chance = random.Random(piece)
    real_write = os.write
    promised, written, records, torn, kills = Counter(), 0, 0, 0, 0

    def work() -> None:
        if piece is not None:
            os.write = lambda descriptor, data: real_write(descriptor, bytes(data)[:piece])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", svara.TornRecord)
            writer = svara.RecordWriter(path, sync="never")
        for number in range(written, written + 10**9):
            writer.write(RECORDS[number % len(RECORDS)])
            promised.value = number + 1

    for _ in rounds:
        promised.value = written
        killed(work, chance.expovariate(100))
        kills += 1
        data = path.read_bytes() if path.exists() else b""
        tail = data.rpartition(b"\n")[2]
        found = data.count(b"\n")
        assert promised.value <= found <= promised.value + 1
        assert data == b"".join(LINES[number % len(LINES)] for number in range(found)) + tail
        assert LINES[found % len(LINES)].startswith(tail)
        torn += bool(tail)
        records += found - written
        written = found
        if written > 1000:
            path.unlink()
            written = 0
    say(f"{kills:,} kills of a writer, {torn:,} of them in the middle of a line; none of {records:,} records lost")
    assert kills


def test_a_full_disk_takes_only_its_own_line(tmp_path: Path, rounds: Iterator[int], say: Callable[[str], None]) -> None:
    """Wherever the room for a file ends, the records before are whole, and writing goes on when there is room again."""
    import resource  # noqa: PLC0415  # not on every system

    path = tmp_path / "evening.jsonl"
    chance = random.Random(2)
    failures = 0
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for _ in rounds:
        path.unlink(missing_ok=True)
        room = 0
        with svara.RecordWriter(path, sync="never") as writer:
            number = 0
            while number < 20:
                room += chance.randrange(0, 900)
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
                try:
                    writer.write(RECORDS[number])
                    number += 1
                except OSError:
                    failures += 1
                finally:
                    resource.setrlimit(resource.RLIMIT_FSIZE, before)
                assert path.read_bytes() == b"".join(LINES[:number])
    say(f"{failures:,} writes to a full disk")
    assert failures


def test_a_killed_replacement_leaves_a_whole_file(
    tmp_path: Path, rounds: Iterator[int], say: Callable[[str], None]
) -> None:
    """A file that is written as a whole is, after every kill, one that was complete, and never an earlier one."""
    path = tmp_path / "keep.csv"
    chance = random.Random(3)
    done, kills, versions = Counter(), 0, 0
    write_whole(path, content(0))

    def work() -> None:
        for version in range(versions + 1, versions + 10**9):
            write_whole(path, content(version))
            done.value = version

    for _ in rounds:
        killed(work, chance.expovariate(100))
        kills += 1
        found = path.read_bytes()
        versions = int.from_bytes(found[:8], "big")
        assert found == content(versions)
        assert done.value <= versions <= done.value + 1
        done.value = versions
        for left in tmp_path.glob(".svara-*.part"):
            left.unlink()
    say(f"{kills:,} kills of a replacement, after {versions:,} that were complete; each left a whole file")
    assert kills


def content(version: int) -> bytes:
    """What a file contains: some hundred kilobytes, which say of which version they are."""
    return version.to_bytes(8, "big") * (10_000 + version % 7)
