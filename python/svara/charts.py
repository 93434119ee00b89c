"""The chart of odds: what each number of points is worth against so many opponents."""

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
    """What some number of points is worth: a row of a `chart`."""

    points: int
    """The number of points."""
    hands: int
    """How many of the 4,960 hands have so many."""
    odds: Odds
    """The odds of a random one of these hands: the deals of all of them, added up."""


def chart(opponents: int = 1, *, rules: Rules | str = "vipsvara") -> tuple[ChartRow, ...]:
    """Return what each number of points is worth against 1 to 9 *opponents* with random hands, the fewest points first.

    The odds are exact.

    >>> import svara
    >>> row = svara.chart(opponents=3)[13]
    >>> row.points, row.hands, str(row.odds)
    (24, 7, 'win 77.34 %, svarka 0.12 %, loss 22.55 %')

    Raises `InvalidOdds` for other numbers of opponents. For scoring that none of the `rule_sets` has there is a chart
    against 1 to 3 opponents, which is counted; against 3 that takes seconds, and a minute if 10 J Q K do not all make
    three of a kind, nor all not.
    """
    opponents = whole(opponents, "the number of opponents", InvalidOdds, least=1, most=MAX_OPPONENTS)
    return tuple(ChartRow(*row) for row in odds_by_points(opponents, rules))


def all_odds(*, dead: str | Hand | Iterable[Card | str | int] = (), rules: Rules | str = "vipsvara") -> memoryview:
    """Return the odds of every hand against one opponent, by the index of the hand.

    The result is a read-only memoryview of shape (4960, 2), of unsigned 16-bit numbers: with how many hands of the
    opponent the hand wins, and with how many it ties. The opponent has one of C(n, 3) hands, of the n cards that are
    left: 3,654 without *dead* cards. A hand that holds a dead card has 0 for both. `numpy.asarray` makes an array of
    it without a copy.

    >>> import svara
    >>> wins_and_svarkas = svara.all_odds()
    >>> wins_and_svarkas[svara.Hand("Qd Kh Ac").index, 0], wins_and_svarkas[svara.Hand("Qd Kh Ac").index, 1]
    (919, 345)

    Raises `InvalidCards` for dead cards that are none, or a card twice.
    """
    return memoryview(odds_of_all_hands(dead, rules)).cast("H", shape=(4960, 2))
