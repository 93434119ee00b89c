"""The command line: reads what was typed and runs one command.

The module of a command has a function ``add_options(parser)`` that describes it and sets its ``run``: a function that
takes the parsed arguments, writes its data to standard output, and raises `BadInput` for what it cannot use.
"""

from __future__ import annotations

import argparse
import re
import sys
from importlib import import_module

from svara.cli import process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from _typeshed import SupportsWrite

COMMANDS = {
    "points": "what hands are worth",
    "hands": "how many hands have how many points",
    "odds": "the chance to win, to tie and to lose with a hand",
    "chart": "what each number of points is worth",
    "play": "play an evening against the shipped players",
    "replay": "tell recorded deals again",
    "export": "turn records into tables for analysis",
    "simulate": "what players win from each other in many deals",
    "solve": "find out how two seats should play a deal",
    "advise": "what a solution does in a deal of two seats, and what that wins",
}
"""The commands and what each does. The module of the same name beside this one describes its options and runs it."""

MAX_ECHO = 60
"""How many characters of a word that was typed a message repeats."""


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, and where to read on."""

    def error(self, message: str) -> NoReturn:
        """End with status 2 and one line on standard error."""
        message = re.sub(rf"[^\s'\"]{{{MAX_ECHO},}}", lambda word: f"{word[0][: MAX_ECHO - 1]}…", message)
        process.note(f"{self.prog}: {message} (see {self.prog} --help)")
        self.exit(process.BAD_INPUT)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Write help. An error is not passed over in silence, as it is by argparse."""
        (file or sys.stderr).write(message)


class ShowVersion(argparse.Action):
    """Prints the version."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and end."""
        from svara._core import VERSION  # noqa: PLC0415  # for this option alone

        print(f"svara {VERSION}")
        parser.exit()


def make_parser(command: str | None = None) -> tuple[Parser, Parser]:
    """Return the parser of all commands, and that of *command*, whose module alone is loaded."""
    parser = Parser(
        prog="svara",
        description="The three-card betting game Svara: what hands are worth, how often, and how often they win.",
        epilog="svara COMMAND --help tells more about a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and end")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    chosen = parser
    for name, summary in COMMANDS.items():
        of_command = commands.add_parser(name, help=summary, allow_abbrev=False)
        if name == command:
            import_module(f"svara.cli.{name}").add_options(of_command)
            chosen = of_command
    return parser, chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that *arguments* (else the command line) name and return its exit status.

    0; 2 for bad input, with one line on standard error; 1 if the output cannot be written; 130 after Ctrl-C and 141
    for a pipe that nobody reads any more, as if the signal had ended the process; 129 and 143 likewise where `svara
    play` has ended its evening after SIGHUP or SIGTERM.
    """
    name = "svara"

    def act() -> None:
        nonlocal name
        words = process.arguments() if arguments is None else arguments
        command = next((word for word in words if not word.startswith("-")), None)
        parser, of_command = make_parser(command)
        parsed, unknown = parser.parse_known_args(words)
        if unknown:
            of_command.error(f"unrecognized arguments: {' '.join(unknown)}")
        if parsed.run is None:
            parser.print_help(sys.stderr)
            parser.exit(process.BAD_INPUT)
        name = f"svara {parsed.command}"
        parsed.run(parsed)

    return process.run(act, lambda: name)
