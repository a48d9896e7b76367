"""Fields that can be cleared without a guess: laid at random, and repaired by swapping mines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Limits
from passatempo.minesweeper import _kernel

if TYPE_CHECKING:
    from passatempo.core.random import Random
    from passatempo.minesweeper.model import Cell

SWAPS, MANY_SWAPS = 3_000, 30_000  # tried in one attempt; many where the mines are dense
DENSE = (3, 10)  # mines of cells


def repaired(rows: int, columns: int, mines: int, first: Cell, random: Random, attempts: int) -> bytes:
    """Lay mines on a square field, none around its first cell, so that nobody needs to guess; nothing if none is found.

    >>> from passatempo.core.random import Random
    >>> sum(repaired(9, 9, 10, 40, Random(1), 100))
    10
    """
    most = MANY_SWAPS if mines * DENSE[1] >= rows * columns * DENSE[0] else SWAPS
    for _ in range(attempts):
        made = _kernel.make_field(rows, columns, mines, first, True, most, random.state, *Limits().kernel)
        random.state = made.random
        if made.done:
            return bytes(made.cells)
    return b""
