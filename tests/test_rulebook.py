"""The rulebook, docs/rules.md: its examples are what the code says, and its numbers are complete."""

from __future__ import annotations

import ast
import re

import pytest

import svara
from documents import failures, python_session, read, tables

RULEBOOK = read("docs/rules.md")
TABLES = tables(RULEBOOK)
RULE_SETS = tuple(rules.name for rules in svara.rule_sets())
HANDS = [row for table in TABLES if "Hand" in table[0] for row in table]
SIGNS = re.compile(r"(?:(?:10|[7-9JQKA])[♣♦♥♠] ?){3}")

RULES = {1: 7, 2: 0, 3: 3, 4: 6, 5: 12, 6: 6, 7: 2, 8: 6, 9: 0}
"""How many numbered rules each section has."""


@pytest.mark.parametrize("row", HANDS, ids=lambda row: f"{row['Hand']} {row.get('Source', '')}".strip())
def test_hands(row: dict[str, str]) -> None:
    """Each hand of a table has the points, and the combination, that the table says, in each rule set."""
    hand = svara.Hand(row["Hand"])
    for rules in RULE_SETS:
        assert hand.points(rules=rules) == int(row[rules])
        rule = row.get(f"Rule in {rules}", row.get("Rule"))
        if rule:
            assert f"1.3{hand.combination(rules=rules).kind}" == rule


def test_every_combination_has_an_example() -> None:
    """The tables show each combination of 1.3, a to g."""
    assert {row["Rule"] for row in HANDS if row.get("Rule")} == {f"1.3{letter}" for letter in "abcdefg"}


def test_distribution() -> None:
    """1.6 says how many hands have how many points, under vipsvara and fortegames."""
    counts: dict[int, int] = {}
    for [row] in (table for table in TABLES if "Points" in table[0]):
        counts |= {int(points): int(count) for points, count in row.items() if points != "Points"}
    assert counts == svara.distribution(rules="vipsvara") == svara.distribution(rules="fortegames")


@pytest.mark.parametrize("name", RULE_SETS)
def test_rule_sets(name: str) -> None:
    """Section 2 lists every field of each rule set with its value."""
    [table] = [table for table in TABLES if "Field" in table[0]]
    fields = {row["Field"].split("`")[1]: ast.literal_eval(row[name].strip("`")) for row in table}
    rules = svara.find_rules(name)
    assert fields | {"name": name} == rules.to_dict() | {"blind_multiples": rules.blind_multiples}


def test_numbers() -> None:
    """Every section and every rule is there, once and in order."""
    assert [int(number) for number in re.findall(r"^## (\d) ", RULEBOOK, re.MULTILINE)] == list(RULES)
    expected = [f"{section}.{rule}" for section, count in RULES.items() for rule in range(1, count + 1)]
    assert re.findall(r"^\*\*(\d\.\d+)\*\* ", RULEBOOK, re.MULTILINE) == expected


def test_sessions() -> None:
    """The Python sessions of the rulebook print what it shows."""
    session = python_session("docs/rules.md")
    assert session.examples
    assert not failures(session)


def test_examples() -> None:
    """docs/examples.txt, which a recipe scores, has the hands of the rulebook's table of sources."""
    lines = [line for line in read("docs/examples.txt").splitlines() if line and not line.startswith("#")]
    [sources] = [table for table in TABLES if "Source" in table[0]]
    assert [svara.Hand(line) for line in lines] == [svara.Hand(row["Hand"]) for row in sources]


def test_prose() -> None:
    """Hands in the text are hands: three different cards."""
    for cards in SIGNS.findall(RULEBOOK):
        assert len(svara.Hand(cards)) == 3
