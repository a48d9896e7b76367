"""The number of sequences of plain UDUD for one distance, without the table of all distances.

The generating function of `reference.closed_form` is a sum of products of few different polynomials, such as
(1 + z)^a (1 + 4z + z^2)^b z^e. The coefficients of such a product satisfy a recurrence of third order (R Q' = S Q).
Three neighbours therefore determine all others, and multiplying by one more factor takes a constant number of
operations on long numbers. The sum over the minimum is accumulated during the pass. If the greatest card is unique, the
sum over the second maximum in a run of equal copies is a geometric series, (C - A) S = B (C^l - A^l). S is updated in
the same way. Each run before the first value with three copies costs O(r) operations on numbers of O(N) bits. The
memory holds a few numbers.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from passatempo.cards.reference.closed_form import spread_factors

Polynomial: TypeAlias = tuple[int, ...]  # coefficients, the constant term first
# The factors that occur, by the number of runs outside the maxima.
FAMILIES: tuple[tuple[Polynomial, ...], ...] = ((), ((1, 1), (1, 2), (2, 1)), ((1, 1), (1, 4, 1)))
MOST_RUNS = 32  # of equal copies before the first value with three; each costs a pass over all values


class Factors(NamedTuple):
    """A polynomial as a constant, a power of z, and members of a family."""

    scale: int
    power: int
    members: tuple[int, ...]


def _multiply(left_factor: Sequence[int], right_factor: Sequence[int]) -> list[int]:
    product = [0] * (len(left_factor) + len(right_factor) - 1)
    for i, a in enumerate(left_factor):
        for j, b in enumerate(right_factor):
            product[i + j] += a * b
    return product


def _factors(polynomial: Polynomial, outer: int) -> Factors | None:
    """Factor a polynomial, or return None if it is zero.

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
    """A product of powers of a family's members, as three neighbouring coefficients from that of z^`at` on."""

    def __init__(self, outer: int, at: int) -> None:
        family = FAMILIES[outer]
        self.family, self.at, self.degree, self.top_coefficient = family, at, 0, 1
        family_product: list[int] = [1]
        for member in family:
            family_product = _multiply(family_product, member)
        self.family_product = [*family_product, 0, 0, 0][:4]  # R, the product of the family
        self.log_slope = [0, 0, 0]  # S, in R Q' = S Q
        self.member_slopes = [self._member_slope(k) for k in range(len(family))]
        self.coefficients = [int(at - t == 0) for t in range(3)]

    def _member_slope(self, k: int) -> list[int]:
        """Return the amount that one more factor adds to S, its derivative times the other members."""
        part = [t * c for t, c in enumerate(self.family[k])][1:]
        for j, member in enumerate(self.family):
            if j != k:
                part = _multiply(part, member)
        return [*part, 0, 0][:3]

    def copy(self) -> "Product":
        """Return an independent copy."""
        other = Product.__new__(Product)
        other.__dict__.update(self.__dict__, log_slope=list(self.log_slope), coefficients=list(self.coefficients))
        return other

    def _next_coefficient(self, coefficients: Sequence[int], at: int) -> int:
        """Return the coefficient of z^(at - 3) from the three before it."""
        high, mid, low = coefficients
        target_power = at - 3
        if target_power < 0 or target_power > self.degree:
            return 0
        if target_power == self.degree:  # the recurrence does not determine it
            return self.top_coefficient
        (r0, r1, r2, r3), (s0, s1, s2) = self.family_product, self.log_slope
        n = at - 1
        return ((s0 - r1 * n) * mid + (s1 - r2 * (n - 1)) * low - r0 * (n + 1) * high) // (r3 * (n - 2) - s2)

    def multiply(self, by: Factors) -> None:
        """Multiply by a polynomial."""
        for _ in range(by.power):
            self.coefficients = [*self.coefficients[1:], self._next_coefficient(self.coefficients, self.at)]
            self.at -= 1
        for k in by.members:
            member, coefficients, at = self.family[k], list(self.coefficients), self.at
            for _ in member[1:]:
                coefficients.append(self._next_coefficient(coefficients[-3:], at))
                at -= 1
            self.coefficients = [sum(c * coefficients[t + j] for j, c in enumerate(member)) for t in range(3)]
            self.degree += len(member) - 1
            self.top_coefficient *= member[-1]
            self.log_slope = [s + p for s, p in zip(self.log_slope, self.member_slopes[k], strict=True)]
        if by.scale != 1:
            self.top_coefficient *= by.scale
            self.coefficients = [by.scale * c for c in self.coefficients]


class GeometricSeries:
    """The sum over the second maximum in one run of equal copies, (C - A) S = B (C^l - A^l), times later factors."""

    def __init__(self, base: Product, ways: Polynomial, before: Polynomial) -> None:
        self.up_product, self.down_product = (
            base,
            base.copy(),
        )  # B C^l and B A^l, times the factors before and after the run
        self.quotient = [a - b for a, b in zip(ways, [*before, 0, 0], strict=False)]
        while not self.quotient[-1]:
            self.quotient.pop()
        self.coefficients = [0] * (len(self.quotient) - 1)

    @property
    def coefficient(self) -> int:
        """The coefficient in question."""
        return self.coefficients[0]

    def multiply(self, polynomial: Polynomial, by: Factors, down: Factors | None) -> None:
        """Multiply by the next value; `down` is the factor of A within the run, else None."""
        coefficients, size = list(self.coefficients), len(self.coefficients)
        for t in range(2):  # the next lower coefficients, from (C - A) S
            partial_sum = sum(c * coefficients[t + j] for j, c in enumerate(self.quotient[:-1]))
            coefficients.append(
                (self.up_product.coefficients[t] - self.down_product.coefficients[t] - partial_sum) // self.quotient[-1]
            )
        new_coefficients = self.down_product.coefficients if down else (0, 0)  # the second maximum at this value
        self.coefficients = [
            sum(c * coefficients[t + j] for j, c in enumerate(polynomial)) + new_coefficients[t] for t in range(size)
        ]
        self.up_product.multiply(by)
        self.down_product.multiply(down or by)


class SingleProduct:
    """A single product, for one value of the second maximum."""

    def __init__(self, product: Product) -> None:
        self.product = product

    @property
    def coefficient(self) -> int:
        """The coefficient in question."""
        return self.product.coefficients[0]

    def multiply(self, polynomial: Polynomial, by: Factors, down: Factors | None) -> None:
        """Multiply by the next value."""
        self.product.multiply(by)


class ValuePass:
    """The sum for given runs outside the maxima, updated value by value in descending order."""

    def __init__(self, copies: Sequence[int], distance: int, outer: int, side_runs: int) -> None:
        self.outer_runs, self.side_runs, self.valley_sum = outer, side_runs, 0
        self.product_chains: list[GeometricSeries | SingleProduct] = []
        self.lone_product: Product | None = None
        start = Product(outer, distance - 2)  # the minimum contributes one z
        if copies[0] == 1:
            self.lone_product = start
        else:
            self.product_chains.append(SingleProduct(start))
        self.run_length = 0  # copies of each value of the current run

    def add_layer(self, m: int) -> None:
        """Add a value with `m` copies."""
        low = spread_factors(m, 0, self.outer_runs)[0]  # the minimum is greater, so all copies are outside
        valley = spread_factors(m - 1, 0, self.outer_runs)[0]
        if valley:
            self.valley_sum = self.valley_sum * low + valley * sum(chain.coefficient for chain in self.product_chains)
        else:
            self.valley_sum *= low
        ways = spread_factors(m, 2, self.outer_runs)
        by = _factors(ways, self.outer_runs)
        before = _factors(spread_factors(m, 1, self.side_runs), self.outer_runs) if self.lone_product else None
        grows = self.run_length == m and before is not None
        if by is None:
            self.product_chains = []
        else:
            for k, chain in enumerate(self.product_chains):
                chain.multiply(ways, by, before if grows and k == len(self.product_chains) - 1 else None)
        if self.lone_product:
            if not grows:
                self._start_chain(m, ways, by, before)
            if before is None:
                self.lone_product = None
            else:
                self.lone_product.multiply(before)
        self.run_length = m if self.lone_product else 0

    def _start_chain(self, m: int, ways: Polynomial, by: Factors | None, before: Factors | None) -> None:
        """Begin a run with the second maximum at this value."""
        value_factors = _factors(spread_factors(m - 1, 1, self.side_runs), self.outer_runs)
        if value_factors is None or self.lone_product is None:
            return
        base = self.lone_product.copy()
        base.multiply(value_factors)
        if before is None or by is None:
            self.product_chains.append(SingleProduct(base))
            return
        series = GeometricSeries(base, ways, spread_factors(m, 1, self.side_runs))
        series.multiply(ways, by, before)
        self.product_chains.append(series)


def count_runs(copies: Sequence[int]) -> int:
    """Count the runs of equal copies that need their own products.

    >>> count_runs([2, 1, 2]), count_runs([1, 2, 2, 1, 3, 1, 2])
    (1, 3)
    """
    if copies[0] != 1:
        return 1
    run_count, last = 1, 0
    for m in copies[1:]:
        if m > 2:
            break
        run_count += m != last
        last = m
    return run_count


def count_distance(copies: Sequence[int], distance: int, *, free: bool, poll: Callable[[], object] = bool) -> int:
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
        A callback at every value, which may raise to stop.

    Examples
    --------
    >>> [count_distance([1, 2, 2, 2], d, free=False) for d in range(1, 6)]
    [0, 8, 22, 12, 0]
    """
    if copies[0] > 2 or max(copies) > 4 or distance < 2:
        return 0
    # Inclusion and exclusion of empty end runs, as in `reference.closed_form`. A lone greatest card is either maximum.
    passes = [(1, 2, (1, 1))] if free else [(1, 2, (1, 1)), (-2, 1, (0, 1)), (1, 0, (0, 0))]
    total = 0
    for factor, outer, besides in passes:
        for side_runs in besides if copies[0] == 1 else besides[:1]:
            value_pass = ValuePass(copies, distance, outer, side_runs)
            for m in copies[1:]:
                poll()
                value_pass.add_layer(m)
            total += factor * value_pass.valley_sum
    return total
