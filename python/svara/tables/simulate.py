"""Plays many deals, on any executor, to find out what players win and how often things happen."""

from __future__ import annotations

from svara._core import derived_seed
from svara.checks import check_list, check_seed, show, whole
from svara.deal import Deal
from svara.errors import InvalidTable
from svara.events import Blinded, SvarkaDeclared
from svara.progress import Bar
from svara.rules import MAX_SEATS, Rules, find_rules
from svara.tables.runner import ask_until_over, check_player
from svara.tables.workers import results_of
from svara.values import Value

# What else this module needs it imports where it needs it: `import svara` imports this module, and whoever scores a
# hand should not wait for pools of processes.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Executor
    from typing import Any, TypeAlias

    from svara.events import Forfeited
    from svara.tables.player import Player

    Job: TypeAlias = tuple[bytes, Rules, tuple[int, ...], int | None, int, int, int]

OF_PLAYERS = 2**64 - 1
"""The number with which the seed of all players' own chance is derived; no deal has it."""

CHUNK = 500
"""How many deals are played at once, by players made anew. It is fixed, so that a result depends on nothing else."""


class Simulation(Value):
    """What many deals came to. Where there is one entry for each player, it is by seat.

    *chips* are what each player won less what it paid, over all *deals*, and *squares* the sums of the squares of that
    in each deal; *svarkas*, *blinds* and *side_pots* are how many of the deals had one; *forfeits* are how often an
    action was played for a player that failed.
    """

    players: tuple[str, ...]
    rules: Rules
    stacks: tuple[int, ...]
    seed: int
    dealer: int | None
    """Who dealt every deal, or `None` where the seats took turns."""
    asked: int
    """How many deals were asked for."""
    deals: int
    """How many were played: fewer only if Ctrl-C ended it."""
    chips: tuple[int, ...]
    squares: tuple[int, ...]
    svarkas: int
    """Deals in which a svarka was declared (6.1)."""
    side_pots: int
    """Deals in which several pots were won or tied for at once (5.11, 6.1)."""
    blinds: int
    """Deals in which somebody bet blind (4.1)."""
    forfeits: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        """Whether all deals that were asked for were played."""
        return self.deals == self.asked

    @property
    def per_deal(self) -> tuple[float, ...]:
        """The chips won or lost per deal, by seat."""
        return tuple(chips / self.deals if self.deals else 0.0 for chips in self.chips)

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard error of each `per_deal`, in chips: of 100 simulations 68 are no further off than that."""
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
    """Play many deals that do not depend on each other, and return what they came to.

    *players* sit on the seats from 0; *stacks* are the chips that each has at the start of **every** deal, or one
    number for all. Deal *n*, from 0, is dealt by seat *n* modulo the seats, so that each player has each position
    equally often, or always by the seat *dealer*; its seed is derived from *seed* and *n* (`docs/shuffle.md`).

    *executor* is anything with the interface of `concurrent.futures.Executor`: a ``ProcessPoolExecutor``, or that of a
    dask cluster; without one the deals are played here, one after the other. The result is the same to the last bit
    whatever plays them. A worker that dies costs a retry: if its process pool breaks, a new one takes its place.

    Players are objects that can be pickled, with their classes in a module that workers can import. They are made anew
    from their pickles for every 500 deals, and those with a method ``reseed(seed)`` get a seed then: so a player may
    remember some deals, and the result still does not depend on who played which. *players* themselves are not touched.

    On a terminal a progress bar on standard error tells how long it still takes, if `tqdm` is there
    (``svara-engine[progress]``), unless *progress* is false. Ctrl-C ends the simulation, and what was played until then
    is returned, with `Simulation.is_complete` false.

    Raises `InvalidTable` for players that cannot play or cannot be pickled and for no whole numbers, `InvalidDeal` for
    seats and stacks that the rules do not allow, and what an executor raises when its workers die again and again.

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
                total = total.plus(chunk)  # made anew, so that Ctrl-C finds it whole
                bar.advance(chunk.deals)
        except KeyboardInterrupt:
            pass  # what is done is kept
        finally:
            chunks.close()
    return Simulation(
        players=names, rules=rules, stacks=stacks, seed=seed, dealer=dealer, asked=deals, **total.__dict__
    )


class _Sums:
    """What deals came to: whole numbers, so that the order in which they are added makes no difference."""

    def __init__(self, seats: int) -> None:
        self.deals = 0
        self.chips = (0,) * seats
        self.squares = (0,) * seats
        self.svarkas = 0
        self.side_pots = 0
        self.blinds = 0
        self.forfeits = (0,) * seats

    def plus(self, other: _Sums) -> _Sums:
        """The sums of both."""
        both = _Sums(0)
        for name, value in self.__dict__.items():
            more = getattr(other, name)
            if isinstance(value, tuple):
                both.__dict__[name] = tuple([one + another for one, another in zip(value, more, strict=True)])
            else:
                both.__dict__[name] = value + more
        return both


def play_chunk(job: Job) -> _Sums:
    """Play the deals of a chunk, in whatever process, with players made anew."""
    import pickle  # noqa: PLC0415  # only who simulates waits for it

    pickled, rules, stacks, dealer, seed, first, count = job
    players = pickle.loads(pickled)  # noqa: S301  # from the process that runs the simulation
    seats = len(players)
    whims = derived_seed(seed, OF_PLAYERS)
    for seat, player in enumerate(players):
        _reseed(player, seat, derived_seed(whims, first * MAX_SEATS + seat))
    chips, squares, forfeits = [0] * seats, [0] * seats, [0] * seats
    svarkas = side_pots = blinds = 0

    def note(forfeited: Forfeited) -> None:
        forfeits[forfeited.seat] += 1

    for number in range(first, first + count):
        who_deals = number % seats if dealer is None else dealer
        deal = Deal.start(rules, stacks=stacks, dealer=who_deals, seed=derived_seed(seed, number))
        ask_until_over(deal, players, note)
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
    """What a player is called; read before the first deal, so that a name that fails costs no result."""
    try:
        return str(getattr(player, "name", type(player).__name__))
    except Exception as error:  # a name is a player's own code
        msg = f"the name of the player of seat {seat} cannot be read: {show(error)}"
        raise InvalidTable(msg) from error


def _reseed(player: Any, seat: int, seed: int) -> None:
    """Give a player that has chance of its own a new seed."""
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
    """The players as bytes, from which every chunk makes its own."""
    import pickle  # noqa: PLC0415  # as above

    for seat, player in enumerate(players):
        check_player(player, seat, "is in the simulation")
        try:
            pickle.dumps(player)
        except Exception as error:  # noqa: BLE001  # pickle raises whatever it meets
            reason = " ".join(str(error).split())
            msg = f"the player of seat {seat} cannot be pickled, and so cannot be made anew or go to a worker: {reason}"
            raise InvalidTable(msg) from None
    return pickle.dumps(players)
