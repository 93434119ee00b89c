"""What goes wrong: each a `ValueError` that says so in one line and carries what failed."""

from __future__ import annotations


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
