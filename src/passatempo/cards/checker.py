"""The definition of the problem as an independent checker of answers, which shares no code with the methods.

A check takes a deadline, which raises `Stopped` at the limits of the run, because a million cards take a second to
check.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import factorial, prod

from passatempo.cards.answers import Audit, Count, Distances, Listing, Ordering, Rank, Sample, Table
from passatempo.cards.model import Deal
from passatempo.core.errors import Violation, quote
from passatempo.core.json import decimal_digits
from passatempo.core.limits import Deadline
from passatempo.core.pastime import Question

Poll = Callable[[], object]

MOST_RECOUNTED = 700  # orders of the cards that a check may enumerate, a few milliseconds
BETWEEN_LOOKS = 1 << 14  # cards between two limit checks


def _poll(deadline: Deadline | None) -> Poll:
    """Return the callback that checks the limits."""
    return bool if deadline is None else deadline.check


def check_ordering(deal: Deal, ordering: Ordering, deadline: Deadline | None = None) -> list[Violation]:
    """List the conditions that a sequence breaks.

    Examples
    --------
    >>> from passatempo.cards.answers import Ordering
    >>> from passatempo.cards.model import Deal
    >>> [broken.rule for broken in check_ordering(Deal((1, 1, 1, 2, 2)), Ordering((1, 2, 1, 2, 1), (2, 3, 5)))]
    ['wrong-stationary']
    """
    sequence, stationary_points = ordering.sequence, ordering.stationary
    poll = _poll(deadline)
    have, used = count_cards(deal.cards, poll), count_cards(sequence, poll)
    if not dict.__eq__(have, used):  # Counter's == takes 0.25 s for a million
        return _card_faults(have, used)
    points = find_stationary(sequence, deal.pattern, deal.ends, poll)
    if points is None:
        return [Violation("wrong-shape", f"the sequence does not follow {deal.pattern} with {deal.ends} ends")]
    if points != tuple(stationary_points):
        point_numbers = ", ".join(map(str, points))
        return [Violation("wrong-stationary", f"the stationary points of the sequence are {point_numbers}")]
    return list(list_violations(deal, sequence, points))


def count_cards(cards: Sequence[int], poll: Poll = bool) -> Counter[int]:
    """Count how often each value appears.

    >>> count_cards((1, 1, 2))
    Counter({1: 2, 2: 1})
    """
    card_counts: Counter[int] = Counter()
    for start in range(0, len(cards), BETWEEN_LOOKS):
        poll()
        card_counts.update(cards[start : start + BETWEEN_LOOKS])
    return card_counts


def _card_faults(have: Counter[int], used: Counter[int]) -> list[Violation]:
    """Name the cards that occur more or less often in a sequence than in the deal."""
    faults = [Violation("missing-card", f"the card {card} is missing", card) for card in have - used]
    return faults + [Violation("extra-card", f"the card {card} occurs too often", card) for card in used - have]


def find_stationary(sequence: Sequence[int], pattern: str, ends: str, poll: Poll = bool) -> tuple[int, ...] | None:
    """Find the stationary points of a sequence, or None if it does not follow the pattern.

    With open ends the first run, the last run or both may be empty. An empty end run puts its stationary point at the
    end of the sequence.

    >>> find_stationary((1, 4, 3, 2, 1, 2, 3), "UDUD", "open")
    (2, 5, 7)
    >>> find_stationary((1, 4, 3, 2, 1, 2, 3), "UDUD", "interior") is None
    True
    """
    runs, turns = "", []
    for number, (a, b) in enumerate(pairwise(sequence)):
        if number % BETWEEN_LOOKS == 0:
            poll()
        if a == b:
            return None
        step = "U" if a < b else "D"
        if step != runs[-1:]:
            if runs:
                turns.append(number + 1)
            runs += step
        if len(runs) > len(pattern):
            return None
    if runs == pattern:
        return tuple(turns)
    if ends == "open" and runs == pattern[1:]:
        return (1, *turns) if len(pattern) > 1 else ()
    if ends == "open" and runs == pattern[:-1]:
        return (*turns, len(sequence))
    if ends == "open" and runs == pattern[1:-1]:
        return (1, *turns, len(sequence))[: len(pattern) - 1]  # with UD and one card, both ends are the one point
    return None


def list_violations(deal: Deal, sequence: Sequence[int], points: Sequence[int]) -> Iterator[Violation]:
    """Yield the conditions on stationary points and ends that a sequence of the right shape breaks."""
    for distance in deal.distances:
        point_distance = points[distance.second - 1] - points[distance.first - 1]
        if not distance.allows(point_distance):
            pair = f"stationary points {distance.first} and {distance.second}"
            text = f"the distance between the {pair} is {point_distance}, not {distance.op} {distance.value}"
            yield Violation("wrong-distance", text)
    if deal.peak_gap is not None:
        gap = abs(sequence[points[0] - 1] - sequence[points[2] - 1])
        if gap != deal.peak_gap:
            yield Violation("wrong-gap", f"the maxima differ by {gap}, not by {deal.peak_gap}")
    for point, position in deal.fixed:
        if points[point - 1] != position:
            yield Violation("wrong-at", f"stationary point {point} is at {points[point - 1]}, not at {position}")
    for position, card in deal.given:
        if sequence[position - 1] != card:
            text = f"the card at position {position} is {sequence[position - 1]}, not the given {card}"
            yield Violation("wrong-given", text)
    if deal.first is not None and sequence[0] != deal.first:
        yield Violation("wrong-first", f"the first card is {sequence[0]}, not {deal.first}")
    if deal.last is not None and sequence[-1] != deal.last:
        yield Violation("wrong-last", f"the last card is {sequence[-1]}, not {deal.last}")


def namings_of(cards: Sequence[int], poll: Poll = bool) -> int:
    """Return the number of ways to name equal cards, the product of the factorials of the multiplicities.

    >>> namings_of((1, 1, 2, 2, 3, 3, 4))
    8
    """
    alike = Counter(count_cards(cards, poll).values())
    return prod(factorial(copies) ** value_count for copies, value_count in alike.items())


def all_orders(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every order of the cards once.

    >>> list(all_orders((1, 1, 2)))
    [(1, 1, 2), (1, 2, 1), (2, 1, 1)]
    """
    left = Counter(cards)
    distinct_cards = sorted(left)
    sequence: list[int] = []

    def lay() -> Iterator[tuple[int, ...]]:
        if len(sequence) == len(cards):
            yield tuple(sequence)
            return
        for card in distinct_cards:
            if left[card]:
                left[card] -= 1
                sequence.append(card)
                yield from lay()
                sequence.pop()
                left[card] += 1

    yield from lay()


def list_solutions(deal: Deal) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every sequence that fulfils the conditions, with its stationary points, by the definition.

    It enumerates all orders of the cards.
    """
    for sequence in all_orders(deal.cards):
        points = find_stationary(sequence, deal.pattern, deal.ends)
        if points is not None and not any(list_violations(deal, sequence, points)):
            yield sequence, points


def is_small(cards: Sequence[int]) -> bool:
    """Return whether the cards have few enough orders to enumerate."""
    return len(cards) < 10 and factorial(len(cards)) // namings_of(cards) <= MOST_RECOUNTED


def check_count(deal: Deal, count: Count, deadline: Deadline | None = None) -> list[Violation]:
    """Recount if there are few orders, and compare the two numbers with each other."""
    if count.sequences < 0 or (count.sequences == 0) != (count.models == 0):
        return [Violation("wrong-models", "the two numbers cannot both be right")]
    if count.sequences and count.models != count.sequences * (times := namings_of(deal.cards, _poll(deadline))):
        text = f"the models are not the sequences times {quote(decimal_digits(times))}, the namings of equal cards"
        return [Violation("wrong-models", text)]
    if is_small(deal.cards) and count.sequences != (order_count := sum(1 for _ in list_solutions(deal))):
        return [
            Violation("wrong-count", f"there are {order_count} sequences, not {quote(decimal_digits(count.sequences))}")
        ]
    return []


def check_sample(question: Question, sample: Sample, deadline: Deadline | None = None) -> list[Violation]:
    """Check each sequence, and their number."""
    faults = [*_check_each(question.instance, sample.sequences, deadline)]
    if len(sample.sequences) != question.ask.count:
        text = f"there are {len(sample.sequences)} sequences, but {question.ask.count} were requested"
        faults.append(Violation("wrong-number", text))
    return faults


def check_listing(question: Question, listing: Listing, deadline: Deadline | None = None) -> list[Violation]:
    """Check each sequence, that none is repeated, and, for small instances, that the list is complete."""
    faults = [*_check_each(question.instance, listing.sequences, deadline)]
    unique_rows: set[tuple[int, ...]] = set()
    for sequence in listing.sequences:
        _poll(deadline)()
        if sequence in unique_rows:
            faults.append(Violation("listed-twice", "a sequence is listed twice"))
            break
        unique_rows.add(sequence)
    if len(listing.sequences) > question.ask.count:
        faults.append(Violation("wrong-number", f"there are more sequences than the {question.ask.count} requested"))
    if is_small(question.instance.cards):
        truth = sum(1 for _ in list_solutions(question.instance))
        if listing.complete and len(listing.sequences) != truth:
            faults.append(Violation("not-complete", "a sequence is missing from a list that is marked as complete"))
        if not listing.complete and len(listing.sequences) == truth:
            faults.append(Violation("complete", "the list is complete and does not say so"))
    return faults


def _check_each(deal: Deal, sequences: Sequence[tuple[int, ...]], deadline: Deadline | None) -> Iterator[Violation]:
    """Yield the faults of sequences without stationary points."""
    for sequence in sequences:
        points = find_stationary(sequence, deal.pattern, deal.ends, _poll(deadline))
        yield from check_ordering(deal, Ordering(sequence, () if points is None else points), deadline)


def check_rank(question: Question, rank: Rank, deadline: Deadline | None = None) -> list[Violation]:
    """Check that the number is in its range, and recount the range for small instances."""
    if not 1 <= rank.rank <= rank.sequences:
        text = f"{quote(decimal_digits(rank.rank))} is not a number from 1 to {quote(decimal_digits(rank.sequences))}"
        return [Violation("wrong-rank", text)]
    if is_small(question.instance.cards) and rank.sequences != sum(1 for _ in list_solutions(question.instance)):
        return [Violation("wrong-count", f"there are not {quote(decimal_digits(rank.sequences))} sequences")]
    return []


def check_unrank(question: Question, ordering: Ordering, deadline: Deadline | None = None) -> list[Violation]:
    """Check the sequence."""
    return check_ordering(question.instance, ordering, deadline)


def check_encoding(question: Question, table: Table, deadline: Deadline | None = None) -> list[Violation]:
    """Check that the sizes are valid and the families add up to all clauses. A single card may need no letter."""
    if table.variables < 0 or any(number < 0 for number in table.families.values()):
        return [Violation("wrong-size", "a number of variables or clauses is negative")]
    if table.clauses != (clause_sum := sum(table.families.values())):
        return [Violation("wrong-sum", f"the families have {clause_sum} clauses together, not {table.clauses}")]
    return []


def check_audit(question: Question, audit: Audit, deadline: Deadline | None = None) -> list[Violation]:
    """Check every listed sequence, and recount the true models for small instances."""
    deal: Deal = question.instance
    faults = [
        Violation("not-spurious", f"{quote(ordering.sequence)} is a sequence of the deal")
        for ordering in audit.spurious
        if not check_ordering(deal, ordering, deadline)
    ]
    faults += [broken for ordering in audit.missing for broken in check_ordering(deal, ordering, deadline)]
    for orderings in (audit.spurious, audit.missing):
        if len(set(orderings)) < len(orderings):
            faults.append(Violation("listed-twice", "a sequence is listed twice"))
    if is_small(deal.cards):
        true = sum(1 for _ in list_solutions(deal))
        if audit.true_models not in (true, true * namings_of(deal.cards)):
            model_count = quote(decimal_digits(audit.true_models))
            faults.append(Violation("wrong-count", f"there are {true} sequences, not {model_count} true models"))
    return faults


def check_distances(deal: Deal, distances: Distances, deadline: Deadline | None = None) -> list[Violation]:
    """Compare the interval with the counts, and recount for small instances."""
    interval, counts = distances.interval, distances.sequences
    if interval is not None and interval[0] > interval[1]:
        return [Violation("wrong-interval", f"{interval[0]} to {interval[1]} is not an interval")]
    if counts is None:
        return []
    faults = [Violation("empty-distance", f"distance {d} has no sequence") for d, n in counts.items() if n < 1]
    spread = (min(counts), max(counts)) if counts and max(counts) - min(counts) == len(counts) - 1 else None
    if spread != interval:
        faults.append(Violation("wrong-interval", f"the distances listed make the interval {spread}, not {interval}"))
    if is_small(deal.cards) and deal.between is not None:
        free = type(deal)(deal.cards, (), deal.ends, largest=deal.largest)
        distance_counts = Counter(points[2] - points[0] for _, points in list_solutions(free))
        if distance_counts != counts:
            faults.append(Violation("wrong-counts", f"the counts are {dict(sorted(distance_counts.items()))}"))
    return faults
