"""The game move by move; state and view are positions, since nothing is hidden, and a move is a row and a column."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.messages import mark, message
from passatempo.core.pastime import Shape
from passatempo.games.values import Deal, Opening, Result
from passatempo.mnk.formats.notation import read_place, write_place
from passatempo.mnk.game.rules import GameRules, of_board
from passatempo.mnk.json import POSITION
from passatempo.mnk.model import Choice, Place, Position
from passatempo.mnk.words import show_position

Move: TypeAlias = tuple[int, int]  # row and column, from 0


def start(rules: GameRules, seats: int, deal: Deal) -> Position:
    """Return the starting position of a game.

    >>> start(GameRules(k=4), 2, Deal()).rules.m
    4
    """
    board = rules.board
    position: Position = deal.deal_content or Position(board, bytes(board.size))
    if position.rules != board:
        position_size, board_size = (
            f"{board_rules.m},{board_rules.n},{board_rules.k}" for board_rules in (position.rules, board)
        )
        raise InvalidInstance(
            [Violation("other-rules", f"the position is of {position_size}, the rules of {board_size}")]
        )
    return position


def seat(position: Position) -> int:
    """Return the seat to move, 0 for X."""
    return position.to_move - 1


def view(position: Position, seat: int) -> Position:
    """Return what a seat sees, which is the whole position."""
    return position


def judge(position: Position, move: Move) -> tuple[Violation, ...]:
    """List the faults of a move.

    >>> judge(start(GameRules(), 2, Deal()), (3, 0))[0].text
    'a4 is outside the board of 3 x 3'
    """
    fault = _move_fault(position, move, write_place(move))
    return (fault,) if fault else ()


def _move_fault(position: Position, move: Move, cell_label: str) -> Violation | None:
    rules = position.rules
    row, column = move
    if not (0 <= row < rules.m and 0 <= column < rules.n):
        outside = mark("{cell} is outside the board of {rows} x {columns}")
        return Violation("outside", message(outside, cell=cell_label, rows=rules.m, columns=rules.n))
    fault = position.fault(row * rules.n + column)
    return Violation("illegal-move", fault) if fault else None


def play(position: Position, move: Move) -> Position:
    """Return the position after a move."""
    return position.play(move[0] * position.rules.n + move[1])


def result(position: Position) -> Result | None:
    """Return the result of the game; None while it is open."""
    if position.result is None:
        return None
    draw, x, o = Result((), (0, 0), "draw"), Result((0,), (1, -1), "won"), Result((1,), (-1, 1), "won")
    return {"draw": draw, "X": x, "O": o}[position.result]


def moves(position: Position) -> tuple[Move, ...]:
    """Return the legal moves; none once the game is over.

    >>> len(moves(start(GameRules(), 2, Deal())))
    9
    """
    return tuple([position.place(cell) for cell in position.legal])


def read(position: Position, text: str, locale: str) -> Move:
    """Read a move such as ``b2``, ``2,2`` or ``2 2``; with gravity the letters of a column suffice.

    Raises
    ------
    FormatError, InvalidInstance
        If it is not a cell, or the cell cannot be marked.

    Examples
    --------
    >>> read(start(GameRules(), 2, Deal()), "c2", "en")
    (1, 2)
    >>> read(start(GameRules(gravity=True), 2, Deal()), "c", "en")
    (2, 2)
    """
    rules = position.rules
    if rules.gravity and text.strip().isalpha():
        column = read_place(f"{text.strip()}1")[1]
        for place in moves(position):
            if place[1] == column:
                return place
        full = mark("column {column} is full or not on the board")
        raise FormatError(message(full, column=text.strip()), kind="bad-move")
    place = read_place(text)
    fault = _move_fault(position, place, text.strip())
    if fault:
        raise InvalidInstance([fault])
    return place


def write(position: Position, move: Move, locale: str) -> str:
    """Write a move.

    >>> write(start(GameRules(), 2, Deal()), (1, 2), "en")
    'c2'
    """
    return write_place(move)


def show(position: Position, names: tuple[str, ...], locale: str) -> str:
    """Draw the board in text."""
    return show_position(position)


def _load_move(raw: Any) -> Move:
    if not (isinstance(raw, list) and len(raw) == 2 and all(type(part) is int and 0 < part < 2**31 for part in raw)):
        raise FormatError(f"{quote(raw)} is not a row and a column", where="move", kind="bad-move")
    return raw[0] - 1, raw[1] - 1


MOVE = Shape(list, _load_move, lambda move: [move[0] + 1, move[1] + 1])
DEAL = POSITION


def opening(position: Position, game_options: Mapping[str, Any]) -> Opening:
    r"""Return the game of a position, with its moves if known.

    >>> from passatempo.mnk.text import read as position
    >>> opening(position("k: 3\nm: 3\nn: 3\nmoves: b2 a1"), {}).moves
    ((1, 1), (0, 0))
    """
    rules = of_board(position.rules)
    if position.moves or not any(position.cells):
        return Opening(rules, Deal(), tuple([position.place(cell) for cell in position.moves]))
    return Opening(rules, Deal(deal_content=position))


def instance(position: Position) -> Position:
    """Return the position that the pastime's questions are about."""
    return position


def chosen(position: Position, choice: Choice) -> Place:
    """Return the move of an answer to the question `move`."""
    return choice.move


def summary(position: Position) -> dict[str, int]:
    """Return the data for statistics: the number of moves."""
    return {"moves": position.rules.size - position.empty}
