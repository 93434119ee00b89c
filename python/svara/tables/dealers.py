"""Who deals (7.1 of the rulebook)."""

from __future__ import annotations

from svara._core import derived_seed
from svara.svarka import clockwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from svara.deal import Deal


def first_dealer(seats: Sequence[int], *, seed: int | None, drawn: int | None) -> int:
    """7.1: who of *seats*, those in the first deal, deals it: drawn by the *seed*, each seat equally likely.

    A seat that was *drawn* elsewhere deals instead, and is passed over if it is not in the deal.
    """
    if drawn is None:
        return seats[derived_seed(seed or 0, 0) % len(seats)]
    return _unless_out(drawn, seats)


def dealer_after(last: Deal, seats: Sequence[int], *, is_void: bool) -> int:
    """7.1: who of *seats*, those in the next deal, deals it after the deal *last*.

    It is the next seat clockwise from who dealt the last deal's first cards, or, as the rules say, the winner: the seat
    that won most chips from the last deal's pots, all svarkas included, the first clockwise from that dealer's left
    among equals. Seats that are out are passed over.

    8.6: after a void deal the same seat deals again.
    """
    dealer = last.seats[-1]
    if is_void:
        return _unless_out(dealer, seats)
    turns = clockwise(dealer, seats)
    if last.rules.next_dealer == "winner":
        won = last.won
        return max(turns, key=lambda seat: won[seat])  # the first of several
    return turns[0]


def _unless_out(seat: int, seats: Sequence[int]) -> int:
    """Return the seat, or the next one clockwise that is in."""
    return seat if seat in seats else clockwise(seat, seats)[0]
