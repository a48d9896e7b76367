"""Sequences of plain UDUD by number, many at a time: the tables of the kernel, which are those of the scan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.cards import _kernel
from passatempo.cards.model import LARGEST, multiplicities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.cards.model import Deal
    from passatempo.core.limits import Deadline

MOST_BYTES = 1 << 26  # of tables; the scan of Python keeps only the states that are reached


class Rows:
    """The sequences of a deal, by number.

    Parameters
    ----------
    deal
        One that `suits`.
    deadline
        Counts states as nodes; `Stopped` is raised when it ends the run.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> from passatempo.core.limits import Deadline, Limits
    >>> rows = Rows(Deal((1, 1, 1, 2, 2)), Deadline(Limits()))
    >>> rows.sequences, rows.several([0])
    (1, ((1, 2, 1, 2, 1),))
    """

    def __init__(self, deal: Deal, deadline: Deadline) -> None:
        values, copies = multiplicities(deal.cards, deadline.check)
        distance = distance_of(deal)
        self.sequences, self._rows = 0, None
        if distance is None or not fits(copies, distance):
            return
        rows = _kernel.numbered_rows(bytes(copies), tuple(values), deal.open, distance, *deadline.kernel)
        deadline.charge(rows.stop, rows.nodes)
        self.sequences, self._rows = int.from_bytes(rows.total, "little"), rows
        self._size = len(rows.total)

    def several(self, numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the sequences with these numbers, from 0."""
        assert self._rows is not None, "there are no sequences"
        return self._rows.rows(b"".join([number.to_bytes(self._size, "little") for number in numbers]))


def suits(deal: Deal) -> bool:
    """Tell whether the kernel numbers the sequences of a deal: plain UDUD, one distance or any, small tables.

    >>> from passatempo.cards.model import Deal
    >>> suits(Deal((1, 1, 1, 2, 2))), suits(Deal((1, 1, 1, 2, 2), first=1))
    (True, False)
    """
    distance = distance_of(deal)
    if distance is None:
        return False
    number = len(deal.cards)

    def are_small(values: int) -> bool:
        return _kernel.table_bytes(values, distance) <= MOST_BYTES

    # Where there is a sequence a value has four copies at most: of a million cards the values need not be told apart.
    return distance <= number and are_small(-(-number // 4)) and are_small(len(set(deal.cards)))


def distance_of(deal: Deal) -> int | None:
    """Return the one distance that is asked for, 0 where any will do, None where the kernel does not know."""
    if deal.between is None:
        return None
    low, high = deal.between
    if (low, high) == (0, LARGEST):
        return 0
    return low if low == high else None


def fits(copies: Sequence[int], distance: int) -> bool:
    """Tell whether there can be a sequence at all: else the kernel refuses."""
    return copies[0] <= 2 and max(copies) <= 4 and distance <= sum(copies)
