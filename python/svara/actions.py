"""What a seat can do, as values and as text (section 9 of the rulebook)."""

from __future__ import annotations

from svara.checks import show
from svara.values import Value, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias


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
