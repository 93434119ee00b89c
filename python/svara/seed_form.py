"""Seeds as text: ``0x`` and 64 hexadecimal digits. Seeds have this form in all files that other programs read.

A seed has up to 256 bits. Most readers of JSON round such a number, and some readers of tables refuse it. A text of
fixed length is the same for all of them.
"""

from __future__ import annotations

from svara.checks import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DIGITS = 64
MAX_DECIMALS = 78  # of the greatest seed
SEED_IS = f"a text of 0x and {DIGITS} hexadecimal digits, in small letters"


def write_seed(seed: int) -> str:
    """Return a seed as text.

    >>> write_seed(7)
    '0x0000000000000000000000000000000000000000000000000000000000000007'
    """
    return f"0x{seed:0{DIGITS}x}"


def is_seed(text: object) -> bool:
    """Whether a text has the form of `write_seed`."""
    return (
        type(text) is str
        and len(text) == DIGITS + 2
        and text.startswith("0x")
        and not text[2:].strip("0123456789abcdef")
    )


def parse_seed(text: str) -> int | None:
    """Return the seed that a person gives as text, or `None` if the text is not one.

    A seed is given in decimal digits, as `write_seed` writes it, or as exported tables have it, with ``0x_``.

    >>> parse_seed("7"), parse_seed(write_seed(7)), parse_seed(write_seed(7).replace("0x", "0x_")), parse_seed("0x7")
    (7, 7, 7, None)
    """
    if text.isascii() and text.isdigit() and len(text) <= MAX_DECIMALS:
        seed = int(text)
        return seed if seed < 1 << 256 else None
    written = text.replace("0x_", "0x", 1)
    return int(written, 16) if is_seed(written) else None


def read_seed(text: object, error: type[ValueError]) -> int:
    """Return the seed of a text that `write_seed` wrote, or raise *error*.

    >>> read_seed("0x" + "0" * 63 + "7", ValueError)
    7
    >>> read_seed(7, ValueError)
    Traceback (most recent call last):
        ...
    ValueError: the seed cannot be 7: it is a text of 0x and 64 hexadecimal digits, in small letters
    """
    if not is_seed(text):
        msg = f"the seed cannot be {show(text)}: it is {SEED_IS}"
        raise error(msg)
    written: Any = text
    return int(written, 16)
