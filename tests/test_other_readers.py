"""Other programs read records and tables: seeds and numbers are the same as written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import svara
from records import finish, write
from svara.cli.main import main
from svara.records.export import text_of_seed
from svara.records.form import MAX_CHIPS
from svara.seed_form import write_seed

if TYPE_CHECKING:
    from collections.abc import Callable

    Read = Callable[[Path, str], list[Any]]

SEEDS = {
    "of any size": [2**255 + 19, 0, 7, 2**53 + 1, 10**60, int("1" * 32 + "e" + "1" * 31, 16), 2**256 - 1],
    "that begin with zeros": [2**200 + number for number in range(4)],
    "that look like floats": [int("1" * 20 + "e" + "0" * 43, 16), int("0" * 62 + "1e", 16) << 190],
    "that are small": [0, 7, 2**126],
}


def polars(path: Path, column: str) -> list[Any]:
    """Read a table with Polars."""
    module = pytest.importorskip("polars")
    how = {".csv": module.read_csv, ".parquet": module.read_parquet, ".jsonl": module.read_ndjson}
    return list(how[path.suffix](path)[column].to_list())


def pandas(path: Path, column: str) -> list[Any]:
    """Read a table with pandas."""
    module = pytest.importorskip("pandas")
    if path.suffix == ".jsonl":
        frame = module.read_json(path, lines=True)
    else:
        frame = module.read_csv(path) if path.suffix == ".csv" else module.read_parquet(path)
    return [
        None if module.api.types.is_scalar(value) and module.isna(value) else value for value in frame[column].tolist()
    ]


def duckdb(path: Path, column: str) -> list[Any]:
    """Read a table with DuckDB."""
    module = pytest.importorskip("duckdb")
    return [row[0] for row in module.sql(f"SELECT \"{column}\" FROM '{path}'").fetchall()]  # noqa: S608  # a test


def pyarrow(path: Path, column: str) -> list[Any]:
    """Read a table with PyArrow, which reads an empty text in CSV as a missing value."""
    pytest.importorskip("pyarrow")
    from pyarrow import csv, json, parquet  # noqa: PLC0415  # not on every machine

    if path.suffix == ".csv":
        options = csv.ConvertOptions(strings_can_be_null=True)
        return list(csv.read_csv(path, convert_options=options)[column].to_pylist())
    how = {".parquet": parquet.read_table, ".jsonl": json.read_json}
    return list(how[path.suffix](path)[column].to_pylist())


READERS = [polars, pandas, duckdb, pyarrow]


def evening(path: Path, seeds: list[int], stack: int = 100) -> list[svara.Record]:
    """A file of deals with these seeds, and of one that has none, and its tables beside it."""
    deals = [finish(svara.Deal.start("vipsvara", stacks=[stack, 50], dealer=0, seed=seed), seed) for seed in seeds]
    deck = " ".join(map(str, svara.shuffled_deck(1)))
    decks = [deck, *(" ".join(map(str, svara.shuffled_deck(1, number))) for number in range(1, 30))]
    deals.insert(1, finish(svara.Deal.start("vipsvara", stacks=[stack, 50], dealer=0, decks=decks), 1))
    records = [svara.Record(deal, names=["Ana", None]) for deal in deals]
    write(path, records)
    for form in ("csv", "parquet"):
        tables = [word for name in ("deals", "seats") for word in (f"--{name}", str(path.with_name(f"{name}.{form}")))]
        assert main(["export", str(path), *tables]) == 0
    return records


@pytest.fixture(params=["evening.jsonl", "deals.csv", "deals.parquet"])
def name(request: pytest.FixtureRequest) -> str:
    """A file that has the seeds."""
    pytest.importorskip("pyarrow")
    return str(request.param)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("seeds", SEEDS.values(), ids=SEEDS)
def test_a_seed_is_the_same_for_every_reader(tmp_path: Path, name: str, read: Read, seeds: list[int]) -> None:
    """Each program has the text of the seed, from JSONL, CSV and Parquet, and from it the same deck."""
    records = evening(tmp_path / "evening.jsonl", seeds)
    found = read(tmp_path / name, "seed")
    form = write_seed if name == "evening.jsonl" else text_of_seed
    assert found == [None if record.deal.seed is None else form(record.deal.seed) for record in records]
    assert [None if text is None else int(text, 16) for text in found] == [record.deal.seed for record in records]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_chips_and_winners_are_the_same_for_every_reader(tmp_path: Path, form: str, read: Read) -> None:
    """The most chips that a record has are whole numbers in every table, and winners never become numbers."""
    pytest.importorskip("pyarrow")
    records = evening(tmp_path / "evening.jsonl", [3, 4, 5], stack=MAX_CHIPS - 50)
    winners = read(tmp_path / f"deals.{form}", "winners")
    assert winners == [f"[{','.join(map(str, record.deal.winners))}]" for record in records]
    before = read(tmp_path / f"seats.{form}", "before")
    assert [*map(type, before)] == [int] * 2 * len(records)
    assert before == [MAX_CHIPS - 50, 50] * len(records)


def test_winners_are_a_list_for_duckdb(tmp_path: Path) -> None:
    """The text of the winners casts to a list."""
    module = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    records = evening(tmp_path / "evening.jsonl", [3, 4])
    rows = module.sql(f"SELECT winners::INT[] FROM '{tmp_path / 'deals.csv'}'").fetchall()  # noqa: S608  # a test
    assert [tuple(row[0]) for row in rows] == [record.deal.winners for record in records]


@pytest.mark.parametrize("read", READERS)
def test_the_evening_of_the_documentation(tmp_path: Path, read: Read) -> None:
    """The example of the documentation is read by all of them, as records and as a table."""
    deals = tmp_path / "deals.csv"
    assert main(["export", "docs/evening.jsonl", "--deals", str(deals)]) == 0
    source = Path("docs/evening.jsonl")
    seeds = [record.deal.seed for record in svara.read_deals(source)]
    for path in (source, deals):
        assert [int(text, 16) for text in read(path, "seed")] == seeds
