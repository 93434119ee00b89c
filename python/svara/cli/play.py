"""The command `svara play`: an evening at the terminal."""

from __future__ import annotations

import sys
import warnings
from contextlib import suppress

import svara
from svara.checks import readable, show
from svara.cli.options import add_rules, seed_number, whole_number
from svara.cli.process import BadInput, Failed, Signalled, Signals, file_name, note
from svara.cli.resume import resume
from svara.cli.terminal import Human, Narrator, Story, say
from svara.tables.runner import NoAnswer, Quit

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

    from svara import Deal, Table, View
    from svara.actions import Action
    from svara.tables.player import Player

NAMES = ("Ana", "Boris", "Vera", "Georgi", "Dana", "Emil", "Zoya", "Ilya", "Kalina", "Luka", "Mila")
"""The names of the programs. The name of the person is left out, so there is one more than seats."""
LEFT = "left the table"
"""The reason for the forfeits of a person who leaves (8.5)."""
YOU, RULES, STACK, ANTE, MIN_BET = "You", "vipsvara", 100, 1, 1
"""The defaults of a new evening. A resumed evening has these from its records."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara play` and add its options."""
    parser.description = "Play an evening of Svara at the terminal. Type help for help, and quit to leave."
    parser.epilog = (
        "Actions are read from standard input, one per line: blind N, look, fold, call, raise N, all-in, join, "
        "decline; the first letter is enough."
    )
    parser.add_argument(
        "--against",
        default="odds,calling,random",
        metavar="KINDS",
        help="the other players: odds, calling or random, separated by commas (default: odds,calling,random)",
    )
    parser.add_argument("--watch", action="store_true", help="only watch: the programs play alone, with all cards open")
    parser.add_argument("--name", help="your name (default: You)")
    add_rules(parser)
    parser.add_argument("--stack", type=whole_number, metavar="N", help="chips that each player brings (default: 100)")
    parser.add_argument("--ante", type=whole_number, metavar="N", help="ante in chips (default: 1)")
    parser.add_argument("--min-bet", type=whole_number, metavar="N", help="minimum bet in chips (default: 1)")
    parser.add_argument("--deals", type=whole_number, metavar="N", help="end after this number of deals")
    parser.add_argument("--seed", type=seed_number, metavar="N", help="random seed (default: drawn)")
    parser.add_argument("--record", type=file_name, metavar="FILE", help="append every deal to this file of records")
    parser.add_argument(
        "--resume",
        type=file_name,
        metavar="FILE",
        help="continue the evening in this file of records, and append to it",
    )
    parser.set_defaults(run=run_play, rules=None)


def run_play(arguments: argparse.Namespace) -> None:
    """Play deals until the person leaves, one player has all chips, or the number of --deals is reached."""
    if not arguments.watch and sys.stdin is None:
        msg = "nobody can answer: standard input is closed"
        raise BadInput(msg)
    seed = _draw_seed() if arguments.seed is None else arguments.seed
    try:
        table, you = _begin(arguments, seed) if arguments.resume is None else _go_on(arguments, seed)
        players = _players(arguments.against, table, you)
        writer = _open(arguments.resume or arguments.record, table)
    except (svara.InvalidRules, svara.InvalidTable, svara.InvalidRecord) as error:
        raise BadInput(str(error)) from None
    with Signals() as signals:
        evening = _Evening(table, players, you, writer, signals)
        evening.play(arguments.deals)
        evening.show_the_end(seed)
        evening.finish()


def _draw_seed() -> int:
    from secrets import randbits  # noqa: PLC0415  # only where no seed was given

    return randbits(64)


# The players at the table.


def _begin(arguments: argparse.Namespace, seed: int) -> tuple[Table, int | None]:
    """Return a new table with all players, and the seat of the person: the first, or `None` with --watch."""
    rules = arguments.rules or svara.find_rules(RULES)
    rules = rules.but(ante=_given(arguments.ante, ANTE), min_bet=_given(arguments.min_bet, MIN_BET))
    names = [] if arguments.watch else [_given(arguments.name, YOU)]
    taken = [name.casefold() for name in names]
    free = [name for name in NAMES if name.casefold() not in taken]
    names += [free[number % len(free)] for number, _ in enumerate(_kinds(arguments.against))]
    stacks = [_given(arguments.stack, STACK)] * len(names)
    return svara.Table(rules, names=names, stacks=stacks, seed=seed), None if arguments.watch else 0


def _given(value: Any, default: Any) -> Any:
    return default if value is None else value


def _go_on(arguments: argparse.Namespace, seed: int) -> tuple[Table, int | None]:
    """Return the table of an evening that is resumed, and the seat of the person: by its name, or else the first."""
    path = arguments.resume
    for option in ("rules", "stack", "ante", "min_bet"):
        if getattr(arguments, option) is not None:
            msg = f"argument --{option.replace('_', '-')}: the records of a resumed evening decide it"
            raise BadInput(msg)
    if arguments.record not in {None, path}:
        msg = f"argument --record: a resumed evening is recorded in the same file, {path}"
        raise BadInput(msg)
    table = resume(path, seed)
    if arguments.watch:
        return table, None
    name = _given(arguments.name, YOU)
    if name in table.names:
        return table, table.names.index(name)
    if arguments.name is not None:
        names = ", ".join([known for known in table.names if known])
        msg = f"argument --name: no player in {path} is called {show(name)}: the players are {names}"
        raise BadInput(msg)
    return table, next(seat for seat, known in enumerate(table.names) if known)


def _kinds(against: str) -> list[str]:
    """Return the kinds of the other players."""
    from svara.tables.players import KINDS  # noqa: PLC0415  # no other command needs it

    kinds = [kind.strip() for kind in against.split(",")]
    for kind in kinds:
        if kind not in KINDS:
            msg = f"argument --against: there is no player {show(kind)}: the players are {', '.join(KINDS)}"
            raise BadInput(msg)
    return kinds


def _players(against: str, table: Table, you: int | None) -> dict[int, Player]:
    """Return the players of the other seats. At a resumed table, the kinds are repeated for further seats."""
    from svara.tables.players import KINDS  # noqa: PLC0415  # no other command needs it

    kinds = _kinds(against)
    others = [seat for seat, name in enumerate(table.names) if name and seat != you]
    return {seat: KINDS[kinds[number % len(kinds)]]() for number, seat in enumerate(others)}


# The file of records.


class _Writer:
    """A file of records that is open for writing. Raises `Failed` for what cannot be written."""

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", svara.TornRecord)
                self._writer = svara.RecordWriter(path)
        except OSError as error:
            raise BadInput(self._why(error)) from None
        for warning in caught:
            note(f"svara play: {warning.message}")

    def write(self, deal: Deal, names: Sequence[str | None]) -> None:
        """Append a deal."""
        try:
            self._writer.write(svara.Record(deal, names=names, time=_now()))
        except OSError as error:
            raise Failed(self._why(error)) from None

    def close(self) -> None:
        """Close the file."""
        try:
            self._writer.close()
        except OSError as error:
            raise Failed(self._why(error)) from None

    def _why(self, error: OSError) -> str:
        return f"{self._path} cannot be written: {error.strerror or error}"


def _open(path: str | None, table: Table) -> _Writer | None:
    """Check that the deals of this table fit into records, and open the file."""
    if path is None:
        return None
    svara.Record.check_fits(table.rules, stacks=table.stacks, names=table.names)
    return _Writer(path)


def _now() -> str:
    from datetime import UTC, datetime  # noqa: PLC0415  # for records alone

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class _Evening:
    """An evening: deals at a table, described at the terminal.

    However the evening ends, the present deal is played to its end and recorded. A person who leaves forfeits the
    remaining turns (8.5). Signals and broken pipes have the same effect as leaving.
    """

    def __init__(
        self,
        table: Table,
        players: dict[int, Player],
        you: int | None,
        writer: _Writer | None,
        signals: Signals,
    ) -> None:
        self._table = table
        self._you = you
        self._writer = writer
        self._signals = signals
        self._narrator = Narrator(table.names, you=you)
        self._story = Story(self._narrator, seat=you)
        self._has_left = False
        self._trouble: OSError | None = None
        """The error after which nothing can be shown or asked any more."""
        self._failure: Failed | None = None
        """The error after which nothing can be recorded any more."""
        self._bots = players
        seated: dict[int, Player] = dict(players)
        if you is not None:
            seated[you] = Human(self._narrator, ask=self._ask, say=self._say)
        self._players = {seat: _Described(player, self) for seat, player in seated.items()}

    def play(self, most: int | None) -> None:
        """Play at most *most* deals, and say why it ends earlier."""
        names = self._table.names
        others = [f"{names[seat]} ({getattr(player, 'name', 'a player')})" for seat, player in self._bots.items()]
        self._say(f"{'At the table:' if self._you is None else 'You play against'} {', '.join(others)}")
        first = self._table.deals
        while not self._is_over and (most is None or self._table.deals - first < most):
            if self._you is not None and self._you not in self._table.seats_in:
                self._say("You have fewer chips than the ante")
                break
            deal = self._table.start_deal()
            if deal is None:
                self._say("Fewer than two players have enough chips for the ante")
                break
            self._play_deal(deal)

    def show_the_end(self, seed: int) -> None:
        """Show the chips of all players and the seed."""
        self._say("")
        self._say("Chips at the end:")
        for row in self._narrator.seats(self._table.stacks):
            self._say(row)
        self._say(f"The seed of this evening was {seed}")

    def finish(self) -> None:
        """Close the file of records, and raise the error or signal that ends the process, if there is one."""
        if self._writer:
            try:
                self._writer.close()
            except Failed as error:
                self._failure = self._failure or error
        if self._failure:
            raise self._failure
        self._signals.check()
        if self._trouble:
            raise self._trouble

    @property
    def _is_over(self) -> bool:
        return self._has_left or bool(self._trouble or self._failure) or self._signals.heard is not None

    def _play_deal(self, deal: Deal) -> None:
        self._say("")
        self._say(f"Deal {self._table.deals}")
        self._story = Story(self._narrator, seat=self._you)
        for seat, player in self._bots.items():
            # Seeds from each deal make a resumed evening the same as one that was not interrupted.
            if (reseed := getattr(player, "reseed", None)) and deal.seed is not None:
                reseed(deal.seed * 16 + seat)
        self._table.play_deal(self._players)
        self._tell()
        if self._writer:
            try:
                self._writer.write(deal, self._table.names)
            except Failed as error:
                self._failure = error

    def turn(self, player: Player, view: View) -> Action | str:
        """Describe what happened since the last turn, and ask a player. A person who has left is not asked."""
        self._tell()
        if not (view.seat == self._you and self._has_left):
            with suppress(Quit):
                return player.act(view)
            self._leave()
        raise NoAnswer(LEFT)

    def _tell(self) -> None:
        if self._table.deal:
            for line in self._story.more(self._table.deal):
                self._say(f"  {line}")

    def _say(self, line: str) -> None:
        if self._trouble is None:
            try:
                say(line)
            except OSError as error:
                self._trouble = error

    def _ask(self, prompt: str) -> str:
        """Ask the person. Raises `Quit` after a signal, and if nothing can be asked any more."""
        try:
            if self._trouble is None:
                return self._signals.wait(_ask, prompt)
        except Signalled:
            self._say("")  # after the prompt
        except OSError as error:
            self._trouble = error
        raise Quit

    def _leave(self) -> None:
        if not self._has_left:
            self._has_left = True
            self._say("You leave the table")


class _Described:
    """A player. Before each of its turns, the events since the last turn are described."""

    def __init__(self, player: Player, evening: _Evening) -> None:
        self._player = player
        self._evening = evening

    def act(self, view: View) -> Action | str:
        """Describe the events, then ask the player."""
        return self._evening.turn(self._player, view)


def _ask(prompt: str) -> str:
    """Show a prompt, and read a line. A line from a pipe is printed after the prompt, as if it was typed."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):  # Windows has none
            import readline  # noqa: F401, PLC0415  # `input` has arrow keys and a history with it
        try:
            return input(prompt)
        except EOFError:
            print()  # after the prompt
            raise
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    print(readable(line.rstrip("\n")))
    if not line:
        raise EOFError
    return line
