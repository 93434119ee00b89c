"""The origin of a solution."""

from __future__ import annotations

from svara.checks import is_whole
from svara.errors import InvalidGame
from svara.values import Value, fields_of, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Origin(Value):
    """The origin of a solution: the target of the solver, and the work that it did."""

    target: float
    """The target: the wanted exploitability, in antes."""
    is_complete: bool
    """Whether the deal and every svarka reached the target."""
    iterations: int
    """The iterations of all games together."""
    seconds: float
    """The time of the solver, in seconds."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dict of plain values."""
        return fields_of(self)

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Origin:
        """Return an origin from a dict that has its fields, and maybe others.

        Raises `InvalidGame` for invalid values, and `KeyError` for a missing field.
        """
        origin = cls(**{name: fields[name] for name in names_of(cls)})
        are_floats = isinstance(origin.target, float) and isinstance(origin.seconds, float)
        are_valid = are_floats and 0 < origin.target < float("inf") and 0 <= origin.seconds < float("inf")
        if not are_valid or not is_whole(origin.iterations, 0):
            msg = "it does not say how it came about"
            raise InvalidGame(msg)
        if type(fields["is_complete"]) is not bool:
            msg = "it does not say whether it is complete"
            raise InvalidGame(msg)
        return origin
