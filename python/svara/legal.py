"""Legal actions: what a seat may do, and the error for an action that is not legal."""

from __future__ import annotations

from svara.actions import PLAIN, Blind, Call, Decline, Fold, Join, Look, Raise, parse_action
from svara.checks import check_form, check_list, is_whole, show
from svara.errors import Fault, InvalidDeal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, NoReturn

    from svara.actions import Action
else:
    from _collections_abc import Sequence  # noqa: TC003  # resolves annotations; collections.abc would load more


class LegalActions:
    """The actions that the seat to act may play, as a sequence that is not stored as a list.

    It is true if there is a legal action. ``in`` checks an action or its text. It has a length, indices and an
    iterator, in the order of section 9: blinds ascending, look, fold, call, raises ascending, join, decline. Its size
    in memory does not depend on the number of chips.

    >>> import svara
    >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
    >>> deal.play("look")
    >>> deal.legal_actions
    <LegalActions of seat 1: fold, raise to 1-49>
    >>> "raise 20" in deal.legal_actions, deal.legal_actions.raises[-1], len(deal.legal_actions)
    (True, 49, 50)
    """

    __slots__ = ("blinds", "call", "fold", "join", "look", "pot", "price", "raises", "seat")

    seat: int | None
    """The seat to act, or `None` if no seat is."""
    blinds: Sequence[int]
    """The legal amounts of a blind (4.2, 4.3), ascending."""
    look: bool
    """Whether the seat may look."""
    fold: bool
    """Whether the seat may fold."""
    call: int | None
    """The chips that a call costs, or `None`. A call for less than the difference to the price is all-in (5.4)."""
    raises: Sequence[int]
    """The puts that a raise may go to (5.3), ascending; exactly one if only a short raise is possible (5.4)."""
    join: int | None
    """The chips that joining the svarka costs (6.2), or `None`."""
    price: int
    """The put that a seat needs to stay in (5.1)."""
    pot: int
    """All chips in the pots and in the puts of all seats."""

    def __init__(  # noqa: PLR0917  # by position, which is quicker: one is made for every action
        self,
        seat: int | None,
        blinds: Sequence[int] = (),
        look: bool = False,  # noqa: FBT002  # the same
        fold: bool = False,  # noqa: FBT002  # the same
        call: int | None = None,
        raises: Sequence[int] = (),
        join: int | None = None,
        price: int = 0,
        pot: int = 0,
    ) -> None:
        self.seat = seat
        self.blinds = blinds
        self.look = look
        self.fold = fold
        self.call = call
        self.raises = raises
        self.join = join
        self.price = price
        self.pot = pot
        # Players get this value and must not change it.
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
        """The number of legal actions. ``len`` is the same, but fails beyond the greatest length that Python allows."""
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
        """Yield runs of amounts or verbs, in order, each with the function that makes an action of one of them."""
        yield self.blinds, Blind
        yield (
            [verb for verb, may in (("look", self.look), ("fold", self.fold), ("call", self.call)) if may],
            PLAIN.__getitem__,
        )
        yield self.raises, Raise
        yield ["join", "decline"] if self.join is not None else [], PLAIN.__getitem__

    @property
    def suggested(self) -> dict[str, Action]:
        """Bets that a table can offer on buttons, by name, the smallest first.

        For raises the names are ``"min"``, ``"half pot"``, ``"pot"`` and ``"all-in"``. A raise of the pot exceeds the
        price by the pot, in which the seat's own call is included. For a first blind the names are the same, and the
        pot is the present one. For a blind after a blind they are the multiples of the rules (4.3), such as ``"2x"``.
        A bet that is not legal is left out. If several have the same amount, ``"all-in"`` stays, or else the smallest.
        Of legal actions that a `svara.Menu` has restricted, all amounts are suggested, by their numbers.

        >>> import svara
        >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
        >>> deal.play("blind 4")
        >>> deal.legal_actions.suggested
        {'2x': Blind(8), '3x': Blind(12), '4x': Blind(16)}
        >>> deal.play("look")
        >>> deal.legal_actions.suggested
        {'min': Raise(9), 'half pot': Raise(15), 'pot': Raise(22), 'all-in': Raise(49)}
        """
        kind = Blind if self.blinds else Raise
        return {size: kind(amount) for size, amount in self._suggested_amounts().items()}

    def _suggested_amounts(self) -> dict[str, int]:
        """Return the amounts of the suggested bets by name, the smallest first."""
        amounts = self.blinds or self.raises
        if not amounts:
            return {}
        if not isinstance(amounts, range):
            is_multiple = self.blinds and self.price
            return {f"{2 * amount // self.price}x" if is_multiple else str(amount): amount for amount in amounts}
        base = 0 if self.blinds else self.price
        pot = self.pot + (self.call or 0)
        sizes = {"half pot": base + pot // 2, "pot": base + pot, "min": amounts[0], "all-in": amounts[-1]}
        by_amount = {amount: size for size, amount in sizes.items() if amount in amounts}
        return {size: amount for amount, size in sorted(by_amount.items())}

    def to_dict(self) -> dict[str, Any]:
        """Return the legal actions as a dict of plain values that JSON can hold (``view.schema.json``).

        ``"blind"`` and ``"raise"`` hold the least and the greatest amount, a list of the amounts if not all whole
        numbers in between are legal, and the suggested amounts. They are `None` if no amount is legal.

        >>> import svara
        >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
        >>> deal.play("look")
        >>> legal = deal.legal_actions.to_dict()
        >>> legal["fold"], legal["call"], legal["raise"]["min"], legal["raise"]["max"], legal["raise"]["suggested"][0]
        (True, None, 1, 49, {'size': 'min', 'amount': 1})
        """
        return {
            "seat": self.seat,
            "price": self.price,
            "pot": self.pot,
            "blind": self._amounts_to_dict(self.blinds),
            "look": self.look,
            "fold": self.fold,
            "call": self.call,
            "raise": self._amounts_to_dict(self.raises),
            "join": self.join,
        }

    def _amounts_to_dict(self, amounts: Sequence[int]) -> dict[str, Any] | None:
        if not amounts:
            return None
        suggested = [{"size": size, "amount": amount} for size, amount in self._suggested_amounts().items()]
        every = None if isinstance(amounts, range) else list(amounts)
        return {"min": amounts[0], "max": amounts[-1], "amounts": every, "suggested": suggested}

    @classmethod
    def from_dict(cls, fields: object) -> LegalActions:
        """Make legal actions from a dict of `to_dict`. The suggested amounts are computed again.

        Raises `InvalidDeal` for a missing or unknown field and for a value that a field cannot have.
        """
        given = check_form(fields, "legal actions", _FIELDS, InvalidDeal)
        for name in ("seat", "call", "join"):
            _check_whole(name, given[name], can_be_none=True)
        for name in ("price", "pot"):
            _check_whole(name, given[name], can_be_none=False)
        for name in ("look", "fold"):
            if not isinstance(given[name], bool):
                msg = f"{name} cannot be {show(given[name])}: it is true or false"
                raise InvalidDeal(msg)
        blinds, raises = (_read_amounts(name, given[name]) for name in ("blind", "raise"))
        look, fold, call, join = (given[name] for name in ("look", "fold", "call", "join"))
        return LegalActions(given["seat"], blinds, look, fold, call, raises, join, given["price"], given["pot"])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalActions):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.seat, self.blinds, self.look, self.fold, self.call, self.raises, self.join, self.price, self.pot

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
    """The class of finished `LegalActions`. It refuses changes, and making one costs less than with a frozen base."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        msg = "LegalActions cannot be changed"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __reduce__(self) -> tuple[type[LegalActions], tuple[Any, ...]]:
        return LegalActions, self._key()


def _count(amounts: Sequence[Any]) -> int:
    """Return the number of amounts. `len` refuses ranges that are longer than a machine word can say."""
    return amounts.stop - amounts.start if isinstance(amounts, range) else len(amounts)


def _amounts(amounts: Sequence[int]) -> str:
    if isinstance(amounts, range) and _count(amounts) > 1:
        return f"{amounts[0]}-{amounts[-1]}"
    return " or ".join(map(str, amounts))


_FIELDS = ("seat", "price", "pot", "blind", "look", "fold", "call", "raise", "join")


def _check_whole(name: str, value: object, *, can_be_none: bool) -> None:
    if not (is_whole(value, 0) or (value is None and can_be_none)):
        msg = f"{name} cannot be {show(value)}: it is a whole number of at least 0{' or null' * can_be_none}"
        raise InvalidDeal(msg)


def _read_amounts(name: str, fields: object) -> Sequence[int]:
    """Read the amounts of a blind or a raise that `LegalActions.to_dict` wrote."""
    if fields is None:
        return ()
    given = check_form(fields, f"the {name}", ("min", "max", "amounts", "suggested"), InvalidDeal)
    for end in ("min", "max"):
        _check_whole(f"the {end} of the {name}", given[end], can_be_none=False)
    if given["amounts"] is None:
        return range(given["min"], given["max"] + 1) or ()
    amounts = check_list(given["amounts"], f"the amounts of the {name}", "a list of whole numbers", InvalidDeal)
    for amount in amounts:
        _check_whole(f"an amount of the {name}", amount, can_be_none=False)
    return amounts


class IllegalAction(Fault):
    """An action that the rules do not allow now. The deal is unchanged.

    *seat* is the seat to act, or `None` if no seat is; *action* is the action as it was given; *legal* are the legal
    actions.
    """

    def __init__(self, message: str, seat: int | None, action: object, legal: LegalActions) -> None:
        super().__init__(message)
        self.seat = seat
        self.action = action
        self.legal = legal
