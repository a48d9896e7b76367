"""Sequences of plain UDUD by number where the tables of the scan would be too large: the kernel keeps few rungs.

A rung says in how many ways the values from one on can be laid, for every number of cards that is still wanted between
the maxima. The number of a sequence is gathered while the rungs are made, two at a time. For the sequence of a number
some are kept, and those between two of them are made again, as far as the way can still lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.cards import _kernel
from passatempo.cards.answers import Ordering
from passatempo.cards.exact.rows import distance_of, fits, suits
from passatempo.cards.model import multiplicities
from passatempo.cards.reference.closed_form import reason
from passatempo.cards.reference.scan import MOST_MEMORY
from passatempo.core.limits import polled

if TYPE_CHECKING:
    from passatempo.cards.model import Deal
    from passatempo.core.limits import Deadline

UDUD = 4  # runs, three stationary points between them
POINTS = 3


def is_long(deal: Deal) -> bool:
    """Tell whether a deal is one for the ladder: plain UDUD, one distance or any, and large tables.

    >>> from passatempo.cards.model import Deal
    >>> is_long(Deal((1, 1, 1, 2, 2))), is_long(Deal(tuple(range(1, 5001)) * 2))
    (False, True)
    """
    return distance_of(deal) is not None and not suits(deal)


class Ladder:
    """The sequences of a deal, by number.

    Parameters
    ----------
    deal
        Plain UDUD with one distance or any.
    deadline
        Counts tables of a rung as nodes; `Stopped` is raised when it ends the run.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.limits import Deadline, Limits
    >>> ladder = Ladder(Deal((1, 1, 1, 2, 2)), Deadline(Limits()))
    >>> ladder.sequences, ladder.nth(0).sequence
    (1, (1, 2, 1, 2, 1))
    """

    def __init__(self, deal: Deal, deadline: Deadline) -> None:
        self.deal, self.deadline = deal, deadline
        self.values, copies = multiplicities(deal.cards, deadline.check)
        self._distance = distance_of(deal) or 0
        self._copies = bytes(copies) if fits(copies, self._distance) and self._distance != 1 else b""
        self._most = (deadline.limits.memory_mb or MOST_MEMORY) * 1_000_000
        self._moves: _kernel.NumberedMoves | None = None
        self._total: int | None = None if self._copies else 0

    @property
    def sequences(self) -> int:
        """How many sequences there are."""
        if self._total is None:
            moves = _kernel.numbered_moves(
                self._copies, self.deal.open, self._distance, self._most, *self.deadline.kernel
            )
            self.deadline.charge(moves.stop, moves.nodes)
            self._moves, self._total = moves, int.from_bytes(moves.total, "little")
        return self._total

    @property
    def reason(self) -> str:
        """Why there is no sequence."""
        return reason(self.deal, self.deadline)

    def nth(self, number: int) -> Ordering:
        """Return a sequence by its number from 0."""
        assert self.sequences > number, "there are not so many"
        assert self._moves is not None
        written = number.to_bytes(len(self._moves.total), "little")
        stop, nodes, moves = self._moves.nth(written, *self.deadline.kernel)
        self.deadline.charge(stop, nodes)
        return self._laid(moves)

    def rank(self, ordering: Ordering) -> int:
        """Return the number of a sequence of the deal, from 0: the inverse of `nth`."""
        moves = self._moves_of(ordering)
        found = _kernel.rank_moves(
            self._copies, moves, self.deal.open, self._distance, self._most, *self.deadline.kernel
        )
        stop, nodes, total, number = found
        self.deadline.charge(stop, nodes)
        self._total = int.from_bytes(total, "little")
        return int.from_bytes(number, "little")

    def _moves_of(self, ordering: Ordering) -> bytes:
        """Return what each value does, the greatest first: its points in three bits, its runs in the next four."""
        moves = dict.fromkeys(self.values, 0)
        points, run = ordering.stationary, 0
        for position, value in enumerate(polled(ordering.sequence, self.deadline.check, 1024), 1):
            if run < POINTS and points[run] == position:
                moves[value] |= 1 << run
                run += 1
            else:
                moves[value] |= 1 << (POINTS + run)
        return bytes(moves.values())

    def _laid(self, moves: bytes) -> Ordering:
        """Lay the cards as the moves say."""
        runs: list[list[int]] = [[] for _ in range(UDUD)]
        peaks = [0] * POINTS
        for value, move in zip(self.values, polled(moves, self.deadline.check, 1024), strict=True):
            for bit in range(POINTS):
                if move >> bit & 1:
                    peaks[bit] = value
            for run, cards in enumerate(runs):
                if move >> (POINTS + run) & 1:
                    cards.append(value)
        first, second, third, fourth = runs
        sequence = [*first[::-1], peaks[0], *second, peaks[1], *third[::-1], peaks[2], *fourth]
        stationary = [len(first) + 1, len(first) + len(second) + 2, len(sequence) - len(fourth)]
        return Ordering(tuple(sequence), tuple(stationary))
