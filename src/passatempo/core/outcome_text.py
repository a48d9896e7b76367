"""Outcomes in words, as every front room tells them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.methods import resolve
from passatempo.core.outcome import Status, StopReason

if TYPE_CHECKING:
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Problem

IMPOSSIBLE = "Impossible: "  # a verdict that can be told before its reason
_STOPPED = {
    StopReason.SECONDS: "the time limit was reached",
    StopReason.NODES: "the node limit was reached",
    StopReason.MEMORY: "the memory limit was reached",
    StopReason.CANCELLED: "the run was cancelled",
}


def duration(seconds: float) -> str:
    """Write a time with three digits and the unit that fits.

    >>> duration(0.0000042), duration(0.0123), duration(75)
    ('4.2 µs', '12.3 ms', '75 s')
    """
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1 or unit == "µs":
            return f"{seconds * factor:.3g} {unit}"
    raise AssertionError("the last unit always fits")


def answer_text(problem: Problem, question: Any, answer: Any) -> str:
    """Write an answer as a person would."""
    return str(resolve(problem.show)(question, answer)).rstrip("\n")


def status_line(problem: Problem, outcome: Outcome[Any]) -> str:
    """Write the line with status, method, time, and who has checked what."""
    parts = [outcome.status.value, outcome.method, duration(outcome.seconds)]
    if outcome.checked:
        parts.append("checked")
    elif outcome.status is not Status.UNKNOWN and problem.choose(outcome.method).method.kind == "literal":
        parts.append("not checked: output of a published program")
    elif outcome.answer is not None:
        parts.append("not checked")
    if outcome.confirmed_by:
        parts.append(f"confirmed by {', '.join(outcome.confirmed_by)}")
    if outcome.refuted_by:
        parts.append(f"refuted by {', '.join(outcome.refuted_by)}")
    return " · ".join(parts)


def _refutation(problem: Problem, question: Any, outcome: Outcome[Any]) -> list[str]:
    """Say what an exact method says that contradicts a published program."""
    other = outcome.refutation
    if other is None:
        return []
    value = "" if other.value is None else f", value {other.value}"
    rows = [f"{other.method} returns {other.status.value}{value}: the published program is wrong on this instance."]
    if other.answer is not None:
        rows.append(answer_text(problem, question, other.answer))
    return rows


def outcome_text(problem: Problem, question: Any, outcome: Outcome[Any]) -> str:
    """Write the answer first, as a person would, then what is proved."""
    rows = []
    if outcome.answer is not None:
        rows.append(answer_text(problem, question, outcome.answer))
        if outcome.status is Status.FEASIBLE:
            bound = "" if outcome.bound is None else f", the bound is {outcome.bound}"
            rows.append(f"Not proved optimal: {_STOPPED.get(outcome.stopped, 'the method gives no proof')}{bound}.")
    elif outcome.status is Status.IMPOSSIBLE:
        rows.append(f"{IMPOSSIBLE}{outcome.reason or 'no answer exists'}.")
    else:
        rows.append(f"Unknown: {outcome.reason or _STOPPED.get(outcome.stopped, 'no answer was found')}.")
    if outcome.proof is not None:
        rows.append(f"Proof: {outcome.proof}")
    rows += _refutation(problem, question, outcome)
    rows.append(status_line(problem, outcome))
    return "\n".join(rows)
