"""Who sits at a table, who sits out, and every chip that was brought or taken away, in the order it happened."""

from __future__ import annotations

from svara.actions import Action, parse_action
from svara.checks import is_whole, show
from svara.errors import InvalidTable
from svara.events import CameBack, ChipsAdded, ChipsTaken, Forfeited, SatDown, SatOut, StoodUp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    TableEvent: TypeAlias = CameBack | ChipsAdded | ChipsTaken | Forfeited | SatDown | SatOut | StoodUp

LONGEST_NAME = 60
KINDS = {kind.__name__: kind for kind in (SatDown, StoodUp, ChipsAdded, ChipsTaken, SatOut, CameBack, Forfeited)}


class Ledger:
    """What happened at a table beside its deals: an event happens if it could, and else changes nothing."""

    def __init__(self, seats: int) -> None:
        self.names: list[str | None] = [None] * seats
        """The players by seat; `None` for an empty chair."""
        self.is_out = [False] * seats
        """Whether the player sits out by choice (7.2), by seat."""
        self.moved = [0] * seats
        """Chips brought less chips taken away since the last deal began, by seat."""
        self.log: list[tuple[int, TableEvent]] = []
        """After how many deals had begun it happened, and what."""

    @property
    def chips(self) -> int:
        """The sum of the chips at the table: all that was brought less all that was taken away."""
        return sum(_chips_of(event) for _, event in self.log)

    def happen(self, event: TableEvent, *, deals: int, stacks: Sequence[int] | None) -> None:
        """Write an event down and let it happen, after so many deals; *stacks* are `None` where they are not known.

        Raises `InvalidTable` for what cannot happen.
        """
        self._check(event, stacks)
        self.log.append((deals, event))
        self.moved[event.seat] += _chips_of(event)
        match event:
            case SatDown(seat, name, _):
                self.names[seat] = name
            case StoodUp(seat, _, _):
                self.names[seat] = None
                self.is_out[seat] = False
            case SatOut(seat):
                self.is_out[seat] = True
            case CameBack(seat):
                self.is_out[seat] = False

    def _check(self, event: TableEvent, stacks: Sequence[int] | None) -> None:
        seat = event.seat
        if not (is_whole(seat, 0) and seat < len(self.names)):
            raise InvalidTable(f"there is no seat {show(seat)}: the seats are 0 to {len(self.names) - 1}")
        if isinstance(event, SatDown):
            self._check_newcomer(event)
        elif self.names[seat] is None:
            taken = ", ".join(str(taken) for taken, name in enumerate(self.names) if name is not None)
            raise InvalidTable(f"nobody sits on seat {seat}: there are players on {taken or 'none'}")
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

    def _check_newcomer(self, event: SatDown) -> None:
        seat, name = event.seat, event.name
        if not (type(name) is str and name.isprintable() and name == name.strip() and 0 < len(name) <= LONGEST_NAME):
            shown, most = repr(name)[:LONGEST_NAME], LONGEST_NAME
            raise InvalidTable(
                f"nobody is called {shown}: a name is a printable text of 1 to {most} characters, no spaces around it"
            )
        if self.names[seat] is not None:
            raise InvalidTable(f"{show(name)} cannot sit down on seat {seat}: {self.names[seat]!r} sits there")
        if name in self.names:
            raise InvalidTable(
                f"{show(name)} cannot sit down on seat {seat}: seat {self.names.index(name)} has that name"
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and self.log == other.log and self.moved == other.moved

    __hash__ = None  # type: ignore[assignment]  # a ledger grows


def _chips_of(event: TableEvent) -> int:
    """By how much an event changes the chips at the table."""
    match event:
        case SatDown(_, _, chips) | ChipsAdded(_, chips):
            return chips
        case StoodUp(_, _, chips) | ChipsTaken(_, chips):
            return -chips
        case _:
            return 0


def write_entry(deals: int, event: TableEvent) -> dict[str, Any]:
    """An entry of the log as plain values.

    >>> write_entry(3, ChipsAdded(seat=1, chips=50))
    {'deals': 3, 'event': 'ChipsAdded', 'seat': 1, 'chips': 50}
    """
    fields = {name: getattr(event, name) for name in event._fields}
    if isinstance(event, Forfeited):
        fields["action"] = str(event.action)
    return {"deals": deals, "event": type(event).__name__, **fields}


def read_entry(fields: object, *, earliest: int, last: int) -> tuple[int, Any]:
    """Read what `write_entry` wrote: an event after *earliest* to *last* deals.

    Raises `InvalidTable` for anything else; whether it can happen is another question.
    """
    kind = KINDS.get(str(fields.get("event"))) if isinstance(fields, dict) else None
    if kind is None or not isinstance(fields, dict):
        raise InvalidTable(f"{repr(fields)[:LONGEST_NAME]} is no event of a table: there are {', '.join(KINDS)}")
    if fields.keys() != {"deals", "event", *kind._fields}:
        raise InvalidTable(f"{kind.__name__} has the fields deals, event, {', '.join(kind._fields)}")
    deals, _, *values = (fields[name] for name in ("deals", "event", *kind._fields))
    if not (is_whole(deals, earliest) and deals <= last):
        raise InvalidTable(f"{kind.__name__} cannot be after {show(deals)} deals: {earliest} to {last} have begun")
    if kind is Forfeited:
        values[1] = _read_action(values[1])
        if type(values[2]) is not str or not values[2].isprintable():
            raise InvalidTable(f"why a player forfeited is a line of text, not {repr(values[2])[:LONGEST_NAME]}")
    return deals, kind(*values)


def _read_action(text: object) -> Action:
    if text not in ("fold", "look", "decline"):
        raise InvalidTable(f"for a player that forfeits, fold, look or decline is played, not {show(text)}")
    return parse_action(str(text))
