"""Records as tables: what is in them, and that other programs read them."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

import svara
from records import an_evening, records, write
from svara.cli.main import main
from svara.records.export import ROWS, ROWS_AT_ONCE, TABLES, ParquetSink

if TYPE_CHECKING:
    Capture = pytest.CaptureFixture[str]


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A file of three deals."""
    path = tmp_path / "evening.jsonl"
    write(path, an_evening())
    return path


@pytest.fixture
def parquet() -> Any:
    """Return the module that reads Parquet files."""
    return pytest.importorskip("pyarrow.parquet")


def export(evening: Path, *options: str) -> dict[str, Path]:
    """Export all tables. Returns where they are."""
    paths = {table: evening.with_name(f"{table}.out") for table in TABLES}
    asked = [word for table, path in paths.items() for word in (f"--{table}", str(path))]
    assert main(["export", str(evening), *asked, *options]) == 0
    return paths


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_one_row_a_deal(evening: Path) -> None:
    """The table of deals has what is true of a whole deal."""
    rows = table(export(evening)["deals"])

    assert [row["deal"] for row in rows] == ["1", "2", "3"]
    assert rows[0] == {
        "deal": "1",
        "time": "",
        "rules": "classic",
        "ante": "1",
        "min_bet": "1",
        "seats": "2",
        "dealer": "0",
        "seed": "0x_0000000000000000000000000000000000000000000000000000000000000007",
        "svarkas": "0",
        "actions": "3",
        "pots": "2",
        "winners": "[1]",
    }
    assert (rows[1]["winners"], rows[1]["seed"], rows[1]["pots"]) == ("[0,1]", "", "102")
    assert (rows[2]["svarkas"], rows[2]["time"], rows[2]["dealer"]) == ("1", "2026-11-29T20:15:00Z", "0")


def test_one_row_a_seat(evening: Path) -> None:
    """The table of seats has what each seat brought, got and held."""
    rows = table(export(evening)["seats"])

    assert [(row["deal"], row["seat"]) for row in rows] == [
        (str(deal), str(seat)) for deal in (1, 2, 3) for seat in range(3)
    ]
    assert list(rows[2].values()) == ["1", "2", "", "0", "50", "50", "0", "", ""]
    assert list(rows[4].values()) == ["2", "1", "Борис", "1", "20", "60", "60", "7c 7d 7h", "34"]


def test_one_row_an_action(evening: Path) -> None:
    """The table of actions has what was done, for how much, and how things stood before."""
    rows = [list(row.values()) for row in table(export(evening)["actions"]) if row["deal"] == "3"]

    assert rows[0] == ["3", "1", "0", "blind", "1", "Борис", "blind", "2", "2", "49", "0", "0", "3", "Jc Jd Jh", "30"]
    assert rows[2] == ["3", "3", "0", "betting", "2", "", "raise", "10", "10", "79", "0", "4", "5", "Qc Qd Qh", "30"]
    assert rows[4] == ["3", "5", "0", "betting", "1", "Борис", "call", "", "8", "47", "2", "10", "15", "Jc Jd Jh", "30"]
    assert rows[5] == ["3", "6", "0", "join", "0", "Ana", "join", "", "12", "99", "0", "0", "23", "8d 9d 9h", "17"]
    assert len(rows) == 10


@given(records())
@settings(max_examples=30)
def test_the_tables_agree_with_the_deal(record: svara.Record) -> None:
    """The chips paid and the antes add up to the pots, and every column has its type."""
    rows = {name: list(rows_of(1, record)) for name, rows_of in ROWS.items()}
    for name, columns in TABLES.items():
        for row in rows[name]:
            assert len(row) == len(columns)
            assert all(value is None or type(value) is kind for value, kind in zip(row, columns.values(), strict=True))
    deal = record.deal
    paid = sum(dict(zip(TABLES["actions"], row, strict=True))["paid"] for row in rows["actions"])  # type: ignore[misc]
    returned = sum(event.chips for event in deal.events if isinstance(event, svara.events.UncalledReturned))
    assert paid - returned + deal.rules.ante * len(deal.seats) == sum(deal.won)
    assert len(rows["seats"]) == len(deal.stacks)


def test_parquet_says_the_same(evening: Path, parquet: Any) -> None:
    """Parquet has the rows of CSV, with numbers as numbers and nothing for what there is not."""
    as_csv = {name: table(path) for name, path in export(evening).items()}
    for name, path in export(evening, "--format", "parquet").items():
        read = parquet.read_table(path)
        assert read.column_names == list(TABLES[name])
        assert {str(kind) for kind in read.schema.types} == {"int64", "string"}
        rows = [
            {column: "" if value is None else str(value) for column, value in row.items()} for row in read.to_pylist()
        ]
        assert rows == as_csv[name]


def test_a_query_of_the_documentation(evening: Path, parquet: Any) -> None:
    """The SQL question of the documentation has the same answer with pyarrow."""
    actions = parquet.read_table(export(evening, "--format", "parquet")["actions"])
    counted = actions.group_by("action").aggregate([("paid", "sum"), ("action", "count")])

    assert {row["action"]: row["action_count"] for row in counted.to_pylist()} == Counter(
        str(action).split()[0] for record in an_evening() for _, action in record.steps() if action
    )


def test_parquet_is_written_in_groups(tmp_path: Path, parquet: Any) -> None:
    """No more than a group of rows is held, however many there are."""
    row: list[Any] = [1, None, "vipsvara", 1, 1, 2, 0, "0x7", 0, 3, 2, "[1]"]
    with (tmp_path / "deals").open("wb") as opened:
        sink = ParquetSink(opened, "deals")
        for _ in range(2 * ROWS_AT_ONCE + 1):
            sink.write([row])
            assert len(sink._rows) < ROWS_AT_ONCE
        sink.close()
        sink.close()
    file = parquet.ParquetFile(tmp_path / "deals")
    assert (file.metadata.num_row_groups, file.metadata.num_rows) == (3, 2 * ROWS_AT_ONCE + 1)


def test_says_what_parquet_needs(evening: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pyarrow the command names the extra."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["export", str(evening), "--deals", str(evening) + ".out", "--format", "parquet"]) == 2
    assert capsys.readouterr().err == ("svara export: parquet needs pyarrow: pip install 'svara-engine[parquet]'\n")


def test_ends_at_a_bad_record(evening: Path, capsys: Capture) -> None:
    """A bad record ends the command with its line; no file is made or replaced, and a pipe has the rows before it."""
    with evening.open("a", encoding="utf-8") as file:
        file.write("{}\n")
    before = sorted(evening.parent.iterdir())
    for form in ("csv", "parquet"):
        assert main(["export", str(evening), "--deals", f"{evening.parent}/deals.{form}"]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"svara export: {evening}, line 4: the record has no version: this reads version 1\n")
    assert sorted(evening.parent.iterdir()) == before
    assert main(["export", str(evening), "--deals", "-"]) == 2
    assert [line.split(",")[0] for line in capsys.readouterr().out.splitlines()] == ["deal", "1", "2", "3"]


def test_tells_of_a_torn_line(evening: Path, capsys: Capture) -> None:
    """A torn last line is reported on standard error, and is not a failure."""
    with evening.open("a", encoding="utf-8") as file:
        file.write('{"version":1,"ru')
    assert main(["export", str(evening), "--deals", str(evening) + ".out"]) == 0
    assert capsys.readouterr().err == f"{evening}, line 4 is torn: it has no end, and is skipped\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "there is no table to write: give --deals FILE, --seats FILE or --actions FILE"),
        (["--deals", "evening.jsonl"], "evening.jsonl is the file that is read: write to another"),
        (["--deals", "link.csv"], "link.csv is the file that is read: write to another"),
        (["--seats", "hard"], "hard is the file that is read: write to another"),
        (["--deals", "a", "--seats", "./a"], "./a cannot be two of the files at once"),
        (["--deals", "-", "--seats", "-"], "- cannot be two of the files at once"),
    ],
)
def test_overwrites_nothing_it_reads(
    evening: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, options: list[str], message: str
) -> None:
    """Files to write must be different from the file that is read, and from each other."""
    monkeypatch.chdir(evening.parent)
    evening.with_name("link.csv").symlink_to("evening.jsonl")
    evening.with_name("hard").hardlink_to(evening)
    before = evening.read_bytes()
    assert main(["export", "evening.jsonl", *options]) == 2
    assert capsys.readouterr().err == f"svara export: {message}\n"
    assert evening.read_bytes() == before


def test_names_a_file_that_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    """A file that cannot be read is an error in one line."""
    assert main(["export", str(tmp_path / "no.jsonl"), "--deals", str(tmp_path / "deals")]) == 2
    assert (
        capsys.readouterr().err == f"svara export: {tmp_path / 'no.jsonl'} cannot be read: No such file or directory\n"
    )


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_writes_to_standard_output(evening: Path, form: str) -> None:
    """A dash is standard input, and standard output for one table, in UTF-8 wherever it goes."""
    if form == "parquet":
        pytest.importorskip("pyarrow")
    command = [sys.executable, "-m", "svara", "export", "-", "--seats", "-", "--format", form]
    with evening.open("rb") as file:
        done = subprocess.run(command, stdin=file, capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=True)
    assert done.stdout == export(evening, "--format", form)["seats"].read_bytes()


class TestFiles:
    """Files that exist already."""

    @pytest.fixture(params=["csv", "parquet"])
    def kept(self, request: pytest.FixtureRequest, tmp_path: Path) -> Path:
        """A table of an earlier day."""
        if request.param == "parquet":
            pytest.importorskip("pyarrow")
        path = tmp_path / f"keep.{request.param}"
        path.write_bytes(b"yesterday")
        return path

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (None, "cannot be read: No such file or directory"),
            (b"", "has no records"),
            (b"\xef\xbb\xbf\n \r\n\n", "has no records"),
            (b'{"version":1,"ti', "has no records"),
            (b"my diary\n", ", line 1: it is not JSON at character 1: a record is one object on one line"),
            (b"\n{}\n", ", line 2: the record has no version: this reads version 1"),
        ],
    )
    def test_nothing_is_touched_without_a_record(
        self, kept: Path, capsys: Capture, content: bytes | None, message: str
    ) -> None:
        """An input that is missing, empty, torn or bad leaves every file as it is, with one line and status 2."""
        source = kept.with_name("source")
        if content is not None:
            source.write_bytes(content)
        before = kept.stat()
        assert main(["export", str(source), "--actions", str(kept), "--seats", str(kept.with_name("new.csv"))]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.splitlines()[-1] == f"svara export: {source}{message if message[0] == ',' else f' {message}'}"
        assert (kept.read_bytes(), kept.stat().st_mtime_ns) == (b"yesterday", before.st_mtime_ns)
        assert not kept.with_name("new.csv").exists()

    def test_a_file_is_replaced_only_when_it_is_complete(self, kept: Path, evening: Path, capsys: Capture) -> None:
        """A record that is bad, late in a long file, leaves the tables of the earlier day."""
        evening.write_bytes(evening.read_bytes() * 50 + b"{}\n")
        assert main(["export", str(evening), "--deals", str(kept)]) == 2
        assert "line 151" in capsys.readouterr().err
        assert kept.read_bytes() == b"yesterday"
        assert sorted(path.name for path in kept.parent.iterdir()) == sorted([kept.name, "evening.jsonl"])

    def test_all_files_take_their_places_together(self, kept: Path, evening: Path, capsys: Capture) -> None:
        """When one of the tables cannot be written, none is replaced, and the error names that one."""
        lost = kept.parent / "no" / "where.csv"
        assert main(["export", str(evening), "--deals", str(kept), "--seats", str(lost)]) == 1
        assert capsys.readouterr().err == (f"svara export: {lost} cannot be written: No such file or directory\n")
        assert kept.read_bytes() == b"yesterday"

    def test_a_good_export_replaces(self, kept: Path, evening: Path) -> None:
        """Otherwise the new table is there, with the permissions of the old."""
        kept.chmod(0o640)
        assert main(["export", str(evening), "--deals", str(kept)]) == 0
        assert kept.read_bytes()[:4] in {b"deal", b"PAR1"}
        assert kept.stat().st_mode & 0o777 == 0o640

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
    @pytest.mark.parametrize("form", ["csv", "parquet"])
    def test_a_full_disk_is_named(self, evening: Path, capsys: Capture, form: str) -> None:
        """A device that is full is named, with status 1; and so is standard output."""
        if form == "parquet":
            pytest.importorskip("pyarrow")
        assert main(["export", str(evening), "--deals", "/dev/full", "--format", form]) == 1
        assert capsys.readouterr().err == "svara export: /dev/full cannot be written: No space left on device\n"
        with Path("/dev/full").open("wb") as full:
            command = [sys.executable, "-m", "svara", "export", str(evening), "--deals", "-", "--format", form]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 1
        assert done.stderr == b"svara export: standard output cannot be written: No space left on device\n"

    def test_standard_output_that_is_closed(self, evening: Path) -> None:
        """Standard output that was closed before the start is an error in one line."""
        done = subprocess.run(
            ["/bin/sh", "-c", 'exec "$0" -m svara export "$1" --deals - >&-', sys.executable, evening],
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (
            1,
            b"svara export: standard output cannot be written: it is closed\n",
        )

    def test_devices(self, evening: Path) -> None:
        """The null device takes all tables at once."""
        assert (
            main(["export", str(evening), *("--deals", "/dev/null", "--seats", "/dev/null", "--actions", "/dev/null")])
            == 0
        )


OTHER = "is named for another format: end the name in .csv or .parquet, or give --format"


class TestFormat:
    """The format is that of the name."""

    @pytest.mark.parametrize(
        ("name", "options", "begins"),
        [
            ("d.csv", (), b"deal,"),
            ("d.CSV", (), b"deal,"),
            ("d.parquet", (), b"PAR1"),
            ("d.Parquet", (), b"PAR1"),
            ("d.parquet", ("--format", "parquet"), b"PAR1"),
            ("d", (), b"deal,"),
            ("d.txt", (), b"deal,"),
            ("d", ("--format", "parquet"), b"PAR1"),
            ("d.pq", ("--format", "parquet"), b"PAR1"),
            ("d.tsv", ("--format", "csv"), b"deal,"),
            ("parquet", (), b"deal,"),
            (".parquet", (), b"deal,"),
            ("a.parquet/d", (), b"deal,"),
        ],
    )
    def test_is_taken_from_the_ending(self, evening: Path, name: str, options: tuple[str, ...], begins: bytes) -> None:
        """An ending says the format, in any case; without one it is CSV, or what --format says."""
        if begins == b"PAR1":
            pytest.importorskip("pyarrow")
        path = evening.parent / name
        path.parent.mkdir(exist_ok=True)
        assert main(["export", str(evening), "--deals", str(path), *options]) == 0
        assert path.read_bytes().startswith(begins)

    def test_of_each_file(self, evening: Path, parquet: Any) -> None:
        """Two tables may have two formats."""
        deals, seats = evening.with_name("deals.parquet"), evening.with_name("seats.csv")
        assert main(["export", str(evening), "--deals", str(deals), "--seats", str(seats)]) == 0
        assert parquet.read_table(deals).num_rows == 3
        assert len(table(seats)) == 9

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (
                ("--deals", "keep.parquet", "--format", "csv"),
                "argument --format: csv does not fit --deals keep.parquet, whose name says parquet",
            ),
            (
                ("--deals", "-", "--seats", "keep.csv", "--format", "parquet"),
                "argument --format: parquet does not fit --seats keep.csv, whose name says csv",
            ),
            (
                ("--deals", "keep.csv.gz"),
                f"argument --deals: keep.csv.gz {OTHER}",
            ),
            (
                ("--seats", "keep.XLSX"),
                f"argument --seats: keep.XLSX {OTHER}",
            ),
        ],
    )
    def test_a_contradiction_is_refused(
        self,
        evening: Path,
        capsys: Capture,
        monkeypatch: pytest.MonkeyPatch,
        options: tuple[str, ...],
        message: str,
    ) -> None:
        """A name and --format that contradict each other are refused in one line, before anything is read."""
        monkeypatch.chdir(evening.parent)
        assert main(["export", str(evening), *options]) == 2
        assert capsys.readouterr().err == f"svara export: {message}\n"
        assert [path.name for path in evening.parent.iterdir()] == ["evening.jsonl"]
