"""The question `chances` with its own input: also without the mine count, beside the answer with it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Deadline, Limits, Report, Stopped, polled, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.minesweeper import _kernel, census
from passatempo.minesweeper.census import Census
from passatempo.minesweeper.exact import methods

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.minesweeper.model import Board, Chances

NEAR, FAR = b"\1\2\3", b"\5\6\7"  # marks of the kernel: next to a number, and not
ESTIMATED = 10**12  # parts, to which chances are estimated


def _both(question: Question, solve: Any, limits: Limits, report: Report) -> Outcome[Chances]:
    """Answer with the mine count and, where both readings are asked for and differ, without."""
    board: Board = question.instance
    deadline = Deadline(limits)
    outcome: Outcome[Chances] = solve(board, limits, report)
    if outcome.answer is None or not question.ask.both or board.mines is None:
        return outcome
    second: Outcome[Chances] = solve(replace(board, mines=None), deadline.rest, report)
    if second.answer is None:
        return second
    stats = {"nodes": outcome.stats["nodes"] + second.stats["nodes"]}
    return replace(outcome, answer=replace(outcome.answer, uncounted=second.answer), stats=stats)


def exact(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Chances]:
    r"""Find the exact chances by diagrams.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.minesweeper import ChancesAsk, read
    >>> found = exact(Question(read("1##\n###", mines=2), ChancesAsk(both=True))).answer
    >>> str(found.lowest), str(found.uncounted.lowest)
    ('1/3', '1/3')
    """
    return _both(question, methods.chances, limits, report)


def estimate(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Chances]:
    r"""Find the chances in floating point, for boards whose layouts are too many to be counted in time.

    Returns
    -------
    Outcome
        `FEASIBLE`, with chances in fractions of 10^12 and without the number of layouts; what is certain is exact.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.minesweeper import ChancesAsk, read
    >>> found = estimate(Question(read("1#\n##", mines=1), ChancesAsk())).answer
    >>> found.solutions, str(found.lowest)
    (None, '333333333333/1000000000000')
    """
    return _both(question, _estimated, limits, report)


def _estimated(board: Board, limits: Limits, report: Report) -> Outcome[Chances]:
    """Find the chances in floating point; marks are exact."""
    deadline = Deadline(limits)
    found = _kernel.survey(methods.seen(board), True, *limits.kernel)
    stats = {"nodes": found.nodes}
    if found.state == methods.CONTRADICTORY:
        return Outcome(Status.IMPOSSIBLE, reason=census.reason(board), stats=stats)
    if found.marks is None:
        return Outcome(Status.UNKNOWN, stopped=STOPS[found.stop], stats=stats)
    if not found.counted or found.chances is None:
        return Outcome(Status.UNKNOWN, stopped=StopReason.MEMORY, reason=methods.TOO_WIDE, stats=stats)
    chances, share = memoryview(found.chances).cast("d"), lru_cache(maxsize=1 << 16)(_rounded)
    try:
        cells = polled(methods.marked(found.marks, NEAR, deadline), deadline, methods.STRIDE)
        near = {cell: share(found.marks[cell], chances[cell]) for cell in cells}
        far = methods.marked(found.marks, FAR, deadline)
        other = share(found.marks[far[0]], chances[far[0]]) if far else None
        answer = replace(census.chances(board, Census(0, near, other), deadline), solutions=None)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats=stats)
    return Outcome(Status.FEASIBLE, answer, stats=stats)


def _rounded(mark: int, chance: float) -> Fraction:
    """Round a chance; only what is certain is 0 or 1."""
    if mark in methods.SAFE + methods.MINE:
        return Fraction(int(mark in methods.MINE))
    return Fraction(min(max(round(chance * ESTIMATED), 1), ESTIMATED - 1), ESTIMATED)


def reference(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Chances]:
    """Find the exact chances cell by cell in plain Python."""
    from passatempo.minesweeper.reference import chances

    return _both(question, chances, limits, report)
