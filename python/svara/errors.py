"""What goes wrong: each a `ValueError` that says so in one line and carries what failed."""

from __future__ import annotations

from svara.checks import show


class Fault(ValueError):
    """An error of this package: pickles of every protocol, and copies, keep the fields that it carries."""

    def __reduce__(self) -> tuple[object, ...]:
        carried = {name: value if _can_be_pickled(value) else show(value) for name, value in vars(self).items()}
        return _again, (type(self), self.args, carried)


def _again(cls: type[Fault], args: tuple[object, ...], fields: dict[str, object]) -> Fault:
    """Make an error again as it was, whatever its constructor takes."""
    error = cls.__new__(cls, *args)
    error.args = args
    vars(error).update(fields)
    return error


def _can_be_pickled(value: object) -> bool:
    """Whether a value can go to another process: a worker that cannot send its error never answers."""
    import pickle  # noqa: PLC0415  # it is there already when an error is pickled

    try:
        pickle.dumps(value)
    except Exception:  # noqa: BLE001  # pickle raises whatever it meets
        return False
    return True


class InvalidCards(Fault):
    """Something that is not a card, a hand or a deck.

    *piece* is the text, card or number at fault, at most 60 characters of it, or `None` where only the count is wrong.
    *row* is the number, from 0, of the row at fault, where many hands were given at once.
    """

    def __init__(self, message: str, piece: str | None = None, row: int | None = None) -> None:
        super().__init__(message)
        self.piece = piece
        self.row = row


class InvalidRules(Fault):
    """A rule set that does not exist, or a value that a rule set cannot have.

    *field* names what is at fault: a field of `Rules`, or ``"name"``.
    """

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class InvalidMenu(Fault):
    """A menu that does not exist, or a value that a menu cannot have.

    *field* names what is at fault: a field of `Menu`, or ``"name"``.
    """

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class InvalidGame(Fault):
    """A game that cannot be made or solved, or a history that is none of it."""


class UnreachedLine(UserWarning):
    """A solution was asked about a line that play by it hardly ever reaches: it has learned little of it."""


class InvalidDeal(Fault):
    """A deal that the rules do not allow to begin, or a written deal that could not have happened."""


class InvalidTable(Fault):
    """Something that cannot be done at a table, or a written table that could not have been; the table is as it was."""


class InvalidRecord(Fault):
    """Something that is not a record of a deal, or a record of a deal that could not have happened.

    *line* is the number of its line in the file, from 1, or `None` where there is no file; *action* is the number of
    the action at fault, from 1, or `None` where it is something else.
    """

    def __init__(self, message: str, *, line: int | None = None, action: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.action = action


class TornRecord(UserWarning):
    """The last line of a file of records is not complete, as a kill leaves it: it is passed over, or cut off."""


class InvalidOdds(Fault):
    """Odds that cannot be asked for: too many opponents, dead cards at odds with the hand, no hand left to hold."""


class InvalidRange(Fault):
    """A text that is not a range of hands, or a range without a hand.

    *piece* is the part of the text at fault, at most 60 characters of it, or `None` where one is missing.
    """

    def __init__(self, message: str, piece: str | None = None) -> None:
        super().__init__(message)
        self.piece = piece
