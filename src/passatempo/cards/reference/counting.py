"""How many sequences UDUD has, for every distance of its maxima at once.

The generating function in z, which marks the cards strictly between the maxima, is a product over the values in
descending order with three states: only the greater maximum is placed, both are, the minimum is too. A polynomial is
one whole number in blocks of bits (Kronecker's substitution), so a value costs a few shifts and additions.

Interior ends are inclusion and exclusion over an empty first and an empty last run, with the two mirror images of each
other: all - 2 * (one end run empty) + (both empty).
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Polynomial: TypeAlias = tuple[int, ...]  # coefficients, that of z^0 first


def spread(copies: int, inner: int, outer: int) -> Polynomial:
    """Return the ways to lay so many copies in `inner` runs between the maxima and `outer` runs outside.

    >>> spread(2, 2, 2), spread(3, 2, 2), spread(1, 1, 1)
    ((1, 4, 1), (0, 2, 2), (1, 1))
    """
    return tuple(comb(inner, j) * comb(outer, copies - j) if 0 <= copies - j <= outer else 0 for j in range(inner + 1))


class Generating:
    """The product over the values for given end runs; `width` 0 puts z = 1."""

    def __init__(self, width: int, outer: int) -> None:
        self.width, self.outer = width, outer

    def times(self, number: int, polynomial: Polynomial) -> int:
        """Multiply a packed polynomial by a small one."""
        return sum(
            (number << (j * self.width)) * factor if factor != 1 else number << (j * self.width)
            for j, factor in enumerate(polynomial)
            if factor
        )

    def total(self, copies: Sequence[int], beside: Sequence[int], poll: Callable[[], object]) -> int:
        """Sum over the values of the second maximum and of the minimum.

        `beside` says, for each of the two maxima that may be the greater one, how many outer runs stand beside it.
        """
        one = dict.fromkeys(beside, 0)  # the greater maximum placed, by the outer runs beside it
        for outer in beside:
            one[outer] += copies[0] == 1
        both, bottom = int(copies[0] == 2), 0
        for m in copies[1:]:
            poll()
            valley = self.times(both, (0, comb(self.outer, m - 1)))
            bottom = bottom * comb(self.outer, m) + valley
            both = self.times(both, spread(m, 2, self.outer))
            for outer, number in one.items():
                both += self.times(number, spread(m - 1, 1, outer))
                one[outer] = self.times(number, spread(m, 1, outer))
        return bottom


def _passes(*, free: bool) -> tuple[tuple[int, int, tuple[int, int]], ...]:
    """Return (factor, outer runs, outer runs beside either maximum) of inclusion and exclusion."""
    return ((1, 2, (1, 1)),) if free else ((1, 2, (1, 1)), (-2, 1, (0, 1)), (1, 0, (0, 0)))


def counts(copies: Sequence[int], *, free: bool, poll: Callable[[], object] = bool) -> dict[int, int]:
    """Count the sequences for every distance that is possible.

    Parameters
    ----------
    copies
        How often each value appears, in descending order of the values.
    free
        Whether the ends are open.
    poll
        Called at every value; may raise to stop.

    Returns
    -------
    dict
        From distance to number, in ascending order.

    Notes
    -----
    O(r) operations on numbers of O(N^2) bits.

    Examples
    --------
    >>> counts([1, 2, 2, 2], free=False)
    {2: 8, 3: 22, 4: 12}
    """
    if copies[0] > 2 or max(copies) > 4:
        return {}
    most = Generating(0, 2).total(copies, (1, 1), poll)
    width = most.bit_length() + 1
    packed = sum(
        factor * Generating(width, outer).total(copies, beside, poll) for factor, outer, beside in _passes(free=free)
    )
    mask = (1 << width) - 1
    data = [(packed >> (j * width)) & mask for j in range(packed.bit_length() // width + 1)]
    return {j + 1: number for j, number in enumerate(data) if number}


def total(copies: Sequence[int], *, free: bool, poll: Callable[[], object] = bool) -> int:
    """Count the sequences of all distances together: O(r) operations on numbers of O(N) bits.

    >>> total([1, 2, 2, 2], free=False)
    42
    """
    if copies[0] > 2 or max(copies) > 4:
        return 0
    passes = _passes(free=free)
    return sum(factor * Generating(0, outer).total(copies, beside, poll) for factor, outer, beside in passes)
