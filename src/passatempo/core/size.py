"""Sizes that a text, a key or a flag states: each is compared with its limit before anything is made of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from passatempo.core.errors import InvalidInstance, Violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.text import Piece

MOST_DIGITS = 18  # digits of a number that is written out


def large(rows: int, columns: int, most: int, named: str = "", kind: str = "too-large") -> Iterator[Violation]:
    """Yield the violation of a number beyond a limit (`columns` is 1), or of a board with too many cells (no name).

    >>> [fault.text for fault in (*large(600, 500, 2**18), *large(10**30, 1, 100, "decks"))]
    ['600 x 500 is too large: boards have at most 262144 cells', 'decks is too large: it must be <= 100, it is 10^30']
    """
    if max(rows, columns) <= most and (min(rows, columns) < 1 or rows * columns <= most):
        return
    size, limit = written(rows), f"it must be <= {written(most)}, it is"
    told = f"{named} is too large: {limit} {size}" if named else ""
    yield Violation(kind, told or f"{size} x {written(columns)} is too large: boards have at most {most} cells", named)


def refuse_large(rows: int, columns: int, most: int, named: str = "", piece: Piece | None = None) -> None:
    """Raise the violation of `large`: as a `FormatError` at the place of the piece that states the size, if any.

    >>> refuse_large(8192, 8192, 2**20)
    Traceback (most recent call last):
    passatempo.core.errors.InvalidInstance: 8192 x 8192 is too large: boards have at most 1048576 cells
    """
    for fault in large(rows, columns, most, named):
        raise piece.fault(fault.text, kind=fault.rule) if piece else InvalidInstance([fault])


def read_size(piece: Piece, named: str, most: int, kind: str = "not-a-number") -> int:
    """Read a whole number of any number of digits; raise `FormatError` if it is none, or too large.

    >>> from passatempo.core.text import Piece
    >>> read_size(Piece.whole("0012"), "m", 100)
    12
    """
    digits = piece.text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise piece.error("is not a whole number", kind=kind)
    digits = digits.lstrip("0") or "0"
    number = int(digits) if len(digits) <= MOST_DIGITS else 10 ** (len(digits) - 1)  # Python refuses thousands of them
    if piece.text.startswith("-"):
        return -number
    refuse_large(number, 1, most, named, piece)
    return number


def written(number: int) -> str:
    """Write a number, of a very long one only how long it is.

    >>> written(-12), written(10**39), written(3 * 10**20)
    ('-12', '10^39', '10^20 or so')
    """
    if abs(number) < 10**MOST_DIGITS:
        return str(number)
    power = math.floor(math.log10(abs(number)))
    return f"{'-' if number < 0 else ''}10^{power}{'' if abs(number) == 10**power else ' or so'}"
