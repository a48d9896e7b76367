"""Positions for tests, and their layouts by brute force: every subset of the covered cells."""

from itertools import combinations

from passatempo.core.random import Random
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN, VARIANTS, Board

SHAPES = ((1, 1), (1, 5), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 2), (4, 5))
OFFSETS = ((0, 1), (1, 0), (1, 1), (-1, 2))  # a neighbourhood that is not even symmetric
MOST_COVERED = 13


def position(seed):
    """Make a small position from a minefield; some numbers are changed, some boards have a count, some a wrong one."""
    rng = Random(seed, "positions")
    while True:
        rows, columns = rng.choice(SHAPES)
        variant = rng.choice((*VARIANTS, "square", "square", "square"))
        offsets = OFFSETS if variant in ("square", "torus") and rng.below(6) == 0 else ()
        size = rows * columns
        surface = Board(rows, columns, bytes([COVERED]) * size, None, variant, offsets).surface
        hidden = [rng.below(4) == 0 for _ in range(size)]
        cells = bytearray([COVERED]) * size
        for cell in range(size):
            if not hidden[cell] and rng.below(5) > 1:
                cells[cell] = sum(hidden[n] for n in surface.neighbours(cell))
                if rng.below(12) == 0:
                    cells[cell] = UNKNOWN
                elif rng.below(25) == 0:
                    cells[cell] = min(cells[cell] + 1, surface.degree)
            elif rng.below(8) == 0:
                cells[cell] = FLAG
        mines = None if rng.below(2) else max(0, sum(hidden) + (rng.below(3) - 1) * (rng.below(4) == 0))
        board = Board(rows, columns, bytes(cells), mines, variant, offsets)
        if board.covered <= MOST_COVERED:
            return board


def layouts(board):
    """Yield the sets of mines that fit a board, found by trying them all."""
    covered = [cell for cell, code in enumerate(board.cells) if code in (COVERED, FLAG)]
    numbers = [(code, board.surface.neighbours(cell)) for cell, code in enumerate(board.cells) if code < UNKNOWN]
    sizes = range(len(covered) + 1) if board.mines is None else [board.mines]
    for size in sizes:
        for chosen in combinations(covered, size):
            mines = frozenset(chosen)
            if all(sum(n in mines for n in near) == value for value, near in numbers):
                yield mines
