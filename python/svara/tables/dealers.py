"""Which seat deals (7.1 of the rulebook)."""

from __future__ import annotations

from svara._core import derived_seed
from svara.svarka import clockwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from svara.deal import Deal


def first_dealer(seats: Sequence[int], *, seed: int | None, drawn: int | None) -> int:
    """7.1: the dealer of the first deal, drawn from *seats* with the *seed*; each seat is equally likely.

    If a seat was *drawn* elsewhere, it deals instead. It is passed over if it is not in the deal.
    """
    if drawn is None:
        return seats[derived_seed(seed or 0, 0) % len(seats)]
    return _unless_out(drawn, seats)


def dealer_after(last: Deal, seats: Sequence[int], *, is_void: bool) -> int:
    """7.1: the dealer of the deal after *last*. *seats* are the seats that are in it.

    The rules decide which it is. Either it is the next seat clockwise from the seat that dealt the first cards of the
    last deal. Or it is the winner: the seat that won most chips from the pots of the last deal, all svarkas included,
    and among equals the first one to the left of that dealer. Seats that are out are passed over.

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
