"""The ``.mine`` files of JSMinesweeper.

A file has ``WIDTHxHEIGHTxMINES`` and then the rows, with H for a covered cell, F for a flag, and digits. Lost games
also have ``?`` and ``M`` for covered cells. The compressor writes I for a covered known mine and O for any other flag.
It also subtracts the known mines from the numbers.
"""

import re
from typing import Any

from passatempo.core.errors import UsageError
from passatempo.core.json import count_of
from passatempo.core.text import Piece, clean, lines, refuse_large, split_keys
from passatempo.minesweeper.formats.pl import HIGHEST, refuse_board
from passatempo.minesweeper.model import COVERED, FLAG, MOST_CELLS, Board
from passatempo.minesweeper.surface import Surface
from passatempo.minesweeper.text import KEYS, NEIGHBOURS, read_board_keys, with_keys

_HEAD = re.compile(r"\s*([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})[ \t]*(?=[\r\n]|\Z)")
MOST_MINES = 10**9 - 1  # as many digits as the head allows
DIGITS = {str(digit): digit for digit in range(HIGHEST + 1)}
_MINE = {"H": COVERED, "F": FLAG, **DIGITS}
_KNOWN, _CLAIMED = 250, 249  # a mine that the compressor subtracted from the numbers, and a flag that it did not
_MINE_FILE = {**_MINE, "?": COVERED, "M": COVERED, "I": _KNOWN, "O": _CLAIMED}
_CODES = bytes({_KNOWN: COVERED, _CLAIMED: FLAG}.get(code, code) for code in range(256))


def matches(text: str, **keys: Any) -> bool:
    """Return whether a text begins like a ``.mine`` file; with many neighbours 1x1x1 is a row of numbers."""
    if "grid" in keys or "x" not in text:
        return False
    key_lines, rest = split_keys(clean(text), KEYS)
    return key_lines.keys().isdisjoint(NEIGHBOURS) and _HEAD.match(rest.text) is not None


def read(text: str, **keys: Any) -> Board:
    r"""Read a ``.mine`` file.

    Raises
    ------
    FormatError
        With the line and the column of the error.

    Examples
    --------
    >>> board = read("3x1x1\nH1F")
    >>> board.columns, board.mines, board.cells
    (3, 1, b'\xff\x01\xfe')
    """
    _, grid, board_keys = read_board_keys(text, keys)
    head = _HEAD.match(grid.text)
    if head is None:
        raise grid.sub_piece(0, 0).fault("WIDTHxHEIGHTxMINES is expected first", kind="no-size")
    columns, rows, mines = map(int, head.groups())
    refuse_large(rows, columns, MOST_CELLS, piece=grid.sub_piece(head.start(1), head.end()))
    cells_from = grid.sub_piece(head.end(), len(grid.text))
    width, row_count, cells = read_cells(cells_from, _MINE_FILE, "H covered, F flag, 0 to 8", row_limit=rows)
    if (row_count, width) != (rows, columns):
        size = f"{count_of(rows, 'row')} of {count_of(columns, 'cell')} {'is' if rows == 1 else 'are'} declared"
        fault_message = f"{size}, {row_count} of {width} given"
        raise grid.sub_piece(head.start(1), head.end()).fault(fault_message, kind="wrong-size")
    return with_keys(Board(rows, columns, _restore_numbers(rows, columns, cells), mines), board_keys)


def _restore_numbers(rows: int, columns: int, cells: bytes) -> bytes:
    """Add to each number the known mines around it, if the compressor of JSMinesweeper subtracted them."""
    if _KNOWN not in cells and _CLAIMED not in cells:
        return cells
    surface, numbers = Surface(rows, columns), bytearray(cells)
    for cell, code in enumerate(cells):
        if code in (FLAG, _KNOWN):
            for n in surface.neighbours(cell):
                numbers[n] += cells[n] <= HIGHEST
    return bytes(numbers).translate(_CODES)


def read_cells(
    text: Piece, signs: dict[str, int], sign_help: str, row_limit: int = MOST_CELLS
) -> tuple[int, int, bytes]:
    """Read at most `row_limit` rows of signs; a slash ends a row like a line end."""
    cells, width, row_count = bytearray(), 0, 0
    for line in lines(text):
        start = 0
        for row in line.text.split("/"):
            if row_count == row_limit:
                return width, row_count, bytes(cells)
            before = len(cells)
            for at, sign in enumerate(row, start):
                if sign in signs:
                    cells.append(signs[sign])
                elif not sign.isspace():
                    raise line.sub_piece(at, at + 1).error(f"is not a cell ({sign_help})", kind="bad-cell")
            start += len(row) + 1
            if len(cells) == before:
                continue
            row_count, width = row_count + 1, width or len(cells) - before
            if len(cells) - before != width:
                fault_message = f"row {row_count} has {count_of(len(cells) - before, 'cell')}, {width} expected"
                raise line.fault(fault_message, kind="ragged")
    return width, row_count, bytes(cells)


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
