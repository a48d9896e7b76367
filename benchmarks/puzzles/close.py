"""A person with a hand to be laid: takes up ever more groups, and lays hand and loose cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.machiavelli.puzzles.maker import PuzzleParams
from puzzles import machiavelli_person

if TYPE_CHECKING:
    from passatempo.machiavelli.model import Turn
    from passatempo.puzzles.puzzle import PuzzleContent

RATED = (PuzzleParams(5, 2), PuzzleParams(8, 6))


def effort(made: PuzzleContent[Turn]) -> int:
    """Count the nodes of a person's search for a way to lay the whole hand."""
    return machiavelli_person.effort(made.instance)
