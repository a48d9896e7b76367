"""The methods `reference`: the plain Python answers in the common shape, with limits."""

from __future__ import annotations

from typing import Any

from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.progress import Report, silent
from passatempo.machiavelli import reference
from passatempo.machiavelli.model import ACES, JOKER, Arrangement, Turn


def arrange(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Arrangement]:
    """Lay all cards of the table by trying every meld for the first card left.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> arrange(read("3S 4S 5S 6S 6H 6D")).answer
    Arrangement(melds=((2, 3, 4), (5, 18, 31)))
    """
    deadline = Deadline(limits)
    counts, jokers = tuple(turn.table_counts[:JOKER]), turn.table_counts[JOKER]
    try:
        melds = reference.arrange(counts, ACES.index(turn.rules.ace), jokers, deadline.spend)
    except (Stopped, RecursionError):
        return gave_up(deadline)
    stats = {"nodes": deadline.nodes}
    if melds is None:
        return Outcome(Status.IMPOSSIBLE, reason=turn.stuck, stats=stats)
    return Outcome(Status.SOLVED, Arrangement(melds), stats=stats)


def gave_up(deadline: Deadline) -> Outcome[Any]:
    """Say that a limit came first; a search that went too deep for Python's stack had too little memory.

    >>> gave_up(Deadline(Limits())).stopped.value
    'memory'
    """
    stopped = StopReason.MEMORY if deadline.stopped is StopReason.DONE else deadline.stopped
    return Outcome(Status.UNKNOWN, stopped=stopped, stats={"nodes": deadline.nodes})
