"""From deal to deal (section 7), and that the chips of a table are accounted for to the last one."""

from __future__ import annotations

import json
import pickle
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import svara
from deals import BEST, EQUAL, FAIR, GOOD, POOR, deck_for
from evenings import Says, play, table
from svara import events
from svara._core import derived_seed
from svara.seed_form import write_seed
from svara.tables.runner import NoAnswer
from test_deal_properties import edges


def resumed(evening: svara.Table) -> svara.Table:
    """The table, written as JSON and made again."""
    return svara.Table.from_dict(json.loads(json.dumps(evening.to_dict())))


# 7.1


def test_7_1_the_first_dealer_is_drawn_at_random() -> None:
    """Each seat with the ante is drawn about equally often, over seeds, and an empty chair never."""
    drawn = [table(5, 5, 0, 5, dealer=None, seed=seed).next_dealer for seed in range(600)]

    assert [drawn.count(seat) > 150 for seat in range(4)] == [True, True, False, True]
    assert drawn[:20] == [table(5, 5, 0, 5, dealer=None, seed=seed).next_dealer for seed in range(20)]


def test_7_1_the_draw_is_the_described_one() -> None:
    """It is seed 0 of the table's, modulo the seats in, as docs/shuffle.md says."""
    for seed in range(50):
        assert table(5, 5, 5, dealer=None, seed=seed).next_dealer == derived_seed(seed, 0) % 3


def test_7_1_the_next_dealer_is_the_next_seat_clockwise() -> None:
    """With vipsvara and fortegames seats 1, 2 and 0 deal after seat 0, whoever wins."""
    for rules in ("vipsvara", "fortegames"):
        evening = table(50, 50, 50, rules=rules)
        dealers = []
        for _ in range(4):
            deal = play(evening, {0: POOR, 1: FAIR, 2: BEST}, "look, raise 5, fold, fold")
            dealers.append(deal.dealer)

        assert dealers == [0, 1, 2, 0]


def test_7_1_in_classic_the_winner_deals() -> None:
    """Seat 2 wins and deals next, though seat 1 is clockwise."""
    evening = table(50, 50, 50, rules="classic")
    play(evening, {0: POOR, 1: FAIR, 2: BEST}, "look, raise 5, call, call")

    assert evening.next_dealer == 2


def test_7_1_the_winner_is_who_won_most_from_the_pots() -> None:
    """Seat 1 wins the main pot of 9 chips with 3 all-in, and seat 2 the side pot of 14: seat 2 deals."""
    evening = table(50, 3, 50, rules="classic")
    deal = play(evening, {0: POOR, 1: BEST, 2: GOOD}, "look, raise 2, raise 9, call")

    assert deal.won == (0, 9, 14)
    assert evening.next_dealer == 2


def test_7_1_what_nobody_called_is_not_won() -> None:
    """45 chips go back to seat 2, which wins nothing; seat 1 wins the pot of 11 and deals."""
    evening = table(50, 5, 50, rules="classic")
    deal = play(evening, {0: POOR, 1: BEST, 2: GOOD}, "look, raise 4, raise 49, fold")

    assert (deal.won, evening.next_dealer) == ((0, 11, 0), 1)


def test_7_1_all_svarkas_are_included() -> None:
    """Seats 1 and 2 tie, and seat 2 wins the svarka, though seat 1 dealt it: seat 2 deals."""
    evening = table(50, 50, 50, rules="classic")
    svarka = deck_for({1: POOR, 2: BEST}, 1)
    actions = "look, raise 5, call, fold, decline, look, raise 1, fold"
    deal = play(evening, {0: POOR, 1: GOOD, 2: EQUAL}, actions, svarkas=[svarka])

    assert (deal.dealer, deal.winners, evening.next_dealer) == (1, (2,), 2)


def test_7_1_among_equals_the_first_clockwise_from_that_dealers_left() -> None:
    """Seats 0 and 2 win a pot of 10 chips each: after seat 1 it is seat 2 that deals, after seat 3 seat 0."""
    for dealer, actions, next_dealer in (
        (1, "look, raise 7, fold, call, call", 2),
        (3, "look, raise 2, call, raise 7, fold, call", 0),
    ):
        evening = table(3, 50, 50, 50, rules="classic", dealer=dealer)
        deal = play(evening, {0: BEST, 1: POOR, 2: GOOD, 3: "8d 9d 7s"}, actions)

        assert (deal.won, evening.next_dealer) == ((10, 0, 10, 0), next_dealer)


def test_7_1_it_is_counted_from_who_dealt_the_first_cards() -> None:
    """Seat 1 deals the svarka's cards, but the deal was seat 0's: seat 1 deals next, not seat 2."""
    evening = table(50, 50, 50)
    svarka = deck_for({1: BEST, 2: POOR}, 1)
    deal = play(
        evening, {0: POOR, 1: GOOD, 2: EQUAL}, "look, raise 5, call, fold, decline, look, fold", svarkas=[svarka]
    )

    assert (deal.phase, deal.dealer, evening.next_dealer) == ("over", 1, 1)


def test_7_1_a_seat_that_will_be_out_is_passed_over() -> None:
    """Seat 1 sits out and seat 2 has left: seat 3 deals; in classic not the winner, if it will be out."""
    evening = table(50, 50, 50, 50)
    play(evening, {0: POOR, 1: FAIR, 2: GOOD, 3: BEST}, "look, raise 5, fold, fold, fold")
    evening.sit_out(1)
    evening.stand_up(2)
    assert evening.next_dealer == 3

    classic = table(50, 50, 50, rules="classic")
    play(classic, {0: POOR, 1: FAIR, 2: BEST}, "look, raise 5, call, fold")
    classic.sit_out(2)
    assert classic.next_dealer == 1


def test_7_1_the_first_dealer_drawn_elsewhere_is_passed_over_too() -> None:
    """Seat 1 was drawn, but is empty: seat 2 deals."""
    assert table(5, 0, 5, 5, dealer=1).next_dealer == 2
    assert table(5, 5, 5, dealer=1).next_dealer == 1


# 7.2


def test_7_2_a_seat_that_cannot_pay_the_ante_sits_out_until_it_can() -> None:
    """Seat 1 with 4 chips is out with an ante of 5, keeps seat and chips, and is in again with 5."""
    evening: Any = table(50, 4, 50, ante=5)
    assert evening.seats_in == (0, 2)
    deal = play(evening, {0: POOR, 2: BEST}, "look, raise 5, fold")
    assert (deal.hands[1], evening.stacks, evening.names[1]) == (None, (45, 4, 55), "B")

    evening.add_chips(1, 1)
    assert (evening.seats_in, evening.next_dealer) == ((0, 1, 2), 1)


def test_7_2_a_seat_may_sit_out_by_choice() -> None:
    """Seat 1 says so during a deal, plays it to its end, is out of the next one and then back."""
    evening: Any = table(50, 50, 50)
    deal = evening.start_deal(decks=[svara.shuffled_deck(1)])
    evening.sit_out(1)
    assert (deal.seats, evening.sitting_out) == ((1, 2, 0), (1,))
    for action in ("look", "raise 1", "fold", "fold"):
        deal.play(action)

    assert evening.seats_in == (0, 2)
    evening.come_back(1)
    assert (evening.seats_in, evening.sitting_out) == ((0, 1, 2), ())
    assert evening.stacks == (49, 52, 49)


def test_7_2_with_fewer_than_two_seats_in_there_is_no_deal() -> None:
    """With one seat in, nobody deals and nothing starts, until another is in."""
    evening = table(50, 50, seed=7)
    evening.sit_out(0)
    before = evening.to_dict()
    assert evening.next_dealer is None
    assert evening.start_deal() is None
    assert evening.play_deal([]) is None
    assert evening.to_dict() == before

    evening.come_back(0)
    assert evening.start_deal() is not None


def test_7_2_an_empty_table_waits() -> None:
    """A table may begin without anybody."""
    evening = svara.Table("classic", names=[None] * 5, stacks=[0] * 5, seed=1)
    assert (evening.chips, evening.start_deal()) == (0, None)

    evening.sit_down(4, "Ana", chips=5)
    evening.sit_down(0, "Boris", chips=5)
    assert evening.start_deal() is not None


# 8.5


def test_8_5_a_seat_that_does_not_answer_looks_folds_and_declines() -> None:
    """Seat 1 looks and folds by forfeit, seat 0 declines the svarka of seats 2 and 3; each is noted with the reason."""
    evening: Any = table(50, 50, 50, 50)
    svarka = deck_for({2: POOR, 3: BEST}, 2)
    deal = evening.start_deal(decks=[deck_for({0: POOR, 1: FAIR, 2: GOOD, 3: EQUAL}, 0), svarka])

    assert evening.forfeit(1, "no answer in 30 seconds") == svara.Look()
    assert evening.forfeit(1, "no answer in 30 seconds") == svara.Fold()
    for action in ("raise 5", "call", "fold", "decline"):  # 6.3: folding earlier does not matter, seat 1 is asked, too
        deal.play(action)
    assert (deal.phase, deal.to_act) == ("join", 0)
    assert evening.forfeit(0, "connection lost") == svara.Decline()

    assert evening.events[4:] == (
        events.Forfeited(1, svara.Look(), "no answer in 30 seconds"),
        events.Forfeited(1, svara.Fold(), "no answer in 30 seconds"),
        events.Forfeited(0, svara.Decline(), "connection lost"),
    )
    assert [str(event) for event in evening.events[4:]] == [
        "seat 1 looks by forfeit: no answer in 30 seconds",
        "seat 1 folds by forfeit: no answer in 30 seconds",
        "seat 0 declines by forfeit: connection lost",
    ]
    assert resumed(evening) == evening


@given(st.integers(0, 2**32), st.data())
@settings(max_examples=60, deadline=None)
def test_8_5_a_forfeit_is_the_one_of_a_player_that_fails(seed: int, data: st.DataObject) -> None:
    """From wherever a deal is, forfeits to its end are the same as those that `play_deal` plays, and noted alike."""
    pushed: Any = table(30, 40, 20, rules="classic", dealer=None, seed=seed)
    pushed.start_deal()
    finish(pushed, data, most=data.draw(st.integers(0, 12)))
    played = resumed(pushed)
    if not pushed.is_playing:
        return
    while pushed.is_playing:
        legal = pushed.deal.legal_actions
        assert pushed.forfeit(legal.seat, "gave up") in legal
    played.play_deal([Says(NoAnswer("gave up"))] * 3)

    assert played == pushed


@pytest.mark.parametrize(
    ("seat", "reason", "message"),
    [
        *(
            (seat, "late", f"seat {seat!r} cannot forfeit: it is the turn of seat 1")
            for seat in (0, 2, 9, -1, True, 1.0, "1", None)
        ),
        *(
            (1, reason, f"a reason cannot be {reason!r}: it is one line of printable text, and not empty")
            for reason in ("", " ", "two\nlines", "\x1b[2J", "\ud800", None, 7, b"late")
        ),
    ],
)
def test_8_5_what_cannot_be_forfeited_changes_nothing(seat: Any, reason: Any, message: str) -> None:
    """A seat whose turn it is not, and a reason that is not one line of text."""
    evening = table(50, 50, 50, seed=1)
    evening.start_deal()
    before = evening.to_dict()
    with pytest.raises(svara.InvalidTable) as caught:
        evening.forfeit(seat, reason)
    assert str(caught.value) == message
    assert evening.to_dict() == before


def test_8_5_without_a_turn_nobody_forfeits() -> None:
    """Before the first deal, while a deal waits for cards, after it is over, and after it is void."""
    evening: Any = table(50, 50)
    no_deal = r"^seat 1 cannot forfeit: no deal is being played$"
    with pytest.raises(svara.InvalidTable, match=no_deal):
        evening.forfeit(1, "late")
    deal = evening.start_deal()
    with pytest.raises(svara.InvalidTable, match=r"^seat 1 cannot forfeit: the deal waits for cards$"):
        evening.forfeit(1, "late")
    deal.deal(svara.shuffled_deck(1))
    evening.forfeit(1, "late")
    evening.forfeit(1, "late")
    with pytest.raises(svara.InvalidTable, match=no_deal):
        evening.forfeit(1, "late")
    evening.start_deal().deal(svara.shuffled_deck(1))
    evening.void_deal("misdeal")
    with pytest.raises(svara.InvalidTable, match=no_deal):
        evening.forfeit(1, "late")


def test_8_5_a_deck_too_short_for_the_svarka_that_follows_changes_nothing() -> None:
    """Whoever handed it in gets the error, and the forfeit is not recorded."""
    evening = table(50, 50, 50)
    deal: Any = evening.start_deal(decks=[deck_for({0: POOR, 1: GOOD, 2: EQUAL}, 0), ["7c", "8c"]])
    for action in ("look", "raise 5", "call", "fold"):
        deal.play(action)
    before = evening.to_dict()
    with pytest.raises(svara.InvalidCards, match="the deck has 2 cards"):
        evening.forfeit(0, "late")
    assert evening.to_dict() == before


# 8.6


def test_8_6_a_void_deal_gives_back_pots_that_were_paid_out() -> None:
    """Seat 2 has won a side pot and is asked to join the svarka for the rest, when the deal is void."""
    evening: Any = table(6, 6, 12, 50, dealer=3)
    deal = evening.start_deal(decks=[deck_for({0: GOOD, 1: EQUAL, 2: FAIR, 3: POOR}, 3)])
    for action in ("look", "raise 5", "call", "raise 11", "call"):
        deal.play(action)
    assert (deal.won, evening.stacks) == ((0, 0, 12, 0), (0, 0, 12, 38))

    evening.void_deal("a card lay face up")

    assert (evening.stacks, evening.chips, evening.is_playing, evening.is_void) == ((6, 6, 12, 50), 74, False, True)
    assert evening.deal is deal
    assert evening.events[-1] == events.DealVoided(1, "a card lay face up")
    assert str(evening.events[-1]) == "deal 1 is void: a card lay face up"
    assert repr(evening).endswith("; deal 1 is void>")
    assert resumed(evening) == evening


@pytest.mark.parametrize("rules", ["vipsvara", "classic"])
def test_8_6_the_same_seat_deals_again_and_the_number_is_used_up(rules: str) -> None:
    """Seat 1 deals deal 2, which is void, and then deal 3, with other cards; seat 2, or the winner, deals deal 4."""
    evening = table(50, 50, 50, rules=rules, seed=7)
    play(evening, {0: POOR, 1: BEST, 2: FAIR}, "look, raise 5, call, call")
    void: Any = evening.start_deal()
    assert void.dealer == 1
    void.play("blind 2")
    evening.void_deal("the light went out")

    assert (evening.deals, evening.next_dealer) == (2, 1)
    deal: Any = evening.start_deal()
    assert (evening.deals, evening.is_void, deal.dealer) == (3, False, 1)
    assert [at.seed for at in (void, deal)] == [derived_seed(7, 2), derived_seed(7, 3)]
    for action in ("look", "raise 5", "fold", "fold"):
        deal.play(action)
    assert (deal.winners, evening.next_dealer) == ((2,), 2)


def test_8_6_the_same_seat_is_passed_over_if_it_will_be_out() -> None:
    """Seat 1 was drawn to deal first and sits out after the void deal: seat 2 deals; the next to deal is seat 0."""
    evening: Any = table(50, 50, 50, dealer=1, seed=1)
    evening.start_deal()
    evening.void_deal("misdeal")
    assert evening.next_dealer == 1
    evening.sit_out(1)

    assert evening.next_dealer == 2
    deal = evening.start_deal()
    for action in ("look", "fold"):
        deal.play(action)
    assert (deal.seats, evening.next_dealer) == ((0, 2), 0)


def test_8_6_several_deals_in_a_row_may_be_void() -> None:
    """Seat 0 deals until a deal is finished, and the chips are as before."""
    evening: Any = table(50, 50, seed=1)
    for number in (1, 2, 3):
        deal = evening.start_deal()
        assert (evening.deals, deal.dealer) == (number, 0)
        deal.play("blind 5")
        evening.void_deal("misdeal")
        assert evening.stacks == (50, 50)
        assert resumed(evening) == evening


def test_8_6_people_come_and_go_after_a_void_deal() -> None:
    """They do so with the chips that the deal began with, before the next one."""
    evening: Any = table(50, 50, 50, 0, seed=1)
    evening.start_deal().play("blind 20")
    evening.void_deal("misdeal")
    evening.sit_down(3, "Dana", chips=30)
    evening.add_chips(0, 5)
    evening.take_chips(2, 50)
    assert evening.stand_up(1) == 50
    evening.sit_out(3)

    assert (evening.stacks, evening.chips) == ((55, 0, 0, 30), 85)
    assert resumed(evening) == evening
    evening.come_back(3)
    assert evening.start_deal().seats == (3, 0)
    assert resumed(evening) == evening


def test_8_6_a_deal_that_waits_for_cards_may_be_void() -> None:
    """The antes go back."""
    evening: Any = table(50, 50, ante=7)
    evening.start_deal()
    assert evening.stacks == (43, 43)
    evening.void_deal("the cards are lost")
    assert (evening.stacks, evening.is_playing) == ((50, 50), False)


def test_8_6_what_is_played_on_in_a_void_deal_moves_no_chip() -> None:
    """A program can still play a void deal that it holds; the table does not change, and can be saved and read."""
    evening: Any = table(50, 50, seed=1)
    deal = evening.start_deal()
    evening.void_deal("misdeal")
    for action in ("look", "raise 20", "fold"):
        deal.play(action)

    assert (evening.stacks, evening.next_dealer, evening.is_playing) == ((50, 50), 0, False)
    assert resumed(evening) == evening


@pytest.mark.parametrize("reason", ["", " ", "two\nlines", "\x07", None, 7])
def test_8_6_a_reason_is_one_line_of_text(reason: Any) -> None:
    """Anything else is refused, and the deal goes on."""
    evening = table(50, 50, seed=1)
    evening.start_deal()
    before = evening.to_dict()
    with pytest.raises(svara.InvalidTable) as caught:
        evening.void_deal(reason)
    assert str(caught.value) == f"a reason cannot be {reason!r}: it is one line of printable text, and not empty"
    assert evening.to_dict() == before
    assert evening.is_playing


def test_8_6_only_the_deal_that_is_being_played_can_be_void() -> None:
    """Not before the first deal, not after a deal is over, and not twice."""
    evening: Any = table(50, 50, seed=1)
    message = r"^there is no deal to make void: none is being played$"
    with pytest.raises(svara.InvalidTable, match=message):
        evening.void_deal("misdeal")
    deal = evening.start_deal()
    deal.play("look")
    deal.play("fold")
    with pytest.raises(svara.InvalidTable, match=message):
        evening.void_deal("misdeal")
    evening.start_deal()
    evening.void_deal("misdeal")
    with pytest.raises(svara.InvalidTable, match=message):
        evening.void_deal("misdeal")


@given(st.integers(0, 2**64), st.sampled_from(svara.rule_sets()), st.data())
@settings(max_examples=100, deadline=None)
def test_8_6_a_deal_that_is_void_at_any_point_was_never_played(
    seed: int, rules: svara.Rules, data: st.DataObject
) -> None:
    """After any beginning of a deal stacks, chips and dealer are again as they were, written and read or not."""
    evening = table(
        *data.draw(st.lists(st.integers(1, 30), min_size=2, max_size=5)), rules=rules.name, dealer=None, seed=seed
    )
    for _ in range(data.draw(st.integers(0, 2))):
        finish(evening, data, most=100)
    before = evening.stacks, evening.chips, evening.seats_in, evening.next_dealer, evening.deals
    if evening.start_deal() is None:
        return
    if evening.is_playing:
        finish(evening, data, most=data.draw(st.integers(0, 12)))
    if not evening.is_playing:
        return
    if data.draw(st.booleans()):
        evening = resumed(evening)
    evening.void_deal("misdeal")

    for at in (evening, resumed(evening)):
        after = at.stacks, at.chips, at.seats_in, at.next_dealer, at.deals - 1
        assert after == before
        assert not at.is_playing
        assert at == evening


def finish(evening: svara.Table, data: st.DataObject, *, most: int) -> None:
    """Play the deal that is on, or the next one, with at most this number of actions, at the limits of the rules."""
    deal = evening.deal if evening.is_playing else evening.start_deal()
    while deal is not None and deal.legal_actions and most:
        deal.play(data.draw(st.sampled_from(edges(deal.legal_actions))))
        most -= 1


# Chips.


def test_chips_change_only_by_what_is_written_down() -> None:
    """Each chip that comes or goes is an event that prints as a sentence."""
    evening = table(50, 60)
    evening.add_chips(0, 5)
    evening.take_chips(1, 20)
    assert evening.stand_up(0) == 55
    evening.sit_down(0, "Vera", chips=7)
    evening.sit_out(0)
    evening.come_back(0)

    assert (evening.stacks, evening.chips) == ((7, 40), 47)
    assert [str(event) for event in evening.events] == [
        "A sits down on seat 0 with 50 chips",
        "B sits down on seat 1 with 60 chips",
        "seat 0 adds 5 chips",
        "seat 1 takes 20 chips away",
        "A leaves seat 0 with 55 chips",
        "Vera sits down on seat 0 with 7 chips",
        "seat 0 sits out",
        "seat 0 is back",
    ]


def test_chips_have_any_size() -> None:
    """Stacks beyond a machine word lose no chip."""
    evening = table(10**30, 10**30, seed=1)
    evening.add_chips(0, 1)

    assert resumed(evening).chips == 2 * 10**30 + 1


# Errors.


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda evening: evening.sit_down(0, "Vera", chips=5), "'Vera' cannot sit down on seat 0: 'A' sits there"),
        (lambda evening: evening.sit_down(2, "A", chips=5), "'A' cannot sit down on seat 2: seat 0 has that name"),
        (lambda evening: evening.sit_down(3, "Vera", chips=5), "there is no seat 3: the seats are 0 to 2"),
        (lambda evening: evening.sit_down(True, "Vera", chips=5), "there is no seat True: the seats are 0 to 2"),
        (lambda evening: evening.stand_up(-1), "there is no seat -1: the seats are 0 to 2"),
        (lambda evening: evening.stand_up(2), "nobody sits on seat 2: there are players on 0, 1"),
        (lambda evening: evening.sit_out(2), "nobody sits on seat 2: there are players on 0, 1"),
        (lambda evening: evening.come_back(0), "seat 0 cannot come back: it does not sit out"),
        (lambda evening: evening.take_chips(0, 51), "seat 0 cannot take away 51 chips: it has 50"),
        (lambda evening: evening.play_deal([1, 2]), "seat 0 is in the deal and cannot be played by 1: "),
        *(
            (
                lambda evening, chips=chips: evening.add_chips(0, chips),
                f"seat 0 cannot bring {chips!r} chips: that is a whole number of at least 1",
            )
            for chips in (0, -5, True, 4.5, "4", None)
        ),
        *(
            (lambda evening, name=name: evening.sit_down(2, name, chips=5), f"nobody can be called {name!r}: a name is")
            for name in ("", " Ana", "a\nb", 7, None, "\ud800")
        ),
    ],
)
def test_what_cannot_be_done_changes_nothing(attempt: Any, message: str) -> None:
    """The error says in one line who, what and what would be right, and the table is as it was."""
    evening = table(50, 50, 0, seed=1)
    before = evening.to_dict()
    with pytest.raises(svara.InvalidTable) as caught:
        attempt(evening)

    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert evening.to_dict() == before or evening.is_playing


def test_nobody_comes_goes_or_moves_chips_while_a_deal_is_played() -> None:
    """Between deals only; what a deal is played for must not change under it."""
    evening = table(50, 50, 0, seed=1)
    evening.start_deal()
    before = evening.to_dict()
    attempts: list[Any] = [
        lambda: evening.sit_down(2, "Vera", chips=5),
        lambda: evening.stand_up(0),
        lambda: evening.add_chips(0, 5),
        lambda: evening.take_chips(0, 5),
    ]
    for attempt in attempts:
        with pytest.raises(
            svara.InvalidTable, match=r"^nobody can come, go or move chips now: deal 1 is being played$"
        ):
            attempt()
    with pytest.raises(svara.InvalidTable, match=r"^deal 2 cannot start: deal 1 is being played$"):
        evening.start_deal()
    assert evening.to_dict() == before


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"names": ["A"], "stacks": [5]}, "a table of vipsvara has 2 to 9 seats, not 1"),
        ({"names": ["A"] * 10}, "a table of vipsvara has 2 to 9 seats, not 10"),
        ({"names": "AB"}, "names cannot be 'AB': they are a list"),
        ({"stacks": 5}, "stacks cannot be 5: they are a list"),
        ({"stacks": [5, 5]}, "3 seats cannot have 2 stacks: an empty chair has 0 chips"),
        ({"stacks": [5, 5, 1]}, "seat 2 is empty and cannot have 1 chips: it has 0"),
        ({"stacks": [5, 0, 0]}, "seat 1 cannot bring 0 chips: that is a whole number of at least 1"),
        ({"seed": -1}, "a seed cannot be -1: it is a whole number from 0 to 2**256 - 1"),
        ({"seed": 1.5}, "a seed cannot be 1.5, a float: it is a whole number from 0 to 2**256 - 1"),
        ({"seed": None}, "a table needs a seed, or the seat that was drawn to deal first: dealer=…"),
        ({"dealer": 3}, "seat 3 cannot deal first: the seats are 0 to 2"),
        ({"dealer": True}, "seat True cannot deal first: the seats are 0 to 2"),
    ],
)
def test_a_table_that_cannot_be(fields: dict[str, Any], message: str) -> None:
    """The arguments of a table are checked, and the message names them."""
    given: dict[str, Any] = {"names": ["A", "B", None], "stacks": [5, 5, 0], "seed": 1} | fields
    with pytest.raises(svara.InvalidTable) as caught:
        svara.Table("vipsvara", **given)
    assert str(caught.value) == message


# Chance.


def test_8_4_the_same_seed_gives_the_same_evening() -> None:
    """Deal n has the seed that the table's seed and n give, and two tables play the same."""
    evenings = [table(50, 50, 50, dealer=None, seed=7) for _ in range(2)]
    for number in range(1, 6):
        for evening in evenings:
            deal = evening.start_deal()
            assert deal is not None
            assert deal.seed == derived_seed(7, number)
            for action in ("look", "raise 2", "fold", "fold"):
                deal.play(action)
    assert evenings[0] == evenings[1]


def test_a_table_without_a_seed_waits_for_cards() -> None:
    """A server brings its own shuffle: the deal waits in the phase "dealing"."""
    evening = table(50, 50)
    deal = evening.start_deal()
    assert deal is not None
    assert (deal.phase, evening.is_playing) == ("dealing", True)
    resumed(evening)
    deal.deal(svara.shuffled_deck(3))
    assert deal.phase == "blind"


def test_a_bad_deck_starts_no_deal() -> None:
    """A deck that is not one is refused, and the table is unchanged."""
    evening = table(50, 50, seed=1)
    before = evening.to_dict()
    with pytest.raises(svara.InvalidCards):
        evening.start_deal(decks=["7c 7c"])
    assert evening.to_dict() == before


# Saving and going on.


def test_a_table_goes_on_where_it_was_between_any_two_actions() -> None:
    """Written and read after every action, an evening is the same as one that never stopped."""
    stopping, going = (table(30, 40, 50, 0, dealer=None, seed=3) for _ in range(2))
    for number in range(12):
        for evening in (stopping, going):
            evening.start_deal()
        while stopping.is_playing:
            stopping = resumed(stopping)
            assert stopping == going
            assert repr(stopping) == repr(going)
            for evening in (stopping, going):
                deal = evening.deal
                assert deal is not None
                found = edges(deal.legal_actions)
                deal.play(found[number % len(found)])
        stopping = resumed(stopping)
        for evening in (stopping, going):
            if number == 3:
                evening.sit_down(3, "Vera", chips=20)
            if evening.stacks[0] == 0 and evening.names[0]:
                evening.add_chips(0, 10)
    assert stopping.to_dict() == going.to_dict()


def test_pickles_are_equal() -> None:
    """A table can be pickled in the middle of a deal."""
    evening = table(50, 50, seed=7)
    evening.start_deal()

    assert pickle.loads(pickle.dumps(evening)) == evening != table(50, 50, seed=7)


def written(evening: svara.Table, *path: str | int, value: Any) -> Any:
    """The table as a dict, with another value at a place in it."""
    fields = json.loads(json.dumps(evening.to_dict()))
    place = fields
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return fields


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["version"], 2, "a table of version 2 cannot be read: this is version 1"),
        (["version"], True, "a table of version True cannot be read: this is version 1"),
        (["version"], 1.0, "a table of version 1.0 cannot be read: this is version 1"),
        (
            ["more"],
            1,
            "the fields of a table are version, rules, seats, seed, dealer, events, deals, deal; unknown: 'more'",
        ),
        (["seats"], 2, "event 3: there is no seat 2: the seats are 0 to 1"),
        (["seats"], 10**9, "a table cannot have 1000000000 seats: it has 2 to 10"),
        (["seed"], write_seed(8), "deal 2 cannot have the seed "),
        (["seed"], -1, "the seed cannot be -1"),
        (["dealer"], 9, "seat 9 cannot deal first: "),
        (["deals"], 0, "0 deals cannot have begun: "),
        (["deals"], 3, "deal 3 cannot begin with stacks "),
        (["deals"], -1, "-1 deals cannot have begun: "),
        (["deal"], None, "2 deals cannot have begun: "),
        (["events"], "x", "events cannot be 'x': they are a list"),
        (["events", 0], 7, "event 1: 7 is not an event of a table: there are SatDown, "),
        (["events", 0, "event"], "Sat", "event 1: {'deals': 0, 'event': 'Sat', "),
        (["events", 0, "more"], 1, "event 1: the fields of a SatDown are event, seat, name, chips; unknown: 'more'"),
        (["events", 0, "chips"], 51, "deal 2 cannot begin with stacks "),
        (["events", 0, "chips"], 0, "event 1: seat 0 cannot bring 0 chips: "),
        (["events", 0, "deals"], 1, "event 2: SatDown cannot be after 0 deals: 1 to 2 have begun"),
        (["events", 0, "deals"], True, "event 1: SatDown cannot be after True deals: 0 to 2 have begun"),
        (["events", 1, "name"], "A", "event 2: 'A' cannot sit down on seat 1: seat 0 has that name"),
        (["events", 3, "chips"], 0, "event 4: seat 0 cannot bring 0 chips"),
        (["events", 4, "seat"], 0, "deal 2 cannot be played by seats [0, 2]: in are [1, 2]"),
        (["events", 5, "chips"], 10**6, "event 6: seat 2 cannot take away 1000000 chips: it has "),
        (["events", 6, "action"], "call", "event 7: seat 0 cannot call by forfeit: it looks, folds or declines (8.5)"),
        (["events", 6, "why"], "a\nb", "event 7: a reason cannot be 'a\\nb': it is one line of printable text"),
        (["deal", "stacks", 0], 56, "deal 2 cannot begin with stacks "),
        (["deal", "rules", "ante"], 2, "deal 2 cannot be played by other rules than the table's"),
        (["deal", "actions", 0], "call", "deal 2: action 1: seat "),
    ],
)
def test_a_written_table_that_could_not_have_been(path: list[str | int], value: Any, message: str) -> None:
    """A changed number, name or event is refused with its place; so is a value that is not a table."""
    evening = table(50, 50, 50, dealer=None, seed=7)
    play_folds(evening)
    evening.add_chips(0, 5)
    evening.sit_out(1)
    play_folds(evening)
    evening.take_chips(2, 5)
    evening._ledger.happen(events.Forfeited(0, svara.Fold(), "slept"))
    assert resumed(evening) == evening

    with pytest.raises(ValueError, match=r".") as caught:
        svara.Table.from_dict(written(evening, *path, value=value))
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, svara.InvalidTable)


@pytest.mark.parametrize(
    ("place", "change", "message"),
    [
        (3, {"deal": 1}, "event 4: deal 1 cannot be void: the last deal is deal 2"),
        (3, {"deal": 3}, "event 4: deal 3 cannot be void: the last deal is deal 2"),
        (3, {"deal": True}, "event 4: DealVoided cannot have deal True: it is not a whole number of at least 0"),
        (3, {"deals": 0, "deal": 0}, "event 4: deal 0 cannot be void: there was no deal yet"),
        (3, {"deals": 1}, "event 4: deal 2 cannot be void: the last deal is deal 1"),
        (3, {"deals": 4}, "event 4: DealVoided cannot be after 4 deals: 0 to 2 have begun"),
        (3, {"why": ""}, "event 4: a reason cannot be '': it is one line of printable text, and not empty"),
        (3, {"reason": "x"}, "event 4: the fields of a DealVoided are event, deal, why; unknown: 'reason'"),
        (4, {"event": "DealVoided", "deal": 2, "why": "x"}, "event 5: deal 2 cannot be void: it is void already"),
        (4, {"chips": 8}, "event 5: 'A' cannot leave seat 0 with 8 chips: 'A' has 9"),
        (4, {"deals": 1}, "event 5: StoodUp cannot be after 1 deals: 2 to 2 have begun"),
    ],
)
def test_8_6_a_written_table_with_a_void_deal_that_could_not_have_been(
    place: int, change: dict[str, Any], message: str
) -> None:
    """The number of the void deal, the reason, and what is moved after it, are checked."""
    evening: Any = table(10, 10, 10, dealer=None, seed=7)
    evening.start_deal()
    for action in ("look", "fold", "fold"):
        evening.deal.play(action)
    assert evening.stacks == (9, 9, 12)
    evening.start_deal().play("look")
    evening.void_deal("misdeal")
    evening.stand_up(0)
    fields = evening.to_dict()
    assert svara.Table.from_dict(fields) == evening

    entry = fields["events"][place]
    if "event" in change:
        entry = {"deals": 2}
    fields["events"][place] = entry | change
    with pytest.raises(svara.InvalidTable) as caught:
        svara.Table.from_dict(fields)
    assert str(caught.value) == message


def test_8_6_a_void_deal_before_the_last_one_is_read_too() -> None:
    """Only the events of earlier deals are written, and void deals are among them."""
    evening = table(50, 50, dealer=None, seed=7)
    evening.start_deal()
    evening.void_deal("misdeal")
    evening.start_deal()
    assert resumed(evening) == evening

    fields = evening.to_dict()
    with pytest.raises(svara.InvalidTable, match=r"^event 4: deal 1 cannot be void: it is void already$"):
        svara.Table.from_dict(fields | {"events": [*fields["events"], fields["events"][2]]})


def play_folds(evening: svara.Table) -> None:
    """Play a deal in which everybody folds to a raise."""
    deal = evening.start_deal()
    assert deal is not None
    deal.play("look")
    deal.play("raise 2")
    while deal.legal_actions:
        deal.play("fold")


def test_the_first_deal_of_a_written_table_begins_as_the_table_did() -> None:
    """The stacks and the dealer of the first deal are checked exactly."""
    evening = table(50, 50, seed=7, dealer=None)
    evening.start_deal()
    other = 1 - evening.to_dict()["deal"]["dealer"]
    for path, value, message in (
        (["deal", "stacks"], [49, 51], "deal 1 cannot begin with stacks [49, 51]"),
        (["deal", "dealer"], other, f"seat {other} cannot deal first: {1 - other} was drawn"),
    ):
        with pytest.raises(svara.InvalidTable) as caught:
            svara.Table.from_dict(written(evening, *path, value=value))
        assert str(caught.value).startswith(message)


@pytest.mark.parametrize("fields", [None, [], "x", 7, {}])
def test_what_is_no_table(fields: Any) -> None:
    """Anything but a dict of the right version is refused."""
    with pytest.raises(svara.InvalidTable, match=r"^a table (must be a dict|of version None)"):
        svara.Table.from_dict(fields)


# Whole evenings.


class Evenings(RuleBasedStateMachine):
    """People come, go, sit out, run out of chips and bring more, between deals that are played to their end."""

    evening: Any = None

    @precondition(lambda self: self.evening is None)
    @rule(data=st.data(), name=st.sampled_from(["vipsvara", "fortegames", "classic"]), seed=st.integers(0, 2**64))
    def open(self, data: st.DataObject, name: str, seed: int) -> None:
        """A table with some players."""
        seats = data.draw(st.integers(2, 5))
        stacks = data.draw(st.lists(st.integers(0, 12), min_size=seats, max_size=seats))
        ante = data.draw(st.integers(1, 3))
        self.evening = table(
            *stacks, rules=name, ante=ante, min_bet=data.draw(st.integers(1, 3)), dealer=None, seed=seed
        )
        self.brought = sum(stacks)
        self.guests = 0

    @precondition(lambda self: self.evening and not self.evening.is_playing)
    @rule()
    def start(self) -> None:
        """The next deal, by 7.1 and 7.2, if there is one."""
        evening = self.evening
        dealer, seats, stacks = evening.next_dealer, evening.seats_in, evening.stacks
        last, was_void = evening.deal, evening.is_void
        deal = evening.start_deal()
        assert (deal is None) == (len(seats) < 2) == (dealer is None)
        if deal is None:
            return
        assert sorted(deal.seats) == list(seats)
        assert (deal.seats[-1], deal.events[0].stacks) == (dealer, stacks)
        assert all(stacks[seat] >= deal.rules.ante for seat in seats)
        if last is not None:
            turns = [(last.seats[-1] + step) % len(stacks) for step in range(1, len(stacks) + 1)]
            candidates = [seat for seat in turns if seat in seats]
            if was_void:
                candidates = [seat for seat in (last.seats[-1], *candidates) if seat in seats]
            elif deal.rules.next_dealer == "winner":
                most = max(last.won[seat] for seat in candidates)
                candidates = [seat for seat in candidates if last.won[seat] == most]
            assert dealer == candidates[0]

    @precondition(lambda self: self.evening and self.evening.is_playing)
    @rule(data=st.data(), count=st.integers(1, 12))
    def act(self, data: st.DataObject, count: int) -> None:
        """Some actions, at the edges of what is legal, so that stacks run out."""
        for _ in range(count):
            if self.evening.is_playing:
                self.evening.deal.play(data.draw(st.sampled_from(edges(self.evening.deal.legal_actions))))

    @precondition(lambda self: self.evening and self.evening.is_playing)
    @rule()
    def forfeit(self) -> None:
        """8.5: the seat to act does not answer."""
        self.evening.forfeit(self.evening.deal.to_act, "no answer")

    @precondition(lambda self: self.evening and self.evening.is_playing)
    @rule()
    def void(self) -> None:
        """8.6: the deal cannot be finished."""
        self.evening.void_deal("misdeal")
        assert self.evening.stacks == self.evening.deal.events[0].stacks

    @precondition(lambda self: self.evening and not self.evening.is_playing)
    @rule(data=st.data(), chips=st.integers(1, 12))
    def change(self, data: st.DataObject, chips: int) -> None:
        """A player comes, goes or moves chips."""
        evening = self.evening
        seat = data.draw(st.integers(0, len(evening.names) - 1))
        if evening.names[seat] is None:
            self.guests += 1
            evening.sit_down(seat, f"guest {self.guests}", chips=chips)
            self.brought += chips
        elif data.draw(st.booleans()):
            evening.add_chips(seat, chips)
            self.brought += chips
        elif evening.stacks[seat] >= chips:
            evening.take_chips(seat, chips)
            self.brought -= chips
        else:
            self.brought -= evening.stand_up(seat)
            assert evening.names[seat] is None

    @precondition(lambda self: self.evening)
    @rule(data=st.data())
    def sit_out_or_come_back(self, data: st.DataObject) -> None:
        """A player sits out or comes back, at any time."""
        there = [seat for seat, name in enumerate(self.evening.names) if name]
        if there:
            seat = data.draw(st.sampled_from(there))
            is_out = seat in self.evening.sitting_out
            (self.evening.come_back if is_out else self.evening.sit_out)(seat)

    @precondition(lambda self: self.evening)
    @invariant()
    def chips_are_accounted_for(self) -> None:
        """Stacks, puts and pots are what was brought less what was taken away, to the last chip."""
        evening = self.evening
        deal = evening.deal
        there = sum(evening.stacks)
        if deal and not evening.is_void:
            there += sum(deal.puts) + sum(pot.chips for pot in deal.pots)
        assert there == evening.chips == self.brought
        assert min(evening.stacks) >= 0
        assert all(name or not stack for name, stack in zip(evening.names, evening.stacks, strict=True))

    @precondition(lambda self: self.evening)
    @invariant()
    def it_goes_on_where_it_was(self) -> None:
        """Written and read again it is equal, and this is the table that goes on."""
        again = resumed(self.evening)
        assert again == self.evening
        assert again.next_dealer == self.evening.next_dealer
        self.evening = again


Evenings.TestCase.settings = settings(stateful_step_count=40, max_examples=60, deadline=None)
TestEvenings = Evenings.TestCase


@given(st.integers(0, 2**256 - 1), st.integers(1, 2**32))
@settings(max_examples=20)
def test_a_seed_of_any_size(seed: int, chips: int) -> None:
    """A seed has 256 bits, and a table with it starts and goes on."""
    evening = table(chips, chips, dealer=None, seed=seed)
    evening.start_deal()
    assert resumed(evening) == evening
