"""The number of sequences of plain UDUD for one distance, without the table of all distances.

The generating function of `reference.closed_form` is a sum of products of few different polynomials, such as
(1 + z)^a (1 + 4z + z^2)^b z^e. The coefficients of such a product fulfil a recurrence of third order (R Q' = S Q), so
that three neighbours determine all others, and multiplying by one more factor takes a constant number of operations
on long numbers. The sum over the minimum is gathered on the way. In the sum over the second maximum, where the
greatest card is alone, the values of a run of equal copies form a geometric series: (C - A) S = B (C^l - A^l), and S
is followed in the same way. So the work is O(r) operations on numbers of O(N) bits for every run before the first
value with three copies, and the memory that of some numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from passatempo.cards.reference.closed_form import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Polynomial: TypeAlias = tuple[int, ...]  # coefficients, that of z^0 first
# The factors that occur, by the number of runs outside the maxima.
FAMILIES: tuple[tuple[Polynomial, ...], ...] = ((), ((1, 1), (1, 2), (2, 1)), ((1, 1), (1, 4, 1)))
MOST_RUNS = 32  # of equal copies before the first three, each of which is followed through all values


class Factors(NamedTuple):
    """A polynomial as a constant, a power of z, and members of a family."""

    scale: int
    power: int
    members: tuple[int, ...]


def _times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product


def _factors(polynomial: Polynomial, outer: int) -> Factors | None:
    """Split a polynomial; None where it is zero.

    >>> _factors((0, 2, 2), 2)
    Factors(scale=2, power=1, members=(0,))
    """
    if not any(polynomial):
        return None
    power = next(j for j, c in enumerate(polynomial) if c)
    rest = list(polynomial[power:])
    while not rest[-1]:
        rest.pop()
    if len(rest) == 1:
        return Factors(rest[0], power, ())
    for k, member in enumerate(FAMILIES[outer]):
        scale = rest[0] // member[0]
        if rest == [scale * c for c in member]:
            return Factors(scale, power, (k,))
    raise AssertionError(polynomial)


class Product:
    """A product of powers of a family's members, seen by three neighbouring coefficients, that of z^`at` first."""

    def __init__(self, outer: int, at: int) -> None:
        family = FAMILIES[outer]
        self.family, self.at, self.degree, self.lead = family, at, 0, 1
        whole: list[int] = [1]
        for member in family:
            whole = _times(whole, member)
        self.whole = [*whole, 0, 0, 0][:4]  # R, the product of the family
        self.slope = [0, 0, 0]  # S, in R Q' = S Q
        self.parts = [self._part(k) for k in range(len(family))]
        self.seen = [int(at - t == 0) for t in range(3)]

    def _part(self, k: int) -> list[int]:
        """Return what one more factor adds to S: its derivative times the rest of the family."""
        part = [t * c for t, c in enumerate(self.family[k])][1:]
        for j, member in enumerate(self.family):
            if j != k:
                part = _times(part, member)
        return [*part, 0, 0][:3]

    def copy(self) -> Product:
        """Return a product that goes its own way from here."""
        other = Product.__new__(Product)
        other.__dict__.update(self.__dict__, slope=list(self.slope), seen=list(self.seen))
        return other

    def _next(self, seen: Sequence[int], at: int) -> int:
        """Return the coefficient of z^(at - 3) from the three before it."""
        high, mid, low = seen
        wanted = at - 3
        if wanted < 0 or wanted > self.degree:
            return 0
        if wanted == self.degree:  # the recurrence says nothing of it
            return self.lead
        (r0, r1, r2, r3), (s0, s1, s2) = self.whole, self.slope
        n = at - 1
        return ((s0 - r1 * n) * mid + (s1 - r2 * (n - 1)) * low - r0 * (n + 1) * high) // (r3 * (n - 2) - s2)

    def multiply(self, by: Factors) -> None:
        """Multiply by a polynomial."""
        for _ in range(by.power):
            self.seen = [*self.seen[1:], self._next(self.seen, self.at)]
            self.at -= 1
        for k in by.members:
            member, seen, at = self.family[k], list(self.seen), self.at
            for _ in member[1:]:
                seen.append(self._next(seen[-3:], at))
                at -= 1
            self.seen = [sum(c * seen[t + j] for j, c in enumerate(member)) for t in range(3)]
            self.degree += len(member) - 1
            self.lead *= member[-1]
            self.slope = [s + p for s, p in zip(self.slope, self.parts[k], strict=True)]
        if by.scale != 1:
            self.lead *= by.scale
            self.seen = [by.scale * c for c in self.seen]


class Series:
    """The sum over the second maximum in one run of equal copies: (C - A) S = B (C^l - A^l), times what follows."""

    def __init__(self, base: Product, ways: Polynomial, before: Polynomial) -> None:
        self.up, self.down = base, base.copy()  # B C^l and B A^l, with what lies before and after the run
        self.quotient = [a - b for a, b in zip(ways, [*before, 0, 0], strict=False)]
        while not self.quotient[-1]:
            self.quotient.pop()
        self.seen = [0] * (len(self.quotient) - 1)

    @property
    def value(self) -> int:
        """The coefficient in question."""
        return self.seen[0]

    def multiply(self, polynomial: Polynomial, by: Factors, down: Factors | None) -> None:
        """Go on by a value; `down`, the factor of A, while the run lasts."""
        seen, size = list(self.seen), len(self.seen)
        for t in range(2):  # the next lower coefficients, from (C - A) S
            known = sum(c * seen[t + j] for j, c in enumerate(self.quotient[:-1]))
            seen.append((self.up.seen[t] - self.down.seen[t] - known) // self.quotient[-1])
        new = self.down.seen if down else (0, 0)  # the second maximum at this value
        self.seen = [sum(c * seen[t + j] for j, c in enumerate(polynomial)) + new[t] for t in range(size)]
        self.up.multiply(by)
        self.down.multiply(down or by)


class Single:
    """A product that stands for itself: one value for the second maximum."""

    def __init__(self, product: Product) -> None:
        self.product = product

    @property
    def value(self) -> int:
        """The coefficient in question."""
        return self.product.seen[0]

    def multiply(self, polynomial: Polynomial, by: Factors, down: Factors | None) -> None:
        """Go on by a value."""
        self.product.multiply(by)


class Pass:
    """The sum for given runs outside the maxima, value by value from the greatest down."""

    def __init__(self, copies: Sequence[int], distance: int, outer: int, beside: int) -> None:
        self.outer, self.beside, self.bottom = outer, beside, 0
        self.chains: list[Series | Single] = []
        self.first: Product | None = None
        start = Product(outer, distance - 2)  # the minimum makes one z
        if copies[0] == 1:
            self.first = start
        else:
            self.chains.append(Single(start))
        self.run = 0  # copies of the values of the last chain, while it grows

    def take(self, m: int) -> None:
        """Take a value with so many copies."""
        low = spread(m, 0, self.outer)[0]  # the minimum lies above: all copies outside
        valley = spread(m - 1, 0, self.outer)[0]
        if valley:
            self.bottom = self.bottom * low + valley * sum(chain.value for chain in self.chains)
        else:
            self.bottom *= low
        ways = spread(m, 2, self.outer)
        by = _factors(ways, self.outer)
        before = _factors(spread(m, 1, self.beside), self.outer) if self.first else None
        grows = self.run == m and before is not None
        if by is None:
            self.chains = []
        else:
            for k, chain in enumerate(self.chains):
                chain.multiply(ways, by, before if grows and k == len(self.chains) - 1 else None)
        if self.first:
            if not grows:
                self._begin(m, ways, by, before)
            if before is None:
                self.first = None
            else:
                self.first.multiply(before)
        self.run = m if self.first else 0

    def _begin(self, m: int, ways: Polynomial, by: Factors | None, before: Factors | None) -> None:
        """Begin a chain with the second maximum at this value."""
        here = _factors(spread(m - 1, 1, self.beside), self.outer)
        if here is None or self.first is None:
            return
        base = self.first.copy()
        base.multiply(here)
        if before is None or by is None:
            self.chains.append(Single(base))
            return
        series = Series(base, ways, spread(m, 1, self.beside))
        series.multiply(ways, by, before)
        self.chains.append(series)


def runs(copies: Sequence[int]) -> int:
    """Count the runs of equal copies that must be followed one by one.

    >>> runs([2, 1, 2]), runs([1, 2, 2, 1, 3, 1, 2])
    (1, 3)
    """
    if copies[0] != 1:
        return 1
    found, last = 1, 0
    for m in copies[1:]:
        if m > 2:
            break
        found += m != last
        last = m
    return found


def count_one(copies: Sequence[int], distance: int, *, free: bool, poll: Callable[[], object] = bool) -> int:
    """Count the sequences with one distance of the maxima.

    Parameters
    ----------
    copies
        How often each value appears, in descending order of the values.
    distance
        The distance of the two maxima.
    free
        Whether the ends are open.
    poll
        Called at every value; may raise to stop.

    Examples
    --------
    >>> [count_one([1, 2, 2, 2], d, free=False) for d in range(1, 6)]
    [0, 8, 22, 12, 0]
    """
    if copies[0] > 2 or max(copies) > 4 or distance < 2:
        return 0
    # Inclusion and exclusion of empty end runs, as in `reference.closed_form`; a lone maximum is either of the two.
    passes = [(1, 2, (1, 1))] if free else [(1, 2, (1, 1)), (-2, 1, (0, 1)), (1, 0, (0, 0))]
    total = 0
    for factor, outer, besides in passes:
        for beside in besides if copies[0] == 1 else besides[:1]:
            going = Pass(copies, distance, outer, beside)
            for m in copies[1:]:
                poll()
                going.take(m)
            total += factor * going.bottom
    return total
