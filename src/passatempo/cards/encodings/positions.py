"""The encoding by positions: the value at every position in unary, and ladders for the stationary points.

Values are numbered 0..r - 1 from the least to the greatest. The letters are

* V[p, t]: the card at position p has at least value t, for t = 1..r - 1;
* B[k, p]: stationary point k is at position p or before, for p = 1..N - 1.

The step from q to q + 1 is in run j if B[j - 1, q] and not B[j, q].
"""

from collections.abc import Callable
from functools import partial
from itertools import accumulate

from passatempo.cards.answers import Ordering, Table
from passatempo.cards.encodings.encoding import Encoded, Encoding, ends_faults
from passatempo.cards.model import Deal, multiplicities
from passatempo.core.limits import poll_stream
from passatempo.solvers.cnf import AtMostOne, Formula, Lit, cardinality_size, negate


class _PositionLetters:
    """The letters V and B of a deal, with their formula."""

    def __init__(self, deal: Deal, formula: Formula) -> None:
        self.deal, self.formula = deal, formula
        descending, copies = multiplicities(deal.cards, formula.poll_limits)
        self.distinct_cards = descending[::-1]
        self.n, self.r = len(deal.cards), len(self.distinct_cards)
        self.minimum_counts = [*accumulate(copies)][::-1]

    def add_letters(self) -> None:
        """Make the letters in the order of their numbers."""
        for p in range(1, self.n + 1):
            self.formula.new_letters(f"V[{p},{t}]" for t in range(1, self.r))
        for k in range(1, self.deal.points + 1):
            self.formula.new_letters(f"B[{k},{p}]" for p in range(1, self.n))

    def v(self, p: int, t: int) -> Lit:
        """Return V[p, t]: the card at position p has at least value t."""
        return True if t <= 0 else False if t >= self.r else (p - 1) * (self.r - 1) + t

    def b(self, k: int, p: int) -> Lit:
        """Return B[k, p]: point k is at position p or before, which point 0 always is."""
        if k < 1 or k > self.deal.points:
            return k < 1
        if p < 1 or p >= self.n:
            return p >= self.n
        return self.n * (self.r - 1) + (k - 1) * (self.n - 1) + p


def build(deal: Deal, amo: AtMostOne, poll: Callable[[], object] = bool) -> Encoded:
    """Build the formula, which ignores `amo`.

    >>> from passatempo.cards.text import read
    >>> len(build(read("1 1 2 2 3 3 4", D=4), "pairwise").formula.letter_names) > 0
    True
    """
    letters = _PositionLetters(deal, Formula(poll))
    letters.add_letters()
    _value_clauses(letters)
    _point_clauses(letters)
    _step_clauses(letters)
    _distance_clauses(letters)
    _condition_clauses(letters)
    _gap_clauses(letters)
    return Encoded(letters.formula, partial(decode, deal))


def _value_clauses(letters: _PositionLetters) -> None:
    """Add the clauses for V: monotone in t, and the number of cards with at least each value."""
    formula, v = letters.formula, letters.v
    for p in range(1, letters.n + 1):
        for t in range(1, letters.r - 1):
            formula.implies("unary", [v(p, t + 1)], v(p, t))
    for t in range(1, letters.r):
        column = [(p - 1) * (letters.r - 1) + t for p in range(1, letters.n + 1)]
        formula.add_cardinality(f"count{t}", column, letters.minimum_counts[t], letters.minimum_counts[t])


def _point_clauses(letters: _PositionLetters) -> None:
    """Add the clauses for B: monotone in p, with the stationary points in order."""
    formula, b, points = letters.formula, letters.b, letters.deal.points
    for k in range(1, points + 1):
        for p in range(1, letters.n - 1):
            formula.implies("ladder", [b(k, p)], b(k, p + 1))
    for k in range(1, points):
        for p in range(1, letters.n + 1):
            formula.implies("staz", [b(k + 1, p)], b(k, p - 1))


def _step_clauses(letters: _PositionLetters) -> None:
    """Add the clauses that make every step of a run rise or fall with it."""
    formula, v, b = letters.formula, letters.v, letters.b
    for j, direction in enumerate(letters.deal.pattern, 1):
        for q in range(1, letters.n):
            inside = [b(j - 1, q), negate(b(j, q))]
            low, high = (q, q + 1) if direction == "U" else (q + 1, q)
            for t in range(letters.r):
                formula.implies(f"ord_{j}", [*inside, v(low, t)], v(high, t + 1))


def _distance_clauses(letters: _PositionLetters) -> None:
    """Add the distance clauses: (second <= q + D implies first <= q) for at least D, its converse for at most D."""
    formula, b = letters.formula, letters.b
    for first, second, op, distance_bound in letters.deal.distances:
        for q in range(letters.n):
            if op != "<=":
                formula.implies("dist", [b(second, q + distance_bound)], b(first, q))
            if op != ">=":
                formula.implies("dist", [b(first, q)], b(second, q + distance_bound))


def _condition_clauses(letters: _PositionLetters) -> None:
    """Add the clauses for the ends, the fixed points and the peaks."""
    deal, formula, v, b, n = letters.deal, letters.formula, letters.v, letters.b, letters.n
    if not deal.open and deal.points:
        formula.add_clause("ends", negate(b(1, 1)))
        formula.add_clause("ends", b(deal.points, n - 1))
    elif ends_faults(deal):
        formula.add_clause("ends")
    for point, position in deal.fixed:
        if position > n:
            formula.add_clause("at")
            continue
        formula.add_clause("at", b(point, position))
        formula.add_clause("at", negate(b(point, position - 1)))
    for p, preset_card in deal.given:
        t = letters.distinct_cards.index(preset_card)
        formula.add_clause("given", v(p, t))
        formula.add_clause("given", negate(v(p, t + 1)))
    for name, card, p in (("first", deal.first, 1), ("last", deal.last, n)):
        if card is not None and card not in letters.distinct_cards:
            formula.add_clause(name)
        elif card is not None:
            t = letters.distinct_cards.index(card)
            formula.add_clause(name, v(p, t))
            formula.add_clause(name, negate(v(p, t + 1)))


def _lower_peak(letters: _PositionLetters, gap: int) -> int | None:
    """Return the number of the lower maximum's value, or None if no card has it."""
    top = letters.r - 1
    other = letters.distinct_cards[top] - gap
    if other not in letters.distinct_cards or (gap and letters.minimum_counts[top] > 1):
        return None
    return letters.distinct_cards.index(other)


def _gap_clauses(letters: _PositionLetters) -> None:
    """Restrict each maximum to the greatest value or that minus the gap. The greatest card is always a maximum."""
    add, v, b, top, gap = letters.formula.add_clause, letters.v, letters.b, letters.r - 1, letters.deal.peak_gap
    if gap is None:
        return
    w = _lower_peak(letters, gap)
    if w is None:
        add("gap")
        return
    for k in (1, 3):
        for p in range(1, letters.n + 1):
            peak_literals = [negate(b(k, p)), b(k, p - 1)]
            add("gap", *peak_literals, v(p, w))
            if gap:
                add("gap", *peak_literals, negate(v(p, w + 1)), v(p, top))


def decode(deal: Deal, true: frozenset[int]) -> Ordering:
    """Read the sequence of a model."""
    distinct_cards, n = sorted(set(deal.cards)), len(deal.cards)
    row = len(distinct_cards) - 1
    heights = [sum((p * row + t) in true for t in range(1, row + 1)) for p in range(n)]
    base = n * row
    points = [
        next((p for p in range(1, n) if base + (k - 1) * (n - 1) + p in true), n) for k in range(1, deal.points + 1)
    ]
    return Ordering(tuple(distinct_cards[height] for height in heights), tuple(points))


class _ClauseCounter(Formula):
    """Counts clauses without keeping them."""

    def add(self, family: str, *literals: Lit) -> None:
        """Count a clause."""
        if not any(literal is True for literal in literals):
            self.family_sizes[family] = self.family_sizes.get(family, 0) + 1


def table(deal: Deal, amo: AtMostOne, poll: Callable[[], object] = bool) -> Table:
    """Compute the size of the formula from the families' formulas.

    >>> from passatempo.cards.text import read
    >>> deal = read("1 1 2 2 3 3 4", D=4)
    >>> table(deal, "pairwise").clauses == len(build(deal, "pairwise").formula.clauses)
    True
    """
    letters = _PositionLetters(deal, _ClauseCounter(poll))
    n, r, points = letters.n, letters.r, deal.points
    _condition_clauses(letters)
    families = dict(letters.formula.family_sizes)
    families["gap"] = _gap_size(letters)
    families["dist"] = sum(_distance_size(n, op, distance_bound) for _, _, op, distance_bound in deal.distances)
    variables = n * (r - 1) + points * (n - 1)
    families["unary"] = n * max(0, r - 2)
    for t in poll_stream(range(1, r), poll, 1024):
        helper_count, clauses = cardinality_size(n, letters.minimum_counts[t], letters.minimum_counts[t])
        variables += helper_count
        families[f"count{t}"] = clauses
    families["ladder"] = points * max(0, n - 2)
    families["staz"] = (points - 1) * n if points > 1 else 0
    for j in range(1, points + 2):
        families[f"ord_{j}"] = (n - 1) * r
    poll()
    return Table.of(variables, families)


def _distance_size(n: int, op: str, distance_bound: int) -> int:
    """Count the clauses of a condition. The clauses for at most D are void at 0 and near the end."""
    return (n if op != "<=" else 0) + (max(0, n - 1 - distance_bound) if op != ">=" else 0)


def _gap_size(letters: _PositionLetters) -> int:
    """Count the clauses about the maxima: bounds of each value at every position, without void ones."""
    if letters.deal.peak_gap is None:
        return 0
    w = _lower_peak(letters, letters.deal.peak_gap)
    if w is None:
        return 1
    return 2 * letters.n * ((w > 0) + (letters.deal.peak_gap > 0))


POSITION = Encoding(build, table)
