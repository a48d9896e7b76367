"""A person in front of a printed minefield: that of a field, who marks squares as free or mined and opens none.

The numbers are all the person has, without the mine count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.minesweeper.model import COVERED
from passatempo.minesweeper.puzzles.params import MinesParams
from puzzles.field import Person

if TYPE_CHECKING:
    from passatempo.minesweeper.model import Board
    from passatempo.puzzles.puzzle import PuzzleContent

RATED = (
    MinesParams(8, 8, 12, "single"),
    MinesParams(8, 8, 16, "pair"),
    MinesParams(10, 10, 25, "pair"),
    MinesParams(12, 12, 36, "any"),
)


def effort(made: PuzzleContent[Board]) -> int:
    """Let a person find all mines."""
    person, empty = Person(made.instance), made.instance.cells.count(COVERED)
    return person.go(lambda: len(person.value) == empty)
