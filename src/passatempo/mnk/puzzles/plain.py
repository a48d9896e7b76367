"""A win to be found, in plain Python: what the kernel draws, by the reference's search of all defences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits
from passatempo.mnk.lines import windows
from passatempo.mnk.model import Position
from passatempo.mnk.reference import Attack
from passatempo.mnk.rules import EMPTY, O, X

if TYPE_CHECKING:
    from passatempo.core.random import Random
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.rules import Mark, Rules

OPENINGS = 7  # up to six moves by lot
LEAST_FACTOR, FACTORS = 500, 1001  # of what a cell is worth to the bad player, in thousandths: 0.5 to 1.5


def draw_win(rules: Rules, moves: int, random: Random) -> tuple[bytes, Cell] | None:
    """Play a game of the bad player until one first move alone begins a win in so many moves, and none is shorter.

    Returns
    -------
    tuple or None
        The marks and the first move; None where the game has no such position.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> from passatempo.mnk.rules import Rules
    >>> cells, first = draw_win(Rules(4, 4, 3), 2, Random(5))
    >>> cells[first]
    0
    """
    cells, opening = bytearray(rules.size), random.below(OPENINGS)
    while EMPTY in cells:
        mark = X if cells.count(X) == cells.count(O) else O
        position = Position(rules, bytes(cells))
        if position.result:
            return None
        attack = Attack(position, Deadline(Limits()))
        if not attack.wins(moves - 1):
            first = attack.first_moves(moves)
            if len(first) == 1:
                return bytes(cells), first[0]
        if opening > 0:
            cell = random.choice([cell for cell in range(rules.size) if cells[cell] == EMPTY])
        else:
            cell = bad_move(rules, cells, mark, random)
        cells[cell] = mark
        opening -= 1
    return None


def bad_move(rules: Rules, cells: bytearray, mark: Mark, random: Random) -> Cell:
    """Win, else block, else take about the cell whose open lines have most marks.

    >>> from passatempo.core.random import Random
    >>> from passatempo.mnk.rules import Rules
    >>> bad_move(Rules(3, 3, 3), bytearray([1, 1, 0, 2, 2, 0, 0, 0, 0]), 2, Random(1))
    5
    """
    rows = [(w, [cells[c] for c in w]) for w in windows(rules.m, rules.n, rules.k)]
    for side in (mark, O if mark == X else X):
        last = [w[row.index(EMPTY)] for w, row in rows if row.count(side) == rules.k - 1 and EMPTY in row]
        if last:
            return min(last)
    worth = [0] * rules.size
    for w, row in rows:
        if not (X in row and O in row):
            for cell in w:
                worth[cell] += 4 ** (rules.k - row.count(EMPTY))
    empty = [cell for cell in range(rules.size) if cells[cell] == EMPTY]
    told = {cell: worth[cell] * (LEAST_FACTOR + random.below(FACTORS)) for cell in empty}
    return max(empty, key=lambda cell: told[cell])
