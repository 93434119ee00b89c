"""What one seat, or somebody looking on, may know of a deal (8.3 of the rulebook)."""

from __future__ import annotations

from svara.events import HandsDealt, HandsShown, list_events
from svara.showdown import still_open
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from svara._core import Hand
    from svara.events import Event
    from svara.legal import LegalActions
    from svara.rules import Rules
    from svara.showdown import Pot


_BETS, _OWN_HANDS, _LOG = slice(10, 14), 14, 15  # places in the state of a view


class View(Value):
    """What one seat may know of a deal, at one moment: a value apart from the deal.

    It has the seat's own hand once the seat may see it, everybody's chips and actions, and the hands that were shown
    down; no other hand and no card to come is in it.

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
        "pots",
        "seats",
    )
    _state: tuple[Any, ...]

    def __init__(self, state: tuple[Any, ...]) -> None:
        # Every action of every player makes a view: one tuple, from which the properties read, is the cheapest way.
        self.__dict__["_state"] = state

    @property
    def seat(self) -> int | None:
        """Whose view it is; `None` for somebody looking on."""
        value: int | None = self._state[0]
        return value

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        value: Rules = self._state[1]
        return value

    @property
    def dealer(self) -> int:
        """Who dealt the cards that are being played."""
        value: int = self._state[2]
        return value

    @property
    def phase(self) -> str:
        """As `Deal.phase`."""
        value: str = self._state[3]
        return value

    @property
    def to_act(self) -> int | None:
        """The seat to act, or `None` where nobody is."""
        value: int | None = self._state[4]
        return value

    @property
    def legal_actions(self) -> LegalActions:
        """What this seat may do; nothing where another is to act."""
        value: LegalActions = self._state[5]
        return value

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips not yet bet, by seat."""
        value: tuple[int, ...] = self._state[6]
        return value

    @property
    def puts(self) -> tuple[int, ...]:
        """What each seat has bet since the cards were dealt (5.1)."""
        value: tuple[int, ...] = self._state[7]
        return value

    @property
    def price(self) -> int:
        """The put that a seat needs to stay (5.1)."""
        value: int = self._state[8]
        return value

    @property
    def hand(self) -> Hand | None:
        """The seat's own hand, or `None` before it may see it and where it has none."""
        value: Hand | None = self._state[9]
        return value

    @property
    def pots(self) -> tuple[Pot, ...]:
        """As `Deal.pots`."""
        carried, _, still_in, folds = self._state[_BETS]
        return tuple(still_open(carried, still_in, folds))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with cards that have not folded, clockwise, the dealer's place last."""
        _, order, still_in, _ = self._state[_BETS]
        return tuple([seat for seat in order if seat in still_in])

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as far as the seat may know."""
        own_hands = self._state[_OWN_HANDS]
        return tuple(list_events(self._state[_LOG], [self._only_own(hand) for hand in own_hands]))

    @property
    def shown(self) -> dict[int, Hand]:
        """The hands shown down since cards were last dealt, by seat."""
        for kind, *fields in reversed(self._state[_LOG]):
            if kind is HandsShown:
                seats, hands = fields
                return dict(zip(seats, hands, strict=True))
            if kind is HandsDealt:
                break
        return {}

    def _key(self) -> tuple[Any, ...]:
        return *self._values(), self._state[_LOG], self._state[_OWN_HANDS]

    def _only_own(self, hand: Hand | None) -> tuple[Hand | None, ...]:
        hands: list[Hand | None] = [None] * len(self.stacks)
        if self.seat is not None:
            hands[self.seat] = hand
        return tuple(hands)
