"""The exact value of a small game, by a linear program over its sequences, and the proof that it is the value.

A player's *sequence* is a list of its own actions; a *plan* says with which probability the player makes each of them,
as far as that is up to it, for every hand. The value is the most that a plan of player 0 guarantees against every plan
of player 1 (Koller, Megiddo and von Stengel, "Fast algorithms for finding randomized strategies in game trees", 1994).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from scipy.optimize import linprog

from svara._core import NOT_LOOKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hand_classes import Classes
    from svara.solver.tree import GameTree


def values(trees: Sequence[GameTree], classes: Classes) -> list[float]:
    """What each game is worth to its player 0, in chips: those won in the end less half of all.

    A game's tree stands before those of the games that can follow it, so that they are solved from the last on. Each
    value is proved to one in ten million: by a plan of each player that guarantees as much.
    """
    found = [0.0] * len(trees)
    for number in reversed(range(len(trees))):
        low, high = solve(trees[number], classes, found)
        assert low <= high + 1e-12
        assert high - low < 1e-7
        found[number] = (low + high) / 2
    return found


def value(trees: Sequence[GameTree], classes: Classes) -> float:
    """Return the value of the first game to its player 0: its chips at the end minus half of all chips."""
    return values(trees, classes)[0]


def solve(tree: GameTree, classes: Classes, following: Sequence[float]) -> tuple[float, float]:
    """What player 0 can guarantee itself, and to what player 1 can hold it, in one game.

    *following* are the values of the games that follow after a tie.
    """
    plans = [Plans(tree, player, len(classes.points)) for player in (0, 1)]
    first, second = plans
    gains = all_gains(tree, classes, following, plans)

    # Chances differ by a factor of thousands between hands. Counted for a hand once it is dealt, all numbers are alike.
    chances = classes.meetings.sum(axis=0) / classes.meetings.sum()
    by_sequence, by_turn = (
        np.concatenate([chances if width > 1 else np.ones(1) for width in widths])
        for widths in (second.widths.values(), second.turn_widths)
    )
    rows = sparse.diags(1 / by_sequence)
    guarantee = np.eye(1, second.height)[0]
    result: Any = linprog(
        -np.concatenate([np.zeros(first.size), guarantee]),
        A_ub=sparse.hstack([-(rows @ gains.T), rows @ second.rules.T @ sparse.diags(by_turn)]).tocsr(),
        b_ub=np.zeros(second.size),
        A_eq=sparse.hstack([first.rules, sparse.csr_array((first.height, second.height))]).tocsr(),
        b_eq=np.eye(1, first.height)[0],
        bounds=[(0, None)] * first.size + [(None, None)] * second.height,
        method="highs-ipm",  # which takes a quarter of the time of the simplex
    )
    assert result.status == 0, result.message
    plan = first.make_exact(result.x[: first.size])
    answer = second.make_exact(-result.ineqlin.marginals / by_sequence)
    return -second.best(-(gains.T @ plan)), first.best(gains @ answer)


def all_gains(tree: GameTree, classes: Classes, following: Sequence[float], plans: Sequence[Plans]) -> sparse.csr_array:
    """The payoffs of player 0 by two sequences, weighted by the probability of the hands and summed over the leaves."""
    first, second = plans
    more = np.sign(classes.points[:, None] - classes.points)
    chances = classes.meetings / classes.meetings.sum()
    blocks: dict[tuple[int, int], np.ndarray] = {}
    for leaf in range(len(tree)):
        if tree.is_leaf(leaf):
            win, tie, loss = tree.payoffs[3 * leaf : 3 * leaf + 3]
            if tree.following[leaf] >= 0:
                tie = -following[tree.following[leaf]]  # the players change places
            gains = np.choose(1 - more, [win, tie, loss]) * chances
            for axis, plan in enumerate(plans):
                if plan.widths[plan.last[leaf]] == 1:
                    gains = gains.sum(axis=axis, keepdims=True)
            meet = first.last[leaf], second.last[leaf]
            blocks[meet] = blocks.get(meet, 0) + gains
    places = [np.meshgrid(first.columns(one), second.columns(other), indexing="ij") for one, other in blocks]
    entries = np.concatenate([block.ravel() for block in blocks.values()])
    at = [np.concatenate([place[axis].ravel() for place in places]) for axis in (0, 1)]
    return sparse.csr_array((entries, (at[0], at[1])), shape=(first.size, second.size))


class Plans:
    """The plans of one player: a number for each sequence and hand, and the rules that make them a plan.

    A sequence is called by the node to which its last action leads, and the empty one by node 0. While the player does
    not know its hand, its sequences have one number for all hands.
    """

    def __init__(self, tree: GameTree, player: int, hands: int) -> None:
        self.last = [0] * len(tree)
        """The player's sequence that leads to each node."""
        self.turns = [node for node, acts in enumerate(tree.players) if acts & ~NOT_LOOKED == player]
        """The nodes at which the player acts."""
        self.children = {node: list(tree.children(node).values()) for node in self.turns}
        self.widths = {0: 1}
        """How many numbers each sequence has."""
        for node in range(1, len(tree)):
            before = tree.parents[node]
            self.last[node] = self.last[before]
            if tree.players[before] & ~NOT_LOOKED == player:
                self.last[node] = node
                self.widths[node] = hands if tree.has_looked(before) else 1
        self.starts = dict(zip(self.widths, np.cumsum([0, *self.widths.values()]).tolist(), strict=False))
        self.size = sum(self.widths.values())
        self.turn_widths = [1] + [self.widths[self.children[node][0]] for node in self.turns]
        self.height = sum(self.turn_widths)
        self.rules = self._rules()
        """A row for each turn and hand: the sequences that go on from it add up to the one that led there.

        The first row is for the empty sequence, which is 1.
        """

    def columns(self, sequence: int) -> np.ndarray:
        """The places of a sequence's numbers."""
        start = self.starts[sequence]
        return np.arange(start, start + self.widths[sequence])

    def _rules(self) -> sparse.csr_array:
        entries = [(np.zeros(1, int), self.columns(0), 1.0)]
        row = 1
        for node, width in zip(self.turns, self.turn_widths[1:], strict=True):
            rows = row + np.arange(width)
            entries += [(rows, self.columns(child), 1.0) for child in self.children[node]]
            entries.append((rows, np.broadcast_to(self.columns(self.last[node]), width), -1.0))
            row += width
        numbers = np.concatenate([np.full(len(rows), number) for rows, _, number in entries])
        at = [np.concatenate([entry[axis] for entry in entries]) for axis in (0, 1)]
        return sparse.csr_array((numbers, (at[0], at[1])), shape=(self.height, self.size))

    def make_exact(self, numbers: np.ndarray) -> np.ndarray:
        """The plan nearest to numbers that a solver found, which keep the rules nearly."""
        plan = np.zeros(self.size)
        plan[0] = 1
        for node in self.turns:
            shares = [np.maximum(numbers[self.columns(child)], 0) for child in self.children[node]]
            whole = np.sum(shares, axis=0)
            for child, share in zip(self.children[node], shares, strict=True):
                part = np.where(whole > 0, share / np.where(whole > 0, whole, 1), 1 / len(shares))
                plan[self.columns(child)] = plan[self.columns(self.last[node])] * part
        return plan

    def best(self, gains: np.ndarray) -> float:
        """The most that a plan gains, where each sequence gains so much: at every turn the best action is taken."""
        gains = gains.copy()
        for node in reversed(self.turns):
            most = np.max([gains[self.columns(child)] for child in self.children[node]], axis=0)
            before = self.columns(self.last[node])
            gains[before] += most if len(before) == len(most) else most.sum()
        return float(gains[0])
