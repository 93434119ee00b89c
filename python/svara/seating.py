"""Who is in a deal, and with what (section 2, 3.1 and 3.2 of the rulebook)."""

from __future__ import annotations

from svara.errors import InvalidDeal, InvalidTable, show
from svara.rules import is_whole
from svara.svarka import clockwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from svara.rules import Rules


def check_stacks(rules: Rules, stacks: Iterable[int]) -> tuple[int, ...]:
    """Section 2: as many seats as the rules allow, each with a whole number of chips. Returns the stacks."""
    checked = check_list(stacks, "stacks", "the chips of every seat, such as [500, 480, 90]")
    if not 2 <= len(checked) <= rules.max_seats:
        msg = f"{rules.name} is played by 2 to {rules.max_seats} seats, not {len(checked)}"
        raise InvalidDeal(msg)
    if set(map(type, checked)) != {int} or min(checked) < 0:
        seat, stack = next((seat, stack) for seat, stack in enumerate(checked) if not is_whole(stack, 0))
        msg = f"seat {seat} cannot have {show(stack)} chips: a stack is a whole number of at least 0"
        raise InvalidDeal(msg)
    return checked


def check_seats(rules: Rules, stacks: Sequence[int], dealer: int, out: Iterable[int]) -> tuple[int, ...]:
    """3.1 and 3.2: at least two seats, each with the ante, and the dealer among them.

    Returns the seats of the deal, clockwise, the dealer last.
    """
    is_out = _check_out(stacks, out)
    if not is_seat(dealer, stacks):
        msg = f"seat {show(dealer)} cannot deal: the seats are 0 to {len(stacks) - 1}"
        raise InvalidDeal(msg)
    seats = clockwise(dealer, set(range(len(stacks))) - is_out)
    if len(seats) < 2:
        msg = f"a deal needs two seats, and {len(seats)} of {len(stacks)} are in it"
        raise InvalidDeal(msg)
    if seats[-1] != dealer:
        msg = f"seat {dealer} cannot deal: it is out of the deal"
        raise InvalidDeal(msg)
    for seat in seats:
        if stacks[seat] < rules.ante:
            has, ante = show(stacks[seat]), show(rules.ante)
            msg = f"seat {seat} cannot pay the ante of {ante} from {has} chips: it has to be out"
            raise InvalidDeal(msg)
    return seats


def _check_out(stacks: Sequence[int], out: Iterable[int]) -> set[int]:
    """3.2: the seats at the table that are not in the deal."""
    is_out: set[int] = set()
    for seat in check_list(out, "out", "the seats that are not in the deal, such as [2]"):
        if seat in is_out or not is_seat(seat, stacks):
            msg = f"out cannot name seat {show(seat)}: it names different seats from 0 to {len(stacks) - 1}"
            raise InvalidDeal(msg)
        is_out.add(seat)
    return is_out


def is_seat(seat: object, stacks: Sequence[int]) -> bool:
    """Whether *seat* is the number of a seat at the table."""
    return type(seat) is int and 0 <= seat < len(stacks)


def check_list(
    values: Iterable[Any], name: str, wanted: str, *, error: type[InvalidDeal | InvalidTable] = InvalidDeal
) -> tuple[Any, ...]:
    """The values of a list, or the *error* that says what is wanted."""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        msg = f"{name} cannot be {show(values)}: they are {wanted}"
        raise error(msg)
    return tuple(values)
