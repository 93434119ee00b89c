"""The interface of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from svara.actions import Action
    from svara.view import View


@runtime_checkable
class Player(Protocol):
    """The interface of a player: an object that decides for a seat.

    A player may also have a ``name``. A player that uses random numbers may have a method ``reseed(seed)``, which
    simulations call.
    """

    def act(self, view: View, /) -> Action | str:
        """Return an action, or the text of one, from ``view.legal_actions``.

        *view* is all that the player knows. If the player returns anything else, raises an exception or answers too
        late, the seat folds, looks or declines.
        """
        ...
