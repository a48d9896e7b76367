"""The methods `reference`: the closed form in plain Python, and the general scan in place of closed forms.

They are the twins of the kernel and of the generating function.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from passatempo.cards.answers import Count, Distances, Ordering, spread
from passatempo.cards.model import MOST_COUNTED, Deal, left_open, multiplicities
from passatempo.cards.reference import closed_form as closed
from passatempo.cards.reference.scan import Scan
from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status

MOST_FILTERED = 100_000  # orders that are gone through for given cards: some seconds


def order(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Lay the cards by the closed form in plain Python; by the counting scan where UDUD is not plain.

    >>> order(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    deadline = Deadline(limits)
    between = deal.between
    if deal.given:
        return _filtered_order(deal, deadline)
    if between is None:
        return _scan_order(deal, deadline)
    try:
        return _closed_order(deal, between, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)


def _closed_order(deal: Deal, between: tuple[int, int], deadline: Deadline) -> Outcome[Ordering]:
    """Answer by the closed form."""
    values, copies = multiplicities(deal.cards, deadline.check)
    found = closed.interval(values, copies, free=deal.open, poll=deadline.check)
    low, high = between
    distance = max(low, found.low)
    deadline.check()
    if distance > min(high, found.high):
        return Outcome(Status.IMPOSSIBLE, reason=closed.reason(deal, deadline))
    return Outcome(Status.SOLVED, closed.lay(values, copies, found, distance, deadline.check))


def _scan_order(deal: Deal, deadline: Deadline) -> Outcome[Ordering]:
    """Answer by the last sequence of tables that count."""
    try:
        scan = Scan(deal, deadline)
        found = scan.nth(scan.sequences - 1) if scan.sequences else None
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    stats = {"nodes": deadline.node_count}
    if found is not None:
        return Outcome(Status.SOLVED, found, stats=stats)
    return Outcome(Status.IMPOSSIBLE, reason=scan.reason, stats=stats)


def filtered(deal: Deal, deadline: Deadline) -> list[Ordering]:
    """List the sequences without the given cards, and keep those that have them.

    Raises
    ------
    UsageError
        If there are too many to go through.

    Examples
    --------
    >>> [ordering.sequence for ordering in filtered(Deal((1, 1, 1, 2, 2), given=((4, 2),)), Deadline(Limits()))]
    [(1, 2, 1, 2, 1)]
    """
    scan = Scan(replace(deal, given=()), deadline)
    if scan.sequences > MOST_FILTERED:
        raise UsageError(f"reference tries all orders of the free cards, here more than {MOST_FILTERED:,}: use exact")
    every = (scan.nth(number) for number in poll_stream(range(scan.sequences), deadline.check, 64))
    return [ordering for ordering in every if all(ordering.sequence[p - 1] == card for p, card in deal.given)]


def _filtered_order(deal: Deal, deadline: Deadline) -> Outcome[Ordering]:
    """Answer by the last sequence that has the given cards."""
    try:
        found = filtered(deal, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    stats = {"nodes": deadline.node_count}
    if found:
        return Outcome(Status.SOLVED, found[-1], stats=stats)
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
        sequences = len(filtered(deal, deadline)) if deal.given else Scan(deal, deadline).total()
        answer = Count.of(sequences, deal.cards, deadline.check)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.node_count})


def distances(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Distances]:
    """List the possible distances by the general scan, whatever the pattern; of many cards by the closed form.

    >>> distances(Deal((1, 1, 1, 2, 2))).answer
    Distances(interval=(2, 2), sequences={2: 1})
    """
    deadline = Deadline(limits)
    free, pair = left_open(deal)
    try:
        if pair == (1, 3) and free.between is not None and len(deal.cards) > MOST_COUNTED:
            found = closed.interval(*multiplicities(deal.cards, deadline.check), free=deal.open, poll=deadline.check)
            return Outcome(Status.SOLVED, Distances(found[:2] if found.low <= found.high else None, None))
        if pair and deal.given:
            every = filtered(free, deadline)
            counts = dict(sorted(Counter(o.stationary[pair[1] - 1] - o.stationary[pair[0] - 1] for o in every).items()))
        else:
            counts = Scan(free, deadline, pair=pair).by_distance() if pair else {}
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    return Outcome(Status.SOLVED, Distances(spread(counts), counts), stats={"nodes": deadline.node_count})
