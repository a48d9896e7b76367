"""Text formats of other programs: JSMinesweeper's ``.mine`` files and the grids of minesweepr.

JSMinesweeper writes ``WIDTHxHEIGHTxMINES`` and then the rows with H for a covered cell, F for a flag and digits;
minesweepr takes x for a covered cell, a dot for an opened one without mines around, * for a mine the player marked, and
digits. Formats that hold whole fields of mines (MBF, ABF) show no position, so there is nothing to read in them.
"""

from __future__ import annotations

import re

from passatempo.core.errors import UsageError
from passatempo.core.json import count_of
from passatempo.core.text import Piece, lines
from passatempo.minesweeper.formats.prolog import HIGHEST, refuse
from passatempo.minesweeper.model import COVERED, FLAG, Board

_HEAD = re.compile(r"\s*([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})[ \t]*(?=[\r\n]|\Z)")
_OTHER = re.compile(r"[x.*0-8\s/]*[x.*][x.*0-8\s/]*\Z")
MOST_MINES = 10**9 - 1  # as many digits as a head may have
_DIGITS = {str(digit): digit for digit in range(HIGHEST + 1)}
_MINE = {"H": COVERED, "F": FLAG, **_DIGITS}
_MINESWEEPR = {"x": COVERED, "*": FLAG, ".": 0, **_DIGITS}


def is_mine_file(text: str) -> bool:
    """Tell whether a text begins as a ``.mine`` file does.

    >>> is_mine_file("30x16x99"), is_mine_file("#1/1#")
    (True, False)
    """
    return _HEAD.match(text) is not None


def is_minesweepr(text: str) -> bool:
    """Tell whether a text is a grid of minesweepr; one of digits alone is also one of ours, and means the same.

    >>> is_minesweepr("xx1/..1"), is_minesweepr("##1/001")
    (True, False)
    """
    return _OTHER.match(text) is not None


def read_mine_file(text: Piece) -> Board:
    r"""Read a ``.mine`` file.

    Raises
    ------
    FormatError
        With the line and the column of what is wrong.

    Examples
    --------
    >>> board = read_mine_file(Piece.whole("3x1x1\nH1F"))
    >>> board.columns, board.mines, board.cells
    (3, 1, b'\xff\x01\xfe')
    """
    head = _HEAD.match(text.text)
    if head is None:
        raise text.part(0, 0).fault("WIDTHxHEIGHTxMINES is expected first", kind="no-size")
    columns, rows, mines = map(int, head.groups())
    width, given, cells = _cells(text.part(head.end(), len(text.text)), _MINE, "H covered, F flag, 0 to 8")
    if (given, width) != (rows, columns):
        said = f"{count_of(rows, 'row')} of {count_of(columns, 'cell')} {'is' if rows == 1 else 'are'} declared"
        told = f"{said}, {given} of {width} given"
        raise text.part(head.start(1), head.end()).fault(told, kind="wrong-size")
    return Board(rows, columns, cells, mines)


def read_minesweepr(text: Piece) -> Board:
    r"""Read a grid of minesweepr; its mines are claims of the player, as flags are.

    >>> read_minesweepr(Piece.whole("x1/*.")).cells
    b'\xff\x01\xfe\x00'
    """
    width, given, cells = _cells(text, _MINESWEEPR, "x covered, * mine, . or 0 to 8")
    remarks = ("* is read as a flag: a claim that is checked",) if FLAG in cells else ()
    return Board(given, width, cells, remarks=remarks)


def _cells(text: Piece, signs: dict[str, int], known: str) -> tuple[int, int, bytes]:
    """Read rows of signs; a slash ends a row as a line does."""
    cells, width, given = bytearray(), 0, 0
    for line in lines(text):
        start = 0
        for row in line.text.split("/"):
            before = len(cells)
            for at, sign in enumerate(row, start):
                if sign in signs:
                    cells.append(signs[sign])
                elif not sign.isspace():
                    raise line.part(at, at + 1).error(f"is not a cell ({known})", kind="bad-cell")
            start += len(row) + 1
            if len(cells) == before:
                continue
            given, width = given + 1, width or len(cells) - before
            if len(cells) - before != width:
                told = f"row {given} has {count_of(len(cells) - before, 'cell')}, {width} expected"
                raise line.fault(told, kind="ragged")
    return width, given, bytes(cells)


def write_mine_file(board: Board) -> str:
    r"""Write a ``.mine`` file.

    Raises
    ------
    UsageError
        If the format cannot say what the board is: it needs the mine count.

    Examples
    --------
    >>> write_mine_file(Board(1, 2, bytes([COVERED, 1]), mines=1))
    '2x1x1\nH1\n'
    """
    refuse(board, "the format mine")
    if board.mines is None:
        raise UsageError("the format mine needs the number of mines: add --mines")
    if board.mines > MOST_MINES:
        raise UsageError(f"the format mine has no room for {board.mines} mines: at most {MOST_MINES}")
    return f"{board.columns}x{board.rows}x{board.mines}\n" + _grid(board, _MINE)


def write_minesweepr(board: Board) -> str:
    r"""Write a grid of minesweepr; the mine count is not part of it.

    Raises
    ------
    UsageError
        If the format cannot say what the board is, or its first row reads as the head of a ``.mine`` file.

    Examples
    --------
    >>> write_minesweepr(Board(1, 3, bytes([COVERED, 1, 0])))
    'x1.\n'
    """
    refuse(board, "the format minesweepr")
    written = _grid(board, {**_DIGITS, **{sign: code for sign, code in _MINESWEEPR.items() if sign in "x*."}})
    if is_mine_file(written):
        head = written.partition("\n")[0]
        raise UsageError(
            f"the format minesweepr cannot say this board: its first row {head} is the head of a .mine file"
        )
    return written


def _grid(board: Board, signs: dict[str, int]) -> str:
    table = {code: sign for sign, code in signs.items()}
    written = "".join(table[code] for code in board.cells)
    return "".join(f"{written[at : at + board.columns]}\n" for at in range(0, len(written), board.columns))
