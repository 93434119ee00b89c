"""The svarka: what it costs to join, who is asked, and who deals (6.2 to 6.5 of the rulebook)."""

from __future__ import annotations

from svara.actions import Join
from svara.events import Declined, Joined
from svara.showdown import Pot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any

    from svara.actions import Action


def share_of(pot: Pot) -> int:
    """6.2: the part of the entry for one tied pot: the pot divided by the number of tied seats, rounded up.

    >>> share_of(Pot(300, (0, 2))), share_of(Pot(95, (0, 1)))
    (150, 48)
    """
    return -(-pot.chips // len(pot.seats))


def clockwise(dealer: int, seats: Collection[int]) -> tuple[int, ...]:
    """The seats clockwise, starting left of the dealer; the dealer itself, if it is one of them, is last.

    >>> clockwise(2, {0, 1, 2, 4})
    (4, 0, 1, 2)
    """
    ascending = sorted(seats if dealer in seats else {*seats, dealer})
    left = ascending.index(dealer) + 1
    turns = (*ascending[left:], *ascending[:left])
    return turns if dealer in seats else turns[:-1]


class Svarka:
    """A svarka, while seats decide whether they join.

    *pots* are the tied pots, each with the seats that tied for it; *others* are the seats that may join, in the order
    in which they are asked (6.3).
    """

    def __init__(self, pots: Sequence[Pot], others: Iterable[int], stacks: Sequence[int]) -> None:
        self.pots = list(pots)
        self.shares = [share_of(pot) for pot in pots]
        self.entry = sum(self.shares)
        """The chips that joining costs: the sum over the tied pots. It does not grow when other seats pay it (6.2)."""
        self.seats = {seat for pot in pots for seat in pot.seats}
        """The seats in the svarka: the tied seats, which pay nothing, and the seats that have joined (6.3)."""
        self.asked = [seat for seat in others if seat not in self.seats and stacks[seat] >= self.entry]
        """The seats still to be asked, in order. A seat that does not have the whole entry is not asked (6.3)."""

    def copy(self) -> Svarka:
        """Return an independent svarka in the same state."""
        new = object.__new__(Svarka)
        new.__dict__.update(self.__dict__)
        new.pots = self.pots[:]
        new.seats = self.seats.copy()
        new.asked = self.asked[:]
        return new

    def play(self, action: Action, stacks: list[int]) -> tuple[Any, ...]:
        """6.3: the seat asked joins or declines. Returns the type and the fields of the event."""
        seat = self.asked.pop(0)
        if isinstance(action, Join):
            self._join(seat, stacks)
            return Joined, seat, self.entry
        return Declined, seat

    def _join(self, seat: int, stacks: list[int]) -> None:
        """6.4: the entry goes into the tied pots, each of which gets its part; the seat plays for all of them."""
        stacks[seat] -= self.entry
        self.seats.add(seat)
        self.pots = [
            Pot(pot.chips + share, tuple(sorted((*pot.seats, seat))))
            for pot, share in zip(self.pots, self.shares, strict=True)
        ]
