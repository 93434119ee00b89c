"""Blind bets and betting, sentence by sentence (sections 4 and 5 to 5.9)."""

from __future__ import annotations

import pytest

import svara
from deals import BEST, FAIR, GOOD, POOR, begin, happened, legal, play
from svara import events
from svara.betting import Betting


def test_4_1_seats_may_bet_blind_in_turn_from_the_dealers_left_each_once() -> None:
    """With seat 1 as dealer the turn goes 2, 0, 1; nobody blinds twice."""
    deal = begin([50, 50, 50], dealer=1)

    turns = []
    while deal.phase == "blind":
        turns.append(deal.to_act)
        deal.play(svara.Blind(deal.legal_actions.blinds[0]))

    assert turns == [2, 0, 1]
    assert deal.puts == (2, 4, 1)


def test_4_2_the_first_blind_is_at_least_the_minimum_bet() -> None:
    """From the minimum bet of 3 to all the seat's chips."""
    deal = begin([10, 10], min_bet=3)

    assert deal.legal_actions.blinds == range(3, 10)


def test_4_3_a_blind_after_a_blind_is_a_multiple_of_the_last_one() -> None:
    """Twice, three or four times in vipsvara; exactly twice in fortegames and classic."""
    for rules, blinds in (("vipsvara", (4, 6, 8)), ("fortegames", (4,)), ("classic", (4,))):
        deal = play(begin([50, 50, 50], rules=rules), "blind 2")
        assert deal.legal_actions.blinds == blinds


def test_4_3_a_house_may_allow_every_amount_of_at_least_a_multiple_of_the_last_one() -> None:
    """With "2+" a blind after 4 is 8 or any more chips; with "3+" it is 12 or more, and then 36 or more."""
    deal = play(begin([50, 50, 50], blind_multiples="2+"), "blind 4")
    assert deal.legal_actions.blinds == range(8, 50)
    assert "blind 7" not in deal.legal_actions
    assert (play(deal, "blind 9").price, deal.legal_actions.blinds) == (18, range(18, 50))

    deal = play(begin([50, 50, 50], blind_multiples="3+"), "blind 4, blind 12")
    assert deal.legal_actions.blinds == range(36, 50)


def test_4_3_the_first_blind_is_not_bound_by_a_multiple() -> None:
    """It is at least the minimum bet, whatever a blind after a blind is."""
    assert begin([50, 50], blind_multiples="5+", min_bet=3).legal_actions.blinds == range(3, 50)


def test_4_3_amounts_have_any_size() -> None:
    """Multiples and stacks beyond a machine word are exact; a multiple that nobody can pay leaves the look."""
    most = 10**30
    deal = play(begin([most + 1, most + 1, most + 1], blind_multiples=f"{10**29}+"), "blind 9")
    assert (deal.legal_actions.blinds[0], deal.legal_actions.blinds[-1]) == (9 * 10**29, most)

    assert legal(play(begin([50, 50], blind_multiples=f"{10**999}+"), "blind 1")) == "look"


def test_4_4_a_seat_with_chips_blinds_or_looks() -> None:
    """There is nothing else before the first look."""
    deal = begin([3, 3])

    assert legal(deal) == "blind 1, blind 2, look"


def test_4_4_the_first_look_ends_the_blind_bets_and_that_seat_acts_first() -> None:
    """Seat 1 blinds, seat 2 looks: seat 2 acts, and seats 0 and 3 cannot blind any more."""
    deal = play(begin([50] * 4), "blind 5, look")

    assert (deal.phase, deal.to_act) == ("betting", 2)
    assert not deal.legal_actions.blinds


def test_4_4_a_seat_without_chips_is_passed_over() -> None:
    """Seat 1 has paid its last chips as the ante: seat 2 is asked first."""
    assert begin([50, 5, 50], ante=5).to_act == 2


def test_4_4_a_blind_may_take_a_seats_last_chip_never_more() -> None:
    """Seat 2 has 9 chips: twice or three times 3 it can pay, four times not; of 9 it is left with none."""
    deal = play(begin([50, 50, 10]), "blind 3")
    assert deal.legal_actions.blinds == (6, 9)

    deal.play("blind 9")
    assert deal.stacks[2] == 0


def test_4_4_with_every_amount_allowed_a_blind_may_take_a_seats_last_chip_never_more() -> None:
    """With "2+" seat 2 may bet its last 9 chips after 4, which is not a multiple; after 5 it can only look."""
    deal = play(begin([50, 50, 10], blind_multiples="2+"), "blind 4")
    assert deal.legal_actions.blinds == range(8, 10)
    with pytest.raises(svara.IllegalAction, match=r"^seat 2 cannot blind 10: it may blind 8-9, look$"):
        deal.play("blind 10")

    assert legal(play(begin([50, 50, 10], blind_multiples="2+"), "blind 5")) == "look"


def test_4_5_if_every_seat_has_blinded_the_betting_starts_left_of_the_dealer() -> None:
    """After three blinds seat 1 is to act."""
    deal = play(begin([50, 50, 50]), "blind 1, blind 2, blind 4")

    assert (deal.phase, deal.to_act, deal.price) == ("betting", 1, 8)


def test_4_5_a_seat_that_could_not_blind_does_not_hold_up_the_betting() -> None:
    """Seat 2 has no chips: after the blinds of 1 and 0 the betting starts at seat 1."""
    deal = play(begin([50, 50, 1]), "blind 1, blind 2")

    assert (deal.phase, deal.to_act) == ("betting", 1)


def test_4_6_there_are_no_blind_bets_while_fewer_than_two_seats_have_chips() -> None:
    """Only seat 0 has chips after the antes: the hands are shown at once."""
    deal = begin([50, 5], GOOD, FAIR, ante=5)

    assert deal.phase == "over"
    assert deal.winners == (0,)


def test_4_6_a_blind_that_leaves_fewer_than_two_starts_the_betting_at_twice_that_blind() -> None:
    """Seat 1 blinds its last 4 chips: seat 2 alone has chips, cannot blind, and has to pay 8 or fold."""
    deal = play(begin([1, 5, 50]), "blind 4")

    assert (deal.phase, deal.to_act, deal.price) == ("betting", 2, 8)
    assert legal(deal) == "fold, call"


def test_4_6_that_betting_starts_left_of_the_dealer_not_at_the_next_seat() -> None:
    """Seat 1 blinds 5 of 20, seat 2 its last 10; with seat 0 broke, seat 1 has to answer, 10 being more than 5."""
    deal = play(begin([1, 21, 11]), "blind 5, blind 10")

    assert (deal.to_act, deal.price, legal(deal)) == (1, 20, "fold, call")


def test_4_6_a_blind_of_any_amount_may_leave_fewer_than_two_seats_with_chips() -> None:
    """With "2+" seat 2 blinds its last 11 chips after 5; with seat 0 broke, seat 1 has to pay 22 or fold."""
    deal = play(begin([1, 31, 12], blind_multiples="2+"), "blind 5, blind 11")

    assert (deal.phase, deal.to_act, deal.price, legal(deal)) == ("betting", 1, 22, "fold, call")


def test_5_1_the_price_is_0_without_blinds_else_twice_the_last_blind() -> None:
    """A put counts blinds, not antes."""
    assert play(begin([50, 50], ante=5), "look").price == 0

    deal = play(begin([50, 50, 50], ante=5), "blind 3")
    assert (deal.phase, deal.price) == ("blind", 6)

    play(deal, "blind 9, look")
    assert (deal.phase, deal.price, deal.puts) == ("betting", 18, (0, 3, 9))


def test_5_2_there_is_no_check() -> None:
    """At a price of 0 a seat folds or raises."""
    deal = play(begin([4, 4]), "look")

    assert legal(deal) == "fold, raise 1, raise 2, raise 3"


def test_5_2_a_call_pays_the_difference_to_the_price() -> None:
    """Seat 1 has blinded 3; at a price of 6 it calls for 3."""
    deal = play(begin([50, 50]), "blind 3, look, call")

    assert deal.to_act == 1
    assert deal.legal_actions.call == 3
    assert play(deal, "call").puts == (0, 0)
    assert happened(deal)[3] == "seat 1 calls for 3 chips"


def test_5_3_a_raise_goes_from_the_price_plus_the_minimum_bet_to_all_chips() -> None:
    """At a price of 6 and a minimum bet of 4 from 10 to the 49 that seat 2 has."""
    deal = play(begin([50, 50, 50], min_bet=4), "look, raise 6")

    assert deal.legal_actions.raises == range(10, 50)


def test_5_4_a_seat_with_too_few_chips_calls_with_what_it_has() -> None:
    """Seat 2 has 3 of the 6 that the price is."""
    deal = play(begin([50, 50, 4]), "look, raise 6")
    assert (deal.legal_actions.call, deal.legal_actions.raises) == (3, ())

    deal.play("call")
    assert (deal.stacks[2], deal.puts[2], deal.price) == (0, 3, 6)


def test_5_4_a_short_raise_goes_to_exactly_all_chips() -> None:
    """Seat 2 can exceed the price of 6, but not by 4: it may call, fold, or raise to its 8."""
    deal = play(begin([50, 50, 9], min_bet=4), "look, raise 6")
    assert legal(deal) == "fold, call, raise 8"

    assert play(deal, "raise 8").price == 8


def test_5_4_with_exactly_the_price_there_is_no_short_raise() -> None:
    """Seat 2 has the 6 chips of the price: calling takes them all."""
    deal = play(begin([50, 50, 7], min_bet=4), "look, raise 6")

    assert legal(deal) == "fold, call"


def test_5_5_after_a_short_raise_who_has_acted_calls_or_folds_only() -> None:
    """Seat 1 raised to 6; seat 2's short raise to 8 lets seat 1 call or fold, but seat 0, yet to act, may raise."""
    deal = play(begin([50, 50, 9], min_bet=4), "look, raise 6, raise 8")
    assert deal.to_act == 0
    assert deal.legal_actions.raises == range(12, 50)

    deal.play("call")
    assert (deal.to_act, legal(deal)) == (1, "fold, call")


def test_5_5_short_raises_never_add_up_to_a_full_one() -> None:
    """Two short raises of 3 exceed the minimum bet of 4 together, and still do not let seat 1 raise."""
    deal = play(begin([50, 50, 10, 13], min_bet=4), "look, raise 6, raise 9, raise 12, call")

    assert (deal.to_act, deal.price, legal(deal)) == (1, 12, "fold, call")


def test_5_5_a_full_raise_lets_everybody_raise_again() -> None:
    """Seat 0 raises in full after the short raise: seat 1 may raise."""
    deal = play(begin([50, 50, 9], min_bet=4), "look, raise 6, raise 8, raise 12")

    assert (deal.to_act, deal.legal_actions.raises) == (1, range(16, 50))


def test_5_5_a_blind_or_a_look_is_no_action_in_this_sense() -> None:
    """Seats 1 and 2 have blinded and looked; after seat 3's short raise both may raise."""
    deal = play(begin([50, 50, 50, 22], min_bet=4), "blind 10, look, call, raise 21, fold")
    assert (deal.to_act, deal.price) == (1, 21)
    assert deal.legal_actions.raises == range(25, 50)


def test_5_6_in_classic_a_seat_raises_at_most_three_times() -> None:
    """Seat 0 has raised to 2, 4 and 6. Seat 1's first bet, from a price of 0, does not count: it raises to 7, too."""
    deal = play(begin([99, 99], rules="classic"), "look, raise 1, raise 2, raise 3, raise 4, raise 5, raise 6")
    assert deal.to_act == 1
    assert deal.legal_actions.raises

    deal.play("raise 7")
    assert (deal.to_act, legal(deal)) == (0, "fold, call")


def test_5_6_after_a_blind_the_first_raise_counts() -> None:
    """The price was not 0: seat 0 has raised three times after the third."""
    deal = play(begin([99, 99], rules="classic"), "blind 1, look, raise 3, raise 4, raise 5, raise 6, raise 7, raise 8")

    assert (deal.to_act, legal(deal)) == (0, "fold, call")


def test_5_6_a_short_raise_counts_and_is_not_left_at_the_cap() -> None:
    """At the cap seat 1 could exceed the price with all its chips, and may not."""
    raises = "look, raise 2, raise 4, raise 6, raise 8, raise 10, raise 12"
    deal = play(begin([99, 14], rules="classic", min_bet=2), raises)
    assert (deal.to_act, legal(deal)) == (1, "fold, call, raise 13")  # its third raise that counts: a short one

    deal = play(begin([14, 99], rules="classic", min_bet=2), raises, "raise 14")
    assert (deal.to_act, legal(deal)) == (0, "fold, call")

    deal = play(begin([16, 99], rules="classic", min_bet=2), raises, "raise 14")
    assert deal.stacks[0] + deal.puts[0] == 15  # it could go to 15, and has raised three times
    assert (deal.to_act, legal(deal)) == (0, "fold, call")


def test_5_6_there_is_no_cap_in_the_other_rule_sets() -> None:
    """Nine raises by each seat."""
    for rules in ("vipsvara", "fortegames"):
        deal = play(begin([99, 99], rules=rules), "look", *[f"raise {put}" for put in range(1, 20)])
        assert deal.legal_actions.raises


def test_5_6_the_count_starts_again_with_every_deal_of_cards() -> None:
    """Both seats have raised three times and tie; in the svarka they may raise again."""
    deal = svara.Deal.start(
        svara.find_rules("classic"),
        stacks=[99, 99],
        dealer=0,
        decks=["Kc Jc Kd Jd Kh Jh", "Kc Jc Kd Jd Kh Jh"],
    )
    play(deal, "look, raise 1, raise 2, raise 3, raise 4, raise 5, raise 6, raise 7, call")
    assert (deal.phase, deal.to_act) == ("blind", 0)

    play(deal, "look, raise 1, raise 2, raise 3, raise 4, raise 5")
    assert deal.legal_actions.raises


def test_5_7_nobody_raises_when_no_other_seat_still_in_has_chips() -> None:
    """Seat 1 has bet all it had: seat 0 calls or folds."""
    deal = play(begin([50, 9]), "look, raise 8")

    assert (deal.to_act, legal(deal)) == (0, "fold, call")


def test_5_8_action_goes_clockwise_and_the_dealer_acts_last() -> None:
    """Seat 1 bets first, then 2, 3 and the dealer 0; all have called, so the betting ends."""
    deal = begin([50] * 4, POOR, GOOD, FAIR, BEST)
    play(deal, "look, raise 5")
    turns = []
    while deal.phase == "betting":
        turns.append(deal.to_act)
        deal.play("call")

    assert turns == [2, 3, 0]
    assert deal.winners == (3,)


def test_5_8_blinds_move_the_start() -> None:
    """Seats 1 and 2 blind, seat 3 looks: the turn goes 3, 0, 1, 2, and the dealer is not last."""
    deal = play(begin([50] * 4), "blind 1, blind 2, look")
    turns = []
    while deal.phase == "betting":
        turns.append(deal.to_act)
        deal.play("call")

    assert turns == [3, 0, 1, 2]


def test_5_8_a_raise_brings_the_turn_back_to_who_is_below_the_price() -> None:
    """Seat 0 raises last: seats 1 and 2 answer, seat 0 itself does not act again."""
    deal = play(begin([50] * 3), "look, raise 5, call, raise 9")
    turns = []
    while deal.phase == "betting":
        turns.append(deal.to_act)
        deal.play("call")

    assert turns == [1, 2]


def test_5_9_if_all_fold_the_dealer_takes_the_pot_without_a_bet() -> None:
    """Nobody bets: seats 1 and 2 fold, the dealer is left and never acts."""
    deal = play(begin([50, 50, 50], POOR, BEST, GOOD, ante=5), "look, fold, fold")

    assert deal.phase == "over"
    assert deal.stacks == (60, 45, 45)
    assert happened(deal)[-1] == "seat 0 wins a pot of 15 chips"


def test_5_9_a_dealer_that_is_all_in_by_the_ante_shows_down_with_the_last_seat() -> None:
    """Nobody bets and seat 1 folds: the dealer has no chips to bet, but plays on for the antes against seat 2."""
    for hands, stacks in (((BEST, FAIR, GOOD), (15, 45, 45)), ((FAIR, BEST, GOOD), (0, 45, 60))):
        deal = play(begin([5, 50, 50], *hands, ante=5), "look, fold")

        assert (deal.phase, deal.stacks) == ("over", stacks)
        assert [event.seats for event in deal.events if isinstance(event, events.HandsShown)] == [(2, 0)]


def test_5_9_if_nobody_doubles_it_the_last_blind_bettor_takes_the_pot() -> None:
    """Seats 1 and 2 blind 2 and 4; everybody folds but seat 2."""
    deal = play(begin([50, 50, 50]), "blind 2, blind 4, look, fold, fold")

    assert deal.phase == "over"
    assert deal.stacks == (49, 47, 54)


def test_5_9_the_last_seat_shows_nothing() -> None:
    """Neither the events nor a view has the winner's hand."""
    deal = play(begin([50, 50, 50]), "look, raise 5, fold, fold")

    assert not any(isinstance(event, events.HandsShown) for event in deal.events)
    assert deal.view(None).shown == {}


def test_5_9_it_ends_when_at_most_one_seat_has_chips_and_none_has_put_more() -> None:
    """Seat 1 is all-in for 4; seat 0 has put as much by its blind and does not have to pay the price of 8."""
    deal = play(begin([50, 5], GOOD, FAIR, dealer=1), "blind 4, look, call")

    assert deal.phase == "over"
    assert deal.stacks == (55, 0)


def test_5_9_it_does_not_end_while_another_has_put_more() -> None:
    """Seat 1 is all-in for 8, more than the 4 that seat 0 has put: seat 0 has to answer."""
    deal = play(begin([50, 9], dealer=1), "blind 4, blind 8")

    assert (deal.to_act, legal(deal)) == (0, "fold, call")


def test_5_9_everyone_all_in_from_the_ante_shows_at_once() -> None:
    """No seat has a chip left: nobody acts, the best hand wins."""
    deal = begin([5, 5, 5], FAIR, BEST, GOOD, ante=5)

    assert deal.phase == "over"
    assert deal.stacks == (0, 15, 0)


@pytest.mark.parametrize("rules", ["vipsvara", "fortegames", "classic"])
def test_betting_stands_alone(rules: str) -> None:
    """The chapter works on plain values, without a deal: seats, stacks and actions."""
    stacks = [9, 9, 4]
    betting = Betting(svara.find_rules(rules), (1, 2, 0), stacks, carried=3)
    for action in (svara.Look(), svara.Raise(5), svara.Call(), svara.Fold()):
        assert action in betting.legal_actions()
        betting.play(action)

    assert betting.to_act is None
    assert (stacks, betting.puts, betting.folds, betting.still_in) == ([9, 4, 0], [0, 5, 4], [0], [1, 2])
