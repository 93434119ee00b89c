"""What goes wrong: each a `ValueError` that says so in one line and carries what failed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from svara.actions import LegalActions


class InvalidCards(ValueError):
    """Something that is not a card, a hand or a deck.

    *piece* is the text, card or number at fault, or `None` where only the count is wrong.
    """

    def __init__(self, message: str, piece: str | None = None) -> None:
        super().__init__(message)
        self.piece = piece


class InvalidRules(ValueError):
    """A rule set that does not exist, or a value that a rule set cannot have.

    *field* names what is at fault: a field of `Rules`, or ``"name"``.
    """

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class InvalidDeal(ValueError):
    """A deal that the rules do not allow to begin, or a written deal that could not have happened."""


class IllegalAction(ValueError):
    """An action that the rules do not allow here; the deal is as it was.

    *seat* is the seat to act, or `None` where nobody is; *action* is what was tried, as it was given; *legal* says what
    is allowed.
    """

    def __init__(self, message: str, seat: int | None, action: object, legal: LegalActions) -> None:
        super().__init__(message)
        self.seat = seat
        self.action = action
        self.legal = legal

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, int | None, object, LegalActions]]:
        return type(self), (str(self), self.seat, self.action, self.legal)


class InvalidRecord(ValueError):
    """Something that is no record of a deal, or a record of a deal that could not have happened.

    *line* is the number of its line in the file, from 1, or `None` where there is no file; *action* is the number of
    the action at fault, from 1, or `None` where it is something else.
    """

    def __init__(self, message: str, *, line: int | None = None, action: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.action = action

    def __reduce__(self) -> tuple[type[InvalidRecord], tuple[str], dict[str, int | None]]:
        return type(self), (str(self),), {"line": self.line, "action": self.action}


class TornRecord(UserWarning):
    """The last line of a file of records is not complete, as a kill leaves it: it is passed over, or cut off."""
