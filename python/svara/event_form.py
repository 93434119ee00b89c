"""Events as plain values: how each field of an event is written into a dict and read from it."""

from __future__ import annotations

from svara._core import Combination, Hand, Scoring
from svara.actions import parse_action
from svara.checks import check_form, check_list, is_whole, show
from svara.errors import InvalidDeal
from svara.rules import RANKS, Rules
from svara.showdown import Pot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any


def write_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an event as plain values that JSON can hold.

    >>> write_fields({"seat": 1, "action": parse_action("raise 20")})
    {'seat': 1, 'action': 'raise 20'}
    """
    return {name: _WRITERS.get(name, _write_plain)(value) for name, value in fields.items()}


def read_fields(kind: str, names: tuple[str, ...], written: object) -> dict[str, Any]:
    """Return the fields of an event of this kind from a dict of `write_fields`, with the kind under ``"event"``.

    Raises `InvalidDeal` for a missing or unknown field and for a value that a field cannot have.
    """
    article = "an" if kind[0] in "AEIOU" else "a"
    given = check_form(written, f"{article} {kind}", ("event", *names), InvalidDeal)
    fields: dict[str, Any] = {}
    for name in names:
        try:
            fields[name] = _READERS[name](given[name])
        except (ValueError, TypeError) as error:
            msg = f"{kind} cannot have {name} {show(given[name])}: {error}"
            raise InvalidDeal(msg) from None
    if "combinations" in fields:
        fields["combinations"] = _read_combinations(fields["hands"], given["combinations"])
    return fields


# Writing.


def _write_plain(value: Any) -> Any:
    """Return a number or a text as it is, and several in a list."""
    return list(value) if isinstance(value, tuple) else value


def _write_hands(hands: Iterable[Hand | None]) -> list[str | None]:
    return [None if hand is None else str(hand) for hand in hands]


def _write_combinations(combinations: Iterable[Combination]) -> list[dict[str, Any]]:
    return [
        {"kind": best.kind, "name": best.name, "points": best.points, "cards": " ".join(map(str, best.cards))}
        for best in combinations
    ]


_WRITERS: dict[str, Callable[[Any], Any]] = {
    "action": str,
    "rules": Rules.to_dict,
    "pots": lambda pots: [pot.to_dict() for pot in pots],
    "hands": _write_hands,
    "combinations": _write_combinations,
}
"""Functions that write a field, by its name; all other fields are plain values already."""


# Reading.


def _read_whole(value: object) -> int:
    if not is_whole(value, 0):
        msg = "it is not a whole number of at least 0"
        raise ValueError(msg)
    return int(value)  # type: ignore[call-overload, no-any-return]  # it is an int


def _read_text(value: object) -> str:
    if not isinstance(value, str):
        msg = "it is not a text"
        raise ValueError(msg)  # noqa: TRY004  # what was read is at fault, not a program
    return value


def _read_list(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda values: tuple([read(value) for value in check_list(values, "they", "a list", ValueError)])


def _read_hand(text: object) -> Hand | None:
    return None if text is None else Hand(_read_text(text))


_COMBINATION = ("kind", "name", "points", "cards")

_READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("seat", "dealer", "deal", "ante", "chips", "to", "entry"), _read_whole),
    **dict.fromkeys(("stacks", "seats"), _read_list(_read_whole)),
    **dict.fromkeys(("name", "why"), _read_text),
    "action": lambda text: parse_action(_read_text(text)),
    "rules": Rules.from_dict,
    "pots": _read_list(Pot.from_dict),
    "hands": _read_list(_read_hand),
    "combinations": _read_list(lambda fields: check_form(fields, "a combination", _COMBINATION, ValueError)),
}
"""Functions that read a field, by its name."""

_SCORINGS = [Scoring(ranks, sevens) for ranks in (RANKS, "") for sevens in (True, False)]
"""The options that decide the combination of a hand: whether a rank makes three of a kind, and the three sevens."""


def _read_combinations(hands: tuple[Hand | None, ...], written: list[Any]) -> tuple[Combination, ...]:
    """Read the combinations of hands, each by some rule set."""
    shown = [hand for hand in hands if hand is not None]
    if not len(shown) == len(hands) == len(written):
        msg = f"there are {len(shown)} hands and {len(written)} combinations: each hand has one"
        raise InvalidDeal(msg)
    found = []
    for hand, fields in zip(shown, written, strict=True):
        known = (hand.combination(rules=scoring) for scoring in _SCORINGS)
        best = next((best for best in known if _write_combinations([best]) == [fields]), None)
        if best is None:
            msg = f"{hand} does not have the combination {show(fields)} under any rules"
            raise InvalidDeal(msg)
        found.append(best)
    return tuple(found)
