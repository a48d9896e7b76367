"""The judge of paths: which move is the first to break a rule, the score, and whether a move is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.optimiza.geometry import landings, returns
from passatempo.optimiza.model import Verdict

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Board, Cell


def judge(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Verdict]:
    r"""Judge a path move by move.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import PathAsk, read
    >>> judge(Question(read("1 1\n1 2"), PathAsk([(1, 1), (1, 2), (2, 2)]))).answer
    Verdict(legal=True, score=4, finished=True, broken_move=None, rule='')
    """
    board: Board = question.instance
    used: dict[Cell, None] = {}
    fault: tuple[int, str] | None = None
    for move, (row, column) in enumerate(question.ask.path):
        cell = board.cell(row - 1, column - 1)
        rule = "off-board" if cell is None else _fault(board, used, cell)
        if rule or cell is None:
            fault = move, rule
            break
        used[cell] = None
    score = sum(board.cells[cell] for cell in used)
    finished = bool(used) and not any(
        board.cells[d] >= board.cells[next(reversed(used))] and d not in used
        for d in _reach(board, next(reversed(used)))
    )
    verdict = Verdict(True, score, finished) if fault is None else Verdict(False, score, finished, *fault)
    return Outcome(Status.SOLVED, verdict)


def _reach(board: Board, cell: Cell) -> tuple[Cell, ...]:
    return landings(board.variant, board.n, *board.place(cell), board.cells[cell])


def _fault(board: Board, used: dict[Cell, None], cell: Cell) -> str:
    """Return the first rule that the next move breaks, or nothing."""
    if not used:
        return ""
    head = next(reversed(used))
    if cell not in _reach(board, head) and not (cell == head and _stays(board, cell)):
        return "not-straight"
    if board.cells[cell] < board.cells[head]:
        return "smaller"
    return "used" if cell in used else ""


def _stays(board: Board, cell: Cell) -> bool:
    """Tell whether a straight move leads back to its own cell, as with N on a torus."""
    return returns(board.variant, board.n, *board.place(cell), board.cells[cell])
