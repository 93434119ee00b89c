"""Solutions: how two seats play a deal, what that is worth, and how good it is."""

from __future__ import annotations

from svara._core import Games, Hand, Strategy
from svara.checks import show
from svara.errors import InvalidGame, UnreachedLine
from svara.solver.advice import RARE, ROLES, Advice, PointsRow
from svara.solver.plans import strategy_of
from svara.solver.tree import BLIND, LEAF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from os import PathLike
    from typing import SupportsIndex, TypeAlias

    from svara.actions import Action
    from svara.rules import Rules
    from svara.solver.menu import Menu
    from svara.solver.plans import Plan
    from svara.solver.tree import HeadsUpGame

    Line: TypeAlias = str | Iterable[Action | str]

CLASSES = 337
"""In how many classes the hands fall that mean the same, at least."""


def core_games(game: HeadsUpGame) -> Games:
    """The trees of a game as the core takes them."""
    trees = [(tree.parents, tree.players, tree.payoffs, tree.following, tree.pairings) for tree in game.trees]
    return Games(trees, [game.rules.scoring])


class Solution:
    """How two seats play a deal with the bets of a menu, and what that is worth.

    `svara.solve` makes one, `load` reads one. It holds a strategy for both seats, in the deal and in every svarka that
    may follow, and what was measured of it. Chips are given in antes.

    >>> import svara
    >>> solution = svara.solve("vipsvara", stacks=3, menu="all", target=0.00001)
    >>> solution
    <Solution of vipsvara, stacks [3, 3], menu 'all': value 0.088, exploitability below 1e-05>
    >>> round(solution.reach("blind 1; look; fold"), 2)
    0.29
    """

    def __init__(
        self,
        game: HeadsUpGame,
        strategy: Strategy,
        *,
        target: float,
        is_complete: bool,
        iterations: int,
        seconds: float,
        measured: list[tuple[float, float, float]] | None = None,
    ) -> None:
        self._game = game
        self._strategy = strategy
        self._measured = measured or strategy.evaluate()
        self.target = target
        """The exploitability that was asked for, in antes."""
        self.is_complete = is_complete
        """Whether the deal and every svarka came to the target."""
        self.iterations = iterations
        """How often games were played to learn it, the deal and all svarkas together."""
        self.seconds = seconds
        """How long that took."""

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self._game.rules

    @property
    def stacks(self) -> tuple[int, int]:
        """The chips of the dealer and of the opener, before the antes."""
        return self._game.stacks

    @property
    def menu(self) -> Menu:
        """The bets that the solution knows."""
        return self._game.menu

    @property
    def game(self) -> HeadsUpGame:
        """The trees of the deal and of its svarkas."""
        return self._game

    # What it is worth.

    @property
    def value(self) -> float:
        """What the dealer wins in a deal on average, in antes, if both play by it."""
        return self._antes(self._measured[0][0], 0)

    @property
    def best_responses(self) -> tuple[float, float]:
        """What the dealer, and what the opener, wins that plays as well as can be against it, in antes a deal.

        It may bet whatever is on the menu, in the deal and in every svarka.
        """
        _, dealer, opener = self._measured[0]
        return self._antes(dealer, 0), self._antes(opener, 1)

    @property
    def exploitability(self) -> float:
        """How much better than by this solution one can play against it, in antes a deal, the mean of both seats.

        It is 0 in an equilibrium; in theory it is never below, and rounding makes it so by less than a millionth.
        """
        return self.exploitabilities[0]

    @property
    def exploitabilities(self) -> tuple[float, ...]:
        """The same for the deal, and for each svarka that may follow by itself, the smallest pot first."""
        return tuple([(dealer + opener) / 2 / self.rules.ante for _, dealer, opener in self._measured])

    def against(self, other: Solution) -> tuple[float, float]:
        """What one who plays by this solution wins against one who plays by another: as the dealer, and as the opener.

        In antes a deal. Raises `InvalidGame` where the other solution is of another game.
        """
        if (other.rules, other.stacks, other.menu) != (self.rules, self.stacks, self.menu):
            msg = f"solutions of different games cannot meet: {self!r} and {other!r}"
            raise InvalidGame(msg)
        games, theirs = self._strategy.games, other._strategy
        if theirs.games is not games:  # the same game, made a second time
            theirs = Strategy(games, [theirs.to_bytes(game) for game in range(len(self._game.trees))])
        dealer, opener = self._strategy.against(theirs)[0]
        return self._antes(dealer, 0), self._antes(opener, 1)

    def best_response(self) -> Solution:
        """Return how to play as well as can be, as either seat, against one who plays by this solution.

        >>> import svara
        >>> solution = svara.solve("vipsvara", stacks=3, menu="all", target=0.00001)
        >>> response = solution.best_response()
        >>> [f"{won:.6f}" for won in response.against(solution)] == [f"{won:.6f}" for won in solution.best_responses]
        True
        """
        return self._with(self._strategy.best_response())

    def but(self, plan: Plan) -> Solution:
        """Return the solution with a strategy of your own, measured anew: what it is worth, and how exploitable it is.

        *plan* is called with a `Spot` and with a hand, or with `None` where the seat has not looked, and returns how
        often each action is played there, as a mapping from texts; they add up to 1. It is asked about one hand of
        every class: suits but clubs mean the same, and so do 10 J Q K.

        >>> import svara
        >>> solution = svara.solve("vipsvara", stacks=3, menu="all", target=0.00001)
        >>> def call(spot, hand):
        ...     return {"call" if "call" in spot.actions else spot.actions[-1]: 1}
        >>> round(solution.but(call).exploitability, 1)
        0.4

        Raises `InvalidGame` for what is not on the menu and for shares that are none.
        """
        return self._with(strategy_of(plan, self._game, self._strategy.games))

    def _with(self, strategy: Strategy) -> Solution:
        return Solution(
            self._game,
            strategy,
            target=self.target,
            is_complete=False,
            iterations=self.iterations,
            seconds=self.seconds,
        )

    # What it does.

    def strategy(self, history: Line = "", *, hand: str | Hand | Iterable[str | SupportsIndex] | None = None) -> Advice:
        """Return what the seat to act does after a history, and what it wins by that.

        *history* is the actions of the deal from the first on, as a text with ``"; "`` between (``"look; raise 2"``) or
        as a list; a look may be left out where a raise, call or fold comes after it, and actions after a call that
        ended the bets mean that the hands tied and a svarka followed, and after such a call nobody acts but who begins
        the svarka. *hand* is that of the seat to act; without one, the answer is for all hands that it may hold there,
        as often as it does. While nobody has looked, the hand makes no difference.

        Warns with `UnreachedLine` where play, or this hand, hardly ever gets there: the solution has learned nothing of
        such lines.

        Raises `InvalidGame` for an action that is not on the menu, and where the bets are over; `InvalidCards` for what
        is no hand.
        """
        parsed = hand if hand is None or isinstance(hand, Hand) else Hand(hand)
        advice = self._advise(self._trace_to_act(history), parsed)
        if not advice.is_reached:
            _warn_of(advice.line, parsed)
        return advice

    def shares_at(self, place: tuple[int, int], hand: Hand | None) -> dict[str, float]:
        """Return how often each action is played in a game, at a node: the quickest look-up, which checks nothing.

        *hand* may be `None` where the seat has not looked.
        """
        number = 0 if hand is None else self._strategy.games.class_of(hand)
        shares = self._strategy.shares_of(*place, number)
        return dict(zip(self._game.trees[place[0]].children(place[1]), shares, strict=True))

    def nearest(self, history: Line) -> str:
        """Return the line on the menu that stands for a history with any legal bets.

        A bet that is not on the menu is taken as one of the two sizes next to it, the likelier one by the
        pseudo-harmonic mapping (`docs/solver.md`), and where no raise is left on the menu, as a call.

        >>> import svara
        >>> svara.solve("vipsvara", stacks=20, target=0.1).nearest("raise 3; raise 12")
        'look; raise 2; raise 8'

        Raises `InvalidGame` for an action that the rules do not allow, and where no line stands for the history.
        """
        from svara.solver.translation import nearest_line  # noqa: PLC0415  # as in `save`

        return nearest_line(self._game, history)

    def reach(self, history: Line) -> float:
        """Return how likely it is that play goes by a history, from the first action on, if both play by the solution.

        Raises `InvalidGame` for an action that is not on the menu.
        """
        trace = self._game.trace(history)
        return self._reach_of_ties(trace) * self._reach(*trace[-1])

    def lines(self, least: float = 0.001) -> dict[str, float]:
        """Return how likely each line of bets of the deal's first cards is, the likeliest first, ends of bets included.

        Those that are less likely than *least* are left out.
        """
        tree = self._game.trees[0]
        reaches = {"; ".join(tree.path(node)): reach for node, reach in self._likely(least) if node}
        return dict(sorted(reaches.items(), key=lambda item: -item[1]))

    def _likely(self, least: float) -> Iterator[tuple[int, float]]:
        """The nodes of the deal's first cards to which play comes at least so often, and how often it does."""
        tree = self._game.trees[0]
        node = 0
        while node < len(tree):
            reach = self._reach(0, node)
            if reach >= least:
                yield node, reach
                node += 1
            else:
                node = tree.ends[node]  # what follows it is less likely still

    def by_points(self, history: Line = "") -> tuple[PointsRow, ...]:
        """Return what the seat to act after a history does with each number of points that it may hold, ascending.

        Warns, and raises, as `strategy` does.
        """
        trace = self._trace_to_act(history)
        weights: dict[int, list[float]] = {}
        for hand, weight, shares in self._classes(trace):
            sums = weights.setdefault(hand.points(rules=self.rules), [0.0] * (len(shares) + 1))
            sums[0] += weight
            for place, share in enumerate(shares, start=1):
                sums[place] += weight * share
        total = sum(sums[0] for sums in weights.values())
        if total < RARE:
            _warn_of(self._line(trace), None)
        actions = self._actions(*trace[-1])
        return tuple(
            [
                PointsRow(
                    points, weight / total, {action: part / weight for action, part in zip(actions, parts, strict=True)}
                )
                for points, (weight, *parts) in sorted(weights.items())
                if weight > 0
            ]
        )

    def _classes(self, trace: list[tuple[int, int]]) -> Iterator[tuple[Hand, float, tuple[float, ...]]]:
        """For each class: its first hand, how likely such a hand comes there, and how often each action is played."""
        game, node = trace[-1]
        own, other, _ = self._strategy.reach(game, node, self._player(game, node))
        shares = zip(*self._strategy.shares(game, node), strict=True)
        for hand, one, two, of_class in zip(self._strategy.games.first_hands, own, other, shares, strict=True):
            yield hand, one * two, of_class

    def _actions(self, game: int, node: int) -> tuple[str, ...]:
        """The actions on the menu at a node."""
        return tuple(self._game.trees[game].children(node))

    def _advise(self, trace: list[tuple[int, int]], hand: Hand | None) -> Advice:
        game, node = trace[-1]
        player = self._player(game, node)
        own, other, _, values = self._place(game, node, player)
        tree = self._game.trees[game]
        has_looked = tree.players[node] < BLIND
        rows = self._strategy.shares(game, node)
        hand_reach = 1.0 if hand is None else own[self._strategy.games.class_of(hand)]
        if hand is None or not has_looked:
            weights = [one * two for one, two in zip(own, other, strict=True)]
            total = sum(weights)
            shares = [_mean(row, weights, total) for row in rows]
            won = [_dot(own, row) for row in values]
            played = [[one * share for one, share in zip(own, row, strict=True)] for row in rows]
            won_by_all = sum(map(_dot, played, values))
        else:
            number = self._strategy.games.class_of(hand)
            total = other[number]
            shares = [row[number] for row in rows]
            won = [row[number] for row in values]
            won_by_all = _dot(shares, won)
        seat = (player + len(trace) - 1) % 2  # the players change places in every svarka

        def antes(chips: float) -> float | None:
            return self._antes(chips / total, seat) if total > 0 else None

        actions = self._actions(game, node)
        return Advice(
            self._line(trace),
            ROLES[player],
            hand,
            dict(zip(actions, shares, strict=True)),
            {action: antes(chips) for action, chips in zip(actions, won, strict=True)},
            antes(won_by_all),
            self._reach_of_ties(trace),
            self._reach(game, node),
            hand_reach,
        )

    def _line(self, trace: list[tuple[int, int]]) -> str:
        """The actions of a way, as text."""
        return "; ".join(action for game, node in trace for action in self._game.trees[game].path(node))

    def _trace_to_act(self, history: Line) -> list[tuple[int, int]]:
        """The way of a history as `HeadsUpGame.trace` has it, and on to the svarka that follows if it ends in a tie."""
        trace = self._game.trace(history)
        game, node = trace[-1]
        following = self._game.trees[game].following[node]
        return trace if following < 0 else [*trace, (following, 0)]

    def _player(self, game: int, node: int) -> int:
        """The player to act at a node."""
        player = self._game.trees[game].players[node]
        if player == LEAF:
            line = "; ".join(self._game.trees[game].path(node))
            msg = f"nobody acts after {line!r}: the bets are over there"
            raise InvalidGame(msg)
        return player % BLIND

    def _place(
        self, game: int, node: int, player: int
    ) -> tuple[list[float], list[float], list[float], list[list[float]]]:
        return self._strategy.place(game, node, player, self._measured)

    def _reach(self, game: int, node: int) -> float:
        """How likely play comes to a node, once the cards of that game are dealt."""
        own, other, _ = self._strategy.reach(game, node, 0)
        return _dot(own, other)

    def _reach_of_ties(self, trace: list[tuple[int, int]]) -> float:
        """How likely the ties are that lead to the last game of a history."""
        reach = 1.0
        for game, node in trace[:-1]:
            own, _, equal = self._strategy.reach(game, node, 0)
            reach *= _dot(own, equal)
        return reach

    def _antes(self, chips: float, seat: int) -> float:
        """What a seat wins, in antes: 0 the dealer of the deal, 1 the other; the core counts from half of all chips."""
        return (chips + sum(self.stacks) / 2 - self.stacks[seat]) / self.rules.ante

    # Files.

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file: its game, its strategy and how it came about, compressed (`docs/solver.md`).

        A file that is there already stays as it is until all is written, to one beside it whose name ends in ``.part``.
        """
        from os import path as paths  # noqa: PLC0415  # `import svara` imports nothing that it can do without
        from os import replace  # noqa: PLC0415  # the same

        from svara.solver.file import pack  # noqa: PLC0415  # as in `save`

        data = pack(self)
        file = paths.realpath(path)
        is_device = paths.exists(file) and not paths.isfile(file)  # noqa: PTH110, PTH113  # as below
        part = file if is_device else f"{file}.part"
        with open(part, "wb") as opened:  # noqa: PTH123  # pathlib takes longer to import than the rest of svara
            opened.write(data)
        if not is_device:
            replace(part, file)  # noqa: PTH105  # the same

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Solution:
        """Read a file that `save` wrote, make its game from the rules again, and measure its strategy anew.

        Raises `InvalidGame` for another kind of file, another version, and a file that was damaged.
        """
        from svara.solver.file import unpack  # noqa: PLC0415  # as in `save`

        with open(path, "rb") as file:  # noqa: PTH123  # as above
            return unpack(file.read(), show(str(path)))

    def __reduce__(self) -> tuple[Callable[..., Solution], tuple[object, ...]]:
        parts = [self._strategy.to_bytes(game) for game in range(len(self._measured))]
        state = self.target, self.is_complete, self.iterations, self.seconds, self._measured
        return _unpickled, (self._game, parts, *state)

    def __repr__(self) -> str:
        below = self.is_complete and self.exploitability <= self.target
        how_good = f"below {self.target:g}" if below else f"{self.exploitability:.2g}"
        return (
            f"<Solution of {self.rules.name}, stacks {list(self.stacks)}, menu {self.menu.name!r}: "
            f"value {self.value:.3f}, exploitability {how_good}>"
        )


def _warn_of(line: str, hand: Hand | None) -> None:
    """Say that a solution knows little of a line, to whoever called the method that calls this."""
    import warnings  # noqa: PLC0415  # as in `Solution.save`

    of = f" with {hand}" if hand else ""
    warnings.warn(f"play hardly ever comes to {line!r}{of}: the solution knows little of it", UnreachedLine, 3)


def _unpickled(  # noqa: PLR0917  # by position, as `Solution.__reduce__` gives them
    game: HeadsUpGame,
    parts: list[bytes],
    target: float,
    is_complete: bool,
    iterations: int,
    seconds: float,
    measured: list[tuple[float, float, float]],
) -> Solution:
    """A solution from its pickle: its games need not be played, nor its strategy measured, once more."""
    return Solution(
        game,
        Strategy(core_games(game), parts),
        target=target,
        is_complete=is_complete,
        iterations=iterations,
        seconds=seconds,
        measured=measured,
    )


def _dot(numbers: list[float], others: list[float]) -> float:
    """The sum of products."""
    return sum(number * other for number, other in zip(numbers, others, strict=True))


def _mean(row: list[float], weights: list[float], total: float) -> float:
    """The mean of numbers by weights, or by none where these are all 0."""
    if total <= 0:
        return sum(row) / len(row)
    return _dot(row, weights) / total
