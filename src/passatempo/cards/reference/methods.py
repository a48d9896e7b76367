"""The methods `reference`: the closed form in plain Python, and the general scan in place of closed forms.

They are the twins of the kernel and of the generating function.
"""

from __future__ import annotations

from passatempo.cards.model import MOST_COUNTED, Count, Deal, Distances, Ordering, left_open, multiplicities, spread
from passatempo.cards.reference import closed_form as closed
from passatempo.cards.reference.scan import Scan
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import Outcome, Status
from passatempo.core.progress import Report, silent


def order(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Lay the cards by the closed form in plain Python; by the counting scan where UDUD is not plain.

    >>> order(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    deadline = Deadline(limits)
    between = deal.between
    if between is None:
        return _scan_order(deal, deadline)
    try:
        return _closed_order(deal, between, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped)


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
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})
    stats = {"nodes": deadline.nodes}
    if found is not None:
        return Outcome(Status.SOLVED, found, stats=stats)
    return Outcome(Status.IMPOSSIBLE, reason=scan.reason, stats=stats)


def count(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Count]:
    """Count by the general scan, whatever the pattern.

    >>> count(Deal((1, 1, 1, 2, 2))).answer
    Count(sequences=1, models=12)
    """
    deadline = Deadline(limits)
    try:
        answer = Count.of(Scan(deal, deadline).total(), deal.cards, deadline.check)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.nodes})


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
        counts = Scan(free, deadline, pair=pair).by_distance() if pair else {}
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})
    return Outcome(Status.SOLVED, Distances(spread(counts), counts), stats={"nodes": deadline.nodes})
