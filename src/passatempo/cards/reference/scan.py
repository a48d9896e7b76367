"""Any alternating pattern, with any of the conditions: tables over the scan of values.

The values are scanned from the greatest to the least. A run is strictly monotone, so it holds at most one card of a
value. A card may be inside a run only if its value is strictly below the run's upper end and strictly above its lower
end. The state is therefore the set of stationary points placed (bit k - 1 for point k). Two further bits record whether
the first and the last run have a card, which interior ends require.

For each layer (value) and state, a table counts the ways to lay the rest so that all conditions hold, as a function of
the cards already laid in each *class* of runs. The distance of two stationary points is a number of runs plus the cards
inside them, and so is a position. Runs that occur in the same conditions form one class, and runs that occur in none
need no counting. A table is one integer in blocks of bits (Kronecker's substitution), and a move shifts it. For a yes
or no, a block is one bit.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from passatempo.cards.answers import Ordering
from passatempo.cards.model import Deal, merge_conditions, multiplicities, run_conditions
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Stopped, poll_stream
from passatempo.core.outcome import StopReason

LARGE_TABLE = 1 << 16  # bits, for which an operation takes a microsecond; the limits are checked before each
MANY_VALUES = 256  # for which a sequence is laid in a tenth of a millisecond
MOST_MEMORY = 2_000  # megabytes of tables, if the limits set no memory


class ScanMove(NamedTuple):
    """The places of the copies of one value: stationary points, runs, and the next state."""

    points: tuple[int, ...]
    runs: tuple[int, ...]
    next_state: int


class CardPolicy(NamedTuple):
    """The restrictions on one value by the conditions on ends and peaks.

    ``first`` and ``last`` are ``"free"``, ``"closed"`` (the end run takes no card of this value) or ``"here"`` (this
    value is the end of the sequence). ``peaks`` is None, or how many of the two maxima of UDUD must have this value.
    """

    first: str = "free"
    last: str = "free"
    peaks: int | None = None


class MoveTable:
    """The moves of a deal, cached when first needed. `poll` is called regularly and may raise to stop.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> moves = MoveTable(Deal((1, 2), pattern="UD", ends="open"))
    >>> moves.moves_from(0, 1, CardPolicy())
    (ScanMove(points=(1,), runs=(), next_state=1),)
    >>> [move.runs for move in moves.moves_from(1, 1, CardPolicy())]
    [(1,), (2,)]
    """

    def __init__(self, deal: Deal, poll: Callable[[], object] = bool) -> None:
        self.deal, self.poll = deal, poll
        self.point_count, self.run_count = deal.points, len(deal.pattern)
        self.valley_points = tuple(k for k in range(1, self.point_count + 1) if deal.pattern[k - 1] == "D")
        self._move_cache: dict[tuple[int, int, CardPolicy], tuple[ScanMove, ...]] = {}

    def moves_from(self, state: int, copies: int, policy: CardPolicy) -> tuple[ScanMove, ...]:
        """Return the moves from a state for `copies` copies of a value."""
        key = state, copies, policy
        if key not in self._move_cache:
            self._move_cache[key] = tuple(self._generate_moves(*key))
        return self._move_cache[key]

    def _generate_moves(self, state: int, copies: int, policy: CardPolicy) -> Iterator[ScanMove]:
        """Yield the moves, which choose points and then runs for the other copies."""
        if copies > self.point_count + self.run_count:
            return
        for points in self._point_choices(state, copies, policy):
            self.poll()
            point_bits = state | sum(1 << (point - 1) for point in points)
            available = [run for run in range(1, self.run_count + 1) if self._is_open(run, state, point_bits, policy)]
            for runs in poll_stream(combinations(available, copies - len(points)), self.poll, 256):
                if self._obeys_policy(points, runs, policy):
                    yield ScanMove(points, runs, self._set_flags(point_bits, runs))

    def _point_choices(self, state: int, copies: int, policy: CardPolicy) -> Iterator[tuple[int, ...]]:
        """Yield the sets of stationary points that may have this value. A minimum is below both neighbouring maxima."""
        candidates = []
        for point in range(1, self.point_count + 1):
            neighbours = [other for other in (point - 1, point + 1) if 1 <= other <= self.point_count]
            fits = point not in self.valley_points or all(state >> (other - 1) & 1 for other in neighbours)
            if fits and not state >> (point - 1) & 1:
                candidates.append(point)
        for number in range(min(copies, len(candidates)) + 1):
            for points in poll_stream(combinations(candidates, number), self.poll):
                if policy.peaks is None or sum(point in (1, 3) for point in points) == policy.peaks:
                    yield points

    def _is_open(self, run: int, before: int, after: int, policy: CardPolicy) -> bool:
        """Return whether a card of this value may be inside a run."""
        if (run == 1 and policy.first == "closed") or (run == self.run_count and policy.last == "closed"):
            return False
        rises = self.deal.pattern[run - 1] == "U"
        upper, lower = (run, run - 1) if rises else (run - 1, run)
        below_top = not 1 <= upper <= self.point_count or before >> (upper - 1) & 1
        above_bottom = not 1 <= lower <= self.point_count or not after >> (lower - 1) & 1
        return bool(below_top and above_bottom)

    def _obeys_policy(self, points: tuple[int, ...], runs: tuple[int, ...], policy: CardPolicy) -> bool:
        """Return whether the ends of the sequence satisfy the conditions."""
        if policy.first == "here" and 1 not in runs and 1 not in points:
            return False
        return policy.last != "here" or self.run_count in runs or self.point_count in points

    @cached_property
    def end_flags(self) -> tuple[int, int]:
        """The bits for a card in the first and in the last run, or 0 with open ends."""
        return (0, 0) if self.deal.open or self.run_count == 1 else (1 << self.point_count, 2 << self.point_count)

    def _set_flags(self, point_bits: int, runs: tuple[int, ...]) -> int:
        """Set the bits of the end runs that got a card."""
        first, last = self.end_flags
        return point_bits | (first if 1 in runs else 0) | (last if self.run_count in runs else 0)

    @property
    def final_state(self) -> int:
        """The state in which every stationary point is placed and, with interior ends, both end runs have cards."""
        return ((1 << self.point_count) - 1) | sum(self.end_flags)


def card_policies(deal: Deal, distinct_cards: list[int], poll: Callable[[], object] = bool) -> list[CardPolicy] | None:
    """Return the policy of every value, in descending order, or None if a required card or peak is missing.

    A rising first run is filled from its end to its start, so its first card is its least. A falling run is filled from
    its start. The greater of the two maxima of UDUD is the greatest card, because every card lies below one of them.
    """
    if deal.first is None and deal.last is None and deal.peak_gap is None:
        return [CardPolicy()] * len(distinct_cards)
    card_set = set(distinct_cards)
    if any(card is not None and card not in card_set for card in (deal.first, deal.last)):
        return None
    peaks: dict[int, int] | None = None
    if deal.peak_gap is not None:
        peaks = (
            {distinct_cards[0]: 2}
            if deal.peak_gap == 0
            else {distinct_cards[0]: 1, distinct_cards[0] - deal.peak_gap: 1}
        )
        if not peaks.keys() <= card_set:
            return None
    rises, falls_last = deal.pattern[0] == "U", deal.pattern[-1] == "D"
    return [
        CardPolicy(
            _end_policy(scan_card, deal.first, open_above=rises),
            _end_policy(scan_card, deal.last, open_above=falls_last),
            None if peaks is None else peaks.get(scan_card, 0),
        )
        for scan_card in poll_stream(distinct_cards, poll, 1024)
    ]


def _end_policy(card: int, end_card: int | None, *, open_above: bool) -> str:
    """Return the policy of an end run for a value when its outermost card must be `end_card`."""
    if end_card is None:
        return "free"
    if card == end_card:
        return "here"
    return "free" if (card > end_card) == open_above else "closed"


class RunClass(NamedTuple):
    """A class of runs, and the most cards that its conditions allow inside them."""

    runs: frozenset[int]
    card_limit: int


class UnrankNode(NamedTuple):
    """The choices at one point of a scan: moves, prefix sums of their ways, and the next nodes."""

    way_sums: list[int]
    moves: list[ScanMove]
    places: list[int]
    nodes: "list[UnrankNode | None]"


class Scan:
    """The tables of a deal.

    Parameters
    ----------
    deal
        The cards and the conditions.
    deadline
        Counts (layer, state) pairs as nodes; `Stopped` is raised when it ends the run.
    counting
        Whether the tables count. Otherwise they hold yes or no.
    pair
        Stationary points whose distance is tracked even without a condition on it.

    Examples
    --------
    >>> from passatempo.cards.model import Distance
    >>> from passatempo.core.limits import Deadline, Limits
    >>> Scan(Deal((1, 1, 2, 2, 3, 3, 4), (Distance(1, 3, "=", 4),)), Deadline(Limits())).total()
    12
    """

    def __init__(
        self, deal: Deal, deadline: Deadline, *, counting: bool = True, pair: tuple[int, int] | None = None
    ) -> None:
        self.deal, self.deadline, self.is_counting = deal, deadline, counting
        self.inner_count = len(deal.cards) - deal.points
        self.distinct_cards, self.copy_counts = multiplicities(deal.cards, self._poll_limits)
        self.move_table = MoveTable(deal, self._poll_limits)
        self.policies = card_policies(deal, self.distinct_cards, self._poll_limits)
        self.forms = merge_conditions(run_conditions(deal))
        self.pair_runs = frozenset(range(pair[0] + 1, pair[1] + 1)) if pair else frozenset()
        self.run_classes = self._make_classes()
        self.layer_states = self._reachable()
        self.block_bits = 1
        if counting and self.layer_states:
            self.block_bits = (
                -(-(max(1, self._free_total().bit_length()) + 1) // 8) * 8
            )  # whole bytes, so that blocks can be sliced
        self._size_tables()
        self._layer_tables: list[dict[int, bytes]] = []
        self._node_cache: dict[tuple[int, int, int], UnrankNode] = {}

    def _make_classes(self) -> list[RunClass]:
        """Return the classes of runs that occur in a condition, with their bounds."""
        sets = [form.runs for form in self.forms] + ([self.pair_runs] if self.pair_runs else [])
        classes: dict[tuple[bool, ...], set[int]] = {}
        for run in range(1, len(self.deal.pattern) + 1):
            classes.setdefault(tuple(run in runs for runs in sets), set()).add(run)
        axes = []
        for membership, runs in classes.items():
            if any(membership):
                highs = [form.high for form in self.forms if runs <= form.runs]
                axes.append(RunClass(frozenset(runs), max(-1, min([self.inner_count, *highs]))))
        return axes

    def _reachable(self) -> list[list[int]]:
        """Return the states of each layer from which the final state is reachable."""
        if self.policies is None or self.inner_count < 0 or any(axis.card_limit < 0 for axis in self.run_classes):
            return []
        if len(self.deal.pattern) == 1 and not self.deal.open and len(self.deal.cards) < 2:
            return []
        layers: list[set[int]] = [{0}]
        for copies, policy in zip(self.copy_counts, self.policies, strict=True):
            next_states: set[int] = set()
            for state in layers[-1]:
                self._count_node()
                next_states.update([move.next_state for move in self.move_table.moves_from(state, copies, policy)])
            layers.append(next_states)
        layers[-1] &= {self.move_table.final_state}
        for i in range(len(self.copy_counts) - 1, -1, -1):
            self._poll_limits()
            alive = layers[i + 1]
            moves = self.move_table.moves_from
            layers[i] = {
                state
                for state in layers[i]
                if any(move.next_state in alive for move in moves(state, self.copy_counts[i], self.policies[i]))
            }
        return [sorted(layer) for layer in poll_stream(layers, self._poll_limits, 256)] if layers[0] else []

    def _count_node(self) -> None:
        """Count a node and check the limits, because a node may take long."""
        self.deadline.tick()
        self.deadline.check()

    def _poll_limits(self) -> None:
        """Check the limits."""
        self.deadline.check()

    def _free_total(self) -> int:
        """Count the sequences without conditions on distances and positions, an upper bound for every block."""
        ways = {self.move_table.final_state: 1}
        for i in range(len(self.copy_counts) - 1, -1, -1):
            self._poll_limits()
            moves = poll_stream(self.layer_states[i], self._poll_limits, 16)
            ways = {state: sum(ways.get(move.next_state, 0) for move in self._layer_moves(i, state)) for state in moves}
        return ways[0]

    def _layer_moves(self, i: int, state: int) -> tuple[ScanMove, ...]:
        return (
            self.move_table.moves_from(state, self.copy_counts[i], self.policies[i])
            if self.policies is not None
            else ()
        )

    def _size_tables(self) -> None:
        """Size the blocks. An axis has its values and, as a guard, the blocks by which a move can overshoot."""
        self.axis_strides, size = [], 1
        for axis in self.run_classes:
            self.axis_strides.append(size)
            size *= axis.card_limit + 1 + len(axis.runs)
        self.table_bits = size * self.block_bits
        self.block_mask = (1 << self.block_bits) - 1
        limit = self.deadline.limits.memory_mb or MOST_MEMORY
        table_count = (
            sum(map(len, self.layer_states))
            if not self.is_counting
            else 4 * max(map(len, self.layer_states), default=0)
        )
        if table_count * self.table_bits > limit * 8_000_000:
            self.deadline.stop_reason = StopReason.MEMORY
            raise Stopped
        live_mask = self.block_mask
        for axis, stride in zip(self.run_classes, self.axis_strides, strict=True):
            number = 1  # of adjacent copies; doubled until the last step adds the rest
            while number <= axis.card_limit:
                self._poll_limits()
                copy_count = min(number, axis.card_limit + 1 - number)
                live_mask |= live_mask << (copy_count * stride * self.block_bits)
                number += copy_count
        self.live_mask = live_mask

    def move_shift(self, move: ScanMove) -> int:
        """Return the number of blocks by which a move shifts a table."""
        pairs = zip(self.run_classes, self.axis_strides, strict=True)
        return sum(stride * sum(run in axis.runs for run in move.runs) for axis, stride in pairs)

    def _final_table(self) -> int:
        """Return the table after the last value, with a 1 where the conditions hold."""
        table = bytearray(self.table_bits // 8 + 1)
        for cards in poll_stream(
            product(*(range(axis.card_limit + 1) for axis in self.run_classes)), self._poll_limits, 256
        ):
            if self._conditions_hold(cards):
                bit = self.block_bits * sum(
                    stride * number for stride, number in zip(self.axis_strides, cards, strict=True)
                )
                table[bit >> 3] |= 1 << (bit & 7)
        return int.from_bytes(table, "little")

    def _conditions_hold(self, cards: tuple[int, ...]) -> bool:
        """Return whether all conditions hold for these card counts per class."""
        for runs, low, high in self.forms:
            inside = sum(number for axis, number in zip(self.run_classes, cards, strict=True) if axis.runs <= runs)
            if not low <= inside <= high:
                return False
        return sum(cards) <= self.inner_count

    def _build_layer(self, i: int, next_tables: dict[int, int]) -> dict[int, int]:
        """Build the tables of a layer from those of the next."""
        layer = {}
        for state in self.layer_states[i]:
            self._count_node()
            steps: Counter[tuple[int, int]] = Counter()
            for move in self._layer_moves(i, state):
                if move.next_state in next_tables:
                    steps[move.next_state, self.move_shift(move)] += 1
            table = 0
            for (after, blocks), ways in steps.items():
                if self.table_bits > LARGE_TABLE:
                    self._poll_limits()
                next_table = next_tables[after] >> (blocks * self.block_bits)
                if self.is_counting:
                    table += next_table * ways
                else:
                    table |= next_table
            layer[state] = table & self.live_mask
        return layer

    def total(self) -> int:
        """Count the sequences (0 or 1 if the tables hold yes or no), keeping one layer at a time."""
        if not self.layer_states:
            return 0
        tables = {self.move_table.final_state: self._final_table()}
        for i in range(len(self.distinct_cards) - 1, -1, -1):
            tables = self._build_layer(i, tables)
        return tables[0] & self.block_mask

    def by_distance(self) -> dict[int, int]:
        """Count the sequences by the distance of the pair given, scanning forwards."""
        if not self.layer_states:
            return {}
        tables = {0: 1}
        for i in range(len(self.distinct_cards)):
            next_tables: dict[int, int] = dict.fromkeys(self.layer_states[i + 1], 0)
            for state, table in tables.items():
                self._count_node()
                for move in self._layer_moves(i, state):
                    if self.table_bits > LARGE_TABLE:
                        self._poll_limits()
                    if move.next_state in next_tables:
                        next_tables[move.next_state] += table << (self.move_shift(move) * self.block_bits)
            tables = {state: table & self.live_mask for state, table in next_tables.items()}
        return self._read_distances(tables[self.move_table.final_state])

    def _read_distances(self, table: int) -> dict[int, int]:
        """Sum the blocks that fulfil the conditions by the distance of the pair."""
        distance_counts: Counter[int] = Counter()
        table_bytes = self._table_bytes(table)
        for cards in poll_stream(
            product(*(range(axis.card_limit + 1) for axis in self.run_classes)), self._poll_limits, 64
        ):
            at = sum(stride * number for stride, number in zip(self.axis_strides, cards, strict=True))
            number = self._read_block(table_bytes, at)
            if number and self._conditions_hold(cards):
                runs = self.pair_runs
                inside = sum(n for axis, n in zip(self.run_classes, cards, strict=True) if axis.runs <= runs)
                distance_counts[inside + len(runs)] += number
        return dict(sorted(distance_counts.items()))

    @staticmethod
    def _table_bytes(table: int) -> bytes:
        """Return a table as bytes, so that a block is a slice. A shift would copy all higher blocks."""
        return table.to_bytes((table.bit_length() + 7) // 8, "little")

    def _read_block(self, table_bytes: bytes, at: int) -> int:
        """Return a block of a table."""
        if self.block_bits == 1:
            return table_bytes[at >> 3] >> (at & 7) & 1 if at >> 3 < len(table_bytes) else 0
        size = self.block_bits // 8
        return int.from_bytes(table_bytes[at * size : (at + 1) * size], "little")

    @property
    def tables(self) -> list[dict[int, bytes]]:
        """All tables in the order of the values, computed once."""
        if not self._layer_tables and self.layer_states:
            if (
                sum(map(len, self.layer_states)) * self.table_bits
                > (self.deadline.limits.memory_mb or MOST_MEMORY) * 8_000_000
            ):
                self.deadline.stop_reason = StopReason.MEMORY
                raise Stopped
            layer = {self.move_table.final_state: self._final_table()}
            tables = [{state: self._table_bytes(table) for state, table in layer.items()}]
            for i in range(len(self.distinct_cards) - 1, -1, -1):
                layer = self._build_layer(i, layer)
                tables.append(
                    {state: self._table_bytes(table) for state, table in poll_stream(layer.items(), self._poll_limits)}
                )
            self._layer_tables = tables[::-1]
        return self._layer_tables

    @property
    def reason(self) -> str:
        """The reason why there is no sequence, if the tables show it."""
        deal = self.deal
        if self.inner_count < 0:
            have = f"{count_of(len(deal.cards), 'card')} {'is' if len(deal.cards) == 1 else 'are'}"
            return f"{have} fewer than the {deal.points} stationary points of {deal.pattern}"
        if self.policies is None:
            return "a card that an end or a maximum must have is not there"
        if not self.layer_states:
            return f"the copies of the values do not fit into the runs of {deal.pattern} with {deal.ends} ends"
        return "in every choice of the runs for the values a condition on a distance or a position fails"

    @property
    def sequences(self) -> int:
        """The number of sequences, from the stored tables."""
        return self._read_block(self.tables[0][0], 0) if self.layer_states else 0

    def unrank_node(self, i: int, state: int, at: int) -> UnrankNode:
        """Return the moves at a layer, state and block that lead to a sequence."""
        key = i, state, at
        if key not in self._node_cache:
            self._poll_limits()
            sums, moves, places = [0], [], []
            next_tables = self.tables[i + 1]
            for move in self._layer_moves(i, state):
                after = at + self.move_shift(move)
                ways = self._read_block(next_tables.get(move.next_state, b""), after)
                if ways:
                    sums.append(sums[-1] + ways)
                    moves.append(move)
                    places.append(after)
            self._node_cache[key] = UnrankNode(sums, moves, places, [None] * len(moves))
        return self._node_cache[key]

    def nth(self, number: int) -> Ordering:
        """Return a sequence by its number from 0."""
        node = self.unrank_node(0, 0, 0)
        move_path: list[ScanMove] = []
        if len(self.distinct_cards) > MANY_VALUES:
            self._poll_limits()
        for i in range(1, len(self.distinct_cards) + 1):
            sums, moves, places, nodes = node
            pick = bisect_right(sums, number) - 1
            number -= sums[pick]
            move_path.append(moves[pick])
            if i < len(self.distinct_cards):
                after = nodes[pick]
                if after is None:
                    after = nodes[pick] = self.unrank_node(i, moves[pick].next_state, places[pick])
                node = after
        return self.lay_cards(move_path)

    def rank_moves(self, move_path: list[ScanMove]) -> int:
        """Return the number of a sequence given by its moves."""
        number, state, at = 0, 0, 0
        for i, move in enumerate(move_path):
            node = self.unrank_node(i, state, at)
            pick = node.moves.index(move)
            number += node.way_sums[pick]
            state, at = move.next_state, node.places[pick]
        return number

    def rank(self, ordering: Ordering) -> int:
        """Return the number of a sequence, the inverse of `nth`."""
        return self.rank_moves(self.moves_of(ordering))

    def moves_of(self, ordering: Ordering) -> list[ScanMove]:
        """Return the moves that make a sequence."""
        points: dict[int, list[int]] = {card: [] for card in self.distinct_cards}
        runs: dict[int, list[int]] = {card: [] for card in self.distinct_cards}
        for point, position in enumerate(ordering.stationary, 1):
            points[ordering.sequence[position - 1]].append(point)
        run = 1
        for position, card in enumerate(poll_stream(ordering.sequence, self._poll_limits, 1024), 1):
            if position in ordering.stationary:
                run += 1
            else:
                runs[card].append(run)
        move_path, state = [], 0
        for i, card in enumerate(poll_stream(self.distinct_cards, self._poll_limits, 256)):
            key = tuple(points[card]), tuple(runs[card])
            move = next(move for move in self._layer_moves(i, state) if (move.points, move.runs) == key)
            move_path.append(move)
            state = move.next_state
        return move_path

    def lay_cards(self, move_path: list[ScanMove]) -> Ordering:
        """Lay the cards by the moves."""
        runs: list[list[int]] = [[] for _ in self.deal.pattern]
        peaks = [0] * self.deal.points
        if len(self.distinct_cards) > MANY_VALUES:
            self._poll_limits()
        for card, move in zip(self.distinct_cards, move_path, strict=True):
            for point in move.points:
                peaks[point - 1] = card
            for run in move.runs:
                runs[run - 1].append(card)
        sequence: list[int] = []
        stationary = []
        for k, cards in enumerate(runs):
            sequence += cards[::-1] if self.deal.pattern[k] == "U" else cards
            if k < len(peaks):
                sequence.append(peaks[k])
                stationary.append(len(sequence))
        return Ordering(tuple(sequence), tuple(stationary))
