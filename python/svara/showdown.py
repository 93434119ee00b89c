"""The showdown: uncalled bets, side pots (5.10 to 5.12 of the rulebook), and who wins each pot (6.1)."""

from __future__ import annotations

from svara.checks import check_form, check_list, is_whole, show
from svara.errors import InvalidDeal
from svara.values import Value, fill, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any


class Pot(Value):
    """Chips, and the seats that may win them, ascending."""

    chips: int
    seats: tuple[int, ...]

    def __init__(self, chips: int, seats: tuple[int, ...]) -> None:
        fill(self, "chips", chips)
        fill(self, "seats", seats)

    def to_dict(self) -> dict[str, Any]:
        """Return the pot as a dict of plain values that JSON can hold.

        >>> import svara
        >>> svara.Pot(chips=15, seats=(0, 1, 2)).to_dict()
        {'chips': 15, 'seats': [0, 1, 2]}
        """
        return {"chips": self.chips, "seats": list(self.seats)}

    @classmethod
    def from_dict(cls, fields: object) -> Pot:
        """Make a pot from a dict of `to_dict`.

        Raises `InvalidDeal` for a missing or unknown field and for a value that a field cannot have.
        """
        fields = check_form(fields, "a pot", names_of(cls), InvalidDeal)
        chips, seats = (
            fields["chips"],
            check_list(fields["seats"], "the seats of a pot", "a list of seats", InvalidDeal),
        )
        if not is_whole(chips, 0) or not all(is_whole(seat, 0) for seat in seats):
            msg = f"a pot cannot have {show(chips)} chips for seats {show(list(seats))}: they are whole numbers"
            raise InvalidDeal(msg)
        return cls(chips, seats)

    def __str__(self) -> str:
        return f"{self.chips} chips for {name_seats(self.seats)}"


def name_seats(seats: Sequence[int]) -> str:
    """Return the seats as words for a sentence, such as ``seat 2`` or ``seats 0, 2 and 3``."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def uncalled_bet(puts: Sequence[int]) -> tuple[int, int]:
    """5.10: the seat with the highest put, and by how many chips it exceeds the second highest put.

    >>> uncalled_bet([3, 10, 4])
    (1, 6)
    """
    second, most = sorted(puts)[-2:]
    return puts.index(most), most - second


def side_pots(puts: Sequence[int], still_in: Sequence[int]) -> list[Pot]:
    """5.11: one pot for each level at which a seat still in has stopped, with the chips of folded seats.

    *still_in* are the seats still in, ascending. In the example, seat 0 is all-in with 3 chips, seats 1 and 3 with 10,
    and seat 2 has folded after a put of 5:

    >>> side_pots([3, 10, 5, 10], still_in=[0, 1, 3])
    [Pot(chips=12, seats=(0, 1, 3)), Pot(chips=16, seats=(1, 3))]
    """
    pots = []
    below = 0
    for level in sorted({puts[seat] for seat in still_in} - {0}):
        chips = 0
        for put in puts:
            if put > below:
                chips += (put if put < level else level) - below
        pots.append(Pot(chips, tuple([seat for seat in still_in if puts[seat] >= level])))
        below = level
    return pots


def carried_pots(carried: Iterable[Pot], still_in: Collection[int], folds: Sequence[int]) -> list[Pot]:
    """5.11 and 5.12: the carried pots after the folds.

    Each keeps its seats still in; a pot whose seats have all folded goes to the one of them that folded last.
    """
    if not folds:
        return [*carried]
    pots = []
    for pot in carried:
        seats = tuple([seat for seat in pot.seats if seat in still_in])
        pots.append(Pot(pot.chips, seats or (max(pot.seats, key=folds.index),)))
    return pots


def chips_in(pots: Sequence[Pot]) -> int:
    """Return the sum of the chips in some pots."""
    return pots[0].chips if len(pots) == 1 else sum([pot.chips for pot in pots])


def merge_pots(pots: Iterable[Pot]) -> list[Pot]:
    """6.1: pots of the same seats become one, in the order in which their seats first occur."""
    chips: dict[tuple[int, ...], int] = {}
    for pot in pots:
        chips[pot.seats] = chips.get(pot.seats, 0) + pot.chips
    return [Pot(total, seats) for seats, total in chips.items()]


def most_points(seats: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """6.1: the seats with the most points among *seats*: the winner, or the seats that tie. *points* are by seat.

    >>> most_points((0, 1, 3), points=[21, 30, 31, 30])
    (1, 3)
    """
    most = -1
    best: tuple[int, ...] = ()
    for seat in seats:
        if points[seat] > most:
            most, best = points[seat], (seat,)
        elif points[seat] == most:
            best = (*best, seat)
    return best


def award_pots(pots: Iterable[Pot], points: Sequence[int]) -> tuple[list[tuple[int, int]], list[Pot]]:
    """6.1: the winners with their chips, in the order of the pots, and the tied pots, each with the seats that tied.

    >>> award_pots([Pot(12, (0, 1, 3)), Pot(16, (1, 3))], points=[31, 30, 0, 30])
    ([(0, 12)], [Pot(chips=16, seats=(1, 3))])
    """
    won = []
    tied = []
    for pot in pots:
        best = most_points(pot.seats, points) if len(pot.seats) > 1 else pot.seats
        if len(best) > 1:
            tied.append(Pot(pot.chips, best))
        else:
            won += [(winner, pot.chips) for winner in best]
    return won, merge_pots(tied) if tied else tied
