"""Lines of a file of records: reading them in constant memory, and recognizing a line that a kill or a crash has torn.

Every record is one line. A kill can leave only the beginning of a line, without a line feed. A crash of the file system
can leave zeros after it or in its place.
"""

from __future__ import annotations

from svara.errors import InvalidRecord
from svara.records.form import FIELDS, MAX_BYTES, check_fields_so_far, lazy, parse, without_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Source(Protocol):
        """A file that is open for reading, of bytes or of text."""

        def readline(self, size: int, /) -> bytes | str:
            """Return the next line, or as much of it as *size* allows."""
            ...


class Lines:
    """Reads lines one after the other, each up to the greatest length of a record.

    A longer line is returned without its rest. Any number of zeros at the end of the file are returned as one zero.
    """

    def __init__(self, file: Source) -> None:
        self._file = file
        self._rest_is_coming = False
        self.number = 0
        """The number of the line that was read last, from 1."""

    def read(self) -> bytes | str:
        """Return the next line with its line feed, if it has one; an empty line at the end of the file."""
        while self._rest_is_coming:
            self._rest_is_coming = _is_cut(self._file.readline(MAX_BYTES))
        line = self._file.readline(MAX_BYTES + 1)
        if line:
            self.number += 1
        if len(line) > MAX_BYTES and _is_cut(line):
            rest = line[-1:]
            while rest and not without_zeros(rest):
                rest = self._file.readline(MAX_BYTES)
            if not rest:
                return line[: len(without_zeros(line)) + 1]
            self._rest_is_coming = _is_cut(rest)
        return line

    @property
    def is_all(self) -> bool:
        """Whether the whole line was read: it was not too long."""
        return not self._rest_is_coming


def has_end(line: bytes | str) -> bool:
    """Whether a line ends with a line feed."""
    return line.endswith(b"\n") if isinstance(line, bytes) else line.endswith("\n")


def _is_cut(line: bytes | str) -> bool:
    """Whether a line is not read to its line feed: it is longer, or the file ends in it."""
    return bool(line) and not has_end(line)


def is_blank(line: bytes | str) -> bool:
    """Whether a line has only blanks in it, after a byte order mark."""
    line = without_mark(line)
    return not (line.strip(" \t\r\n") if isinstance(line, str) else line.strip(b" \t\r\n"))


def without_zeros(line: bytes | str) -> bytes | str:
    """Return a line without the zeros at its end."""
    return line.rstrip("\0") if isinstance(line, str) else line.rstrip(b"\0")


def is_beginning(line: bytes | str) -> bool:
    """Whether a text is the beginning of a record but not a complete one, as after a kill.

    It must be the beginning of a JSON object whose complete fields are fields of a record.

    >>> is_beginning('{"version":1,"stacks":[30,3'), is_beginning('{"version":1,"diary":'), is_beginning("{}x")
    (True, False, False)
    """
    line = without_mark(line)
    try:
        text = line if isinstance(line, str) else _decode(line)
    except UnicodeDecodeError:
        return False
    text = text.lstrip(BLANKS)
    parts = _split(text)
    if parts is None:
        return False
    whole, rest, brackets = parts
    try:
        fields = parse(whole)
        check_fields_so_far(fields)
    except InvalidRecord:
        return False
    name = next((name for name in FIELDS if name not in fields and rest.startswith(f'"{name}"')), None)
    if name is None:
        return any(f'"{name}"'.startswith(rest) for name in FIELDS if name not in fields)
    colon = rest[len(name) + 2 :].lstrip(BLANKS)
    value = colon[1:].lstrip(BLANKS)
    return colon[:1] in {"", ":"} and (not value or any(_is_json(f"{value}{end}{brackets}") for end in ENDS))


def _decode(line: bytes) -> str:
    """Decode bytes whose last character may be cut. A replacement character stands for the cut one."""
    from codecs import getincrementaldecoder  # noqa: PLC0415  # hardly ever needed

    decoder = getincrementaldecoder("utf-8")()
    text: str = decoder.decode(line)
    return text + "\ufffd" * bool(decoder.getstate()[0])


@lazy
def _signs() -> Any:
    """Compile the pattern of the texts, of which the last may have no end, and of the signs between values."""
    import re  # noqa: PLC0415  # hardly ever needed

    return re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{},]', re.DOTALL).finditer


def _split(text: str) -> tuple[str, str, str] | None:
    """Split an object without an end into its complete fields, the incomplete field, and the brackets to close that."""
    open_brackets: list[str] = []
    comma = 0
    for found in _signs()(text):
        sign = found[0]
        if sign in {"{", "["}:
            open_brackets.append("}" if sign == "{" else "]")
        elif sign in {"}", "]"} and (len(open_brackets) < 2 or open_brackets.pop() != sign):
            return None
        elif sign == "," and len(open_brackets) == 1:
            comma = found.start()
    if not text.startswith("{"):
        return None
    rest = text[comma + 1 :].lstrip(BLANKS)
    return f"{text[: max(comma, 1)]}}}", rest, "".join(reversed(open_brackets[1:]))


def _is_json(text: str) -> bool:
    try:
        parse(text)
    except InvalidRecord:
        return False
    return True


BLANKS = " \t\r\n"
_LITERALS = [literal[cut:] for literal in ("true", "false", "null") for cut in range(1, len(literal))]
_IN_TEXT = ['"', 'n"', *(f'{"0" * digits}"' for digits in range(1, 5))]
ENDS = ["", "0", *_LITERALS, *_IN_TEXT, *(f"{end}:0" for end in ("", *_IN_TEXT)), '"":0']
"""The endings that can complete a value that was cut, before open brackets are closed."""
