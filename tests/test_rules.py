"""Rule sets: the table of section 2 row by row, and that a rule set is a value."""

import copy
import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import svara
from documents import ROOT
from svara.checks import kind_of

NAMES = ["vipsvara", "fortegames", "classic"]
FIELDS = [
    *("name", "max_seats", "three_of_a_kind", "blind_multiples", "max_raises", "next_dealer"),
    *("svarka_seats", "svarka_entry", "three_sevens", "ante", "min_bet"),
]
OTHER_VALUES: dict[str, Any] = {
    "name": "house",
    "max_seats": 3,
    "three_of_a_kind": "9K",
    "blind_multiples": (2, 5),
    "max_raises": 2,
    "three_sevens": False,
    "ante": 10**30,
    "min_bet": 20,
}
"""For the fields with room for one, a value that no rule set of section 2 has."""
DEFAULTS = {"svarka_entry": "share", "three_sevens": True, "ante": 1, "min_bet": 1}
SOURCES = [
    path
    for folder, pattern in (("python/svara", "*.py*"), ("src", "*.rs"))
    for path in sorted((ROOT / folder).rglob(pattern))
    if path.suffix in {".py", ".pyi", ".rs"}
]


def column(field: str) -> list[Any]:
    """A field of the three rule sets: a row of the table of section 2."""
    return [getattr(svara.find_rules(name), field) for name in NAMES]


def test_2_there_are_three_rule_sets() -> None:
    """The rule sets are vipsvara, fortegames and classic, in that order, and each knows its name."""
    assert [rules.name for rules in svara.rule_sets()] == column("name") == NAMES
    assert svara.rule_sets() == tuple(svara.find_rules(name) for name in NAMES)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_2_no_list_of_the_rule_sets_is_typed_a_second_time(path: Path) -> None:
    """Nowhere in the package do the three names stand together: what lists them asks `rule_sets`."""
    text = re.sub(r"[\s/#*]+", " ", path.read_text(encoding="utf-8").lower())
    examples = [text[at.start() : at.start() + 120] for at in re.finditer("vipsvara|fortegames|classic", text)]
    found = [example for example in examples if all(name in example for name in NAMES)]
    # The example of `rule_sets` itself shows what it returns.
    assert [example for example in found if not example.startswith("vipsvara', 'fortegames', 'classic']")] == []


def test_2_seats_at_the_table() -> None:
    """A table has at most 9, 8 and 10 seats."""
    assert column("max_seats") == [9, 8, 10]


def test_2_three_of_a_kind() -> None:
    """Every rank makes three of a kind, but in classic only 10, J, Q, K and A."""
    assert column("three_of_a_kind") == ["789TJQKA", "789TJQKA", "TJQKA"]


def test_2_a_blind_after_a_blind() -> None:
    """A blind after a blind is 2, 3 or 4 times the last in vipsvara, exactly twice elsewhere."""
    assert column("blind_multiples") == [(2, 3, 4), (2,), (2,)]


def test_2_raises_per_seat() -> None:
    """Raises are limited in classic only: to 3."""
    assert column("max_raises") == [None, None, 3]


def test_2_next_dealer() -> None:
    """The next seat clockwise deals next, but in classic the winner."""
    assert column("next_dealer") == ["clockwise", "clockwise", "winner"]


def test_2_who_may_join_a_svarka() -> None:
    """Every other seat of the deal may join a svarka in vipsvara, elsewhere every other seat at the table."""
    assert column("svarka_seats") == ["deal", "table", "table"]


def test_2_entry_to_a_svarka() -> None:
    """The entry is the pot divided by the number tied, everywhere."""
    assert column("svarka_entry") == ["share", "share", "share"]


def test_2_ante_and_minimum_bet() -> None:
    """The ante and the minimum bet are fields, at least 1 each."""
    assert column("ante") == column("min_bet") == [1, 1, 1]
    for field in ("ante", "min_bet"):
        with pytest.raises(svara.InvalidRules):
            svara.find_rules("vipsvara").but(**{field: 0})


def test_1_7_three_sevens_are_an_option_on_by_default() -> None:
    """Three sevens count in every rule set, and can be switched off in each."""
    assert column("three_sevens") == [True, True, True]
    assert [svara.find_rules(name).but(three_sevens=False).three_sevens for name in NAMES] == [False, False, False]


def test_2_but_makes_another() -> None:
    """Rules are changed by making others, "vipsvara but ante 5": the old ones stay."""
    vipsvara = svara.find_rules("vipsvara")
    house = vipsvara.but(ante=5, min_bet=10)

    assert (house.ante, house.min_bet, house.max_seats) == (5, 10, 9)
    assert (vipsvara.ante, vipsvara.min_bet) == (1, 1)
    assert vipsvara.but() == vipsvara
    assert house.but(ante=1, min_bet=1) == vipsvara


@pytest.mark.parametrize(("field", "value"), OTHER_VALUES.items())
def test_2_every_field_distinguishes(field: str, value: object) -> None:
    """Rules with one other field are other rules; with all fields equal they are equal and have equal hashes."""
    for name in NAMES:
        rules = svara.find_rules(name)
        house = rules.but(**{field: value})

        assert getattr(house, field) == value
        assert house != rules
        assert house == rules.but(**{field: value})
        assert hash(house) == hash(rules.but(**{field: value}))
        assert len({rules, house, rules.but(**{field: value})}) == 2


def test_2_rules_equal_rules_only() -> None:
    """The three rule sets differ, and equal no dict, text or tuple of the same content."""
    assert len({svara.find_rules(name) for name in NAMES}) == 3
    for name in NAMES:
        rules = svara.find_rules(name)
        assert rules != rules.to_dict()
        assert rules != name
        assert rules != tuple(getattr(rules, field) for field in FIELDS)


@pytest.mark.parametrize("field", [*FIELDS, "other"])
def test_2_rules_cannot_be_changed(field: str) -> None:
    """No field of rules can be set or deleted, and none added."""
    rules = svara.find_rules("vipsvara")
    before = rules.to_dict()
    with pytest.raises(AttributeError, match="Rules cannot be changed"):
        setattr(rules, field, 2)
    with pytest.raises(AttributeError, match="Rules cannot be changed"):
        delattr(rules, field)

    assert rules.to_dict() == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "changes", [{}, {"ante": 5}, {"three_sevens": False, "min_bet": 10}, {"blind_multiples": "2+"}, OTHER_VALUES]
)
def test_2_rules_survive_every_round_trip(name: str, changes: dict[str, Any]) -> None:
    """Rules are the same after a pasted repr, a dict, JSON, a pickle and a copy."""
    rules = svara.find_rules(name).but(**changes)

    assert eval(repr(rules), {"find_rules": svara.find_rules, "Rules": svara.Rules}) == rules
    assert svara.Rules.from_dict(rules.to_dict()) == rules
    assert svara.Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert copy.copy(rules) == copy.deepcopy(rules) == rules
    for hand in svara.all_hands()[::50]:
        assert hand.points(rules=pickle.loads(pickle.dumps(rules))) == hand.points(rules=rules)


def test_4_3_every_amount_from_a_multiple_is_a_text() -> None:
    """A text such as "2+" is kept as it is: in the fields, in the dict, and in the repr; it differs from a list."""
    rules = svara.find_rules("classic").but(blind_multiples="2+")

    assert rules.blind_multiples == rules.to_dict()["blind_multiples"] == "2+"
    assert repr(rules) == "find_rules('classic').but(blind_multiples='2+')"
    assert len({rules, rules.but(blind_multiples="3+"), rules.but(blind_multiples=(2,)), rules.but(ante=1)}) == 3


def test_2_repr_says_what_is_different() -> None:
    """The repr of rules names the rule set and the fields that are not as there."""
    vipsvara = svara.find_rules("vipsvara")

    assert repr(vipsvara) == "find_rules('vipsvara')"
    assert repr(vipsvara.but(min_bet=10, ante=5)) == "find_rules('vipsvara').but(ante=5, min_bet=10)"
    assert repr(vipsvara.but(name="house")).startswith("Rules(name='house', max_seats=9, ")


def test_2_dict_has_every_field() -> None:
    """The dict of rules has all fields in order, as plain values, and is one's own."""
    fields = svara.find_rules("vipsvara").to_dict()
    assert list(fields) == FIELDS
    assert fields["blind_multiples"] == [2, 3, 4]

    fields["blind_multiples"].append(5)
    fields["ante"] = 5
    assert svara.find_rules("vipsvara").to_dict() != fields


def test_rules_match_by_position() -> None:
    """Rules are matched in a `case` by the order of their fields."""
    match svara.find_rules("classic"):
        case svara.Rules(name, max_seats, three_of_a_kind):
            assert (name, max_seats, three_of_a_kind) == ("classic", 10, "TJQKA")


@pytest.mark.parametrize("name", ["", "Vipsvara", "vipsvara ", "svara", None, 1, ["vipsvara"], {}])
def test_unknown_name_is_refused(name: Any) -> None:
    """An unknown name is refused with the names that there are, in one line."""
    with pytest.raises(svara.InvalidRules) as caught:
        svara.find_rules(name)

    assert str(caught.value) == f"there are no rules {name!r}: the rule sets are vipsvara, fortegames, classic"
    assert caught.value.field == "name"


@pytest.mark.parametrize("call", [svara.points, svara.Hand.points, svara.Hand.combination])
def test_unknown_rules_are_refused_wherever_they_are_asked_for(call: Any) -> None:
    """Every function refuses a name as `find_rules` does; a value that is neither a name nor rules is a `TypeError`."""
    hand = svara.Hand("7c Kh Kd")
    with pytest.raises(svara.InvalidRules) as caught:
        call(hand, rules="poker")
    assert str(caught.value) == "there are no rules 'poker': the rule sets are vipsvara, fortegames, classic"

    for wrong in (None, 1, hand, svara.find_rules("classic").to_dict()):
        with pytest.raises(TypeError) as caught_type:
            call(hand, rules=wrong)
        assert str(caught_type.value) == f"rules must be a Rules or the name of a rule set, not {type(wrong).__name__}"


@pytest.mark.parametrize(
    ("field", "values", "wanted"),
    [
        ("name", ["", None, 1], "a text that is not empty"),
        ("max_seats", [1, 11, 0, -2, 2.0, True, "9", None], "a whole number from 2 to 10"),
        (
            "three_of_a_kind",
            ["A7", "77", "10", "6", "tjqka", " ", None, 7, ["7"]],
            "different ranks out of '789TJQKA' in that order",
        ),
        (
            "blind_multiples",
            [
                *((), (1,), (2, 2), (3, 2), (2.0,), (True, 2), 2, None, {2}, ((2,),)),
                *(
                    "2",
                    "+",
                    "",
                    "0+",
                    "1+",
                    "02+",
                    "2++",
                    "+2",
                    "-2+",
                    "2 +",
                    " 2+",
                    "2+\t",
                    "2.0+",
                    "٢+",
                    "²+",
                    "two+",
                ),
                *(("2+",), (2, "3+"), b"2+"),
            ],
            "a tuple of ascending whole numbers of at least 2, such as (2, 3, 4), or a text like '2+', at least twice",
        ),
        ("max_raises", [0, -1, 1.0, True, "3"], "a whole number of at least 1, or None for no limit"),
        ("next_dealer", ["", "loser", None, 0, ["winner"]], "'clockwise' or 'winner'"),
        ("svarka_seats", ["", "all", None, 0], "'deal' or 'table'"),
        ("svarka_entry", ["", "half", None, 1], "'share', the pot divided by the number tied"),
        ("three_sevens", [0, 1, None, "yes"], "True or False"),
        ("ante", [0, -1, 1.0, True, "1", None], "a whole number of chips, at least 1"),
        ("min_bet", [0, -1, 1.0, True, "1", None], "a whole number of chips, at least 1"),
    ],
)
def test_2_nonsense_is_refused(field: str, values: list[Any], wanted: str) -> None:
    """A value that a field cannot have is refused, with the value and what the field can have, in one line."""
    for value in values:
        with pytest.raises(svara.InvalidRules) as caught:
            svara.find_rules("vipsvara").but(**{field: value})

        of_type = f", {kind_of(value)}" if wanted.startswith("a whole number") and type(value) is not int else ""
        assert str(caught.value) == f"{field} cannot be {value!r}{of_type}: it is {wanted}"
        assert caught.value.field == field


def test_2_bounds_are_allowed() -> None:
    """The least and the greatest value of each field are allowed."""
    rules = svara.find_rules("vipsvara")
    for field, value in (
        *(("max_seats", 2), ("max_seats", 10), ("max_raises", 1), ("ante", 1), ("min_bet", 1)),
        *(("blind_multiples", (2,)), ("blind_multiples", [2, 3]), ("three_of_a_kind", ""), ("three_of_a_kind", "7A")),
        *(("blind_multiples", "2+"), ("blind_multiples", "10+"), ("blind_multiples", "9" * 1000 + "+")),
    ):
        changed: Any = rules.but(**{field: value})
        assert getattr(changed, field) == (tuple(value) if isinstance(value, list) else value)


def test_fields_that_are_missing_take_their_defaults() -> None:
    """A dict from before a field was there is read, and so are a deal and a table with such rules."""
    classic = svara.find_rules("classic")
    older = {name: value for name, value in classic.to_dict().items() if name not in DEFAULTS}
    assert svara.Rules.from_dict(older) == classic
    assert svara.Rules.from_dict(older | {"ante": 5}) == classic.but(ante=5)

    deal = svara.Deal.start("classic", stacks=[50, 50], dealer=0, seed=7)
    assert svara.Deal.from_dict(deal.to_dict() | {"rules": older}) == deal
    table = svara.Table("classic", names=["Ana", "Boris"], stacks=[50, 50], seed=7)
    table.start_deal()
    fields = table.to_dict()
    assert svara.Table.from_dict(fields | {"rules": older, "deal": fields["deal"] | {"rules": older}}) == table


def test_unknown_fields_and_missing_ones_without_a_default_are_refused() -> None:
    """A field too many or one missing is refused, with the fields that there are."""
    fields = svara.find_rules("vipsvara").to_dict()
    with pytest.raises(svara.InvalidRules) as caught:
        svara.find_rules("vipsvara").but(blinds=2)
    assert str(caught.value) == f"rules have no field 'blinds': the fields are {', '.join(FIELDS)}"
    assert caught.value.field == "blinds"

    for field in FIELDS:
        if field in DEFAULTS:
            continue
        with pytest.raises(svara.InvalidRules) as caught:
            svara.Rules.from_dict({name: value for name, value in fields.items() if name != field})
        assert str(caught.value) == f"the field {field!r} is missing: rules have {', '.join(FIELDS)}"
        assert caught.value.field == field


def test_rules_take_their_fields_as_other_values_do() -> None:
    """Rules made outright need every field without a default, each once: else a `TypeError` says which."""
    fields = {name: getattr(svara.find_rules("classic"), name) for name in FIELDS}
    assert svara.Rules(**fields) == svara.Rules(*fields.values()) == svara.find_rules("classic")

    for arguments, named in (
        ((), {"name": "house"}),
        ((), fields | {"blinds": 2}),
        ((*fields.values(), 1), {}),
        (("house",), fields),
    ):
        with pytest.raises(TypeError, match=r"^Rules takes name, max_seats, .*; there is (no|also) "):
            svara.Rules(*arguments, **named)
