"""The one way from a question to its outcome: choose, run, time, check, confirm, explain, sign.

Every front room and the library ask through `ask`; nothing else runs a method for somebody. One deadline covers all of
it: what the method leaves of the time is what the check, the confirmation and the reason have.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import UsageError, Violation, WrongAnswer, quote
from passatempo.core.interrupt import OpenToInterrupt
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.methods import NamingExtras, resolve
from passatempo.core.outcome import Evidence, Outcome, Status
from passatempo.core.pastime import Question
from passatempo.core.progress import Report, silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.methods import Choice
    from passatempo.core.pastime import Problem

REASON_SECONDS = 1.0  # for the reason of an "impossible" where nobody set a limit: the verdict is known and waits


def ask(
    problem: Problem,
    question: Any,
    *,
    method: str | None = None,
    confirm: str | None = None,
    limits: Limits = Limits(),
    report: Report = silent,
    check: bool = True,
    explain: float | None = None,
) -> Outcome[Any]:
    """Answer a question by a method, and say how far the answer was checked.

    Parameters
    ----------
    problem, question
        What is asked: an instance, or a `Question`; a bare instance gets the question's own inputs at their defaults.
    method, confirm
        How to answer, and a second, other exact method that must agree.
    limits
        For all of it together: method, check, confirmation and reason. A first import is outside.
    check
        Whether the checker judges the answer.
    explain
        Seconds for the reason of an "impossible"; 0: none; None: what is left, or a second where there is no limit.

    Raises
    ------
    UsageError, SolverUnavailable
        If a method does not exist, cannot confirm, or is not installed.
    WrongAnswer
        If the checker refuses the answer, or two exact methods disagree: a bug of ours.
    """
    question = with_defaults(problem, question)
    first = problem.choose(method)
    second = None if confirm is None else _other(problem, first, confirm)
    solve = first.load()
    again = None if second is None else second.load()
    with OpenToInterrupt(limits) as limits:
        deadline = Deadline(limits)
        outcome = _run(problem, first, solve, question, deadline, report, check=check)
        if second is not None and again is not None:
            found = _run(problem, second, again, question, deadline, report, check=check)
            outcome = compared(problem, question, first, outcome, found)
        if first.method.kind != "literal" and (outcome.status is Status.IMPOSSIBLE or outcome.reason):
            outcome = _explained(problem, question, outcome, deadline, explain)
    return outcome


def with_defaults(problem: Problem, question: Any) -> Any:
    """Return what the problem's methods take: an instance, or a `Question` with all of its own inputs."""
    if not problem.ask:
        return question
    if not isinstance(question, Question):
        return Question(question, resolve(problem.ask)())
    if question.ask is None:
        return Question(question.instance, resolve(problem.ask)())
    return question


def _run(
    problem: Problem,
    choice: Choice,
    solve: Callable[[Any, Limits, Report], Outcome[Any]],
    question: Any,
    deadline: Deadline,
    report: Report,
    *,
    check: bool,
) -> Outcome[Any]:
    """Run one method within what is left, time it, and judge what it says."""
    started = time.perf_counter()
    with NamingExtras(f"method {quote(choice.method.name)}", choice.method.needs):
        outcome = solve(question, deadline.rest, report)
    seconds = time.perf_counter() - started
    evidence = Evidence.NONE
    if check and choice.method.kind != "literal":
        evidence = judge(problem, question, outcome, choice.name, deadline)
    return outcome.signed(choice.name, seconds, evidence)


def judge(
    problem: Problem, question: Any, outcome: Outcome[Any], method: str, deadline: Deadline | None = None
) -> Evidence:
    """Let the checker judge an outcome's answer and value; say how far it looked.

    Raises
    ------
    WrongAnswer
        If it finds a broken rule or another value.
    """
    if outcome.answer is None:
        return Evidence.NONE
    try:
        violations = _called(problem.check, question, outcome.answer, deadline)
        if violations:
            listed = "; ".join(violation.text for violation in violations[:3])
            raise WrongAnswer(f"method {quote(method)} gave a wrong answer: {listed}", question)
        if problem.worth:
            worth = _called(problem.worth, question, outcome.answer, deadline)
            if worth != outcome.value:
                raise WrongAnswer(
                    f"method {quote(method)} says value {outcome.value}, its answer has {worth}", question
                )
    except Stopped:  # a limit came before the checker had seen all of it
        return Evidence.NONE
    return problem.evidence_of_check


def violations_of(problem: Problem, question: Any, answer: Any, value: Any = None) -> list[Violation]:
    """List each rule that an answer breaks, and its value where one is claimed that it has not.

    `value` is compared as a text too: JSON writes large numbers and fractions so.
    """
    question = with_defaults(problem, question)
    violations = list(_called(problem.check, question, answer, None))
    if not violations and problem.worth and value is not None:
        worth = _called(problem.worth, question, answer, None)
        if isinstance(value, bool) or (worth != value and str(worth) != str(value)):
            violations.append(Violation("wrong-value", f"the value is {worth}, not {value}"))
    return violations


@cache
def _judge_of(ref: str) -> tuple[Callable[..., Any], bool]:
    """Resolve a checker's function; tell whether it takes the deadline."""
    function = resolve(ref)
    return function, "deadline" in signature(function).parameters


def _called(ref: str, question: Any, answer: Any, deadline: Deadline | None) -> Any:
    function, patient = _judge_of(ref)
    if not patient:
        return function(question, answer)
    return function(question, answer, deadline=deadline or Deadline(Limits(memory_mb=None)))


def _other(problem: Problem, first: Choice, confirm: str) -> Choice:
    """Choose the method that is to confirm another."""
    second = problem.choose(confirm)
    if second.method.kind != "exact":
        raise UsageError(f"{quote(confirm)} is {second.method.kind}, only an exact method can confirm")
    if second.name == first.name:
        raise UsageError(f"{quote(confirm)} is the method itself, only another one can confirm it")
    return second


def compared(
    problem: Problem, question: Any, choice: Choice, first: Outcome[Any], second: Outcome[Any]
) -> Outcome[Any]:
    """Say of an outcome who confirmed or refuted it.

    A published program as printed may be wrong: that another method refutes it is the finding. Two exact methods that
    disagree are a bug of ours.
    """
    if not agree(problem, question, first, second):
        if choice.method.kind == "literal":
            return replace(first, refuted_by=(second.method,), refutation=second)
        said = [f"{told.method} says {said_of(problem, question, told)}" for told in (first, second)]
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


def _explained(
    problem: Problem, question: Any, outcome: Outcome[Any], deadline: Deadline, seconds: float | None
) -> Outcome[Any]:
    """Add why it is so to a proved "impossible", or to an answer that says why the instance cannot be.

    Where the problem can say it, and the method did not.
    """
    if not problem.explain or outcome.conflict or seconds == 0:
        return outcome
    left = deadline.left
    given = (
        [REASON_SECONDS if left is None else left] if seconds is None else [seconds, seconds if left is None else left]
    )
    try:
        reason, conflict = resolve(problem.explain)(question, replace(deadline.limits, seconds=min(given)))
    except Stopped:
        return outcome
    return replace(outcome, reason=reason or outcome.reason, conflict=conflict)
