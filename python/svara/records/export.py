"""Records as tables for analysis: a row a deal, a row a seat of a deal, a row an action; CSV or Parquet."""

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
        """Where the rows of one table go."""

        def write(self, rows: Iterable[Row]) -> None:
            """Write rows."""

        def close(self) -> None:
            """Write what is still kept; the file stays open. May be called again."""


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
"""The columns of each table, and the type of each; `docs/records.md` describes them."""

ROWS_AT_ONCE = 20_000  # of Parquet, which is written in groups of rows


def text_of_seed(seed: int) -> str:
    """Return a seed as a table has it: ``0x_`` and 64 hexadecimal digits.

    Readers of CSV guess what is a number, and some take ``0x`` and digits for one. With the underscore none does, and
    Python's ``int(text, 16)`` reads it as well.

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
    """Yield a row for each action: what was done, and how things stood before."""
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
    """CSV: UTF-8, a heading, commas, quotes where needed; nothing stands for what there is not."""

    def __init__(self, file: IO[bytes], table: str) -> None:
        import csv  # noqa: PLC0415  # only who exports needs it
        from codecs import getwriter  # noqa: PLC0415  # the same

        self._writer = csv.writer(getwriter("utf-8")(file), lineterminator="\n")
        self._writer.writerow(TABLES[table])

    def write(self, rows: Iterable[Row]) -> None:
        """Write rows."""
        self._writer.writerows(rows)

    def close(self) -> None:
        """Nothing is kept."""


class ParquetSink:
    """Parquet, written with pyarrow in groups of rows.

    Raises `ImportError` where there is no pyarrow.
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
        """Keep rows, and write a group when there are enough."""
        self._rows += rows
        if len(self._rows) >= ROWS_AT_ONCE:
            self._write_group()

    def close(self) -> None:
        """Write what is kept, and the end of the table; the second time, nothing."""
        if self._rows:
            self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        columns = zip(*self._rows, strict=True)
        arrays = [self._array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        self._rows = []
        self._writer.write_batch(self._batch(arrays, schema=self._schema))


SINKS: dict[str, Callable[[IO[bytes], str], Sink]] = {"csv": CsvSink, "parquet": ParquetSink}
"""What writes which format into a file that is open for writing."""
