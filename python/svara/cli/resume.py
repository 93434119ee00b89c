"""Resumes an evening: makes the table from a file of records."""

from __future__ import annotations

import svara
from svara.cli.process import BadInput
from svara.cli.records import read
from svara.deal_form import deck_of, seats_out
from svara.events import HandsDealt
from svara.seed_form import write_seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from svara import Deal, Table
    from svara.records.record import Record


def resume(path: str, seed: int) -> Table:
    """Return a table that continues after the last deal in a file of records, with the seed *seed*.

    The last record gives the names, the rules, the stacks and the next dealer. The number of the next deal follows from
    the number of records of the evening: each of them begins with the names, rules and stacks at the end of the one
    before.

    Raises `BadInput` for a file without such a record, and if no further deal is possible.
    """
    if path == "-":
        msg = "argument --resume: it needs a file, not standard input"
        raise BadInput(msg)
    first, last, deals = None, None, 0
    for _, record in read(path):
        is_next = last is not None and _leads_to(last, record)
        first, deals = (first, deals + 1) if is_next else (record, 1)
        last = record
    assert first is not None  # noqa: S101  # `read` raises where there is no record
    assert last is not None  # noqa: S101  # the same
    nameless = [seat for seat, chips in enumerate(last.deal.stacks) if chips and not (last.names and last.names[seat])]
    if nameless:
        msg = f"{path} cannot be resumed: seat {nameless[0]} has chips and no name in its last record"
        raise BadInput(msg)
    try:
        table = svara.Table.from_dict(_written(first, last, deals, seed))
    except (svara.InvalidTable, svara.InvalidRules) as error:
        msg = f"{path} cannot be resumed: {error}"
        raise BadInput(msg) from None
    if len(table.seats_in) < 2:
        msg = f"{path} cannot be resumed: fewer than two players have enough chips for the ante"
        raise BadInput(msg)
    return table


def _leads_to(last: Record, record: Record) -> bool:
    started = record.deal.started
    return last.names == record.names and last.deal.rules == started.rules and last.deal.stacks == started.stacks


def _written(first: Record, last: Record, deals: int, seed: int) -> dict[str, Any]:
    """Return a table in the form of `Table.to_dict`, from the first and the last deal of an evening.

    The last deal is written with its cards instead of a seed, since the new seed of the table only applies from the
    next deal on. A player without chips at the beginning of the first deal is not at the table.
    """
    deal, brought = last.deal, first.deal.started.stacks
    names = last.names or [None] * len(brought)
    events: list[dict[str, Any]] = [
        {"deals": 0, "event": "SatDown", "seat": seat, "name": name, "chips": chips}
        for seat, (name, chips) in enumerate(zip(names, brought, strict=True))
        if name is not None and chips
    ]
    ante = deal.rules.ante
    events += [
        {"deals": deals - 1, "event": "SatOut", "seat": seat}
        for seat in seats_out(deal.started)
        if names[seat] is not None and deal.started.stacks[seat] >= ante
    ]
    return {
        "version": 1,
        "rules": deal.rules.to_dict(),
        "seats": len(brought),
        "seed": write_seed(seed),
        "dealer": deal.started.dealer,
        "events": events,
        "deals": deals,
        "deal": {**deal.to_dict(), "seed": None, "decks": _decks(deal)},
    }


def _decks(deal: Deal) -> list[str]:
    dealt = [event for event in deal.events if isinstance(event, HandsDealt)]
    return [" ".join(map(str, deck_of(event))) for event in dealt]
