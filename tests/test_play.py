"""`svara play`: an evening at the terminal, as a person sees it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import svara
from deals import ALSO_EQUAL, BEST, EQUAL, FAIR, POOR, begin, deck_for, play
from documents import ROOT
from records import an_evening, write
from screens import PLAIN, Screen
from svara.actions import ACTIONS
from svara.cli.play import NAMES
from svara.cli.terminal import Human, Narrator, explain, understand
from svara.rules import MAX_SEATS
from svara.tables.runner import Quit

EVENING = ("play", "--against", "calling,calling", "--seed", "116")  # asks the first seat to join a svarka
WATCH = ("play", "--watch", "--stack", "30", "--seed", "290")


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
            output = Screen(*WATCH, environment=environment).until_end()
            assert ("\x1b[31m10♥\x1b[0m Q♣" in output) == is_red
            assert ("\x1b" in output) == is_red

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
        """A line from a pipe is shown after the prompt, and the end of the input leaves the table."""
        output = answer("call\njoin\nlook\nraise 1\n")
        assert "> raise 1\n  You raise to 1\n" in output
        assert "Deal 2\n" in output
        assert output.index("You leave the table\n  You look\n  You fold\n") > output.index("Deal 2\n")

    def test_explains_what_was_typed_wrong(self) -> None:
        """Each mistake gets one line that says what would be right, and the question stands."""
        output = answer("\nraise\nraise x\nraise 020\nlook\nbet 5\ncall me\n\x1b[2J\n\udcff\n?\nq\n")
        for message in (
            "Type an action: you may fold, call for 1, raise to 2-99. Type help for help, quit to leave",
            "Add a number of chips, like raise 2: you may fold, call for 1, raise to 2-99",
            "'raise x' is not an action: chips are written in digits, like raise 20",
            "'raise 020' is not an action: chips are written in digits, like raise 20",
            "You cannot look: the price is 1 and you may fold, call for 1, raise to 2-99",
            "'bet 5' is not an action: you may fold, call for 1, raise to 2-99. Type help for help, quit to leave",
            "'?[2j' is not an action: you may",
            "'call me' is not an action: call stands alone",
            "call: pay 1 to stay",
        ):
            assert f"\n{message}" in output
        assert output.replace("\n", "").isprintable()

    @pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
    def test_needs_no_unicode(self, encoding: str) -> None:
        """Where there are no suit signs there are letters, and names without their letters."""
        output = answer("call\nq\n", lines=(*EVENING, "--name", "Ния"), PYTHONIOENCODING=encoding)
        assert "Your cards: 7d Jc Ks, 10 points, one card" in output
        assert output.isascii()

    def test_ends_when_somebody_has_all(self) -> None:
        """An evening ends when fewer than two can pay the ante, and shows the chips."""
        output = answer("", lines=WATCH)
        assert output.endswith(
            "Fewer than two players have enough chips for the ante\n\nChips at the end:\n"
            "   Ana                        90\n   Boris                       0\n   Vera                        0\n"
            "The seed of this evening was 290\n"
        )

    def test_the_evening_of_make_run(self) -> None:
        """It has a blind, a side pot, and a svarka that a seat joins; `make run` prints it without a terminal."""
        assert f"svara {' '.join(WATCH)};" in (ROOT / "Makefile").read_text(encoding="utf-8")
        output = answer("", lines=WATCH)
        assert "bets 1 blind" in output
        assert "Svarka! " in output
        assert "Vera joins the svarka for 11" in output
        assert "Ana wins a pot of 77\n  Ana wins a pot of 12\n" in output

    def test_the_seed_is_shown_afterwards(self) -> None:
        """Without a seed one is drawn, and shown at the end: with it the evening is the same again."""
        output = answer("", lines=("play", "--watch", "--deals", "2"))
        seed = re.search(r"The seed of this evening was (\d+)\n$", output)
        assert seed
        again = answer("", lines=("play", "--watch", "--deals", "2", "--seed", seed[1]))
        assert again == output

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (
                ["--against", "odds,shark"],
                "argument --against: there is no player 'shark': the players are random, calling, odds",
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
    """The answers that a person may type."""

    def test_no_two_verbs_begin_alike(self) -> None:
        """Section 9: the first letter of a verb is enough, and help and quit have others."""
        assert len({word[0] for word in (*ACTIONS, "help", "quit", "exit")}) == len(ACTIONS) + 3

    def test_4_3_help_and_answers_know_every_amount(self) -> None:
        """With "2+" help names the least blind, and a legal amount that is not a multiple is understood."""
        view = play(begin([100, 50, 80], FAIR, POOR, BEST, blind_multiples="2+"), "blind 3").view(2)

        assert explain(view)[0] == "blind 6: bet before you see your cards; to stay in, others must pay twice as much"
        assert understand("b 7", view) == svara.Blind(7)
        assert understand("b 5", view) == "You cannot blind 5: you may blind 6-79, look"
        assert understand("b", view) == "Add a number of chips, like blind 6: you may blind 6-79, look"

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


def chips(output: str) -> int:
    """The sum of the chips at the end."""
    return sum(map(int, re.findall(r"^   \S.*? (\d+)\r?$", output.split("Chips at the end:")[1], re.MULTILINE)))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
class TestLeaving:
    """Every way out of an evening ends alike."""

    @pytest.mark.parametrize(
        ("way", "status"),
        [
            ("quit\r", 0),
            ("EXIT\r", 0),
            ("\x04", 0),
            ("\x03", 130),
            (signal.SIGINT, 130),
            (signal.SIGTERM, 143),
            (signal.SIGHUP, 129),
        ],
    )
    @pytest.mark.parametrize("turns", [0, 1, 2, 3])
    def test_the_deal_is_finished(self, tmp_path: Path, way: str | int, status: int, turns: int) -> None:
        """8.5: whoever leaves looks, folds or declines; the others play on, and the deal is recorded."""
        path = tmp_path / "evening.jsonl"
        screen = Screen(*EVENING, "--record", str(path))
        for typed in ("call\r", "join\r", "look\r")[:turns]:
            screen.until("\r\n> ")
            screen.type(typed)
        screen.until("\r\n> ")
        time.sleep(0.2)  # until it reads
        if isinstance(way, str):
            screen.type(way)
        else:
            screen.signal(way)
        screen.until_end(status)
        assert screen.seen.count("You leave the table") == 1
        assert screen.seen.endswith("The seed of this evening was 116\r\n")
        assert chips(screen.seen) == 300
        (record,) = svara.read_deals(path)
        assert sum(record.deal.stacks) == 300
        last = {0: "decline", 1: "decline", 2: "fold", 3: "fold"}[turns]
        ours = [(deal.to_act, str(action)) for deal, action in record.steps() if deal.to_act == 0 and action]
        assert ours[-1] == (0, last)

    def test_a_pipe_that_nobody_reads_is_a_way_out(self, tmp_path: Path) -> None:
        """The deal is finished and recorded, and the status is that of SIGPIPE."""
        path = tmp_path / "evening.jsonl"
        with subprocess.Popen(
            [sys.executable, "-m", "svara", *EVENING, "--record", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=PLAIN,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            while not process.stdout.readline().startswith(b"You may"):
                pass
            process.stdout.close()
            process.stdin.write(b"call\njoin\nlook\nraise 1\n" * 50)
            process.stdin.close()
            assert process.stderr.read() == b""
            assert process.wait() == 141
        for record in svara.read_deals(path):
            assert sum(record.deal.stacks) == 300

    def test_a_closed_terminal_is_a_way_out(self, tmp_path: Path) -> None:
        """When the window is closed, the deal is finished and recorded."""
        path = tmp_path / "evening.jsonl"
        screen = Screen(*EVENING, "--record", str(path))
        screen.until("\r\n> ")
        screen.hang_up()
        assert screen.wait() == 129
        assert [sum(record.deal.stacks) for record in svara.read_deals(path)] == [300]

    def test_who_watches_sees_the_deal_to_its_end(self, tmp_path: Path) -> None:
        """Without a person a signal ends the evening after the deal that is on."""
        path = tmp_path / "evening.jsonl"
        screen = Screen("play", "--watch", "--against", "calling,calling", "--record", str(path), "--seed", "1")
        screen.until("Deal 3")
        screen.signal(signal.SIGTERM)
        screen.until_end(143)
        assert chips(screen.seen) == 200
        assert screen.seen.count("\r\nDeal ") == len(list(svara.read_deals(path))) >= 3

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
    def test_a_full_disk_names_the_file(self, tmp_path: Path) -> None:
        """Where a deal cannot be recorded the evening ends with the chips, and a line names the file."""
        path = tmp_path / "full.jsonl"
        code = (
            "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
            "from svara.cli.main import main; sys.exit(main(sys.argv[1:]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, *WATCH[:2], "--seed", "1", "--record", str(path)],
            capture_output=True,
            text=True,
            env=PLAIN,
            check=False,
        )
        assert done.returncode == 1
        assert done.stderr == f"svara play: {path} cannot be written: File too large\n"
        assert chips(done.stdout) == 300
        assert len(list(svara.read_deals(path))) == 1


class TestRecording:
    """Recording an evening, and resuming it."""

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (["--record", ""], "argument --record: it needs the name of a file, not an empty one"),
            (["--resume", ""], "argument --resume: it needs the name of a file, not an empty one"),
            (
                ["--record", "new", "--stack", str(10**16)],
                "there are 40000000000000000 chips at the table: a record has",
            ),
            (["--record", "new", "--min-bet", str(2**53)], f"the min_bet of the rules cannot be {2**53}: it is a"),
            (["--record", "nowhere/new"], "nowhere/new cannot be written: No such file or directory"),
            (["--resume", "new"], "new cannot be read: No such file or directory"),
            (["--resume", "empty"], "empty has no records"),
            (["--resume", "diary"], "diary, line 1: it is "),
            (["--resume", "-"], "argument --resume: it needs a file, not standard input"),
            (["--resume", "over"], "over cannot be resumed: fewer than two players have enough chips for the ante"),
            (["--resume", "nameless"], "nameless cannot be resumed: seat 0 has chips and no name in its last record"),
            (
                ["--resume", "evening", "--name", "Q"],
                "argument --name: no player in evening is called 'Q': the players are Ana, ",
            ),
            (["--resume", "evening", "--stack", "5"], "argument --stack: the records of a resumed evening decide it"),
            (
                ["--resume", "evening", "--rules", "classic"],
                "argument --rules: the records of a resumed evening decide it",
            ),
            (
                ["--resume", "evening", "--record", "new"],
                "argument --record: a resumed evening is recorded in the same file",
            ),
        ],
    )
    def test_refuses_before_the_first_deal(self, tmp_path: Path, options: list[str], message: str) -> None:
        """An evening that cannot be recorded or resumed is refused in one line, and no file is changed."""
        (tmp_path / "empty").touch()
        (tmp_path / "diary").write_text("dear diary\n", encoding="utf-8")
        (tmp_path / "over").write_bytes((ROOT / "docs" / "evening.jsonl").read_bytes())
        write(tmp_path / "nameless", an_evening()[:1])
        write(tmp_path / "evening", [svara.Record(an_evening()[1].deal, names=["Ana", "Борис", "Vera"])])
        before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        done = subprocess.run(
            [sys.executable, "-m", "svara", "play", *options],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=PLAIN,
            cwd=tmp_path,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith(f"svara play: {message}")
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before

    def test_a_torn_record_is_told_in_a_line(self, tmp_path: Path) -> None:
        """A torn record is cut off, and one line reports it."""
        path = tmp_path / "evening.jsonl"
        lines = write(path, an_evening())
        path.write_bytes(b"".join(lines) + b'{"version":1,')
        done = subprocess.run(
            [sys.executable, "-m", "svara", *WATCH, "--record", str(path)], capture_output=True, env=PLAIN, check=False
        )
        assert done.returncode == 0
        message = f"svara play: the last line of {path} was torn: its 13 bytes without an end are cut off\n"
        assert done.stderr.decode() == message

    def test_a_resumed_evening_is_the_same_evening(self, tmp_path: Path) -> None:
        """Four deals in one go, or with an end after each: the same people, chips, dealers, cards and numbers."""
        options = ("play", "--watch", "--seed", "1569", "--against", "random,odds,calling,random")
        whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
        output = answer("", lines=(*options, "--deals", "4", "--record", str(whole)))
        pieces = [answer("", lines=(*options, "--deals", "1", "--record", str(parts)))]
        pieces += [answer("", lines=(*options, "--deals", "1", "--resume", str(parts))) for _ in range(3)]
        expected, got = ([record.deal.to_dict() for record in svara.read_deals(path)] for path in (whole, parts))
        assert len(expected) == 4
        assert [deal | {"seed": 0, "decks": []} for deal in got] == [
            deal | {"seed": 0, "decks": []} for deal in expected
        ]
        assert [record.deal.dealt for record in svara.read_deals(parts)] == [
            record.deal.dealt for record in svara.read_deals(whole)
        ]
        assert [re.findall(r"^Deal \d$", piece, re.MULTILINE) for piece in pieces] == [
            [f"Deal {n}"] for n in range(1, 5)
        ]
        assert pieces[-1].split("Chips at the end")[1] == output.split("Chips at the end")[1]

    def test_a_person_goes_on_in_its_seat(self, tmp_path: Path) -> None:
        """The person has the chips and the name that it left with, and another person's name is another seat."""
        path = tmp_path / "evening.jsonl"
        answer("call\njoin\nq\n", lines=(*EVENING, "--name", "Ния", "--record", str(path)))
        (first,) = svara.read_deals(path)
        output = answer("q\n", lines=("play", "--resume", str(path), "--against", "calling", "--seed", "5"))
        assert output.startswith("You play against Ana (calling), Boris (calling)\n\nDeal 2\n")
        second = list(svara.read_deals(path))[1]
        assert second.names == first.names == ("Ния", "Ana", "Boris")
        assert second.deal.started.stacks == first.deal.stacks
        assert second.deal.started.dealer == (first.deal.started.dealer + 1) % 3
        output = answer("q\n", lines=("play", "--resume", str(path), "--name", "Boris", "--seed", "5"))
        assert output.startswith("You play against Ния (odds), Ana (calling)\n\nDeal 3\n")

    def test_other_evenings_in_the_file_do_not_count(self, tmp_path: Path) -> None:
        """The number of the next deal counts the records that lead to it, not others before them."""
        path = tmp_path / "evening.jsonl"
        write(path, an_evening()[:2])
        answer("q\n", lines=(*EVENING, "--record", str(path)))
        assert "\nDeal 2\n" in answer("q\n", lines=("play", "--resume", str(path), "--seed", "5"))


class TestNames:
    """The names of the person and the programs."""

    @pytest.mark.parametrize(
        ("name", "bots"), [("Ana", "Boris (odds), Vera"), ("ana", "Boris (odds), Vera"), ("Vera", "Ana (odds), Boris")]
    )
    def test_the_others_step_aside(self, name: str, bots: str) -> None:
        """A person may have the name that another player would have."""
        output = answer("q\n", lines=("play", "--name", name, "--seed", "1"))
        assert output.startswith(f"You play against {bots} (calling), ")

    def test_everybody_has_a_name_at_a_full_table(self) -> None:
        """There are names enough for the most seats, whoever's are taken."""
        assert len(set(NAMES)) == MAX_SEATS + 1

    @pytest.mark.parametrize("name", ["", " Nia", "N\u202eia", "N\x1bia", "\u200d", "x" * 65])
    def test_a_name_is_a_name(self, name: str) -> None:
        """An invalid name is refused in one line."""
        done = subprocess.run(
            [sys.executable, "-m", "svara", "play", "--name", name],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=PLAIN,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
        assert b"a name is a printable text of 1 to 64 characters, no spaces around it" in done.stderr


class TestStates:
    """How the seats stand, as the table shows it."""

    def test_folded_out_all_in_and_no_chips_read_differently(self) -> None:
        """7.2, 5.4: who folded, who is all-in, who has no chips and who is not in the deal are shown differently."""
        deal = begin([100, 20, 100, 0, 100], FAIR, BEST, POOR, out=[3, 4])
        play(deal, "look, raise 19, fold")
        rows = Narrator(["A", "B", "C", "D", "E"]).table(deal.view(0))[1:]
        assert [" ".join(row.split()[-3:]) for row in rows[1:]] == [
            "bet 19, all-in",
            "C 99 folded",
            "0 no chips",
            "E 100 out",
        ]

    @pytest.mark.parametrize("words", ["a", "all", "al", "all in", "all-in", "allin", "all chips"])
    @pytest.mark.parametrize(
        ("actions", "expected"),
        [
            ((), "blind 49"),
            (("look",), "raise 49"),
            (("look, raise 10",), "raise 79"),
            (("look, raise 10, raise 79",), "raise 99"),
            (("look, raise 10, raise 79, raise 99",), "call"),
            (("look, raise 49, raise 79",), "You cannot go all-in: you may fold, call for 79"),
            (("blind 3",), "You cannot go all-in: you may blind 6 or 9 or 12, look"),
        ],
    )
    def test_all_in_puts_in_all_chips_where_that_is_legal(
        self, words: str, actions: tuple[str, ...], expected: str
    ) -> None:
        """Everything that means it is understood, in every phase; where it is not legal, a line says what is."""
        deal = play(begin([100, 50, 80], FAIR, BEST, POOR), *actions)
        view = deal.view(deal.to_act)
        assert str(understand(words, view)) == expected
        verb = expected.split(maxsplit=1)[0]
        if verb in {"raise", "blind", "call"}:
            for typed in (f"{verb} {words}", f"{verb[0]} {words}", f"{verb} to {words}"):
                assert str(understand(typed, view)) == expected
            deal.play(understand(words, view))
            assert deal.stacks[view.seat or 0] == 0 or deal.phase == "over"

    def test_a_short_join_is_all_in(self) -> None:
        """6.2: who can just pay the entry of a svarka joins with all chips."""
        deal = begin([4, 50, 80], POOR, EQUAL, ALSO_EQUAL, svarkas=[deck_for({0: POOR, 1: FAIR, 2: BEST}, 0)])
        play(deal, "look, raise 1, call, fold")
        view = deal.view(0)
        assert (view.phase, view.legal_actions.join) == ("join", 3)
        assert understand("all-in", view) == svara.Join()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_arrow_keys_bring_back_what_was_typed() -> None:
    """At a terminal a line can be edited, and the arrow brings back the one before."""
    pytest.importorskip("readline")
    screen = Screen(*EVENING, environment={"TERM": "xterm"})
    screen.until("> ")
    screen.type("raise 500\r")
    screen.until("You cannot raise 500")
    screen.until("> ")
    screen.type("\x1b[A\r")
    screen.until("You cannot raise 500")
    screen.until("> ")
    screen.type("qx\x7f\r")
    assert "You leave the table" in screen.until_end()
