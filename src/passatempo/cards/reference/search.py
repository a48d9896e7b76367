"""The methods `search`: lay card after card from the left, from the definition alone, in the plainest Python.

Exponential; the specification and the oracle of the other methods. The list of sequences is put in the order of what
`place` returns, and counted along.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

from passatempo.cards.answers import (
    Count,
    Distances,
    Listing,
    Ordering,
    Rank,
    Sample,
    known_count,
    known_number,
    spread,
)
from passatempo.cards.model import MOST_COUNTED, PIECE, Deal, left_open, multiplicities
from passatempo.cards.text import cards_of
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.core.random import Random

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from passatempo.core.pastime import Question


Place: TypeAlias = list[tuple[int, list[int], list[int]]]


def orderings(deal: Deal, deadline: Deadline) -> Iterator[Ordering]:
    """Yield every sequence that fulfils the conditions, in ascending order, card after card.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> [ordering.sequence for ordering in orderings(Deal((1, 1, 1, 2, 2)), Deadline(Limits()))]
    [(1, 2, 1, 2, 1)]
    """
    values, copies = multiplicities(deal.cards, deadline.check)
    left = dict(zip(values, copies, strict=True))
    values.reverse()
    laid: list[int] = []
    points: list[int] = []  # the position of each stationary point that has been passed

    given = dict(deal.given)

    def choices() -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the cards that may come next, with the stationary points that they pass."""
        only = given.get(len(laid) + 1)
        for value in poll_stream(values if only is None else [only], deadline.check, PIECE):
            if left[value]:
                for turns in _steps(deal, laid, points, value):
                    yield value, turns

    deadline.tick()
    open_choices = [choices()]  # of each card laid and of the next; a recursion would be as deep as there are cards
    passed: list[int] = []  # how many stationary points each card laid has passed
    while open_choices:
        step = next(open_choices[-1], None)
        if step is not None:
            value, turns = step
            left[value] -= 1
            laid.append(value)
            points.extend(turns)
            passed.append(len(turns))
            deadline.tick()
            if len(laid) < len(deal.cards):
                open_choices.append(choices())
                continue
            yield from _ended(deal, laid, points)
        else:
            open_choices.pop()
        if laid:
            left[laid.pop()] += 1
            del points[len(points) - passed.pop() :]


def _steps(deal: Deal, laid: list[int], points: list[int], value: int) -> Iterator[tuple[int, ...]]:
    """Yield the stationary points that laying this card next passes: none, or the one before it."""
    if not laid:
        yield ()
        return
    if laid[-1] == value:
        return
    step = "U" if laid[-1] < value else "D"
    run = len(points)
    if deal.pattern[run] == step:
        yield ()
    empty = run == 0 and len(laid) == 1  # the first run has no step yet
    turns_here = run < deal.points and deal.pattern[run + 1] == step
    if turns_here and (not empty or deal.open):
        yield (len(laid),)


def _ended(deal: Deal, laid: list[int], points: list[int]) -> Iterator[Ordering]:
    """Yield the ordering if all its cards make one: the last run may be empty only with open ends."""
    stationary = list(points)
    if deal.open and len(stationary) == deal.points - 1:
        stationary.append(len(laid))
    if len(stationary) != deal.points or (not deal.open and len(laid) < 2):
        return
    if _holds(deal, laid, stationary):
        yield Ordering(tuple(laid), tuple(stationary))


def _holds(deal: Deal, laid: list[int], stationary: list[int]) -> bool:
    """Tell whether the conditions hold."""
    apart = all(d.allows(stationary[d.second - 1] - stationary[d.first - 1]) for d in deal.distances)
    fixed = all(stationary[point - 1] == position for point, position in deal.fixed)
    ends = deal.first in (None, laid[0]) and deal.last in (None, laid[-1])
    gap = deal.peak_gap is None or abs(laid[stationary[0] - 1] - laid[stationary[2] - 1]) == deal.peak_gap
    given = all(laid[position - 1] == card for position, card in deal.given)
    return apart and fixed and ends and gap and given


def _unknown(deadline: Deadline) -> Outcome[Any]:
    return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})


def order(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Lay the cards in the first order, in ascending order, that fulfils the conditions.

    >>> order(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    deadline = Deadline(limits)
    try:
        found = next(orderings(deal, deadline), None)
    except Stopped:
        return _unknown(deadline)
    stats = {"nodes": deadline.node_count}
    if found is None:
        return Outcome(Status.IMPOSSIBLE, reason="every order of the cards was tried", stats=stats)
    return Outcome(Status.SOLVED, found, stats=stats)


def count(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Count]:
    """Count the orders one by one.

    >>> count(Deal((1, 1, 1, 2, 2))).answer
    Count(sequences=1, models=12)
    """
    deadline = Deadline(limits)
    try:
        answer = Count.of(sum(1 for _ in orderings(deal, deadline)), deal.cards, deadline.check)
    except Stopped:
        return _unknown(deadline)
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.node_count})


def distances(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Distances]:
    """List the distances of all orders.

    >>> distances(Deal((1, 1, 1, 2, 2))).answer
    Distances(interval=(2, 2), sequences={2: 1})
    """
    deadline = Deadline(limits)
    free, pair = left_open(deal)
    found: Counter[int] = Counter()
    try:
        if pair is not None:
            found.update(o.stationary[pair[1] - 1] - o.stationary[pair[0] - 1] for o in orderings(free, deadline))
    except Stopped:
        return _unknown(deadline)
    counts = dict(sorted(found.items()))
    told = len(deal.cards) <= MOST_COUNTED or free.between is None or pair != (1, 3)
    return Outcome(
        Status.SOLVED, Distances(spread(counts), counts if told else None), stats={"nodes": deadline.node_count}
    )


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
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})


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
            Status.SOLVED,
            Sample(tuple(rng.choice(found).sequence for _ in poll_stream(range(wanted), deadline.check, 64))),
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
    sequence = cards_of(question.ask.sequence, "sequence") if question.ask.sequence else ()

    def choose(found: list[Ordering], deadline: Deadline) -> Outcome[Rank]:
        for number, ordering in enumerate(poll_stream(found, deadline.check, 1024), 1):
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
