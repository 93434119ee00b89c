"""Deals as plain values: `Deal.to_dict` writes them, and `Deal.from_dict` and `Deal.from_events` read them."""

from __future__ import annotations

from svara._core import Card
from svara.checks import check_form, check_list
from svara.errors import InvalidDeal
from svara.events import HandsDealt, Started, action_of
from svara.rules import Rules
from svara.seed_form import read_seed, write_seed
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
    """Everything that determines a deal: how it starts, where its cards come from, and its actions.

    The values are not checked here; `Deal.start` and `Deal.play` check them.
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
        """The arguments of `Deal.start`, by name."""
        return {name: getattr(self, name) for name in ("rules", "stacks", "dealer", "out", "seed", "decks")}


def seats_out(started: Started) -> list[int]:
    """Return the seats at the table that are not in the deal (3.2), ascending."""
    return [seat for seat in range(len(started.stacks)) if seat not in started.seats]


def deck_of(event: HandsDealt) -> list[Card]:
    """Return the cards that were dealt, in an order that deals the same hands again (3.3)."""
    dealt = [hand for seat in event.seats if (hand := event.hands[seat])]
    return [hand.cards[round_] for round_ in range(3) for hand in dealt]


def write_deal(started: Started, seed: int | None, decks: Iterable[bytes], actions: Iterable[Action]) -> dict[str, Any]:
    """Return a deal as a dict of plain values that JSON can hold."""
    return {
        "version": VERSION,
        "rules": started.rules.to_dict(),
        "stacks": list(started.stacks),
        "dealer": started.dealer,
        "out": seats_out(started),
        "seed": None if seed is None else write_seed(seed),
        "decks": [" ".join(str(Card(number)) for number in deck) for deck in decks],
        "actions": [str(action) for action in actions],
    }


def read_deal(fields: object) -> DealForm:
    """Read a dict that `write_deal` returned.

    Raises `InvalidDeal` for another version, a missing or unknown field, a seed in another form, and actions that are
    not a list, and the errors of `Rules.from_dict`.
    """
    given = check_form(fields, "a deal", _FIELDS, InvalidDeal, version=VERSION)
    actions = check_list(given["actions"], "actions", "texts in a list", InvalidDeal)
    rules = Rules.from_dict(given["rules"])
    seed = None if given["seed"] is None else read_seed(given["seed"], InvalidDeal)
    return DealForm(rules, given["stacks"], given["dealer"], given["out"], seed, given["decks"], tuple(actions))


def read_events(events: tuple[Event, ...]) -> DealForm:
    """Return what determines the deal in which these events happened.

    Raises `InvalidDeal` if they do not begin with `Started`.
    """
    if not events or not isinstance(events[0], Started):
        msg = "the events of a deal begin with Started"
        raise InvalidDeal(msg)
    started = events[0]
    decks = [deck_of(event) for event in events if isinstance(event, HandsDealt)]
    actions = tuple([action for action in map(action_of, events) if action])
    return DealForm(started.rules, started.stacks, started.dealer, seats_out(started), None, decks, actions)
