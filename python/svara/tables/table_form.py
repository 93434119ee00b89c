"""Tables as plain values: `Table.to_dict` writes them; `Table.from_dict` reads them and applies their events again."""

from __future__ import annotations

from svara._core import derived_seed
from svara.checks import check_form, check_list, is_named, is_whole, show
from svara.deal import Deal
from svara.errors import InvalidDeal, InvalidTable
from svara.events import CameBack, ChipsAdded, ChipsTaken, DealVoided, Event, Forfeited, SatDown, SatOut, StoodUp
from svara.rules import MAX_SEATS
from svara.seed_form import read_seed, write_seed
from svara.tables.dealers import first_dealer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from svara.rules import Rules
    from svara.tables.ledger import Ledger, TableEvent

VERSION = 1
"""The version of the form that `write_table` returns, and the only one that is read."""

KINDS = {
    kind.__name__: kind for kind in (SatDown, StoodUp, ChipsAdded, ChipsTaken, SatOut, CameBack, Forfeited, DealVoided)
}
MAX_DEALS = 2**64 - 1
"""The number of deals of a table that have different seeds (docs/shuffle.md)."""
_FIELDS = ("version", "rules", "seats", "seed", "dealer", "events", "deals", "deal")


def write_table(rules: Rules, *, seed: int | None, dealer: int | None, ledger: Ledger) -> dict[str, Any]:
    """Return a table as a dict of plain values that JSON can hold. *dealer* is the seat drawn to deal first, if any."""
    return {
        "version": VERSION,
        "rules": rules.to_dict(),
        "seats": len(ledger.names),
        "seed": None if seed is None else write_seed(seed),
        "dealer": dealer,
        "events": [write_entry(*entry) for entry in ledger.log],
        "deals": ledger.deals,
        "deal": ledger.deal.to_dict() if ledger.deal else None,
    }


def check_table(written: object) -> dict[str, Any]:
    """Check the form of a written table, and return its fields with the seed as a number.

    Raises `InvalidTable` for another version, a missing or unknown field, a number of seats or deals that no table has,
    and a seed in another form.
    """
    fields = check_form(written, "a table", _FIELDS, InvalidTable, version=VERSION)
    seats, deals = fields["seats"], fields["deals"]
    if not is_whole(seats, 2) or seats > MAX_SEATS:
        raise InvalidTable(f"a table cannot have {show(seats)} seats: it has 2 to {MAX_SEATS}")
    if not (is_whole(deals, 0) and deals < MAX_DEALS) or (deals == 0) != (fields["deal"] is None):
        raise InvalidTable(
            f"{show(deals)} deals cannot have begun: that is a whole number, and there is a last deal or 0"
        )
    return {**fields, "seed": None if fields["seed"] is None else read_seed(fields["seed"], InvalidTable)}


def happen_again(ledger: Ledger, rules: Rules, fields: dict[str, Any]) -> None:
    """Apply all events of a written table, whose form has been checked, to an empty ledger.

    Raises `InvalidTable` for events that could not have happened, with the number of the event or the deal.
    """
    deals = fields["deals"]
    for place, (after, event) in enumerate(_read_entries(fields["events"], deals), start=1):
        if after == deals and deals and not ledger.deal:
            _begin_again(ledger, rules, fields)
        ledger.deals = after
        try:
            ledger.happen(event)
        except InvalidTable as error:
            raise InvalidTable(f"event {place}: {error}") from None
    if deals and not ledger.deal:
        _begin_again(ledger, rules, fields)


def _begin_again(ledger: Ledger, rules: Rules, fields: dict[str, Any]) -> None:
    """Start the last deal again, as far as it was played, if it can have begun at this table."""
    deals = fields["deals"]
    try:
        deal = Deal.from_dict(fields["deal"])
    except ValueError as error:  # every error of a deal is one
        raise InvalidTable(f"deal {deals}: {error}") from None
    if deal.rules != rules:
        raise InvalidTable(f"deal {deals} cannot be played by other rules than the table's")
    started = deal.started
    stacks = started.stacks
    known = ledger.stacks if deals == 1 else stacks
    if stacks != known or len(stacks) != len(ledger.names) or sum(stacks) != ledger.chips:
        there = f"{len(ledger.names)} seats and {ledger.chips} chips"
        raise InvalidTable(f"deal {deals} cannot begin with stacks {list(stacks)}: the table has {there}")
    seats = ledger.seats_in(stacks, rules.ante)
    if seats != tuple(sorted(deal.seats)):
        raise InvalidTable(f"deal {deals} cannot be played by seats {sorted(deal.seats)}: in are {list(seats)}")
    seed: int | None = fields["seed"]
    if deals == 1:
        drawn = first_dealer(seats, seed=seed, drawn=fields["dealer"])
        if started.dealer != drawn:
            raise InvalidTable(f"seat {started.dealer} cannot deal first: {drawn} was drawn")
    if deal.seed is not None and (seed is None or deal.seed != derived_seed(seed, deals)):
        raise InvalidTable(f"deal {deals} cannot have the seed {deal.seed}: the table's seed gives another")
    ledger.deals = deals - 1
    ledger.begin(deal)


def write_entry(deals: int, event: TableEvent) -> dict[str, Any]:
    """Return an entry of the log as plain values: the number of deals before it, and the event.

    >>> write_entry(3, ChipsAdded(seat=1, chips=50))
    {'deals': 3, 'event': 'ChipsAdded', 'seat': 1, 'chips': 50}
    """
    return {"deals": deals, **event.to_dict()}


def _read_entries(written: Any, deals: int) -> list[tuple[int, TableEvent]]:
    """Read the entries that `write_entry` wrote, of a table at which this number of deals have begun."""
    entries: list[tuple[int, TableEvent]] = []
    latest = 0
    for place, fields in enumerate(check_list(written, "events", "a list", InvalidTable), start=1):
        try:
            latest, event = read_entry(fields, earliest=latest, last=deals)
        except InvalidTable as error:
            raise InvalidTable(f"event {place}: {error}") from None
        entries.append((latest, event))
    return entries


def read_entry(fields: object, *, earliest: int, last: int) -> tuple[int, Any]:
    """Read an entry that `write_entry` wrote: an event after *earliest* to *last* deals.

    Raises `InvalidTable` for anything else. Whether the event can happen is not checked here.
    """
    name = fields.get("event") if is_named(fields) else None
    if not is_named(fields) or not isinstance(name, str) or name not in KINDS:
        raise InvalidTable(f"{show(fields)} is not an event of a table: there are {', '.join(KINDS)}")
    if "deals" not in fields:
        raise InvalidTable(f"{name} has the field deals, too: after how many deals it happened")
    deals = fields["deals"]
    if not (is_whole(deals, earliest) and deals <= last):
        raise InvalidTable(f"{name} cannot be after {show(deals)} deals: {earliest} to {last} have begun")
    try:
        return deals, Event.from_dict({field: value for field, value in fields.items() if field != "deals"})
    except InvalidDeal as error:
        raise InvalidTable(str(error)) from None
