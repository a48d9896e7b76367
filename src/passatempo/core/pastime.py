"""A pastime is data: what exists, by name, for front rooms that know no pastime.

Functions and types stand in the records as references, ``"module:name"``, and are imported when first used, so that
listing everything costs almost nothing (a solver library takes up to half a second to import).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from passatempo.core.errors import UsageError, WrongAnswer, quote
from passatempo.core.limits import Limits
from passatempo.core.methods import Choice as Choice
from passatempo.core.methods import Method as Method
from passatempo.core.methods import Ref as Ref
from passatempo.core.methods import Solve as Solve
from passatempo.core.methods import lazy as lazy
from passatempo.core.methods import parse_settings
from passatempo.core.methods import resolve as resolve
from passatempo.core.methods import suggest as suggest
from passatempo.core.progress import Report, silent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from passatempo.core.outcome import Outcome

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its short name, a sentence, and where."""

    rule: str
    text: str
    where: Any = None


@dataclass(frozen=True, slots=True)
class Question:
    """An instance with a question's own inputs: all that the right answer depends on."""

    instance: Any
    ask: Any = None


@dataclass(frozen=True, slots=True)
class Face(Generic[M]):
    """The JSON face of a model value: a small dataclass and the two functions between them.

    Parameters
    ----------
    shape
        A frozen dataclass whose fields are the JSON keys.
    load
        Makes the value; may raise `FormatError` and `InvalidInstance`.
    dump
        Makes the shape.
    """

    shape: type
    load: Callable[[Any], M]
    dump: Callable[[M], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One question about an instance, its methods, and the independent check of its answers.

    Parameters
    ----------
    name
        The word of the command line.
    question
        What is asked, in one sentence.
    methods
        The first is the default.
    check
        Reference to ``(question, answer) -> violations``, from the rules alone.
    face
        Reference to the answer's `Face`.
    show
        Reference to ``(question, answer) -> str``: the answer as a person would write it.
    draw
        Reference to ``(question, answer or None) -> Svg``.
    ask
        Reference to the frozen dataclass of the question's own inputs; without it a method gets the bare instance,
        with it a `Question`.
    worth
        Reference to ``(question, answer) -> value``, which the outcome's value must equal.
    explain
        Reference to ``(question, limits) -> (reason, conflict)``: of an impossible question one sentence, and a minimal
        part of the instance that cannot hold together. It may take longer than the answer.
    unique
        Whether the question has one right answer only, so that exact methods must agree on all of it.
    """

    name: str
    question: str
    methods: tuple[Method, ...]
    check: Ref
    face: Ref
    show: Ref
    draw: Ref
    ask: Ref = ""
    worth: Ref = ""
    explain: Ref = ""
    unique: bool = False

    def choose(self, text: str | None = None) -> Choice:
        """Find a method by name and settings, as in ``sat-run:amo=ladder,solver=cadical195``.

        Raises
        ------
        UsageError
            If there is no such method or setting; the sentence lists those there are.
        """
        if text is None:
            text = self.methods[0].name
        name, _, written = text.partition(":")
        for method in self.methods:
            if method.name == name:
                return Choice(method, parse_settings(method, written))
        names = [method.name for method in self.methods]
        raise UsageError(f"{quote(name)} is not a method of {self.name}{suggest(name, names)} ({', '.join(names)})")

    def answer(
        self, question: Any, method: str | None = None, limits: Limits = Limits(), report: Report = silent
    ) -> Outcome[Any]:
        """Run a method, time it, and check what it says before it leaves.

        Raises
        ------
        UsageError, SolverUnavailable
            If the method does not exist or is not installed.
        WrongAnswer
            If the checker refuses the answer: a bug of ours.
        """
        choice = self.choose(method)
        solve = choice.load()  # a first import is not the method's time
        started = time.perf_counter()
        outcome = solve(question, limits, report)
        seconds = time.perf_counter() - started
        literal = choice.method.kind == "literal"
        if not literal:
            self.judge(question, outcome, choice.name)
        return outcome.signed(choice.name, seconds, checked=not literal)

    def explained(self, question: Any, outcome: Outcome[Any], limits: Limits = Limits()) -> Outcome[Any]:
        """Add to a proved "impossible" why it is so, where the problem can say it and the method did not."""
        if not self.explain or outcome.status.value != "impossible" or outcome.conflict or not outcome.checked:
            return outcome
        left = None if limits.seconds is None else max(0.0, limits.seconds - outcome.seconds)
        reason, conflict = resolve(self.explain)(question, replace(limits, seconds=left))
        return replace(outcome, reason=reason or outcome.reason, conflict=conflict)

    def judge(self, question: Any, outcome: Outcome[Any], method: str) -> None:
        """Raise `WrongAnswer` if the outcome's answer or value breaks a rule."""
        if outcome.answer is None:
            return
        violations = resolve(self.check)(question, outcome.answer)
        if violations:
            listed = "; ".join(violation.text for violation in violations[:3])
            raise WrongAnswer(f"method {quote(method)} gave a wrong answer: {listed}", question)
        if self.worth:
            worth = resolve(self.worth)(question, outcome.answer)
            if worth != outcome.value:
                raise WrongAnswer(
                    f"method {quote(method)} says value {outcome.value}, its answer has {worth}", question
                )

    def confirm(
        self, question: Any, first: Outcome[Any], method: str, limits: Limits = Limits(), report: Report = silent
    ) -> Outcome[Any]:
        """Ask a second exact method and compare status, value, and a unique answer where both are proved.

        Raises
        ------
        UsageError
            If the second method is not exact.
        WrongAnswer
            If the two disagree.
        """
        choice = self.choose(method)
        if choice.method.kind != "exact":
            raise UsageError(f"{quote(method)} is {choice.method.kind}, only an exact method can confirm")
        second = self.answer(question, method, limits, report)
        if not agree(first, second, unique=self.unique):
            said = [f"{told.method} says {_said(told, unique=self.unique)}" for told in (first, second)]
            raise WrongAnswer(f"methods disagree: {', '.join(said)}", question)
        return second


def agree(first: Outcome[Any], second: Outcome[Any], *, unique: bool = False) -> bool:
    """Tell whether two outcomes can both be right: same verdict, value and unique answer where both are proved.

    >>> from passatempo.core.outcome import Outcome, Status
    >>> agree(Outcome(Status.IMPOSSIBLE), Outcome(Status.UNKNOWN))
    True
    >>> agree(Outcome(Status.SOLVED, 7), Outcome(Status.SOLVED, 8), unique=True)
    False
    """
    proved = {first.status.value, second.status.value}
    if "unknown" in proved:
        return True
    if "impossible" in proved:
        return len(proved) == 1
    return "feasible" in proved or (first.value == second.value and (not unique or first.answer == second.answer))


def _said(outcome: Outcome[Any], *, unique: bool) -> str:
    value = "" if outcome.value is None else f" with value {outcome.value}"
    answer = f" with {quote(str(outcome.answer))}" if unique and outcome.answer is not None else ""
    return f"{outcome.status.value}{value}{answer}"


@dataclass(frozen=True, slots=True)
class Command:
    """A command of one pastime beside its questions; the function's signature becomes the flags.

    The function yields or returns what is to be printed, or prints by itself and returns its exit code. It may take
    `limits: Limits = Limits()`, whose `cancel` Ctrl-C throws, and `report: Report = silent`; these are no flags.
    """

    name: str
    summary: str
    where: Ref


@dataclass(frozen=True, slots=True)
class Model:
    """A declarative model of an instance that `export` writes as a file.

    `where` refers to ``(instance, format) -> str``.
    """

    name: str
    summary: str
    formats: tuple[str, ...]
    where: Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """Play in the terminal: a thing that two sides play move by move. A state is an instance of the pastime.

    Parameters
    ----------
    start
        Reference to ``keys -> state``: where a game begins, from the shape of the instance's face.
    moves, play, result
        References to ``state -> moves``, ``(state, move) -> state``, and ``state -> sentence``, None while it is open.
    read_move, write_move
        References to ``(state, text) -> move``, which may raise input errors, and ``(state, move) -> text``.
    side, sides
        Reference to ``state -> the side to move``, and the names of both.
    question, chosen
        The question whose methods can play, and a reference to ``(state, its answer) -> move``.
    before
        Reference to ``state -> the state one move earlier``, None where it is not known.
    """

    start: Ref
    moves: Ref
    play: Ref
    result: Ref
    read_move: Ref
    write_move: Ref
    side: Ref
    sides: tuple[str, str]
    question: str
    chosen: Ref
    before: Ref = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pastime:
    """Everything the front rooms know of a pastime.

    Parameters
    ----------
    name, title
        The word of the command line, and one line about the pastime.
    problems
        The questions, the main one first.
    read
        Reference to ``(text, **keys) -> instance``: the text formats, recognised by content; `keys` are instance keys
        that the text cannot say and that win over it.
    write
        Reference to ``instance -> text``: the canonical text; reading it gives an equal instance.
    face
        Reference to the instance's `Face`.
    show, draw
        References to ``instance -> str`` and ``instance -> Svg``.
    params, generate
        References to a frozen dataclass and to ``(params, Random) -> instance``.
    remarks
        Reference to ``instance -> sentences``: what its reader found odd but took; shown as warnings.
    formats
        Further formats of `convert`: name to a reference ``instance -> str``.
    examples
        Built-in instances: name to the file inside the pastime's folder.
    demo
        The examples that `demo` solves: pairs of question and example.
    commands, models, turns, page
        The pastime's own commands, models for `export`, turn rules, and web page.
    """

    name: str
    title: str
    problems: tuple[Problem, ...]
    read: Ref
    write: Ref
    face: Ref
    show: Ref
    draw: Ref
    params: Ref = ""
    generate: Ref = ""
    remarks: Ref = ""
    formats: Mapping[str, Ref] = field(default_factory=dict)
    examples: Mapping[str, str] = field(default_factory=dict)
    demo: tuple[tuple[str, str], ...] = ()
    commands: tuple[Command, ...] = ()
    models: tuple[Model, ...] = ()
    turns: Turns | None = None
    page: Ref = ""

    def problem(self, name: str) -> Problem:
        """Find a question by name.

        Raises
        ------
        UsageError
            If there is none; the sentence lists those there are.
        """
        for problem in self.problems:
            if problem.name == name:
                return problem
        names = [problem.name for problem in self.problems]
        raise UsageError(f"{quote(name)} is not a question of {self.name}{suggest(name, names)} ({', '.join(names)})")

    def example(self, name: str) -> str:
        """Read the text of a built-in example.

        Raises
        ------
        UsageError
            If there is none of that name.
        """
        from importlib.resources import files  # costs 20 ms

        if name not in self.examples:
            listed = ", ".join(self.examples)
            raise UsageError(f"{quote(name)} is not an example of {self.name}{suggest(name, self.examples)} ({listed})")
        package = self.read.partition(":")[0].rpartition(".")[0]
        return (files(package) / self.examples[name]).read_text(encoding="utf-8")
