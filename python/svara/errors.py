"""The errors of this package. Each is a `ValueError` with a message of one line and fields for what failed."""

from __future__ import annotations

from svara.checks import show


class Fault(ValueError):
    """The base of the errors. Copies and pickles, of every protocol, keep the fields of an error."""

    def __reduce__(self) -> tuple[object, ...]:
        carried = {name: value if _can_be_pickled(value) else show(value) for name, value in vars(self).items()}
        return _again, (type(self), self.args, carried)


def _again(cls: type[Fault], args: tuple[object, ...], fields: dict[str, object]) -> Fault:
    """Make an error again with its fields, whatever the parameters of its constructor."""
    error = cls.__new__(cls, *args)
    error.args = args
    vars(error).update(fields)
    return error


def _can_be_pickled(value: object) -> bool:
    """Whether a value can be pickled. A worker process that cannot pickle its error never answers."""
    import pickle  # noqa: PLC0415  # it is there already when an error is pickled

    try:
        pickle.dumps(value)
    except Exception:  # noqa: BLE001  # pickle raises whatever it meets
        return False
    return True


class InvalidCards(Fault):
    """Something that is not a card, a hand or a deck.

    *piece* is the text, card or number at fault, at most 60 characters of it, or `None` if only the count is wrong.
    *row* is the index of the row at fault if many hands were given at once, else `None`.
    """

    def __init__(self, message: str, piece: str | None = None, row: int | None = None) -> None:
        super().__init__(message)
        self.piece = piece
        self.row = row


class InvalidRules(Fault):
    """A rule set that does not exist, or a value that a rule set cannot have.

    *field* is the name of the field at fault, or ``"name"`` for an unknown name.
    """

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class InvalidMenu(Fault):
    """A menu that does not exist, or a value that a menu cannot have.

    *field* is the name of the field at fault, or ``"name"`` for an unknown name.
    """

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class InvalidGame(Fault):
    """A game that cannot be built or solved, or a history that does not occur in it."""


class UnreachedLine(UserWarning):
    """A warning: the solution hardly ever reaches this line itself, so its advice there is unreliable."""


class InvalidDeal(Fault):
    """A deal that cannot begin by the rules, or a written deal that could not have happened."""


class InvalidTable(Fault):
    """Something that cannot be done at a table, which is unchanged, or a written table that could not have existed."""


class InvalidRecord(Fault):
    """Something that is not a record of a deal, or a record of a deal that could not have happened.

    *line* is the number of its line in the file, from 1, or `None` if there is no file. *action* is the number of the
    action at fault, from 1, or `None` if something else is at fault.
    """

    def __init__(self, message: str, *, line: int | None = None, action: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.action = action


class TornRecord(UserWarning):
    """A warning: the last line of a file of records is incomplete, as after a kill. It is skipped, or cut off."""


class InvalidOdds(Fault):
    """Odds that do not exist: too many opponents, a dead card in the hand, or no hand left for an opponent."""


class InvalidRange(Fault):
    """A text that is not a range of hands, or a range without a hand.

    *piece* is the part of the text at fault, at most 60 characters of it, or `None` if a part is missing.
    """

    def __init__(self, message: str, piece: str | None = None) -> None:
        super().__init__(message)
        self.piece = piece
