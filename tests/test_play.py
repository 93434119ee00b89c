"""`svara play`: an evening at the terminal, as a person sees it."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import svara
from deals import BEST, FAIR, POOR, begin, play
from documents import ROOT
from records import an_evening, write
from screens import PLAIN, Screen
from svara.actions import ACTIONS
from svara.cli.terminal import Human, Narrator, explain, understand
from svara.tables.runner import Quit

if TYPE_CHECKING:
    from pathlib import Path

EVENING = ("play", "--against", "calling,calling", "--seed", "116")  # asks the first seat to join a svarka
WATCH = ("play", "--watch", "--stack", "30", "--seed", "395")


def answer(typed: str, *, lines: tuple[str, ...] = (), width: int = 200, **environment: str) -> str:
    """Play an evening with what a pipe says. Returns what was printed."""
    done = subprocess.run(
        [sys.executable, "-m", "svara", *(lines or EVENING)],
        input=typed.encode(errors="surrogateescape"),
        capture_output=True,
        env=PLAIN | {"COLUMNS": str(width)} | environment,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode(environment.get("PYTHONIOENCODING", "utf-8"))


class TestAtATerminal:
    """A person, a terminal, and a deal that goes through a svarka."""

    def test_plays_a_deal_through_a_svarka(self, tmp_path: Path) -> None:
        """The person sees chips, cards, pot and price, and is asked only for what is legal."""
        path = tmp_path / "evening.jsonl"
        screen = Screen(*EVENING, "--deals", "1", "--record", str(path), "--name", "Nia")
        seen = screen.until("raise to 2-99\r\n> ")
        assert "You play against Ana (calling), Boris (calling)" in seen
        assert "Ana deals for Boris, you and Ana, by the rules vipsvara" in seen
        assert "Boris raises to 1" in seen
        assert "Pot 3, bets 1, price 1\r\n > you                        99\r\n" in seen
        assert "   Boris                      98  bet 1\r\n" in seen
        assert "Your cards: 7♦ J♣ K♠, 10 points, one card\r\nYou may fold, call for 1, raise to 2-99\r\n" in seen
        screen.type("raise 500\r")
        assert "You cannot raise 500: the price is 1 and you may fold, call for 1, raise to 2-99" in screen.until(
            "\r\n> "
        )
        screen.type("call\r")
        seen = screen.until("You may join for 3, decline\r\n> ")
        assert "Boris shows 10♦ K♥ A♣: 11 points, one card" in seen
        assert "Svarka! Ana and Boris tie for 6; joining costs 3" in seen
        screen.type("JOIN\r")
        seen = screen.until("Nobody has looked yet\r\nYou may blind 1-95, look\r\n> ")
        assert "You join the svarka for 3" in seen
        assert "Pot 9" in seen
        screen.type("l\r")
        assert "Your cards: 7♥ 9♣ 10♦, 10 points" in screen.until("\r\n> ")
        screen.type("r 1\r")
        seen = screen.until_end()
        assert "Ana shows 9♥ A♣ A♠: 22 points, two aces" in seen
        assert "Ana wins a pot of 12" in seen
        assert re.search(r"Chips at the end:\r\n   you +94\r\n   Ana +109\r\n   Boris +97\r\n", seen)

        (record,) = svara.read_deals(path)
        assert record.names == ("Nia", "Ana", "Boris")
        assert record.time
        assert svara.events.Joined(0, 3) in record.deal.events

    def test_red_cards_are_red(self) -> None:
        """Colour decorates a terminal that has it, and neither a dumb one nor one where NO_COLOR is set."""
        for environment, is_red in (
            ({"TERM": "xterm"}, True),
            ({"TERM": "xterm", "NO_COLOR": "1"}, False),
            ({"TERM": "dumb"}, False),
        ):
            told = Screen(*WATCH, environment=environment).until_end()
            assert ("\x1b[31mJ♦\x1b[0m K♠" in told) == is_red
            assert ("\x1b" in told) == is_red

    @pytest.mark.parametrize("columns", [40, 60])
    def test_fits(self, columns: int) -> None:
        """No line is longer than the terminal is wide."""
        screen = Screen(*EVENING, columns=columns)
        for typed in ("?", "x", "call", "j", "?", "look", "r", "quit"):
            screen.until("\r\n> ")
            screen.type(f"{typed}\r")
        screen.until_end()
        assert max(map(len, screen.seen.splitlines())) <= columns

    def test_ends_with_the_input(self) -> None:
        """Ctrl-D leaves the table like quit."""
        screen = Screen(*EVENING)
        screen.until("\r\n> ")
        screen.type("\x04")
        assert "You leave the table" in screen.until_end()


class TestInAPipe:
    """The same, with actions from standard input."""

    def test_plays(self) -> None:
        """What was typed is shown after the prompt, and the end of the input leaves the table."""
        told = answer("call\njoin\nlook\nraise 1\n")
        assert "> raise 1\n  You raise to 1\n" in told
        assert "Deal 2\n" in told
        assert told.index("You leave the table") > told.index("Deal 2\n")

    def test_explains_what_was_typed_wrong(self) -> None:
        """Each mistake gets one line that says what would be right, and the question stands."""
        told = answer("\nraise\nraise x\nraise 020\nlook\nbet 5\ncall me\n\x1b[2J\n\udcff\n?\nq\n")
        for said in (
            "Type what you do: you may fold, call for 1, raise to 2-99; help explains, quit leaves",
            "Say how many chips, like raise 2: you may fold, call for 1, raise to 2-99",
            "'raise x' is not an action: chips are written in digits, like raise 20",
            "'raise 020' is not an action: chips are written in digits, like raise 20",
            "You cannot look: the price is 1 and you may fold, call for 1, raise to 2-99",
            "'bet 5' is not an action: you may fold, call for 1, raise to 2-99; help explains, quit leaves",
            "'?[2j' is not an action: you may",
            "'call me' is not an action: call stands alone",
            "call: pay 1 to stay",
        ):
            assert f"\n{said}" in told
        assert told.replace("\n", "").isprintable()

    @pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
    def test_needs_no_unicode(self, encoding: str) -> None:
        """Where there are no suit signs there are letters, and names without their letters."""
        told = answer("call\nq\n", lines=(*EVENING, "--name", "Ния"), PYTHONIOENCODING=encoding)
        assert "Your cards: 7d Jc Ks, 10 points, one card" in told
        assert told.isascii()

    def test_ends_when_somebody_has_all(self) -> None:
        """An evening ends when fewer than two can pay the ante, and tells the chips."""
        told = answer("", lines=WATCH)
        assert told.endswith(
            "Fewer than two players have enough chips for the ante\n\nChips at the end:\n"
            "   Ana                        90\n   Boris                       0\n   Vera                        0\n"
        )

    def test_the_evening_of_make_run(self) -> None:
        """It has a blind, a side pot, and a svarka that a seat joins; `make run` prints it without a terminal."""
        assert f"svara {' '.join(WATCH)};" in (ROOT / "Makefile").read_text(encoding="utf-8")
        told = answer("", lines=WATCH)
        assert "bets 1 blind" in told
        assert "Svarka! " in told
        assert "Ana joins the svarka for 3" in told
        assert "Ana wins a pot of 48\n  Ana wins a pot of 22\n" in told

    def test_the_seed_is_told_afterwards(self) -> None:
        """Without a seed one is drawn, and told at the end: with it the evening is the same again."""
        told = answer("", lines=("play", "--watch", "--deals", "2"))
        seed = re.search(r"The seed of this evening was (\d+)\n$", told)
        assert seed
        again = answer("", lines=("play", "--watch", "--deals", "2", "--seed", seed[1]))
        assert again + seed[0] == told

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (
                ["--against", "odds,shark"],
                "argument --against: there is no player 'shark': there are random, calling, odds",
            ),
            (["--against", ",".join(["odds"] * 9)], "a table of vipsvara has 2 to 9 seats, not 10"),
            (["--watch", "--against", "odds"], "a table of vipsvara has 2 to 9 seats, not 1"),
            (["--ante", "0"], "ante cannot be 0: it is a whole number of chips, at least 1"),
            (["--stack", "0"], "seat 0 cannot bring 0 chips: that is a whole number of at least 1"),
            (["--record", "/"], "/ cannot be written: Is a directory"),
        ],
    )
    def test_refuses_options(self, options: list[str], message: str) -> None:
        """Options that no evening can have are refused in one line."""
        done = subprocess.run(
            [sys.executable, "-m", "svara", "play", *options], input="", capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"svara play: {message}\n")

    def test_appends_to_records_only(self, tmp_path: Path) -> None:
        """An evening is appended to a file of records, and to no other."""
        path = tmp_path / "evening.jsonl"
        write(path, an_evening())
        answer("", lines=(*WATCH, "--record", str(path)))
        assert len(list(svara.read_deals(path))) == 5
        diary = tmp_path / "diary.txt"
        diary.write_text("dear diary\n", encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "svara", *WATCH, "--record", diary], capture_output=True, check=False
        )
        assert done.returncode == 2
        assert diary.read_text(encoding="utf-8") == "dear diary\n"


class TestUnderstanding:
    """What a person may type."""

    def test_no_two_verbs_begin_alike(self) -> None:
        """Section 9: the first letter of a verb is enough, and help and quit have others."""
        assert len({word[0] for word in (*ACTIONS, "help", "quit", "exit")}) == len(ACTIONS) + 3

    def test_4_3_help_and_answers_know_every_amount(self) -> None:
        """With "2+" help names the least blind, and a legal amount that is not a multiple is understood."""
        view = play(begin([100, 50, 80], FAIR, POOR, BEST, blind_multiples="2+"), "blind 3").view(2)

        assert explain(view)[0] == "blind 6: bet before you see your cards; who stays pays twice as much"
        assert understand("b 7", view) == svara.Blind(7)
        assert understand("b 5", view) == "You cannot blind 5: you may blind 6-79, look"
        assert understand("b", view) == "Say how many chips, like blind 6: you may blind 6-79, look"

    def test_every_legal_action_is_understood(self) -> None:
        """Each legal action is understood as it is written, and by the beginning of its verb."""
        for texts in ((), ("blind 2",), ("look",), ("look", "raise 10"), ("look", "raise 10", "call")):
            deal = play(begin([100, 50, 80], FAIR, POOR, BEST, rules="fortegames"), *texts)
            view = deal.view(deal.to_act)
            for action in deal.legal_actions:
                verb, _, amount = str(action).partition(" ")
                for typed in (str(action), f"{verb[0]} {amount}".strip(), f"{verb[:3]} {amount}".strip()):
                    assert understand(typed, view) == action
            if deal.legal_actions.raises:
                assert understand("raise to 20", view) == svara.Raise(20)

    def test_the_human_decides_nothing(self) -> None:
        """The human returns legal actions only, whatever is typed before."""
        deal = begin([100, 50], FAIR, BEST)
        typed = iter(["", "raise 5", "blind 1000", "nonsense", "look 5 6", "BLIND   7"])
        human = Human(Narrator([None, None], you=1), ask=lambda _: next(typed), say=lambda _: None)
        assert human.act(deal.view(1)) in {svara.Look(), svara.Blind(7)}

    @pytest.mark.parametrize("typed", ["quit", "q", "QUIT", "exit"])
    def test_quit_leaves(self, typed: str) -> None:
        """Quit is not an action: it leaves."""
        human = Human(Narrator([None, None], you=1), ask=lambda _: typed, say=lambda _: None)
        with pytest.raises(Quit):
            human.act(begin([100, 50], FAIR, BEST).view(1))
