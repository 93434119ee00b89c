"""Deals written down: what is written is read back, and nothing else is."""

from __future__ import annotations

import copy
import errno
import gzip
import io
import json
import os
import pickle
import re
import subprocess
import sys
import threading
import zlib
from importlib import resources
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import svara
from deals import play
from records import altered, an_evening, records, whole_deals, write
from svara.records.form import MAX_BYTES, MAX_CHIPS, check_shape, checksum

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SCHEMA = json.loads(resources.files("svara.records").joinpath("record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
EVENING = an_evening()
LINES = [record.to_json() for record in EVENING]
MANY_FIELDS = json.dumps(dict.fromkeys(map(str, range(90_000)), 0), separators=(",", ":"))


def refusal(text: str | bytes) -> svara.InvalidRecord:
    """The error with which a line is refused: one line of text."""
    with pytest.raises(svara.InvalidRecord) as raised:
        svara.Record.from_json(text)
    assert "\n" not in str(raised.value)
    return raised.value


def without_checksum(line: str) -> str:
    """The same record, as a program may write it that knows no checksum."""
    return altered(line, lambda fields: fields.pop("crc32"))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the plain values of a record stand: each the keys and the indexes that lead to it."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))
    else:
        yield path


def put(fields: Any, path: tuple[Any, ...], value: object) -> None:
    """Put a value where *path* leads to."""
    *way, last = path
    for key in way:
        fields = fields[key]
    fields[last] = value


def get(fields: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at a path."""
    for key in path:
        fields = fields[key]
    return fields


class TestRoundTrip:
    """A record and its line."""

    @given(records())
    @settings(max_examples=100)
    def test_every_record_is_read_back_equal(self, record: svara.Record) -> None:
        """Every written record is read back, and has the form of the schema."""
        line = record.to_json()
        again = svara.Record.from_json(line)

        assert again == record
        assert again.deal.events == record.deal.events
        assert again.to_json() == line
        assert "\n" not in line
        VALIDATOR.validate(json.loads(line))

    @given(whole_deals())
    @settings(max_examples=50)
    def test_steps_lead_through_the_deal(self, deal: svara.Deal) -> None:
        """Each step is the deal before an action, with the action; the last is the deal as it ended."""
        actions = []
        at = None
        for at, action in svara.Record(deal).steps():
            assert (action is None) == (at.phase == "over")
            assert action is None or action in at.legal_actions
            actions.append(action)
        assert at == deal
        assert [str(action) for action in actions[:-1]] == json.loads(svara.Record(deal).to_json())["actions"]

    def test_the_line_is_as_documented(self) -> None:
        """The fields stand in the order of the documentation, and hold what it says."""
        fields = json.loads(LINES[2])

        assert list(fields) == [name for name in SCHEMA["properties"] if name != "seed"]
        assert fields["version"] == 1
        assert fields["rules"] == svara.find_rules("vipsvara").to_dict()
        assert (fields["stacks"], fields["dealer"], fields["out"]) == ([100, 50, 80], 0, [])
        assert fields["decks"] == ["Jc Qc 8d Jd Qd 9d Jh Qh 9h", "7c 8c 8d 7d 9s 9d 7h Th 9h"]
        assert ", ".join(fields["actions"]) == "blind 2, look, raise 10, fold, call, join, look, raise 5, call, call"
        assert fields["result"] == {
            "stacks": [82, 34, 114],
            "won": [0, 0, 50],
            "hands": [["8d 9d 9h", "Jc Jd Jh", "Qc Qd Qh"], ["8c 9s Th", "8d 9d 9h", "7c 7d 7h"]],
        }

    def test_cards_that_were_handed_in_are_kept(self) -> None:
        """A deal that was handed its cards is written with the decks that it got."""
        deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0)
        deal.deal("7c Ah Kh Ad Kd 9s")
        play(deal, "look, raise 5, call")

        assert svara.Record.from_json(svara.Record(deal).to_json()).deal == deal

    def test_the_checksum_may_be_absent(self) -> None:
        """A record without a checksum is read; one with blanks, in another order, has the same."""
        assert svara.Record.from_json(without_checksum(LINES[2])) == EVENING[2]
        reordered = json.dumps(dict(reversed(json.loads(LINES[2]).items())), indent=1).replace("\n", "\r")
        assert svara.Record.from_json(reordered) == EVENING[2]

    def test_only_deals_that_are_over_are_written(self) -> None:
        """A record is of a whole deal."""
        with pytest.raises(svara.InvalidRecord, match=r"this one is in the phase 'blind'"):
            svara.Record(svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7))

    @pytest.mark.parametrize(
        ("fields", "message"),
        [
            ({"names": ["Ana", "Boris"]}, "there are 2 names for 3 seats"),
            ({"names": ["Ana", "Boris", "x" * 65]}, "nobody can be called"),
            ({"names": ["Ana", "Boris", "\x1b[2J"]}, "nobody can be called"),
            ({"names": ["Ana", "Boris", "\ud800"]}, "nobody can be called"),
            ({"names": ["Ana", "Boris", ""]}, "nobody can be called"),
            ({"names": "Ana"}, "names cannot be"),
            ({"time": "yesterday"}, "time cannot be 'yesterday'"),
            ({"time": 3}, "time cannot be 3"),
        ],
    )
    def test_names_and_times_are_checked(self, fields: dict[str, Any], message: str) -> None:
        """A record that could not be read again is not written."""
        with pytest.raises(svara.InvalidRecord, match=message):
            svara.Record(EVENING[1].deal, **fields)

    @pytest.mark.parametrize(
        ("rules", "stacks"),
        [
            (svara.find_rules("vipsvara"), [MAX_CHIPS, 2]),
            (svara.find_rules("vipsvara").but(name="\n"), [50, 50]),
            (svara.find_rules("vipsvara").but(min_bet=MAX_CHIPS + 1), [50, 50]),
        ],
    )
    def test_what_does_not_fit_is_not_written(self, rules: svara.Rules, stacks: list[int]) -> None:
        """Chips and names of rules beyond what a record holds are refused when it is written."""
        deal = play(svara.Deal.start(rules, stacks=stacks, dealer=0, seed=1), "look, fold")
        with pytest.raises(svara.InvalidRecord):
            svara.Record(deal).to_json()

    def test_what_fits_is_known_before_the_first_deal(self) -> None:
        """`check_fits` refuses what no record of a table can hold, in one line, and nothing else."""
        rules = svara.find_rules("vipsvara")
        for change, message in (
            ({"stacks": [MAX_CHIPS, 1]}, f"there are {MAX_CHIPS + 1} chips at the table: a record has at most"),
            (
                {"stacks": [10**5000, 1]},
                "a stack cannot be an int that cannot be shown: it is a whole number of at least",
            ),
            ({"stacks": [50, -1]}, "a stack cannot be -1: it is a whole number of at least 0"),
            ({"stacks": [50, True]}, "a stack cannot be True, a bool: it is a whole number of at least 0"),
            ({"stacks": [50]}, "stacks cannot be"),
            ({"stacks": 50}, "stacks cannot be 50"),
            ({"rules": rules.but(min_bet=MAX_CHIPS + 1)}, "the min_bet of the rules cannot be"),
            ({"rules": rules.but(name="\n")}, "the name of the rules cannot be"),
            ({"names": ["Ana"]}, "names cannot be"),
            ({"names": ["Ana", "Boris", None]}, "there are 3 names for 2 seats"),
            ({"names": ["Ana", "x" * 65]}, "nobody can be called"),
            ({"names": "Ana"}, "names cannot be"),
        ):
            fields: dict[str, Any] = {"rules": rules, "stacks": [50, 50]} | change
            with pytest.raises(svara.InvalidRecord, match=re.escape(message)) as raised:
                svara.Record.check_fits(fields.pop("rules"), **fields)
            assert "\n" not in str(raised.value)
        svara.Record.check_fits("classic", stacks=[MAX_CHIPS - 1, 1], names=["Ana", None])
        svara.Record.check_fits(rules, stacks=iter([0, 50, 50]))

    def test_the_most_chips_fit(self) -> None:
        """2⁵³ − 1 chips at a table are written and read exactly."""
        deal = svara.Deal.start("vipsvara", stacks=[MAX_CHIPS - 60, 60], dealer=0, seed=2**256 - 1)
        record = svara.Record(play(deal, "look, raise 59, call"))
        assert svara.Record.from_json(record.to_json()) == record

    def test_an_endless_deal_does_not_fit(self) -> None:
        """A deal whose line would be longer than a reader takes is refused when it is written."""
        deal = svara.Deal.start("vipsvara", stacks=[10**9, 10**9], dealer=0, seed=1)
        deal.play("look")
        for put_ in range(1, 90_000):
            deal.play(svara.Raise(put_))
        deal.play("fold")
        with pytest.raises(svara.InvalidRecord, match="a line has at most"):
            svara.Record(deal).to_json()

    def test_other_things_are_refused(self, tmp_path: Path) -> None:
        """A value that is not a deal, or not a file, is refused with a `TypeError` that shows it."""
        with pytest.raises(TypeError, match="a record is of a Deal, not of 'look'"):
            svara.Record("look")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="records are read from a path or an open file, not from 3"):
            svara.read_deals(3)  # type: ignore[arg-type]
        with svara.RecordWriter(tmp_path / "evening.jsonl") as writer, pytest.raises(TypeError, match="not of None"):
            writer.write(None)  # type: ignore[arg-type]

    def test_errors_can_be_pickled(self) -> None:
        """The error keeps what it carries on its way to another process."""
        error = pickle.loads(pickle.dumps(svara.InvalidRecord("line 3: no", line=3, action=2)))
        assert (str(error), error.line, error.action) == ("line 3: no", 3, 2)


class TestAlteredRecords:
    """8.4: a record in which one thing was altered is not read."""

    @given(st.data())
    @settings(max_examples=80)
    def test_any_other_value_is_refused(self, data: st.DataObject) -> None:
        """Every change of a single value in a record is refused."""
        fields = json.loads(data.draw(records()).to_json())
        path = data.draw(st.sampled_from(sorted(places(fields), key=str)))
        old = get(fields, path)
        number = st.integers(0, 100) if isinstance(old, int) else st.integers()
        text = st.sampled_from([str(action) for action in (svara.Fold(), svara.Call(), svara.Raise(5), svara.Look())])
        new = data.draw(number | text | st.none() | st.booleans() | st.text(max_size=3))
        put(fields, path, new)
        if json.dumps(new) != json.dumps(old):
            refusal(json.dumps(fields))

    @pytest.mark.parametrize("line", [LINES[1], LINES[2]])
    def test_one_action(self, line: str) -> None:
        """An action that is left out, doubled or altered is refused, and the error names it or one after it."""
        actions = json.loads(line)["actions"]
        for at, old in enumerate(actions):
            others = [[new] for new in ("fold", "call", "look", "raise 20", "blind 3", "decline") if new != old]
            for instead in [[], [old, old], *others]:
                new_actions = actions[:at] + instead + actions[at + 1 :]
                error = refusal(json.dumps(json.loads(line) | {"actions": new_actions}))
                assert error.action is None or at <= error.action <= len(actions) + 1

    def test_one_chip(self) -> None:
        """A chip more or less, anywhere, is refused, also where nobody sees it but the checksum."""
        for line in LINES:
            fields = json.loads(line)
            for path in places(fields):
                if type(get(fields, path)) is int:
                    for more in (1, -1):
                        other = copy.deepcopy(fields)
                        put(other, path, get(fields, path) + more)
                        refusal(json.dumps(other))
        raised_and_raised_again = altered(LINES[2], lambda fields: put(fields, ("actions", 7), "raise 5"))
        assert svara.Record.from_json(raised_and_raised_again) == EVENING[2]

    def test_one_card(self) -> None:
        """Another card in any place of a deck or of a hand is refused, also without a checksum."""
        for line in map(without_checksum, LINES):
            fields = json.loads(line)
            for path in places(fields):
                if path[0] == "decks" or "hands" in path:
                    text = get(fields, path)
                    for card in (text or "").split():
                        other = copy.deepcopy(fields)
                        put(other, path, text.replace(card, "As"))
                        refusal(json.dumps(other))

    @pytest.mark.parametrize(
        ("change", "message", "action"),
        [
            (lambda f: f["actions"].__setitem__(3, "raise 90000"), "action 4: seat 0 cannot raise 90000: the price", 4),
            (lambda f: f["actions"].pop(), "the deal is not over after its last action, 9: seat 1 may fold, call", 9),
            (lambda f: f["actions"].append("call"), "action 11: nobody can call: the deal is over", 11),
            (
                lambda f: f["actions"].__setitem__(3, "raise 020"),
                "action 4 is 'raise 020': the actions are blind N, look",
                4,
            ),
            (lambda f: f["decks"].pop(), "after its last action, 10: it waits for cards|action 7: nobody can", 7),
            (lambda f: f["decks"].append(f["decks"][0]), "there are 3 decks, and cards were dealt 2 times", None),
            (lambda f: f["decks"].__setitem__(0, "7c 7c 8c 8d 9c 9d"), "7c occurs twice", None),
            (lambda f: f["decks"].__setitem__(1, "7c 8c 9c Tc Jc Qc"), "action 6: ", 6),
            (lambda f: f["stacks"].__setitem__(1, 0), "seat 1 cannot pay the ante of 1 from 0 chips", None),
            (lambda f: f["stacks"].append(5), "9 cards|cards", None),
            (lambda f: f.update(dealer=7), "seat 7 cannot deal: the seats are 0 to 2", None),
            (lambda f: f["result"].update(won=[0, 0, 51]), r"has the won \[0, 0, 51\], and the deal ends with", None),
            (lambda f: f["result"]["stacks"].append(0), "the result has the stacks", None),
            (lambda f: f["result"]["hands"].pop(), "the result has the hands", None),
            (lambda f: f.update(names=["Ana", "Boris"]), "there are 2 names for 3 seats", None),
            (lambda f: f["names"].__setitem__(0, "Bna"), "the record was altered: its crc32 is ", None),
            (lambda f: f["rules"].update(blind_multiples=[4, 2]), "blind_multiples cannot be", None),
            (lambda f: f["stacks"].__setitem__(0, MAX_CHIPS), "chips at the table: a record has at most", None),
        ],
    )
    def test_says_what_could_not_have_happened(
        self, change: Callable[[Any], object], message: str, action: int | None
    ) -> None:
        """The error names the action, where one is at fault, and what the deal had instead."""
        error = refusal(altered(LINES[2], change))
        assert re.search(message, str(error))
        assert error.action == action


class TestForm:
    """Lines that do not have the form of a record."""

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("", "it is not JSON at character 1"),
            ("svara", "it is not JSON at character 1"),
            ("[]", "a record is an object, not []"),
            ("3", "a record is an object, not 3"),
            ("{}", "the record has no version: this reads version 1"),
            ('{"version":2,"cards":[]}', "the record has version 2: this reads version 1"),
            ('{"version":true}', "the record has version True: this reads version 1"),
            ('{"version":1.0}', "1.0 is not a number of a record: those are whole"),
            ('{"version":NaN}', "NaN is not a number of a record"),
            ('{"version":-Infinity}', "-Infinity is not a number of a record"),
            ('{"version":1e999}', "1e999 is not a number of a record"),
            ('{"version":1,"version":1}', "the field 'version' occurs twice"),
            (MANY_FIELDS[:-1] + ',"89999":0}', "the field '89999' occurs twice"),
            ('{"version":1}', "the field 'rules' is missing: a record has version, time, names"),
            ('{"version":1,"winner":"Ana"}', "a record has no field 'winner': it has version, time, names"),
            ("9" * 5000, "a number in it has too many digits"),
            ("[" * 500_000, "it is nested too deep"),
            ('{"a":' * 150_000, "it is nested too deep"),
            (" " * (MAX_BYTES + 1), "it is too long: a line has at most 1048576 bytes"),
            (b"\xff\xfe", "it is not UTF-8 at byte 1"),
            (b"\x00" * 50, "it is not JSON at character 1"),
            (LINES[0] + LINES[1], "it is not JSON at character "),
            (LINES[0][:-1], "it is not JSON at character "),
            ("\ufeff\ufeff" + LINES[0], "it is not JSON at character 1"),
            (LINES[0].replace('"0x', '"0X'), "the seed cannot be '0X"),
            (
                altered(LINES[0], lambda fields: fields.update(seed=7)),
                "the seed cannot be 7: it is a text of 0x and 64",
            ),
            (
                altered(LINES[0], lambda fields: fields.update(seed="7")),
                "the seed cannot be '7': it is a text of 0x and",
            ),
            (altered(LINES[0], lambda fields: fields.update(seed="0x" + "0" * 63 + "G")), "the seed cannot be '0x00"),
            (altered(LINES[0], lambda fields: fields.update(seed="0x" + "0" * 63 + "٧")), "the seed cannot be '0x00"),
            (altered(LINES[0], lambda fields: fields.update(seed=fields["seed"] + "\n")), "the seed cannot be '0x00"),
        ],
    )
    def test_is_refused_in_one_line(self, line: str | bytes, message: str) -> None:
        """Each kind of rubbish gets its error, which says what a record is."""
        error = str(refusal(line))
        assert error.startswith(message)
        assert len(error) < 250

    @given(st.data())
    @settings(max_examples=200)
    def test_schema_and_reader_agree(self, data: st.DataObject) -> None:
        """A record in which any part is replaced, left out or added has the form for both or for neither."""
        fields = json.loads(data.draw(st.sampled_from(LINES)))
        texts = [
            *(
                "",
                "x",
                "x" * 64,
                "x" * 65,
                "\x9f",
                "\u2028",
                "deal",
                "winner",
                "share",
                "JTQ",
                "0123abcd",
                "0x" + "0f" * 32,
                "0x" + "0F" * 32,
            ),
            *(
                "look",
                "look\n",
                "raise 05",
                "raise 5",
                "blind 0",
                "7c Kh Kd",
                "7c Kh Kd 8c 8d 8h",
                "7C Kh Kd",
                "7c  Kh",
            ),
            *("2026-02-30T20:15:00Z", "2026-13-29T20:15:00Z", "2026-11-29t20:15:00Z"),
        ]
        whole = st.integers(-1, 11) | st.sampled_from([2**53 - 1, 2**53, 2**256 - 1, 2**256])
        anything = st.recursive(
            st.none() | st.booleans() | whole | st.sampled_from(texts),
            lambda items: st.lists(items, max_size=11) | st.dictionaries(st.sampled_from(sorted(fields)), items),
            max_leaves=6,
        )
        at = fields
        while True:
            keys = sorted(at) if isinstance(at, dict) else range(len(at))
            key = data.draw(st.sampled_from([*keys])) if keys else None
            inner = at[key] if key is not None else None
            if not (isinstance(inner, dict | list) and inner and data.draw(st.booleans())):
                break
            at = inner
        change = data.draw(st.sampled_from(["replace", "leave out", "add"]))
        if change == "add" or key is None:
            value = data.draw(anything)
            if isinstance(at, dict):
                at[data.draw(st.sampled_from([*SCHEMA["properties"], "more"]))] = value
            else:
                at.append(value)
        elif change == "replace":
            at[key] = data.draw(anything)
        else:
            del at[key]
        try:
            check_shape(fields)
        except svara.InvalidRecord:
            assert not VALIDATOR.is_valid(fields)
        else:
            assert VALIDATOR.is_valid(fields)

    def test_4_3_every_amount_from_a_multiple_is_written_as_a_text(self) -> None:
        """Rules with "2+" are written and read back; schema and reader agree on what else such a text may be."""
        rules = svara.find_rules("vipsvara").but(blind_multiples="2+")
        record = svara.Record(
            play(svara.Deal.start(rules, stacks=[50, 50], dealer=0, seed=1), "blind 3, blind 7, fold")
        )
        line = record.to_json()
        assert json.loads(line)["rules"]["blind_multiples"] == "2+"
        assert svara.Record.from_json(line) == record

        for text, fits in (
            *((text, True) for text in ("2+", "9+", "10+", "9999999999999999+")),
            *((text, False) for text in ("1+", "02+", "0+", "2", "+", "2+ ", "2+\n", "٢+", "10000000000000000+")),
        ):
            fields = json.loads(without_checksum(line))
            fields["rules"]["blind_multiples"] = text
            assert VALIDATOR.is_valid(fields) is fits
            if fits:
                check_shape(fields)
            else:
                assert "a list of ascending whole numbers of at least 2, or a text such as '2+'" in str(
                    refusal(json.dumps(fields))
                )

    def test_rules_that_an_older_version_wrote_are_read(self) -> None:
        """A field of the rules that is missing takes its default, if it has one; schema and reader agree which."""
        fields = json.loads(without_checksum(LINES[2]))
        properties = SCHEMA["properties"]["rules"]["properties"]
        for name, value in svara.find_rules("vipsvara").to_dict().items():
            older = fields | {"rules": {other: kept for other, kept in fields["rules"].items() if other != name}}
            if name in SCHEMA["properties"]["rules"]["required"]:
                assert f"the field '{name}' is missing: the rules has" in str(refusal(json.dumps(older)))
                assert not VALIDATOR.is_valid(older)
            else:
                assert properties[name]["default"] == value
                assert svara.Record.from_json(json.dumps(older)).deal == EVENING[2].deal
                VALIDATOR.validate(older)
        assert set(properties) - set(SCHEMA["properties"]["rules"]["required"]) == {
            *("svarka_entry", "three_sevens", "ante", "min_bet")
        }

    def test_the_schema_is_one(self) -> None:
        """The file in the package is a JSON Schema of its draft."""
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_the_checksum_is_as_documented(self) -> None:
        """It is the CRC-32 of the other fields, sorted by name, as JSON without blanks."""
        fields = json.loads(LINES[2])
        written = fields.pop("crc32")
        text = json.dumps(fields, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert written == f"{zlib.crc32(text.encode()):08x}" == checksum(fields)


class TestReader:
    """Files that are read."""

    def test_reads_a_path(self, tmp_path: Path) -> None:
        """A path is opened, read to its end and closed."""
        write(tmp_path / "evening.jsonl", EVENING)
        for path in (tmp_path / "evening.jsonl", str(tmp_path / "evening.jsonl")):
            reader = svara.read_deals(path)
            assert list(reader) == EVENING
            assert (reader.line, reader.torn, list(reader)) == (3, None, [])

    def test_reads_open_files(self) -> None:
        """A file of bytes or of text is read and left open; compressed ones, too."""
        data = "".join(line + "\n" for line in LINES).encode()
        packed = io.BytesIO(gzip.compress(data))
        for file in (io.BytesIO(data), io.StringIO(data.decode()), gzip.GzipFile(fileobj=packed)):
            assert list(svara.read_deals(file)) == EVENING
            assert not file.closed

    def test_reads_nothing_from_an_empty_file(self) -> None:
        """A file without a line has no deals."""
        assert list(svara.read_deals(io.BytesIO())) == []

    def test_names_file_line_and_action(self, tmp_path: Path) -> None:
        """The error of a bad line names the file, the line and the action, and reading can go on after it."""
        path = tmp_path / "evening.jsonl"
        bad = altered(LINES[1], lambda fields: fields["actions"].__setitem__(2, "raise 15"))
        path.write_text(f"{LINES[0]}\n{bad}\n{LINES[2]}\n", encoding="utf-8")
        with svara.read_deals(path) as reader:
            assert next(reader) == EVENING[0]
            with pytest.raises(svara.InvalidRecord) as raised:
                next(reader)
            error = raised.value
            assert (error.line, error.action) == (2, 3)
            assert str(error) == (
                f"{path}, line 2: action 3: seat 2 cannot raise 15: the price is 19 and it may fold, call for 19, "
                "raise to 20-99"
            )
            assert list(reader) == [EVENING[2]]
            assert reader.line == 3

    @pytest.mark.parametrize("line", [b"\0\n", b"\x00\xff\n", b"{\n", b"[" * 200_000 + b"\n", b"\xff\xfe\n"])
    def test_goes_on_after_rubbish(self, line: bytes) -> None:
        """A line that is not a record is an error, and the next one is read."""
        file = io.BytesIO(line + LINES[0].encode() + b"\n")
        reader = svara.read_deals(file)
        with pytest.raises(svara.InvalidRecord, match=r"^line 1: "):
            next(reader)
        assert list(reader) == [EVENING[0]]

    def test_a_gigabyte_in_a_line(self) -> None:
        """A line of a gigabyte is refused after its first megabyte, and what follows it is read."""

        class Long(io.RawIOBase):
            """A line of blanks, and a record behind it."""

            left = 1 << 30
            rest = b"\n" + LINES[0].encode() + b"\n"
            most = 0

            def readable(self) -> bool:
                return True

            def readinto(self, buffer: Any) -> int:
                count = min(len(buffer), self.left)
                if count:
                    self.left -= count
                    buffer[:count] = b" " * count
                    return count
                piece, self.rest = self.rest[: len(buffer)], self.rest[len(buffer) :]
                buffer[: len(piece)] = piece
                return len(piece)

        file = Long()
        reader = svara.read_deals(io.BufferedReader(file, 1 << 20))
        with pytest.raises(svara.InvalidRecord, match=r"line 1: it is too long: a line has at most 1048576 bytes"):
            next(reader)
        assert file.left > (1 << 30) - (4 << 20)
        file.left %= 5 << 20
        assert list(reader) == [EVENING[0]]
        assert reader.line == 2

    def test_a_torn_line_is_passed_over(self) -> None:
        """Wherever a kill cuts the last line, the others are read, the line is reported, and nothing is raised."""
        whole = LINES[0].encode() + b"\n"
        last = LINES[1].encode()
        for cut in range(1, len(last)):
            reader = svara.read_deals(io.BytesIO(whole + last[:cut]))
            with pytest.warns(svara.TornRecord, match=r"^line 2 is torn: it has no end, and is skipped$"):
                assert list(reader) == [EVENING[0]]
            assert reader.torn == 2

    def test_a_line_without_its_end_is_whole(self) -> None:
        """A last line of which the end of the line alone is missing is read like any other."""
        assert list(svara.read_deals(io.StringIO(f"{LINES[0]}\n{LINES[1]}"))) == EVENING[:2]

    def test_zeros_at_the_end_are_torn(self) -> None:
        """Zeros, which a power cut may leave at the end of a file, are passed over, too."""
        with pytest.warns(svara.TornRecord, match=r"line 2 is torn"):
            assert list(svara.read_deals(io.BytesIO(LINES[0].encode() + b"\n" + bytes(100)))) == [EVENING[0]]

    def test_rubbish_at_the_end_is_not_torn(self) -> None:
        """A last line that is not the beginning of a record is an error; so is one that was altered."""
        for rubbish in (b"svara", b"\xff\xfe", altered(LINES[0], lambda fields: fields.update(dealer=1)).encode()):
            with pytest.raises(svara.InvalidRecord, match=r"^line 1: "):
                list(svara.read_deals(io.BytesIO(rubbish)))


class TestWriter:
    """Files that are written."""

    @pytest.mark.parametrize("sync", ["record", "close", "never"])
    def test_appends(self, tmp_path: Path, sync: Any) -> None:
        """A file grows by whole lines, over as many writers as one likes; a deal is written as a record of it."""
        path = tmp_path / "evening.jsonl"
        for record in EVENING:
            with svara.RecordWriter(path, sync=sync) as writer:
                writer.write(record)
                writer.write(record.deal)
                assert path.read_bytes().endswith(b"}\n")
        assert [record.deal for record in svara.read_deals(path)] == [
            record.deal for record in EVENING for _ in range(2)
        ]

    def test_each_record_is_one_write(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A record goes to the system in one piece, so that a kill falls before it or after it."""
        pieces: list[bytes] = []
        real_write = os.write

        def write_once(descriptor: int, data: bytes) -> int:
            pieces.append(bytes(data))
            return real_write(descriptor, data)

        with svara.RecordWriter(tmp_path / "evening.jsonl") as writer:
            monkeypatch.setattr(os, "write", write_once)
            for record in EVENING:
                writer.write(record)
            monkeypatch.undo()
        assert pieces == [line.encode() + b"\n" for line in LINES]

    def test_syncs_as_asked(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """With "record" each line is on the disk before the next, with "close" all at the end, with "never" none."""
        synced: list[int] = []
        monkeypatch.setattr(os, "fsync", synced.append)
        counts = {}
        for sync in ("record", "close", "never"):
            (tmp_path / sync).touch()  # the name of a new file is synced, too
            synced.clear()
            with svara.RecordWriter(tmp_path / sync, sync=sync) as writer:
                for record in EVENING:
                    writer.write(record)
                in_between = len(synced)
            counts[sync] = in_between, len(synced)
        assert counts == {"record": (3, 3), "close": (0, 1), "never": (0, 0)}
        with pytest.raises(ValueError, match="sync cannot be 'always': it is 'record', 'close' or 'never'"):
            svara.RecordWriter(tmp_path / "record", sync="always")  # type: ignore[arg-type]

    def test_a_torn_line_is_cut_off(self, tmp_path: Path) -> None:
        """Wherever a kill cuts the last line, a new writer reports it, cuts it off and goes on from there."""
        path = tmp_path / "evening.jsonl"
        whole = LINES[0].encode() + b"\n"
        last = LINES[1].encode()
        for cut in range(1, len(last)):
            path.write_bytes(whole + last[:cut])
            with pytest.warns(svara.TornRecord, match=rf"was torn: its {cut} bytes without an end are cut off"):
                writer = svara.RecordWriter(path, sync="never")
            writer.write(EVENING[2])
            writer.close()
            assert path.read_bytes() == whole + LINES[2].encode() + b"\n"
        path.write_bytes(whole + last)
        with svara.RecordWriter(path) as writer:
            writer.write(EVENING[2])
        assert list(svara.read_deals(path)) == EVENING

    @pytest.mark.parametrize(
        "content",
        [b"my diary\n", b"my diary", b'{"name":"svara","scripts":{}}', b"\xff\xfe\x00", b"{}\n", b"x" * 2**21],
    )
    def test_other_files_are_left_alone(self, tmp_path: Path, content: bytes) -> None:
        """A file that does not contain records is refused and not changed."""
        path = tmp_path / "diary.txt"
        path.write_bytes(content)
        with pytest.raises(svara.InvalidRecord, match=r"diary\.txt is not a file of records"):
            svara.RecordWriter(path)
        assert path.read_bytes() == content

    def test_a_full_disk_takes_nothing_half(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """When a line cannot be written as a whole, what was written of it is taken back."""
        path = tmp_path / "evening.jsonl"
        real_write = os.write

        def write_little(descriptor: int, data: bytes) -> int:
            if len(data) < 200:
                raise OSError(errno.ENOSPC, "No space left on device")
            return real_write(descriptor, data[:150])

        with svara.RecordWriter(path) as writer:
            writer.write(EVENING[0])
            with monkeypatch.context() as patched:
                patched.setattr(os, "write", write_little)
                with pytest.raises(OSError, match="No space"):
                    writer.write(EVENING[1])
            writer.write(EVENING[2])
        assert list(svara.read_deals(path)) == [EVENING[0], EVENING[2]]

    def test_a_closed_writer_writes_no_more(self, tmp_path: Path) -> None:
        """After it is closed, which may happen twice, a writer refuses."""
        writer = svara.RecordWriter(tmp_path / "evening.jsonl")
        writer.close()
        writer.close()
        with pytest.raises(ValueError, match="is closed"):
            writer.write(EVENING[0])

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
    def test_one_process_writes_at_a_time(self, tmp_path: Path) -> None:
        """While a file is written, a second writer is refused."""
        path = tmp_path / "evening.jsonl"
        with svara.RecordWriter(path), pytest.raises(BlockingIOError, match="another process writes it"):
            svara.RecordWriter(path)
        svara.RecordWriter(path).close()

    def test_threads_may_share_a_writer(self, tmp_path: Path) -> None:
        """Lines of several threads do not mix, and all of them are there."""
        path = tmp_path / "evening.jsonl"

        def write_all(writer: svara.RecordWriter) -> None:
            for record in EVENING * 20:
                writer.write(record)

        with svara.RecordWriter(path) as writer:
            threads = [threading.Thread(target=write_all, args=(writer,)) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert sorted(path.read_text(encoding="utf-8").splitlines()) == sorted(LINES * 80)

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
    def test_kill_loses_nothing_complete(self, tmp_path: Path) -> None:
        """However often a writer is killed with SIGKILL, all that it had written is read, and the next one goes on."""
        path = tmp_path / "evening.jsonl"
        program = """if True:
            import sys, svara
            evening = [svara.Record.from_json(line) for line in sys.argv[2:]]
            with svara.RecordWriter(sys.argv[1]) as writer:
                for number in range(10**9):
                    writer.write(evening[number % 3])
                    print(number + 1, flush=True)
        """
        command = [sys.executable, "-W", "ignore", "-c", program, str(path), *LINES]
        before = 0
        for patience in range(1, 11):
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                written = [process.stdout.readline() for _ in range(patience * 37)]
                process.kill()
                written += process.stdout.readlines()
            promised = int([line for line in written if line.endswith("\n")][-1])
            lines = path.read_bytes().split(b"\n")[before:-1]
            assert lines == [LINES[number % 3].encode() for number in range(len(lines))]
            found = len(lines)
            assert found >= promised
            before += found
        assert sum(1 for _ in svara.read_deals(path)) >= before
