"""A host that runs with ``python -bb -W error``: nothing compares a text with bytes, and nothing warns."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from documents import ROOT
from screens import PLAIN
from test_process import EXAMPLES

if TYPE_CHECKING:
    from pathlib import Path

STRICT = [sys.executable, "-bb", "-W", "error"]
LIBRARY = """
import array, copy, io, pathlib, pickle, sys
import svara
from svara.players import CallingPlayer, Clocked, OddsPlayer, RandomPlayer

hand = svara.Hand("7c Kh Kd")
assert svara.points(hand) == svara.points(["7c", 25, svara.Card("Kh")]) == 31
assert svara.find_rules("classic").but(ante=2) in {svara.find_rules("classic").but(ante=2)}
assert len(svara.hands_in_range("AA & 28+, 7c")) > 100
assert svara.odds(hand, opponents=["28+", None], dead="7d", trials=100) == svara.odds(
    hand, opponents=("28+", None), dead=["7d"], trials=100
)
svara.all_odds(dead="7c"), svara.chart(3)
assert list(svara.points_batch(array.array("B", [0, 25, 26]))) == list(svara.points_batch(b"\\0\\x19\\x1a")) == [31]
svara.points_batch(svara.random_hands(100, seed=7), out=bytearray(100), threads=2)

deal = svara.Deal.start("vipsvara", stacks=[50, 50, 50], dealer=0, seed=7)
for view in map(deal.view, deal.seats):
    view.to_dict(), str(view), copy.copy(view)
svara.play_deal(deal, [CallingPlayer(), RandomPlayer(seed=1), OddsPlayer()])
assert pickle.loads(pickle.dumps(deal)) == deal == svara.Deal.from_dict(deal.to_dict())
assert svara.Deal.from_events(deal.events).events == deal.events

table = svara.Table("classic", names=["Ana", "Boris", None], stacks=[50, 50, 0], seed=7)
path = pathlib.Path(sys.argv[1])
with svara.RecordWriter(path) as writer:
    for _ in range(5):
        played = table.play_deal([Clocked(CallingPlayer(), seconds=9), CallingPlayer(), CallingPlayer()])
        writer.write(svara.Record(played))
assert svara.Table.from_dict(table.to_dict()).to_dict() == table.to_dict()
records = path.read_bytes()
path.write_bytes(b"\\xef\\xbb\\xbf" + records + b"\\n")
for source in (path, str(path), io.BytesIO(records), io.StringIO(records.decode()), records.decode().splitlines(True)):
    if not isinstance(source, list):
        assert len(list(svara.read_deals(source))) == 5
for line in records.splitlines():
    assert svara.Record.from_json(line) == svara.Record.from_json(line.decode())
with svara.RecordWriter(path) as writer:
    writer.write(svara.Record.from_json(line))

svara.simulate([CallingPlayer(), RandomPlayer()], deals=50, progress=False)
solution = svara.solve(stacks=(2, 2), target=0.05, progress=False)
solution.save(path.with_suffix(".solution"))
svara.Solution.load(path.with_suffix(".solution")).save(path.with_suffix(".again"))
assert path.with_suffix(".solution").read_bytes() == path.with_suffix(".again").read_bytes()
"""
MISTAKES = """
import svara
for mistake in (
    lambda: svara.Hand(b"7c Kh Kd"),
    lambda: svara.Card(b"7c"),
    lambda: svara.Card("7c") in svara.Hand([b"7c", 1, 2]),
    lambda: svara.hands_in_range(b"28+"),
    lambda: svara.odds("7c Kh Kd", opponents=b"28+"),
    lambda: svara.points("7c Kh Kd", rules=b"classic"),
    lambda: svara.find_rules(b"classic"),
    lambda: svara.find_rules("classic").but(ante=b"1"),
    lambda: svara.find_rules("classic").but(three_of_a_kind=b"TJQKA"),
    lambda: svara.find_rules("classic").but(blind_multiples=b"2+"),
    lambda: svara.find_menu(b"fine"),
    lambda: svara.find_menu("fine").but(bets=b"none"),
    lambda: svara.Rules.from_dict({b"name": "classic"}),
    lambda: svara.parse_action(b"fold"),
    lambda: svara.Deal.start(b"classic", stacks=[9, 9], dealer=0, seed=7),
    lambda: svara.Deal.start("classic", stacks=[9, 9], dealer=0, seed=b"7"),
    lambda: svara.Deal.start("classic", stacks=[9, 9], dealer=0, decks=[b"7c"]),
    lambda: svara.Deal.start("classic", stacks=[9, 9], dealer=0, seed=7).play(b"fold"),
    lambda: svara.Deal.from_dict({b"version": 1}),
    lambda: svara.Table("classic", names=["Ana", b"Boris"], stacks=[9, 9], seed=7),
    lambda: svara.Table("classic", names=["Ana", "Boris"], stacks=[9, 9], seed=7).sit_out(b"0"),
    lambda: svara.Table.from_dict({b"version": 1}),
    lambda: svara.Deal.start("classic", stacks=[9, 9], dealer=0, seed=7).view(0).from_dict({b"version": 1}),
    lambda: svara.LegalActions.from_dict({b"seat": 1}),
    lambda: svara.events.Event.from_dict({b"event": "Looked"}),
    lambda: svara.events.Event.from_dict({"event": b"Looked", "seat": 1}),
    lambda: svara.Menu.from_dict({b"name": "fine"}),
    lambda: svara.Raise(1, b"2"),
    lambda: svara.Record.from_json(b'{"version": "1"}'),
    lambda: svara.solve(stacks=b"22", menu=b"fine"),
    lambda: svara.solve("classic", stacks=(2, 2), menu=b"fine"),
):
    try:
        mistake()
    except (ValueError, TypeError):
        pass
    else:
        raise AssertionError(mistake)
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python strictly."""
    return subprocess.run([*STRICT, *arguments], env=PLAIN, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.parametrize("code", [LIBRARY, MISTAKES], ids=["library", "mistakes"])
def test_the_library_compares_no_text_with_bytes(code: str, tmp_path: Path) -> None:
    """Points, odds, batches, a deal, a table, records, a simulation, a solution; and bytes where a text belongs."""
    done = run("-c", code, str(tmp_path / "evening.jsonl"))

    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize("command", EXAMPLES)
def test_the_commands_compare_no_text_with_bytes(command: str, tmp_path: Path) -> None:
    """Each command does what it does without the flags."""
    arguments = EXAMPLES[command] + (["--record", str(tmp_path / "evening.jsonl")] if command == "play" else [])
    done = run("-m", "svara", *arguments)

    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr


def test_evening_is_read_by_the_commands(tmp_path: Path) -> None:
    """Records are exported and replayed from a file that is being read, and from standard input."""
    evening = (ROOT / "docs" / "evening.jsonl").read_bytes()
    for arguments in (["export", "-", "--deals", str(tmp_path / "d.csv")], ["replay", "-"]):
        done = subprocess.run(
            [*STRICT, "-m", "svara", *arguments], env=PLAIN, input=evening, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
