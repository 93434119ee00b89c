"""Programs pickle, copy and bend values, errors and players, and use numbers of other types."""

from __future__ import annotations

import asyncio
import copy
import inspect
import pickle
import typing
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

import svara
import svara.players
from deals import BEST, EQUAL, GOOD, POOR, begin, play
from svara import events
from svara.players import CallingPlayer, Clocked, Quit, RandomPlayer
from svara.solver.walk import make_game

if TYPE_CHECKING:
    from collections.abc import Callable

PROTOCOLS = range(6)


class Unsendable:
    """Something that no pickle takes, and that cannot even be shown."""

    def __reduce__(self) -> Any:
        raise TypeError

    def __repr__(self) -> str:
        raise RuntimeError


def raised(mistake: Callable[[], object]) -> Exception:
    """The error that a mistake raises."""
    try:
        mistake()
    except Exception as error:  # noqa: BLE001  # whichever it is
        return error
    raise AssertionError


DEAL = play(begin([9] * 3, GOOD, EQUAL, POOR), "look, raise 3")
MISTAKES: dict[str, Callable[[], object]] = {
    "InvalidCards": lambda: svara.Hand("7c 7c 8d"),
    "InvalidRules": lambda: svara.points("7c 8c 9c", rules="vipsvra"),
    "InvalidRules of a field": lambda: svara.find_rules("classic").but(ante=0),
    "InvalidMenu": lambda: svara.find_menu("huge"),
    "InvalidGame": lambda: svara.solve(stacks=[3], target=0.1),
    "InvalidDeal": lambda: svara.Deal.start("classic", stacks=[5], dealer=0),
    "InvalidTable": lambda: svara.Table("classic", names=["Ana"], stacks=[5], seed=1),
    "InvalidRecord": lambda: svara.Record.from_json("{}"),
    "InvalidOdds": lambda: svara.odds("7c 8c 9c", opponents=11),
    "InvalidRange": lambda: svara.hands_in_range("40+"),
    "IllegalAction": lambda: DEAL.copy().play("raise 100"),
    "IllegalAction of a value": lambda: DEAL.copy().play(svara.Look()),
    "IllegalAction of a seat": lambda: DEAL.copy().play("fold", seat=0),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_errors_survive_pickles_and_copies(name: str) -> None:
    """Every public error goes to another process and back with its text and its fields, by every protocol."""
    error = raised(MISTAKES[name])
    assert type(error).__name__ == name.partition(" ")[0]

    for protocol in PROTOCOLS:
        again = pickle.loads(pickle.dumps(error, protocol))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
    for again in (copy.copy(error), copy.deepcopy(error)):
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_every_public_error_is_tried() -> None:
    """None is left out."""
    errors = {name for name in svara.__all__ if name.startswith(("Invalid", "Illegal"))}

    assert errors == {name.partition(" ")[0] for name in MISTAKES}


def test_an_error_about_what_cannot_be_sent_can_be_sent() -> None:
    """A worker that tried something unspeakable reports it."""
    deal = DEAL.copy()
    error = raised(lambda: deal.play(Unsendable()))  # type: ignore[arg-type]  # that is the mistake

    assert str(error).startswith("seat 2 cannot do an Unsendable that cannot be shown: the price is 3 and it may ")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.seat, again.action) == (str(error), 2, "an Unsendable that cannot be shown")
    assert deal == DEAL


def a_table() -> svara.Table:
    """A table in the middle of a deal."""
    table = svara.Table("vipsvara", names=["Ana", "Boris", "Vera"], stacks=[50] * 3, seed=7)
    table.play_deal([CallingPlayer()] * 3)
    table.start_deal()
    return table


RECORD = svara.Record(play(begin([9] * 2, GOOD, POOR), "look, raise 3, fold"))
SOLUTION = svara.solve(stacks=2, menu="all", progress=False)
VALUES: dict[str, Any] = {
    "Deal": DEAL,
    "Deal in a svarka": play(begin([50] * 3, GOOD, EQUAL, POOR), "look, raise 3, fold, call"),
    "Table": a_table(),
    "Record": RECORD,
    "View": DEAL.view(2),
    "LegalActions": DEAL.legal_actions,
    "Rules": svara.find_rules("classic").but(ante=5),
    "Raise": svara.Raise(5),
    "Fold": svara.Fold(),
    "Pot": svara.Pot(5, (0, 1)),
    "events": DEAL.events,
    "Hand": svara.Hand("7c 8c 9c"),
    "Combination": svara.Hand("7c 8c 9c").combination(),
    "Odds": svara.odds("7c 8c 9c"),
    "ChartRow": svara.chart()[3],
    "Menu": svara.find_menu("fine"),
    "Game": SOLUTION.game.trees[0].actions,
    "Rows": SOLUTION.by_points("look", warn=False),
    "Simulation": svara.simulate([CallingPlayer(), CallingPlayer()], deals=10, progress=False),
}


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_values_survive_every_pickle(name: str, protocol: int) -> None:
    """All that users keep goes through every protocol."""
    again = pickle.loads(pickle.dumps(VALUES[name], protocol))

    assert again == VALUES[name]
    if isinstance(again, svara.Deal | svara.Table):
        assert again.to_dict() == VALUES[name].to_dict()
        assert again.stacks == VALUES[name].stacks


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_solutions_survive_every_pickle(protocol: int) -> None:
    """So do solutions, advice and the player that plays by one: they say the same afterwards."""
    solution, advice = pickle.loads(pickle.dumps((SOLUTION, SOLUTION.strategy("look", warn=False)), protocol))
    player = pickle.loads(pickle.dumps(svara.players.SolutionPlayer(SOLUTION, seed=3), protocol))

    assert (solution.value, solution.exploitabilities) == (SOLUTION.value, SOLUTION.exploitabilities)
    assert dict(advice) == dict(SOLUTION.strategy("look", warn=False))
    assert player.solution.value == SOLUTION.value


def test_a_shallow_copy_of_a_table_is_a_table_of_its_own() -> None:
    """Changes of a copy, deals and chips included, do not change the table."""
    table = svara.Table("vipsvara", names=["Ana", "Boris"], stacks=[50, 50], seed=7)
    table.play_deal([CallingPlayer()] * 2)
    table.add_chips(0, 100)
    for make in (copy.copy, copy.deepcopy, svara.Table.copy):
        before = table.to_dict()
        other = make(table)
        assert other == table
        deal = other.start_deal()
        assert deal is not None
        deal.play("look")
        other.play_deal([CallingPlayer()] * 2)
        other.sit_out(1)
        assert table.to_dict() == before
        assert sum(table.stacks) == table.chips == 200


def test_a_copied_table_plays_its_own_deal() -> None:
    """Also a deal that is on when the copy is made."""
    table = a_table()
    other = copy.copy(table)
    assert other.deal is not None
    other.deal.play("look")

    assert table.deal is not None
    assert table.deal.phase == "blind"


def test_a_copied_player_has_chance_of_its_own() -> None:
    """Two copies of a random player do the same, and none changes what another does."""
    player = RandomPlayer(seed=3)
    view = begin([50] * 3).view(1)
    first, second = copy.copy(player), copy.copy(player)
    answers = [first.act(view) for _ in range(20)]

    assert [second.act(view) for _ in range(20)] == answers
    assert [player.act(view) for _ in range(20)] == answers


# Values that somebody tries to bend.


def test_8_2_what_is_legal_is_what_the_deal_says() -> None:
    """A view that a player has bent does not make an action legal."""
    deal = play(begin([50] * 3), "look")
    view = deal.view(1)
    object.__setattr__(view.legal_actions, "raises", range(1, 10**6))

    with pytest.raises(svara.IllegalAction):
        deal.play("raise 5000")
    assert deal.stacks == (49, 49, 49)


def test_values_have_no_dict_to_bend() -> None:
    """Views, rules, pots, actions and events have slots alone."""
    view = DEAL.view(2)
    for value in (view, view.rules, view.pots[0], view.legal_actions, svara.Raise(5), svara.Fold(), *view.events):
        assert not hasattr(value, "__dict__"), value
        with pytest.raises(AttributeError):
            value.other = 1  # type: ignore[attr-defined]  # that is the mistake
    with pytest.raises(AttributeError, match=r"^Pot cannot be changed$"):
        view.pots[0].chips = 1000  # type: ignore[misc]  # that is the mistake


@pytest.mark.parametrize(
    "cls",
    [
        value
        for module in (svara, svara.players, events)
        for name in (getattr(module, "__all__", None) or dir(module))
        if inspect.isclass(value := getattr(module, name)) and value.__module__.startswith("svara")
    ],
    ids=lambda cls: cls.__name__,
)
def test_the_types_of_public_classes_can_be_resolved(cls: type) -> None:
    """`typing.get_type_hints` finds every name, as dataclass-like tools and documentation need it."""
    typing.get_type_hints(cls)


# Whole numbers.


class Chips(int):
    """Somebody's own whole number."""


class Indexed:
    """Something that counts as a whole number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def whole_numbers(number: int) -> list[Any]:
    """A number in all the types that are accepted."""
    numpy = pytest.importorskip("numpy")
    kinds = [numpy.int8, numpy.int16, numpy.int32, numpy.int64, numpy.uint8, numpy.uint16, numpy.uint32, numpy.uint64]
    return [number, Chips(number), Indexed(number), *[kind(number) for kind in kinds], numpy.array(number)]


def no_whole_numbers(number: int) -> list[Any]:
    """Return values that look like a number and are not a whole number."""
    floats = [float(number), float("nan"), Fraction(number), Decimal(number), complex(number)]
    return [*floats, str(number), True, b"1", [number]]


def after(action: str) -> svara.Deal:
    """A deal in which an action was played."""
    return play(begin([50] * 3, GOOD, EQUAL, BEST), action)


def table_after(change: Callable[[svara.Table], object], seats: int = 3) -> dict[str, Any]:
    """A table after a change, as a dict; its last chair is empty before."""
    names = [*"ABCDEFGH"[: seats - 1], None]
    table = svara.Table("vipsvara", names=names, stacks=[50] * (seats - 1) + [0], seed=7)
    change(table)
    return table.to_dict()


def four_seats(change: Callable[[svara.Table], object]) -> dict[str, Any]:
    """A table of four after a change, as a dict."""
    table = svara.Table("vipsvara", names=list("ABCD"), stacks=[9] * 4, seed=7)
    change(table)
    return table.to_dict()


def played(action: svara.Action) -> dict[str, Any]:
    """A deal in which an action is played, as a dict."""
    deal = begin([50] * 3, GOOD, EQUAL, BEST) if isinstance(action, svara.Blind) else after("look")
    deal.play(action)
    return deal.to_dict()


RULES = svara.find_rules("vipsvara")
TAKES_A_NUMBER: dict[str, Callable[[Any], Any]] = {
    "Deal.start stacks": lambda n: svara.Deal.start(RULES, stacks=[n, 9], dealer=0, seed=7).to_dict(),
    "Deal.start dealer": lambda n: svara.Deal.start(RULES, stacks=[9] * 4, dealer=n, seed=7).to_dict(),
    "Deal.start out": lambda n: svara.Deal.start(RULES, stacks=[9] * 4, dealer=0, out=[n], seed=7).to_dict(),
    "Deal.start seed": lambda n: svara.Deal.start(RULES, stacks=[9] * 2, dealer=0, seed=n).to_dict(),
    "Deal.view": lambda n: svara.Deal.start(RULES, stacks=[9] * 4, dealer=0, seed=7).view(n).to_dict(),
    "Deal.play seat": lambda n: play(begin([9] * 4, dealer=2), "look").play("fold", seat=n),
    "Blind": lambda n: played(svara.Blind(n)),
    "Raise": lambda n: played(svara.Raise(n)),
    "Rules ante": lambda n: RULES.but(ante=n).to_dict(),
    "Rules min_bet": lambda n: RULES.but(min_bet=n).to_dict(),
    "Rules max_seats": lambda n: RULES.but(max_seats=n).to_dict(),
    "Rules max_raises": lambda n: RULES.but(max_raises=n).to_dict(),
    "Rules blind_multiples": lambda n: RULES.but(blind_multiples=(n,)).to_dict(),
    "Table stacks": lambda n: svara.Table(RULES, names=["A", "B"], stacks=[n, 9], seed=7).to_dict(),
    "Table seed": lambda n: svara.Table(RULES, names=["A", "B"], stacks=[9, 9], seed=n).to_dict(),
    "Table dealer": lambda n: svara.Table(RULES, names=list("ABCD"), stacks=[9] * 4, dealer=n).to_dict(),
    "Table.sit_down": lambda n: table_after(lambda table: table.sit_down(2, "Dana", chips=n)),
    "Table.add_chips": lambda n: table_after(lambda table: table.add_chips(1, n)),
    "Table.take_chips": lambda n: table_after(lambda table: table.take_chips(1, n)),
    "simulate deals": lambda n: svara.simulate([CallingPlayer()] * 2, deals=n, progress=False),
    "simulate seed": lambda n: svara.simulate([CallingPlayer()] * 2, deals=2, seed=n, progress=False),
    "simulate stacks": lambda n: svara.simulate([CallingPlayer()] * 2, deals=2, stacks=n, progress=False),
    "simulate a stack": lambda n: svara.simulate([CallingPlayer()] * 2, deals=2, stacks=[n, 9], progress=False),
    "simulate dealer": lambda n: svara.simulate([CallingPlayer()] * 4, deals=2, dealer=n, progress=False),
    "Table.sit_out": lambda n: four_seats(lambda table: table.sit_out(n)),
    "Table.stand_up": lambda n: four_seats(lambda table: table.stand_up(n)),
    "Table.sit_down seat": lambda n: table_after(lambda table: table.sit_down(n, "E", chips=1), seats=4),
    "Menu max_raises": lambda n: svara.find_menu("basic").but(max_raises=n).to_dict(),
    "Menu blinds": lambda n: svara.find_menu("basic").but(blinds=(n,)).to_dict(),
    "Menu blind_multiples": lambda n: svara.find_menu("basic").but(blind_multiples=(n,)).to_dict(),
    "solve stacks": lambda n: repr(svara.solve(stacks=n, target=1)),
    "solve a stack": lambda n: repr(svara.solve(stacks=[n, 3], target=1)),
    "solve threads": lambda n: repr(svara.solve(stacks=2, target=1, threads=n)),
    "make_game max_nodes": lambda n: repr(make_game(RULES, [1, 1], max_nodes=n)),
    "Record.check_fits": lambda n: svara.Record.check_fits(RULES, stacks=[n, 9]),
    "chart": svara.chart,
}


@pytest.mark.parametrize("name", TAKES_A_NUMBER)
def test_whole_numbers_of_every_type_are_taken(name: str) -> None:
    """A value with ``__index__`` is accepted like an int, and stored as an int."""
    take = TAKES_A_NUMBER[name]
    expected = take(3)

    for number in whole_numbers(3):
        assert take(number) == expected, type(number)
        assert repr(take(number)) == repr(expected), type(number)


@pytest.mark.parametrize("name", TAKES_A_NUMBER)
def test_what_is_not_a_whole_number_is_refused(name: str) -> None:
    """Nothing is rounded: one line says what was given and what is right; huge numbers are refused, too."""
    take = TAKES_A_NUMBER[name]

    for wrong in [*no_whole_numbers(3), 10**5000, -1]:
        if name in {"simulate stacks", "solve stacks"} and isinstance(wrong, list):
            continue
        with pytest.raises(ValueError, match=r".") as error:
            take(wrong)
        message = str(error.value)
        assert "\n" not in message
        assert len(message) < 250
        kind = type(wrong).__name__
        assert isinstance(wrong, int) or kind in message or repr(wrong) in message, message


def test_a_player_may_answer_with_numbers_of_its_library() -> None:
    """Numpy's integers do not forfeit."""
    numpy = pytest.importorskip("numpy")

    class Numeric:
        def act(self, view: svara.View) -> svara.Action:
            """Raise to the least, as numpy counts."""
            raises = view.legal_actions.raises
            return (
                svara.Raise(numpy.int64(raises[0]))
                if raises
                else svara.Call()
                if not view.legal_actions.look
                else svara.Look()
            )

    deal = begin([50] * 2, GOOD, POOR)
    assert svara.play_deal(deal, [CallingPlayer(), Numeric()]) == ()
    assert all(type(chips) is int for chips in deal.stacks)


# Players.


class Asynchronous:
    """A player for another kind of table."""

    async def act(self, view: svara.View) -> svara.Action:
        """Answer later."""
        await asyncio.sleep(0)
        return view.legal_actions[0]


class Lazy:
    """A player whose answer is a coroutine, which nobody can see before."""

    def act(self, view: svara.View) -> Any:
        """Answer later."""
        return Asynchronous().act(view)


def test_players_that_answer_later_are_refused() -> None:
    """An async player is refused when it sits down: it would forfeit every turn."""
    async_player: Any = Asynchronous()
    message = "cannot be played by .*Asynchronous.*: its act is async, and act.view. must return an action$"
    with pytest.raises(svara.InvalidTable, match=f"^seat 1 is in the deal and {message}"):
        svara.play_deal(begin([50] * 2), [CallingPlayer(), async_player])
    with pytest.raises(svara.InvalidTable, match=f"^seat 0 is in the simulation and {message}"):
        svara.simulate([async_player, CallingPlayer()], deals=1)
    with pytest.raises(svara.InvalidTable, match="cannot have a clock: its act is async"):
        Clocked(async_player, seconds=1)
    forfeits = svara.play_deal(begin([50] * 2, GOOD, POOR), [CallingPlayer(), Lazy()])
    assert "answered <coroutine object" in forfeits[0].why


class Fails:
    """A player that fails in its own way."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def act(self, _: svara.View) -> svara.Action:
        """Fail."""
        raise self.error


@pytest.mark.parametrize(
    "error",
    [asyncio.CancelledError(), GeneratorExit(), SystemExit(3), BaseException("x"), MemoryError(), StopIteration()],
)
def test_8_5_whatever_a_player_raises_is_a_forfeit(error: BaseException) -> None:
    """The table goes on."""
    deal = begin([50] * 2, GOOD, POOR)
    forfeits = svara.play_deal(deal, [CallingPlayer(), Fails(error)])

    assert deal.phase == "over"
    assert forfeits[0].why.startswith("failed: ")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), Quit()])
def test_what_ends_an_evening_is_not_a_failure(error: BaseException) -> None:
    """Ctrl-C and `Quit` end `play_deal`; the deal stays where it is."""
    deal = begin([50] * 2, GOOD, POOR)
    with pytest.raises(type(error)):
        svara.play_deal(deal, [CallingPlayer(), Fails(error)])
    assert deal.actions == ()


class Nameless(CallingPlayer):
    """A player that cannot say who it is."""

    @property
    def name(self) -> str:  # type: ignore[override]  # it is a property
        """Fail."""
        msg = "who am I?"
        raise RuntimeError(msg)


class Stubborn(CallingPlayer):
    """A player that wants no seed."""

    def reseed(self, seed: int) -> None:
        """Fail."""
        msg = f"not {seed}"
        raise RuntimeError(msg)


def test_a_player_that_fails_outside_its_turn_costs_no_result() -> None:
    """Names are read before the first deal; an error in `reseed` names the seat."""
    with pytest.raises(svara.InvalidTable, match=r"^the name of the player of seat 1 cannot be read: "):
        svara.simulate([CallingPlayer(), Nameless()], deals=1)
    with pytest.raises(svara.InvalidTable, match=r"^the player of seat 1 cannot be reseeded: "):
        svara.simulate([CallingPlayer(), Stubborn()], deals=1)


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": "7"},
        {"seed": -1},
        {"out": [[1]]},
        {"out": 5},
        {"decks": [5]},
        {"decks": [None]},
        {"decks": 5},
        {"decks": "7c"},
        {"stacks": [10**5000, 5]},
        {"stacks": [[], 5]},
        {"stacks": None},
        {"dealer": None},
        {"dealer": 2**70},
    ],
)
def test_a_deal_that_cannot_start_says_so_as_documented(fields: dict[str, Any]) -> None:
    """`InvalidDeal`, or `InvalidCards` for cards: nothing else comes out of `Deal.start`."""
    with pytest.raises((svara.InvalidDeal, svara.InvalidCards)) as error:
        svara.Deal.start("vipsvara", **{"stacks": [50, 50], "dealer": 0, **fields})
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_a_written_table_with_huge_numbers_is_refused() -> None:
    """`InvalidTable`, whatever the number."""
    for name in ("deals", "seats", "seed", "dealer"):
        for wrong in (2**70, 10**5000, -1, 1.5, "1"):
            with pytest.raises(svara.InvalidTable):
                svara.Table.from_dict(a_table().to_dict() | {name: wrong})
