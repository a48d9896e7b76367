"""Reading text with the place of every fault: a `Piece` is a part of a text that knows where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, quote

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

LONGEST_TEXT = 64 * 2**20  # a board of a million cells takes 7 MB; above this it is no instance but an accident


@dataclass(frozen=True, slots=True)
class Piece:
    r"""A part of a text that knows where it stands: `source[start:end]`.

    `where` is the JSON key the source came from, if any.

    Examples
    --------
    >>> piece = Piece.whole("AS 2S\nKD 3Z").part(9, 11)
    >>> print(piece.error("is not a card"))
    line 2, column 4: '3Z' is not a card
    """

    source: str
    start: int
    end: int
    where: str = ""

    @classmethod
    def whole(cls, source: str, where: str = "") -> Piece:
        """Return the piece that is the whole of a text."""
        return cls(source, 0, len(source), where)

    @property
    def text(self) -> str:
        """The characters of the piece."""
        return self.source[self.start : self.end]

    def part(self, start: int, end: int) -> Piece:
        """Return the part from `start` to `end`, counted inside this piece."""
        return Piece(self.source, self.start + start, self.start + end, self.where)

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of the first character, from 1."""
        line = self.source.count("\n", 0, self.start) + 1
        return line, self.start - self.source.rfind("\n", 0, self.start)

    def error(self, what: str, *, kind: str = "format") -> FormatError:
        """Make the error that quotes this piece, as in ``line 2, column 4: '3Z' is not a card``."""
        return self.fault(f"{quote(self.text)} {what}", kind=kind)

    def fault(self, message: str, *, kind: str = "format") -> FormatError:
        """Make an error at this place with a message of its own."""
        line, column = self.place
        if self.where and "\n" not in self.source:
            line = 0  # a JSON string of one line: its key says where
        return FormatError(message, line=line, column=column, where=self.where, kind=kind)


def lines(piece: Piece) -> Iterator[Piece]:
    """Yield the lines of a piece without their ends (LF, CRLF or CR)."""
    start = 0
    for line in piece.text.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        yield piece.part(start, start + len(bare))
        start += len(line)


def clean(text: str) -> str:
    """Check that a text is text, and drop a byte-order mark.

    Raises
    ------
    FormatError
        If the text is empty, binary or longer than `LONGEST_TEXT`.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST_TEXT:
        raise FormatError(
            f"the text has {len(text)} characters, more than the limit of {LONGEST_TEXT}", kind="too-long"
        )
    if not text or text.isspace():
        raise FormatError("the text is empty", kind="empty")
    zero = text.find("\0")
    if zero >= 0:
        raise Piece(text, zero, zero + 1).fault("this is not a text file: it has a NUL byte", kind="binary")
    return text


def keyed(text: str, keys: Collection[str]) -> tuple[dict[str, Piece], Piece]:
    r"""Split a text into its ``key: value`` lines and the rest; lines that start with ``//`` say nothing.

    Parameters
    ----------
    text
        The whole text.
    keys
        The words that may stand before a colon, in lower case.

    Returns
    -------
    tuple
        The values by key, and the text with blanks in place of those lines, so that every place stays the same.

    Raises
    ------
    FormatError
        If a key stands twice.

    Examples
    --------
    >>> values, rest = keyed("AS 2S 3S\ndecks: 3", {"decks"})
    >>> values["decks"].text, rest.text.strip()
    ('3', 'AS 2S 3S')
    """
    values: dict[str, Piece] = {}
    rest: list[str] = []
    at = 0
    for line in lines(Piece.whole(text)):
        key, colon, value = line.text.partition(":")
        key = key.strip().lower()
        if colon and key in keys:
            if key in values:
                raise line.fault(f"{quote(key)} is repeated", kind="key-twice")
            start = len(line.text) - len(value.lstrip())
            values[key] = line.part(start, max(start, len(line.text.rstrip())))
        elif not key.startswith("//"):
            continue
        rest += [text[at : line.start], " " * (line.end - line.start)]
        at = line.end
    return values, Piece.whole("".join([*rest, text[at:]]))
