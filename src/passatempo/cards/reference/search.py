"""The methods `search`: lay card after card from the left, by the definition alone, in simple Python.

The time is exponential. This is the specification and the oracle of the other methods. The list of sequences is sorted
by `value_places`, and a number is an index in it.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from passatempo.cards.answers import (
    Count,
    Distances,
    Listing,
    Ordering,
    Rank,
    Sample,
    distance_span,
    validate_count,
    validate_number,
)
from passatempo.cards.model import MOST_COUNTED, PIECE, Deal, left_open, multiplicities
from passatempo.cards.text import cards_of
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.core.random import Random

Place: TypeAlias = list[tuple[int, list[int], list[int]]]


def orderings(deal: Deal, deadline: Deadline) -> Iterator[Ordering]:
    """Yield every sequence that fulfils the conditions, in lexicographic order.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> [ordering.sequence for ordering in orderings(Deal((1, 1, 1, 2, 2)), Deadline(Limits()))]
    [(1, 2, 1, 2, 1)]
    """
    distinct_cards, copies = multiplicities(deal.cards, deadline.check)
    left = dict(zip(distinct_cards, copies, strict=True))
    distinct_cards.reverse()
    card_row: list[int] = []
    points: list[int] = []  # the position of each stationary point that has been passed

    preset_cards = dict(deal.given)

    def choices() -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the cards that may come next, with the stationary points that they pass."""
        preset_card = preset_cards.get(len(card_row) + 1)
        for card in poll_stream(distinct_cards if preset_card is None else [preset_card], deadline.check, PIECE):
            if left[card]:
                for turns in _turn_choices(deal, card_row, points, card):
                    yield card, turns

    deadline.tick()
    open_choices = [choices()]  # for each card laid and the next; recursion would be as deep as there are cards
    turn_counts: list[int] = []  # how many stationary points each card laid has passed
    while open_choices:
        step = next(open_choices[-1], None)
        if step is not None:
            card, turns = step
            left[card] -= 1
            card_row.append(card)
            points.extend(turns)
            turn_counts.append(len(turns))
            deadline.tick()
            if len(card_row) < len(deal.cards):
                open_choices.append(choices())
                continue
            yield from _complete_ordering(deal, card_row, points)
        else:
            open_choices.pop()
        if card_row:
            left[card_row.pop()] += 1
            del points[len(points) - turn_counts.pop() :]


def _turn_choices(deal: Deal, card_row: list[int], points: list[int], card: int) -> Iterator[tuple[int, ...]]:
    """Yield the stationary points that laying this card next passes: none, or the one before it."""
    if not card_row:
        yield ()
        return
    if card_row[-1] == card:
        return
    step = "U" if card_row[-1] < card else "D"
    run = len(points)
    if deal.pattern[run] == step:
        yield ()
    empty = run == 0 and len(card_row) == 1  # the first run has no step so far
    can_turn = run < deal.points and deal.pattern[run + 1] == step
    if can_turn and (not empty or deal.open):
        yield (len(card_row),)


def _complete_ordering(deal: Deal, card_row: list[int], points: list[int]) -> Iterator[Ordering]:
    """Yield the complete ordering if it is valid. The last run may be empty only with open ends."""
    stationary = list(points)
    if deal.open and len(stationary) == deal.points - 1:
        stationary.append(len(card_row))
    if len(stationary) != deal.points or (not deal.open and len(card_row) < 2):
        return
    if _conditions_hold(deal, card_row, stationary):
        yield Ordering(tuple(card_row), tuple(stationary))


def _conditions_hold(deal: Deal, card_row: list[int], stationary: list[int]) -> bool:
    """Return whether the conditions hold."""
    distances_hold = all(d.allows(stationary[d.second - 1] - stationary[d.first - 1]) for d in deal.distances)
    fixed = all(stationary[point - 1] == position for point, position in deal.fixed)
    ends = deal.first in (None, card_row[0]) and deal.last in (None, card_row[-1])
    gap = deal.peak_gap is None or abs(card_row[stationary[0] - 1] - card_row[stationary[2] - 1]) == deal.peak_gap
    presets_hold = all(card_row[position - 1] == card for position, card in deal.given)
    return distances_hold and fixed and ends and gap and presets_hold


def _unknown(deadline: Deadline) -> Outcome[Any]:
    return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})


def order(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Lay the cards in the first order, in ascending order, that fulfils the conditions.

    >>> order(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    deadline = Deadline(limits)
    try:
        first_ordering = next(orderings(deal, deadline), None)
    except Stopped:
        return _unknown(deadline)
    stats = {"nodes": deadline.node_count}
    if first_ordering is None:
        return Outcome(Status.IMPOSSIBLE, reason="every order of the cards was tried", stats=stats)
    return Outcome(Status.SOLVED, first_ordering, stats=stats)


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
    distance_counts: Counter[int] = Counter()
    try:
        if pair is not None:
            distance_counts.update(
                o.stationary[pair[1] - 1] - o.stationary[pair[0] - 1] for o in orderings(free, deadline)
            )
    except Stopped:
        return _unknown(deadline)
    counts = dict(sorted(distance_counts.items()))
    shows_counts = len(deal.cards) <= MOST_COUNTED or free.between is None or pair != (1, 3)
    return Outcome(
        Status.SOLVED,
        Distances(distance_span(counts), counts if shows_counts else None),
        stats={"nodes": deadline.node_count},
    )


def value_places(ordering: Ordering) -> Place:
    """Return the places of each value in descending order: its stationary points, the fewest first, and its runs.

    >>> from passatempo.cards.answers import Ordering
    >>> value_places(Ordering((1, 2, 1, 2, 1), (2, 3, 4)))
    [(2, [1, 3], []), (1, [2], [1, 4])]
    """
    points: dict[int, list[int]] = {card: [] for card in ordering.sequence}
    runs: dict[int, list[int]] = {card: [] for card in ordering.sequence}
    for position, card in enumerate(ordering.sequence, 1):
        point_count = bisect_left(ordering.stationary, position)
        (points if position in ordering.stationary else runs)[card].append(point_count + 1)
    return [(len(points[card]), points[card], runs[card]) for card in sorted(points, reverse=True)]


def _answer_from(
    question: Question, limits: Limits, make_answer: Callable[[list[Ordering], Deadline], Outcome[Any]]
) -> Outcome[Any]:
    """List all sequences in order and apply `choose` to the list."""
    deadline = Deadline(limits)

    def key(ordering: Ordering) -> Place:
        deadline.check()
        return value_places(ordering)

    try:
        return make_answer(sorted(orderings(question.instance, deadline), key=key), deadline)
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
    sample_count = validate_count(question.ask.count)
    rng = Random(limits.seed, "cards", "sample")

    def choose(sorted_orderings: list[Ordering], deadline: Deadline) -> Outcome[Sample]:
        if not sorted_orderings:
            return Outcome(Status.IMPOSSIBLE, reason="every order of the cards was tried")
        return Outcome(
            Status.SOLVED,
            Sample(
                tuple(
                    rng.choice(sorted_orderings).sequence for _ in poll_stream(range(sample_count), deadline.check, 64)
                )
            ),
        )

    return _answer_from(question, limits, choose)


def enumerate_all(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Listing]:
    """List the sequences.

    >>> from passatempo.cards.answers import ListAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> enumerate_all(Question(Deal((1, 1, 1, 2, 2)), ListAsk())).answer
    Listing(sequences=((1, 2, 1, 2, 1),), complete=True)
    """
    count_limit, start = validate_count(question.ask.count), validate_number(question.ask.start, "start")
    if limits.answers is not None:
        count_limit = min(count_limit, limits.answers)

    def choose(sorted_orderings: list[Ordering], deadline: Deadline) -> Outcome[Listing]:
        page_sequences = tuple(ordering.sequence for ordering in sorted_orderings[start - 1 : start - 1 + count_limit])
        return Outcome(Status.SOLVED, Listing(page_sequences, len(page_sequences) == len(sorted_orderings)))

    return _answer_from(question, limits, choose)


def rank(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Rank]:
    """Find the number of a sequence.

    >>> from passatempo.cards.answers import RankAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> rank(Question(Deal((1, 1, 1, 2, 2)), RankAsk([1, 2, 1, 2, 1]))).answer
    Rank(rank=1, sequences=1)
    """
    sequence = cards_of(question.ask.sequence, "sequence") if question.ask.sequence else ()

    def choose(sorted_orderings: list[Ordering], deadline: Deadline) -> Outcome[Rank]:
        for number, ordering in enumerate(poll_stream(sorted_orderings, deadline.check, 1024), 1):
            if ordering.sequence == sequence:
                return Outcome(Status.SOLVED, Rank(number, len(sorted_orderings)))
        return Outcome(Status.IMPOSSIBLE, reason="the sequence is not one of this deal")

    return _answer_from(question, limits, choose)


def unrank(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Find the sequence with a number.

    >>> from passatempo.cards.answers import UnrankAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> unrank(Question(Deal((1, 1, 1, 2, 2)), UnrankAsk(1))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    number = validate_number(question.ask.rank, "rank")

    def choose(sorted_orderings: list[Ordering], deadline: Deadline) -> Outcome[Ordering]:
        if number > len(sorted_orderings):
            return Outcome(Status.IMPOSSIBLE, reason=f"there are only {len(sorted_orderings)} sequences")
        return Outcome(Status.SOLVED, sorted_orderings[number - 1])

    return _answer_from(question, limits, choose)
