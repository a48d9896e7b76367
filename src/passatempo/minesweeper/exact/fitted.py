"""Files of fitted values: the numbers of the network, the board that they were fitted to, and how they were made."""

from __future__ import annotations

import math
import zlib
from array import array
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, quote
from passatempo.minesweeper.exact.plain_value import HIDDEN, INPUTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.minesweeper.model import Board, Variant

NAME = "minesweeper-value 1"
ROWS = ("scale",) * INPUTS + ("first",) * INPUTS + ("bias",) + ("second",) * HIDDEN + ("bias", "last", "end")
LENGTHS = {"scale": 2, "first": HIDDEN, "bias": HIDDEN, "second": HIDDEN, "last": HIDDEN, "end": 1}
MOST_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted value.

    Parameters
    ----------
    rows, columns, mines
        The board that it was fitted to.
    numbers
        The network's, as 32-bit floats.
    made
        How it was made, in words.
    """

    rows: int
    columns: int
    mines: int
    numbers: bytes
    made: str = ""

    @property
    def sum(self) -> str:
        """What tells a file that was changed: of the board and the numbers."""
        return f"{zlib.crc32(self.numbers, zlib.crc32(f'{self.rows} {self.columns} {self.mines}'.encode())):08x}"


def write_fitted(fitted: Fitted) -> str:
    """Write a fitted value as lines of text.

    >>> from passatempo.minesweeper.exact.plain_value import NUMBERS
    >>> write_fitted(Fitted(9, 9, 10, bytes(4 * NUMBERS), "by hand")).splitlines()[:3]
    ['minesweeper-value 1', '# by hand', 'board 9 9 10']
    """
    numbers = iter(array("f", fitted.numbers))
    lines = [NAME, *(f"# {line}" for line in fitted.made.splitlines())]
    lines.append(f"board {fitted.rows} {fitted.columns} {fitted.mines}")
    for name in ROWS:
        lines.append(" ".join([name, *(f"{next(numbers):.9g}" for _ in range(LENGTHS[name]))]))
    return "\n".join([*lines, f"sum {fitted.sum}"]) + "\n"


def read_fitted(text: str) -> Fitted:
    """Read what `write_fitted` wrote.

    >>> from passatempo.minesweeper.exact.plain_value import NUMBERS
    >>> read_fitted(write_fitted(Fitted(9, 9, 10, bytes(4 * NUMBERS)))).mines
    10

    Raises
    ------
    FormatError
        If the file is another one, or was damaged.
    """
    lines = text[:MOST_CHARACTERS].splitlines()
    if not lines or lines[0].strip() != NAME:
        raise FormatError(f"a file of a fitted value begins with {quote(NAME)}", kind="syntax")
    made = "\n".join(line.removeprefix("#").strip() for line in lines if line.startswith("#"))
    rest = [line for line in lines[1:] if line.strip() and not line.startswith("#")]
    if len(rest) != len(ROWS) + 2:
        raise FormatError(
            f"a fitted value has {len(ROWS) + 2} lines of numbers, this file has {len(rest)}", kind="syntax"
        )
    (board, *numbers), said = zip(("board", *ROWS), rest, strict=False), rest[-1]
    rows, columns, mines = (int(number) for number in _row(*board, length=3))
    row = array("f", (number for name, line in numbers for number in _row(name, line, length=LENGTHS[name])))
    fitted = Fitted(rows, columns, mines, row.tobytes(), made)
    if said.split() != ["sum", fitted.sum]:
        raise FormatError("the numbers of the fitted value do not fit their sum: the file was changed", kind="syntax")
    return fitted


def _row(name: str, line: str, length: int) -> Iterator[float]:
    """Yield the numbers of a line."""
    word, *numbers = line.split()
    if word != name or len(numbers) != length:
        raise FormatError(f"{quote(line[:40])} is not a line {name} with {length} numbers", kind="syntax")
    for number in numbers:
        try:
            found = float(number)
        except ValueError:
            found = math.nan
        if not abs(found) < 1e30:
            raise FormatError(f"{quote(number[:40])} is not a number of a fitted value", kind="syntax")
        yield found


@cache
def shipped(rows: int, columns: int, mines: int, variant: Variant = "square") -> bytes:
    """Return the numbers of the value that is shipped for a board; nothing where there is none.

    >>> shipped(5, 5, 3)
    b''
    """
    file = files("passatempo.minesweeper.exact") / "weights" / f"{rows}x{columns}-{mines}.txt"
    if variant != "square" or not file.is_file():
        return b""
    return read_fitted(file.read_text(encoding="ascii")).numbers


def shipped_for(board: Board) -> bytes:
    """Return the numbers of the value that is shipped for a board's size and mines; nothing where there is none."""
    if board.mines is None or board.offsets:
        return b""
    return shipped(board.rows, board.columns, board.mines, board.variant)
