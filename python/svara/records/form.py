"""The form of a record: JSON as a record has it, and which fields may hold what.

`parse` and `check_shape` refuse what is no record by its form alone, as `record.schema.json` does for other programs;
whether the deal could have happened is not asked here. Values from outside may be anything, so nothing is compared,
shown or kept before its type and size are known.
"""

from __future__ import annotations

from svara.actions import GRAMMAR, PLAIN
from svara.checks import SHOWN, show
from svara.errors import InvalidRecord
from svara.rules import Rules
from svara.values import defaults_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from typing_extensions import TypeIs

VERSION = 1
"""The version of the form that is written, and the only one that is read."""

MAX_BYTES = 1 << 20
"""How long a line may be, its end included: no honest deal comes near it, and a reader holds no more."""

MAX_CHIPS = 2**53 - 1
"""How many chips a table may have: what every reader of JSON takes exactly."""

MAX_SEED = 2**256 - 1


class NoJson(InvalidRecord):
    """What may be a record of which a part is missing."""


def parse(text: str | bytes) -> Any:
    """Return what a line of JSON says, where it is JSON as a record has it.

    Raises `InvalidRecord` for what is no JSON or no UTF-8, a name that occurs twice in an object, and a number that is
    not written as a whole one or has more digits than Python reads.
    """
    if len(text) > MAX_BYTES:
        refuse(f"it is too long: a line has at most {MAX_BYTES} bytes")
    try:
        return decoder().decode(text.decode() if isinstance(text, bytes) else text)
    except UnicodeDecodeError as error:
        raise NoJson(f"it is no UTF-8 at byte {error.start + 1}") from None
    except RecursionError:
        refuse("it is nested too deep: a record is an object of lists and plain values")
    except InvalidRecord:
        raise
    except ValueError as error:
        place: int | None = getattr(error, "pos", None)
        if place is not None:
            raise NoJson(f"it is no JSON at character {place + 1}: a record is one object on one line") from None
        refuse("a number in it has too many digits: a seed is below 2²⁵⁶, and chips are at most 2⁵³ − 1")


def lazy(make: Callable[[], Any]) -> Callable[[], Any]:
    """Call *make* when it is first needed: `json` and `re` are not for everybody who imports svara."""
    made: list[Any] = []

    def get() -> Any:
        if not made:
            made.append(make())
        return made[0]

    get.__doc__ = make.__doc__
    return get


@lazy
def decoder() -> Any:
    """What reads JSON strictly."""
    from json import JSONDecoder  # noqa: PLC0415  # as `lazy` says

    return JSONDecoder(object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number)


@lazy
def encoder() -> Any:
    """What writes JSON without a blank too many."""
    from json import JSONEncoder  # noqa: PLC0415  # as `lazy` says

    return JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"))


@lazy
def _canonical() -> Any:
    from json import JSONEncoder  # noqa: PLC0415  # as `lazy` says

    return JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"), sort_keys=True)


def checksum(fields: dict[str, Any]) -> str:
    """The CRC-32, in hexadecimal digits, of the fields but ``"crc32"`` as JSON in UTF-8, names sorted, without blanks.

    It finds what nothing else can: a raise that was altered and raised again, a name.
    """
    from binascii import crc32  # noqa: PLC0415  # as `lazy` says

    rest = {name: value for name, value in fields.items() if name != "crc32"}
    return f"{crc32(_canonical().encode(rest).encode()):08x}"


@lazy
def patterns() -> Any:
    """What matches the texts of a record, by the name of the pattern."""
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
    refuse(f"{shown} is no number of a record: they are whole, without a point and an exponent")


def check_shape(fields: object) -> None:
    """Refuse what has not the form of a record, with `InvalidRecord`: the same as `record.schema.json` refuses."""
    if type(fields) is not dict:
        refuse(f"a record is an object, not {show(fields)}")
    version = fields.get("version")
    if type(version) is not int or version != VERSION:
        what = f"version {show(version)}" if "version" in fields else "no version"
        refuse(f"the record has {what}: this reads version {VERSION}")
    _check_fields("a record", fields, _FIELDS, optional=("time", "names", "seed", "decks", "crc32"))
    if ("seed" in fields) == ("decks" in fields):
        refuse("a record has either a seed or decks")
    for name, value in fields.items():
        _FIELDS[name](value)


def _check_fields(what: str, fields: dict[str, Any], known: dict[str, Any], *, optional: tuple[str, ...] = ()) -> None:
    if fields.keys() != known.keys():
        for name in fields:
            if name not in known:
                refuse(f"{what} has no field {show(name)}: it has {', '.join(known)}")
        for name in known:
            if name not in fields and name not in optional:
                refuse(f"the field {name!r} is missing: {what} has {', '.join(known)}")


def check_names(names: object) -> None:
    """Refuse what are no names."""
    if not _is_list(names, 2, 10):
        refuse(f"names cannot be {show(names)}: they are a list of a name or null for each seat")
    for name in names:
        if name is not None and not is_name(name):
            refuse(f"nobody can be called {show(name)}: {NAME_IS}")


def check_time(time: object) -> None:
    """Refuse what is no time."""
    if not (isinstance(time, str) and patterns()["time"](time)):
        refuse(f"time cannot be {show(time)}: it is written like 2026-11-29T20:15:00Z")


def check_rules(rules: object) -> None:
    """Refuse what has not the form of rules; those of the last record are known, as long as they stay the same."""
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


def _check_stacks(stacks: object) -> None:
    if not _is_list(stacks, 2, 10) or not all(map(_is_chips, stacks)):
        refuse(f"stacks cannot be {show(stacks)}: they are a list of the chips of each of 2 to 10 seats")


def _check_dealer(dealer: object) -> None:
    if not _is_seat(dealer):
        refuse(f"the dealer cannot be {show(dealer)}: it is a seat")


def _check_out(out: object) -> None:
    if not _is_list(out, 0, 8) or not all(map(_is_seat, out)) or len(set(out)) != len(out):
        refuse(f"out cannot be {show(out)}: it is a list of different seats")


def _check_seed(seed: object) -> None:
    if not (type(seed) is int and 0 <= seed <= MAX_SEED):
        refuse(f"the seed cannot be {show(seed)}: it is a whole number from 0 to 2²⁵⁶ − 1")


def _check_decks(decks: object) -> None:
    if not _is_list(decks, 1) or not _are_texts(decks, "deck"):
        refuse(f"decks cannot be {show(decks)}: they are a list of texts like '7c Kh Td …', one for each deal of cards")


def _check_actions(actions: object) -> None:
    if not _is_list(actions, 0):
        refuse(f"actions cannot be {show(actions)}: they are a list of texts")
    fits = patterns()["action"]
    for number, action in enumerate(actions, start=1):
        if not (type(action) is str and (action in PLAIN or fits(action))):
            raise InvalidRecord(f"action {number} is {show(action)}: there are {GRAMMAR}", action=number)


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


def is_name(value: object) -> bool:
    """Whether it is a name of a player or of rules."""
    return type(value) is str and patterns()["name"](value) is not None


def _whole(least: int, most: int) -> tuple[Callable[[Any], bool], str]:
    return lambda value: type(value) is int and least <= value <= most, f"a whole number from {least} to {most}"


def _one_of(*values: str) -> tuple[Callable[[Any], bool], str]:
    return lambda value: type(value) is str and value in values, " or ".join(map(repr, values))


NAME_IS = "a name is 1 to 64 characters, none of them a control character"
PATTERNS = {  # the same as in record.schema.json
    "name": "[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,64}",
    "time": "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}"
    "([.][0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",
    "deck": "[7-9TJQKA][cdhs]( [7-9TJQKA][cdhs]){5,31}",
    "crc32": "[0-9a-f]{8}",
    "hand": "[7-9TJQKA][cdhs]( [7-9TJQKA][cdhs]){2}",
    "action": "look|fold|call|join|decline|(blind|raise) (0|[1-9][0-9]{0,15})",
    "multiples": "([2-9]|[1-9][0-9]{1,15})[+]",
}
_FIELDS: dict[str, Callable[[object], None]] = {
    "version": lambda _: None,
    "time": check_time,
    "names": check_names,
    "rules": check_rules,
    "stacks": _check_stacks,
    "dealer": _check_dealer,
    "out": _check_out,
    "seed": _check_seed,
    "decks": _check_decks,
    "actions": _check_actions,
    "result": _check_result,
    "crc32": _check_crc32,
}
_RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "name": (is_name, "1 to 64 characters"),
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
"""What may be missing from rules: fields that an older version did not know, and that take their default."""
_RESULT: dict[str, Any] = {"stacks": None, "won": None, "hands": None}


def refuse(message: str) -> NoReturn:
    """Raise `InvalidRecord`."""
    raise InvalidRecord(message) from None
