"""The command line: reads what was typed, runs one command, and ends as command lines end.

The module of a command has a function ``add_options(parser)`` that describes it and sets its ``run``: a function that
takes the parsed arguments, writes its data to standard output, and raises `BadInput` for what it cannot use.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from svara.cli.console import BadInput
from svara.files import STANDARD_OUTPUT, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

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

FAILED, BAD_INPUT = 1, 2
INTERRUPTED, BROKEN_PIPE = 128 + 2, 128 + 13  # what a shell reports for SIGINT and SIGPIPE


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, and where to read on."""

    def error(self, message: str) -> NoReturn:
        """End with status 2 and one line on standard error."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


class ShowVersion(argparse.Action):
    """Prints the version. It is looked up only then: to look it up takes longer than to score a hand."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and end."""
        from importlib.metadata import version  # noqa: PLC0415  # as the class says

        print(f"svara {version('svara-engine')}")
        parser.exit()


def make_parser(command: str | None = None) -> Parser:
    """Return the parser of all commands, with the options of *command* alone: only its module is loaded."""
    parser = Parser(
        prog="svara",
        description="The three-card betting game Svara: what hands are worth, how often, and how often they win.",
        epilog="svara COMMAND --help tells more about a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and end")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, summary in COMMANDS.items():
        of_command = commands.add_parser(name, help=summary, allow_abbrev=False)
        if name == command:
            import_module(f"svara.cli.{name}").add_options(of_command)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that *arguments* (else ``sys.argv``) name and return its exit status.

    0; 2 for bad input, with one line on standard error; 1 if the output cannot be written; 130 after Ctrl-C and 141
    for a pipe that nobody reads any more, as if the signal had ended the process.
    """
    name = "svara"
    try:
        arguments = sys.argv[1:] if arguments is None else arguments
        parser = make_parser(next((word for word in arguments if not word.startswith("-")), None))
        parsed = parser.parse_args(arguments)
        if parsed.run is None:
            parser.print_help(sys.stderr)
            return BAD_INPUT
        name = f"svara {parsed.command}"
        try:
            parsed.run(parsed)
        finally:
            if sys.stdout is not None:  # it is None when it was closed before the start
                sys.stdout.flush()
    except BadInput as error:
        return _fail(f"{name}: {error}", BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return BROKEN_PIPE
    except OSError as error:
        file = STANDARD_OUTPUT if error.filename is None else shown(error.filename)  # what reads names its file itself
        if file == STANDARD_OUTPUT:
            _discard_output()
        return _fail(f"{name}: {file} cannot be written: {error.strerror or error}", FAILED)
    return 0


def _fail(message: str, status: int) -> int:
    print(message, file=sys.stderr)
    return status


def _discard_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not fail to write it at its end."""
    if sys.stdout is None:  # it was closed before the start
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
