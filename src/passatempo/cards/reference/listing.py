"""The methods `search` of the questions about the list of sequences: lay them all, put them in order, count along.

The oracle of `listing`, with which it shares only what is refused. The list is in the order of what `place` returns.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any, TypeAlias

from passatempo.cards.answers import Listing, Rank, Sample, known_count, known_number
from passatempo.cards.reference.search import orderings
from passatempo.cards.text import cards_of
from passatempo.core.limits import Deadline, Limits, Stopped, polled
from passatempo.core.outcome import Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.core.random import Random

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.cards.answers import Ordering
    from passatempo.core.pastime import Question

Place: TypeAlias = list[tuple[int, list[int], list[int]]]


def place(ordering: Ordering) -> Place:
    """Return where the values lie: for each from the greatest down its stationary points, the fewest first, and runs.

    >>> from passatempo.cards.answers import Ordering
    >>> place(Ordering((1, 2, 1, 2, 1), (2, 3, 4)))
    [(2, [1, 3], []), (1, [2], [1, 4])]
    """
    points: dict[int, list[int]] = {value: [] for value in ordering.sequence}
    runs: dict[int, list[int]] = {value: [] for value in ordering.sequence}
    for position, value in enumerate(ordering.sequence, 1):
        passed = bisect_left(ordering.stationary, position)
        (points if position in ordering.stationary else runs)[value].append(passed + 1)
    return [(len(points[value]), points[value], runs[value]) for value in sorted(points, reverse=True)]


def _answer(
    question: Question, limits: Limits, choose: Callable[[list[Ordering], Deadline], Outcome[Any]]
) -> Outcome[Any]:
    """List all sequences in their order and let the question choose from them."""
    deadline = Deadline(limits)

    def key(ordering: Ordering) -> Place:
        deadline.check()
        return place(ordering)

    try:
        return choose(sorted(orderings(question.instance, deadline), key=key), deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})


def sample(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Sample]:
    """Draw sequences uniformly at random from the list of all.

    >>> from passatempo.cards.answers import SampleAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> sample(Question(Deal((1, 1, 1, 2, 2)), SampleAsk(2))).answer.sequences
    ((1, 2, 1, 2, 1), (1, 2, 1, 2, 1))
    """
    wanted = known_count(question.ask.count)
    rng = Random(limits.seed, "cards", "sample")

    def choose(found: list[Ordering], deadline: Deadline) -> Outcome[Sample]:
        if not found:
            return Outcome(Status.IMPOSSIBLE, reason="every order of the cards was tried")
        return Outcome(
            Status.SOLVED, Sample(tuple(rng.choice(found).sequence for _ in polled(range(wanted), deadline.check, 64)))
        )

    return _answer(question, limits, choose)


def enumerate_all(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Listing]:
    """List the sequences.

    >>> from passatempo.cards.answers import ListAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> enumerate_all(Question(Deal((1, 1, 1, 2, 2)), ListAsk())).answer
    Listing(sequences=((1, 2, 1, 2, 1),), complete=True)
    """
    wanted, start = known_count(question.ask.count), known_number(question.ask.start)
    if limits.answers is not None:
        wanted = min(wanted, limits.answers)

    def choose(found: list[Ordering], deadline: Deadline) -> Outcome[Listing]:
        listed = tuple(ordering.sequence for ordering in found[start - 1 : start - 1 + wanted])
        return Outcome(Status.SOLVED, Listing(listed, len(listed) == len(found)))

    return _answer(question, limits, choose)


def rank(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Rank]:
    """Find the number of a sequence.

    >>> from passatempo.cards.answers import RankAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> rank(Question(Deal((1, 1, 1, 2, 2)), RankAsk([1, 2, 1, 2, 1]))).answer
    Rank(rank=1, sequences=1)
    """
    sequence = cards_of(question.ask.sequence) if question.ask.sequence else ()

    def choose(found: list[Ordering], deadline: Deadline) -> Outcome[Rank]:
        for number, ordering in enumerate(polled(found, deadline.check, 1024), 1):
            if ordering.sequence == sequence:
                return Outcome(Status.SOLVED, Rank(number, len(found)))
        return Outcome(Status.IMPOSSIBLE, reason="the sequence is not one of this deal")

    return _answer(question, limits, choose)


def unrank(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Find the sequence with a number.

    >>> from passatempo.cards.answers import UnrankAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> unrank(Question(Deal((1, 1, 1, 2, 2)), UnrankAsk(1))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    number = known_number(question.ask.rank)

    def choose(found: list[Ordering], deadline: Deadline) -> Outcome[Ordering]:
        if number > len(found):
            return Outcome(Status.IMPOSSIBLE, reason=f"there are only {len(found)} sequences")
        return Outcome(Status.SOLVED, found[number - 1])

    return _answer(question, limits, choose)
