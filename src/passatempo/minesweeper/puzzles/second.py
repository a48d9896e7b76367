"""The second opinion: a declarative method of another kind finds the same safe cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.errors import WrongAnswer
from passatempo.minesweeper.generate import spread
from passatempo.minesweeper.model import COVERED, Board
from passatempo.minesweeper.record import PASTIME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.limits import Deadline, Limits
    from passatempo.minesweeper.model import Certain, Place

METHOD = "sat"  # on large fields it takes a third of the time of `asp`


def asked(board: Board, limits: Limits) -> Certain | None:
    """Ask for the certain cells; None where a limit came first.

    Raises
    ------
    SolverUnavailable
        If the method's extra is not installed.
    WrongAnswer
        If the method finds no layout at all.
    """
    outcome = PASTIME.problem("safe").choose(METHOD).load()(board, limits, lambda *_: None)
    if outcome.answer is None and outcome.reason:
        raise WrongAnswer(f"{METHOD} finds no layout of the puzzle", board)
    found: Certain | None = outcome.answer
    return found


def clears(board: Board, mine: Sequence[int], deadline: Deadline) -> bool:
    """Play a field by the second method alone; False where a limit came first.

    A count of all mines makes its work far harder, so it is told only where there is no safe cell without.

    Raises
    ------
    WrongAnswer
        If it gets stuck, or calls a mine safe.
    """
    cells, mines = bytearray(board.cells), None
    while cells.count(COVERED) > sum(mine):
        found = asked(Board(board.rows, board.columns, bytes(cells), mines), deadline.rest)
        if found is None:
            return False
        if not found.safe and mines is None:
            mines = board.mines
            continue
        mines = None
        safe = [row * board.columns + column for row, column in found.safe]
        wrong: list[Place] = [board.place(cell) for cell in safe if mine[cell]]
        if wrong or not safe:
            said = f"{METHOD} calls the mine at {wrong[0]} safe" if wrong else f"{METHOD} finds no safe cell"
            raise WrongAnswer(said, board)
        spread(board.surface, bytes(mine), cells, safe)
    return True
