"""What must always hold (section 8), for whole deals that hypothesis plays and for whole small trees."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import svara
from deals import total
from svara import events

RULE_SETS = ("vipsvara", "fortegames", "classic")


@st.composite
def starts(draw: st.DrawFn) -> dict[str, Any]:
    """Generate the beginning of a deal: 2 to 10 seats, stacks from the ante to thousands, some seats out."""
    rules = svara.find_rules(draw(st.sampled_from(RULE_SETS)))
    ante = draw(st.integers(1, 20))
    multiples = draw(st.sampled_from([rules.blind_multiples, "2+", "3+"]))
    rules = rules.but(ante=ante, min_bet=draw(st.integers(1, 20)), blind_multiples=multiples)
    seats = draw(st.integers(2, rules.max_seats))
    stack = st.one_of(st.integers(ante, ante + 5), st.integers(ante, 100), st.integers(ante, 5000))
    stacks = draw(st.lists(stack, min_size=seats, max_size=seats))
    out = draw(st.sets(st.integers(0, seats - 1), max_size=seats - 2))
    dealer = draw(st.sampled_from([seat for seat in range(seats) if seat not in out]))
    return {
        "rules": rules,
        "stacks": stacks,
        "dealer": dealer,
        "out": sorted(out),
        "seed": draw(st.integers(0, 2**32)),
    }


def edges(legal: svara.LegalActions) -> list[svara.Action]:
    """The actions at the edges of what is legal, so that all-ins, short raises and least raises come often."""
    plain: list[svara.Action] = [svara.Look(), svara.Fold(), svara.Call(), svara.Join(), svara.Decline()]
    found = [action for action in plain if action in legal]
    if legal.blinds:
        found += map(svara.Blind, {legal.blinds[0], legal.blinds[-1]})
    if legal.raises:
        found += map(svara.Raise, {legal.raises[0], legal.raises[-1]})
    return found


class WholeDeals(RuleBasedStateMachine):
    """Deals, each played from its start to its end."""

    deal: Any = None

    @precondition(lambda self: self.deal is None or not self.deal.legal_actions)
    @rule(start=starts())
    def begin(self, start: dict[str, Any]) -> None:
        """The first deal, or one more when a deal is over."""
        self.chips = sum(start["stacks"])
        self.deal = svara.Deal.start(**start)

    @precondition(lambda self: self.deal is not None and self.deal.legal_actions)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """The seat to act does something legal, at the edges more often than not."""
        legal = self.deal.legal_actions
        if data.draw(st.booleans()):
            action = data.draw(st.sampled_from(edges(legal)))
        else:
            action = legal[data.draw(st.integers(0, len(legal) - 1))]
        self.deal.play(data.draw(st.sampled_from([action, str(action)])))

    @precondition(lambda self: self.deal is not None and self.deal.legal_actions)
    @rule(data=st.data())
    def refuse(self, data: st.DataObject) -> None:
        """8.2: amounts around every edge and every verb, where they are not legal, are refused and change nothing."""
        legal = self.deal.legal_actions
        amounts = {
            0,
            1,
            self.deal.price,
            *(
                amount + step
                for run in (legal.blinds, legal.raises)
                if run
                for amount in (run[0], run[-1])
                for step in (-1, 1)
            ),
        }
        amount = data.draw(st.sampled_from(sorted(amounts)))
        tried = data.draw(
            st.sampled_from([kind(amount) for kind in (svara.Blind, svara.Raise)])
            | st.sampled_from([svara.Look(), svara.Fold(), svara.Call(), svara.Join(), svara.Decline()]),
        )
        if tried in legal:
            return
        before = self.deal.to_dict(), self.deal.events, repr(self.deal)
        with pytest.raises(svara.IllegalAction):
            self.deal.play(tried)
        assert (self.deal.to_dict(), self.deal.events, repr(self.deal)) == before

    @precondition(lambda self: self.deal is not None)
    @invariant()
    def chips_are_constant(self) -> None:
        """8.1: stacks, puts and pots add up to what was brought."""
        assert total(self.deal) == self.chips
        assert min(self.deal.stacks) >= 0

    @precondition(lambda self: self.deal is not None)
    @invariant()
    def somebody_is_to_act_or_it_is_over(self) -> None:
        """With a seed there is no waiting: a seat that can act is to act, or every pot is won."""
        deal = self.deal
        assert (deal.to_act is None) == (deal.phase == "over") == (not deal.legal_actions)
        if deal.phase == "over":
            assert deal.pots == ()
            assert not any(deal.puts)
        elif deal.phase == "join":
            assert deal.stacks[deal.to_act] >= deal.legal_actions.join > 0
        else:
            assert deal.stacks[deal.to_act] > 0
            assert deal.to_act in deal.still_in

    @precondition(lambda self: self.deal is not None)
    @invariant()
    def round_trips_are_equal(self) -> None:
        """Copies, pickles, dicts and the events alone make the same deal."""
        deal = self.deal
        others = [
            deal.copy(),
            pickle.loads(pickle.dumps(deal)),
            svara.Deal.from_dict(json.loads(json.dumps(deal.to_dict()))),
            svara.Deal.from_events(deal.events),
        ]
        for other in others:
            assert other == deal
            assert repr(other) == repr(deal)
            assert other.legal_actions == deal.legal_actions

    @precondition(lambda self: self.deal is not None)
    @invariant()
    def views_do_not_depend_on_what_is_hidden(self) -> None:
        """8.3: with the unseen cards dealt otherwise, every view is the same, as long as no hand was shown."""
        deal = self.deal
        if any(isinstance(event, events.HandsShown) for event in deal.events):
            return
        fields = deal.to_dict()
        deck = svara.shuffled_deck(int(fields["seed"], 16))
        order = deal.seats
        for viewer in (*order, None):
            hidden = [
                place
                for place in range(32)
                if viewer is None
                or deal.phase == "blind"
                or place % len(order) != order.index(viewer)
                or place >= 3 * len(order)
            ]
            turned = list(deck)
            for place, other in zip(hidden, reversed(hidden), strict=True):
                turned[place] = deck[other]
            otherwise = fields | {"seed": None, "decks": [[card.number for card in turned]]}
            assert svara.Deal.from_dict(otherwise).view(viewer) == deal.view(viewer)


WholeDeals.TestCase.settings = settings(stateful_step_count=40, deadline=None)
TestWholeDeals = WholeDeals.TestCase


def finish(deal: svara.Deal, data: st.DataObject) -> list[tuple[int | None, svara.Action]]:
    """Play a deal to its end, at the edges of what is legal. Returns who did what."""
    done = []
    while deal.legal_actions:
        action = data.draw(st.sampled_from(edges(deal.legal_actions)))
        done.append((deal.to_act, action))
        deal.play(action)
    return done


@given(st.data())
@settings(deadline=None)
def test_5_11_nobody_wins_from_another_more_than_he_paid_himself(data: st.DataObject) -> None:
    """From each other seat, a seat wins at most the chips that it paid itself: antes, puts and entries."""
    start = data.draw(starts())
    deal = svara.Deal.start(**start)
    finish(deal, data)

    paid = [0] * len(start["stacks"])
    for event in deal.events:
        match event:
            case events.AntesPaid(seats, ante):
                for seat in seats:
                    paid[seat] += ante
            case events.Blinded(seat, chips) | events.Called(seat, chips) | events.Joined(seat, chips):
                paid[seat] += chips
            case events.Raised(seat, _, chips):
                paid[seat] += chips
            case events.UncalledReturned(seat, chips):
                paid[seat] -= chips
    has_joined = any(isinstance(event, events.Joined) for event in deal.events)
    for seat, (before, after) in enumerate(zip(start["stacks"], deal.stacks, strict=True)):
        assert after == before - paid[seat] + deal.won[seat]
        if not has_joined:  # an entry buys into a pot that others have filled
            assert deal.won[seat] <= sum(min(paid[seat], other) for other in paid)
    assert sum(deal.won) == sum(paid)


@given(st.data())
@settings(deadline=None)
def test_5_8_nobody_acts_twice_without_cause(data: st.DataObject) -> None:
    """Between two acts of a seat in one betting, somebody has raised the price."""
    deal = svara.Deal.start(**data.draw(starts()))
    finish(deal, data)

    acted: set[int] = set()
    for event in deal.events:
        match event:
            case events.HandsDealt():
                acted = set()
            case events.Raised(seat, _, _):
                assert seat not in acted
                acted = {seat}
            case events.Called(seat, _) | events.Folded(seat):
                assert seat not in acted
                acted.add(seat)


@given(starts(), st.data())
@settings(deadline=None)
def test_8_4_the_same_start_and_actions_give_the_same_deal(start: dict[str, Any], data: st.DataObject) -> None:
    """Played twice, a deal is the same."""
    first, second = svara.Deal.start(**start), svara.Deal.start(**start)
    for _, action in finish(first, data):
        second.play(action)

    assert second == first
    assert second.to_dict() == first.to_dict()


SMALL = [
    {"stacks": [8, 9], "ante": 1, "min_bet": 1},
    {"stacks": [2, 8, 7], "ante": 1, "min_bet": 2},
    {"stacks": [7, 6, 8], "ante": 2, "min_bet": 1},
    {"stacks": [4, 5, 2, 4], "ante": 1, "min_bet": 1},
]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("small", SMALL, ids=str)
def test_8_whole_trees_of_small_deals(rules: str, small: dict[str, Any]) -> None:
    """Every action listed applies, every amount not listed is refused; every leaf is over with all the chips."""
    chips = sum(small["stacks"])
    start = svara.Deal.start(
        svara.find_rules(rules).but(ante=small["ante"], min_bet=small["min_bet"]),
        stacks=small["stacks"],
        dealer=0,
        decks=["Kc Jc Qc 7h Kd Jd Qd 8s Kh Jh Qh 9d", *[svara.shuffled_deck(seed) for seed in range(40)]],
    )
    possible: list[svara.Action] = [svara.Look(), svara.Fold(), svara.Call(), svara.Join(), svara.Decline()]
    possible += [kind(amount) for kind in (svara.Blind, svara.Raise) for amount in range(chips + 2)]
    leaves = 0
    waiting = [start]
    while waiting:
        deal = waiting.pop()
        assert total(deal) == chips
        if not deal.legal_actions:
            leaves += 1
            assert deal.phase == "over"
            assert sum(deal.won) > 0
            continue
        listed = list(deal.legal_actions)
        assert listed
        assert len(set(listed)) == len(listed)
        for action in possible:
            after = deal.copy()
            if action in listed:
                after.play(action)
                assert after != deal
                waiting.append(after)
            else:
                with pytest.raises(svara.IllegalAction):
                    after.play(action)
                assert after == deal
    assert leaves > 5


def test_deepcopy_is_a_copy() -> None:
    """`copy.deepcopy` gives an equal deal, too."""
    deal = svara.Deal.start("vipsvara", stacks=[5, 5], dealer=0, seed=1)

    assert copy.deepcopy(deal) == deal
