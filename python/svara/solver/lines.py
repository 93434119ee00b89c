"""Lines of actions, as values and as texts."""

from __future__ import annotations

from svara.actions import Action, parse_action
from svara.checks import show
from svara.errors import InvalidGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Actions(tuple[Action, ...]):
    """Actions in the order of the menu. ``in`` works with an action or its text.

    >>> import svara
    >>> "call" in Actions([svara.Fold(), svara.Call()]), svara.Raise(2) in Actions([svara.Fold()])
    (True, False)
    """

    __slots__ = ()

    def __contains__(self, item: object) -> bool:
        return super().__contains__(read_action(item))


def show_line(actions: Iterable[Action]) -> str:
    """Return actions as one text, separated by ``"; "``."""
    return "; ".join(map(str, actions))


def split_history(history: str | Action | Iterable[Action | str]) -> list[Action | str]:
    """Return the items of a history: a text, a list or one action. Texts among the items are not checked.

    Raises `InvalidGame` for anything else.
    """
    if isinstance(history, Action):
        return [history]
    if isinstance(history, str):
        return [text.strip() for text in history.split(";")] if history.strip() else []
    if not hasattr(history, "__iter__"):
        msg = f"a history is a text such as 'look; raise 2', or a list of actions, not {show(history)}"
        raise InvalidGame(msg)
    return list(history)


def parse_history(history: str | Action | Iterable[Action | str]) -> list[Action]:
    """Return the actions of a history.

    Raises `InvalidGame` for an item that is not an action.
    """
    actions = []
    for number, item in enumerate(split_history(history), start=1):
        try:
            actions.append(item if isinstance(item, Action) else parse_action(str(item)))
        except ValueError as error:
            msg = f"action {number}: {error}"
            raise InvalidGame(msg) from None
    return actions


def read_action(item: object) -> Action | None:
    """Return the action for an action or its text; `None` for anything else."""
    if isinstance(item, str):
        try:
            return parse_action(item)
        except ValueError:
            return None
    return item if isinstance(item, Action) else None


def list_some(actions: Iterable[Action]) -> str:
    """Return actions as one line of text, shortened if there are many."""
    texts = [str(action) for action in actions]
    if len(texts) > 20:
        texts = [*texts[:10], "…", *texts[-5:]]
    return ", ".join(texts)
