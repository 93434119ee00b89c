"""The command line: reads what was typed, runs one command, and ends as command lines end.

A command is a function ``add_…(commands)`` that adds a parser and sets its ``run``: a function that takes the parsed
arguments, writes its data to standard output, and raises `BadInput` for what it cannot use. `COMMANDS` lists them.
"""

from __future__ import annotations

import argparse
import os
import sys

from svara import cli_advise, cli_hands, cli_odds, cli_play, cli_records, cli_simulate, cli_solve
from svara.console import BadInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from svara.cli_hands import Commands

COMMANDS: tuple[Callable[[Commands], None], ...] = (
    cli_hands.add_points,
    cli_hands.add_hands,
    cli_odds.add_odds,
    cli_odds.add_chart,
    cli_play.add_play,
    cli_records.add_replay,
    cli_records.add_export,
    cli_simulate.add_simulate,
    cli_solve.add_solve,
    cli_advise.add_advise,
)

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


def make_parser() -> Parser:
    """Return the parser of all commands."""
    parser = Parser(
        prog="svara",
        description="The three-card betting game Svara: what hands are worth, how often, and how often they win.",
        epilog="svara COMMAND --help tells more about a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and end")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for add in COMMANDS:
        add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that *arguments* (else ``sys.argv``) name and return its exit status.

    0; 2 for bad input, with one line on standard error; 1 if the output cannot be written; 130 after Ctrl-C and 141
    for a pipe that nobody reads any more, as if the signal had ended the process.
    """
    name = "svara"
    try:
        parser = make_parser()
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
        _discard_output()
        return _fail(f"{name}: {error.strerror or error}", FAILED)
    return 0


def _fail(message: str, status: int) -> int:
    print(message, file=sys.stderr)
    return status


def _discard_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not fail to write it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
