"""Events: what happened in a deal or at a table. Each is an immutable value that prints as one plain sentence."""

from __future__ import annotations

from svara._core import Combination, Hand
from svara.actions import PLAIN, WITH_AMOUNT, Action, Blind, Call, Decline, Fold, Join, Look, Raise
from svara.checks import is_named, show
from svara.errors import InvalidDeal
from svara.rules import Rules
from svara.showdown import Pot, name_seats
from svara.values import Value, fields_of, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any


class Event(Value):
    """Something that happened in a deal or at a table. ``str`` makes a plain sentence of it."""

    def to_dict(self) -> dict[str, Any]:
        """Return the event as a dict of plain values that JSON can hold: its kind under ``"event"``, then its fields.

        Cards, hands and actions are texts; rules, pots and combinations are dicts (``view.schema.json``).

        >>> from svara import events
        >>> events.Raised(seat=1, to=20, chips=15).to_dict()
        {'event': 'Raised', 'seat': 1, 'to': 20, 'chips': 15}
        """
        from svara.event_form import write_fields  # noqa: PLC0415  # most programs never write an event

        return {"event": type(self).__name__, **write_fields(fields_of(self))}

    @classmethod
    def from_dict(cls, fields: object) -> Event:
        """Make an event from what `to_dict` returned.

        >>> from svara import events
        >>> events.Event.from_dict({"event": "Raised", "seat": 1, "to": 20, "chips": 15})
        Raised(seat=1, to=20, chips=15)

        Raises `InvalidDeal` for an unknown kind, a missing or unknown field, and a value that a field cannot have.
        """
        from svara.event_form import read_fields  # noqa: PLC0415  # as in `to_dict`

        kinds = {kind.__name__: kind for kind in Event.__subclasses__()}
        name = fields.get("event") if is_named(fields) else None
        kind = kinds.get(name) if isinstance(name, str) else None
        if kind is not None and not issubclass(kind, cls):
            msg = f"{show(fields)} is not of the kind {cls.__name__}"
            raise InvalidDeal(msg)
        if kind is None:
            msg = f"an event is a dict with its kind under 'event', not {show(fields)}: there are {', '.join(kinds)}"
            raise InvalidDeal(msg)
        return kind(**read_fields(kind.__name__, names_of(kind), fields))


class Started(Event):
    """A deal began. *stacks* are the chips of every seat at the table before the antes; *seats* play the deal."""

    rules: Rules
    stacks: tuple[int, ...]
    dealer: int
    seats: tuple[int, ...]

    def __str__(self) -> str:
        return f"seat {self.dealer} deals {self.rules.name} for {name_seats(self.seats)}"


class AntesPaid(Event):
    """Every seat of the deal paid the ante (3.1)."""

    seats: tuple[int, ...]
    ante: int

    def __str__(self) -> str:
        return f"{name_seats(self.seats)} pay the ante of {_chips(self.ante)}"


class HandsDealt(Event):
    """Three cards went to each of *seats*, in the order of dealing (3.3).

    *hands* has an entry for every seat at the table: its hand, or `None` if it got no hand or the hand is hidden.
    """

    dealer: int
    seats: tuple[int, ...]
    hands: tuple[Hand | None, ...]

    def __str__(self) -> str:
        return f"seat {self.dealer} deals three cards to {name_seats(self.seats)}"


class Blinded(Event):
    """A seat bet blind (4.1)."""

    seat: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} bets {_chips(self.chips)} blind"


class Looked(Event):
    """A seat looked, which ended the blind bets (4.4)."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} looks"


class Folded(Event):
    """A seat folded (5.2)."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} folds"


class Called(Event):
    """A seat called and paid *chips* (5.2, 5.4)."""

    seat: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} calls for {_chips(self.chips)}"


class Raised(Event):
    """A seat raised to a put of *to* and paid *chips* (5.2)."""

    seat: int
    to: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} raises to {self.to}"


class UncalledReturned(Event):
    """An uncalled bet, or the uncalled part of one, went back to a seat (5.10)."""

    seat: int
    chips: int

    def __str__(self) -> str:
        return f"{_chips(self.chips)} that nobody called go back to seat {self.seat}"


class HandsShown(Event):
    """Seats showed their hands, clockwise: those that contested a pot with another seat (6.1)."""

    seats: tuple[int, ...]
    hands: tuple[Hand, ...]
    combinations: tuple[Combination, ...]

    def __str__(self) -> str:
        return "; ".join(
            f"seat {seat} shows {hand.unicode()}, {best.points} points ({best.unicode()})"
            for seat, hand, best in zip(self.seats, self.hands, self.combinations, strict=True)
        )


class PotWon(Event):
    """A seat took a pot (5.9, 6.1)."""

    seat: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} wins a pot of {_chips(self.chips)}"


class SvarkaDeclared(Event):
    """Seats tied for *pots*, so a svarka follows for these pots; joining it costs *entry* chips (6.1, 6.2)."""

    pots: tuple[Pot, ...]
    entry: int

    def __str__(self) -> str:
        return f"svarka for {' and '.join(map(str, self.pots))}; joining costs {_chips(self.entry)}"


class Joined(Event):
    """A seat paid the entry and plays in the svarka (6.3)."""

    seat: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} joins the svarka for {_chips(self.chips)}"


class Declined(Event):
    """A seat stayed out of the svarka (6.3)."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} declines"


class Forfeited(Event):
    """A seat did not answer with a legal action, so a look, a fold or a decline was played for it (8.5).

    *why* is one line: what the player did instead, or the reason that a host gave. The action itself is among the
    events of the deal.
    """

    seat: int
    action: Action
    why: str

    def __str__(self) -> str:
        did = {"fold": "folds", "look": "looks", "decline": "declines"}.get(str(self.action), str(self.action))
        return f"seat {self.seat} {did} by forfeit: {self.why}"


class SatDown(Event):
    """A player took a seat and brought chips."""

    seat: int
    name: str
    chips: int

    def __str__(self) -> str:
        return f"{self.name} sits down on seat {self.seat} with {_chips(self.chips)}"


class StoodUp(Event):
    """A player left the table and took all chips away."""

    seat: int
    name: str
    chips: int

    def __str__(self) -> str:
        return f"{self.name} leaves seat {self.seat} with {_chips(self.chips)}"


class ChipsAdded(Event):
    """A player brought more chips."""

    seat: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} adds {_chips(self.chips)}"


class ChipsTaken(Event):
    """A player took chips away."""

    seat: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} takes {_chips(self.chips)} away"


class SatOut(Event):
    """A player sits out from the next deal on (7.2)."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} sits out"


class CameBack(Event):
    """A player who sat out plays again from the next deal on (7.2)."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} is back"


class DealVoided(Event):
    """A deal was made void: all stacks are again as they were when it began (8.6).

    *deal* is its number at the table, from 1; *why* is one line: the reason why it could not be finished.
    """

    deal: int
    why: str

    def __str__(self) -> str:
        return f"deal {self.deal} is void: {self.why}"


def _chips(count: int) -> str:
    return f"{count} chip{'s' * (count != 1)}"


ACTION_OF: dict[type[Event], type[Action]] = {
    Blinded: Blind,
    Looked: Look,
    Folded: Fold,
    Called: Call,
    Raised: Raise,
    Joined: Join,
    Declined: Decline,
}
"""The kind of action that each kind of event comes from. The other events happen without an action."""
_PLAIN = {kind: PLAIN[action.verb] for kind, action in ACTION_OF.items() if action.verb in PLAIN}


def action_of(event: Event) -> Action | None:
    """Return the action that an event came from, or `None` if it happened without an action.

    >>> from svara import events
    >>> events.action_of(events.Raised(seat=1, to=20, chips=15))
    Raise(20)
    """
    return next(iter(actions_of([(type(event), *fields_of(event).values())])), None)


def actions_of(log: Iterable[tuple[Any, ...]]) -> list[Action]:
    """Return the actions in a log, in order."""
    return [
        _PLAIN[kind] if kind in _PLAIN else WITH_AMOUNT[ACTION_OF[kind].verb](entry[2])
        for entry in log
        if (kind := entry[0]) in ACTION_OF
    ]


def log_of(events: Iterable[Event]) -> list[tuple[Any, ...]]:
    """Make the log of some events; `list_events` makes the events from it again. Dealt hands are not in the log."""
    log = []
    for event in events:
        fields = fields_of(event)
        if isinstance(event, HandsDealt):
            del fields["hands"]
        elif isinstance(event, HandsShown):
            del fields["combinations"]
        log.append((type(event), *fields.values()))
    return log


def list_events(log: Sequence[tuple[Any, ...]], dealt: Iterable[tuple[Hand | None, ...]]) -> Iterator[Event]:
    """Make the events of a log, whose entries are the type and the fields of each event.

    The dealt hands are given apart, as not everybody may see them. The combinations of shown hands follow from these.
    """
    hands = iter(dealt)
    for kind, *fields in log:
        if kind is HandsDealt:
            fields.append(next(hands))
        elif kind is HandsShown:
            _, rules, *_ = log[0]
            fields.append(tuple(hand.combination(rules=rules) for hand in fields[1]))
        yield kind(*fields)
