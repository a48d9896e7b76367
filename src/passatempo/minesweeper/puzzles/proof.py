"""The solution of a puzzle by the easiest rules, step by step, and an independent method that must agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from passatempo.core.errors import WrongAnswer
from passatempo.core.interface import Interface
from passatempo.core.outcome import STOPS
from passatempo.minesweeper.exact.methods import board_record
from passatempo.minesweeper.formats.minefield import open_cells
from passatempo.minesweeper.model import COVERED, LEVELS, Board, Cell, Certain, Level, Place
from passatempo.minesweeper.record import PASTIME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.limits import Deadline, Limits
    from passatempo.minesweeper.puzzles.params import Hardest

METHOD = "sat"  # on large fields it takes a third of the time of `asp`


def ask_kernel(question: str, deadline: Deadline, **request: Any) -> dict[str, Any]:
    """Query the kernel; raises `Stopped` if a limit comes first."""
    kernel_answer = Interface.of("minesweeper").ask(question, deadline.remaining_limits, **request)
    deadline.charge(STOPS.index(kernel_answer.stop))
    return kernel_answer.reply


def places_from_one(board: Board, cells: Sequence[Cell]) -> list[list[int]]:
    """Return the rows and columns of cells, from 1, as in JSON.

    >>> places_from_one(Board(1, 5, bytes(5)), [4])
    [[1, 5]]
    """
    return [[part + 1 for part in board.place(cell)] for cell in cells]


class ProofStep(NamedTuple):
    """Cells to open, the numbers that prove them safe, and the rule; steps of one round are independent."""

    safe_cells: tuple[Cell, ...]
    because: tuple[Cell, ...]
    level: Level


def easiest_steps(board: Board, deadline: Deadline) -> list[ProofStep]:
    """Find the safe cells of a position by the easiest rule that finds any; empty if none is safe.

    Single numbers come first, applied repeatedly, then pairs, then all numbers together, and last the mine count.
    Beyond pairs, the numbers of a step are a minimal set.

    Examples
    --------
    >>> from passatempo.core.limits import Deadline, Limits
    >>> from passatempo.minesweeper import read
    >>> easiest_steps(read("01#1#"), Deadline(Limits()))
    [ProofStep(safe_cells=(4,), because=(1, 3), level='single')]
    """
    return next(iter(play_rounds(board, b"", deadline)), [])


def first_position(rows: int, columns: int, mine: Sequence[int], first: Cell) -> Board:
    """Return the position after the first cell of a field is opened.

    >>> list(first_position(1, 4, [0, 0, 0, 1], 0).cells)
    [0, 0, 1, 255]
    """
    cells = bytearray([COVERED]) * (rows * columns)
    closed_board = Board(rows, columns, bytes(cells), sum(mine))
    open_cells(closed_board.surface, bytes(mine), cells, [first])
    return Board(rows, columns, bytes(cells), sum(mine))


def play_rounds(
    board: Board, mine: Sequence[int], deadline: Deadline, hardest: Hardest = "count"
) -> list[list[ProofStep]]:
    """Play a field from a position; return the steps of each round, until no allowed rule finds a safe cell.

    Cells that a zero of an earlier step opened are left out.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> from passatempo.minesweeper import read
    >>> [len(steps) for steps in play_rounds(read("1##", mines=1), [0, 1, 0], Deadline(Limits()))]
    [1]
    """
    round_replies = ask_kernel("rounds", deadline, board=board_record(board), mine=mine, hardest=LEVELS.index(hardest))[
        "rounds"
    ]
    return [
        [ProofStep(reason.open, reason.because, LEVELS[round_reply.level]) for reason in round_reply.reasons]
        for round_reply in round_replies
    ]


def find_certain(board: Board, limits: Limits) -> Certain | None:
    """Return the certain cells; None if a limit came first.

    Raises
    ------
    SolverUnavailable
        If the method's extra is not installed.
    WrongAnswer
        If the method finds no layout.
    """
    outcome = PASTIME.problem("safe").choose(METHOD).load_solver()(board, limits, lambda *_: None)
    if outcome.answer is None and outcome.reason:
        raise WrongAnswer(f"{METHOD} finds no layout of the puzzle", board)
    certain_cells: Certain | None = outcome.answer
    return certain_cells


def clears_field(board: Board, mine: Sequence[int], deadline: Deadline) -> bool:
    """Play a field by the independent method; False if a limit came first.

    A count of all mines makes the search far harder, so it is used only if no cell is safe without it.

    Raises
    ------
    WrongAnswer
        If it gets stuck, or calls a mine safe.
    """
    cells, mines = bytearray(board.cells), None
    while cells.count(COVERED) > sum(mine):
        certain_cells = find_certain(Board(board.rows, board.columns, bytes(cells), mines), deadline.remaining_limits)
        if certain_cells is None:
            return False
        if not certain_cells.safe and mines is None:
            mines = board.mines
            continue
        mines = None
        safe = [row * board.columns + column for row, column in certain_cells.safe]
        wrong: list[Place] = [board.place(cell) for cell in safe if mine[cell]]
        if wrong or not safe:
            fault_message = f"{METHOD} calls the mine at {wrong[0]} safe" if wrong else f"{METHOD} finds no safe cell"
            raise WrongAnswer(fault_message, board)
        open_cells(board.surface, bytes(mine), cells, safe)
    return True
