"""The way through a puzzle by the easiest rules, step by step; and a method of another kind that must agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from passatempo.core.errors import WrongAnswer
from passatempo.core.interface import Interface
from passatempo.core.outcome import STOPS
from passatempo.minesweeper.exact.methods import packed
from passatempo.minesweeper.generate import spread
from passatempo.minesweeper.model import COVERED, LEVELS, Board
from passatempo.minesweeper.record import PASTIME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.limits import Deadline, Limits
    from passatempo.minesweeper.model import Cell, Certain, Level, Place
    from passatempo.minesweeper.puzzles.params import Hardest

METHOD = "sat"  # on large fields it takes a third of the time of `asp`


def ask(question: str, deadline: Deadline, **request: Any) -> dict[str, Any]:
    """Ask the kernel; raises `Stopped` where a limit comes first."""
    found = Interface.of("minesweeper").ask(question, deadline.remaining_limits, **request)
    deadline.charge(STOPS.index(found.stop))
    return found.reply


class Step(NamedTuple):
    """Cells that can be opened, the numbers that say so, and the rule; steps of one round need no others before."""

    open: tuple[Cell, ...]
    because: tuple[Cell, ...]
    level: Level


def easiest(board: Board, deadline: Deadline) -> list[Step]:
    """Find the safe cells of a position that the easiest rule finds; none where none is safe.

    Single numbers go first, used again and again, then pairs of them, then all numbers together, last with the mine
    count. Beyond pairs the numbers of a step are a minimal set.

    Examples
    --------
    >>> from passatempo.core.limits import Deadline, Limits
    >>> from passatempo.minesweeper import read
    >>> easiest(read("01#1#"), Deadline(Limits()))
    [Step(open=(4,), because=(1, 3), level='single')]
    """
    return next(iter(rounds(board, b"", deadline)), [])


def opening(rows: int, columns: int, mine: Sequence[int], first: Cell) -> Board:
    """Return the position after the first cell of a field was opened.

    >>> list(opening(1, 4, [0, 0, 0, 1], 0).cells)
    [0, 0, 1, 255]
    """
    cells = bytearray([COVERED]) * (rows * columns)
    bare = Board(rows, columns, bytes(cells), sum(mine))
    spread(bare.surface, bytes(mine), cells, [first])
    return Board(rows, columns, bytes(cells), sum(mine))


def rounds(board: Board, mine: Sequence[int], deadline: Deadline, hardest: Hardest = "count") -> list[list[Step]]:
    """Play a field from a position on; return the steps of each round, until no rule that is allowed finds a safe cell.

    Cells that a zero of an earlier step has opened are left out.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> from passatempo.minesweeper import read
    >>> [len(steps) for steps in rounds(read("1##", mines=1), [0, 1, 0], Deadline(Limits()))]
    [1]
    """
    found = ask("rounds", deadline, board=packed(board), mine=mine, hardest=LEVELS.index(hardest))["rounds"]
    return [[Step(reason.open, reason.because, LEVELS[one.level]) for reason in one.reasons] for one in found]


def asked(board: Board, limits: Limits) -> Certain | None:
    """Ask for the certain cells; None where a limit came first.

    Raises
    ------
    SolverUnavailable
        If the method's extra is not installed.
    WrongAnswer
        If the method finds no layout at all.
    """
    outcome = PASTIME.problem("safe").choose(METHOD).load_solver()(board, limits, lambda *_: None)
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
        found = asked(Board(board.rows, board.columns, bytes(cells), mines), deadline.remaining_limits)
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
