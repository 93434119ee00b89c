"""Who is in a deal, and with what (section 2, 3.1 and 3.2 of the rulebook)."""

from __future__ import annotations

from svara.checks import MAX_NUMBER, as_seat, check_list, show, whole
from svara.errors import InvalidDeal
from svara.svarka import clockwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from svara.rules import Rules


_INT = {int}


def check_stacks(rules: Rules, stacks: Iterable[int]) -> tuple[int, ...]:
    """Section 2: check that there are as many seats as the rules allow, each with whole chips. Returns the stacks."""
    checked = check_list(stacks, "stacks", "the chips of every seat, such as [500, 480, 90]", InvalidDeal)
    if not 2 <= len(checked) <= rules.max_seats:
        msg = f"{rules.name} is played by 2 to {rules.max_seats} seats, not {len(checked)}"
        raise InvalidDeal(msg)
    if set(map(type, checked)) != _INT or min(checked) < 0 or max(checked) > MAX_NUMBER:
        checked = tuple([whole(stack, f"the stack of seat {seat}", InvalidDeal) for seat, stack in enumerate(checked)])
    return checked


def check_seats(rules: Rules, stacks: Sequence[int], dealer: int, out: Iterable[int]) -> tuple[int, ...]:
    """3.1 and 3.2: check that at least two seats are in, each with the ante, and the dealer among them.

    Returns the seats of the deal, clockwise, the dealer last.
    """
    is_out = _check_out(stacks, out) if out != () else set()
    deals = as_seat(dealer, stacks)
    if deals is None:
        msg = f"seat {show(dealer)} cannot deal: the seats are 0 to {len(stacks) - 1}"
        raise InvalidDeal(msg)
    seats = clockwise(deals, set(range(len(stacks))) - is_out)
    if len(seats) < 2:
        msg = f"a deal needs two seats, and {len(seats)} of {len(stacks)} are in it"
        raise InvalidDeal(msg)
    if seats[-1] != deals:
        msg = f"seat {deals} cannot deal: it is out of the deal"
        raise InvalidDeal(msg)
    for seat in seats:
        if stacks[seat] < rules.ante:
            has, ante = show(stacks[seat]), show(rules.ante)
            msg = f"seat {seat} cannot pay the ante of {ante} from {has} chips: it must be out"
            raise InvalidDeal(msg)
    return seats


def _check_out(stacks: Sequence[int], out: Iterable[int]) -> set[int]:
    """3.2: check and return the seats at the table that are not in the deal."""
    is_out: set[int] = set()
    for named in check_list(out, "out", "the seats that are not in the deal, such as [2]", InvalidDeal):
        seat = as_seat(named, stacks)
        if seat is None or seat in is_out:
            msg = f"out cannot name seat {show(named)}: it names different seats from 0 to {len(stacks) - 1}"
            raise InvalidDeal(msg)
        is_out.add(seat)
    return is_out
