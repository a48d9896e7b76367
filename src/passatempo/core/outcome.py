"""The outcome of a method: a status, an answer, and how far it was proved and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from passatempo.core.errors import Unanswered, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from passatempo.core.pastime import Problem
    from passatempo.core.text import Drawing

A = TypeVar("A")


class Status(Enum):
    """How much is proved."""

    SOLVED = "solved"  # the best answer, or a proved yes
    FEASIBLE = "feasible"  # an answer, not proved best
    IMPOSSIBLE = "impossible"  # no answer exists, proved
    UNKNOWN = "unknown"  # a limit was reached


class StopReason(Enum):
    """Why the method stopped."""

    DONE = "done"
    SECONDS = "seconds"
    NODES = "nodes"
    MEMORY = "memory"
    CANCELLED = "cancelled"


class Evidence(StrEnum):
    """How thoroughly an independent checker verified an answer."""

    VALUE = "value"  # the answer follows the rules, and its value was recomputed
    OBJECT = "object"  # the answer follows the rules
    CONSEQUENCES = "consequences"  # for a number or a set: its necessary consequences hold
    NONE = "none"  # nothing was checked


_SOLVED, _FEASIBLE = Status.SOLVED, Status.FEASIBLE  # reading an attribute of an Enum costs more than the comparison

# The order is that of the numbers by which kernels report their reason (native/budget.hpp).
STOPS = (StopReason.DONE, StopReason.SECONDS, StopReason.NODES, StopReason.MEMORY, StopReason.CANCELLED)


class Query(Protocol):
    """The question of an outcome. It can write the outcome as text, as JSON and as a picture."""

    @property
    def problem(self) -> Problem:
        """The question of the pastime."""

    def text(self, outcome: Outcome[Any], /) -> str:
        """Write the text that the command line prints."""

    def json(self, outcome: Outcome[Any], /) -> dict[str, Any]:
        """Write the JSON of the contract, as plain data."""

    def svg(self, answer: Any, /) -> Drawing:
        """Draw an answer, or the instance if the answer is None."""

    def answer_text(self, answer: Any, /) -> str:
        """Write the text that the command line prints for an answer."""

    def answer_json(self, answer: Any, /) -> Any:
        """Write an answer as the JSON of the contract, as plain data."""

    def bind_answer(self, answer: Any, /) -> Any:
        """Return an answer that refers to its question."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[A]):
    """The result of one question.

    Parameters
    ----------
    status
        How much is proved.
    answer
        Present if and only if the status is `SOLVED` or `FEASIBLE`.
    value
        The score of the answer, in the problem's unit; of a count the number.
    bound
        A proved limit on the value.
    stopped
        The limit that ended the run, if any.
    method
        The method's name with the settings that differ from its defaults.
    seconds
        Wall time of the method, without the check. Not compared.
    stats
        Counts such as nodes, clauses, conflicts. Not compared.
    reason
        One sentence: why it is impossible.
    conflict
        A minimal part of the instance that is contradictory.
    proof
        A file with a proof that can be checked independently.
    warnings
        Sentences about additional files that could not be written: a proof, a checkpoint.
    evidence
        How thoroughly an independent checker verified the answer.
    confirmed_by
        The further methods that proved the same.
    refuted_by, refutation
        The exact methods that contradict a published program as printed, and the outcome of the last of them.
    asked
        The question, if there was one; `str`, `to_json` and `svg` need it. Not compared.

    Examples
    --------
    >>> Outcome(Status.SOLVED, answer=(1, 2), value=3)
    <Outcome solved, value 3>
    >>> if Outcome(Status.IMPOSSIBLE): ...
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: an outcome is neither true nor false: compare outcome.status, or test \
outcome.answer is not None
    """

    status: Status
    answer: A | None = None
    value: int | Fraction | None = None
    bound: int | Fraction | None = None
    stopped: StopReason = StopReason.DONE
    method: str = ""
    seconds: float = field(default=0.0, compare=False)
    stats: Mapping[str, int | float] = field(default_factory=dict, compare=False)
    reason: str = ""
    conflict: tuple[Any, ...] = ()
    proof: Path | None = None
    evidence: Evidence = Evidence.NONE
    confirmed_by: tuple[str, ...] = ()
    refuted_by: tuple[str, ...] = ()
    refutation: Outcome[A] | None = None
    warnings: tuple[str, ...] = ()
    asked: Query | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        has_answer = self.status is _SOLVED or self.status is _FEASIBLE
        if has_answer != (self.answer is not None):
            raise ValueError(f"an outcome that is {self.status.value} {'needs' if has_answer else 'has no'} answer")

    def __bool__(self) -> bool:
        """Refuse: an illegal path and a count of 0 are solved, and "impossible" is an answer too."""
        choices = "compare outcome.status, or test outcome.answer is not None"
        raise UsageError(f"an outcome is neither true nor false: {choices}")

    def __hash__(self) -> int:
        """Combine the compared fields, also with mappings inside."""
        return content_hash(self)

    def __repr__(self) -> str:
        """Write the status, the value, the method and the check in at most 120 characters."""
        value = "" if self.value is None else f"value {''.join(_repr_pieces(self.value))}"
        checked = f"checked: {self.evidence}" if self.checked else ""
        return shorten([f"<Outcome {', '.join(filter(None, (self.status.value, value, self.method, checked)))}"], ">")

    @property
    def checked(self) -> bool:
        """Whether an independent checker has judged the answer."""
        return self.evidence is not Evidence.NONE

    def result(self) -> A:
        """Return the answer.

        Raises
        ------
        Unanswered
            If there is no answer: the question is impossible, or a limit was reached.
        """
        if self.answer is None:
            why = self.reason or f"the method {self.method} stopped for {self.stopped.value}"
            raise Unanswered(f"there is no answer, the outcome is {self.status.value}: {why}")
        return self.answer

    def __str__(self) -> str:
        """Write the outcome as the command line prints it."""
        return repr(self) if self.asked is None else self.asked.text(self)

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as the JSON of the contract, in plain data."""
        return self._question.json(self)

    def to_dict(self) -> dict[str, str | int | float | bool | None]:
        """Return one row of a table, as in ``pandas.DataFrame([outcome.to_dict() for outcome in outcomes])``.

        The answer is in words, with a slash between lines, and a fraction is a float.
        """
        problem = None if self.asked is None else self.asked.problem
        value, bound = (float(n) if isinstance(n, Fraction) else n for n in (self.value, self.bound))
        answer = None if self.answer is None else " / ".join(str(self.answer).split("\n"))
        return {
            "pastime": None if problem is None else problem.pastime,
            "question": None if problem is None else problem.name,
            "status": self.status.value,
            "value": value,
            "bound": bound,
            "stopped": self.stopped.value,
            "method": self.method,
            "seconds": self.seconds,
            "checked": self.checked,
            "confirmed_by": ", ".join(self.confirmed_by),
            "reason": self.reason or None,
            "answer": answer,
        }

    def svg(self) -> Drawing:
        """Draw the answer, or the instance if there is none. Notebooks show it."""
        return self._question.svg(self.answer)

    def _repr_html_(self) -> str | None:
        """Write the picture and, since it does not show "impossible", the words below it."""
        if self.asked is None:
            return None
        words = str(self).replace("&", "&amp;").replace("<", "&lt;")
        return f"<div>{self.svg()}<pre>{words}</pre></div>"

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def _question(self) -> Query:
        if self.asked is None:
            raise Unanswered("this outcome of a bare method has no question: call the library's function instead")
        return self.asked

    def signed(self, method: str, seconds: float, evidence: Evidence, asked: Query | None = None) -> Outcome[A]:
        """Return the outcome with its method's name and time, its evidence, and its question."""
        number = "" if asked is None or self.answer is None else asked.problem.value
        return Outcome(
            self.status,
            self.answer if asked is None or self.answer is None else asked.bind_answer(self.answer),
            getattr(self.answer, number) if number else self.value,
            self.bound,
            self.stopped,
            method,
            seconds,
            self.stats,
            self.reason,
            self.conflict,
            self.proof,
            evidence,
            warnings=self.warnings,
            asked=asked,
        )  # ten times as fast as dataclasses.replace, which matters for batches


# ---- Values of the library as short texts and as keys ----

LONGEST_REPR = 120  # characters, one line of a notebook


def content_hash(record: Any) -> int:
    """Combine the compared fields of a record, also with lists and mappings inside."""
    compared = [entry.name for entry in fields(record) if entry.compare]
    return hash((type(record), *[_hashable(getattr(record, name)) for name in compared]))


def _hashable(content: Any) -> Any:
    try:
        hash(content)
    except TypeError:
        if isinstance(content, Mapping):
            return frozenset([(key, _hashable(member)) for key, member in content.items()])
        return tuple(map(_hashable, content))
    return content


def shorten(pieces: Iterable[str], end: str) -> str:
    """Join pieces of one line and an end; more than 120 characters are cut.

    >>> shorten(["Route(", "1, " * 100], ")")[-10:]
    ' 1, 1,...)'
    """
    text = ""
    for piece in pieces:
        text += piece
        if len(text) + len(end) > LONGEST_REPR:
            return f"{text[: LONGEST_REPR - len(end) - 3]}...{end}"
    return text + end


def brief(record: Any) -> str:
    """Return the `repr` of a frozen record in at most 120 characters.

    >>> from passatempo.optimiza.model import Route
    >>> brief(Route(((0, 0),))), len(brief(Route(((0, 0),) * 100)))
    ('Route(places=((0, 0),))', 120)
    """
    return shorten(chain([f"{type(record).__name__}("], _field_pieces(record)), ")")


def _field_pieces(record: Any) -> Iterator[str]:
    separator = ""
    for entry in fields(record):
        if entry.repr:
            yield f"{separator}{entry.name}="
            yield from _repr_pieces(getattr(record, entry.name))
            separator = ", "


def _repr_pieces(content: Any) -> Iterator[str]:
    """Yield the `repr` of data in pieces, so that the start of a long one takes no time."""
    kind: Any = type(content)
    if kind is tuple or kind is list or kind is dict:
        signs = {tuple: "()", list: "[]", dict: "{}"}[kind]
        yield signs[0]
        for number, member in enumerate(content):
            yield ", " if number else ""
            yield from _repr_pieces(member)
            if kind is dict:
                yield ": "
                yield from _repr_pieces(content[member])
        yield f",{signs[1]}" if kind is tuple and len(content) == 1 else signs[1]
    elif kind.__repr__ is brief or hasattr(kind.__repr__, "__wrapped__"):  # that of a dataclass
        yield f"{kind.__name__}("
        yield from _field_pieces(content)
        yield ")"
    else:
        try:
            yield repr(content)
        except ValueError:  # Python refuses to write thousands of digits
            yield "..."


# ---- Outcomes as text, for all front ends ----

IMPOSSIBLE = "Impossible: "  # a verdict that is printed before its reason is known
_STOPPED = {
    StopReason.SECONDS: "the time limit was reached",
    StopReason.NODES: "the node limit was reached",
    StopReason.MEMORY: "the memory limit was reached",
    StopReason.CANCELLED: "the run was cancelled",
}


def duration_text(seconds: float) -> str:
    """Write a time with three digits and the unit that fits.

    >>> duration_text(0.0000042), duration_text(0.0123), duration_text(75)
    ('4.2 µs', '12.3 ms', '75 s')
    """
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1 or unit == "µs":
            return f"{seconds * factor:.3g} {unit}"
    raise AssertionError("the last unit always fits")


def answer_text(problem: Problem, question: Any, answer: Any) -> str:
    """Write an answer in readable form."""
    return str(problem.wiring.show(question, answer)).rstrip("\n")


def status_line(problem: Problem, outcome: Outcome[Any]) -> str:
    """Write the line with status, method, time and checks."""
    parts = [outcome.status.value, outcome.method, duration_text(outcome.seconds)]
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


def _refutation_lines(problem: Problem, question: Any, outcome: Outcome[Any]) -> list[str]:
    """Describe the outcome of the exact method that contradicts a published program."""
    other = outcome.refutation
    if other is None:
        return []
    value_phrase = "" if other.value is None else f", value {other.value}"
    rows = [
        f"{other.method} returns {other.status.value}{value_phrase}: the published program is wrong on this instance."
    ]
    if other.answer is not None:
        rows.append(answer_text(problem, question, other.answer))
    return rows


def outcome_text(problem: Problem, question: Any, outcome: Outcome[Any]) -> str:
    """Write the answer first, in readable form, and then how much is proved."""
    rows = []
    if outcome.answer is not None:
        rows.append(answer_text(problem, question, outcome.answer))
        if outcome.status is Status.FEASIBLE:
            bound = "" if outcome.bound is None else f", the bound is {outcome.bound}"
            why = outcome.reason or _STOPPED.get(outcome.stopped, "the method gives no proof")
            rows.append(f"Not proved optimal: {why}{bound}.")
    elif outcome.status is Status.IMPOSSIBLE:
        rows.append(f"{IMPOSSIBLE}{outcome.reason or 'no answer exists'}.")
    else:
        rows.append(f"Unknown: {outcome.reason or _STOPPED.get(outcome.stopped, 'no answer was found')}.")
    if outcome.proof is not None:
        rows.append(f"Proof: {outcome.proof}")
    rows += _refutation_lines(problem, question, outcome)
    rows.append(status_line(problem, outcome))
    return "\n".join(rows)
