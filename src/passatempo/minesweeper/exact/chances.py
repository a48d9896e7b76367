"""The question `chances` with its own input: also without the mine count, beside the answer with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Deadline, Limits
from passatempo.core.progress import Report, silent

if TYPE_CHECKING:
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Question
    from passatempo.minesweeper.model import Board, Chances


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
    from passatempo.minesweeper.exact.methods import chances

    return _both(question, chances, limits, report)


def reference(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Chances]:
    """Find the exact chances cell by cell in plain Python."""
    from passatempo.minesweeper.reference import chances

    return _both(question, chances, limits, report)
