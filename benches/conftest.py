"""What the benches share: how they measure, and the ratios that are printed at the end of a run."""

from __future__ import annotations

import timeit
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 100
ROUND_SECONDS = 0.005

RESULTS: dict[str, float] = {}
"""The best of everything measured in this run, in seconds, or in bytes where the name says so."""

BARS = [
    ("hand.points()", "an empty PyO3 method", 1.5),
    ("hand.points()", "table[a, b, c]", 1.0),
    ("hand.points()", "a plain Python scorer", 1.0),
    ("hand.points()", "eval7.evaluate, five cards", 1.0),
    ("hand.points()", "pokerkit, three cards", 1.0),
    ("a deal", "open_spiel, cards from chance_outcomes", 1.0),
    ("a deal", "open_spiel, cards by their probabilities", 1.0),
    ("a deal", "open_spiel, cards from legal_actions", 1.0),
    ("a deal", "clubs", 1.0),
    ("a deal", "pokerkit", 1.0),
    ("a simulated deal", "a bare deal of calling seats", 1 / 0.7),
    ("a simulated deal, two processes", "a simulated deal, one process", 1 / 1.7),
    ("counting to a million, two processes", "counting to a million, one process", 1 / 1.9),
    ("Leduc, svara", "Leduc, open_spiel", 0.1),
    ("stacks 20, fine, 2 threads", "stacks 20, fine, 1 thread", 1.0),
    ("stacks 10, all, 2 threads", "stacks 10, all, 1 thread", 1.0),
    ("svara.points(text)", "holdem_hand_evaluator, text of seven cards", 1.5),
]
"""What is to cost at most how many times what."""


@pytest.fixture
def measure(benchmark: Any) -> Callable[..., None]:
    """A function that measures a statement under a name, with the objects that the statement uses.

    The cost of the loop around the statement is taken off, so that ratios are of the statements alone.
    """

    def measure_statement(name: str, statement: str, **objects: Any) -> None:
        timer = timeit.Timer(statement, globals=objects)
        empty = timeit.Timer("pass")
        count = max(1, int(ROUND_SECONDS / (min(timer.repeat(5, 100)) / 100)))
        loop = min(empty.repeat(ROUNDS, count)) / count
        benchmark.group = "a call"
        benchmark.name = f"{name} x {count}"
        benchmark.pedantic(timer.timeit, args=(count,), rounds=ROUNDS)
        if benchmark.stats is not None:  # there are none when benchmarks are disabled
            RESULTS[name] = benchmark.stats.stats.min / count - loop

    return measure_statement


@pytest.fixture
def results() -> dict[str, float]:
    """What was measured in this run, to add to."""
    return RESULTS


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was measured, and the ratios within this run beside their bars."""
    if not RESULTS:
        return
    terminalreporter.section("best of this run")
    for name, value in RESULTS.items():
        if name.startswith("bytes"):
            shown = f"{value / 1e6:9.2f} MB"
        elif value > 1:
            shown = f"{value:9.2f} s "
        elif name.startswith("import"):
            shown = f"{value * 1e3:9.1f} ms"
        else:
            shown = f"{value * 1e9:9.1f} ns"
        terminalreporter.write_line(f"{shown}  {name}")
    terminalreporter.section("ratios within this run")
    for name, other, bar in BARS:
        if name in RESULTS and other in RESULTS:
            ratio = RESULTS[name] / RESULTS[other]
            verdict = "met" if ratio <= bar else "MISSED"
            terminalreporter.write_line(f"{ratio:9.3f}  at most {bar:.3g}: {verdict:6}  {name} / {other}")
