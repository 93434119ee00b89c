"""What to see first of a solution: the likeliest line of its bets, who plays what there, and how deals go."""

from __future__ import annotations

import warnings

from svara.errors import UnreachedLine
from svara.solver.advice import RARE
from svara.solver.tree import LEAF
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from svara._core import Hand
    from svara.solver.advice import Advice, PointsRow
    from svara.solver.solution import Solution

OTHER = "other"
"""What the actions are called together that have no column of their own."""


class ClassRow(Value):
    """What a seat does somewhere with the hands of one class: those that differ only in suits that mean the same."""

    points: int
    """The number of points."""
    weight: float
    """How often the seat has such a hand when play comes there, 0 to 1."""
    shares: dict[str, float]
    """How often it then plays each action, 0 to 1."""


def describe(solution: Solution) -> str:
    """Return which game a solution is of, in a line: its rules, stacks and menu.

    >>> import svara
    >>> describe(svara.solve("vipsvara", stacks=[3, 6]))
    "vipsvara, stacks 3 (dealer) and 6, menu 'basic'"
    """
    rules, (dealer, opener) = solution.rules, solution.stacks
    chips = "" if rules.ante == rules.min_bet == 1 else f", ante {rules.ante}, minimum bet {rules.min_bet}"
    stacks = f"stacks {dealer}" if dealer == opener else f"stacks {dealer} (dealer) and {opener}"
    return f"{rules.name}{chips}, {stacks}, menu {solution.menu.name!r}"


def show_exploitability(solution: Solution) -> str:
    """Return an exploitability as text, in antes: 0 where rounding has made it less."""
    return f"{max(0.0, solution.exploitability):.5f}"


def chance(reach: float, of: str) -> str:
    """Return how likely something is, in words that fit what is rare as well."""
    if reach >= 0.001:
        return f"{reach:.1%} of {of}"
    return f"1 of {1 / reach:,.0f} {of}" if reach >= 1e-12 else f"none of all {of}"


def has_looked(advice: Advice) -> bool:
    """Whether the seat to act knows its hand: before, a look is always on the menu."""
    return "look" not in advice


def quietly_advise(solution: Solution, line: str, hand: Hand | None = None) -> Advice:
    """Return the advice for a line without the warning: who asks tells in its own way how rare the line is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnreachedLine)
        return solution.strategy(line, hand=hand)


def quietly_by_points(solution: Solution, line: str) -> tuple[PointsRow, ...]:
    """Return what is done with each number of points, without the warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnreachedLine)
        return solution.by_points(line)


def is_over(solution: Solution, line: str) -> bool:
    """Whether the bets are over after a line."""
    game, node = solution._game.trace(line)[-1]
    return solution._game.trees[game].players[node] == LEAF


def main_line(solution: Solution, looked: int = 2) -> list[Advice]:
    """Return what is done at each place of the likeliest line of bets, until so many seats that have looked have acted.

    From each place it goes on by the action that is played most of those after which somebody still has to act. It ends
    where there is none.

    >>> import svara
    >>> [advice.line for advice in main_line(svara.solve("vipsvara", stacks=6))]
    ['', 'blind 1', 'blind 1; blind 2', 'blind 1; blind 2; call']
    """
    places: list[Advice] = []
    line: str | None = "" if not is_over(solution, "") else None
    while line is not None and looked:
        advice = quietly_advise(solution, line)
        places.append(advice)
        looked -= has_looked(advice)
        line = next(
            (
                after
                for action in sorted(advice, key=advice.__getitem__, reverse=True)
                if advice[action] >= RARE and not is_over(solution, after := _join(advice.line, action))
            ),
            None,
        )
    return places


def endings(solution: Solution, least: float = 0.01) -> dict[str, float]:
    """Return how likely each line is with which the bets on the deal's first cards end, the likeliest first.

    Those that are less likely than *least* are left out.
    """
    tree = solution._game.trees[0]
    found = {"; ".join(tree.path(node)): reach for node, reach in solution._likely(least) if tree.players[node] == LEAF}
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def by_class(solution: Solution, line: str) -> list[ClassRow]:
    """Return what the seat to act after a line does with each class of hands, by points and then by what it does.

    Hands of the same points stand from those that are bet the least to those that are bet the most.
    """
    trace = solution._game.trace(line)
    actions = solution._actions(*trace[-1])
    classes = [(hand, weight, shares) for hand, weight, shares in solution._classes(trace) if weight > 0]
    total = sum(weight for _, weight, _ in classes)
    rows = [
        ClassRow(hand.points(rules=solution.rules), weight / total, dict(zip(actions, shares, strict=True)))
        for hand, weight, shares in classes
    ]
    return sorted(rows, key=lambda row: (row.points, [-share for share in row.shares.values()]))


def columns_of(shares: Mapping[str, float], most: int) -> list[str]:
    """Return the actions, *most* at most, that are shown one by one, in the menu's order: those that are played most.

    The last is `OTHER` where there are more.
    """
    if len(shares) <= most:
        return list(shares)
    shown = sorted(shares, key=shares.__getitem__, reverse=True)[: most - 1]
    return [action for action in shares if action in shown] + [OTHER]


def share_of(column: str, columns: list[str], shares: Mapping[str, float]) -> float:
    """Return how often an action is played, or all that have no column of their own."""
    if column != OTHER:
        return shares[column]
    return sum(share for action, share in shares.items() if action not in columns)


def _join(line: str, action: str) -> str:
    return f"{line}; {action}" if line else action
