"""The grids of minesweepr: x for a covered cell, a dot for an opened one without mines around, and digits."""

from typing import Any

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.text import clean, keyed
from passatempo.minesweeper.formats import mine
from passatempo.minesweeper.formats.pl import refuse
from passatempo.minesweeper.model import COVERED, FLAG, Board
from passatempo.minesweeper.text import KEYS, NEIGHBOURS, first_of, refuse_field, signs_of, split, with_keys

_OTHER = frozenset("x.*F012345678")
_SIGNS = {"x": COVERED, "F": FLAG, ".": 0, **mine.DIGITS}


def matches(text: str, **keys: Any) -> bool:
    """Tell whether a text is a grid of minesweepr; one of digits alone is also one of ours, and means the same."""
    if not keys.keys().isdisjoint(("grid", *NEIGHBOURS)) or not any(sign in text for sign in "x*."):
        return False
    values, rest = keyed(clean(text), KEYS)
    signs = signs_of(rest.text)
    ours = not signs <= _OTHER or not values.keys().isdisjoint(NEIGHBOURS)  # with so many neighbours x is a number
    return not ours and ("x" in signs or ("F" not in signs and not signs.isdisjoint("*.")))


def read(text: str, **keys: Any) -> Board:
    r"""Read a grid of minesweepr, or refuse signs with two readings; the line ``reading:`` says that x is covered.

    >>> read("xx1/F31").cells
    b'\xff\xff\x01\xfe\x03\x01'
    """
    values, grid, said = split(text, keys)
    if "reading" not in values:
        refuse_field(grid)
    if "*" in grid.text:
        told = "two readings: * is a known mine or a player's flag; write F for a flag"
        raise first_of(grid, "*").fault(told, kind="mine-or-flag")
    width, given, cells = mine.read_cells(grid, _SIGNS, "x covered, F flag, . or 0 to 8")
    board = Board(given, width, cells)
    if "reading" not in values and _open_beside_covered(board):  # no play leaves such a position
        told = "two readings: x is a covered cell or a mine; write # for a covered cell"
        raise first_of(grid, "x").fault(told, kind="covered-or-mine")
    return with_keys(board, said)


def _open_beside_covered(board: Board) -> bool:
    """Tell whether a 0 has a covered neighbour, with a row of the board as one long number."""

    def rows_of(code: int) -> list[int]:
        signs = board.cells.translate(bytes(b"01"[other == code] for other in range(256)))
        return [int(signs[at : at + board.columns], 2) for at in range(0, len(signs), board.columns)]

    wide = [0, *(row | row << 1 | row >> 1 for row in rows_of(COVERED)), 0]
    return any(zeros & (wide[row] | wide[row + 1] | wide[row + 2]) for row, zeros in enumerate(rows_of(0)))


def write(board: Board) -> str:
    r"""Write a grid of minesweepr; the mine count is not part of it.

    Raises
    ------
    UsageError
        If the format cannot say what the board is, or the grid can be read as something else.

    Examples
    --------
    >>> write(Board(1, 3, bytes([COVERED, 1, 0])))
    'x1.\n'
    """
    refuse(board, "the format minesweepr")
    if FLAG in board.cells:
        raise UsageError("the format minesweepr cannot describe a flag: its * is a known mine")
    written = mine.write_cells(board, {**mine.DIGITS, "x": COVERED, ".": 0})
    try:
        read(written)
    except FormatError as error:
        raise UsageError(f"the format minesweepr cannot describe this board: {error.message}") from None
    if mine.matches(written):
        told = f"its first row {written.partition(chr(10))[0]} is the head of a .mine file"
        raise UsageError(f"the format minesweepr cannot describe this board: {told}")
    return written
