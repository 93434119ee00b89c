"""The command line: what it prints, where, and how it ends."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import svara
from svara.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable

    Capture = pytest.CaptureFixture[str]

PLAIN = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}  # no COLUMNS, no settings of whoever runs the tests
FULL = Path("/dev/full")


def run(
    *arguments: str, lines: str | bytes = "", code: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `svara` as a process of its own."""
    command = ["-c", code] if code else ["-m", "svara"]
    done = subprocess.run(
        [sys.executable, *command, *arguments],
        input=lines.encode() if isinstance(lines, str) else lines,
        capture_output=True,
        env=PLAIN | environment,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Give the commands something to read on standard input."""

    def give(lines: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="ascii"))

    return give


class TestPoints:
    """`svara points`."""

    def test_prints_points_and_hand(self, capsys: Capture) -> None:
        """Each hand takes one line: its points, then its cards by number."""
        assert main(["points", "7c Kh Kd", "10♠,8♠,K♥"]) == 0
        assert capsys.readouterr() == ("31  7♣ K♦ K♥\n18  8♠ 10♠ K♥\n", "")

    def test_explains(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        """With --explain the combination follows: its cards, its name, and its letter in rule 1.3."""
        monkeypatch.setenv("COLUMNS", "80")
        assert main(["points", "--explain", "10♠ 10♦ 10♣", "8c Kh 9d"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "30  10♣ 10♦ 10♠  10♠ 10♦ 10♣  three of a kind (1.3c)",
            "10  8♣ 9♦ K♥     K♥           one card (1.3a)",
        ]

    def test_obeys_rules(self, capsys: Capture) -> None:
        """--rules chooses the rule set: three 8s with the 7♣ are worth 27 or 19 (1.7)."""
        assert main(["points", "7c 8c 8d"]) == main(["points", "--rules", "classic", "7c 8c 8d"]) == 0
        assert capsys.readouterr().out == "27  7♣ 8♣ 8♦\n19  7♣ 8♣ 8♦\n"

    def test_prints_json(self, capsys: Capture) -> None:
        """With --json each line is an object, whose hand can be read again."""
        assert main(["points", "--json", "--explain", "7♣ K♥ K♦"]) == 0
        assert json.loads(capsys.readouterr().out) == {
            "hand": "7c Kd Kh",
            "points": 31,
            "combination": {"kind": "g", "name": "with Yonchev", "cards": ["Kh", "Kd", "7c"]},
        }
        assert main(["points", "--json", "7♣ K♥ K♦"]) == 0
        assert json.loads(capsys.readouterr().out) == {"hand": "7c Kd Kh", "points": 31}

    def test_reads_lines(self, capsys: Capture, type_in: Callable[[bytes], None]) -> None:
        """Without hands they come from standard input; empty lines, comments and a byte order mark are passed over."""
        type_in("\ufeff7♣ K♥ K♦\r\n\n# two aces\nА♠ А♥ K♣".encode())
        assert main(["points"]) == 0
        assert capsys.readouterr() == ("31  7♣ K♦ K♥\n22  K♣ A♥ A♠\n", "")

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            (b"7c Kh", "a hand is three cards, not 2"),
            (b"7c 7c Kh", "7c occurs twice"),
            (b"7c Kh 6d", "no card starts with"),
            (b"\xff\xfe", "no card starts with"),
            (b"7c Kh Kd 8d # four", "no card starts with"),
        ],
    )
    def test_names_the_bad_line(
        self, capsys: Capture, type_in: Callable[[bytes], None], line: bytes, reason: str
    ) -> None:
        """A bad line ends the command with status 2 and one line that names its number; the lines before it count."""
        type_in(b"7c Kh Kd\n\n" + line + b"\n8c Kh 9d\n")
        assert main(["points"]) == 2
        out, err = capsys.readouterr()
        assert out == "31  7♣ K♦ K♥\n"
        assert err.startswith("svara points: line 3: ")
        assert reason in err
        assert err.count("\n") == 1

    def test_names_the_bad_argument(self, capsys: Capture) -> None:
        """A bad argument is named by its place; cards without quotes get a hint."""
        assert main(["points", "7c Kh Kd", "7x"]) == 2
        assert capsys.readouterr().err.startswith('svara points: hand 2: "7x": ')
        assert main(["points", "7c", "Kh", "Kd"]) == 2
        assert capsys.readouterr().err == (
            'svara points: hand 1: "7c": a hand is three cards, not 1; put each hand in quotes, like "7c Kh Kd"\n'
        )

    def test_scores_as_it_reads(self) -> None:
        """A hand is scored as soon as its line is there: nothing waits for the end of the input."""
        with subprocess.Popen(
            [sys.executable, "-u", "-m", "svara", "points"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=PLAIN,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for _ in range(3):
                process.stdin.write("7c Kh Kd\n")
                process.stdin.flush()
                assert process.stdout.readline() == "31  7♣ K♦ K♥\n"
            process.stdin.close()
            assert process.wait() == 0

    def test_explains_in_40_columns(self) -> None:
        """In 40 columns no line is longer: the name of the combination gives way, its rule stays."""
        done = run("points", "--explain", "10♠ 10♦ 10♣", COLUMNS="40")
        assert done.stdout == "30  10♣ 10♦ 10♠  10♠ 10♦ 10♣  1.3c\n"

    def test_needs_an_input(self) -> None:
        """Without hands and with standard input closed there is nothing to score."""
        code = (
            "import os, sys; os.close(0); sys.stdin = None; from svara.cli.main import main; sys.exit(main(['points']))"
        )
        done = run(code=code)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "svara points: there are no hands, and standard input is closed\n"


class TestHands:
    """`svara hands`."""

    def test_prints_the_distribution(self, capsys: Capture) -> None:
        """The table has a row for each number of points that occurs, and one for all hands (1.6)."""
        assert main(["hands"]) == 0
        heading, *rows, last = capsys.readouterr().out.splitlines()
        assert heading.split() == ["points", "hands", "share"]
        counts = {int(row.split()[0]): int(row.split()[1].replace(",", "")) for row in rows}
        assert counts == svara.distribution()
        assert last.split() == ["all", "4,960", "100.00%"]

    def test_obeys_rules(self, capsys: Capture) -> None:
        """--rules chooses the rule set."""
        assert main(["hands", "--rules", "classic", "--json"]) == 0
        counts = json.loads(capsys.readouterr().out)
        assert counts["rules"] == "classic"
        assert counts["distribution"] == {
            str(points): count for points, count in svara.distribution(rules="classic").items()
        }

    def test_lists_hands(self, capsys: Capture) -> None:
        """--points lists the hands with this number of points, one per line."""
        assert main(["hands", "--points", "34"]) == 0
        assert capsys.readouterr().out == "7♣ 7♦ 7♥\n7♣ 7♦ 7♠\n7♣ 7♥ 7♠\n7♦ 7♥ 7♠\n"
        assert main(["hands", "--points", "34", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {
            "rules": "vipsvara",
            "points": 34,
            "hands": ["7c 7d 7h", "7c 7d 7s", "7c 7h 7s", "7d 7h 7s"],
        }

    def test_says_that_no_hand_has_them(self, capsys: Capture) -> None:
        """Points that cannot occur give no data and a remark on standard error (1.6)."""
        assert main(["hands", "--points", "12"]) == 0
        assert capsys.readouterr() == ("", "no hand has 12 points\n")

    @pytest.mark.parametrize("points", ["35", "7", "-1", "+8", "8.0", "x", "9" * 5000, "²"])
    def test_refuses_points(self, capsys: Capture, points: str) -> None:
        """Points outside 8 to 34, or a text that is not a number, are refused in one line that names the argument."""
        try:
            status: object = main(["hands", f"--points={points}"])
        except SystemExit as end:
            status = end.code
        out, err = capsys.readouterr()
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("svara hands: argument --points: ")

    @pytest.mark.parametrize("columns", ["40", "80", "200", "1"])
    def test_fits(self, columns: str) -> None:
        """The table fits the terminal, whatever its width, and every bar can be seen."""
        _, *rows, _ = run("hands", COLUMNS=columns).stdout.splitlines()
        assert max(map(len, rows)) <= max(int(columns), 26)
        assert all(row[-1] in "▏▎▍▌▋▊▉█" for row in rows)

    def test_uses_no_escapes(self) -> None:
        """There is no colour and no control character: the table reads the same everywhere."""
        plain = run("hands").stdout
        assert plain.replace("\n", "").isprintable()
        assert plain == run("hands", NO_COLOR="1", TERM="dumb").stdout == run("hands", FORCE_COLOR="1").stdout


class TestStreams:
    """The streams and the exit status of every command."""

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
    def test_falls_back_to_letters(self, encoding: str) -> None:
        """Where standard output has no suit signs and blocks there are letters and number signs."""
        done = run("points", "--explain", "7♣ K♥ K♦", PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "31  7c Kd Kh     Kh Kd 7c     with Yonchev (1.3g)\n"
        table = run("hands", PYTHONIOENCODING=encoding, COLUMNS="40").stdout
        assert table.isascii()
        assert "    10  1,104   22.26%  ###############\n" in table

    def test_reads_utf_8_everywhere(self) -> None:
        """Suit signs are read also where standard input and the locale claim to be ASCII."""
        ascii_only = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        assert run("points", lines="7♣ K♥ K♦\n", **ascii_only).stdout == "31  7c Kd Kh\n"
        assert run("points", "7♣ K♥ K♦", **ascii_only).stdout == "31  7c Kd Kh\n"

    @pytest.mark.parametrize(
        "arguments",
        [["deal"], ["points", "--rules", "poker"], ["points", "--loud", "7c Kh Kd"], ["hands", "--poi", "8"], ["--x"]],
    )
    def test_refuses_in_one_line(self, arguments: list[str]) -> None:
        """Bad arguments end with status 2 and one line that shows where to read on."""
        done = run(*arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith("svara")
        assert "--help)" in done.stderr

    def test_lists_the_rule_sets(self) -> None:
        """An unknown rule set is answered with those that there are."""
        done = run("hands", "--rules", "poker")
        assert "there are no rules 'poker': the rule sets are vipsvara, fortegames, classic" in done.stderr

    def test_shows_help_when_asked_nothing(self) -> None:
        """Without a command the help goes to standard error and the status is 2; --help is data and the status 0."""
        nothing, asked = run(), run("--help")
        assert (nothing.returncode, nothing.stdout, nothing.stderr) == (2, "", asked.stdout)
        assert (asked.returncode, asked.stderr) == (0, "")
        assert "points" in asked.stdout

    def test_shows_the_version(self) -> None:
        """--version prints one line."""
        done = run("--version")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("svara 0.")

    @pytest.mark.skipif(sys.platform == "win32", reason="a pipe that nobody reads is another error there")
    @pytest.mark.parametrize("arguments", [["points"], ["hands", "--points", "10"]])
    def test_ends_with_the_pipe(self, arguments: list[str]) -> None:
        """When nobody reads its output any more, a command ends quietly, with the status of SIGPIPE."""
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as output:
            done = subprocess.run(
                [sys.executable, "-m", "svara", *arguments],
                input=b"7c Kh Kd\n" * 10_000,
                stdout=output,
                stderr=subprocess.PIPE,
                env=PLAIN,
                check=False,
            )
        assert (done.returncode, done.stderr) == (141, b"")

    def test_ends_with_an_interrupt(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl-C ends a command quietly, with the status of SIGINT."""

        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("svara.cli.points.run_points", interrupt)
        assert main(["points"]) == 130
        assert capsys.readouterr() == ("", "")

    @pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
    def test_says_that_it_cannot_write(self) -> None:
        """Output that cannot be written is an error of its own, in one line, with status 1."""
        with FULL.open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "svara", "hands"], stdout=full, stderr=subprocess.PIPE, env=PLAIN, check=False
            )
        assert done.returncode == 1
        assert done.stderr == b"svara hands: standard output cannot be written: No space left on device\n"

    def test_leaves_the_import_alone(self) -> None:
        """`import svara` imports neither argparse nor the commands."""
        code = "import sys, svara; print([name for name in sys.modules if 'argparse' in name or 'cli' in name])"
        assert run(code=code).stdout == "[]\n"


class TestSeeds:
    """Every option for a seed reads it as a person writes it, as records have it, and as exported tables have it."""

    COMMANDS = (
        ["simulate", "odds", "random", "--deals", "3"],
        ["odds", "7c Kh Kd", "--opponents", "5", "--dead", "Ac", "--trials", "50"],
        ["play", "--watch", "--deals", "1"],
    )

    @pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
    def test_all_forms_are_the_same(self, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        """Decimal digits, 0x and 64 digits, 0x_ and 64 digits."""
        outputs = []
        for text in ("205", f"0x{205:064x}", f"0x_{205:064x}"):
            assert main([*command, "--seed", text]) == 0
            outputs.append(capsys.readouterr().out)

        assert outputs[0]
        assert outputs == [outputs[0]] * 3

    @pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
    @pytest.mark.parametrize(
        "text", ["-1", "1.0", "0x7", "0X" + "0" * 64, "0x" + "0" * 65, str(2**256), "", "٣", "1_0"]
    )
    def test_other_texts_are_refused(self, command: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
        """Nothing is guessed, rounded or cut."""
        assert main([*command, f"--seed={text}"]) == 2
        assert "is not a seed: it is a whole number from 0 to 2**256 - 1, or 0x and 64 hexadecimal digits" in (
            capsys.readouterr().err
        )


class TestFileNames:
    """An empty name of a file is refused with the option that it belongs to."""

    @pytest.mark.parametrize(
        ("command", "option"),
        [
            (["export", ""], "FILE"),
            (["export", "e.jsonl", "--actions", ""], "--actions"),
            (["replay", ""], "FILE"),
            (["play", "--resume", ""], "--resume"),
            (["solve", "--save", ""], "--save"),
            (["solve", "--chart", ""], "--chart"),
            (["advise", "--solution", ""], "--solution"),
            (["chart", "--draw", ""], "--draw"),
        ],
    )
    def test_empty_names(self, command: list[str], option: str, capsys: pytest.CaptureFixture[str]) -> None:
        """In a script it is most often a variable that is not set."""
        assert main(command) == 2
        assert f"argument {option}: it needs the name of a file, not an empty one" in capsys.readouterr().err


def test_records_from_an_empty_standard_input() -> None:
    """Messages call it by its name, not by a dash."""
    for command in (["export", "-", "--deals", "-"], ["replay", "-"]):
        done = subprocess.run([sys.executable, "-m", "svara", *command], input=b"", capture_output=True, check=False)
        assert (done.returncode, done.stderr.decode()) == (2, f"svara {command[0]}: standard input has no records\n")
