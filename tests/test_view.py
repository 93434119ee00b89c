"""The view of a seat (8.3)."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import svara
from deals import BEST, EQUAL, FAIR, GOOD, POOR, begin, deck_for, play
from svara import events


def hands_in(view: svara.View) -> set[svara.Hand]:
    """Every hand that can be found in a view."""
    found = {view.hand, *view.shown.values()}
    for event in view.events:
        if isinstance(event, events.HandsDealt | events.HandsShown):
            found.update(event.hands)
    return {hand for hand in found if hand is not None}


def test_8_3_before_it_looks_a_seat_does_not_see_its_own_hand() -> None:
    """During the blind bets nobody sees any hand."""
    deal = play(begin([50] * 3, POOR, GOOD, BEST), "blind 1")

    for seat in (0, 1, 2, None):
        assert deal.view(seat).hand is None
        assert not hands_in(deal.view(seat))


def test_8_3_after_the_first_look_every_seat_sees_its_own_hand() -> None:
    """The first look ends the blind bets for everyone (4.4)."""
    deal = play(begin([50] * 3, POOR, GOOD, BEST), "look")

    for seat, text in enumerate((POOR, GOOD, BEST)):
        assert deal.view(seat).hand == svara.Hand(text)
        assert hands_in(deal.view(seat)) == {svara.Hand(text)}
    assert not hands_in(deal.view(None))


def test_8_3_hands_shown_down_are_seen_by_all_and_no_others() -> None:
    """Seat 1 folds, seats 0 and 2 show: seat 1's hand is seen by nobody else."""
    deal = play(begin([50] * 3, POOR, GOOD, BEST), "look, fold, raise 5, call")

    shown = {0: svara.Hand(POOR), 2: svara.Hand(BEST)}
    assert deal.view(None).shown == shown
    assert hands_in(deal.view(None)) == set(shown.values())
    assert hands_in(deal.view(0)) == set(shown.values())
    assert hands_in(deal.view(1)) == {svara.Hand(GOOD), *shown.values()}


def test_8_3_a_hand_that_nobody_called_is_not_seen() -> None:
    """Everybody folds to seat 2: its hand stays its own."""
    deal = play(begin([50] * 3, POOR, GOOD, BEST), "look, fold, raise 5, fold")

    assert not hands_in(deal.view(None))
    assert hands_in(deal.view(0)) == {svara.Hand(POOR)}


def test_8_3_a_hand_in_an_uncontested_pot_is_not_seen() -> None:
    """In the svarka seat 0 plays alone for its pot, seats 2 and 3 for theirs: only 2 and 3 show."""
    deal = svara.Deal.start(
        "vipsvara",
        stacks=[50, 50, 6, 6],
        dealer=0,
        decks=[
            deck_for({0: "Jc Jd Jh", 1: "Tc Td Th", 2: "Ad Kd Qd", 3: "As Ks Qs"}, 0),
            deck_for({0: BEST, 1: GOOD, 2: POOR, 3: FAIR}, 1),
        ],
    )
    play(deal, "look, raise 10, call, call, call")
    assert deal.pots == (svara.Pot(24, (2, 3)), svara.Pot(10, (0, 1)))

    play(deal, "look, raise 5, fold")
    assert deal.phase == "over"
    assert deal.view(None).shown == {2: svara.Hand(POOR), 3: svara.Hand(FAIR)}
    assert svara.Hand(BEST) not in hands_in(deal.view(None))


def test_8_3_in_a_svarka_the_new_hand_is_hidden_until_somebody_looks() -> None:
    """The old hands, shown down, stay known; the new ones are not."""
    deal = begin([50, 50], GOOD, EQUAL, svarkas=[deck_for({0: POOR, 1: FAIR}, 1)])
    play(deal, "look, raise 5, call")

    assert deal.view(0).hand is None
    assert deal.view(0).shown == {}
    assert hands_in(deal.view(0)) == {svara.Hand(GOOD), svara.Hand(EQUAL)}

    play(deal, "look")
    assert deal.view(0).hand == svara.Hand(POOR)


def test_a_view_knows_whose_turn_it_is_and_what_that_seat_may_do() -> None:
    """The legal actions are those of its own seat; for another they are empty."""
    deal = play(begin([50] * 3), "look, raise 5")

    assert deal.view(2).legal_actions == deal.legal_actions
    assert not deal.view(0).legal_actions
    assert [deal.view(seat).to_act for seat in (0, 2, None)] == [2, 2, 2]


def test_a_view_has_everybodys_chips_and_the_prices() -> None:
    """All of it as the deal has it."""
    deal = play(begin([50] * 3, ante=5), "look, raise 6")
    view = deal.view(0)

    assert (view.stacks, view.puts, view.price) == ((45, 39, 45), (0, 6, 0), 6)
    assert (view.pots, view.dealer, view.phase, view.rules) == (deal.pots, 0, "betting", deal.rules)
    assert view.seats == (1, 2, 0)


def test_a_view_is_apart_from_the_deal() -> None:
    """It does not change when the deal goes on, cannot be changed, and survives a pickle."""
    deal = play(begin([50] * 3), "look")
    view = deal.view(1)
    before = pickle.dumps(view)
    play(deal, "raise 5")

    assert pickle.dumps(view) == before
    assert pickle.loads(before) == view
    with pytest.raises(AttributeError):
        view.hand = None  # type: ignore[misc]  # on purpose


@pytest.mark.parametrize("seat", [3, -1, True, 1.0, "1"])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: Any) -> None:
    """The seats are named."""
    with pytest.raises(svara.InvalidDeal, match=r"^there is no seat .*: the seats are 0 to 2$"):
        begin([50] * 3).view(seat)
