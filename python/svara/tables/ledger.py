"""The ledger of a table: who sits there, who sits out, all chips brought and taken away, and the present deal."""

from __future__ import annotations

from svara.actions import Decline, Fold, Look
from svara.checks import NAME_IS, is_name, is_whole, show
from svara.errors import InvalidTable
from svara.events import CameBack, ChipsAdded, ChipsTaken, DealVoided, Forfeited, SatDown, SatOut, StoodUp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from svara.deal import Deal

    TableEvent: TypeAlias = CameBack | ChipsAdded | ChipsTaken | DealVoided | Forfeited | SatDown | SatOut | StoodUp


class Ledger:
    """Who sat down, left, sat out and moved chips at a table, and the number of deals.

    `happen` checks an event and applies it, or raises and changes nothing. `begin` starts the next deal.
    """

    def __init__(self, seats: int) -> None:
        self.names: list[str | None] = [None] * seats
        """The players by seat; `None` for an empty chair."""
        self.is_out = [False] * seats
        """Whether the player sits out by choice (7.2), by seat."""
        self.deals = 0
        """How many deals have begun, void ones included."""
        self.deal: Deal | None = None
        """The last deal. It is missing while a written table is read, since only the last deal is written."""
        self.void = 0
        """The number of the last deal that is void (8.6); 0 if there is none."""
        self.moved = [0] * seats
        """The chips brought minus the chips taken away since the last deal began, by seat."""
        self.log: list[tuple[int, TableEvent]] = []
        """The events, each with the number of deals that had begun before it."""

    def copy(self) -> Ledger:
        """Return an independent ledger in the same state, with the same deal."""
        new = object.__new__(Ledger)
        vars(new).update(vars(self), names=self.names[:], is_out=self.is_out[:], moved=self.moved[:], log=self.log[:])
        return new

    @property
    def is_void(self) -> bool:
        """Whether the last deal is void (8.6)."""
        return self.deals > 0 and self.void == self.deals

    @property
    def is_playing(self) -> bool:
        """Whether a deal is being played."""
        return self.deal is not None and self.deal.phase != "over" and not self.is_void

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that are not bet, by seat; after a void deal the chips at its beginning (8.6)."""
        if self.deal is None:
            return tuple(self.moved)
        stacks = self.deal.started.stacks if self.is_void else self.deal.stacks
        return tuple([stack + more for stack, more in zip(stacks, self.moved, strict=True)])

    @property
    def chips(self) -> int:
        """The sum of the chips at the table: the chips brought minus the chips taken away."""
        return sum(_chips_of(event) for _, event in self.log)

    def seats_in(self, stacks: Sequence[int], ante: int) -> tuple[int, ...]:
        """7.2: the seats that are in a deal with these stacks, ascending: they do not sit out and have the ante."""
        places = zip(self.names, self.is_out, stacks, strict=True)
        return tuple(
            [seat for seat, (name, is_out, stack) in enumerate(places) if name and not is_out and stack >= ante]
        )

    def begin(self, deal: Deal) -> None:
        """Start the next deal."""
        self.deal = deal
        self.deals += 1
        self.moved = [0] * len(self.names)

    def happen(self, event: TableEvent) -> None:
        """Apply an event, and append it to the log.

        Raises `InvalidTable` for an event that cannot happen now.
        """
        self.check(event)
        self.log.append((self.deals, event))
        match event:
            case DealVoided(deal, _):
                self.void = deal
                return
            case SatDown(seat, name, _):
                self.names[seat] = name
            case StoodUp(seat, _, _):
                self.names[seat] = None
                self.is_out[seat] = False
            case SatOut(seat):
                self.is_out[seat] = True
            case CameBack(seat):
                self.is_out[seat] = False
        self.moved[event.seat] += _chips_of(event)

    def check(self, event: TableEvent) -> None:
        """Raise `InvalidTable` for an event that cannot happen now."""
        if isinstance(event, DealVoided):
            self._check_void(event)
            return
        if self.is_playing and isinstance(event, SatDown | StoodUp | ChipsAdded | ChipsTaken):
            raise InvalidTable(f"nobody can come, go or move chips now: deal {self.deals} is being played")
        seat = event.seat
        if not (is_whole(seat, 0) and seat < len(self.names)):
            raise InvalidTable(f"there is no seat {show(seat)}: the seats are 0 to {len(self.names) - 1}")
        if isinstance(event, SatDown):
            self._check_newcomer(event)
        elif self.names[seat] is None:
            taken = ", ".join(str(taken) for taken, name in enumerate(self.names) if name is not None)
            raise InvalidTable(f"nobody sits on seat {seat}: there are players on {taken or 'none'}")
        # Between two deals that are not kept, the stack of a seat is unknown; the sum of all chips is known.
        stacks = self.stacks if self.deal or not self.deals else None
        match event:
            case StoodUp(_, name, chips) if name != self.names[seat] or (stacks and chips != stacks[seat]):
                had = stacks[seat] if stacks else "all its"
                raise InvalidTable(
                    f"{show(name)} cannot leave seat {seat} with {show(chips)} chips: {self.names[seat]!r} has {had}"
                )
            case SatDown(_, _, chips) | ChipsAdded(_, chips) | ChipsTaken(_, chips) if not is_whole(chips, 1):
                did = "take away" if isinstance(event, ChipsTaken) else "bring"
                raise InvalidTable(
                    f"seat {seat} cannot {did} {show(chips)} chips: that is a whole number of at least 1"
                )
            case ChipsTaken(_, chips) if stacks and chips > stacks[seat]:
                raise InvalidTable(f"seat {seat} cannot take away {chips} chips: it has {stacks[seat]}")
            case SatOut() if self.is_out[seat]:
                raise InvalidTable(f"seat {seat} cannot sit out: it does already")
            case CameBack() if not self.is_out[seat]:
                raise InvalidTable(f"seat {seat} cannot come back: it does not sit out")
            case Forfeited(_, action, why):
                if not isinstance(action, Look | Fold | Decline):
                    raise InvalidTable(f"seat {seat} cannot {action} by forfeit: it looks, folds or declines (8.5)")
                _check_reason(why)

    def _check_newcomer(self, event: SatDown) -> None:
        seat, name = event.seat, event.name
        if not is_name(name):
            raise InvalidTable(f"nobody can be called {show(name)}: {NAME_IS}")
        if self.names[seat] is not None:
            raise InvalidTable(f"{show(name)} cannot sit down on seat {seat}: {self.names[seat]!r} sits there")
        if name in self.names:
            raise InvalidTable(
                f"{show(name)} cannot sit down on seat {seat}: seat {self.names.index(name)} has that name"
            )

    def _check_void(self, event: DealVoided) -> None:
        if not (is_whole(event.deal, 1) and event.deal == self.deals):
            last = f"the last deal is deal {self.deals}" if self.deals else "there was no deal yet"
            raise InvalidTable(f"deal {show(event.deal)} cannot be void: {last}")
        if self.is_void:
            raise InvalidTable(f"deal {self.deals} cannot be void: it is void already")
        _check_reason(event.why)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # a ledger grows


def _check_reason(why: object) -> None:
    if not (type(why) is str and why.isprintable() and why.strip()):
        raise InvalidTable(f"a reason cannot be {show(why)}: it is one line of printable text, and not empty")


def _chips_of(event: TableEvent) -> int:
    """Return the number of chips that an event adds to the table; it is negative if chips are taken away."""
    match event:
        case SatDown(_, _, chips) | ChipsAdded(_, chips):
            return chips
        case StoodUp(_, _, chips) | ChipsTaken(_, chips):
            return -chips
        case _:
            return 0
