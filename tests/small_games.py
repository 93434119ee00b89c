"""Two small games of poker whose values are known, in the flat form in which the solver takes games.

Kuhn (1950), "A simplified two-person poker": the value to the first player is -1/18. Leduc hold'em, of Southey and
others (2005), "Bayes' bluff: opponent modelling in poker": -0.0856, by OpenSpiel and others.
"""

from __future__ import annotations

from array import array
from typing import Any

from svara._core import CHANCE, LEAF


class Nodes:
    """A tree as it grows, a node before its children."""

    def __init__(self) -> None:
        self.parents = array("i")
        self.players = array("B")
        self.payoffs = array("d")
        self.following = array("i")
        self.pairings = array("i")

    def add(self, parent: int, player: int) -> int:
        """Add a node at which a player or chance acts; returns its number."""
        return self._append(parent, player, (0.0, 0.0, 0.0), 0)

    def add_fold(self, parent: int, payoff: float, pairing: int) -> None:
        """Add a leaf at which player 0 wins this payoff with all hands."""
        self._append(parent, LEAF, (payoff,) * 3, pairing)

    def add_showdown(self, parent: int, stake: float, pairing: int) -> None:
        """Add a leaf at which the better hand wins the stake."""
        self._append(parent, LEAF, (stake, 0.0, -stake), pairing)

    def _append(self, parent: int, player: int, payoffs: tuple[float, ...], pairing: int) -> int:
        self.parents.append(parent)
        self.players.append(player)
        self.payoffs.extend(payoffs)
        self.following.append(-1)
        self.pairings.append(pairing)
        return len(self.parents) - 1

    def arrays(self) -> tuple[array[int], array[int], array[float], array[int], array[int]]:
        """The arrays that `svara._core.Games` takes."""
        return self.parents, self.players, self.payoffs, self.following, self.pairings


def order(first: float, second: float) -> int:
    """1 if the first is more, -1 if it is less."""
    return (first > second) - (first < second)


def kuhn() -> tuple[list[Any], list[Any]]:
    """The trees and pairings of Kuhn's poker: three cards, an ante and a bet of one chip."""
    nodes = Nodes()
    root = nodes.add(-1, 0)
    checked = nodes.add(root, 1)
    nodes.add_showdown(checked, 1, 0)
    bet_at = nodes.add(checked, 0)
    nodes.add_fold(bet_at, -1, 0)
    nodes.add_showdown(bet_at, 2, 0)
    bet = nodes.add(root, 1)
    nodes.add_fold(bet, 1, 0)
    nodes.add_showdown(bet, 2, 0)
    pairs = [(one, other) for one in range(3) for other in range(3)]
    weights = [(one != other) / 6 for one, other in pairs]
    return [nodes.arrays()], [([3, 3], weights, [order(*pair) for pair in pairs])]


def leduc() -> tuple[list[Any], list[Any]]:
    """The trees and pairings of Leduc hold'em: two each of three ranks, one public card, two rounds, two raises each.

    Hands are the three ranks. Pairing 0 is for leaves before the public card, 1 + *k* for those after rank *k*.
    """
    nodes = Nodes()

    def act(  # noqa: PLR0917  # a recursion that says everything of its state
        parent: int, player: int, puts: tuple[int, int], raises: int, checks: int, board: int | None
    ) -> None:
        """A player acts who may fold, check or call, and raise, in the order of OpenSpiel."""
        node = nodes.add(parent, player)
        pairing = 0 if board is None else 1 + board
        own, other = puts[player], puts[1 - player]
        if own < other:
            nodes.add_fold(node, -own if player == 0 else own, pairing)
        if own < other or checks:
            end(node, max(puts), board)
        else:
            act(node, 1 - player, puts, raises, 1, board)
        if raises < 2:
            put = other + (2 if board is None else 4)
            act(node, 1 - player, (put, other) if player == 0 else (other, put), raises + 1, 1, board)

    def end(parent: int, put: int, board: int | None) -> None:
        """A round is over."""
        if board is not None:
            nodes.add_showdown(parent, put, 1 + board)
            return
        chance = nodes.add(parent, CHANCE)
        for rank in range(3):
            act(chance, 0, (put, put), 0, 0, rank)

    act(-1, 0, (1, 1), 0, 0, None)
    pairs = [(one, other) for one in range(3) for other in range(3)]
    by_board = []
    for board in range(3):
        weights = []
        for one, other in pairs:
            ways = 2 * (2 - (other == one)) * (2 - (board == one) - (board == other))
            weights.append(ways / (6 * 5 * 4))
        by_board.append(
            (weights, [order(one + 10 * (one == board), other + 10 * (other == board)) for one, other in pairs])
        )
    before = [sum(weights) for weights in zip(*(weights for weights, _ in by_board), strict=True)]
    pairings = [([3, 3], before, [0] * 9), *(([3, 3], weights, orders) for weights, orders in by_board)]
    return [nodes.arrays()], pairings
