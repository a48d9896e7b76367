"""The propositional encodings: formulas, the meaning of their letters, their sizes and files."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from passatempo.cards.answers import Ordering, Table
from passatempo.cards.model import Deal
from passatempo.cards.settings import FormulaSettings
from passatempo.cards.text import write
from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import MEMORY_MB, Deadline, Limits, Report, Stopped, silent
from passatempo.core.methods import resolve
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.solvers.cnf import AtMostOne, Formula

Decode: TypeAlias = "Callable[[frozenset[int]], Ordering]"

# name: where `build(deal, amo, poll) -> Encoded` and `table(deal, amo, poll) -> Table` stand
ENCODINGS = {
    "published": "passatempo.cards.encodings.published:PUBLISHED",
    "corrected": "passatempo.cards.encodings.published:CORRECTED",
    "run": "passatempo.cards.encodings.runs:RUN",
    "position": "passatempo.cards.encodings.positions:POSITION",
}


INSTANCE = "instance "  # the prefix of comments that hold the instance's text
WITH_GIVEN = ("position",)
USES_AMO = ("published", "corrected", "run")
BYTES_A_CLAUSE = 250  # in Python and in the solver together
BYTES_A_LETTER = 120  # its number and its name
BYTES_A_CLAUSE_OF_TEXT = 30
LETTING_GO = 0.2  # of the time limit, reserved for freeing millions of clauses
MOST_BUILT = 5_000_000  # clauses that the method `built` makes, about a gigabyte


class Encoded(NamedTuple):
    """A formula, and the function that decodes its true letters to a sequence."""

    formula: Formula
    decode: Decode


class Encoding(NamedTuple):
    """An encoding: functions that build a formula and compute its size alone. `poll` may raise to stop."""

    build: Callable[[Deal, AtMostOne, Callable[[], object]], Encoded]
    table: Callable[[Deal, AtMostOne, Callable[[], object]], Table]


def encoding(name: str) -> Encoding:
    """Find an encoding by name.

    Raises
    ------
    UsageError
        If no encoding has that name.
    """
    if name not in ENCODINGS:
        raise UsageError(f"encoding: {quote(name)} is not one of {', '.join(ENCODINGS)}")
    formula_encoding: Encoding = resolve(ENCODINGS[name])
    return formula_encoding


def refuse_presets(name: str, deal: Deal) -> None:
    """Refuse given cards in an encoding that has no letters for values at positions.

    Raises
    ------
    UsageError
        If the deal has given cards and the encoding cannot take them.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> refuse_presets("run", Deal((1, 2), pattern="U", given=((1, 1),)))
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: the encoding 'run' takes no given cards; position does
    """
    if deal.given and name not in WITH_GIVEN:
        raise UsageError(f"the encoding {quote(name)} takes no given cards; {', '.join(WITH_GIVEN)} does")


def ends_faults(deal: Deal) -> bool:
    """Return whether a one-run pattern requires a step, although the deal has one card."""
    return not deal.points and not deal.open and len(deal.cards) < 2


def from_formulas(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Table]:
    """Compute the table from the formulas of its families, for any number of cards.

    >>> from passatempo.cards.settings import EncodeAsk
    >>> from passatempo.cards.text import read
    >>> from passatempo.core.pastime import Question
    >>> from_formulas(Question(read("1 1 2 2 3 3 4", D=4), EncodeAsk())).answer.clauses
    5230
    """
    encode_ask, deadline = question.ask, Deadline(limits)
    refuse_presets(encode_ask.encoding, question.instance)
    try:
        table = encoding(encode_ask.encoding).table(question.instance, encode_ask.amo, deadline.check)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    return Outcome(Status.SOLVED, table)


def built(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Table]:
    """Build the formula and count its clauses.

    >>> from passatempo.cards.settings import EncodeAsk
    >>> from passatempo.cards.text import read
    >>> from passatempo.core.pastime import Question
    >>> built(Question(read("1 1 2 2 3 3 4", D=4), EncodeAsk("corrected"))).answer.clauses
    5234
    """
    deadline, encode_ask = Deadline(limits), question.ask
    refuse_presets(encode_ask.encoding, question.instance)
    deadline.reserve(LETTING_GO * (limits.seconds or 0.0))
    try:
        deadline.check()
        formula = build_formula(
            encoding(encode_ask.encoding), question.instance, encode_ask.amo, deadline, clause_limit=MOST_BUILT
        ).formula
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    return Outcome(Status.SOLVED, Table.of(len(formula.letter_names), formula.family_sizes))


def build_formula(
    formula_encoding: Encoding, deal: Deal, amo: AtMostOne, deadline: Deadline, *, clause_limit: int | None = None
) -> Encoded:
    """Build a formula within the limits, which are compared with its size first.

    Raises
    ------
    Stopped
        If a limit is reached. The memory for the size is reserved before the build.
    """
    table = formula_encoding.table(deal, amo, deadline.check)
    formula_bytes = table.clauses * BYTES_A_CLAUSE + table.variables * BYTES_A_LETTER
    if (clause_limit is not None and table.clauses > clause_limit) or not deadline.room_for(formula_bytes):
        deadline.stop_reason = StopReason.MEMORY
        raise Stopped
    return formula_encoding.build(deal, amo, deadline.check)


def formula_lines(formula: Formula, poll: Callable[[], object] = bool) -> Iterator[str]:
    """Yield the DIMACS lines of a formula without comments: the problem line and the clauses."""
    yield f"p cnf {len(formula.letter_names)} {len(formula.clauses)}"
    for number, clause in enumerate(formula.clauses):
        if number % 4096 == 0:
            poll()
        yield " ".join([*map(str, clause), "0"])


def formula_digest(lines: Iterator[str]) -> str:
    """Return the SHA-256 of a formula's lines. Comments do not change it.

    >>> formula_digest(iter(["p cnf 1 1", "1 0"]))[:16]
    '6642f3ff4fae6f86'
    """
    hash_state = sha256()
    for line in lines:
        hash_state.update(f"{line}\n".encode())
    return hash_state.hexdigest()


def formula_title(name: str, amo: str, formula: Formula, poll: Callable[[], object] = bool) -> str:
    """Write the first comment of formula and proof files: model, settings and digest.

    Some checkers decide by the first ten characters whether a proof is binary, so these must be letters.
    """
    size = f"{len(formula.letter_names)} letters, {len(formula.clauses)} clauses"
    return f"c passatempo cards, {model_name(name, amo)}, {size}, sha256 {formula_digest(formula_lines(formula, poll))}"


def model_name(name: str, amo: str) -> str:
    """Write the name of a model with its settings, as `export` takes it.

    >>> model_name("run", "pairwise"), model_name("corrected", "ladder")
    ('sat-run', 'sat-corrected:amo=ladder')
    """
    return f"sat-{name}" + ("" if amo == "pairwise" else f":amo={amo}")


def instance_lines(deal: Deal) -> Iterator[str]:
    """Yield the header comments of a formula that hold the instance, one per line of its text.

    >>> from passatempo.cards.model import Deal
    >>> list(instance_lines(Deal((1, 2), pattern="U")))
    ['c instance 1 2', 'c instance pattern: U']
    """
    return (f"c {INSTANCE}{line}" for line in write(deal).splitlines())


def _write_formula(deal: Deal, form: str, name: str, settings: FormulaSettings) -> str:
    """Write a formula as DIMACS, or its letters as a JSON map from name to number.

    Raises
    ------
    UsageError
        If the formula is too large to write.
    """
    from passatempo.core.json import encode
    from passatempo.solvers.cnf import write_dimacs

    formula_encoding = encoding(name)
    refuse_presets(name, deal)
    table = formula_encoding.table(deal, settings.amo, bool)
    formula_bytes = table.clauses * (BYTES_A_CLAUSE + BYTES_A_CLAUSE_OF_TEXT) + table.variables * BYTES_A_LETTER
    if formula_bytes > MEMORY_MB << 20:
        formula_size = f"{table.clauses:,} clauses and {table.variables:,} variables"
        raise UsageError(f"sat-{name}: the formula has {formula_size}, too many for {MEMORY_MB} megabytes")
    formula = formula_encoding.build(deal, settings.amo, bool).formula
    if form == "map":
        return encode({letter: number for number, letter in enumerate(formula.letter_names, 1)}, indent=2)
    return "\n".join([formula_title(name, settings.amo, formula), *instance_lines(deal), *write_dimacs(formula)]) + "\n"


def export_published(deal: Deal, form: str, settings: FormulaSettings = FormulaSettings()) -> str:
    """Write the published encoding."""
    return _write_formula(deal, form, "published", settings)


def export_corrected(deal: Deal, form: str, settings: FormulaSettings = FormulaSettings()) -> str:
    """Write the corrected encoding."""
    return _write_formula(deal, form, "corrected", settings)


def export_run(deal: Deal, form: str, settings: FormulaSettings = FormulaSettings()) -> str:
    """Write the encoding by runs.

    >>> from passatempo.cards.model import Deal
    >>> export_run(Deal((1, 2, 1), pattern="UD"), "map").splitlines()[1]
    '  "y[1,1]": 1,'
    """
    return _write_formula(deal, form, "run", settings)


def export_position(deal: Deal, form: str, settings: FormulaSettings = FormulaSettings()) -> str:
    """Write the encoding by positions. It has no at-most-one, so every setting gives the same formula."""
    return _write_formula(deal, form, "position", settings)
