"""Files of records when something goes wrong: zeros, torn lines, forks, full disks, files that others change."""

from __future__ import annotations

import copy
import errno
import io
import os
import pickle
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import svara
from records import altered, an_evening
from svara.records.form import MAX_BYTES
from svara.records.lines import is_beginning

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks, limits and devices are those of POSIX")

EVENING = an_evening()
LINES = [record.to_json().encode() for record in EVENING]
WHOLE = b"".join(line + b"\n" for line in LINES[:2])
MARK = b"\xef\xbb\xbf"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a file of records is."""
    return tmp_path / "evening.jsonl"


def append(path: Path, record: svara.Record = EVENING[2]) -> None:
    """Append a record as a new writer does, and say nothing of what is torn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", svara.TornRecord)
        with svara.RecordWriter(path, sync="never") as writer:
            writer.write(record)


def read(data: bytes) -> list[svara.Record]:
    """All records, of a file that may be torn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", svara.TornRecord)
        return list(svara.read_deals(io.BytesIO(data)))


class TestZeros:
    """The traces of a crash of the file system."""

    @pytest.mark.parametrize("count", [1, 4096, MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1, 3 * MAX_BYTES + 17, 20 << 20])
    @pytest.mark.parametrize("before", [b"", LINES[2][:100], LINES[2]], ids=["after a line", "after a part", "no end"])
    def test_any_number_of_zeros(self, path: Path, count: int, before: bytes) -> None:
        """Zeros at the end are cut off, however many, with the part of a line before them; no record is lost."""
        path.write_bytes(WHOLE + before)
        os.truncate(path, len(WHOLE) + len(before) + count)
        kept = EVENING[:2] + EVENING[2:] * (before == LINES[2])
        with path.open("rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore", svara.TornRecord)
            reader = svara.read_deals(file)
            assert list(reader) == kept
            assert reader.torn == (None if before == LINES[2] else 3)
        with pytest.warns(
            svara.TornRecord, match=r"evening\.jsonl was torn: its \d+ bytes without an end are cut off$"
        ):
            svara.RecordWriter(path, sync="never").close()
        append(path)
        assert list(svara.read_deals(path)) == [*kept, EVENING[2]]

    def test_zeros_before_the_end_of_a_line_are_not_torn(self, path: Path) -> None:
        """Zeros that a line feed follows are an error with the number of the line, and what is behind them is read."""
        path.write_bytes(WHOLE + bytes(2 * MAX_BYTES) + b"x\n" + LINES[2] + b"\n")
        reader = svara.read_deals(path)
        assert [next(reader), next(reader)] == EVENING[:2]
        with pytest.raises(svara.InvalidRecord, match=r"line 3: "):
            next(reader)
        assert list(reader) == EVENING[2:]

    def test_nothing_but_zeros(self, path: Path) -> None:
        """A few zeros are a first record that a crash has taken; a file of zeros without end may be anything."""
        path.write_bytes(bytes(4096))
        append(path)
        assert path.read_bytes() == LINES[2] + b"\n"
        path.write_bytes(bytes(2 * MAX_BYTES))
        with pytest.raises(svara.InvalidRecord, match=r"is not a file of records: it is nothing but zeros$"):
            svara.RecordWriter(path)
        assert path.stat().st_size == 2 * MAX_BYTES


class TestTorn:
    """Beginnings of records, and texts that are not."""

    @pytest.mark.parametrize(
        "line",
        [
            *LINES,
            b'{ "stacks" : [ 1 , 2 ] , "version" : 1 ,\r "names":["A\\"\\u00e9\\\\","\\t"]}',
            b'{"version":1,"result":{"three":true,"max":null,"x":false,"y":-5,"z":{"a":[{},[]]}}}',
        ],
    )
    def test_every_beginning(self, line: bytes) -> None:
        """Wherever a line is cut, also in a letter, it is the beginning of a record; the whole of it is not."""
        for cut in range(1, len(line)):
            assert is_beginning(line[:cut]), line[:cut]
            assert is_beginning(MARK + line[:cut])
        assert not is_beginning(line)

    @pytest.mark.parametrize(
        "tail",
        [
            LINES[2] + b"x",
            LINES[2] + b"}",
            LINES[2] + b",",
            LINES[2] + b"\r" + LINES[0],
            LINES[2] + b"\r" + LINES[0][:100],
            LINES[2] + LINES[0],
            LINES[2][:-1] + b"x",
            LINES[2][:-1] + b"]",
            LINES[2][:200] + b"\r" + LINES[2],
            b'{"version":1,"diary":"dear',
            b'{"version":1,"names":["Ana"],',
            b'{"version":1,"version":1',
            b'{"version":1,"dealer":0,"dealer":',
            b'{"version":1,"stacks":[1,2],"dealer":10,',
            b'{"version":1,"stacks":[1 2',
            b'{"version":1,"stacks":[1,,',
            b'{"version":1,"stacks":[1.5,',
            b'{"version":1,"stacks":[tru1',
            b'{"version":1,"names":["\xff',
            b'{"version":1,\xd0',
            b'{"version":1,"time":"\x1b[2J',
            b'{"version":1 "time',
            b'{"version":1,"rules":{"a" 1',
            b'{"version":2,',
            b"[{",
            b"svara",
        ],
    )
    @pytest.mark.parametrize("zeros", [0, 5])
    def test_anything_else_is_an_error(self, path: Path, tail: bytes, zeros: int) -> None:
        """A last line that is not the beginning of a record is refused by readers and writers, and not cut off."""
        content = WHOLE + tail + bytes(zeros)
        path.write_bytes(content)
        assert not is_beginning(tail)
        with svara.read_deals(path) as reader:
            assert [next(reader), next(reader)] == EVENING[:2]
            with pytest.raises(svara.InvalidRecord, match=r"line 3: "):
                next(reader)
        with pytest.raises(svara.InvalidRecord, match=r"is not a file of records: its last line has no end, and"):
            svara.RecordWriter(path)
        assert path.read_bytes() == content

    def test_a_record_that_was_altered_is_not_torn(self, path: Path) -> None:
        """A last line without an end that is a record, but not a true one, is refused and stays."""
        content = WHOLE + altered(LINES[2], lambda fields: fields["result"]["won"].reverse()).encode()
        path.write_bytes(content)
        with pytest.raises(svara.InvalidRecord, match="its last line has no end, and the result has the won"):
            svara.RecordWriter(path)
        assert path.read_bytes() == content

    def test_only_lines_of_a_writer_are_cut(self, path: Path) -> None:
        """The beginning of a record that another program wrote, in another order, is passed over and never cut off."""
        tail = b'{"stacks":[30,30],"version":1,'
        path.write_bytes(WHOLE + tail)
        assert read(path.read_bytes()) == EVENING[:2]
        with pytest.raises(svara.InvalidRecord):
            svara.RecordWriter(path)
        assert path.read_bytes() == WHOLE + tail

    def test_a_line_without_an_end_that_is_too_long(self, path: Path) -> None:
        """Megabytes behind the last record are nobody's torn line."""
        content = WHOLE + b'{"version":1,"time":"' + b"x" * (3 * MAX_BYTES)
        path.write_bytes(content)
        with pytest.raises(svara.InvalidRecord, match="its last line is too long"):
            svara.RecordWriter(path)
        assert path.read_bytes() == content


class TestLinesAsPeopleHaveThem:
    """Byte order marks and blank lines."""

    FILE = MARK + b"\r\n \t\n" + LINES[0] + b"\r\n\n\n" + MARK + LINES[1] + b"\n\r\n"

    def test_are_passed_over(self) -> None:
        """A mark at the beginning, of a file or of one put behind another, and blank lines are passed over."""
        reader = svara.read_deals(io.BytesIO(self.FILE))
        assert [(record, reader.line) for record in reader] == [(EVENING[0], 3), (EVENING[1], 6)]
        assert list(svara.read_deals(io.StringIO(self.FILE.decode(), newline=""))) == EVENING[:2]
        assert list(svara.read_deals(io.BytesIO(self.FILE.rstrip()))) == EVENING[:2]
        assert list(svara.read_deals(io.BytesIO(MARK + b"\n\n"))) == []

    def test_numbers_are_those_of_the_file(self) -> None:
        """A bad line behind blank ones has its number in the file."""
        with pytest.raises(svara.InvalidRecord, match=r"^line 8: ") as raised:
            list(svara.read_deals(io.BytesIO(self.FILE + b"{}\n")))
        assert raised.value.line == 8

    def test_a_million_blank_lines(self) -> None:
        """Blank lines are passed over one by one, however many there are."""
        reader = svara.read_deals(io.BytesIO(b"\n" * 1_000_000 + LINES[0]))
        assert [(record, reader.line) for record in reader] == [(EVENING[0], 1_000_001)]

    @pytest.mark.parametrize(
        "content",
        [FILE, MARK, MARK + b"\n", b"\n", b"  ", WHOLE + b"\n\n", WHOLE + b"  ", MARK + WHOLE, MARK + LINES[0]],
    )
    def test_a_writer_appends_to_them(self, path: Path, content: bytes) -> None:
        """A writer goes on behind them, and cuts nothing off."""
        path.write_bytes(content)
        append(path)
        assert path.read_bytes().startswith(content)
        assert read(path.read_bytes()) == [*read(content), EVENING[2]]

    def test_a_torn_line_behind_a_mark(self, path: Path) -> None:
        """The beginning of a first record behind a mark is torn as any other."""
        path.write_bytes(MARK + LINES[0][:50])
        assert read(path.read_bytes()) == []
        append(path)
        assert path.read_bytes() == MARK + LINES[2] + b"\n"

    def test_another_first_line_is_refused(self, path: Path) -> None:
        """The first line that is not blank must be a record."""
        path.write_bytes(MARK + b"\n\nmy diary\n")
        with pytest.raises(svara.InvalidRecord, match=r"is not a file of records, line 3: it is not JSON") as raised:
            svara.RecordWriter(path)
        assert raised.value.line == 3


def in_a_child(body: Callable[[Callable[[int], None]], None]) -> None:
    """Run a test in a forked process, where a limit on the length of files does not hit the log of the tests."""
    resource = pytest.importorskip("resource")
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    child = os.fork()
    if not child:
        failed = 1
        try:
            body(lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard)))
            failed = 0
        finally:
            os._exit(failed)
    assert os.waitpid(child, 0)[1] == 0


class TestFullDisk:
    """Lines that cannot be written."""

    @pytest.mark.parametrize("room", [0, 1, 100, len(LINES[2])])
    def test_only_the_own_line_is_taken_back(self, path: Path, room: int) -> None:
        """A partly written line is removed, records before it stay, the error names the file, and writing goes on."""
        path.write_bytes(WHOLE)

        def write(limit: Callable[[int], None]) -> None:
            with svara.RecordWriter(path) as writer:
                limit(len(WHOLE) + room)
                for _ in range(2):
                    with pytest.raises(OSError, match="File too large") as raised:
                        writer.write(EVENING[2])
                    assert (raised.value.errno, raised.value.filename) == (errno.EFBIG, str(path))
                    assert path.read_bytes() == WHOLE
                limit(len(WHOLE) + len(LINES[2]) + 1)
                writer.write(EVENING[2])

        in_a_child(write)
        assert list(svara.read_deals(path)) == EVENING

    def test_lines_of_others_stay(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """When somebody has written behind the part of a line, nothing is cut off; the next write is refused."""
        real_write = os.write

        def write(descriptor: int, data: bytes) -> int:
            if len(data) < len(LINES[2]):
                with path.open("ab") as other:
                    other.write(b"of somebody else")
                raise OSError(errno.ENOSPC, "No space left on device")
            return real_write(descriptor, data[:100])

        path.write_bytes(WHOLE)
        with svara.RecordWriter(path) as writer:
            with monkeypatch.context() as patched:
                patched.setattr(os, "write", write)
                with pytest.raises(OSError, match="No space left"):
                    writer.write(EVENING[2])
            assert path.read_bytes() == WHOLE + LINES[2][:100] + b"of somebody else"
            with pytest.raises(OSError, match="somebody else has left half a line at its end: open it again"):
                writer.write(EVENING[2])

    @pytest.mark.parametrize("struck", ["before", "after"])
    def test_an_interruption_takes_the_line_back(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, struck: str
    ) -> None:
        """Ctrl-C in the middle of a write leaves all of the line or nothing of it, as the exception says: nothing."""
        real_write = os.write

        def write(descriptor: int, data: bytes) -> int:
            real_write(descriptor, data[: None if struck == "after" else 10])
            raise KeyboardInterrupt

        path.write_bytes(WHOLE)
        with svara.RecordWriter(path) as writer:
            with monkeypatch.context() as patched:
                patched.setattr(os, "write", write)
                with pytest.raises(KeyboardInterrupt):
                    writer.write(EVENING[2])
            assert path.read_bytes() == WHOLE
            writer.write(EVENING[2])
        assert list(svara.read_deals(path)) == EVENING

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
    def test_the_command_names_the_file(self) -> None:
        """An evening whose records do not fit ends with status 1 and the name of the file."""
        command = [sys.executable, "-m", "svara", "play", "--watch", "--deals", "1", "--record", "/dev/full"]
        done = subprocess.run(command, capture_output=True, check=False)
        assert done.returncode == 1
        assert done.stderr == b"svara play: /dev/full cannot be written: No space left on device\n"


class TestOtherProcesses:
    """A writer belongs to the process that opened it."""

    def test_a_fork_is_refused(self, path: Path) -> None:
        """A forked process cannot write with the writer of its parent, nor close it there; the parent goes on."""
        with svara.RecordWriter(path) as writer:
            writer.write(EVENING[0])
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    writer.write(EVENING[1])
                except RuntimeError as error:
                    wanted = f"{path} was opened by another process: open a RecordWriter in this one"
                    status = 0 if str(error) == wanted else 2
                writer.close()
                os._exit(status)
            assert os.waitpid(child, 0)[1] == 0
            with pytest.raises(BlockingIOError):  # the lock is still held
                svara.RecordWriter(path)
            writer.write(EVENING[2])
        assert list(svara.read_deals(path)) == [EVENING[0], EVENING[2]]

    def test_a_fork_while_a_thread_writes(self, path: Path) -> None:
        """A process that is forked while a thread holds the lock of the writer is refused, too, and closes it."""
        with svara.RecordWriter(path) as writer:
            with writer._turn:
                child = os.fork()
                if child == 0:
                    try:
                        writer.write(EVENING[1])
                    except RuntimeError:
                        writer.close()
                        os._exit(0)
                    os._exit(1)
                assert os.waitpid(child, 0)[1] == 0
            writer.write(EVENING[0])
        assert list(svara.read_deals(path)) == EVENING[:1]

    def test_it_is_not_copied(self, path: Path) -> None:
        """A copy would close the file of the first: copies and pickles are refused in one line."""
        with svara.RecordWriter(path) as writer:
            for make in (copy.copy, copy.deepcopy, pickle.dumps):
                with pytest.raises(TypeError, match="a RecordWriter cannot be copied or pickled: each file has one"):
                    make(writer)
            writer.write(EVENING[0])


class TestFilesThatOthersChange:
    """Changes of the file while it is open."""

    def test_a_file_that_is_cut(self, path: Path) -> None:
        """A file that somebody has made shorter is not written any more."""
        with svara.RecordWriter(path) as writer:
            writer.write(EVENING[0])
            writer.write(EVENING[1])
            os.truncate(path, 100)
            for _ in range(2):
                with pytest.raises(
                    OSError, match=rf"it was cut from {len(WHOLE)} to 100 bytes while it was open"
                ) as raised:
                    writer.write(EVENING[2])
                assert raised.value.filename == str(path)
        assert path.stat().st_size == 100

    @pytest.mark.parametrize("how", ["removed", "replaced"])
    def test_a_file_that_is_gone(self, path: Path, how: str) -> None:
        """A file that somebody has removed, or put another in its place, is not written any more."""
        with svara.RecordWriter(path) as writer:
            writer.write(EVENING[0])
            if how == "removed":
                path.unlink()
            else:
                other = path.with_name("other")
                other.write_bytes(WHOLE)
                other.replace(path)
            with pytest.raises(OSError, match="it was removed or replaced while it was open: open it again"):
                writer.write(EVENING[2])
        assert not path.exists() or path.read_bytes() == WHOLE

    def test_a_file_that_somebody_else_appends_to(self, path: Path) -> None:
        """Whole lines of others stay, and the writer goes on behind them; half a line is refused."""
        with svara.RecordWriter(path) as writer:
            writer.write(EVENING[0])
            with path.open("ab") as other:
                other.write(LINES[1] + b"\n")
            writer.write(EVENING[2])
            assert list(svara.read_deals(path)) == EVENING
            with path.open("ab") as other:
                other.write(b"half")
            with pytest.raises(OSError, match="somebody else has left half a line at its end"):
                writer.write(EVENING[2])
        assert path.read_bytes().endswith(b"}\nhalf")


class TestDevices:
    """Devices and pipes."""

    def test_the_null_device(self) -> None:
        """Several writers may write to the null device."""
        for sync in ("record", "close", "never"):
            with svara.RecordWriter(os.devnull, sync=sync) as one, svara.RecordWriter(os.devnull) as two:
                one.write(EVENING[0])
                two.write(EVENING[1])

    def test_the_command_records_into_it(self) -> None:
        """An evening whose records go nowhere ends well."""
        command = [sys.executable, "-m", "svara", "play", "--watch", "--deals", "1", "--record", os.devnull]
        assert subprocess.run(command, capture_output=True, check=True).stderr == b""

    def test_a_pipe(self, tmp_path: Path) -> None:
        """Records go through a named pipe to who reads it."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        found: list[bytes] = []
        reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
        reader.start()
        with svara.RecordWriter(pipe, sync="record") as writer:
            for record in EVENING:
                writer.write(record)
        reader.join()
        assert read(found[0]) == EVENING

    def test_a_folder(self, tmp_path: Path) -> None:
        """A folder is refused by name."""
        with pytest.raises(IsADirectoryError) as raised:
            svara.RecordWriter(tmp_path)
        assert str(raised.value.filename) == str(tmp_path)


def test_closing_waits_for_a_record(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that closes the writer waits for a record that another one is writing; that one is written whole."""
    writing, closing = threading.Event(), threading.Event()
    real_write = os.write

    def write(descriptor: int, data: bytes) -> int:
        writing.set()
        assert not closed.wait(0.2)
        return real_write(descriptor, data)

    closed = threading.Event()
    writer = svara.RecordWriter(path)
    monkeypatch.setattr(os, "write", write)
    errors: list[BaseException] = []

    def write_one() -> None:
        try:
            writer.write(EVENING[0])
        except BaseException as error:  # noqa: BLE001  # shown below
            errors.append(error)

    def close() -> None:
        writing.wait()
        closing.set()
        writer.close()
        closed.set()

    threads = [threading.Thread(target=write_one), threading.Thread(target=close)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert list(svara.read_deals(path)) == [EVENING[0]]
    with pytest.raises(ValueError, match="is closed"):
        writer.write(EVENING[1])


def write_on(writer: svara.RecordWriter, errors: list[BaseException]) -> None:
    """Write until there is an error."""
    try:
        while True:
            writer.write(EVENING[0])
    except BaseException as error:  # noqa: BLE001  # the test looks at it
        errors.append(error)


def test_many_threads_see_a_closed_writer(path: Path) -> None:
    """Threads that write while another one closes get the one error that is documented, and every line is whole."""
    for _ in range(20):
        writer = svara.RecordWriter(path, sync="never")
        errors: list[BaseException] = []
        threads = [threading.Thread(target=write_on, args=(writer, errors)) for _ in range(3)]
        for thread in threads:
            thread.start()
        while path.stat().st_size == 0:
            pass
        writer.close()
        for thread in threads:
            thread.join()
        assert [str(error) for error in errors] == [f"{path} is closed"] * 3
    assert set(path.read_bytes().splitlines()) == {LINES[0]}
