"""Reading text with the place of every fault. A `Piece` is a part that knows its place. Sizes are read with a limit."""

import math
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote

LONGEST_TEXT = 64 * 2**20  # a board of a million cells takes 7 MB; a text above this is an accident, not an instance
MOST_DIGITS = 18  # digits of a number that is written in full
ENDS = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"  # line ends, as for `str.splitlines`
BLANKS = rf"[^\S{ENDS}]*+"  # blanks within a line
LINE_START, LINE_END = rf"(?<![^{ENDS}])", rf"(?![^{ENDS}])"
_LINE = re.compile(rf"{LINE_START}{BLANKS}\S[^{ENDS}]*+")
INTEGER_PATTERN = re.compile("[+-]?[0-9]{1,4000}")  # Python reads no more digits at once


class Drawing(str):
    """A complete drawing as SVG, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Piece:
    r"""A part of a text that knows its place: ``full_text[start:end]``.

    `location` is the JSON key from which the text came, if any.

    Examples
    --------
    >>> piece = Piece.of_text("AS 2S\nKD 3Z").sub_piece(9, 11)
    >>> print(piece.error("is not a card"))
    line 2, column 4: '3Z' is not a card
    """

    full_text: str
    start: int
    end: int
    location: str = ""

    @classmethod
    def of_text(cls, source: str, location: str = "") -> "Piece":
        """Return the piece that covers a whole text."""
        return cls(source, 0, len(source), location)

    @property
    def text(self) -> str:
        """The characters of the piece."""
        return self.full_text[self.start : self.end]

    def sub_piece(self, start: int, end: int) -> "Piece":
        """Return the part from `start` to `end`, relative to this piece."""
        return Piece(self.full_text, self.start + start, self.start + end, self.location)

    def match_group(self, match: re.Match[str], group: int | str = 0) -> "Piece":
        """Return the part that a pattern matched in the full text."""
        return Piece(self.full_text, *match.span(group), self.location)

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of the first character, from 1."""
        line = self.full_text.count("\n", 0, self.start) + 1
        return line, self.start - self.full_text.rfind("\n", 0, self.start)

    def error(self, complaint: str, *, kind: str = "format") -> FormatError:
        """Return an error that quotes this piece, as in ``line 2, column 4: '3Z' is not a card``."""
        return self.fault(f"{quote(self.text)} {complaint}", kind=kind)

    def fault(self, message: str, *, kind: str = "format") -> FormatError:
        """Return an error at this place with a given message."""
        line, column = self.place
        if self.location and "\n" not in self.full_text:
            line = 0  # a JSON string of one line: its key is the place
        return FormatError(message, line=line, column=column, where=self.location, kind=kind)


def lines(piece: Piece) -> Iterator[Piece]:
    """Yield the non-blank lines of a piece, without their line ends."""
    for line in _LINE.finditer(piece.text):
        yield piece.sub_piece(*line.span())


def limit_pieces(pieces: Iterable[Piece], piece_limit: int, named: str) -> Iterator[Piece]:
    r"""Yield pieces, and refuse one more than the limit without reading the rest.

    >>> list(limit_pieces(lines(Piece.of_text("a\nb")), 1, "the number of rows"))
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: line 2, column 1: the number of rows is too large: it must be <= 1, it is 2
    """
    for number, piece in enumerate(pieces, 1):
        refuse_large(number, 1, piece_limit, named, piece)
        yield piece


def refuse_long(length: int, longest: int = LONGEST_TEXT, name: str = "the text") -> None:
    """Refuse a text that is too long to read.

    >>> refuse_long(9, 8)
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: the text has more than the 8 bytes that can be read
    """
    if length > longest:
        raise FormatError(f"{name} has more than the {longest} bytes that can be read", kind="too-long")


def clean(text: str) -> str:
    """Check that a text is text, and drop a byte-order mark.

    Raises
    ------
    FormatError
        If the text is empty, binary or longer than `LONGEST_TEXT`.
    """
    text = text.removeprefix("\ufeff")
    refuse_long(len(text))
    if not text or text.isspace():
        raise FormatError("the text is empty", kind="empty")
    zero = text.find("\0")
    if zero >= 0:
        raise Piece(text, zero, zero + 1).fault("this is not a text file: it has a NUL byte", kind="binary")
    return text


def split_keys(text: str, keys: Collection[str], filler: str = " ") -> tuple[dict[str, Piece], Piece]:
    r"""Split a text into its ``key: value`` lines and the rest. Lines that start with ``//`` are comments.

    Parameters
    ----------
    text
        The whole text.
    keys
        The words that may precede a colon, in lower case.
    filler
        The character that replaces those of the lines.

    Returns
    -------
    tuple
        The values by key, and the text with fillers in place of those lines, so that all places stay the same.

    Raises
    ------
    FormatError
        If a key is repeated.

    Examples
    --------
    >>> values, rest = split_keys("AS 2S 3S\ndecks: 3", {"decks"})
    >>> values["decks"].text, rest.text.strip()
    ('3', 'AS 2S 3S')
    """
    pieces_by_key: dict[str, Piece] = {}
    fillers: dict[int, str] = {}  # cached by length: a text may have a million comments

    def take(line: re.Match[str]) -> str:
        if line[1]:
            key, start = line[1].lower(), line.start(2)
            if key in pieces_by_key:
                raise Piece(text, *line.span()).fault(f"{quote(key)} is repeated", kind="key-twice")
            pieces_by_key[key] = Piece(text, start, start + len(line[2].rstrip()))
        return fillers.setdefault(len(line[0]), filler * len(line[0]))

    return pieces_by_key, Piece.of_text(_key_lines(frozenset(keys)).sub(take, text))


@cache
def _key_lines(keys: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of a line with a key and its value, or of a comment."""
    key = rf"({'|'.join(sorted(keys))}){BLANKS}:{BLANKS}([^{ENDS}]*+)"
    rare_end = r"[\v\f\x1c-\x1e\x85\u2028\u2029]?"  # a grid does not know these line ends, unlike a line feed
    return re.compile(rf"{LINE_START}{BLANKS}(?:{key}|//[^{ENDS}]*+){rare_end}", re.IGNORECASE)


def size_violations(
    rows: int, columns: int, size_limit: int, named: str = "", kind: str = "too-large"
) -> Iterator[Violation]:
    """Yield the violation of a number above a limit (`columns` is 1), or of a board with too many cells (no name).

    >>> [fault.text for fault in (*size_violations(600, 500, 2**18), *size_violations(10**30, 1, 100, "decks"))]
    ['600 x 500 is too large: boards have at most 262144 cells', 'decks is too large: it must be <= 100, it is 10^30']
    """
    if max(rows, columns) <= size_limit and (min(rows, columns) < 1 or rows * columns <= size_limit):
        return
    size, limit = write_number(rows), f"it must be <= {write_number(size_limit)}, it is"
    size_message = f"{named} is too large: {limit} {size}" if named else ""
    yield Violation(
        kind,
        size_message or f"{size} x {write_number(columns)} is too large: boards have at most {size_limit} cells",
        named,
    )


def refuse_large(rows: int, columns: int, size_limit: int, named: str = "", piece: Piece | None = None) -> None:
    """Raise the `size_violations`, as a `FormatError` at the place of the piece that gives the size, if any.

    >>> refuse_large(8192, 8192, 2**20)
    Traceback (most recent call last):
    passatempo.core.errors.InvalidInstance: 8192 x 8192 is too large: boards have at most 1048576 cells
    """
    for fault in size_violations(rows, columns, size_limit, named):
        raise piece.fault(fault.text, kind=fault.rule) if piece else InvalidInstance([fault])


def read_size(piece: Piece, named: str, size_limit: int, kind: str = "not-a-number") -> int:
    """Read a whole number of any length; raise `FormatError` if it is not one, or too large.

    >>> read_size(Piece.of_text("0012"), "m", 100)
    12
    """
    digits = piece.text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise piece.error("is not a whole number", kind=kind)
    digits = digits.lstrip("0") or "0"
    number = number_of(digits)
    if piece.text.startswith("-"):
        return -number
    refuse_large(number, 1, size_limit, named, piece)
    return number


def number_of(digits: str) -> int:
    """Read a number without a sign. If it is too long to be written in full, return a power of ten that is no larger.

    >>> number_of("12"), number_of("9" * 20) == 10**19
    (12, True)
    """
    return int(digits) if len(digits) <= MOST_DIGITS else 10 ** min(len(digits) - 1, 4000)


def parse_integer(text: str) -> int:
    """Read a whole number in decimal digits with an optional sign. Unlike Python, refuse 2.0 and 1_000.

    >>> parse_integer("-012")
    -12
    >>> parse_integer("2.5")
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: '2.5' is not a whole number
    """
    if not INTEGER_PATTERN.fullmatch(text):
        raise FormatError(f"{quote(text)} is not a whole number", kind="not-a-number")
    return int(text)


def write_number(number: int) -> str:
    """Write a number; for a very long one, write only its order of magnitude.

    >>> write_number(-12), write_number(10**39), write_number(3 * 10**20)
    ('-12', '10^39', '10^20 or so')
    """
    if abs(number) < 10**MOST_DIGITS:
        return str(number)
    power = math.floor(math.log10(abs(number)))
    return f"{'-' if number < 0 else ''}10^{power}{'' if abs(number) == 10**power else ' or so'}"
