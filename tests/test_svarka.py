"""The svarka, sentence by sentence (6.2 to 6.6)."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

import svara
from deals import ALSO_EQUAL, BEST, EQUAL, FAIR, GOOD, POOR, begin, deck_for, happened, play, total
from svara import events
from svara.showdown import Pot
from svara.svarka import Svarka, clockwise, share_of


def tied(rules: str = "vipsvara", stacks: tuple[int, ...] = (50, 50, 50, 50), **fields: Any) -> svara.Deal:
    """Seats 1 and 2 tie with 30 points for 16 chips, seat 0 has called and lost, seat 3, the dealer, has folded."""
    deal = begin(stacks, POOR, GOOD, EQUAL, FAIR, rules=rules, dealer=3, **fields)
    return play(deal, "look, raise 4, call, call, fold")


def test_6_2_the_entry_is_the_pot_divided_by_the_number_tied() -> None:
    """V's own example: 300 chips, two tied, 150; and three tied for 300, 100."""
    assert share_of(Pot(300, (0, 3))) == 150
    assert share_of(Pot(300, (0, 2, 3))) == 100
    assert tied().legal_actions.join == 8


def test_6_2_the_entry_is_rounded_up_to_a_whole_chip() -> None:
    """95 chips, two tied: 48; the pot keeps every chip."""
    assert share_of(Pot(95, (0, 1))) == 48
    assert share_of(Pot(100, (0, 1, 2))) == 34


def test_6_2_the_entry_does_not_grow_as_others_pay() -> None:
    """Seat 3 is asked for 8, as seat 0 was, though 8 chips more lie in the pot."""
    deal = play(tied(), "join")

    assert deal.pots == (Pot(24, (0, 1, 2)),)
    assert (deal.to_act, deal.legal_actions.join) == (3, 8)


def test_6_2_with_several_tied_pots_it_is_the_sum_of_theirs() -> None:
    """A pot of 9 tied by three and one of 5 tied by two: 3 + 3."""
    svarka = Svarka([Pot(9, (0, 1, 2)), Pot(5, (3, 4))], [5, 6], [0] * 5 + [6, 5])

    assert svarka.entry == 6
    assert svarka.asked == [5]


def test_6_3_every_other_seat_of_the_deal_is_asked_in_vipsvara() -> None:
    """Seat 0, which lost, and seat 3, which folded; seat 4 is out of the deal and is not asked."""
    deal = begin([50] * 5, POOR, GOOD, EQUAL, FAIR, dealer=3, out=[4])
    play(deal, "look, raise 4, call, call, fold")

    asked = []
    while deal.phase == "join":
        asked.append(deal.to_act)
        deal.play("decline")
    assert asked == [0, 3]


def test_6_3_every_other_seat_at_the_table_is_asked_in_the_other_rule_sets() -> None:
    """Seat 4, which is out of the deal, may join: clockwise from the dealer's left it is the first."""
    for rules in ("fortegames", "classic"):
        deal = begin([50] * 5, POOR, GOOD, EQUAL, FAIR, rules=rules, dealer=3, out=[4])
        play(deal, "look, raise 4, call, call, fold")

        asked = []
        while deal.phase == "join":
            asked.append(deal.to_act)
            deal.play("decline")
        assert asked == [4, 0, 3]


def test_6_3_a_seat_joins_or_declines_once() -> None:
    """These are the two actions, and the next seat is asked."""
    deal = tied()
    assert list(deal.legal_actions) == [svara.Join(), svara.Decline()]

    play(deal, "decline, decline")
    assert deal.phase == "dealing"


def test_6_3_a_seat_that_has_not_the_whole_entry_is_not_asked() -> None:
    """Seat 0 has 7 chips left of 12, the entry is 8."""
    deal = tied(stacks=(12, 50, 50, 50))

    assert deal.to_act == 3
    assert tied(stacks=(13, 50, 50, 50)).to_act == 0


def test_6_3_the_tied_seats_pay_nothing_and_are_in_even_without_chips() -> None:
    """Both tied seats are all-in; they get cards all the same, and the svarka is shown at once."""
    deal = begin([5, 5], GOOD, EQUAL, svarkas=[deck_for({0: POOR, 1: FAIR}, 1)])
    play(deal, "look, raise 4, call")

    assert deal.phase == "over"
    assert deal.stacks == (0, 10)


def test_6_3_with_nobody_to_ask_the_svarka_starts_at_once() -> None:
    """Two seats tie, there is no other: the phase after the last call is the blind bets of the svarka."""
    deal = begin([50, 50], GOOD, EQUAL, svarkas=[deck_for({0: POOR, 1: FAIR}, 1)])
    play(deal, "look, raise 5, call")

    assert (deal.phase, deal.dealer, deal.to_act) == ("blind", 1, 0)


def test_6_4_an_entry_goes_into_the_tied_pots_each_its_own_share() -> None:
    """Seat 5 joins for 3 + 3 and plays for both pots; the tied seats play for those that they tied for."""
    svarka = Svarka([Pot(9, (0, 1, 2)), Pot(5, (3, 4))], [5], [0] * 5 + [10])
    stacks = [0] * 5 + [10]

    svarka.play(svara.Join(), stacks)

    assert svarka.pots == [Pot(12, (0, 1, 2, 5)), Pot(8, (3, 4, 5))]
    assert stacks == [0, 0, 0, 0, 0, 4]


def test_6_4_a_joiner_can_win_the_svarka() -> None:
    """Seat 0 joins for 8 and has the best hand in it: it wins the 24 chips."""
    deal = begin(
        [50] * 4,
        *(POOR, GOOD, EQUAL, FAIR),
        dealer=3,
        svarkas=[deck_for({0: BEST, 1: FAIR, 2: POOR}, 0)],
    )
    play(deal, "look, raise 4, call, call, fold, join, decline, look, fold, fold")

    assert deal.stacks == (50 - 5 - 8 + 24, 45, 45, 49)


def test_6_5_a_full_deck_three_cards_to_each_seat_in_the_svarka_and_no_ante() -> None:
    """The decliner has no cards; nobody pays an ante."""
    deal = play(tied(), "join, decline")
    assert deal.phase == "dealing"
    stacks = deal.stacks

    deal.deal(range(32))
    assert [hand is not None for hand in deal.hands] == [True, True, True, False]
    assert deal.stacks == stacks


def test_6_5_the_deal_of_cards_passes_to_the_first_seat_in_the_svarka_from_the_dealers_left() -> None:
    """Seat 3 dealt; of the seats 1 and 2 in the svarka the first from its left is 1, so 2 gets the first card."""
    deal = play(tied(), "decline, decline")
    deal.deal(range(32))

    assert deal.dealer == 1
    assert deal.hands[2] == svara.Hand([0, 2, 4])
    assert deal.to_act == 2


def test_6_5_the_dealer_itself_comes_last() -> None:
    """Seat 0 dealt and is in the svarka: seat 2, the next one in it, deals; alone among others it would not."""
    assert clockwise(0, {0, 2}) == (2, 0)
    assert clockwise(1, {0, 2}) == (2, 0)
    assert clockwise(3, {0, 2}) == (0, 2)


def test_6_5_the_game_follows_its_normal_cycle_with_blinds() -> None:
    """In the svarka there are blind bets, betting and a showdown; the put starts from 0."""
    deal = begin([50, 50], GOOD, EQUAL, svarkas=[deck_for({0: POOR, 1: FAIR}, 1)])
    play(deal, "look, raise 5, call, blind 3, look, raise 10, call")

    assert deal.phase == "over"
    assert deal.stacks == (50 - 6 - 10, 50 - 6 - 10 + 12 + 20)


def test_6_6_equal_points_again_another_svarka_for_the_grown_pot() -> None:
    """12 chips are tied for; in the svarka 20 more: the second svarka is for 32 and its entry 16."""
    deal = begin([50, 50], GOOD, EQUAL, svarkas=[deck_for({0: EQUAL, 1: GOOD}, 1)])
    play(deal, "look, raise 5, call, look, raise 10, call")

    assert deal.phase == "dealing"
    assert deal.pots == (Pot(32, (0, 1)),)
    assert happened(deal)[-1] == "svarka for 32 chips for seats 0 and 1; joining costs 16 chips"
    assert deal.dealer == 0


def test_6_6_every_other_seat_is_asked_again() -> None:
    """Seat 0 declined the first svarka, and is asked for the second."""
    deal = begin(
        [90] * 4,
        *(POOR, GOOD, EQUAL, FAIR),
        dealer=3,
        svarkas=[deck_for({1: GOOD, 2: ALSO_EQUAL}, 1)],
    )
    play(deal, "look, raise 4, call, call, fold, decline, decline, look, raise 2, call")

    assert (deal.phase, deal.to_act, deal.legal_actions.join) == ("join", 3, 10)
    play(deal, "decline")
    assert deal.to_act == 0


def test_6_6_a_chain_of_fifty_svarkas() -> None:
    """Two seats without chips tie fifty times: nobody acts, nothing is deep, the pot is whole at the end."""
    ties = [deck_for({0: GOOD, 1: EQUAL}, dealer) for _ in range(25) for dealer in (1, 0)]
    deal = svara.Deal.start(
        "vipsvara",
        stacks=[1, 1],
        dealer=0,
        decks=[deck_for({0: GOOD, 1: EQUAL}, 0), *ties, deck_for({0: POOR, 1: FAIR}, 1)],
    )

    assert deal.phase == "over"
    assert deal.stacks == (0, 2)
    assert sum(isinstance(event, events.SvarkaDeclared) for event in deal.events) == 51


def test_6_6_a_chain_longer_than_python_would_recurse() -> None:
    """Two thousand ties in a row."""
    decks = [deck_for({0: GOOD, 1: EQUAL}, number % 2) for number in range(2001)]
    deal = svara.Deal.start("classic", stacks=[1, 1], dealer=0, decks=decks)

    assert deal.phase == "dealing"
    assert deal.pots == (Pot(2, (0, 1)),)


@pytest.mark.parametrize("rules", ["vipsvara", "fortegames", "classic"])
def test_6_a_thousand_deals_with_forced_ties(rules: str) -> None:
    """Everybody ties in the first round; whatever then happens, no chip is lost and every deal ends."""
    svarkas = 0
    for seed in range(1000):
        deal = begin([40, 50, 60], GOOD, EQUAL, ALSO_EQUAL, rules=rules, ante=3)
        play(deal, "look, raise 5, call, call")
        while deal.phase != "over":
            if deal.phase == "dealing":
                deal.deal(svara.shuffled_deck(seed, svarkas))
                svarkas += 1
            else:
                deal.play(deal.legal_actions[(seed * 7 + svarkas) % len(deal.legal_actions)])
            assert total(deal) == 150
    assert svarkas >= 1000


@given(st.sets(st.integers(0, 9)), st.integers(0, 9))
def test_clockwise_starts_left_of_the_dealer(seats: Any, dealer: int) -> None:
    """It has each seat once, and the way from the dealer's left grows from seat to seat."""
    order = clockwise(dealer, seats)

    assert set(order) == seats
    assert len(order) == len(seats)
    ways = [(seat - dealer - 1) % 10 for seat in order]
    assert ways == sorted(ways)
