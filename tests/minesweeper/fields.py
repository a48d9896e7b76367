"""Boards and their layouts by brute force: the oracle of the other tests, from the rules alone."""

import random
from itertools import product

from passatempo.minesweeper import Board
from passatempo.minesweeper.model import COVERED, FLAG


def random_board(dice: random.Random, largest: int = 12) -> Board:
    """Draw a small board; two in three come from a real field of mines, the others may be contradictory."""
    while True:
        rows, columns = dice.randint(1, 4), dice.randint(1, 4)
        if rows * columns <= largest:
            break
    cells = rows * columns
    field = [dice.random() < 0.35 for _ in range(cells)]
    surface = Board(rows, columns, bytes([COVERED] * cells)).surface
    numbers = [sum(field[n] for n in surface.neighbours(cell)) for cell in range(cells)]
    if dice.random() < 1 / 3:
        numbers = [min(8, max(0, number + dice.choice((-1, 0, 0, 1)))) for number in numbers]
    shown = [COVERED if field[cell] or dice.random() < 0.5 else numbers[cell] for cell in range(cells)]
    mines = None if dice.random() < 0.5 else max(0, sum(field) + dice.choice((-1, 0, 0, 0, 1)))
    return Board(rows, columns, bytes(shown), mines)


def layouts(board: Board) -> list[frozenset[int]]:
    """List all layouts, trying every subset of the covered cells."""
    covered = [cell for cell, code in enumerate(board.cells) if code >= FLAG]  # not those opened without a number
    numbers = [(code, board.surface.neighbours(cell)) for cell, code in enumerate(board.cells) if code < 250]
    found = []
    for chosen in product((False, True), repeat=len(covered)):
        mines = frozenset(cell for cell, mine in zip(covered, chosen, strict=True) if mine)
        if board.mines is not None and len(mines) != board.mines:
            continue
        if all(sum(n in mines for n in around) == code for code, around in numbers):
            found.append(mines)
    return found
