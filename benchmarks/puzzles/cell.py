"""How hard it is for a person to find the one safe cell, against grades and loads; and how fast such are made.

`python benchmarks/puzzles/cell.py [puzzles a grade]` prints two tables. The person is that of `field.py`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from field import Person, rates, table

from passatempo.minesweeper.puzzles.cell import CELL
from passatempo.minesweeper.puzzles.params import CellParams

if TYPE_CHECKING:
    from passatempo.core.puzzle import Made
    from passatempo.minesweeper.model import Board


def effort(made: Made[Board]) -> int:
    """Let a person find the cell."""
    row, column = made.solution["cell"]
    person, cell = Person(made.instance), (row - 1) * made.instance.columns + column - 1
    return person.go(lambda: cell in person.value)


if __name__ == "__main__":
    table(CELL, effort, int(sys.argv[1]) if len(sys.argv) > 1 else 100)
    sizes = {"4x4/5": (4, 4, 5), "5x5/7": (5, 5, 7), "6x6/10": (6, 6, 10), "7x7/14": (7, 7, 14), "8x8/20": (8, 8, 20)}
    rates(CELL, {name: (CellParams(*size), 500) for name, size in sizes.items()})
