"""A slow shuffle, written from its description: the judge of the fast one.

The `ChaCha20` key stream with the block function of RFC 8439, a 64-bit counter and a 64-bit nonce, and the
Fisher–Yates shuffle that the documentation of `shuffled_deck` describes.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WORD = 2**32


def rotate(word: int, count: int) -> int:
    """A 32-bit word with its bits moved to the left, and round again."""
    return (word << count | word >> (32 - count)) % WORD


def quarter_round(state: list[int], a: int, b: int, c: int, d: int) -> None:
    """The quarter round of RFC 8439, section 2.1, on four words of the state."""
    for target, source, mixed, count in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[target] = (state[target] + state[source]) % WORD
        state[mixed] = rotate(state[mixed] ^ state[target], count)


def block(key: bytes, counter: int, nonce: int) -> bytes:
    """The 64 bytes of one block: section 2.3, with counter and nonce of 64 bits each."""
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", counter, nonce)))
    state = start.copy()
    for _ in range(10):
        for column in range(4):
            quarter_round(state, column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter_round(state, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return struct.pack("<16I", *((a + b) % WORD for a, b in zip(start, state, strict=True)))


def words(key: bytes, nonce: int) -> Iterator[int]:
    """The key stream from its start, as little-endian 32-bit words, without end."""
    counter = 0
    while True:
        yield from struct.unpack("<16I", block(key, counter, nonce))
        counter += 1


def below(bound: int, stream: Iterator[int]) -> int:
    """A number below *bound*, from the first word below the greatest multiple of *bound* that a word can reach."""
    limit = WORD // bound * bound
    return next(word for word in stream if word < limit) % bound


def shuffled_numbers(seed: int, number: int = 0) -> list[int]:
    """The numbers of the 32 cards in the order that a seed and a number give."""
    stream = words(seed.to_bytes(32, "little"), number)
    deck = list(range(32))
    for place in range(31, 0, -1):
        other = below(place + 1, stream)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def derived_seed(seed: int, number: int) -> int:
    """The seed that a seed and a number give for one thing out of many: the start of block 2³²."""
    return int.from_bytes(block(seed.to_bytes(32, "little"), 2**32, number)[:32], "little")
