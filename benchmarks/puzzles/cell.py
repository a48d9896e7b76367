"""A person in front of one safe cell to be found: that of a field, who looks for the cell alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.minesweeper.puzzles.params import CellParams
from puzzles.field import Person

if TYPE_CHECKING:
    from passatempo.minesweeper.model import Board
    from passatempo.puzzles.puzzle import PuzzleContent

RATED = (CellParams(4, 4, 5), CellParams(5, 5, 7), CellParams(6, 6, 10), CellParams(7, 7, 14), CellParams(8, 8, 20))


def effort(made: PuzzleContent[Board]) -> int:
    """Let a person find the cell."""
    row, column = made.solution["cell"]
    person, cell = Person(made.instance), (row - 1) * made.instance.columns + column - 1
    return person.go(lambda: cell in person.value)
