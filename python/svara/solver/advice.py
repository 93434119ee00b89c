"""What a solution says of a line of bets: what is played there, and what that wins."""

from __future__ import annotations

from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterator, KeysView, ValuesView
    from typing import Literal, TypeAlias

    from svara._core import Hand

    Role: TypeAlias = Literal["dealer", "opener"]

ROLES: tuple[Role, Role] = ("dealer", "opener")
"""Player 0 and player 1 of a game: who deals the cards, and who is asked first."""
RARE = 1e-4
"""A line that play reaches less often has hardly been learned from: what a solution says there means little."""
RARE_HAND = 0.01
"""Less often than that a solution plays a hand by mistakes of its first lessons, too, and knows not how to go on."""


class Advice:
    """What a solution does somewhere, with a hand or with all: a mapping of each action to how often it is played.

    It is read like a dict, and is not to be changed.

    >>> import svara
    >>> solution = svara.solve("vipsvara", stacks=3, menu="all", target=0.00001)
    >>> advice = solution.strategy("blind 1; look", hand="7c Kd 9d")
    >>> advice.role, dict(advice).keys(), round(advice["call"], 2)
    ('dealer', dict_keys(['fold', 'call']), 1.0)
    """

    __slots__ = ("cards_reach", "expected", "hand", "hand_reach", "line", "reach", "role", "shares", "value")

    line: str
    """The actions that lead here, as text, from the first on."""
    role: Role
    """Who acts: ``"dealer"``, who dealt the present cards, or ``"opener"``, who is asked first."""
    hand: Hand | None
    """The hand, or `None` for all that the seat may hold."""
    shares: dict[str, float]
    """How often each action is played, 0 to 1."""
    expected: dict[str, float | None]
    """What the seat wins by each action on average, in antes over the whole deal, if both go on as the solution does.

    Without a hand it is the mean over all that the seat may hold, whether it plays the action with them or not. `None`
    where the other seat, or without a hand either seat, never gets here, so that there is nothing to expect.
    """
    value: float | None
    """What the seat wins on average, in antes over the whole deal, with each hand as it plays it; `None` as above."""
    reach: float
    """How likely it is that play comes here, from the first action of the deal on."""
    cards_reach: float
    """How likely it is that play comes here once the present cards are dealt: in a svarka, if there is one."""
    hand_reach: float
    """How often the solution's own actions with this hand are those that lead here."""

    def __init__(  # noqa: PLR0917  # by position, as its attributes stand
        self,
        line: str,
        role: Role,
        hand: Hand | None,
        shares: dict[str, float],
        expected: dict[str, float | None],
        value: float | None,
        ties_reach: float,
        cards_reach: float,
        hand_reach: float,
    ) -> None:
        self.line = line
        self.role = role
        self.hand = hand
        self.shares = shares
        self.expected = expected
        self.value = value
        self.reach = ties_reach * cards_reach
        self.cards_reach = cards_reach
        self.hand_reach = hand_reach

    @property
    def is_reached(self) -> bool:
        """Whether play comes here often enough, with this hand too, for the solution to have learned what to do."""
        return self.cards_reach >= RARE and self.hand_reach >= RARE_HAND

    def __getitem__(self, action: str) -> float:
        return self.shares[action]

    def __iter__(self) -> Iterator[str]:
        return iter(self.shares)

    def __len__(self) -> int:
        return len(self.shares)

    def __contains__(self, action: object) -> bool:
        return action in self.shares

    def get(self, action: str, default: float = 0.0) -> float:
        """How often an action is played, or *default* for one that is not on the menu."""
        return self.shares.get(action, default)

    def keys(self) -> KeysView[str]:
        """The actions."""
        return self.shares.keys()

    def values(self) -> ValuesView[float]:
        """How often each is played."""
        return self.shares.values()

    def items(self) -> ItemsView[str, float]:
        """Both."""
        return self.shares.items()

    def __repr__(self) -> str:
        shares = ", ".join(f"{action} {share:.1%}" for action, share in self.shares.items())
        return f"<Advice after {self.line or 'nothing'!r}: {shares}{', hardly ever reached' * (not self.is_reached)}>"


class PointsRow(Value):
    """What a seat does somewhere with the hands of some number of points: a row of `Solution.by_points`."""

    points: int
    """The number of points."""
    weight: float
    """How often the seat has so many when play comes there, 0 to 1."""
    shares: dict[str, float]
    """How often it then plays each action, 0 to 1."""
