"""A slow, literal engine of one deal, written from sections 2 to 6, 8 and 9 of the rulebook alone.

It judges the fast one, of which it knows nothing. It keeps no account of a betting: only the stacks before it and the
list of what was done. Whatever a rule asks about (the price, a put, who is in, who has answered the last full raise) is
read off that list each time. Cards and actions are texts, such as ``"7c"`` and ``"raise 5"``; rules are the dict that
`svara.Rules.to_dict` gives; a seat is a number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import reference

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence


class Move(NamedTuple):
    """An action of section 9, as its verb and its amount."""

    seat: int
    verb: str
    amount: int


class Pot(NamedTuple):
    """Chips, and the seats that they are open to, ascending (5.11)."""

    chips: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Deal:
    """Where a deal stands."""

    rules: Mapping[str, Any]
    seats: tuple[int, ...]
    """The seats of the deal (3.1)."""
    decks: tuple[Sequence[str], ...]
    """The decks that were not dealt yet."""
    dealer: int
    """The seat that dealt the present cards, or the last ones (6.5)."""
    stacks: tuple[int, ...]
    """The chips of every seat at the table, before any bet on the present cards and any entry to the next ones."""
    pots: tuple[Pot, ...]
    """The antes; in a svarka the tied pots (5.11), while seats are asked as they were at the moment of the tie."""
    players: tuple[int, ...]
    """The seats that get the present cards, in the order of dealing; none when the betting on them is settled."""
    hands: Mapping[int, tuple[str, ...]]
    """The present cards; none while a deck is missing."""
    moves: tuple[Move, ...] = ()
    """The actions since the present cards were dealt."""
    entry: int = 0
    """The entry of the svarka (6.2)."""
    asked: tuple[int, ...] = ()
    """The seats that are yet to join or to decline, in their order (6.3)."""
    joined: tuple[int, ...] = ()
    """The seats that have joined, while others are asked (6.3)."""
    shown: tuple[tuple[int, ...], ...] = ()
    """The seats that showed their hands, for each showdown, ascending (6.1)."""


def left_of(dealer: int, seats: Iterable[int]) -> tuple[int, ...]:
    """Seats clockwise from the dealer's left, the dealer itself last (2, 3.3)."""
    return tuple(sorted(seats, key=lambda seat: (seat <= dealer, seat)))


# Sections 2 and 3: a deal begins.


def begin(
    rules: Mapping[str, Any],
    stacks: Sequence[int],
    dealer: int,
    *,
    out: Collection[int] = (),
    decks: Iterable[Sequence[str]] = (),
) -> Deal:
    """Take the antes (3.1) and deal the cards, if there are any (3.3)."""
    ante: int = rules["ante"]
    seats = tuple(seat for seat, chips in enumerate(stacks) if chips >= ante and seat not in out)  # 3.2
    deal = Deal(
        rules=rules,
        seats=seats,
        decks=tuple(decks),
        dealer=dealer,
        stacks=tuple(chips - ante if seat in seats else chips for seat, chips in enumerate(stacks)),
        pots=(Pot(ante * len(seats), seats),),
        players=left_of(dealer, seats),
        hands={},
    )
    return settled(dealt(deal))


def dealt(deal: Deal) -> Deal:
    """Deal the next deck: the card at position r·n + k is seat k's card r (3.3, 6.5)."""
    if not deal.decks:
        return deal
    deck, *others = deal.decks
    number = len(deal.players)
    hands = {seat: tuple(deck[card * number + place] for card in range(3)) for place, seat in enumerate(deal.players)}
    return replace(deal, decks=tuple(others), hands=hands)


# What the list of moves says.


def blinds(deal: Deal) -> list[int]:
    """The blind bets (4.1), in their order."""
    return [move.amount for move in deal.moves if move.verb == "blind"]


def price(moves: Sequence[Move]) -> int:
    """The put that a seat needs to stay, after these moves (5.1, 5.2)."""
    needed = 0
    for move in moves:
        if move.verb == "blind":
            needed = 2 * move.amount
        if move.verb == "raise":
            needed = move.amount
    return needed


def put(deal: Deal, seat: int) -> int:
    """What a seat has bet since the cards were dealt (5.1). A blind is its first bet, and it bets blind once (4.1)."""
    chips = 0
    for index, move in enumerate(deal.moves):
        if move.seat == seat and move.verb in ("blind", "raise"):
            chips = move.amount
        if move.seat == seat and move.verb == "call":
            chips = min(price(deal.moves[:index]), deal.stacks[seat])  # 5.4
    return chips


def left(deal: Deal, seat: int) -> int:
    """The chips that a seat has not bet."""
    return deal.stacks[seat] - put(deal, seat)


def folded(deal: Deal) -> list[int]:
    """The seats that have folded (5.2), in the order in which they did."""
    return [move.seat for move in deal.moves if move.verb == "fold"]


def still_in(deal: Deal) -> tuple[int, ...]:
    """The seats that have cards and have not folded, clockwise from the dealer's left."""
    return tuple(seat for seat in deal.players if seat not in folded(deal))


def is_full(deal: Deal, index: int) -> bool:
    """Whether this move is a raise by at least the minimum bet (5.3), so no short one (5.4)."""
    move = deal.moves[index]
    return move.verb == "raise" and move.amount >= price(deal.moves[:index]) + deal.rules["min_bet"]


def answered(deal: Deal) -> set[int]:
    """The seats that have called or raised since the last full raise, or since the betting started (5.5)."""
    seats: set[int] = set()
    for index, move in enumerate(deal.moves):
        if is_full(deal, index):
            seats = set()
        if move.verb in ("call", "raise"):
            seats.add(move.seat)
    return seats


def counted_raises(deal: Deal, seat: int) -> int:
    """How often a seat has raised, from a price of 0 apart (5.6)."""
    return sum(
        move.seat == seat and move.verb == "raise" and price(deal.moves[:index]) > 0
        for index, move in enumerate(deal.moves)
    )


# Section 4: the blind bets.


def blind_turn(deal: Deal) -> int | None:
    """The seat that blinds or looks, or none where there are no blind bets, or no more."""
    if any(move.verb == "look" for move in deal.moves):  # 4.4
        return None
    if sum(left(deal, seat) > 0 for seat in deal.players) < 2:  # 4.6
        return None
    bettors = [move.seat for move in deal.moves if move.verb == "blind"]
    for seat in deal.players:  # 4.1, in turn and once
        if seat not in bettors and left(deal, seat) > 0:  # 4.4
            return seat
    return None  # 4.5


def legal_blinds(deal: Deal, seat: int) -> list[int]:
    """Return the legal blinds of a seat, ascending."""
    everything = left(deal, seat)  # 4.4
    if not blinds(deal):
        return list(range(deal.rules["min_bet"], everything + 1))  # 4.2
    last = blinds(deal)[-1]
    return [amount for amount in range(last, everything + 1) if may_follow(deal.rules["blind_multiples"], amount, last)]


def may_follow(multiples: Sequence[int] | str, amount: int, last: int) -> bool:
    """Whether a blind of this amount may come after the last one (4.3)."""
    times, rest = divmod(amount, last)
    if isinstance(multiples, str):  # "2+": a whole multiple or not, at least twice
        return multiples[-1] == "+" and times >= int(multiples[:-1])
    return rest == 0 and times in multiples


# Section 5: the betting.


def is_settled(deal: Deal) -> bool:
    """Whether the betting has ended, whoever has not answered (5.9)."""
    remaining = still_in(deal)
    if len(remaining) == 1:
        return True
    with_chips = [seat for seat in remaining if left(deal, seat) > 0]
    if len(with_chips) > 1:
        return False
    return all(put(deal, other) <= put(deal, seat) for seat in with_chips for other in remaining)


def betting_turn(deal: Deal) -> int | None:
    """The seat to bet, or none when the betting has ended (5.8, 5.9)."""
    if is_settled(deal):
        return None
    order = deal.players  # 4.5, 4.6
    for move in deal.moves:
        if move.verb == "look":  # 4.4: the seat that looked acts first
            order = (move.seat, *left_of(move.seat, deal.players)[:-1])
        if move.verb in ("fold", "call", "raise"):
            order = left_of(move.seat, deal.players)
    for seat in order:
        is_asked = seat not in answered(deal) or put(deal, seat) < price(deal.moves)
        if seat in still_in(deal) and left(deal, seat) > 0 and is_asked:
            return seat
    return None


def legal_raises(deal: Deal, seat: int) -> list[int]:
    """The puts that a seat may raise to, ascending."""
    if not any(left(deal, other) > 0 for other in still_in(deal) if other != seat):  # 5.7
        return []
    if seat in answered(deal):  # 5.5: only short raises can have brought the action back to it
        return []
    most = deal.rules["max_raises"]
    if most is not None and counted_raises(deal, seat) >= most:  # 5.6
        return []
    now = price(deal.moves)
    everything = put(deal, seat) + left(deal, seat)
    least = now + deal.rules["min_bet"]
    if everything >= least:
        return list(range(least, everything + 1))  # 5.3
    return [everything] if everything > now else []  # 5.4


# Whose turn it is, and what is legal.


def phase(deal: Deal) -> str:
    """What is going on: ``"dealing"`` (a deck is missing), ``"blind"``, ``"betting"``, ``"join"`` or ``"over"``."""
    if deal.asked:
        return "join"
    if not deal.players:
        return "over"
    if not deal.hands:
        return "dealing"
    return "betting" if blind_turn(deal) is None else "blind"


def to_act(deal: Deal) -> int | None:
    """The seat to act, or none where nobody is."""
    match phase(deal):
        case "join":
            return deal.asked[0]
        case "blind":
            return blind_turn(deal)
        case "betting":
            return betting_turn(deal)
        case _:
            return None


def legal(deal: Deal) -> list[str]:
    """Everything that the seat to act may do: blinds ascending, look, fold, call, raises ascending, join, decline."""
    seat = to_act(deal)
    if seat is None:
        return []
    match phase(deal):
        case "join":
            return ["join", "decline"]  # 6.3
        case "blind":
            return [*(f"blind {amount}" for amount in legal_blinds(deal, seat)), "look"]  # 4.4
        case _:
            calls = ["call"] if put(deal, seat) < price(deal.moves) else []  # 5.2
            return ["fold", *calls, *(f"raise {amount}" for amount in legal_raises(deal, seat))]


def stacks(deal: Deal) -> list[int]:
    """The chips of every seat at the table that are not bet, and not paid for entry (6.3)."""
    return [left(deal, seat) - deal.entry * (seat in deal.joined) for seat in range(len(deal.stacks))]


def puts(deal: Deal) -> list[int]:
    """What every seat at the table has bet since the cards were dealt (5.1)."""
    return [put(deal, seat) for seat in range(len(deal.stacks))]


def contenders(deal: Deal, pot: Pot) -> tuple[int, ...]:
    """The seats that may still win a pot: those that have not folded, or else the one that folded last (5.12)."""
    seats = (*pot.seats, *deal.joined)  # 6.4: who joined plays for all pots
    remaining = tuple(sorted(seat for seat in seats if seat not in folded(deal)))
    return remaining or tuple(seat for seat in folded(deal) if seat in seats)[-1:]


def pots(deal: Deal) -> tuple[Pot, ...]:
    """The antes, or the tied pots with their shares of every entry (6.4), and the seats that may still win each."""
    return tuple(Pot(pot.chips + share(pot) * len(deal.joined), contenders(deal, pot)) for pot in deal.pots)


# What an action changes.


def act(deal: Deal, text: str) -> Deal:
    """Let the seat to act do what the text says, and go on to where the next one is to act."""
    seat = to_act(deal)
    if seat is None or text not in legal(deal):
        msg = f"{text!r} is not legal: {legal(deal)} is"  # 8.2
        raise ValueError(msg)
    if text == "join":
        return after_answers(replace(deal, asked=deal.asked[1:], joined=(*deal.joined, seat)))
    if text == "decline":
        return after_answers(replace(deal, asked=deal.asked[1:]))
    verb, _, amount = text.partition(" ")
    return settled(replace(deal, moves=(*deal.moves, Move(seat, verb, int(amount or 0)))))


def supply(deal: Deal, deck: Sequence[str]) -> Deal:
    """Go on with a deck where one was missing (6.5)."""
    return settled(dealt(replace(deal, decks=(deck,))))


def follow(
    rules: Mapping[str, Any],
    stacks: Sequence[int],
    dealer: int,
    *,
    out: Collection[int] = (),
    decks: Iterable[Sequence[str]] = (),
    actions: Iterable[str] = (),
) -> Deal:
    """Begin a deal and do all that the texts say (8.4)."""
    deal = begin(rules, stacks, dealer, out=out, decks=decks)
    for text in actions:
        deal = act(deal, text)
    return deal


# Sections 5 and 6: how it ends.


def layers(bets: Mapping[int, int], remaining: Iterable[int]) -> list[Pot]:
    """One pot for each level at which a seat still in has stopped, open to those still in that reach it (5.11)."""
    found = []
    below = 0
    for level in sorted({bets[seat] for seat in remaining} - {0}):
        chips = sum(min(bet, level) - min(bet, below) for bet in bets.values())
        found.append(Pot(chips, tuple(sorted(seat for seat in remaining if bets[seat] >= level))))
        below = level
    return found


def after_uncalled(deal: Deal) -> dict[int, int]:
    """The puts, without what the highest bettor put beyond the second highest put (5.10)."""
    bets = {seat: put(deal, seat) for seat in deal.players}
    *_, second, highest = sorted(bets.values())
    return {seat: second if bet == highest else bet for seat, bet in bets.items()}


def best(deal: Deal, seats: Sequence[int]) -> tuple[int, ...]:
    """Those of these seats that have the most points (1.3, 1.5, 6.1)."""
    worth = {
        seat: reference.points(
            deal.hands[seat],
            deal.rules["three_of_a_kind"],
            three_sevens=deal.rules["three_sevens"],
        )
        for seat in seats
    }
    return tuple(seat for seat in seats if worth[seat] == max(worth.values()))


def merged(tied: Iterable[Pot]) -> tuple[Pot, ...]:
    """Pots tied by the same seats, made one (6.1)."""
    chips: dict[tuple[int, ...], int] = {}
    for pot in tied:
        chips[pot.seats] = chips.get(pot.seats, 0) + pot.chips
    return tuple(Pot(amount, seats) for seats, amount in chips.items())


def share(pot: Pot) -> int:
    """The entry to one pot: it is divided by the number tied, and rounded up (6.2)."""
    whole, rest = divmod(pot.chips, len(pot.seats))
    return whole + (rest > 0)


def settled(deal: Deal) -> Deal:
    """If the betting has ended, hand out what was won, and ask who joins the svarka if there is one (5.9 to 6.3)."""
    if not deal.hands or blind_turn(deal) is not None or betting_turn(deal) is not None:
        return deal
    remaining = still_in(deal)
    bets = after_uncalled(deal)
    after = [chips - bets.get(seat, 0) for seat, chips in enumerate(deal.stacks)]  # 5.10, paid out first (6.1)
    tied: list[Pot] = []
    shown: set[int] = set()
    for pot in (*deal.pots, *layers(bets, remaining)):
        candidates = contenders(deal, pot)
        if len(candidates) > 1:  # a seat that is alone shows nothing (5.9)
            shown.update(candidates)
        winners = best(deal, candidates)
        if len(winners) == 1:
            after[winners[0]] += pot.chips
        else:
            tied.append(Pot(pot.chips, winners))
    settlement = replace(
        deal,
        stacks=tuple(after),
        pots=merged(tied),
        players=(),
        hands={},
        moves=(),
        joined=(),
        shown=(*deal.shown, tuple(sorted(shown))) if shown else deal.shown,
    )
    return asking(settlement) if tied else settlement


def tied_seats(deal: Deal) -> set[int]:
    """The seats that play for a pot."""
    return {seat for pot in deal.pots for seat in pot.seats}


def asking(deal: Deal) -> Deal:
    """Ask the other seats that have the whole entry whether they join the svarka (6.2, 6.3)."""
    entry = sum(share(pot) for pot in deal.pots)
    everybody = range(len(deal.stacks)) if deal.rules["svarka_seats"] == "table" else deal.seats
    others = [seat for seat in everybody if seat not in tied_seats(deal) and deal.stacks[seat] >= entry]
    return after_answers(replace(deal, entry=entry, asked=left_of(deal.dealer, others)))


def after_answers(deal: Deal) -> Deal:
    """When all have answered, deal a full deck to the seats in the svarka (6.5)."""
    if deal.asked:
        return deal
    paid = replace(deal, stacks=tuple(stacks(deal)), pots=pots(deal), entry=0, joined=())
    dealer = left_of(deal.dealer, tied_seats(paid))[0]
    return settled(dealt(replace(paid, dealer=dealer, players=left_of(dealer, tied_seats(paid)))))
