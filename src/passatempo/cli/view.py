"""How outcomes look as text, JSON and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.json import dump_outcome, encode
from passatempo.core.methods import resolve
from passatempo.core.outcome import Status
from passatempo.core.telling import text_view

if TYPE_CHECKING:
    from passatempo.core.limits import Cancel
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Pastime, Problem

EXIT_CODES = {Status.SOLVED: 0, Status.FEASIBLE: 0, Status.IMPOSSIBLE: 1, Status.UNKNOWN: 3}


def exit_code(outcome: Outcome[Any], cancel: Cancel) -> int:
    """Return the exit code of the contract; that a published program is refuted is a result like another."""
    if cancel.thrown:
        return EXIT_CODES[Status.UNKNOWN]
    return 0 if outcome.refuted_by else EXIT_CODES[outcome.status]


def view(game: Pastime, problem: Problem, question: Any, outcome: Outcome[Any], form: str) -> str:
    """Write an outcome as text, JSON or SVG."""
    if form == "json":
        return encode(dump_outcome(game, problem, outcome), indent=2)
    if form == "svg":
        return str(resolve(problem.draw)(question, outcome.answer))
    return text_view(problem, question, outcome)
