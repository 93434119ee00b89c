"""The base class of the immutable values of this package."""

from __future__ import annotations

from svara.checks import show

TYPE_CHECKING = False  # typing's own constant would import typing
if TYPE_CHECKING:
    from typing import Any, ClassVar, NoReturn, dataclass_transform
else:

    def dataclass_transform(**_: object) -> object:
        """Do nothing: the decorator of this name is for type checkers, which take subclasses for frozen dataclasses."""
        return lambda cls: cls


fill = object.__setattr__
"""Set an attribute of a value while it is being made. Later, a value does not change."""


class _Slotted(type):
    """The metaclass of values: a class gets a slot for every annotated attribute, and its defaults are kept apart.

    A value without a ``__dict__`` takes less memory and cannot be changed by accident.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _Slotted:
        annotated = [field for field in namespace.get("__annotations__", {}) if field not in {"_fields", "_defaults"}]
        fields = tuple([field for field in annotated if not field.startswith("_")])
        defaults = {field: namespace.pop(field) for field in annotated if field in namespace}
        namespace["__slots__"] = tuple(annotated)
        if "_fields" not in namespace:  # else they are properties
            namespace["_fields"] = sum([base.__dict__.get("_fields", ()) for base in bases], ()) + fields
        inherited: dict[str, Any] = {}
        for base in bases:
            inherited |= base.__dict__.get("_defaults", {})
        namespace["_defaults"] = inherited | defaults
        namespace["__match_args__"] = namespace["_fields"]
        return super().__new__(cls, name, bases, namespace)


@dataclass_transform(frozen_default=True, eq_default=True)
class Value(metaclass=_Slotted):
    """An immutable record. Its annotated attributes are its fields, in order; those with a default may be left out.

    Values of the same type with equal fields are equal. Values are hashable, can be pickled and matched by position,
    and their repr makes them again. A frozen dataclass with slots is the same, but to import `dataclasses` and to
    generate the classes of this package with it takes longer than all the rest of ``import svara``.
    """

    if TYPE_CHECKING:
        _fields: ClassVar[tuple[str, ...]]
        _defaults: ClassVar[dict[str, Any]]

    def __init__(self, *values: Any, **named: Any) -> None:
        cls = type(self)
        if not named and len(values) == len(cls._fields):  # the usual case, made fast
            for name, value in zip(cls._fields, values, strict=True):
                fill(self, name, value)
            return
        given = dict(zip(cls._fields, values, strict=False))
        surplus = [show(value) for value in values[len(cls._fields) :]]
        surplus += [name for name in named if name in given or name not in cls._fields]
        missing = [name for name in cls._fields if name not in given | named and name not in cls._defaults]
        if surplus or missing:
            wrong = [f"no {', '.join(missing)}"] * bool(missing) + [f"also {', '.join(surplus)}"] * bool(surplus)
            msg = f"{cls.__name__} takes {', '.join(cls._fields) or 'nothing'}; there is {' and '.join(wrong)}"
            raise TypeError(msg)
        for name, value in (cls._defaults | given | named).items():
            fill(self, name, value)

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self._fields])

    def _key(self) -> tuple[Any, ...]:
        """The key by which values are compared."""
        return self._values()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        msg = f"{type(self).__name__} cannot be changed"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), self._key()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self._values(), strict=True))
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), slots_of(self))


def slots_of(thing: object) -> dict[str, Any]:
    """Return the values in the slots of an object, by name. This is its whole state if it has no ``__dict__``."""
    names = [name for cls in type(thing).__mro__ for name in getattr(cls, "__slots__", ())]
    return {name: getattr(thing, name) for name in names if hasattr(thing, name)}


def rebuild(cls: type[Any], state: dict[str, Any]) -> Any:
    """Make an object again from a dict of `slots_of`. Copies and pickles of every protocol use this."""
    thing = object.__new__(cls)
    for name, value in state.items():
        fill(thing, name, value)
    return thing


def names_of(cls: type[Value]) -> tuple[str, ...]:
    """Return the names of the fields of a class of values, in order.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> names_of(Point), defaults_of(Point), fields_of(Point(3))
    (('x', 'y'), {'y': 0}, {'x': 3, 'y': 0})
    """
    return cls._fields  # private to this module


def defaults_of(cls: type[Value]) -> dict[str, Any]:
    """Return the fields that may be left out, with their defaults."""
    return cls._defaults  # the same


def fields_of(value: Value) -> dict[str, Any]:
    """Return the fields of a value, by name and in order."""
    return {name: getattr(value, name) for name in names_of(type(value))}
