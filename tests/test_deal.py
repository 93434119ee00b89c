"""A deal as a whole: refusals, chance, copies and round trips (section 8)."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest

import svara
from deals import BEST, EQUAL, FAIR, GOOD, POOR, begin, deck_for, play, total
from svara import Blind, Call, Decline, Fold, Join, Look, Raise, events

DECK = list(range(32))


def everything(deal: svara.Deal) -> object:
    """Everything that is visible of a deal, to see whether something changed."""
    return deal.to_dict(), deal.events, deal.stacks, deal.puts, deal.pots, deal.phase, deal.to_act, deal.dealer


STATES = {
    "blind": begin([50, 50, 50]),
    "betting": play(begin([50, 50, 50]), "look, raise 10"),
    "join": play(begin([50, 50, 50], GOOD, EQUAL, FAIR), "look, raise 5, call, call"),
    "dealing": svara.Deal.start("vipsvara", stacks=[50, 50, 50], dealer=0),
    "over": play(begin([50, 50, 50]), "look, fold, fold"),
}

NO_AMOUNTS: list[Any] = [0, -5, 2**63, 10**5000, True, 12.0, float("nan"), "12", None, "1\n2", [0] * 1000]
HOPELESS: list[Any] = [
    *(10**5000, "9" * 5000, "\ud800", "look\n", "fold\0", object(), type, range(5)),
    *(-5, 0, True, 4.5, float("nan"), "4", None, [], b"call", "raise 007", "raise +8", "", "check", 2**63),
    *(Raise(amount) for amount in NO_AMOUNTS),
    *(Blind(amount) for amount in NO_AMOUNTS),
    *("raise 0", "raise 50", "raise 9223372036854775808", "blind 0", "blind 50", "blind 9223372036854775808"),
]


@pytest.mark.parametrize("phase", STATES)
@pytest.mark.parametrize("action", HOPELESS, ids=lambda action: type(action).__name__)
def test_8_2_what_is_never_legal_is_refused_and_changes_nothing(phase: str, action: Any) -> None:
    """The error says in one line which seat, what was tried and what is allowed, and carries the three."""
    deal = STATES[phase]
    assert deal.phase == phase
    before = everything(deal)

    with pytest.raises(svara.IllegalAction) as refused:
        deal.play(action)

    assert everything(deal) == before
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250
    assert refused.value.seat == deal.to_act
    assert refused.value.action is action
    assert refused.value.legal == deal.legal_actions


@pytest.mark.parametrize("phase", STATES)
def test_8_2_every_verb_is_legal_in_its_phase_only(phase: str) -> None:
    """A join outside the phase ``join``, a look while betting, anything when the deal is over."""
    verbs: dict[str, list[svara.Action]] = {
        "blind": [Blind(1), Look()],
        "betting": [Fold(), Call(), Raise(11)],
        "join": [Join(), Decline()],
        "dealing": [],
        "over": [],
    }
    for actions in verbs.values():
        for action in actions:
            deal = STATES[phase].copy()
            if action in verbs[phase]:
                deal.play(action)
                continue
            with pytest.raises(svara.IllegalAction):
                deal.play(action)
            assert deal == STATES[phase]


@pytest.mark.parametrize(
    ("phase", "action", "message"),
    [
        ("blind", "fold", "seat 1 cannot fold: it may blind 1-49, look"),
        ("betting", "raise 5", "seat 2 cannot raise 5: the price is 10 and it may fold, call for 10, raise to 11-49"),
        ("betting", Raise(99), "seat 2 cannot raise 99: the price is 10 and it may fold, call for 10, raise to 11-49"),
        ("betting", "look", "seat 2 cannot look: the price is 10 and it may fold, call for 10, raise to 11-49"),
        ("join", "call", "seat 2 cannot call: it may join for 9, decline"),
        ("dealing", "look", "nobody can look: the deal waits for cards"),
        ("over", "join", "nobody can join: the deal is over"),
        ("blind", 4.5, "seat 1 cannot do 4.5: it may blind 1-49, look"),
    ],
)
def test_8_2_the_error_is_one_clear_line(phase: str, action: Any, message: str) -> None:
    """The error names the seat, what was tried and what is allowed."""
    deal = STATES[phase]
    with pytest.raises(svara.IllegalAction) as refused:
        deal.play(action)

    assert str(refused.value) == message
    assert str(pickle.loads(pickle.dumps(refused.value))) == message


# Chance.


def test_the_phase_dealing_waits_for_cards() -> None:
    """Without a seed and without decks the deal waits, antes paid, until it is handed a deck."""
    deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0)
    assert (deal.phase, deal.to_act, deal.hands) == ("dealing", None, (None, None))
    assert deal.stacks == (49, 49)

    deal.deal("7c Kh 7d Kd 7h Kc")
    assert (deal.phase, deal.to_act) == ("blind", 1)
    assert deal.hands == (svara.Hand("Kh Kd Kc"), svara.Hand("7c 7d 7h"))


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("7c Kh 7d Kd 7h", "the deck has 5 cards, but the deal needs 6"),
        ("7c Kh 7d Kd 7h 7c", "7c occurs twice"),
        ([*DECK, 0], "7c occurs twice"),
        ([0, 1, 2, 3, 4, 32], "32 is not a card number"),
        ("7c Kh 7d Kd 7h 6c", "no card starts with"),
        ("", "the deck has 0 cards"),
    ],
)
def test_a_deck_with_a_card_twice_or_too_few_cards_is_refused(deck: Any, message: str) -> None:
    """At the start and in the phase dealing, and the deal waits on."""
    deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0)
    before = everything(deal)
    with pytest.raises(svara.InvalidCards, match=message):
        deal.deal(deck)
    assert everything(deal) == before

    with pytest.raises(svara.InvalidCards, match=message):
        svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, decks=[deck])


@pytest.mark.parametrize("deck", [None, 5, 4.5, b"", [None], [[0, 1, 2]], set(DECK), frozenset(DECK)])
def test_what_is_no_deck_at_all_is_refused(deck: Any) -> None:
    """The type is named; a set has no order to deal in."""
    deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0)
    with pytest.raises(svara.InvalidDeal, match=r"^a deck cannot be .*: (cards are|a card is|a deck must be) .*, not "):
        deal.deal(deck)
    assert deal.phase == "dealing"


@pytest.mark.parametrize("phase", ["blind", "betting", "join", "over"])
def test_a_second_deck_is_refused(phase: str) -> None:
    """Cards are dealt in the phase dealing only."""
    deal = STATES[phase]
    before = everything(deal)
    with pytest.raises(svara.IllegalAction, match=r"^no cards can be dealt now: (seat \d is to act|the deal is over)"):
        deal.deal(DECK)
    assert everything(deal) == before


def test_a_deck_too_short_for_its_svarka_refuses_the_action_that_leads_there() -> None:
    """Six cards do for two seats; when seat 2 joins, its join is refused and it is asked still."""
    deal = begin([50] * 3, GOOD, EQUAL, FAIR, svarkas=[deck_for({0: POOR, 1: BEST}, 1)])
    play(deal, "look, raise 5, call, call")
    before = everything(deal)

    with pytest.raises(svara.InvalidCards, match=r"^the deck has 6 cards, but the deal needs 9$"):
        deal.play("join")
    assert everything(deal) == before

    deal.play("decline")
    assert deal.hands == (svara.Hand(POOR), svara.Hand(BEST), None)


def test_out_of_decks_the_deal_waits() -> None:
    """One deck was given, and a svarka needs another."""
    deal = play(begin([50, 50], GOOD, EQUAL), "look, raise 5, call")
    phases = [deal.phase]
    deal.deal(deck_for({0: POOR, 1: BEST}, 1))

    assert [*phases, deal.phase] == ["dealing", "blind"]


def test_8_4_a_seed_fixes_every_shuffle() -> None:
    """Deck k of a deal is `shuffled_deck(seed, k)`, in the deal and in its svarkas."""
    seed = next(seed for seed in range(1000) if len(set(map(svara.Hand.points, _hands(seed)))) == 1)
    deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=seed)
    assert deal.hands == tuple(_hands(seed))

    play(deal, "look, raise 5, call")
    second = svara.shuffled_deck(seed, 1)
    assert deal.hands == (svara.Hand(second[0:6:2]), svara.Hand(second[1:6:2]))


def _hands(seed: int) -> list[svara.Hand]:
    deck = svara.shuffled_deck(seed)
    return [svara.Hand(deck[1:6:2]), svara.Hand(deck[0:6:2])]


def test_8_4_golden_seeds() -> None:
    """These hands come from these seeds on every machine and in every version."""
    golden = {
        0: "7c 8s Jc; 8c Jh Ac; 7d Qs Kd",
        7: "7c Jh Qs; 7d 7h 9c; 8c Td Js",
        2**64: "7d Kd Kh; 9c Qd Ac; Th Jh Ks",
        2**256 - 1: "8d Td Kh; 8c 9d Jd; 7c Th Kc",
    }
    for seed, hands in golden.items():
        deal = svara.Deal.start("vipsvara", stacks=[5, 5, 5], dealer=0, seed=seed)
        assert "; ".join(map(str, deal.hands)) == hands


@pytest.mark.parametrize("seed", [-1, 2**256, True, 1.0, "7", b"7"])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    """A seed is a whole number from 0 to 2**256 - 1."""
    with pytest.raises(svara.InvalidDeal, match=r"^a seed cannot be .*: it is a whole number from 0 to 2\*\*256 - 1$"):
        svara.Deal.start("vipsvara", stacks=[5, 5], dealer=0, seed=seed)


def test_a_seed_and_decks_exclude_each_other() -> None:
    """There is one source of cards."""
    with pytest.raises(svara.InvalidDeal, match=r"^a deal takes its cards from a seed or from decks, not from both$"):
        svara.Deal.start("vipsvara", stacks=[5, 5], dealer=0, seed=1, decks=[DECK])


def test_no_global_generator_is_touched() -> None:
    """The state of `random` is the same after a deal."""
    random.seed(1)
    before = random.getstate()
    play(svara.Deal.start("vipsvara", stacks=[5, 5], dealer=0, seed=1), "look, fold")

    assert random.getstate() == before


# Copies and round trips.


@pytest.mark.parametrize("phase", STATES)
@pytest.mark.parametrize(
    "again",
    [
        svara.Deal.copy,
        copy.copy,
        copy.deepcopy,
        lambda deal: pickle.loads(pickle.dumps(deal)),
        lambda deal: svara.Deal.from_dict(deal.to_dict()),
        lambda deal: svara.Deal.from_dict(json.loads(json.dumps(deal.to_dict()))),
    ],
    ids=["copy", "copy.copy", "copy.deepcopy", "pickle", "dict", "json"],
)
def test_a_deal_made_again_is_equal_and_goes_on_alike(phase: str, again: Any) -> None:
    """Equal state, equal legal actions, equal continuation; and what happens in one leaves the other alone."""
    deal = STATES[phase].copy()
    other = again(deal)
    assert everything(other) == everything(deal)
    assert other == deal
    assert other.legal_actions == deal.legal_actions

    while deal.legal_actions:
        before = everything(other)
        action = deal.legal_actions[-1]
        deal.play(action)
        assert everything(other) == before
        assert other != deal
        other.play(action)
        assert everything(other) == everything(deal)


def test_equal_deals_have_the_same_events() -> None:
    """Deals are equal whether their further cards come from a seed or from the same decks."""
    with_seed = svara.Deal.start("vipsvara", stacks=[5, 5], dealer=0, seed=7)
    with_deck = svara.Deal.start("vipsvara", stacks=[5, 5], dealer=0, decks=[svara.shuffled_deck(7)])

    assert with_seed == with_deck
    assert with_seed != svara.Deal.start("vipsvara", stacks=[5, 5], dealer=0, seed=8)
    assert with_seed != svara.Deal.start("vipsvara", stacks=[5, 5], dealer=1, seed=7)
    assert with_seed != "deal"
    with pytest.raises(TypeError, match="unhashable"):
        hash(with_seed)


def test_the_repr_is_one_line() -> None:
    """Phase, dealer, chips and turn."""
    assert repr(STATES["betting"]) == (
        "<Deal vipsvara: betting, dealer 0, stacks [49, 39, 49], puts [0, 10, 0], price 10, pots [3], seat 2 to act>"
    )
    assert repr(STATES["over"]) == "<Deal vipsvara: over, dealer 0, stacks [52, 49, 49]>"


def test_a_deal_begins_with_start() -> None:
    """There is no empty deal."""
    with pytest.raises(TypeError, match=r"^a deal begins with Deal\.start$"):
        svara.Deal()


def test_rules_by_name_or_by_value() -> None:
    """`start` takes either, and refuses a value that is not a rule set."""
    assert svara.Deal.start("classic", stacks=[5, 5], dealer=0).rules == svara.find_rules("classic")
    with pytest.raises(
        svara.InvalidRules, match=r"^there are no rules 'poker': the rule sets are vipsvara, fortegames, classic$"
    ):
        svara.Deal.start("poker", stacks=[5, 5], dealer=0)
    with pytest.raises(svara.InvalidRules):
        svara.Deal.start(None, stacks=[5, 5], dealer=0)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"version": 2}, svara.InvalidDeal),
        ({"version": True}, svara.InvalidDeal),
        ({"version": None}, svara.InvalidDeal),
        ({"surplus": 1}, svara.InvalidDeal),
        ({"rules": {}}, svara.InvalidRules),
        ({"rules": None}, svara.InvalidRules),
        ({"stacks": [50]}, svara.InvalidDeal),
        ({"stacks": [50, 50, "50"]}, svara.InvalidDeal),
        ({"dealer": 3}, svara.InvalidDeal),
        ({"out": [0]}, svara.InvalidDeal),
        ({"seed": -1}, ValueError),
        ({"seed": None, "decks": ["7c"]}, svara.InvalidCards),
        ({"seed": None, "decks": "7c"}, svara.InvalidDeal),
        ({"seed": None, "decks": None}, svara.InvalidDeal),
        ({"decks": ["7c"]}, svara.InvalidDeal),
        ({"actions": ["look", "raise 10", "raise 10"]}, svara.IllegalAction),
        ({"actions": ["look", 5]}, svara.IllegalAction),
        ({"actions": None}, svara.InvalidDeal),
        ({"actions": "look"}, svara.InvalidDeal),
    ],
)
def test_a_dict_from_outside_is_played_and_refused_where_it_is_wrong(change: Any, error: Any) -> None:
    """Every altered event is found."""
    fields = STATES["betting"].to_dict()
    assert svara.Deal.from_dict(fields) == STATES["betting"]

    with pytest.raises(error) as refused:
        svara.Deal.from_dict(fields | change)
    assert "\n" not in str(refused.value)


def test_a_dict_with_a_field_missing_or_that_is_no_dict_is_refused() -> None:
    """Each field is needed."""
    fields = STATES["betting"].to_dict()
    for name in fields:
        with pytest.raises(svara.InvalidDeal, match=r"^(the fields of )?a deal "):
            svara.Deal.from_dict({key: value for key, value in fields.items() if key != name})
    others: list[Any] = [None, [], "deal", 5]
    for other in others:
        with pytest.raises(svara.InvalidDeal, match=r"^a deal must be a dict"):
            svara.Deal.from_dict(other)


def test_a_refused_action_of_a_dict_is_named_by_its_number() -> None:
    """The third action cannot be played."""
    fields = STATES["betting"].to_dict() | {"actions": ["look", "raise 10", "raise 5"]}
    with pytest.raises(svara.IllegalAction, match=r"^action 3: seat 2 cannot raise 5: the price is 10"):
        svara.Deal.from_dict(fields)


@pytest.mark.parametrize("phase", STATES)
def test_the_events_make_the_deal_again(phase: str) -> None:
    """All that happened follows from the start, the hands and the actions."""
    deal = STATES[phase]

    assert svara.Deal.from_events(deal.events) == deal


def test_events_survive_a_pickle() -> None:
    """Each is equal to what it was, its hands and combinations included."""
    happened = play(begin([50, 50], GOOD, FAIR), "look, raise 5, call").events

    assert pickle.loads(pickle.dumps(happened)) == happened
    assert copy.deepcopy(happened) == happened


def test_events_that_do_not_follow_are_refused() -> None:
    """A pot of one chip more, an event missing, no start."""
    happened = play(begin([50, 50], GOOD, FAIR), "look, raise 5, call").events
    altered = (*happened[:-1], events.PotWon(seat=0, chips=13))
    for wrong in (altered, happened[:-1], happened[1:], (), (*happened, happened[-1])):
        with pytest.raises(svara.InvalidDeal):
            svara.Deal.from_events(wrong)


def test_every_event_prints_as_one_plain_sentence() -> None:
    """The events of a deal with a blind, an all-in, a fold, an uncalled bet and a svarka with a joiner."""
    deal = svara.Deal.start(
        svara.find_rules("vipsvara").but(ante=2),
        stacks=[60, 60, 8, 60],
        dealer=3,
        decks=[
            deck_for({0: GOOD, 1: EQUAL, 2: FAIR, 3: POOR}, 3),
            deck_for({0: POOR, 1: FAIR, 3: BEST}, 0),
        ],
    )
    play(deal, "blind 1, look, raise 20, call, fold, raise 40, call, join, blind 2, look, raise 9, fold, fold")

    assert list(map(str, deal.events)) == [
        "seat 3 deals vipsvara for seats 0, 1, 2 and 3",
        "seats 0, 1, 2 and 3 pay the ante of 2 chips",
        "seat 3 deals three cards to seats 0, 1, 2 and 3",
        "seat 0 bets 1 chip blind",
        "seat 1 looks",
        "seat 1 raises to 20",
        "seat 2 calls for 6 chips",
        "seat 3 folds",
        "seat 0 raises to 40",
        "seat 1 calls for 20 chips",
        (
            "seat 0 shows K♣ K♦ K♥, 30 points (three of a kind K♥ K♦ K♣); "
            "seat 1 shows J♣ J♦ J♥, 30 points (three of a kind J♥ J♦ J♣); "
            "seat 2 shows 8♦ 9♦ 9♥, 17 points (one suit 9♦ 8♦)"
        ),
        "svarka for 94 chips for seats 0 and 1; joining costs 47 chips",
        "seat 3 joins the svarka for 47 chips",
        "seat 0 deals three cards to seats 1, 3 and 0",
        "seat 1 bets 2 chips blind",
        "seat 3 looks",
        "seat 3 raises to 9",
        "seat 0 folds",
        "seat 1 folds",
        "7 chips that nobody called go back to seat 3",
        "seat 3 wins a pot of 145 chips",
    ]


def test_8_1_chips_add_up_through_all_of_it() -> None:
    """Through blinds, bets, a showdown, a svarka and its end."""
    deal = begin([50] * 3, GOOD, EQUAL, FAIR, ante=3, svarkas=[deck_for({0: POOR, 1: BEST, 2: FAIR}, 1)])
    for action in ["blind 2", "blind 4", "look", "call", "call", "call", "join", "look", "raise 9", "call", "fold"]:
        play(deal, action)
        assert total(deal) == 150
    assert deal.phase == "over"
