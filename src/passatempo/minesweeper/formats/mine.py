"""The ``.mine`` files of JSMinesweeper.

A file has ``WIDTHxHEIGHTxMINES`` and then the rows, with H for a covered cell, F for a flag, and digits. The kernel
reads it.
"""

from passatempo.core.errors import UsageError
from passatempo.minesweeper.formats.pl import HIGHEST, refuse_board
from passatempo.minesweeper.model import COVERED, FLAG, Board

MOST_MINES = 10**9 - 1  # as many digits as the head allows
DIGITS = {str(digit): digit for digit in range(HIGHEST + 1)}
_MINE = {"H": COVERED, "F": FLAG, **DIGITS}


def write(board: Board) -> str:
    r"""Write a ``.mine`` file.

    Raises
    ------
    UsageError
        If the format cannot describe the board, for example without the mine count.

    Examples
    --------
    >>> write(Board(1, 2, bytes([COVERED, 1]), mines=1))
    '2x1x1\nH1\n'
    """
    refuse_board(board, "the format mine")
    if board.mines is None:
        raise UsageError("the format mine needs the number of mines: add --mines")
    if board.mines > MOST_MINES:
        raise UsageError(f"the format mine cannot describe {board.mines} mines: at most {MOST_MINES}")
    return f"{board.columns}x{board.rows}x{board.mines}\n" + write_cells(board, _MINE)


def write_cells(board: Board, signs: dict[str, int]) -> str:
    """Write the rows of a board."""
    table = {code: sign for sign, code in signs.items()}
    cell_signs = "".join(table[code] for code in board.cells)
    return "".join(f"{cell_signs[at : at + board.columns]}\n" for at in range(0, len(cell_signs), board.columns))
