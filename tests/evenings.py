"""Tables and players for tests: some of the players fail on purpose, and all can be pickled."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING, Any

import svara
from deals import deck_for
from svara.players import CallingPlayer

if TYPE_CHECKING:
    from pathlib import Path


def table(
    *stacks: int, rules: str = "vipsvara", dealer: int | None = 0, seed: int | None = None, **fields: Any
) -> svara.Table:
    """A table where seat 0 deals first; a stack of 0 is an empty chair."""
    names = [name if stack else None for name, stack in zip("ABCDEFGHIJ", stacks, strict=False)]
    return svara.Table(
        svara.find_rules(rules).but(**fields), names=names, stacks=list(stacks), dealer=dealer, seed=seed
    )


def play(evening: svara.Table, hands: dict[int, str], *texts: str, svarkas: Any = ()) -> svara.Deal:
    """Play the next deal with these hands by seat, from actions given as text, as `deals.play` does."""
    dealer = evening.next_dealer
    assert dealer is not None
    deal = evening.start_deal(decks=[deck_for(hands, dealer), *svarkas])
    assert deal is not None
    for text in texts:
        for action in text.split(", "):
            deal.play(action)
    return deal


class Says:
    """A player that says the same each time, whatever it is."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, _view: svara.View) -> Any:
        """Say it, or raise it if it is an exception."""
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


class Sleeper:
    """A player that answers only when it is let go."""

    def __init__(self) -> None:
        self.is_let_go = False
        self.asked = 0

    def act(self, _view: svara.View) -> str:
        """Wait, then fold."""
        self.asked += 1
        while not self.is_let_go:
            time.sleep(0.001)
        return "fold"


class Witness:
    """A player that keeps every view, and plays as another does."""

    def __init__(self, player: Any) -> None:
        self.player = player
        self.views: list[svara.View] = []

    def act(self, view: svara.View) -> Any:
        """Keep the view, and ask the other."""
        self.views.append(view)
        return self.player.act(view)


class Killer:
    """A calling player that ends the process it is in, as often as there are files to remove: *lives* of them."""

    name = "killer"

    def __init__(self, directory: Path, *, lives: int) -> None:
        self.directory = directory
        for number in range(lives):
            (directory / str(number)).touch()

    def act(self, view: svara.View) -> Any:
        """End the process or call."""
        for life in sorted(self.directory.iterdir()):
            life.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return CallingPlayer().act(view)
