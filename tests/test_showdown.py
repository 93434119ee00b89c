"""The showdown: uncalled bets, side pots and winners (5.10 to 5.12, 6.1)."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import given

import svara
from deals import BEST, EQUAL, FAIR, GOOD, POOR, begin, deck_for, happened, play
from svara import events
from svara.showdown import Pot, carried_pots, merge_pots, most_points, side_pots, uncalled_bet


def test_5_10_what_nobody_called_goes_back() -> None:
    """Seat 2 blinds 3 and folds, seat 0 is all-in with 9, seat 1 raises to 20: 11 of these go back."""
    deal = play(begin([10, 50, 50], FAIR, POOR, BEST, dealer=1), "blind 3, look, raise 9, raise 20, fold")

    assert happened(deal)[-3:] == [
        "11 chips that nobody called go back to seat 1",
        "seat 0 shows 8♦ 9♦ 9♥, 17 points (one suit 9♦ 8♦); seat 1 shows 8♣ 9♠ 10♥, 10 points (one card 10♥)",
        "seat 0 wins a pot of 24 chips",
    ]


def test_5_10_the_second_highest_put_may_be_a_folded_one() -> None:
    """Puts of 12, 10 (folded) and 4: 2 go back, not 8."""
    assert uncalled_bet([12, 10, 4]) == (0, 2)


def test_5_10_nothing_goes_back_where_two_put_as_much() -> None:
    """Two seats share the highest put."""
    assert uncalled_bet([10, 3, 10])[1] == 0


def test_5_10_an_uncalled_bet_goes_back_though_all_others_fold() -> None:
    """Seat 1 raises to 30 and wins the antes; its 30 chips come back and are not won."""
    deal = play(begin([50, 50], ante=5), "look, raise 30, fold")

    assert deal.stacks == (45, 55)
    assert deal.won == (0, 10)


def test_5_11_a_layer_for_each_level_at_which_a_seat_still_in_has_stopped() -> None:
    """All-ins of 3 and 7 and a full put of 10: three pots, each open to who reaches it."""
    assert side_pots([3, 7, 10, 10], [0, 1, 2, 3]) == [Pot(12, (0, 1, 2, 3)), Pot(12, (1, 2, 3)), Pot(6, (2, 3))]


def test_5_11_folded_chips_lie_in_the_layers_up_to_their_put() -> None:
    """Seat 1 folded after putting 5: 3 of them lie in the first layer, 2 in the second."""
    assert side_pots([3, 5, 10, 10], [0, 2, 3]) == [Pot(12, (0, 2, 3)), Pot(16, (2, 3))]


def test_5_11_a_folded_put_beyond_an_all_in_is_not_won_by_it() -> None:
    """A folded bet of 100 cannot be won by an all-in of 10 beyond 10."""
    deal = begin([200, 200, 12, 200], POOR, FAIR, BEST, GOOD, ante=2, dealer=3)
    play(deal, "look, raise 100, call, call, raise 190, fold, call")

    assert deal.won == (0, 0, 8 + 4 * 10, 90 + 2 * 180)


def test_5_11_a_seat_whose_put_is_0_reaches_no_layer() -> None:
    """All-in from the ante, seat 1 plays for the antes alone."""
    deal = play(begin([50, 5, 50], POOR, BEST, GOOD, ante=5), "look, raise 20, call")

    assert deal.won == (0, 15, 40)
    assert deal.stacks == (25, 15, 65)


def test_5_11_the_antes_are_open_to_every_seat_of_the_deal_that_is_still_in() -> None:
    """The pot of the antes loses the seats that fold."""
    deal = begin([50, 50, 50], ante=5)
    assert deal.pots == (Pot(15, (0, 1, 2)),)

    play(deal, "look, fold, raise 4")
    assert deal.pots == (Pot(15, (0, 2)),)


@given(st.lists(st.tuples(st.integers(0, 50), st.booleans()), min_size=2, max_size=10))
def test_5_11_layers_hold_all_puts_and_no_seat_wins_more_from_another_than_it_put(seats: Any) -> None:
    """A seat that wins all its pots gets from each other seat at most its own put."""
    puts = [put for put, _ in seats]
    still_in = [seat for seat, (_, is_in) in enumerate(seats) if is_in]
    top = max((puts[seat] for seat in still_in), default=0)
    puts = [min(put, top) for put in puts]  # 5.10: nothing lies beyond the highest put still in

    pots = side_pots(puts, still_in)

    assert sum(pot.chips for pot in pots) == sum(puts)
    for seat in still_in:
        most = sum(min(put, puts[seat]) for put in puts)
        assert sum(pot.chips for pot in pots if seat in pot.seats) == most


def test_5_12_a_carried_pot_whose_seats_have_all_folded_goes_to_the_last_to_fold() -> None:
    """Seat 3 folded before seat 0."""
    assert carried_pots([Pot(40, (0, 3))], [1, 2], [3, 0]) == [Pot(40, (0,))]


def test_6_1_the_most_points_win_whatever_the_combination() -> None:
    """31 by the 7♣ beats 30 by three kings (1.5)."""
    deal = play(begin([50, 50], "7c As 9s", GOOD), "look, raise 5, call")

    assert deal.winners == (0,)
    assert happened(deal)[3].startswith("seat 1 shows K♣ K♦ K♥, 30 points (three of a kind K♥ K♦ K♣); seat 0 shows")


def test_6_1_only_seats_that_contest_a_pot_show_their_hands() -> None:
    """Seat 0 has folded and does not show; the two that call do."""
    deal = play(begin([50, 50, 50], POOR, GOOD, FAIR), "look, raise 5, call, fold")

    assert [event.seats for event in deal.events if isinstance(event, events.HandsShown)] == [(1, 2)]
    assert deal.view(None).shown == {1: svara.Hand(GOOD), 2: svara.Hand(FAIR)}


def test_6_1_a_tie_means_svarka_and_nobody_takes_the_pot() -> None:
    """Three kings and three jacks are 30 points each: the 12 chips lie for a svarka."""
    deal = begin([50, 50], GOOD, EQUAL, svarkas=[deck_for({0: POOR, 1: FAIR}, 1)])
    play(deal, "look, raise 5, call")

    assert happened(deal)[4] == "svarka for 12 chips for seats 0 and 1; joining costs 6 chips"
    assert deal.stacks == (44, 44)
    assert deal.phase == "blind"


def test_6_1_only_the_best_tie_matters() -> None:
    """Two seats tie for less than the winner has: no svarka."""
    deal = play(begin([50, 50, 50], GOOD, BEST, EQUAL), "look, raise 5, call, call")

    assert deal.winners == (1,)


def test_6_1_pots_tied_by_the_same_seats_become_one() -> None:
    """Antes and bets tied by the same seats are one pot; the order is that of first occurrence."""
    assert merge_pots([Pot(3, (0, 1, 2)), Pot(8, (0, 1)), Pot(4, (0, 1, 2))]) == [Pot(7, (0, 1, 2)), Pot(8, (0, 1))]


def test_6_1_tied_pots_become_one_before_the_entry_is_computed() -> None:
    """Seats 1 and 4 tie for 17 chips, for which seat 0 was all-in, and for 11: the entry is 28 ÷ 2, not 9 + 6."""
    deal = begin([4, 50, 50, 50, 50], POOR, GOOD, FAIR, "7s Ts Qh", EQUAL, dealer=4)
    play(deal, "look, raise 3, raise 4, call, fold, raise 8, call, fold")

    assert deal.pots == (Pot(28, (1, 4)),)
    assert (deal.phase, deal.to_act, deal.legal_actions.join) == ("join", 2, 14)


def test_6_1_chips_that_go_back_and_pots_that_are_won_are_paid_out_first() -> None:
    """Seat 2 wins the side pot, and with these chips it has enough to be asked for the entry."""
    deal = begin([6, 6, 12, 50], GOOD, EQUAL, FAIR, POOR, dealer=3)
    play(deal, "look, raise 5, call, raise 11, call")
    assert deal.won == (0, 0, 12, 0)
    assert (deal.phase, deal.to_act) == ("join", 2)
    assert deal.stacks[2] == 12
    assert deal.legal_actions.join == 12


def test_most_points_names_every_best_seat() -> None:
    """The best of the seats that play for the pot, among four seats with points."""
    assert most_points((0, 1, 2), [21, 30, 30, 34]) == (1, 2)
    assert most_points((0, 3), [21, 30, 30, 34]) == (3,)
