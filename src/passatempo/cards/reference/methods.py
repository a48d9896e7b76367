"""The methods `reference`: the closed form in plain Python, and the general scan instead of closed forms.

They are the twins of the kernel and of the generating function.
"""

from collections import Counter
from dataclasses import replace

from passatempo.cards.answers import Count, Distances, Ordering, distance_span
from passatempo.cards.model import MOST_COUNTED, Deal, left_open, multiplicities
from passatempo.cards.reference import closed_form as closed
from passatempo.cards.reference.scan import Scan
from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status

MOST_FILTERED = 100_000  # orders to filter by given cards, a few seconds


def order(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Lay the cards by the closed form in plain Python, or by the counting scan if UDUD is not plain.

    >>> order(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    deadline = Deadline(limits)
    distance_range = deal.between
    if deal.given:
        return _filter_order(deal, deadline)
    if distance_range is None:
        return _scan_order(deal, deadline)
    try:
        return _closed_order(deal, distance_range, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)


def _closed_order(deal: Deal, distance_range: tuple[int, int], deadline: Deadline) -> Outcome[Ordering]:
    """Answer by the closed form."""
    distinct_cards, copies = multiplicities(deal.cards, deadline.check)
    distance_interval = closed.interval(distinct_cards, copies, free=deal.open, poll=deadline.check)
    low, high = distance_range
    distance = max(low, distance_interval.low)
    deadline.check()
    if distance > min(high, distance_interval.high):
        return Outcome(Status.IMPOSSIBLE, reason=closed.impossibility_reason(deal, deadline))
    return Outcome(Status.SOLVED, closed.lay_cards(distinct_cards, copies, distance_interval, distance, deadline.check))


def _scan_order(deal: Deal, deadline: Deadline) -> Outcome[Ordering]:
    """Answer with the last sequence of the counting tables."""
    try:
        scan = Scan(deal, deadline)
        scan_ordering = scan.nth(scan.sequences - 1) if scan.sequences else None
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    stats = {"nodes": deadline.node_count}
    if scan_ordering is not None:
        return Outcome(Status.SOLVED, scan_ordering, stats=stats)
    return Outcome(Status.IMPOSSIBLE, reason=scan.reason, stats=stats)


def filter_orderings(deal: Deal, deadline: Deadline) -> list[Ordering]:
    """List the sequences without the given cards, and keep those that have them.

    Raises
    ------
    UsageError
        If there are too many sequences to filter.

    Examples
    --------
    >>> [ordering.sequence for ordering in filter_orderings(Deal((1, 1, 1, 2, 2), given=((4, 2),)), Deadline(Limits()))]
    [(1, 2, 1, 2, 1)]
    """
    scan = Scan(replace(deal, given=()), deadline)
    if scan.sequences > MOST_FILTERED:
        raise UsageError(f"reference tries all orders of the free cards, here more than {MOST_FILTERED:,}: use exact")
    scan_orderings = (scan.nth(number) for number in poll_stream(range(scan.sequences), deadline.check, 64))
    return [ordering for ordering in scan_orderings if all(ordering.sequence[p - 1] == card for p, card in deal.given)]


def _filter_order(deal: Deal, deadline: Deadline) -> Outcome[Ordering]:
    """Answer with the last sequence that has the given cards."""
    try:
        matching_orderings = filter_orderings(deal, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    stats = {"nodes": deadline.node_count}
    if matching_orderings:
        return Outcome(Status.SOLVED, matching_orderings[-1], stats=stats)
    return Outcome(
        Status.IMPOSSIBLE, reason="no order that fulfils the conditions has all the given cards", stats=stats
    )


def count(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Count]:
    """Count by the general scan, whatever the pattern.

    >>> count(Deal((1, 1, 1, 2, 2))).answer
    Count(sequences=1, models=12)
    """
    deadline = Deadline(limits)
    try:
        sequences = len(filter_orderings(deal, deadline)) if deal.given else Scan(deal, deadline).total()
        answer = Count.of(sequences, deal.cards, deadline.check)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.node_count})


def distances(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Distances]:
    """List the possible distances by the general scan, or by the closed form for many cards.

    >>> distances(Deal((1, 1, 1, 2, 2))).answer
    Distances(interval=(2, 2), sequences={2: 1})
    """
    deadline = Deadline(limits)
    free, pair = left_open(deal)
    try:
        if pair == (1, 3) and free.between is not None and len(deal.cards) > MOST_COUNTED:
            distance_interval = closed.interval(
                *multiplicities(deal.cards, deadline.check), free=deal.open, poll=deadline.check
            )
            return Outcome(
                Status.SOLVED,
                Distances(distance_interval[:2] if distance_interval.low <= distance_interval.high else None, None),
            )
        if pair and deal.given:
            matching_orderings = filter_orderings(free, deadline)
            counts = dict(
                sorted(
                    Counter(o.stationary[pair[1] - 1] - o.stationary[pair[0] - 1] for o in matching_orderings).items()
                )
            )
        else:
            counts = Scan(free, deadline, pair=pair).by_distance() if pair else {}
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    return Outcome(Status.SOLVED, Distances(distance_span(counts), counts), stats={"nodes": deadline.node_count})
