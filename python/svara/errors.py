"""What goes wrong: each a `ValueError` that says so in one line and carries what failed."""

from __future__ import annotations


class InvalidCards(ValueError):
    """Something that is not a card, a hand or a deck.

    *piece* is the text, card or number at fault, or `None` where only the count is wrong. *row* is the number, from 0,
    of the row at fault, where many hands were given at once.
    """

    def __init__(self, message: str, piece: str | None = None, row: int | None = None) -> None:
        super().__init__(message)
        self.piece = piece
        self.row = row


class InvalidRules(ValueError):
    """A rule set that does not exist, or a value that a rule set cannot have.

    *field* names what is at fault: a field of `Rules`, or ``"name"``.
    """

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


class InvalidOdds(ValueError):
    """Odds that cannot be asked for: too many opponents, dead cards at odds with the hand, no hand left to hold."""


class InvalidRange(ValueError):
    """A text that is no range of hands, or a range without a hand.

    *piece* is the part of the text at fault, or `None` where one is missing.
    """

    def __init__(self, message: str, piece: str | None = None) -> None:
        super().__init__(message)
        self.piece = piece
