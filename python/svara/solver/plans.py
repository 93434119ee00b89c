"""Strategies of your own: functions that say how a seat plays, made into what a solution holds."""

from __future__ import annotations

from svara._core import Strategy
from svara.checks import show
from svara.errors import InvalidGame
from svara.solver.advice import ROLES
from svara.solver.tree import BLIND, LEAF
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from svara._core import Games, Hand
    from svara.solver.advice import Role
    from svara.solver.tree import HeadsUpGame

    Plan: TypeAlias = Callable[["Spot", Hand | None], Mapping[str, float]]

ROUNDING = 1e-6
"""By how much shares may miss their sum."""


class Spot(Value):
    """Where a seat has to act: what a strategy of your own is asked about (`Solution.but`)."""

    pot: int
    """The chips played for when the cards were dealt: the antes, or what tied."""
    stacks: tuple[int, int]
    """The chips of the dealer and of the opener when the cards were dealt."""
    line: str
    """The actions since the cards were dealt, with ``"; "`` between."""
    role: Role
    """Who acts: ``"dealer"``, or ``"opener"``, the other seat, which is asked first."""
    actions: tuple[str, ...]
    """What is on the menu."""


def strategy_of(plan: Plan, game: HeadsUpGame, games: Games) -> Strategy:
    """Ask a plan at every node where a seat acts, about one hand of every class."""
    from array import array  # noqa: PLC0415  # `import svara` imports nothing that it can do without

    hands: list[Hand | None] = [*games.first_hands]
    strategies = []
    for tree in game.trees:
        numbers = array("f")
        for node, player in enumerate(tree.players):
            if player == LEAF:
                continue
            line, actions = "; ".join(tree.path(node)), tuple(tree.children(node))
            spot = Spot(tree.pot, tree.stacks, line, ROLES[player % BLIND], actions)
            if player >= BLIND:
                rows = [_shares_of(plan, spot, None)] * len(hands)
            else:
                rows = [_shares_of(plan, spot, hand) for hand in hands]
            for action in range(len(actions)):
                numbers.extend([row[action] for row in rows])
        strategies.append(numbers.tobytes())
    return Strategy(games, strategies)


def _shares_of(plan: Plan, spot: Spot, hand: Hand | None) -> list[float]:
    """What a strategy from outside plays, checked."""
    given = plan(spot, hand)
    where = f"after {spot.line!r}" + f" with {hand}" * (hand is not None)
    if not hasattr(given, "items"):
        msg = f"a plan cannot return {show(given)}, {where}: it is a mapping of actions to how often they are played"
        raise InvalidGame(msg)
    for action, share in given.items():
        if action not in spot.actions:
            msg = f"{show(action)} is not on the menu {where}: there are {', '.join(spot.actions)}"
            raise InvalidGame(msg)
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            msg = f"{action!r} cannot be played {show(share)} of the time {where}: that is a number from 0 to 1"
            raise InvalidGame(msg)
    shares = [float(given.get(action, 0.0)) for action in spot.actions]
    if abs(sum(shares) - 1) > ROUNDING:
        msg = f"the shares of the actions {where} add up to {sum(shares):g}, not to 1"
        raise InvalidGame(msg)
    return shares
