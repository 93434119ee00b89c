"""The seats of a deal (section 2, 3.1 to 3.3)."""

from __future__ import annotations

from typing import Any

import pytest

import svara
from deals import begin, legal, play, total


def test_2_as_many_seats_as_the_rules_allow() -> None:
    """A table has 2 to 9 seats in vipsvara, to 8 in fortegames, to 10 in classic."""
    for rules, most in (("vipsvara", 9), ("fortegames", 8), ("classic", 10)):
        assert begin([5] * 2, rules=rules).phase == "blind"
        assert begin([5] * most, rules=rules).phase == "blind"
        for seats in (0, 1, most + 1):
            with pytest.raises(svara.InvalidDeal, match=rf"^{rules} is played by 2 to {most} seats, not {seats}$"):
                begin([5] * seats, rules=rules)


def test_3_1_every_seat_pays_the_ante_before_the_cards_are_dealt() -> None:
    """The ante goes into the pot, not into the puts."""
    deal = begin([50, 60, 70], ante=5)

    assert deal.stacks == (45, 55, 65)
    assert deal.pots == (svara.Pot(15, (0, 1, 2)),)
    assert deal.puts == (0, 0, 0)


def test_3_2_a_seat_that_is_out_pays_no_ante_and_gets_no_cards() -> None:
    """Seat 1 is out: its chips stay, it has no hand and is never asked to bet."""
    deal = begin([50, 60, 70], out=[1], ante=5)

    assert deal.stacks == (45, 60, 65)
    assert deal.hands[1] is None
    assert deal.seats == (2, 0)
    assert play(deal, "look, raise 5").to_act == 0


def test_3_2_a_seat_that_cannot_pay_the_whole_ante_has_to_be_out() -> None:
    """With 4 chips and an ante of 5 seat 1 cannot be in; out of the deal it keeps its chips."""
    with pytest.raises(svara.InvalidDeal, match=r"^seat 1 cannot pay the ante of 5 from 4 chips: it must be out$"):
        begin([50, 4, 70], ante=5)

    assert begin([50, 4, 70], out=[1], ante=5).stacks == (45, 4, 65)


def test_3_2_with_the_ante_as_its_last_chips_a_seat_is_in_and_all_in() -> None:
    """Seat 1 pays its last 5 chips, has a hand and is skipped in the betting."""
    deal = begin([50, 5, 70], ante=5)

    assert deal.hands[1] is not None
    assert deal.to_act == 2
    assert deal.pots == (svara.Pot(15, (0, 1, 2)),)


def test_3_2_a_deal_needs_two_seats_and_its_dealer_is_one_of_them() -> None:
    """One seat is too few; a dealer who is out or not at the table is none."""
    with pytest.raises(svara.InvalidDeal, match=r"^a deal needs two seats, and 1 of 3 are in it$"):
        begin([5, 5, 5], out=[1, 2])
    with pytest.raises(svara.InvalidDeal, match=r"^seat 0 cannot deal: it is out of the deal$"):
        begin([5, 5, 5], out=[0])
    for dealer in (-1, 3, True, 1.0, "1", None):
        with pytest.raises(svara.InvalidDeal, match=r" cannot deal: the seats are 0 to 2$"):
            begin([5, 5, 5], dealer=dealer)


def test_3_3_three_cards_each_one_at_a_time_the_dealer_last() -> None:
    """The card at position r·n + k of the deck is the card r of the k-th seat from the dealer's left."""
    deck = list(range(32))
    deal = svara.Deal.start("vipsvara", stacks=[5, 5, 5, 5], dealer=1, out=[2], decks=[deck])

    assert deal.hands == (
        svara.Hand([1, 4, 7]),  # seat 0 is second
        svara.Hand([2, 5, 8]),  # the dealer last
        None,
        svara.Hand([0, 3, 6]),  # left of the dealer, seat 2 being out
    )


@pytest.mark.parametrize("stack", [-1, True, 4.5, 4.0, float("nan"), "4", None, [4]])
def test_2_chips_are_whole_numbers(stack: Any) -> None:
    """A stack that is not a whole number of at least 0 is refused; the message names the seat."""
    with pytest.raises(svara.InvalidDeal, match=r"^the stack of seat 1 cannot be .*: it is a whole number"):
        begin([5, stack, 5])


def test_2_chips_have_any_size() -> None:
    """Stacks beyond a machine word lose no chip, and nothing is listed to find out what is legal."""
    vast = 10**30
    deal = begin([vast, vast], ante=7)
    assert deal.stacks == (vast - 7, vast - 7)
    assert f"blind {vast - 7}" in deal.legal_actions
    assert deal.legal_actions.count == vast - 7 + 1

    play(deal, f"blind {vast // 2}", "look", "call")
    assert deal.stacks == (0, vast - 7 - vast // 2)
    assert total(deal) == 2 * vast


@pytest.mark.parametrize("out", [[3], [-1], [1, 1], [True], [1.0], ["1"], [None]])
def test_3_2_out_names_different_seats_at_the_table(out: Any) -> None:
    """A seat that is not there, or twice, is refused."""
    with pytest.raises(svara.InvalidDeal, match=r"^out cannot name seat .*: it names different seats from 0 to 2$"):
        begin([5, 5, 5], out=out)


def test_3_2_hopeless_lists_are_refused() -> None:
    """Stacks and out are lists of numbers."""
    for stacks in (5, None):
        with pytest.raises(svara.InvalidDeal, match=r"^stacks cannot be .*: they are the chips of every seat"):
            svara.Deal.start("vipsvara", stacks=stacks, dealer=0)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(svara.InvalidDeal, match=r"^out cannot be 1: they are the seats"):
        svara.Deal.start("vipsvara", stacks=[5, 5], dealer=0, out=1)  # type: ignore[arg-type]  # on purpose


def test_legal_is_about_the_seat_that_is_in() -> None:
    """The first turn is left of the dealer, seats that are out passed over."""
    deal = begin([3, 3, 3, 3], dealer=1, out=[2])
    assert (deal.to_act, legal(deal)) == (3, "blind 1, blind 2, look")
