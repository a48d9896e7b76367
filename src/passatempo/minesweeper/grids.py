"""A whole board as one long number, a byte a cell: to look at a million cells takes a few steps.

Bytes are little-endian, so cell 0 is the lowest. No byte of a sum passes 127, so none spills into the next.
"""

from __future__ import annotations

from itertools import repeat
from operator import add, gt, itemgetter, mul
from typing import TYPE_CHECKING

from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN, Board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.minesweeper.model import Cell, Place

_IS_COVERED = bytes(code in (COVERED, FLAG) for code in range(256))
_IS_NUMBER = bytes(0x80 * (code < UNKNOWN) for code in range(256))
_SHOWN = bytes(0xFF * (code < UNKNOWN) for code in range(256))
_VALUE = bytes(code if code < UNKNOWN else 0 for code in range(256))


def cells_of(board: Board, places: Sequence[Place]) -> list[Cell] | None:
    """Return the cells at some places; None if one is not on the board or they are not in reading order.

    >>> cells_of(Board(2, 2, bytes(4)), [(0, 1), (1, 0)]), cells_of(Board(2, 2, bytes(4)), [(0, 2)])
    ([1, 2], None)
    """
    if not places:
        return []
    rows, columns = (list(map(itemgetter(way), places)) for way in (0, 1))
    if min(rows) < 0 or max(rows) >= board.rows or min(columns) < 0 or max(columns) >= board.columns:
        return None
    cells = list(map(add, map(mul, rows, repeat(board.columns)), columns))
    return cells if all(map(gt, cells[1:], cells)) else None


def mask_of(board: Board, cells: Sequence[Cell]) -> int:
    """Return a board with 1 in these cells."""
    mask = bytearray(len(board.cells))
    for cell in cells:
        mask[cell] = 1
    return int.from_bytes(mask, "little")


def covered_of(board: Board) -> int:
    """Return a board with 1 in its covered cells."""
    return int.from_bytes(board.cells.translate(_IS_COVERED), "little")


def numbers_hold(board: Board, mines: int, open_to_mines: int) -> bool | None:
    """Tell whether every number has at most its mines among `mines`, and at least as many among `open_to_mines`.

    None where cells do not lie next to each other as on a plain board.

    >>> from passatempo.minesweeper import read
    >>> board = read("#1#")
    >>> [numbers_hold(board, mask_of(board, mines), mask_of(board, [0, 2])) for mines in ([0], [0, 2])]
    [True, False]
    """
    if board.variant != "square" or board.offsets:
        return None
    signs = int.from_bytes(board.cells.translate(_IS_NUMBER), "little")
    value = int.from_bytes(board.cells.translate(_VALUE), "little")
    least, most = (_around(board, mask) for mask in (mines, open_to_mines))
    fits = ((value | signs) - least) & ((most | signs) - value)  # the sign of a byte stays where nothing was borrowed
    return fits & signs == signs


def _around(board: Board, mask: int) -> int:
    """Return for every number how many of the cells around it are 1, and 0 elsewhere."""
    columns, size = board.columns, len(board.cells)
    first = int.from_bytes((b"\0" + b"\xff" * (columns - 1)) * board.rows, "little")  # all columns but the first
    last = int.from_bytes((b"\xff" * (columns - 1) + b"\0") * board.rows, "little")
    row = mask + ((mask << 8) & first) + ((mask >> 8) & last)
    whole = (1 << (8 * size)) - 1
    every = row + ((row << (8 * columns)) & whole) + (row >> (8 * columns)) - mask
    return every & int.from_bytes(board.cells.translate(_SHOWN), "little")
