"""The cards and the conditions on their order: frozen values, no search.

A sequence follows a *pattern* of alternating runs, U strictly rising and D strictly falling. *Stationary point* k is
between run k and run k + 1 and belongs to both. In UDUD the points 1, 2, 3 are a maximum, a minimum and a maximum.
Positions and stationary points count from 1, because the formulas do.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias, TypeVar, get_args

from passatempo.core.errors import InvalidInstance, Violation, quote
from passatempo.core.limits import poll_stream
from passatempo.core.text import size_violations
from passatempo.core.value import Instance

Ends: TypeAlias = Literal["interior", "open"]
Op: TypeAlias = Literal["=", "<=", ">="]

T = TypeVar("T")

ENDS: tuple[Ends, ...] = get_args(Ends)
OPS: tuple[Op, ...] = get_args(Op)
NOTHING = (None, None, None)
MOUNTAINS = "UDUD"  # the published exercise: up, down, up, down
MOST_CARDS = 2**25  # as many as fit in the longest text that is accepted
LARGEST = 2**53  # of a card and of a distance, because JSON numbers are exact up to here
MOST_COUNTED = 2001  # cards up to which `distances` counts for plain UDUD
MOST_CONDITIONS = 10_000  # 64 runs have 1,953 pairs of stationary points, each with three kinds of condition
PIECE = 1 << 14  # cards counted between two limit checks, a millisecond
MOST_RUNS = 64  # the states of the scan over values grow like Fibonacci numbers, so this is no real limit


class Distance(NamedTuple):
    """A condition on the distance of two stationary points: position of `second` minus position of `first`."""

    first: int
    second: int
    op: Op
    value: int

    def allows(self, distance: int) -> bool:
        """Return whether a distance fulfils the condition.

        >>> Distance(1, 3, "<=", 4).allows(3)
        True
        """
        if self.op == "=":
            return distance == self.value
        return distance <= self.value if self.op == "<=" else distance >= self.value


@dataclass(frozen=True, slots=True)
class Deal(Instance):
    """The cards and the conditions on their order.

    Parameters
    ----------
    cards
        The values. Equal cards cannot be told apart.
    distances
        Conditions on distances of stationary points. Without any, every distance is allowed.
    ends
        With ``interior`` the first and the last run have at least one step, so that no end of the sequence is a
        stationary point; with ``open`` they may be empty.
    pattern
        The runs, U and D in turn.
    peak_gap
        The difference of the two maxima of UDUD, or None for any.
    fixed
        Pairs (stationary point, position) that must hold, by stationary point.
    first, last
        The card at the start and at the end, or None for any.
    largest
        The upper bound of cards from 1 (the parameter M of the exercise), or None for any whole numbers.
    given
        Pairs (position, card) of the given cards, by position.

    Raises
    ------
    InvalidInstance
        Naming every invalid condition.

    Examples
    --------
    >>> Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),)).points
    3
    """

    cards: tuple[int, ...]
    distances: tuple[Distance, ...] = ()
    ends: Ends = "interior"
    pattern: str = MOUNTAINS
    peak_gap: int | None = None
    fixed: tuple[tuple[int, int], ...] = ()
    first: int | None = None
    last: int | None = None
    largest: int | None = None
    given: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        faults = [*_card_faults(self), *_shape_faults(self), *_condition_faults(self), *_preset_faults(self)]
        if faults:
            raise InvalidInstance(faults)

    @property
    def points(self) -> int:
        """The number of stationary points of the pattern."""
        return len(self.pattern) - 1

    @property
    def open(self) -> bool:
        """Whether the first and the last run may be empty."""
        return self.ends == "open"

    @property
    def between(self) -> tuple[int, int] | None:
        """The least and greatest allowed distance of UDUD's maxima if nothing else is required, else None.

        Such a *plain* deal has a closed form.

        >>> Deal((1, 2), (Distance(1, 3, "<=", 6), Distance(1, 3, ">=", 4))).between
        (4, 6)
        >>> Deal((1, 2), first=1).between is None
        True
        """
        if self.pattern != MOUNTAINS or self.fixed or self.given or (self.peak_gap, self.first, self.last) != NOTHING:
            return None
        low, high = 0, LARGEST
        for first, second, op, distance_bound in self.distances:
            if first != 1 or second != 3:
                return None
            low = distance_bound if op != "<=" and distance_bound > low else low
            high = distance_bound if op != ">=" and distance_bound < high else high
        return low, high


def _card_faults(deal: Deal) -> Iterator[Violation]:
    """Name the invalid cards."""
    cards, largest = deal.cards, deal.largest
    if not cards:
        yield Violation("no-cards", "there are no cards")
        return
    low, high = (-LARGEST, LARGEST) if largest is None else (1, largest)
    if largest is not None and largest < 1:
        yield Violation("bad-M", f"M is {largest}, it must be at least 1")
    elif faults := list(size_violations(largest or 0, 1, LARGEST, "M")):
        yield from faults
    elif min(cards) < low or max(cards) > high:
        number, card = next((i, card) for i, card in enumerate(cards, 1) if not low <= card <= high)
        yield Violation("card-outside", f"card {number} has value {card}, outside {low}..{high}", number)
    for name in ("first", "last"):
        card = getattr(deal, name)
        if card is not None and not -LARGEST <= card <= LARGEST:
            yield Violation(f"bad-{name}", f"{name} is {quote(card)}, beyond ±{LARGEST}")


def _shape_faults(deal: Deal) -> Iterator[Violation]:
    """Name the faults of pattern and ends."""
    pattern = deal.pattern
    alternating = all(a != b for a, b in pairwise(pattern))
    if not pattern or set(pattern) - {"U", "D"} or not alternating:
        yield Violation("bad-pattern", f"pattern is {quote(pattern)}, it must be U and D in turn, as in UDUD")
    elif len(pattern) > MOST_RUNS:
        yield Violation("bad-pattern", f"the pattern has {len(pattern)} runs, more than {MOST_RUNS}")
    if deal.ends not in ENDS:
        yield Violation("bad-ends", f"ends is {quote(deal.ends)}, it must be interior or open")


def _condition_faults(deal: Deal) -> Iterator[Violation]:
    """Name the conditions that make no sense for this pattern."""
    points, condition_count = deal.points, len(deal.distances)
    if condition_count > MOST_CONDITIONS:
        yield Violation(
            "bad-distance", f"there are {condition_count} conditions on distances, more than {MOST_CONDITIONS}"
        )
        return
    for first, second, op, distance_bound in deal.distances:
        name = "D" if (first, second, op, deal.pattern) == (1, 3, "=", MOUNTAINS) else "the distance"
        if not 1 <= first < second <= points:
            text = f"distance between {first} and {second}: {deal.pattern} has the stationary points 1 to {points}"
            yield Violation("bad-between", text)
        elif op not in OPS:
            yield Violation("bad-op", f"op is {quote(op)}, it must be =, <= or >=")
        elif distance_bound < 1:
            yield Violation("bad-distance", f"{name} is {distance_bound}, it must be at least 1")
        yield from size_violations(distance_bound, 1, LARGEST, name)
    if deal.peak_gap is not None and deal.pattern != MOUNTAINS:
        yield Violation("bad-gap", f"peak_value_gap is for the pattern UDUD only, not for {quote(deal.pattern)}")
    elif deal.peak_gap is not None and not 0 <= deal.peak_gap <= 2 * LARGEST:
        yield Violation("bad-gap", f"peak_value_gap is {deal.peak_gap}, it must be 0 or more")
    for point, position in deal.fixed:
        if not 1 <= point <= points:
            yield Violation("bad-at", f"at: {deal.pattern} has no stationary point {point}")
        elif not 1 <= position <= LARGEST:
            yield Violation("bad-at", f"at: {position} is not a position")
    if len({point for point, _ in deal.fixed}) < len(deal.fixed):
        yield Violation("bad-at", "at: a stationary point is repeated")


def _preset_faults(deal: Deal) -> Iterator[Violation]:
    """Name the given cards that the deal lacks, or whose positions are invalid or repeated."""
    n = len(deal.cards)
    twice = Counter([position for position, _ in deal.given])
    card_faults = [f"{p} is not a position (1 to {n})" for p in twice if not 1 <= p <= n]
    card_faults += [f"position {p} is repeated" for p, times in twice.items() if times > 1]
    for card in Counter([card for _, card in deal.given]) - Counter(deal.cards) if deal.given else ():
        copies = deal.cards.count(card)
        count_message = f"is given more often than the {copies} in the deal" if copies else "is not among the cards"
        card_faults.append(f"the card {card} {count_message}")
    yield from [Violation("bad-given", f"given: {card_fault}") for card_fault in card_faults]


def multiplicities(cards: Sequence[int], poll: Callable[[], object] = bool) -> tuple[list[int], list[int]]:
    """Return the distinct values in descending order, and the number of copies of each.

    It counts and sorts in pieces and calls `poll` between them, which may raise to stop.

    >>> multiplicities((1, 1, 4, 3, 3))
    ([4, 3, 1], [1, 2, 2])
    """
    if len(cards) <= PIECE:
        poll()
        card_counts = Counter(cards)
        sorted_cards = sorted(card_counts, reverse=True)
        return sorted_cards, [card_counts[card] for card in sorted_cards]
    copies: Counter[int] = Counter()
    for start in range(0, len(cards), PIECE):
        poll()
        copies.update(cards[start : start + PIECE])
    card_keys = list(copies)
    rows = [
        sorted(card_keys[start : start + PIECE], reverse=True)
        for start in poll_stream(range(0, len(card_keys), PIECE), poll)
    ]
    while len(rows) > 1:  # sorting two sorted halves merges them
        pairs = poll_stream(range(0, len(rows), 2), poll)
        rows = [sorted(rows[k] + rows[k + 1], reverse=True) if k + 1 < len(rows) else rows[k] for k in pairs]
    distinct_cards = rows[0] if rows else []
    return distinct_cards, [copies[card] for card in poll_stream(distinct_cards, poll, PIECE)]


def left_open(deal: Deal) -> tuple[Deal, tuple[int, int] | None]:
    """Return the deal for `distances`, without its first distance condition, and that condition's pair.

    Without a condition the pair is the first and the last stationary point, or None if the pattern has fewer than two.
    All conditions on the same pair are left out.

    >>> left_open(Deal((1, 1, 1, 2, 2), (Distance(1, 3, "=", 4),)))[1]
    (1, 3)
    """
    if not deal.distances:
        return deal, (1, deal.points) if deal.points > 1 else None
    pair = deal.distances[0][:2]
    rest = copy(deal)  # fewer conditions, so a million cards need no new check
    object.__setattr__(rest, "distances", tuple(d for d in deal.distances if d[:2] != pair))
    return rest, pair


class RunCondition(NamedTuple):
    """A condition on the number of cards inside some runs, `low` <= cards <= `high`."""

    runs: frozenset[int]
    low: int
    high: int


def run_conditions(deal: Deal) -> list[RunCondition]:
    """Write the conditions on distances and positions as conditions on cards inside runs.

    >>> from passatempo.cards.model import Deal, Distance
    >>> run_conditions(Deal((1, 2, 3), (Distance(1, 3, "=", 4),)))
    [RunCondition(runs=frozenset({2, 3}), low=2, high=2)]
    """
    inside = len(deal.cards) - deal.points
    forms = []
    for first, second, op, distance_bound in deal.distances:
        # p[second] - p[first] = (second - first) + the cards inside the runs first + 1 .. second
        rest = distance_bound - (second - first)
        rest_low, rest_high = (0 if op == "<=" else rest), (inside if op == ">=" else rest)
        forms.append(RunCondition(frozenset(range(first + 1, second + 1)), rest_low, rest_high))
    for point, position in deal.fixed:
        # p[point] = point + the cards inside the runs 1 .. point
        forms.append(RunCondition(frozenset(range(1, point + 1)), position - point, position - point))
    return forms


def merge_conditions(forms: list[RunCondition]) -> list[RunCondition]:
    """Join the conditions on the same runs.

    >>> merge_conditions([RunCondition(frozenset({2, 3}), 2, 9), RunCondition(frozenset({2, 3}), 0, 4)])
    [RunCondition(runs=frozenset({2, 3}), low=2, high=4)]
    """
    bounds: dict[frozenset[int], tuple[int, int]] = {}
    for runs, low, high in forms:
        lower_bound, upper_bound = bounds.get(runs, (low, high))
        bounds[runs] = max(low, lower_bound), min(high, upper_bound)
    return [RunCondition(runs, low, high) for runs, (low, high) in bounds.items()]
