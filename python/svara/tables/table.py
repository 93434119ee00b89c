"""A table: many deals with the same seats, and who comes, goes and deals in between (section 7 of the rulebook)."""

from __future__ import annotations

from svara._core import derived_seed
from svara.checks import as_int, as_seat, check_list, check_seed, show
from svara.deal import Deal
from svara.errors import InvalidTable
from svara.events import CameBack, ChipsAdded, ChipsTaken, DealVoided, Forfeited, SatDown, SatOut, StoodUp
from svara.rules import Rules, find_rules
from svara.tables.dealers import dealer_after, first_dealer
from svara.tables.ledger import Ledger
from svara.tables.runner import forfeit_action, play_deal
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
    """A table where many deals are played: seats, their players and chips, and who deals.

    *rules* are a `Rules` or the name of a rule set; *names* the players by seat, `None` for an empty chair; *stacks*
    the chips that each brings, by seat, 0 to an empty chair. *seed* fixes all chance: who deals first, and the seed of
    every deal. Without a seed, say which seat was drawn to deal first (*dealer*), and hand the cards in to each deal.

    `start_deal` starts a deal; the deal is then played with ``table.deal.play(...)``, or all at once with `play_deal`.
    A host that plays it action by action calls `forfeit` for a seat that does not answer (8.5), and `void_deal` for a
    deal that cannot be finished (8.6). Between two deals players come, go, and move chips, and the table writes down
    who did so, in `events`.

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
            msg = "a table needs a seed, or else the seat that was drawn to deal first: dealer=…"
            raise InvalidTable(msg)
        self._seed = None if seed is None else check_seed(seed, InvalidTable)
        self._first_dealer = drawn
        self._ledger = Ledger(len(names))
        for seat, (name, chips) in enumerate(zip(names, stacks, strict=True)):
            if name is not None:
                self.sit_down(seat, name, chips=chips)
            elif as_int(chips) != 0:
                raise InvalidTable(f"seat {seat} is empty and cannot have {show(chips)} chips: it has 0")

    # What there is.

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
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
        """The chips of every seat that are not bet, by seat; after a void deal those that it began with (8.6)."""
        return self._ledger.stacks

    @property
    def chips(self) -> int:
        """All the chips at the table, those in puts and pots included: what was brought less what was taken away."""
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
        """Who came and went, with how many chips, who sat out and who forfeited, and which deals are void.

        The other deals are not among them.
        """
        return tuple(event for _, event in self._ledger.log)

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """The seats whose players sit out by choice (7.2), ascending."""
        return tuple(seat for seat, is_out in enumerate(self._ledger.is_out) if is_out)

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that would be in a deal that started now, ascending: with a player who has the ante and plays.

        7.2: whoever cannot pay the whole ante sits out until it can, and keeps seat and chips.
        """
        return self._ledger.seats_in(self.stacks, self._rules.ante)

    @property
    def next_dealer(self) -> int | None:
        """7.1: who deals a deal that starts now; `None` while a deal is played or fewer than two seats would be in.

        The first dealer is drawn. The next is the next seat clockwise from who dealt the last deal's first cards, or,
        as the rules say, the winner: the seat in that won most chips from the last deal's pots, all svarkas included,
        the first clockwise from that dealer's left among equals. After a void deal the same seat deals again (8.6).
        Seats that would be out are passed over.
        """
        seats = self.seats_in
        if len(seats) < 2 or self.is_playing:
            return None
        if self.deal is None:
            return first_dealer(seats, seed=self._seed, drawn=self._first_dealer)
        return dealer_after(self.deal, seats, is_void=self.is_void)

    # Deals.

    def start_deal(self, *, decks: Iterable[Deck] = ()) -> Deal | None:
        """Start the next deal and return it, or `None` with fewer than two seats in: then there is no deal (7.2).

        The cards come from *decks* if there are any, else from the seed: deal *n*, from 1, has the seed that
        `docs/shuffle.md` derives from the table's seed and *n*. At a table without a seed the deal waits for cards.

        Raises `InvalidTable` while a deal is played, and what `Deal.start` raises for decks.
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
        """Let *players*, by seat, play the deal that is on, or else the next one, to its end; see `svara.play_deal`.

        For whom an action was played is in `events` afterwards. Returns the deal, or `None` if there is none (7.2).

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
            play_deal(deal, players, on_forfeit=self._happen)
        return deal

    def forfeit(self, seat: int, reason: str) -> Action:
        """8.5: play for the seat to act, which does not answer: look while bets are blind, fold, decline a svarka.

        This is for a host that plays the actions of a deal itself; `play_deal` does the same where a player fails.
        *reason* is one line of text that says why, such as ``"no answer in 30 seconds"``; it is in `events` afterwards,
        in an `svara.events.Forfeited`. Returns the action that was played.

        Raises `InvalidTable` where no deal is being played, for a seat whose turn it is not, and for a reason that is
        empty or not one line of printable text, and `svara.InvalidCards` where a deck that was handed in is too short
        for the svarka that follows. The table is then as it was.

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
        self._ledger.check(forfeited)
        deal.play(forfeited.action)
        self._happen(forfeited)
        return forfeited.action

    def void_deal(self, reason: str) -> None:
        """8.6: make the deal that is being played void: all stacks are again as they were when it began.

        Pots that were already paid out are taken back, too, and the same seat deals again, or is passed over if it will
        be out. The number of the deal is used up: the next deal has the next number, and so another seed. *reason* is
        one line of text that says why, such as ``"a card lay face up"``; it is in `events` afterwards, in an
        `svara.events.DealVoided`. `deal` stays the void deal until the next one starts.

        Raises `InvalidTable` where no deal is being played, and for a reason that is empty or not one line of printable
        text; the table is then as it was.

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

    # Who comes, goes and sits out.

    def sit_down(self, seat: int, name: str, *, chips: int) -> None:
        """Let a player take an empty chair and bring *chips*, at least 1.

        Raises `InvalidTable` while a deal is played, for a chair that is taken, a name that is, or no whole chips.
        """
        self._happen(SatDown(_int(seat), name, _int(chips)))

    def stand_up(self, seat: int) -> int:
        """Let a player leave the table and take all chips away. Returns how many.

        Raises `InvalidTable` while a deal is played and for an empty chair.
        """
        at = as_seat(seat, self.names)  # else the ledger says what is wrong
        name, chips = (None, 0) if at is None else (self.names[at], self.stacks[at])
        self._happen(StoodUp(seat if at is None else at, name or "", chips))
        return chips

    def add_chips(self, seat: int, chips: int) -> None:
        """Let a player bring more chips, at least 1.

        Raises `InvalidTable` while a deal is played, for an empty chair and for no whole chips.
        """
        self._happen(ChipsAdded(_int(seat), _int(chips)))

    def take_chips(self, seat: int, chips: int) -> None:
        """Let a player take chips away, at least 1 and at most those it has.

        Raises `InvalidTable` while a deal is played, for an empty chair and for other chips.
        """
        self._happen(ChipsTaken(_int(seat), _int(chips)))

    def sit_out(self, seat: int) -> None:
        """Let a player sit out by choice, from the next deal on (7.2); it keeps seat and chips.

        Raises `InvalidTable` for an empty chair and for who sits out already.
        """
        self._happen(SatOut(_int(seat)))

    def come_back(self, seat: int) -> None:
        """Let a player who sits out play again, from the next deal on (7.2).

        Raises `InvalidTable` for an empty chair and for who does not sit out.
        """
        self._happen(CameBack(_int(seat)))

    def _happen(self, event: TableEvent) -> None:
        """Let an event happen, or raise and change nothing: one assignment installs what came of it."""
        ledger = self._ledger.copy()
        ledger.happen(event)
        self._ledger = ledger

    def copy(self) -> Table:
        """Return a table in the same state, its deal included; what happens at one leaves the other alone."""
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
        """Return the table as a dict of plain values, fit for JSON, from which `from_dict` makes it again.

        It may be taken between any two actions. It holds the last deal, the seed and the cards to come included: it is
        not for players.
        """
        return write_table(self._rules, seed=self._seed, dealer=self._first_dealer, ledger=self._ledger)

    @classmethod
    def from_dict(cls, fields: object) -> Table:
        """Make a table from what `to_dict` gave: all that happened happens again, and the last deal is played again.

        Raises `InvalidTable` for another version, a field missing or too many, and for what could not have happened,
        with the number of the event or the deal, and `InvalidRules`. Rules that an older version wrote are read as
        `Rules.from_dict` reads them.
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
    """A whole number of any type as an `int`; anything else as it is, for the ledger to refuse."""
    number = as_int(value)
    return value if number is None else number
