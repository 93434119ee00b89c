"""Records for tests: whole deals that hypothesis plays, an evening of few deals, and lines altered in one place."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import hypothesis.strategies as st

import svara
from deals import ALSO_EQUAL, BEST, EQUAL, FAIR, GOOD, POOR, begin, deck_for, play
from svara.checks import is_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def finish(deal: svara.Deal, seed: int) -> svara.Deal:
    """Play a deal to its end: at random, all-ins and least raises more often than other amounts."""
    chance = random.Random(seed)  # noqa: S311  # a test does not hide its choices
    while legal := deal.legal_actions:
        runs = [run for run in (legal.blinds, legal.raises) if run]
        if runs and chance.random() < 0.5:
            amount = chance.choice((runs[0][0], runs[0][-1], chance.choice(runs[0])))
            deal.play(svara.Blind(amount) if legal.blinds else svara.Raise(amount))
        else:
            kinds: list[svara.Action] = [
                svara.Look(),
                svara.Fold(),
                svara.Call(),
                svara.Call(),
                svara.Join(),
                svara.Join(),
                svara.Decline(),
            ]
            deal.play(chance.choice([action for action in kinds if action in legal] or [legal[0]]))
    return deal


@st.composite
def whole_deals(draw: st.DrawFn) -> svara.Deal:
    """A deal that is over: 2 to 10 seats, some out, from a seed, or from decks that hold what was dealt or more."""
    rules = svara.find_rules(draw(st.sampled_from(("vipsvara", "fortegames", "classic"))))
    ante = draw(st.integers(1, 20))
    rules = rules.but(
        ante=ante,
        min_bet=draw(st.integers(1, 20)),
        three_sevens=draw(st.booleans()),
        blind_multiples=draw(st.sampled_from([rules.blind_multiples, "2+", "17+"])),
    )
    seats = draw(st.integers(2, rules.max_seats))
    stacks = draw(st.lists(st.integers(ante, 100) | st.integers(ante, 5000), min_size=seats, max_size=seats))
    out = draw(st.sets(st.integers(0, seats - 1), max_size=seats - 2))
    dealer = draw(st.sampled_from([seat for seat in range(seats) if seat not in out]))
    seed = draw(st.integers(0, 2**256 - 1))
    fields: dict[str, Any] = {"stacks": stacks, "dealer": dealer, "out": sorted(out)}
    if draw(st.booleans()):
        return finish(svara.Deal.start(rules, seed=seed, **fields), seed)
    decks = [svara.shuffled_deck(seed, number) for number in range(40)]
    return finish(svara.Deal.start(rules, decks=decks, **fields), seed)


def records() -> st.SearchStrategy[svara.Record]:
    """A record of any deal, with names and a time or without."""

    def named(deal: svara.Deal) -> st.SearchStrategy[svara.Record]:
        count = len(deal.stacks)
        name = st.none() | st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=64).filter(
            is_name
        )
        return st.builds(
            svara.Record,
            st.just(deal),
            names=st.just(()) | st.lists(name, min_size=count, max_size=count),
            time=st.none() | st.just("2026-11-29T20:15:00.5+02:00"),
        )

    return whole_deals().flatmap(named)


def an_evening() -> list[svara.Record]:
    """Three deals: a fold from a seed, a showdown with a side pot, and a svarka that a seat joins."""
    names = ["Ana", "Борис", None]
    folded = play(svara.Deal.start("classic", stacks=[50, 50, 50], dealer=0, seed=7, out=[2]), "look, raise 3, fold")
    side_pot = play(begin([100, 20, 100], GOOD, BEST, POOR), "look, raise 19, raise 40, call")
    svarka = {0: POOR, 1: FAIR, 2: BEST}
    tied = begin([100, 50, 80], FAIR, EQUAL, ALSO_EQUAL, svarkas=[deck_for(svarka, 1)])
    play(tied, "blind 2, look, raise 10, fold, call, join, look, raise 5, call, call")
    return [
        svara.Record(folded),
        svara.Record(side_pot, names=names),
        svara.Record(tied, names=names, time="2026-11-29T20:15:00Z"),
    ]


def write(path: Path, records: list[svara.Record]) -> list[bytes]:
    """Write records to a file. Returns its lines."""
    with svara.RecordWriter(path) as writer:
        for record in records:
            writer.write(record)
    return path.read_bytes().splitlines(keepends=True)


def altered(line: str | bytes, change: Callable[[Any], object]) -> str:
    """A line after *change* was made to what it says."""
    fields = json.loads(line)
    change(fields)
    return json.dumps(fields)
