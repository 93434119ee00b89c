"""What a seat may do: the actions that are legal, and the error for one that is not."""

from __future__ import annotations

from svara.actions import PLAIN, Blind, Call, Decline, Fold, Join, Look, Raise, parse_action

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, NoReturn

    from svara.actions import Action


class LegalActions:
    """What the seat to act may do: a value that answers without listing.

    It is true if there is anything, tells with ``in`` whether an action (or its text) is legal, has a length and an
    index, and iterates every concrete action in the order of section 9: blinds ascending, look, fold, call, raises
    ascending, join, decline. Nothing in it grows with the chips.

    >>> import svara
    >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
    >>> deal.play("look")
    >>> deal.legal_actions
    <LegalActions of seat 1: fold, raise to 1-49>
    >>> "raise 20" in deal.legal_actions, deal.legal_actions.raises[-1], len(deal.legal_actions)
    (True, 49, 50)
    """

    __slots__ = ("blinds", "call", "fold", "join", "look", "raises", "seat")

    seat: int | None
    """The seat to act, or `None` where nobody is."""
    blinds: Sequence[int]
    """The chips that a blind may be (4.2, 4.3), ascending."""
    look: bool
    """Whether the seat may look."""
    fold: bool
    """Whether the seat may fold."""
    call: int | None
    """The chips that a call costs, less than the difference to the price where it puts the seat all-in; or `None`."""
    raises: Sequence[int]
    """The puts that a raise may go to (5.3), ascending; one where only a short raise is left (5.4)."""
    join: int | None
    """The chips that joining the svarka costs (6.2), or `None`."""

    def __init__(  # noqa: PLR0917  # by position, which is quicker: one is made for every action
        self,
        seat: int | None,
        blinds: Sequence[int] = (),
        look: bool = False,  # noqa: FBT002  # the same
        fold: bool = False,  # noqa: FBT002  # the same
        call: int | None = None,
        raises: Sequence[int] = (),
        join: int | None = None,
    ) -> None:
        self.seat = seat
        self.blinds = blinds
        self.look = look
        self.fold = fold
        self.call = call
        self.raises = raises
        self.join = join
        # Players are handed it, and what is legal is not theirs to change.
        self.__class__ = _Frozen  # pyright: ignore[reportAttributeAccessIssue]  # noqa: PLE0237  # a subclass will do

    def __contains__(self, action: object) -> bool:
        kind = type(action)
        if kind is Call:
            return self.call is not None
        if kind is Raise or kind is Blind:
            amount: Any = action.amount  # type: ignore[attr-defined]  # both have one
            return type(amount) is int and amount in (self.raises if kind is Raise else self.blinds)
        if kind is Fold:
            return self.fold
        if kind is Look:
            return self.look
        if kind is Join or kind is Decline:
            return self.join is not None
        if isinstance(action, str):
            try:
                return parse_action(action) in self
            except ValueError:
                return False
        return False

    @property
    def count(self) -> int:
        """How many actions there are; ``len`` says the same, as far as Python's lengths go."""
        return sum(_count(amounts) for amounts, _ in self._parts())

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return self.seat is not None

    def __iter__(self) -> Iterator[Action]:
        for amounts, kind in self._parts():
            yield from map(kind, amounts)

    def __getitem__(self, index: int) -> Action:
        place = index + self.count if index < 0 else index
        for amounts, kind in self._parts():
            if 0 <= place < _count(amounts):
                return kind(amounts[place])
            place -= _count(amounts)
        msg = f"there are {self.count} legal actions, so none has index {index}"
        raise IndexError(msg)

    def _parts(self) -> Iterator[tuple[Sequence[Any], Callable[[Any], Action]]]:
        """The actions in order, as runs of amounts and of verbs with what makes an action of each."""
        yield self.blinds, Blind
        yield (
            [verb for verb, may in (("look", self.look), ("fold", self.fold), ("call", self.call)) if may],
            PLAIN.__getitem__,
        )
        yield self.raises, Raise
        yield ["join", "decline"] if self.join is not None else [], PLAIN.__getitem__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalActions):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.seat, self.blinds, self.look, self.fold, self.call, self.raises, self.join

    def __str__(self) -> str:
        parts = [f"blind {_amounts(self.blinds)}"] * bool(self.blinds) + ["look"] * self.look + ["fold"] * self.fold
        if self.call is not None:
            parts.append(f"call for {self.call}")
        if self.raises:
            parts.append(f"raise to {_amounts(self.raises)}")
        if self.join is not None:
            parts += [f"join for {self.join}", "decline"]
        return ", ".join(parts) or "nothing"

    def __repr__(self) -> str:
        return f"<LegalActions of {'nobody' if self.seat is None else f'seat {self.seat}'}: {self}>"


class _Frozen(LegalActions):
    """What `LegalActions` become when they are made: a class that refuses changes costs nothing where nobody tries."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        msg = "LegalActions cannot be changed"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __reduce__(self) -> tuple[type[LegalActions], tuple[Any, ...]]:
        return LegalActions, self._key()


def _count(amounts: Sequence[Any]) -> int:
    """How many there are; `len` refuses the ranges of stacks beyond what a machine word holds."""
    return amounts.stop - amounts.start if isinstance(amounts, range) else len(amounts)


def _amounts(amounts: Sequence[int]) -> str:
    if isinstance(amounts, range) and _count(amounts) > 1:
        return f"{amounts[0]}-{amounts[-1]}"
    return " or ".join(map(str, amounts))


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
