"""Sequences by number: all of them in turn, the n-th, the number of one, and uniformly at random.

Numbers start at 1 and follow the scan over values, so the places of the greatest cards decide first. For plain UDUD the
kernel numbers sequences by the tables of the scan. If these would be too large, it keeps few layers. A layer counts the
ways to lay the values from one on, for every number of cards still to be laid between the maxima. Ranking builds the
layers in turn and holds two at a time. Unranking keeps some as checkpoints and recomputes those between.
"""

from collections.abc import Sequence
from typing import Any

from passatempo.cards import _kernel
from passatempo.cards.answers import Listing, Ordering, Rank, Sample, validate_count, validate_number
from passatempo.cards.checker import check_ordering, find_stationary
from passatempo.cards.exact.placements import PlacementScan, number_rows
from passatempo.cards.model import LARGEST, Deal, multiplicities
from passatempo.cards.reference.closed_form import impossibility_reason
from passatempo.cards.reference.scan import MOST_MEMORY, Scan
from passatempo.cards.text import cards_of
from passatempo.core.json import decimal_digits
from passatempo.core.limits import Deadline, Limits, Progress, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.core.random import Random

AT_ONCE = 4096  # cards drawn between two limit checks
REPORT_INTERVAL = 1000  # sequences between two progress reports
LISTED = 6e-7  # seconds to check and print a card of a list


MOST_BYTES = 1 << 26  # of tables; the Python scan keeps only reachable states
UDUD = 4  # runs, with three stationary points between them
POINTS = 3


class RowNumbering:
    """The sequences of a deal, by number.

    Parameters
    ----------
    deal
        A deal that `suits` accepts.
    deadline
        Counts states as nodes; `Stopped` is raised when it ends the run.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.limits import Deadline, Limits
    >>> rows = RowNumbering(Deal((1, 1, 1, 2, 2)), Deadline(Limits()))
    >>> rows.sequences, rows.rows_at([0])
    (1, ((1, 2, 1, 2, 1),))
    """

    def __init__(self, deal: Deal, deadline: Deadline) -> None:
        distinct_cards, copies = multiplicities(deal.cards, deadline.check)
        distance = distance_of(deal)
        self.sequences, self._kernel_rows = 0, None
        if distance is None or not fits(copies, distance):
            return
        rows = _kernel.numbered_rows(bytes(copies), tuple(distinct_cards), deal.open, distance, *deadline.kernel)
        deadline.charge(rows.stop, rows.nodes)
        self.sequences, self._kernel_rows = int.from_bytes(rows.total, "little"), rows
        self._number_size = len(rows.total)

    def rows_at(self, numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the sequences with these numbers, from 0."""
        assert self._kernel_rows is not None, "there are no sequences"
        return self._kernel_rows.rows(b"".join([number.to_bytes(self._number_size, "little") for number in numbers]))


def suits(deal: Deal) -> bool:
    """Return whether the kernel numbers a deal by the full tables (plain UDUD, one distance or any, small tables).

    >>> from passatempo.cards.model import Deal
    >>> suits(Deal((1, 1, 1, 2, 2))), suits(Deal((1, 1, 1, 2, 2), first=1))
    (True, False)
    """
    distance = distance_of(deal)
    if distance is None:
        return False
    number = len(deal.cards)

    def are_small(value_count: int) -> bool:
        return _kernel.table_bytes(value_count, distance) <= MOST_BYTES

    # If a sequence exists, a value has at most four copies, so a million cards need no counting of distinct values.
    return distance <= number and are_small(-(-number // 4)) and are_small(len(set(deal.cards)))


def distance_of(deal: Deal) -> int | None:
    """Return the one distance requested, 0 if any is allowed, or None if the kernel does not support the deal."""
    if deal.between is None:
        return None
    low, high = deal.between
    if (low, high) == (0, LARGEST):
        return 0
    return low if low == high else None


def fits(copies: Sequence[int], distance: int) -> bool:
    """Return whether a sequence can exist, which the kernel requires."""
    return copies[0] <= 2 and max(copies) <= 4 and distance <= sum(copies)


def is_long(deal: Deal) -> bool:
    """Return whether a deal needs `LayerNumbering` (plain UDUD, one distance or any, large tables).

    >>> from passatempo.cards.model import Deal
    >>> is_long(Deal((1, 1, 1, 2, 2))), is_long(Deal(tuple(range(1, 5001)) * 2))
    (False, True)
    """
    return distance_of(deal) is not None and not suits(deal)


class LayerNumbering:
    """The sequences of a deal, by number.

    Parameters
    ----------
    deal
        Plain UDUD with one distance or any.
    deadline
        Counts tables of a layer as nodes; `Stopped` is raised when it ends the run.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.limits import Deadline, Limits
    >>> ladder = LayerNumbering(Deal((1, 1, 1, 2, 2)), Deadline(Limits()))
    >>> ladder.sequences, ladder.nth(0).sequence
    (1, (1, 2, 1, 2, 1))
    """

    def __init__(self, deal: Deal, deadline: Deadline) -> None:
        self.deal, self.deadline = deal, deadline
        self.distinct_cards, copies = multiplicities(deal.cards, deadline.check)
        self._distance = distance_of(deal) or 0
        self._copy_bytes = bytes(copies) if fits(copies, self._distance) and self._distance != 1 else b""
        self._byte_limit = (deadline.limits.memory_mb or MOST_MEMORY) * 1_000_000
        self._kernel_moves: _kernel.NumberedMoves | None = None
        self._row_total: int | None = None if self._copy_bytes else 0

    @property
    def sequences(self) -> int:
        """The number of sequences."""
        if self._row_total is None:
            moves = _kernel.numbered_moves(
                self._copy_bytes, self.deal.open, self._distance, self._byte_limit, *self.deadline.kernel
            )
            self.deadline.charge(moves.stop, moves.nodes)
            self._kernel_moves, self._row_total = moves, int.from_bytes(moves.total, "little")
        return self._row_total

    @property
    def reason(self) -> str:
        """The reason why there is no sequence."""
        return impossibility_reason(self.deal, self.deadline)

    def nth(self, number: int) -> Ordering:
        """Return a sequence by its number from 0."""
        assert self.sequences > number, "there are not so many"
        assert self._kernel_moves is not None
        number_bytes = number.to_bytes(len(self._kernel_moves.total), "little")
        stop, nodes, moves = self._kernel_moves.nth(number_bytes, *self.deadline.kernel)
        self.deadline.charge(stop, nodes)
        return self._lay_cards(moves)

    def rank(self, ordering: Ordering) -> int:
        """Return the number of a sequence, from 0, the inverse of `nth`."""
        moves = self._moves_of(ordering)
        rank_reply = _kernel.rank_moves(
            self._copy_bytes, moves, self.deal.open, self._distance, self._byte_limit, *self.deadline.kernel
        )
        stop, nodes, total, number = rank_reply
        self.deadline.charge(stop, nodes)
        self._row_total = int.from_bytes(total, "little")
        return int.from_bytes(number, "little")

    def _moves_of(self, ordering: Ordering) -> bytes:
        """Return the move of each value, the greatest first, with points in three bits and runs in the next four."""
        moves = dict.fromkeys(self.distinct_cards, 0)
        points, run = ordering.stationary, 0
        for position, card in enumerate(poll_stream(ordering.sequence, self.deadline.check, 1024), 1):
            if run < POINTS and points[run] == position:
                moves[card] |= 1 << run
                run += 1
            else:
                moves[card] |= 1 << (POINTS + run)
        return bytes(moves.values())

    def _lay_cards(self, moves: bytes) -> Ordering:
        """Lay the cards by the moves."""
        runs: list[list[int]] = [[] for _ in range(UDUD)]
        peaks = [0] * POINTS
        for card, move in zip(self.distinct_cards, poll_stream(moves, self.deadline.check, 1024), strict=True):
            for bit in range(POINTS):
                if move >> bit & 1:
                    peaks[bit] = card
            for run, cards in enumerate(runs):
                if move >> (POINTS + run) & 1:
                    cards.append(card)
        first, second, third, fourth = runs
        sequence = [*first[::-1], peaks[0], *second, peaks[1], *third[::-1], peaks[2], *fourth]
        stationary = [len(first) + 1, len(first) + len(second) + 2, len(sequence) - len(fourth)]
        return Ordering(tuple(sequence), tuple(stationary))


def _unknown(deadline: Deadline) -> Outcome[Any]:
    return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})


def _numbering_of(deal: Deal, deadline: Deadline) -> Scan | PlacementScan | LayerNumbering:
    """Return the numbering of a deal's sequences, using little memory if the tables would be large."""
    return LayerNumbering(deal, deadline) if is_long(deal) else number_rows(deal, deadline)


def sample(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Sample]:
    """Draw sequences uniformly at random, with replacement, by drawing their numbers.

    Parameters
    ----------
    question
        The deal, and how many sequences.
    limits
        `seed` names the stream of random numbers; `nodes` counts (value, state) pairs and sequences.

    Examples
    --------
    >>> from passatempo.cards.answers import SampleAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> sample(Question(Deal((1, 1, 1, 2, 2)), SampleAsk(2))).answer.sequences
    ((1, 2, 1, 2, 1), (1, 2, 1, 2, 1))
    """
    sample_count, deadline = validate_count(question.ask.count), Deadline(limits)
    rng = Random(limits.seed, "cards", "sample")
    random_sequences: list[tuple[int, ...]] = []
    try:
        deal = question.instance
        rows = RowNumbering(deal, deadline) if suits(deal) else None
        if rows is not None and rows.sequences:
            total, several = rows.sequences, rows.rows_at
        else:
            scan = _numbering_of(deal, deadline)
            if not scan.sequences:
                return Outcome(Status.IMPOSSIBLE, reason=scan.reason, stats={"nodes": deadline.node_count})
            total, several = scan.sequences, lambda numbers: tuple([scan.nth(number).sequence for number in numbers])
        at_once = max(1, AT_ONCE // len(deal.cards))
        while len(random_sequences) < sample_count:
            numbers = []
            for _ in range(min(sample_count - len(random_sequences), at_once)):
                deadline.tick()
                numbers.append(rng.below(total))
            deadline.check()
            random_sequences += several(numbers)
            deadline.reserve(LISTED * len(random_sequences[-1]) * len(numbers))
            if len(random_sequences) // REPORT_INTERVAL != (len(random_sequences) - len(numbers)) // REPORT_INTERVAL:
                report(Progress(deadline.run_seconds, done=len(random_sequences), total=sample_count))
    except Stopped:
        return _unknown(deadline)
    return Outcome(Status.SOLVED, Sample(tuple(random_sequences)), stats={"nodes": deadline.node_count})


def enumerate_all(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Listing]:
    """List the sequences, each once, with polynomial delay.

    Parameters
    ----------
    question
        The deal; `count`, the most sequences to list, and `start`, the number of the first.
    limits
        `nodes` counts (value, state) pairs and sequences; at a limit the status is `FEASIBLE` and the listing short.

    Examples
    --------
    >>> from passatempo.cards.answers import ListAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> enumerate_all(Question(Deal((1, 1, 1, 2, 2)), ListAsk())).answer
    Listing(sequences=((1, 2, 1, 2, 1),), complete=True)
    """
    count_limit, start, deadline = (
        validate_count(question.ask.count),
        validate_number(question.ask.start, "start"),
        Deadline(limits),
    )
    if limits.answers is not None:
        count_limit = min(count_limit, limits.answers)
    scan_sequences: list[tuple[int, ...]] = []
    try:
        scan = _numbering_of(question.instance, deadline)
        sequence_total = scan.sequences
        for number in range(start - 1, min(sequence_total, start - 1 + count_limit)):
            deadline.tick()
            deadline.check()
            scan_sequences.append(scan.nth(number).sequence)
            deadline.reserve(LISTED * len(scan_sequences[-1]))
    except Stopped:
        if not scan_sequences:
            return _unknown(deadline)
        stats = {"nodes": deadline.node_count}
        return Outcome(
            Status.FEASIBLE, Listing(tuple(scan_sequences), complete=False), stopped=deadline.stop_reason, stats=stats
        )
    return Outcome(
        Status.SOLVED,
        Listing(tuple(scan_sequences), len(scan_sequences) == sequence_total),
        stats={"nodes": deadline.node_count},
    )


def rank(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Rank]:
    """Find the number of a sequence.

    Examples
    --------
    >>> from passatempo.cards.answers import RankAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> rank(Question(Deal((1, 1, 1, 2, 2)), RankAsk([1, 2, 1, 2, 1]))).answer
    Rank(rank=1, sequences=1)
    """
    deal, deadline = question.instance, Deadline(limits)
    sequence = cards_of(question.ask.sequence, "sequence") if question.ask.sequence else ()
    try:
        points = find_stationary(sequence, deal.pattern, deal.ends, deadline.check) if sequence else None
        faults = check_ordering(deal, Ordering(sequence, points or ()), deadline)
        if faults:
            fault_message = faults[0].text if sequence else "no sequence was given"
            return Outcome(Status.IMPOSSIBLE, reason=f"the sequence is not one of this deal: {fault_message}")
        scan = _numbering_of(deal, deadline)
        number = scan.rank(Ordering(sequence, points or ()))
        sequence_total = scan.sequences
    except Stopped:
        return _unknown(deadline)
    return Outcome(Status.SOLVED, Rank(number + 1, sequence_total), stats={"nodes": deadline.node_count})


def unrank(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Find the sequence with a number.

    Examples
    --------
    >>> from passatempo.cards.answers import UnrankAsk
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.pastime import Question
    >>> unrank(Question(Deal((1, 1, 1, 2, 2)), UnrankAsk(1))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    number, deadline = validate_number(question.ask.rank, "rank"), Deadline(limits)
    try:
        scan = _numbering_of(question.instance, deadline)
        total = scan.sequences
        scan_ordering = scan.nth(number - 1) if number <= total else None
    except Stopped:
        return _unknown(deadline)
    stats = {"nodes": deadline.node_count}
    if scan_ordering is None:
        return Outcome(Status.IMPOSSIBLE, reason=f"there are only {decimal_digits(total)} sequences", stats=stats)
    return Outcome(Status.SOLVED, scan_ordering, stats=stats)
