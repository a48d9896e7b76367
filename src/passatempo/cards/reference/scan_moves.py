"""The moves of the scan over values: where the copies of one value may go.

The values are scanned from the greatest to the least. A run is strictly monotone, so it holds at most one card of a
value, and a card may lie inside a run only while the value is strictly below the run's upper end and strictly above its
lower end. So all that matters of the past is which stationary points have been placed: they are the bits of a state
(bit k - 1 for point k). Two further bits say that the first and the last run have a card, which interior ends ask for.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from passatempo.core.limits import polled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from passatempo.cards.model import Deal


class Move(NamedTuple):
    """Where the copies of one value go: the stationary points they are, the runs they lie in, the state afterwards."""

    points: tuple[int, ...]
    runs: tuple[int, ...]
    state: int


class Policy(NamedTuple):
    """What the conditions on ends and peaks say about one value.

    ``first`` and ``last`` are ``"free"``, ``"closed"`` (the end run takes no card of this value) or ``"here"`` (this
    value is the end of the sequence). ``peaks`` is None, or how many of the two maxima of UDUD must have this value.
    """

    first: str = "free"
    last: str = "free"
    peaks: int | None = None


class Moves:
    """The moves of a deal, made when first needed and kept; `poll` is called meanwhile and may raise to stop.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> moves = Moves(Deal((1, 2), pattern="UD", ends="open"))
    >>> moves.of(0, 1, Policy())
    (Move(points=(1,), runs=(), state=1),)
    >>> [move.runs for move in moves.of(1, 1, Policy())]
    [(1,), (2,)]
    """

    def __init__(self, deal: Deal, poll: Callable[[], object] = bool) -> None:
        self.deal, self.poll = deal, poll
        self.points, self.runs = deal.points, len(deal.pattern)
        self.minima = tuple(k for k in range(1, self.points + 1) if deal.pattern[k - 1] == "D")
        self._kept: dict[tuple[int, int, Policy], tuple[Move, ...]] = {}

    def of(self, state: int, copies: int, policy: Policy) -> tuple[Move, ...]:
        """Return the moves from a state for so many copies of a value."""
        key = state, copies, policy
        if key not in self._kept:
            self._kept[key] = tuple(self._make(*key))
        return self._kept[key]

    def _make(self, state: int, copies: int, policy: Policy) -> Iterator[Move]:
        """Yield the moves: every choice of points, and of runs for the other copies."""
        if copies > self.points + self.runs:
            return
        for points in self._choices(state, copies, policy):
            self.poll()
            placed = state | sum(1 << (point - 1) for point in points)
            available = [run for run in range(1, self.runs + 1) if self._available(run, state, placed, policy)]
            for runs in polled(combinations(available, copies - len(points)), self.poll, 256):
                if self._keeps(points, runs, policy):
                    yield Move(points, runs, self._flagged(placed, runs))

    def _choices(self, state: int, copies: int, policy: Policy) -> Iterator[tuple[int, ...]]:
        """Yield the sets of stationary points that may have this value: a minimum is below both maxima beside it."""
        candidates = []
        for point in range(1, self.points + 1):
            beside = [other for other in (point - 1, point + 1) if 1 <= other <= self.points]
            fits = point not in self.minima or all(state >> (other - 1) & 1 for other in beside)
            if fits and not state >> (point - 1) & 1:
                candidates.append(point)
        for number in range(min(copies, len(candidates)) + 1):
            for points in polled(combinations(candidates, number), self.poll):
                if policy.peaks is None or sum(point in (1, 3) for point in points) == policy.peaks:
                    yield points

    def _available(self, run: int, before: int, after: int, policy: Policy) -> bool:
        """Tell whether a card of this value may lie inside a run."""
        if (run == 1 and policy.first == "closed") or (run == self.runs and policy.last == "closed"):
            return False
        rises = self.deal.pattern[run - 1] == "U"
        upper, lower = (run, run - 1) if rises else (run - 1, run)
        below_top = not 1 <= upper <= self.points or before >> (upper - 1) & 1
        above_bottom = not 1 <= lower <= self.points or not after >> (lower - 1) & 1
        return bool(below_top and above_bottom)

    def _keeps(self, points: tuple[int, ...], runs: tuple[int, ...], policy: Policy) -> bool:
        """Tell whether the ends of the sequence are what they must be."""
        if policy.first == "here" and 1 not in runs and 1 not in points:
            return False
        return policy.last != "here" or self.runs in runs or self.points in points

    @cached_property
    def flags(self) -> tuple[int, int]:
        """The bits that say that the first and the last run have a card; none with open ends."""
        return (0, 0) if self.deal.open or self.runs == 1 else (1 << self.points, 2 << self.points)

    def _flagged(self, placed: int, runs: tuple[int, ...]) -> int:
        """Set the bits of the end runs that got a card."""
        first, last = self.flags
        return placed | (first if 1 in runs else 0) | (last if self.runs in runs else 0)

    @property
    def final(self) -> int:
        """The state in which every stationary point is placed and, with interior ends, both end runs have cards."""
        return ((1 << self.points) - 1) | sum(self.flags)


def policies(deal: Deal, values: list[int], poll: Callable[[], object] = bool) -> list[Policy] | None:
    """Return the policy of every value, in descending order, or None where a card or peak that must be is not there.

    A rising first run is filled from its end to its start, so its first card is its least; a falling one from its
    start. The greater of the two maxima of UDUD is the greatest card, because every card lies below one of them.
    """
    if deal.first is None and deal.last is None and deal.peak_gap is None:
        return [Policy()] * len(values)
    there = set(values)
    if any(card is not None and card not in there for card in (deal.first, deal.last)):
        return None
    peaks: dict[int, int] | None = None
    if deal.peak_gap is not None:
        peaks = {values[0]: 2} if deal.peak_gap == 0 else {values[0]: 1, values[0] - deal.peak_gap: 1}
        if not peaks.keys() <= there:
            return None
    rises, falls_last = deal.pattern[0] == "U", deal.pattern[-1] == "D"
    return [
        Policy(
            _end(value, deal.first, open_above=rises),
            _end(value, deal.last, open_above=falls_last),
            None if peaks is None else peaks.get(value, 0),
        )
        for value in polled(values, poll, 1024)
    ]


def _end(value: int, wanted: int | None, *, open_above: bool) -> str:
    """Say what an end run may do with a value when its outermost card must be `wanted`."""
    if wanted is None:
        return "free"
    if value == wanted:
        return "here"
    return "free" if (value > wanted) == open_above else "closed"
