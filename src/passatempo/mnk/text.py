"""The text of a position: a board or a list of moves.

::

    k: 3
    . . O
    . . X
    X O .

A text is a board of rows of ``X``, ``O`` and ``.``, or a list of moves such as ``b2 a1 c3`` or ``2,2 1,1 3,3``.
It may have ``key: value`` lines (m, n, k, to_move, moves, and the options exact, misere, gravity, torus,
maker_breaker). A move is a column's letters with a row's number, or row and column. Both count from 1, rows from the
top. The boards that `show` prints are accepted too. A text holds one game or board; an ambiguous text is rejected.
"""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Any

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.json import count_of
from passatempo.core.text import Piece, clean, limit_pieces, lines, read_size, split_keys
from passatempo.mnk.formats.board_text import read_board_text, status_line
from passatempo.mnk.formats.notation import _MOVE, read_moves, refuse_games, write_place
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import Position, played
from passatempo.mnk.rules import MARKS, MOST_CELLS, OPTIONS, O, Rules, X, wrong_size

SIZES = ("m", "n", "k")
KEYS = (*SIZES, "to_move", "moves", "board", *OPTIONS)
_MARKS = {".": 0, "_": 0, "-": 0, "+": 0, "X": X, "x": X, "O": O, "o": O}
_WRITTEN = str.maketrans({sign: MARKS[mark] for sign, mark in _MARKS.items()})
_NO_MARK = re.compile(rf"[^\s{''.join(map(re.escape, _MARKS))}]")


def read(text: str, **keys: Any) -> Position:
    r"""Read a position from text.

    Parameters
    ----------
    text
        The text; lines that start with ``//`` are ignored.
    keys
        Instance keys that override the text.

    Raises
    ------
    FormatError, InvalidInstance
        With the place of the error.

    Examples
    --------
    >>> read("k: 3\n. . O\n. . X\nX O .").rows
    ('..O', '..X', 'XO.')
    >>> read("m: 3\nn: 3\nk: 3\n1. b2 a1 2. c3").rows
    ('O..', '.X.', '..X')
    """
    key_pieces, rest = split_keys(clean(text), KEYS)
    position_keys: dict[str, Any] = {
        name: read_size(key_pieces[name], name, MOST_CELLS) for name in SIZES if name in key_pieces
    }
    position_keys |= {name: _read_switch(key_pieces[name]) for name in OPTIONS if name in key_pieces}
    if "to_move" in key_pieces:
        position_keys["to_move"] = key_pieces["to_move"].text
    if "board" in key_pieces:
        raise key_pieces["board"].fault("write the rows of the board on lines of their own, without a key")
    if "moves" in key_pieces:
        position_keys["moves"] = read_moves(key_pieces["moves"])
    shown, rest, foot = read_board_text(rest)
    for name in shown:
        if position_keys.get(name, shown[name]) != shown[name]:
            raise key_pieces[name].fault(f"{name} is repeated: the printed board has {shown[name]}", kind="key-twice")
    position_keys |= shown | _read_body(rest, twice="moves" in position_keys)
    if foot and foot.text.strip().replace(" - ", " · ") != (fitting := status_line(position_of(**position_keys))):
        raise foot.error(f"does not fit the board above it, which is {quote(fitting)}", kind="foot")
    return position_of(**{**position_keys, **keys})


def _read_body(rest: Piece, *, twice: bool) -> dict[str, Any]:
    """Read the text without its keys: rows of a board, or moves."""
    rows = limit_pieces(lines(rest), MOST_CELLS, "the number of rows")
    first = next(rows, None)
    if first is None:
        return {}
    words = first.text.strip()
    if words[0] in _MARKS and not _MOVE.match(words):
        return {"board": [_read_row(number, row) for number, row in enumerate(chain([first], rows), 1)]}
    if twice:
        raise first.error("is not a row of X, O and .", kind="bad-mark")
    moves = read_moves(rest)
    refuse_games([first, *rows])
    return {"moves": moves}


def _read_row(number: int, line: Piece) -> str:
    """Read a row of the board; blanks between cells are ignored."""
    other = _NO_MARK.search(line.text)
    if other:
        column = len("".join(line.text[: other.start()].split())) + 1
        fault = f"(row {number}, column {column}) is not X, O or ."
        raise line.sub_piece(*other.span()).error(fault, kind="bad-mark")
    return "".join(line.text.split()).translate(_WRITTEN)


def _read_switch(piece: Piece) -> bool:
    if piece.text not in ("true", "false"):
        raise piece.error("is neither true nor false", kind="not-a-switch")
    return piece.text == "true"


def position_of(
    m: int | None = None,
    n: int | None = None,
    k: int | None = None,
    board: Sequence[str] | None = None,
    moves: Sequence[tuple[int, int]] | None = None,
    to_move: str | None = None,
    **options: bool,
) -> Position:
    """Build a position from the keys of an instance; rows and columns count from 1.

    Raises
    ------
    FormatError, InvalidInstance
        The message names the key, the row or the move that is wrong.

    Examples
    --------
    >>> position_of(3, 3, 3, moves=[(2, 2), (1, 1)]).rows
    ('O..', '.X.', '...')
    """
    if board is not None:
        m, n = _board_shape(board, m, n)
    sizes = {"m": m, "n": n, "k": k}
    for name, size in sizes.items():
        if size is None:
            raise FormatError(f"{name} is missing (the key, or --{name})", kind="missing-key")
    rules = Rules(m or 0, n or 0, k or 0, **options)
    made = () if moves is None else _move_cells(rules, moves)
    position = played(rules, made) if board is None else Position(rules, _board_marks(board), made)
    if to_move is not None and to_move != MARKS[position.to_move]:
        counts = f"{position.cells.count(X)} X and {position.cells.count(O)} O"
        text = f"to_move: {quote(to_move)} cannot move next: with {counts} on the board it is {MARKS[position.to_move]}"
        raise InvalidInstance([Violation("wrong-turn", f"{text}'s turn")])
    return position


def _board_shape(board: Sequence[str], m: int | None, n: int | None) -> tuple[int, int]:
    """Return the rows and columns of a board; they must agree with m and n if these are given."""
    rows = len(board) if m is None else m
    columns = n if n is not None else len(board[0]) if board else 0
    for fault in wrong_size(rows, columns, 1):
        raise InvalidInstance([fault])
    if len(board) != rows:
        error_message = f"the board has {count_of(len(board), 'row')}, {rows} expected"
        raise FormatError(error_message, where="board", kind="wrong-size")
    for number, row in enumerate(board, 1):
        if len(row) != columns:
            error_message = f"row {number} has {count_of(len(row), 'cell')}, {columns} expected"
            raise FormatError(error_message, where="board", kind="ragged")
    return rows, columns


def _board_marks(board: Sequence[str]) -> bytes:
    """Read the rows of a board."""
    cells = bytearray()
    for number, row in enumerate(board, 1):
        for column, character in enumerate(row, 1):
            if character not in _MARKS:
                place = f"row {number}, column {column}"
                raise FormatError(f"{place}: {quote(character)} is not X, O or .", where="board", kind="bad-mark")
            cells.append(_MARKS[character])
    return bytes(cells)


def _move_cells(rules: Rules, moves: Sequence[tuple[int, int]]) -> tuple[Cell, ...]:
    """Return the cells of moves; cells count from 0."""
    if len(moves) > rules.size:
        raise FormatError(
            f"{count_of(len(moves), 'move')} on a board of {count_of(rules.size, 'cell')}",
            where="moves",
            kind="too-many-moves",
        )
    move_cells = []
    for number, (row, column) in enumerate(moves, 1):
        if not (1 <= row <= rules.m and 1 <= column <= rules.n):
            text = f"move {number} outside the board: ({row},{column}) on {rules.m} x {rules.n}"
            raise InvalidInstance([Violation("outside", text, number)])
        move_cells.append((row - 1) * rules.n + column - 1)
    return tuple(move_cells)


def write(position: Position) -> str:
    r"""Write a position as canonical text; reading it gives an equal position.

    >>> print(write(read("m: 2\nn: 3\nk: 2\na1 b2")))
    k: 2
    X . .
    . O .
    moves: a1 b2
    <BLANKLINE>
    """
    rules = position.rules
    rows = [f"k: {rules.k}", *(" ".join(row) for row in position.rows)]
    rows += [f"{option}: true" for option in OPTIONS if getattr(rules, option)]
    if position.moves:
        rows.append(f"moves: {' '.join(write_place(position.place(cell)) for cell in position.moves)}")
    return "\n".join(rows) + "\n"
