"""Lets players play a deal, and gets on with it when one of them fails."""

from __future__ import annotations

from svara.actions import Action, Decline, Fold, Look
from svara.checks import show
from svara.errors import InvalidCards, InvalidTable
from svara.events import Forfeited
from svara.legal import IllegalAction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn, TypeAlias

    from svara.deal import Deal
    from svara.legal import LegalActions
    from svara.tables.player import Player
    from svara.view import View

    Players: TypeAlias = Sequence[Player | None] | Mapping[int, Player]

SHOWN = 100
"""How much of what a player said an event shows."""


class NoAnswer(Exception):
    """A player has not answered; the text says why, as what the player did."""


class _Absent:
    """Who is asked where there is no player: a seat at the table that is not in the deal may be asked to join (6.3)."""

    name = "nobody"

    def act(self, _view: View) -> NoReturn:
        msg = "the seat has no player"
        raise NoAnswer(msg)


_ABSENT = _Absent()
_NOTHING = object()


def play_deal(
    deal: Deal, players: Players, *, on_forfeit: Callable[[Forfeited], object] | None = None
) -> tuple[Forfeited, ...]:
    r"""Let *players* play a deal from where it is to its end.

    *players* are a list or a dict by seat; each is asked with the seat's `View` alone: ``player.act(view)`` returns an
    action or its text. A player whose code fails, that returns what is not legal, or that lets its clock run out
    (`svara.players.Clocked`) forfeits: it looks, folds or declines, whichever is legal (8.5), and the deal goes on.
    Returns these cases, and calls *on_forfeit* with each as it happens. Ctrl-C is not a failure of a player: it ends
    `play_deal`, and the deal stays where it is.

    A deal without a seed stops, too, where it waits for cards: in the phase ``"dealing"``.

    Raises `InvalidTable` where a seat of the deal has no player.

    >>> import svara
    >>> from svara.players import CallingPlayer, RandomPlayer
    >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50, 50], dealer=0, seed=7)
    >>> class Broken:
    ...     def act(self, view):
    ...         return "raise 1000"
    >>> forfeits = svara.play_deal(deal, [CallingPlayer(), CallingPlayer(), Broken()])
    >>> print(*forfeits, sep="\n")
    seat 2 folds by forfeit: said 'raise 1000', which is not legal: it may fold, call for 1, raise to 2-49
    >>> deal.phase, deal.stacks
    ('over', (48, 53, 49))
    """
    forfeits: list[Forfeited] = []

    def note(forfeited: Forfeited) -> None:
        forfeits.append(forfeited)
        if on_forfeit:
            on_forfeit(forfeited)

    ask_until_over(deal, seat_players(deal, players), note)
    return tuple(forfeits)


def ask_until_over(deal: Deal, seated: Sequence[Player], note: Callable[[Forfeited], object]) -> None:
    """Ask the seat to act, and play what it answers or else what is played for it, while a seat is to act."""
    while (seat := deal.to_act) is not None:
        answer: object = _NOTHING
        try:
            answer = seated[seat].act(deal.view(seat))
            deal.play(answer)
        except (Exception, SystemExit) as error:  # whatever a player does, the table goes on
            if answer is not _NOTHING and isinstance(error, InvalidCards):
                raise  # a deck that was given is too short for the svarka that follows: no player's fault
            legal = deal.legal_actions
            forfeited = Forfeited(seat, forfeit_action(legal), _why(answer, error, legal))
            note(forfeited)
            deal.play(forfeited.action)


def seat_players(deal: Deal, players: Players) -> list[Player]:
    """The players by seat, with somebody who never answers where there is none."""
    named: Any = players  # a dict, or else a list
    by_seat: dict[int, Any] = dict(named.items() if hasattr(named, "items") else enumerate(named))
    seated = [by_seat.get(seat) for seat in range(len(deal.stacks))]
    for seat in deal.seats:
        if not hasattr(seated[seat], "act"):
            who = show(seated[seat])
            raise InvalidTable(
                f"seat {seat} is in the deal and cannot be played by {who}: a player has a method act(view)"
            )
    return [_ABSENT if player is None else player for player in seated]


def forfeit_action(legal: LegalActions) -> Action:
    """8.5: what is played for a seat that does not answer: a look while bets are blind, a fold, or a decline."""
    if legal.look:
        return Look()
    return Fold() if legal.fold else Decline()


def _why(answer: object, error: BaseException, legal: LegalActions) -> str:
    """What the player did, in one line."""
    if isinstance(error, NoAnswer):
        return _printable(str(error)) or "did not answer"
    if isinstance(error, IllegalAction):
        return f"said {_one_line(answer)}, which is not legal: it may {legal}"
    return f"failed: {_one_line(error)}"


def _one_line(value: object) -> str:
    """A value as a player wrote it, on one line."""
    if isinstance(value, Action):
        return str(value)
    return show(value, longest=SHOWN)


def _printable(text: str) -> str:
    """A text on one line, and not too long."""
    shown = "".join(character if character.isprintable() else " " for character in text).strip()
    return shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 1]}…"
