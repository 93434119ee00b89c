"""Solutions as files.

The first line of a file names the form, its version and the CRC-32 of all that follows, in 8 hexadecimal digits. The
second is JSON: the game, the origin of the solution, and how many bytes of strategy each game has. Then comes the
strategy: for every game, every node where a seat acts, every action and every class of hands a share, as a 32-bit
floating-point number, the lowest byte first. Nothing is compressed: the length of a file says at once whether it can be
what it claims to be.
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
"""The line of JSON is not longer: it grows with the number of games, and not with their nodes."""
CHUNK = 2**20
"""How many bytes are read at once where a file does not know its own length."""


def save(path: str | PathLike[str], game: HeadsUpGame, strategy: Strategy, origin: Origin) -> None:
    """Write a solution to a file, which is replaced only when all of the new one is written."""
    with WholeFile(path) as whole:
        for piece in pack(game, strategy, origin):
            whole.file.write(piece)


def load(path: str | PathLike[str]) -> tuple[HeadsUpGame, Strategy, Origin]:
    """Read a file that `save` wrote, and make its game from the rules again."""
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
    """The CRC-32 of all but the first line: it finds bits that flipped where every value is still possible."""
    crc = crc32(head)
    for part in parts:
        crc = crc32(part, crc)
    return crc


def read(file: IO[bytes], name: str) -> tuple[HeadsUpGame, Strategy, Origin]:
    """Return the solution that a file of this name contains.

    A file costs no more than its own length: the first line is read first, then the line of JSON, and a game is made
    only where the rest is as long as the JSON says.
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
    """Read what follows the first line."""
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
    # Every node is the start of a game or an action, and every game but a deal without bets has an action.
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
    """Read the rest of a file, if it has this length: no more is asked for than is there."""
    pieces = []
    left = length + 1  # one more, to come to the end if it is one
    while left > 0 and (piece := file.read(min(left, CHUNK))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces) if left == 1 else None
