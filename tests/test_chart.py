"""The chart of what points are worth."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import svara
from svara import drawing
from svara.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("rules", ["vipsvara", "fortegames", "classic"])
def test_the_chart_has_a_row_for_each_number_of_points_that_occurs(rules: Any) -> None:
    """Points and how many hands have them are those of the distribution; the odds those of the hands, added up."""
    for opponents in (1, 9):
        rows = svara.chart(opponents, rules=rules)

        assert {row.points: row.hands for row in rows} == svara.distribution(rules=rules)
        for row in rows[::5]:
            hands = svara.hands_with_points(row.points, rules=rules)
            odds = [svara.odds(hand, opponents=opponents, rules=rules) for hand in hands]
            assert row.odds.wins == sum(one.wins for one in odds)
            assert row.odds.svarkas == sum(one.svarkas for one in odds)
            assert row.odds.total == sum(one.total for one in odds)
            assert row.odds.exact


def test_house_rules_have_a_chart_as_far_as_it_is_counted() -> None:
    """Other scoring than that of the rule sets is counted against few opponents, and refused beyond."""
    rules = svara.find_rules("vipsvara").but(three_sevens=False)
    rows = svara.chart(1, rules=rules)

    assert {row.points: row.hands for row in rows} == svara.distribution(rules=rules)
    assert sum(row.odds.wins for row in rows) == sum(row.odds.losses for row in rows)
    with pytest.raises(
        svara.InvalidOdds, match=r"against 4 opponents .* only against 1 to 3: .* has a chart against 1 to 9$"
    ):
        svara.chart(4, rules=rules)


@pytest.mark.parametrize("opponents", [0, 10, -1, 1.0, True, "3"])
def test_other_numbers_of_opponents_are_refused(opponents: Any) -> None:
    """There are 1 to 9."""
    with pytest.raises(svara.InvalidOdds, match=r"^the number of opponents cannot be .*: it is a whole number"):
        svara.chart(opponents)


def test_the_command_prints_the_chart(run: Any) -> None:
    """Two tables with a row for each number of points and a column for each number of opponents, 80 wide at most."""
    lines = run("chart").splitlines()
    row = next(line for line in lines if line.split()[:2] == ["24", "7"])

    assert row.split() == ["24", "7", *(f"{100 * float(svara.chart(n)[13].odds.win):.2f}" for n in range(1, 10))]
    assert sum(line.split()[:2] == ["10", "1,104"] for line in lines) == 2
    assert max(map(len, lines)) <= 80


def test_the_command_prints_the_chart_as_json(run: Any) -> None:
    """An object a line for each number of points, with the odds for each number of opponents that was asked for."""
    printed = run("chart", "--opponents", "2", "--opponents", "5", "--rules", "classic", "--json")
    rows = [json.loads(line) for line in printed.splitlines()]

    assert [row["points"] for row in rows] == list(svara.distribution(rules="classic"))
    assert rows[-1]["opponents"]["5"]["wins"] == svara.chart(5, rules="classic")[-1].odds.wins


def test_the_command_draws_the_chart(run: Any, tmp_path: Path) -> None:
    """The picture is of the kind that its name says."""
    pytest.importorskip("matplotlib")
    for name, start in (("chart.png", b"\x89PNG"), ("chart.svg", b"<?xml")):
        path = tmp_path / name
        assert run("chart", "--draw", str(path)) == ""
        assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["chart", "chart.jpg", "-", ".pngx", "chart.csv"])
def test_other_pictures_are_refused(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """A name that says no kind of picture is refused in one line, before anything is counted."""
    assert main(["chart", "--draw", name]) == 2
    wanted = f"{name} cannot be drawn: the name of a picture ends in .png, .svg or .pdf"
    assert capsys.readouterr().err == f"svara chart: {wanted}\n"


def test_a_picture_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error names the file; a picture that cannot be drawn to its end leaves what was there."""
    pytest.importorskip("matplotlib")
    lost = tmp_path / "no" / "where.png"
    assert main(["chart", "--opponents", "1", "--draw", str(lost)]) == 1
    assert capsys.readouterr().err == f"svara chart: {lost} cannot be written: No such file or directory\n"
    kept = tmp_path / "keep.png"
    kept.write_bytes(b"yesterday")

    class Broken:
        """A picture that fails when it is half drawn."""

        def savefig(self, file: Any, **_: Any) -> None:
            file.write(b"half")
            raise MemoryError

    with pytest.raises(MemoryError):
        drawing.save_picture(Broken(), str(kept))
    assert kept.read_bytes() == b"yesterday"


def test_without_matplotlib_it_is_said_what_to_install(monkeypatch: Any) -> None:
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"install svara-engine\[chart\]"):
        drawing.draw_chart({}, "chart.png", "")
