"""The value of a position as the engine sees it, in plain Python: the twin of the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.mnk.engine.patterns import classes, rank

if TYPE_CHECKING:
    from passatempo.mnk.model import Position


def evaluate(position: Position, weights: bytes) -> int:
    """Return the engine's evaluation of a position for the side to move, in parts of a unit.

    It is its own cells' worth less the other's, and what the network adds.

    Parameters
    ----------
    position
        An open position.
    weights
        As `weights.fitted` gives them.
    """
    from array import array

    from passatempo.mnk.engine.network import value
    from passatempo.mnk.engine.weights import CELLS, COLUMNS

    words = array("h", weights)
    me = position.to_move
    empty = [cell for cell, mark in enumerate(position.cells) if mark == 0]
    own, other = ([rank(classes(position, player, cell)) for cell in empty] for player in (me, 3 - me))
    cells = sum(words[COLUMNS * row] for row in own) - sum(words[COLUMNS * row + 1] for row in other)
    return cells + value(words[CELLS:], own, other)
