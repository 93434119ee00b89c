"""The command `svara play`: an evening at the terminal."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime

import svara
from svara.cli.console import BadInput
from svara.cli.options import add_rules, whole_number
from svara.cli.terminal import Human, Narrator, Story, readable, say
from svara.tables.runner import Quit

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from svara import Deal, Rules, Table, View
    from svara.actions import Action
    from svara.tables.player import Player

NAMES = ("Ana", "Boris", "Vera", "Georgi", "Dana", "Emil", "Zoya", "Ilya", "Kalina", "Luka")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the command `svara play` and add its options."""
    parser.description = "Play an evening of Svara at the terminal. It asks what you do; help explains, quit leaves."
    parser.epilog = (
        "Actions are read from standard input, one a line: blind N, look, fold, call, raise N, join, decline; "
        "the first letter is enough."
    )
    parser.add_argument(
        "--against",
        default="odds,calling,random",
        metavar="KINDS",
        help="who else plays: odds, calling and random, with commas; all three unless told otherwise",
    )
    parser.add_argument("--watch", action="store_true", help="look on, with all cards open: the others play alone")
    parser.add_argument("--name", default="You", help="what you are called in the record; You")
    add_rules(parser)
    parser.add_argument("--stack", type=whole_number, default=100, metavar="N", help="what everybody brings; 100")
    parser.add_argument("--ante", type=whole_number, default=1, metavar="N", help="the ante; 1")
    parser.add_argument("--min-bet", type=whole_number, default=1, metavar="N", help="the minimum bet; 1")
    parser.add_argument("--deals", type=whole_number, metavar="N", help="end after so many deals")
    parser.add_argument("--seed", type=whole_number, metavar="N", help="what fixes all chance; told at the end")
    parser.add_argument("--record", metavar="FILE", help="append every deal to this file of records")
    parser.set_defaults(run=run_play)


def run_play(arguments: argparse.Namespace) -> None:
    """Play deals until the person leaves, somebody has all the chips, or there were as many as asked for."""
    if not arguments.watch and sys.stdin is None:
        msg = "nobody can answer: standard input is closed"
        raise BadInput(msg)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    seed = _draw_seed() if arguments.seed is None else arguments.seed
    try:
        rules = arguments.rules.but(ante=arguments.ante, min_bet=arguments.min_bet)
        table, players = _seat(arguments, rules, seed)
        writer = svara.RecordWriter(arguments.record) if arguments.record else None
    except (svara.InvalidRules, svara.InvalidTable, svara.InvalidRecord) as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        msg = f"{arguments.record} cannot be written: {error.strerror}"
        raise BadInput(msg) from None
    you = None if arguments.watch else 0
    evening = _Evening(table, players, you, writer)
    try:
        evening.play(arguments.deals)
    finally:
        if writer:
            writer.close()
    if arguments.seed is None:
        say(f"The seed of this evening was {seed}")


def _draw_seed() -> int:
    from secrets import randbits  # noqa: PLC0415  # only where no seed was given

    return randbits(64)


def _seat(arguments: argparse.Namespace, rules: Rules, seed: int) -> tuple[Table, list[Player | None]]:
    """The table with everybody at it, and the players; the person, if there is one, has the first seat."""
    from svara.tables.players import KINDS, RandomPlayer  # noqa: PLC0415  # no other command needs it

    kinds = [kind.strip() for kind in arguments.against.split(",")]
    for kind in kinds:
        if kind not in KINDS:
            msg = f"argument --against: there is no player {kind!r}: there are {', '.join(KINDS)}"
            raise BadInput(msg)
    players: list[Player | None] = [] if arguments.watch else [None]
    names = [] if arguments.watch else [arguments.name]
    for number, kind in enumerate(kinds):
        players.append(RandomPlayer(seed=seed + number) if kind == RandomPlayer.name else KINDS[kind]())
        names.append(NAMES[number % len(NAMES)])
    return svara.Table(rules, names=names, stacks=[arguments.stack] * len(names), seed=seed), players


class _Evening:
    """An evening: deals at a table, told to whoever looks at the terminal."""

    def __init__(
        self, table: Table, players: list[Player | None], you: int | None, writer: svara.RecordWriter | None
    ) -> None:
        self._table = table
        self._you = you
        self._writer = writer
        self._narrator = Narrator(table.names, you=you)
        self._story = Story(self._narrator, seat=you)
        human = Human(self._narrator, ask=_ask, say=say)
        self._players = [_Told(player or human, self._tell) for player in players]
        kinds = [getattr(player, "name", "a player") for player in players]
        others = [f"{name} ({kind})" for name, kind in zip(table.names, kinds, strict=True)]
        say(f"At the table: {', '.join(others)}" if you is None else f"You play against {', '.join(others[1:])}")

    def play(self, most: int | None) -> None:
        """Play so many deals at most, and say how it ended."""
        try:
            while most is None or self._table.deals < most:
                if self._you is not None and self._you not in self._table.seats_in:
                    say("You have not enough chips for the ante")
                    break
                deal = self._table.start_deal()
                if deal is None:
                    say("Fewer than two players have enough chips for the ante")
                    break
                self._play_deal(deal)
        except Quit:
            say("You leave the table")
        say("")
        say("Chips at the end:")
        for row in self._narrator.seats(self._table.stacks):
            say(row)

    def _play_deal(self, deal: Deal) -> None:
        say("")
        say(f"Deal {self._table.deals}")
        self._story = Story(self._narrator, seat=self._you)
        self._table.play_deal(self._players)
        self._tell()
        if self._writer:
            time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            self._writer.write(svara.Record(deal, names=self._table.names, time=time))

    def _tell(self) -> None:
        deal = self._table.deal
        if deal:
            for line in self._story.more(deal):
                say(f"  {line}")


class _Told:
    """A player before whose turn is told what happened since the last one."""

    def __init__(self, player: Player, tell: Callable[[], None]) -> None:
        self._player = player
        self._tell = tell

    def act(self, view: View) -> Action | str:
        """Tell, then ask."""
        self._tell()
        return self._player.act(view)


def _ask(prompt: str) -> str:
    """Show a prompt, and read a line; what is read from a pipe is shown, too, so that the evening reads well."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    print(readable(line.rstrip("\n")))
    if not line:
        raise EOFError
    return line
