"""The texts that a person reads and types at a table in a terminal. The deal decides what is legal."""

from __future__ import annotations

import re

from svara.actions import ACTIONS, WITH_AMOUNT, Blind, Call, Join, Raise, parse_action
from svara.checks import SHOWN, readable, show
from svara.cli.console import LEAST_COLUMNS, clip, colours, how_to_show, pad, width, wrap
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
ALL = ("all-in", "all in", "allin", "all chips")
"""The ways to type an all-in bet."""


class Narrator:
    """Turns events into lines, for the person on the seat *you*, or for a spectator with `None`.

    *names* are the players by seat; a seat without a name is called by its number. A player whose name is "You", as in
    a record of one's own game, is addressed in the second person, like the seat *you*.
    """

    def __init__(self, names: Sequence[str | None], *, you: int | None = None) -> None:
        self._names = names  # nothing at all, if nobody has one
        self.you = you
        called_you = [seat for seat, name in enumerate(names) if name and name.casefold() == "you"]
        self._second_person = you if you is not None else called_you[0] if len(called_you) == 1 else None
        self._nameless = set(called_you) - {you} if you is not None else set()
        self._show = how_to_show()

    def name(self, seat: int, *, starts: bool = False) -> str:
        """Return the name of a seat for the start or the middle of a sentence."""
        if seat == self._second_person:
            return "You" if starts else "you"
        name = self._names[seat] if seat < len(self._names) and seat not in self._nameless else None
        return readable(name) if name else f"{'Seat' if starts else 'seat'} {seat}"

    def names(self, seats: Iterable[int]) -> str:
        """Return the names of several seats for a sentence."""
        *most, last = map(self.name, seats)
        return f"{', '.join(most)} and {last}" if most else last

    def lines(self, event: Event, *, is_all_in: bool = False) -> list[str]:
        """Describe an event in lines, possibly none. *is_all_in* means that it took the last chips of a seat."""
        all_in = ", all-in" if is_all_in else ""
        match event:
            case Started(rules, _, dealer, seats):
                return [f"{self._does(dealer, 'deal')} for {self.names(seats)}, by the rules {readable(rules.name)}"]
            case AntesPaid(_, ante):
                return [f"Everybody pays the ante of {ante}"]
            case HandsDealt(_, seats, hands):
                shown = [(seat, hand) for seat in seats if (hand := hands[seat]) and self.you is None]
                return [f"{self.name(seat, starts=True)}: {self._show(hand)}" for seat, hand in shown]
            case Blinded(seat, chips):
                return [f"{self._does(seat, 'bet')} {chips} blind{all_in}"]
            case Looked(seat):
                return [self._does(seat, "look")]
            case Folded(seat):
                return [self._does(seat, "fold")]
            case Called(seat, chips):
                return [f"{self._does(seat, 'call')} for {chips}{all_in}"]
            case Raised(seat, to, _):
                return [f"{self._does(seat, 'raise')} to {to}{all_in}"]
            case UncalledReturned(seat, chips):
                return [f"{self._does(seat, 'take')} back {chips} that nobody called"]
            case HandsShown(seats, hands, combinations):
                return [
                    f"{self._does(seat, 'show')} {self._show(hand)}: {best.points} points, {best.name}"
                    for seat, hand, best in zip(seats, hands, combinations, strict=True)
                ]
            case PotWon(seat, chips):
                return [f"{self._does(seat, 'win')} a pot of {chips}"]
            case SvarkaDeclared(pots, entry):
                tied = " and ".join(f"{self.names(pot.seats)} tie for {pot.chips}" for pot in pots)
                return [f"Svarka! {tied}; joining costs {entry}"]
            case Joined(seat, chips):
                return [f"{self._does(seat, 'join')} the svarka for {chips}{all_in}"]
            case Declined(seat):
                return [f"{self._does(seat, 'stay')} out of the svarka"]
            case Forfeited(seat, _, why):
                return [f"No answer from {self.name(seat)}: {readable(why)}"]
            case _:
                return [readable(str(event))]

    def _does(self, seat: int, verb: str) -> str:
        return f"{self.name(seat, starts=True)} {verb}{'s' * (seat != self._second_person)}"

    def table(self, at: View) -> list[str]:
        """Return lines with the pots, the price, and the seats with their chips and bets."""
        shares = [self._pot(pot, is_one_of_many=len(at.pots) > 1) for pot in at.pots]
        bets = [f"bets {sum(at.puts)}"] * any(at.puts)
        price = [f"price {at.price}"] * bool(at.price)
        return [f"Pot {', '.join(shares + bets + price)}", *self.seats(at.stacks, states=_states(at), to_act=at.to_act)]

    def seats(self, stacks: Sequence[int], *, states: Sequence[str] = (), to_act: int | None = None) -> list[str]:
        """Return a row for each taken seat: the name, the chips and the state."""
        is_narrow = width() < 60
        most = max(1, min(20, width() - (28 if is_narrow else 26)))
        digits = max(5 if is_narrow else 8, *[len(str(stack)) for stack in stacks])
        rows = []
        for seat, stack in enumerate(stacks):
            if stack or not self._names or self._names[seat] is not None:  # else nobody sits there
                turn = ">" if seat == to_act else " "
                state = states[seat] if states else ""
                rows.append(f" {turn} {pad(clip(self.name(seat), most), most)} {stack:>{digits}}  {state}".rstrip())
        return rows

    def cards(self, view: View) -> str:
        """Describe the hand of a seat that sees it."""
        if view.hand is None or view.seat is None:
            return ""
        best = view.hand.combination(rules=view.rules)
        whose = "Your cards" if view.seat == self.you else self.name(view.seat, starts=True)
        return f"{whose}: {self._show(view.hand)}, {best.points} points, {best.name}"

    def _pot(self, pot: Pot, *, is_one_of_many: bool) -> str:
        return f"{pot.chips} ({self.names(pot.seats)})" if is_one_of_many else str(pot.chips)


def _states(at: View) -> list[str]:
    """Return the state of each seat: its bet, and whether it has folded, is all-in, is out or has no chips."""
    folded: set[int] = set()
    declined: set[int] = set()
    is_in = set(at.seats)
    for event in at.events:
        match event:
            case HandsDealt():
                folded, declined = set(), set()
            case Folded(seat):
                folded.add(seat)
            case SvarkaDeclared(pots, _):  # until cards are dealt again, others may join those who tie (6.3)
                is_in = {seat for pot in pots for seat in pot.seats}
            case Joined(seat, _):
                is_in.add(seat)
                folded.discard(seat)
            case Declined(seat):
                declined.add(seat)
    if at.phase != "join":
        is_in = set(at.seats)
    states = []
    for seat, (put, stack) in enumerate(zip(at.puts, at.stacks, strict=True)):
        is_out = seat in declined or (at.phase != "join" and seat not in is_in)
        state = "no chips" if not stack else "out" if is_out else ""
        if seat in folded:
            state = "folded"
        elif seat in is_in and not stack:
            state = "all-in"
        states.append(", ".join([f"bet {put}"] * bool(put) + [state] * bool(state)))
    return states


class Story:
    """Describes a deal while it goes on. Each call returns the new lines.

    With *seat*, only what that seat may know is described, with its cards as soon as it sees them. With `None`,
    everything is.
    """

    def __init__(self, narrator: Narrator, *, seat: int | None = None) -> None:
        self._narrator = narrator
        self._seat = seat
        self._told = 0
        self._knows_hand = False
        self._stacks: list[int] = []  # after the events described so far

    def more(self, deal: Deal) -> list[str]:
        """Return the lines for the events since the last call."""
        view = None if self._seat is None else deal.view(self._seat)
        events = (view or deal).events
        new = events[self._told :]
        self._told = len(events)
        lines = [line for event in new for line in self._narrator.lines(event, is_all_in=self._move(event))]
        self._knows_hand &= not any(isinstance(event, HandsDealt) for event in new)
        if view and view.hand and view.phase == "betting" and not self._knows_hand:
            lines += [self._narrator.cards(view)] * (
                self._seat != self._narrator.you
            )  # the person sees them when asked
            self._knows_hand = True
        return lines

    def _move(self, event: Event) -> bool:
        """Move the chips of an event. Returns whether a seat has put in its last chips."""
        match event:
            case Started(_, stacks, _, _):
                self._stacks = list(stacks)
            case AntesPaid(seats, ante):
                for seat in seats:
                    self._stacks[seat] -= ante
            case Blinded(seat, chips) | Called(seat, chips) | Raised(seat, _, chips) | Joined(seat, chips):
                self._stacks[seat] -= chips
                return self._stacks[seat] == 0
            case UncalledReturned(seat, chips) | PotWon(seat, chips):
                self._stacks[seat] += chips
        return False


class Human:
    """The person at the terminal, who sees the table and is asked until the answer is legal.

    *ask* shows a prompt and returns the typed line, or raises `EOFError`; *say* prints a line. An answer is an action
    (section 9), or its beginning: ``r 20`` raises to 20, ``a`` goes all-in. ``quit`` and the end of the input raise
    `Quit`.
    """

    name = "human"

    def __init__(self, narrator: Narrator, *, ask: Callable[[str], str], say: Callable[[str], None]) -> None:
        self._narrator = narrator
        self._ask = ask
        self._say = say

    def act(self, view: View) -> Action:
        """Show the table, and ask."""
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
            words = " ".join(typed.lower().strip("\ufeff").split())
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
    """Return the legal action that a person typed, or a line that says why it is not one.

    The first letter of a verb is enough, since all verbs begin with different letters.
    """
    typed, _, amount = words.partition(" ")
    verb = next((verb for verb in ACTIONS if typed and verb.startswith(typed)), "")
    amount = amount.removeprefix("to ").removeprefix("for ")
    legal = view.legal_actions
    if _is_all(words) or (verb in {"blind", "call", "raise", "join"} and _is_all(amount)):
        return _all_in(view) or f"You cannot go all-in: you may {legal}"
    if not verb:
        message = f"{_quote(words)} is not an action" if words else "Type an action"
        return f"{message}: you may {legal}. Type help for help, quit to leave"
    amounts = {"blind": legal.blinds, "raise": legal.raises}.get(verb, ())
    if amounts and not amount:
        return f"Add a number of chips, like {verb} {amounts[0]}: you may {legal}"
    if amount and verb not in WITH_AMOUNT:
        return f"{_quote(words)} is not an action: {verb} stands alone"
    try:
        action = parse_action(f"{verb} {amount}".rstrip())
    except ValueError:
        return f"{_quote(words)} is not an action: chips are written in digits, like {verb} 20"
    if action in legal:
        return action
    price = f"the price is {view.price} and " if view.phase == "betting" else ""
    shown = str(action) if len(str(action)) <= SHOWN else f"{verb} that much"
    return f"You cannot {shown}: {price}you may {legal}"


def _quote(words: str) -> str:
    return show(readable(words), longest=30)


def _is_all(words: str) -> bool:
    return any(words and word.startswith(words) for word in ALL)


def _all_in(view: View) -> Action | None:
    """Return the legal action that puts in all chips of the seat of the view."""
    legal, seat = view.legal_actions, view.seat
    if seat is None:
        return None
    stack = view.stacks[seat]
    if legal.raises and legal.raises[-1] == view.puts[seat] + stack:
        return Raise(legal.raises[-1])
    if legal.call == stack:
        return Call()
    if legal.join == stack:
        return Join()
    return Blind(stack) if stack in legal.blinds else None


def explain(view: View) -> list[str]:
    """Return the help: what can be typed now, and its effect."""
    legal = view.legal_actions
    lines = []
    if legal.blinds:
        lines.append(
            f"blind {legal.blinds[0]}: bet before you see your cards; to stay in, others must pay twice as much"
        )
    if legal.look:
        lines.append("look: see your cards; the blind bets end, and you act first")
    if legal.fold:
        lines.append("fold: give up your cards and your bets")
    if legal.call is not None:
        lines.append(f"call: pay {legal.call} to stay in")
    if legal.raises:
        lines.append(
            f"raise {legal.raises[0]}: raise the price to {legal.raises[0]}; you may raise up to {legal.raises[-1]}"
        )
    if legal.join is not None:
        lines += [f"join: pay {legal.join}, get new cards and play for the pot", "decline: stay out of the svarka"]
    if all_in := _all_in(view):
        lines.append(f"all-in: put in all your chips, here {all_in}")
    return [*lines, "The first letter is enough: r 20 is raise 20. quit leaves the table."]


def say(line: str) -> None:
    """Print a line, broken for the width of the terminal, with red suits in red if there are colours."""
    has_colours = colours()
    for piece in wrap(line, max(width(), LEAST_COLUMNS)):
        print(RED_CARDS.sub(lambda card: f"{RED}{card[0]}{PLAIN}", piece) if has_colours else piece)
