"""The method `search` of `audit`: all models of a formula in plain Python, against all orders of the cards.

The oracle of the enumeration by a SAT solver and of the scan; it shares the formula with them and nothing else.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from passatempo.cards.answers import Audit
from passatempo.cards.encoding import encoding
from passatempo.cards.model import namings
from passatempo.cards.search import Stopped, orderings
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.progress import Report, silent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.cards.model import Deal, Ordering
    from passatempo.core.pastime import Question
    from passatempo.solvers.cnf import Clause

MOST_CLAUSES = 1_000_000  # some hundred bytes each


class Models:
    """Assigns letters one after the other, each with all that follows by clauses with one literal left.

    Parameters
    ----------
    clauses
        The formula.
    shown
        The letters that tell models apart; they are assigned first.
    deadline
        Counts assignments; `Stopped` is raised when it is over.

    Examples
    --------
    >>> sorted(map(sorted, Models([(1, 2), (-1, -2)], [1, 2], Deadline(Limits()))))
    [[1], [2]]
    """

    def __init__(self, clauses: Sequence[Clause], shown: Sequence[int], deadline: Deadline) -> None:
        self.clauses, self.shown, self.deadline = clauses, shown, deadline
        self.order = [*shown, *sorted({abs(k) for clause in clauses for k in clause} - set(shown))]
        self.holding: dict[int, list[Clause]] = {}  # the clauses in which a literal stands
        for clause in clauses:
            for literal in clause:
                self.holding.setdefault(literal, []).append(clause)
        self.true: set[int] = set()

    def __iter__(self) -> Iterator[frozenset[int]]:
        """Yield the models as sets of the true letters among those shown."""
        units = [clause[0] for clause in self.clauses if len(clause) == 1]
        if all(self.clauses) and self.assign(units) is not None:
            yield from self.go(0)

    def assign(self, literals: Sequence[int]) -> list[int] | None:
        """Make literals true and all that follows; return what was made true, or None where it cannot be."""
        made: list[int] = []
        queue = list(literals)
        while queue:
            literal = queue.pop()
            if literal in self.true:
                continue
            if -literal in self.true:
                self.undo(made)
                return None
            self.true.add(literal)
            made.append(literal)
            for clause in self.holding.get(-literal, ()):
                if self.true.isdisjoint(clause):
                    left = [k for k in clause if -k not in self.true]
                    if not left:
                        self.undo(made)
                        return None
                    if len(left) == 1:
                        queue.append(left[0])
        return made

    def undo(self, made: Sequence[int]) -> None:
        """Take back what was made true."""
        self.true.difference_update(made)

    def go(self, at: int) -> Iterator[frozenset[int]]:
        """Yield the models of what is assigned; of the letters not shown one choice is enough."""
        if self.deadline.step():
            raise Stopped
        while at < len(self.order) and (self.order[at] in self.true or -self.order[at] in self.true):
            at += 1
        if at == len(self.order):
            yield frozenset(self.true.intersection(self.shown))
            return
        for literal in (self.order[at], -self.order[at]):
            made = self.assign([literal])
            if made is None:
                continue
            found = False
            for model in self.go(at + 1):
                found = True
                yield model
                if at >= len(self.shown):
                    break
            self.undo(made)
            if found and at >= len(self.shown):
                return


def audit(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Audit]:
    """Compare the models of an encoding, found one by one, with the orders of the cards, tried one by one.

    Examples
    --------
    >>> from passatempo.cards.json import AuditAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> found = audit(Question(Deal((1, 1, 1, 2, 2)), AuditAsk("corrected"))).answer
    >>> found.models, found.true_models, found.spurious
    (12, 12, ())
    """
    deal: Deal = question.instance
    name, deadline = question.ask.encoding, Deadline(limits)
    found: Counter[Ordering] = Counter()

    def look() -> None:
        if deadline.poll():
            raise Stopped

    if encoding(name).table(deal, "pairwise").clauses > MOST_CLAUSES:
        return Outcome(Status.UNKNOWN, stopped=StopReason.MEMORY)
    try:
        formula, decode = encoding(name).build(deal, "pairwise", look)
        for model in Models(formula.clauses, sorted(formula.shown), deadline):
            found[decode(model)] += 1
        truth = set(orderings(deal, deadline))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})
    times = namings(deal.cards) if name in ("published", "corrected") else 1
    spurious, missing = sorted(found.keys() - truth), sorted(truth - found.keys())
    answer = Audit(found.total(), len(truth) * times, tuple(spurious), tuple(missing))
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.nodes})
