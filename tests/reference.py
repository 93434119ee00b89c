"""A slow, literal scorer, written from section 1 of the rulebook alone: the judge of the fast one.

It lists every combination that a hand holds and takes the one with the most points. Cards are texts such as ``"7c"``.
Run as a program it prints the golden table, all hands with their points:

    python tests/reference.py > tests/data/hands.tsv
"""

from __future__ import annotations

import itertools
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

RANKS = "789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
"""The 32 cards (1.1), in the order of their numbers: `4 * rank + suit`."""
HANDS = list(itertools.combinations(DECK, 3))
"""The 4,960 hands (1.1), in ascending order of their cards."""

YONCHEV = "7c"
CARD_POINTS = {
    card: 11 if card == YONCHEV or card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in DECK
}
"""The value of each card alone (1.2)."""

EVERY_RANK = RANKS
CLASSIC_RANKS = "TJQKA"
"""The ranks that make three of a kind, by rule set (1.7)."""

GOLDEN = {
    "vipsvara": (EVERY_RANK, True),
    "classic": (CLASSIC_RANKS, True),
    "vipsvara_three_sevens_off": (EVERY_RANK, False),
    "classic_three_sevens_off": (CLASSIC_RANKS, False),
}
"""The columns of the golden table: which ranks make three of a kind, and whether three sevens count."""


class Combination(NamedTuple):
    """Cards that count together, by which sentence of 1.3, for how many points."""

    points: int
    kind: str
    cards: frozenset[str]


def ranks(cards: tuple[str, ...]) -> set[str]:
    """The different ranks of some cards."""
    return {card[0] for card in cards}


def suits(cards: tuple[str, ...]) -> set[str]:
    """The different suits of some cards."""
    return {card[1] for card in cards}


def total(cards: tuple[str, ...]) -> int:
    """The sum of the cards' points."""
    return sum(CARD_POINTS[card] for card in cards)


def combinations(hand: tuple[str, ...], three_of_a_kind: str, *, three_sevens: bool) -> Iterator[Combination]:
    """Every combination of a hand (1.3), where these ranks make three of a kind and three sevens count or not."""
    for card in hand:
        yield Combination(CARD_POINTS[card], "a", frozenset({card}))
    for some in (*itertools.combinations(hand, 2), hand):
        if len(suits(some)) == 1:
            yield Combination(total(some), "b", frozenset(some))
    if len(ranks(hand)) == 1 and hand[0][0] in three_of_a_kind:
        yield Combination(total(hand), "c", frozenset(hand))
    for two in itertools.combinations(hand, 2):
        if ranks(two) == {"A"}:
            yield Combination(22, "d", frozenset(two))
        if ranks(two) == {"7"}:
            yield Combination(23, "e", frozenset(two))
    if ranks(hand) == {"7"} and three_sevens:
        yield Combination(34, "f", frozenset(hand))
    if YONCHEV in hand:
        others = tuple(card for card in hand if card != YONCHEV)
        first, second = others
        if first[1] == second[1] or (first[0] == second[0] and first[0] in three_of_a_kind):
            yield Combination(11 + total(others), "g", frozenset(hand))
        else:
            better = max(CARD_POINTS[first], CARD_POINTS[second])
            for card in others:
                if CARD_POINTS[card] == better:
                    yield Combination(11 + better, "g", frozenset({YONCHEV, card}))


def points(hand: tuple[str, ...], three_of_a_kind: str = EVERY_RANK, *, three_sevens: bool = True) -> int:
    """The points of the best single combination (1.3)."""
    return max(combinations(hand, three_of_a_kind, three_sevens=three_sevens)).points


def golden_table() -> Iterator[str]:
    """The lines of the golden table: a head, then index, hand and points of all hands, between tabs."""
    yield "\t".join(["index", "hand", *GOLDEN])
    for index, hand in enumerate(HANDS):
        worth = [points(hand, some_ranks, three_sevens=three_sevens) for some_ranks, three_sevens in GOLDEN.values()]
        yield "\t".join([str(index), " ".join(hand), *map(str, worth)])


if __name__ == "__main__":
    sys.stdout.writelines(line + "\n" for line in golden_table())
