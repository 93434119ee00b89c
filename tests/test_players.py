"""The players that come with svara, and what happens when a player fails."""

from __future__ import annotations

import functools
import pickle
import threading
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import svara
from deals import BEST, EQUAL, FAIR, GOOD, POOR, begin, deck_for
from evenings import Says, Sleeper, Witness, table
from svara import events
from svara.players import KINDS, CallingPlayer, Clocked, OddsPlayer, Player, RandomPlayer
from svara.tables.runner import NoAnswer
from test_deal_properties import starts

CALLING = CallingPlayer()


def names(deal: svara.Deal) -> list[str]:
    """Return the actions of the seats, as sentences."""
    return [str(event) for event in deal.events if events.action_of(event)]


# The runner.


def test_a_player_is_called_with_the_view_alone() -> None:
    """Each act of a seat is an answer to the view that the deal has for it."""
    witness = Witness(CALLING)
    deal = begin([50] * 3, POOR, GOOD, BEST)
    assert svara.play_deal(deal, [CALLING, witness, CALLING]) == ()

    assert [view.phase for view in witness.views] == ["blind", "betting"]
    assert all(type(view) is svara.View and view.seat == view.to_act == 1 for view in witness.views)
    assert deal.winners == (2,)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (ValueError("no idea"), "failed: ValueError('no idea')"),
        (SystemExit(3), "failed: SystemExit(3)"),
        (svara.InvalidCards("no card"), "failed: InvalidCards('no card')"),
        (RuntimeError("two\nlines"), r"failed: RuntimeError('two\nlines')"),
        ("raise 1000", "answered 'raise 1000', which is not legal: it may fold, call for 5, raise to 6-49"),
        (svara.Raise(1000), "answered raise 1000, which is not legal: it may fold, call for 5, raise to 6-49"),
        ("Call", "answered 'Call', which is not legal: it may fold, call for 5, raise to 6-49"),
        (None, "answered None, which is not legal: it may fold, call for 5, raise to 6-49"),
        (7, "answered 7, which is not legal: it may fold, call for 5, raise to 6-49"),
        ("x" * 200, f"answered '{'x' * 98}…, which is not legal: it may fold, call for 5, raise to 6-49"),
        (svara.Raise("6"), "answered raise '6', a str, which is not legal: it may fold, call for 5, raise to 6-49"),  # type: ignore[arg-type]
    ],
)
def test_8_5_a_player_that_fails_folds(answer: Any, why: str) -> None:
    """The deal goes on without the player, and one line describes what it did."""
    deal = begin([50] * 3, POOR, GOOD, BEST)
    deal.play("look")
    deal.play("raise 5")
    forfeits = svara.play_deal(deal, [CALLING, CALLING, Says(answer)])

    assert forfeits == (events.Forfeited(2, svara.Fold(), why),)
    assert str(forfeits[0]) == f"seat 2 folds by forfeit: {why}"
    assert (deal.phase, deal.winners) == ("over", (1,))


@pytest.mark.parametrize(
    ("text", "why"),
    [("went away", "went away"), ("two\nlines ", "two lines"), ("", "did not answer"), ("\n", "did not answer")],
)
def test_a_table_notes_any_reason_not_to_answer(text: str, why: str) -> None:
    """A player that says itself why it has no answer does not stop the table, whatever it says."""
    evening = table(50, 50, seed=7)
    evening.play_deal([Says(NoAnswer(text)), Says(NoAnswer(text))])

    assert {event.why for event in evening.events if isinstance(event, events.Forfeited)} == {why}


def test_a_player_cannot_change_what_is_legal() -> None:
    """A player that tries to change its legal actions, to raise beyond its chips, folds."""

    class Cheat:
        """Tries to change its view."""

        def act(self, view: svara.View) -> Any:
            """Allow itself more, and take it."""
            view.legal_actions.raises = range(10**6)
            return svara.Raise(10**5)

    deal = begin([50] * 3, POOR, GOOD, BEST)
    deal.play("look")
    deal.play("raise 5")
    forfeits = svara.play_deal(deal, [CALLING, CALLING, Cheat()])

    assert [forfeited.why for forfeited in forfeits] == ["failed: AttributeError('LegalActions cannot be changed')"]
    assert deal.winners == (1,)
    legal = begin([50] * 2).legal_actions
    assert pickle.loads(pickle.dumps(legal)) == legal


def test_8_5_a_player_that_fails_looks_before_it_folds() -> None:
    """In the blind bets there is no fold: it looks, and folds when asked again."""
    deal = begin([50] * 3, POOR, GOOD, BEST)
    noted: list[events.Forfeited] = []
    forfeits = svara.play_deal(deal, [CALLING, Says("fold?"), CALLING], on_forfeit=noted.append)

    assert [str(forfeited.action) for forfeited in forfeits] == ["look", "fold"]
    assert tuple(noted) == forfeits


def test_8_5_a_player_that_fails_declines() -> None:
    """Asked to join a svarka, it declines."""
    svarka = deck_for({1: POOR, 2: BEST}, 1)
    deal = begin([50] * 3, POOR, GOOD, EQUAL, svarkas=[svarka])
    for action in ("look", "raise 5", "call", "fold"):
        deal.play(action)
    forfeits = svara.play_deal(deal, {0: Says(8), 1: CALLING, 2: CALLING})

    assert forfeits[0].action == svara.Decline()
    assert str(forfeits[0]).startswith("seat 0 declines by forfeit: answered 8, which is not legal: it may join")
    assert deal.winners == (2,)


def test_a_seat_outside_the_deal_may_have_no_player() -> None:
    """Where everybody at the table may join, an absent player declines."""
    svarka = deck_for({0: POOR, 1: BEST}, 1)
    deal = begin([50] * 3, GOOD, EQUAL, rules="fortegames", out=[2], svarkas=[svarka])
    forfeits = svara.play_deal(deal, [CALLING, CALLING, None])

    assert [str(forfeited) for forfeited in forfeits] == ["seat 2 declines by forfeit: the seat has no player"]


@pytest.mark.parametrize("players", [[CALLING, CALLING], {0: CALLING, 2: CALLING}, [CALLING, None, CALLING], [1, 2, 3]])
def test_every_seat_of_a_deal_needs_a_player(players: Any) -> None:
    """Whoever set up the table gets the error, and the deal is unchanged."""
    deal = begin([50] * 3, POOR, GOOD, BEST)
    before = deal.copy()
    with pytest.raises(
        svara.InvalidTable, match=r"^seat \d is in the deal and cannot be played by .*: a player is an object"
    ):
        svara.play_deal(deal, players)
    assert deal == before


def test_ctrl_c_is_no_failure() -> None:
    """It goes through, and the deal stays where it is and can go on."""
    deal: Any = begin([50] * 3, POOR, GOOD, BEST)
    with pytest.raises(KeyboardInterrupt):
        svara.play_deal(deal, [CALLING, Says(KeyboardInterrupt()), CALLING])
    assert deal.phase == "blind"
    svara.play_deal(deal, [CALLING] * 3)
    assert deal.phase == "over"


def test_a_deck_too_short_is_no_players_fault() -> None:
    """The deck for a svarka has too few cards: whoever gave it gets the error."""
    deal = begin([50] * 3, POOR, GOOD, EQUAL, svarkas=[["7c", "8c"]])
    with pytest.raises(svara.InvalidCards, match="the deck has 2 cards"):
        svara.play_deal(deal, [CALLING] * 3)


def test_a_deal_that_waits_for_cards_is_left_waiting() -> None:
    """Without a seed the players play until cards are wanted."""
    deal = svara.Deal.start("vipsvara", stacks=[5, 5], dealer=0)
    svara.play_deal(deal, [CALLING, CALLING])
    assert deal.phase == "dealing"


def test_a_table_writes_down_who_failed_and_goes_on() -> None:
    """The events of the table say why; they are there as soon as it happened, and in what is saved."""
    evening = table(50, 50, 50, seed=7)
    seen = []

    class Looker:
        """Sees how much is written down when it is asked."""

        def act(self, view: svara.View) -> Any:
            """Count, and call."""
            seen.append(len(evening.events))
            return CALLING.act(view)

    for _ in range(3):
        assert evening.play_deal([CALLING, Says("nonsense"), Looker()])

    failed = [event for event in evening.events if isinstance(event, events.Forfeited)]
    assert {event.seat for event in failed} == {1}
    assert len(failed) >= 3
    assert max(seen) > 3
    assert svara.Table.from_dict(evening.to_dict()) == evening


def test_a_table_goes_on_with_the_deal_that_is_on() -> None:
    """`play_deal` ends the deal that has begun, else it starts the next."""
    evening = table(50, 50, seed=7)
    begun = evening.start_deal()
    assert evening.play_deal([CALLING, CALLING]) is begun
    assert evening.deals == 1
    assert evening.play_deal([CALLING, CALLING]) is not begun


# The clock.


def test_a_player_that_takes_too_long_forfeits() -> None:
    """Its clock runs out, its late answer is dropped, and no second view reaches it while it thinks."""
    sleeper = Sleeper()
    clocked = Clocked(sleeper, seconds=0.01)
    deal = begin([50] * 3, POOR, GOOD, BEST)
    forfeits = svara.play_deal(deal, [CALLING, clocked, CALLING])

    assert [forfeited.why for forfeited in forfeits] == [
        "took longer than 0.01 seconds",
        "still thinks about an earlier turn",
    ]
    assert deal.phase == "over"
    assert sleeper.asked == 1

    sleeper.is_let_go = True
    assert clocked._thinking is not None
    clocked._thinking.join()
    with_time = Clocked(sleeper, seconds=60)
    svara.play_deal(begin([50] * 3, POOR, GOOD, BEST), [CALLING, with_time, CALLING])
    assert sleeper.asked == 3


def test_a_clock_changes_nothing_else() -> None:
    """In time, a player plays as without a clock, its errors included, and each deal ends with all its threads."""
    before = threading.active_count()
    for player in (CALLING, Says("nonsense"), Says(ValueError("x"))):
        plain, clocked = begin([50] * 2, POOR, BEST), begin([50] * 2, POOR, BEST)
        assert svara.play_deal(plain, [player] * 2) == svara.play_deal(clocked, [Clocked(player, seconds=60)] * 2)
        assert plain == clocked
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.daemon and thread.name.endswith("(_think)"):
            thread.join()
    assert threading.active_count() == before


def test_a_clock_can_be_pickled_and_has_a_name() -> None:
    """It goes to a worker with its player, and passes on a new seed."""
    clocked = pickle.loads(pickle.dumps(Clocked(RandomPlayer(seed=3), seconds=2)))
    clocked.reseed(5)
    Clocked(CALLING, seconds=1).reseed(5)

    assert (clocked.name, clocked.seconds) == ("random", 2)
    assert clocked.player._random.random() == RandomPlayer(seed=5)._random.random()
    assert Clocked(Says(1), seconds=1).name == "Says"


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_clock_has_some_time(seconds: float) -> None:
    """A clock without time is refused."""
    with pytest.raises(ValueError, match=r"^a clock cannot have .* seconds: it has more than 0$"):
        Clocked(CALLING, seconds=seconds)


# The shipped players.


@given(starts(), st.lists(st.sampled_from(sorted(KINDS)), min_size=10, max_size=10), st.integers(0, 99))
@settings(deadline=None)
def test_shipped_players_do_only_what_is_legal(start: dict[str, Any], kinds: list[str], seed: int) -> None:
    """With all stacks and rules, no shipped player forfeits, and every deal ends."""
    players: list[Player] = [KINDS[kind]() for kind in kinds]
    for seat, player in enumerate(players):
        if isinstance(player, RandomPlayer):
            player.reseed(100 * seed + seat)
    deal = svara.Deal.start(**start)

    assert svara.play_deal(deal, players) == ()
    assert deal.phase == "over"
    assert all(isinstance(player, Player) for player in players)


def test_random_player_does_everything() -> None:
    """Over some deals it does each of the seven actions, bets of many sizes, and the same again from the same seed."""
    done: list[list[str]] = []
    for _ in range(2):
        players = [RandomPlayer(seed=seat) for seat in range(3)]
        done.append([])
        for seed in range(150):
            deal = svara.Deal.start("vipsvara", stacks=[100] * 3, dealer=0, seed=seed)
            svara.play_deal(deal, players)
            done[-1] += [str(events.action_of(event)) for event in deal.events if events.action_of(event)]

    assert done[0] == done[1]
    verbs = Counter(action.split()[0] for action in done[0])
    assert set(verbs) == {"blind", "look", "fold", "call", "raise", "join", "decline"}
    assert len({action for action in done[0] if action.startswith("raise")}) > 30


def test_4_3_random_player_bets_any_amount_from_a_multiple_of_the_last_blind() -> None:
    """With "2+" its blinds after a blind of 3 are whole amounts of at least 6, some of them not multiples."""
    blinds: set[int] = set()
    for seed in range(300):
        deal = begin([100, 100], blind_multiples="2+")
        deal.play("blind 3")
        action = RandomPlayer(seed=seed).act(deal.view(0))
        if isinstance(action, svara.Blind):
            blinds.add(action.amount)

    assert min(blinds) == 6
    assert max(blinds) <= 99
    assert any(amount % 3 for amount in blinds)


def test_calling_player_pays_whatever_is_asked() -> None:
    """It looks, raises to the least where it can only bet, calls, and joins a svarka."""
    svarka = deck_for({0: BEST, 1: POOR, 2: FAIR}, 1)
    deal = begin([50] * 3, POOR, GOOD, EQUAL, svarkas=[svarka])
    svara.play_deal(deal, [CALLING] * 3)

    assert names(deal) == [
        "seat 1 looks",
        "seat 1 raises to 1",
        "seat 2 calls for 1 chip",
        "seat 0 calls for 1 chip",
        "seat 0 joins the svarka for 3 chips",
        "seat 2 looks",
        "seat 2 raises to 1",
        "seat 0 calls for 1 chip",
        "seat 1 calls for 1 chip",
    ]


def answer(hand: str, *actions: str, stacks: int = 50) -> str:
    """Return the action of an `OddsPlayer` on seat 1 of 2, with a hand, after some actions."""
    deal = begin([stacks, stacks], POOR if hand != POOR else FAIR, hand, dealer=1)
    for action in actions:
        deal.play(action)
    return str(OddsPlayer().act(deal.view(1)))


def test_odds_player_plays_by_the_odds_and_the_price() -> None:
    """With a sure hand it raises by the pot, with an even one it calls a small price, with a poor one it folds."""
    assert answer(BEST, "look", "raise 10") == "raise 22"  # the price 10 and the pot 12
    assert answer("9c Tc Kh", "look", "raise 2") == "call"
    assert answer("8h 9c Td", "look", "raise 40") == "fold"
    assert answer("8h 9c Td", "look", "raise 1") == "fold"
    assert answer(BEST, "look", "raise 49") == "call"


def test_odds_player_joins_for_an_equal_share() -> None:
    """A third of 9 chips for 3 is fair, and it joins; a third of 8 for 3, the entry being rounded up, is not."""
    for seat_2, chips, action in (("call", 6, "join"), ("fold", 5, "decline")):
        deal = begin([50, 50, 50], GOOD, EQUAL, POOR, dealer=2)
        for text in ("look", "raise 1", "call", seat_2):
            deal.play(text)

        assert (deal.to_act, deal.pots[0].chips, deal.legal_actions.join) == (2, chips, 3)
        assert str(OddsPlayer().act(deal.view(2))) == action


def test_odds_player_beats_the_others() -> None:
    """Against each of the others it wins, by more than five standard errors, at the same table too."""
    for others in ([CallingPlayer()], [RandomPlayer()], [CallingPlayer(), RandomPlayer()] * 2):
        result = svara.simulate([OddsPlayer(), *others], stacks=100, deals=2000, seed=1)
        assert result.per_deal[0] > 5 * result.standard_errors[0]
        assert max(result.per_deal[1:]) < result.per_deal[0]


def test_8_6_a_player_who_makes_the_deal_void_ends_it() -> None:
    """The answer of that player is not played, and neither is a forfeit: all stacks are as they were."""

    class Voids:
        def __init__(self, *, fails: bool) -> None:
            self.fails = fails

        def act(self, view: svara.View) -> str:
            evening.void_deal("I dropped my cards")
            assert not self.fails
            return str(view.legal_actions[0])

    for fails in (False, True):
        evening = svara.Table("vipsvara", names=["Ana", "Boris"], stacks=[50, 50], seed=7)
        deal = evening.play_deal([CALLING, Voids(fails=fails)])

        assert deal
        assert deal.actions == (svara.Look(), svara.Raise(1))
        assert deal.to_act == 1
        assert (evening.stacks, evening.is_void) == ((50, 50), True)
        assert [str(event) for event in evening.events[2:]] == ["deal 1 is void: I dropped my cards"]


class Evil:
    """A value whose every method fails."""

    def fail(self, *_: object) -> Any:
        """Fail."""
        raise RuntimeError

    __eq__ = __hash__ = __repr__ = __str__ = __index__ = __bool__ = __len__ = fail


class MyRaise(svara.Raise):
    """A raise of somebody's own class."""


class LateAmount(svara.Raise):
    """A raise whose amount fails when it is read."""

    @property  # type: ignore[misc]  # it is to fail
    def amount(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]  # the same
        """Fail."""
        raise RuntimeError

    def __init__(self) -> None: ...


@pytest.mark.parametrize(
    "answer",
    [Evil(), svara.Raise(Evil()), svara.Raise(10**5000), LateAmount(), svara.Fold, MyRaise(1000)],  # type: ignore[arg-type]
)
def test_8_5_answers_with_code_of_their_own_are_forfeits(answer: Any) -> None:
    """An answer with failing code is a forfeit, and one short line says what the player did."""
    evening = svara.Table("vipsvara", names=["Ana", "Boris"], stacks=[50, 50], seed=7)
    evening.play_deal([Says(answer), CALLING])

    assert sum(evening.stacks) == 100
    forfeits = [event for event in evening.events if isinstance(event, events.Forfeited)]
    assert forfeits
    assert all(event.why.startswith("answered ") and len(event.why) < 250 for event in forfeits)


def test_an_action_of_a_subclass_is_the_action() -> None:
    """As an integer of another type is the integer."""
    deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
    deal.play("look")
    deal.play(MyRaise(5))

    assert deal.actions == (svara.Look(), svara.Raise(5))
    assert type(deal.actions[1]) is svara.Raise


async def answer_later(_: svara.View) -> str:
    """Answer only if somebody waits."""
    return "look"


class CallsLater:
    """An object that answers later when it is called."""

    async def __call__(self, _: svara.View) -> str:
        """Answer only if somebody waits."""
        return "look"


class PropertyFails:
    """A player whose method cannot be read."""

    @property
    def act(self) -> Any:
        """Fail."""
        raise RuntimeError("closed")  # noqa: EM101  # the text is the point


@pytest.mark.parametrize(
    ("player", "why"),
    [
        (SimpleNamespace(act=functools.partial(answer_later)), "its act is async, and act(view) must return an action"),
        (SimpleNamespace(act=functools.partial(functools.partial(answer_later))), "its act is async"),
        (SimpleNamespace(act=CallsLater()), "its act is async, and act(view) must return an action"),
        (PropertyFails(), "its act cannot be read: RuntimeError('closed')"),
    ],
)
@pytest.mark.parametrize("seat", [0, 2])
def test_players_that_cannot_answer_are_refused_at_once(player: Any, why: str, seat: int) -> None:
    """Also one on a seat that is not in the deal, which may be asked to join a svarka (6.3)."""
    evening = svara.Table("classic", names=["Ana", "Boris", "Vera"], stacks=[50, 50, 50], seed=7)
    evening.sit_out(2)
    players: list[Any] = [CALLING, CALLING, CALLING]
    players[seat] = player

    with pytest.raises(svara.InvalidTable) as caught:
        evening.play_deal(players)
    assert why in str(caught.value)
    assert str(caught.value).startswith(f"seat {seat} is ")
