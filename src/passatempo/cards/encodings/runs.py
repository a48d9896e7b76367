"""The encoding by runs: which runs hold a card of each value. It is the smallest, and parsimonious.

Values are numbered 1..r from the greatest to the least. The letters are

* y[i, j]: a card of value i is in run j. Every inner run includes one or two stationary points (point k belongs to
  run k + 1, the last one to the last inner run). The first and the last run include none.
* A[k, i]: stationary point k has one of the values 1..i. "k has value i" is A[k, i] and not A[k, i - 1].

A run is strictly monotone, so it holds a value at most once, and its cards have only one order. The clauses state that
a run's cards are between its ends, that every copy is in some run, and how many cards are between two stationary
points, with one count for each condition.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from math import comb

from passatempo.cards.answers import Ordering, Table
from passatempo.cards.encodings.encoding import Encoded, Encoding, ends_faults
from passatempo.cards.model import Deal, multiplicities, run_conditions
from passatempo.solvers.cnf import AtMostOne, Formula, Lit, amo_size, cardinality_size, negate


class RunPattern:
    """The stationary points of each run, and the ends of each run."""

    def __init__(self, deal: Deal) -> None:
        self.points, self.runs = deal.points, len(deal.pattern)
        self.run_rises = [letter == "U" for letter in deal.pattern]
        inner = range(2, self.runs)
        self.home_runs = {k: min(k + 1, self.runs - 1) for k in range(1, self.points + 1) if inner}

    def belongs(self, point: int, run: int) -> bool:
        """Return whether a stationary point belongs to a run."""
        return self.home_runs.get(point) == run

    def run_ends(self, run: int) -> tuple[int | None, int | None]:
        """Return the stationary points at the upper and the lower end of a run, or None for a free end."""
        left, right = run - 1 or None, run if run <= self.points else None
        return (right, left) if self.run_rises[run - 1] else (left, right)

    @property
    def homeless(self) -> int:
        """The number of stationary points that belong to no run: 1 in a pattern of two runs."""
        return self.points - len(self.home_runs)


class _RunLetters:
    """The letters y and A of a deal, with their formula."""

    def __init__(self, deal: Deal, poll: Callable[[], object]) -> None:
        self.deal, self.pattern = deal, RunPattern(deal)
        self.distinct_cards, self.copy_counts = multiplicities(deal.cards, poll)
        self.r = len(self.distinct_cards)
        self.formula = Formula(poll)
        runs, points = range(1, self.pattern.runs + 1), range(1, self.pattern.points + 1)
        self.in_run = {(i, j): self.formula.new_letter(f"y[{i},{j}]") for i in range(1, self.r + 1) for j in runs}
        self.point_letters = {(k, i): self.formula.new_letter(f"A[{k},{i}]") for k in points for i in range(1, self.r)}

    def y(self, i: int, j: int) -> int:
        return self.in_run[i, j]

    def a(self, k: int, i: int) -> Lit:
        """Return A[k, i]: point k has one of the values 1..i."""
        return False if i < 1 else True if i >= self.r else self.point_letters[k, i]


def build(deal: Deal, amo: AtMostOne, poll: Callable[[], object] = bool) -> Encoded:
    """Build the formula.

    >>> from passatempo.cards.text import read
    >>> len(build(read("1 1 2 2 3 3 4", D=4), "pairwise").formula.clauses)
    140
    """
    letters = _RunLetters(deal, poll)
    _ladder_clauses(letters)
    for i in range(1, letters.r + 1):
        _copy_clauses(letters, i, amo)
        _bound_clauses(letters, i)
    _distance_clauses(letters)
    _condition_clauses(letters)
    return Encoded(letters.formula, partial(decode, deal))


def _ladder_clauses(letters: _RunLetters) -> None:
    """Add the clauses for A: monotone in i, and a minimum strictly below the neighbouring maxima."""
    implies, a, pattern = letters.formula.implies, letters.a, letters.pattern
    for k in range(1, pattern.points + 1):
        for i in range(1, letters.r - 1):
            implies("ladder", [a(k, i)], a(k, i + 1))
    for run in range(2, pattern.runs):
        upper, lower = pattern.run_ends(run)
        for i in range(1, letters.r + 1):
            implies("below", [a(lower or 0, i)], a(upper or 0, i - 1))


def _copy_clauses(letters: _RunLetters, i: int, amo: AtMostOne) -> None:
    """Add the clauses that place all m copies of value i: exactly m of its letters are true."""
    formula, pattern, a, m = letters.formula, letters.pattern, letters.a, letters.copy_counts[i - 1]
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
        for place_subset in combinations(places, m + 1):
            formula.add_clause("copies", *map(negate, place_subset))
    else:
        formula.add_clause("copies")
    for place_subset in combinations(places, n - m + 1) if m <= n else ():
        formula.add_clause("copies", *place_subset)


def _bound_clauses(letters: _RunLetters, i: int) -> None:
    """Add the clauses that keep a run's cards between its ends, and each stationary point in its run."""
    formula, pattern, a = letters.formula, letters.pattern, letters.a
    for j in range(1, pattern.runs + 1):
        upper, lower = pattern.run_ends(j)
        if upper is not None:
            formula.implies("bounds", [letters.y(i, j)], a(upper, i if pattern.belongs(upper, j) else i - 1))
        if lower is not None:
            below = a(lower, i - 1 if pattern.belongs(lower, j) else i)
            formula.implies("bounds", [letters.y(i, j)], negate(below))
    for point, run in pattern.home_runs.items():
        formula.implies("point", [a(point, i), negate(a(point, i - 1))], letters.y(i, run))


def _count_conditions(deal: Deal) -> Iterator[tuple[str, list[int], int, int]]:
    """Yield each condition on distances and positions as a count: name, runs, least and most cards in them."""
    pattern = RunPattern(deal)
    for number, (runs, low, high) in enumerate(run_conditions(deal), 1):
        point_count = sum(run in runs for run in pattern.home_runs.values())
        yield f"dist{number}", sorted(runs), low + point_count, high + point_count


def _distance_clauses(letters: _RunLetters) -> None:
    """Add the counts of cards between stationary points, which include the runs' own points."""
    for name, runs, low, high in _count_conditions(letters.deal):
        cards = [letters.y(i, j) for i in range(1, letters.r + 1) for j in runs]
        letters.formula.add_cardinality(name, cards, max(0, low), high)


def _condition_clauses(letters: _RunLetters) -> None:
    """Add the clauses for the ends and the peaks."""
    deal, formula, pattern, a = letters.deal, letters.formula, letters.pattern, letters.a
    value_indices = range(1, letters.r + 1)
    if not deal.open and pattern.points:
        for run in (1, pattern.runs):
            formula.add_clause("ends", *(letters.y(i, run) for i in value_indices))
    elif ends_faults(deal):
        formula.add_clause("ends")
    rises_first, falls_last = pattern.run_rises[0], not pattern.run_rises[-1]
    for name, card, run, point, inward in (
        ("first", deal.first, 1, 1, rises_first),
        ("last", deal.last, pattern.runs, pattern.points, falls_last),
    ):
        if card is None:
            continue
        if card not in letters.distinct_cards:
            formula.add_clause(name)
            continue
        at = letters.distinct_cards.index(card) + 1
        for i in value_indices:
            if (i > at) if inward else (i < at):
                formula.add_clause(name, -letters.y(i, run))
        has: Lit = a(point, at) if pattern.points else False
        had: Lit = negate(a(point, at - 1)) if pattern.points else False
        formula.add_clause(name, letters.y(at, run), has)
        formula.add_clause(name, letters.y(at, run), had)
    if deal.peak_gap is not None:
        _gap_clauses(letters, deal.peak_gap)


def _gap_clauses(letters: _RunLetters, gap: int) -> None:
    """Add the clauses for maxima that differ by `gap`. One of them is the greatest card."""
    add, a = letters.formula.add_clause, letters.a
    other = letters.distinct_cards[0] - gap
    if other not in letters.distinct_cards:
        add("gap")
        return
    w = letters.distinct_cards.index(other) + 1
    add("gap", a(1, 1), a(3, 1))
    for k in (1, 3):
        add("gap", a(k, w))
        if gap:
            add("gap", negate(a(k, w - 1)), a(k, 1))
    if gap:
        add("gap", negate(a(1, 1)), negate(a(3, 1)))


def decode(deal: Deal, true: frozenset[int]) -> Ordering:
    """Read the sequence of a model: the runs in order, each sorted up or down."""
    pattern, distinct_cards = RunPattern(deal), sorted(set(deal.cards), reverse=True)
    r = len(distinct_cards)
    runs: list[list[int]] = [[] for _ in range(pattern.runs)]
    for i, card in enumerate(distinct_cards):
        for j in range(pattern.runs):
            if i * pattern.runs + j + 1 in true:
                runs[j].append(card)
    base = r * pattern.runs
    sequence: list[int] = []
    stationary = []
    for j in range(1, pattern.runs + 1):
        cards = runs[j - 1][::-1] if pattern.run_rises[j - 1] else runs[j - 1]
        start = len(sequence)
        sequence += cards
        for point in range(1, pattern.points + 1):
            if pattern.belongs(point, j):
                stationary.append(start + 1 if point == j - 1 else len(sequence))
        if pattern.homeless and j == 1:
            peak = next((i for i in range(r - 1) if base + i + 1 in true), r - 1)
            sequence.append(distinct_cards[peak])
            stationary.append(len(sequence))
    return Ordering(tuple(sequence), tuple(stationary))


def table(deal: Deal, amo: AtMostOne, poll: Callable[[], object] = bool) -> Table:
    """Compute the size of the formula from the families' formulas.

    >>> from passatempo.cards.text import read
    >>> table(read("1 1 2 2 3 3 4", D=4), "pairwise").clauses
    140
    """
    pattern, (distinct_cards, copies) = RunPattern(deal), multiplicities(deal.cards, poll)
    r, places = len(distinct_cards), pattern.runs + pattern.homeless
    variables = r * pattern.runs + (r - 1) * pattern.points + r * pattern.homeless
    families: Counter[str] = Counter()
    families["ladder"] = max(0, r - 2) * pattern.points
    families["below"] = r * max(0, pattern.runs - 2)
    helper_count, amo_clauses = amo_size(places, amo)
    for m, number in Counter(copies).items():
        variables += number * helper_count if m == 1 else 0
        upper = amo_clauses if m == 1 else comb(places, m + 1) if m <= places else 1
        families["copies"] += number * (upper + (comb(places, m - 1) if m <= places else 0))
    families["bounds"] = sum(_bounds_size(pattern, run, r) for run in range(1, pattern.runs + 1))
    # three clauses define e[i]; the second is void for the first value, the first for the last
    families["point"] = r * len(pattern.home_runs) + (3 * r - 2) * pattern.homeless
    for name, runs, low, high in _count_conditions(deal):
        helper_count, clauses = cardinality_size(r * len(runs), max(0, low), high)
        variables += helper_count
        families[name] = clauses
    families["ends"] = 2 if not deal.open and pattern.points else int(ends_faults(deal))
    _conditions_size(deal, distinct_cards, families)
    return Table.of(variables, families)


def _bounds_size(pattern: RunPattern, run: int, r: int) -> int:
    """Count the clauses that keep a run's cards between its ends. One clause of each closed end is void."""
    size = 0
    for end in pattern.run_ends(run):
        if end is not None:
            size += r - 1 if pattern.belongs(end, run) else r
    return size


def _conditions_size(deal: Deal, distinct_cards: list[int], families: Counter[str]) -> None:
    """Count the clauses about ends and peaks."""
    r, points = len(distinct_cards), deal.points
    for name, card, inward in (
        ("first", deal.first, deal.pattern[0] == "U"),
        ("last", deal.last, deal.pattern[-1] == "D"),
    ):
        if card is not None and card not in distinct_cards:
            families[name] = 1
        elif card is not None:
            at = distinct_cards.index(card) + 1
            void = (at == r) + (at == 1) if points else 0  # clauses that contain a constant
            families[name] = (r - at if inward else at - 1) + 2 - void
    if deal.peak_gap is not None:
        other = distinct_cards[0] - deal.peak_gap
        if other not in distinct_cards:
            families["gap"] = 1
            return
        w = distinct_cards.index(other) + 1
        lone = r == 1  # every A is true
        families["gap"] = (not lone) + 2 * (w < r) + (3 if deal.peak_gap else 0)


RUN = Encoding(build, table)
