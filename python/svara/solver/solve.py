"""Solves the deal of two seats: plays it against itself until so little can be gained by playing otherwise."""

from __future__ import annotations

from svara._core import Solver
from svara.checks import is_whole, show
from svara.errors import InvalidGame
from svara.progress import Bar
from svara.solver.solution import CLASSES, Solution, core_games
from svara.solver.tree import TooManyNodes, make_game
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from svara.rules import Rules
    from svara.solver.menu import Menu
    from svara.solver.tree import HeadsUpGame

LEAST_TARGET = 1e-6
"""Below this the 32-bit numbers that a solver learns with tell nothing apart."""
FIRST_TARGET = 0.1
"""How well everything is solved, in antes, before anything is solved better: each time ten times as well. But first of
all everything is played some times, so that there is something of it."""
FEWEST_ROUNDS = 10
"""How often a game is played between two looks at how well it is solved; later, a tenth of all times before."""
BYTES = 12
"""What each number of a strategy takes: what was learned, what was played, and the solution, in four bytes each."""
MEMORY = 1_000_000_000
MOST_TARGET = 1e300
"""More antes than there can be, and still a float."""
MOST_THREADS = 1_024
"""How many threads the core takes."""


class SolverProgress(Value):
    """How far a solver is: what `solve` tells whoever wants to know."""

    seconds: float
    """The time since it began."""
    exploitability: float
    """How good the deal's own strategy was when it was last looked at, in antes; infinite before that."""
    games: int
    """How many games there are: the deal, and the svarkas that may follow."""
    part: float
    """How much of its way the solver has made, 0 to 1: every game is solved a little before any is solved better."""


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
    """Return how two seats play a deal, so that *target* antes at most can be gained by playing otherwise.

    *stacks* are the chips of each seat before the antes, one number for both or those of the dealer and of the other
    seat; *menu*, a `Menu` or the name of one, are the bets that the solution knows, ``"all"`` for the real game. What
    can be gained is measured: it is the mean of what the best play against the solution wins as either seat, with every
    bet on the menu, in the deal and in every svarka that may follow (`Solution.exploitability`). Each svarka is solved
    as well as that on its own.

    The more antes a bet can put at stake, the longer it takes: with stacks of 10,000 antes and very few bets some
    seconds, with 100,000 more than a minute. Where there are millions, give *seconds*, or a larger *target*.

    It runs in so many *threads*; the result does not depend on them. Ctrl-C, or the end of so many *seconds*, ends it
    early: what was learned until then is returned, with `Solution.is_complete` false and the exploitability that it
    has. A game that would take more than so much *memory*, in bytes, is refused before it is taken. On a terminal a
    bar on standard error tells how far it is, if `tqdm` is there (``svara-engine[progress]``), unless *progress* is
    false; *on_progress* is called with a `SolverProgress` after every look.

    Method: discounted counterfactual regret minimisation (Brown and Sandholm, 2019), a svarka before what it follows.

    Raises `InvalidGame` for a target, a number of threads or stacks that cannot be, and for a game beyond the memory;
    `InvalidDeal` for stacks that the rules do not allow, `InvalidRules` and `InvalidMenu` for unknown names.

    >>> import svara
    >>> solution = svara.solve("vipsvara", stacks=2, menu="all", target=0.0001)
    >>> f"{solution.value:.3f}", solution.exploitability <= 0.0001
    ('0.109', True)
    """
    if isinstance(target, bool) or not isinstance(target, int | float) or not LEAST_TARGET <= target <= MOST_TARGET:
        msg = f"a target cannot be {show(target)}: it is a number of antes, at least {LEAST_TARGET}"
        raise InvalidGame(msg)
    for what, value in (("threads", threads), ("memory", memory)):
        if not is_whole(value, 1):
            msg = f"{what} cannot be {show(value)}: it is a whole number of at least 1"
            raise InvalidGame(msg)
    if threads > MOST_THREADS:
        msg = f"threads cannot be {show(threads)}: there are at most {MOST_THREADS}"
        raise InvalidGame(msg)
    if isinstance(stacks, int):
        stacks = (stacks, stacks)
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0):
        msg = f"seconds cannot be {show(seconds)}: it is a number above 0, or None for no limit"
        raise InvalidGame(msg)
    from time import perf_counter  # noqa: PLC0415  # `import svara` imports nothing that it can do without

    begun = perf_counter()
    try:
        game = make_game(rules, stacks, menu=menu, most_nodes=max(memory // (BYTES * CLASSES), 1))
    except TooManyNodes:
        raise _too_large(memory) from None
    games = core_games(game)
    if BYTES * sum(games.widths) > memory:
        raise _too_large(memory)
    limit = float("inf") if seconds is None else seconds
    run = _Run(game, Solver(games), threads, lambda: perf_counter() - begun, limit, on_progress)
    is_complete = run.reach(float(target), is_wanted=progress)
    return Solution(
        game,
        run.solver.strategy(),
        target=float(target),
        is_complete=is_complete,
        iterations=sum(run.solver.rounds),
        seconds=run.elapsed(),
    )


def _too_large(memory: int) -> InvalidGame:
    return InvalidGame(
        f"to solve this game takes more than {memory / 1e6:,.0f} MB: take smaller stacks, a menu with less on it, or, "
        "in Python, more memory"
    )


class _Run:
    """One call of `solve`: what is solved, and what it has to keep to."""

    def __init__(  # noqa: PLR0917  # what `solve` was given, in its order
        self,
        game: HeadsUpGame,
        solver: Solver,
        threads: int,
        elapsed: Callable[[], float],
        limit: float,
        on_progress: Callable[[SolverProgress], object] | None,
    ) -> None:
        self.game = game
        self.solver = solver
        self.threads = threads
        self.elapsed = elapsed
        """How many seconds have gone by."""
        self.limit = limit
        """How many may."""
        self.on_progress = on_progress
        self.exploitability = float("inf")
        """How good the strategy of the deal itself was when it was last looked at, in antes."""
        self.done, self.steps = 0, 1
        """How many nodes of how many are solved, each counted once for every goal."""

    def reach(self, target: float, *, is_wanted: bool) -> bool:
        """Solve every game as well as *target* says, and return whether there was time enough.

        The last game comes first, since what one is worth depends on those that follow. All are solved a little before
        any is solved better, so that whoever ends it early has something of each.
        """
        goals = [target]
        while goals[0] < FIRST_TARGET / 2:
            goals.insert(0, goals[0] * 10)
        goals.insert(0, MOST_TARGET)
        trees = self.game.trees
        self.steps = self.game.nodes * len(goals)
        with Bar(self.steps, unit=" nodes", is_wanted=is_wanted) as bar:
            try:
                for goal in goals:
                    for number in reversed(range(len(trees))):
                        while self._look(number) > goal:
                            if self.elapsed() > self.limit:
                                return False
                            rounds = max(FEWEST_ROUNDS, self.solver.rounds[number] // 10)
                            self.solver.iterate(number, rounds, self.threads)
                        self.done += len(trees[number])
                        bar.advance(len(trees[number]))
            except KeyboardInterrupt:
                return False
        return True

    def _look(self, number: int) -> float:
        """How good the strategy of a game is by now, in antes: what a best response wins, the mean of both players."""
        _, *best = self.solver.evaluate(number, self.threads)
        exploitability = sum(best) / 2 / self.game.rules.ante if self.solver.rounds[number] else float("inf")
        if number == 0:
            self.exploitability = exploitability
        if self.on_progress:
            part = self.done / self.steps
            self.on_progress(SolverProgress(self.elapsed(), self.exploitability, len(self.game.trees), part))
        return exploitability
