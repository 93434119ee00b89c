"""A table: many deals with the same seats, and who comes, goes and deals in between (section 7 of the rulebook)."""

from __future__ import annotations

from svara._core import derived_seed
from svara.checks import check_seed, is_whole, show
from svara.deal import Deal
from svara.errors import InvalidTable
from svara.events import CameBack, ChipsAdded, ChipsTaken, SatDown, SatOut, StoodUp
from svara.rules import MOST_SEATS, Rules, find_rules
from svara.svarka import clockwise
from svara.tables.ledger import Ledger, read_entry, write_entry
from svara.tables.runner import play_deal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from svara.course import Deck
    from svara.tables.ledger import TableEvent
    from svara.tables.runner import Players

VERSION = 1
"""The version of the form that `Table.to_dict` gives."""


class Table:
    """A table where many deals are played: seats, their players and chips, and who deals.

    *rules* are a `Rules` or the name of a rule set; *names* the players by seat, `None` for an empty chair; *stacks*
    the chips that each brings, by seat, 0 to an empty chair. *seed* fixes all chance: who deals first, and the seed of
    every deal. Without a seed, say which seat was drawn to deal first (*dealer*), and hand the cards in to each deal.

    `start_deal` starts a deal; the deal is then played with ``table.deal.play(...)``, or all at once with `play_deal`.
    Between two deals players come, go, and move chips, and the table writes down who did so, in `events`.

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

    __slots__ = ("_deal", "_deals", "_first_dealer", "_ledger", "_rules", "_seed")

    _rules: Rules
    _seed: int | None
    _first_dealer: int | None  # drawn elsewhere
    _ledger: Ledger
    _deals: int  # begun so far
    _deal: Deal | None  # the last of them

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
        names, stacks = _list(names, "names"), _list(stacks, "stacks")
        if not 2 <= len(names) <= self._rules.max_seats:
            raise InvalidTable(
                f"a table of {self._rules.name} has 2 to {self._rules.max_seats} seats, not {len(names)}"
            )
        if len(stacks) != len(names):
            raise InvalidTable(f"{len(names)} seats cannot have {len(stacks)} stacks: an empty chair has 0 chips")
        if dealer is not None and not (is_whole(dealer, 0) and dealer < len(names)):
            raise InvalidTable(f"seat {show(dealer)} cannot deal first: the seats are 0 to {len(names) - 1}")
        if seed is None and dealer is None:
            msg = "a table needs a seed, or else the seat that was drawn to deal first: dealer=…"
            raise InvalidTable(msg)
        check_seed(0 if seed is None else seed, InvalidTable)
        self._seed = seed
        self._first_dealer = dealer
        self._ledger = Ledger(len(names))
        self._deals = 0
        self._deal = None
        for seat, (name, chips) in enumerate(zip(names, stacks, strict=True)):
            if name is not None:
                self.sit_down(seat, name, chips=chips)
            elif not is_whole(chips, 0) or chips:
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
        """The chips of every seat that are not bet, by seat."""
        moved = self._ledger.moved
        return (
            tuple(stack + more for stack, more in zip(self._deal.stacks, moved, strict=True))
            if self._deal
            else tuple(moved)
        )

    @property
    def chips(self) -> int:
        """All the chips at the table, those in puts and pots included: what was brought less what was taken away."""
        return self._ledger.chips

    @property
    def deal(self) -> Deal | None:
        """The deal that is played, or else the last one; `None` before the first."""
        return self._deal

    @property
    def deals(self) -> int:
        """How many deals have begun."""
        return self._deals

    @property
    def is_playing(self) -> bool:
        """Whether a deal is being played."""
        return self._deal is not None and self._deal.phase != "over"

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """Who came and went, with how many chips, who sat out, and for whom an action was played; not the deals."""
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
        return self._in_with(self.stacks)

    def _in_with(self, stacks: Sequence[int]) -> tuple[int, ...]:
        places = zip(self._ledger.names, self._ledger.is_out, stacks, strict=True)
        ante = self._rules.ante
        return tuple(seat for seat, (name, is_out, stack) in enumerate(places) if name and not is_out and stack >= ante)

    @property
    def next_dealer(self) -> int | None:
        """7.1: who deals a deal that starts now; `None` while a deal is played or fewer than two seats would be in.

        The first dealer is drawn. The next is the next seat clockwise from who dealt the last deal's first cards, or,
        as the rules say, the winner: the seat in that won most chips from the last deal's pots, all svarkas included,
        the first clockwise from that dealer's left among equals. Seats that would be out are passed over.
        """
        seats = self.seats_in
        if len(seats) < 2 or self.is_playing:
            return None
        if self._deal is None:
            return self._draw_dealer(seats)
        last = self._deal.seats[-1]
        turns = clockwise(last, seats)
        if self._rules.next_dealer == "winner":
            won = self._deal.won
            return max(turns, key=lambda seat: won[seat])  # the first of several
        return turns[0]

    def _draw_dealer(self, seats: Sequence[int]) -> int:
        """7.1: by the seed, each seat in equally likely; or the seat drawn elsewhere, passed over if it is out."""
        if self._first_dealer is not None:
            return self._first_dealer if self._first_dealer in seats else clockwise(self._first_dealer, seats)[0]
        return seats[derived_seed(self._seed or 0, 0) % len(seats)]

    # Deals.

    def start_deal(self, *, decks: Iterable[Deck] = ()) -> Deal | None:
        """Start the next deal and return it, or `None` with fewer than two seats in: then there is no deal (7.2).

        The cards come from *decks* if there are any, else from the seed: deal *n*, from 1, has the seed that
        `docs/shuffle.md` derives from the table's seed and *n*. At a table without a seed the deal waits for cards.

        Raises `InvalidTable` while a deal is played, and what `Deal.start` raises for decks.
        """
        if self.is_playing:
            raise InvalidTable(f"deal {self._deals + 1} cannot start: deal {self._deals} is being played")
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
            seed=None if decks or self._seed is None else derived_seed(self._seed, self._deals + 1),
            decks=decks,
        )
        self._put(deal)
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
        deal = self._deal if self.is_playing else self.start_deal()
        if deal is not None:
            play_deal(deal, players, on_forfeit=self._happen)
        return deal

    def _put(self, deal: Deal) -> None:
        self._deal = deal
        self._deals += 1
        self._ledger.moved = [0] * len(self.names)

    # Who comes, goes and sits out.

    def sit_down(self, seat: int, name: str, *, chips: int) -> None:
        """Let a player take an empty chair and bring *chips*, at least 1.

        Raises `InvalidTable` while a deal is played, for a chair that is taken, a name that is, or no whole chips.
        """
        self._happen(SatDown(seat, name, chips))

    def stand_up(self, seat: int) -> int:
        """Let a player leave the table and take all chips away. Returns how many.

        Raises `InvalidTable` while a deal is played and for an empty chair.
        """
        is_there = is_whole(seat, 0) and seat < len(self.names)  # else the ledger says what is wrong
        name, chips = (self.names[seat], self.stacks[seat]) if is_there else (None, 0)
        self._happen(StoodUp(seat, name or "", chips))
        return chips

    def add_chips(self, seat: int, chips: int) -> None:
        """Let a player bring more chips, at least 1.

        Raises `InvalidTable` while a deal is played, for an empty chair and for no whole chips.
        """
        self._happen(ChipsAdded(seat, chips))

    def take_chips(self, seat: int, chips: int) -> None:
        """Let a player take chips away, at least 1 and at most those it has.

        Raises `InvalidTable` while a deal is played, for an empty chair and for other chips.
        """
        self._happen(ChipsTaken(seat, chips))

    def sit_out(self, seat: int) -> None:
        """Let a player sit out by choice, from the next deal on (7.2); it keeps seat and chips.

        Raises `InvalidTable` for an empty chair and for who sits out already.
        """
        self._happen(SatOut(seat))

    def come_back(self, seat: int) -> None:
        """Let a player who sits out play again, from the next deal on (7.2).

        Raises `InvalidTable` for an empty chair and for who does not sit out.
        """
        self._happen(CameBack(seat))

    def _happen(self, event: TableEvent) -> None:
        if self.is_playing and isinstance(event, SatDown | StoodUp | ChipsAdded | ChipsTaken):
            raise InvalidTable(f"nobody can come, go or move chips now: deal {self._deals} is being played")
        self._ledger.happen(event, deals=self._deals, stacks=self.stacks)

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
        return {
            "version": VERSION,
            "rules": self._rules.to_dict(),
            "seats": len(self.names),
            "seed": self._seed,
            "dealer": self._first_dealer,
            "events": [write_entry(*entry) for entry in self._ledger.log],
            "deals": self._deals,
            "deal": self._deal.to_dict() if self._deal else None,
        }

    @classmethod
    def from_dict(cls, fields: object) -> Table:
        """Make a table from what `to_dict` gave: all that happened happens again, and the last deal is played again.

        Raises `InvalidTable` for another version, a field missing or too many, and for what could not have happened,
        with the number of the event or the deal, and `InvalidRules`.
        """
        if not isinstance(fields, dict):
            raise InvalidTable(f"a table is a dict as to_dict gives it, not {type(fields).__name__}")
        version = fields.get("version")
        if version != VERSION or isinstance(version, bool):
            raise InvalidTable(f"a table of version {show(version)} cannot be read: this is version {VERSION}")
        if fields.keys() != _FIELDS:
            wrong = ", ".join(sorted(map(show, fields.keys() ^ _FIELDS)))
            raise InvalidTable(f"a table has the fields {', '.join(sorted(_FIELDS))}; missing or too many: {wrong}")
        seats, deals = fields["seats"], fields["deals"]
        if not is_whole(seats, 2) or seats > MOST_SEATS:
            raise InvalidTable(f"a table cannot have {show(seats)} seats: it has 2 to {MOST_SEATS}")
        if not is_whole(deals, 0) or (deals == 0) != (fields["deal"] is None):
            raise InvalidTable(
                f"{show(deals)} deals cannot have begun: that is a whole number, and there is a last deal or 0"
            )
        table = cls(
            Rules.from_dict(fields["rules"]),
            names=[None] * seats,
            stacks=[0] * seats,
            seed=fields["seed"],
            dealer=fields["dealer"],
        )
        table._happen_again(_list(fields["events"], "events"), deals, fields["deal"])
        return table

    def _happen_again(self, entries: list[object], deals: int, last: object) -> None:
        """What a seat had between two deals that are not written is not known; but the sum of chips is."""
        latest = 0
        for place, entry in enumerate(entries, start=1):
            try:
                latest, event = read_entry(entry, earliest=latest, last=deals)
            except InvalidTable as error:
                raise InvalidTable(f"event {place}: {error}") from None
            if latest == deals and deals and not self._deal:
                self._begin_again(deals, last)
            try:
                if latest in (0, deals):
                    self._happen(event)
                else:
                    self._ledger.happen(event, deals=latest, stacks=None)
            except InvalidTable as error:
                raise InvalidTable(f"event {place}: {error}") from None
        if deals and not self._deal:
            self._begin_again(deals, last)

    def _begin_again(self, deals: int, fields: object) -> None:
        """Put the last deal on the table, if it can have begun there."""
        try:
            deal = Deal.from_dict(fields)
        except ValueError as error:  # all that a deal raises
            raise InvalidTable(f"deal {deals}: {error}") from None
        if deal.rules != self._rules:
            raise InvalidTable(f"deal {deals} cannot be played by other rules than the table's")
        started: Any = deal.events[0]
        stacks = started.stacks
        known = self.stacks if deals == 1 else stacks
        if stacks != known or len(stacks) != len(self.names) or sum(stacks) != self.chips:
            there = f"{len(self.names)} seats and {self.chips} chips"
            raise InvalidTable(f"deal {deals} cannot begin with stacks {list(stacks)}: the table has {there}")
        seats = self._in_with(stacks)
        if seats != tuple(sorted(deal.seats)):
            raise InvalidTable(f"deal {deals} cannot be played by seats {sorted(deal.seats)}: in are {list(seats)}")
        if deals == 1 and started.dealer != self.next_dealer:
            raise InvalidTable(f"seat {started.dealer} cannot deal first: {self.next_dealer} was drawn")
        seed = deal.to_dict()["seed"]
        if seed is not None and (self._seed is None or seed != derived_seed(self._seed, deals)):
            raise InvalidTable(f"deal {deals} cannot have the seed {seed}: the table's seed gives another")
        self._deals = deals - 1
        self._put(deal)

    def __repr__(self) -> str:
        places = zip(self.names, self.stacks, self._ledger.is_out, strict=True)
        seats = [f"{name} {stack}{' (out)' * is_out}" for name, stack, is_out in places if name]
        state = f"deal {self._deals} is {'played' if self.is_playing else 'over'}" if self._deals else "no deal yet"
        return f"<Table {self._rules.name}: {', '.join(seats) or 'nobody'}; {state}>"


_FIELDS = {"version", "rules", "seats", "seed", "dealer", "events", "deals", "deal"}


def _list(values: Iterable[Any], name: str) -> list[Any]:
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise InvalidTable(f"{name} cannot be {show(values)}: they are a list")
    return list(values)
