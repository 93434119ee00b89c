"""Menus: the bet sizes that a solved game considers, as data."""

from __future__ import annotations

from svara.actions import Blind, Raise
from svara.checks import is_whole, show
from svara.deal import Deal
from svara.errors import InvalidMenu
from svara.legal import LegalActions
from svara.presets import check_fields, from_fields, plain, show_changes, to_fields
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from svara.actions import Action
    from svara.view import View

_LISTS = ("blinds", "blind_multiples", "raises")
_MAX_DIGITS = 6


class Menu(Value):
    """The bet sizes that a solved game considers: immutable, comparable, hashable.

    Look, fold and call are always on it. `find_menu` returns the named menus; `but` makes others from them.

    >>> import svara
    >>> deal = svara.Deal.start("vipsvara", stacks=[21, 21], dealer=0, seed=7)
    >>> svara.find_menu("basic").actions(deal)
    <LegalActions of seat 1: blind 1 or 2 or 4, look>
    >>> deal.play("look")
    >>> svara.find_menu("basic").actions(deal)
    <LegalActions of seat 1: fold, raise to 1 or 2 or 20>
    >>> svara.find_menu("basic").but(raises=("min", "2", "all-in"), name="own").actions(deal)
    <LegalActions of seat 1: fold, raise to 1 or 4 or 20>

    Raises `InvalidMenu` for a value that a field cannot have.
    """

    name: str
    """The name of the menu. Menus with different names are not equal, even if they have the same sizes."""
    blinds: tuple[int, ...] | None
    """The first blinds, as multiples of the minimum bet, ascending; `None` for every amount."""
    blind_multiples: tuple[int, ...] | None
    """A blind after a blind, as multiples of the last blind, ascending; `None` for all legal ones (4.3)."""
    raises: tuple[str, ...] | None
    """The sizes of raises, ascending, as `raise_to` takes them; `None` for every amount."""
    max_raises: int | None
    """The most raises of all seats together after cards are dealt, the first bet included; `None` for no limit."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*map(plain, values), **{name: plain(value) for name, value in named.items()})
        check_fields(self, _FIELDS, InvalidMenu)

    def actions(self, deal: Deal | View) -> LegalActions:
        """Return the legal actions that are on the menu: blinds and raises of its sizes, and all other actions.

        A size that is not legal is left out. So is every amount above the smallest that puts all other seats all-in,
        since chips that they cannot match are returned anyway (5.10).
        """
        legal = deal.legal_actions
        if legal.blinds:
            return LegalActions(legal.seat, self._blinds(deal), look=legal.look, price=legal.price, pot=legal.pot)
        if legal.raises:
            return LegalActions(
                legal.seat,
                fold=legal.fold,
                call=legal.call,
                raises=self._raises(deal),
                price=legal.price,
                pot=legal.pot,
            )
        return legal

    def size_of(self, action: Action, deal: Deal | View) -> str:
        """Return the size of a blind or raise that is on the menu in *deal*.

        The size of a blind is its multiple of the minimum bet, or of the last blind. The size of a raise is the first
        size of the menu with this amount. It is ``""`` for an action without a size, and for an amount that is only on
        the menu because every amount is.

        >>> import svara
        >>> deal = svara.Deal.start("vipsvara", stacks=[21, 21], dealer=0, seed=7)
        >>> deal.play("look")
        >>> svara.find_menu("basic").size_of(svara.Raise(2), deal)
        '1'
        """
        if isinstance(action, Raise):
            for size in self.raises or ():
                if raise_to(size, deal) == action.amount:
                    return size
        if isinstance(action, Blind):
            times, rest = divmod(action.amount, _unit(deal))
            return "" if rest else str(times)
        return ""

    def _blinds(self, deal: Deal | View) -> Sequence[int]:
        """4.2 and 4.3: the first blind is a multiple of the minimum bet, the next ones are of the last blind."""
        blinds = deal.legal_actions.blinds
        times = self.blind_multiples if deal.price else self.blinds
        if times is not None:
            unit = _unit(deal)
            blinds = tuple([multiple * unit for multiple in times if multiple * unit in blinds])
        return _payable(deal, blinds)

    def _raises(self, deal: Deal | View) -> Sequence[int]:
        if self.max_raises is not None and deal.raise_count >= self.max_raises:
            return ()
        if self.raises is None:
            return _payable(deal, deal.legal_actions.raises)
        return tuple(sorted({put for size in self.raises if (put := raise_to(size, deal)) is not None}))

    def but(self, **changes: Any) -> Menu:
        """Return this menu with other values for some fields.

        >>> import svara
        >>> svara.find_menu("basic").but(max_raises=2, name="short").max_raises
        2

        Raises `InvalidMenu` for an unknown field or a value that a field cannot have.
        """
        return Menu.from_dict(self.to_dict() | changes)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dict of plain values that JSON can hold; `from_dict` makes the menu again."""
        return to_fields(self, _LISTS)

    @classmethod
    def from_dict(cls, fields: object) -> Menu:
        """Make a menu from a dict of `to_dict`. A missing field takes its default, if it has one.

        Raises `InvalidMenu` for an unknown field, for a missing field without a default, and for a value that a field
        cannot have.
        """
        return from_fields(cls, fields, lists=_LISTS, subject="a menu has", error=InvalidMenu)

    def __reduce__(self) -> tuple[type[Menu], tuple[Any, ...]]:
        return Menu, self._values()

    def __repr__(self) -> str:
        return show_changes(self, MENUS, "find_menu") or super().__repr__()


def raise_to(size: str, deal: Deal | View) -> int | None:
    """Return the put that a raise of this size goes to in this deal, or `None` if it is not legal.

    ``"min"`` is the smallest legal raise. ``"all-in"`` is all chips of the seat, or as many as another seat can pay, if
    that is less. A part of the pot, such as ``"1/2"``, ``"1"`` or ``"3/2"``, is the amount by which the raise exceeds
    the price, rounded down to whole chips. The pot is counted as if every seat still in had paid the price.

    >>> deal = Deal.start("vipsvara", stacks=[21, 21], dealer=0, seed=7)
    >>> for action in ("blind 4", "look"):
    ...     deal.play(action)
    >>> raise_to("1/2", deal), raise_to("1", deal), raise_to("2", deal)  # price 8, pot 2 + 8 + 8
    (17, None, None)

    Raises `InvalidMenu` for a text that is not a size.
    """
    part = _part(size)
    raises = _payable(deal, deal.legal_actions.raises)
    if not raises:
        return None
    if part is None:
        return raises[0] if size == "min" else raises[-1]
    numerator, denominator = part
    put = deal.price + numerator * pot_at_price(deal) // denominator
    return put if put in raises else None


def _part(size: str) -> tuple[int, int] | None:
    """Return a size as a fraction, or `None` for ``"min"`` and ``"all-in"``."""
    if size in ("min", "all-in"):
        return None
    if not _is_size(size):
        msg = f"{show(size)} is not a size of a raise: the sizes are {SIZES}"
        raise InvalidMenu(msg, "raises")
    numerator, _, denominator = size.partition("/")
    return int(numerator), int(denominator or 1)


def pot_at_price(deal: Deal | View) -> int:
    """Return the chips in all pots and puts if every seat still in paid the price, or its last chips (5.4)."""
    chips = sum(pot.chips for pot in deal.pots)
    still_in = _still_in(deal)
    price = deal.price
    for seat, put in enumerate(deal.puts):
        has = put + deal.stacks[seat] if seat in still_in else put
        paid = price if price < has else has
        chips += paid if paid > put else put
    return chips


def _payable(deal: Deal | View, amounts: Sequence[int]) -> Sequence[int]:
    """Drop every amount above the smallest that puts all other seats all-in.

    Chips that they cannot match are returned anyway (5.10). The amounts are blinds or raises, ascending.
    """
    if not amounts:
        return ()
    puts, stacks = deal.puts, deal.stacks
    most = max(puts[seat] + stacks[seat] for seat in _still_in(deal) if seat != deal.to_act)
    if isinstance(amounts, range):
        return amounts[: max(most - amounts.start, 0) + 1]
    return amounts[: sum(amount < most for amount in amounts) + 1]


def _still_in(deal: Deal | View) -> tuple[int, ...]:
    return deal.still_in if isinstance(deal, Deal) else deal.seats


def _unit(deal: Deal | View) -> int:
    """Return the unit of blinds, in chips: the last blind (5.1: half the price), or the minimum bet."""
    return deal.price // 2 or deal.rules.min_bet


def _is_size(size: object) -> bool:
    if not isinstance(size, str):
        return False
    numbers = size.split("/")
    return size in ("min", "all-in") or (
        len(numbers) <= 2
        and all(
            number.isascii() and number.isdigit() and number[0] != "0" and len(number) <= _MAX_DIGITS
            for number in numbers
        )
    )


def _is_sizes(value: object) -> bool:
    """Whether all are sizes, in ascending order: ``"min"``, fractions, ``"all-in"``."""
    if not isinstance(value, tuple) or not all(map(_is_size, value)):
        return False
    parts = [_part(size) or ((0, 1) if size == "min" else (1, 0)) for size in value]
    neighbours = zip(parts, parts[1:], strict=False)  # noqa: RUF007  # an import that we can do without
    return all(low[0] * high[1] < high[0] * low[1] for low, high in neighbours)


def _is_multiples(least: int) -> Callable[[object], bool]:
    return lambda value: (
        value is None
        or (
            isinstance(value, tuple)
            and all(is_whole(multiple, least) for multiple in value)
            and list(value) == sorted(set(value))
        )
    )


SIZES = "'min', parts of the pot such as '1/2', '1' or '3/2', and 'all-in'"

_FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "name": (lambda value: isinstance(value, str) and value != "", "a text that is not empty"),
    "blinds": (
        _is_multiples(1),
        "a tuple of ascending multiples of the minimum bet, such as (1, 2, 4), or None for every amount",
    ),
    "blind_multiples": (
        _is_multiples(2),
        "a tuple of ascending whole numbers of at least 2, such as (2, 4), or None for all that the rules allow",
    ),
    "raises": (
        lambda value: value is None or _is_sizes(value),
        f"a tuple of ascending sizes ({SIZES}), or None for every amount",
    ),
    "max_raises": (
        lambda value: value is None or is_whole(value, 1),
        "a whole number of at least 1, or None for no limit",
    ),
}


MENUS: dict[str, Menu] = {}
"""The menus with a name."""

for _menu in (
    Menu(name="basic", blinds=(1, 2, 4), blind_multiples=(2, 4), raises=("1/2", "1", "all-in"), max_raises=4),
    Menu(name="fine", blinds=(1, 2, 4), blind_multiples=(2, 4), raises=("min", "1/2", "1", "all-in"), max_raises=4),
    Menu(name="all", blinds=None, blind_multiples=None, raises=None, max_raises=None),
):
    MENUS[_menu.name] = _menu


def find_menu(name: str) -> Menu:
    """Return the menu with this name: ``"basic"``, ``"fine"`` or ``"all"``.

    >>> import svara
    >>> svara.find_menu("basic").raises
    ('1/2', '1', 'all-in')

    Raises `InvalidMenu` for any other name.
    """
    if isinstance(name, str) and name in MENUS:  # bytes are not compared with texts
        return MENUS[name]
    msg = f"there is no menu {show(name)}: the menus are {', '.join(MENUS)}"
    raise InvalidMenu(msg, "name")
