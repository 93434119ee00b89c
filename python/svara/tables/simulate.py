"""Simulations: many deals, played on any executor, to measure what players win and how often svarkas occur."""

from __future__ import annotations

from svara._core import derived_seed
from svara.checks import check_list, check_seed, show, whole
from svara.deal import Deal
from svara.errors import InvalidTable
from svara.events import Blinded, SvarkaDeclared
from svara.progress import Bar
from svara.rules import MAX_SEATS, Rules, find_rules
from svara.tables.runner import check_player, play_on
from svara.tables.workers import results_of
from svara.values import Value

# Process pools and other modules are imported where they are used, so that loading this module stays fast.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Executor
    from typing import Any, TypeAlias

    from svara.tables.player import Player

    Job: TypeAlias = tuple[bytes, Rules, tuple[int, ...], int | None, int, int, int]

OF_PLAYERS = 2**64 - 1
"""The number from which the seeds of the players themselves are derived. No deal has this number."""

CHUNK = 500
"""The number of deals in a chunk, which new copies of the players play. It is fixed: a result must not depend on it."""


class Simulation(Value):
    """The result of a simulation. Tuples have one entry for each player, by seat.

    *chips* are the net results over all *deals*: the chips won minus the chips paid. *squares* are the sums of the
    squares of the net results of each deal. *svarkas*, *blinds* and *side_pots* count the deals that had one.
    *forfeits* count the actions that were played for a player that failed.
    """

    players: tuple[str, ...]
    rules: Rules
    stacks: tuple[int, ...]
    seed: int
    dealer: int | None
    """The seat that dealt every deal, or `None` if the seats took turns."""
    asked: int
    """The number of deals that were asked for."""
    deals: int
    """The number of deals that were played. It is smaller only if Ctrl-C ended the simulation."""
    chips: tuple[int, ...]
    squares: tuple[int, ...]
    svarkas: int
    """The number of deals with a svarka (6.1)."""
    side_pots: int
    """The number of deals with side pots: several pots were decided at once (5.11, 6.1)."""
    blinds: int
    """The number of deals with a blind bet (4.1)."""
    forfeits: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        """Whether all deals were played."""
        return self.deals == self.asked

    @property
    def per_deal(self) -> tuple[float, ...]:
        """The chips won or lost per deal, by seat."""
        return tuple(chips / self.deals if self.deals else 0.0 for chips in self.chips)

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard error of each entry of `per_deal`, in chips. In 68 % of simulations the error is smaller."""
        if self.deals < 2:
            return (float("inf"),) * len(self.chips)
        return tuple(
            ((self.deals * squares - chips * chips) / (self.deals * self.deals * (self.deals - 1))) ** 0.5
            for chips, squares in zip(self.chips, self.squares, strict=True)
        )

    def __str__(self) -> str:
        lines = [
            f"seat {seat} {name}: {mean:+.3f} ± {error:.3f} chips per deal" + f", {failed} forfeits" * bool(failed)
            for seat, (name, mean, error, failed) in enumerate(
                zip(self.players, self.per_deal, self.standard_errors, self.forfeits, strict=True)
            )
        ]
        of = f" of {self.asked:,}" * (not self.is_complete)
        deals = f"{self.deals:,}{of} deals"
        lines.append(
            f"{deals}: {self.svarkas:,} with a svarka, {self.side_pots:,} with a side pot, {self.blinds:,} with a blind"
        )
        return "\n".join(lines)


def simulate(
    players: Iterable[Player],
    *,
    rules: Rules | str = "vipsvara",
    stacks: Iterable[int] | int = 1000,
    deals: int = 1000,
    seed: int = 0,
    dealer: int | None = None,
    executor: Executor | None = None,
    progress: bool = True,
) -> Simulation:
    """Play many independent deals, and return the sums of their results.

    *players* sit on the seats from 0. *stacks* are the chips that each has at the start of **every** deal, or one
    number for all. *dealer* is the seat that deals every deal (default: seat *n* modulo the number of seats deals deal
    *n*, from 0, so that each player has each position equally often). The seed of a deal is derived from *seed* and *n*
    (`docs/shuffle.md`).

    *executor* is anything with the interface of `concurrent.futures.Executor`, such as a ``ProcessPoolExecutor`` or the
    executor of a dask cluster (default: the deals are played in this process). The result is the same to the last bit
    with every executor. If a worker dies, its deals are played again; a new process pool replaces a broken one.

    Players must be picklable, with their classes in a module that workers can import. For every 500 deals, new copies
    of them are made from the pickles, and copies with a method ``reseed(seed)`` get a seed. So a player may remember
    some deals, and the result still does not depend on how the deals are distributed. *players* themselves are not
    changed.

    A progress bar on standard error shows the remaining time if standard error is a terminal, `tqdm` is installed
    (``svara-engine[progress]``) and *progress* is true. Ctrl-C ends the simulation and returns the deals played so far,
    with `Simulation.is_complete` false.

    Raises `InvalidTable` for players that cannot play or be pickled and for numbers that are not whole, `InvalidDeal`
    for seats and stacks that the rules do not allow, and the error of an executor whose workers die again and again.

    >>> import svara
    >>> from svara.players import CallingPlayer, RandomPlayer
    >>> result = svara.simulate([CallingPlayer(), RandomPlayer(), RandomPlayer()], deals=600, seed=7)
    >>> result.deals, sum(result.chips), result.is_complete
    (600, 0, True)
    """
    rules = rules if isinstance(rules, Rules) else find_rules(rules)
    seated: tuple[Player, ...] = check_list(players, "players", "players, one for each seat", InvalidTable)
    by_seat: Any = (stacks,) * len(seated) if hasattr(type(stacks), "__index__") else stacks  # one number for all
    stacks = check_list(by_seat, "stacks", "the chips of every seat, or one number for all", InvalidTable)
    deals = whole(deals, "the number of deals", InvalidTable, least=1)
    if len(stacks) != len(seated):
        raise InvalidTable(f"{len(seated)} players cannot have {len(stacks)} stacks: each has one")
    seed = check_seed(seed, InvalidTable)
    begun = Deal.start(rules, stacks=stacks, dealer=0 if dealer is None else dealer)  # says what is wrong
    stacks, dealer = begun.started.stacks, None if dealer is None else begun.started.dealer
    names = tuple([_name_of(player, seat) for seat, player in enumerate(seated)])
    pickled = _pickle(seated)
    firsts = range(0, deals, CHUNK)
    jobs = ((pickled, rules, stacks, dealer, seed, first, min(CHUNK, deals - first)) for first in firsts)
    chunks = _play_here(jobs) if executor is None else results_of(executor, play_chunk, jobs)
    total = _Sums(len(seated))
    with Bar(deals, unit=" deals", is_wanted=progress) as bar:
        try:
            for chunk in chunks:
                total = total.plus(chunk)  # a new object, so that Ctrl-C finds a complete one
                bar.advance(chunk.deals)
        except KeyboardInterrupt:
            pass  # what is done is kept
        finally:
            chunks.close()
    return Simulation(
        players=names, rules=rules, stacks=stacks, seed=seed, dealer=dealer, asked=deals, **total.__dict__
    )


class _Sums:
    """Sums over deals. They are whole numbers, so that the order of additions makes no difference."""

    def __init__(self, seats: int) -> None:
        self.deals = 0
        self.chips = (0,) * seats
        self.squares = (0,) * seats
        self.svarkas = 0
        self.side_pots = 0
        self.blinds = 0
        self.forfeits = (0,) * seats

    def plus(self, other: _Sums) -> _Sums:
        """Return the sums over the deals of both."""
        both = _Sums(0)
        for name, value in self.__dict__.items():
            more = getattr(other, name)
            if isinstance(value, tuple):
                both.__dict__[name] = tuple([one + another for one, another in zip(value, more, strict=True)])
            else:
                both.__dict__[name] = value + more
        return both


def play_chunk(job: Job) -> _Sums:
    """Play the deals of a chunk with new copies of the players. This runs in a worker, or in this process."""
    import pickle  # noqa: PLC0415  # only who simulates waits for it

    pickled, rules, stacks, dealer, seed, first, count = job
    players = pickle.loads(pickled)  # noqa: S301  # from the process that runs the simulation
    seats = len(players)
    whims = derived_seed(seed, OF_PLAYERS)
    for seat, player in enumerate(players):
        _reseed(player, seat, derived_seed(whims, first * MAX_SEATS + seat))
    chips, squares, forfeits = [0] * seats, [0] * seats, [0] * seats
    svarkas = side_pots = blinds = 0

    for number in range(first, first + count):
        who_deals = number % seats if dealer is None else dealer
        deal = Deal.start(rules, stacks=stacks, dealer=who_deals, seed=derived_seed(seed, number))
        for forfeited in play_on(deal, players):
            forfeits[forfeited.seat] += 1
        for seat, stack in enumerate(deal.stacks):
            won = stack - stacks[seat]
            chips[seat] += won
            squares[seat] += won * won
        blinds += deal.count(Blinded) > 0
        svarkas += deal.count(SvarkaDeclared) > 0
        side_pots += deal.max_pots > 1
    sums = _Sums(0)
    sums.__dict__.update(
        deals=count,
        chips=tuple(chips),
        squares=tuple(squares),
        svarkas=svarkas,
        side_pots=side_pots,
        blinds=blinds,
        forfeits=tuple(forfeits),
    )
    return sums


def _name_of(player: Player, seat: int) -> str:
    """Return the name of a player. It is read before the first deal, so that an error in it loses no result."""
    try:
        return str(getattr(player, "name", type(player).__name__))
    except Exception as error:  # the name may be a property, which is code of the player
        msg = f"the name of the player of seat {seat} cannot be read: {show(error)}"
        raise InvalidTable(msg) from error


def _reseed(player: Any, seat: int, seed: int) -> None:
    """Give a player a new seed, if it takes one."""
    if not hasattr(player, "reseed"):
        return
    try:
        player.reseed(seed)
    except Exception as error:  # the same
        msg = f"the player of seat {seat} cannot be reseeded: {show(error)}"
        raise InvalidTable(msg) from error


def _play_here(jobs: Iterator[Job]) -> Generator[_Sums, None, None]:
    yield from map(play_chunk, jobs)


def _pickle(players: tuple[Player, ...]) -> bytes:
    """Pickle the players. Every chunk makes its own copies from the bytes."""
    import pickle  # noqa: PLC0415  # as above

    for seat, player in enumerate(players):
        check_player(player, seat, "is in the simulation")
        try:
            pickle.dumps(player)
        except Exception as error:  # noqa: BLE001  # pickle raises whatever it meets
            reason = " ".join(str(error).split())
            msg = f"the player of seat {seat} cannot be pickled, and so cannot be copied or sent to a worker: {reason}"
            raise InvalidTable(msg) from None
    return pickle.dumps(players)
