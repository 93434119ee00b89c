"""The common parts of rule sets and menus: values with a name, and other values made from them by changes."""

from __future__ import annotations

from svara.checks import as_int, kind_of, show
from svara.values import defaults_of, fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeAlias, TypeVar

    from svara.errors import InvalidMenu, InvalidRules
    from svara.values import Value

    Checks: TypeAlias = Mapping[str, tuple[Callable[[Any], bool], str]]
    Preset = TypeVar("Preset", bound=Value)


def plain(value: Any) -> Any:
    """Return a whole number of any type as an `int`, also in a tuple; anything else as it is."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    number = as_int(value)
    return value if number is None else number


def check_fields(preset: Value, checks: Checks, error: type[InvalidRules | InvalidMenu]) -> None:
    """Raise an error for the first invalid field. *checks* has for each field a check, and a text of what is valid."""
    for field in preset._fields:
        is_valid, wanted = checks[field]
        value = getattr(preset, field)
        if not is_valid(value):
            of_type = f", {kind_of(value)}" if wanted.startswith("a whole number") and as_int(value) is None else ""
            msg = f"{field} cannot be {show(value)}{of_type}: it is {wanted}"
            raise error(msg, field)


def to_fields(preset: Value, lists: tuple[str, ...]) -> dict[str, Any]:
    """Return the fields as a dict of plain values that JSON can hold; the tuples of fields in *lists* become lists."""
    fields = fields_of(preset)
    return fields | {field: list(fields[field]) for field in lists if isinstance(fields[field], tuple)}


def from_fields(
    cls: type[Preset], fields: object, *, lists: tuple[str, ...], subject: str, error: type[InvalidRules | InvalidMenu]
) -> Preset:
    """Make a value of a class from a dict of `to_fields`. *subject* is the subject of messages, with "have" or "has".

    A missing field takes its default, if it has one, so dicts that an older version wrote can be read.
    """
    if not isinstance(fields, dict):
        msg = f"{subject.rpartition(' ')[0]} must be a dict, as to_dict returns it, not {kind_of(fields)}"
        raise error(msg, "name")
    for field in fields:
        if not isinstance(field, str) or field not in cls._fields:
            msg = f"{subject} no field {show(field)}: the fields are {', '.join(cls._fields)}"
            raise error(msg, field if isinstance(field, str) else show(field))
    for field in cls._fields:
        if field not in fields and field not in defaults_of(cls):
            msg = f"the field {field!r} is missing: {subject} {', '.join(cls._fields)}"
            raise error(msg, field)
    tuples = {field: tuple(fields[field]) for field in lists if isinstance(fields[field], list)}
    return cls(**{**fields, **tuples})


def show_changes(preset: Value, known: Mapping[str, Value], find: str) -> str | None:
    """Return the expression that makes a value from the named one that *find* returns, or `None` if there is none."""
    fields = fields_of(preset)
    base = known.get(fields["name"])
    if base is None:
        return None
    usual = fields_of(base)
    changes = [f"{field}={value!r}" for field, value in fields.items() if value != usual[field]]
    return f"{find}({fields['name']!r})" + (f".but({', '.join(changes)})" if changes else "")
