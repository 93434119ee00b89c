"""The deal against a second engine, which was written from the rulebook alone: they agree after every action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference_deal
import svara
from deals import deck_for
from reference import DECK
from svara import events
from test_vectors import rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

TYING_HANDS = [
    *("Jc Jd Jh", "Tc Td Th", "As Ks 9s", "Qs Js Ts"),  # 30 points
    *("Kc Qc 8d", "Kd Qd 8h", "Kh Qh 8s"),  # 20
    *("Ac 9d 7s", "Ad 9h 8c", "Ah 9c 7d"),  # 11
]
"""Hands without a common card, of three strengths: dealt at random, they tie for some pots and for others not."""

MOST_STATES = 3000
"""The larger trees agree too, and take the second engine half a minute."""


def tying_deck(chance: Random, players: Sequence[int], dealer: int) -> list[str]:
    """A deck that deals each player one of the hands that tie."""
    hands = chance.sample(TYING_HANDS, len(players))
    return deck_for(dict(zip(players, hands, strict=True)), dealer)


def random_rules(chance: Random) -> svara.Rules:
    """One of the rule sets, or a house variant of it."""
    rules = svara.find_rules(chance.choice(["vipsvara", "fortegames", "classic"])).but(
        ante=chance.choice([1, 1, 2, 3, 7]),
        min_bet=chance.choice([1, 2, 5, 20]),
    )
    if chance.random() < 0.5:
        return rules
    return rules.but(
        name="house",
        max_seats=10,
        blind_multiples=chance.choice([(2,), (3,), (2, 3, 4), (2, 5), (10,), "2+", "2+", "3+"]),
        max_raises=chance.choice([None, 1, 2, 3]),
        svarka_seats=chance.choice(["deal", "table"]),
        three_of_a_kind=chance.choice(["789TJQKA", "TJQKA"]),
        three_sevens=chance.choice([True, False]),
    )


def random_start(chance: Random) -> dict[str, Any]:
    """The beginning of a deal: stacks from the ante to some hundreds; seats that are out may have no chips."""
    rules = random_rules(chance)
    table = range(chance.randint(2, rules.max_seats))
    out = [seat for seat in table if chance.random() < 0.15]
    if len(table) - len(out) < 2:
        out = []
    most = chance.choice([3, 10, 30, 100, 300])
    stacks = [
        chance.choice([0, 1, chance.randint(0, 3 * rules.min_bet), chance.randint(0, most), most])
        + (0 if seat in out else rules.ante)
        for seat in table
    ]
    dealer = chance.choice([seat for seat in table if seat not in out])
    return {"rules": rules, "stacks": stacks, "dealer": dealer, "out": out}


class Temper(NamedTuple):
    """How likely a random player is to bet blind, to raise, and not to leave, each from 0 to 1."""

    blind: float
    bold: float
    loyal: float


def random_temper(chance: Random) -> Temper:
    """A temper for all players, from one deck to the next."""
    return Temper(chance.choice([0.1, 0.6]), chance.choice([0.1, 0.4, 0.8]), chance.choice([0.3, 0.8, 0.95]))


def random_action(chance: Random, legal: Sequence[str], temper: Temper) -> str:
    """One of the legal actions; the least and the greatest amounts are more frequent."""
    blinds = [action for action in legal if action.startswith("blind")]
    raises = [action for action in legal if action.startswith("raise")]
    if blinds and chance.random() < temper.blind:
        return chance.choice([blinds[0], blinds[0], blinds[-1], chance.choice(blinds)])
    is_first = raises and "call" not in legal
    if raises and chance.random() < (temper.loyal if is_first else temper.bold):
        return chance.choice([raises[0], raises[0], raises[len(raises) // 9], raises[-1]])
    for stay in ("call", "join"):
        if stay in legal and chance.random() < temper.loyal:
            return stay
    return chance.choice([action for action in legal if action not in raises and action not in blinds])


def assert_agreement(deal: svara.Deal, judge: reference_deal.Deal) -> None:
    """Both engines say the same of all that the rules speak about."""
    assert deal.phase == reference_deal.phase(judge)
    assert deal.to_act == reference_deal.to_act(judge)
    assert [str(action) for action in deal.legal_actions] == reference_deal.legal(judge)
    assert list(deal.stacks) == reference_deal.stacks(judge)
    assert list(deal.puts) == reference_deal.puts(judge)
    assert [(pot.chips, pot.seats) for pot in deal.pots] == list(reference_deal.pots(judge))
    assert deal.dealer == judge.dealer
    if deal.phase in {"blind", "betting"}:
        assert deal.price == reference_deal.price(judge.moves)
        assert deal.still_in == reference_deal.still_in(judge)
    shown = [tuple(sorted(event.seats)) for event in deal.events if isinstance(event, events.HandsShown)]
    assert shown == list(judge.shown)


def play_in_step(chance: Random) -> None:
    """Play one random deal with both engines, to its end or its seventh deck."""
    start = random_start(chance)
    temper = random_temper(chance)
    ties = chance.choice([0.0, 0.5, 1.0])
    deal = svara.Deal.start(**start)
    judge = reference_deal.begin(**start | {"rules": start["rules"].to_dict()})
    assert_agreement(deal, judge)
    decks = 0
    while reference_deal.phase(judge) != "over" and decks < 7:
        if reference_deal.phase(judge) == "dealing":
            decks += 1
            temper = random_temper(chance)
            deck = chance.sample(DECK, 32)
            if chance.random() < ties:
                deck = tying_deck(chance, judge.players, judge.dealer)
            deal.deal(" ".join(deck))
            judge = reference_deal.supply(judge, deck)
        else:
            action = random_action(chance, reference_deal.legal(judge), temper)
            deal.play(action)
            judge = reference_deal.act(judge, action)
        assert_agreement(deal, judge)


def begin(row: dict[str, Any]) -> reference_deal.Deal:
    """The deal that a row of vectors begins with."""
    return reference_deal.begin(
        svara.find_rules(row["rules"]).but(ante=row["ante"], min_bet=row["min_bet"]).to_dict(),
        row["stacks"],
        row["dealer"],
        out=row["out"],
        decks=[deck.split() for deck in row["decks"]],
    )


@pytest.mark.parametrize("row", rows("deals.jsonl"))
def test_the_second_engine_plays_the_deals_of_the_vectors(row: dict[str, Any]) -> None:
    """The turns, the number of legal actions before each and the stacks at the end agree."""
    judge = begin(row)
    options = []
    for action in row["actions"]:
        options.append([reference_deal.to_act(judge), len(reference_deal.legal(judge))])
        judge = reference_deal.act(judge, action)

    assert options == row["options"]
    assert reference_deal.phase(judge) == "over"
    assert reference_deal.stacks(judge) == row["stacks_after"]


@pytest.mark.parametrize("row", [row for row in rows("perft.jsonl") if row["states"] < MOST_STATES])
def test_the_second_engine_counts_the_small_trees_of_the_vectors(row: dict[str, Any]) -> None:
    """All deals that can follow from a small start: their number, and a sum over where the chips end up."""
    leaves = states = check = unfinished = 0
    waiting = [begin(row)]
    while waiting:
        judge = waiting.pop()
        states += 1
        after = [reference_deal.act(judge, action) for action in reference_deal.legal(judge)]
        waiting += after
        if after:
            continue
        leaves += 1
        if reference_deal.phase(judge) == "dealing":
            unfinished += 1
        else:
            check += sum((seat + 1) * chips for seat, chips in enumerate(reference_deal.stacks(judge)))

    assert (leaves, states, check, unfinished) == (row["leaves"], row["states"], row["check"], row["unfinished"])


def test_4_3_both_engines_allow_the_same_blinds_after_a_blind() -> None:
    """Every whole amount of at least two, three or twelve times the last blind, as far as the seat has chips."""
    for multiples, amounts in (("2+", range(10, 20)), ("3+", range(15, 20)), ("12+", range(0))):
        rules = svara.find_rules("classic").but(blind_multiples=multiples)
        deal = svara.Deal.start(rules, stacks=[50, 50, 20], dealer=0, seed=1)
        judge = reference_deal.begin(rules.to_dict(), [50, 50, 20], 0, decks=[list(map(str, svara.shuffled_deck(1)))])
        deal.play("blind 5")
        judge = reference_deal.act(judge, "blind 5")

        assert reference_deal.legal(judge) == [*(f"blind {amount}" for amount in amounts), "look"]
        assert_agreement(deal, judge)


@given(st.randoms(use_true_random=True))  # evenly drawn choices reach the rare rules, minimal ones seldom do
@settings(max_examples=400)
def test_both_engines_agree_on_random_deals(chance: Random) -> None:
    """Phase, turn, every legal action, stacks, puts, pots and showdowns are the same after every action."""
    play_in_step(chance)


def test_5_12_occurs() -> None:
    """Everybody who plays for a carried pot folds, while a seat that does not play for it is left.

    Seats 0 and 1 tie for the antes with 30 points; seat 1, all-in, wins a layer alone and so has chips again; seats 2
    and 3 tie for the rest with 20 points, and in the svarka they fold.
    """
    decks = [
        deck_for({0: "Tc Td Th", 1: "Qs Js Ts", 2: "Kd Qd 8h", 3: "Kh Qh 8s"}, 3),
        deck_for({0: "Qs Js Ts", 1: "Ad 9h 8c", 2: "Kd Qd 8h", 3: "Kh Qh 8s"}, 0),
    ]
    actions = ["look", "raise 1", "raise 6", "call", "look", "raise 1", "fold", "fold"]
    rules = svara.find_rules("vipsvara")
    stacks = [1, 2, 100, 100]
    deal = svara.Deal.start(rules, stacks=stacks, dealer=3, decks=decks)
    for action in actions:
        deal.play(action)
    judge = reference_deal.follow(rules.to_dict(), stacks, 3, decks=decks, actions=actions)

    assert_agreement(deal, judge)
    assert reference_deal.phase(judge) == "over"
    assert deal.events[-2:] == (events.PotWon(0, 4), events.PotWon(3, 10))
    assert reference_deal.stacks(judge) == [4, 3, 93, 103]
