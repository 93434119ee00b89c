"""What a person reads and types at a table in a terminal. It decides nothing: what is legal, the deal says."""

from __future__ import annotations

import re
import textwrap

from svara.actions import ACTIONS, WITH_AMOUNT, parse_action
from svara.cli.console import can_show, colours, how_to_show, width
from svara.events import (
    AntesPaid,
    Blinded,
    Called,
    Declined,
    Folded,
    Forfeited,
    HandsDealt,
    HandsShown,
    Joined,
    Looked,
    PotWon,
    Raised,
    Started,
    SvarkaDeclared,
    UncalledReturned,
)
from svara.tables.runner import Quit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from svara.actions import Action
    from svara.deal import Deal
    from svara.events import Event
    from svara.showdown import Pot
    from svara.view import View

RED, PLAIN = "\x1b[31m", "\x1b[0m"
RED_CARDS = re.compile("(?:10|[7-9JQKA])[♦♥]")


class Narrator:
    """Turns what happens into lines, told to one seat, *you*, or with `None` to somebody looking on.

    *names* are the players by seat; a seat without a name is called by its number.
    """

    def __init__(self, names: Sequence[str | None], *, you: int | None = None) -> None:
        self._names = names  # nothing at all, if nobody has one
        self.you = you
        self._show = how_to_show()

    def name(self, seat: int) -> str:
        """What a seat is called."""
        if seat == self.you:
            return "you"
        name = self._names[seat] if seat < len(self._names) else None
        return readable(name) if name else f"seat {seat}"

    def names(self, seats: Iterable[int]) -> str:
        """What several seats are called in a sentence."""
        *most, last = map(self.name, seats)
        return f"{', '.join(most)} and {last}" if most else last

    def lines(self, event: Event) -> list[str]:
        """Tell an event; what nobody needs to hear takes no line."""
        match event:
            case Started(rules, _, dealer, seats):
                said = [f"{self._does(dealer, 'deal')} for {self.names(seats)}, by the rules {readable(rules.name)}"]
            case AntesPaid(_, ante):
                said = [f"everybody pays the ante of {ante}"]
            case HandsDealt(_, seats, hands):
                said = [f"{self.name(seat)}: {self._show(hand)}" for seat in seats if (hand := hands[seat])]
                said = said if self.you is None else []
            case Blinded(seat, chips):
                said = [f"{self._does(seat, 'bet')} {chips} blind"]
            case Looked(seat):
                said = [self._does(seat, "look")]
            case Folded(seat):
                said = [self._does(seat, "fold")]
            case Called(seat, chips):
                said = [f"{self._does(seat, 'call')} for {chips}"]
            case Raised(seat, to, _):
                said = [f"{self._does(seat, 'raise')} to {to}"]
            case UncalledReturned(seat, chips):
                said = [f"{self._does(seat, 'take')} back {chips} that nobody called"]
            case HandsShown(seats, hands, combinations):
                said = [
                    f"{self._does(seat, 'show')} {self._show(hand)}: {best.points} points, {best.name}"
                    for seat, hand, best in zip(seats, hands, combinations, strict=True)
                ]
            case PotWon(seat, chips):
                said = [f"{self._does(seat, 'win')} a pot of {chips}"]
            case SvarkaDeclared(pots, entry):
                tied = " and ".join(f"{self.names(pot.seats)} tie for {pot.chips}" for pot in pots)
                said = [f"svarka! {tied}; joining costs {entry}"]
            case Joined(seat, chips):
                said = [f"{self._does(seat, 'join')} the svarka for {chips}"]
            case Declined(seat):
                said = [f"{self._does(seat, 'stay')} out of the svarka"]
            case Forfeited(seat, _, why):
                said = [f"no answer from {self.name(seat)}: {readable(why)}"]
            case _:
                said = [readable(str(event))]
        return [line[0].upper() + line[1:] for line in said]

    def _does(self, seat: int, verb: str) -> str:
        return f"{self.name(seat)} {verb}{'s' * (seat != self.you)}"

    def table(self, at: View) -> list[str]:
        """The pots and the price, and the seats with their chips and bets."""
        shares = [self._pot(pot, is_one_of_many=len(at.pots) > 1) for pot in at.pots]
        bets = [f"bets {sum(at.puts)}"] * any(at.puts)
        price = [f"price {at.price}"] * bool(at.price)
        states = [f"bet {put}" if put else "" for put in at.puts]
        if at.seats:
            states = [state if seat in at.seats else f"{state} out".strip() for seat, state in enumerate(states)]
        return [f"Pot {', '.join(shares + bets + price)}", *self.seats(at.stacks, states=states, to_act=at.to_act)]

    def seats(self, stacks: Sequence[int], *, states: Sequence[str] = (), to_act: int | None = None) -> list[str]:
        """A row for each seat where somebody sits: the name, the chips, and what else there is to say."""
        most = max(1, min(20, width() - 26))
        rows = []
        for seat, stack in enumerate(stacks):
            if stack or not self._names or self._names[seat] is not None:  # else nobody sits there
                turn = ">" if seat == to_act else " "
                state = states[seat] if states else ""
                rows.append(f" {turn} {self.name(seat)[:most]:{most}} {stack:>8}  {state}".rstrip())
        return rows

    def cards(self, view: View) -> str:
        """What a seat that sees its hand holds."""
        if view.hand is None or view.seat is None:
            return ""
        best = view.hand.combination(rules=view.rules)
        whose = "Your cards" if view.seat == self.you else self.name(view.seat)
        return f"{whose}: {self._show(view.hand)}, {best.points} points, {best.name}"

    def _pot(self, pot: Pot, *, is_one_of_many: bool) -> str:
        return f"{pot.chips} ({self.names(pot.seats)})" if is_one_of_many else str(pot.chips)


class Story:
    """Tells a deal as it goes on: each time what is new.

    With *seat* it is told as that seat could know it, with its cards from when it sees them; with `None`, all of it.
    """

    def __init__(self, narrator: Narrator, *, seat: int | None = None) -> None:
        self._narrator = narrator
        self._seat = seat
        self._told = 0
        self._knows_hand = False

    def more(self, deal: Deal) -> list[str]:
        """The lines for what happened since the last time."""
        view = None if self._seat is None else deal.view(self._seat)
        events = (view or deal).events
        new = events[self._told :]
        self._told = len(events)
        lines = [line for event in new for line in self._narrator.lines(event)]
        self._knows_hand &= not any(isinstance(event, HandsDealt) for event in new)
        if view and view.hand and view.phase == "betting" and not self._knows_hand:
            lines += [self._narrator.cards(view)] * (self._seat != self._narrator.you)  # who is asked is told then
            self._knows_hand = True
        return lines


class Human:
    """The player at the terminal: shown the table, and asked until the answer is legal.

    *ask* shows a prompt and returns what was typed, or raises `EOFError`; *say* prints a line. An answer is an action
    as the rules write it, or the beginning of one: ``r 20`` raises to 20. ``quit``, and the end of the input, raise
    `Quit`.
    """

    name = "human"

    def __init__(self, narrator: Narrator, *, ask: Callable[[str], str], say: Callable[[str], None]) -> None:
        self._narrator = narrator
        self._ask = ask
        self._say = say

    def act(self, view: View) -> Action:
        """Show how things stand, and ask."""
        self._say("")
        for line in self._narrator.table(view):
            self._say(line)
        if view.hand and view.phase != "join":
            self._say(self._narrator.cards(view))
        elif view.phase == "blind":
            self._say("Nobody has looked yet")
        self._say(f"You may {view.legal_actions}")
        while True:
            try:
                typed = self._ask("> ")
            except EOFError:
                raise Quit from None
            words = " ".join(typed.lower().split())
            if words and any(word.startswith(words) for word in ("quit", "exit")):
                raise Quit
            if words and (words == "?" or "help".startswith(words)):
                for line in explain(view):
                    self._say(line)
                continue
            action = understand(words, view)
            if not isinstance(action, str):
                return action
            self._say(action)


def understand(words: str, view: View) -> Action | str:
    """Return the legal action that somebody typed, or a line that says why it is none.

    The beginning of a verb is enough: no two of them begin alike.
    """
    typed, _, amount = words.partition(" ")
    verb = next((verb for verb in ACTIONS if typed and verb.startswith(typed)), "")
    amount = amount.removeprefix("to ").removeprefix("for ")
    legal = view.legal_actions
    if not verb:
        said = f"{readable(words[:30])!r} is not an action" if words else "Type what you do"
        return f"{said}: you may {legal}; help explains, quit leaves"
    amounts = {"blind": legal.blinds, "raise": legal.raises}.get(verb, ())
    if amounts and not amount:
        return f"Say how many chips, like {verb} {amounts[0]}: you may {legal}"
    if amount and verb not in WITH_AMOUNT:
        return f"{readable(words[:30])!r} is not an action: {verb} stands alone"
    try:
        action = parse_action(f"{verb} {amount}".rstrip())
    except ValueError:
        return f"{readable(words[:30])!r} is not an action: chips are written in digits, like {verb} 20"
    if action in legal:
        return action
    price = f"the price is {view.price} and " if view.phase == "betting" else ""
    return f"You cannot {action}: {price}you may {legal}"


def explain(view: View) -> list[str]:
    """What can be typed here, and what it does."""
    legal = view.legal_actions
    lines = []
    if legal.blinds:
        lines.append(f"blind {legal.blinds[0]}: bet before you see your cards; who stays pays twice as much")
    if legal.look:
        lines.append("look: see your cards; the blind bets end, and you act first")
    if legal.fold:
        lines.append("fold: give up these cards and what you bet")
    if legal.call is not None:
        lines.append(f"call: pay {legal.call} to stay")
    if legal.raises:
        lines.append(f"raise {legal.raises[0]}: raise the price to {legal.raises[0]}, or as far as {legal.raises[-1]}")
    if legal.join is not None:
        lines += [f"join: pay {legal.join}, get new cards and play for the pot", "decline: stay out of the svarka"]
    return [*lines, "The first letter is enough: r 20 is raise 20. quit leaves the table."]


def readable(text: str) -> str:
    """A text from outside without what could disturb a terminal, or what its encoding does not have."""
    text = "".join(character if character.isprintable() else "?" for character in text)
    return text if can_show(text) else "".join(character if can_show(character) else "?" for character in text)


def fold_lines(line: str) -> list[str]:
    """Break a line for the width of the terminal, and colour its cards where there are colours."""
    columns, pieces = max(width(), 20), [line]
    if len(line) > columns:
        indent = " " * (len(line) - len(line.lstrip()))
        pieces = textwrap.wrap(line.lstrip(), columns, initial_indent=indent, subsequent_indent=f"{indent}  ")
    return [RED_CARDS.sub(lambda card: f"{RED}{card[0]}{PLAIN}", piece) for piece in pieces] if colours() else pieces


def say(line: str) -> None:
    """Print a line as the terminal takes it."""
    for piece in fold_lines(line):
        print(piece)
