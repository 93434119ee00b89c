"""How many deals a second a simulation plays, beside the bare deals, and what a second process brings.

Six calling players with 1,000 chips each, and the very same deals without players: begun from the same seeds, each
action chosen from `legal_actions` by the same rule, and stepped through with `play`. The bench checks that both come
to the same before it measures. Rounds of both take turns, so that what else the machine does hits both.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

import svara
from svara._core import derived_seed
from svara.players import CallingPlayer

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = 6
STACK = 1000
DEALS = 1000
ROUNDS = 15
RULES = svara.find_rules("vipsvara")
LOOK, CALL, JOIN, FOLD = svara.Look(), svara.Call(), svara.Join(), svara.Fold()


def bare_deals() -> list[int]:
    """The deals of the simulation, without players. Returns the chips that each seat won."""
    won = [0] * SEATS
    for number in range(DEALS):
        deal = svara.Deal.start(RULES, stacks=[STACK] * SEATS, dealer=number % SEATS, seed=derived_seed(1, number))
        while deal.to_act is not None:
            legal = deal.legal_actions
            action: svara.Action
            if legal.call is not None:
                action = CALL
            elif legal.look:
                action = LOOK
            elif legal.raises:
                action = svara.Raise(legal.raises[0])
            else:
                action = JOIN if legal.join is not None else FOLD
            deal.play(action)
        for seat, stack in enumerate(deal.stacks):
            won[seat] += stack - STACK
    return won


def simulated(executor: Any = None, deals: int = DEALS) -> tuple[int, ...]:
    """The deals of the simulation. Returns the chips that each seat won."""
    players = [CallingPlayer()] * SEATS
    result = svara.simulate(players, stacks=STACK, deals=deals, seed=1, executor=executor, progress=False)
    return result.chips


def seconds(function: Callable[..., object], *arguments: Any) -> float:
    """How long a call takes."""
    begun = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begun


def test_simulation(benchmark: Any, results: dict[str, float]) -> None:
    """Deals with players and without, turn by turn."""
    assert list(simulated()) == bare_deals()

    times: list[tuple[float, float]] = []
    benchmark.pedantic(lambda: times.append((seconds(simulated), seconds(bare_deals))), rounds=ROUNDS)
    if benchmark.stats is not None:
        results["a simulated deal"] = min(with_players for with_players, _ in times) / DEALS
        results["a bare deal of calling seats"] = min(bare for _, bare in times) / DEALS


def count(upper: int) -> int:
    """Work that needs a core and nothing else."""
    total = 0
    for number in range(upper):
        total += number
    return total


def counted(executor: ProcessPoolExecutor) -> None:
    """Have the workers count for as long as the simulation takes."""
    assert len(list(executor.map(count, [1_000_000] * 40))) == 40


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="two processes need two cores")
def test_two_processes(benchmark: Any, results: dict[str, float]) -> None:
    """The same simulation in one process and in two, started before, turn by turn.

    Beside it work that shares nothing: where two processes do not count twice as fast as one, two cores are not free.
    """
    deals = 20 * DEALS
    with ProcessPoolExecutor(1) as one, ProcessPoolExecutor(2) as two:
        assert simulated(one) == simulated(two) == simulated()

        times: list[list[float]] = []
        benchmark.pedantic(
            lambda: times.append(
                [seconds(simulated, pool, deals) for pool in (one, two)]
                + [seconds(counted, pool) for pool in (one, two)]
            ),
            rounds=5,
        )
    if benchmark.stats is not None:
        best = [min(column) for column in zip(*times, strict=True)]
        results["a simulated deal, one process"] = best[0] / deals
        results["a simulated deal, two processes"] = best[1] / deals
        results["counting to a million, one process"] = best[2] / 40
        results["counting to a million, two processes"] = best[3] / 40
