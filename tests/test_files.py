"""Whole files: the old file stays until the new one is complete, also behind links."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from svara.files import WholeFile, check_apart, shown, write_whole

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and permissions are those of POSIX")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file that is there already."""
    path = tmp_path / "keep.csv"
    path.write_bytes(b"old")
    return path


def write_half(path: Path) -> None:
    """Fail in the middle of a file."""
    with WholeFile(path) as whole:
        whole.file.write(b"broken")
        whole.file.flush()
        raise ZeroDivisionError


def names(folder: Path) -> list[str]:
    """Return the names in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_the_old_file_stays_until_the_new_one_is_complete(kept: Path) -> None:
    """While it is written, and after an exception, the old content is there; at the end, the new one alone."""
    with WholeFile(kept) as whole:
        whole.file.write(b"new" * 100_000)
        whole.file.flush()
        assert kept.read_bytes() == b"old"
    assert kept.read_bytes() == b"new" * 100_000
    with pytest.raises(ZeroDivisionError):
        write_half(kept)
    assert kept.read_bytes() == b"new" * 100_000
    assert names(kept.parent) == ["keep.csv"]


def test_a_kill_leaves_the_old_file(kept: Path) -> None:
    """A process that is killed in the middle leaves the old file and a part beside it, which stops nobody."""
    program = """if True:
        import sys
        from svara.files import WholeFile
        with WholeFile(sys.argv[1]) as whole:
            whole.file.write(b"new")
            whole.file.flush()
            print("ready", flush=True)
            sys.stdin.read()
    """
    with subprocess.Popen(
        [sys.executable, "-c", program, kept], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGKILL)
    assert kept.read_bytes() == b"old"
    (left,) = set(names(kept.parent)) - {"keep.csv"}
    assert left.startswith(".svara-")
    assert left.endswith(".part")
    write_whole(kept, b"newer")
    assert kept.read_bytes() == b"newer"


def test_permissions_stay(tmp_path: Path, kept: Path) -> None:
    """A file that is replaced keeps its permissions, also before it is complete; a new one gets the usual."""
    kept.chmod(0o600)
    with WholeFile(kept) as whole:
        (part,) = [path for path in tmp_path.iterdir() if path != kept]
        assert stat.S_IMODE(part.stat().st_mode) == 0o600
        whole.file.write(b"new")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    kept.chmod(0o754)
    write_whole(kept, b"newer")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o754
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path, kept: Path) -> None:
    """A symbolic link still leads to the file, also one that led to nothing; a hard link keeps the old content."""
    (tmp_path / "elsewhere").mkdir()
    link, nowhere, hard = tmp_path / "elsewhere" / "link", tmp_path / "nowhere", tmp_path / "hard"
    link.symlink_to("../keep.csv")
    nowhere.symlink_to("elsewhere/new.csv")
    hard.hardlink_to(kept)
    write_whole(link, b"new")
    write_whole(nowhere, b"made")
    assert (link.is_symlink(), kept.read_bytes(), hard.read_bytes()) == (True, b"new", b"old")
    assert (nowhere.is_symlink(), (tmp_path / "elsewhere" / "new.csv").read_bytes()) == (True, b"made")


def test_devices_and_pipes_are_written_directly(tmp_path: Path) -> None:
    """A device or a pipe is written to, and not replaced."""
    write_whole(os.devnull, b"nothing")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"through")
    reader.join()
    assert found == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no such name")
@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "link"])
def test_standard_output_by_any_name(tmp_path: Path, name: str) -> None:
    """Standard output that somebody sent to a file goes on in that file: it is not replaced, and nothing is cut."""
    (tmp_path / "link").symlink_to("/dev/stdout")
    program = """if True:
        import sys
        from svara.files import write_whole
        print("before", flush=True)
        write_whole(sys.argv[1], b"content\\n")
        print("after")
    """
    path = tmp_path / "out.txt"
    path.write_text("first\n")
    with path.open("ab") as out:
        subprocess.run([sys.executable, "-c", program, name], stdout=out, cwd=tmp_path, check=True)
    assert path.read_text() == "first\nbefore\ncontent\nafter\n"


def test_standard_output_takes_what_was_printed_before(capsys: pytest.CaptureFixture[str]) -> None:
    """Printed text comes before written bytes; a closed standard output is reported."""
    print("before")  # noqa: T201  # what it is about
    write_whole("-", b"bytes\n")
    assert capsys.readouterr().out == "before\nbytes\n"


def test_closed_standard_output_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard output that is closed, or takes text alone, is refused by name."""
    for stream, why in (
        (None, "it is closed"),
        (type("Texts", (), {"flush": lambda _: None})(), "it takes text alone"),
    ):
        monkeypatch.setattr(sys, "stdout", stream)
        with pytest.raises(OSError, match=why) as raised:
            write_whole("-", b"")
        assert raised.value.filename == "standard output"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("", FileNotFoundError),
        ("no/where.csv", FileNotFoundError),
        (".", IsADirectoryError),
        ("keep.csv/", NotADirectoryError),
        ("new/", FileNotFoundError),
        ("keep.csv/below.csv", NotADirectoryError),
        ("n" * 300, OSError),
        ("circle", OSError),
    ],
)
def test_errors_name_the_file(kept: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: type[OSError]) -> None:
    """Where nothing can be written the error has the name that was given, and nothing is left."""
    monkeypatch.chdir(kept.parent)
    Path("circle").symlink_to("circle")
    before = names(kept.parent)
    with pytest.raises(kind) as raised:
        write_whole(name, b"new")
    assert raised.value.filename == name
    assert names(kept.parent) == before
    assert kept.read_bytes() == b"old"


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    """The name of the part is short, so that a long name has room."""
    write_whole(tmp_path / ("n" * 255), b"new")
    assert (tmp_path / ("n" * 255)).read_bytes() == b"new"


def test_a_full_disk_names_the_file_and_keeps_the_old_one(kept: Path) -> None:
    """When the content does not fit, the error names the file, the old one stays, and the part is removed."""
    program = """if True:
        import resource, sys
        from svara.files import write_whole
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        try:
            write_whole(sys.argv[1], bytes(1_000_000))
        except OSError as error:
            print(error.errno, error.filename)
    """
    done = subprocess.run([sys.executable, "-c", program, kept], capture_output=True, text=True, check=True)
    assert done.stdout == f"{errno.EFBIG} {kept}\n"
    assert kept.read_bytes() == b"old"
    assert names(kept.parent) == ["keep.csv"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_device_names_itself() -> None:
    """The error of a device names that."""
    with pytest.raises(OSError, match="No space left") as raised:
        write_whole("/dev/full", b"new")
    assert raised.value.filename == "/dev/full"


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write everywhere")
def test_a_file_that_is_read_only_is_not_replaced(kept: Path) -> None:
    """A file that may not be written is not replaced either, and a folder without a right to make files is named."""
    kept.chmod(0o400)
    with pytest.raises(PermissionError, match="it is read-only"):
        write_whole(kept, b"new")
    kept.chmod(0o600)
    kept.parent.chmod(0o500)
    try:
        with pytest.raises(PermissionError, match="a new file cannot be created in its folder: Permission denied"):
            write_whole(kept, b"new")
    finally:
        kept.parent.chmod(0o700)
    assert kept.read_bytes() == b"old"


class TestApart:
    """Files that must be different."""

    def test_one_file_by_any_name(self, tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file is the same through a hard link, a symbolic link and another way to write its name."""
        monkeypatch.chdir(tmp_path)
        Path("hard").hardlink_to(kept)
        Path("soft").symlink_to("keep.csv")
        for name in ("keep.csv", "./keep.csv", str(kept), "hard", "soft", f"../{tmp_path.name}/keep.csv"):
            with pytest.raises(ValueError, match=r" is the file that is read: write to another$"):
                check_apart([name], ["keep.csv"])
            with pytest.raises(ValueError, match=r" cannot be two of the files at once$"):
                check_apart(["keep.csv", name])

    def test_files_that_are_not_there_yet(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Two names of one new file are one file, and a source that is missing is nobody's target."""
        monkeypatch.chdir(tmp_path)
        Path("link").symlink_to("new")
        for name in ("new", "./new", "link"):
            with pytest.raises(ValueError, match="cannot be two of the files at once"):
                check_apart(["new", name])
        check_apart(["a", "b"], ["missing"])

    def test_standard_input_and_output(self, kept: Path, tmp_path: Path) -> None:
        """Standard input that comes from a file is that file, and so is standard output that goes to one."""
        program = "import sys; from svara.files import check_apart; check_apart([sys.argv[1]], [sys.argv[2]])"
        other = tmp_path / "other"
        other.touch()

        def refused(written: str | Path, read: str | Path, **streams: Any) -> bool:
            command = [sys.executable, "-c", program, str(written), str(read)]
            done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, **streams)
            return "is the file that is read" in done.stderr

        with kept.open("rb") as source, kept.open("ab") as target, other.open("ab") as elsewhere:
            assert refused(kept, "-", stdin=source)
            assert refused("-", kept, stdout=target)
            assert refused("/dev/stdout", "-", stdin=source, stdout=target)
            assert not refused(other, "-", stdin=source)
            assert not refused("-", kept, stdout=elsewhere)
            assert not refused(kept, "-", stdin=subprocess.DEVNULL)

    def test_nothing_is_twice(self) -> None:
        """The null device may be named twice; standard output may not be two files."""
        check_apart([os.devnull, os.devnull], [os.devnull])
        with pytest.raises(ValueError, match="- cannot be two of the files at once"):
            check_apart(["-", "-"])


def test_names_in_messages() -> None:
    """A name stands in a message as it is, if that is a line of text."""
    assert shown("keep me.csv") == "keep me.csv"
    assert [shown(name) for name in ("", "a\nb", "\x1b[2J")] == ["''", "'a\\nb'", "'\\x1b[2J'"]
