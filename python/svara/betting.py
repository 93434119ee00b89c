"""Blind bets and betting (sections 4 and 5 of the rulebook), for one deal of cards."""

from __future__ import annotations

from svara.actions import Blind, Call, Fold, Look, Raise
from svara.events import Blinded, Called, Folded, Looked, Raised
from svara.legal import LegalActions
from svara.values import rebuild, slots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from svara.rules import Rules


class Betting:
    """The bets between a deal of cards and its showdown.

    *order* are the seats with cards, clockwise, the dealer last. *stacks* are the chips of every seat at the table;
    betting changes this list. *carried* are the chips in the pots before the first bet: the antes, or the tied pots.
    """

    __slots__ = (
        "acted",
        "blind",
        "folds",
        "is_blind",
        "offered",
        "order",
        "pot",
        "price",
        "puts",
        "raise_count",
        "raises",
        "rules",
        "stacks",
        "still_in",
        "to_act",
        "turns",
        "with_chips",
    )

    def __init__(self, rules: Rules, order: tuple[int, ...], stacks: list[int], carried: int) -> None:
        self.rules = rules
        self.pot = carried
        """All chips in the pots and in the puts."""
        self.offered: tuple[Sequence[int], int | None, Sequence[int]] | None = None
        """The result of `offer` for this turn."""
        self.order = order
        self.turns = order + order  # twice, so that a turn may begin anywhere
        self.stacks = stacks
        self.puts = [0] * len(stacks)
        """The chips that each seat has bet since the cards were dealt (5.1)."""
        self.folds: list[int] = []
        """The seats that have folded, in the order of their folds."""
        self.still_in = sorted(order)
        """The seats that have not folded, ascending."""
        self.with_chips = len([seat for seat in order if stacks[seat]])
        """How many of the seats still in have chips left."""
        self.acted: set[int] = set()
        """The seats that have called or raised since the last full raise, or since the betting started."""
        self.raises = [0] * len(stacks)
        """How often each seat has raised (5.6)."""
        self.raise_count = 0
        """The number of raises of all seats, the first bet included."""
        self.blind = 0
        """The last blind."""
        self.price = 0
        """The put that a seat needs to stay in (5.1): 0, or twice the last blind, until a seat raises."""
        self.is_blind = True
        """Whether the blind bets are still going on."""
        self.to_act: int | None = None
        """The seat to act, or `None` when the betting has ended."""
        if self.with_chips < 2:  # 4.6
            self._start_betting(0)
        else:
            self._offer_blind(0)

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (Betting, slots_of(self))

    def copy(self, stacks: list[int]) -> Betting:
        """Return an independent betting in the same state, which changes another list of stacks."""
        new = object.__new__(Betting)
        new.rules = self.rules
        new.order = self.order
        new.turns = self.turns
        new.stacks = stacks
        new.puts = self.puts[:]
        new.folds = self.folds[:]
        new.still_in = self.still_in[:]
        new.with_chips = self.with_chips
        new.acted = self.acted.copy()
        new.raises = self.raises[:]
        new.raise_count = self.raise_count
        new.pot = self.pot
        new.offered = self.offered
        new.blind = self.blind
        new.price = self.price
        new.is_blind = self.is_blind
        new.to_act = self.to_act
        return new

    # What is legal.

    def legal_actions(self) -> LegalActions:
        """Return the legal actions of the seat to act."""
        seat = self.to_act
        if seat is None:
            return LegalActions(None)
        blinds, call, raises = self.offered or self.offer(seat)
        is_blind = self.is_blind
        return LegalActions(seat, blinds, is_blind, not is_blind, call, raises, None, self.price, self.pot)

    def offer(self, seat: int) -> tuple[Sequence[int], int | None, Sequence[int]]:
        """Return the legal blinds, the cost of a call and the legal raises. They are computed once per turn."""
        if self.is_blind:
            self.offered = self.legal_blinds(seat), None, ()
        else:
            self.offered = (), self.cost_of_call(seat), self.legal_raises(seat)
        return self.offered

    def legal_blinds(self, seat: int) -> Sequence[int]:
        """4.2 to 4.4: at least the minimum bet, or a multiple of the last blind, and never more than the seat has."""
        stack, multiples = self.stacks[seat], self.rules.blind_multiples
        if not self.blind:
            return range(self.rules.min_bet, stack + 1) or ()
        if isinstance(multiples, str):  # "2+": every amount of at least twice the last blind
            return range(int(multiples.removesuffix("+")) * self.blind, stack + 1) or ()
        return tuple(times * self.blind for times in multiples if times * self.blind <= stack)

    def cost_of_call(self, seat: int) -> int | None:
        """5.2 and 5.4: the difference to the price, or all the seat has where that is less."""
        owed = self.price - self.puts[seat]
        if owed <= 0:
            return None
        stack = self.stacks[seat]
        return owed if owed < stack else stack

    def legal_raises(self, seat: int) -> Sequence[int]:
        """5.3 to 5.7: from the price plus the minimum bet to all the seat's chips, or exactly these: a short raise."""
        all_in = self.puts[seat] + self.stacks[seat]
        if (
            all_in <= self.price
            or seat in self.acted  # 5.5: it answers short raises only
            or self.with_chips < 2  # 5.7: nobody has chips to answer with
            or self.raises[seat] == self.rules.max_raises  # 5.6
        ):
            return ()
        least = self.price + self.rules.min_bet
        return range(least if least < all_in else all_in, all_in + 1)

    # The actions.

    def play(self, action: Any) -> tuple[Any, ...] | None:
        """Play an action of the seat to act. Returns the type and the fields of the event.

        An action that is not legal changes nothing and returns `None`.
        """
        seat = self.to_act
        if seat is None:
            return None
        kind = type(action)
        is_blind = self.is_blind
        blinds, call, raises = self.offered or self.offer(seat)
        self.offered = None
        if kind is Call and call is not None:
            self._call(seat, call)
            return Called, seat, call
        if kind is Raise and type(action.amount) is int and action.amount in raises:
            chips = action.amount - self.puts[seat]
            self._raise_to(seat, action.amount)
            return Raised, seat, action.amount, chips
        if kind is Fold and not is_blind:
            self._fold(seat)
            return Folded, seat
        if kind is Blind and type(action.amount) is int and action.amount in blinds:
            self._bet_blind(seat, action.amount)
            return Blinded, seat, action.amount
        if kind is Look and is_blind:
            self._start_betting(self.order.index(seat))  # 4.4: the blind bets end, and who looks acts first
            return Looked, seat
        return None

    def _bet_blind(self, seat: int, chips: int) -> None:
        """4.1 and 4.6: while two seats have chips, the next one may bet blind; else the betting starts."""
        self._pay(seat, chips)
        self.blind = chips
        self.price = 2 * chips  # 5.1
        if self.with_chips < 2:
            self._start_betting(0)
        else:
            self._offer_blind(self.order.index(seat) + 1)

    def _fold(self, seat: int) -> None:
        """5.2: the seat leaves."""
        self.folds.append(seat)
        self.still_in.remove(seat)
        self.with_chips -= 1
        self._pass_on(self.order.index(seat) + 1)

    def _call(self, seat: int, chips: int) -> None:
        """5.2: the seat pays the difference to the price, or what it has."""
        self._pay(seat, chips)
        self.acted.add(seat)
        self._pass_on(self.order.index(seat) + 1)

    def _raise_to(self, seat: int, put: int) -> None:
        """5.2: the seat raises the price."""
        self._pay(seat, put - self.puts[seat])
        self.raise_count += 1
        if self.price:  # 5.6: a raise from 0 does not count
            self.raises[seat] += 1
        if put >= self.price + self.rules.min_bet:  # 5.5: after a full raise everybody may raise again
            self.acted.clear()
        self.acted.add(seat)
        self.price = put
        self._pass_on(self.order.index(seat) + 1)

    # Whose turn it is.

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.puts[seat] += chips
        self.pot += chips
        if not self.stacks[seat]:
            self.with_chips -= 1

    def _offer_blind(self, place: int) -> None:
        """4.4 and 4.5: the next seat with chips may bet blind; if there is none, the betting starts."""
        for seat in self.order[place:]:
            if self.stacks[seat]:
                self.to_act = seat
                return
        self._start_betting(0)

    def _start_betting(self, place: int) -> None:
        """4.4 to 4.6: the betting starts at this place in the order."""
        self.is_blind = False
        self._pass_on(place)

    def _pass_on(self, place: int) -> None:
        """5.8 and 5.9: the turn goes to the first seat from this place that must still act, if there is one."""
        if self.with_chips > 1 or not self._is_matched():
            for seat in self.turns[place : place + len(self.order)]:
                if (
                    self.stacks[seat]
                    and seat in self.still_in
                    and (seat not in self.acted or self.puts[seat] < self.price)
                ):
                    self.to_act = seat
                    return
        self.to_act = None

    def _is_matched(self) -> bool:
        """5.9: whether no seat still in has a higher put than the one seat with chips; true if one seat is left."""
        most = max(self.puts[seat] for seat in self.still_in)
        return all(self.puts[seat] == most for seat in self.still_in if self.stacks[seat])
