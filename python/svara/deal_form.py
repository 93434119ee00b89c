"""Deals as plain values: what `Deal.to_dict` returns, and what makes a deal again, from such a dict or from events."""

from __future__ import annotations

from svara._core import Card
from svara.checks import check_form, check_list
from svara.errors import InvalidDeal
from svara.events import HandsDealt, Started, action_of
from svara.rules import Rules
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any  # noqa: TC004  # nobody resolves the fields of `DealForm`

    from svara.actions import Action
    from svara.events import Event

VERSION = 1
"""The version of the form that `Deal.to_dict` returns, and the only one that is read."""

_FIELDS = ("version", "rules", "stacks", "dealer", "out", "seed", "decks", "actions")


class DealForm(Value):
    """All that makes a deal: how it starts, where its cards come from, and what was done in it.

    The values are as somebody gave them: `Deal.start` and `Deal.play` check them.
    """

    rules: Rules
    stacks: Any
    dealer: Any
    out: Any
    seed: Any
    decks: Any
    actions: tuple[Any, ...]

    @property
    def start(self) -> dict[str, Any]:
        """What `Deal.start` takes, by name."""
        return {name: getattr(self, name) for name in ("rules", "stacks", "dealer", "out", "seed", "decks")}


def seats_out(started: Started) -> list[int]:
    """Return the seats at the table that are not in the deal (3.2), ascending."""
    return [seat for seat in range(len(started.stacks)) if seat not in started.seats]


def deck_of(event: HandsDealt) -> list[Card]:
    """Return the cards that were dealt, in an order that deals the same hands again (3.3)."""
    dealt = [hand for seat in event.seats if (hand := event.hands[seat])]
    return [hand.cards[round_] for round_ in range(3) for hand in dealt]


def write_deal(started: Started, seed: int | None, decks: Iterable[bytes], actions: Iterable[Action]) -> dict[str, Any]:
    """Return a deal as a dict of plain values, fit for JSON."""
    return {
        "version": VERSION,
        "rules": started.rules.to_dict(),
        "stacks": list(started.stacks),
        "dealer": started.dealer,
        "out": seats_out(started),
        "seed": seed,
        "decks": [" ".join(str(Card(number)) for number in deck) for deck in decks],
        "actions": [str(action) for action in actions],
    }


def read_deal(fields: object) -> DealForm:
    """Return what makes a deal, from what `write_deal` returned.

    Raises `InvalidDeal` for another version, a missing or unknown field, and actions that are not a list; and what
    `Rules.from_dict` raises.
    """
    given = check_form(fields, "a deal", _FIELDS, InvalidDeal, version=VERSION)
    actions = check_list(given["actions"], "actions", "texts in a list", InvalidDeal)
    rules = Rules.from_dict(given["rules"])
    return DealForm(
        rules, given["stacks"], given["dealer"], given["out"], given["seed"], given["decks"], tuple(actions)
    )


def read_events(events: tuple[Event, ...]) -> DealForm:
    """Return what makes the deal in which these events happened.

    Raises `InvalidDeal` where they do not begin with `Started`.
    """
    if not events or not isinstance(events[0], Started):
        msg = "the events of a deal begin with Started"
        raise InvalidDeal(msg)
    started = events[0]
    decks = [deck_of(event) for event in events if isinstance(event, HandsDealt)]
    actions = tuple([action for action in map(action_of, events) if action])
    return DealForm(started.rules, started.stacks, started.dealer, seats_out(started), None, decks, actions)
