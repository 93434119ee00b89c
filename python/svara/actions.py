"""What a seat can do, as values and as text (section 9 of the rulebook)."""

from __future__ import annotations

from svara.checks import as_int, kind_of, show
from svara.values import Value, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias


class _Plain(Value):
    """An action without an amount."""

    verb = ""

    def __str__(self) -> str:
        return self.verb


class _Amount(Value):
    """An action with an amount of chips."""

    verb = ""
    amount: int

    def __init__(self, amount: int) -> None:
        fill(self, "amount", amount)

    def __str__(self) -> str:
        return f"{self.verb} {self.amount}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.amount!r})"


class Blind(_Amount):
    """Bet *amount* chips before anyone looks (4.1)."""

    verb = "blind"


class Look(_Plain):
    """Look at one's hand, which ends the blind bets (4.4)."""

    verb = "look"


class Fold(_Plain):
    """Leave the betting (5.2)."""

    verb = "fold"


class Call(_Plain):
    """Pay up to the price, or all remaining chips if these are fewer (5.2, 5.4)."""

    verb = "call"


class Raise(_Amount):
    """Raise the price to *amount*, which is the put of the seat afterwards (5.2)."""

    verb = "raise"


class Join(_Plain):
    """Pay the entry and play in the svarka (6.3)."""

    verb = "join"


class Decline(_Plain):
    """Stay out of the svarka (6.3)."""

    verb = "decline"


Action: TypeAlias = Blind | Look | Fold | Call | Raise | Join | Decline
"""Any of the seven actions."""

ACTIONS: dict[str, type[Action]] = {kind.verb: kind for kind in (Blind, Look, Fold, Call, Raise, Join, Decline)}
"""The seven kinds of actions by their verbs, in the order of section 9."""
WITH_AMOUNT = {kind.verb: kind for kind in (Blind, Raise)}
"""The two kinds with an amount of chips, by their verbs."""
PLAIN: dict[str, Action] = {kind.verb: kind() for kind in (Look, Fold, Call, Join, Decline)}
"""The five actions without an amount, by their verbs."""
_MAX_DIGITS = 1000  # far beyond any stack, and fewer than Python refuses to read

GRAMMAR = "blind N, look, fold, call, raise N, join, decline, with N in digits without sign or leading zero"


def as_action(value: object) -> Action | None:
    """Return the action that a value stands for, or `None` if it stands for none.

    The value may be an action, the text of one, an action with an amount of another integer type, or an object of a
    subclass of these. The result is exactly of one of the seven kinds. No error of the value's own code gets out.

    >>> as_action("raise 20"), as_action(Look()), as_action(20)
    (Raise(20), Look(), None)
    """
    kind = type(value)
    given: Any = value
    try:
        if issubclass(kind, str):
            return parse_action(str.__str__(given))
        for with_amount in WITH_AMOUNT.values():
            if issubclass(kind, with_amount):
                amount = as_int(given.amount)
                return None if amount is None else with_amount(amount)
    except Exception:  # noqa: BLE001  # a text that is not an action, or an amount whose code fails
        return None
    return next((action for action in PLAIN.values() if issubclass(kind, type(action))), None)


def describe_action(value: object) -> str:
    """Return what was tried as the predicate of a sentence, such as ``raise 20``, on one line, whatever it is.

    >>> describe_action("raise 20"), describe_action(Raise("x")), describe_action(None)
    ('raise 20', "raise 'x', a str", 'do None')
    """
    action = as_action(value)
    given: Any = action or value
    verb = next((verb for verb, kind in WITH_AMOUNT.items() if issubclass(type(given), kind)), None)
    if verb is None:
        return str(action) if action else f"do {show(value)}"
    try:
        amount = given.amount
    except Exception:  # noqa: BLE001  # an attribute whose code fails
        return f"do {show(value)}"
    return f"{verb} {show(amount)}" if action else f"{verb} {show(amount)}, {kind_of(amount)}"


def parse_action(text: str) -> Action:
    """Return the action that *text* stands for (section 9).

    >>> import svara
    >>> svara.parse_action("raise 20")
    Raise(20)
    >>> str(svara.parse_action("look"))
    'look'

    Raises `ValueError` for any other text. A sign, a leading zero and an extra space are errors, too.
    """
    if isinstance(text, str):  # bytes are not compared with texts
        if text in PLAIN:
            return PLAIN[text]
        verb, _, digits = text.partition(" ")
        if (
            verb in WITH_AMOUNT
            and digits.isascii()
            and digits.isdigit()
            and len(digits) <= _MAX_DIGITS
            and (digits[0] != "0" or digits == "0")
        ):
            return WITH_AMOUNT[verb](int(digits))
    msg = f"{show(text)} is not an action: the actions are {GRAMMAR}"
    raise ValueError(msg)
