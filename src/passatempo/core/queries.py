"""The path from a question to its outcome: choose, run, time, check, confirm, explain, sign.

All front ends and the library call `ask`; nothing else runs a method for users. One deadline covers everything: the
check, the confirmation and the reason share the time that the method leaves.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache
from inspect import signature
from typing import Any, Self

from passatempo.core.errors import FormatError, InvalidInstance, UsageError, Violation, WrongAnswer, quote
from passatempo.core.interrupt import OpenToInterrupt
from passatempo.core.json import (
    decimal_digits,
    decode,
    dump_outcome,
    fit_key,
    load_question,
    plain_data,
    plain_instance,
    with_ask,
)
from passatempo.core.limits import Deadline, Limits, Report, Stopped, refuse_seconds, silent
from passatempo.core.methods import MethodChoice, NamingExtras
from passatempo.core.outcome import Evidence, Outcome, Status, answer_text, outcome_text
from passatempo.core.pastime import Pastime, Problem, Question
from passatempo.core.text import LONGEST_TEXT, Drawing, refuse_long
from passatempo.core.value import Answer

REASON_SECONDS = 1.0  # for the reason of an "impossible", if the user sets no limit: the known verdict waits for it


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
    verdict: Callable[[Outcome[Any]], None] | None = None,
) -> Outcome[Any]:
    """Answer a question by a method, and record how thoroughly the answer was checked.

    Parameters
    ----------
    problem, question
        An instance or a `Question`. A bare instance gets the default values of the question's own inputs.
    method, confirm
        The method, and optionally a different exact method that must agree.
    limits
        For everything together: method, check, confirmation and reason. A first import does not count.
    check
        Whether the checker verifies the answer.
    explain
        Seconds for the reason of an "impossible"; 0: none; None: the remaining time, or a second without a limit.
    verdict
        Called with the known result before the search for a reason, which may take longer than everything before.

    Raises
    ------
        UsageError, SolverUnavailable
        If a method does not exist, cannot confirm, or is not installed.
    WrongAnswer
        If the checker refuses the answer, or two exact methods disagree. This is an internal error.
    """
    question = with_defaults(problem, question)
    refuse_seconds("explain", explain)
    first = problem.choose(method)
    _refuse_unknown_rules(problem, question)
    second = None if confirm is None else _second_method(problem, first, confirm)
    _refuse_vain_files(problem, first, limits)
    with NamingExtras(problem.name, *("" if choice is None else choice.method.needs for choice in (first, second))):
        solve = first.load_solver()
        second_solve = None if second is None else second.load_solver()
    with OpenToInterrupt(limits) as limits:
        deadline = Deadline(limits)
        outcome = _run_method(problem, first, solve, question, deadline, report, check=check)
        if second is not None and second_solve is not None:
            second_outcome = _run_method(problem, second, second_solve, question, deadline, report, check=check)
            outcome = compare_outcomes(problem, question, first, outcome, second_outcome)
        impossible = outcome.status is Status.IMPOSSIBLE or (outcome.status is Status.SOLVED and outcome.reason)
        if first.method.kind != "literal" and impossible:
            if verdict is not None:
                verdict(outcome)
            outcome = _add_reason(problem, question, outcome, deadline, explain)
    return outcome


def _refuse_unknown_rules(problem: Problem, question: Any) -> None:
    """Refuse an instance with a rule that the question does not support."""
    guard = problem.wiring.guard
    if guard is not None:
        guard(problem.name, question)


def _refuse_vain_files(problem: Problem, choice: MethodChoice, limits: Limits) -> None:
    """Refuse a proof file or a checkpoint that the method cannot write."""
    if limits.checkpoint is not None and not choice.method.resumes:
        raise UsageError(f"method {quote(choice.method.name)} of {problem.name} does not support checkpoints")
    if limits.proof is not None and not choice.method.proves:
        able = [method.name for method in problem.methods if method.proves]
        other = f"use one of {', '.join(able)}" if able else f"no method of {problem.name} writes proofs"
        raise UsageError(f"method {quote(choice.method.name)} does not write proofs: {other}")


def with_defaults(problem: Problem, question: Any) -> Any:
    """Return the argument of the problem's methods: an instance, or a `Question` with all of its own inputs."""
    if not problem.wiring.ask:
        return question
    if not isinstance(question, Question):
        return Question(question, problem.wiring.ask())
    if question.ask is None:
        return Question(question.instance, problem.wiring.ask())
    return question


def _run_method(
    problem: Problem,
    choice: MethodChoice,
    solve: Callable[[Any, Limits, Report], Outcome[Any]],
    question: Any,
    deadline: Deadline,
    report: Report,
    *,
    check: bool,
) -> Outcome[Any]:
    """Run one method within the remaining limits, time it, and check its outcome."""
    start_time = time.perf_counter()
    with NamingExtras(f"method {quote(choice.method.name)}", choice.method.needs):
        outcome = solve(question, deadline.remaining_limits, report)
    seconds = time.perf_counter() - start_time
    evidence = Evidence.NONE
    if check and choice.method.kind != "literal":
        evidence = judge_outcome(problem, question, outcome, choice.name, deadline)
    return outcome.signed(choice.name, seconds, evidence, ProblemQuery(problem, question))


def judge_outcome(
    problem: Problem, question: Any, outcome: Outcome[Any], method: str, deadline: Deadline | None = None
) -> Evidence:
    """Check an outcome's answer and value, and return how thorough the check was.

    Raises
    ------
    WrongAnswer
        If it finds a broken rule or another value.
    """
    if outcome.answer is None:
        return Evidence.NONE
    try:
        violations = _call_judge(problem.wiring.check, question, outcome.answer, deadline)
        if violations:
            violation_texts = "; ".join(violation.text for violation in violations[:3])
            raise WrongAnswer(f"method {quote(method)} returned a wrong answer: {violation_texts}", question)
        if problem.wiring.score:
            score = _call_judge(problem.wiring.score, question, outcome.answer, deadline)
            if score != outcome.value:
                raise WrongAnswer(
                    f"method {quote(method)} returned value {outcome.value}, but its answer has {score}", question
                )
    except Stopped:  # a limit was reached during the check
        return Evidence.NONE
    return problem.evidence_of_check


def compare_outcomes(
    problem: Problem, question: Any, choice: MethodChoice, first: Outcome[Any], second: Outcome[Any]
) -> Outcome[Any]:
    """Return an outcome with the method that confirmed or refuted it.

    A published program as printed may be wrong. If another method refutes it, that is a result. Two exact methods that
    disagree are an internal error.
    """
    if not outcomes_agree(problem, question, first, second):
        if choice.method.kind == "literal":
            return replace(first, refuted_by=(second.method,), refutation=second)
        outcome_statements = [
            f"{method_outcome.method} ({statement_of(problem, question, method_outcome)})"
            for method_outcome in (first, second)
        ]
        raise WrongAnswer(f"methods disagree: {', '.join(outcome_statements)}", question)
    has_final_status = {first.status, second.status} <= {Status.SOLVED, Status.IMPOSSIBLE}
    return replace(first, confirmed_by=(second.method,)) if has_final_status else first


def outcomes_agree(problem: Problem, question: Any, first: Outcome[Any], second: Outcome[Any]) -> bool:
    """Return whether two outcomes can both be right.

    Two proved outcomes must have the same verdict, value, and fixed part of the answer (`comparison_key`). An unproved
    answer must not be better than a proved one, and a proved value must not exceed the other's bound.
    """
    statuses = {first.status, second.status}
    if Status.UNKNOWN in statuses:
        return True
    if Status.IMPOSSIBLE in statuses:
        return len(statuses) == 1
    if Status.FEASIBLE not in statuses:
        equal_values = first.value == second.value
        return equal_values and comparison_key(problem, question, first) == comparison_key(problem, question, second)
    return _is_within(first, second) and _is_within(second, first)


def _is_within(feasible: Outcome[Any], other: Outcome[Any]) -> bool:
    """Return whether an outcome's bound allows another's value, and whether its value is at most a proved one."""
    if feasible.value is None or other.value is None:
        return True
    low = other.status is not Status.SOLVED or feasible.value <= other.value
    return low and (feasible.bound is None or other.value <= feasible.bound)


def comparison_key(problem: Problem, question: Any, outcome: Outcome[Any]) -> Any:
    """Return the part of an answer on which exact methods must agree: all of it, the problem's key, or nothing."""
    if outcome.answer is None:
        return None
    if problem.unique:
        return outcome.answer
    return problem.wiring.key(question, outcome.answer) if problem.wiring.key else None


def statement_of(problem: Problem, question: Any, outcome: Outcome[Any]) -> str:
    """Write a verdict in a few words, as in ``solved with value 7``."""
    value = "" if outcome.value is None or problem.value else f" with value {outcome.value}"  # a count is its own key
    key = comparison_key(problem, question, outcome)
    return f"{outcome.status.value}{value}{'' if key is None else f' with {quote(str(key))}'}"


def violations_of(problem: Problem, question: Any, answer: Any, value: Any = None) -> list[Violation]:
    """List each rule that an answer breaks, and a wrong claimed value.

    `value` is also compared as a text, since JSON writes large numbers and fractions as strings.
    """
    question = with_defaults(problem, question)
    _refuse_unknown_rules(problem, question)
    violations = list(_call_judge(problem.wiring.check, question, answer, None))
    if not violations and (problem.wiring.score or problem.value) and value is not None:
        score = getattr(answer, problem.value, None)
        if problem.wiring.score:
            score = _call_judge(problem.wiring.score, question, answer, None)
        right, claim = (decimal_digits(n) if isinstance(n, int) else str(n) for n in (score, value))
        if isinstance(value, bool) or (score != value and right != claim):
            violations.append(Violation("wrong-value", f"the value is {right}, not {claim}"))
    return violations


@cache
def _is_patient(judge: Callable[..., Any]) -> bool:
    """Return whether a checker function takes the deadline."""
    return "deadline" in signature(judge).parameters


def _call_judge(judge: Callable[..., Any], question: Any, answer: Any, deadline: Deadline | None) -> Any:
    if not _is_patient(judge):
        return judge(question, answer)
    return judge(question, answer, deadline=deadline or Deadline(Limits(memory_mb=None)))


def _second_method(problem: Problem, first: MethodChoice, confirm: str) -> MethodChoice:
    """Choose the method to confirm another one."""
    try:
        second = problem.choose(confirm)
    except UsageError as error:
        raise UsageError(f"confirm: {error}") from None
    if second.method.kind != "exact":
        raise UsageError(f"{quote(confirm)} is {second.method.kind}, but only an exact method can confirm")
    if second.name == first.name:
        raise UsageError(f"{quote(confirm)} is the method itself: name another one to confirm")
    return second


def _add_reason(
    problem: Problem, question: Any, outcome: Outcome[Any], deadline: Deadline, seconds: float | None
) -> Outcome[Any]:
    """Add a reason to a proved "impossible", or to an answer with the reason why the instance cannot exist.

    It is added only if the problem can explain it and the method did not.
    """
    if not problem.wiring.explain or outcome.conflict or seconds == 0:
        return outcome
    left = deadline.seconds_left
    seconds_limits = (
        [REASON_SECONDS if left is None else left] if seconds is None else [seconds, seconds if left is None else left]
    )
    try:
        reason, conflict = problem.wiring.explain(question, replace(deadline.limits, seconds=min(seconds_limits)))
    except Stopped:
        return outcome
    return replace(outcome, reason=reason or outcome.reason, conflict=conflict)


class ProblemQuery:
    """A question of a pastime about an instance, with everything that is needed to write an outcome.

    It is no dataclass and is never copied, so `dataclasses.asdict` of an outcome leaves out the records of methods.
    """

    __slots__ = ("about", "problem")

    def __init__(self, problem: Problem, about: Any) -> None:
        self.problem, self.about = problem, about

    def __repr__(self) -> str:
        """Name the question."""
        return f"<{self.problem.pastime} {self.problem.name}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the same question, since nothing in it changes."""
        return self

    def text(self, outcome: Outcome[Any], /) -> str:
        """Write the text that the command line prints."""
        return outcome_text(self.problem, self.about, outcome)

    def json(self, outcome: Outcome[Any], /) -> dict[str, Any]:
        """Write the JSON of the contract, as plain data."""
        outcome_json: dict[str, Any] = plain_data(dump_outcome(self.problem, outcome))
        return outcome_json

    def svg(self, answer: Any, /) -> Drawing:
        """Draw an answer, or the instance if the answer is None."""
        picture: Drawing = self.problem.wiring.draw(self.about, answer)
        return picture

    def answer_text(self, answer: Any, /) -> str:
        """Write the text that the command line prints for an answer."""
        return answer_text(self.problem, self.about, answer)

    def answer_json(self, answer: Any, /) -> Any:
        """Write an answer as the JSON of the contract, as plain data."""
        return plain_data(self.problem.wiring.json.dump(answer))

    def bind_answer(self, answer: Any, /) -> Any:
        """Return an answer that refers to its question. A plug-in's answer may be of any class."""
        return answer.bind_query(self) if isinstance(answer, Answer) else answer


def question_of(
    game: Pastime,
    problem: Problem,
    raw_question: Any,
    keys: Mapping[str, Any] = {},
    ask_inputs: Mapping[str, Any] = {},
    longest: int = LONGEST_TEXT,
) -> Any:
    """Make the argument of a problem's methods.

    Parameters
    ----------
    raw_question
        An instance, a `Question`, a text of any format including JSON, a mapping of JSON keys, or None for keys alone.
    keys, ask_inputs
        Keys of the instance and the question's own inputs, which override those of the question.
    longest
        The maximum length of a text.

    Raises
    ------
        FormatError, InvalidInstance
        If it cannot be read, or breaks the rules.
    UsageError
        If it is an instance of something else.

    Examples
    --------
    >>> from passatempo.core.registry import pastime
    >>> game = pastime("cards")
    >>> question_of(game, game.problem("sample"), "1 1 2 2 3", ask_inputs={"count": 2}).ask.count
    2
    """
    if isinstance(raw_question, str):
        refuse_long(len(raw_question), longest)
        raw_question = raw_question.removeprefix("\ufeff")
        if not raw_question.lstrip(" \t\r\n").startswith("{"):
            shape = game.wiring.json.keys
            fit = {key: fit_key(shape, key, value) for key, value in keys.items()}
            return with_ask(problem, _read_instance(game, raw_question, fit), ask_inputs)
        raw_question = decode(raw_question)
    if raw_question is None or isinstance(raw_question, Mapping):
        return load_question(game, problem, dict(raw_question or {}), {**keys, **ask_inputs})
    question = raw_question if isinstance(raw_question, Question) else Question(raw_question)
    kind = game.wiring.instance_type
    full = game.wiring.full_positions
    if full is not None and isinstance(question.instance, full.kind):
        raise UsageError(full.refusal)
    if kind is not None and not isinstance(question.instance, kind):
        raise UsageError(f"{quote(raw_question)} is neither a {kind.__name__} nor its text or keys")
    if keys:
        instance_keys = plain_instance(game, question.instance)
        for field in fields(game.wiring.json.keys):
            for key in field.metadata.get("replaces", ()) if field.name in keys else ():
                instance_keys.pop(key, None)
        question = replace(question, instance=instance_of(game, {**instance_keys, **keys}))
    if not problem.wiring.ask:
        return question.instance
    if question.ask is None or ask_inputs:
        base = {} if question.ask is None else {f.name: getattr(question.ask, f.name) for f in fields(question.ask)}
        return with_ask(problem, question.instance, {**base, **ask_inputs})
    return question


def _read_instance(game: Pastime, text: str, keys: Mapping[str, Any]) -> Any:
    """Read a text in a format of the pastime. If one line of bare rows is not readable as it is, a slash ends a row."""
    try:
        return game.read(text, **keys)
    except (FormatError, InvalidInstance) as error:
        is_one_line = len(text.split("\n", 2)) <= 1 + text.endswith("\n")
        is_ambiguous = "two readings:" in str(error)
        is_other = "(" in text or "://" in text  # a program, a game file, or a link
        if "/" not in text or is_other or not is_one_line or is_ambiguous:
            raise
    rows = text.replace("/", "\n")
    try:
        return game.read(rows, **keys)
    except FormatError as fault:
        if not fault.line:
            raise
        column = fault.column + sum(len(row) + 1 for row in rows.split("\n")[: fault.line - 1])
        raise FormatError(fault.message, line=1, column=column, where=fault.where, kind=fault.kind) from None


def instance_of(game: Pastime, raw_instance: Any, keys: Mapping[str, Any] = {}) -> Any:
    """Make an instance, and ignore a question's own inputs in its JSON."""
    bare_problem = next((problem for problem in game.problems if not problem.wiring.ask), None)
    if bare_problem is not None:
        return question_of(game, bare_problem, raw_instance, keys)
    return question_of(game, game.problems[0], raw_instance, keys).instance
