"""Solutions: a strategy for a deal of two seats, with its value and its exploitability."""

from __future__ import annotations

from svara._core import Hand, Strategy
from svara.errors import InvalidGame, UnreachedLine
from svara.solver.advice import RARE, ROLES, Advice, ByAction, ClassRow, PointsRow
from svara.solver.lines import show_line
from svara.solver.origin import Origin
from svara.solver.plans import strategy_of
from svara.solver.translation import nearest_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from os import PathLike
    from typing import SupportsIndex, TypeAlias

    from svara._core import Games
    from svara.actions import Action
    from svara.rules import Rules
    from svara.solver.menu import Menu
    from svara.solver.plans import Plan
    from svara.solver.tree import HeadsUpGame

    Line: TypeAlias = str | Action | Iterable[Action | str]
    Trace: TypeAlias = list[tuple[int, int]]


class Solution:
    """A strategy for a deal of two seats with the bets of a menu, and its value.

    `svara.solve` makes a solution; `load` reads one from a file. It has a strategy for both seats, in the deal and in
    every svarka that may follow. Amounts are in antes.

    >>> import svara
    >>> solution = svara.solve("vipsvara", stacks=3, menu="all", target=0.00001)
    >>> solution
    <Solution of vipsvara, stacks [3, 3], menu 'all': value 0.088, exploitability below 1e-05>
    >>> round(solution.reach("blind 1; look; fold"), 2)
    0.29
    """

    def __init__(self, game: HeadsUpGame, strategy: Strategy, origin: Origin) -> None:
        self._game = game
        self._strategy = strategy
        self._origin = origin

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
        """The bet sizes that the solution considers."""
        return self._game.menu

    @property
    def game(self) -> HeadsUpGame:
        """The trees of the deal and of its svarkas."""
        return self._game

    @property
    def target(self) -> float:
        """The target of the solver: the wanted exploitability, in antes."""
        return self._origin.target

    @property
    def is_complete(self) -> bool:
        """Whether the deal and every svarka reached the target."""
        return self._origin.is_complete

    @property
    def iterations(self) -> int:
        """The iterations of the solver, those of the deal and of all svarkas together."""
        return self._origin.iterations

    @property
    def seconds(self) -> float:
        """The time of the solver, in seconds."""
        return self._origin.seconds

    # Values.

    @property
    def value(self) -> float:
        """The expected win of the dealer if both seats follow the solution, in antes per deal."""
        return self._antes(self._strategy.evaluations[0][0], 0)

    @property
    def best_responses(self) -> tuple[float, float]:
        """The win of a best response to this solution, in antes per deal: as the dealer and as the opener.

        A best response may make every bet on the menu, in the deal and in every svarka.
        """
        _, dealer, opener = self._strategy.evaluations[0]
        return self._antes(dealer, 0), self._antes(opener, 1)

    @property
    def exploitability(self) -> float:
        """The mean gain of the two best responses, in antes per deal.

        It is 0 in an equilibrium; rounding can make it negative by less than a millionth.
        """
        return self.exploitabilities[0]

    @property
    def exploitabilities(self) -> tuple[float, ...]:
        """The exploitability of each game: first the deal, then each svarka that may follow, smallest pot first."""
        return tuple([(dealer + opener) / 2 / self.rules.ante for _, dealer, opener in self._strategy.evaluations])

    def against(self, other: Solution) -> tuple[float, float]:
        """Return the win of this solution against another one, in antes per deal: as the dealer and as the opener.

        Raises `InvalidGame` if the other solution is for another game.
        """
        if (other.rules, other.stacks, other.menu) != (self.rules, self.stacks, self.menu):
            msg = f"solutions of different games cannot be compared: {self!r} and {other!r}"
            raise InvalidGame(msg)
        dealer, opener = self._strategy.against(other.strategy_for(self._strategy.games))[0]
        return self._antes(dealer, 0), self._antes(opener, 1)

    def strategy_for(self, games: Games) -> Strategy:
        """Return the strategy of a solution for the same games, which may be built a second time."""
        if self._strategy.games is games:
            return self._strategy
        return Strategy(games, [self._strategy.to_bytes(number) for number in range(len(self._game.trees))])

    def best_response(self) -> Solution:
        """Return a best response to this solution, as either seat.

        >>> import svara
        >>> solution = svara.solve("vipsvara", stacks=3, menu="all", target=0.00001)
        >>> response = solution.best_response()
        >>> [f"{won:.6f}" for won in response.against(solution)] == [f"{won:.6f}" for won in solution.best_responses]
        True
        """
        return self._with(self._strategy.best_response())

    def but(self, plan: Plan) -> Solution:
        """Return a solution with your own strategy instead, evaluated: with its value and its exploitability.

        *plan* is called with a `Spot` and a hand, or with `None` if the seat has not looked. It returns a mapping of
        actions, or of their texts, to their probabilities, which add up to 1. It is called with one hand of every
        class: all suits but clubs are equivalent, and so are 10 J Q K.

        >>> import svara
        >>> solution = svara.solve("vipsvara", stacks=3, menu="all", target=0.00001)
        >>> def call(spot, hand):
        ...     return {"call" if "call" in spot.actions else spot.actions[-1]: 1}
        >>> round(solution.but(call).exploitability, 1)
        0.4

        Raises `InvalidGame` for an action that is not on the menu, and for shares that are not probabilities.
        """
        return self._with(strategy_of(plan, self._game, self._strategy.games))

    def _with(self, strategy: Strategy) -> Solution:
        origin = Origin(self.target, is_complete=False, iterations=self.iterations, seconds=self.seconds)
        return Solution(self._game, strategy, origin)

    # The strategy.

    def strategy(
        self,
        history: Line = "",
        *,
        hand: str | Hand | Iterable[str | SupportsIndex] | None = None,
        warn: bool = True,
    ) -> Advice:
        """Return the strategy of the seat to act after a history, with the expected win of each action.

        *history* are the actions of the deal from the first one on: a text with ``"; "`` between the actions (``"look;
        raise 2"``), a list, or one action. A look may be left out before a raise, call or fold. If a call ended the
        bets, the hands tied and a svarka follows: the next actions are those of the svarka, and directly after such a
        call the first seat of the svarka is to act. *hand* is the hand of the seat to act. Without a hand, the result
        is the mean over all hands that the seat may hold there, weighted by their probabilities. While no seat has
        looked, the hand makes no difference.

        Warns with `UnreachedLine` if the line, or the hand on it, is hardly ever reached, so that the advice is
        unreliable, unless *warn* is false.

        Raises `InvalidGame` for an action that is not on the menu and for a history after which the bets are over, and
        `InvalidCards` for a hand that is not one.
        """
        parsed = hand if hand is None or isinstance(hand, Hand) else Hand(hand)
        advice = self._advise(self._game.trace_to_act(history), parsed)
        if warn and not advice.is_reached:
            _warn_of(advice.line, parsed)
        return advice

    def _advise(self, trace: Trace, hand: Hand | None) -> Advice:
        game, node = trace[-1]
        tree = self._game.trees[game]
        player = tree.player(node)
        number = None if hand is None else self._strategy.games.class_of(hand)
        shares, expected, value, cards_reach, hand_reach, _ = self._strategy.advice(game, node, number)
        seat = (player + len(trace) - 1) % 2  # the players change places in every svarka
        actions = tuple(tree.children(node))
        won = [None] * len(actions) if expected is None else [self._antes(chips, seat) for chips in expected]
        return Advice(
            line=show_line(self._game.path(trace)),
            svarkas=len(trace) - 1,
            role=ROLES[player],
            has_looked=tree.has_looked(node),
            hand=hand,
            shares=ByAction(zip(actions, shares, strict=True)),
            expected=ByAction(zip(actions, won, strict=True)),
            value=None if value is None else self._antes(value, seat),
            error=self.exploitability,
            reach=self._strategy.reach(trace),
            cards_reach=cards_reach,
            hand_reach=hand_reach,
        )

    def shares_at(self, game: int, node: int, hand: Hand | None) -> ByAction[float]:
        """Return the share of each action at a node of a game. This is the fastest way to look them up.

        *hand* may be `None` if the seat has not looked.
        """
        number = 0 if hand is None else self._strategy.games.class_of(hand)
        shares = self._strategy.shares_of(game, node, number)
        return ByAction(zip(self._game.trees[game].children(node), shares, strict=True))

    def nearest(self, history: Line) -> str:
        """Return the line on the menu that stands for a history with any legal bets.

        A bet that is not on the menu is mapped to one of the two next sizes: to the likelier one by the pseudo-harmonic
        mapping (`docs/solver.md`). If no raise is left on the menu, it is mapped to a call.

        >>> import svara
        >>> svara.solve("vipsvara", stacks=20, target=0.1).nearest("raise 3; raise 12")
        'look; raise 2; raise 8'

        Raises `InvalidGame` for an action that the rules do not allow, and if no line stands for the history.
        """
        return nearest_line(self._game, history)

    def is_over(self, history: Line) -> bool:
        """Whether the bets are over after a history.

        Raises `InvalidGame` for an action that is not on the menu.
        """
        game, node = self._game.trace(history)[-1]
        return self._game.trees[game].is_leaf(node)

    def reach(self, history: Line) -> float:
        """Return the reach probability of a history, from the first action on, if both seats follow the solution.

        Raises `InvalidGame` for an action that is not on the menu.
        """
        return self._strategy.reach(self._game.trace(history))

    def lines(self, least: float = 0.001) -> dict[str, float]:
        """Return the reach probability of each line of bets with the first cards, the likeliest first.

        Complete lines of bets are included. Lines with a smaller probability than *least* are not.
        """
        return self._likely(least, range(1, len(self._game.trees[0])))

    def endings(self, least: float = 0.01) -> dict[str, float]:
        """Return the same as `lines`, but only for complete lines, with which the bets end."""
        tree = self._game.trees[0]
        return self._likely(least, filter(tree.is_leaf, range(len(tree))))

    def _likely(self, least: float, nodes: Iterable[int]) -> dict[str, float]:
        tree, reaches = self._game.trees[0], self._strategy.reaches(0)
        likely = sorted([node for node in nodes if reaches[node] >= least], key=lambda node: -reaches[node])
        return {show_line(tree.path(node)): reaches[node] for node in likely}

    def by_points(self, history: Line = "", *, warn: bool = True) -> tuple[PointsRow, ...]:
        """Return the strategy of the seat to act for each number of points that it may hold, ascending.

        Warns and raises as `strategy` does.
        """
        trace = self._game.trace_to_act(history)
        actions = self._actions(trace)
        reach, _, rows = self._strategy.rows(*trace[-1])
        if warn and reach < RARE:
            _warn_of(show_line(self._game.path(trace)), None)
        return tuple(
            [PointsRow(points, weight, ByAction(zip(actions, shares, strict=True))) for points, weight, shares in rows]
        )

    def by_class(self, history: Line = "") -> tuple[ClassRow, ...]:
        """Return the strategy for each class of hands. Hands of a class differ only in equivalent suits and ranks.

        The classes are ordered by points, and classes of equal points by the amounts that are bet with them, ascending.
        """
        trace = self._game.trace_to_act(history)
        actions = self._actions(trace)
        _, rows, _ = self._strategy.rows(*trace[-1])
        rows = sorted(rows, key=lambda row: (row[0], [-share for share in row[2]]))
        return tuple(
            [ClassRow(points, weight, ByAction(zip(actions, shares, strict=True))) for points, weight, shares in rows]
        )

    def _actions(self, trace: Trace) -> tuple[Action, ...]:
        """Return the actions on the menu at a node where a seat acts."""
        game, node = trace[-1]
        tree = self._game.trees[game]
        tree.player(node)  # which raises where the bets are over
        return tuple(tree.children(node))

    def _antes(self, chips: float, seat: int) -> float:
        """Convert a value of the core into the win of a seat in antes; seat 0 is the dealer of the deal."""
        return (chips + sum(self.stacks) / 2 - self.stacks[seat]) / self.rules.ante

    # Files.

    def save(self, path: str | PathLike[str]) -> None:
        """Write the solution to a file: its game, its strategy and its origin (`docs/solver.md`).

        An existing file is replaced when the new one is complete.
        """
        from svara.solver.file import save  # noqa: PLC0415  # who saves nothing needs no json

        save(path, self._game, self._strategy, self._origin)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Solution:
        """Read a file that `save` wrote. The game is built again from the rules, and the strategy is evaluated again.

        Raises `InvalidGame` for another kind of file, another version and a damaged file.
        """
        from svara.solver.file import load  # noqa: PLC0415  # as in `save`

        return cls(*load(path))

    def __reduce__(self) -> tuple[Callable[..., Solution], tuple[object, ...]]:
        parts = [self._strategy.to_bytes(game) for game in range(len(self._game.trees))]
        return _unpickled, (self._game, parts, self._strategy.evaluations, self._origin)

    def __repr__(self) -> str:
        below = self.is_complete and self.exploitability <= self.target
        how_good = f"below {self.target:g}" if below else f"{self.exploitability:.2g}"
        return (
            f"<Solution of {self.rules.name}, stacks {list(self.stacks)}, menu {self.menu.name!r}: "
            f"value {self.value:.3f}, exploitability {how_good}>"
        )


def _warn_of(line: str, hand: Hand | None) -> None:
    """Warn the caller of the calling method that the advice on a line is unreliable."""
    import warnings  # noqa: PLC0415  # `import svara` imports nothing that it can do without

    of = f" with {hand}" if hand else ""
    warnings.warn(f"the solution hardly ever reaches {line!r}{of}, so its advice there is unreliable", UnreachedLine, 3)


def _unpickled(
    game: HeadsUpGame, parts: list[bytes], evaluations: list[tuple[float, float, float]], origin: Origin
) -> Solution:
    """Make a solution from its pickle, without building the game or evaluating the strategy again."""
    return Solution(game, Strategy(game.for_core(), parts, evaluations), origin)
