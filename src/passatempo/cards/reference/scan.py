"""Any alternating pattern, with any of the conditions: tables over the scan of values.

The values are scanned from the greatest to the least. A run is strictly monotone, so it holds at most one card of a
value, and a card may lie inside a run only while the value is strictly below the run's upper end and strictly above its
lower end. So all that matters of the past is which stationary points have been placed: they are the bits of a state
(bit k - 1 for point k). Two further bits say that the first and the last run have a card, which interior ends ask for.

For each layer (value) and state, a table says in how many ways the rest can be laid so that all conditions hold, as a
function of the cards already laid in each *class* of runs. A distance of two stationary points is a number of runs plus
the cards inside them, a position likewise, so runs that stand in the same conditions form one class, and those that
stand in none need not be counted. A table is one whole number, in blocks of bits (Kronecker's substitution); a move
shifts it. For a yes or no, a block is one bit.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from passatempo.cards.answers import Ordering
from passatempo.cards.model import Deal, forms_of, joined, multiplicities
from passatempo.core.json import count_of
from passatempo.core.limits import Stopped, poll_stream
from passatempo.core.outcome import StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from passatempo.core.limits import Deadline


LARGE_TABLE = 1 << 16  # bits: an operation takes a microsecond, and the limits are looked at before each
MANY_VALUES = 256  # of which a sequence is laid in a tenth of a millisecond
MOST_MEMORY = 2_000  # megabytes of tables, where the limits do not say


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
            for runs in poll_stream(combinations(available, copies - len(points)), self.poll, 256):
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
            for points in poll_stream(combinations(candidates, number), self.poll):
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
        for value in poll_stream(values, poll, 1024)
    ]


def _end(value: int, wanted: int | None, *, open_above: bool) -> str:
    """Say what an end run may do with a value when its outermost card must be `wanted`."""
    if wanted is None:
        return "free"
    if value == wanted:
        return "here"
    return "free" if (value > wanted) == open_above else "closed"


class Axis(NamedTuple):
    """A class of runs, and the most cards that its conditions let lie inside them."""

    runs: frozenset[int]
    most: int


class Node(NamedTuple):
    """The choices at one point of a scan: moves with the sums of their ways, where they lead, and the choices there."""

    sums: list[int]
    moves: list[Move]
    places: list[int]
    nodes: list[Node | None]


class Scan:
    """The tables of a deal.

    Parameters
    ----------
    deal
        The cards and the conditions.
    deadline
        Counts (layer, state) pairs as nodes; `Stopped` is raised when it ends the run.
    counting
        Whether the tables count; else they say yes or no.
    pair
        Stationary points whose distance is to be told apart although nothing is asked of it.

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
        self.deal, self.deadline, self.counting = deal, deadline, counting
        self.inside = len(deal.cards) - deal.points
        self.values, self.copies = multiplicities(deal.cards, self._look)
        self.moves = Moves(deal, self._look)
        self.policies = policies(deal, self.values, self._look)
        self.forms = joined(forms_of(deal))
        self.pair_runs = frozenset(range(pair[0] + 1, pair[1] + 1)) if pair else frozenset()
        self.axes = self._axes()
        self.states = self._reachable()
        self.width = 1
        if counting and self.states:
            self.width = -(-(max(1, self._unconstrained().bit_length()) + 1) // 8) * 8  # whole bytes, to cut blocks out
        self._measure()
        self._tables: list[dict[int, bytes]] = []
        self._nodes: dict[tuple[int, int, int], Node] = {}

    def _axes(self) -> list[Axis]:
        """Return the classes of runs, with bounds; one class can be told from the others and their sum."""
        sets = [form.runs for form in self.forms] + ([self.pair_runs] if self.pair_runs else [])
        classes: dict[tuple[bool, ...], set[int]] = {}
        for run in range(1, len(self.deal.pattern) + 1):
            classes.setdefault(tuple(run in runs for runs in sets), set()).add(run)
        axes = []
        for membership, runs in classes.items():
            if any(membership):
                highs = [form.high for form in self.forms if runs <= form.runs]
                axes.append(Axis(frozenset(runs), max(-1, min([self.inside, *highs]))))
        return axes

    def _reachable(self) -> list[list[int]]:
        """Return the states of each layer from which the final state can be reached; none where it cannot."""
        if self.policies is None or self.inside < 0 or any(axis.most < 0 for axis in self.axes):
            return []
        if len(self.deal.pattern) == 1 and not self.deal.open and len(self.deal.cards) < 2:
            return []
        layers: list[set[int]] = [{0}]
        for copies, policy in zip(self.copies, self.policies, strict=True):
            following: set[int] = set()
            for state in layers[-1]:
                self._spend()
                following.update([move.state for move in self.moves.of(state, copies, policy)])
            layers.append(following)
        layers[-1] &= {self.moves.final}
        for i in range(len(self.copies) - 1, -1, -1):
            self._look()
            alive = layers[i + 1]
            moves = self.moves.of
            layers[i] = {
                state
                for state in layers[i]
                if any(move.state in alive for move in moves(state, self.copies[i], self.policies[i]))
            }
        return [sorted(layer) for layer in poll_stream(layers, self._look, 256)] if layers[0] else []

    def _spend(self) -> None:
        """Count a node and look at the limits: a node may take long."""
        self.deadline.tick()
        self.deadline.check()

    def _look(self) -> None:
        """Look at the limits."""
        self.deadline.check()

    def _unconstrained(self) -> int:
        """Count the sequences without the conditions on distances and positions: no block holds more."""
        ways = {self.moves.final: 1}
        for i in range(len(self.copies) - 1, -1, -1):
            self._look()
            moves = poll_stream(self.states[i], self._look, 16)
            ways = {state: sum(ways.get(move.state, 0) for move in self._moves(i, state)) for state in moves}
        return ways[0]

    def _moves(self, i: int, state: int) -> tuple[Move, ...]:
        return self.moves.of(state, self.copies[i], self.policies[i]) if self.policies is not None else ()

    def _measure(self) -> None:
        """Lay out the blocks: an axis has its values and, as a guard, as many blocks as a move can go beyond."""
        self.strides, size = [], 1
        for axis in self.axes:
            self.strides.append(size)
            size *= axis.most + 1 + len(axis.runs)
        self.bits = size * self.width
        self.block = (1 << self.width) - 1
        limit = self.deadline.limits.memory_mb or MOST_MEMORY
        kept = sum(map(len, self.states)) if not self.counting else 4 * max(map(len, self.states), default=0)
        if kept * self.bits > limit * 8_000_000:
            self.deadline.stop_reason = StopReason.MEMORY
            raise Stopped
        live = self.block
        for axis, stride in zip(self.axes, self.strides, strict=True):
            number = 1  # of copies side by side; doubled, the last time by as many as are missing
            while number <= axis.most:
                self._look()
                more = min(number, axis.most + 1 - number)
                live |= live << (more * stride * self.width)
                number += more
        self.live = live

    def shift(self, move: Move) -> int:
        """Return by how many blocks a move goes on."""
        pairs = zip(self.axes, self.strides, strict=True)
        return sum(stride * sum(run in axis.runs for run in move.runs) for axis, stride in pairs)

    def _last(self) -> int:
        """Return the table after the last value: one where the conditions hold."""
        table = bytearray(self.bits // 8 + 1)
        for cards in poll_stream(product(*(range(axis.most + 1) for axis in self.axes)), self._look, 256):
            if self._holds(cards):
                bit = self.width * sum(stride * number for stride, number in zip(self.strides, cards, strict=True))
                table[bit >> 3] |= 1 << (bit & 7)
        return int.from_bytes(table, "little")

    def _holds(self, cards: tuple[int, ...]) -> bool:
        """Tell whether all conditions hold with so many cards in each class."""
        for runs, low, high in self.forms:
            inside = sum(number for axis, number in zip(self.axes, cards, strict=True) if axis.runs <= runs)
            if not low <= inside <= high:
                return False
        return sum(cards) <= self.inside

    def _layer(self, i: int, following: dict[int, int]) -> dict[int, int]:
        """Make the tables of a layer from those of the next."""
        layer = {}
        for state in self.states[i]:
            self._spend()
            steps: Counter[tuple[int, int]] = Counter()
            for move in self._moves(i, state):
                if move.state in following:
                    steps[move.state, self.shift(move)] += 1
            table = 0
            for (after, blocks), ways in steps.items():
                if self.bits > LARGE_TABLE:
                    self._look()
                shifted = following[after] >> (blocks * self.width)
                if self.counting:
                    table += shifted * ways
                else:
                    table |= shifted
            layer[state] = table & self.live
        return layer

    def total(self) -> int:
        """Count the sequences (0 or 1 where the tables say yes or no), keeping one layer at a time."""
        if not self.states:
            return 0
        tables = {self.moves.final: self._last()}
        for i in range(len(self.values) - 1, -1, -1):
            tables = self._layer(i, tables)
        return tables[0] & self.block

    def by_distance(self) -> dict[int, int]:
        """Count the sequences by the distance of the pair given, scanning forwards."""
        if not self.states:
            return {}
        tables = {0: 1}
        for i in range(len(self.values)):
            following: dict[int, int] = dict.fromkeys(self.states[i + 1], 0)
            for state, table in tables.items():
                self._spend()
                for move in self._moves(i, state):
                    if self.bits > LARGE_TABLE:
                        self._look()
                    if move.state in following:
                        following[move.state] += table << (self.shift(move) * self.width)
            tables = {state: table & self.live for state, table in following.items()}
        return self._read(tables[self.moves.final])

    def _read(self, table: int) -> dict[int, int]:
        """Sum the blocks that fulfil the conditions by the distance of the pair."""
        found: Counter[int] = Counter()
        packed = self._packed(table)
        for cards in poll_stream(product(*(range(axis.most + 1) for axis in self.axes)), self._look, 64):
            at = sum(stride * number for stride, number in zip(self.strides, cards, strict=True))
            number = self._block(packed, at)
            if number and self._holds(cards):
                runs = self.pair_runs
                inside = sum(n for axis, n in zip(self.axes, cards, strict=True) if axis.runs <= runs)
                found[inside + len(runs)] += number
        return dict(sorted(found.items()))

    @staticmethod
    def _packed(table: int) -> bytes:
        """Return a table as bytes, from which a block is cut out at once; a shift would copy all that is above it."""
        return table.to_bytes((table.bit_length() + 7) // 8, "little")

    def _block(self, packed: bytes, at: int) -> int:
        """Return a block of a table."""
        if self.width == 1:
            return packed[at >> 3] >> (at & 7) & 1 if at >> 3 < len(packed) else 0
        size = self.width // 8
        return int.from_bytes(packed[at * size : (at + 1) * size], "little")

    @property
    def tables(self) -> list[dict[int, bytes]]:
        """All tables, the first value's first; made once."""
        if not self._tables and self.states:
            if sum(map(len, self.states)) * self.bits > (self.deadline.limits.memory_mb or MOST_MEMORY) * 8_000_000:
                self.deadline.stop_reason = StopReason.MEMORY
                raise Stopped
            layer = {self.moves.final: self._last()}
            tables = [{state: self._packed(table) for state, table in layer.items()}]
            for i in range(len(self.values) - 1, -1, -1):
                layer = self._layer(i, layer)
                tables.append({state: self._packed(table) for state, table in poll_stream(layer.items(), self._look)})
            self._tables = tables[::-1]
        return self._tables

    @property
    def reason(self) -> str:
        """Why there is no sequence, as far as the tables can tell."""
        deal = self.deal
        if self.inside < 0:
            have = f"{count_of(len(deal.cards), 'card')} {'is' if len(deal.cards) == 1 else 'are'}"
            return f"{have} fewer than the {deal.points} stationary points of {deal.pattern}"
        if self.policies is None:
            return "a card that an end or a maximum must have is not there"
        if not self.states:
            return f"the copies of the values do not fit into the runs of {deal.pattern} with {deal.ends} ends"
        return "in every choice of the runs for the values a condition on a distance or a position fails"

    @property
    def sequences(self) -> int:
        """How many sequences there are, from the tables that are kept."""
        return self._block(self.tables[0][0], 0) if self.states else 0

    def node(self, i: int, state: int, at: int) -> Node:
        """Return the choices at a layer, state and block: the moves that lead to a sequence."""
        key = i, state, at
        if key not in self._nodes:
            self._look()
            sums, moves, places = [0], [], []
            following = self.tables[i + 1]
            for move in self._moves(i, state):
                after = at + self.shift(move)
                ways = self._block(following.get(move.state, b""), after)
                if ways:
                    sums.append(sums[-1] + ways)
                    moves.append(move)
                    places.append(after)
            self._nodes[key] = Node(sums, moves, places, [None] * len(moves))
        return self._nodes[key]

    def nth(self, number: int) -> Ordering:
        """Return a sequence by its number from 0."""
        node = self.node(0, 0, 0)
        chosen: list[Move] = []
        if len(self.values) > MANY_VALUES:
            self._look()
        for i in range(1, len(self.values) + 1):
            sums, moves, places, nodes = node
            pick = bisect_right(sums, number) - 1
            number -= sums[pick]
            chosen.append(moves[pick])
            if i < len(self.values):
                after = nodes[pick]
                if after is None:
                    after = nodes[pick] = self.node(i, moves[pick].state, places[pick])
                node = after
        return self.lay(chosen)

    def number(self, chosen: list[Move]) -> int:
        """Return the number of a sequence given by its moves."""
        number, state, at = 0, 0, 0
        for i, wanted in enumerate(chosen):
            node = self.node(i, state, at)
            pick = node.moves.index(wanted)
            number += node.sums[pick]
            state, at = wanted.state, node.places[pick]
        return number

    def rank(self, ordering: Ordering) -> int:
        """Return the number of a sequence: the inverse of `nth`."""
        return self.number(self.moves_of(ordering))

    def moves_of(self, ordering: Ordering) -> list[Move]:
        """Return the moves that make a sequence."""
        points: dict[int, list[int]] = {value: [] for value in self.values}
        runs: dict[int, list[int]] = {value: [] for value in self.values}
        for point, position in enumerate(ordering.stationary, 1):
            points[ordering.sequence[position - 1]].append(point)
        run = 1
        for position, value in enumerate(poll_stream(ordering.sequence, self._look, 1024), 1):
            if position in ordering.stationary:
                run += 1
            else:
                runs[value].append(run)
        found, state = [], 0
        for i, value in enumerate(poll_stream(self.values, self._look, 256)):
            key = tuple(points[value]), tuple(runs[value])
            move = next(move for move in self._moves(i, state) if (move.points, move.runs) == key)
            found.append(move)
            state = move.state
        return found

    def lay(self, chosen: list[Move]) -> Ordering:
        """Lay the cards as the moves say."""
        runs: list[list[int]] = [[] for _ in self.deal.pattern]
        peaks = [0] * self.deal.points
        if len(self.values) > MANY_VALUES:
            self._look()
        for value, move in zip(self.values, chosen, strict=True):
            for point in move.points:
                peaks[point - 1] = value
            for run in move.runs:
                runs[run - 1].append(value)
        sequence: list[int] = []
        stationary = []
        for k, cards in enumerate(runs):
            sequence += cards[::-1] if self.deal.pattern[k] == "U" else cards
            if k < len(peaks):
                sequence.append(peaks[k])
                stationary.append(len(sequence))
        return Ordering(tuple(sequence), tuple(stationary))
