"""Who wins what: uncalled chips and pots (5.10 to 5.12 of the rulebook), and the most points (6.1)."""

from __future__ import annotations

from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence


class Pot(Value):
    """Chips, and the seats that may win them, ascending."""

    chips: int
    seats: tuple[int, ...]

    def __init__(self, chips: int, seats: tuple[int, ...]) -> None:
        self.__dict__["chips"] = chips
        self.__dict__["seats"] = seats

    def __str__(self) -> str:
        return f"{self.chips} chips for {name_seats(self.seats)}"


def name_seats(seats: Sequence[int]) -> str:
    """How a sentence names seats: ``seat 2``, ``seats 0, 2 and 3``."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def uncalled(puts: Sequence[int]) -> tuple[int, int]:
    """5.10: the seat that put most, and by how many chips its put exceeds the second highest.

    >>> uncalled([3, 10, 4])
    (1, 6)
    """
    second, most = sorted(puts)[-2:]
    return puts.index(most), most - second


def layers(puts: Sequence[int], still_in: Sequence[int]) -> list[Pot]:
    """5.11: one pot for each level at which a seat still in (ascending) has stopped, folded chips included.

    Seat 0 is all-in with 3 chips, seats 1 and 3 with 10; seat 2 has folded after putting 5:

    >>> layers([3, 10, 5, 10], still_in=[0, 1, 3])
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


def still_open(carried: Iterable[Pot], still_in: Collection[int], folds: Sequence[int]) -> list[Pot]:
    """The antes, or what a svarka is played for, open to its seats still in (5.11), or to the last to fold (5.12)."""
    if not folds:
        return [*carried]
    pots = []
    for pot in carried:
        seats = tuple([seat for seat in pot.seats if seat in still_in])
        pots.append(Pot(pot.chips, seats or (max(pot.seats, key=folds.index),)))
    return pots


def merge(pots: Iterable[Pot]) -> list[Pot]:
    """6.1: pots of the same seats become one, in the order in which their seats first occur."""
    chips: dict[tuple[int, ...], int] = {}
    for pot in pots:
        chips[pot.seats] = chips.get(pot.seats, 0) + pot.chips
    return [Pot(total, seats) for seats, total in chips.items()]


def most_points(seats: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """6.1: of these seats the ones with the most points, given by seat: the winner, or those that tie for it.

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
