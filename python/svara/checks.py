"""Checks of values from outside, and how error messages show them. Every other module may use them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any, TypeGuard

MAX_NUMBER = 10**1000 - 1
"""The greatest whole number that is accepted, of chips or of anything else. Python does not print much longer ones."""

_TEXTS = (str, bytes, bytearray)

SHOWN = 60
"""How many characters of a value an error message shows."""


def show(value: object, longest: int = SHOWN) -> str:
    r"""Return the repr of a value from outside, shortened to one line of at most *longest* characters.

    >>> show("7c\n8c"), show(10**5000)
    ("'7c\\n8c'", 'an int that cannot be shown')
    """
    try:
        text = repr(value[: longest + 1] if isinstance(value, str) else value)
    except Exception:  # noqa: BLE001  # a number with too many digits, a nested list, a class whose repr fails
        return f"{kind_of(value)} that cannot be shown"
    text = " ".join("".join([character if character.isprintable() else " " for character in text]).split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def whole(value: object, what: str, error: type[ValueError], *, least: int = 0, most: int | None = None) -> int:
    """Return a whole number as an `int`, or raise *error* if *value* is not one, is too small or is too large.

    Anything with ``__index__`` is a whole number, except a boolean. A float is not, even one like 2.0. *what* is the
    subject of the error message.

    >>> whole(3, "deals", ValueError, least=1)
    3
    >>> whole(True, "deals", ValueError, least=1)
    Traceback (most recent call last):
        ...
    ValueError: deals cannot be True, a bool: it is a whole number of at least 1
    >>> whole(12, "opponents", ValueError, least=1, most=9)
    Traceback (most recent call last):
        ...
    ValueError: opponents cannot be 12: it is a whole number from 1 to 9
    """
    number = as_int(value)
    greatest = MAX_NUMBER if most is None else most
    if number is not None and least <= number <= greatest:
        return number
    of_type = f", {kind_of(value)}" if number is None else ""
    wanted = f"from {least} to {most}" if most is not None else f"of at least {least}"
    if number is not None and number > MAX_NUMBER:
        wanted += " with at most 1,000 digits"
    msg = f"{what} cannot be {show(value)}{of_type}: it is a whole number {wanted}"
    raise error(msg)


def kind_of(value: object) -> str:
    """Return the name of a value's type with its article.

    >>> kind_of(1.5), kind_of([])
    ('a float', 'a list')
    """
    kind = type(value).__name__
    return f"a{'n' * (kind[0] in 'aeiouAEIOU')} {kind}"


def as_int(value: object) -> int | None:
    """Return a whole number of any type as an `int`, or `None` for a boolean and for what is not a whole number."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(type(value), "__index__") or type(value).__name__ in {"bool", "bool_"}:
        return None
    from operator import index  # noqa: PLC0415  # numbers of other types are rare

    try:
        return int(index(value))  # type: ignore[arg-type]  # it has __index__
    except Exception:  # noqa: BLE001  # an array of several numbers, a class whose method fails
        return None


def is_whole(value: object, least: int) -> bool:
    """Whether *value* is an `int`, not a boolean, of at least *least* and with at most 1,000 digits."""
    return type(value) is int and least <= value <= MAX_NUMBER


def as_seat(seat: object, stacks: Sequence[object]) -> int | None:
    """Return the number of a seat at a table with these stacks as an `int`, or `None` if there is no such seat."""
    number = seat if type(seat) is int else as_int(seat)
    return number if number is not None and 0 <= number < len(stacks) else None


NAME_IS = "a name is a printable text of 1 to 64 characters, no spaces around it"

# The characters that a name cannot contain: control characters, blanks other than the space, marks that change the
# direction of writing, other invisible marks, private characters, surrogates, and letters that look like a blank. The
# list is written out because the Unicode tables of Python versions differ: a name must be valid in all of them.
HIDDEN = (
    "\x00-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5\u180e"
    "\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb"
    "\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"
    "\U000e01f0-\U0010ffff"
)
_SIGN = f"[^ \u200c\u200d{HIDDEN}]"
_FLAG = "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"  # a flag spelled in invisible letters, as of England
# Joiners combine two signs into one, in emoji and in Eastern scripts. Between two European letters they are invisible.
_JOINER = "(?<=[\u0590-\U0010ffff])[\u200c\u200d](?=[\u0590-\U0010ffff])"
_NOT_FIRST = "[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f\U000e0100-\U000e01ef]"  # marks on the character before
NAME = f"(?!{_NOT_FIRST})(?:{_FLAG}|{_SIGN})(?:(?: +|{_JOINER})?(?:{_FLAG}|{_SIGN}))*"
"""A regular expression that every name matches; the length is checked separately. `record.schema.json` has it, too."""
MAX_NAME = 64

_patterns: dict[str, Any] = {}


def is_name(value: object) -> bool:
    r"""Whether a value is a valid name of a player or of rules: 1 to 64 printable characters, no spaces around them.

    Joiners between the parts of one emoji or letter, and variation selectors after one, are part of a name.

    >>> is_name("👩\u200d💻 Мария"), is_name("A\u202ena"), is_name(" Ana"), is_name("")
    (True, False, False, False)
    """
    return type(value) is str and 0 < len(value) <= MAX_NAME and _pattern(NAME).fullmatch(value) is not None


def readable(text: str) -> str:
    r"""Return a text from outside with a question mark for each character that could disturb a terminal.

    >>> readable("A\u202ena\n")
    'A?na?'
    """
    return text if text.isascii() and text.isprintable() else _pattern(f"[{HIDDEN}]").sub("?", text)


def _pattern(text: str) -> Any:
    if text not in _patterns:
        import re  # noqa: PLC0415  # most programs never need it

        _patterns[text] = re.compile(text)
    return _patterns[text]


def check_list(values: Iterable[Any], name: str, wanted: str, error: type[ValueError]) -> tuple[Any, ...]:
    """Return the values of a list as a tuple, or raise *error* with what is wanted.

    >>> check_list("12", "stacks", "a list of chips", ValueError)
    Traceback (most recent call last):
        ...
    ValueError: stacks cannot be '12': they are a list of chips
    """
    if isinstance(values, _TEXTS) or not hasattr(values, "__iter__"):
        msg = f"{name} cannot be {show(values)}: they are {wanted}"
        raise error(msg)
    return tuple(values)


def check_seed(seed: object, error: type[ValueError]) -> int:
    """Return a seed as an `int`, or raise *error* if it is not a whole number from 0 to 2**256 - 1."""
    number = seed if type(seed) is int else as_int(seed)
    if number is not None and 0 <= number < 1 << 256:
        return number
    of_type = f", {kind_of(seed)}" if number is None else ""
    msg = f"a seed cannot be {show(seed)}{of_type}: it is a whole number from 0 to 2**256 - 1"
    raise error(msg)


def is_named(fields: object) -> TypeGuard[dict[str, Any]]:
    """Whether a value is a dict whose keys are all texts. Python may refuse to compare bytes with texts.

    >>> is_named({"version": 1}), is_named({b"version": 1}), is_named([])
    (True, False, False)
    """
    return isinstance(fields, dict) and all(isinstance(name, str) for name in fields)


def check_form(
    fields: object,
    what: str,
    needed: Collection[str],
    error: type[ValueError],
    *,
    optional: Collection[str] = (),
    version: int | None = None,
) -> dict[str, Any]:
    """Return *fields* if it is a dict of this version with all needed fields and no unknown ones, or raise *error*.

    *what* names the dict with its article, such as ``"a deal"``. *optional* fields may be missing. If *version* is
    `None`, the dict has no field of that name.

    >>> check_form({"version": 2}, "a deal", ("version",), ValueError, version=1)
    Traceback (most recent call last):
        ...
    ValueError: a deal of version 2 cannot be read: this is version 1
    """
    if not isinstance(fields, dict):
        msg = f"{what} must be a dict, as to_dict returns it, not {kind_of(fields)}"
        raise error(msg)
    if not is_named(fields):
        strange = next(name for name in fields if not isinstance(name, str))
        msg = f"the names of the fields of {what} are texts, not {show(strange)}, {kind_of(strange)}"
        raise error(msg)
    if version is not None:
        found = fields.get("version")
        if type(found) is not int or found != version:
            msg = f"{what} of version {show(found)} cannot be read: this is version {version}"
            raise error(msg)
    missing = [name for name in needed if name not in fields]
    unknown = [name for name in fields if name not in needed and name not in optional]
    if missing or unknown:
        wrong = [f"missing: {', '.join(missing)}"] * bool(missing)
        wrong += [f"unknown: {', '.join(map(show, unknown))}"] * bool(unknown)
        msg = f"the fields of {what} are {', '.join([*needed, *optional])}; {'; '.join(wrong)}"
        raise error(msg)
    return fields
