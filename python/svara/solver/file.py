"""Solutions as files.

A file is a line of text that names the form and its version, and then, compressed by zlib, a line of JSON with the game
and the origin of the solution, and the strategy: for every game, every node where a seat acts, every action and every
class of hands a share, as a 32-bit floating-point number, the lowest byte first.
"""

from __future__ import annotations

import json
import zlib

from svara._core import Strategy
from svara.checks import is_whole, show
from svara.errors import InvalidGame
from svara.rules import Rules
from svara.solver.menu import Menu
from svara.solver.origin import Origin
from svara.solver.tree import CLASSES
from svara.solver.walk import make_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

    from svara.solver.tree import HeadsUpGame

FORM = b"svara solution "
VERSION = 2
MAX_HEAD = 2**24
"""The line of JSON, and what is unpacked together with it, are not longer."""
MAX_RATIO = 1_032
"""Zlib makes nothing smaller by more than that."""


def save(path: str | PathLike[str], game: HeadsUpGame, strategy: Strategy, origin: Origin) -> None:
    """Write a solution to a file, which is replaced only when all of the new one is written."""
    from os import path as paths  # noqa: PLC0415  # `import svara` imports nothing that it can do without
    from os import replace  # noqa: PLC0415  # the same

    data = pack(game, strategy, origin)
    file = paths.realpath(path)
    is_device = paths.exists(file) and not paths.isfile(file)  # noqa: PTH110, PTH113  # as below
    part = file if is_device else f"{file}.part"
    with open(part, "wb") as opened:  # noqa: PTH123  # pathlib takes longer to import than the rest of svara
        opened.write(data)
    if not is_device:
        replace(part, file)  # noqa: PTH105  # the same


def load(path: str | PathLike[str]) -> tuple[HeadsUpGame, Strategy, Origin]:
    """Read a file that `save` wrote, and make its game from the rules again."""
    with open(path, "rb") as file:  # noqa: PTH123  # as above
        return unpack(file.read(), show(str(path)))


def pack(game: HeadsUpGame, strategy: Strategy, origin: Origin) -> bytes:
    """Return a solution as the content of a file."""
    parts = [strategy.to_bytes(number) for number in range(len(game.trees))]
    fields = {
        "rules": game.rules.to_dict(),
        "stacks": list(game.stacks),
        "menu": game.menu.to_dict(),
        **origin.to_dict(),
        "sizes": [len(part) for part in parts],
    }
    content = json.dumps(fields, ensure_ascii=False).encode() + b"\n" + b"".join(parts)
    return b"%b%d\n%b" % (FORM, VERSION, zlib.compress(content, 9))


def unpack(data: bytes, name: str) -> tuple[HeadsUpGame, Strategy, Origin]:
    """Return the solution that a file of this name contains."""
    first, _, packed = data.partition(b"\n")
    if not first.startswith(FORM):
        raise InvalidGame(f"{name} is not a solution: its first line is not '{FORM.decode()}{VERSION}'")
    if first != b"%b%d" % (FORM, VERSION):
        version = first[len(FORM) :].decode(errors="replace")[:20]
        raise InvalidGame(f"{name} is a solution of version {version!r}: this is version {VERSION}")
    try:
        return _unpack(packed)
    except (zlib.error, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidGame(
            f"{name} cannot be read as a solution, it was damaged: {' '.join(str(error).split())}"
        ) from None


def _unpack(packed: bytes) -> tuple[HeadsUpGame, Strategy, Origin]:
    """Read what follows the first line.

    A small file may claim to be a vast one: no more of it is unpacked than the game needs that it says it is of.
    """
    unpacker = zlib.decompressobj()
    head, _, numbers = unpacker.decompress(packed, MAX_HEAD).partition(b"\n")
    fields: dict[str, Any] = json.loads(head)
    origin = Origin.from_dict(fields)
    if not isinstance(fields["sizes"], list) or not all(is_whole(size, 0) for size in fields["sizes"]):
        msg = "it does not say how long its strategy is"
        raise InvalidGame(msg)
    rules, menu = Rules.from_dict(fields["rules"]), Menu.from_dict(fields["menu"])
    # Every node is the start of a game or an action, and every game but a deal without bets has an action.
    max_bytes = min(sum(fields["sizes"]), MAX_RATIO * len(packed))
    game = make_game(rules, fields["stacks"], menu=menu, max_nodes=1 + 2 * max_bytes // (4 * CLASSES))
    games = game.for_core()
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
    return game, Strategy(games, parts), origin
