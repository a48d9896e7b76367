"""Grades of missing cards: a person's effort, a hundred puzzles a grade, and how fast they are made.

Run it in ``benchmarks`` by ``python -m puzzles.unlock [puzzles a grade]``.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from passatempo.machiavelli.puzzles.parameters import Params
from passatempo.machiavelli.puzzles.recipes import UNLOCK
from puzzles import machiavelli_person, machiavelli_table

if TYPE_CHECKING:
    from passatempo.core.puzzle import Made
    from passatempo.machiavelli.model import Turn


def effort(made: Made[Turn]) -> int:
    """Count the nodes of a person's search for a way to lay the whole hand with any one card more."""
    return machiavelli_person.effort(made.instance, wild=True)


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    machiavelli_table.show(UNLOCK, effort, number, (Params(5, 2), Params(6, 3)))
