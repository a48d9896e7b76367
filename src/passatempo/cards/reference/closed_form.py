"""The closed form of UDUD in plain Python: the twin of the kernel, with reasons in words.

The documentation page has the theorem and its proof. Let m[1] ... m[r] be the copies of the distinct values in
descending order, and b the index of the second maximum's value: 1 if m[1] = 2, else 2.

A generating function counts the sequences for every distance at once. Its variable z marks the cards strictly between
the maxima. It is a product over the values in descending order with three states: one maximum placed, both placed, and
the minimum placed too. A polynomial is one integer in blocks of bits (Kronecker's substitution), so a value costs a few
shifts and additions. Interior ends use inclusion and exclusion over an empty first and an empty last run, which are
mirror images: all - 2 * (one end run empty) + (both empty).
"""

from collections.abc import Callable, Sequence
from math import comb
from typing import NamedTuple, TypeAlias

from passatempo.cards.answers import Ordering
from passatempo.cards.model import LARGEST, PIECE, Deal, multiplicities
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Stopped, poll_stream

Polynomial: TypeAlias = tuple[int, ...]  # coefficients, the constant term first
MOST_NAMED = 6  # values that a message lists


class Interval(NamedTuple):
    """The possible distances `low` to `high`, empty if low > high, and the `reason` if none is possible at all.

    `second` is the index b of the second maximum's value and `bottom` the least index of the minimum's, from 0.
    """

    low: int
    high: int
    second: int = 0
    bottom: int = 0
    reason: str = ""


NONE = (1, 0)


def interval(
    distinct_cards: Sequence[int], copies: Sequence[int], *, free: bool, poll: Callable[[], object] = bool
) -> Interval:
    """Return the interval of possible distances of the two maxima.

    Parameters
    ----------
    distinct_cards, copies
        The distinct values in descending order and how often each appears.
    free
        Whether the ends are open.
    poll
        A regular callback, which may raise to stop.

    Examples
    --------
    >>> interval([4, 3, 2, 1], [1, 2, 2, 2], free=False)[:2]
    (2, 4)
    """
    cause = find_obstacle(distinct_cards, copies, free=free, poll=poll)
    if cause:
        return Interval(*NONE, reason=cause)
    m, r = copies, len(copies)
    b = 0 if m[0] == 2 else 1
    bottom = b + 1
    for i in poll_stream(range(b + 1, r), poll, PIECE):
        if m[i] >= 3:
            bottom = max(bottom, i + m[i] - 3)
    low = 2 + (b == 1 and m[1] == 3) + sum(max(0, m[i] - 2) for i in poll_stream(range(b + 1, bottom), poll, PIECE))
    high = 2 + (b == 1 and m[1] >= 2) + sum(min(2, m[i]) for i in poll_stream(range(b + 1, r - 1), poll, PIECE))
    return Interval(low, high if free else min(high, sum(m) - 3), b, bottom)


def find_obstacle(
    distinct_cards: Sequence[int], copies: Sequence[int], *, free: bool, poll: Callable[[], object] = bool
) -> str:
    """Explain why no distance at all is possible, or return an empty string.

    >>> find_obstacle([3, 2, 1], [3, 1, 1], free=False)
    'value 3 appears 3 times, but the greatest value can only be the two maxima'
    """
    number, card_minimum = sum(copies), 3 if free else 5
    often = next((i for i, m in enumerate(poll_stream(copies, poll, PIECE)) if m > 4), None)
    if often is not None:
        frequent_card, m = distinct_cards[often], copies[often]
        return (
            f"value {frequent_card} appears {m} times, but each of the four runs holds a value at "
            f"most once, so a value can be "
            "used at most 4 times (and the minimum at most 3)"
        )
    if number < card_minimum:
        are = "is" if number == 1 else "are"
        return f"there {are} {count_of(number, 'card')}, but up, down, up, down with these ends needs {card_minimum}"
    if copies[0] > 2:
        return f"value {distinct_cards[0]} appears {copies[0]} times, but the greatest value can only be the two maxima"
    if len(copies) > 1 and copies[0] == 1 and copies[1] > 3:
        return (
            f"value {distinct_cards[1]} appears {copies[1]} times, but below a single "
            f"{distinct_cards[0]} it can only be the second "
            "maximum and stand once on each side of the first"
        )
    if len(copies) < 4 - copies[0]:
        return f"there are only {len(copies)} distinct values, too few for a minimum strictly below both maxima"
    if copies[-1] > 3:
        return (
            f"value {distinct_cards[-1]} appears {copies[-1]} times, but the least value can only "
            f"be the minimum between the "
            "maxima and the two ends"
        )
    return ""


def explain_interval(
    cards: Sequence[int], low: int, high: int, *, free: bool, poll: Callable[[], object] = bool
) -> str:
    """Explain in one sentence why no distance from `low` to `high` is possible.

    The sentence can be checked in O(N) from the multiplicities it names.

    >>> explain_interval((1, 1, 1, 2, 2), 4, 4, free=False)
    'D = 4 is above the greatest distance 2, because a card must stand outside on each side, so D <= N - 3 = 2'
    """
    distinct_cards, copies = multiplicities(cards, poll)
    distance_interval = interval(distinct_cards, copies, free=free, poll=poll)
    if distance_interval.reason:
        return distance_interval.reason
    distance_phrase = f"D = {low}" if low == high else f"D >= {low}" if high >= LARGEST else f"D <= {high}"
    distance_phrase = distance_phrase if low in (0, high) or high >= LARGEST else f"D from {low} to {high}"
    if low > high:
        return f"no distance is at least {low} and at most {high}"
    if distance_interval.low > distance_interval.high:
        return (
            f"{_minimum_reason(distinct_cards, copies, distance_interval, poll)}, so that the "
            f"maxima are at least {distance_interval.low} apart, "
            f"but a card must stand outside on each side, so D <= N - 3 = {distance_interval.high}"
        )
    if high < distance_interval.low:
        return (
            f"{distance_phrase} is below the least distance {distance_interval.low}, because "
            f"{_minimum_reason(distinct_cards, copies, distance_interval, poll)}"
        )
    if not free and distance_interval.high == len(cards) - 3:
        cause = f"a card must stand outside on each side, so D <= N - 3 = {distance_interval.high}"
    else:
        cause = (
            f"at most {count_of(distance_interval.high - 1, 'card')} fit between the maxima: "
            f"{_maximum_reason(distinct_cards, copies, distance_interval, poll)}"
        )
    return f"{distance_phrase} is above the greatest distance {distance_interval.high}, because {cause}"


def impossibility_reason(deal: Deal, deadline: Deadline) -> str:
    """Explain why a plain deal has no sequence, if the limits allow. The verdict does not depend on it."""
    low, high = deal.between or (0, LARGEST)
    try:
        return explain_interval(deal.cards, low, high, free=deal.open, poll=deadline.check)
    except Stopped:
        return "no sequence has this distance; a limit was reached before the reason was found"


def _minimum_reason(
    distinct_cards: Sequence[int], copies: Sequence[int], distance_interval: Interval, poll: Callable[[], object]
) -> str:
    """Name the values that force cards between the maxima."""
    inner_indices = [
        i
        for i in poll_stream(range(distance_interval.second + 1, distance_interval.bottom), poll, PIECE)
        if copies[i] > 2
    ]
    value_phrase = ", ".join(
        f"{distinct_cards[i]} ({copies[i] - 2} of {copies[i]})" for i in inner_indices[:MOST_NAMED]
    )
    rest_phrase = f" and {len(inner_indices) - MOST_NAMED} more" if len(inner_indices) > MOST_NAMED else ""
    parts = [f"of the values {value_phrase}{rest_phrase} copies must be between the maxima" if inner_indices else ""]
    if distance_interval.second == 1 and copies[1] == 3:
        parts.append(f"one of the three {distinct_cards[1]} must be between the maxima")
    return " and ".join(filter(None, parts)) or "a minimum must be between the maxima"


def _maximum_reason(
    distinct_cards: Sequence[int], copies: Sequence[int], distance_interval: Interval, poll: Callable[[], object]
) -> str:
    """Count the cards that fit between the maxima."""
    b = distance_interval.second
    inner = sum(min(2, m) for m in poll_stream(copies[b + 1 : -1], poll, PIECE))
    parts = ["the minimum"]
    if inner:
        parts.append(
            f"at most two of each of the values strictly between {distinct_cards[b]} and "
            f"{distinct_cards[-1]}, {inner} in all"
        )
    if b == 1 and copies[1] >= 2:
        parts.append(f"one {distinct_cards[1]}")
    return " and ".join(parts)


def lay_cards(
    distinct_cards: Sequence[int],
    copies: Sequence[int],
    distance_interval: Interval,
    distance: int,
    poll: Callable[[], object] = bool,
) -> Ordering:
    """Lay the cards with the maxima `distance` apart, which must be in the interval.

    The minimum gets the greatest value that leaves enough room. Copies fill the space between the maxima from the
    greatest value down, and a single copy outside goes to the shorter side. O(N).

    Examples
    --------
    >>> values, copies = [4, 3, 2, 1], [1, 2, 2, 2]
    >>> lay_cards(values, copies, interval(values, copies, free=False), 4)
    Ordering(sequence=(2, 4, 3, 2, 1, 3, 1), stationary=(2, 5, 6))
    """
    b, c, r = distance_interval.second, distance_interval.bottom, len(copies)
    inner_minima, inner_maxima = _inner_bounds(copies, b, c, poll)
    reach = 2 + sum(inner_maxima)
    while reach < distance:  # lower the minimum by one value, which never reduces the reach
        if c % PIECE == 0:
            poll()
        inner_minima.append(max(0, copies[c] - 2))
        inner_maxima.append(min(2, copies[c]))
        reach += inner_maxima[-1]
        c += 1
    spare_distance = distance - 2 - sum(inner_minima)
    up, down, rise, fall = ([] for _ in range(4))  # type: tuple[list[int], list[int], list[int], list[int]]
    for i in poll_stream(range(1, r), poll, PIECE):
        left = copies[i] - (i == b) - (i == c)
        if i < c:
            inner = inner_minima[i - 1] + min(spare_distance, inner_maxima[i - 1] - inner_minima[i - 1])
            spare_distance -= inner - inner_minima[i - 1]
            down += [distinct_cards[i]] * (inner > 0)
            rise += [distinct_cards[i]] * (inner > 1)
            left -= inner
        if left == 2 or (left == 1 and (i == b or len(up) <= len(fall))):
            up.append(distinct_cards[i])
        if left == 2 or (left == 1 and up[-1:] != [distinct_cards[i]]):
            fall.append(distinct_cards[i])
    sequence = (*up[::-1], distinct_cards[0], *down, distinct_cards[c], *rise[::-1], distinct_cards[b], *fall)
    first, valley = len(up) + 1, len(up) + len(down) + 2
    return Ordering(sequence, (first, valley, valley + len(rise) + 1))


def _inner_bounds(copies: Sequence[int], b: int, c: int, poll: Callable[[], object]) -> tuple[list[int], list[int]]:
    """Return the least and most copies between the maxima of each value above the minimum's, except the greatest."""
    inner_minima = [max(0, copies[i] - 2) for i in poll_stream(range(1, c), poll, PIECE)]
    inner_maxima = [min(2, copies[i]) for i in poll_stream(range(1, c), poll, PIECE)]
    if b == 1:  # the second maximum takes one copy; the others only fit next to the first
        inner_maxima[0] = min(1, copies[1] - 1)
    return inner_minima, inner_maxima


def spread_factors(copies: int, inner: int, outer: int) -> Polynomial:
    """Return the ways to lay `copies` copies in `inner` runs between the maxima and `outer` runs outside.

    >>> spread_factors(2, 2, 2), spread_factors(3, 2, 2), spread_factors(1, 1, 1)
    ((1, 4, 1), (0, 2, 2), (1, 1))
    """
    return tuple(comb(inner, j) * comb(outer, copies - j) if 0 <= copies - j <= outer else 0 for j in range(inner + 1))


class GeneratingFunction:
    """The product over the values for given end runs; `width` 0 means z = 1."""

    def __init__(self, width: int, outer: int) -> None:
        self.coefficient_bits, self.outer_runs = width, outer

    def multiply(self, number: int, polynomial: Polynomial) -> int:
        """Multiply a packed polynomial by a small one."""
        return sum(
            (number << (j * self.coefficient_bits)) * factor if factor != 1 else number << (j * self.coefficient_bits)
            for j, factor in enumerate(polynomial)
            if factor
        )

    def valley_sum(self, copies: Sequence[int], side_runs: Sequence[int], poll: Callable[[], object]) -> int:
        """Sum over the values of the second maximum and of the minimum.

        `side_runs` gives, for each maximum that may be the greater one, the number of outer runs next to it.
        """
        greater_ways = dict.fromkeys(side_runs, 0)  # with the greater maximum placed, by the outer runs next to it
        for outer in side_runs:
            greater_ways[outer] += copies[0] == 1
        pair_ways, bottom = int(copies[0] == 2), 0
        for m in copies[1:]:
            poll()
            valley = self.multiply(pair_ways, (0, comb(self.outer_runs, m - 1)))
            bottom = bottom * comb(self.outer_runs, m) + valley
            pair_ways = self.multiply(pair_ways, spread_factors(m, 2, self.outer_runs))
            for outer, number in greater_ways.items():
                pair_ways += self.multiply(number, spread_factors(m - 1, 1, outer))
                greater_ways[outer] = self.multiply(number, spread_factors(m, 1, outer))
        return bottom


def _end_passes(*, free: bool) -> tuple[tuple[int, int, tuple[int, int]], ...]:
    """Return the terms of inclusion and exclusion: factor, outer runs, outer runs next to each maximum."""
    return ((1, 2, (1, 1)),) if free else ((1, 2, (1, 1)), (-2, 1, (0, 1)), (1, 0, (0, 0)))


def counts(copies: Sequence[int], *, free: bool, poll: Callable[[], object] = bool) -> dict[int, int]:
    """Count the sequences for every possible distance.

    Parameters
    ----------
    copies
        How often each value appears, in descending order of the values.
    free
        Whether the ends are open.
    poll
        A callback at every value, which may raise to stop.

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
    total_ways = GeneratingFunction(0, 2).valley_sum(copies, (1, 1), poll)
    width = total_ways.bit_length() + 1
    block_sum = sum(
        factor * GeneratingFunction(width, outer).valley_sum(copies, side_runs, poll)
        for factor, outer, side_runs in _end_passes(free=free)
    )
    mask = (1 << width) - 1
    coefficients = [(block_sum >> (j * width)) & mask for j in range(block_sum.bit_length() // width + 1)]
    return {j + 1: number for j, number in enumerate(coefficients) if number}


def total(copies: Sequence[int], *, free: bool, poll: Callable[[], object] = bool) -> int:
    """Count the sequences of all distances together: O(r) operations on numbers of O(N) bits.

    >>> total([1, 2, 2, 2], free=False)
    42
    """
    if copies[0] > 2 or max(copies) > 4:
        return 0
    passes = _end_passes(free=free)
    return sum(
        factor * GeneratingFunction(0, outer).valley_sum(copies, side_runs, poll) for factor, outer, side_runs in passes
    )
