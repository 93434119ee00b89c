"""Lets players play a deal, and goes on with it if one of them fails."""

from __future__ import annotations

from svara.actions import ACTIONS, Decline, Fold, Look, describe_action
from svara.checks import show
from svara.errors import InvalidTable
from svara.events import Forfeited
from svara.legal import IllegalAction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn, TypeAlias

    from svara.actions import Action
    from svara.deal import Deal
    from svara.legal import LegalActions
    from svara.tables.player import Player
    from svara.view import View

    Players: TypeAlias = Sequence[Player | None] | Mapping[int, Player]

SHOWN = 100
"""How many characters of an answer of a player an event shows."""


class NoAnswer(Exception):
    """A player does not answer; the text says why, as the predicate of a sentence."""


class Quit(BaseException):
    """A player ends the evening, as a person at a terminal may: `play_deal` ends in the middle of the deal."""


class _Absent:
    """The player of a seat without one. A seat at the table that is not in the deal may be asked to join (6.3)."""

    name = "nobody"

    def act(self, _view: View) -> NoReturn:
        msg = "the seat has no player"
        raise NoAnswer(msg)


_ABSENT = _Absent()


def play_deal(
    deal: Deal, players: Players, *, on_forfeit: Callable[[Forfeited], object] | None = None
) -> tuple[Forfeited, ...]:
    r"""Let *players* play a deal from its present state to its end.

    *players* are a list or a dict by seat. A player only gets the `View` of its seat: ``player.act(view)`` returns an
    action or its text. A player forfeits its turn if its code fails, if it returns something that is not legal, or if
    its time runs out (`svara.players.Clocked`). The seat then looks, folds or declines, whichever is legal (8.5), and
    the deal goes on. Returns the forfeits, and calls *on_forfeit* with each as it happens. Ctrl-C is not a failure of a
    player: it ends `play_deal` in the middle of the deal.

    A deal without a seed also stops when it waits for cards, in the phase ``"dealing"``.

    Raises `InvalidTable` if a seat of the deal has no player.

    >>> import svara
    >>> from svara.players import CallingPlayer, RandomPlayer
    >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50, 50], dealer=0, seed=7)
    >>> class Broken:
    ...     def act(self, view):
    ...         return "raise 1000"
    >>> forfeits = svara.play_deal(deal, [CallingPlayer(), CallingPlayer(), Broken()])
    >>> print(*forfeits, sep="\n")
    seat 2 folds by forfeit: answered 'raise 1000', which is not legal: it may fold, call for 1, raise to 2-49
    >>> deal.phase, deal.stacks
    ('over', (48, 53, 49))
    """
    return tuple(play_on(deal, seat_players(deal, players), on_forfeit))


def play_on(
    deal: Deal, seated: Sequence[Player], on_forfeit: Callable[[Forfeited], object] | None = None
) -> list[Forfeited]:
    """Let players, by seat and checked before, play a deal to its end. Returns the forfeits."""
    forfeits: list[Forfeited] = []

    def forfeit(forfeited: Forfeited) -> None:
        deal.play(forfeited.action, seat=forfeited.seat)
        forfeits.append(forfeited)
        if on_forfeit:
            on_forfeit(forfeited)

    ask_until_over(deal, seated, forfeit)
    return forfeits


def ask_until_over(
    deal: Deal,
    seated: Sequence[Player],
    forfeit: Callable[[Forfeited], object],
    is_played: Callable[[], bool] | None = None,
) -> None:
    """Ask the seat to act and play its answer, or an action for it, as long as a seat is to act.

    Asking and playing are apart. An exception while a player thinks is its failure; one while the deal goes on is not.
    *forfeit* plays the action for a seat that does not answer, and notes it. *is_played* returns whether the deal is
    still being played: a player, or another thread, may make it void.
    """
    while (seat := deal.to_act) is not None:
        why = ""
        answer: Any = None
        try:
            answer = seated[seat].act(deal.view(seat))
        except (KeyboardInterrupt, Quit):
            raise
        except BaseException as error:  # noqa: BLE001  # whatever a player does, the table goes on
            why = _why_no_answer(error)
        if is_played and not is_played():
            return
        if not why:
            try:
                deal.play(answer, seat=seat)
            except IllegalAction:
                why = f"answered {_one_line(answer)}, which is not legal: it may {deal.legal_actions}"
                _dispose_of(answer)
        if why:
            forfeit(Forfeited(seat, forfeit_action(deal.legal_actions), why))


def check_player(player: object, seat: int, role: str) -> None:
    """Refuse an object without a method ``act(view)``, a class, and a player whose ``act`` is async.

    *role* is the role of the seat in the message, such as ``"is in the deal"``. Raises `InvalidTable`.
    """
    why = ""
    try:
        if isinstance(player, type) or not callable(getattr(player, "act", None)):
            why = "a player is an object with a method act(view)"
        elif answers_later(player):
            why = "its act is async, and act(view) must return an action"
    except Exception as error:  # noqa: BLE001  # act is a property, whose code fails
        why = f"its act cannot be read: {show(error)}"
    if why:
        msg = f"seat {seat} {role} and cannot be played by {show(player)}: {why}"
        raise InvalidTable(msg)


def answers_later(player: object) -> bool:
    """Whether the method ``act`` of a player is a coroutine function or a generator function."""
    act: Any = getattr(player, "act", None)
    while hasattr(act, "func"):  # a functools.partial
        act = act.func
    if not hasattr(act, "__code__") and not hasattr(act, "__func__"):  # an object that can be called
        act = getattr(type(act), "__call__", act)  # noqa: B004  # its code is wanted, not whether there is one
    code = getattr(getattr(act, "__func__", act), "__code__", None)
    return code is not None and bool(code.co_flags & _LATER)


_LATER = 0x20 | 0x80 | 0x200
"""The flags of generators, coroutines and asynchronous generators: CO_GENERATOR and so on in `inspect`."""


def _dispose_of(answer: object) -> None:
    """Close a coroutine that is not awaited, which would print a warning."""
    if type(answer).__name__ == "coroutine":
        answer.close()  # type: ignore[attr-defined]  # every coroutine has it


def seat_players(deal: Deal, players: Players) -> list[Player]:
    """Return the players by seat, with a player that never answers for each seat without one."""
    named: Any = players  # a dict, or else a list
    by_seat: dict[int, Any] = dict(named.items() if hasattr(named, "items") else enumerate(named))
    seated = [by_seat.get(seat) for seat in range(len(deal.stacks))]
    for seat, player in enumerate(seated):
        if seat in deal.seats:
            check_player(player, seat, "is in the deal")
        elif player is not None:  # it may be asked to join a svarka (6.3)
            check_player(player, seat, "is at the table")
    return [_ABSENT if player is None else player for player in seated]


def forfeit_action(legal: LegalActions) -> Action:
    """8.5: the action for a seat that does not answer: look during the blind bets, fold, or decline."""
    if legal.look:
        return Look()
    return Fold() if legal.fold else Decline()


def _why_no_answer(error: BaseException) -> str:
    """Return what the player did instead of answering, in one line."""
    if isinstance(error, NoAnswer):
        return _printable(str(error)) or "did not answer"
    return f"failed: {_one_line(error)}"


def _one_line(value: object) -> str:
    """Return the repr of an answer on one line."""
    if issubclass(type(value), tuple(ACTIONS.values())):
        return describe_action(value)
    return show(value, longest=SHOWN)


def _printable(text: str) -> str:
    """Return a text on one line, and shorten it if it is long."""
    shown = "".join(character if character.isprintable() else " " for character in text).strip()
    return shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 1]}…"
