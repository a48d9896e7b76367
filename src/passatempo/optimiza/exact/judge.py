"""The questions `judge` and `hint` about a path that somebody began.

Which move is the first to break a rule, the score, and whether a move is left; and the best end of the path.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import STOPS, Outcome, Status
from passatempo.optimiza import _kernel
from passatempo.optimiza.exact.best import words
from passatempo.optimiza.exact.levels import less
from passatempo.optimiza.geometry import PIECE, landings, returns, route_of
from passatempo.optimiza.model import VARIANTS, Board, Hint, Verdict, board_and_rule
from passatempo.optimiza.reference.search import ways

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Cell
    from passatempo.optimiza.reference.search import Way


POLLED = 1024  # moves between two looks at the clock


def judge(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Verdict]:
    r"""Judge a path move by move.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import JudgeAsk, read
    >>> judge(Question(read("1 1\n1 2"), JudgeAsk([(1, 1), (1, 2), (2, 2)]))).answer
    Verdict(legal=True, score=4, finished=True, broken_move=None, rule='')
    """
    board, strict = board_and_rule(question)
    deadline = Deadline(limits)
    passing = Passing(board) if strict else None
    used: dict[Cell, None] = {}
    fault: tuple[int, str] | None = None
    for move, (row, column) in enumerate(question.ask.path):
        if move % POLLED == POLLED - 1 and deadline.poll():
            return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
        cell = board.cell(row - 1, column - 1)
        rule = "off-board" if cell is None else _fault(board, used, cell)
        if cell is not None and not rule and passing is not None and not passing.go(cell):
            rule = "passed"
        if rule or cell is None:
            fault = move, rule
            break
        used[cell] = None
    score = sum(board.cells[cell] for cell in used)
    finished = bool(used) and not _can_go_on(board, used, passing)
    verdict = Verdict(True, score, finished) if fault is None else Verdict(False, score, finished, *fault)
    return Outcome(Status.SOLVED, verdict)


class Passing:
    """What the ways that a path can have taken so far have passed, for the strict rule."""

    def __init__(self, board: Board) -> None:
        self.ways: list[list[Way]] = ways(board)
        self.head: Cell | None = None
        self.passed: set[int] = set()

    def after(self, cell: Cell) -> set[int]:
        """Return what is passed after the next move; empty where none can be made."""
        if self.head is None:
            return {1 << cell}
        lines = [way for d, way in self.ways[self.head] if d == cell]
        return {passed | way for passed in self.passed for way in lines if not passed & way}

    def go(self, cell: Cell) -> bool:
        """Make the next move; false where it passes a cell twice, and then nothing changes."""
        after = self.after(cell)
        if after:
            self.head, self.passed = cell, after
        return bool(after)


def _can_go_on(board: Board, used: dict[Cell, None], passing: Passing | None) -> bool:
    """Tell whether a legal move is left."""
    head = next(reversed(used))
    onward = [d for d in _reach(board, head) if board.cells[d] >= board.cells[head] and d not in used]
    return any(passing is None or passing.after(d) for d in onward)


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


def hint(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Hint]:
    r"""Complete the beginning of a path as well as can be, and say whether it can still become the best of the board.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import PathAsk, read
    >>> hint(Question(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1"), PathAsk([(2, 1)]))).answer.optimal
    True
    """
    board: Board = question.instance
    deadline = Deadline(limits)
    said = judge(question, limits)
    verdict = said.answer
    if verdict is None:
        return Outcome(Status.UNKNOWN, stopped=said.stopped)
    if not verdict.legal:
        raise FormatError(
            f"the path is illegal at move {verdict.broken_move} ({verdict.rule})", where="path", kind="path"
        )
    prefix = [board.cell(row - 1, column - 1) or 0 for row, column in question.ask.path]
    variant = VARIANTS.index(board.variant)
    try:
        numbers = words(board, deadline)
        stop, nodes, best, bound, path, _ = _kernel.best(
            numbers, board.n, variant, 0, *deadline.remaining_limits.kernel
        )
        total, top = best, bound
        if prefix:
            gone = sum(board.cells[cell] for cell in prefix[:-1])
            ahead = _ahead(board, numbers, prefix, deadline)
            rest = less(deadline.remaining_limits, nodes)
            late, more, value, limit, path = _kernel.best_from(ahead, board.n, variant, prefix[-1], *rest.kernel)
            stop, nodes = stop or late, nodes + more
            total, top = gone + value, gone + limit
        if not path:
            return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats={"nodes": nodes})
        route = route_of(board, [*prefix[:-1], *path], deadline.poll)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    onward = route.places[len(prefix)] if len(route.places) > len(prefix) else None
    known = best > 0  # else the limit came before anything was solved
    optimal = True if known and total >= bound else False if top < best else None
    found = Hint(route, onward, optimal)
    if total == top and optimal is not None:
        return Outcome(Status.SOLVED, found, total, total, stats={"nodes": nodes})
    return Outcome(Status.FEASIBLE, found, total, top, STOPS[stop], stats={"nodes": nodes})


def _ahead(board: Board, numbers: array[int], prefix: list[Cell], deadline: Deadline) -> array[int]:
    """Leave the numbers that may still be landed on, so that the end of the beginning is the best start."""
    ahead, least = array("H"), board.cells[prefix[-1]]
    for first in range(0, len(numbers), PIECE):
        if first:
            deadline.check()
        ahead.extend([value if value >= least else 0 for value in numbers[first : first + PIECE]])
    for cell in prefix[:-1]:
        ahead[cell] = 0
    return ahead
