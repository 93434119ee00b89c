"""What a player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from svara.actions import Action
    from svara.view import View


@runtime_checkable
class Player(Protocol):
    """Whoever decides for a seat.

    It may also have a ``name``, and, if it has chance of its own, a method ``reseed(seed)`` that begins it anew; a
    simulation calls it.
    """

    def act(self, view: View, /) -> Action | str:
        """Return what the seat does, an action or its text: one of ``view.legal_actions``.

        *view* is all that the player is told. What is not legal, an exception and a late answer make the seat fold,
        look or decline.
        """
        ...
