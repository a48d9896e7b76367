"""The encoding by runs: which runs hold a card of each value. The smallest, and parsimonious.

Values are numbered 1..r from the greatest to the least. The letters are

* y[i, j]: a card of value i lies in run j. Every inner run is taken with a stationary point or two (point k belongs
  to run k + 1, the last one to the last inner run); the first and the last run are taken without.
* A[k, i]: stationary point k has one of the values 1..i. "k has value i" is A[k, i] and not A[k, i - 1].

A run is strictly monotone, so it holds a value at most once, and its order needs no clause: the cards of a run have
only one order. What must be said is that a run's cards lie between its ends, that every copy is somewhere, and how
many cards lie between two stationary points: one count for each condition.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from passatempo.cards.answers import Ordering, Table
from passatempo.cards.encodings.encoding import Encoded, Encoding, ends_faults
from passatempo.cards.model import Deal, forms_of, multiplicities
from passatempo.solvers.cnf import AtMostOne, Formula, Lit, amo_size, cardinality_size, negate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Pattern:
    """Which stationary points belong to which run, and where the ends of each run are."""

    def __init__(self, deal: Deal) -> None:
        self.points, self.runs = deal.points, len(deal.pattern)
        self.rises = [letter == "U" for letter in deal.pattern]
        inner = range(2, self.runs)
        self.home = {k: min(k + 1, self.runs - 1) for k in range(1, self.points + 1) if inner}

    def belongs(self, point: int, run: int) -> bool:
        """Tell whether a stationary point is counted with a run."""
        return self.home.get(point) == run

    def ends(self, run: int) -> tuple[int | None, int | None]:
        """Return the stationary points at the upper and the lower end of a run; None where the end is free."""
        left, right = run - 1 or None, run if run <= self.points else None
        return (right, left) if self.rises[run - 1] else (left, right)

    @property
    def homeless(self) -> int:
        """How many stationary points belong to no run: the one of a pattern of two runs."""
        return self.points - len(self.home)


class _Letters:
    """The letters y and A of a deal, with the formula they stand in."""

    def __init__(self, deal: Deal, poll: Callable[[], object]) -> None:
        self.deal, self.pattern = deal, Pattern(deal)
        self.values, self.copies = multiplicities(deal.cards, poll)
        self.r = len(self.values)
        self.formula = Formula(poll)
        runs, points = range(1, self.pattern.runs + 1), range(1, self.pattern.points + 1)
        self.in_run = {(i, j): self.formula.new_letter(f"y[{i},{j}]") for i in range(1, self.r + 1) for j in runs}
        self.placed = {(k, i): self.formula.new_letter(f"A[{k},{i}]") for k in points for i in range(1, self.r)}

    def y(self, i: int, j: int) -> int:
        return self.in_run[i, j]

    def a(self, k: int, i: int) -> Lit:
        """Point k has one of the values 1..i."""
        return False if i < 1 else True if i >= self.r else self.placed[k, i]


def build(deal: Deal, amo: AtMostOne, poll: Callable[[], object] = bool) -> Encoded:
    """Build the formula.

    >>> from passatempo.cards.text import read
    >>> len(build(read("1 1 2 2 3 3 4", D=4), "pairwise").formula.clauses)
    140
    """
    letters = _Letters(deal, poll)
    _ladders(letters)
    for i in range(1, letters.r + 1):
        _copies(letters, i, amo)
        _bounds(letters, i)
    _distances(letters)
    _conditions(letters)
    return Encoded(letters.formula, partial(decode, deal))


def _ladders(letters: _Letters) -> None:
    """A[k, i] is monotone in i, and a minimum is strictly below the maxima beside it."""
    implies, a, pattern = letters.formula.implies, letters.a, letters.pattern
    for k in range(1, pattern.points + 1):
        for i in range(1, letters.r - 1):
            implies("ladder", [a(k, i)], a(k, i + 1))
    for run in range(2, pattern.runs):
        upper, lower = pattern.ends(run)
        for i in range(1, letters.r + 1):
            implies("below", [a(lower or 0, i)], a(upper or 0, i - 1))


def _copies(letters: _Letters, i: int, amo: AtMostOne) -> None:
    """Say that the copies of value i are all somewhere: exactly m of its places are taken."""
    formula, pattern, a, m = letters.formula, letters.pattern, letters.a, letters.copies[i - 1]
    places: list[Lit] = [letters.y(i, j) for j in range(1, pattern.runs + 1)]
    if pattern.homeless:
        extra = formula.new_letter(f"e[{i}]", is_visible=False)  # the one point of a pattern of two runs has value i
        formula.implies("point", [extra], a(1, i))
        formula.implies("point", [extra], negate(a(1, i - 1)))
        formula.implies("point", [a(1, i), negate(a(1, i - 1))], extra)
        places.append(extra)
    n = len(places)
    if m == 1:
        formula.at_most_one("copies", [place for place in places if not isinstance(place, bool)], amo)
    elif m <= n:
        for chosen in combinations(places, m + 1):
            formula.add_clause("copies", *map(negate, chosen))
    else:
        formula.add_clause("copies")
    for chosen in combinations(places, n - m + 1) if m <= n else ():
        formula.add_clause("copies", *chosen)


def _bounds(letters: _Letters, i: int) -> None:
    """Say that a card in a run lies between the run's ends, and that a stationary point is in its run."""
    formula, pattern, a = letters.formula, letters.pattern, letters.a
    for j in range(1, pattern.runs + 1):
        upper, lower = pattern.ends(j)
        if upper is not None:
            formula.implies("bounds", [letters.y(i, j)], a(upper, i if pattern.belongs(upper, j) else i - 1))
        if lower is not None:
            below = a(lower, i - 1 if pattern.belongs(lower, j) else i)
            formula.implies("bounds", [letters.y(i, j)], negate(below))
    for point, run in pattern.home.items():
        formula.implies("point", [a(point, i), negate(a(point, i - 1))], letters.y(i, run))


def _counts(deal: Deal) -> Iterator[tuple[str, list[int], int, int]]:
    """Yield each condition on distances and positions as a count: name, runs, least and most cards in them."""
    pattern = Pattern(deal)
    for number, (runs, low, high) in enumerate(forms_of(deal), 1):
        own = sum(run in runs for run in pattern.home.values())
        yield f"dist{number}", sorted(runs), low + own, high + own


def _distances(letters: _Letters) -> None:
    """Say how many cards lie between stationary points: the cards of the runs, their own points included."""
    for name, runs, low, high in _counts(letters.deal):
        cards = [letters.y(i, j) for i in range(1, letters.r + 1) for j in runs]
        letters.formula.add_cardinality(name, cards, max(0, low), high)


def _conditions(letters: _Letters) -> None:
    """Say what the ends and the peaks must be."""
    deal, formula, pattern, a = letters.deal, letters.formula, letters.pattern, letters.a
    values = range(1, letters.r + 1)
    if not deal.open and pattern.points:
        for run in (1, pattern.runs):
            formula.add_clause("ends", *(letters.y(i, run) for i in values))
    elif ends_faults(deal):
        formula.add_clause("ends")
    rises_first, falls_last = pattern.rises[0], not pattern.rises[-1]
    for name, card, run, point, inward in (
        ("first", deal.first, 1, 1, rises_first),
        ("last", deal.last, pattern.runs, pattern.points, falls_last),
    ):
        if card is None:
            continue
        if card not in letters.values:
            formula.add_clause(name)
            continue
        at = letters.values.index(card) + 1
        for i in values:
            if (i > at) if inward else (i < at):
                formula.add_clause(name, -letters.y(i, run))
        has: Lit = a(point, at) if pattern.points else False
        had: Lit = negate(a(point, at - 1)) if pattern.points else False
        formula.add_clause(name, letters.y(at, run), has)
        formula.add_clause(name, letters.y(at, run), had)
    if deal.peak_gap is not None:
        _gap(letters, deal.peak_gap)


def _gap(letters: _Letters, gap: int) -> None:
    """Say that the maxima differ by `gap`: one of them is the greatest card."""
    add, a = letters.formula.add_clause, letters.a
    other = letters.values[0] - gap
    if other not in letters.values:
        add("gap")
        return
    w = letters.values.index(other) + 1
    add("gap", a(1, 1), a(3, 1))
    for k in (1, 3):
        add("gap", a(k, w))
        if gap:
            add("gap", negate(a(k, w - 1)), a(k, 1))
    if gap:
        add("gap", negate(a(1, 1)), negate(a(3, 1)))


def decode(deal: Deal, true: frozenset[int]) -> Ordering:
    """Read the sequence of a model: the runs in order, each sorted as it goes."""
    pattern, values = Pattern(deal), sorted(set(deal.cards), reverse=True)
    r = len(values)
    runs: list[list[int]] = [[] for _ in range(pattern.runs)]
    for i, value in enumerate(values):
        for j in range(pattern.runs):
            if i * pattern.runs + j + 1 in true:
                runs[j].append(value)
    base = r * pattern.runs
    sequence: list[int] = []
    stationary = []
    for j in range(1, pattern.runs + 1):
        cards = runs[j - 1][::-1] if pattern.rises[j - 1] else runs[j - 1]
        start = len(sequence)
        sequence += cards
        for point in range(1, pattern.points + 1):
            if pattern.belongs(point, j):
                stationary.append(start + 1 if point == j - 1 else len(sequence))
        if pattern.homeless and j == 1:
            peak = next((i for i in range(r - 1) if base + i + 1 in true), r - 1)
            sequence.append(values[peak])
            stationary.append(len(sequence))
    return Ordering(tuple(sequence), tuple(stationary))


def table(deal: Deal, amo: AtMostOne, poll: Callable[[], object] = bool) -> Table:
    """Compute the size of the formula from the families' formulas.

    >>> from passatempo.cards.text import read
    >>> table(read("1 1 2 2 3 3 4", D=4), "pairwise").clauses
    140
    """
    pattern, (values, copies) = Pattern(deal), multiplicities(deal.cards, poll)
    r, places = len(values), pattern.runs + pattern.homeless
    variables = r * pattern.runs + (r - 1) * pattern.points + r * pattern.homeless
    families: Counter[str] = Counter()
    families["ladder"] = max(0, r - 2) * pattern.points
    families["below"] = r * max(0, pattern.runs - 2)
    helpers, amo_clauses = amo_size(places, amo)
    for m, number in Counter(copies).items():
        variables += number * helpers if m == 1 else 0
        upper = amo_clauses if m == 1 else comb(places, m + 1) if m <= places else 1
        families["copies"] += number * (upper + (comb(places, m - 1) if m <= places else 0))
    families["bounds"] = sum(_bounds_size(pattern, run, r) for run in range(1, pattern.runs + 1))
    # e[i] is defined by three clauses, the first value's second and the last one's first being void
    families["point"] = r * len(pattern.home) + (3 * r - 2) * pattern.homeless
    for name, runs, low, high in _counts(deal):
        helpers, clauses = cardinality_size(r * len(runs), max(0, low), high)
        variables += helpers
        families[name] = clauses
    families["ends"] = 2 if not deal.open and pattern.points else int(ends_faults(deal))
    _conditions_size(deal, values, families)
    return Table.of(variables, families)


def _bounds_size(pattern: Pattern, run: int, r: int) -> int:
    """Count the clauses that keep a run's cards between its ends; one clause of each closed end says nothing."""
    size = 0
    for end in pattern.ends(run):
        if end is not None:
            size += r - 1 if pattern.belongs(end, run) else r
    return size


def _conditions_size(deal: Deal, values: list[int], families: Counter[str]) -> None:
    """Count the clauses about ends and peaks."""
    r, points = len(values), deal.points
    for name, card, inward in (
        ("first", deal.first, deal.pattern[0] == "U"),
        ("last", deal.last, deal.pattern[-1] == "D"),
    ):
        if card is not None and card not in values:
            families[name] = 1
        elif card is not None:
            at = values.index(card) + 1
            void = (at == r) + (at == 1) if points else 0  # clauses with a truth value in them
            families[name] = (r - at if inward else at - 1) + 2 - void
    if deal.peak_gap is not None:
        other = values[0] - deal.peak_gap
        if other not in values:
            families["gap"] = 1
            return
        w = values.index(other) + 1
        lone = r == 1  # every A is true
        families["gap"] = (not lone) + 2 * (w < r) + (3 if deal.peak_gap else 0)


RUN = Encoding(build, table)
