"""Views, events, pots and legal actions as plain values: what a server sends, and what a client reads."""

from __future__ import annotations

import copy
import json
from importlib import resources
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import svara
from deals import BEST, EQUAL, GOOD, POOR, begin, deck_for, play
from svara import events
from svara.event_form import read_fields

SCHEMA = json.loads(resources.files("svara").joinpath("view.schema.json").read_text(encoding="utf-8"))
VIEWS = jsonschema.Draft202012Validator(SCHEMA)
EVENTS = jsonschema.Draft202012Validator({"$ref": "#/$defs/event", "$defs": SCHEMA["$defs"]})

TABLE_EVENTS = [
    events.Forfeited(1, svara.Fold(), "took longer than 5 seconds"),
    events.SatDown(0, "Ana", 100),
    events.StoodUp(0, "Ana", 90),
    events.ChipsAdded(2, 5),
    events.ChipsTaken(2, 5),
    events.SatOut(3),
    events.CameBack(3),
    events.DealVoided(2, "the power failed"),
]


@st.composite
def deals(draw: st.DrawFn) -> svara.Deal:
    """A deal of any rule set that has come anywhere."""
    rules = svara.find_rules(draw(st.sampled_from(["vipsvara", "fortegames", "classic"])))
    stacks = draw(st.lists(st.integers(1, 30), min_size=2, max_size=5))
    deal = svara.Deal.start(rules, stacks=stacks, dealer=0, seed=draw(st.integers(0, 2**64)))
    for _ in range(draw(st.integers(0, 25))):
        legal = deal.legal_actions
        if not legal:
            break
        deal.play(legal[draw(st.integers(0, legal.count - 1))])
    return deal


@settings(max_examples=40)
@given(deals())
def test_views_and_events_survive_json(deal: svara.Deal) -> None:
    """The views of every seat and of a spectator go through JSON unchanged and fit the schema."""
    for seat in (None, *range(len(deal.stacks))):
        view = deal.view(seat)
        written = json.loads(json.dumps(view.to_dict(), allow_nan=False))
        VIEWS.validate(written)
        read = svara.View.from_dict(written)
        assert read == view
        assert (read.events, read.shown, read.pots, read.seats) == (view.events, view.shown, view.pots, view.seats)
    for event in deal.events:
        written = json.loads(json.dumps(event.to_dict()))
        EVENTS.validate(written)
        assert events.Event.from_dict(written) == event
    assert svara.LegalActions.from_dict(json.loads(json.dumps(deal.legal_actions.to_dict()))) == deal.legal_actions


@pytest.mark.parametrize("event", TABLE_EVENTS, ids=lambda event: type(event).__name__)
def test_events_of_a_table_survive_json(event: events.Event) -> None:
    """So do the events beside the deals."""
    written = json.loads(json.dumps(event.to_dict()))

    EVENTS.validate(written)
    assert events.Event.from_dict(written) == event


def test_the_schema_is_one_and_knows_every_event() -> None:
    """It is a JSON Schema, and has a form for each kind of event that there is."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    kinds = {kind.__name__ for kind in events.Event.__subclasses__()}

    assert {entry["$ref"].rpartition("/")[2] for entry in SCHEMA["$defs"]["event"]["oneOf"]} == kinds
    assert kinds <= SCHEMA["$defs"].keys()


def test_a_view_as_a_dict_holds_no_more_than_the_view() -> None:
    """8.3: the hands of others are not in it before the showdown, and no card to come is."""
    deal = play(begin([50] * 3, POOR, GOOD, BEST), "look, raise 5")
    text = json.dumps(deal.view(0).to_dict())

    assert str(svara.Hand(POOR)) in text
    assert str(svara.Hand(GOOD)) not in text
    assert str(svara.Hand(BEST)) not in text
    assert "seed" not in text


def test_what_is_legal_as_a_dict() -> None:
    """Blinds, then a raise: least, greatest, and the amounts that a table offers on buttons."""
    deal = begin([50] * 3, POOR, GOOD, BEST, ante=4)

    assert deal.legal_actions.to_dict() == {
        "seat": 1,
        "price": 0,
        "pot": 12,
        "blind": {
            "min": 1,
            "max": 46,
            "amounts": None,
            "suggested": [
                {"size": "min", "amount": 1},
                {"size": "half pot", "amount": 6},
                {"size": "pot", "amount": 12},
                {"size": "all-in", "amount": 46},
            ],
        },
        "look": True,
        "fold": False,
        "call": None,
        "raise": None,
        "join": None,
    }
    play(deal, "blind 10")
    assert deal.legal_actions.to_dict()["blind"] == {
        "min": 20,
        "max": 40,
        "amounts": [20, 30, 40],
        "suggested": [{"size": "2x", "amount": 20}, {"size": "3x", "amount": 30}, {"size": "4x", "amount": 40}],
    }
    play(deal, "look")  # price 20, pot 12 + 10
    legal = deal.legal_actions.to_dict()
    assert (legal["call"], legal["pot"], legal["price"]) == (20, 22, 20)
    assert legal["raise"]["suggested"] == [
        {"size": "min", "amount": 21},
        {"size": "half pot", "amount": 41},  # 20 + (22 + 20) / 2
        {"size": "all-in", "amount": 46},  # the whole pot, to 62, is more than there is
    ]


@settings(max_examples=100)
@given(deals())
def test_what_is_suggested_is_legal(deal: svara.Deal) -> None:
    """Every suggested amount can be played, and there is one wherever an amount is legal."""
    legal = deal.legal_actions
    suggested = list(legal.suggested.values())

    assert all(action in legal for action in suggested)
    assert bool(suggested) == bool(legal.blinds or legal.raises)
    assert suggested == sorted(set(suggested), key=lambda action: int(str(action).split()[1]))


def test_a_join_as_a_dict() -> None:
    """6.2: the seat that is asked sees what joining costs, and the pot that it is for."""
    deal = play(begin([50] * 3, GOOD, EQUAL, POOR), "look, raise 5, fold, call")

    legal = deal.legal_actions.to_dict()
    assert (legal["seat"], legal["join"], legal["pot"]) == (2, 7, 13)
    assert (legal["fold"], legal["call"], legal["raise"], legal["blind"]) == (False, None, None, None)


VIEW = play(begin([50] * 3, POOR, GOOD, BEST), "look, raise 5, fold").view(0).to_dict()


def spoiled(path: str, value: Any) -> dict[str, Any]:
    """The view with another value at a place such as ``"pots.0.chips"``; without it for the value ``...``."""
    fields = copy.deepcopy(VIEW)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inner: Any = fields
    for step in way:
        inner = inner[step]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return fields


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("version", 2, "a view of version 2 cannot be read: this is version 1"),
        ("version", True, "a view of version True cannot be read: this is version 1"),
        ("price", ..., "the fields of a view are version, seat, .*; missing: price"),
        ("secret", 1, "the fields of a view are .*; unknown: 'secret'"),
        ("seat", 3, "seat cannot be 3: it is a seat, or null"),
        ("to_act", "1", "to_act cannot be '1': it is a seat, or null"),
        ("price", 1.0, "price cannot be 1.0: it is a whole number of at least 0"),
        ("phase", "bets", "phase cannot be 'bets': it is one of dealing, blind, betting, join, over"),
        ("stacks", [1, -1], r"stacks cannot be \[1, -1\]: they are whole numbers of at least 0"),
        ("puts", "000", "puts cannot be '000': they are a list of whole numbers"),
        ("pots.0.chips", None, "a pot cannot have None chips"),
        ("pots.0", 5, "a pot must be a dict, as to_dict returns it, not an int"),
        ("hand", "7c 7c 7d", '"7c 7c 7d": 7c occurs twice'),
        ("legal_actions.fold", 1, "fold cannot be 1: it is true or false"),
        ("legal_actions.call", -1, "call cannot be -1: it is a whole number of at least 0 or null"),
        ("legal_actions.raise", {"min": 1}, "the fields of the raise are min, max, amounts, suggested; missing: max"),
        ("events.1.event", "Paid", "an event is a dict with its kind under 'event'"),
        ("events.1.ante", "1", "AntesPaid cannot have ante '1': it is not a whole number of at least 0"),
        ("events.1.ante", ..., "the fields of an AntesPaid are event, seats, ante; missing: ante"),
        ("events.2.hands", ["xx"], r"HandsDealt cannot have hands \['xx'\]: "),
        ("rules.ante", 0, "ante cannot be 0"),
    ],
)
def test_what_is_not_a_view_is_refused(path: str, value: Any, message: str) -> None:
    """One line says which field is wrong, and what would be right; the schema refuses most of it, too."""
    with pytest.raises(ValueError, match=f"^{message}") as raised:
        svara.View.from_dict(spoiled(path, value))
    assert "\n" not in str(raised.value)


def test_a_combination_is_one_of_its_hand() -> None:
    """Hands shown have the combinations that some rule set gives them; others are refused."""
    deal = play(begin([50] * 2, "8c 8d 7c", "9c Td Jh", rules="classic"), "look, raise 5, call")
    shown = next(event for event in deal.events if isinstance(event, events.HandsShown))
    written = shown.to_dict()

    assert events.Event.from_dict(written) == shown
    written["combinations"][0]["points"] += 1
    with pytest.raises(svara.InvalidDeal, match="does not have the combination"):
        events.Event.from_dict(written)
    written["combinations"].pop()
    with pytest.raises(svara.InvalidDeal, match="there are 2 hands and 1 combinations: each hand has one"):
        events.Event.from_dict(written)


def test_fields_of_an_event_are_read_by_name() -> None:
    """A field has the same form in every event."""
    assert read_fields("Folded", ("seat",), {"event": "Folded", "seat": 2}) == {"seat": 2}


def test_a_deal_says_what_it_knows() -> None:
    """Its seed, how it started, its actions, and the hands of each deal of cards."""
    deal = begin([50, 50], GOOD, EQUAL, svarkas=[deck_for({0: POOR, 1: BEST}, 1)])
    play(deal, "look, raise 5, call, look, fold")

    assert deal.seed is None
    assert deal.started == deal.events[0]
    assert [str(action) for action in deal.actions] == ["look", "raise 5", "call", "look", "fold"]
    assert deal.dealt == ((svara.Hand(GOOD), svara.Hand(EQUAL)), (svara.Hand(POOR), svara.Hand(BEST)))
    assert svara.Deal.start("classic", stacks=[5, 5], dealer=0, seed=7).seed == 7


@settings(max_examples=100)
@given(deals())
def test_what_a_deal_counts_is_in_its_events(deal: svara.Deal) -> None:
    """Counts agree with the events; raises are counted since the cards were last dealt."""
    kinds = [type(event) for event in deal.events]
    since = kinds[len(kinds) - kinds[::-1].index(events.HandsDealt) :]

    assert {kind: deal.count(kind) for kind in set(kinds)} == {kind: kinds.count(kind) for kind in set(kinds)}
    assert deal.actions == tuple(action for event in deal.events if (action := events.action_of(event)))
    assert deal.raise_count == (since.count(events.Raised) if deal.phase in {"blind", "betting"} else 0)
    assert deal.view(None).raise_count == deal.raise_count
    at_once, most = 0, 0
    for event in deal.events:
        if isinstance(event, events.HandsDealt):
            at_once = 0
        elif isinstance(event, events.PotWon):
            at_once += 1
        elif isinstance(event, events.SvarkaDeclared):
            at_once += len(event.pots)
        most = max(most, at_once)
    assert deal.max_pots == most


@pytest.mark.parametrize(
    ("seat", "action", "message"),
    [
        (0, "look", "seat 0 cannot look: it is the turn of seat 1"),
        (2, svara.Raise(5), "seat 2 cannot raise 5: it is the turn of seat 1"),
        (7, "raise 5", "seat 7 cannot raise 5: it is the turn of seat 1"),
        (0, "bet 5", "seat 0 cannot do 'bet 5': it is the turn of seat 1"),
        (True, "look", "seat True cannot look: it is the turn of seat 1"),
        ("1", svara.Look(), "seat '1' cannot look: it is the turn of seat 1"),
    ],
)
def test_8_2_a_seat_whose_turn_it_is_not_is_refused(seat: Any, action: Any, message: str) -> None:
    """A host that knows who acts names the seat; otherwise the deal is unchanged."""
    deal = begin([50] * 3, POOR, GOOD, BEST)
    before = deal.copy()

    with pytest.raises(svara.IllegalAction) as raised:
        deal.play(action, seat=seat)
    assert (str(raised.value), raised.value.seat, raised.value.action) == (message, 1, action)
    assert deal == before
    deal.play("look", seat=1)
    assert deal.phase == "betting"


def test_nobodys_turn() -> None:
    """When the deal is over no seat can act."""
    deal = play(begin([50] * 2, POOR, GOOD), "look, fold")

    with pytest.raises(svara.IllegalAction, match=r"^seat 0 cannot fold: nobody is to act$"):
        deal.play("fold", seat=0)


@pytest.mark.parametrize("seed", [0, 7, 2**53 + 1, 2**256 - 1])
def test_a_seed_is_written_as_a_text(seed: int) -> None:
    """Deals and tables are written with a text that no reader of JSON rounds, and read from nothing else."""
    text = f"0x{seed:064x}"
    deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=seed)
    table = svara.Table("vipsvara", names=["Ana", "Boris"], stacks=[50, 50], seed=seed)
    table.start_deal()
    written, kept = json.loads(json.dumps(deal.to_dict())), json.loads(json.dumps(table.to_dict()))

    assert written["seed"] == kept["seed"] == text
    assert svara.Deal.from_dict(written).seed == svara.Table.from_dict(kept).seed == seed
    for other in (seed, str(seed), f"{seed:x}", text.upper(), text + "0", True, [text]):
        for form, error in ((written, svara.InvalidDeal), (kept, svara.InvalidTable)):
            read: Any = svara.Deal.from_dict if form is written else svara.Table.from_dict
            with pytest.raises(error, match=r"the seed cannot be .* it is a text of 0x and 64 hexadecimal digits"):
                read(form | {"seed": other})


@pytest.mark.parametrize("menu", ["basic", "fine", "all"])
@pytest.mark.parametrize("actions", [(), ("blind 2",), ("look",), ("look", "raise 3"), ("blind 2", "look")])
def test_actions_of_a_menu_have_a_form(menu: str, actions: tuple[str, ...]) -> None:
    """What a menu leaves of the legal actions goes through JSON, too, and suggests amounts that are legal."""
    deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
    for action in actions:
        deal.play(action)
    legal = svara.find_menu(menu).actions(deal)

    assert svara.LegalActions.from_dict(json.loads(json.dumps(legal.to_dict()))) == legal
    assert (legal.price, legal.pot) == (deal.legal_actions.price, deal.legal_actions.pot)
    assert legal.suggested
    assert all(action in legal for action in legal.suggested.values())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dealer": 99}, "dealer cannot be 99: it is a seat"),
        ({"puts": [1]}, "puts cannot be .1.: there is one for each of 2 seats"),
        ({"seats": [0, 7]}, "seats cannot be .0, 7.: the seats are 0 to 1"),
        ({"pots": [{"chips": 2, "seats": [0, 99]}]}, "the seats of a pot cannot be .0, 99.: the seats are 0 to 1"),
        ({"hand": 5}, "hand cannot be 5: it is a text like '7c Kd Kh', or null"),
        ({"events": []}, "the events of a view begin with Started"),
    ],
)
def test_views_that_no_deal_has_are_refused(change: dict[str, Any], message: str) -> None:
    """Where fields contradict each other, too, the error is the documented one."""
    fields = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7).view(0).to_dict()

    with pytest.raises(svara.InvalidDeal, match=f"^{message}"):
        svara.View.from_dict({**fields, **change})


def test_dealt_hands_of_a_view_are_as_many_as_its_seats() -> None:
    """A shorter list raised an IndexError."""
    fields = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7).view(0).to_dict()
    fields["events"][2]["hands"] = [None]

    with pytest.raises(svara.InvalidDeal, match=r"^the hands of HandsDealt are one for each of 2 seats"):
        svara.View.from_dict(fields)


def test_an_event_of_another_kind_is_refused() -> None:
    """A reader of raises does not get a fold."""
    folded = events.Folded(seat=1).to_dict()

    assert events.Event.from_dict(folded) == events.Folded(seat=1)
    with pytest.raises(svara.InvalidDeal, match=r"is not of the kind Raised$"):
        events.Raised.from_dict(folded)
