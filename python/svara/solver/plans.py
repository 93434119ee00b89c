"""Your own strategies: functions that decide for a seat, and the strategies of the core that are made from them."""

from __future__ import annotations

from svara._core import Strategy
from svara.actions import Action
from svara.checks import show
from svara.errors import InvalidGame
from svara.solver.advice import ROLES, Role
from svara.solver.lines import Actions, list_some, read_action, show_line
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from svara._core import Games, Hand
    from svara.solver.tree import HeadsUpGame

    Plan: TypeAlias = Callable[
        ["Spot", Hand | None], Mapping[Action, float] | Mapping[str, float] | Mapping[Action | str, float]
    ]

ROUNDING = 1e-6
"""The most by which the sum of shares may differ from 1."""


class Spot(Value):
    """A node at which a seat must act: the argument of your own strategy (`Solution.but`)."""

    pot: int
    """The chips in the pot when the cards were dealt: the antes, or the tied pot."""
    stacks: tuple[int, int]
    """The chips of the dealer and of the opener when the cards were dealt."""
    line: str
    """The actions since the cards were dealt, as text, separated by ``"; "``."""
    role: Role
    """The role of the seat to act: ``"dealer"``, or ``"opener"``, which is asked first."""
    actions: Actions
    """The actions on the menu. Texts work with ``in`` as well: ``"call" in spot.actions``."""


def strategy_of(plan: Plan, game: HeadsUpGame, games: Games) -> Strategy:
    """Call a plan at every node where a seat acts, with one hand of every class."""
    from array import array  # noqa: PLC0415  # `import svara` imports nothing that it can do without

    hands: list[Hand | None] = [*games.first_hands]
    strategies = []
    for tree in game.trees:
        numbers = array("f")
        for node in range(len(tree)):
            if tree.is_leaf(node):
                continue
            line, actions = show_line(tree.path(node)), Actions(tree.children(node))
            spot = Spot(tree.pot, tree.stacks, line, ROLES[tree.player(node)], actions)
            if tree.has_looked(node):
                rows = [_shares_of(plan, spot, hand) for hand in hands]
            else:
                rows = [_shares_of(plan, spot, None)] * len(hands)
            for action in range(len(actions)):
                numbers.extend([row[action] for row in rows])
        strategies.append(numbers.tobytes())
    return Strategy(games, strategies)


def _shares_of(plan: Plan, spot: Spot, hand: Hand | None) -> list[float]:
    """Check the shares that a plan returns, and list them in the order of the actions."""
    given = plan(spot, hand)
    where = f"after {spot.line!r}" + f" with {hand}" * (hand is not None)
    if not hasattr(given, "items"):
        msg = f"a plan cannot return {show(given)}, {where}: it is a mapping of actions to their shares"
        raise InvalidGame(msg)
    shares = dict.fromkeys(spot.actions, 0.0)
    for key, share in given.items():
        action = read_action(key)
        if action is None or action not in shares:
            name = show(str(key) if isinstance(key, Action) else key)
            msg = f"{name} is not on the menu {where}: the actions are {list_some(spot.actions)}"
            raise InvalidGame(msg)
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            msg = f"{str(action)!r} cannot be played {show(share)} of the time {where}: that is a number from 0 to 1"
            raise InvalidGame(msg)
        shares[action] = min(shares[action] + float(share), 1.0)
    total = sum(shares.values())
    if abs(total - 1) > ROUNDING:
        msg = f"the shares of the actions {where} add up to {total:g}, not to 1"
        raise InvalidGame(msg)
    return list(shares.values())
