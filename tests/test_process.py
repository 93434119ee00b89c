"""The edges of the process: what every command does with its streams, encodings, arguments, signals and exit status."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from documents import ROOT
from screens import PLAIN, Screen
from svara.cli.console import shown_width
from svara.cli.main import COMMANDS, main
from svara.cli.options import whole_number
from svara.cli.signs import Signs

EVENING = str(ROOT / "docs" / "evening.jsonl")
EXAMPLES = {
    "points": ["points", "--explain", "7♣ K♥ K♦", "10♠ 10♦ 10♣"],
    "hands": ["hands"],
    "odds": ["odds", "Ah", "Kh", "8c", "--opponents", "4", "--dead", "7c", "--trials", "10000"],
    "chart": ["chart"],
    "play": ["play", "--watch", "--stack", "30", "--seed", "290"],
    "replay": ["replay", EVENING],
    "export": ["export", EVENING, "--actions", "-"],
    "simulate": ["simulate", "odds", "random", "--deals", "100"],
    "solve": ["solve", "--stacks", "6"],
    "advise": ["advise", "9c", "Kh", "Ah", "--stacks", "6", "--history", "blind 1; blind 2; call"],
}
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
FULL = Path("/dev/full")
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="there are no such streams, terminals and signals")
every_command = pytest.mark.parametrize("command", EXAMPLES)


def run(*arguments: str, redirect: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run `svara` as a process of its own, with its streams redirected as a shell does it."""
    command = shlex.join([sys.executable, "-m", "svara", *arguments])
    return subprocess.run(
        ["/bin/sh", "-c", f"exec {command} {redirect}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=PLAIN | {"COLUMNS": "80"} | environment,
        check=False,
    )


def without_time(output: bytes) -> bytes:
    """Return the output without the times."""
    return re.sub(rb"[\d.]+ s\b", b"", output)


def test_every_command_has_an_example() -> None:
    """A new command is tried here, too."""
    assert EXAMPLES.keys() == COMMANDS.keys()


@posix_only
class TestStreams:
    """Standard streams that are closed, full, or that nobody reads."""

    @every_command
    def test_needs_no_standard_input(self, command: str) -> None:
        """Commands that do not read standard input work if it is closed."""
        as_usual = run(*EXAMPLES[command])
        done = run(*EXAMPLES[command], redirect="<&-")
        assert (done.returncode, done.stderr) == (0, b"")
        assert without_time(done.stdout) == without_time(as_usual.stdout) != b""

    @every_command
    def test_refuses_a_closed_output(self, command: str) -> None:
        """Where there is data and nowhere to write it, the status is 1, and one line says why."""
        done = run(*EXAMPLES[command], redirect=">&-")
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.decode() == f"svara {command}: standard output cannot be written: it is closed\n"

    @every_command
    @pytest.mark.parametrize("redirect", ["2>&-", *["2>/dev/full"] * FULL.exists()])
    def test_writes_only_data_to_the_output(self, command: str, redirect: str) -> None:
        """Without standard error the data are the same; an error message is not among them, and the status is."""
        done = run(*EXAMPLES[command], redirect=redirect)
        assert done.returncode == 0
        assert without_time(done.stdout) == without_time(run(*EXAMPLES[command]).stdout)
        wrong = run(*EXAMPLES[command], "--nonsense", redirect=redirect)
        assert (wrong.returncode, wrong.stdout, wrong.stderr) == (2, b"", b"")

    def test_writes_the_data_before_an_error(self) -> None:
        """The output before bad input is data; the error message is not."""
        done = run("points", "7c Kh Kd", "nonsense", redirect="2>&-")
        assert (done.returncode, done.stdout.decode()) == (2, "31  7♣ K♦ K♥\n")

    @every_command
    def test_ends_without_any_stream(self, command: str) -> None:
        """With all three streams closed it ends with status 1, and no file takes the place of a stream."""
        assert run(*EXAMPLES[command], redirect="<&- >&- 2>&-").returncode == 1

    def test_a_file_does_not_become_a_stream(self, tmp_path: Path) -> None:
        """A file that is opened while standard error is closed does not get the messages."""
        path = tmp_path / "seats.csv"
        done = run("export", EVENING, "--seats", str(path), "--nonsense", redirect="2>&-")
        assert (done.returncode, path.exists()) == (2, False)
        torn = tmp_path / "torn.jsonl"
        torn.write_bytes(Path(EVENING).read_bytes() + b'{"version":1')
        assert run("export", str(torn), "--seats", str(path), redirect="<&- >&- 2>&-").returncode == 0
        whole = run("export", EVENING, "--seats", "-")
        assert path.read_bytes() == whole.stdout

    @every_command
    def test_ends_with_the_pipe(self, command: str) -> None:
        """When nobody reads its output, a command ends quietly, with the status of SIGPIPE."""
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as output:
            done = subprocess.run(
                [sys.executable, "-m", "svara", *EXAMPLES[command]],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.PIPE,
                env=PLAIN,
                check=False,
            )
        assert (done.returncode, done.stderr) == (141, b"")

    @pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
    @every_command
    def test_says_that_it_cannot_write(self, command: str) -> None:
        """Output that cannot be written is an error of its own, in one line, with status 1."""
        done = run(*EXAMPLES[command], redirect=">/dev/full")
        assert (done.returncode, done.stderr.decode()) == (
            1,
            f"svara {command}: standard output cannot be written: No space left on device\n",
        )

    @pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["odds", "--help"]])
    def test_help_is_output_like_any_other(self, arguments: list[str]) -> None:
        """Help and the version are data: an error to write them is reported, too."""
        assert run(*arguments).returncode == 0
        assert run(*arguments, redirect=">&-").returncode == 1
        if FULL.exists():
            assert run(*arguments, redirect=">/dev/full").returncode == 1


class TestEncodings:
    """Output for an encoding that does not have every sign."""

    @every_command
    @pytest.mark.parametrize("encoding", ["ascii", "cp866", "cp1251", "latin-1", "utf-16", "C locale"])
    def test_every_sign_has_a_substitute(self, command: str, encoding: str) -> None:
        """The output is the same but for the signs that the encoding lacks."""
        environment = C_LOCALE if encoding == "C locale" else {"PYTHONIOENCODING": encoding}
        codec = "ascii" if encoding == "C locale" else encoding
        done = run(*EXAMPLES[command], **environment)
        assert (done.returncode, done.stderr) == (0, b"")
        if command != "export":  # its data are UTF-8 everywhere
            usual = without_time(run(*EXAMPLES[command]).stdout).decode()
            assert without_time(done.stdout.decode(codec).encode()).decode() == Signs(codec).show(usual)

    @pytest.mark.parametrize("encoding", ["ascii", "cp866", "cp1251", "latin-1"])
    def test_a_result_is_not_lost_to_a_sign(self, encoding: str) -> None:
        """The standard error is written with the signs that there are."""
        output = run(*EXAMPLES["simulate"], PYTHONIOENCODING=encoding).stdout.decode(encoding)
        sign = "±" if encoding in {"cp1251", "latin-1"} else "+/-"
        assert re.search(rf"   0  odds    [+-][\d.]+ {re.escape(sign)} [\d.]+\n", output)

    @pytest.mark.parametrize(
        ("encoding", "text", "shown"),
        [
            ("ascii", "10♠ 7♣ K♦ A♥ █▋▏", "10s 7c Kd Ah ###"),
            ("cp866", "7♣ █▌▏ Ния ±", "7c ### Ния +/-"),
            ("cp949", "7♣ K♦", "7c Kd"),  # it has ♣ and not ♦
            ("latin-1", "± “2⁵³ − 1” … – № 7", '± "2^53 - 1" ... - No. 7'),
            ("ascii", "²⁵⁶, 2² and 2²⁵⁶", "^256, 2^2 and 2^256"),
            (
                "ascii",
                "Ния, Zoë, Straße, e\u0301, 日本, \N{WOMAN}\u200d\N{PERSONAL COMPUTER}, \ufffd",
                "Niya, Zoe, Strasse, e, ????, ????, ?",
            ),
            ("cp1251", "Ния Zoë", "Ния Zoe"),
            ("utf-8", "Ния ± 👩\u200d💻", "Ния ± 👩\u200d💻"),
            ("utf-8", "\udcd0\udc9d\udcff \ud800", "Н\ufffd ?"),
        ],
    )
    def test_substitutes(self, encoding: str, text: str, shown: str) -> None:
        """Suits and bars are replaced together, the rest sign by sign; half characters never get through."""
        assert Signs(encoding).show(text) == shown
        shown.encode(encoding)

    def test_an_error_has_substitutes_too(self) -> None:
        """Messages on standard error are written with substitutes, too."""
        done = run("replay", "вечер…", PYTHONIOENCODING="ascii:strict")
        assert done.stderr == b"svara replay: vecher... cannot be read: No such file or directory\n"


@posix_only
class TestArguments:
    """The arguments of the command line."""

    @pytest.mark.parametrize(
        ("arguments", "shown"),
        [
            (["points", "7♣ K♥ K♦"], "31  7c Kd Kh\n"),
            (["odds", "A♥", "K♥", "8♣", "--against", "K♦ K♣ 7♦"], "8c Kh Ah  21 points"),
            (["advise", "9♣", "K♥", "A♥", "--stacks", "6", "--history", "blind 1; blind 2; call"], "With 9c Kh Ah"),
            (["play", "--watch", "--deals", "1", "--name", "Ния", "--seed", "1"], "Deal 1"),
        ],
    )
    def test_are_utf_8_in_the_c_locale(self, arguments: list[str], shown: str) -> None:
        """Every argument of every command is read as UTF-8 where it is UTF-8, whatever the locale says."""
        done = run(*arguments, **C_LOCALE)
        assert (done.returncode, done.stderr) == (0, b"")
        assert shown in done.stdout.decode()

    @pytest.mark.parametrize("environment", [C_LOCALE, {}], ids=["C locale", "UTF-8"])
    def test_files_have_the_names_that_were_typed(self, tmp_path: Path, environment: dict[str, str]) -> None:
        """A file is found by its name in UTF-8, and a new one gets that name."""
        evening, seats = tmp_path / "вечер.jsonl", tmp_path / "места.csv"
        evening.write_bytes(Path(EVENING).read_bytes())
        assert run("replay", str(evening), **environment).returncode == 0
        assert run("export", str(evening), f"--seats={seats}", **environment).returncode == 0
        options = ("--watch", "--deals", "1", "--stack", "30", "--seed", "1")
        assert run("play", *options, "--record", str(evening), **environment).returncode == 0
        solution = tmp_path / "решение"
        assert run("solve", "--stacks", "6", "--save", str(solution), **environment).returncode == 0
        assert run("advise", "--solution", str(solution), **environment).returncode == 0
        assert sorted(path.name for path in tmp_path.iterdir()) == ["вечер.jsonl", "места.csv", "решение"]

    def test_bytes_that_are_not_utf_8_are_refused_in_a_line(self) -> None:
        """They are shown as a sign that says so."""
        for arguments in (["points", "\udcff"], ["replay", "\udcff"], ["play", "--name", "\udcff"], ["\udcff"]):
            for environment in (C_LOCALE, {}):
                done = run(*arguments, **environment)
                assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
                assert b"Traceback" not in done.stderr

    @pytest.mark.parametrize(
        "arguments",
        [
            ["hands", "--points", "9" * 5000],
            ["play", "--stack", "9" * 5000],
            ["play", "--seed", "9" * 5000],
            ["play", "--rules", "9" * 5000],
            ["play", "--against", "9" * 5000],
            ["play", "--name", "9" * 5000],
            ["play", "--record", "9" * 5000],
            ["play", "--resume", "9" * 5000],
            ["odds", "9" * 5000],
            ["odds", "Ah", "Kh", "8c", "--against", "9" * 5000],
            ["odds", "Ah", "Kh", "8c", "--dead", "9" * 5000],
            ["odds", "Ah", "Kh", "8c", "--trials", "9" * 90],
            ["simulate", "9" * 5000],
            ["replay", "9" * 5000],
            ["chart", "--opponents", "9" * 90],
            ["points", "9" * 5000],
            ["points", f"--{'9' * 5000}"],
            ["9" * 5000],
        ],
        ids=lambda arguments: " ".join(word[:12] for word in arguments),
    )
    def test_long_ones_are_shortened(self, arguments: list[str]) -> None:
        """A long argument is refused in a line that repeats a little of it."""
        done = run(*arguments)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
        assert len(done.stderr) < 500
        assert done.stderr.startswith(f"svara{f' {arguments[0]}' * (len(arguments) > 1)}: ".encode())

    def test_a_line_is_a_line(self) -> None:
        """Arguments cannot break a message into lines or disturb a terminal."""
        for arguments in (["replay", "a\nb\x1b[2J"], ["play", "--against", "a\nb"], ["points", "a\nb", "\x1b[2J"]):
            done = run(*arguments)
            assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
            assert done.stderr.decode().rstrip("\n").isprintable()

    def test_a_number_has_at_most_100_digits(self) -> None:
        """A seed of 78 digits can be given, and what is longer than any number here is refused."""
        assert whole_number("9" * 100) == 10**100 - 1
        assert b"has 101 digits: a number has at most 100" in run("hands", "--points", "9" * 101).stderr

    @every_command
    def test_a_misspelt_option_is_reported_with_its_command(self, command: str) -> None:
        """The message names the command and says where to read on."""
        done = run(*EXAMPLES[command], "--nonsense")
        assert (done.returncode, done.stdout) == (2, b"")
        message = f"svara {command}: unrecognized arguments: --nonsense (see svara {command} --help)\n"
        assert done.stderr.decode() == message

    def test_the_version_needs_no_metadata(self, tmp_path: Path) -> None:
        """From the source tree, where nothing is installed, it is the same."""
        (tmp_path / "svara").symlink_to(ROOT / "python" / "svara")
        code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from svara.cli.main import main; sys.exit(main())"
        done = subprocess.run(
            [sys.executable, "-S", "-c", code, str(tmp_path), "--version"], capture_output=True, env=PLAIN, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, run("--version").stdout, b"")


class TestColumns:
    """Output for a terminal of any width."""

    @every_command
    @pytest.mark.parametrize("columns", [40, 80, 200])
    def test_fits(self, command: str, columns: int) -> None:
        """No line is longer than the terminal is wide, and no number is split."""
        if command == "export":
            pytest.skip("a table for programs is as wide as it is")
        shown, widest = (run(*EXAMPLES[command], COLUMNS=str(width)).stdout.decode() for width in (columns, 1000))
        assert max(map(shown_width, shown.splitlines())) <= columns
        assert numbers(shown) == numbers(widest) != set()

    @pytest.mark.parametrize("columns", [40, 80])
    def test_a_name_of_any_script_fits(self, columns: int) -> None:
        """Columns stay aligned whatever a name is written with."""
        for name in (
            "Александър Константинопольский",
            "日本の名前はとても長いです",
            "👩\u200d💻👩\u200d💻",
            "e\u0301" * 30,
        ):
            done = subprocess.run(
                [sys.executable, "-m", "svara", "play", "--name", name, "--seed", "1", "--deals", "1"],
                input=b"?\nr\nx\na\n" * 8,
                capture_output=True,
                env=PLAIN | {"COLUMNS": str(columns)},
                check=False,
            )
            assert (done.returncode, done.stderr) == (0, b"")
            lines = done.stdout.decode().splitlines()
            assert max(map(shown_width, lines)) <= columns


def numbers(text: str) -> set[str]:
    """The numbers in a text, but for how long something took."""
    return set(re.findall(r"(?<![\w.])\d[\d,.]*(?: s\b)?", text)) - set(re.findall(r"[\d.]+ s\b", text))


@posix_only
class TestTerminal:
    """Ctrl-C and Ctrl-D at a terminal."""

    @pytest.mark.parametrize(
        ("arguments", "shown"),
        [
            (["points"], "Ctrl-D ends"),
            (["replay", EVENING], "Deal 1"),
            (["play", "--seed", "1"], "> "),
        ],
        ids=lambda value: value[0],
    )
    @pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
    def test_ends(self, arguments: list[str], shown: str, key: str, status: int) -> None:
        """Ctrl-C ends what waits for something to be typed with status 130, Ctrl-D with 0; both without a word."""
        screen = Screen(*arguments)
        screen.until(shown)
        time.sleep(0.3)  # until it reads
        screen.type(key)
        screen.until_end(status)
        assert "Traceback" not in screen.seen
        assert "Error" not in screen.seen

    @pytest.mark.parametrize(
        "arguments",
        [
            ["simulate", "odds", "random", "--deals", "100000000"],
            ["simulate", "odds", "random", "--deals", "100000000", "--workers", "2"],
            ["solve", "--stacks", "16", "--menu", "all", "--target", "0.000001"],
        ],
        ids=lambda arguments: " ".join(arguments[-2:]),
    )
    def test_long_work_ends_with_ctrl_c(self, arguments: list[str]) -> None:
        """Work that takes long ends with what there is, and with status 130."""
        screen = Screen(*arguments)
        time.sleep(2)
        screen.type("\x03")
        screen.until_end(130)
        assert "Traceback" not in screen.seen

    def test_a_command_in_the_background_ignores_ctrl_c(self) -> None:
        """A command in the background of a shell ignores Ctrl-C, as the shell asks."""
        with subprocess.Popen(
            [sys.executable, "-m", "svara", "play", "--seed", "1", "--against", "calling"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=PLAIN,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),  # noqa: PLW1509  # the child only runs this
        ) as process:
            assert process.stdout is not None
            assert process.stdin is not None
            while not process.stdout.readline().startswith(b"You may"):
                pass
            process.send_signal(signal.SIGINT)
            process.stdin.write(b"quit\n")
            process.stdin.close()
            assert process.wait() == 0


def test_a_program_may_call_main(capsys: pytest.CaptureFixture[str]) -> None:
    """The streams of a program that calls `main` are its own again afterwards."""
    before = sys.stdout, sys.stderr
    assert main(["points", "7c Kh Kd"]) == 0
    assert main(["points", "--nonsense"]) == 2
    assert main(["--version"]) == 0
    assert (sys.stdout, sys.stderr) == before
    assert capsys.readouterr().out.startswith("31  7♣ K♦ K♥\nsvara 0.")
