"""Sequences by number: all of them in turn, the n-th, the number of one, and uniformly at random.

They are numbered from 1 in the order of the scan over values: by where the greatest cards lie, then the next ones.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from passatempo.cards.answers import Listing, Ordering, Rank, Sample, known_count, known_number
from passatempo.cards.checker import check_ordering, stationary
from passatempo.cards.exact.ladder import Ladder, is_long
from passatempo.cards.exact.placing import numbered
from passatempo.cards.exact.rows import Rows, suits
from passatempo.cards.text import cards_of
from passatempo.core.json import digits
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import Outcome, Status
from passatempo.core.progress import Progress, Report, silent
from passatempo.core.random import Random

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.cards.exact.placing import Placing
    from passatempo.cards.model import Deal
    from passatempo.cards.reference.scan import Scan
    from passatempo.core.pastime import Question

AT_ONCE = 4096  # cards that are drawn between two looks at the limits
TOLD = 1000  # sequences from report to report
LISTED = 6e-7  # seconds that a card of a list takes whoever checks and prints it


def _unknown(deadline: Deadline) -> Outcome[Any]:
    return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})


def _numbered(deal: Deal, deadline: Deadline) -> Scan | Placing | Ladder:
    """Give numbers to the sequences of a deal, with little memory where the tables would be large."""
    return Ladder(deal, deadline) if is_long(deal) else numbered(deal, deadline)


def _one_by_one(scan: Scan | Placing | Ladder, numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the sequences with these numbers, from 0, of any deal."""
    return tuple([scan.nth(number).sequence for number in numbers])


def sample(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Sample]:
    """Draw sequences uniformly at random, with replacement: the sequences of random numbers.

    Parameters
    ----------
    question
        The deal, and how many sequences.
    limits
        `seed` names the stream of random numbers; `nodes` counts (value, state) pairs and sequences.

    Examples
    --------
    >>> from passatempo.cards.answers import SampleAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> sample(Question(Deal((1, 1, 1, 2, 2)), SampleAsk(2))).answer.sequences
    ((1, 2, 1, 2, 1), (1, 2, 1, 2, 1))
    """
    wanted, deadline = known_count(question.ask.count), Deadline(limits)
    rng = Random(limits.seed, "cards", "sample")
    drawn: list[tuple[int, ...]] = []
    try:
        deal = question.instance
        rows = Rows(deal, deadline) if suits(deal) else None
        if rows is not None and rows.sequences:
            total, several = rows.sequences, rows.several
        else:
            scan = _numbered(deal, deadline)
            if not scan.sequences:
                return Outcome(Status.IMPOSSIBLE, reason=scan.reason, stats={"nodes": deadline.nodes})
            total, several = scan.sequences, partial(_one_by_one, scan)
        at_once = max(1, AT_ONCE // len(deal.cards))
        while len(drawn) < wanted:
            numbers = []
            for _ in range(min(wanted - len(drawn), at_once)):
                deadline.tick()
                numbers.append(rng.below(total))
            deadline.check()
            drawn += several(numbers)
            deadline.owe(LISTED * len(drawn[-1]) * len(numbers))
            if len(drawn) // TOLD != (len(drawn) - len(numbers)) // TOLD:
                report(Progress(deadline.elapsed, done=len(drawn), total=wanted))
    except Stopped:
        return _unknown(deadline)
    return Outcome(Status.SOLVED, Sample(tuple(drawn)), stats={"nodes": deadline.nodes})


def enumerate_all(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Listing]:
    """List the sequences, each once; between two of them lie polynomially many steps.

    Parameters
    ----------
    question
        The deal; `count`, the most sequences to list, and `start`, the number of the first.
    limits
        `nodes` counts (value, state) pairs and sequences; at a limit the status is `FEASIBLE` and the listing short.

    Examples
    --------
    >>> from passatempo.cards.answers import ListAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> enumerate_all(Question(Deal((1, 1, 1, 2, 2)), ListAsk())).answer
    Listing(sequences=((1, 2, 1, 2, 1),), complete=True)
    """
    wanted, start, deadline = known_count(question.ask.count), known_number(question.ask.start), Deadline(limits)
    if limits.answers is not None:
        wanted = min(wanted, limits.answers)
    found: list[tuple[int, ...]] = []
    try:
        scan = _numbered(question.instance, deadline)
        total = scan.sequences
        for number in range(start - 1, min(total, start - 1 + wanted)):
            deadline.tick()
            deadline.check()
            found.append(scan.nth(number).sequence)
            deadline.owe(LISTED * len(found[-1]))
    except Stopped:
        if not found:
            return _unknown(deadline)
        stats = {"nodes": deadline.nodes}
        return Outcome(Status.FEASIBLE, Listing(tuple(found), complete=False), stopped=deadline.stopped, stats=stats)
    return Outcome(Status.SOLVED, Listing(tuple(found), len(found) == total), stats={"nodes": deadline.nodes})


def rank(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Rank]:
    """Find the number of a sequence.

    Examples
    --------
    >>> from passatempo.cards.answers import RankAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> rank(Question(Deal((1, 1, 1, 2, 2)), RankAsk([1, 2, 1, 2, 1]))).answer
    Rank(rank=1, sequences=1)
    """
    deal, deadline = question.instance, Deadline(limits)
    sequence = cards_of(question.ask.sequence) if question.ask.sequence else ()
    try:
        points = stationary(sequence, deal.pattern, deal.ends, deadline.check) if sequence else None
        faults = check_ordering(deal, Ordering(sequence, points or ()), deadline)
        if faults:
            told = faults[0].text if sequence else "no sequence was given"
            return Outcome(Status.IMPOSSIBLE, reason=f"the sequence is not one of this deal: {told}")
        scan = _numbered(deal, deadline)
        number = scan.rank(Ordering(sequence, points or ()))
        total = scan.sequences
    except Stopped:
        return _unknown(deadline)
    return Outcome(Status.SOLVED, Rank(number + 1, total), stats={"nodes": deadline.nodes})


def unrank(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Find the sequence with a number.

    Examples
    --------
    >>> from passatempo.cards.answers import UnrankAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> unrank(Question(Deal((1, 1, 1, 2, 2)), UnrankAsk(1))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    number, deadline = known_number(question.ask.rank), Deadline(limits)
    try:
        scan = _numbered(question.instance, deadline)
        total = scan.sequences
        found = scan.nth(number - 1) if number <= total else None
    except Stopped:
        return _unknown(deadline)
    stats = {"nodes": deadline.nodes}
    if found is None:
        return Outcome(Status.IMPOSSIBLE, reason=f"there are only {digits(total)} sequences", stats=stats)
    return Outcome(Status.SOLVED, found, stats=stats)
