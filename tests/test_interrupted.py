"""8.1 and 8.2 under Ctrl-C: an action happens or it does not, wherever an exception strikes.

A signal may raise `KeyboardInterrupt` between any two lines of Python. Here it is raised at every one of them in turn.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pytest

import svara
from deals import ALSO_EQUAL, BEST, EQUAL, FAIR, GOOD, POOR, begin, deck_for, play
from svara.players import CallingPlayer

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


PACKAGE = str(Path(svara.__file__).parent)


class Striking:
    """Raises once, at the *n*-th line of svara's own code that runs while it is on."""

    def __init__(self, n: int, error: type[BaseException] = KeyboardInterrupt) -> None:
        self.left = n
        self.error = error

    def __enter__(self) -> Self:
        sys.settrace(self.trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def trace(self, frame: FrameType, event: str, _: object) -> Any:
        """Count the lines, and strike."""
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if event == "line" and self.left:
            self.left -= 1
            if not self.left:
                sys.settrace(None)
                raise self.error
        return self.trace


def everything(deal: svara.Deal) -> Any:
    """All that can be seen of a deal."""
    seats = range(len(deal.stacks))
    return (
        *(deal.to_dict(), deal.events, deal.stacks, deal.puts, deal.price, deal.pots, deal.won, deal.phase),
        *(deal.to_act, deal.legal_actions, deal.dealer, deal.still_in, deal.hands, deal.raise_count, deal.max_pots),
        [deal.view(seat) for seat in seats],
    )


def strike_everywhere(make: Callable[[], Any], act: Callable[[Any], object], see: Callable[[Any], Any]) -> int:
    """Let an action be struck at each of its lines; what is seen is always what was before, or what is after."""
    after = make()
    before = see(after)
    act(after)
    expected = see(after)
    assert before != expected
    n = 0
    while True:
        n += 1
        thing = make()
        with Striking(n) as strike, contextlib.suppress(KeyboardInterrupt):
            act(thing)
        if strike.left:
            return n
        assert see(thing) in (before, expected), f"line {n}"


SVARKA = deck_for({0: GOOD, 1: POOR, 2: BEST}, 1)
STATES: dict[str, Callable[[], svara.Deal]] = {
    "blind 2": lambda: begin([9] * 3, GOOD, EQUAL, POOR),
    "blind 8": lambda: begin([9] * 3, GOOD, EQUAL, POOR),
    "look": lambda: play(begin([9] * 3, GOOD, EQUAL, POOR), "blind 2"),
    "raise 3": lambda: play(begin([9, 6, 9], GOOD, EQUAL, POOR), "look"),
    "call": lambda: play(begin([9, 6, 9], GOOD, EQUAL, POOR), "look, raise 3"),
    "fold": lambda: play(begin([9, 6, 9], GOOD, EQUAL, POOR), "look, raise 3"),
    "call, and a showdown": lambda: play(begin([9, 6, 9], GOOD, FAIR, POOR), "look, raise 5, call"),
    "fold, and a pot is won": lambda: play(begin([9, 6, 9], GOOD, EQUAL, POOR), "look, raise 3, fold"),
    "call, and a svarka": lambda: play(begin([50] * 3, GOOD, EQUAL, POOR), "look, raise 3, fold"),
    "call, and side pots": lambda: play(
        begin([9, 4, 9], GOOD, BEST, EQUAL, svarkas=[SVARKA]), "look, raise 3, raise 8"
    ),
    "join": lambda: play(begin([50] * 3, GOOD, EQUAL, POOR, svarkas=[SVARKA]), "look, raise 3, fold, call"),
    "decline": lambda: play(begin([50] * 3, GOOD, EQUAL, POOR, svarkas=[SVARKA]), "look, raise 3, fold, call"),
    "call, and svarkas without bets": lambda: play(
        begin([4, 4], GOOD, EQUAL, svarkas=[deck_for({0: GOOD, 1: ALSO_EQUAL}, 1), deck_for({0: BEST, 1: POOR}, 0)]),
        "look, raise 3",
    ),
}


@pytest.mark.parametrize("name", STATES)
def test_8_2_an_action_happens_or_not(name: str) -> None:
    """Every kind of action, with all that may follow from it, struck at every line."""
    action = name.partition(",")[0]
    lines = strike_everywhere(STATES[name], lambda deal: deal.play(action), everything)

    assert lines > 10


def test_8_2_cards_are_dealt_or_not() -> None:
    """Cards that are handed in, at the beginning and for a svarka."""
    deck = deck_for({0: GOOD, 1: EQUAL}, 0)
    start: dict[str, Any] = {"stacks": [9, 9], "dealer": 0}

    assert (
        strike_everywhere(lambda: svara.Deal.start("vipsvara", **start), lambda deal: deal.deal(deck), everything) > 10
    )
    assert (
        strike_everywhere(
            lambda: play(svara.Deal.start("vipsvara", decks=[deck], **start), "look, raise 3, call"),
            lambda deal: deal.deal(deck),
            everything,
        )
        > 10
    )


def test_the_deal_goes_on_after_an_interruption() -> None:
    """A deal that was interrupted everywhere ends as one that never was."""
    actions = ["blind 2", "look", "raise 9", "call", "fold"]
    straight = play(begin([30] * 3, GOOD, FAIR, POOR), ", ".join(actions))
    deal = begin([30] * 3, GOOD, FAIR, POOR)
    for action in actions:
        for n in range(1, 40, 3):
            done = len(deal.actions)
            with Striking(n), pytest.raises(KeyboardInterrupt):
                deal.play(action)
            if len(deal.actions) > done:
                break
        else:
            deal.play(action)

    assert everything(deal) == everything(straight)


def a_table() -> svara.Table:
    """A table in the middle of its second deal."""
    table = svara.Table("vipsvara", names=["Ana", "Boris", "Vera", None], stacks=[50, 50, 50, 0], seed=7)
    table.play_deal([CallingPlayer()] * 3)
    table.start_deal()
    return table


def between_deals() -> svara.Table:
    """A table after its first deal."""
    table = svara.Table("vipsvara", names=["Ana", "Boris", "Vera", None], stacks=[50, 50, 50, 0], seed=7)
    table.play_deal([CallingPlayer()] * 3)
    return table


def see_table(table: svara.Table) -> Any:
    """All that can be seen of a table; its chips always add up (8.1)."""
    deal = table.deal
    in_play = sum(deal.puts) + sum(pot.chips for pot in deal.pots) if deal and table.is_playing else 0
    assert sum(table.stacks) + in_play == table.chips
    assert svara.Table.from_dict(table.to_dict()) == table
    return table.to_dict(), table.stacks, table.chips, table.seats_in, table.next_dealer, table.names, table.events


@pytest.mark.parametrize(
    ("make", "act"),
    [
        (between_deals, lambda table: table.sit_down(3, "Dana", chips=20)),
        (between_deals, lambda table: table.stand_up(1)),
        (between_deals, lambda table: table.add_chips(1, 5)),
        (between_deals, lambda table: table.take_chips(1, 5)),
        (between_deals, lambda table: table.sit_out(1)),
        (between_deals, lambda table: table.start_deal()),
        (a_table, lambda table: table.void_deal("a card lay face up")),
        (a_table, lambda table: table.forfeit(table.deal.to_act, "no answer") if table.deal else None),
    ],
    ids=["sit_down", "stand_up", "add_chips", "take_chips", "sit_out", "start_deal", "void_deal", "forfeit"],
)
def test_8_1_what_happens_at_a_table_happens_or_not(
    make: Callable[[], svara.Table], act: Callable[[svara.Table], object]
) -> None:
    """Every method that changes a table is interrupted at every line."""
    assert strike_everywhere(make, act, see_table) > 10


def test_8_1_chips_add_up_wherever_an_evening_is_interrupted() -> None:
    """A deal that players play, struck at every 7th line: the table is whole, and the deal can be played on."""
    n = 1
    while True:
        table = between_deals()
        with Striking(n) as strike, contextlib.suppress(KeyboardInterrupt):
            table.play_deal([CallingPlayer()] * 3)
        if strike.left:
            break
        see_table(table)
        assert table.play_deal([CallingPlayer()] * 3) is not None
        see_table(table)
        n += 7
    assert n > 100


class Struck:
    """A player that is struck by an exception while it thinks, and one that is not."""

    def __init__(self, error: type[BaseException]) -> None:
        self.error = error

    def act(self, _: svara.View) -> svara.Action:
        """Fail."""
        raise self.error


def test_an_interruption_is_not_a_failure_of_a_player() -> None:
    """Ctrl-C while the deal goes on, or while a player thinks, ends `play_deal`: nobody forfeits."""
    deal = begin([50] * 3, GOOD, EQUAL, POOR)
    with pytest.raises(KeyboardInterrupt):
        svara.play_deal(deal, [CallingPlayer(), Struck(KeyboardInterrupt), CallingPlayer()])
    assert deal.actions == ()
