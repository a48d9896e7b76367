"""The method `search` of `audit`: compare all models of a formula with all orders of the cards, in plain Python.

It is the oracle of the enumeration by a SAT solver and of the scan, and shares only the formula with them. The lesson
shows the published formula by family, the spurious sequences that it admits, and the other encodings.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from passatempo.cards.answers import Audit, Ordering, naming_count
from passatempo.cards.encodings.encoding import encoding, refuse_presets
from passatempo.cards.generate import family_deal
from passatempo.cards.model import Deal, Distance
from passatempo.cards.reference.search import orderings
from passatempo.cards.settings import AuditAsk, EncodingName
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.solvers.cnf import Clause

MOST_CLAUSES = 1_000_000  # about a hundred bytes each


TAUGHT = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),))  # the published cards
LENGTHS = (7, 13, 21, 51, 101)  # of the rows whose formulas are compared


class ModelEnumerator:
    """Assigns letters one by one, each with unit propagation.

    Parameters
    ----------
    clauses
        The formula.
    visible_letters
        The letters that distinguish models. They are assigned first.
    deadline
        Counts assignments; `Stopped` is raised when it is over.

    Examples
    --------
    >>> sorted(map(sorted, ModelEnumerator([(1, 2), (-1, -2)], [1, 2], Deadline(Limits()))))
    [[1], [2]]
    """

    def __init__(self, clauses: Sequence[Clause], visible_letters: Sequence[int], deadline: Deadline) -> None:
        self.visible_letters, self.deadline = visible_letters, deadline
        self.literal_clauses: dict[int, list[Clause]] = {}  # the clauses that contain a literal
        self.unit_literals: list[int] = []
        self.has_empty_clause = False  # whether there is a clause without literals
        letters = set(visible_letters)
        auxiliary_letters: set[int] = set()
        for clause in poll_stream(clauses, deadline.check, 1024):
            for literal in clause:
                self.literal_clauses.setdefault(literal, []).append(clause)
                if abs(literal) not in letters:
                    auxiliary_letters.add(abs(literal))
            if len(clause) == 1:
                self.unit_literals.append(clause[0])
            self.has_empty_clause = self.has_empty_clause or not clause
        self.letter_order = [*visible_letters, *sorted(auxiliary_letters)]
        self.true_literals: set[int] = set()

    def __iter__(self) -> Iterator[frozenset[int]]:
        """Yield the models as sets of the true visible letters."""
        if not self.has_empty_clause and self.assign_literals(self.unit_literals) is not None:
            yield from self.search_models()

    def assign_literals(self, literals: Sequence[int]) -> list[int] | None:
        """Assign literals and propagate; return the literals made true, or None at a conflict."""
        true_literals: list[int] = []
        queue = list(literals)
        while queue:
            literal = queue.pop()
            if literal in self.true_literals:
                continue
            if -literal in self.true_literals:
                self.undo_literals(true_literals)
                return None
            self.true_literals.add(literal)
            true_literals.append(literal)
            for clause in poll_stream(self.literal_clauses.get(-literal, ()), self.deadline.check, 2048):
                if self.true_literals.isdisjoint(clause):
                    left = [k for k in clause if -k not in self.true_literals]
                    if not left:
                        self.undo_literals(true_literals)
                        return None
                    if len(left) == 1:
                        queue.append(left[0])
        return true_literals

    def undo_literals(self, true_literals: Sequence[int]) -> None:
        """Undo assignments."""
        self.true_literals.difference_update(true_literals)

    def next_free(self, at: int) -> int:
        """Count a node, and return the index of the next unassigned letter."""
        if self.deadline.step():
            raise Stopped
        while at < len(self.letter_order) and (
            self.letter_order[at] in self.true_literals or -self.letter_order[at] in self.true_literals
        ):
            at += 1
        return at

    def search_models(self) -> Iterator[frozenset[int]]:
        """Yield the models that extend the assignment, with one choice for the hidden letters."""
        at = self.next_free(0)
        if at == len(self.letter_order):
            yield frozenset(self.true_literals.intersection(self.visible_letters))
            return
        branch_stack: list[_Branch] = [_Branch(at)]  # recursion would be as deep as the number of letters
        while branch_stack:
            last = branch_stack[-1]
            self.undo_literals(last.made)
            last.made = []
            if not last.literals:
                branch_stack.pop()
                continue
            letter = self.letter_order[last.at]
            true_literals = self.assign_literals([last.literals.pop() * letter])
            if true_literals is None:
                continue
            last.made = true_literals
            at = self.next_free(last.at + 1)
            if at < len(self.letter_order):
                branch_stack.append(_Branch(at))
                continue
            yield frozenset(self.true_literals.intersection(self.visible_letters))
            while branch_stack and branch_stack[-1].at >= len(self.visible_letters):
                self.undo_literals(branch_stack.pop().made)


class _Branch:
    """A decision: a letter, the signs left to try, and the literals made true by the current sign."""

    __slots__ = ("at", "literals", "made")

    def __init__(self, at: int) -> None:
        self.at = at
        self.literals = [-1, 1]
        self.made: Sequence[int] = ()


def audit(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Audit]:
    """Compare the models of an encoding with the valid orders of the cards, both enumerated.

    Examples
    --------
    >>> from passatempo.cards.settings import AuditAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> found = audit(Question(Deal((1, 1, 1, 2, 2)), AuditAsk("corrected"))).answer
    >>> found.models, found.true_models, found.spurious
    (12, 12, ())
    """
    deal: Deal = question.instance
    name, deadline = question.ask.encoding, Deadline(limits)
    refuse_presets(name, deal)
    model_counts: Counter[Ordering] = Counter()

    try:
        table = encoding(name).table(deal, "pairwise", deadline.check)
        if table.clauses > MOST_CLAUSES or table.variables > MOST_CLAUSES:
            return Outcome(Status.UNKNOWN, stopped=StopReason.MEMORY)
        formula, decode = encoding(name).build(deal, "pairwise", deadline.check)
        for model in ModelEnumerator(formula.clauses, sorted(formula.visible_letters), deadline):
            model_counts[decode(model)] += 1
        truth = set(orderings(deal, deadline))
        times = naming_count(deal.cards, deadline.check) if truth and name in ("published", "corrected") else 1
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    spurious, missing = sorted(model_counts.keys() - truth), sorted(truth - model_counts.keys())
    answer = Audit(model_counts.total(), len(truth) * times, tuple(spurious), tuple(missing))
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.node_count})


def lesson() -> dict[str, Any]:
    """Return the data of the lesson, computed from the encodings.

    >>> told = lesson()
    >>> told["encodings"][0]["clauses"], told["encodings"][0]["models"], told["models"]
    (5230, 112, 96)
    """
    answer = audit(Question(TAUGHT, AuditAsk("published"))).answer
    return {
        "cards": list(TAUGHT.cards),
        "distance": TAUGHT.distances[0].value,
        "models": answer.true_models if answer else 0,
        "encodings": [_encoding_lesson(name) for name in get_args(EncodingName)],
        "sizes": list(_formula_sizes()),
    }


def _encoding_lesson(name: EncodingName) -> dict[str, Any]:
    table = encoding(name).table(TAUGHT, "pairwise", bool)
    answer = audit(Question(TAUGHT, AuditAsk(name))).answer
    assert answer is not None  # there is no limit
    return {
        "name": name,
        "letters": table.variables,
        "clauses": table.clauses,
        "families": [[family, number] for family, number in table.families.items() if number],
        "models": answer.models,
        "spurious": [_ordering_row(ordering) for ordering in answer.spurious],
        "missing": [_ordering_row(ordering) for ordering in answer.missing],
    }


def _ordering_row(ordering: Ordering) -> dict[str, list[int]]:
    return {"cards": list(ordering.sequence), "turns": list(ordering.stationary)}


def _formula_sizes() -> Iterator[list[int]]:
    """Yield the number of cards, in pairs with the peaks half a row apart, and the clauses of every encoding."""
    for length in LENGTHS:
        deal = family_deal("pairs", length)
        yield [length, *[encoding(name).table(deal, "pairwise", bool).clauses for name in get_args(EncodingName)]]
