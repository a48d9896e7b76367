"""Text formats of other programs: JSMinesweeper's ``.mine`` files and the grids of minesweepr.

JSMinesweeper writes ``WIDTHxHEIGHTxMINES`` and then the rows with H for a covered cell, F for a flag and digits; games
that are lost have ``?`` and ``M`` for covered cells. Its compressor writes I for a covered known mine and O for a flag
elsewhere, and takes the known mines off the numbers. minesweepr takes x for a covered cell, a dot for an opened one
without mines around, and digits.

A text that is a whole minefield, or may be one, is refused: no program reads the same signs as a position.
"""

from __future__ import annotations

import re

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.json import count_of
from passatempo.core.text import Piece, lines, refuse_large
from passatempo.minesweeper.formats.prolog import HIGHEST, refuse
from passatempo.minesweeper.model import COVERED, FLAG, MOST_CELLS, Board
from passatempo.minesweeper.surface import Surface

_HEAD = re.compile(r"\s*([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})[ \t]*(?=[\r\n]|\Z)")
_BLANKS = re.compile(r"[\s/]")
_FIELD, _FREE = frozenset("*.-0123456789"), re.compile(r"[*.-]")
_OTHER = frozenset("x.*F012345678")
MOST_MINES = 10**9 - 1  # as many digits as a head may have
_DIGITS = {str(digit): digit for digit in range(HIGHEST + 1)}
_MINE = {"H": COVERED, "F": FLAG, **_DIGITS}
_KNOWN, _CLAIMED = 250, 249  # a mine that the compressor took off the numbers, and a flag that it did not
_MINE_FILE = {**_MINE, "?": COVERED, "M": COVERED, "I": _KNOWN, "O": _CLAIMED}
_CODES = bytes({_KNOWN: COVERED, _CLAIMED: FLAG}.get(code, code) for code in range(256))
_MINESWEEPR = {"x": COVERED, "F": FLAG, ".": 0, **_DIGITS}


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
    signs = _signs(text)
    return signs <= _OTHER and ("x" in signs or ("F" not in signs and not signs.isdisjoint("*.")))


def _signs(text: str) -> set[str]:
    return set(_BLANKS.sub("", text))


def refuse_field(text: Piece, *, ours: bool = False) -> None:
    """Refuse a whole minefield, and a grid of 0 and 1 that may be one if the lines beside it are not `ours` alone.

    >>> refuse_field(Piece.whole(".*"))
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: line 1, column 1: this is a whole minefield (* mine, . free), not a position; \
write # for a covered cell, 0 for an opened one
    """
    signs = _signs(text.text)
    free = _FREE.search(text.text)
    if free and signs <= _FIELD:
        told = "this is a whole minefield (* mine, . free), not a position"
        how = "write # for a covered cell, 0 for an opened one"
        raise text.part(free.start(), free.end()).fault(f"{told}; {how}", kind="field")
    if not ours and "1" in signs <= {"0", "1"}:
        told = "two readings: 1 is a number or a mine; add the line reading: position"
        raise _at(text, "1").fault(told, kind="number-or-mine")


def _at(text: Piece, sign: str) -> Piece:
    """Return the first place of a sign."""
    at = text.text.index(sign)
    return text.part(at, at + 1)


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
    refuse_large(rows, columns, MOST_CELLS, piece=text.part(head.start(1), head.end()))
    cells_from = text.part(head.end(), len(text.text))
    width, given, cells = _cells(cells_from, _MINE_FILE, "H covered, F flag, 0 to 8", most=rows)
    if (given, width) != (rows, columns):
        said = f"{count_of(rows, 'row')} of {count_of(columns, 'cell')} {'is' if rows == 1 else 'are'} declared"
        told = f"{said}, {given} of {width} given"
        raise text.part(head.start(1), head.end()).fault(told, kind="wrong-size")
    return Board(rows, columns, _inflated(rows, columns, cells), mines)


def _inflated(rows: int, columns: int, cells: bytes) -> bytes:
    """Add to each number the known mines around it, if the compressor of JSMinesweeper took them off."""
    if _KNOWN not in cells and _CLAIMED not in cells:
        return cells
    surface, numbers = Surface(rows, columns), bytearray(cells)
    for cell, code in enumerate(cells):
        if code in (FLAG, _KNOWN):
            for n in surface.neighbours(cell):
                numbers[n] += cells[n] <= HIGHEST
    return bytes(numbers).translate(_CODES)


def read_minesweepr(text: Piece, *, position: bool = False) -> Board:
    r"""Read a grid of minesweepr, or refuse signs with two readings; with `position` a line says that x is covered.

    >>> read_minesweepr(Piece.whole("xx1/F31")).cells
    b'\xff\xff\x01\xfe\x03\x01'
    """
    if "*" in text.text:
        told = "two readings: * is a known mine or a player's flag; write F for a flag"
        raise _at(text, "*").fault(told, kind="mine-or-flag")
    width, given, cells = _cells(text, _MINESWEEPR, "x covered, F flag, . or 0 to 8")
    board = Board(given, width, cells)
    if not position and _open_beside_covered(board):  # no play leaves such a position
        told = "two readings: x is a covered cell or a mine; write # for a covered cell"
        raise _at(text, "x").fault(told, kind="covered-or-mine")
    return board


def _open_beside_covered(board: Board) -> bool:
    """Tell whether a 0 has a covered neighbour, with a row of the board as one long number."""

    def rows_of(code: int) -> list[int]:
        signs = board.cells.translate(bytes(b"01"[other == code] for other in range(256)))
        return [int(signs[at : at + board.columns], 2) for at in range(0, len(signs), board.columns)]

    wide = [0, *(row | row << 1 | row >> 1 for row in rows_of(COVERED)), 0]
    return any(zeros & (wide[row] | wide[row + 1] | wide[row + 2]) for row, zeros in enumerate(rows_of(0)))


def _cells(text: Piece, signs: dict[str, int], known: str, most: int = MOST_CELLS) -> tuple[int, int, bytes]:
    """Read rows of signs, up to so many; a slash ends a row as a line does."""
    cells, width, given = bytearray(), 0, 0
    for line in lines(text):
        start = 0
        for row in line.text.split("/"):
            if given == most:
                return width, given, bytes(cells)
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
        raise UsageError(f"the format mine cannot describe {board.mines} mines: at most {MOST_MINES}")
    return f"{board.columns}x{board.rows}x{board.mines}\n" + _grid(board, _MINE)


def write_minesweepr(board: Board) -> str:
    r"""Write a grid of minesweepr; the mine count is not part of it.

    Raises
    ------
    UsageError
        If the format cannot say what the board is, or the grid can be read as something else.

    Examples
    --------
    >>> write_minesweepr(Board(1, 3, bytes([COVERED, 1, 0])))
    'x1.\n'
    """
    refuse(board, "the format minesweepr")
    if FLAG in board.cells:
        raise UsageError("the format minesweepr cannot describe a flag: its * is a known mine")
    written = _grid(board, {**_DIGITS, "x": COVERED, ".": 0})
    try:
        refuse_field(Piece.whole(written))
        if is_minesweepr(written):
            read_minesweepr(Piece.whole(written))
    except FormatError as error:
        raise UsageError(f"the format minesweepr cannot describe this board: {error.message}") from None
    if is_mine_file(written):
        head = written.partition("\n")[0]
        raise UsageError(
            f"the format minesweepr cannot describe this board: its first row {head} is the head of a .mine file"
        )
    return written


def _grid(board: Board, signs: dict[str, int]) -> str:
    table = {code: sign for sign, code in signs.items()}
    written = "".join(table[code] for code in board.cells)
    return "".join(f"{written[at : at + board.columns]}\n" for at in range(0, len(written), board.columns))
