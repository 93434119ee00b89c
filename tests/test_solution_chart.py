"""The summary of a solution, and the picture of it."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

import svara
from svara.solver import chart as solution_chart
from svara.solver.advice import ByAction
from svara.solver.summary import chance, columns_of, main_line, name_of, share_of

if TYPE_CHECKING:
    from pathlib import Path

LINE = "blind 1; blind 2"


@pytest.fixture(scope="module")
def solution() -> svara.Solution:
    """A small solution, in which both seats bet blind first."""
    return svara.solve(stacks=6)


def test_the_likeliest_line_is_followed(solution: svara.Solution) -> None:
    """By the action that is played most of those that do not end the bets, as far as it is asked for."""
    assert [advice.line for advice in main_line(solution)] == ["", "blind 1", LINE, f"{LINE}; call"]
    assert [advice.line for advice in main_line(solution, looked=1)] == ["", "blind 1", LINE]
    assert main_line(solution, looked=9)[-1].line == f"{LINE}; call; raise 5"
    assert main_line(svara.solve(stacks=1)) == []


def test_the_line_is_one_that_play_reaches() -> None:
    """A seat that always folds ends it: nothing is shown of what would come then."""

    def fold(spot: svara.Spot, _: object) -> dict[str, float]:
        return {"fold" if svara.Fold() in spot.actions else "look": 1}

    assert [advice.line for advice in main_line(svara.solve(stacks=3).but(fold))] == ["", "look"]


def test_the_endings_are_all_ends_of_bets(solution: svara.Solution) -> None:
    """All together they are certain, and a line that is less likely than asked is left out."""
    every = solution.endings(least=0)
    assert sum(every.values()) == pytest.approx(1)
    assert len(every) == sum(map(solution.game.trees[0].is_leaf, range(len(solution.game.trees[0]))))
    assert solution.endings(least=0.1) == {line: reach for line, reach in every.items() if reach >= 0.1}
    assert list(every.values()) == sorted(every.values(), reverse=True)


def test_classes_add_up_to_points(solution: svara.Solution) -> None:
    """The 337 classes of hands, by points, are what `by_points` adds up."""
    classes = solution.by_class(LINE)
    assert len(classes) == 337
    for row in solution.by_points(LINE):
        same = [one for one in classes if one.points == row.points]
        assert sum(one.weight for one in same) == pytest.approx(row.weight)
        for action, share in row.shares.items():
            assert sum(one.weight * one.shares[action] for one in same) == pytest.approx(row.weight * share, abs=1e-6)


def test_columns_are_those_that_are_played_most() -> None:
    """In the menu's order, and one for all others where there are more than there is room for."""
    fold, call, *raises = svara.Fold(), svara.Call(), svara.Raise(2), svara.Raise(3)
    shares = ByAction({fold: 0.2, call: 0.05, raises[0]: 0.1, raises[1]: 0.65})
    assert columns_of(shares, 4) == list(shares)
    assert columns_of(shares, 3) == [fold, raises[1], None]
    assert share_of(None, [fold, raises[1], None], shares) == pytest.approx(0.15)
    assert [name_of(column) for column in (fold, raises[1], None)] == ["fold", "raise 3", "other"]


@pytest.mark.parametrize(
    ("reach", "text"),
    [(1.0, "100.0% of deals"), (0.001, "0.1% of deals"), (0.0005, "1 of 2,000 deals"), (0.0, "none of all deals")],
)
def test_chances_are_told_in_words(reach: float, text: str) -> None:
    """A rare event is written as 1 of a number."""
    assert chance(reach, "deals") == text


@pytest.mark.parametrize(("name", "start"), [("six.png", b"\x89PNG"), ("six.svg", b"<?xml"), ("six.pdf", b"%PDF")])
def test_the_picture_is_of_the_kind_that_its_name_says(
    solution: svara.Solution, tmp_path: Path, name: str, start: bytes
) -> None:
    """A .png, .svg or .pdf."""
    pytest.importorskip("matplotlib")
    solution_chart.draw_strategy(solution, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_the_picture_says_what_it_shows(solution: svara.Solution, tmp_path: Path) -> None:
    """The game, how good the solution is, the line, how likely it is, the actions, and the points."""
    matplotlib = pytest.importorskip("matplotlib")
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        solution_chart.draw_strategy(solution, tmp_path / "six.svg")
    text = (tmp_path / "six.svg").read_text(encoding="utf-8")
    for message in (
        "vipsvara, stacks 6, menu",
        f"exploitability {solution.exploitability:.5f} antes a deal",
        f"The opener, after “{LINE}”",
        f"in {solution.reach(LINE):.1%} of deals",
        f"The dealer, after “{LINE}; call”",
        ">raise 5<",
        ">34<",
        "how often they are held",
    ):
        assert message in text


def test_colours_differ_in_grey() -> None:
    """In the order of the bars each colour is darker than the one before, so that print without colour shows them."""
    matplotlib = pytest.importorskip("matplotlib")
    colours = pytest.importorskip("matplotlib.colors")
    columns: list[svara.Action | None] = [svara.Fold(), svara.Call(), *map(svara.Raise, range(2, 6))]
    shades = solution_chart._colours(columns, matplotlib.colormaps["YlOrBr"])
    greys = []
    for column in columns:
        red, green, blue = colours.to_rgb(shades[str(column)])
        greys.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    assert all(after < before - 0.05 for before, after in pairwise(greys))


def test_where_nobody_can_bet_there_is_still_a_picture(tmp_path: Path) -> None:
    """It says that the cards decide."""
    pytest.importorskip("matplotlib")
    solution_chart.draw_strategy(svara.solve(stacks=1), tmp_path / "one.png")
    assert (tmp_path / "one.png").exists()


def test_without_matplotlib_it_is_said_what_to_install(solution: svara.Solution, monkeypatch: Any) -> None:
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"install svara-engine\[chart\]"):
        solution_chart.draw_strategy(solution, "six.png")
