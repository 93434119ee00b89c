"""For every content of a file, the reader gives records, errors of one line or a warning, and nothing else."""

from __future__ import annotations

import io
import warnings

import hypothesis.strategies as st
from hypothesis import example, given, settings

import svara
from records import an_evening, records

LINES = [record.to_json().encode() for record in an_evening()]
PIECES = [
    *(b'{"version":1,', b'"seed":', b'"decks":["', b'"actions":["raise 1"', b"null", b"true", b"NaN", b"1e9", b"-0"),
    *(
        b"9" * 4000,
        b"9" * 5000,
        b"[" * 3000,
        b'{"a":' * 3000,
        b"\\ud800",
        b"\\u0000",
        b"\xed\xa0\x80",
        b"\xff",
        b"\x00",
    ),
    *(b"\n", b"\r\n", b"\r", b" ", b"}", b"]", b'"', b",", b":", b"\xef\xbb\xbf", "Борис".encode(), b'"out":[0,0]'),
]


def read(data: bytes) -> list[svara.Record | svara.InvalidRecord]:
    """Everything that reading a file gives: records and errors, in order."""
    found: list[svara.Record | svara.InvalidRecord] = []
    reader = svara.read_deals(io.BytesIO(data))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", svara.TornRecord)
        while True:
            try:
                found.append(next(reader))
            except StopIteration:
                break
            except svara.InvalidRecord as error:
                found.append(error)
            message = str(found[-1]) if isinstance(found[-1], svara.InvalidRecord) else f"line {reader.line}: "
            assert message.startswith(f"line {reader.line}: ")
            assert "\n" not in message
    lines = [line for line in data.split(b"\n") if line.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r")]
    assert len(found) == len(lines) - (reader.torn is not None)
    return found


@given(st.binary(max_size=2000))
@settings(max_examples=150)
@example(b"")
@example(b"\n")
@example(b"\x00" * 100)
def test_arbitrary_bytes(data: bytes) -> None:
    """Random bytes are not records."""
    assert not any(isinstance(item, svara.Record) for item in read(data))


@given(st.lists(st.sampled_from(PIECES), max_size=12))
@settings(max_examples=100)
def test_pieces_of_json(pieces: list[bytes]) -> None:
    """Parts of records, and inputs that have broken other readers, are not records in any order."""
    assert not any(isinstance(item, svara.Record) for item in read(b"".join(pieces)))


@given(st.data())
@settings(max_examples=200)
def test_mutated_files(data: st.DataObject) -> None:
    """A file in which bytes were replaced, removed and put in gives the records of the lines that are whole."""
    lines = [*LINES]
    if data.draw(st.booleans()):
        lines.append(data.draw(records()).to_json().encode())
    file = bytearray(b"".join(line + b"\n" for line in lines))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(file) - 1))
        length = data.draw(st.integers(0, 3) | st.integers(0, 300))
        file[at : at + length] = data.draw(st.binary(max_size=3) | st.sampled_from(PIECES))
        if not file:
            break
    for item in read(bytes(file)):
        if isinstance(item, svara.Record):
            assert svara.Record.from_json(item.to_json()) == item


@given(st.data())
@settings(max_examples=100)
def test_cut_files(data: st.DataObject) -> None:
    """A file that is cut anywhere gives every record that is whole."""
    file = b"".join(line + b"\n" for line in LINES)
    cut = data.draw(st.integers(0, len(file)))
    found = read(file[:cut])

    assert found == [svara.Record.from_json(line) for line in LINES][: len(found)]
    assert len(found) >= file[:cut].count(b"\n")
