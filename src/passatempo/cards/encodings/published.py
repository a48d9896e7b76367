"""The published encoding, family by family, and the corrected one, which differs in one family.

The letters are X[i, p], "card i is at position p", and S[j, p], "stationary point j is at position p", for cards
i = 1..N (pi(i) is the value of card i) and positions p = 1..N. The numbers in brackets are those of the published
formulas. Letters are numbered by first use: X[i, p] = N (i - 1) + p, S[j, p] = N^2 + N (j - 1) + p.

The text and the published program differ in small things, and this module follows the program. (7) forbids p1 >= p2,
(12) requires pi(j) >= pi(i), and (8) has p + D. The fault of (8) is kept. It has no clause if p + D > N, so S1 may be
there with S3 anywhere. The corrected encoding forbids S[1, p] for these p.

Other patterns, ends and conditions are not in the text and follow the same formulas.
"""

from collections.abc import Callable
from functools import partial
from itertools import product
from math import comb

from passatempo.cards.answers import Ordering, Table
from passatempo.cards.encodings.encoding import Encoded, Encoding, ends_faults
from passatempo.cards.model import PIECE, Deal, Distance, multiplicities
from passatempo.core.limits import poll_stream
from passatempo.solvers.cnf import AtMostOne, Formula, amo_size


class _CardLetters:
    """The letters X and S of a deal, with their formula."""

    def __init__(self, deal: Deal, poll: Callable[[], object]) -> None:
        self.deal, self.cards = deal, deal.cards
        self.n = len(deal.cards)
        self.positions = range(1, self.n + 1)
        self.formula = Formula(poll)
        for i, p in product(self.positions, self.positions):
            self.formula.new_letter(f"X[{i},{p}]")
        for j, p in product(range(1, deal.points + 1), self.positions):
            self.formula.new_letter(f"S[{j},{p}]")

    def x(self, i: int, p: int) -> int:
        return self.n * (i - 1) + p

    def s(self, j: int, p: int) -> int:
        return self.n * (self.n + j - 1) + p


def build(deal: Deal, amo: AtMostOne, poll: Callable[[], object] = bool, *, corrected: bool) -> Encoded:
    """Build the formula.

    >>> from passatempo.cards.text import read
    >>> encoded = build(read("1 1 2 2 3 3 4", D=4), "pairwise", corrected=False)
    >>> len(encoded.formula.letter_names), len(encoded.formula.clauses)
    (70, 5230)
    """
    letters = _CardLetters(deal, poll)
    _place_clauses(letters, amo)
    _point_clauses(letters, amo)
    for distance in deal.distances:
        _distance_clauses(letters, distance, corrected=corrected)
    for run in range(1, len(deal.pattern) + 1):
        _order_clauses(letters, run)
    _condition_clauses(letters)
    return Encoded(letters.formula, partial(decode, deal))


def _place_clauses(letters: _CardLetters, amo: AtMostOne) -> None:
    """Add (2), (3), (4): every card has exactly one position, and no position has two cards."""
    add, x, positions = letters.formula.add_clause, letters.x, letters.positions
    for i in positions:
        add("ALO_pos", *(x(i, p) for p in positions))
    for i in positions:
        letters.formula.at_most_one("AMO_pos", [x(i, p) for p in positions], amo)
    for p in positions:
        letters.formula.at_most_one("alldiff", [x(i, p) for i in positions], amo)


def _point_clauses(letters: _CardLetters, amo: AtMostOne) -> None:
    """Add (5), (6), (7): every stationary point has exactly one position, and the points are in order."""
    add, s, positions = letters.formula.add_clause, letters.s, letters.positions
    points = range(1, letters.deal.points + 1)
    for j in points:
        add("ALO_staz", *(s(j, p) for p in positions))
    for j in points:
        letters.formula.at_most_one("AMO_staz", [s(j, p) for p in positions], amo)
    for j1 in points:
        for j2 in points[j1:]:
            for p1 in positions:
                for p2 in range(1, p1 + 1):
                    add("staz", -s(j1, p1), -s(j2, p2))


def _distance_clauses(letters: _CardLetters, distance: Distance, *, corrected: bool) -> None:
    """Add (8), the distance of two stationary points. As published, it has no clause if p + D > N."""
    add, s, n = letters.formula.add_clause, letters.s, letters.n
    first, second, op, distance_bound = distance
    if op == "=":
        for p in letters.positions:
            if p + distance_bound <= n:
                add("dist", -s(first, p), s(second, p + distance_bound))
        for p in range(max(1, n - distance_bound + 1), n + 1) if corrected else ():
            add("dist", -s(first, p))
        return
    for p in poll_stream(letters.positions, letters.formula.poll_limits, 64):
        for q in range(p + 1, n + 1):
            if not distance.allows(q - p):
                add("dist", -s(first, p), -s(second, q))


def _order_clauses(letters: _CardLetters, run: int) -> None:
    """Add (9)-(12): neighbouring cards in a run rise or fall with it."""
    add, x, s, n = letters.formula.add_clause, letters.x, letters.s, letters.n
    cards, points, family = letters.cards, letters.deal.points, f"ord_{run}"
    rises = letters.deal.pattern[run - 1] == "U"
    pairs = [
        (i, j)
        for i, j in poll_stream(product(letters.positions, letters.positions), letters.formula.poll_limits, PIECE)
        if (cards[j - 1] <= cards[i - 1] if rises else cards[j - 1] >= cards[i - 1])
    ]
    for q in range(1, n):
        starts = [(-s(run - 1, p),) for p in range(1, q + 1)] if run > 1 else [()]
        stops = [(-s(run, p),) for p in range(q + 1, n + 1)] if run <= points else [()]
        for start, stop in product(starts, stops):
            for i, j in pairs:
                add(family, *start, *stop, -x(i, q), -x(j, q + 1))


def _condition_clauses(letters: _CardLetters) -> None:
    """Add the clauses for interior ends and for the conditions that the text lacks."""
    deal, add, x, s, n = letters.deal, letters.formula.add_clause, letters.x, letters.s, letters.n
    if not deal.open and deal.points:
        add("ends", -s(1, 1))
        add("ends", -s(deal.points, n))
    elif ends_faults(deal):
        add("ends")
    for point, position in deal.fixed:
        add("at", *([s(point, position)] if position <= n else []))
    for name, card, p in (("first", deal.first, 1), ("last", deal.last, n)):
        if card is not None:
            for i in letters.positions:
                if deal.cards[i - 1] != card:
                    add(name, -x(i, p))
    if deal.peak_gap is not None:
        wrong = [
            (i, j)
            for i, j in poll_stream(product(letters.positions, letters.positions), letters.formula.poll_limits, PIECE)
            if i != j and abs(deal.cards[i - 1] - deal.cards[j - 1]) != deal.peak_gap
        ]
        for p in letters.positions:
            for q in range(p + 1, n + 1):
                for i, j in wrong:
                    add("gap", -s(1, p), -s(3, q), -x(i, p), -x(j, q))


def decode(deal: Deal, true: frozenset[int]) -> Ordering:
    """Read the sequence and the stationary points that a model claims."""
    n = len(deal.cards)
    sequence, points = [0] * n, [0] * deal.points
    for letter in true:
        row, p = divmod(letter - 1, n)
        if row < n:
            sequence[p] = deal.cards[row]
        elif row < n + deal.points:
            points[row - n] = p + 1
    return Ordering(tuple(sequence), tuple(points))


def table(deal: Deal, amo: AtMostOne, poll: Callable[[], object] = bool, *, corrected: bool) -> Table:
    """Compute the size of the formula from the families' formulas.

    >>> from passatempo.cards.text import read
    >>> table(read("1 1 2 2 3 3 4", D=4), "pairwise", corrected=True).clauses
    5234
    """
    n, points = len(deal.cards), deal.points
    distinct_cards, numbers = multiplicities(deal.cards, poll)
    squares = sum([m * m for m in numbers])  # takes 10 ms for a million cards
    pairs = (n * n + squares) // 2  # ordered pairs (i, j) with pi(j) <= pi(i); as many with >=
    helper_count, amo_clauses = amo_size(n, amo)
    families = {
        "ALO_pos": n,
        "AMO_pos": n * amo_clauses,
        "alldiff": n * amo_clauses,
        "ALO_staz": points,
        "AMO_staz": points * amo_clauses,
        "staz": comb(points, 2) * comb(n + 1, 2),
        "dist": sum(_distance_size(n, distance, corrected=corrected) for distance in deal.distances),
    }
    for run in range(1, points + 2):
        steps = n - 1 if not points else comb(n, 2) if run in (1, points + 1) else comb(n + 1, 3)
        families[f"ord_{run}"] = steps * pairs
    families["ends"] = 2 if not deal.open and points else int(ends_faults(deal))
    families["at"] = len(deal.fixed)
    needs_copies = deal.first is not None or deal.last is not None or deal.peak_gap is not None
    copies = dict(zip(distinct_cards, numbers, strict=True)) if needs_copies else {}
    for name, card in (("first", deal.first), ("last", deal.last)):
        families[name] = 0 if card is None else n - copies.get(card, 0)
    if deal.peak_gap is not None:
        gap = deal.peak_gap
        pairs_of_values = poll_stream(copies.items(), poll, PIECE)
        right = sum(m * copies.get(card_height + gap, 0) for card_height, m in pairs_of_values) if gap else squares
        gap_pairs = 2 * right if gap else right - n
        families["gap"] = comb(n, 2) * (n * (n - 1) - gap_pairs)
    return Table.of(n * n + n * points + (2 * n + points) * helper_count, families)


def _distance_size(n: int, distance: Distance, *, corrected: bool) -> int:
    """Count the clauses of (8)."""
    distance_bound = distance.value
    if distance.op == "=":
        return n if corrected else max(0, n - distance_bound)
    if distance.op == "<=":
        return comb(max(0, n - distance_bound), 2)
    return comb(n, 2) - comb(max(0, n - distance_bound + 1), 2)


PUBLISHED = Encoding(partial(build, corrected=False), partial(table, corrected=False))
CORRECTED = Encoding(partial(build, corrected=True), partial(table, corrected=True))
