"""Records as tables for analysis, in CSV or Parquet: one row for each deal, for each seat of a deal, or each action."""

from __future__ import annotations

from svara.actions import Blind, Raise
from svara.seed_form import write_seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import IO, Any, Protocol, TypeAlias

    from svara._core import Hand
    from svara.deal import Deal
    from svara.records.record import Record

    Row: TypeAlias = Sequence[int | str | None]

    class Sink(Protocol):
        """Writes the rows of one table."""

        def write(self, rows: Iterable[Row]) -> None:
            """Write rows."""

        def close(self) -> None:
            """Write all rows that are still in memory. The file stays open. May be called again."""


TABLES: dict[str, dict[str, type[int | str]]] = {
    "deals": {
        "deal": int,
        "time": str,
        "rules": str,
        "ante": int,
        "min_bet": int,
        "seats": int,
        "dealer": int,
        "seed": str,
        "svarkas": int,
        "actions": int,
        "pots": int,
        "winners": str,
    },
    "seats": {
        "deal": int,
        "seat": int,
        "name": str,
        "is_in": int,
        "before": int,
        "after": int,
        "won": int,
        "hand": str,
        "points": int,
    },
    "actions": {
        "deal": int,
        "number": int,
        "svarka": int,
        "phase": str,
        "seat": int,
        "name": str,
        "action": str,
        "amount": int,
        "paid": int,
        "stack": int,
        "put": int,
        "price": int,
        "pots": int,
        "hand": str,
        "points": int,
    },
}
"""The columns of each table, with their types. `docs/records.md` describes them."""

ROWS_AT_ONCE = 20_000  # of Parquet, which is written in groups of rows


def text_of_seed(seed: int) -> str:
    """Return a seed in the form of tables: ``0x_`` and 64 hexadecimal digits.

    Readers of CSV guess which texts are numbers, and some take ``0x`` with digits for one. None of them does with the
    underscore. Python's ``int(text, 16)`` reads both forms.

    >>> int(text_of_seed(7), 16)
    7
    """
    return write_seed(seed).replace("0x", "0x_", 1)


def rows_of_deals(number: int, record: Record) -> Iterator[Row]:
    """Yield the row of a deal."""
    deal = record.deal
    rules = deal.rules
    yield (
        number,
        record.time,
        rules.name,
        rules.ante,
        rules.min_bet,
        len(deal.seats),
        deal.seats[-1],
        None if deal.seed is None else text_of_seed(deal.seed),
        len(deal.dealt) - 1,
        len(deal.actions),
        sum(deal.won),
        f"[{','.join(map(str, deal.winners))}]",
    )


def rows_of_seats(number: int, record: Record) -> Iterator[Row]:
    """Yield a row for each seat at the table."""
    deal = record.deal
    before = deal.started.stacks
    for seat, (after, won) in enumerate(zip(deal.stacks, deal.won, strict=True)):
        hand = deal.dealt[0][seat]
        yield number, seat, _name(record, seat), int(seat in deal.seats), before[seat], after, won, *_hand(deal, hand)


def rows_of_actions(number: int, record: Record) -> Iterator[Row]:
    """Yield a row for each action: the action, and the state of the deal before it."""
    for count, (deal, action) in enumerate(record.steps(), start=1):
        seat = deal.to_act
        if action is None or seat is None:
            return
        legal, put = deal.legal_actions, deal.puts[seat]
        amount = action.amount if isinstance(action, Blind | Raise) else None
        paid = {"blind": amount, "raise": (amount or 0) - put, "call": legal.call, "join": legal.join}
        chips = sum(pot.chips for pot in deal.pots) + sum(deal.puts)
        yield (
            *(number, count, len(deal.dealt) - 1, deal.phase, seat, _name(record, seat), action.verb, amount),
            *(paid.get(action.verb, 0), deal.stacks[seat], put, deal.price, chips, *_hand(deal, deal.hands[seat])),
        )


ROWS: dict[str, Callable[[int, Record], Iterator[Row]]] = {
    "deals": rows_of_deals,
    "seats": rows_of_seats,
    "actions": rows_of_actions,
}


def _name(record: Record, seat: int) -> str | None:
    return record.names[seat] if record.names else None


def _hand(deal: Deal, hand: Hand | None) -> tuple[str | None, int | None]:
    return (str(hand), hand.points(rules=deal.rules)) if hand else (None, None)


class CsvSink:
    """Writes CSV in UTF-8, with a heading, commas, and quotes where they are needed. A missing value is empty."""

    def __init__(self, file: IO[bytes], table: str) -> None:
        import csv  # noqa: PLC0415  # only who exports needs it
        from codecs import getwriter  # noqa: PLC0415  # the same

        self._writer = csv.writer(getwriter("utf-8")(file), lineterminator="\n")
        self._writer.writerow(TABLES[table])

    def write(self, rows: Iterable[Row]) -> None:
        """Write rows."""
        self._writer.writerows(rows)

    def close(self) -> None:
        """Do nothing: no rows are kept in memory."""


class ParquetSink:
    """Writes Parquet with pyarrow, in groups of rows.

    Raises `ImportError` if pyarrow is not installed.
    """

    def __init__(self, file: IO[bytes], table: str) -> None:
        import pyarrow as pa  # noqa: PLC0415  # an extra, which takes long to import
        from pyarrow import parquet  # noqa: PLC0415  # the same

        types = {int: pa.int64(), str: pa.string()}
        self._batch: Any = pa.RecordBatch.from_arrays
        self._schema = pa.schema([(name, types[kind]) for name, kind in TABLES[table].items()])
        self._writer = parquet.ParquetWriter(file, self._schema)
        self._array = pa.array
        self._rows: list[Row] = []

    def write(self, rows: Iterable[Row]) -> None:
        """Keep the rows, and write a group as soon as there are enough."""
        self._rows += rows
        if len(self._rows) >= ROWS_AT_ONCE:
            self._write_group()

    def close(self) -> None:
        """Write the rows that are kept, and the end of the table. A second call does nothing."""
        if self._rows:
            self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        columns = zip(*self._rows, strict=True)
        arrays = [self._array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        self._rows = []
        self._writer.write_batch(self._batch(arrays, schema=self._schema))


SINKS: dict[str, Callable[[IO[bytes], str], Sink]] = {"csv": CsvSink, "parquet": ParquetSink}
"""The class that writes each format into an open file."""
