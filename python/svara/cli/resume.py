"""An evening that goes on: the table as a file of records leaves it."""

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
    """Return a table that goes on after the last deal in a file of records, its chance fixed by *seed*.

    The names, the rules, the stacks and who deals next are those of the last record. The number of the next deal counts
    the records that lead there: each begins with the names, rules and stacks with which the one before ends.

    Raises `BadInput` for a file without such a record, and where there cannot be another deal.
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
    """The table as `Table.to_dict` writes it, from the first and the last deal of an evening.

    The last deal has its cards instead of a seed: what the table's seed fixes begins with the next one. Who has no
    chips when the first deal begins is not at the table.
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
