"""The form of a record: its JSON, and the types and ranges of its fields.

`parse` and `check_shape` refuse a line that does not have the form of a record, as `record.schema.json` does for other
programs. Whether the deal could have happened is not checked here. A value from outside may be anything, so its type
and size are checked before it is compared, shown or kept.
"""

from __future__ import annotations

from svara.actions import GRAMMAR, PLAIN
from svara.checks import NAME_IS, SHOWN, is_name, show
from svara.errors import InvalidRecord
from svara.rules import Rules
from svara.seed_form import SEED_IS, is_seed
from svara.values import defaults_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from typing_extensions import TypeIs

VERSION = 1
"""The version of the form that is written, and the only one that is read."""

MAX_BYTES = 1 << 20
"""The greatest length of a line, with its end. Real deals are far shorter, and a reader never holds more."""

MAX_CHIPS = 2**53 - 1
"""The greatest number of chips at a table: every reader of JSON reads numbers up to it exactly."""


def parse(text: str | bytes) -> Any:
    """Parse the JSON of a record. A byte order mark is skipped.

    Raises `InvalidRecord` for a text that is not JSON or not UTF-8, for a name that occurs twice in an object, and for
    a number with a point, an exponent or more digits than Python reads.
    """
    if len(text) > MAX_BYTES:
        refuse(f"it is too long: a line has at most {MAX_BYTES} bytes")
    try:
        text = without_mark(text)
        return decoder().decode(text.decode() if isinstance(text, bytes) else text)
    except UnicodeDecodeError as error:
        refuse(f"it is not UTF-8 at byte {error.start + 1}")
    except RecursionError:
        refuse("it is nested too deep: a record is an object of lists and plain values")
    except InvalidRecord:
        raise
    except ValueError as error:
        place: int | None = getattr(error, "pos", None)
        if place is not None:
            refuse(f"it is not JSON at character {place + 1}: a record is one object on one line")
        refuse("a number in it has too many digits: chips are at most 2⁵³ − 1")


def without_mark(text: str | bytes) -> str | bytes:
    """Return a text without the byte order mark that some programs write at the beginning of a file.

    A line in the middle of a file can have one, too, if such files were joined.
    """
    return text.removeprefix("\ufeff") if isinstance(text, str) else text.removeprefix(b"\xef\xbb\xbf")


def lazy(make: Callable[[], Any]) -> Callable[[], Any]:
    """Call *make* at the first use only: most programs that import svara do not need `json` and `re`."""
    made: list[Any] = []

    def get() -> Any:
        if not made:
            made.append(make())
        return made[0]

    get.__doc__ = make.__doc__
    return get


@lazy
def decoder() -> Any:
    """Make a strict decoder of JSON."""
    from json import JSONDecoder  # noqa: PLC0415  # as `lazy` says

    return JSONDecoder(object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number)


@lazy
def encoder() -> Any:
    """Make an encoder of JSON without unnecessary blanks."""
    from json import JSONEncoder  # noqa: PLC0415  # as `lazy` says

    return JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"))


@lazy
def _canonical() -> Any:
    from json import JSONEncoder  # noqa: PLC0415  # as `lazy` says

    return JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"), sort_keys=True)


def checksum(fields: dict[str, Any]) -> str:
    """Return the CRC-32 of all fields but ``"crc32"``, as hexadecimal digits.

    It is computed from compact JSON in UTF-8 with sorted names. It finds changes that playing the deal again cannot
    find, such as another name.
    """
    from binascii import crc32  # noqa: PLC0415  # as `lazy` says

    rest = {name: value for name, value in fields.items() if name != "crc32"}
    return f"{crc32(_canonical().encode(rest).encode()):08x}"


@lazy
def patterns() -> Any:
    """Compile the patterns of texts in a record, by name."""
    import re  # noqa: PLC0415  # as `lazy` says

    return {name: re.compile(pattern).fullmatch for name, pattern in PATTERNS.items()}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        known: set[str] = set()
        for name, _ in pairs:
            if name in known:
                refuse(f"the field {show(name)} occurs twice")
            known.add(name)
    return fields


def _no_number(text: str) -> NoReturn:
    shown = text[:SHOWN] + "…" * (len(text) > SHOWN)
    refuse(f"{shown} is not a number of a record: those are whole, without a point and an exponent")


def check_shape(fields: object) -> None:
    """Raise `InvalidRecord` for fields that do not have the form of a record, as `record.schema.json` does."""
    if type(fields) is not dict:
        refuse(f"a record is an object, not {show(fields)}")
    if "version" not in fields:
        refuse(f"the record has no version: this reads version {VERSION}")
    _check_version(fields["version"])
    _check_fields("a record", fields, FIELDS, optional=("time", "names", "seed", "decks", "crc32"))
    if ("seed" in fields) == ("decks" in fields):
        refuse("a record has either a seed or decks")
    for name, value in fields.items():
        FIELDS[name](value)


def check_fields_so_far(fields: dict[str, Any]) -> None:
    """Refuse fields that no record has. Some fields may still be missing."""
    _check_fields("a record", fields, FIELDS, optional=tuple(FIELDS))
    for name, value in fields.items():
        FIELDS[name](value)


def _check_version(version: object) -> None:
    if type(version) is not int or version != VERSION:
        refuse(f"the record has version {show(version)}: this reads version {VERSION}")


def _check_fields(what: str, fields: dict[str, Any], known: dict[str, Any], *, optional: tuple[str, ...] = ()) -> None:
    if fields.keys() != known.keys():
        for name in fields:
            if name not in known:
                refuse(f"{what} has no field {show(name)}: it has {', '.join(known)}")
        for name in known:
            if name not in fields and name not in optional:
                refuse(f"the field {name!r} is missing: {what} has {', '.join(known)}")


def check_names(names: object) -> None:
    """Refuse a value that is not a list of names."""
    if not _is_list(names, 2, 10):
        refuse(f"names cannot be {show(names)}: they are a list of a name or null for each seat")
    for name in names:
        if name is not None and not is_name(name):
            refuse(f"nobody can be called {show(name)}: {NAME_IS}")


def check_time(time: object) -> None:
    """Refuse a value that is not a time."""
    if not (isinstance(time, str) and patterns()["time"](time)):
        refuse(f"time cannot be {show(time)}: it is written like 2026-11-29T20:15:00Z")


def check_rules(rules: object) -> None:
    """Refuse a value that does not have the form of rules. The rules of the last record are not checked again."""
    last, types = _last_rules[0]
    if type(rules) is dict and rules == last and list(map(type, rules.values())) == types:
        return
    if type(rules) is not dict:
        refuse(f"rules cannot be {show(rules)}: they are an object as Rules.to_dict gives it")
    _check_fields("the rules", rules, _RULES, optional=_RULES_WITH_DEFAULT)
    for name, value in rules.items():
        is_valid, wanted = _RULES[name]
        if not is_valid(value):
            refuse(f"the {name} of the rules cannot be {show(value)}: it is {wanted}")
    _last_rules[0] = rules, list(map(type, rules.values()))


_last_rules: list[tuple[Any, Any]] = [(None, None)]


def check_stacks(stacks: object) -> None:
    """Refuse a value that is not a list of the chips of each seat."""
    if not _is_list(stacks, 2, 10) or not all(map(_is_chips, stacks)):
        refuse(f"stacks cannot be {show(stacks)}: they are a list of the chips of each of 2 to 10 seats")


def _check_dealer(dealer: object) -> None:
    if not _is_seat(dealer):
        refuse(f"the dealer cannot be {show(dealer)}: it is a seat")


def _check_out(out: object) -> None:
    if not _is_list(out, 0, 8) or not all(map(_is_seat, out)) or len(set(out)) != len(out):
        refuse(f"out cannot be {show(out)}: it is a list of different seats")


def _check_seed(seed: object) -> None:
    if not is_seed(seed):
        refuse(f"the seed cannot be {show(seed)}: it is {SEED_IS}")


def _check_decks(decks: object) -> None:
    if not _is_list(decks, 1) or not _are_texts(decks, "deck"):
        refuse(f"decks cannot be {show(decks)}: they are a list of texts like '7c Kh Td …', one for each deal of cards")


def _check_actions(actions: object) -> None:
    if not _is_list(actions, 0):
        refuse(f"actions cannot be {show(actions)}: they are a list of texts")
    fits = patterns()["action"]
    for number, action in enumerate(actions, start=1):
        if not (type(action) is str and (action in PLAIN or fits(action))):
            raise InvalidRecord(f"action {number} is {show(action)}: the actions are {GRAMMAR}", action=number)


def _check_crc32(crc32: object) -> None:
    if not (type(crc32) is str and patterns()["crc32"](crc32)):
        refuse(f"crc32 cannot be {show(crc32)}: it is 8 hexadecimal digits, in small letters")


def _check_result(result: object) -> None:
    if type(result) is not dict:
        refuse(f"the result cannot be {show(result)}: it is an object of {', '.join(_RESULT)}")
    _check_fields("the result", result, _RESULT)
    for name in ("stacks", "won"):
        if not _is_list(result[name], 2, 10) or not all(map(_is_chips, result[name])):
            refuse(f"the {name} of the result cannot be {show(result[name])}: they are a list of chips, one a seat")
    hands = result["hands"]
    if not _is_list(hands, 1) or not all(
        _is_list(dealt, 2, 10) and _are_texts([hand for hand in dealt if hand is not None], "hand") for dealt in hands
    ):
        refuse(f"the hands of the result cannot be {show(hands)}: they are lists of texts like '7c Kd Kh', or null")


def _is_list(value: object, least: int, most: int = MAX_BYTES) -> TypeIs[list[Any]]:
    return type(value) is list and least <= len(value) <= most


def _is_chips(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_CHIPS


def _is_seat(value: object) -> bool:
    return type(value) is int and 0 <= value < 10


def _are_texts(values: list[Any], pattern: str) -> bool:
    fits = patterns()[pattern]
    return all(type(value) is str and fits(value) for value in values)


def _whole(least: int, most: int) -> tuple[Callable[[Any], bool], str]:
    return lambda value: type(value) is int and least <= value <= most, f"a whole number from {least} to {most}"


def _one_of(*values: str) -> tuple[Callable[[Any], bool], str]:
    return lambda value: type(value) is str and value in values, " or ".join(map(repr, values))


PATTERNS = {  # the same as in record.schema.json
    "time": "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}"
    "([.][0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",
    "deck": "[7-9TJQKA][cdhs]( [7-9TJQKA][cdhs]){5,31}",
    "crc32": "[0-9a-f]{8}",
    "hand": "[7-9TJQKA][cdhs]( [7-9TJQKA][cdhs]){2}",
    "action": "look|fold|call|join|decline|(blind|raise) (0|[1-9][0-9]{0,15})",
    "multiples": "([2-9]|[1-9][0-9]{1,15})[+]",
}
FIELDS: dict[str, Callable[[object], None]] = {
    "version": _check_version,
    "time": check_time,
    "names": check_names,
    "rules": check_rules,
    "stacks": check_stacks,
    "dealer": _check_dealer,
    "out": _check_out,
    "seed": _check_seed,
    "decks": _check_decks,
    "actions": _check_actions,
    "result": _check_result,
    "crc32": _check_crc32,
}
"""The fields of a record, each with the function that refuses an invalid value."""
_RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "name": (is_name, "a printable text of 1 to 64 characters, no spaces around it"),
    "max_seats": _whole(2, 10),
    "three_of_a_kind": (
        lambda value: type(value) is str and value == "".join(rank for rank in "789TJQKA" if rank in value),
        "different ranks out of '789TJQKA' in that order",
    ),
    "blind_multiples": (
        lambda value: (
            patterns()["multiples"](value) is not None
            if type(value) is str
            else _is_list(value, 1)
            and all(type(times) is int and 2 <= times <= MAX_CHIPS for times in value)
            and len(set(value)) == len(value)
        ),
        "a list of ascending whole numbers of at least 2, or a text such as '2+'",
    ),
    "max_raises": (
        lambda value: value is None or (type(value) is int and 1 <= value <= MAX_CHIPS),
        "a whole number of at least 1, or null",
    ),
    "next_dealer": _one_of("clockwise", "winner"),
    "svarka_seats": _one_of("deal", "table"),
    "svarka_entry": _one_of("share"),
    "three_sevens": (lambda value: type(value) is bool, "true or false"),
    "ante": _whole(1, MAX_CHIPS),
    "min_bet": _whole(1, MAX_CHIPS),
}
_RULES_WITH_DEFAULT = tuple([name for name in _RULES if name in defaults_of(Rules)])
"""The fields of rules that may be missing: an older version did not have them, and they take their defaults."""
_RESULT: dict[str, Any] = {"stacks": None, "won": None, "hands": None}


def refuse(message: str) -> NoReturn:
    """Raise `InvalidRecord`."""
    raise InvalidRecord(message) from None
