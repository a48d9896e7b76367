"""Given cards: the scan over values with the places of the cards.

The scan of `reference.scan` sees no positions. Here a state also holds where the stationary points stand that have been
placed, and how many cards lie in each run; for a run is filled from its upper end, so that both say where the next card
of it lies. The place of a maximum is chosen freely when its value comes, that of a minimum follows: both runs beside it
are full by then. So all conditions on positions can be looked at when a card is placed.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from passatempo.cards.answers import Ordering
from passatempo.cards.model import Deal, multiplicities
from passatempo.cards.reference.scan import Moves, Scan, policies
from passatempo.core.json import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.cards.reference.scan import Move
    from passatempo.core.limits import Deadline

Key: TypeAlias = "tuple[int, tuple[int, ...], tuple[int, ...]]"  # of a move, in the order of the list


def numbered(deal: Deal, deadline: Deadline, *, counting: bool = True) -> Scan | Placing:
    """Give numbers to the sequences of a deal: by the scan over values, or, with given cards, by the one with places.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> numbered(Deal((1, 1, 1, 2, 2)), Deadline(Limits())).nth(0).sequence
    (1, 2, 1, 2, 1)
    """
    return Placing(deal, deadline) if deal.given else Scan(deal, deadline, counting=counting)


class State(NamedTuple):
    """What is known when all greater values lie: the state of the scan, positions of points (0: none yet), fillings."""

    scanned: int
    points: tuple[int, ...]
    filled: tuple[int, ...]


class Placing:
    """The states of a deal with given cards, and in how many ways each can be ended.

    Time and memory grow with the number of states, about N^4 times the number of values for UDUD, of which the given
    cards leave few.

    Parameters
    ----------
    deal
        The cards and the conditions.
    deadline
        Counts states as nodes; `Stopped` is raised when it ends the run.
    counting
        Whether all states are found now, so that sequences can be counted and named by number; not for `first`.

    Examples
    --------
    >>> from passatempo.cards.model import Distance
    >>> from passatempo.core.limits import Deadline, Limits
    >>> deal = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),), given=((7, 3),))
    >>> Placing(deal, Deadline(Limits())).sequences
    2
    """

    def __init__(self, deal: Deal, deadline: Deadline, *, counting: bool = True) -> None:
        self.deal, self.deadline = deal, deadline
        self.number = len(deal.cards)
        self.values, self.copies = multiplicities(deal.cards, deadline.check)
        self.moves = Moves(deal, deadline.check)
        found = policies(deal, self.values, deadline.check)
        self.policies, self.lacking = found or [], found is None
        self.given = dict(deal.given)
        self.asked = Counter(self.given.values())
        self.fixed = dict(deal.fixed)
        self.start = State(0, (0,) * deal.points, (0,) * len(deal.pattern))
        self.layers: list[dict[State, dict[State, list[Key]]]] = []
        self.ways: list[dict[State, int]] = []
        least = deal.points or (0 if deal.open else 2)  # cards; a single run has two ends
        self.possible = not self.lacking and self.number >= least
        if counting and self.possible:
            self._scan()

    def _scan(self) -> None:
        """Find the states of each layer, then count backwards; a key may lead to several places of one maximum."""
        states = [self.start]
        for i in range(len(self.values)):
            layer = {state: self._following(i, state) for state in states}
            self.layers.append(layer)
            states = list(dict.fromkeys(after for following in layer.values() for after in following))
        self.ways = [{state: 1 for state in states if self._ends(state)}]
        for layer in reversed(self.layers):
            last = self.ways[-1]
            self.deadline.check()
            counted = {
                state: sum(len(keys) * last[after] for after, keys in following.items() if after in last)
                for state, following in layer.items()
            }
            self.ways.append({state: ways for state, ways in counted.items() if ways})
        self.ways.reverse()

    def _following(self, i: int, state: State) -> dict[State, list[Key]]:
        """Return where the copies of a value lead from a state, and by which moves."""
        self.deadline.tick()
        found: dict[State, list[Key]] = {}
        for move in self.moves.of(state.scanned, self.copies[i], self.policies[i]):
            key = len(move.points), move.points, move.runs
            for after in self._placed(self.values[i], state, move):
                found.setdefault(after, []).append(key)
        return found

    def _placed(self, value: int, state: State, move: Move) -> Iterator[State]:
        """Yield the states after a move: one for every place of the maxima that it places."""
        for points in self._choices(state.points, state.filled, move.points):
            filled = list(state.filled)
            places = [points[k - 1] for k in move.points]
            for run in move.runs:
                filled[run - 1] += 1
                place = self._place(points, run, filled[run - 1])
                if place is None:
                    break
                places.append(place)
            else:
                if self._fits(value, points, places):
                    yield State(move.state, points, tuple(filled))

    def _choices(
        self, points: tuple[int, ...], filled: tuple[int, ...], wanted: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the positions of the points with those wanted placed."""
        if not wanted:
            yield points
            return
        point, rest = wanted[0], wanted[1:]
        for position in self._positions(points, filled, point):
            placed = (*points[: point - 1], position, *points[point:])
            if self._apart(placed, point):
                yield from self._choices(placed, filled, rest)

    def _positions(self, points: tuple[int, ...], filled: tuple[int, ...], point: int) -> Sequence[int]:
        """Return where a point may stand, as far as the points beside it tell."""
        if self.deal.pattern[point - 1] == "D":  # a minimum: both runs are full
            left = self._upper(points, point) + filled[point - 1] + 1
            right = self._upper(points, point + 1) - filled[point] - 1
            return (left,) if left == right and self._fixed(point, left) else ()
        low = max((position for position in points[: point - 1] if position), default=0) + 1
        high = min((position for position in points[point:] if position), default=self.number + 1) - 1
        return [p for p in range(max(low, point), high + 1) if self._fixed(point, p)]

    def _fixed(self, point: int, position: int) -> bool:
        return self.fixed.get(point, position) == position

    def _upper(self, points: tuple[int, ...], run: int) -> int:
        """Return the position of the upper end of a run, one beyond the row where the run is an end run without."""
        if self.deal.pattern[run - 1] == "U":
            return points[run - 1] if run <= self.deal.points else self.number + 1
        return points[run - 2] if run > 1 else 0

    def _place(self, points: tuple[int, ...], run: int, nth: int) -> int | None:
        """Return where the n-th card of a run lies, None where there is no room."""
        place = self._upper(points, run) + (-nth if self.deal.pattern[run - 1] == "U" else nth)
        return place if 1 <= place <= self.number else None

    def _apart(self, points: tuple[int, ...], point: int) -> bool:
        """Tell whether a point just placed keeps its distances from those that are placed."""
        for condition in self.deal.distances:
            if point in condition[:2]:
                first, second = points[condition.first - 1], points[condition.second - 1]
                if first and second and not condition.allows(second - first):
                    return False
        return True

    def _fits(self, value: int, points: tuple[int, ...], places: list[int]) -> bool:
        """Tell whether the copies of a value lie where no other card is given, and on all places given to them."""
        if len(set(places)) < len(places):
            return False
        mine = sum(place in self.given for place in places)
        return mine == self.asked[value] and all(self.given.get(place, value) == value for place in places)

    def _ends(self, state: State) -> bool:
        """Tell whether a last state is a row without holes."""
        if state.scanned != self.moves.final:
            return False
        run_ends = [0, *state.points, self.number + 1]
        return all(
            after - before - 1 == cards
            for before, after, cards in zip(run_ends, run_ends[1:], state.filled, strict=False)
        )

    def first(self, lean: int = 0) -> Ordering | None:
        """Return a sequence, None where there is none: depth first, points that divide the row evenly before others.

        Where many states end well it sees few of them. With a lean, points stand so many places further right at first.

        >>> from passatempo.core.limits import Deadline, Limits
        >>> Placing(Deal((1, 1, 2), pattern="UD", given=((1, 1),)), Deadline(Limits()), counting=False).first().sequence
        (1, 2, 1)
        """
        chosen: list[Key] = []
        self.lean = lean
        last = self._descend(0, self.start, chosen, set()) if self.possible else None
        return None if last is None else self._lay(chosen, last.points)

    def _descend(self, i: int, state: State, chosen: list[Key], dead: set[tuple[int, State]]) -> State | None:
        """Return a last state that is a row; the moves that lead there are added to those chosen."""
        if i == len(self.values):
            return state if self._ends(state) else None
        if (i, state) in dead:
            return None
        for after, keys in sorted(self._following(i, state).items(), key=self._strain):
            chosen.append(keys[0])
            last = self._descend(i + 1, after, chosen, dead)
            if last is not None:
                return last
            chosen.pop()
        dead.add((i, state))
        return None

    def _strain(self, one: tuple[State, list[Key]]) -> int:
        """Return how far the points stand from where they would divide the row evenly, or lean."""
        points = one[0].points
        return sum([abs((p - self.lean) * (len(points) + 1) - at * self.number) for at, p in enumerate(points, 1) if p])

    @property
    def sequences(self) -> int:
        """How many sequences there are."""
        return self.ways[0].get(self.start, 0) if self.ways else 0

    @property
    def reason(self) -> str:
        """Why there is no sequence."""
        if self.number < self.deal.points:
            have = f"{count_of(self.number, 'card')} {'is' if self.number == 1 else 'are'}"
            return f"{have} fewer than the {self.deal.points} stationary points of {self.deal.pattern}"
        if self.lacking:
            return "a card that an end or a maximum must have is not there"
        return "no sequence that fulfils the conditions has all the given cards"

    def by_distance(self, pair: tuple[int, int]) -> dict[int, int]:
        """Count the sequences by the distance of two points, scanning forwards."""
        if not self.sequences:
            return {}
        reached: Counter[State] = Counter({self.start: 1})
        for layer, alive in zip(self.layers, self.ways[1:], strict=True):
            self.deadline.check()
            after: Counter[State] = Counter()
            for state, ways in reached.items():
                for following, keys in layer[state].items():
                    if following in alive:
                        after[following] += ways * len(keys)
            reached = after
        found: Counter[int] = Counter()
        for state, ways in reached.items():
            found[state.points[pair[1] - 1] - state.points[pair[0] - 1]] += ways
        return dict(sorted(found.items()))

    def _branches(self, i: int, ways: dict[State, int]) -> list[tuple[Key, dict[State, int]]]:
        """Return the moves from a set of states in their order, with the states they lead to.

        Equal moves from several states differ in places that later values settle.
        """
        alive = self.ways[i + 1]
        found: dict[Key, dict[State, int]] = {}
        for state in ways:
            for after, keys in self.layers[i][state].items():
                if after in alive:
                    for key in keys:
                        found.setdefault(key, {})[after] = alive[after]
        return sorted(found.items())

    def nth(self, number: int) -> Ordering:
        """Return a sequence by its number from 0, in the order of the scan."""
        ways = {self.start: self.sequences}
        chosen = []
        for i in range(len(self.values)):
            self.deadline.check()
            for key, following in self._branches(i, ways):
                here = sum(following.values())
                if number < here:
                    chosen.append(key)
                    ways = following
                    break
                number -= here
        return self._lay(chosen, next(iter(ways)).points)

    def rank(self, ordering: Ordering) -> int:
        """Return the number of a sequence: the inverse of `nth`."""
        ways, number = {self.start: self.sequences}, 0
        for i, value in enumerate(self.values):
            wanted = self._key(ordering, value)
            self.deadline.check()
            for key, following in self._branches(i, ways):
                if key == wanted:
                    ways = following
                    break
                number += sum(following.values())
        return number

    @staticmethod
    def _key(ordering: Ordering, value: int) -> Key:
        """Return the move that lays the copies of a value as a sequence does."""
        points: list[int] = []
        runs: list[int] = []
        run = 1
        for position, card in enumerate(ordering.sequence, 1):
            here = run <= len(ordering.stationary) and position == ordering.stationary[run - 1]
            if card == value:
                (points if here else runs).append(run)
            run += here
        return len(points), tuple(points), tuple(runs)

    def _lay(self, chosen: list[Key], points: tuple[int, ...]) -> Ordering:
        """Lay the cards as the moves say."""
        row = [0] * self.number
        filled = [0] * len(self.deal.pattern)
        for value, (_, at, runs) in zip(self.values, chosen, strict=True):
            for point in at:
                row[points[point - 1] - 1] = value
            for run in runs:
                filled[run - 1] += 1
                row[(self._place(points, run, filled[run - 1]) or 1) - 1] = value
        return Ordering(tuple(row), points)
