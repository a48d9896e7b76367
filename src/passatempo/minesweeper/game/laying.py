"""Where the mines lie: laid at the first click, around it, from the seed of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.methods import resolve
from passatempo.core.random import Random
from passatempo.minesweeper.generate import lay

if TYPE_CHECKING:
    from passatempo.minesweeper.game.rules import GameRules
    from passatempo.minesweeper.model import Cell

STREAM = ("minesweeper", "deal")
MOST_ATTEMPTS = 100  # at fields without a guess; of the densest that are allowed one in five cannot be repaired
REPAIRED = "passatempo.minesweeper.exact.fields:repaired"  # not needed for an ordinary field


def laid(rules: GameRules, seed: int, first: Cell) -> bytes:
    """Lay the mines for a first click; a byte a cell, 1 for a mine.

    >>> from passatempo.minesweeper.game.rules import GameRules
    >>> mine = laid(GameRules(), 7, 40)
    >>> sum(mine), [mine[cell] for cell in (30, 31, 32, 39, 40, 41, 48, 49, 50)]
    (10, [0, 0, 0, 0, 0, 0, 0, 0, 0])
    """
    random = Random(seed, *STREAM)
    if rules.no_guess:
        mine = resolve(REPAIRED)(rules.rows, rules.columns, rules.mines, first, random, MOST_ATTEMPTS)
        if not mine:
            raise InvalidInstance([Violation("no-field", f"all of {MOST_ATTEMPTS} fields need a guess")])
        return bytes(mine)
    kept = [first, *(rules.surface.neighbours(first) if rules.first == "opening" else ())]
    return lay(rules.size, rules.mines, kept[: rules.size - rules.mines], random)
