"""A table: many deals with the same seats, and players who come and go between them (section 7 of the rulebook)."""

from __future__ import annotations

from svara._core import derived_seed
from svara.checks import as_int, as_seat, check_list, check_seed, show
from svara.deal import Deal
from svara.errors import InvalidTable
from svara.events import CameBack, ChipsAdded, ChipsTaken, DealVoided, Forfeited, SatDown, SatOut, StoodUp
from svara.rules import Rules, find_rules
from svara.tables.dealers import dealer_after, first_dealer
from svara.tables.ledger import Ledger
from svara.tables.runner import ask_until_over, forfeit_action, seat_players
from svara.tables.table_form import check_table, happen_again, write_table
from svara.values import rebuild, slots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from svara.actions import Action
    from svara.course import Deck
    from svara.tables.ledger import TableEvent
    from svara.tables.runner import Players


class Table:
    """A table where many deals are played. It has seats with players and chips, and knows who deals.

    *rules* is a `Rules` or the name of a rule set. *names* are the players by seat, `None` for an empty chair. *stacks*
    are the chips that each player brings, 0 for an empty chair. *seed* fixes all chance: the first dealer, and the seed
    of every deal. A table without a seed needs *dealer*, the seat that was drawn to deal first, and the cards of each
    deal must be handed in.

    `start_deal` starts a deal. It is then played action by action with ``table.deal.play(...)``, or at once with
    `play_deal`. A host that plays action by action calls `forfeit` for a seat that does not answer (8.5), and
    `void_deal` for a deal that cannot be finished (8.6). Between two deals players may come, go and move chips.
    `events` lists all of this.

    >>> import svara
    >>> table = svara.Table("vipsvara", names=["Ana", "Boris", None, "Vera"], stacks=[50, 50, 0, 50], seed=7)
    >>> deal = table.start_deal()
    >>> deal.dealer, deal.seats
    (3, (0, 1, 3))
    >>> deal.play("look"), deal.play("raise 5"), deal.play("fold"), deal.play("fold")
    (None, None, None, None)
    >>> table.stacks, table.next_dealer
    ((52, 49, 0, 49), 0)
    >>> table.sit_down(2, "Dana", chips=30)
    >>> table.names, table.seats_in, table.chips
    (('Ana', 'Boris', 'Dana', 'Vera'), (0, 1, 2, 3), 180)

    Raises `InvalidTable` for players, chips, a seed or a dealer that a table cannot have.
    """

    __slots__ = ("_first_dealer", "_ledger", "_rules", "_seed")

    _rules: Rules
    _seed: int | None
    _first_dealer: int | None  # drawn elsewhere
    _ledger: Ledger

    def __init__(
        self,
        rules: Rules | str,
        *,
        names: Iterable[str | None],
        stacks: Iterable[int],
        seed: int | None = None,
        dealer: int | None = None,
    ) -> None:
        self._rules = rules if isinstance(rules, Rules) else find_rules(rules)
        names = check_list(names, "names", "a list", InvalidTable)
        stacks = check_list(stacks, "stacks", "a list", InvalidTable)
        if not 2 <= len(names) <= self._rules.max_seats:
            raise InvalidTable(
                f"a table of {self._rules.name} has 2 to {self._rules.max_seats} seats, not {len(names)}"
            )
        if len(stacks) != len(names):
            raise InvalidTable(f"{len(names)} seats cannot have {len(stacks)} stacks: an empty chair has 0 chips")
        drawn = as_seat(dealer, names)
        if dealer is not None and drawn is None:
            raise InvalidTable(f"seat {show(dealer)} cannot deal first: the seats are 0 to {len(names) - 1}")
        if seed is None and dealer is None:
            msg = "a table needs a seed, or the seat that was drawn to deal first: dealer=…"
            raise InvalidTable(msg)
        self._seed = None if seed is None else check_seed(seed, InvalidTable)
        self._first_dealer = drawn
        self._ledger = Ledger(len(names))
        for seat, (name, chips) in enumerate(zip(names, stacks, strict=True)):
            if name is not None:
                self.sit_down(seat, name, chips=chips)
            elif as_int(chips) != 0:
                raise InvalidTable(f"seat {seat} is empty and cannot have {show(chips)} chips: it has 0")

    # The state of the table.

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed of all chance at the table; not for players."""
        return self._seed

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players by seat; `None` for an empty chair."""
        return tuple(self._ledger.names)

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that are not bet, by seat; after a void deal the chips at its beginning (8.6)."""
        return self._ledger.stacks

    @property
    def chips(self) -> int:
        """All chips at the table, in stacks, puts and pots: the chips brought minus the chips taken away."""
        return self._ledger.chips

    @property
    def deal(self) -> Deal | None:
        """The deal that is being played, or else the last one, even if it is void; `None` before the first."""
        return self._ledger.deal

    @property
    def deals(self) -> int:
        """How many deals have begun, void ones included."""
        return self._ledger.deals

    @property
    def is_playing(self) -> bool:
        """Whether a deal is being played."""
        return self._ledger.is_playing

    @property
    def is_void(self) -> bool:
        """Whether the last deal is void (8.6)."""
        return self._ledger.is_void

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """The events of the table: who came, went, moved chips, sat out and forfeited, and which deals are void.

        The events of the deals themselves are not among them.
        """
        return tuple(event for _, event in self._ledger.log)

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """The seats whose players sit out by choice (7.2), ascending."""
        return tuple(seat for seat, is_out in enumerate(self._ledger.is_out) if is_out)

    @property
    def seats_in(self) -> tuple[int, ...]:
        """7.2: the seats that are in a deal that starts now, ascending: they do not sit out and have the whole ante.

        A player who does not have the ante keeps seat and chips, and is in again as soon as it has the ante.
        """
        return self._ledger.seats_in(self.stacks, self._rules.ante)

    @property
    def next_dealer(self) -> int | None:
        """7.1: the dealer of a deal that starts now; `None` while a deal is played, or if fewer than two seats are in.

        The first dealer is drawn. The rules decide about the next one. Either it is the next seat clockwise from the
        seat that dealt the first cards of the last deal. Or it is the winner: the seat that won most chips from the
        pots of the last deal, all svarkas included, and among equals the first one to the left of that dealer. After a
        void deal the same seat deals again (8.6). Seats that are out are passed over.
        """
        seats = self.seats_in
        if len(seats) < 2 or self.is_playing:
            return None
        if self.deal is None:
            return first_dealer(seats, seed=self._seed, drawn=self._first_dealer)
        return dealer_after(self.deal, seats, is_void=self.is_void)

    # Deals.

    def start_deal(self, *, decks: Iterable[Deck] = ()) -> Deal | None:
        """Start the next deal and return it, or return `None` if fewer than two seats are in (7.2).

        The cards come from *decks*, if they are given, or else from the seed: the seed of deal *n*, from 1, is derived
        from the seed of the table and *n* (`docs/shuffle.md`). At a table without a seed the deal waits for cards.

        Raises `InvalidTable` while a deal is played, and the errors of `Deal.start` for *decks*.
        """
        if self.is_playing:
            raise InvalidTable(f"deal {self.deals + 1} cannot start: deal {self.deals} is being played")
        dealer = self.next_dealer
        if dealer is None:
            return None
        seats = self.seats_in
        decks = tuple(decks)
        deal = Deal.start(
            self._rules,
            stacks=self.stacks,
            dealer=dealer,
            out=[seat for seat in range(len(self.names)) if seat not in seats],
            seed=None if decks or self._seed is None else derived_seed(self._seed, self.deals + 1),
            decks=decks,
        )
        ledger = self._ledger.copy()
        ledger.begin(deal)
        self._ledger = ledger
        return deal

    def play_deal(self, players: Players) -> Deal | None:
        """Let *players*, by seat, play the present deal, or else the next one, to its end; see `svara.play_deal`.

        Forfeits are in `events` afterwards. It ends early if a player, or another thread, makes the deal void. Returns
        the deal, or `None` if fewer than two seats are in (7.2).

        >>> import svara
        >>> from svara.players import CallingPlayer, RandomPlayer
        >>> table = svara.Table("vipsvara", names=["Ana", "Boris"], stacks=[50, 50], seed=7)
        >>> while table.deals < 100 and table.play_deal([CallingPlayer(), RandomPlayer(seed=1)]):
        ...     pass
        >>> sum(table.stacks)
        100
        """
        deal = self.deal if self.is_playing else self.start_deal()
        if deal is not None:
            ask_until_over(
                deal,
                seat_players(deal, players),
                lambda forfeited: self._play_forfeit(deal, forfeited),
                lambda: self.deal is deal and self.is_playing,
            )
        return deal

    def forfeit(self, seat: int, reason: str) -> Action:
        """8.5: play for the seat to act, which does not answer: look during the blind bets, fold, or decline a svarka.

        A host that plays the actions of a deal itself calls this; `play_deal` does the same if a player fails. *reason*
        is one line of text that says why, such as ``"no answer in 30 seconds"``. `events` has it afterwards, in an
        `svara.events.Forfeited`. Returns the action that was played.

        Raises `InvalidTable` if no deal is being played, for a seat whose turn it is not, and for a reason that is
        empty or not one line of printable text. Raises `svara.InvalidCards` if a deck that was handed in is too short
        for the svarka that follows. The table is then unchanged.

        >>> import svara
        >>> table = svara.Table("vipsvara", names=["Ana", "Boris"], stacks=[50, 50], seed=7)
        >>> table.start_deal().play("look")
        >>> table.deal.play("raise 5")
        >>> table.forfeit(table.deal.to_act, "no answer in 30 seconds")
        Fold()
        >>> print(table.events[-1])
        seat 1 folds by forfeit: no answer in 30 seconds
        """
        deal = self.deal
        if deal is None or not self.is_playing:
            raise InvalidTable(f"seat {show(seat)} cannot forfeit: no deal is being played")
        legal = deal.legal_actions
        seat = _int(seat)
        if type(seat) is not int or seat != legal.seat:
            turn = "the deal waits for cards" if legal.seat is None else f"it is the turn of seat {legal.seat}"
            raise InvalidTable(f"seat {show(seat)} cannot forfeit: {turn}")
        forfeited = Forfeited(seat, forfeit_action(legal), reason)
        self._play_forfeit(deal, forfeited)
        return forfeited.action

    def _play_forfeit(self, deal: Deal, forfeited: Forfeited) -> None:
        """Play the action of a forfeit and note it. An exception in the middle leaves both done, or neither."""
        before, done = self._ledger, len(deal.actions)
        try:
            self._happen(forfeited)
            deal.play(forfeited.action, seat=forfeited.seat)
        except BaseException:
            if len(deal.actions) == done:
                self._ledger = before
            raise

    def void_deal(self, reason: str) -> None:
        """8.6: make the present deal void: all stacks are again as they were when it began.

        Pots that were already paid out are taken back, too. The same seat deals again, or is passed over if it is out.
        The number of the deal is used up: the next deal has the next number, and so another seed. *reason* is one line
        of text that says why, such as ``"a card lay face up"``. `events` has it afterwards, in an
        `svara.events.DealVoided`. `deal` is the void deal until the next one starts.

        Raises `InvalidTable` if no deal is being played, and for a reason that is empty or not one line of printable
        text. The table is then unchanged.

        >>> import svara
        >>> table = svara.Table("vipsvara", names=["Ana", "Boris"], stacks=[50, 50], seed=7)
        >>> table.start_deal().play("blind 5")
        >>> table.stacks, table.deal.dealer
        ((44, 49), 1)
        >>> table.void_deal("a card lay face up")
        >>> print(table.events[-1])
        deal 1 is void: a card lay face up
        >>> table.stacks, table.next_dealer, table.is_playing
        ((50, 50), 1, False)
        """
        if not self.is_playing:
            msg = "there is no deal to make void: none is being played"
            raise InvalidTable(msg)
        self._happen(DealVoided(self.deals, reason))

    # Players who come, go and sit out.

    def sit_down(self, seat: int, name: str, *, chips: int) -> None:
        """Let a player take an empty chair and bring *chips*, at least 1.

        Raises `InvalidTable` while a deal is played, for a taken chair, for a name that is invalid or taken, and for
        chips that are not a whole number of at least 1.
        """
        self._happen(SatDown(_int(seat), name, _int(chips)))

    def stand_up(self, seat: int) -> int:
        """Let a player leave the table with all chips. Returns the number of chips.

        Raises `InvalidTable` while a deal is played and for an empty chair.
        """
        at = as_seat(seat, self.names)  # else the ledger says what is wrong
        name, chips = (None, 0) if at is None else (self.names[at], self.stacks[at])
        self._happen(StoodUp(seat if at is None else at, name or "", chips))
        return chips

    def add_chips(self, seat: int, chips: int) -> None:
        """Let a player bring more chips, at least 1.

        Raises `InvalidTable` while a deal is played, for an empty chair, and for chips that are not a whole number.
        """
        self._happen(ChipsAdded(_int(seat), _int(chips)))

    def take_chips(self, seat: int, chips: int) -> None:
        """Let a player take chips away, at least 1 and at most its stack.

        Raises `InvalidTable` while a deal is played, for an empty chair, and for any other number of chips.
        """
        self._happen(ChipsTaken(_int(seat), _int(chips)))

    def sit_out(self, seat: int) -> None:
        """Let a player sit out from the next deal on (7.2); it keeps seat and chips.

        Raises `InvalidTable` for an empty chair and for a player who already sits out.
        """
        self._happen(SatOut(_int(seat)))

    def come_back(self, seat: int) -> None:
        """Let a player who sits out play again from the next deal on (7.2).

        Raises `InvalidTable` for an empty chair and for a player who does not sit out.
        """
        self._happen(CameBack(_int(seat)))

    def _happen(self, event: TableEvent) -> None:
        """Apply an event, or raise and change nothing: a single assignment installs the new ledger."""
        ledger = self._ledger.copy()
        ledger.happen(event)
        self._ledger = ledger

    def copy(self) -> Table:
        """Return an independent table in the same state, with its own copy of the deal."""
        new = object.__new__(Table)
        new._rules, new._seed, new._first_dealer = self._rules, self._seed, self._first_dealer
        new._ledger = self._ledger.copy()
        if new._ledger.deal is not None:
            new._ledger.deal = new._ledger.deal.copy()
        return new

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (type(self), slots_of(self))

    # Round trips.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # a table changes

    def to_dict(self) -> dict[str, Any]:
        """Return the table as a dict of plain values that JSON can hold; `from_dict` makes the table again.

        It can be called between any two actions. The dict contains the last deal with the seed and the cards to come,
        so it is not for players.
        """
        return write_table(self._rules, seed=self._seed, dealer=self._first_dealer, ledger=self._ledger)

    @classmethod
    def from_dict(cls, fields: object) -> Table:
        """Make a table from a dict of `to_dict`, by applying all events and playing the last deal again.

        Raises `InvalidTable` for another version, for a missing or unknown field, and for events that could not have
        happened, with the number of the event or the deal. Raises `InvalidRules` for wrong rules; rules that an older
        version wrote are read as `Rules.from_dict` reads them.
        """
        written = check_table(fields)
        seats = written["seats"]
        self = cls(
            Rules.from_dict(written["rules"]),
            names=[None] * seats,
            stacks=[0] * seats,
            seed=written["seed"],
            dealer=written["dealer"],
        )
        happen_again(self._ledger, self._rules, written)
        return self

    def __repr__(self) -> str:
        places = zip(self.names, self.stacks, self._ledger.is_out, strict=True)
        seats = [f"{name} {stack}{' (out)' * is_out}" for name, stack, is_out in places if name]
        state = "no deal yet"
        if self.deals:
            state = f"deal {self.deals} is {'void' if self.is_void else 'played' if self.is_playing else 'over'}"
        return f"<Table {self._rules.name}: {', '.join(seats) or 'nobody'}; {state}>"


def _int(value: int) -> int:
    """Return a whole number of any type as an `int`, and anything else as it is; the ledger refuses it."""
    number = as_int(value)
    return value if number is None else number
