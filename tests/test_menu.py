"""Menus: which sizes of bets are on them, that each is legal, and that a menu is a value."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

import svara
from deals import begin, legal, play
from svara.checks import kind_of
from svara.errors import InvalidMenu
from svara.solver.menu import MENUS, SIZES, Menu, find_menu, raise_to
from test_deal_properties import starts

FIELDS = ["name", "blinds", "blind_multiples", "raises", "max_raises"]
OTHER_VALUES: dict[str, Any] = {
    "name": "house",
    "blinds": (1, 3),
    "blind_multiples": None,
    "raises": ("min", "2/3", "2"),
    "max_raises": 7,
}
"""For each field a value that no menu that comes along has."""
MENUS_OF_ALL_KINDS = [
    *MENUS.values(),
    find_menu("basic").but(name="house", raises=("min", "1/100", "2/3", "1", "5", "all-in"), max_raises=1),
    Menu(name="short", blinds=(), blind_multiples=(), raises=(), max_raises=None),
    Menu(name="blinds", blinds=None, blind_multiples=(3, 5), raises=("all-in",), max_raises=2),
]


def on_menu(menu: Menu | str, deal: svara.Deal | svara.View) -> str:
    """Return the actions on a menu, as texts."""
    menu = find_menu(menu) if isinstance(menu, str) else menu
    return ", ".join(map(str, menu.actions(deal)))


# What is on the menu.


def test_4_2_first_blinds_are_multiples_of_the_minimum_bet() -> None:
    """One, two and four times the minimum bet, as far as the seat has chips."""
    assert on_menu("basic", begin([50, 50], min_bet=5)) == "blind 5, blind 10, blind 20, look"
    assert on_menu("basic", begin([14, 50], min_bet=5, dealer=1)) == "blind 5, blind 10, look"
    assert on_menu("basic", begin([3, 50], min_bet=5, dealer=1)) == "look"


def test_4_3_blinds_after_a_blind_are_multiples_of_the_last() -> None:
    """Twice and four times the last blind in vipsvara, twice elsewhere: what the rule set does not have is left out."""
    assert on_menu("basic", play(begin([50, 50]), "blind 4")) == "blind 8, blind 16, look"
    assert on_menu("all", play(begin([50, 50]), "blind 4")) == "blind 8, blind 12, blind 16, look"
    assert on_menu("basic", play(begin([50, 50], rules="classic"), "blind 4")) == "blind 8, look"


def test_4_3_where_every_amount_is_allowed_a_menu_picks_its_multiples() -> None:
    """With blinds of at least twice the last one, "basic" has twice and four times; "all" has the whole range."""
    deal = play(begin([22, 22, 12], blind_multiples="2+"), "blind 3")

    assert on_menu("basic", deal) == "blind 6, look"
    assert on_menu("basic", play(begin([50, 50], blind_multiples="2+"), "blind 3")) == "blind 6, blind 12, look"
    assert find_menu("all").actions(deal).blinds == range(6, 12)
    assert find_menu("all").size_of(svara.Blind(9), deal) == "3"
    assert find_menu("all").size_of(svara.Blind(10), deal) == ""


def test_4_3_of_every_amount_none_is_higher_than_another_seat_could_pay() -> None:
    """5.10: seat 0 has 9 chips to bet, and the least blind that puts it all-in stands for the higher ones."""
    deal = play(begin([10, 3, 50], blind_multiples="2+"), "blind 2")

    assert deal.legal_actions.blinds == range(4, 50)
    assert find_menu("all").actions(deal).blinds == range(4, 10)


def test_4_4_a_look_a_fold_and_a_call_are_always_on_the_menu() -> None:
    """Even where a menu has no size at all."""
    short = Menu(name="short", blinds=(), blind_multiples=(), raises=(), max_raises=None)
    deal = begin([50, 50])

    assert on_menu(short, deal) == "look"
    assert on_menu(short, play(deal, "look")) == "fold"
    assert on_menu(short, play(deal, "raise 7")) == "fold, call"


def test_5_3_raises_are_parts_of_the_pot() -> None:
    """By half the pot, by the pot and all-in; the pot is what both have paid once the price is paid."""
    deal = play(begin([101, 101]), "look")
    assert on_menu("basic", deal) == "fold, raise 1, raise 2, raise 100"  # the pot is 2

    play(deal, "raise 2")  # price 2, pot 2 + 2 + 2
    assert on_menu("basic", deal) == "fold, call, raise 5, raise 8, raise 100"
    assert on_menu("fine", deal) == "fold, call, raise 3, raise 5, raise 8, raise 100"

    play(deal, "raise 8")  # price 8, pot 2 + 8 + 8
    assert on_menu("basic", deal) == "fold, call, raise 17, raise 26, raise 100"


def test_5_1_who_has_bet_blind_is_counted_as_if_it_had_paid_the_price() -> None:
    """After a blind of 4 the price is 8; the pot is 2 + 8 + 8, for the seat that looks and for the one that blinded."""
    deal = play(begin([101, 101]), "blind 4, look")
    assert (deal.to_act, raise_to("1/2", deal), raise_to("1", deal)) == (0, 17, 26)

    play(deal, "call")
    assert (deal.to_act, raise_to("1/2", deal), raise_to("1", deal)) == (1, 17, 26)


def test_5_4_who_cannot_pay_the_price_is_counted_with_what_it_has() -> None:
    """Seat 0 is all-in with 5 when seat 1 raises to 20: for seat 2 the pot is 3 + 5 + 20 + 20."""
    deal = play(begin([6, 101, 101], dealer=2), "look, raise 5, raise 20")

    assert (deal.to_act, raise_to("1/2", deal), raise_to("1", deal)) == (2, 44, 68)


def test_5_2_who_has_folded_is_counted_with_what_it_put() -> None:
    """Seat 0 has folded after it put 5: for seat 1 the pot is 3 + 5 + 50 + 50."""
    deal = play(begin([101, 101, 101], dealer=2), "look, raise 5, raise 20, raise 50, fold")

    assert (deal.to_act, raise_to("1/4", deal), raise_to("1/3", deal)) == (1, 77, 86)


def test_5_3_sizes_are_rounded_down_to_whole_chips() -> None:
    """Half of a pot of 5 is 2, a third of it 1; by less than one chip nobody raises."""
    deal = play(begin([101, 101, 101, 101, 101]), "look")

    assert [raise_to(size, deal) for size in ("1/2", "1/3", "1/5", "1/6", "3/2", "7")] == [2, 1, 1, None, 7, 35]


def test_5_3_sizes_that_are_not_legal_are_left_out() -> None:
    """A size below the least raise, or above all chips, is not rounded to a legal amount."""
    deal = play(begin([51, 51], min_bet=10), "look")
    assert on_menu("basic", deal) == "fold, raise 50"
    assert on_menu("fine", deal) == "fold, raise 10, raise 50"

    play(deal, "raise 30")
    assert on_menu("fine", deal) == "fold, call, raise 40, raise 50"


def test_5_4_a_short_raise_is_the_least_and_all_in() -> None:
    """Where only a short raise is left, every size that has it comes to the same."""
    deal = play(begin([51, 51], min_bet=10), "look, raise 45")

    assert (raise_to("min", deal), raise_to("all-in", deal)) == (50, 50)
    assert on_menu("fine", deal) == "fold, call, raise 50"


def test_5_10_nobody_bets_more_than_another_could_pay() -> None:
    """Amounts above the all-in of all others are equivalent, so only the least of them is on the menu."""
    deal = begin([10, 500], min_bet=2)  # the dealer, seat 0, has 9 chips left
    assert on_menu("all", deal) == "blind 2, blind 3, blind 4, blind 5, blind 6, blind 7, blind 8, blind 9, look"
    assert on_menu(find_menu("basic").but(blinds=(1, 2, 4, 8, 16)), deal) == "blind 2, blind 4, blind 8, blind 16, look"

    play(deal, "look")
    assert on_menu("basic", deal) == "fold, raise 2, raise 9"
    assert on_menu(find_menu("all"), deal).endswith("raise 8, raise 9")
    assert raise_to("10", deal) is None

    poor = play(begin([3, 500], min_bet=5), "look")  # the dealer has 2 chips, less than any bet
    assert on_menu("all", poor) == on_menu("fine", poor) == "fold, raise 5"


def test_5_10_a_blind_that_puts_the_other_all_in_is_another_than_one_that_does_not() -> None:
    """Seat 1 has 5 chips. Blinds of 6 and 8 come to the same, but 4 does not: that one may still fold to an all-in."""
    deal = play(begin([40, 6]), "blind 2")
    assert legal(deal) == "blind 4, blind 6, blind 8, look"
    assert on_menu("all", deal) == "blind 4, blind 6, look"
    assert on_menu("basic", deal) == "blind 4, blind 8, look"

    ends = {blind: play(deal.copy(), f"blind {blind}", "call") for blind in (4, 6, 8)}
    assert legal(ends[4]) == "fold, call"
    assert {ends[blind].phase for blind in (6, 8)} == {"over"}


def comes_to(deal: svara.Deal) -> object:
    """Return the courses of a deal: who acts, and the result of each action. Turns without a choice are left out."""
    legal_actions = list(deal.legal_actions)
    if not legal_actions:
        return deal.phase, deal.stacks, deal.pots
    lead_to = [comes_to(play(deal.copy(), str(action))) for action in legal_actions]
    return lead_to[0] if len(lead_to) == 1 else (deal.to_act, lead_to)


@pytest.mark.parametrize("line", ["", "blind 1", "blind 2", "look", "look, raise 1", "look, raise 4", "blind 3, look"])
@pytest.mark.parametrize("stacks", [[12, 6], [6, 12], [7, 4], [4, 7]])
@pytest.mark.parametrize("min_bet", [1, 2, 4])
def test_5_10_what_is_left_out_comes_to_the_same_as_what_is_not(line: str, stacks: list[int], min_bet: int) -> None:
    """Every bet that the menu of all does not have leads to the same choices and chips as its highest one."""
    deal = begin(stacks, "As Ks Qs", "9c 8h 7d", min_bet=min_bet)
    for action in filter(None, line.split(", ")):
        if action not in deal.legal_actions:
            return
        deal.play(action)
    on = find_menu("all").actions(deal)
    for verb, kept in (("blind", on.blinds), ("raise", on.raises)):
        left_out = [str(action) for action in deal.legal_actions if str(action).startswith(verb) and action not in on]
        for action in left_out:
            assert comes_to(play(deal.copy(), action)) == comes_to(play(deal.copy(), f"{verb} {kept[-1]}")), action


def test_5_10_the_richest_of_several_counts() -> None:
    """With three seats a raise may go to what the richest other seat still in could pay."""
    deal = play(begin([10, 500, 30], min_bet=2), "look")
    assert raise_to("all-in", deal) == 29

    play(deal, "raise 4, fold")
    assert raise_to("all-in", deal) == 9


def test_bets_are_limited_by_the_menu() -> None:
    """After the most raises, the first bet included, only fold and call are left; a svarka counts from 0 again."""
    short = find_menu("fine").but(max_raises=2)
    equal = ["As", "Ah", "Ks", "Kh", "Qs", "Qh"]
    deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, decks=[equal, equal])

    play(deal, "look, raise 1")
    assert "raise" in on_menu(short, deal)
    play(deal, "raise 2")
    assert on_menu(short, deal) == "fold, call"
    play(deal, "call, look")
    assert "raise" in on_menu(short, deal)


def test_blinds_do_not_count_as_bets() -> None:
    """Two blinds, and as many raises as without them."""
    deal = play(begin([500, 500]), "blind 1, blind 2, raise 6")

    assert "raise" in on_menu(find_menu("fine").but(max_raises=2), deal)
    assert "raise" not in on_menu(find_menu("fine").but(max_raises=1), deal)


def test_5_6_the_cap_of_the_rules_is_kept() -> None:
    """In classic a seat raises three times, whatever the menu says."""
    deal = play(begin([500, 500], rules="classic"), "look, raise 1, raise 2, raise 3, raise 4, raise 5, raise 6")
    assert "raise" in on_menu("all", deal)

    play(deal, "raise 7")
    assert on_menu("all", deal) == "fold, call"


def test_6_3_who_is_asked_to_join_may_join_and_decline() -> None:
    """A menu is of bets: what else is legal is on it."""
    deal = begin([50, 50, 50], "7c 7d 7h", "Kc Kd Kh", "Jc Jd Jh")
    play(deal, "look, raise 1, call, fold")

    assert on_menu("basic", deal) == legal(deal) == "join, decline"


def test_menu_is_empty_where_nobody_is_to_act() -> None:
    """Before the cards are dealt, and when the deal is over."""
    waiting = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0)

    assert not find_menu("all").actions(waiting)
    assert not find_menu("all").actions(play(begin([50, 50]), "look, fold"))
    assert raise_to("min", waiting) is None


def test_every_amount_is_not_listed() -> None:
    """A menu of every amount is asked without the memory that a list of them would take."""
    deal = begin([10**15, 10**15])

    assert find_menu("all").actions(deal).count == 10**15
    assert find_menu("all").actions(play(deal, "look")).count == 10**15


@given(start=starts(), data=st.data())
def test_8_2_whatever_is_on_a_menu_is_legal_and_in_order(start: dict[str, Any], data: st.DataObject) -> None:
    """At every turn of any deal: a part of the legal actions in their order; a view gives the same as the deal."""
    deal = svara.Deal.start(**start)
    for _ in range(30):
        if deal.to_act is None:
            return
        for menu in MENUS_OF_ALL_KINDS:
            actions = menu.actions(deal)
            few = list(actions) if actions.count < 200 else [actions[0], actions[-1]]

            assert all(action in deal.legal_actions for action in few)
            assert menu.actions(deal.view(deal.to_act)) == actions
            for verb in ("look", "fold", "call", "join", "decline"):
                assert (verb in actions) == (verb in deal.legal_actions)
            for amounts in (actions.blinds[:200], actions.raises[:200]):
                assert list(amounts) == sorted(set(amounts))
        legal_actions = deal.legal_actions
        count = legal_actions.count
        deal.play(legal_actions[data.draw(st.sampled_from([0, count // 2, count - 1, min(1, count - 1)]))])


@given(start=starts(), data=st.data())
def test_sizes_are_found_again(start: dict[str, Any], data: st.DataObject) -> None:
    """Each raise on a menu of sizes has one that leads back to it."""
    deal = svara.Deal.start(**start)
    menu = find_menu("fine").but(max_raises=None)
    for _ in range(12):
        if deal.to_act is None:
            return
        actions = menu.actions(deal)
        for action in actions:
            size = menu.size_of(action, deal)
            if isinstance(action, svara.Raise):
                assert size in ("min", "1/2", "1", "all-in")
                assert raise_to(size, deal) == action.amount
            elif isinstance(action, svara.Blind):
                assert int(size) * (deal.price // 2 or deal.rules.min_bet) == action.amount
            else:
                assert size == ""
        deal.play(data.draw(st.sampled_from(list(actions))))


def test_sizes_of_amounts_that_no_size_names() -> None:
    """Where a menu has every amount, a raise has no size, and a blind has one if it is a multiple."""
    deal = begin([50, 50], min_bet=5)
    everything = find_menu("all")

    assert [everything.size_of(svara.Blind(chips), deal) for chips in (5, 7, 10)] == ["1", "", "2"]
    assert everything.size_of(svara.Raise(7), play(deal, "look")) == ""


# A menu is a value.


def test_there_are_three_menus() -> None:
    """They are basic, fine and all, and each knows its name."""
    assert list(MENUS) == [find_menu(name).name for name in MENUS] == ["basic", "fine", "all"]
    assert find_menu("fine").but(name="basic", raises=("1/2", "1", "all-in")) == find_menu("basic")
    assert find_menu("all") == Menu("all", None, None, None, None)


@pytest.mark.parametrize(("field", "value"), OTHER_VALUES.items())
def test_every_field_distinguishes(field: str, value: object) -> None:
    """Menus with one other field are other menus; with all fields equal they are equal and have equal hashes."""
    basic = find_menu("basic")
    house = basic.but(**{field: value})

    assert getattr(house, field) == value
    assert house != basic
    assert house == basic.but(**{field: value})
    assert len({basic, house, basic.but(**{field: value})}) == 2


@pytest.mark.parametrize("field", [*FIELDS, "other"])
def test_menus_cannot_be_changed(field: str) -> None:
    """No field of a menu can be set or deleted, and none added."""
    with pytest.raises(AttributeError, match="Menu cannot be changed"):
        setattr(find_menu("basic"), field, 2)


@pytest.mark.parametrize("menu", MENUS_OF_ALL_KINDS, ids=lambda menu: menu.name)
def test_menus_survive_every_round_trip(menu: Menu) -> None:
    """Menus are the same after a pasted repr, a dict, JSON, a pickle and a copy."""
    assert eval(repr(menu), {"find_menu": find_menu, "Menu": Menu}) == menu
    assert list(menu.to_dict()) == FIELDS
    assert Menu.from_dict(menu.to_dict()) == menu
    assert Menu.from_dict(json.loads(json.dumps(menu.to_dict()))) == menu
    assert pickle.loads(pickle.dumps(menu)) == menu
    assert copy.copy(menu) == copy.deepcopy(menu) == menu


def test_repr_says_what_is_different() -> None:
    """The repr of a menu names the menu and the fields that are not as there."""
    assert repr(find_menu("basic")) == "find_menu('basic')"
    assert (
        repr(find_menu("basic").but(max_raises=2, blinds=None)) == "find_menu('basic').but(blinds=None, max_raises=2)"
    )
    assert repr(find_menu("all").but(name="house")).startswith("Menu(name='house', blinds=None, ")


@pytest.mark.parametrize("name", ["", "Basic", "basic ", None, 1, ["basic"], {}])
def test_unknown_name_is_refused(name: Any) -> None:
    """An unknown name is refused with the names that there are, in one line."""
    with pytest.raises(InvalidMenu) as caught:
        find_menu(name)

    assert str(caught.value) == f"there is no menu {name!r}: the menus are basic, fine, all"
    assert caught.value.field == "name"


@pytest.mark.parametrize(
    ("field", "values", "wanted"),
    [
        ("name", ["", None, 1], "a text that is not empty"),
        (
            "blinds",
            [(0,), (1, 1), (2, 1), (1.0,), (True,), 1, "1", {1}, ((1,),)],
            "a tuple of ascending multiples of the minimum bet, such as (1, 2, 4), or None for every amount",
        ),
        (
            "blind_multiples",
            [(1,), (2, 2), (3, 2), (2.0,), (True, 2), 2, "2", {2}],
            "a tuple of ascending whole numbers of at least 2, such as (2, 4), or None for all that the rules allow",
        ),
        (
            "raises",
            [
                *("1/2", {"1"}, 1, ("",), ("half",), ("0",), ("0/1",), ("1/0",), ("01",), ("-1",), ("+1",), ("1.5",)),
                *((1,), (None,), ("1/2/3",), ("/2",), ("1/",), (" 1",), ("²",), ("1234567",), ("ALL-IN",)),
                *(("1", "1"), ("1", "1/2"), ("1/2", "2/4"), ("all-in", "1"), ("1/2", "min"), ("min", "min")),
            ],
            f"a tuple of ascending sizes ({SIZES}), or None for every amount",
        ),
        ("max_raises", [0, -1, 1.0, True, "3"], "a whole number of at least 1, or None for no limit"),
    ],
)
def test_nonsense_is_refused(field: str, values: list[Any], wanted: str) -> None:
    """A value that a field cannot have is refused, with the value and what the field can have, in one line."""
    for value in values:
        with pytest.raises(InvalidMenu) as caught:
            find_menu("basic").but(**{field: value})

        of_type = f", {kind_of(value)}" if wanted.startswith("a whole number") and type(value) is not int else ""
        assert str(caught.value) == f"{field} cannot be {value!r}{of_type}: it is {wanted}"
        assert caught.value.field == field


def test_what_is_no_size_is_refused() -> None:
    """A text that is not a size is refused with a list of the sizes, in every function."""
    for deal in (begin([50, 50]), play(begin([50, 50]), "look")):
        with pytest.raises(InvalidMenu) as caught:
            raise_to("half", deal)
        assert str(caught.value) == f"'half' is not a size of a raise: the sizes are {SIZES}"
        assert caught.value.field == "raises"


def test_unknown_and_missing_fields_are_refused() -> None:
    """A field too many or one missing is refused, with the fields that there are."""
    fields = find_menu("basic").to_dict()
    with pytest.raises(InvalidMenu) as caught:
        find_menu("basic").but(folds=2)
    assert str(caught.value) == f"a menu has no field 'folds': the fields are {', '.join(FIELDS)}"

    for field in FIELDS:
        with pytest.raises(InvalidMenu) as caught:
            Menu.from_dict({name: value for name, value in fields.items() if name != field})
        assert str(caught.value) == f"the field {field!r} is missing: a menu has {', '.join(FIELDS)}"
        assert caught.value.field == field

    with pytest.raises(InvalidMenu) as caught:
        Menu.from_dict("basic")
    assert str(caught.value) == "a menu must be a dict, as to_dict returns it, not a str"
