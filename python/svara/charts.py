"""Charts of odds: how often each number of points wins against a number of opponents."""

from __future__ import annotations

from svara._core import Odds, odds_by_points, odds_of_all_hands
from svara.checks import whole
from svara.errors import InvalidOdds
from svara.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from svara._core import Card, Hand
    from svara.rules import Rules

MAX_OPPONENTS = 9


class ChartRow(Value):
    """A row of a `chart`: the odds of one number of points."""

    points: int
    """The number of points."""
    hands: int
    """How many of the 4,960 hands have this number of points."""
    odds: Odds
    """The odds of a random one of these hands: the sum over all deals of all these hands."""


def chart(opponents: int = 1, *, rules: Rules | str = "vipsvara") -> tuple[ChartRow, ...]:
    """Return the exact odds of each number of points against 1 to 9 *opponents* with random hands, fewest points first.

    >>> import svara
    >>> row = svara.chart(opponents=3)[13]
    >>> row.points, row.hands, str(row.odds)
    (24, 7, 'win 77.34 %, svarka 0.12 %, loss 22.55 %')

    Charts of the scoring of the three `rule_sets` come from tables. For other scoring, charts against 1 to 3 opponents
    are counted. Against 3 opponents this takes seconds, or a minute if only some of 10 J Q K make three of a kind.

    Raises `InvalidOdds` for any other number of opponents.
    """
    opponents = whole(opponents, "the number of opponents", InvalidOdds, least=1, most=MAX_OPPONENTS)
    return tuple(ChartRow(*row) for row in odds_by_points(opponents, rules))


def all_odds(*, dead: str | Hand | Iterable[Card | str | int] = (), rules: Rules | str = "vipsvara") -> memoryview:
    """Return the odds of every hand against one opponent, by the index of the hand.

    The result is a read-only memoryview of unsigned 16-bit numbers with the shape (4960, 2). Each row has the number of
    opposing hands that the hand beats, and the number that it ties. The opponent has one of C(n, 3) hands, where n is
    the number of remaining cards: 3,654 hands without *dead* cards. A hand that holds a dead card has 0 in both
    columns. `numpy.asarray` makes an array of the result without a copy.

    >>> import svara
    >>> wins_and_svarkas = svara.all_odds()
    >>> wins_and_svarkas[svara.Hand("Qd Kh Ac").index, 0], wins_and_svarkas[svara.Hand("Qd Kh Ac").index, 1]
    (919, 345)

    Raises `InvalidCards` for dead cards that are not cards, and for a card given twice.
    """
    return memoryview(odds_of_all_hands(dead, rules)).cast("H", shape=(4960, 2))
