"""Given cards: the scan over values with the places of the cards.

The scan of `reference.scan` ignores positions. Here a state also holds the positions of the stationary points placed so
far and the number of cards in each run. A run is filled from its upper end, so both determine the position of its next
card. The position of a maximum is free when its value is placed. The position of a minimum follows, because both
neighbouring runs are full by then. All conditions on positions are therefore checked when a card is placed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from passatempo.cards.answers import Ordering
from passatempo.cards.model import Deal, multiplicities
from passatempo.cards.reference.scan import MoveTable, Scan, ScanMove, card_policies
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline

Key: TypeAlias = "tuple[int, tuple[int, ...], tuple[int, ...]]"  # of a move, in listing order


def number_rows(deal: Deal, deadline: Deadline, *, counting: bool = True) -> "Scan | PlacementScan":
    """Return the numbering of a deal: the scan over values, or `PlacementScan` with given cards.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> number_rows(Deal((1, 1, 1, 2, 2)), Deadline(Limits())).nth(0).sequence
    (1, 2, 1, 2, 1)
    """
    return PlacementScan(deal, deadline) if deal.given else Scan(deal, deadline, counting=counting)


class PlacementState(NamedTuple):
    """A state after all greater values: the scan's state, the points' positions (0 if not placed), and run sizes."""

    scan_state: int
    points: tuple[int, ...]
    run_sizes: tuple[int, ...]


class PlacementScan:
    """The states of a deal with given cards, and the number of ways to complete each.

    Time and memory grow with the number of states. UDUD has about N^4 times the number of values, of which the given
    cards leave few.

    Parameters
    ----------
    deal
        The cards and the conditions.
    deadline
        Counts states as nodes; `Stopped` is raised when it ends the run.
    counting
        Whether to find all states now, for counting and numbering. `first_ordering` does not need them.

    Examples
    --------
    >>> from passatempo.cards.model import Distance
    >>> from passatempo.core.limits import Deadline, Limits
    >>> deal = Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),), given=((7, 3),))
    >>> PlacementScan(deal, Deadline(Limits())).sequences
    2
    """

    def __init__(self, deal: Deal, deadline: Deadline, *, counting: bool = True) -> None:
        self.deal, self.deadline = deal, deadline
        self.card_count = len(deal.cards)
        self.distinct_cards, self.copy_counts = multiplicities(deal.cards, deadline.check)
        self.move_table = MoveTable(deal, deadline.check)
        value_policies = card_policies(deal, self.distinct_cards, deadline.check)
        self.value_policies, self.lacks_card = value_policies or [], value_policies is None
        self.preset_cards = dict(deal.given)
        self.preset_counts = Counter(self.preset_cards.values())
        self.fixed_positions = dict(deal.fixed)
        self.start_state = PlacementState(0, (0,) * deal.points, (0,) * len(deal.pattern))
        self.state_layers: list[dict[PlacementState, dict[PlacementState, list[Key]]]] = []
        self.state_ways: list[dict[PlacementState, int]] = []
        card_minimum = deal.points or (0 if deal.open else 2)  # cards, since a single run has two ends
        self.is_possible = not self.lacks_card and self.card_count >= card_minimum
        if counting and self.is_possible:
            self._scan_layers()

    def _scan_layers(self) -> None:
        """Find the states of each layer, then count backwards. A key may lead to several positions of one maximum."""
        states = [self.start_state]
        for i in range(len(self.distinct_cards)):
            layer = {state: self._next_states(i, state) for state in states}
            self.state_layers.append(layer)
            states = list(dict.fromkeys(after for successors in layer.values() for after in successors))
        self.state_ways = [{state: 1 for state in states if self._is_final(state)}]
        for layer in reversed(self.state_layers):
            last_ways = self.state_ways[-1]
            self.deadline.check()
            layer_ways = {
                state: sum(len(keys) * last_ways[after] for after, keys in successors.items() if after in last_ways)
                for state, successors in layer.items()
            }
            self.state_ways.append({state: ways for state, ways in layer_ways.items() if ways})
        self.state_ways.reverse()

    def _next_states(self, i: int, state: PlacementState) -> dict[PlacementState, list[Key]]:
        """Return the states after placing the copies of a value, with the moves that lead to each."""
        self.deadline.tick()
        next_states: dict[PlacementState, list[Key]] = {}
        for move in self.move_table.moves_from(state.scan_state, self.copy_counts[i], self.value_policies[i]):
            key = len(move.points), move.points, move.runs
            for after in self._place_move(self.distinct_cards[i], state, move):
                next_states.setdefault(after, []).append(key)
        return next_states

    def _place_move(self, card: int, state: PlacementState, move: ScanMove) -> Iterator[PlacementState]:
        """Yield the states after a move, one for every choice of positions of its maxima."""
        for points in self._point_choices(state.points, state.run_sizes, move.points):
            run_sizes = list(state.run_sizes)
            places = [points[k - 1] for k in move.points]
            for run in move.runs:
                run_sizes[run - 1] += 1
                place = self._card_position(points, run, run_sizes[run - 1])
                if place is None:
                    break
                places.append(place)
            else:
                if self._presets_hold(card, points, places):
                    yield PlacementState(move.next_state, points, tuple(run_sizes))

    def _point_choices(
        self, points: tuple[int, ...], run_sizes: tuple[int, ...], open_points: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the positions of all points after placing the given ones."""
        if not open_points:
            yield points
            return
        point, rest = open_points[0], open_points[1:]
        for position in self._point_positions(points, run_sizes, point):
            next_points = (*points[: point - 1], position, *points[point:])
            if self._distances_hold(next_points, point):
                yield from self._point_choices(next_points, run_sizes, rest)

    def _point_positions(self, points: tuple[int, ...], run_sizes: tuple[int, ...], point: int) -> Sequence[int]:
        """Return the possible positions of a point, given the neighbouring points."""
        if self.deal.pattern[point - 1] == "D":  # a minimum, whose two runs are full
            left = self._upper_end(points, point) + run_sizes[point - 1] + 1
            right = self._upper_end(points, point + 1) - run_sizes[point] - 1
            return (left,) if left == right and self._may_stand(point, left) else ()
        low = max((position for position in points[: point - 1] if position), default=0) + 1
        high = min((position for position in points[point:] if position), default=self.card_count + 1) - 1
        return [p for p in range(max(low, point), high + 1) if self._may_stand(point, p)]

    def _may_stand(self, point: int, position: int) -> bool:
        return self.fixed_positions.get(point, position) == position

    def _upper_end(self, points: tuple[int, ...], run: int) -> int:
        """Return the position of the upper end of a run, or one beyond the row if an end run has none."""
        if self.deal.pattern[run - 1] == "U":
            return points[run - 1] if run <= self.deal.points else self.card_count + 1
        return points[run - 2] if run > 1 else 0

    def _card_position(self, points: tuple[int, ...], run: int, nth: int) -> int | None:
        """Return the position of the n-th card of a run, or None if there is no room."""
        place = self._upper_end(points, run) + (-nth if self.deal.pattern[run - 1] == "U" else nth)
        return place if 1 <= place <= self.card_count else None

    def _distances_hold(self, points: tuple[int, ...], point: int) -> bool:
        """Return whether the distances of a new point to the points placed before are allowed."""
        for condition in self.deal.distances:
            if point in condition[:2]:
                first, second = points[condition.first - 1], points[condition.second - 1]
                if first and second and not condition.allows(second - first):
                    return False
        return True

    def _presets_hold(self, card: int, points: tuple[int, ...], places: list[int]) -> bool:
        """Return whether the copies of a value fill all positions given to it and no position given to another."""
        if len(set(places)) < len(places):
            return False
        mine = sum(place in self.preset_cards for place in places)
        return mine == self.preset_counts[card] and all(self.preset_cards.get(place, card) == card for place in places)

    def _is_final(self, state: PlacementState) -> bool:
        """Return whether a last state is a row without gaps."""
        if state.scan_state != self.move_table.final_state:
            return False
        run_ends = [0, *state.points, self.card_count + 1]
        return all(
            after - before - 1 == cards
            for before, after, cards in zip(run_ends, run_ends[1:], state.run_sizes, strict=False)
        )

    def first_ordering(self, lean: int = 0) -> Ordering | None:
        """Return a sequence or None, by depth-first search that first tries points dividing the row evenly.

        If many states lead to a row, it visits few of them. The first points tried are `lean` positions further right.

        >>> from passatempo.core.limits import Deadline, Limits
        >>> cards = Deal((1, 1, 2), pattern="UD", given=((1, 1),))
        >>> PlacementScan(cards, Deadline(Limits()), counting=False).first_ordering().sequence
        (1, 2, 1)
        """
        move_keys: list[Key] = []
        self.point_lean = lean
        last = self._descend(0, self.start_state, move_keys, set()) if self.is_possible else None
        return None if last is None else self._lay_cards(move_keys, last.points)

    def _descend(
        self, i: int, state: PlacementState, move_keys: list[Key], dead: set[tuple[int, PlacementState]]
    ) -> PlacementState | None:
        """Return a last state that is a row, and append the moves to it to `move_keys`."""
        if i == len(self.distinct_cards):
            return state if self._is_final(state) else None
        if (i, state) in dead:
            return None
        for after, keys in sorted(self._next_states(i, state).items(), key=self._point_strain):
            move_keys.append(keys[0])
            last = self._descend(i + 1, after, move_keys, dead)
            if last is not None:
                return last
            move_keys.pop()
        dead.add((i, state))
        return None

    def _point_strain(self, state_branch: tuple[PlacementState, list[Key]]) -> int:
        """Return the total deviation of the points from an even division of the row, shifted by the lean."""
        points = state_branch[0].points
        return sum(
            [
                abs((p - self.point_lean) * (len(points) + 1) - at * self.card_count)
                for at, p in enumerate(points, 1)
                if p
            ]
        )

    @property
    def sequences(self) -> int:
        """The number of sequences."""
        return self.state_ways[0].get(self.start_state, 0) if self.state_ways else 0

    @property
    def reason(self) -> str:
        """The reason why there is no sequence."""
        if self.card_count < self.deal.points:
            have = f"{count_of(self.card_count, 'card')} {'is' if self.card_count == 1 else 'are'}"
            return f"{have} fewer than the {self.deal.points} stationary points of {self.deal.pattern}"
        if self.lacks_card:
            return "a card that an end or a maximum must have is not there"
        return "no sequence that fulfils the conditions has all the given cards"

    def by_distance(self, pair: tuple[int, int]) -> dict[int, int]:
        """Count the sequences by the distance of two points, scanning forwards."""
        if not self.sequences:
            return {}
        state_ways: Counter[PlacementState] = Counter({self.start_state: 1})
        for layer, alive in zip(self.state_layers, self.state_ways[1:], strict=True):
            self.deadline.check()
            after: Counter[PlacementState] = Counter()
            for state, ways in state_ways.items():
                for next_state, keys in layer[state].items():
                    if next_state in alive:
                        after[next_state] += ways * len(keys)
            state_ways = after
        distance_ways: Counter[int] = Counter()
        for state, ways in state_ways.items():
            distance_ways[state.points[pair[1] - 1] - state.points[pair[0] - 1]] += ways
        return dict(sorted(distance_ways.items()))

    def _key_branches(self, i: int, ways: dict[PlacementState, int]) -> list[tuple[Key, dict[PlacementState, int]]]:
        """Return the moves from a set of states in order, with the states that they lead to.

        Equal moves from several states differ in positions that later values determine.
        """
        alive = self.state_ways[i + 1]
        key_states: dict[Key, dict[PlacementState, int]] = {}
        for state in ways:
            for after, keys in self.state_layers[i][state].items():
                if after in alive:
                    for key in keys:
                        key_states.setdefault(key, {})[after] = alive[after]
        return sorted(key_states.items())

    def nth(self, number: int) -> Ordering:
        """Return a sequence by its number from 0, in the order of the scan."""
        ways = {self.start_state: self.sequences}
        move_keys = []
        for i in range(len(self.distinct_cards)):
            self.deadline.check()
            for key, key_ways in self._key_branches(i, ways):
                branch_ways = sum(key_ways.values())
                if number < branch_ways:
                    move_keys.append(key)
                    ways = key_ways
                    break
                number -= branch_ways
        return self._lay_cards(move_keys, next(iter(ways)).points)

    def rank(self, ordering: Ordering) -> int:
        """Return the number of a sequence, the inverse of `nth`."""
        ways, number = {self.start_state: self.sequences}, 0
        for i, card in enumerate(self.distinct_cards):
            move_key = self._move_key(ordering, card)
            self.deadline.check()
            for key, key_ways in self._key_branches(i, ways):
                if key == move_key:
                    ways = key_ways
                    break
                number += sum(key_ways.values())
        return number

    @staticmethod
    def _move_key(ordering: Ordering, scan_card: int) -> Key:
        """Return the move of a value in a sequence."""
        points: list[int] = []
        runs: list[int] = []
        run = 1
        for position, card in enumerate(ordering.sequence, 1):
            is_point = run <= len(ordering.stationary) and position == ordering.stationary[run - 1]
            if card == scan_card:
                (points if is_point else runs).append(run)
            run += is_point
        return len(points), tuple(points), tuple(runs)

    def _lay_cards(self, move_keys: list[Key], points: tuple[int, ...]) -> Ordering:
        """Lay the cards by the moves."""
        row = [0] * self.card_count
        run_sizes = [0] * len(self.deal.pattern)
        for card, (_, at, runs) in zip(self.distinct_cards, move_keys, strict=True):
            for point in at:
                row[points[point - 1] - 1] = card
            for run in runs:
                run_sizes[run - 1] += 1
                row[(self._card_position(points, run, run_sizes[run - 1]) or 1) - 1] = card
        return Ordering(tuple(row), points)
