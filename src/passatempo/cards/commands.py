"""Readers of what other programs make of an exported formula: a model that a solver prints, and a proof."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import index
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from passatempo.cards.answers import Ordering
from passatempo.cards.checker import check_ordering
from passatempo.cards.encodings import drat
from passatempo.cards.encodings.encoding import (
    ENCODINGS,
    INSTANCE,
    USES_AMO,
    WITH_GIVEN,
    build_formula,
    encoding,
    formula_digest,
    model_name,
    refuse_presets,
)
from passatempo.cards.json import DEAL, ORDERING
from passatempo.cards.model import Deal
from passatempo.cards.words import show_ordering
from passatempo.core.errors import FormatError, Unanswered, UsageError, Violation
from passatempo.core.input import as_text, read_bytes, read_text
from passatempo.core.json import plain_data
from passatempo.core.library import verb
from passatempo.core.limits import Cancel, Deadline, Limits, Stopped
from passatempo.core.outcome import StopReason
from passatempo.core.value import Finding
from passatempo.solvers.cnf import AT_MOST_ONE, AtMostOne, Dimacs, Formula, check_amo, read_dimacs, read_model

if TYPE_CHECKING:
    from passatempo.core.library import Given

Encoding = Literal[
    "published", "corrected", "run", "position", "sat-published", "sat-corrected", "sat-run", "sat-position"
]
MOST_LITERALS = 6  # of a clause that a message quotes
_DIGEST = re.compile(r"sha256 ([0-9a-f]{64})")
_NAME = re.compile(r"passatempo cards, ([^,]+),")


@dataclass(frozen=True, slots=True)
class Reading(Finding):
    """The reading of a model of a deal's formula.

    Parameters
    ----------
    deal, model
        The deal, and the name of the model with its settings.
    decoded
        The sequence, or None if the model does not satisfy the formula.
    false_clause
        A false clause in words, or empty if there is none.
    violations
        The rules that the sequence breaks. The model is then spurious, a fault of the encoding.
    """

    deal: Deal
    model: str
    decoded: Ordering | None
    false_clause: str = ""
    violations: tuple[Violation, ...] = ()
    indent: ClassVar[int] = 0

    @property
    def verdict(self) -> str:
        """One word: sequence, spurious or unsatisfied."""
        return "unsatisfied" if self.decoded is None else "spurious" if self.violations else "sequence"

    @property
    def ordering(self) -> Ordering:
        """The sequence; raises `Unanswered` if the model does not satisfy the formula."""
        if self.decoded is None:
            raise Unanswered(f"this is not a model of {self.model}: {self.false_clause}")
        return self.decoded

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return 0 if self.verdict == "sequence" else 1

    def lines(self) -> Iterator[str]:
        """Yield the sequence and the verdict."""
        if self.decoded is None:
            yield f"This is not a model of {self.model}: {self.false_clause}."
            return
        yield show_ordering(self.deal, self.decoded)
        if self.violations:
            faults = "; ".join(violation.text for violation in self.violations)
            yield f"The model satisfies {self.model} but is spurious: {faults}."
        else:
            yield f"The model satisfies {self.model}, and its sequence follows every rule."

    def to_json(self) -> dict[str, Any]:
        """Return the deal, the verdict, the sequence and what is wrong."""
        return {
            "deal": plain_data(DEAL.dump(self.deal)),
            "model": self.model,
            "verdict": self.verdict,
            "answer": None if self.decoded is None else plain_data(ORDERING.dump(self.decoded)),
            "unsatisfied": self.false_clause or None,
            "violations": [{"rule": violation.rule, "text": violation.text} for violation in self.violations],
        }


def read_outside(
    deal: Deal, solver_output: str, name: str, amo: AtMostOne = "pairwise", deadline: Deadline | None = None
) -> Reading:
    """Read a model of an encoding's formula, printed by any solver, and check it.

    Raises
    ------
    FormatError
        If the text is not a model, or names a letter that the formula lacks.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> valley = Deal((1, 2, 1), pattern="UD")
    >>> read_outside(valley, "v 1 -2 -3 -4 5 -6 -7 -8 9 -10 11 -12 0", "corrected").ordering.sequence
    (1, 2, 1)
    >>> read_outside(valley, "[1, 2, 3]", "corrected").false_clause
    'clause 2 is false: X[2,1] or X[2,2] or X[2,3]'
    """
    deadline = deadline or Deadline(Limits())
    literals = read_model(solver_output)
    refuse_presets(name, deal)
    formula, decode = build_formula(encoding(name), deal, amo, deadline)
    size, highest, formula_model = len(formula.letter_names), max(map(abs, literals), default=0), model_name(name, amo)
    false = 0 if highest > size else _false_clause(formula, literals, deadline)
    if false is None:
        ordering = decode(frozenset(literal for literal in literals if literal > 0))
        violations = check_ordering(deal, ordering, deadline)
        return Reading(deal, formula_model, ordering, violations=tuple(violations))
    similar_models = " or ".join(other for other in _model_names(deal, highest, deadline) if other != formula_model)
    if similar_models and highest != size:
        size_message = f"the model has the {highest} variables of {similar_models}, but {formula_model} has {size}"
        raise FormatError(f"{size_message}: name its encoding by --encoding and --amo", kind="other-formula")
    if highest > size:
        raise FormatError(f"{highest} is not one of the {size} variables of {formula_model}", kind="other-formula")
    also = f"; {similar_models} has as many variables" if similar_models else ""
    return Reading(
        deal, formula_model, None, f"clause {false} is false: {_in_words(formula, formula.clauses[false - 1])}{also}"
    )


def _false_clause(formula: Formula, literals: set[int], deadline: Deadline) -> int | None:
    """Return the number, from 1, of the first clause that a model makes false."""
    for number, clause in enumerate(formula.clauses, 1):
        if number % 4096 == 0:
            deadline.check()
        if not any(literal in literals if literal > 0 else -literal not in literals for literal in clause):
            return number
    return None


def _model_names(deal: Deal, variables: int, deadline: Deadline) -> list[str]:
    """Name the models of a deal with this number of variables."""
    return [
        model_name(name, amo)
        for name in (WITH_GIVEN if deal.given else ENCODINGS)
        for amo in (AT_MOST_ONE if name in USES_AMO else AT_MOST_ONE[:1])
        if encoding(name).table(deal, amo, deadline.check).variables == variables
    ]


def _in_words(formula: Formula, clause: tuple[int, ...]) -> str:
    """Write a clause with the names of its letters."""
    words = [
        ("not " if literal < 0 else "") + formula.letter_names[abs(literal) - 1] for literal in clause[:MOST_LITERALS]
    ]
    rest_note = f" or {len(clause) - MOST_LITERALS} more" if len(clause) > MOST_LITERALS else ""
    return (" or ".join(words) or "the empty clause") + rest_note


def _named_encoding(header: str, encoding: Encoding | None, amo: AtMostOne | None) -> tuple[str, AtMostOne]:
    """Return the encoding and its at-most-one, as given or else as named in the header of a formula or a model."""
    name_match = _NAME.search(header)
    name, _, setting = (name_match[1] if name_match else "sat-published:amo=pairwise").partition(":amo=")
    return (encoding or name).removeprefix("sat-"), amo or check_amo(setting or "pairwise")


def _formula_header(formula: str, deadline: Deadline) -> tuple[str, str]:
    """Return the instance and the header of an exported formula.

    Raises
    ------
    FormatError
        If the header holds no instance, or belongs to other clauses.
    """
    dimacs = read_dimacs(formula, deadline.check)
    header, rows = "\n".join(dimacs.comments), [row for row in dimacs.comments if row.startswith(INSTANCE)]
    named, digest_match = _NAME.search(header), _DIGEST.search(header)
    if not rows or named is None:
        raise FormatError("the formula's header has no instance: pass the instance instead of it", kind="no-header")
    if digest_match is not None and digest_match[1] != formula_digest(_clause_lines(dimacs, deadline.check)):
        raise FormatError("the formula's clauses are not those that its header names", kind="other-formula")
    return "\n".join([row.removeprefix(INSTANCE) for row in rows]), header


def decode(
    deal: Given[Deal, Any],
    model: str | Iterable[int] | PathLike[str],
    /,
    encoding: Encoding | None = None,
    *,
    amo: AtMostOne | None = None,
    cancel: Cancel | None = None,
    **keys: Any,
) -> Reading:
    """Read a model that a SAT solver found for an exported formula: the sequence it says, checked.

    The exit code is 1 where the model does not satisfy the formula, or is spurious: it does, and yet its sequence
    breaks a rule.

    Parameters
    ----------
    deal
        A deal, its text or its JSON keys; or the text of the formula as `export` writes it, which holds the deal.
    model
        What the solver printed: v lines, minisat's result file, a list as PySAT's, or bare literals; - for standard
        input.
    encoding
        The encoding that was exported, by its own name or by that of the model [default: as the header of the formula
        or of MODEL says, else published].
    amo
        Its encoding of at most one [default: as the header of the formula or of MODEL says, else pairwise].
    cancel
        A switch that stops the run.
    keys
        Keys of the deal, which override its text.

    Raises
    ------
    FormatError
        If the model cannot be read, or belongs to another formula.
    Unanswered
        If it was cancelled, or needs too much memory.

    Examples
    --------
    >>> decode("1 2 1", [1, -2, -3, -4, 5, -6, -7, -8, 9, -10, 11, -12], "corrected", pattern="UD").verdict
    'sequence'
    """
    deadline, solver_output = Deadline(Limits(cancel=cancel)), _model_text(model)
    header = "\n".join(line for line in solver_output.splitlines() if line.startswith("c "))
    try:
        if isinstance(deal, str) and re.search(r"^p\s+cnf\s", deal, re.MULTILINE):
            deal, header = _formula_header(deal, deadline)
        name, amo = _named_encoding(header, encoding, amo)
        return read_outside(verb(__package__, "read", deal, keys), solver_output, name, amo, deadline)
    except Stopped:
        raise _stop_error(deadline) from None


def _model_text(model: str | Iterable[int] | PathLike[str]) -> str:
    """Return what a solver printed, from its text, a file, or literals."""
    if isinstance(model, PathLike):
        return read_text(fspath(model))
    if isinstance(model, str):
        return model
    try:
        return str([index(literal) for literal in model])
    except TypeError:
        raise UsageError("model: the literals are whole numbers") from None


def _stop_error(deadline: Deadline) -> Unanswered:
    """Return the error of a run that a limit ended."""
    if deadline.stop_reason is StopReason.MEMORY:
        return Unanswered(f"this needs more than {deadline.limits.memory_mb} megabytes")
    return Unanswered("the run was stopped before it was complete")


@dataclass(frozen=True, slots=True)
class ProofVerdict(Finding):
    """The judgement on a proof that a formula has no model.

    Parameters
    ----------
    accepted
        Whether every line follows.
    line, reason
        The first line that does not follow, from 1 (0 for the whole proof), and why.
    line_count
        The lines that were read.
    variables, clauses
        The size of the formula.
    model
        The name of the model, from the proof or else the formula.
    is_same_formula
        Whether the proof was made for this formula, or None if unknown.
    """

    accepted: bool
    line: int
    reason: str
    line_count: int
    variables: int
    clauses: int
    model: str = ""
    is_same_formula: bool | None = None
    indent: ClassVar[int] = 0

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What does not follow; empty if the proof is accepted."""
        return () if self.accepted else (Violation("proof", self._refusal, self.line or None),)

    @property
    def _refusal(self) -> str:
        return f"{f'line {self.line}: ' if self.line else ''}{self.reason}"

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return 0 if self.accepted else 1

    def lines(self) -> Iterator[str]:
        """Yield the verdict, and whether the proof names another formula."""
        if self.accepted:
            prove = "1 line proves" if self.line_count == 1 else f"{self.line_count} lines prove"
            name = f" of {self.model}" if self.model else ""
            size = f"{self.variables} variables and {self.clauses} clauses"
            yield f"Accepted: {prove} that the formula{name}, {size}, has no model."
        else:
            yield f"Refused: {self._refusal}."
        if self.is_same_formula is False:
            yield "The proof names another formula."

    def to_json(self) -> dict[str, Any]:
        """Return the verdict and the sizes."""
        return {
            "accepted": self.accepted,
            "line": self.line or None,
            "reason": self.reason or None,
            "lines": self.line_count,
            "letters": self.variables,
            "clauses": self.clauses,
            "model": self.model or None,
            "made_for_this_formula": self.is_same_formula,
        }


def judge_proof(formula: str, proof: bytes, deadline: Deadline | None = None, name: str = "") -> ProofVerdict:
    r"""Check a proof, text or binary, against a formula in DIMACS format; `name` is the proof's file.

    Raises
    ------
    FormatError
        If one of them cannot be read.

    Examples
    --------
    >>> judge_proof("p cnf 1 2\n1 0\n-1 0\n", b"0\n").accepted
    True
    """
    deadline = deadline or Deadline(Limits())
    dimacs = read_dimacs(formula, deadline.check)
    drat.refuse_other(proof, name)
    if b"\0" in proof:  # ends a clause in a binary proof, and never occurs in text
        steps, comments = drat.read_binary(proof), ""
    else:
        text = as_text(proof)
        steps, comments = drat.read_text(text.split("\n")), next((line for line in text.split("\n") if line), "")
    step_counter = _StepCounter(steps)
    verdict = drat.check_steps(dimacs.clauses, step_counter, deadline.check)
    digest_match = _DIGEST.search(comments if comments.startswith("c ") else "")
    named = _NAME.search(comments) or _NAME.search("\n".join(dimacs.comments[:1]))
    is_same_formula = (
        None if digest_match is None else digest_match[1] == formula_digest(_clause_lines(dimacs, deadline.check))
    )
    sizes = step_counter.step_count, dimacs.letters, len(dimacs.clauses)
    return ProofVerdict(*verdict, *sizes, named[1] if named else "", is_same_formula)


class _StepCounter:
    """An iterator over the steps of a proof that counts them."""

    def __init__(self, steps: Iterator[drat.ProofStep]) -> None:
        self.steps = steps
        self.step_count = 0

    def __iter__(self) -> Iterator[drat.ProofStep]:
        for step in self.steps:
            self.step_count += 1
            yield step


def _clause_lines(dimacs: Dimacs, poll: Callable[[], object]) -> Iterator[str]:
    """Yield the lines whose digest is in the files' headers."""
    yield f"p cnf {dimacs.letters} {len(dimacs.clauses)}"
    for number, clause in enumerate(dimacs.clauses):
        if number % 4096 == 0:
            poll()
        yield " ".join([*map(str, clause), "0"])


def verify(
    formula: str | PathLike[str], proof: str | bytes | PathLike[str], *, cancel: Cancel | None = None
) -> ProofVerdict:
    r"""Check a proof that an exported formula has no model: in plain Python, forwards, sharing no code with a solver.

    The exit code is 1 where the proof is refused.

    Parameters
    ----------
    formula
        The formula, as `export --to dimacs` writes it, of any model and settings.
    proof
        The proof: what --proof wrote, or any DRAT proof, text or binary; - for standard input.
    cancel
        A switch that stops the check.

    Raises
    ------
    FormatError
        If one of them cannot be read.
    Unanswered
        If it was cancelled, or needs too much memory.

    Examples
    --------
    >>> print(verify("p cnf 1 2\n1 0\n-1 0\n", "0\n"))
    Accepted: 1 line proves that the formula, 1 variables and 2 clauses, has no model.
    >>> verify("p cnf 2 2\n1 0\n2 0\n", "0\n").violations[0].text
    "line 1: the clause '0' does not follow by unit propagation"
    """
    deadline = Deadline(Limits(cancel=cancel))
    formula_text = read_text(fspath(formula)) if isinstance(formula, PathLike) else formula
    name = fspath(proof) if isinstance(proof, PathLike) else ""
    proof_bytes = read_bytes(name) if name else proof.encode() if isinstance(proof, str) else proof
    assert isinstance(proof_bytes, bytes)
    try:
        return judge_proof(formula_text, proof_bytes, deadline, name)
    except Stopped:
        raise _stop_error(deadline) from None
