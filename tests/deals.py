"""Deals for tests: begun with chosen hands, and played from text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import svara

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BEST = "7c 7d 7h"  # 34 points
GOOD = "Kc Kd Kh"  # 30
EQUAL = "Jc Jd Jh"  # 30 too
ALSO_EQUAL = "Qc Qd Qh"  # 30 too
FAIR = "9d 9h 8d"  # 17
POOR = "8c 9s Th"  # 10


def deck_for(hands: Mapping[int, str], dealer: int) -> list[str]:
    """The deck with which *dealer* deals each seat its hand (3.3)."""
    order = sorted(hands, key=lambda seat: (seat <= dealer, seat))
    dealt = [hands[seat].split() for seat in order]
    return [hand[card] for card in range(3) for hand in dealt]


def begin(
    stacks: Sequence[int],
    *hands: str,
    rules: str = "vipsvara",
    dealer: Any = 0,
    out: Any = (),
    svarkas: Sequence[list[str]] = (),
    **fields: Any,
) -> svara.Deal:
    """A deal in which the seats that are not *out* get these hands, ascending; *svarkas* are the decks to come."""
    seats = [seat for seat in range(len(stacks)) if seat not in out]
    return svara.Deal.start(
        svara.find_rules(rules).but(**fields),
        stacks=stacks,
        dealer=dealer,
        out=out,
        decks=[deck_for(dict(zip(seats, hands, strict=True)), dealer), *svarkas] if hands else (),
        seed=None if hands else 1,
    )


def play(deal: svara.Deal, *texts: str) -> svara.Deal:
    """Play actions given as text, several in one text separated by commas. Returns the deal."""
    for text in texts:
        for action in text.split(", "):
            deal.play(action)
    return deal


def legal(deal: svara.Deal) -> str:
    """Everything that is legal, as text."""
    return ", ".join(map(str, deal.legal_actions))


def total(deal: svara.Deal) -> int:
    """All the chips at the table (8.1)."""
    return sum(deal.stacks) + sum(deal.puts) + sum(pot.chips for pot in deal.pots)


def happened(deal: svara.Deal) -> list[str]:
    """Return the events after the first deal of cards, as sentences."""
    return [str(event) for event in deal.events[3:]]
