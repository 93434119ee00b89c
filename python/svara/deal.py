"""One deal, from the antes until every pot is won, svarkas included: the order of things."""

from __future__ import annotations

from svara._core import Card, deal_hands, deck_numbers, points_of_hands, shuffled_numbers
from svara.actions import GRAMMAR, Blind, Raise, parse_action
from svara.betting import Betting
from svara.checks import check_list, is_seat, show
from svara.errors import InvalidCards, InvalidDeal
from svara.events import (
    AntesPaid,
    HandsDealt,
    HandsShown,
    PotWon,
    Started,
    SvarkaDeclared,
    UncalledReturned,
    action_of,
    list_events,
)
from svara.legal import IllegalAction, LegalActions
from svara.rules import Rules, find_rules
from svara.seating import check_seats, check_stacks
from svara.showdown import Pot, layers, merge, most_points, still_open, uncalled
from svara.svarka import Svarka, clockwise
from svara.values import Value
from svara.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Literal, TypeAlias

    from svara._core import Hand
    from svara.actions import Action
    from svara.events import Event

    Deck: TypeAlias = str | Sequence[int | str | Card]
    Phase: TypeAlias = Literal["dealing", "blind", "betting", "join", "over"]

VERSION = 1
"""The version of the form that `Deal.to_dict` gives."""


class Deal:
    r"""A deal in play: `play` changes it or refuses and changes nothing; `copy` is cheap.

    It begins with `Deal.start`. Seats are numbered from 0 and clockwise is increasing; chips are whole numbers.

    >>> import svara
    >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50, 50], dealer=0, seed=7)
    >>> deal.to_act, deal.phase, str(deal.legal_actions)
    (1, 'blind', 'blind 1-49, look')
    >>> for action in ("look", "raise 3", "call", "fold"):
    ...     deal.play(action)
    >>> print(*deal.events[2:], sep="\n")
    seat 0 deals three cards to seats 1, 2 and 0
    seat 1 looks
    seat 1 raises to 3
    seat 2 calls for 3 chips
    seat 0 folds
    seat 1 shows 7♦ 7♥ 9♣, 23 points (two sevens 7♥ 7♦); seat 2 shows 8♣ 10♦ J♠, 10 points (one card J♠)
    seat 1 wins a pot of 9 chips

    Two deals are equal when the same has happened in them.
    """

    __slots__ = (
        "_betting",
        "_dealer",
        "_dealt",
        "_decks",
        "_is_scarce",
        "_legal",
        "_log",
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

    _rules: Rules
    _seats: tuple[int, ...]  # of the deal, clockwise, the first dealer last
    _seed: int | None
    _decks: tuple[bytes, ...]  # card numbers; deck k is for the deal's k-th deal of cards
    _is_scarce: bool  # whether a deck may prove too short for a svarka
    _dealer: int  # of the present cards
    _order: tuple[int, ...]  # the seats with cards, clockwise, the dealer last
    _stacks: list[int]
    _pots: list[Pot]  # the antes, or what the svarka is played for
    _won: list[int]
    _phase: Literal["dealing", "betting", "join", "over"]
    _betting: Betting | None  # in the phase "betting"
    _svarka: Svarka | None  # in the phase "join"
    _legal: LegalActions | None  # of this state, once asked for
    _dealt: list[tuple[Hand | None, ...]]  # the hands of each deal of cards, by seat
    _log: list[tuple[Any, ...]]  # what `list_events` makes events of

    def __init__(self) -> None:
        msg = "a deal begins with Deal.start"
        raise TypeError(msg)

    @classmethod
    def start(
        cls,
        rules: Rules | str,
        *,
        stacks: Iterable[int],
        dealer: int,
        out: Iterable[int] = (),
        seed: int | None = None,
        decks: Iterable[Deck] = (),
    ) -> Deal:
        """Return a new deal, antes paid and cards dealt as far as there are cards.

        *rules* are a `Rules` or the name of a rule set; *stacks* the chips of every seat at the table; *out* the
        seats at the table that are not in this deal (3.2). Chance is explicit: *seed*, a whole number from 0 to
        2²⁵⁶ − 1, fixes every shuffle of the deal (`shuffled_deck(seed, k)` is its k-th deck); *decks* are the cards
        in the order of dealing, one deck for the deal and one for each svarka, of 32 cards or as many as the seats
        need; without either, or out of decks, the deal waits in the phase ``"dealing"`` for `deal`.

        Raises `InvalidDeal` for seats, stacks, a dealer or a source of cards that the rules do not allow,
        `InvalidRules` for an unknown name and `InvalidCards` for what is no deck.
        """
        self = object.__new__(cls)
        self._rules = rules if isinstance(rules, Rules) else find_rules(rules)
        before = check_stacks(self._rules, stacks)
        self._seats = check_seats(self._rules, before, dealer, out)
        self._seed = seed
        self._decks = tuple(
            [deck_numbers(deck, 0) for deck in check_list(decks, "decks", "decks of cards, one each deal", InvalidDeal)]
        )
        if seed is not None and self._decks:
            msg = "a deal takes its cards from a seed or from decks, not from both"
            raise InvalidDeal(msg)
        self._is_scarce = any(len(deck) < 3 * len(before) for deck in self._decks)
        self._dealer = dealer
        self._order = self._seats
        self._stacks = list(before)
        ante = self._rules.ante
        for seat in self._seats:  # 3.1
            self._stacks[seat] -= ante
        self._pots = [Pot(ante * len(self._seats), tuple(sorted(self._seats)))]
        self._won = [0] * len(before)
        self._phase = "dealing"
        self._betting = None
        self._svarka = None
        self._legal = None
        self._dealt = []
        self._log = [(Started, self._rules, before, dealer, self._seats), (AntesPaid, self._seats, ante)]
        self._go_on()
        return self

    # What anybody at the table can see.

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self._rules

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the deal, clockwise, its first dealer last."""
        return self._seats

    @property
    def dealer(self) -> int:
        """Who dealt the present cards; in a svarka not the first dealer (6.5)."""
        return self._dealer

    @property
    def phase(self) -> Phase:
        """``"dealing"`` (waits for cards), ``"blind"``, ``"betting"``, ``"join"`` (a seat is asked) or ``"over"``."""
        return "blind" if self._betting and self._betting.is_blind else self._phase

    @property
    def to_act(self) -> int | None:
        """The seat to act, or `None` in ``"dealing"`` and ``"over"``."""
        if self._betting:
            return self._betting.to_act
        return self._svarka.asked[0] if self._svarka else None

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips not yet bet, by seat."""
        return tuple(self._stacks)

    @property
    def puts(self) -> tuple[int, ...]:
        """What each seat has bet since the cards were dealt (5.1)."""
        return tuple(self._betting.puts) if self._betting else (0,) * len(self._stacks)

    @property
    def price(self) -> int:
        """The put that a seat needs to stay (5.1)."""
        return self._betting.price if self._betting else 0

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The chips played for beside the puts, each pot with the seats that may win it: antes, or tied pots.

        Stacks, puts and pots always add up to the same (8.1).
        """
        if self._svarka:
            return tuple(self._svarka.pots)
        if self._betting:
            return tuple(still_open(self._pots, self._betting.still_in, self._betting.folds))
        return tuple(self._pots)

    @property
    def won(self) -> tuple[int, ...]:
        """The chips that each seat has won from pots so far; what nobody called (5.10) is not won."""
        return tuple(self._won)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won a pot so far, ascending."""
        return tuple(seat for seat, chips in enumerate(self._won) if chips)

    @property
    def still_in(self) -> tuple[int, ...]:
        """While there are bets, the seats that have not folded, clockwise, the dealer's place last."""
        return tuple(seat for seat in self._order if seat in self._betting.still_in) if self._betting else ()

    # What nobody at the table can.

    @property
    def hands(self) -> tuple[Hand | None, ...]:
        """Everybody's present hand, by seat; `None` for a seat without cards."""
        return (None,) * len(self._stacks) if self._phase == "dealing" else self._dealt[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, every hand included; enough for `from_events` to make the deal again."""
        return tuple(list_events(self._log, self._dealt))

    def view(self, seat: int | None) -> View:
        """Return what *seat* may know, or with `None` somebody looking on (8.3).

        Raises `InvalidDeal` for a seat that is not at the table.
        """
        if seat is not None and not is_seat(seat, self._stacks):
            msg = f"there is no seat {show(seat)}: the seats are 0 to {len(self._stacks) - 1}"
            raise InvalidDeal(msg)
        legal = self.legal_actions
        betting, svarka = self._betting, self._svarka
        own_hands = tuple([hands[seat] if seat is not None else None for hands in self._dealt])
        phase: Phase = self._phase
        if betting and betting.is_blind:  # nobody has looked at the last cards
            phase = "blind"
            own_hands = (*own_hands[:-1], None)
        return View(
            (
                seat,
                self._rules,
                self._dealer,
                phase,
                legal.seat,
                legal if legal.seat == seat else LegalActions(None),
                tuple(self._stacks),
                tuple(betting.puts) if betting else (0,) * len(self._stacks),
                betting.price if betting else 0,
                None if phase == "dealing" else own_hands[-1],
                tuple(svarka.pots if svarka else self._pots),
                self._order,
                tuple(betting.still_in) if betting else (),
                tuple(betting.folds) if betting else (),
                own_hands,
                tuple(self._log),
            )
        )

    # What can be done.

    @property
    def legal_actions(self) -> LegalActions:
        """What the seat to act may do: a value that is false where no seat is to act."""
        if self._legal is None:
            if self._betting:
                self._legal = self._betting.legal_actions()
            elif self._svarka:
                self._legal = LegalActions(self._svarka.asked[0], join=self._svarka.entry)
            else:
                self._legal = LegalActions(None)
        return self._legal

    def play(self, action: Action | str) -> None:
        """Let the seat to act do *action*, an action or its text (section 9), and go on to where a seat has to act.

        Raises `IllegalAction` and changes nothing where the rules do not allow it.
        """
        tried = action
        if isinstance(action, str):
            try:
                action = parse_action(action)
            except ValueError:
                raise self._refusal(f"do {show(tried)}", tried, f"there are {GRAMMAR}") from None
        if action not in (self._legal or self.legal_actions):
            raise self._refusal(_what(action), tried)
        undo = self.copy() if self._is_scarce else self
        if self._betting:
            self._log.append(self._betting.play(action))
            if self._betting.to_act is not None:  # the next turn, and nothing else
                self._legal = None
                return
        elif self._svarka:
            self._log.append(self._svarka.play(action, self._stacks))
        try:
            self._go_on()
        except InvalidCards:  # a deck that was given is too short for the svarka that this action leads to
            for name in self.__slots__:
                setattr(self, name, getattr(undo, name))
            raise

    def deal(self, deck: Deck) -> None:
        """Hand in cards, in the phase ``"dealing"``, and go on to where a seat has to act.

        *deck* is 32 cards, or as many as the seats need, in the order of dealing (3.3).

        Raises `InvalidCards` for what is no deck and `IllegalAction` in any other phase, and changes nothing.
        """
        if self._phase != "dealing":
            legal = self.legal_actions
            turn = "the deal is over" if legal.seat is None else f"seat {legal.seat} is to act and may {legal}"
            msg = f"no cards can be dealt now: {turn}"
            raise IllegalAction(msg, legal.seat, deck, legal)
        self._decks += (deck_numbers(deck, 3 * len(self._order)),)
        self._go_on()

    def copy(self) -> Deal:
        """Return a deal in the same state, with the same cards to come; what happens in one leaves the other alone."""
        new = object.__new__(Deal)
        new._rules = self._rules
        new._seats = self._seats
        new._seed = self._seed
        new._decks = self._decks
        new._is_scarce = self._is_scarce
        new._dealer = self._dealer
        new._order = self._order
        new._stacks = self._stacks[:]
        new._pots = self._pots
        new._won = self._won[:]
        new._phase = self._phase
        new._betting = self._betting.copy(new._stacks) if self._betting else None
        new._svarka = self._svarka.copy() if self._svarka else None
        new._legal = self._legal
        new._dealt = self._dealt[:]
        new._log = self._log[:]
        return new

    __copy__ = copy

    # The order of things.

    def _go_on(self) -> None:
        """Go on until a seat has to act, cards are wanted or the deal is over.

        A loop, since svarkas may follow upon each other without anybody to ask.
        """
        self._legal = None
        while True:
            if self._betting:
                if self._betting.to_act is not None:
                    return
                self._end_betting(self._betting)
            elif self._svarka:
                if self._svarka.asked:
                    return
                self._begin_svarka(self._svarka)
            elif self._phase == "dealing":
                deck = self._next_deck()
                if deck is None:
                    return
                self._deal_cards(deck)
            else:
                return

    def _next_deck(self) -> bytes | None:
        number = len(self._dealt)
        if number < len(self._decks):
            return self._decks[number]
        return None if self._seed is None else shuffled_numbers(self._seed, number)

    def _deal_cards(self, deck: bytes) -> None:
        """3.3: three cards to each seat; then the bets begin."""
        self._dealt.append(deal_hands(deck, self._order, len(self._stacks)))
        self._log.append((HandsDealt, self._dealer, self._order))
        self._betting = Betting(self._rules, self._order, self._stacks)
        self._phase = "betting"

    def _end_betting(self, betting: Betting) -> None:
        """5.10 to 6.1: what nobody called goes back, each pot finds its winner, or those that tie for it."""
        log, stacks, puts = self._log, self._stacks, betting.puts
        seat, chips = uncalled(puts)
        if chips:
            stacks[seat] += chips
            puts[seat] -= chips
            log.append((UncalledReturned, seat, chips))
        still_in = betting.still_in
        pots = merge([*still_open(self._pots, still_in, betting.folds), *layers(puts, still_in)])
        points = self._show_hands(pots)
        tied = []
        for pot in pots:
            winners = most_points(pot.seats, points) if len(pot.seats) > 1 else pot.seats
            if len(winners) > 1:
                tied.append(Pot(pot.chips, winners))
                continue
            for winner in winners:
                stacks[winner] += pot.chips
                self._won[winner] += pot.chips
                log.append((PotWon, winner, pot.chips))
        self._betting = None
        if tied:
            self._declare_svarka(merge(tied))
        else:
            self._pots = []
            self._phase = "over"

    def _show_hands(self, pots: Iterable[Pot]) -> Sequence[int]:
        """6.1: the seats that play for a pot with others show their hands. Returns everybody's points, by seat."""
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
        """6.2 and 6.3: the entry is set, and the seats that may join are asked, clockwise from the dealer's left."""
        others = self._seats if self._rules.svarka_seats == "deal" else range(len(self._stacks))
        self._svarka = Svarka(pots, clockwise(self._dealer, others), self._stacks)
        self._log.append((SvarkaDeclared, tuple(pots), self._svarka.entry))
        self._phase = "join"

    def _begin_svarka(self, svarka: Svarka) -> None:
        """6.5: the first seat in the svarka counted from the dealer's left deals from now on, a full deck."""
        self._pots = svarka.pots
        self._dealer = clockwise(self._dealer, svarka.seats)[0]
        self._order = clockwise(self._dealer, svarka.seats)
        self._svarka = None
        self._phase = "dealing"

    def _refusal(self, what: str, tried: object, why: str = "") -> IllegalAction:
        """8.2: the error that says who, what and what would be right."""
        legal = self.legal_actions
        if legal.seat is None:
            message = (
                f"nobody can {what}: {'the deal is over' if self._phase == 'over' else 'the deal waits for cards'}"
            )
        else:
            price = f"the price is {self.price} and " if self.phase == "betting" else ""
            message = f"seat {legal.seat} cannot {what}: {why or f'{price}it may {legal}'}"
        return IllegalAction(message, legal.seat, tried, legal)

    # Round trips.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._log == other._log and self._dealt == other._dealt

    __hash__ = None  # type: ignore[assignment]  # a deal changes

    def to_dict(self) -> dict[str, Any]:
        """Return the deal as a dict of plain values, fit for JSON, from which `from_dict` makes it again.

        It holds everything, the cards to come included: it is not for players.
        """
        _, rules, stacks, dealer, seats = self._log[0]
        return {
            "version": VERSION,
            "rules": rules.to_dict(),
            "stacks": list(stacks),
            "dealer": dealer,
            "out": [seat for seat in range(len(stacks)) if seat not in seats],
            "seed": self._seed,
            "decks": [" ".join(str(Card(number)) for number in deck) for deck in self._decks],
            "actions": [str(action) for action in map(action_of, self.events) if action],
        }

    @classmethod
    def from_dict(cls, fields: object) -> Deal:
        """Make a deal from what `to_dict` gave, by playing it.

        Raises `InvalidDeal` for another version, a field missing or a field too many, and what `start` and `play`
        raise, with the number of the action.
        """
        if not isinstance(fields, dict):
            msg = f"a deal is a dict as to_dict gives it, not {type(fields).__name__}"
            raise InvalidDeal(msg)
        version = fields.get("version")
        if type(version) is not int or version != VERSION:
            msg = f"a deal of version {show(version)} cannot be read: this is version {VERSION}"
            raise InvalidDeal(msg)
        if fields.keys() != _FIELDS:
            wrong = ", ".join(sorted(map(show, fields.keys() ^ _FIELDS)))
            msg = f"a deal has the fields {', '.join(sorted(_FIELDS))}; missing or too many: {wrong}"
            raise InvalidDeal(msg)
        deal = cls.start(
            Rules.from_dict(fields["rules"]),
            stacks=fields["stacks"],
            dealer=fields["dealer"],
            out=fields["out"],
            seed=fields["seed"],
            decks=fields["decks"],
        )
        for number, action in enumerate(
            check_list(fields["actions"], "actions", "texts in a list", InvalidDeal), start=1
        ):
            try:
                deal.play(action)
            except IllegalAction as error:
                msg = f"action {number}: {error}"
                raise IllegalAction(msg, error.seat, error.action, error.legal) from None
        return deal

    @classmethod
    def from_events(cls, events: Iterable[Event]) -> Deal:
        """Make a deal from its events, by playing it; cards still to come have to be handed in with `deal`.

        Raises `InvalidDeal` for events that do not follow from each other, and what `start` and `play` raise.
        """
        events = tuple(events)
        if not events or not isinstance(events[0], Started):
            msg = "the events of a deal begin with Started"
            raise InvalidDeal(msg)
        begun = events[0]
        out = [seat for seat in range(len(begun.stacks)) if seat not in begun.seats]
        decks = [deck_of(event) for event in events if isinstance(event, HandsDealt)]
        deal = cls.start(begun.rules, stacks=begun.stacks, dealer=begun.dealer, out=out, decks=decks)
        for action in map(action_of, events):
            if action:
                deal.play(action)
        if deal.events != events:
            msg = "the events do not follow from each other by the rules"
            raise InvalidDeal(msg)
        return deal

    def __repr__(self) -> str:
        state = [self.phase, f"dealer {self.dealer}", f"stacks {list(self.stacks)}"]
        if self._betting:
            state += [f"puts {list(self.puts)}", f"price {self.price}"]
        if self.pots:
            state.append(f"pots {[pot.chips for pot in self.pots]}")
        if self.to_act is not None:
            state.append(f"seat {self.to_act} to act")
        return f"<Deal {self._rules.name}: {', '.join(state)}>"


_FIELDS = {"version", "rules", "stacks", "dealer", "out", "seed", "decks", "actions"}


def _what(tried: object) -> str:
    """What somebody tried, as the verb of a sentence."""
    if isinstance(tried, Blind | Raise):
        return f"{tried.verb} {show(tried.amount)}"
    return str(tried) if isinstance(tried, Value) else f"do {show(tried)}"


def deck_of(event: HandsDealt) -> list[Card]:
    """The cards that were dealt, in an order that deals them again (3.3)."""
    hands = [event.hands[seat] for seat in event.seats]
    return [hand.cards[round_] for round_ in range(3) for hand in hands if hand]
