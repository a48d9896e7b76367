"""The commands: `compare` runs encodings and solvers on one deal, and two commands read the output of other programs.

`decode` reads a model of an exported formula, and `verify` checks a proof.
"""

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple

from passatempo.cards.answers import Ordering
from passatempo.cards.checker import check_ordering
from passatempo.cards.encodings import drat
from passatempo.cards.encodings.encoding import (
    ENCODINGS,
    INSTANCE,
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
from passatempo.core.errors import FormatError, SolverUnavailable, UsageError, Violation
from passatempo.core.input import as_text, read_bytes, read_text
from passatempo.core.json import encode
from passatempo.core.limits import Deadline, Limits, Progress, Report, Stopped, silent
from passatempo.core.outcome import StopReason
from passatempo.core.output import atomic_file, check_writable
from passatempo.core.queries import ask, instance_of
from passatempo.core.registry import pastime
from passatempo.solvers.cnf import (
    AT_MOST_ONE,
    AtMostOne,
    Dimacs,
    Formula,
    check_amo,
    check_solver,
    read_dimacs,
    read_model,
)

HEADINGS = ("method", "amo", "solver", "verdict", "letters", "clauses", "conflicts", "solving s", "in all s")
WIDTHS = (14, 11, 11, 12, 9, 11, 10, 10, 10)
OTHERS = ("exact", "cpsat", "cpsat:model=elements", "asp")
USES_AMO = ("published", "corrected", "run")


Format = Literal["text", "json"]
Encoding = Literal[
    "published", "corrected", "run", "position", "sat-published", "sat-corrected", "sat-run", "sat-position"
]
MOST_LITERALS = 6  # of a clause that a message quotes
_DIGEST = re.compile(r"sha256 ([0-9a-f]{64})")
_NAME = re.compile(r"passatempo cards, ([^,]+),")


class RunRow(NamedTuple):
    """The figures of one run."""

    method: str
    amo: str
    solver: str
    verdict: str
    letters: int | None
    clauses: int | None
    conflicts: int | None
    solving: float | None  # by the solver alone; CaDiCaL's separate process takes a third of a second to start
    seconds: float

    def format_line(self) -> str:
        """Write the row."""
        cells = [self.method, self.amo, self.solver, self.verdict]
        cells += ["" if number is None else f"{number:,}" for number in (self.letters, self.clauses, self.conflicts)]
        cells += ["" if self.solving is None else f"{self.solving:.4f}", f"{self.seconds:.4f}"]
        return join_cells(cells)


def join_cells(cells: list[str]) -> str:
    """Align the cells, words to the left and numbers to the right."""
    parts = [f"{c:<{w}}" if k < 4 else f"{c:>{w}}" for k, (c, w) in enumerate(zip(cells, WIDTHS, strict=True))]
    return " ".join(parts).rstrip()


def compare(
    file: str,
    /,
    *,
    encodings: str = ",".join(ENCODINGS),
    amo: str = ",".join(AT_MOST_ONE),
    solvers: str = "glucose42,cadical195",
    others: bool = True,
    seconds: float = 10.0,
    plot: str = "",
    format: Literal["text", "json"] = "text",  # noqa: A002  the word of the command line
    keys: Mapping[str, Any] = {},
    limits: Limits = Limits(),
    report: Report = silent,
) -> Iterator[str]:
    """Solve one deal by every encoding, at-most-one encoding and solver, and print the runs side by side.

    Parameters
    ----------
    file
        The instance: a file or its text, JSON too; - for standard input.
    encodings
        Which encodings to compare, with commas between them.
    amo
        Which at-most-one encodings.
    solvers
        Which SAT solvers.
    others
        Whether the other methods run too: exact, cpsat and asp.
    seconds
        Time limit of each run.
    plot
        Write a picture of the times to this file (SVG).
    format
        How to print it: JSON has an object a row, as it comes, and at last one with what was left out.
    keys, limits, report
        Filled in by the command line: a comparison that is cancelled ends with the run it is at.
    """
    deal: Deal = instance_of(pastime("cards"), file, keys)
    names = _encodings(encodings)
    for name in names:
        refuse_presets(name, deal)
    kinds = [check_amo(kind) for kind in _split_words(amo)]
    engines = [check_solver(engine) for engine in _split_words(solvers)]
    if not seconds > 0:
        raise UsageError(f"--seconds: {seconds} is not a number of seconds")
    if plot:
        check_writable(plot)
    limits = replace(limits, seconds=seconds)
    plan: list[partial[RunRow]] = [
        partial(_sat_row, deal, f"sat-{name}", kind, engine, limits)
        for name in names
        for kind in (kinds if name in USES_AMO else kinds[:1])
        for engine in engines
    ]
    plan += [partial(_run_method, deal, method, limits) for method in (OTHERS if others else ())]
    rows: list[RunRow] = []
    absent: dict[str, str] = {}
    in_json, is_cancelled = format == "json", False
    if not in_json:
        yield join_cells([*HEADINGS])
    start_time = time.monotonic()
    for run_number, run in enumerate(plan):
        is_cancelled = limits.cancel is not None and limits.cancel.cancelled
        if is_cancelled:
            break
        text = ", ".join(argument for argument in run.args if isinstance(argument, str))
        report(Progress(time.monotonic() - start_time, done=run_number, total=len(plan), text=text))
        try:
            rows.append(run())
        except SolverUnavailable as error:
            absent[run.args[1]] = error.extra
        else:
            yield encode(rows[-1]._asdict()) if in_json else rows[-1].format_line()
    if in_json:
        yield encode({"left_out": absent, "cancelled": is_cancelled})
    elif absent:
        yield f"Left out, for want of the extra {', '.join(sorted(set(absent.values())))}: {', '.join(absent)}"
    if plot:
        with atomic_file(plot) as plot_file:
            plot_file.write(draw(rows))
        if not in_json:
            yield f"Plot: {plot}"


def _split_words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _encodings(text: str) -> list[str]:
    """Split names of encodings, refusing unknown ones."""
    names = _split_words(text)
    for name in names:
        encoding(name)
    return names


def _sat_row(deal: Deal, method: str, kind: str, engine: str, limits: Limits) -> RunRow:
    """Run one encoding. The sizes are known even if it is too large to build."""
    name = method.removeprefix("sat-")
    row = _run_method(deal, f"{method}:amo={kind},solver={engine}", limits)
    amo_label = kind if name in USES_AMO else "-"
    row = row._replace(method=method, amo=amo_label, solver=engine)
    try:
        table = encoding(name).table(deal, check_amo(kind), Deadline(limits).check)
    except Stopped:
        return row
    return row._replace(letters=table.variables, clauses=table.clauses)


def _run_method(deal: Deal, method: str, limits: Limits) -> RunRow:
    """Run one method."""
    problem = pastime("cards").problem("order")
    outcome = ask(problem, deal, method=method, limits=limits)
    stats = outcome.stats
    verdict = {"solved": "yes", "impossible": "no"}.get(outcome.status.value, outcome.stopped.value)
    if not outcome.checked and verdict == "yes":
        verdict = "yes (wrong)" if _is_wrong(deal, outcome.answer) else "yes"
    conflicts = stats.get("conflicts")
    name, _, setting = method.partition(":model=")
    letters, clauses = stats.get("variables"), stats.get("clauses", stats.get("rows"))
    return RunRow(
        name,
        "-",
        setting or "-",
        verdict,
        None if letters is None else int(letters),
        None if clauses is None else int(clauses),
        None if conflicts is None else int(conflicts),
        stats.get("solve_seconds"),
        outcome.seconds,
    )


def _is_wrong(deal: Deal, answer: object) -> bool:
    """Return whether an answer is not a sequence or breaks a rule."""
    from passatempo.cards.answers import Ordering
    from passatempo.cards.checker import check_ordering

    return not isinstance(answer, Ordering) or bool(check_ordering(deal, answer))


def draw(rows: list[RunRow]) -> str:
    """Draw the times as bars on a logarithmic scale.

    >>> draw([RunRow("exact", "-", "-", "yes", None, None, None, None, 0.001)]).count("<title>")
    1
    """
    from math import log10

    from passatempo.render.svg import document, rect, text

    left, width, tall = 330, 480, 22
    low = -5.0
    high = max([0.0, *(log10(max(row.seconds, 1e-5)) for row in rows)])
    pieces = []
    for k, row in enumerate(rows):
        y = 20 + k * tall
        long = width * (log10(max(row.seconds, 1e-5)) - low) / (high - low)
        name = " ".join(part for part in (row.method, row.amo, row.solver) if part != "-")
        pieces.append(text(name, left - 10, y + 15, size=13, text_anchor="end"))
        pieces.append(
            rect(left, y + 3, max(long, 1), tall - 6, fill="accent" if row.verdict in ("yes", "no") else "bad")
        )
        pieces.append(text(f"{row.seconds:.4g} s {row.verdict}", left + long + 6, y + 15, size=13))
    return document(left + width + 160, 40 + len(rows) * tall, *pieces, title="Times, logarithmic from 10 µs")


class ModelReading(NamedTuple):
    """The reading of a model of a deal's formula.

    Parameters
    ----------
    ordering
        The sequence, or None if the model does not satisfy the formula.
    false_clause
        A false clause in words, or empty if there is none.
    violations
        The rules that the sequence breaks. The model is then spurious, a fault of the encoding.
    """

    ordering: Ordering | None
    false_clause: str = ""
    violations: tuple[Violation, ...] = ()

    @property
    def verdict(self) -> str:
        """One word: sequence, spurious or unsatisfied."""
        return "unsatisfied" if self.ordering is None else "spurious" if self.violations else "sequence"


def read_outside(
    deal: Deal, solver_output: str, name: str, amo: AtMostOne = "pairwise", deadline: Deadline | None = None
) -> ModelReading:
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
        return ModelReading(ordering, violations=tuple(check_ordering(deal, ordering, deadline)))
    similar_models = " or ".join(other for other in _model_names(deal, highest, deadline) if other != formula_model)
    if similar_models and highest != size:
        size_message = f"the model has the {highest} variables of {similar_models}, but {formula_model} has {size}"
        raise FormatError(f"{size_message}: name its encoding by --encoding and --amo", kind="other-formula")
    if highest > size:
        raise FormatError(f"{highest} is not one of the {size} variables of {formula_model}", kind="other-formula")
    also = f"; {similar_models} has as many variables" if similar_models else ""
    return ModelReading(None, f"clause {false} is false: {_in_words(formula, formula.clauses[false - 1])}{also}")


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
    file: str,
    model: str,
    /,
    *,
    encoding: Encoding | None = None,
    amo: AtMostOne | None = None,
    format: Format = "text",  # noqa: A002  the word of the command line
    keys: Mapping[str, Any] = {},
    limits: Limits = Limits(),
) -> int:
    """Read a model that a SAT solver printed for an exported formula: the sequence it says, checked.

    The exit code is 1 where the model does not satisfy the formula, or is spurious: it does, and yet its sequence
    breaks a rule.

    Parameters
    ----------
    file
        The formula as `export --to dimacs` writes it, which holds the instance; or the instance: a file or its text.
    model
        What the solver printed: v lines, minisat's result file, a list as PySAT's, or bare literals; - for standard
        input.
    encoding
        The encoding that was exported, by its own name or by that of the model [default: as the header of the formula
        or of MODEL says, else published].
    amo
        Its encoding of at most one [default: as the header of the formula or of MODEL says, else pairwise].
    format
        How to print it.
    keys, limits
        Filled in by the command line.
    """
    deadline, solver_output = Deadline(limits), read_text(model)
    header = "\n".join(line for line in solver_output.splitlines() if line.startswith("c "))
    if re.search(r"^p\s+cnf\s", file, re.MULTILINE):
        file, header = _formula_header(file, deadline)
    deal: Deal = instance_of(pastime("cards"), file, keys)
    name, amo = _named_encoding(header, encoding, amo)
    try:
        read = read_outside(deal, solver_output, name, amo, deadline)
    except Stopped:
        return _stop_exit(deadline)
    if format == "json":
        shape = {
            "deal": DEAL.dump(deal),
            "model": model_name(name, amo),
            "verdict": read.verdict,
            "answer": None if read.ordering is None else ORDERING.dump(read.ordering),
            "unsatisfied": read.false_clause or None,
            "violations": [{"rule": violation.rule, "text": violation.text} for violation in read.violations],
        }
        sys.stdout.write(encode(shape) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in _reading_lines(deal, read, model_name(name, amo)))
    return 0 if read.verdict == "sequence" else 1


def _reading_lines(deal: Deal, read: ModelReading, name: str) -> Iterator[str]:
    """Yield the lines that describe the reading of a model."""
    if read.ordering is None:
        yield f"This is not a model of {name}: {read.false_clause}."
        return
    yield show_ordering(deal, read.ordering)
    if read.violations:
        yield (
            f"The model satisfies {name} but is spurious: {'; '.join(violation.text for violation in read.violations)}."
        )
    else:
        yield f"The model satisfies {name}, and its sequence follows every rule."


class Judgement(NamedTuple):
    """The checker's verdict on a proof, and the metadata of the files."""

    verdict: drat.ProofVerdict
    formula: Dimacs
    lines: int
    name: str = ""  # of the model, from the proof or else the formula
    is_same_formula: bool | None = None  # whether the proof was made for this formula, or None if unknown


def judge_proof(formula: str, proof: bytes, deadline: Deadline | None = None, name: str = "") -> Judgement:
    r"""Check a proof, text or binary, against a formula in DIMACS format; `name` is the proof's file.

    Raises
    ------
    FormatError
        If one of them cannot be read.

    Examples
    --------
    >>> judge_proof("p cnf 1 2\n1 0\n-1 0\n", b"0\n").verdict.is_accepted
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
    return Judgement(verdict, dimacs, step_counter.step_count, named[1] if named else "", is_same_formula)


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
    formula: str,
    proof: str,
    /,
    *,
    format: Format = "text",  # noqa: A002  the word of the command line
    limits: Limits = Limits(),
) -> int:
    """Check a proof that an exported formula has no model: in plain Python, forwards, sharing no code with a solver.

    The exit code is 1 where the proof is refused.

    Parameters
    ----------
    formula
        The formula, as `export --to dimacs` writes it, of any model and settings.
    proof
        The proof: what --proof wrote, or any DRAT proof, text or binary; - for standard input.
    format
        How to print it.
    limits
        Filled in by the command line.
    """
    deadline, formula_source, proof_bytes = Deadline(limits), read_text(formula), read_bytes(proof)
    try:
        judgement = judge_proof(formula_source, proof_bytes, deadline, proof)
    except Stopped:
        return _stop_exit(deadline)
    verdict, size = (
        judgement.verdict,
        f"{judgement.formula.letters} variables and {len(judgement.formula.clauses)} clauses",
    )
    if format == "json":
        shape = {
            "accepted": verdict.is_accepted,
            "line": verdict.line or None,
            "reason": verdict.reason or None,
            "lines": judgement.lines,
            "letters": judgement.formula.letters,
            "clauses": len(judgement.formula.clauses),
            "model": judgement.name or None,
            "made_for_this_formula": judgement.is_same_formula,
        }
        sys.stdout.write(encode(shape) + "\n")
        return 0 if verdict.is_accepted else 1
    model_note = f" of {judgement.name}" if judgement.name else ""
    if verdict.is_accepted:
        prove = "1 line proves" if judgement.lines == 1 else f"{judgement.lines} lines prove"
        sys.stdout.write(f"Accepted: {prove} that the formula{model_note}, {size}, has no model.\n")
    else:
        line_label = f"line {verdict.line}: " if verdict.line else ""
        sys.stdout.write(f"Refused: {line_label}{verdict.reason}.\n")
    if judgement.is_same_formula is False:
        sys.stdout.write("The proof names another formula.\n")
    return 0 if verdict.is_accepted else 1


def _stop_exit(deadline: Deadline) -> int:
    """Report a limit, unless the user pressed Ctrl-C, which the command line reports."""
    if deadline.stop_reason is StopReason.MEMORY:
        sys.stderr.write(f"passatempo: this needs more than {deadline.limits.memory_mb} megabytes\n")
    return 3
