"""A person with a card to be found: the same as for a hand to be laid, with any one card more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.machiavelli.puzzles.maker import PuzzleParams
from puzzles import machiavelli_person

if TYPE_CHECKING:
    from passatempo.machiavelli.model import Turn
    from passatempo.puzzles.puzzle import PuzzleContent

RATED = (PuzzleParams(5, 2), PuzzleParams(6, 3))


def effort(made: PuzzleContent[Turn]) -> int:
    """Count the nodes of a person's search for a way to lay the whole hand with any one card more."""
    return machiavelli_person.effort(made.instance, wild=True)
