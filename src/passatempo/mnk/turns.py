"""The game move by move, as the terminal plays it; a state is a position, a move a cell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, InvalidInstance, Violation
from passatempo.mnk.formats.notation import read_place, write_place
from passatempo.mnk.json import PositionJson, load_position
from passatempo.mnk.model import Position, replayed
from passatempo.mnk.rules import MARKS, illegal

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Choice

SMALLEST = 3  # the game of those who name none: noughts and crosses


def start(keys: PositionJson) -> Position:
    """Return the position where a game begins; what is not said is noughts and crosses.

    >>> start(PositionJson(k=4)).rules
    Rules(m=4, n=4, k=4, exact=False, misere=False, gravity=False, torus=False, maker_breaker=False)
    """
    k = SMALLEST if keys.k is None else keys.k
    if keys.board is None:
        size = max(k, SMALLEST)
        keys = replace(keys, m=size if keys.m is None else keys.m, n=size if keys.n is None else keys.n)
    return load_position(replace(keys, k=k))


def moves(position: Position) -> tuple[Cell, ...]:
    """Return the legal moves; none once the game is over."""
    return position.legal


def play(position: Position, cell: Cell) -> Position:
    """Return the position after a move."""
    return position.play(cell)


def before(position: Position) -> Position | None:
    """Return the position before the last move; None where the moves are not known.

    >>> before(start(PositionJson(moves=[(2, 2)]))).empty
    9
    """
    if not position.moves:
        return None
    earlier = position.moves[:-1]
    return Position(position.rules, replayed(position.rules, earlier), earlier)


def result(position: Position) -> str | None:
    """Say how the game ended; None while it is open."""
    over = position.result
    return over if over is None or over == "draw" else f"{over} has won"


def side(position: Position) -> str:
    """Return who is to move."""
    return MARKS[position.to_move]


def read_move(position: Position, text: str) -> Cell:
    """Read a move such as ``b2``, ``2,2`` or ``2 2``; where marks fall a column's letters will do.

    Raises
    ------
    FormatError, InvalidInstance
        If it is no cell, or cannot be marked.

    Examples
    --------
    >>> read_move(start(PositionJson()), "c2")
    5
    >>> read_move(start(PositionJson(gravity=True)), "c")
    8
    """
    rules = position.rules
    if rules.gravity and text.strip().isalpha():
        column = read_place(f"{text.strip()}1")[1]
        for cell in position.legal:
            if cell % rules.n == column:
                return cell
        raise FormatError(f"no mark can fall in column {text.strip()}", kind="bad-move")
    row, column = read_place(text)
    if not (0 <= row < rules.m and 0 <= column < rules.n):
        raise InvalidInstance([Violation("outside", f"{text.strip()} is outside the board of {rules.m} x {rules.n}")])
    fault = illegal(rules, position.cells, row * rules.n + column)
    if fault:
        raise InvalidInstance([Violation("illegal-move", fault)])
    return row * rules.n + column


def write_move(position: Position, cell: Cell) -> str:
    """Write a move.

    >>> write_move(start(PositionJson()), 5)
    'c2'
    """
    return write_place(position.place(cell))


def chosen(position: Position, choice: Choice) -> Cell:
    """Return the move of an answer to the question `move`."""
    return choice.move[0] * position.rules.n + choice.move[1]
