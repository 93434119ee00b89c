"""Rule sets: one variant of the game, as data (section 2 of the rulebook)."""

from __future__ import annotations

from svara._core import Scoring
from svara.checks import is_whole, show
from svara.errors import InvalidRules
from svara.presets import check_fields, from_fields, plain, show_changes, to_fields
from svara.values import Value, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Literal, TypeAlias

    NextDealer: TypeAlias = Literal["clockwise", "winner"]
    SvarkaSeats: TypeAlias = Literal["deal", "table"]
    SvarkaEntry: TypeAlias = Literal["share"]
else:
    NextDealer = SvarkaSeats = SvarkaEntry = str  # for programs that resolve annotations

RANKS = "789TJQKA"
_LISTS = ("blind_multiples",)
_MAX_DIGITS = 1000  # far beyond any stack, and fewer than Python refuses to read
MAX_SEATS = 10  # three cards each from a deck of 32


class Rules(Value):
    """A rule set: one variant of the game. It is immutable, comparable and hashable.

    `find_rules` and `rule_sets` return the rule sets of the rulebook; `but` makes others from them.

    >>> import svara
    >>> rules = svara.find_rules("vipsvara").but(ante=5, min_bet=10)
    >>> rules
    find_rules('vipsvara').but(ante=5, min_bet=10)
    >>> rules.blind_multiples
    (2, 3, 4)

    Raises `InvalidRules` for a value that a field cannot have.
    """

    name: str
    """The name of the rule set. It does not change the rules, but rule sets with different names are not equal."""
    max_seats: int
    """The greatest number of seats at a table, 2 to 10."""
    three_of_a_kind: str
    """The ranks that make three of a kind (1.3c), in letters, ascending: ``"789TJQKA"`` for all."""
    blind_multiples: tuple[int, ...] | str
    """The multiples of the last blind that the next blind may be (4.3).

    They are whole numbers of at least 2, ascending. A text such as ``"2+"`` allows every whole amount of at least that
    multiple. The number in the text is at least 2 and has at most 1,000 digits, without a leading zero.
    """
    max_raises: int | None
    """How often a seat may raise between two deals of cards (5.6); `None` for any number of times."""
    next_dealer: NextDealer
    """Who deals next: the next seat clockwise, or the winner (7.1)."""
    svarka_seats: SvarkaSeats
    """Who may join a svarka: the other seats of the deal, or all others at the table (6.3)."""
    svarka_entry: SvarkaEntry = "share"
    """How the entry to a svarka is computed: the pot divided by the number of tied seats, rounded up (6.2)."""
    three_sevens: bool = True
    """Whether three sevens are 34 points (1.3f, 1.7)."""
    ante: int = 1
    """The ante: the chips that every seat of a deal pays before the cards are dealt (3.1)."""
    min_bet: int = 1
    """The minimum bet in chips: the least first blind (4.2), and the least raise above the price (5.3)."""
    if TYPE_CHECKING:
        _scoring: ClassVar[Scoring]  # not a field
    else:
        _scoring: Scoring

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*map(plain, values), **{name: plain(value) for name, value in named.items()})
        check_fields(self, _FIELDS, InvalidRules)
        fill(self, "_scoring", Scoring(self.three_of_a_kind, self.three_sevens))

    @property
    def scoring(self) -> Scoring:
        """The part of these rules that decides points, in the form of the core."""
        return self._scoring

    def but(self, **changes: Any) -> Rules:
        """Return these rules with other values for some fields.

        >>> import svara
        >>> svara.find_rules("classic").but(three_sevens=False, name="house").three_sevens
        False

        Raises `InvalidRules` for an unknown field or a value that a field cannot have.
        """
        return Rules.from_dict(self.to_dict() | changes)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dict of plain values that JSON can hold; `from_dict` makes the rules again."""
        return to_fields(self, _LISTS)

    @classmethod
    def from_dict(cls, fields: object) -> Rules:
        """Make rules from a dict of `to_dict`. A missing field takes its default, if it has one.

        Raises `InvalidRules` for an unknown field, for a missing field without a default, and for a value that a field
        cannot have.
        """
        return from_fields(cls, fields, lists=_LISTS, subject="rules have", error=InvalidRules)

    def __reduce__(self) -> tuple[type[Rules], tuple[Any, ...]]:
        return Rules, self._values()

    def __repr__(self) -> str:
        return show_changes(self, RULE_SETS, "find_rules") or super().__repr__()


def _is_rank_set(value: object) -> bool:
    return isinstance(value, str) and value == "".join(rank for rank in RANKS if rank in value)


def _is_multiples(value: object) -> bool:
    if isinstance(value, str):
        return _is_open_multiple(value)
    return (
        isinstance(value, tuple)
        and len(value) > 0
        and all(is_whole(multiple, 2) for multiple in value)
        and list(value) == sorted(set(value))
    )


def _is_open_multiple(text: str) -> bool:
    """Whether a text is a whole number of at least 2, in digits without a leading zero, and a plus sign (4.3)."""
    number, plus = text[:-1], text[-1:]
    return (
        plus == "+"
        and number.isascii()
        and number.isdigit()
        and len(number) <= _MAX_DIGITS
        and number[0] != "0"
        and number != "1"
    )


_FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "name": (lambda value: isinstance(value, str) and value != "", "a text that is not empty"),
    "max_seats": (
        lambda value: is_whole(value, 2) and value <= MAX_SEATS,
        f"a whole number from 2 to {MAX_SEATS}",
    ),
    "three_of_a_kind": (_is_rank_set, f"different ranks out of {RANKS!r} in that order"),
    "blind_multiples": (
        _is_multiples,
        "a tuple of ascending whole numbers of at least 2, such as (2, 3, 4), or a text like '2+', at least twice",
    ),
    "max_raises": (
        lambda value: value is None or is_whole(value, 1),
        "a whole number of at least 1, or None for no limit",
    ),
    "next_dealer": (lambda value: value in ("clockwise", "winner"), "'clockwise' or 'winner'"),
    "svarka_seats": (lambda value: value in ("deal", "table"), "'deal' or 'table'"),
    "svarka_entry": (lambda value: value == "share", "'share', the pot divided by the number tied"),
    "three_sevens": (lambda value: isinstance(value, bool), "True or False"),
    "ante": (lambda value: is_whole(value, 1), "a whole number of chips, at least 1"),
    "min_bet": (lambda value: is_whole(value, 1), "a whole number of chips, at least 1"),
}


RULE_SETS: dict[str, Rules] = {}
"""The rule sets of section 2, by name."""

for _rules in (
    Rules(
        name="vipsvara",
        max_seats=9,
        three_of_a_kind=RANKS,
        blind_multiples=(2, 3, 4),
        max_raises=None,
        next_dealer="clockwise",
        svarka_seats="deal",
    ),
    Rules(
        name="fortegames",
        max_seats=8,
        three_of_a_kind=RANKS,
        blind_multiples=(2,),
        max_raises=None,
        next_dealer="clockwise",
        svarka_seats="table",
    ),
    Rules(
        name="classic",
        max_seats=10,
        three_of_a_kind="TJQKA",
        blind_multiples=(2,),
        max_raises=3,
        next_dealer="winner",
        svarka_seats="table",
    ),
):
    RULE_SETS[_rules.name] = _rules


def rule_sets() -> tuple[Rules, ...]:
    """Return the rule sets of section 2, in the order of the rulebook.

    >>> import svara
    >>> [rules.name for rules in svara.rule_sets()]
    ['vipsvara', 'fortegames', 'classic']
    """
    return tuple(RULE_SETS.values())


def find_rules(name: str) -> Rules:
    """Return the rule set with this name; `rule_sets` returns them all.

    >>> import svara
    >>> svara.find_rules("classic").max_raises
    3

    Raises `InvalidRules` for any other name.
    """
    if isinstance(name, str) and name in RULE_SETS:  # bytes are not compared with texts
        return RULE_SETS[name]
    msg = f"there are no rules {show(name)}: the rule sets are {', '.join(RULE_SETS)}"
    raise InvalidRules(msg, "name")
