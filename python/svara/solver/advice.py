"""Advice: the share of each action at a node of a solution, and the chips that it wins."""

from __future__ import annotations

from svara._core import Hand  # noqa: TC001  # `typing.get_type_hints` resolves the attributes of `Advice`
from svara.actions import Action
from svara.solver.lines import read_action
from svara.values import Value, rebuild, slots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterator, KeysView, ValuesView
    from typing import Any, Literal, TypeAlias, TypeVar

    Role: TypeAlias = Literal["dealer", "opener"]
    Number = TypeVar("Number")
else:
    Role = str  # for programs that resolve annotations

ROLES: tuple[Role, Role] = ("dealer", "opener")
"""Player 0 and player 1 of a game: the seat that deals the cards, and the seat that is asked first."""
LEAST_SHARE = 0.0005
"""Actions with smaller shares are not shown."""
LEAST_LOSS = 0.0005
"""Antes that differ by less are shown as the same."""
RARE = 1e-4
"""A solution is unreliable on lines that it reaches less often than this: the solver hardly trained there."""
RARE_HAND = 0.01
"""The same for a hand: below this, a solution only plays it because of its first iterations."""


class ByAction(dict[Action, "Number"]):
    """A dict of numbers by action, in the order of the menu. The texts of actions work as keys, too.

    >>> import svara
    >>> shares = ByAction({svara.Fold(): 0.25, svara.Raise(2): 0.75})
    >>> shares[svara.Raise(2)], shares["raise 2"], "call" in shares, shares.get("call")
    (0.75, 0.75, False, None)
    >>> shares.by_text()
    {'fold': 0.25, 'raise 2': 0.75}
    """

    __slots__ = ()

    def __getitem__(self, action: Action | str) -> Number:
        known = read_action(action)
        if known is None or not super().__contains__(known):
            raise KeyError(action)
        return super().__getitem__(known)

    def __contains__(self, action: object) -> bool:
        return super().__contains__(read_action(action))

    # The type of a dict promises to read keys of one type only; this one also reads texts.
    def get(self, action: Action | str, default: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return the number of an action, or *default* if there is none."""
        return self[action] if action in self else default  # noqa: SIM401  # that would call itself

    def by_text(self) -> dict[str, Number]:
        """Return the numbers by the texts of their actions, as JSON needs them."""
        return {str(action): number for action, number in self.items()}


class Advice:
    """The strategy of a solution at a node, for one hand or for all hands: a mapping of actions to their shares.

    It is read like a dict, with an action or its text (``advice["call"]``), and must not be changed.

    >>> import svara
    >>> solution = svara.solve("vipsvara", stacks=3, menu="all", target=0.00001)
    >>> advice = solution.strategy("blind 1; look", hand="7c Kd 9d")
    >>> advice.role, list(advice), round(advice["call"], 2)
    ('dealer', [Fold(), Call()], 1.0)
    """

    __slots__ = (
        "cards_reach",
        "error",
        "expected",
        "hand",
        "hand_reach",
        "has_looked",
        "line",
        "reach",
        "role",
        "shares",
        "svarkas",
        "value",
    )

    line: str
    """The actions that lead to the node, as text, from the first one on."""
    svarkas: int
    """The number of svarkas on the line: 0 while the first cards are played."""
    role: Role
    """The role of the seat to act: ``"dealer"`` dealt the present cards, ``"opener"`` is the other seat."""
    has_looked: bool
    """Whether that seat has looked at its hand."""
    hand: Hand | None
    """The hand, or `None` for all hands that the seat may hold."""
    shares: ByAction[float]
    """The share of each action: the probability with which it is played, 0 to 1."""
    expected: ByAction[float | None]
    """The expected win of the seat after each action, in antes over the whole deal, if both follow the solution then.

    Without a hand it is the mean over all hands that the seat may hold, whether it takes the action with them or not.
    It is `None` if the node is not reached: by the actions of the other seat or, without a hand, of either seat.
    """
    value: float | None
    """The expected win of the seat with the solution, in antes over the whole deal; `None` as above."""
    error: float
    """The exploitability of the solution, in antes per deal. The shares of actions can be wrong by this much."""
    reach: float
    """The reach probability of the node, from the first action of the deal on."""
    cards_reach: float
    """The reach probability of the node from the last time that cards were dealt, as in a svarka."""
    hand_reach: float
    """The probability of the seat's own actions on this line, with this hand; 1 without a hand."""

    def __init__(
        self,
        *,
        line: str,
        svarkas: int,
        role: Role,
        has_looked: bool,
        hand: Hand | None,
        shares: ByAction[float],
        expected: ByAction[float | None],
        value: float | None,
        error: float,
        reach: float,
        cards_reach: float,
        hand_reach: float,
    ) -> None:
        self.line = line
        self.svarkas = svarkas
        self.role = role
        self.has_looked = has_looked
        self.hand = hand
        self.shares = shares
        self.expected = expected
        self.value = value
        self.error = error
        self.reach = reach
        self.cards_reach = cards_reach
        self.hand_reach = hand_reach

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), slots_of(self))

    @property
    def is_reached(self) -> bool:
        """Whether the node, and this hand at it, are reached often enough for reliable advice."""
        return self.cards_reach >= RARE and self.hand_reach >= RARE_HAND

    @property
    def doubtful(self) -> tuple[Action, ...]:
        """The actions that are played although they win less than the best one by more than the measured error.

        In an equilibrium they are not played; the solution plays them because it is not exact. It is empty for the mean
        over all hands of a seat that has looked, since each hand has its own best action.
        """
        if self.hand is None and self.has_looked:
            return ()
        known = {action: won for action, won in self.expected.items() if won is not None}
        best = max(known.values(), default=0.0)
        return tuple(
            [
                action
                for action, won in known.items()
                if self.shares[action] >= LEAST_SHARE and best - won > max(self.error, LEAST_LOSS)
            ]
        )

    def __getitem__(self, action: Action | str) -> float:
        return self.shares[action]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.shares)

    def __len__(self) -> int:
        return len(self.shares)

    def __contains__(self, action: object) -> bool:
        return action in self.shares

    def get(self, action: Action | str, default: float = 0.0) -> float:
        """Return the share of an action, or *default* for one that is not on the menu."""
        share: float = self.shares.get(action, default)
        return share

    def keys(self) -> KeysView[Action]:
        """Return the actions."""
        return self.shares.keys()

    def values(self) -> ValuesView[float]:
        """Return the shares."""
        return self.shares.values()

    def items(self) -> ItemsView[Action, float]:
        """Return the actions with their shares."""
        return self.shares.items()

    def __repr__(self) -> str:
        shares = ", ".join(f"{action} {share:.1%}" for action, share in self.shares.items())
        return f"<Advice after {self.line or 'nothing'!r}: {shares}{', hardly ever reached' * (not self.is_reached)}>"


class PointsRow(Value):
    """A row of `Solution.by_points`: the strategy at a node for the hands with one number of points."""

    points: int
    """The number of points."""
    weight: float
    """The probability that the seat holds such a hand when the node is reached, 0 to 1."""
    shares: ByAction[float]
    """The probability of each action with such a hand, 0 to 1."""


class ClassRow(PointsRow):
    """The same for the hands of one class, which differ only in equivalent suits and ranks."""
