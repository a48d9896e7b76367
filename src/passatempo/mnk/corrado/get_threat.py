"""The report's counting of runs to the letter, with its flags, so that what it costs can be counted.

`get_threat` looks for the runs of one length and kind: from every mark of a side, in each of four directions, it walks
both ways over marks of that side and flags them, unless the mark carries the flag of that direction already; at the end
all flags are taken away. The evaluation asks once for each length and kind. Nothing else here does: the player counts
all runs in one pass (`evaluation`), or keeps them up to date move by move (`board`).

Source: "Corrado il Conquistatore", report of the MNK project 2021-2022, sections BooleanBoard and Valutazione.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from passatempo.mnk.corrado.evaluation import KINDS, weight
from passatempo.mnk.lines import DIRECTIONS
from passatempo.mnk.rules import EMPTY, O, X

if TYPE_CHECKING:
    from passatempo.mnk.model import Position
    from passatempo.mnk.rules import Mark


@dataclass(slots=True)
class FlaggedBoard:
    r"""A board whose cells carry a flag for each direction, and how often its cells were looked at.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> board = FlaggedBoard(read("k: 5\nX X . O O O X"))
    >>> board.get_threat(1, 3, "half"), board.get_threat(2, 3, "half")
    (0, 1)
    """

    position: Position
    looks: int = 0
    calls: int = 0
    flags: set[tuple[int, int]] = field(default_factory=set)

    def get_threat(self, mark: Mark, length: int, kind: str, *, longer: bool = False) -> int:
        """Count the runs of a length and kind; with `longer` also longer ones, whatever their ends."""
        self.calls += 1
        found = 0
        for cell, seen in enumerate(self.position.cells):
            if seen == mark:
                found += sum(self.check_threat(cell, mark, way, length, kind, longer) for way in range(len(DIRECTIONS)))
        self.flags.clear()
        return found

    def check_threat(self, cell: int, mark: Mark, way: int, length: int, kind: str, longer: bool) -> bool:
        """Tell whether a run of that length and kind goes through a cell, and was not met before."""
        self.looks += 1
        if (cell, way) in self.flags:
            return False
        down, right = DIRECTIONS[way]
        row, column = self.position.place(cell)
        ends, size = [], 1
        self.flags.add((cell, way))
        for sign in (1, -1):
            i, j = row + sign * down, column + sign * right
            while (seen := self._at(i, j)) == mark:
                self.flags.add((i * self.position.rules.n + j, way))
                size, i, j = size + 1, i + sign * down, j + sign * right
            ends.append(seen)
        return (longer and size >= length) or (size == length and KINDS[ends.count(EMPTY)] == kind)

    def _at(self, row: int, column: int) -> int:
        """Look at a cell; -1 beyond the edges."""
        self.looks += 1
        rules = self.position.rules
        inside = 0 <= row < rules.m and 0 <= column < rules.n
        return self.position.cells[row * rules.n + column] if inside else -1

    def evaluate(self, me: Mark) -> int:
        """Return f = A - B by one call for each length and kind."""
        k, total = self.position.rules.k, 0
        for mark in (me, O if me == X else X):
            own = mark == me
            side = weight(k, 0, k, own=own) * self.get_threat(mark, k, "", longer=True)
            for length in range(1, k):
                for free in (1, 2):
                    side += weight(length, free, k, own=own) * self.get_threat(mark, length, KINDS[free])
            total += side if own else -side
        return total
