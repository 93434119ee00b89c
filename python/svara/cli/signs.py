"""Substitutes for signs that an encoding does not have."""

from __future__ import annotations

import re

SUITS, BLOCKS = "♣♦♥♠", "▏▎▍▌▋▊▉█"
GROUPS = (
    (SUITS, "cdhs"),
    (BLOCKS, "#" * len(BLOCKS)),
    ("‘’‚‛“”„‟«»‹›", "''''\"\"\"\"\"\"''"),
    ("АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁ", "A B V G D E Zh Z I Y K L M N O P R S T U F H Ts Ch Sh Sht A Y Y E Yu Ya Yo"),
    ("абвгдежзийклмнопрстуфхцчшщъыьэюяё", "a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht a y y e yu ya yo"),
)
"""Groups of signs with their substitutes. Either all signs of a group are replaced, or none."""

POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
"""The digits of powers, which are replaced together: 2⁵³ becomes 2^53, not 253."""

OTHERS = {
    "±": "+/-",
    "‐": "-",
    "‑": "-",
    "–": "-",
    "—": "-",
    "−": "-",
    "…": "...",
    "×": "x",
    "·": ".",
    "•": "*",
    "→": "->",
    "≤": "<=",
    "≥": ">=",
    "≈": "~",
    "§": "section ",
    "№": "No.",
    "ß": "ss",
    "æ": "ae",
    "Æ": "AE",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "ı": "i",
    "İ": "I",
}
"""Substitutes of signs that are replaced one by one. A letter with a mark becomes the letter without it."""

_UNREAD = re.compile("[\udc80-\udcff]+")


class Signs(dict[int, str]):
    """A mapping from the number of a character to its text in an encoding: itself, if the encoding has it.

    >>> Signs("latin-1").show("Борис: 7♣ ±0.5… “né”, 2⁵³")
    'Boris: 7c ±0.5... "né", 2^53'
    """

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding
        for signs, substitutes in GROUPS:
            if not self.has(signs):
                words = substitutes.split() if " " in substitutes else substitutes
                self.update(zip(map(ord, signs), words, strict=True))
        self._has_powers = self.has(POWERS)

    def has(self, text: str) -> bool:
        """Whether the encoding has every character of *text*."""
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return False
        return True

    def show(self, text: str) -> str:
        """Return a text with substitutes for everything that the encoding does not have."""
        if not self._has_powers and any(sign in POWERS for sign in text):
            text = _without_powers(text)
        return _UNREAD.sub(_read, text).translate(self)

    def __missing__(self, number: int) -> str:
        sign = chr(number)
        self[number] = sign if self.has(sign) else self._substitute(sign)
        return self[number]

    def _substitute(self, sign: str) -> str:
        if sign in OTHERS:
            return OTHERS[sign]
        from unicodedata import category, east_asian_width, normalize  # noqa: PLC0415  # such signs are rare

        plain = "".join(
            [part for part in normalize("NFKD", sign) if part.isascii() or not category(part).startswith("M")]
        )
        if plain != sign and self.has(plain):
            return plain
        if category(sign) in {"Mn", "Me", "Cf"}:  # it has no width
            return ""
        return "??" if east_asian_width(sign) in {"W", "F"} else "?"


def _read(unread: re.Match[str]) -> str:
    """What the locale could not read of a file name, which may be UTF-8 all the same."""
    return unread[0].encode(errors="surrogateescape").decode(errors="replace")


def _without_powers(text: str) -> str:
    written, is_power = [], False
    for sign in text:
        digit = POWERS.find(sign)
        written.append(sign if digit < 0 else f"{digit}" if is_power else f"^{digit}")
        is_power = digit >= 0
    return "".join(written)
