"""Deals and whole betting trees counted by a reference made apart from this package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import svara
from svara import events

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file of vectors."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def start(row: dict[str, Any]) -> svara.Deal:
    """The deal that a row begins with."""
    return svara.Deal.start(
        svara.find_rules(row["rules"]).but(ante=row["ante"], min_bet=row["min_bet"]),
        stacks=row["stacks"],
        dealer=row["dealer"],
        out=row["out"],
        decks=row["decks"],
    )


@pytest.mark.parametrize("row", rows("deals.jsonl"))
def test_deals(row: dict[str, Any]) -> None:
    """The turns, the number of legal actions before each, the svarkas and the stacks at the end agree."""
    deal = start(row)
    options = []
    for action in row["actions"]:
        options.append([deal.to_act, len(deal.legal_actions)])
        deal.play(action)

    assert options == row["options"]
    assert deal.phase == "over"
    assert list(deal.stacks) == row["stacks_after"]
    assert sum(isinstance(event, events.SvarkaDeclared) for event in deal.events) == row["svarkas"]


@pytest.mark.parametrize("row", rows("perft.jsonl"))
def test_perft(row: dict[str, Any]) -> None:
    """All deals that can follow from a small start: their number, and a sum over where the chips end up."""
    leaves = states = check = unfinished = 0
    waiting = [start(row)]
    while waiting:
        deal = waiting.pop()
        states += 1
        if deal.legal_actions:
            for action in deal.legal_actions:
                after = deal.copy()
                after.play(action)
                waiting.append(after)
            continue
        leaves += 1
        if deal.phase == "dealing":
            unfinished += 1
        else:
            check += sum((seat + 1) * chips for seat, chips in enumerate(deal.stacks))

    assert (leaves, states, check, unfinished) == (row["leaves"], row["states"], row["check"], row["unfinished"])
