"""Solutions as files.

A file is a line of text that names the form and its version, and then, compressed by zlib, a line of JSON that says of
which game the solution is and how it came about, and the strategy: for every game, every node where somebody acts,
every action and every class of hands, how often it is played, as a 32-bit floating-point number, the lowest byte first.
"""

from __future__ import annotations

import json
import zlib

from svara._core import Strategy
from svara.checks import is_whole
from svara.errors import InvalidGame
from svara.rules import Rules
from svara.solver.menu import Menu
from svara.solver.solution import CLASSES, Solution, core_games
from svara.solver.tree import make_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORM = b"svara solution "
VERSION = 1
MOST_HEAD = 2**24
"""The line of JSON, and what comes with it when that is unpacked, are not longer."""
MOST_RATIO = 1_032
"""Zlib makes nothing smaller by more than that."""


def pack(solution: Solution) -> bytes:
    """Return a solution as the content of a file."""
    strategy = solution._strategy
    parts = [strategy.to_bytes(game) for game in range(len(strategy.games.widths))]
    fields = {
        "rules": solution.rules.to_dict(),
        "stacks": list(solution.stacks),
        "menu": solution.menu.to_dict(),
        "target": solution.target,
        "is_complete": solution.is_complete,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "sizes": [len(part) for part in parts],
    }
    content = json.dumps(fields, ensure_ascii=False).encode() + b"\n" + b"".join(parts)
    return b"%b%d\n%b" % (FORM, VERSION, zlib.compress(content, 9))


def unpack(data: bytes, name: str) -> Solution:
    """Return the solution that a file of this name contains."""
    first, _, packed = data.partition(b"\n")
    if not first.startswith(FORM):
        raise InvalidGame(f"{name} is no solution: its first line is not '{FORM.decode()}{VERSION}'")
    if first != b"%b%d" % (FORM, VERSION):
        version = first[len(FORM) :].decode(errors="replace")[:20]
        raise InvalidGame(f"{name} is a solution of version {version!r}: this is version {VERSION}")
    try:
        # A small file may claim to be a vast one: no more of it is unpacked than the game needs that it says it is of.
        unpacker = zlib.decompressobj()
        head, _, numbers = unpacker.decompress(packed, MOST_HEAD).partition(b"\n")
        fields: dict[str, Any] = json.loads(head)
        _check(fields)
        rules, menu = Rules.from_dict(fields["rules"]), Menu.from_dict(fields["menu"])
        # Every node is the start of a game or an action, and every game but a deal without bets has an action.
        most_bytes = min(sum(fields["sizes"]), MOST_RATIO * len(packed))
        game = make_game(rules, fields["stacks"], menu=menu, most_nodes=1 + 2 * most_bytes // (4 * CLASSES))
        games = core_games(game)
        sizes = [4 * width for width in games.widths]
        missing = sum(sizes) - len(numbers)
        if fields["sizes"] != sizes or missing < 0:
            msg = "its strategy is for another game"
            raise InvalidGame(msg)
        rest = unpacker.decompress(unpacker.unconsumed_tail, missing + 1)  # one more, to come to the end if it is one
        if len(rest) != missing or not unpacker.eof or unpacker.unused_data:
            msg = "it is not as long as it was"
            raise InvalidGame(msg)
        numbers += rest
        parts = []
        for size in sizes:
            parts.append(numbers[:size])
            numbers = numbers[size:]
        return Solution(
            game,
            Strategy(games, parts),
            target=fields["target"],
            is_complete=fields["is_complete"],
            iterations=fields["iterations"],
            seconds=fields["seconds"],
        )
    except (zlib.error, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidGame(
            f"{name} cannot be read as a solution, it was damaged: {' '.join(str(error).split())}"
        ) from None


def _check(fields: dict[str, Any]) -> None:
    """Refuse what `pack` does not write of how a solution came about."""
    target, seconds = fields["target"], fields["seconds"]
    are_numbers = isinstance(target, float) and isinstance(seconds, float) and is_whole(fields["iterations"], 0)
    if not are_numbers or not (0 < target < float("inf") and 0 <= seconds < float("inf")):
        msg = "it does not say how it came about"
        raise InvalidGame(msg)
    if not isinstance(fields["sizes"], list) or not all(is_whole(size, 0) for size in fields["sizes"]):
        msg = "it does not say how long its strategy is"
        raise InvalidGame(msg)
    if not isinstance(fields["is_complete"], bool):
        msg = "it does not say whether it is complete"
        raise InvalidGame(msg)
