"""The command line: parses the arguments and runs one command.

The module of a command has a function ``add_options(parser)``, which describes the command and sets its ``run``. That
function takes the parsed arguments, writes its data to standard output, and raises `BadInput` for input it cannot use.
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
    "replay": "replay recorded deals",
    "export": "turn records into tables for analysis",
    "simulate": "what players win from each other in many deals",
    "solve": "find out how two seats should play a deal",
    "advise": "advice from a solution of a deal of two seats",
}
"""The commands with their descriptions. The module with the same name describes the options and runs the command."""

MAX_ECHO = 60
"""The number of characters of an argument that a message repeats."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, with a hint where to read on."""

    def error(self, message: str) -> NoReturn:
        """End with status 2 and one line on standard error."""
        message = re.sub(rf"[^\s'\"]{{{MAX_ECHO},}}", lambda word: f"{word[0][: MAX_ECHO - 1]}…", message)
        process.note(f"{self.prog}: {message} (see {self.prog} --help)")
        self.exit(process.BAD_INPUT)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Write help. Unlike in argparse, an error of the stream is raised."""
        (file or sys.stderr).write(message)


class ShowVersion(argparse.Action):
    """Prints the version."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and end."""
        from svara._core import VERSION  # noqa: PLC0415  # for this option alone

        print(f"svara {VERSION}")
        parser.exit()


def make_parser(command: str | None = None) -> tuple[Parser, Parser]:
    """Return the parser of all commands, and the parser of *command*. Only the module of that command is loaded."""
    parser = Parser(
        prog="svara",
        description="The three-card betting game Svara: points, odds, games at the terminal, records and solutions.",
        epilog="svara COMMAND --help describes a command.",
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
    """Run the command in *arguments* and return its exit status (default: the arguments of the process).

    The status is 0 after success, 2 for bad input, with one line on standard error, and 1 if the output cannot be
    written. It is 130 after Ctrl-C and 141 for a pipe without a reader, as if the signal had ended the process, and 129
    or 143 if `svara play` has ended its evening after SIGHUP or SIGTERM.
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
