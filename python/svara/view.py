"""What one seat, or somebody looking on, may know of a deal (8.3 of the rulebook)."""

from __future__ import annotations

from svara.events import HandsDealt, HandsShown, list_events
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from svara._core import Hand
    from svara.actions import LegalActions
    from svara.events import Event
    from svara.rules import Rules
    from svara.showdown import Pot


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

    seat: int | None
    """Whose view it is; `None` for somebody looking on."""
    rules: Rules
    dealer: int
    """Who dealt the cards that are being played."""
    phase: str
    """As `Deal.phase`."""
    to_act: int | None
    legal_actions: LegalActions
    """What this seat may do; nothing where another is to act."""
    stacks: tuple[int, ...]
    """Chips not yet bet, by seat."""
    puts: tuple[int, ...]
    """What each seat has bet since the cards were dealt (5.1)."""
    price: int
    """The put that a seat needs to stay (5.1)."""
    pots: tuple[Pot, ...]
    """As `Deal.pots`."""
    seats: tuple[int, ...]
    """The seats with cards that have not folded, clockwise, the dealer's place last."""
    hand: Hand | None
    """The seat's own hand, or `None` before it may see it and where it has none."""
    _log: tuple[tuple[Any, ...], ...]
    _own_hands: tuple[Hand | None, ...]

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as far as the seat may know."""
        return tuple(list_events(self._log, [self._only_own(hand) for hand in self._own_hands]))

    @property
    def shown(self) -> dict[int, Hand]:
        """The hands shown down since cards were last dealt, by seat."""
        for kind, *fields in reversed(self._log):
            if kind is HandsShown:
                seats, hands = fields
                return dict(zip(seats, hands, strict=True))
            if kind is HandsDealt:
                break
        return {}

    def _key(self) -> tuple[Any, ...]:
        return *self._values(), self._log, self._own_hands

    def _only_own(self, hand: Hand | None) -> tuple[Hand | None, ...]:
        hands: list[Hand | None] = [None] * len(self.stacks)
        if self.seat is not None:
            hands[self.seat] = hand
        return tuple(hands)
