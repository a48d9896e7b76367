"""The value of a position some plies ahead by trying every move: what the browser app plays by where the engine cannot.

The engine knows plain rules and exactly k in a row. Under the other options the kernel of the app searches windows of k
cells (`kernel/play/minimax.cpp`); this says the same in the plainest Python, and is its test. All legal moves are tried
with gravity and on small boards, else those near marks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits
from passatempo.mnk.engine.one_ply import candidates
from passatempo.mnk.lines import windows
from passatempo.mnk.model import Position
from passatempo.mnk.rules import MARKS, X, ends, landing, undecided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.mnk.lines import Cell
    from passatempo.mnk.rules import Rules

MATE = 30000  # a win in n plies is worth MATE - n
MOST_VALUE = 20000  # of a position whose end is not in sight
LACKS_ONE = 64  # what a window weighs that lacks one mark, a quarter of it for each mark more
QUARTERS = 4
WIDEST = 64  # cells of a board all of whose moves are tried


def value(rules: Rules, cells: bytes, depth: int) -> int:
    """Return what an open position is worth to the side to move, so many plies ahead.

    >>> from passatempo.mnk.model import Rules
    >>> value(Rules(3, 3, 3, gravity=True), bytes([0, 0, 0, 2, 2, 0, 1, 1, 0]), 1)
    29999
    """
    mover = X if cells.count(X) == len(cells) - cells.count(0) - cells.count(X) else 3 - X
    best = -MATE
    for cell in moves(rules, cells):
        after = cells[:cell] + bytes([mover]) + cells[cell + 1 :]
        best = max(best, _worth(rules, after, cell, mover, depth))
    return best


def _worth(rules: Rules, cells: bytes, cell: Cell, mover: int, depth: int) -> int:
    """Return what a move is worth to who made it."""
    if ends(rules, cells, cell):
        return 1 - MATE if rules.misere else MATE - 1
    if 0 not in cells:
        over = undecided(rules)
        return 0 if over == "draw" else MATE - 1 if over == MARKS[mover] else 1 - MATE
    if depth <= 1:
        return -static(rules, cells, 3 - mover)
    found = -value(rules, cells, depth - 1)
    return found - 1 if found > MATE - 1000 else found + 1 if found < 1000 - MATE else found


def moves(rules: Rules, cells: bytes) -> Sequence[Cell]:
    """Return the moves that are tried."""
    if rules.gravity or rules.size <= WIDEST:
        return landing(rules, cells)
    return candidates(Position(rules, cells), Deadline(Limits()))


def static(rules: Rules, cells: bytes, mark: int) -> int:
    """Return how much more the open windows of one side weigh than those of the other.

    >>> from passatempo.mnk.model import Rules
    >>> static(Rules(1, 4, 3, torus=True), bytes([1, 0, 0, 0]), 1)
    48
    """
    total = sum(map(_weight, [rules] * len(_windows(rules)), [_counts(w, cells) for w in _windows(rules)]))
    cut = max(-MOST_VALUE, min(MOST_VALUE, total))
    return -cut if (mark == X) == rules.misere else cut


@lru_cache(maxsize=8)
def _windows(rules: Rules) -> tuple[tuple[Cell, ...], ...]:
    return windows(rules.m, rules.n, rules.k, rules.torus)


def _counts(window: tuple[Cell, ...], cells: bytes) -> tuple[int, int]:
    marks = [cells[cell] for cell in window]
    return marks.count(X), marks.count(3 - X)


def _weight(rules: Rules, counts: tuple[int, int]) -> int:
    """Return the weight of a window for X."""
    crosses, noughts = counts
    if (crosses == 0) == (noughts == 0) or (noughts and rules.maker_breaker):
        return 0
    lacking = rules.k - max(counts) - 1
    worth = 0 if lacking >= QUARTERS else LACKS_ONE >> (2 * max(lacking, 0))
    return worth if crosses else -worth
