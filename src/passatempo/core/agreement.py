"""When two outcomes can both be right: what a second method confirms, and what contradicts it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import WrongAnswer, quote
from passatempo.core.methods import resolve
from passatempo.core.outcome import Outcome, Status

if TYPE_CHECKING:
    from passatempo.core.methods import Chosen
    from passatempo.core.pastime import Problem


def compared(
    problem: Problem, question: Any, choice: Chosen, first: Outcome[Any], second: Outcome[Any]
) -> Outcome[Any]:
    """Say of an outcome who confirmed or refuted it.

    A published program as printed may be wrong: that another method refutes it is the finding. Two exact methods that
    disagree are a bug of ours.
    """
    if not agree(problem, question, first, second):
        if choice.method.kind == "literal":
            return replace(first, refuted_by=(second.method,), refutation=second)
        said = [f"{told.method} ({said_of(problem, question, told)})" for told in (first, second)]
        raise WrongAnswer(f"methods disagree: {', '.join(said)}", question)
    proved = {first.status, second.status} <= {Status.SOLVED, Status.IMPOSSIBLE}
    return replace(first, confirmed_by=(second.method,)) if proved else first


def agree(problem: Problem, question: Any, first: Outcome[Any], second: Outcome[Any]) -> bool:
    """Tell whether two outcomes can both be right.

    Where both are proved: the same verdict, value, and all that the right answer fixes (`comparison_key`). An answer
    that is not proved best is no better than a proved one, nor is that one better than its bound.
    """
    statuses = {first.status, second.status}
    if Status.UNKNOWN in statuses:
        return True
    if Status.IMPOSSIBLE in statuses:
        return len(statuses) == 1
    if Status.FEASIBLE not in statuses:
        same = first.value == second.value
        return same and comparison_key(problem, question, first) == comparison_key(problem, question, second)
    return _within(first, second) and _within(second, first)


def _within(feasible: Outcome[Any], other: Outcome[Any]) -> bool:
    """Tell whether an outcome's bound allows another's value, and its value a proved one."""
    if feasible.value is None or other.value is None:
        return True
    low = other.status is not Status.SOLVED or feasible.value <= other.value
    return low and (feasible.bound is None or other.value <= feasible.bound)


def comparison_key(problem: Problem, question: Any, outcome: Outcome[Any]) -> Any:
    """Return what the right answer fixes beside its value: all of it, the problem's key of it, or nothing."""
    if outcome.answer is None:
        return None
    if problem.unique:
        return outcome.answer
    return resolve(problem.key)(question, outcome.answer) if problem.key else None


def said_of(problem: Problem, question: Any, outcome: Outcome[Any]) -> str:
    """Write a verdict in a few words, as in ``solved with value 7``."""
    value = "" if outcome.value is None else f" with value {outcome.value}"
    key = comparison_key(problem, question, outcome)
    return f"{outcome.status.value}{value}{'' if key is None else f' with {quote(str(key))}'}"
