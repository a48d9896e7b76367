"""The question `chances` and its option `both`, which adds the chances without the mine count."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.minesweeper import _kernel, census
from passatempo.minesweeper.exact import methods
from passatempo.minesweeper.model import Board, Cell, Chances

NEAR, FAR = b"\1\2\3", b"\5\6\7"  # marks of the kernel: next to a number, and elsewhere
UNCERTAIN = b"\0\1\5"
CERTAIN = dict.fromkeys(methods.SAFE, Fraction(0)) | dict.fromkeys(methods.MINE, Fraction(1))
ESTIMATED = 10**12  # denominator of estimated chances
SPARE = 0.5  # share of the time reserved for the certain cells, if they take that long
PRINT_FACTOR = 10.0  # checking and printing certain cells takes this many times as long as finding them


def _answer_readings(question: Question, solve: Any, limits: Limits, report: Report) -> Outcome[Chances]:
    """Answer with the mine count and, if both readings are requested and differ, without it."""
    board: Board = question.instance
    deadline = Deadline(limits)
    outcome: Outcome[Chances] = solve(board, limits, report)
    if outcome.answer is None or not question.ask.both or board.mines is None:
        return outcome
    second: Outcome[Chances] = solve(replace(board, mines=None), deadline.remaining_limits, report)
    if second.status is Status.IMPOSSIBLE:  # the numbers alone contradict, but a limit came before this was found
        return second
    stats = {"nodes": outcome.stats["nodes"] + second.stats["nodes"]}
    worse = outcome if second.status is Status.SOLVED else replace(second, status=Status.FEASIBLE)
    return replace(worse, answer=replace(outcome.answer, uncounted=second.answer), stats=stats)


def _with_certain(solve: Any, board: Board, limits: Limits, report: Report) -> Outcome[Chances]:
    """Answer one reading; if its chances take too long, report only the certain cells."""
    deadline = Deadline(limits)
    board_survey = _kernel.survey(
        methods.kernel_board(board),
        False,
        *deadline.end_earlier(SPARE * (limits.seconds or 0.0)).remaining_limits.kernel,
    )
    outcome: Outcome[Chances] = solve(
        board, deadline.end_earlier(PRINT_FACTOR * deadline.run_seconds).remaining_limits, report
    )
    marks = board_survey.marks or b""
    if outcome.status is not Status.UNKNOWN or not marks.strip(UNCERTAIN):
        return outcome
    try:
        answer = _of_marks(board, marks, lambda cell: CERTAIN.get(marks[cell]), deadline)
    except Stopped:
        return outcome
    return replace(outcome, status=Status.FEASIBLE, answer=answer) if None in answer.near.values() else outcome


def _of_marks(board: Board, marks: bytes, chance: Callable[[Cell], Fraction | None], deadline: Deadline) -> Chances:
    """Return the chances of all marked cells, without the number of layouts."""
    near = {
        cell: chance(cell)
        for cell in poll_stream(methods.cells_with_marks(marks, NEAR, deadline), deadline, methods.STRIDE)
    }
    outer_cells = methods.cells_with_marks(marks, FAR, deadline)
    other = chance(outer_cells[0]) if outer_cells else None
    return Chances(None, census.by_place(board, near, deadline), other)


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
    return _answer_readings(question, partial(_with_certain, methods.chances), limits, report)


def estimate(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Chances]:
    r"""Estimate the chances in floating point, for boards with too many layouts to count in time.

    Returns
    -------
    Outcome
        `FEASIBLE`, with chances in fractions of 10^12 and without the number of layouts. Certain cells are exact.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.minesweeper import ChancesAsk, read
    >>> found = estimate(Question(read("1#\n##", mines=1), ChancesAsk())).answer
    >>> found.solutions, str(found.lowest)
    (None, '333333333333/1000000000000')
    """
    return _answer_readings(question, partial(_with_certain, _estimate_chances), limits, report)


def _estimate_chances(board: Board, limits: Limits, report: Report) -> Outcome[Chances]:
    """Estimate the chances in floating point; marks are exact."""
    deadline = Deadline(limits)
    board_survey = _kernel.survey(methods.kernel_board(board), True, *limits.kernel)
    stats = {"nodes": board_survey.nodes}
    if board_survey.state == methods.CONTRADICTORY:
        return Outcome(Status.IMPOSSIBLE, reason=census.no_layout_reason(board), stats=stats)
    marks = board_survey.marks
    if marks is None or board_survey.state != methods.CONSISTENT:
        return Outcome(Status.UNKNOWN, stopped=STOPS[board_survey.stop], stats=stats)
    if not board_survey.counted or board_survey.chances is None:
        return Outcome(Status.UNKNOWN, stopped=StopReason.MEMORY, reason=methods.TOO_WIDE, stats=stats)
    chances, share = memoryview(board_survey.chances).cast("d"), lru_cache(maxsize=1 << 16)(_round_chance)
    try:
        answer = _of_marks(board, marks, lambda cell: share(marks[cell], chances[cell]), deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats)
    return Outcome(Status.FEASIBLE, answer, stats=stats)


def _round_chance(mark: int, chance: float) -> Fraction:
    """Round a chance; only certain cells get 0 or 1."""
    if mark in CERTAIN:
        return CERTAIN[mark]
    return Fraction(min(max(round(chance * ESTIMATED), 1), ESTIMATED - 1), ESTIMATED)


def reference(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Chances]:
    """Compute the exact chances cell by cell in plain Python."""
    from passatempo.minesweeper.reference import chances

    return _answer_readings(question, chances, limits, report)
