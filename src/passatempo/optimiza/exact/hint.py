"""The question `hint`: the best end of a path that somebody began."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import STOPS, Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.optimiza import _kernel
from passatempo.optimiza.exact.best import words
from passatempo.optimiza.exact.judge import judge
from passatempo.optimiza.exact.levels import less
from passatempo.optimiza.geometry import PIECE, route_of
from passatempo.optimiza.model import VARIANTS, Board, Hint

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Cell


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
        whole = _kernel.best(numbers, board.n, variant, 0, *deadline.rest.kernel)
        stop, nodes, path, best, bound = whole.stop, whole.nodes, whole.path, whole.value, whole.bound
        total, top = best, bound
        if prefix:
            gone = sum(board.cells[cell] for cell in prefix[:-1])
            ahead = _ahead(board, numbers, prefix, deadline)
            rest = less(deadline.rest, nodes)
            later = _kernel.best_from(ahead, board.n, variant, prefix[-1], *rest.kernel)
            stop, nodes, path = stop or later.stop, nodes + later.nodes, later.path
            total, top = gone + later.value, gone + later.bound
        if not path:
            return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats={"nodes": nodes})
        route = route_of(board, [*prefix[:-1], *path], deadline.poll)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped)
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
