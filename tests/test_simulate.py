"""Simulations: what they count, and that it makes no difference who plays the deals."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import os
import pickle
import secrets
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import svara
from evenings import Killer, Says
from svara import events
from svara._core import derived_seed
from svara.cli.main import main
from svara.players import CallingPlayer, OddsPlayer, RandomPlayer
from svara.tables.simulate import CHUNK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Capture = pytest.CaptureFixture[str]

PLAYERS = (OddsPlayer(), CallingPlayer(), RandomPlayer(seed=5))
DEALS = 2 * CHUNK + 100
"""Three chunks, the last one not full."""


def simulate(executor: Any = None, **fields: Any) -> svara.Simulation:
    """A simulation in which everything happens: stacks so small that there are side pots."""
    options: dict[str, Any] = {"stacks": (30, 20, 40), "deals": DEALS, "seed": 3, "rules": "classic"} | fields
    return svara.simulate(PLAYERS, **options, executor=executor)


@pytest.fixture(scope="module")
def alone() -> svara.Simulation:
    """The simulation without an executor."""
    return simulate()


# What it counts.


def test_chips_and_their_errors_are_those_of_the_deals(alone: svara.Simulation) -> None:
    """Played one by one as described, the deals come to the same: chips, squares, and how often things happened."""
    won: list[list[int]] = []
    players = pickle.loads(pickle.dumps(PLAYERS))
    happened = {"svarkas": 0, "side_pots": 0, "blinds": 0}
    for number in range(DEALS):
        if number % CHUNK == 0:
            players = pickle.loads(pickle.dumps(PLAYERS))
            players[2].reseed(derived_seed(derived_seed(3, 2**64 - 1), number * 10 + 2))
        deal = svara.Deal.start("classic", stacks=(30, 20, 40), dealer=number % 3, seed=derived_seed(3, number))
        assert svara.play_deal(deal, players) == ()
        won.append([after - before for after, before in zip(deal.stacks, (30, 20, 40), strict=True)])
        kinds = [type(event) for event in deal.events]
        happened["svarkas"] += events.SvarkaDeclared in kinds
        happened["blinds"] += events.Blinded in kinds
        happened["side_pots"] += has_side_pot(deal)

    columns = list(zip(*won, strict=True))
    assert alone.chips == tuple(map(sum, columns))
    assert alone.squares == tuple(sum(chips * chips for chips in column) for column in columns)
    assert {name: getattr(alone, name) for name in happened} == happened
    assert min(happened.values()) > 5
    for column, mean, error in zip(columns, alone.per_deal, alone.standard_errors, strict=True):
        assert mean == pytest.approx(sum(column) / DEALS)
        variance = sum((chips - mean) ** 2 for chips in column) / (DEALS - 1)
        assert error == pytest.approx((variance / DEALS) ** 0.5)


def has_side_pot(deal: svara.Deal) -> bool:
    """Whether several pots were won or tied for between two deals of cards."""
    pots, most = 0, 0
    for event in deal.events:
        match event:
            case events.HandsDealt():
                pots = 0
            case events.PotWon():
                pots += 1
            case events.SvarkaDeclared(tied, _):
                pots += len(tied)
        most = max(most, pots)
    return most > 1


def test_no_chip_is_lost(alone: svara.Simulation) -> None:
    """The wins of all players add up to 0."""
    assert sum(alone.chips) == 0
    assert (alone.deals, alone.asked, alone.is_complete) == (DEALS, DEALS, True)
    assert alone.players == ("odds", "calling", "random")
    assert alone.forfeits == (0, 0, 0)


def test_it_reads_well(alone: svara.Simulation) -> None:
    """A simulation prints as a line for each player and one for the deals, and can be pickled."""
    lines = str(alone).splitlines()

    assert len(lines) == 4
    assert lines[0].startswith("seat 0 odds: +")
    assert lines[0].endswith(" chips per deal")
    assert lines[-1].startswith("1,100 deals: ")
    assert pickle.loads(pickle.dumps(alone)) == alone


def test_forfeits_are_counted() -> None:
    """A player that fails in every deal is counted, and the others play on."""
    result = svara.simulate([Says("nonsense"), CallingPlayer()], deals=10)

    assert result.forfeits[0] >= 10
    assert result.forfeits[1] == 0
    assert "forfeits" in str(result).splitlines()[0]
    assert result.players == ("Says", "calling")


def test_players_are_not_touched() -> None:
    """New copies are made from their pickles, so the memory of the players does not change."""
    player = RandomPlayer(seed=5)
    before = player._random.getstate()
    first = svara.simulate([player, CallingPlayer()], deals=20)

    assert player._random.getstate() == before
    assert svara.simulate([player, CallingPlayer()], deals=20) == first
    assert svara.simulate([player, CallingPlayer()], deals=20, seed=1) != first


def test_one_deal_has_no_error() -> None:
    """From a single deal nobody knows how far off it is."""
    assert svara.simulate([CallingPlayer()] * 2, deals=1).standard_errors == (float("inf"),) * 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"deals": 0}, "the number of deals cannot be 0: it is a whole number of at least 1"),
        ({"deals": 1.5}, "the number of deals cannot be 1.5, a float: it is a whole number of at least 1"),
        ({"stacks": (5, 5)}, "3 players cannot have 2 stacks: each has one"),
        ({"stacks": (5, 5, -1)}, "the stack of seat 2 cannot be -1: it is a whole number of at least 0"),
        ({"stacks": (5, 5, 0)}, "seat 2 cannot pay the ante of 1 from 0 chips: it must be out"),
        ({"stacks": None}, "stacks cannot be None: they are the chips of every seat, or one number for all"),
        ({"stacks": True}, "the stack of seat 0 cannot be True, a bool: it is a whole number of at least 0"),
        ({"seed": -1}, "a seed cannot be -1: it is a whole number from 0 to 2**256 - 1"),
        ({"rules": "bridge"}, "there are no rules 'bridge': the rule sets are vipsvara, fortegames, classic"),
    ],
)
def test_what_cannot_be_simulated(fields: dict[str, Any], message: str) -> None:
    """The error is one line that says what is wrong."""
    with pytest.raises(ValueError, match=r".") as caught:
        simulate(**fields)
    assert str(caught.value) == message


@pytest.mark.parametrize("players", [5, None, "odds", 1.5])
def test_players_have_to_be_a_list(players: Any) -> None:
    """Anything else is refused as what cannot be done at a table, in one line."""
    with pytest.raises(svara.InvalidTable) as caught:
        svara.simulate(players)
    assert str(caught.value) == f"players cannot be {players!r}: they are players, one for each seat"


def test_players_have_to_be_players_that_can_be_pickled() -> None:
    """A class, a number and what cannot be pickled are refused by seat, before anything is played."""
    attempts: list[tuple[Any, str]] = [
        (7, "seat 1 is in the simulation and cannot be played by 7: a player is an object with a method act(view)"),
        (
            CallingPlayer,
            "seat 1 is in the simulation and cannot be played by <class 'svara.tables.players.CallingPlayer'>",
        ),
        (Says(lambda: 1), "the player of seat 1 cannot be pickled, and so cannot be copied or sent to a worker: "),
    ]
    for player, message in attempts:
        with pytest.raises(svara.InvalidTable) as caught:
            svara.simulate([CallingPlayer(), player], deals=1)
        assert str(caught.value).startswith(message)
        assert "\n" not in str(caught.value)


# Who plays the deals.


class Backwards(concurrent.futures.Executor):
    """An executor that does the jobs it is given in the reverse order, when it is asked to."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Future[Any], Callable[..., Any], Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_kwargs: Any) -> Future[Any]:
        """Keep the job, and do all once there are three."""
        future: Future[Any] = Future()
        self.jobs.append((future, fn, args))
        if len(self.jobs) == 3:
            for waiting, function, arguments in reversed(self.jobs):
                waiting.set_result(function(*arguments))
        return future


def test_the_order_makes_no_difference(alone: svara.Simulation) -> None:
    """Chunks that are done last to first come to the same."""
    assert simulate(Backwards()) == alone


@pytest.mark.parametrize("workers", [1, 2])
def test_processes_give_the_same(alone: svara.Simulation, workers: int) -> None:
    """One process and two give the same numbers, bit for bit."""
    with ProcessPoolExecutor(workers) as executor:
        result = simulate(executor)

    assert result == alone
    assert repr((result.per_deal, result.standard_errors)) == repr((alone.per_deal, alone.standard_errors))


def test_threads_give_the_same(alone: svara.Simulation) -> None:
    """Any executor will do."""
    with ThreadPoolExecutor(2) as executor:
        assert simulate(executor) == alone


def calling(directory: Path, *, lives: int, executor: Any) -> svara.Simulation:
    """Calling players. One of them ends its process a given number of times."""
    players: list[Any] = [CallingPlayer(), Killer(directory, lives=lives)]
    return svara.simulate(players, deals=DEALS, seed=1, executor=executor)


def same_without_deaths() -> svara.Simulation:
    """The simulation that `calling` must be equal to."""
    return svara.simulate([CallingPlayer(), CallingPlayer()], deals=DEALS, seed=1)


@pytest.mark.filterwarnings("default")  # a new pool is forked beside threads of the old
def test_a_worker_that_dies_costs_a_retry(tmp_path: Path) -> None:
    """Killed twice in the middle of a chunk, workers change no number; the broken pool is replaced."""
    with ProcessPoolExecutor(2) as executor:
        result = calling(tmp_path, lives=2, executor=executor)

    assert not list(tmp_path.iterdir())
    assert (result.chips, result.squares) == (same_without_deaths().chips, same_without_deaths().squares)
    assert result.is_complete


@pytest.mark.filterwarnings("default")  # a new pool is forked beside threads of the old
def test_a_pool_that_broke_before_is_replaced(alone: svara.Simulation) -> None:
    """An executor that cannot take a job any more does no harm either."""
    with ProcessPoolExecutor(1) as executor:
        with pytest.raises(concurrent.futures.BrokenExecutor):
            executor.submit(os._exit, 1).result()
        assert simulate(executor) == alone


@pytest.mark.filterwarnings("default")  # a new pool is forked beside threads of the old
def test_workers_that_always_die_end_it(tmp_path: Path) -> None:
    """A player that ends every process is not tried for ever."""
    with ProcessPoolExecutor(1) as executor, pytest.raises(concurrent.futures.BrokenExecutor):
        calling(tmp_path, lives=100, executor=executor)


class Breaks(concurrent.futures.Executor):
    """An executor that is not a process pool, and fails a given number of times with its own error."""

    def __init__(self, error: Exception, times: int) -> None:
        self.error = error
        self.times = times

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_kwargs: Any) -> Future[Any]:
        """Do the job, or fail."""
        future: Future[Any] = Future()
        self.times -= 1
        if self.times >= 0:
            future.set_exception(self.error)
        else:
            future.set_result(fn(*args))
        return future


def test_a_connection_that_breaks_costs_a_retry(alone: svara.Simulation) -> None:
    """Three times in a row are borne, more are not; an error of the work itself is raised at once."""
    assert simulate(Breaks(ConnectionResetError(), 3)) == alone
    with pytest.raises(ConnectionResetError):
        simulate(Breaks(ConnectionResetError(), 1000))
    with pytest.raises(ModuleNotFoundError):
        simulate(Breaks(ModuleNotFoundError(), 1))
    with pytest.raises(concurrent.futures.BrokenExecutor):
        simulate(Breaks(concurrent.futures.BrokenExecutor(), 1))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A dask scheduler and two worker processes on this machine."""
    distributed = pytest.importorskip("distributed", reason="svara-engine[dask] is not installed")
    dask = pytest.importorskip("dask")
    settings = {"distributed.comm.timeouts.connect": "60s", "distributed.worker.memory.terminate": False}
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
        ) as started,
        distributed.Client(started) as client,
    ):
        yield client


@pytest.mark.filterwarnings("default")
def test_dask_gives_the_same(alone: svara.Simulation, cluster: Any) -> None:
    """Two worker processes of a scheduler give the same numbers, bit for bit."""
    with cluster.get_executor() as executor:
        assert simulate(executor) == alone
    assert len(cluster.scheduler_info()["workers"]) == 2


@pytest.mark.filterwarnings("default")
def test_a_dask_worker_that_dies_costs_a_retry(cluster: Any, tmp_path: Path) -> None:
    """A killed worker's chunks are played by others."""
    with cluster.get_executor() as executor:
        result = calling(tmp_path, lives=1, executor=executor)

    assert not list(tmp_path.iterdir())
    assert (result.chips, result.squares) == (same_without_deaths().chips, same_without_deaths().squares)


# Ctrl-C, and what a terminal shows.


class Interrupts(concurrent.futures.Executor):
    """An executor in whose second job Ctrl-C is pressed."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_kwargs: Any) -> Future[Any]:
        """Do the first job, be interrupted in the second, and never begin the others."""
        future: Future[Any] = Future()
        self.futures.append(future)
        if len(self.futures) == 1:
            future.set_result(fn(*args))
        elif len(self.futures) == 2:
            future.set_exception(KeyboardInterrupt())
        return future


def test_ctrl_c_keeps_what_is_done() -> None:
    """The result has the chunk that was done, says that it is not all, and what waited is cancelled."""
    executor = Interrupts()
    result = simulate(executor)

    assert (result.deals, result.asked, result.is_complete) == (CHUNK, DEALS, False)
    assert "500 of 1,100 deals" in str(result)
    assert result.chips == simulate(deals=CHUNK).chips
    assert executor.futures[2].cancelled()


def test_ctrl_c_keeps_what_is_done_here_too() -> None:
    """Without an executor as well; nothing may be done yet."""
    result = svara.simulate([CallingPlayer(), Says(KeyboardInterrupt())], deals=5)

    assert (result.deals, result.is_complete, result.per_deal) == (0, False, (0.0, 0.0))


class Terminal:
    """A standard error that is a terminal, and keeps what is written."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.written: list[str] = []

    def isatty(self) -> bool:
        """It is one."""
        return True

    def write(self, text: str) -> int:
        """Keep it."""
        self.written.append(text)
        return len(text)

    def flush(self) -> None:
        """Nothing waits: jobs are computed at once."""


def test_a_bar_on_a_terminal_and_nowhere_else(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """On a terminal a bar shows how many deals are played, and goes away; nothing is shown anywhere else."""
    pytest.importorskip("tqdm")
    simulate()
    assert capsys.readouterr() == ("", "")

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    simulate(progress=False)
    assert terminal.written == []
    simulate()
    shown = "".join(terminal.written)
    assert "0% |" in shown
    assert "/1,100 deals, " in shown


def test_without_tqdm_there_is_no_bar(monkeypatch: pytest.MonkeyPatch, alone: svara.Simulation) -> None:
    """The extra need not be there, nor a standard error at all."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert simulate() == alone
    assert terminal.written == []
    monkeypatch.setattr(sys, "stderr", None)
    assert simulate() == alone


# The command.


def test_command_prints_a_table(capsys: Capture) -> None:
    """A line for each seat, and how often things happened; the same with two workers."""
    first = None
    for workers in ("1", "2"):
        assert main(["simulate", "odds", "random", "--deals", "600", "--stack", "50", "--workers", workers]) == 0
        printed, errors = capsys.readouterr()
        assert errors == ""
        lines = printed.splitlines()
        assert lines[0] == "seat  player  chips per deal"
        assert lines[1].startswith("   0  odds    +")
        assert lines[4] == "600 deals of vipsvara, seed 0"
        first = first or printed
        assert printed == first


def test_command_writes_json(capsys: Capture) -> None:
    """One object with the whole numbers and what follows from them."""
    assert main(["simulate", "calling", "odds", "--deals", "50", "--seed", "4", "--rules", "classic", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    result = svara.simulate([CallingPlayer(), OddsPlayer()], deals=50, seed=4, rules="classic")

    assert [player["chips"] for player in found["players"]] == list(result.chips)
    assert [player["standard_error"] for player in found["players"]] == list(result.standard_errors)
    assert (found["rules"], found["deals"], found["svarkas"]) == ("classic", 50, result.svarkas)
    assert found["seed"] == "0x" + "0" * 63 + "4"
    same = ["simulate", "calling", "odds", "--deals", "50", "--seed", found["seed"], "--rules", "classic", "--json"]
    assert main(same) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert main(["simulate", "calling", "odds", "--deals", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["standard_error"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["odds", "human"], "argument PLAYER: there is no player 'human': the players are random, calling, odds"),
        (["odds"], "vipsvara is played by 2 to 9 seats, not 1"),
        (["odds", "odds", "--deals", "0"], "the number of deals cannot be 0: it is a whole number of at least 1"),
        (["odds", "odds", "--stack", "0"], "seat 1 cannot pay the ante of 1 from 0 chips: it must be out"),
        (["odds", "odds", "--workers", "0"], "argument --workers: it must be from 1 to 256"),
        (["odds", "odds", "--workers", "257"], "argument --workers: it must be from 1 to 256"),
    ],
)
def test_command_refuses(capsys: Capture, arguments: list[str], message: str) -> None:
    """Bad input is reported in one line, with status 2."""
    assert main(["simulate", *arguments]) == 2
    assert capsys.readouterr() == ("", f"svara simulate: {message}\n")


def test_command_shows_what_was_done_when_interrupted(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C it prints what was played, says so, and ends with status 130."""
    monkeypatch.setattr(CallingPlayer, "act", Says(KeyboardInterrupt()).act)
    assert main(["simulate", "odds", "calling"]) == 130
    printed, errors = capsys.readouterr()
    assert "0 deals of vipsvara" in printed
    assert errors == "svara simulate: ended after 0 of 10,000 deals\n"


def test_import_waits_for_no_pool_and_no_player() -> None:
    """`import svara` does not import what only a simulation or a player needs."""
    program = (
        "import sys, svara.cli.main\n"
        "print(*{'concurrent.futures', 'svara.players', 'tqdm', 'random'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-I", "-c", program], check=True, capture_output=True, text=True)
    assert ran.stdout.split() == []


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="it looks for processes where Linux lists them")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_workers_end_with_the_command(number: int) -> None:
    """The workers end with the command, however it ends; otherwise they would wait for jobs for ever."""
    if signal.getsignal(number) == signal.SIG_IGN:
        pytest.skip("the signal is ignored here, as under nohup")
    seed = str(secrets.randbits(200))  # these processes are found by it
    command = [sys.executable, "-m", "svara", "simulate", "odds", "odds", "--deals", "9999999", "--workers", "2"]
    process = subprocess.Popen([*command, "--seed", seed], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def processes() -> int:
        found = 0
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):  # it has ended
                found += seed.encode() in path.read_bytes()
        return found

    assert wait_until(lambda: processes() == 3)
    process.send_signal(number)
    assert process.wait() == -number
    assert wait_until(lambda: processes() == 0)


def wait_until(condition: Callable[[], bool]) -> bool:
    """Whether a condition comes true within a minute."""
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.1)
    return False
