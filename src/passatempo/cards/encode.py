"""The question `encode`: how large a formula is, by family, and the formula as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.cards.answers import Table
from passatempo.cards.encoding import encoding
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.progress import Report, silent

if TYPE_CHECKING:
    from passatempo.cards.model import Deal
    from passatempo.core.pastime import Question

MOST_BUILT = 5_000_000  # clauses that the method `built` makes: about a gigabyte


class _Stopped(Exception):
    """A limit came while a formula was built."""


def from_formulas(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Table]:
    """Compute the table from the formulas of its families, for any number of cards.

    >>> from passatempo.cards.json import EncodeAsk
    >>> from passatempo.cards.text import read
    >>> from passatempo.core.pastime import Question
    >>> from_formulas(Question(read("1 1 2 2 3 3 4", D=4), EncodeAsk())).answer.clauses
    5230
    """
    ask = question.ask
    return Outcome(Status.SOLVED, encoding(ask.encoding).table(question.instance, ask.amo))


def built(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Table]:
    """Build the formula and count its clauses.

    >>> from passatempo.cards.json import EncodeAsk
    >>> from passatempo.cards.text import read
    >>> from passatempo.core.pastime import Question
    >>> built(Question(read("1 1 2 2 3 3 4", D=4), EncodeAsk("corrected"))).answer.clauses
    5234
    """
    deadline, ask = Deadline(limits), question.ask
    made = encoding(ask.encoding)

    def poll() -> None:
        if deadline.poll():
            raise _Stopped

    if made.table(question.instance, ask.amo).clauses > MOST_BUILT:
        return Outcome(Status.UNKNOWN, stopped=StopReason.MEMORY)
    try:
        poll()
        formula = made.build(question.instance, ask.amo, poll).formula
    except _Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped)
    return Outcome(Status.SOLVED, Table(len(formula.names), dict(formula.families)))


def _written(deal: Deal, form: str, name: str) -> str:
    """Write a formula as DIMACS, or its letters as a JSON map from name to number."""
    from passatempo.core.json import encode
    from passatempo.solvers.cnf import dimacs

    formula = encoding(name).build(deal, "pairwise", bool).formula
    if form == "map":
        return encode({letter: number for number, letter in enumerate(formula.names, 1)}, indent=2)
    return "\n".join(dimacs(formula)) + "\n"


def export_published(deal: Deal, form: str) -> str:
    """Write the published encoding."""
    return _written(deal, form, "published")


def export_corrected(deal: Deal, form: str) -> str:
    """Write the corrected encoding."""
    return _written(deal, form, "corrected")


def export_run(deal: Deal, form: str) -> str:
    """Write the encoding by runs.

    >>> from passatempo.cards.model import Deal
    >>> export_run(Deal((1, 2, 1), pattern="UD"), "map").splitlines()[1]
    '  "y[1,1]": 1,'
    """
    return _written(deal, form, "run")


def export_position(deal: Deal, form: str) -> str:
    """Write the encoding by positions."""
    return _written(deal, form, "position")
