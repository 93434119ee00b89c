"""Solutions as files.

The first line of a file names the format, its version, and the CRC-32 of everything after this line, in 8 hexadecimal
digits. The second line is JSON: the game, the origin of the solution, and the number of bytes of strategy of each game.
The strategy follows. For every game, every node where a seat acts, every action and every class of hands, it has a
share as a 32-bit floating-point number, in little-endian order. Nothing is compressed, so the length of a file shows at
once whether its second line can be true.
"""

from __future__ import annotations

import json
from binascii import crc32

from svara._core import Strategy
from svara.checks import is_whole, show
from svara.errors import InvalidGame
from svara.files import WholeFile
from svara.rules import Rules
from svara.solver.menu import Menu
from svara.solver.origin import Origin
from svara.solver.tree import CLASSES
from svara.solver.walk import make_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike
    from typing import IO, Any

    from svara.solver.tree import HeadsUpGame

FORM = b"svara solution "
VERSION = 3
MAX_FIRST_LINE = 64
MAX_HEAD = 2**20
"""The greatest length of the line of JSON, which grows with the number of games, not with their nodes."""
CHUNK = 2**20
"""The number of bytes that are read at once if the length of a file is unknown."""


def save(path: str | PathLike[str], game: HeadsUpGame, strategy: Strategy, origin: Origin) -> None:
    """Write a solution to a file. An old file is replaced when the new one is complete."""
    with WholeFile(path) as whole:
        for piece in pack(game, strategy, origin):
            whole.file.write(piece)


def load(path: str | PathLike[str]) -> tuple[HeadsUpGame, Strategy, Origin]:
    """Read a file that `save` wrote, and build its game again from the rules."""
    with open(path, "rb") as file:  # noqa: PTH123  # pathlib takes longer to import than the rest of svara
        return read(file, show(str(path)))


def pack(game: HeadsUpGame, strategy: Strategy, origin: Origin) -> Iterator[bytes]:
    """Yield the content of a file, piece by piece."""
    parts = [strategy.to_bytes(number) for number in range(len(game.trees))]
    fields = {
        "rules": game.rules.to_dict(),
        "stacks": list(game.stacks),
        "menu": game.menu.to_dict(),
        **origin.to_dict(),
        "sizes": [len(part) for part in parts],
    }
    head = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    yield b"%b%d %08x\n" % (FORM, VERSION, _checksum(head, parts))
    yield head
    yield from parts


def _checksum(head: bytes, parts: Iterable[bytes]) -> int:
    """Return the CRC-32 of everything but the first line. It also finds damage that leaves valid values."""
    crc = crc32(head)
    for part in parts:
        crc = crc32(part, crc)
    return crc


def read(file: IO[bytes], name: str) -> tuple[HeadsUpGame, Strategy, Origin]:
    """Return the solution in an open file; *name* is for messages.

    A bad file costs no more memory than its own length: first its first line is read and checked, then the line of
    JSON. The game is built only if the rest has the length that the JSON states.
    """
    first = file.readline(MAX_FIRST_LINE)
    if not first.startswith(FORM):
        raise InvalidGame(f"{name} is not a solution: its first line is not '{FORM.decode()}{VERSION}'")
    version, _, crc = first[len(FORM) :].decode(errors="replace").partition(" ")
    if version != str(VERSION):
        raise InvalidGame(f"{name} is a solution of version {show(version.strip())}: this is version {VERSION}")
    try:
        return _read_rest(file, crc)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise InvalidGame(f"{name} cannot be read as a solution, it was damaged: {reason[:200]}") from None


def _read_rest(file: IO[bytes], crc: str) -> tuple[HeadsUpGame, Strategy, Origin]:
    """Read everything after the first line."""
    head = file.readline(MAX_HEAD)
    if not head.endswith(b"\n"):
        msg = f"its second line has no end within {MAX_HEAD:,} bytes"
        raise InvalidGame(msg)
    fields: dict[str, Any] = json.loads(head)
    origin = Origin.from_dict(fields)
    sizes = fields["sizes"]
    if not isinstance(sizes, list) or not all(is_whole(size, 0) for size in sizes):
        msg = "it does not say how long its strategy is"
        raise InvalidGame(msg)
    length = sum(sizes)
    numbers = _read_exactly(file, length)
    if numbers is None:
        msg = f"its strategy does not have the {show(length)} bytes that it says"
        raise InvalidGame(msg)
    if crc != f"{_checksum(head, [numbers]):08x}\n":
        msg = "its content does not have the checksum that it says"
        raise InvalidGame(msg)
    rules, menu = Rules.from_dict(fields["rules"]), Menu.from_dict(fields["menu"])
    # Each node but the first of a game has an action before it, and only a deal without bets has no action.
    game = make_game(rules, fields["stacks"], menu=menu, max_nodes=1 + 2 * length // (4 * CLASSES))
    games = game.for_core()
    if sizes != [4 * width for width in games.widths]:
        msg = "its strategy is for another game"
        raise InvalidGame(msg)
    parts = []
    start = 0
    for size in sizes:
        parts.append(numbers[start : start + size])
        start += size
    return game, Strategy(games, parts), origin


def _read_exactly(file: IO[bytes], length: int) -> bytes | None:
    """Read the rest of a file if it has this length. No more memory is used than the file has bytes."""
    pieces = []
    left = length + 1  # one byte more, which must be missing
    while left > 0 and (piece := file.read(min(left, CHUNK))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces) if left == 1 else None
