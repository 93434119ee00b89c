"""The commands `svara solve` and `svara advise`: what they print, and how they end."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import svara
from svara.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Capture = pytest.CaptureFixture[str]

BASIC = ("--stacks", "6")
WITH_BLINDS = "blind 1; blind 2"


class Terminal(io.StringIO):
    """A terminal, on which Ctrl-C is pressed when a certain number of texts have been written there."""

    def __init__(self, interrupted_at: int | None = None) -> None:
        super().__init__()
        self.interrupted_at = interrupted_at
        self.writes = 0

    def isatty(self) -> bool:
        """It is one."""
        return True

    def write(self, text: str) -> int:
        """Take what is written, or be interrupted."""
        self.writes += 1
        if self.writes == self.interrupted_at:
            raise KeyboardInterrupt
        return super().write(text)


@pytest.fixture(scope="module")
def solution() -> svara.Solution:
    """The solution that both commands find for `BASIC`."""
    return svara.solve(stacks=6)


@pytest.fixture(scope="module")
def file(solution: svara.Solution, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file with that solution."""
    path = tmp_path_factory.mktemp("solutions") / "six.svara"
    solution.save(path)
    return str(path)


@pytest.fixture
def refuse(capsys: Capture) -> Callable[..., str]:
    """Run a command that has to end with status 2 and one line on standard error, and return that line."""

    def refuse(*arguments: str) -> str:
        try:
            status: object = main(arguments)
        except SystemExit as end:
            status = end.code
        out, err = capsys.readouterr()
        assert (status, out, err.count("\n")) == (2, "", 1)
        return err

    return refuse


class TestSolve:
    """`svara solve`."""

    def test_prints_what_is_to_be_seen_first(self, run: Any, solution: svara.Solution) -> None:
        """The value, how good it is, and then the likeliest line with a table for each who has looked, 80 wide."""
        printed = run("solve", *BASIC)
        lines = printed.splitlines()

        assert lines[0] == "vipsvara, stacks 6, menu 'basic'"
        assert f"value to the dealer  {solution.value:+.3f} antes a deal" in lines
        assert f"exploitability       {solution.exploitability:.5f} antes a deal" in lines
        assert "The opener, first of all: blind 1 100.0%" in lines
        assert 'The dealer, after "blind 1", in 100.0% of deals: blind 2 100.0%' in lines
        assert 'The opener, after "blind 1; blind 2", in 100.0% of deals' in lines
        assert (
            f'The dealer, after "{WITH_BLINDS}; call", in {solution.reach(WITH_BLINDS + "; call"):.1%} of deals'
            in lines
        )
        assert max(map(len, lines)) <= 80

    def test_its_tables_are_those_of_the_solution(self, run: Any, solution: svara.Solution) -> None:
        """A row for each number of points: how often it is held, and how often each action is played, in %."""
        tables = [part.splitlines() for part in run("solve", *BASIC).split("\n\n") if part.startswith("points")]

        for table, line in zip(tables, (WITH_BLINDS, f"{WITH_BLINDS}; call"), strict=True):
            assert table[0].split(None, 2) == ["points", "held", "fold  call  raise 5"]
            for printed, row in zip(table[1:], solution.by_points(line), strict=False):
                shares = [f"{100 * share:.0f}" for share in row.shares.values()]
                shares = ["-" if share == "0" else share for share in shares]
                assert printed.split() == [str(row.points), f"{row.weight:.1%}", *shares]

    def test_its_last_lines_are_how_the_bets_end(self, run: Any, solution: svara.Solution) -> None:
        """Each with how likely it is, the likeliest first."""
        last = run("solve", *BASIC).split("\n\n")[-1].splitlines()
        reaches = []
        for printed in last:
            reach, line = printed.split(None, 1)
            assert reach == f"{solution.reach(line):.1%}"
            ((game, node),) = solution.game.trace(line)
            assert solution.game.trees[game].is_leaf(node)
            reaches.append(float(reach[:-1]))

        assert reaches == sorted(reaches, reverse=True)
        assert sum(reaches) == pytest.approx(100, abs=3)

    def test_prints_json(self, run: Any, solution: svara.Solution) -> None:
        """With --json all of it is one object, unrounded."""
        fields = json.loads(run("solve", *BASIC, "--json"))

        assert (fields["rules"], fields["stacks"], fields["menu"]) == ("vipsvara", [6, 6], "basic")
        assert (fields["value"], fields["exploitability"]) == (solution.value, solution.exploitability)
        assert (fields["is_complete"], fields["iterations"]) == (True, solution.iterations)
        assert [place["history"] for place in fields["line"]] == ["", "blind 1", WITH_BLINDS, f"{WITH_BLINDS}; call"]
        assert fields["line"][2]["shares"] == solution.strategy(WITH_BLINDS).shares.by_text()
        assert [row["points"] for row in fields["line"][2]["by_points"]] == list(svara.distribution())
        assert "by_points" not in fields["line"][0]
        assert fields["endings"][f"{WITH_BLINDS}; fold"] == solution.reach(f"{WITH_BLINDS}; fold")

    def test_obeys_its_options(self, run: Any) -> None:
        """Stacks of each seat, rules, the ante, the minimum bet, the menu, the target and the threads."""
        options = ("--stacks", "9,6", "--rules", "classic", "--ante", "2", "--min-bet", "2", "--menu", "all")
        solved = svara.solve(svara.find_rules("classic").but(ante=2, min_bet=2), stacks=[9, 6], menu="all", target=0.01)
        printed = run("solve", *options, "--target", "0.01", "--threads", "2")

        assert printed.startswith("classic, ante 2, minimum bet 2, stacks 9 (dealer) and 6, menu 'all'\n")
        assert f"value to the dealer  {solved.value:+.3f} antes" in printed

    def test_where_nobody_can_bet(self, run: Any) -> None:
        """It says so, and that the deal is worth nothing."""
        printed = run("solve", "--stacks", "1")

        assert "value to the dealer  +0.000 antes" in printed
        assert "exploitability       0.00000 antes" in printed
        assert printed.endswith("\nNo seat can bet: the cards decide.\n")

    def test_breaks_no_line_within_an_action(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """An action stands on one line with how often it is played."""
        monkeypatch.setenv("COLUMNS", "60")
        assert 'The dealer, after "blind 1", in 100.0% of deals:\n  blind 2 100.0%\n' in run("solve", *BASIC)

    def test_merges_columns(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """More actions than there is room for: those that are played least share the last column."""
        monkeypatch.setenv("COLUMNS", "50")
        tables = run("advise", "--history", "look", "--stacks", "6", "--menu", "all", "--target", "0.05").split("\n\n")
        heading, *rows = tables[-1].splitlines()

        assert heading.split()[-1] == "other"
        assert max(map(len, [heading, *rows])) <= 50
        for row in rows:
            assert sum(int(cell) for cell in row.split()[2:] if cell != "-") == pytest.approx(100, abs=3)

    def test_saves(self, run: Any, solution: svara.Solution, tmp_path: Path) -> None:
        """--save writes a file that can be loaded."""
        path = tmp_path / "six.svara"
        run("solve", *BASIC, "--save", str(path))
        assert svara.Solution.load(path).value == solution.value

    def test_draws(self, run: Any, tmp_path: Path) -> None:
        """--chart draws a picture of the kind that its name says."""
        pytest.importorskip("matplotlib")
        path = tmp_path / "six.png"
        run("solve", *BASIC, "--chart", str(path))
        assert path.read_bytes().startswith(b"\x89PNG")

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["--stacks", "1,2,3"], "argument --stacks: a game has two stacks"),
            (["--stacks", "many"], "argument --stacks: 'many' is not a whole number"),
            (["--stacks", "0"], "cannot pay the ante of 1 from 0 chips"),
            (["--menu", "large"], "there is no menu 'large': the menus are basic, fine, all"),
            (["--target", "little"], "argument --target: 'little' is not a number"),
            (["--target", "nan"], "a target cannot be nan"),
            (["--threads", "0"], "threads cannot be 0"),
            (["--seconds", "0"], "argument --seconds: '0' is not a number above 0"),
            (["--ante", "0"], "ante cannot be 0"),
            (["--stacks", "3000", "--menu", "all"], "to solve this game takes more than 1,000 MB"),
            (["--save", "."], "argument --save: . cannot be written: it is a folder"),
            (["--save", "no/where"], "argument --save: no/where cannot be written: there is no folder no"),
            (["--chart", "six.jpg"], "argument --chart: six.jpg is not a picture"),
        ],
    )
    def test_refuses(self, refuse: Callable[..., str], arguments: list[str], reason: str) -> None:
        """Impossible arguments are refused in one line, before the solver starts."""
        assert reason in refuse("solve", *arguments)

    def test_needs_matplotlib_for_a_chart(self, refuse: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
        """The extra is named, before anything is solved."""
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        assert "install svara-engine[chart]" in refuse("solve", "--chart", "six.png")

    def test_ends_in_time(self, capsys: Capture) -> None:
        """When the time is up, what was learned is printed, and standard error says how good it is."""
        assert main(["solve", *BASIC, "--seconds", "0.000001"]) == 0
        out, err = capsys.readouterr()
        assert out.startswith("vipsvara, stacks 6")
        assert err.startswith("svara solve: stopped after ")
        assert " before the target of 0.001: a best response wins " in err
        assert err.count("\n") == 1


class TestProgress:
    """The line on standard error, and Ctrl-C."""

    @pytest.mark.parametrize("command", ["solve", "advise"])
    def test_is_shown_on_a_terminal(self, run: Any, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
        """One line is written over and over, and wiped out in the end."""
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setattr("svara.cli.solve.SECONDS_BETWEEN", 0)
        run(command, *BASIC)
        _, *lines, blank, nothing = terminal.getvalue().split("\r")

        assert lines[0].startswith("0 s, 0% done")
        assert "% done, exploitability 0.00" in lines[-1]
        assert (blank.strip(" "), nothing) == ("", "")
        assert len(blank) >= len(lines[-1].rstrip())
        assert "\n" not in terminal.getvalue()

    def test_is_not_shown_elsewhere(self, capsys: Capture) -> None:
        """Into a file nothing is written."""
        assert main(["solve", *BASIC]) == 0
        assert capsys.readouterr().err == ""

    def test_ends_with_an_interrupt(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """After Ctrl-C the solution so far is printed with its exploitability, and the status is 130."""
        terminal = Terminal(interrupted_at=3)
        path = tmp_path / "begun.svara"
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setattr("svara.cli.solve.SECONDS_BETWEEN", 0)
        assert main(["solve", "--stacks", "20", "--save", str(path)]) == 130

        begun = svara.Solution.load(path)
        assert not begun.is_complete
        assert f"exploitability       {begun.exploitability:.5f} antes" in capsys.readouterr().out
        message = terminal.getvalue().rpartition("\r")[2]
        assert message.startswith("svara solve: stopped after ")
        assert f"a best response wins {begun.exploitability:.2g} antes a deal from it\n" in message


class TestAdvise:
    """`svara advise`."""

    def test_prints_what_is_done_with_a_hand(self, run: Any, solution: svara.Solution, file: str) -> None:
        """How often each action is played, and what it wins: the same from a file and from a new solution."""
        printed = run("advise", "8c", "Kh", "Ah", "--history", WITH_BLINDS, "--solution", file)
        advice = solution.strategy(WITH_BLINDS, hand="8c Kh Ah")
        lines = printed.splitlines()

        assert lines[:4] == [
            "vipsvara, stacks 6, menu 'basic', solved to 0.001 antes",
            "",
            'The opener, after "blind 1; blind 2", in 100.0% of deals',
            "With 8♣ K♥ A♥, 21 points, it plays this line in 100.0% of cases",
        ]
        for line, action in zip(lines[6:9], ("fold", "call", "raise 5"), strict=True):
            assert line[:7].rstrip() == action
            mark = ["~"] if action in map(str, advice.doubtful) else []
            assert line[7:].split() == [f"{advice[action]:.1%}", f"{advice.expected[action]:+.3f}", *mark]
        assert lines[9] == f"all      100.0%  {advice.value:>+7.3f}"
        assert run("advise", "8c Kh Ah", "--history", WITH_BLINDS, *BASIC) == printed

    def test_without_cards_it_is_for_all_hands(self, run: Any, solution: svara.Solution, file: str) -> None:
        """Then a row for each number of points follows."""
        *_, actions, table = run("advise", "--history", WITH_BLINDS, "--solution", file).split("\n\n")

        assert f"raise 5  {solution.strategy(WITH_BLINDS)['raise 5']:6.1%}" in actions
        assert [row.split()[0] for row in table.splitlines()] == ["points", *map(str, svara.distribution()), "all"]

    def test_before_anybody_has_looked(self, run: Any, file: str) -> None:
        """There are no points to distinguish."""
        printed = run("advise", "--solution", file)
        assert (
            "\nThe opener, first of all\n\naction   played     wins, antes over the whole deal\nblind 1  100.0%"
            in printed
        )
        assert "points" not in printed

    def test_who_knows_its_cards_has_looked(self, run: Any, file: str) -> None:
        """With cards the advice is for after the look, and a note shows how often the solution looks there."""
        lines = run("advise", "7c 7d 7h", "--solution", file).splitlines()
        assert lines[1].startswith("the seat must have looked to know its cards; here it looks in ")
        assert lines[3].startswith('The opener, after "look", in 1 of ')

    def test_says_what_a_line_stands_for(self, run: Any, file: str) -> None:
        """A bet that is not on the menu is taken as one that is; the looks that were left out do not count."""
        lines = run("advise", "7c 7d 7h", "--history", "look; raise 4", "--solution", file).splitlines()
        taken = lines[1].removeprefix("raise 4 is not on the menu: taken as ")
        assert taken in {"raise 2", "raise 5"}
        assert f'after "look; {taken}", in ' in lines[3]
        assert run("advise", "7c 7d 7h", "--history", "raise 4", "--solution", file).splitlines() == lines
        fields = json.loads(run("advise", "--history", "raise 4", "--solution", file, "--json"))
        assert (fields["asked"], fields["history"], fields["notes"]) == ("raise 4", f"look; {taken}", [lines[1]])

    def test_says_that_a_line_is_not_reached(self, run: Any, file: str) -> None:
        """Where play, or this hand, hardly ever gets, what is printed means little, and a line says so before it."""
        unreached = "The solution hardly ever reaches this point, so the advice is unreliable"
        for line, hand, is_reached in (
            ("blind 2; blind 4; call", "7c 7d 7h", False),
            (f"{WITH_BLINDS}; call; raise 5", "7c 7d 7h", True),
            (f"{WITH_BLINDS}; call; raise 5", "8c 9d Th", False),
        ):
            printed = run("advise", hand, "--history", line, "--solution", file)
            assert (f"\n{unreached}\n\naction" in printed) is not is_reached

    def test_tells_of_the_svarka(self, run: Any, file: str) -> None:
        """After the last bet the hands tied, and the seats have changed places."""
        printed = run("advise", "--history", f"{WITH_BLINDS}; call; call; look", "--solution", file)
        assert "The hands tied: in a svarka the dealer and the opener have changed places" in printed
        first = run("advise", "--history", f"{WITH_BLINDS}; call; call", "--solution", file)
        assert "The hands tied: in a svarka the dealer and the opener have changed places" in first

    def test_prints_json(self, run: Any, solution: svara.Solution, file: str) -> None:
        """With --json all of it is one object, unrounded."""
        fields = json.loads(run("advise", "--history", WITH_BLINDS, "--solution", file, "--json"))
        advice = solution.strategy(WITH_BLINDS)

        assert (fields["role"], fields["hand"], fields["history"]) == ("opener", None, WITH_BLINDS)
        assert (fields["shares"], fields["expected"]) == (advice.shares.by_text(), advice.expected.by_text())
        assert (fields["value"], fields["reach"], fields["is_reached"]) == (advice.value, advice.reach, True)
        assert len(fields["by_points"]) == 24
        fields = json.loads(run("advise", "7c 7d 7h", "--history", WITH_BLINDS, "--solution", file, "--json"))
        assert (fields["hand"], "by_points" in fields) == ("7c 7d 7h", False)

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["7c", "7d"], "a hand is three cards, not 2"),
            (["--history", "look; look"], "argument --history: action 2: seat 1 cannot look"),
            (["--history", "sing"], "argument --history: action 1: 'sing' is not an action"),
            (["--history", "look; fold"], "argument --history: no seat acts after 'look; fold': the bets are over"),
            (["--threads", "2"], "argument --threads: the solution file decides the game"),
            (["--min-bet", "2"], "argument --min-bet: the solution file decides the game"),
        ],
    )
    def test_refuses(self, refuse: Callable[..., str], file: str, arguments: list[str], reason: str) -> None:
        """Impossible arguments are refused in one line."""
        assert reason in refuse("advise", "--solution", file, *arguments)

    def test_refuses_other_files(self, refuse: Callable[..., str], tmp_path: Path) -> None:
        """A file that is not a solution, or does not exist."""
        other = tmp_path / "other"
        other.write_text("7c 7d 7h")
        assert "is not a solution" in refuse("advise", "--solution", str(other))
        assert "cannot be read: No such file" in refuse("advise", "--solution", str(tmp_path / "none"))
