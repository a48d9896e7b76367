"""The grids of minesweepr: x for a covered cell, a dot for an opened one without mines around, and digits.

`text.py` reads them, like all plain grids.
"""

import re

from passatempo.core.errors import FormatError, UsageError
from passatempo.minesweeper.formats import mine
from passatempo.minesweeper.formats.pl import refuse_board
from passatempo.minesweeper.model import COVERED, FLAG, Board
from passatempo.minesweeper.text import read

_HEAD = re.compile(r"\d+x\d+x\d+\n")


def write(board: Board) -> str:
    r"""Write a grid of minesweepr, without the mine count.

    Raises
    ------
    UsageError
        If the format cannot describe the board, or the grid has another reading.

    Examples
    --------
    >>> write(Board(1, 3, bytes([COVERED, 1, 0])))
    'x1.\n'
    """
    refuse_board(board, "the format minesweepr")
    if FLAG in board.cells:
        raise UsageError("the format minesweepr cannot describe a flag: its * is a known mine")
    cells_grid = mine.write_cells(board, {**mine.DIGITS, "x": COVERED, ".": 0})
    if _HEAD.match(cells_grid):
        fault_message = f"its first row {cells_grid.partition(chr(10))[0]} is the head of a .mine file"
        raise UsageError(f"the format minesweepr cannot describe this board: {fault_message}")
    try:
        read(cells_grid)
    except FormatError as error:
        raise UsageError(f"the format minesweepr cannot describe this board: {error.message}") from None
    return cells_grid
