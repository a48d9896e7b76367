"""The method `search` of `audit`: all models of a formula in plain Python, against all orders of the cards.

The oracle of the enumeration by a SAT solver and of the scan; it shares the formula with them and nothing else. The
lesson shows what the published formula says, family by family, what it lets in, and how others do.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, get_args

from passatempo.cards.answers import Audit, namings
from passatempo.cards.encodings.encoding import encoding, refuse_given
from passatempo.cards.generate import family
from passatempo.cards.model import Deal, Distance
from passatempo.cards.reference.search import orderings
from passatempo.cards.settings import AuditAsk, EncodingName
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.cards.answers import Ordering
    from passatempo.solvers.cnf import Clause


MOST_CLAUSES = 1_000_000  # some hundred bytes each


TAUGHT = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),))  # the published cards
LENGTHS = (7, 13, 21, 51, 101)  # of the rows whose formulas are compared


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
        self.shown, self.deadline = shown, deadline
        self.holding: dict[int, list[Clause]] = {}  # the clauses in which a literal stands
        self.units: list[int] = []
        self.empty = False  # whether there is a clause without literals
        letters = set(shown)
        others: set[int] = set()
        for clause in poll_stream(clauses, deadline.check, 1024):
            for literal in clause:
                self.holding.setdefault(literal, []).append(clause)
                if abs(literal) not in letters:
                    others.add(abs(literal))
            if len(clause) == 1:
                self.units.append(clause[0])
            self.empty = self.empty or not clause
        self.order = [*shown, *sorted(others)]
        self.true: set[int] = set()

    def __iter__(self) -> Iterator[frozenset[int]]:
        """Yield the models as sets of the true letters among those shown."""
        if not self.empty and self.assign(self.units) is not None:
            yield from self.search()

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
            for clause in poll_stream(self.holding.get(-literal, ()), self.deadline.check, 2048):
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

    def skip(self, at: int) -> int:
        """Count a node, and return the place of the next letter without a value."""
        if self.deadline.step():
            raise Stopped
        while at < len(self.order) and (self.order[at] in self.true or -self.order[at] in self.true):
            at += 1
        return at

    def search(self) -> Iterator[frozenset[int]]:
        """Yield the models of what is assigned; of the letters not shown one choice is enough."""
        at = self.skip(0)
        if at == len(self.order):
            yield frozenset(self.true.intersection(self.shown))
            return
        tried: list[_Tried] = [_Tried(at)]  # a recursion would be as deep as there are letters
        while tried:
            last = tried[-1]
            self.undo(last.made)
            last.made = []
            if not last.literals:
                tried.pop()
                continue
            letter = self.order[last.at]
            made = self.assign([last.literals.pop() * letter])
            if made is None:
                continue
            last.made = made
            at = self.skip(last.at + 1)
            if at < len(self.order):
                tried.append(_Tried(at))
                continue
            yield frozenset(self.true.intersection(self.shown))
            while tried and tried[-1].at >= len(self.shown):
                self.undo(tried.pop().made)


class _Tried:
    """A letter that is being tried: the signs that are still to come, and what the present one has made true."""

    __slots__ = ("at", "literals", "made")

    def __init__(self, at: int) -> None:
        self.at = at
        self.literals = [-1, 1]
        self.made: Sequence[int] = ()


def audit(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Audit]:
    """Compare the models of an encoding, found one by one, with the orders of the cards, tried one by one.

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
    refuse_given(name, deal)
    found: Counter[Ordering] = Counter()

    try:
        table = encoding(name).table(deal, "pairwise", deadline.check)
        if table.clauses > MOST_CLAUSES or table.variables > MOST_CLAUSES:
            return Outcome(Status.UNKNOWN, stopped=StopReason.MEMORY)
        formula, decode = encoding(name).build(deal, "pairwise", deadline.check)
        for model in Models(formula.clauses, sorted(formula.visible_letters), deadline):
            found[decode(model)] += 1
        truth = set(orderings(deal, deadline))
        times = namings(deal.cards, deadline.check) if truth and name in ("published", "corrected") else 1
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    spurious, missing = sorted(found.keys() - truth), sorted(truth - found.keys())
    answer = Audit(found.total(), len(truth) * times, tuple(spurious), tuple(missing))
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.node_count})


def lesson() -> dict[str, Any]:
    """Return what the lesson shows, from the encodings themselves.

    >>> told = lesson()
    >>> told["encodings"][0]["clauses"], told["encodings"][0]["models"], told["models"]
    (5230, 112, 96)
    """
    answer = audit(Question(TAUGHT, AuditAsk("published"))).answer
    return {
        "cards": list(TAUGHT.cards),
        "distance": TAUGHT.distances[0].value,
        "models": answer.true_models if answer else 0,
        "encodings": [_encoding(name) for name in get_args(EncodingName)],
        "sizes": list(_sizes()),
    }


def _encoding(name: EncodingName) -> dict[str, Any]:
    table = encoding(name).table(TAUGHT, "pairwise", bool)
    answer = audit(Question(TAUGHT, AuditAsk(name))).answer
    assert answer is not None  # there is no limit
    return {
        "name": name,
        "letters": table.variables,
        "clauses": table.clauses,
        "families": [[family, number] for family, number in table.families.items() if number],
        "models": answer.models,
        "spurious": [_row(one) for one in answer.spurious],
        "missing": [_row(one) for one in answer.missing],
    }


def _row(ordering: Ordering) -> dict[str, list[int]]:
    return {"cards": list(ordering.sequence), "turns": list(ordering.stationary)}


def _sizes() -> Iterator[list[int]]:
    """Yield the number of cards, in pairs with the peaks half a row apart, and the clauses of every encoding."""
    for length in LENGTHS:
        deal = family("pairs", length)
        yield [length, *[encoding(name).table(deal, "pairwise", bool).clauses for name in get_args(EncodingName)]]
