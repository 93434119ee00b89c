"""The wins of solutions, counted without the solver: real deals are played with all pairs of hands."""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from functools import cache
from operator import mul
from typing import TYPE_CHECKING, Any

import svara
from deals import EQUAL, GOOD, POOR, deck_for

if TYPE_CHECKING:
    from collections.abc import Sequence

ALL_PAIRS = 4960 * 3654
"""How many ways there are to deal two seats a hand each."""
ORDERS = ((GOOD, POOR), (GOOD, EQUAL), (POOR, GOOD))
"""What seat 0 and seat 1 hold, so that seat 0 has more points by every rule set, as many, fewer."""


@cache
def classes(rules: Any) -> tuple[tuple[svara.Hand, ...], tuple[int, ...], tuple[tuple[float, ...], ...]]:
    """The first hand and the size of each class, and how likely a hand of one class meets one of another."""
    games = svara.solve(rules, stacks=1).game.for_core()
    hands = [(sum(1 << int(card) for card in hand), games.class_of(hand)) for hand in svara.all_hands()]
    meetings = []
    for first, size in zip(games.first_hands, games.sizes, strict=True):
        cards = sum(1 << int(card) for card in first)
        counts = [0] * len(games.sizes)
        for its_cards, its_class in hands:
            if not cards & its_cards:
                counts[its_class] += 1
        meetings.append(tuple([size * count / ALL_PAIRS for count in counts]))
    return tuple(games.first_hands), tuple(games.sizes), tuple(meetings)


@cache
def rows_of(solution: svara.Solution, history: tuple[svara.Action | str, ...]) -> list[svara.Advice]:
    """Return the strategy of the seat to act, with the first hand of each class."""
    return [solution.strategy(history, hand=hand, warn=False) for hand in classes(solution.rules)[0]]


def meet(first: Sequence[float], second: Sequence[float], rules: Any) -> tuple[float, float, float]:
    """How likely hands meet that come so often: the first has more points, as many, fewer."""
    hands, _, meetings = classes(rules)
    points = [svara.points(hand, rules=rules) for hand in hands]  # ascending, as classes are numbered
    wins = ties = losses = 0.0
    for own, row, its_points in zip(first, meetings, points, strict=True):
        if own:
            terms = list(map(mul, row, second))
            begin, end = bisect_left(points, its_points), bisect_right(points, its_points)
            wins += own * sum(terms[:begin])
            ties += own * sum(terms[begin:end])
            losses += own * sum(terms[end:])
    return wins, ties, losses


def chips_won(dealer: svara.Solution, opener: svara.Solution) -> float:
    """What the dealer wins that plays by one solution against an opener that plays by another, in chips.

    Every line of bets is played by real deals, one for each order of the two hands; after a tie a svarka follows, with
    new hands, and goes on by the same deal.
    """
    players = (dealer, opener)

    def worth(waiting: svara.Deal, history: tuple[svara.Action, ...]) -> float:
        """The stack of seat 0 in the end, from where cards are to be dealt."""
        deals = []
        for hands in ORDERS:
            deal = waiting.copy()
            deal.deal(deck_for(dict(enumerate(hands)), deal.dealer))
            deals.append(deal)
        everything = [1.0] * len(classes(dealer.rules)[0])
        if deals[1].to_act is None:  # nobody can bet, then or ever: hands are dealt until one is better
            wins, _, losses = meet(everything, everything, dealer.rules)
            return (wins * deals[0].stacks[0] + losses * deals[2].stacks[0]) / (wins + losses)
        return walk(deals, history, (everything, everything))

    def walk(
        deals: list[svara.Deal], history: tuple[svara.Action, ...], reach: tuple[list[float], list[float]]
    ) -> float:
        better, tied, worse = deals
        seat = tied.to_act
        if seat is None:
            wins, ties, losses = meet(*reach, dealer.rules)
            in_the_end = tied.stacks[0] if tied.phase == "over" else worth(tied, history) if ties else 0
            return wins * better.stacks[0] + ties * in_the_end + losses * worse.stacks[0]
        rows = rows_of(players[seat], history)
        total = 0.0
        for action in rows[0]:
            comes = [one * advice[action] for one, advice in zip(reach[seat], rows, strict=True)]
            after = [deal.copy() for deal in deals]
            for deal in after:
                deal.play(action)
            if any(comes):
                total += walk(after, (*history, action), (comes, reach[1]) if seat == 0 else (reach[0], comes))
        return total

    return worth(svara.Deal.start(dealer.rules, stacks=dealer.stacks, dealer=0), ()) - dealer.stacks[0]


def any_plan(spot: svara.Spot, hand: svara.Hand | None) -> dict[svara.Action, float]:
    """A strategy without sense: shares from a generator that is seeded by where the seat is."""
    draw = random.Random(f"{spot} {hand}")  # noqa: S311  # no secret
    numbers = [draw.random() for _ in spot.actions]
    return {action: number / sum(numbers) for action, number in zip(spot.actions, numbers, strict=True)}
