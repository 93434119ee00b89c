"""What every immutable value of this package is made of."""

from __future__ import annotations

TYPE_CHECKING = False  # typing's own constant would import typing
if TYPE_CHECKING:
    from typing import Any, ClassVar, NoReturn, dataclass_transform
else:

    def dataclass_transform(**_: object) -> object:
        """Tell type checkers, and nobody else, that subclasses are like frozen dataclasses."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True, eq_default=True)
class Value:
    """A frozen record: its annotated attributes are its fields, in order; those with a default may be left out.

    Equal to another of the same type with equal fields, hashable, picklable, matchable by position, with a repr that
    makes it again. What a frozen dataclass is, too; but to import `dataclasses` and to have it write the classes
    of this package takes longer than all the rest of ``import svara``.
    """

    _fields: ClassVar[tuple[str, ...]] = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._fields += tuple(name for name in cls.__annotations__ if not name.startswith("_"))
        cls.__match_args__ = cls._fields  # type: ignore[misc]  # mypy takes it to be final

    def __init__(self, *values: Any, **named: Any) -> None:
        cls = type(self)
        given = dict(zip(cls._fields, values, strict=False))
        surplus = [str(value) for value in values[len(cls._fields) :]]
        surplus += [name for name in named if name in given or name not in cls._fields]
        missing = [name for name in cls._fields if name not in given | named and not hasattr(cls, name)]
        if surplus or missing:
            wrong = [f"no {', '.join(missing)}"] * bool(missing) + [f"also {', '.join(surplus)}"] * bool(surplus)
            msg = f"{cls.__name__} takes {', '.join(cls._fields) or 'nothing'}; there is {' and '.join(wrong)}"
            raise TypeError(msg)
        self.__dict__.update(given, **named)

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._fields)

    def _key(self) -> tuple[Any, ...]:
        """What makes this value equal to another."""
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


def names_of(cls: type[Value]) -> tuple[str, ...]:
    """Return the names of the fields that values of a class have, in order.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> names_of(Point), fields_of(Point(3))
    (('x', 'y'), {'x': 3, 'y': 0})
    """
    return cls._fields  # this module is where fields are known


def fields_of(value: Value) -> dict[str, Any]:
    """Return the fields of a value by name, in order, as they are."""
    return {name: getattr(value, name) for name in names_of(type(value))}
