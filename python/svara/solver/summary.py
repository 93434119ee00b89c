"""The summary of a solution: its likeliest line of bets and the strategy on it, in words and columns."""

from __future__ import annotations

from svara.solver.advice import RARE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from svara.actions import Action
    from svara.solver.advice import Advice, ByAction
    from svara.solver.solution import Solution

    Column: TypeAlias = Action | None

OTHER = "other"
"""The name of the column for all actions without their own column."""


def describe(solution: Solution) -> str:
    """Describe the game of a solution in a line: its rules, stacks and menu.

    >>> import svara
    >>> describe(svara.solve("vipsvara", stacks=[3, 6]))
    "vipsvara, stacks 3 (dealer) and 6, menu 'basic'"
    """
    rules, (dealer, opener) = solution.rules, solution.stacks
    chips = "" if rules.ante == rules.min_bet == 1 else f", ante {rules.ante}, minimum bet {rules.min_bet}"
    stacks = f"stacks {dealer}" if dealer == opener else f"stacks {dealer} (dealer) and {opener}"
    return f"{rules.name}{chips}, {stacks}, menu {solution.menu.name!r}"


def show_exploitability(solution: Solution) -> str:
    """Return an exploitability as text, in antes. A number that rounding made negative is shown as 0."""
    return f"{max(0.0, solution.exploitability):.5f}"


def chance(reach: float, of: str) -> str:
    """Return a probability in words that fit rare events as well."""
    if reach >= 0.001:
        return f"{reach:.1%} of {of}"
    return f"1 of {1 / reach:,.0f} {of}" if reach >= 1e-12 else f"none of all {of}"


def main_line(solution: Solution, looked: int = 2) -> list[Advice]:
    """Return the advice at each node of the likeliest line of bets.

    From each node it goes on by the likeliest action after which a seat must still act. It ends if there is no such
    action, or after *looked* nodes at which the seat to act has looked.

    >>> import svara
    >>> [advice.line for advice in main_line(svara.solve("vipsvara", stacks=6))]
    ['', 'blind 1', 'blind 1; blind 2', 'blind 1; blind 2; call']
    """
    nodes: list[Advice] = []
    line: tuple[Action, ...] = ()
    while looked and not solution.is_over(line):
        advice = solution.strategy(line, warn=False)
        nodes.append(advice)
        looked -= advice.has_looked
        likely = [action for action in advice if advice[action] >= RARE and not solution.is_over((*line, action))]
        if not likely:
            break
        line = (*line, max(likely, key=advice.__getitem__))
    return nodes


def columns_of(shares: ByAction[float], most: int) -> list[Column]:
    """Return the actions that get a column: at most *most*, the most frequent ones, in the order of the menu.

    If there are more actions, the last column is `None`, which stands for all others.
    """
    if len(shares) <= most:
        return list(shares)
    shown = sorted(shares, key=shares.__getitem__, reverse=True)[: most - 1]
    return [*[action for action in shares if action in shown], None]


def share_of(column: Column, columns: list[Column], shares: ByAction[float]) -> float:
    """Return the share of an action, or of all actions without their own column."""
    if column is not None:
        return shares[column]
    return sum(share for action, share in shares.items() if action not in columns)


def name_of(column: Column) -> str:
    """Return the heading of a column."""
    return OTHER if column is None else str(column)
