"""The names of players: one rule for tables, records and their schema."""

from __future__ import annotations

import json
from importlib import resources

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import svara
from records import an_evening
from svara.checks import is_name, readable
from svara.cli.console import clip, pad, shown_width, wrap

SCHEMA = json.loads(resources.files("svara.records").joinpath("record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator({"$ref": "#/$defs/name", "$defs": SCHEMA["$defs"]})
FAMILY = "👨\u200d👩\u200d👧\u200d👦"
ENGLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbeng") + "\U000e007f"

NAMES = [
    *("Ana", "ana", "ß", "Ivan Ivanov", "a  b", "O’Neil", "x" * 64, "7", "?", "Мария", "日本", "é", "e\u0301"),
    *("👩\u200d💻 Мария", FAMILY, "❤\ufe0f\u200d🔥", "👍🏽", "1\ufe0f\u20e3", "🇧🇬", ENGLAND, f"Ana {ENGLAND}"),
    *("می\u200cخواهم", "ක්\u200dෂ", "नमस्ते", "\U0001faea"),  # the last is younger than some versions of Python
]
NO_NAMES = [
    *("", " ", " Ana", "Ana ", "x" * 65, "A\nna", "A\x1b[2J", "A\x7f", "A\x9f", "A\xa0na", "A\u3000na", "A\u2028na"),
    *("A\u202ena", "A\u2066na", "A\u200ena", "A\u200bna", "\ufeffAna", "A\xadna", "A\u034fna"),  # not seen
    *("\u200d", "A\u200d", "\u200dA", "A\u200dna", "A\u200cna", "👩\u200d\u200d💻", "👩\u200d", "\ufe0f", "\u0301a"),
    *("\u3164", "\u2800", "\u115f", "\ud800", "\ue000", "\U000e0067", "Ana\U000e0067", "\U000f0000", "\uffff"),
]


@pytest.mark.parametrize("name", [*NAMES, *NO_NAMES], ids=ascii)
def test_tables_records_and_schema_agree(name: str) -> None:
    """A name that a table accepts is accepted by records and by the schema, and a refused one is refused by all."""
    expected = name in NAMES
    accepted = []
    messages = []
    for make in (
        lambda: svara.Table("vipsvara", names=[name, "Boris"], stacks=[50, 50], seed=1),
        lambda: svara.Record(an_evening()[1].deal, names=[name, "Boris", None]).to_json(),
    ):
        try:
            make()
        except (svara.InvalidTable, svara.InvalidRecord) as error:
            messages.append(str(error))
        accepted.append(not messages)
    for message in messages:
        assert message.startswith("nobody can be called ")
        assert message.endswith(": a name is a printable text of 1 to 64 characters, no spaces around it")
    assert [is_name(name), VALIDATOR.is_valid(name), *accepted] == [expected] * 4


@given(
    st.text(
        st.sampled_from("aЯ日 \u200d\u200c\ufe0f👩💻🏽\u202e\n\u0301\U0001f3f4\U000e0067\U000e007f\u3164"), max_size=8
    )
    | st.text()
)
def test_schema_and_reader_agree_on_any_text(text: str) -> None:
    """The rule in the schema is the rule of the package."""
    assert VALIDATOR.is_valid(text) == is_name(text)
    assert is_name(text) <= (readable(text).replace("?", "") == text.replace("?", "") or ENGLAND[0] in text)


WIDTHS = {
    "Ana": 3,
    "日本": 4,
    "e\u0301": 1,
    "👩\u200d💻": 2,
    FAMILY: 2,
    "❤": 1,
    "❤\ufe0f": 2,
    "👍🏽": 2,
    "🇧🇬": 2,
    "ק": 1,
    "한국": 4,
    "": 0,
    ENGLAND: 2,
}


@pytest.mark.parametrize(("text", "columns"), WIDTHS.items(), ids=ascii)
def test_the_width_is_that_on_a_terminal(text: str, columns: int) -> None:
    """Wide signs take two columns, marks and joiners none, and an emoji two, however many parts it has."""
    assert shown_width(text) == columns
    assert shown_width(pad(text, 10)) == 10


@given(st.text(st.characters(codec="utf-8"), max_size=60), st.integers(20, 50))
def test_every_line_fits(text: str, columns: int) -> None:
    """Without numbers no piece is too wide, and nothing but blanks is lost; with numbers none is split."""
    line = readable(text)
    pieces = wrap(line, columns)
    assert "".join(pieces).replace(" ", "") == line.replace(" ", "")
    if not any(map(str.isdigit, line)):
        assert max(map(shown_width, pieces), default=0) <= columns
    assert wrap(f"raise to 1-{10**30} or {10**21}", columns)[-1].strip().endswith(f"{10**21}")


def test_a_clipped_name_is_whole_signs() -> None:
    """A name is cut between signs."""
    assert [clip("日本の名", columns) for columns in (8, 7, 2, 1)] == ["日本の名", "日本の", "日", "日"]
    assert clip(f"A{FAMILY}", 2) == "A"
