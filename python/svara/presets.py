"""What rule sets and menus have in common: values some of which come by name, and others from these by a change."""

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
    """Raise an error for the first field whose value is not valid; *checks* tell, and what would be."""
    for field in preset._fields:
        is_valid, wanted = checks[field]
        value = getattr(preset, field)
        if not is_valid(value):
            of_type = f", {kind_of(value)}" if wanted.startswith("a whole number") and as_int(value) is None else ""
            msg = f"{field} cannot be {show(value)}{of_type}: it is {wanted}"
            raise error(msg, field)


def to_fields(preset: Value, lists: tuple[str, ...]) -> dict[str, Any]:
    """The fields as a dict of plain values, fit for JSON; those in *lists* hold tuples, which become lists."""
    fields = fields_of(preset)
    return fields | {field: list(fields[field]) for field in lists if isinstance(fields[field], tuple)}


def from_fields(
    cls: type[Preset], fields: object, *, lists: tuple[str, ...], said: str, error: type[InvalidRules | InvalidMenu]
) -> Preset:
    """Make one from what `to_fields` gave; *said* is what it is called, with "have".

    A missing field takes its default if it has one, so that what an older version wrote can be read.
    """
    if not isinstance(fields, dict):
        noun, _, has = said.rpartition(" ")
        msg = f"{noun} {'are' if has == 'have' else 'is'} a dict as to_dict gives it, not {type(fields).__name__}"
        raise error(msg, "name")
    for field in fields:
        if not isinstance(field, str) or field not in cls._fields:
            msg = f"{said} no field {show(field)}: there are {', '.join(cls._fields)}"
            raise error(msg, field if isinstance(field, str) else show(field))
    for field in cls._fields:
        if field not in fields and field not in defaults_of(cls):
            msg = f"the field {field!r} is missing: {said} {', '.join(cls._fields)}"
            raise error(msg, field)
    tuples = {field: tuple(fields[field]) for field in lists if isinstance(fields[field], list)}
    return cls(**{**fields, **tuples})


def show_changes(preset: Value, known: Mapping[str, Value], find: str) -> str | None:
    """How one is made from the one of its name that comes by *find*; `None` where there is none of its name."""
    fields = fields_of(preset)
    base = known.get(fields["name"])
    if base is None:
        return None
    usual = fields_of(base)
    changes = [f"{field}={value!r}" for field, value in fields.items() if value != usual[field]]
    return f"{find}({fields['name']!r})" + (f".but({', '.join(changes)})" if changes else "")
