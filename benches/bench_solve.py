"""Solved games: ``pytest benches/bench_solve.py --benchmark-enable``.

The peer is open_spiel, whose CFR+ is written in C++, on a game that both know: Leduc hold'em. Both are timed until a
best response gains less than 0.001; the evaluations, one every 25 iterations, count.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import svara
from small_games import leduc
from svara._core import Games, Solver

TARGET = 0.001
EVALUATE_EVERY = 25


def solve_leduc() -> float:
    """Leduc hold'em by the solver of svara: what a best response gains."""
    solver = Solver(Games(*leduc()), 1)
    while True:
        solver.iterate(0, EVALUATE_EVERY)
        _, first, second = solver.evaluate(0)
        if (first + second) / 2 < TARGET:
            return (first + second) / 2


@pytest.mark.benchmark(group="Leduc hold'em")
def test_leduc(benchmark: Any, results: dict[str, float]) -> None:
    """Svara's."""
    assert 0 <= benchmark.pedantic(solve_leduc, rounds=20, warmup_rounds=1) < TARGET
    if benchmark.stats is not None:
        results["Leduc, svara"] = benchmark.stats.stats.min


@pytest.mark.benchmark(group="Leduc hold'em")
def test_leduc_by_open_spiel(benchmark: Any, results: dict[str, float]) -> None:
    """The peer's."""
    pyspiel = pytest.importorskip("pyspiel")

    def solve() -> float:
        game = pyspiel.load_game("leduc_poker")
        solver = pyspiel.CFRPlusSolver(game)
        while True:
            for _ in range(EVALUATE_EVERY):
                solver.evaluate_and_update_policy()
            gain = pyspiel.exploitability(game, solver.average_policy())
            if gain < TARGET:
                return float(gain)

    assert 0 <= benchmark.pedantic(solve, rounds=3) < TARGET
    if benchmark.stats is not None:
        results["Leduc, open_spiel"] = benchmark.stats.stats.min


@pytest.mark.benchmark(group="heads-up Svara")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("stacks", "menu"), [(20, "basic"), (20, "fine"), (10, "all")])
def test_svara(benchmark: Any, results: dict[str, float], stacks: int, menu: str, threads: int) -> None:
    """To 0.001 antes, in the deal and in every svarka."""
    options = {"stacks": stacks, "menu": menu, "target": TARGET, "threads": threads, "progress": False}
    solution = benchmark.pedantic(svara.solve, kwargs=options, rounds=2)
    assert solution.exploitability <= TARGET
    if benchmark.stats is not None:
        results[f"stacks {stacks}, {menu}, {threads} thread{'s' * (threads > 1)}"] = benchmark.stats.stats.min


def test_memory(benchmark: Any, results: dict[str, float]) -> None:
    """The most memory that a process holds that solves the fine menu, less that of one that has only imported svara."""
    program = """if True:
        import sys, svara
        if sys.argv[1] == "solve":
            svara.solve(stacks=20, menu="fine", target=0.1)
        status = dict(line.split(":") for line in open("/proc/self/status"))
        print(1024 * int(status["VmHWM"].split()[0]))
    """

    def most(what: str) -> int:
        ran = subprocess.run([sys.executable, "-c", program, what], check=True, capture_output=True, text=True)
        return int(ran.stdout)

    taken = benchmark.pedantic(most, ("solve",), rounds=1) - most("import")
    assert 0 < taken < 250e6
    if benchmark.stats is not None:
        results["bytes to solve stacks 20, fine"] = taken
