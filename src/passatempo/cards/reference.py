"""The methods `reference`: the closed form in plain Python, and the general scan in place of closed forms.

They are the twins of the kernel and of the generating function.
"""

from __future__ import annotations

from passatempo.cards import closed
from passatempo.cards.model import Count, Deal, Distances, Ordering, left_open, namings, spread
from passatempo.cards.scan import Scan, Stopped
from passatempo.core.limits import Deadline, Limits
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
    values, copies = closed.multiplicities(deal.cards)
    found = closed.interval(values, copies, free=deal.open)
    low, high = between
    distance = max(low, found.low)
    if deadline.poll():
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped)
    if distance > min(high, found.high):
        return Outcome(Status.IMPOSSIBLE, reason=closed.why(deal.cards, low, high, free=deal.open))
    return Outcome(Status.SOLVED, closed.lay(values, copies, found, distance))


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
        sequences = Scan(deal, deadline).total()
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})
    return Outcome(Status.SOLVED, Count(sequences, sequences * namings(deal.cards)), stats={"nodes": deadline.nodes})


def distances(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Distances]:
    """List the possible distances by the general scan, whatever the pattern and the number of cards.

    >>> distances(Deal((1, 1, 1, 2, 2))).answer
    Distances(interval=(2, 2), sequences={2: 1})
    """
    deadline = Deadline(limits)
    free, pair = left_open(deal)
    try:
        counts = Scan(free, deadline, pair=pair).by_distance() if pair else {}
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})
    return Outcome(Status.SOLVED, Distances(spread(counts), counts), stats={"nodes": deadline.nodes})
