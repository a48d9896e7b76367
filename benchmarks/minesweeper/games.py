"""Positions of Minesweeper at which a guess is needed, from games that a simple player plays with itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.random import Random
from passatempo.minesweeper import Board, estimate
from passatempo.minesweeper.exact.methods import SAFE, cells_with_marks
from passatempo.minesweeper.generate import lay_mines, open_cell
from passatempo.minesweeper.model import COVERED

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS, COLUMNS, MINES = 16, 30, 99
START = 3 * COLUMNS + 3  # the first click opens a zero here


def guesses(seed: int) -> Iterator[Board]:
    """Play one expert game: open what is safe, else yield the position and open the cell of least chance."""
    size = ROWS * COLUMNS
    surface = Board(ROWS, COLUMNS, bytes([COVERED]) * size).surface
    hidden = lay_mines(size, MINES, [START, *surface.neighbours(START)], Random(seed, "expert"))
    cells = bytearray([COVERED]) * size
    stack = [START]
    while True:
        while stack:
            cell = stack.pop()
            if cells[cell] != COVERED:
                continue
            if hidden[cell]:
                return
            near = open_cell(surface, hidden, cells, cell)
            stack.extend(near if cells[cell] == 0 else ())
        board = Board(ROWS, COLUMNS, bytes(cells), MINES)
        found = estimate(board)
        assert found is not None
        stack = cells_with_marks(found.marks, SAFE)
        if stack:
            continue
        unsure = [cell for cell in range(size) if found.marks[cell] in (1, 5)]
        if not unsure:
            return
        yield board
        stack = [min(unsure, key=lambda cell: (found.chances[cell], cell))]


def positions(number: int) -> list[Board]:
    """Return so many positions, from as many games as it takes."""
    found: list[Board] = []
    seed = 0
    while len(found) < number:
        found += guesses(seed)
        seed += 1
    return found[:number]
