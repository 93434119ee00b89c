"""Solves the deal of two seats: iterates until the exploitability reaches a target."""

from __future__ import annotations

from svara._core import Solver
from svara.checks import as_int, show, whole
from svara.errors import InvalidGame
from svara.progress import Bar
from svara.solver.origin import Origin
from svara.solver.solution import Solution
from svara.solver.tree import CLASSES
from svara.solver.walk import TooManyNodes, make_game
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from svara.rules import Rules
    from svara.solver.menu import Menu
    from svara.solver.tree import HeadsUpGame

MIN_TARGET = 1e-6
"""The least target. The 32-bit numbers of the solver are too coarse for less."""
MAX_TARGET = 1e300
"""The greatest target, which is more antes than there can be."""
FIRST_TARGET = 0.1
"""The first target, in antes. All games reach it before any is solved further; each later pass is ten times stricter.
Before the first pass every game is iterated a few times, so that there is a strategy for each."""
MIN_ITERATIONS = 10
"""The iterations of a game between two evaluations; later, a tenth of all iterations so far."""
BYTES = 12
"""The memory for each number of a strategy: regret, sum of strategies and solution, in four bytes each."""
MEMORY = 1_000_000_000
MAX_THREADS = 1_024
"""The greatest number of threads of the core."""


class SolverProgress(Value):
    """The progress of a solver, which `solve` reports while it runs."""

    seconds: float
    """The time since the solver started, in seconds."""
    exploitability: float
    """The exploitability of the strategy for the deal at its last evaluation, in antes; infinite before that."""
    games: int
    """The number of games: the deal, and the svarkas that may follow."""
    part: float
    """The finished part of all work, 0 to 1. Every game reaches a target before any game is solved further."""


def solve(
    rules: Rules | str = "vipsvara",
    *,
    stacks: int | Sequence[int] = 20,
    menu: Menu | str = "basic",
    target: float = 0.001,
    threads: int = 1,
    seconds: float | None = None,
    memory: int = MEMORY,
    progress: bool = True,
    on_progress: Callable[[SolverProgress], object] | None = None,
) -> Solution:
    """Solve a deal of two seats until the best responses gain at most *target* antes on average.

    *stacks* are the chips of each seat before the antes: one number for both, or the chips of the dealer and of the
    opener. *menu* is a `Menu` or the name of one, with the bet sizes to consider; ``"all"`` is the real game. The
    exploitability is computed, not estimated: it is the mean gain of the best responses as either seat, with every bet
    on the menu, in the deal and in every svarka that may follow (`Solution.exploitability`). Each svarka also reaches
    the target by itself.

    The time grows with the antes that a bet can put at stake. With stacks of 10,000 antes and very few bets it is some
    seconds, with 100,000 more than a minute. For millions, set *seconds*, or a larger *target*.

    The result does not depend on the number of *threads*. Ctrl-C, or the end of *seconds*, stops the solver early: the
    solution so far is returned, with `Solution.is_complete` false and its true exploitability. A game that needs more
    than *memory* bytes is refused before they are used. A bar on standard error shows the progress if standard error is
    a terminal, `tqdm` is installed (``svara-engine[progress]``) and *progress* is true. *on_progress* is called with a
    `SolverProgress` after every evaluation.

    Method: discounted counterfactual regret minimisation (Brown and Sandholm, 2019) without negative regrets
    (`docs/solver.md`). A svarka is solved before the games that lead to it.

    Raises `InvalidGame` for an invalid target, number of threads or stacks, and for a game that needs more memory;
    `InvalidDeal` for stacks that the rules do not allow, `InvalidRules` and `InvalidMenu` for unknown names.

    >>> import svara
    >>> solution = svara.solve("vipsvara", stacks=2, menu="all", target=0.0001)
    >>> f"{solution.value:.3f}", solution.exploitability <= 0.0001
    ('0.109', True)
    """
    if isinstance(target, bool) or not isinstance(target, int | float) or not MIN_TARGET <= target <= MAX_TARGET:
        msg = f"a target cannot be {show(target)}: it is a number of antes, at least {MIN_TARGET}"
        raise InvalidGame(msg)
    threads = whole(threads, "threads", InvalidGame, least=1, most=MAX_THREADS)
    memory = whole(memory, "memory", InvalidGame, least=1)
    chips = as_int(stacks)
    both: Any = stacks if chips is None else (chips, chips)
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0):
        msg = f"seconds cannot be {show(seconds)}: it is a number above 0, or None for no limit"
        raise InvalidGame(msg)
    from time import perf_counter  # noqa: PLC0415  # `import svara` imports nothing that it can do without

    begun = perf_counter()
    try:
        game = make_game(rules, both, menu=menu, max_nodes=max(memory // (BYTES * CLASSES), 1))
    except TooManyNodes:
        raise _too_large(memory) from None
    games = game.for_core()
    if BYTES * sum(games.widths) > memory:
        raise _too_large(memory)
    limit = float("inf") if seconds is None else seconds
    run = _Run(game, Solver(games, threads), lambda: perf_counter() - begun, limit, on_progress)
    is_complete = run.reach(float(target), is_wanted=progress)
    origin = Origin(float(target), is_complete, sum(run.solver.iterations), run.elapsed())
    return Solution(game, run.solver.strategy(), origin)


def _too_large(memory: int) -> InvalidGame:
    return InvalidGame(
        f"to solve this game takes more than {memory / 1e6:,.0f} MB: use smaller stacks, a smaller menu, or, "
        "in Python, more memory"
    )


class _Run:
    """One call of `solve`: its games and its limits."""

    def __init__(
        self,
        game: HeadsUpGame,
        solver: Solver,
        elapsed: Callable[[], float],
        limit: float,
        on_progress: Callable[[SolverProgress], object] | None,
    ) -> None:
        self.game = game
        self.solver = solver
        self.elapsed = elapsed
        """The seconds since the start."""
        self.limit = limit
        """The limit of time, in seconds."""
        self.on_progress = on_progress
        self.exploitability = float("inf")
        """The exploitability of the strategy for the deal at its last evaluation, in antes."""
        self.done, self.steps = 0, 1
        """The solved nodes, and all nodes, each counted once for every goal."""

    def reach(self, target: float, *, is_wanted: bool) -> bool:
        """Solve every game to the *target*, and return whether there was enough time.

        The last game is solved first, since the value of a game depends on the games that follow it. All games reach a
        goal before any is solved further, so that each has a fair strategy if the solver is stopped early.
        """
        goals = [target]
        while goals[0] < FIRST_TARGET / 2:
            goals.insert(0, goals[0] * 10)
        goals.insert(0, MAX_TARGET)
        trees = self.game.trees
        self.steps = self.game.nodes * len(goals)
        with Bar(self.steps, unit=" nodes", is_wanted=is_wanted) as bar:
            try:
                for goal in goals:
                    for number in reversed(range(len(trees))):
                        while self._evaluate(number) > goal:
                            if self.elapsed() > self.limit:
                                return False
                            iterations = max(MIN_ITERATIONS, self.solver.iterations[number] // 10)
                            self.solver.iterate(number, iterations)
                        self.done += len(trees[number])
                        bar.advance(len(trees[number]))
            except KeyboardInterrupt:
                return False
        return True

    def _evaluate(self, number: int) -> float:
        """Evaluate the strategy of a game, report its exploitability, and return that in antes."""
        _, *best = self.solver.evaluate(number)
        exploitability = sum(best) / 2 / self.game.rules.ante if self.solver.iterations[number] else float("inf")
        if number == 0:
            self.exploitability = exploitability
        if self.on_progress:
            part = self.done / self.steps
            self.on_progress(SolverProgress(self.elapsed(), self.exploitability, len(self.game.trees), part))
        return exploitability
