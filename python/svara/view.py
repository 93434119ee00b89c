"""Views: what one seat, or a spectator, may know of a deal (8.3 of the rulebook)."""

from __future__ import annotations

from svara._core import Hand
from svara.checks import check_form, check_list, is_whole, show
from svara.errors import InvalidDeal
from svara.events import Event, HandsDealt, HandsShown, Started, list_events, log_of
from svara.legal import LegalActions
from svara.rules import Rules
from svara.showdown import Pot, carried_pots
from svara.values import Value, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    Phase: TypeAlias = Literal["dealing", "blind", "betting", "join", "over"]

    # The pots before folds are counted; the seats with cards, clockwise; those that have not folded; those that have.
    Bets: TypeAlias = tuple[tuple[Pot, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    State: TypeAlias = tuple[
        int | None,  # seat
        Rules,
        int,  # dealer
        Phase,
        int | None,  # to_act
        LegalActions,
        tuple[int, ...],  # stacks
        tuple[int, ...],  # puts
        int,  # price
        Hand | None,
        int,  # raise_count
        Bets,
        tuple[Hand | None, ...],  # the seat's own hand in each deal of cards
        tuple[tuple[Any, ...], ...],  # the log of the deal
    ]

VERSION = 1
"""The version of the form that `View.to_dict` returns, and the only one that is read."""


class View(Value):
    """What one seat may know of a deal at one moment. The deal can go on without changing a view.

    A view has the seat's own hand as soon as the seat may see it, the chips and actions of all seats, and the hands
    that were shown at a showdown. It contains no other hand and no card to come.

    >>> import svara
    >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, decks=["7c Ah Kh Ad Kd 9s"])
    >>> deal.view(1).hand
    >>> deal.play("look")
    >>> deal.view(1).hand, deal.view(1).legal_actions
    (Hand('7c Kd Kh'), <LegalActions of seat 1: fold, raise to 1-49>)
    """

    _fields = (
        "seat",
        "rules",
        "dealer",
        "phase",
        "to_act",
        "legal_actions",
        "stacks",
        "puts",
        "price",
        "hand",
        "raise_count",
        "pots",
        "seats",
    )
    if TYPE_CHECKING:
        _state: State
    else:
        _state: tuple

    def __init__(self, state: State) -> None:
        # A view is made for every action of every player. One tuple, which the properties read, is the fastest form.
        fill(self, "_state", state)

    @property
    def seat(self) -> int | None:
        """The seat whose view it is; `None` for a spectator."""
        return self._state[0]

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self._state[1]

    @property
    def dealer(self) -> int:
        """The seat that dealt the present cards."""
        return self._state[2]

    @property
    def phase(self) -> Phase:
        """As `Deal.phase`."""
        return self._state[3]

    @property
    def to_act(self) -> int | None:
        """The seat to act, or `None` if no seat is."""
        return self._state[4]

    @property
    def legal_actions(self) -> LegalActions:
        """The actions that this seat may play; none if it is not its turn."""
        return self._state[5]

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that are not bet, by seat."""
        return self._state[6]

    @property
    def puts(self) -> tuple[int, ...]:
        """The chips that each seat has bet since the cards were dealt (5.1)."""
        return self._state[7]

    @property
    def price(self) -> int:
        """The put that a seat needs to stay in (5.1)."""
        return self._state[8]

    @property
    def hand(self) -> Hand | None:
        """The seat's own hand, or `None` if the seat may not see it yet or has none."""
        return self._state[9]

    @property
    def raise_count(self) -> int:
        """As `Deal.raise_count`."""
        return self._state[10]

    @property
    def pots(self) -> tuple[Pot, ...]:
        """As `Deal.pots`."""
        carried, _, still_in, folds = self._state[11]
        return tuple(carried_pots(carried, still_in, folds))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with cards that have not folded, clockwise, the dealer's place last."""
        _, order, still_in, _ = self._state[11]
        return tuple([seat for seat in order if seat in still_in])

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far, without the hands that the seat may not know."""
        return tuple(list_events(self._state[13], [self._only_own(hand) for hand in self._state[12]]))

    @property
    def shown(self) -> dict[int, Hand]:
        """The hands shown at the showdown of the present cards, by seat."""
        for kind, *fields in reversed(self._state[13]):
            if kind is HandsShown:
                seats, hands = fields
                return dict(zip(seats, hands, strict=True))
            if kind is HandsDealt:
                break
        return {}

    def _key(self) -> tuple[Any, ...]:
        return *self._values(), *self._state[12:]

    def _only_own(self, hand: Hand | None) -> tuple[Hand | None, ...]:
        hands: list[Hand | None] = [None] * len(self.stacks)
        if self.seat is not None:
            hands[self.seat] = hand
        return tuple(hands)

    # Round trips.

    def to_dict(self) -> dict[str, Any]:
        """Return the view as a dict of plain values that JSON can hold; `from_dict` makes the view again.

        The file ``view.schema.json`` in the package describes the dict for other programs. It contains only what the
        view contains.

        >>> import svara
        >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
        >>> view = deal.view(1).to_dict()
        >>> view["phase"], view["to_act"], view["hand"], view["pots"]
        ('blind', 1, None, [{'chips': 2, 'seats': [0, 1]}])
        >>> svara.View.from_dict(view) == deal.view(1)
        True
        """
        return {
            "version": VERSION,
            "seat": self.seat,
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "phase": self.phase,
            "to_act": self.to_act,
            "legal_actions": self.legal_actions.to_dict(),
            "stacks": list(self.stacks),
            "puts": list(self.puts),
            "price": self.price,
            "hand": None if self.hand is None else str(self.hand),
            "raise_count": self.raise_count,
            "pots": [pot.to_dict() for pot in self.pots],
            "seats": list(self.seats),
            "events": [event.to_dict() for event in self.events],
        }

    @classmethod
    def from_dict(cls, fields: object) -> View:
        """Make a view from a dict of `to_dict`.

        Raises `InvalidDeal` for another version, a missing or unknown field and a value that a field cannot have,
        `InvalidRules` for wrong rules and `InvalidCards` for a wrong hand. It is not checked whether a deal could have
        come to this state.
        """
        given = check_form(fields, "a view", _WRITTEN, InvalidDeal, version=VERSION)
        stacks = _read_numbers("stacks", given["stacks"])
        for name, value in (("seat", given["seat"]), ("to_act", given["to_act"])):
            if value is not None and not (is_whole(value, 0) and value < len(stacks)):
                msg = f"{name} cannot be {show(value)}: it is a seat, or null"
                raise InvalidDeal(msg)
        if not (is_whole(given["dealer"], 0) and given["dealer"] < len(stacks)):
            msg = f"dealer cannot be {show(given['dealer'])}: it is a seat"
            raise InvalidDeal(msg)
        for name in ("price", "raise_count"):
            if not is_whole(given[name], 0):
                msg = f"{name} cannot be {show(given[name])}: it is a whole number of at least 0"
                raise InvalidDeal(msg)
        if given["phase"] not in _PHASES:
            msg = f"phase cannot be {show(given['phase'])}: it is one of {', '.join(_PHASES)}"
            raise InvalidDeal(msg)
        seat = given["seat"]
        pots = tuple(map(Pot.from_dict, check_list(given["pots"], "pots", "a list of pots", InvalidDeal)))
        seats = _read_numbers("seats", given["seats"])
        puts = _read_numbers("puts", given["puts"])
        if len(puts) != len(stacks):
            msg = f"puts cannot be {show(given['puts'])}: there is one for each of {len(stacks)} seats"
            raise InvalidDeal(msg)
        for name, named in (("seats", seats), *(("the seats of a pot", pot.seats) for pot in pots)):
            if any(number >= len(stacks) for number in named):
                msg = f"{name} cannot be {show(list(named))}: the seats are 0 to {len(stacks) - 1}"
                raise InvalidDeal(msg)
        if not (given["hand"] is None or isinstance(given["hand"], str)):
            msg = f"hand cannot be {show(given['hand'])}: it is a text like '7c Kd Kh', or null"
            raise InvalidDeal(msg)
        events = tuple(map(Event.from_dict, check_list(given["events"], "events", "a list of events", InvalidDeal)))
        if not (events and isinstance(events[0], Started)):
            msg = "the events of a view begin with Started"
            raise InvalidDeal(msg)
        if any(isinstance(event, HandsDealt) and len(event.hands) != len(stacks) for event in events):
            msg = f"the hands of HandsDealt are one for each of {len(stacks)} seats, or null"
            raise InvalidDeal(msg)
        own_hands = [None if seat is None else event.hands[seat] for event in events if isinstance(event, HandsDealt)]
        return cls(
            (
                seat,
                Rules.from_dict(given["rules"]),
                given["dealer"],
                given["phase"],
                given["to_act"],
                LegalActions.from_dict(given["legal_actions"]),
                stacks,
                puts,
                given["price"],
                None if given["hand"] is None else Hand(given["hand"]),
                given["raise_count"],
                (pots, seats, seats, ()),
                tuple(own_hands),
                tuple(log_of(events)),
            )
        )


_PHASES = ("dealing", "blind", "betting", "join", "over")
_WRITTEN = (
    "version",
    *("seat", "rules", "dealer", "phase", "to_act", "legal_actions", "stacks", "puts", "price", "hand", "raise_count"),
    *("pots", "seats", "events"),
)


def _read_numbers(name: str, values: Any) -> tuple[int, ...]:
    numbers = check_list(values, name, "a list of whole numbers", InvalidDeal)
    if not all(is_whole(number, 0) for number in numbers):
        msg = f"{name} cannot be {show(values)}: they are whole numbers of at least 0"
        raise InvalidDeal(msg)
    return numbers
