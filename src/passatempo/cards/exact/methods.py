"""The exact answers: the kernel's closed form for plain UDUD, and the scan over values for everything else."""

import time
from collections.abc import Sequence
from typing import TypeAlias

from passatempo.cards import _kernel
from passatempo.cards.answers import Count, Distances, Ordering, distance_span
from passatempo.cards.exact.coefficient import MOST_RUNS, count_distance, count_runs
from passatempo.cards.exact.placements import PlacementScan, number_rows
from passatempo.cards.model import LARGEST, MOST_COUNTED, Deal, left_open, multiplicities
from passatempo.cards.reference import closed_form as closed
from passatempo.cards.reference.scan import Scan
from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import NO_NODES, NO_SECONDS, Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import STOPS, Outcome, Status

Cards: TypeAlias = "Sequence[int] | memoryview | bytes | bytearray"

MANY_VALUES = 1500  # above this, one coefficient by recurrences is faster than the table of all distances
MOST_VALUES = 60_000  # a minute; time grows quadratically, and more cards lack the memory
NO_LIMITS = (NO_SECONDS, NO_NODES, None)


def order(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Lay the cards in an order that fulfils the conditions, or explain why there is none.

    For plain UDUD the possible distances are one interval in closed form, and a sequence is laid in O(N). Other
    patterns and conditions use bit tables over the scan of values. Given cards use the scan with their places.

    Parameters
    ----------
    deal
        The cards and the conditions.
    limits
        `nodes` counts (value, state) pairs of the scan; the closed form has none.

    Returns
    -------
    Outcome
        The sequence with the least allowed distance, or `IMPOSSIBLE` with a reason.

    Notes
    -----
    A dozen cards take microseconds, and a million a tenth of a second.

    Examples
    --------
    >>> from passatempo.cards import read
    >>> order(read("1 1 2 2 3 3 4", D=4)).answer.stationary
    (2, 5, 6)
    """
    start_time = time.monotonic()
    distance_range = deal.between
    if distance_range is None:
        return _scan_order(deal, Deadline(limits, start_time=start_time))
    low, high = distance_range
    stop, answer = _kernel.order(deal.cards, low, high, deal.open, *limits.kernel)
    if answer is not None:
        return Outcome(Status.SOLVED, Ordering(*answer))
    if stop:
        return Outcome(Status.UNKNOWN, stopped=STOPS[stop])
    return Outcome(Status.IMPOSSIBLE, reason=closed.impossibility_reason(deal, Deadline(limits, start_time=start_time)))


def _scan_order(deal: Deal, deadline: Deadline) -> Outcome[Ordering]:
    """Answer by the scan, with bit tables."""
    try:
        scan = number_rows(deal, deadline, counting=False)
        scan_ordering = scan.nth(0) if scan.sequences else None
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    stats = {"nodes": deadline.node_count}
    if scan_ordering is not None:
        return Outcome(Status.SOLVED, scan_ordering, stats=stats)
    return Outcome(Status.IMPOSSIBLE, reason=scan.reason, stats=stats)


def arrange(cards: Cards, distance: int | None = None, *, free: bool = False) -> Ordering | None:
    """Lay cards up, down, up, down with the maxima `distance` apart.

    Parameters
    ----------
    cards
        A list or tuple of whole numbers, or any contiguous buffer of them (an array, a NumPy array).
    distance
        The distance of the maxima; None: the least possible.
    free
        Whether the ends are open, so that the first and the last run may be empty.

    Returns
    -------
    Ordering or None
        None where no such sequence exists.

    Notes
    -----
    O(N): about 2 µs for seven cards.

    Examples
    --------
    >>> arrange([1, 1, 2, 2, 3, 3, 4], 4)
    Ordering(sequence=(2, 4, 3, 2, 1, 3, 1), stationary=(2, 5, 6))
    >>> arrange([1, 1, 2, 2, 3, 3, 4], 5) is None
    True
    """
    low, high = (0, LARGEST) if distance is None else (distance, distance)
    _, answer = _kernel.order(cards, low, high, free, *NO_LIMITS)
    return None if answer is None else Ordering(*answer)


def interval(cards: Cards, *, free: bool = False) -> tuple[int, int] | None:
    """Return the least and the greatest possible distance of the maxima. All between are possible too.

    Examples
    --------
    >>> interval([1, 1, 2, 2, 3, 3, 4]), interval([1, 1, 1, 1])
    ((2, 4), None)
    """
    try:
        return _kernel_interval(cards, free=free)[1]
    except Exception as error:  # the kernel reads lists and buffers, whose methods may raise anything
        raise UsageError(f"cards: {quote(cards)} is not a list of whole numbers of 64 bits") from error


def _kernel_interval(
    cards: Cards, *, free: bool, spend: tuple[float, int, bytearray | memoryview | None] = NO_LIMITS
) -> tuple[int, tuple[int, int] | None]:
    """Return the kernel's reason to stop, and the interval."""
    stop, low, high = _kernel.distances(cards, free, *spend)
    return stop, (low, high) if low <= high else None


def count(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Count]:
    """Count the sequences, and the orders of the cards when equal cards are told apart.

    Parameters
    ----------
    deal
        The cards and the conditions.
    limits
        `nodes` counts values of the scan (pairs of value and state if UDUD is not plain).

    Examples
    --------
    >>> from passatempo.cards import read
    >>> count(read("1 1 2 2 3 3 4")).answer
    Count(sequences=42, models=336)
    """
    deadline = Deadline(limits)
    try:
        distance_range = deal.between
        if distance_range is None:
            sequences = PlacementScan(deal, deadline).sequences if deal.given else Scan(deal, deadline).total()
        else:
            deadline.check()
            copies = multiplicities(deal.cards, deadline.check)[1]
            sequences = (
                _plain_count(deal, copies, distance_range, deadline) if copies[0] <= 2 and max(copies) <= 4 else 0
            )
        answer = Count.of(sequences, deal.cards, deadline.check)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.node_count})


def _plain_count(deal: Deal, copies: list[int], distance_range: tuple[int, int], deadline: Deadline) -> int:
    """Count the sequences of plain UDUD, for all distances at once or for those requested."""
    if not deal.distances:
        return closed.total(copies, free=deal.open, poll=deadline.check)
    low, high = distance_range
    if low == high and MANY_VALUES <= len(copies) <= MOST_VALUES and count_runs(copies) <= MOST_RUNS:
        return count_distance(copies, low, free=deal.open, poll=deadline.check)
    stop, number = _kernel.count_between(bytes(copies), deal.open, low, high, *deadline.remaining_limits.kernel)
    deadline.charge(stop)
    return int.from_bytes(number, "little")


def _distance_counts(deal: Deal, deadline: Deadline) -> dict[int, int]:
    """Count the sequences of plain UDUD for every distance, by the kernel."""
    copies = multiplicities(deal.cards, deadline.check)[1]
    if copies[0] > 2 or max(copies) > 4:
        return {}
    stop, size, numbers = _kernel.counts(bytes(copies), deal.open, *deadline.remaining_limits.kernel)
    deadline.charge(stop)
    read = (int.from_bytes(numbers[k : k + size], "little") for k in range(0, len(numbers), size))
    return {distance: number for distance, number in enumerate(read, 1) if number}


def _scan_counts(deal: Deal, pair: tuple[int, int], deadline: Deadline) -> dict[int, int]:
    """Count the sequences for every distance of a pair of stationary points, by a scan over values."""
    if deal.given:
        return PlacementScan(deal, deadline).by_distance(pair)
    return Scan(deal, deadline, pair=pair).by_distance()


def distances(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Distances]:
    """List the possible distances, and how many sequences each has up to N = 2001.

    The first condition names the pair of stationary points, and its value is ignored. Without a condition the pair is
    the first and the last stationary point. Other conditions hold.

    Examples
    --------
    >>> from passatempo.cards import read
    >>> distances(read("1 1 2 2 3 3 4")).answer
    Distances(interval=(2, 4), sequences={2: 8, 3: 22, 4: 12})
    """
    deadline = Deadline(limits)
    free, pair = left_open(deal)
    plain = free.between is not None and pair == (1, 3)
    if plain and len(deal.cards) > MOST_COUNTED:
        stop, distance_interval = _kernel_interval(deal.cards, free=deal.open, spend=limits.kernel)
        if stop:
            return Outcome(Status.UNKNOWN, stopped=STOPS[stop])
        return Outcome(Status.SOLVED, Distances(distance_interval, None))
    try:
        counts = _distance_counts(free, deadline) if plain else _scan_counts(free, pair, deadline) if pair else {}
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    return Outcome(Status.SOLVED, Distances(distance_span(counts), counts), stats={"nodes": deadline.node_count})
