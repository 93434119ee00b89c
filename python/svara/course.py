"""The course of a deal: the order of its steps, from the antes until every pot is won, svarkas included."""

from __future__ import annotations

from svara._core import deal_hands, points_of_hands, shuffled_numbers
from svara.actions import Decline, Join
from svara.betting import Betting
from svara.events import (
    AntesPaid,
    HandsDealt,
    HandsShown,
    PotWon,
    Started,
    SvarkaDeclared,
    UncalledReturned,
    actions_of,
)
from svara.showdown import Pot, award_pots, carried_pots, chips_in, merge_pots, side_pots, uncalled_bet
from svara.svarka import Svarka, clockwise
from svara.values import rebuild, slots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Literal, Self, TypeAlias

    from svara._core import Card, Hand
    from svara.legal import LegalActions
    from svara.rules import Rules

    Deck: TypeAlias = str | Sequence[int | str | Card]


class Course:
    """The state of a deal, and the steps that follow from it without a decision.

    `Deal` is its public face. A deal changes in three ways only: it begins, a seat acts, or cards are handed in.
    """

    __slots__ = (
        "_betting",
        "_dealer",
        "_dealt",
        "_decks",
        "_legal",
        "_log",
        "_max_pots",
        "_order",
        "_phase",
        "_pots",
        "_rules",
        "_seats",
        "_seed",
        "_stacks",
        "_svarka",
        "_won",
    )

    if TYPE_CHECKING:
        _rules: Rules
        _seats: tuple[int, ...]  # the seats of the deal, clockwise, the first dealer last
        _seed: int | None
        _decks: tuple[bytes, ...]  # numbers of cards; deck k is for the k-th time that cards are dealt
        _dealer: int  # who dealt the present cards
        _order: tuple[int, ...]  # the seats with cards, clockwise, the dealer last
        _stacks: list[int]
        _pots: list[Pot]  # the antes, or the pots of the svarka
        _won: list[int]
        _max_pots: int
        _phase: Literal["dealing", "betting", "join", "over"]
        _betting: Betting | None  # in the phase "betting"
        _svarka: Svarka | None  # in the phase "join"
        _legal: LegalActions | None  # of this state, from their first use
        _dealt: list[tuple[Hand | None, ...]]  # the hands of each deal of cards, by seat
        _log: list[tuple[Any, ...]]  # `list_events` makes the events from it

    def _begin(
        self,
        rules: Rules,
        *,
        stacks: tuple[int, ...],
        seats: tuple[int, ...],
        seed: int | None,
        decks: tuple[bytes, ...],
    ) -> None:
        """3.1 and 3.3: the seats, given clockwise with the dealer last, pay the antes and get cards if there are any.

        The caller has checked the arguments.
        """
        dealer = seats[-1]
        self._rules = rules
        self._seats = seats
        self._seed = seed
        self._decks = decks
        self._dealer = dealer
        self._order = seats
        self._stacks = list(stacks)
        for seat in seats:
            self._stacks[seat] -= rules.ante
        self._pots = [Pot(rules.ante * len(seats), tuple(sorted(seats)))]
        self._won = [0] * len(stacks)
        self._max_pots = 0
        self._phase = "dealing"
        self._betting = None
        self._svarka = None
        self._legal = None
        self._dealt = []
        self._log = [(Started, rules, stacks, dealer, seats), (AntesPaid, seats, rules.ante)]
        self._go_on()

    def _act(self, action: object) -> bool:
        """Play an action of the seat to act, and go on to the next decision. Returns whether the action is legal.

        The state of the deal decides what is legal, not a value that players hold. An action happens completely or not
        at all: after an exception in the middle, such as Ctrl-C or a deck too short for the svarka that follows, the
        deal is as it was before.
        """
        done = len(self._log)
        try:
            if self._betting:
                entry = self._betting.play(action)
                if entry is None:
                    return False
                self._log.append(entry)
                if self._betting.to_act is not None:  # only the turn changes
                    self._legal = None
                    return True
            elif self._svarka and (type(action) is Join or type(action) is Decline):
                self._log.append(self._svarka.play(action, self._stacks))
            else:
                return False
            self._go_on()
        except BaseException:
            self._go_back(done, self._decks)
            raise
        return True

    def _take_deck(self, deck: bytes) -> None:
        """Deal cards that are handed in, and go on. After an exception in the middle, the deal is as it was before."""
        done, decks = len(self._log), self._decks
        try:
            self._decks = (*decks, deck)
            self._go_on()
        except BaseException:
            self._go_back(done, decks)
            raise

    def _go_back(self, done: int, decks: tuple[bytes, ...]) -> None:
        """Restore the state in which the log had *done* entries, by playing the deal again up to there.

        A deal that never fails does not pay for this. A second Ctrl-C does not end it, since a half restored deal would
        be wrong.
        """
        while True:
            try:
                log = self._log[:done]
                _, rules, stacks, _, seats = log[0]
                again = object.__new__(type(self))
                again._begin(rules, stacks=stacks, seats=seats, seed=self._seed, decks=decks)
                for action in actions_of(log):
                    again._act(action)
                for name in Course.__slots__:
                    setattr(self, name, getattr(again, name))
            except KeyboardInterrupt:
                continue
            return

    def _go_on(self) -> None:
        """Go on until a seat must act, cards are needed or the deal is over.

        This is a loop because a svarka can follow a svarka without a decision in between.
        """
        self._legal = None
        while self._take_step():
            pass

    def _take_step(self) -> bool:
        """Take the next step if it needs no decision. Returns whether there was one."""
        if self._betting:
            if self._betting.to_act is not None:
                return False
            self._end_betting(self._betting)
            return True
        if self._svarka:
            if self._svarka.asked:
                return False
            self._begin_svarka(self._svarka)
            return True
        deck = self._next_deck() if self._phase == "dealing" else None
        if deck is None:
            return False
        self._deal_cards(deck)
        return True

    def _next_deck(self) -> bytes | None:
        number = len(self._dealt)
        if number < len(self._decks):
            return self._decks[number]
        return None if self._seed is None else shuffled_numbers(self._seed, number)

    def _deal_cards(self, deck: bytes) -> None:
        """3.3: deal three cards to each seat; the bets begin."""
        self._dealt.append(deal_hands(deck, self._order, len(self._stacks)))
        self._log.append((HandsDealt, self._dealer, self._order))
        self._betting = Betting(self._rules, self._order, self._stacks, chips_in(self._pots))
        self._phase = "betting"

    def _end_betting(self, betting: Betting) -> None:
        """5.10 to 6.1: return the uncalled bet, and pay each pot to its winner or keep it for the seats that tied."""
        log, stacks, puts = self._log, self._stacks, betting.puts
        seat, chips = uncalled_bet(puts)
        if chips:
            stacks[seat] += chips
            puts[seat] -= chips
            log.append((UncalledReturned, seat, chips))
        still_in = betting.still_in
        pots = merge_pots([*carried_pots(self._pots, still_in, betting.folds), *side_pots(puts, still_in)])
        won, tied = award_pots(pots, self._show_hands(pots))
        for winner, chips in won:
            stacks[winner] += chips
            self._won[winner] += chips
            log.append((PotWon, winner, chips))
        self._max_pots = max(self._max_pots, len(won) + len(tied))
        self._betting = None
        if tied:
            self._declare_svarka(tied)
        else:
            self._pots = []
            self._phase = "over"

    def _show_hands(self, pots: Iterable[Pot]) -> Sequence[int]:
        """6.1: show the hands of the seats that contest a pot with another seat. Returns the points of all seats."""
        contested: set[int] = set()
        for pot in pots:
            if len(pot.seats) > 1:
                contested.update(pot.seats)
        hands = self._dealt[-1]
        if contested:
            seats = tuple(filter(contested.__contains__, self._order))
            self._log.append((HandsShown, seats, tuple(map(hands.__getitem__, seats))))
        return points_of_hands(hands, self._rules.scoring)

    def _declare_svarka(self, pots: list[Pot]) -> None:
        """6.2 and 6.3: set the entry, and ask the seats that may join, clockwise from the dealer's left."""
        others = self._seats if self._rules.svarka_seats == "deal" else range(len(self._stacks))
        self._svarka = Svarka(pots, clockwise(self._dealer, others), self._stacks)
        self._log.append((SvarkaDeclared, tuple(pots), self._svarka.entry))
        self._phase = "join"

    def _begin_svarka(self, svarka: Svarka) -> None:
        """6.5: shuffle a full deck. The first seat in the svarka to the left of the dealer deals from now on."""
        self._pots = svarka.pots
        self._dealer = clockwise(self._dealer, svarka.seats)[0]
        self._order = clockwise(self._dealer, svarka.seats)
        self._svarka = None
        self._phase = "dealing"

    def copy(self) -> Self:
        """Return an independent deal in the same state and with the same cards to come."""
        new = object.__new__(type(self))
        new._rules = self._rules
        new._seats = self._seats
        new._seed = self._seed
        new._decks = self._decks
        new._dealer = self._dealer
        new._order = self._order
        new._stacks = self._stacks[:]
        new._pots = self._pots
        new._won = self._won[:]
        new._max_pots = self._max_pots
        new._phase = self._phase
        new._betting = self._betting.copy(new._stacks) if self._betting else None
        new._svarka = self._svarka.copy() if self._svarka else None
        new._legal = self._legal
        new._dealt = self._dealt[:]
        new._log = self._log[:]
        return new

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), slots_of(self))
