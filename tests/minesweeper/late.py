"""Late positions: boards of a real field with most cells opened, where the mine count settles what numbers do not."""

from dataclasses import replace

from passatempo.core.random import Random
from passatempo.minesweeper import Board, estimate
from passatempo.minesweeper.generate import PRESETS as SIZES
from passatempo.minesweeper.generate import Params, generate, lay, spread
from passatempo.minesweeper.model import COVERED

PRESETS = ("beginner-8", "beginner-9", "intermediate", "expert")
SHARES = (70, 80, 88, 94, 97, 99)  # per cent of the mine-free cells


def late(seed):
    """Make a late position, of 8 x 8 to 16 x 30 cells, with its true mine count."""
    dice = Random(seed, "late")
    share = SHARES[dice.below(len(SHARES))] / 100
    opened = ("flood", "flood", "scatter")[dice.below(3)]
    first = ("opening", "safe")[dice.below(2)]
    return generate(Params(PRESETS[seed % 4], first=first, opened=opened, share=share), dice)


def readings(seed):
    """Return the same position with the true mine count, one more, and one less."""
    board = late(seed)
    return [replace(board, mines=board.mines + more) for more in (0, 1, -1)]


def played(seed):
    """Play an expert game, safe cells first and then the least chance, and stop it at a random depth."""
    dice = Random(seed, "played")
    rows, columns, mines = SIZES["expert"]
    size = rows * columns
    while True:
        cells, field = bytearray([COVERED]) * size, lay(size, mines, [0], dice)
        board = Board(rows, columns, bytes(cells), mines)
        depth, click = dice.below(size - mines), 0
        while not field[click]:
            spread(board.surface, field, cells, [click])
            board = replace(board, cells=bytes(cells))
            if size - cells.count(COVERED) > depth:
                break
            found = estimate(board)
            click = min((c for c in range(size) if cells[c] == COVERED), key=memoryview(found.chances).__getitem__)
        if not field[click] and board.covered > mines:
            return board
