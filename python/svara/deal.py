"""One deal, from the antes until every pot is won, svarkas included."""

from __future__ import annotations

from svara._core import deck_numbers
from svara.actions import GRAMMAR, as_action, describe_action
from svara.checks import as_int, as_seat, check_list, check_seed, show
from svara.course import Course
from svara.deal_form import read_deal, read_events, write_deal
from svara.errors import InvalidDeal
from svara.events import Started, actions_of, list_events
from svara.legal import IllegalAction, LegalActions
from svara.rules import Rules, find_rules
from svara.seating import check_seats, check_stacks
from svara.showdown import carried_pots, chips_in
from svara.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from svara._core import Hand
    from svara.actions import Action
    from svara.course import Deck
    from svara.events import Event
    from svara.showdown import Pot
    from svara.view import Phase


class Deal(Course):
    r"""A deal in progress. `Deal.start` begins one; `play` plays an action, or refuses it and changes nothing.

    Seats are numbered from 0, clockwise. Chips are whole numbers. `copy` is cheap.

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

    Two deals are equal if the same events have happened in them.
    """

    __slots__ = ()

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
        """Return a new deal: the antes are paid, and the cards are dealt if there is a source of cards.

        *rules* is a `Rules` or the name of a rule set. *stacks* are the chips of every seat at the table. *dealer* is
        the seat that deals. *out* are the seats at the table that are not in this deal (3.2).

        The cards come from *seed* or from *decks*. A seed is a whole number from 0 to 2²⁵⁶ − 1 and fixes every shuffle
        of the deal: `shuffled_deck(seed, k)` is the k-th deck. *decks* are the cards in the order of dealing, one deck
        for the deal and one for each svarka, each of 32 cards or at least as many as the seats need. Without either,
        or after the last deck, the deal waits in the phase ``"dealing"`` until `deal` hands in cards.

        Raises `InvalidDeal` for seats, stacks, a dealer or a source of cards that the rules do not allow,
        `InvalidRules` for an unknown name, and `InvalidCards` for a deck that is not one.
        """
        rules = rules if isinstance(rules, Rules) else find_rules(rules)
        before = check_stacks(rules, stacks)
        seats = check_seats(rules, before, dealer, out)
        seed = None if seed is None else check_seed(seed, InvalidDeal)
        cards = (
            check_list(decks, "decks", "decks of cards, one for each deal of cards", InvalidDeal) if decks != () else ()
        )
        cards = tuple([_check_deck(deck, 0) for deck in cards])
        if seed is not None and cards:
            msg = "a deal takes its cards from a seed or from decks, not from both"
            raise InvalidDeal(msg)
        self = object.__new__(cls)
        self._begin(rules, stacks=before, seats=seats, seed=seed, decks=cards)
        return self

    # What everybody at the table can see.

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
        """The seat that dealt the present cards; in a svarka this is not the first dealer (6.5)."""
        return self._dealer

    @property
    def phase(self) -> Phase:
        """``"dealing"`` (waits for cards), ``"blind"``, ``"betting"``, ``"join"`` (a seat may join) or ``"over"``."""
        return "blind" if self._betting and self._betting.is_blind else self._phase

    @property
    def to_act(self) -> int | None:
        """The seat to act, or `None` in ``"dealing"`` and ``"over"``."""
        if self._betting:
            return self._betting.to_act
        return self._svarka.asked[0] if self._svarka else None

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that are not bet, by seat."""
        return tuple(self._stacks)

    @property
    def puts(self) -> tuple[int, ...]:
        """The chips that each seat has bet since the cards were dealt (5.1)."""
        return tuple(self._betting.puts) if self._betting else (0,) * len(self._stacks)

    @property
    def price(self) -> int:
        """The put that a seat needs to stay in (5.1)."""
        return self._betting.price if self._betting else 0

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots, each with the seats that may win it: the antes, or in a svarka the tied pots. Puts are not in them.

        Stacks, puts and pots always add up to the same number (8.1).
        """
        if self._svarka:
            return tuple(self._svarka.pots)
        if self._betting:
            return tuple(carried_pots(self._pots, self._betting.still_in, self._betting.folds))
        return tuple(self._pots)

    @property
    def won(self) -> tuple[int, ...]:
        """The chips that each seat has won from pots so far. An uncalled bet that goes back (5.10) does not count."""
        return tuple(self._won)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won a pot so far, ascending."""
        return tuple(seat for seat, chips in enumerate(self._won) if chips)

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that have not folded, clockwise, the dealer's place last; empty outside of the bets."""
        return tuple(seat for seat in self._order if seat in self._betting.still_in) if self._betting else ()

    @property
    def raise_count(self) -> int:
        """How many raises there were since the cards were dealt, the first bet included (5.2)."""
        return self._betting.raise_count if self._betting else 0

    @property
    def max_pots(self) -> int:
        """The greatest number of pots decided at once so far: more than 1 if there were side pots (5.11)."""
        return self._max_pots

    @property
    def started(self) -> Started:
        """The beginning of the deal: its rules, the stacks before the antes, its first dealer and its seats."""
        _, rules, stacks, dealer, seats = self._log[0]
        return Started(rules, stacks, dealer, seats)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far, in order; `events` has their seats, too."""
        return tuple(actions_of(self._log))

    def count(self, kind: type[Event]) -> int:
        """Return how many events of a kind have happened. This is faster than to go through `events`.

        >>> import svara
        >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
        >>> deal.play("blind 1")
        >>> deal.count(svara.events.Blinded), deal.count(svara.events.SvarkaDeclared)
        (1, 0)
        """
        return sum([entry[0] is kind for entry in self._log])

    # What nobody at the table can see.

    @property
    def seed(self) -> int | None:
        """The seed of the cards; `None` if they come from decks or are handed in."""
        return self._seed

    @property
    def dealt(self) -> tuple[tuple[Hand | None, ...], ...]:
        """The hands by seat, once for each time that cards were dealt: the deal itself, then each svarka (6.5)."""
        return tuple(self._dealt)

    @property
    def hands(self) -> tuple[Hand | None, ...]:
        """The present hand of each seat; `None` for a seat without cards."""
        return (None,) * len(self._stacks) if self._phase == "dealing" else self._dealt[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, all hands included. `from_events` makes the deal again from it."""
        return tuple(list_events(self._log, self._dealt))

    def view(self, seat: int | None) -> View:
        """Return what *seat* may know (8.3); `None` stands for a spectator.

        Raises `InvalidDeal` for a seat that is not at the table.
        """
        if seat is not None:
            at = as_seat(seat, self._stacks)
            if at is None:
                msg = f"there is no seat {show(seat)}: the seats are 0 to {len(self._stacks) - 1}"
                raise InvalidDeal(msg)
            seat = at
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
                betting.raise_count if betting else 0,
                (
                    tuple(svarka.pots if svarka else self._pots),
                    self._order,
                    tuple(betting.still_in) if betting else (),
                    tuple(betting.folds) if betting else (),
                ),
                own_hands,
                tuple(self._log),
            )
        )

    # Actions.

    @property
    def legal_actions(self) -> LegalActions:
        """The actions that the seat to act may play; false if no seat is to act."""
        if self._legal is None:
            if self._betting:
                self._legal = self._betting.legal_actions()
            elif self._svarka:
                svarka = self._svarka
                self._legal = LegalActions(svarka.asked[0], join=svarka.entry, pot=chips_in(svarka.pots))
            else:
                self._legal = LegalActions(None)
        return self._legal

    def play(self, action: Action | str, *, seat: int | None = None) -> None:
        """Play *action*, an action or its text (section 9), for the seat to act, and go on to the next decision.

        With *seat*, the action is refused if it is not the turn of that seat. A host uses it for messages from players.

        >>> import svara
        >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
        >>> deal.play("look", seat=0)
        Traceback (most recent call last):
            ...
        svara.legal.IllegalAction: seat 0 cannot look: it is the turn of seat 1

        Raises `IllegalAction` for an action that the rules do not allow, and changes nothing.
        """
        if seat is not None:
            self._check_turn(seat, action)
        if not self._act(action):
            self._act_as_meant(action)

    def _act_as_meant(self, tried: object) -> None:
        """Play the action that a text, or an amount of another integer type, stands for, or refuse it."""
        action = as_action(tried)
        if action is None and isinstance(tried, str):
            raise self._refusal(f"do {show(tried)}", tried, f"the actions are {GRAMMAR}")
        if action is None or not self._act(action):
            raise self._refusal(describe_action(tried), tried)

    def _check_turn(self, seat: int, tried: object) -> None:
        """Refuse a seat whose turn it is not."""
        if as_int(seat) is not None and as_int(seat) == self.to_act:
            return
        legal = self.legal_actions
        turn = "nobody is to act" if legal.seat is None else f"it is the turn of seat {legal.seat}"
        msg = f"seat {show(seat)} cannot {describe_action(tried)}: {turn}"
        raise IllegalAction(msg, legal.seat, tried, legal)

    def deal(self, deck: Deck) -> None:
        """Hand in cards in the phase ``"dealing"``, and go on to the next decision.

        *deck* is 32 cards, or at least as many as the seats need, in the order of dealing (3.3).

        Raises `InvalidCards` for a deck that is not one, and `IllegalAction` in any other phase. Nothing changes then.
        """
        if self._phase != "dealing":
            legal = self.legal_actions
            turn = "the deal is over" if legal.seat is None else f"seat {legal.seat} is to act and may {legal}"
            msg = f"no cards can be dealt now: {turn}"
            raise IllegalAction(msg, legal.seat, deck, legal)
        self._take_deck(_check_deck(deck, 3 * len(self._order)))

    def _refusal(self, what: str, tried: object, why: str = "") -> IllegalAction:
        """8.2: make the error that states the seat, what was tried and what is allowed."""
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
        """Return the deal as a dict of plain values that JSON can hold; `from_dict` makes the deal again.

        It contains everything, the cards to come included, so it is not for players. They get a `View`.
        """
        return write_deal(self.started, self._seed, self._decks, self.actions)

    @classmethod
    def from_dict(cls, fields: object) -> Deal:
        """Make a deal from what `to_dict` returned, by playing it.

        Raises `InvalidDeal` for another version and for a missing or unknown field, and the errors of `start` and
        `play`, with the number of the action.
        """
        form = read_deal(fields)
        deal = cls.start(**form.start)
        for number, action in enumerate(form.actions, start=1):
            try:
                deal.play(action)
            except IllegalAction as error:
                msg = f"action {number}: {error}"
                raise IllegalAction(msg, error.seat, error.action, error.legal) from None
        return deal

    @classmethod
    def from_events(cls, events: Iterable[Event]) -> Deal:
        """Make a deal from its events, by playing it. Cards that are still to come must be handed in with `deal`.

        Raises `InvalidDeal` for events that do not follow from each other, and the errors of `start` and `play`.
        """
        events = tuple(events)
        form = read_events(events)
        deal = cls.start(**form.start)
        for action in form.actions:
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


def _check_deck(deck: Deck, needed: int) -> bytes:
    """Return the numbers of the cards of a deck, which must have at least the needed number of cards.

    Raises `InvalidCards` for cards that are not a deck, and `InvalidDeal` for a value that does not hold cards.
    """
    try:
        return deck_numbers(deck, needed)
    except TypeError as error:
        msg = f"a deck cannot be {show(deck)}: {error}"
        raise InvalidDeal(msg) from None
