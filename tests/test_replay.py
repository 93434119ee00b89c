"""`svara replay`: recorded deals are replayed."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest

import svara
from records import altered, an_evening, write
from screens import Screen
from svara.cli.console import shown_width
from svara.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

    Capture = pytest.CaptureFixture[str]


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of three deals, replayed in 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    write(tmp_path / "evening.jsonl", an_evening())
    return str(tmp_path / "evening.jsonl")


def test_tells_all_of_a_deal(evening: str, capsys: Capture) -> None:
    """Without a seat every hand is open, and what happened has a line each."""
    assert main(["replay", evening, "--deal", "3"]) == 0
    assert capsys.readouterr().out == (
        "Deal 3, 2026-11-29T20:15:00Z\n"
        "  Ana deals for Борис, seat 2 and Ana, by the rules vipsvara\n"
        "  Everybody pays the ante of 1\n"
        "  Борис: J♣ J♦ J♥\n"
        "  Seat 2: Q♣ Q♦ Q♥\n"
        "  Ana: 8♦ 9♦ 9♥\n"
        "  Борис bets 2 blind\n"
        "  Seat 2 looks\n"
        "  Seat 2 raises to 10\n"
        "  Ana folds\n"
        "  Борис calls for 8\n"
        "  Борис shows J♣ J♦ J♥: 30 points, three of a kind\n"
        "  Seat 2 shows Q♣ Q♦ Q♥: 30 points, three of a kind\n"
        "  Svarka! Борис and seat 2 tie for 23; joining costs 12\n"
        "  Ana joins the svarka for 12\n"
        "  Seat 2: 7♣ 7♦ 7♥\n"
        "  Ana: 8♣ 9♠ 10♥\n"
        "  Борис: 8♦ 9♦ 9♥\n"
        "  Seat 2 looks\n"
        "  Seat 2 raises to 5\n"
        "  Ana calls for 5\n"
        "  Борис calls for 5\n"
        "  Seat 2 shows 7♣ 7♦ 7♥: 34 points, three sevens\n"
        "  Ana shows 8♣ 9♠ 10♥: 10 points, one card\n"
        "  Борис shows 8♦ 9♦ 9♥: 17 points, one suit\n"
        "  Seat 2 wins a pot of 50\n"
        "   Ana                        82\n"
        "   Борис                      34\n"
        "   Seat 2                    114\n"
    ).replace("   Seat 2   ", "   seat 2   ")


def test_8_3_tells_what_one_seat_could_know(evening: str, capsys: Capture) -> None:
    """8.3: from a seat's viewpoint its own cards appear when it sees them, and others' only at the showdown."""
    assert main(["replay", evening, "--deal", "3", "--seat", "0"]) == 0
    output = capsys.readouterr().out.split("  Svarka!")
    first, second = (part.splitlines() for part in output)
    assert first.index("  Ana: 8♦ 9♦ 9♥, 17 points, one suit") == first.index("  Seat 2 looks") + 1
    assert second.index("  Ana: 8♣ 9♠ 10♥, 10 points, one card") == second.index("  Seat 2 looks") + 1
    assert sum("7♣ 7♦ 7♥" in line for line in second) == sum("J♣ J♦ J♥" in line for line in first) == 1
    assert main(["replay", evening, "--deal", "1", "--seat", "2"]) == 0
    assert not set("♣♦♥♠") & set(capsys.readouterr().out)


def test_tells_every_deal(evening: str, capsys: Capture) -> None:
    """Without a number all deals are replayed, one after the other; a pipe is read like a file."""
    assert main(["replay", evening]) == 0
    output = capsys.readouterr().out
    assert [line for line in output.splitlines() if line.startswith("Deal")] == [
        "Deal 1",
        "Deal 2",
        "Deal 3, 2026-11-29T20:15:00Z",
    ]
    with open(evening, "rb") as file:  # noqa: PTH123  # as any program opens one
        screen = Screen("replay", "-", stdin=file)
        assert screen.until_end() == output.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--deal", "4"], "argument --deal: there is no deal 4 in {}"),
        (["--deal", "0"], "argument --deal: there is no deal 0 in {}"),
        (["--seat", "3"], "argument --seat: there is no seat 3 in deal 1: the seats are 0 to 2"),
    ],
)
def test_names_what_is_not_there(evening: str, capsys: Capture, options: list[str], message: str) -> None:
    """A deal or a seat that does not exist is refused in one line."""
    assert main(["replay", evening, *options]) == 2
    assert capsys.readouterr().err == f"svara replay: {message.format(evening)}\n"


def test_tells_no_deal_that_could_not_have_happened(tmp_path: Path, capsys: Capture) -> None:
    """A record that was altered is not replayed; the line and the action are named."""
    path = tmp_path / "evening.jsonl"
    path.write_text(altered(an_evening()[1].to_json(), lambda fields: fields["actions"].pop(1)), encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"svara replay: {path}, line 1: ")


def retold(tmp_path: Path, names: list[str | None], *options: str) -> None:
    """Replay the second deal of the evening as if its players had these names."""
    write(tmp_path / "named.jsonl", [svara.Record(an_evening()[1].deal, names=names)])
    assert main(["replay", str(tmp_path / "named.jsonl"), *options]) == 0


def test_names_are_shown_as_they_are_written(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """No name is capitalised: people who differ by a capital alone stay two."""
    monkeypatch.setenv("COLUMNS", "80")
    retold(tmp_path, ["ana", "Ana", "ßeta"])
    output = capsys.readouterr().out
    assert "  ana deals for Ana, ßeta and ana, by the rules vipsvara\n" in output
    assert "  Ana looks\n" in output
    assert "  ßeta raises to 40\n" in output
    assert re.search(r"\n   ana +\d+\n   Ana +\d+\n   ßeta +\d+\n$", output)


def test_names_of_any_script_are_aligned(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chips stand in one column, whatever a name is written with."""
    monkeypatch.setenv("COLUMNS", "80")
    retold(tmp_path, ["日本", "👩\u200d💻 Мария", "e\u0301va"])
    rows = capsys.readouterr().out.splitlines()[-3:]
    assert {shown_width(row) for row in rows} == {3 + 20 + 1 + 8}


@pytest.mark.parametrize("you", ["You", "you"])
def test_ones_own_game_is_told_in_the_second_person(tmp_path: Path, capsys: Capture, you: str) -> None:
    """A player with the name "You" is addressed as in the game itself, from every viewpoint."""
    for options in ((), ("--seat", "1"), ("--seat", "2")):
        retold(tmp_path, ["Ana", you, "Boris"], *options)
        output = capsys.readouterr().out
        assert "Ana deals for you, Boris and Ana" in output
        assert "You look\n" in output
        assert "You raise to 19, all-in\n" in output
        assert "You win a pot of 60\n" in output
        assert not re.search(r"\b[Yy]ou (deals|looks|raises|shows|wins)", output)


def test_two_who_are_called_you_are_told_by_name(tmp_path: Path, capsys: Capture) -> None:
    """Where nobody can say who "you" is, it is a name like any other."""
    retold(tmp_path, ["You", "you", None])
    output = capsys.readouterr().out
    assert "You deals for you, seat 2 and You" in output
    assert "you looks" in output


def test_the_last_chips_are_all_in(tmp_path: Path, capsys: Capture) -> None:
    """A bet that takes the last chips of a seat says so, and no other."""
    retold(tmp_path, ["Ana", "Boris", "Vera"])
    output = capsys.readouterr().out
    assert [line.strip() for line in output.splitlines() if "all-in" in line] == ["Boris raises to 19, all-in"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_ctrl_d_ends(evening: str) -> None:
    """Where Enter goes on, the end of the input ends, quietly."""
    screen = Screen("replay", evening)
    screen.until("Everybody pays the ante of 1")
    screen.type("\x04")
    assert screen.until_end().endswith("\r\n\r\n")
    assert "looks" not in screen.seen


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_waits_for_enter_on_a_terminal(evening: str) -> None:
    """On a terminal each action waits for Enter; with --at-once none does."""
    screen = Screen("replay", evening, "--deal", "1")
    for expected in ("Everybody pays the ante of 1", "Seat 1 looks", "Seat 1 raises to 3", "Seat 0 folds"):
        assert expected in screen.until(expected)
        screen.type("\r")
    assert "Seat 1 wins a pot of 2" in screen.until_end()
    assert "Seat 1 wins a pot of 2" in Screen("replay", evening, "--deal", "1", "--at-once").until_end()
