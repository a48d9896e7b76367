"""Which moves the published player looks at, and in what order: free cells by the number of marks around them.

The counter of a cell is the number of marked cells among the eight around it. Candidates are the free cells with a
counter of at least 1, greater counters first. Counters lie in 0..8, so nine buckets do what the published player's
search tree was meant to do; inside a bucket the order is that of reading, whatever the history.

Source: "Corrado il Conquistatore", sections BooleanBoard and Albero AVL.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from passatempo.mnk.rules import EMPTY

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.mnk.lines import Cell
    from passatempo.mnk.rules import Rules

CHUNK = 1000  # cells
AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))


@lru_cache(maxsize=2**14)
def neighbours(m: int, n: int, torus: bool, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells around a cell, in reading order of the steps.

    >>> neighbours(3, 3, False, 0), len(neighbours(3, 3, True, 0))
    ((1, 3, 4), 8)
    """
    row, column = divmod(cell, n)
    if torus:
        found = dict.fromkeys((row + i) % m * n + (column + j) % n for i, j in AROUND)
        return tuple(other for other in found if other != cell)
    return tuple((row + i) * n + column + j for i, j in AROUND if 0 <= row + i < m and 0 <= column + j < n)


class Order(Protocol):
    """What a search asks of an order of moves; the marks are its board's own."""

    def mark(self, cell: Cell) -> None:
        """Follow a mark that was put on a cell."""

    def unmark(self, cell: Cell) -> None:
        """Follow a mark that was taken off."""

    def moves(self) -> list[Cell]:
        """Return the candidates, the most promising first."""


class Buckets:
    """Nine buckets of free cells by their counters.

    Parameters
    ----------
    rules
        The board.
    marks
        Its marks, which the search changes and this class only reads.
    check
        Called now and then while the marks are counted; may throw.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> Buckets(Rules(1, 5, 3), bytearray([0, 1, 0, 1, 0])).moves()
    [2, 0, 4]
    """

    def __init__(self, rules: Rules, marks: bytearray, check: Callable[[], None] = lambda: None) -> None:
        self.rules, self.marks = rules, marks
        self.counter = bytearray(rules.size)
        self.buckets: tuple[set[Cell], ...] = tuple(set() for _ in range(9))
        for cell, mark in enumerate(marks):
            if cell % CHUNK == 0:
                check()
            if mark != EMPTY:
                self.mark(cell)

    def mark(self, cell: Cell) -> None:
        """Count a mark at its neighbours; the cell is no candidate any more."""
        counter, marks, buckets = self.counter, self.marks, self.buckets
        buckets[counter[cell]].discard(cell)
        for other in neighbours(self.rules.m, self.rules.n, self.rules.torus, cell):
            key = counter[other]
            counter[other] = key + 1
            if marks[other] == EMPTY:
                buckets[key].discard(other)
                buckets[key + 1].add(other)

    def unmark(self, cell: Cell) -> None:
        """Take a mark off again."""
        counter, marks, buckets = self.counter, self.marks, self.buckets
        for other in neighbours(self.rules.m, self.rules.n, self.rules.torus, cell):
            key = counter[other]
            counter[other] = key - 1
            if marks[other] == EMPTY:
                buckets[key].remove(other)
                if key > 1:  # a cell without a marked neighbour is in no bucket
                    buckets[key - 1].add(other)
        if counter[cell]:
            buckets[counter[cell]].add(cell)

    def moves(self) -> list[Cell]:
        """Return the candidates by falling counter; on a board without marks, every cell that can be marked."""
        found = [cell for bucket in reversed(self.buckets[1:]) for cell in sorted(bucket)]
        if self.rules.gravity:
            found = [cell for cell in found if self.lands(cell)]
        return found or [c for c, mark in enumerate(self.marks) if mark == EMPTY and self.lands(c)]

    def lands(self, cell: Cell) -> bool:
        """Tell whether a mark can come to lie on a free cell."""
        below = cell + self.rules.n
        return not self.rules.gravity or below >= self.rules.size or self.marks[below] != EMPTY

    def tiers(self) -> list[tuple[int, list[Cell]]]:
        """Return the free cells by counter, greatest first, those with a counter of 0 left out."""
        return [(key, sorted(self.buckets[key])) for key in range(8, 0, -1) if self.buckets[key]]
