"""Solves the deal of two seats: iterates until a best response gains little enough."""

from __future__ import annotations

from svara._core import Solver
from svara.checks import is_whole, show
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

    from svara.rules import Rules
    from svara.solver.menu import Menu
    from svara.solver.tree import HeadsUpGame

MIN_TARGET = 1e-6
"""The 32-bit numbers of the solver are too coarse for less."""
MAX_TARGET = 1e300
"""More antes than there can be, and still a float."""
FIRST_TARGET = 0.1
"""The first target, in antes. All games reach it before any is solved further; each later pass is ten times stricter.
Before the first pass every game is iterated a few times, so that there is a strategy for each."""
MIN_ITERATIONS = 10
"""The iterations of a game between two evaluations; later, a tenth of all iterations so far."""
BYTES = 12
"""The memory for each number of a strategy: regret, sum of strategies and solution, in four bytes each."""
MEMORY = 1_000_000_000
MAX_THREADS = 1_024
"""The core takes no more threads."""


class SolverProgress(Value):
    """How far a solver is: what `solve` reports while it runs."""

    seconds: float
    """The time since it began."""
    exploitability: float
    """The exploitability of the deal's strategy at its last evaluation, in antes; infinite before that."""
    games: int
    """The number of games: the deal, and the svarkas that may follow."""
    part: float
    """The part of all work that is done, 0 to 1: every game reaches a target before any is solved further."""


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
    """Return how two seats play a deal, solved until a best response gains at most *target* antes.

    *stacks* are the chips of each seat before the antes, one number for both or those of the dealer and of the opener.
    *menu*, a `Menu` or the name of one, has the bet sizes to consider, ``"all"`` for the real game. The exploitability
    is computed, not estimated: it is the mean gain of the best responses as either seat, with every bet on the menu, in
    the deal and in every svarka that may follow (`Solution.exploitability`). Each svarka reaches the target on its own.

    The more antes a bet can put at stake, the longer it takes: with stacks of 10,000 antes and very few bets some
    seconds, with 100,000 more than a minute. For millions, give *seconds*, or a larger *target*.

    The solver uses this number of *threads*; the result does not depend on it. Ctrl-C, or the end of *seconds*, stops
    it early: then the solution so far is returned, with `Solution.is_complete` false and its true exploitability. A
    game that needs more than *memory* bytes is refused before they are taken. On a terminal a bar on standard error
    shows how far it is, if `tqdm` is installed (``svara-engine[progress]``), unless *progress* is false; *on_progress*
    is called with a `SolverProgress` after every evaluation.

    Method: discounted counterfactual regret minimisation (Brown and Sandholm, 2019) without negative regrets
    (`docs/solver.md`), a svarka before the games that it follows.

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
    for what, value in (("threads", threads), ("memory", memory)):
        if not is_whole(value, 1):
            msg = f"{what} cannot be {show(value)}: it is a whole number of at least 1"
            raise InvalidGame(msg)
    if threads > MAX_THREADS:
        msg = f"threads cannot be {show(threads)}: there are at most {MAX_THREADS}"
        raise InvalidGame(msg)
    if isinstance(stacks, int):
        stacks = (stacks, stacks)
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0):
        msg = f"seconds cannot be {show(seconds)}: it is a number above 0, or None for no limit"
        raise InvalidGame(msg)
    from time import perf_counter  # noqa: PLC0415  # `import svara` imports nothing that it can do without

    begun = perf_counter()
    try:
        game = make_game(rules, stacks, menu=menu, max_nodes=max(memory // (BYTES * CLASSES), 1))
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
        f"to solve this game takes more than {memory / 1e6:,.0f} MB: take smaller stacks, a menu with less on it, or, "
        "in Python, more memory"
    )


class _Run:
    """One call of `solve`: what is solved, and its limits."""

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
        """The seconds since it began."""
        self.limit = limit
        """The most seconds."""
        self.on_progress = on_progress
        self.exploitability = float("inf")
        """The exploitability of the deal's strategy at its last evaluation, in antes."""
        self.done, self.steps = 0, 1
        """The nodes that are solved, and all nodes, each counted once for every goal."""

    def reach(self, target: float, *, is_wanted: bool) -> bool:
        """Solve every game to the *target*, and return whether there was enough time.

        The last game comes first, since the value of a game depends on those that follow. All games reach a goal before
        any is solved further, so that there is a fair strategy for each if it is stopped early.
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
        """Return the exploitability of a game's strategy by now, in antes, and report it."""
        _, *best = self.solver.evaluate(number)
        exploitability = sum(best) / 2 / self.game.rules.ante if self.solver.iterations[number] else float("inf")
        if number == 0:
            self.exploitability = exploitability
        if self.on_progress:
            part = self.done / self.steps
            self.on_progress(SolverProgress(self.elapsed(), self.exploitability, len(self.game.trees), part))
        return exploitability
