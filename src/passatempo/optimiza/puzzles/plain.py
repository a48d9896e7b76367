"""A random board for a puzzle, in plain Python: what the kernel draws, by the recurrence and the greedies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.greedy import Backward
from passatempo.optimiza.reference.search import Search

if TYPE_CHECKING:
    from passatempo.core.random import Random
    from passatempo.optimiza.model import Board, Variant
    from passatempo.optimiza.reference.search import Rest


def draw_board(variant: Variant, n: int, random: Random, boards: int) -> tuple[Board, int, int, int] | None:
    """Draw up to `boards` boards until one has one best path alone, and X < Y < Z; return it with X, Y and Z.

    >>> from passatempo.core.random import Random
    >>> board, x, y, z = draw_board("torus-rook", 4, Random(2), 50)
    >>> x < y < z
    True
    """
    for _ in range(boards):
        board = generate(Params(n, variant), random)
        search = Search(board)
        best = search.starts()
        z = max(value for value, _ in best)
        if sum(_ways(search, cell, search.level(cell), 2) for value, cell in best if value == z) == 1:
            back = Backward(board)
            sums = back.sums()
            x, y = sums[board.cells.index(n)], max(sums)
            if x < y < z:
                return board, x, y, z
    return None


def _ways(search: Search, head: int, rest: Rest, most: int) -> int:
    """Count the best ways on from a cell, up to a number."""
    steps = search.steps(head, rest)
    if not steps:
        return 1
    best, found = max(search.best(*step) for step in steps), 0
    for step in steps:
        if search.best(*step) == best and found < most:
            found += _ways(search, *step, most)
    return found
