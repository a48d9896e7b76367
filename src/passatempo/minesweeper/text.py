"""The text grid of a board, a character a cell, and ``key: value`` lines.

::

    #22#
    ###1
    0##0
    mines: 3

`#` is a covered cell, `F` one with a flag, `?` an opened cell whose number is not known; 0 to 9, then a to z, are
numbers. Blanks between the characters say nothing; in JSON and on the command line a `/` ends a row as a line does.
A whole minefield, or a grid that may be one, is refused: no program reads the same signs as a position. The line
``reading: position`` says that 1 is a number and x a covered cell.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError
from passatempo.core.json import count_of
from passatempo.core.text import Piece, clean, keyed
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN, VARIANTS, Board, Place, Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from passatempo.minesweeper.model import Cell

KEYS = ("mines", "variant", "offsets", "click", "reading")
POSITION = "position"  # the only reading of a board
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
SIGNS = {COVERED: "#", FLAG: "F", UNKNOWN: "?"} | dict(enumerate(DIGITS))
_ALIEN = 252  # no cell has this code
_CODES = bytes({ord(sign): code for code, sign in SIGNS.items()}.get(byte, _ALIEN) for byte in range(256))
_SIGNS = bytes(ord(SIGNS.get(code, "!")) for code in range(256))
_FIELD, _FREE = frozenset("*.-0123456789"), re.compile(r"[*.-]")
NEIGHBOURS = frozenset(("variant", "offsets"))  # keys that no other program has
_LONGEST_NUMBER = 40  # characters of a mine count or a coordinate; longer ones are a slip


def read(text: str, **keys: Any) -> Board:
    r"""Read a board from text.

    Parameters
    ----------
    text
        The grid; lines that start with ``//`` say nothing.
    keys
        Instance keys that win over the text (`grid`, `mines`, `variant`, `offsets`, `click`).

    Raises
    ------
    FormatError, InvalidInstance
        With the line and the column of what is wrong.

    Examples
    --------
    >>> board = read("#1\n#1\nmines: 1")
    >>> board.rows, board.columns, board.mines
    (2, 2, 1)
    >>> write(read("# 1 / # 1"))
    '#1\n#1\n'
    """
    values, rest, said = split(text, keys)
    if "grid" in said:
        return board_of(Piece.whole(said.pop("grid"), "grid"), **said)
    if "reading" not in values:
        refuse_field(rest, ours=not values.keys().isdisjoint(NEIGHBOURS))
    return board_of(rest, **said)


def split(text: str, keys: Mapping[str, Any]) -> tuple[Mapping[str, Piece], Piece, dict[str, Any]]:
    """Return the key lines of a text, the rest, and what key lines and flags say of the board."""
    values, rest = keyed(clean(text), KEYS)
    readers = {"mines": _whole, "variant": _variant, "offsets": _pairs, "click": _pair}
    said = {key: reader(values[key]) for key, reader in readers.items() if key in values}
    if "reading" in values and values["reading"].text != POSITION:
        raise values["reading"].error(f"is not a reading of a board ({POSITION})", kind="bad-reading")
    return values, rest, {**said, **keys}


def with_keys(board: Board, said: Mapping[str, Any]) -> Board:
    """Add to a board what its format cannot say, from key lines and flags."""
    found = {key: said[key] for key in ("mines", "variant") if key in said}
    found["offsets"] = tuple((down, right) for down, right in said.get("offsets") or ())
    if (click := said.get("click")) is not None:
        found["click"] = (click[0] - 1, click[1] - 1)
    return replace(board, **found)


def signs_of(text: str) -> set[str]:
    """Return the signs of a grid, without blanks and ends of rows."""
    return {sign for sign in set(text) if sign != "/" and not sign.isspace()}


def refuse_field(text: Piece, *, ours: bool = False) -> None:
    """Refuse a whole minefield, and a grid of 0 and 1 that may be one if the lines beside it are not `ours` alone.

    >>> refuse_field(Piece.whole(".*"))
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: line 1, column 1: this is a whole minefield (* mine, . free), not a position; \
write # for a covered cell, 0 for an opened one
    """
    signs = signs_of(text.text)
    free = _FREE.search(text.text)
    if free and signs <= _FIELD:
        told = "this is a whole minefield (* mine, . free), not a position"
        how = "write # for a covered cell, 0 for an opened one"
        raise text.part(free.start(), free.end()).fault(f"{told}; {how}", kind="field")
    if not ours and "1" in signs <= {"0", "1"}:
        told = "two readings: 1 is a number or a mine; add the line reading: position"
        raise first_of(text, "1").fault(told, kind="number-or-mine")


def first_of(text: Piece, sign: str) -> Piece:
    """Return the first place of a sign."""
    at = text.text.index(sign)
    return text.part(at, at + 1)


def board_of(
    grid: Piece,
    *,
    mines: int | None = None,
    variant: Variant = "square",
    offsets: Any = (),
    click: Any = None,
) -> Board:
    """Make a board from its grid and the keys of an instance; the click counts from 1."""
    rows, columns, cells = _grid(grid)
    place: Place | None = None if click is None else (click[0] - 1, click[1] - 1)
    own = tuple((down, right) for down, right in offsets or ())
    shape = Board(1, 1, bytes([COVERED]), mines, variant, own)  # is the neighbourhood one?
    degree = shape.surface.degree
    if cells.translate(None, bytes([*range(degree + 1), UNKNOWN, FLAG, COVERED])):
        raise _misfit(grid, degree)
    return Board(rows, columns, cells, mines, variant, own, place)


def _grid(piece: Piece) -> tuple[int, int, bytes]:
    """Read the rows, a few passes over the whole text and no loop over its cells."""
    try:
        data = piece.text.encode("latin-1")
    except UnicodeEncodeError as error:
        alien = piece.part(error.start, error.start + 1)
        raise alien.error("is not a cell (# covered, F flag, ? unknown, or a number)", kind="bad-cell") from None
    rows = [row for row in data.translate(_ROW_ENDS, b" \t").split(b"\n") if row]
    if not rows:
        raise FormatError("the board is empty", where=piece.where, kind="empty")
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            told = f"row {number} has {count_of(len(row), 'cell')}, {width} expected"
            raise FormatError(told, where=piece.where, kind="ragged")
    return len(rows), width, b"".join(rows).translate(_CODES)


_ROW_ENDS = bytes.maketrans(b"/\r", b"\n\n")


def _misfit(piece: Piece, degree: int) -> FormatError:
    """Say which character is the first that is no cell of this board."""
    signs = {"#", "F", "?", *DIGITS[: degree + 1]}
    row = column = 1
    for at, sign in enumerate(piece.text):
        if sign in "/\r\n":
            row, column = row + (column > 1), 1
        elif sign not in " \t":
            if sign not in signs:
                told = f"(row {row}, column {column}) is not a cell (# covered, F flag, ? unknown, 0 to {degree})"
                return piece.part(at, at + 1).error(told, kind="bad-cell")
            column += 1
    raise AssertionError(f"no misfit among 0 to {degree}")


def _whole(piece: Piece) -> int:
    text = piece.text.removeprefix("-")
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise piece.error("is not a whole number", kind="not-a-number")
    return int(piece.text)


def _variant(piece: Piece) -> str:
    if piece.text not in VARIANTS:
        raise piece.error(f"is not one of {', '.join(VARIANTS)}", kind="bad-variant")
    return piece.text


def _pairs(piece: Piece) -> tuple[tuple[int, int], ...]:
    """Read a list of offsets, with semicolons between them."""
    return tuple([_pair(piece.part(*part.span())) for part in re.finditer("(?:^|(?<=;))[^;]*", piece.text)])


def _pair(piece: Piece) -> tuple[int, int]:
    """Read two whole numbers with a blank or a comma between them."""
    words = piece.text.replace(",", " ").strip("() \t").split()
    try:
        if len(words) != 2 or max(map(len, words)) > _LONGEST_NUMBER:
            raise ValueError
        return int(words[0]), int(words[1])
    except ValueError:
        raise piece.error("is not a pair of whole numbers", kind="not-a-pair") from None


def write(board: Board) -> str:
    r"""Write a board as canonical text; reading it gives an equal board.

    >>> write(Board(1, 3, bytes([COVERED, 1, UNKNOWN]), mines=1, variant="torus", click=(0, 2)))
    '#1?\nmines: 1\nvariant: torus\nclick: 1 3\n'
    """
    rows = [write_grid(board)]
    if (
        board.variant == "square"
        and not board.offsets
        and 1 in board.cells
        and not board.cells.translate(None, b"\0\1")
    ):
        rows.append(f"reading: {POSITION}")  # else 1 may be a mine
    if board.mines is not None:
        rows.append(f"mines: {board.mines}")
    if board.variant != "square":
        rows.append(f"variant: {board.variant}")
    if board.offsets:
        rows.append("offsets: " + "; ".join(f"{down} {right}" for down, right in board.offsets))
    if board.click is not None:
        rows.append(f"click: {board.click[0] + 1} {board.click[1] + 1}")
    return "\n".join(rows) + "\n"


def write_grid(board: Board, marked: tuple[Place, ...] = (), mark: str = "*") -> str:
    r"""Write the grid alone, with a mark on some cells.

    >>> write_grid(Board(2, 2, bytes([COVERED, 1, FLAG, 1])), ((1, 0),))
    '#1\n*1'
    """
    return write_layout(board, [row * board.columns + column for row, column in marked], mark)


def write_layout(board: Board, cells: Iterable[Cell], mark: str = "*") -> str:
    r"""Write the grid alone, with a mark on cells that are named by their numbers.

    >>> write_layout(Board(2, 2, bytes([COVERED, 1, FLAG, 1])), [0, 2])
    '*1\n*1'
    """
    signs, sign = bytearray(board.cells.translate(_SIGNS)), ord(mark)
    for cell in cells:
        signs[cell] = sign
    written = signs.decode("ascii")
    return "\n".join([written[at : at + board.columns] for at in range(0, len(written), board.columns)])


def write_place(place: Place) -> str:
    """Write a cell as people name it: row and column from 1.

    >>> write_place((0, 3))
    '(1, 4)'
    """
    return f"({place[0] + 1}, {place[1] + 1})"
