"""Late positions: boards of a real field with most cells opened, where the mine count settles what numbers do not."""

from dataclasses import replace

from passatempo.core.random import Random
from passatempo.minesweeper.exact.simulation import Deal, simulate
from passatempo.minesweeper.formats.minefield import open_cells
from passatempo.minesweeper.generate import PRESETS as SIZES
from passatempo.minesweeper.generate import Params, generate
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
    """Let the policy two-step play expert games until one reaches a random depth, and stop it there."""
    dice, deal = Random(seed, "played"), Deal(*SIZES["expert"])
    size = deal.rows * deal.columns
    while True:
        depth = dice.below(size - deal.mines)
        (game,) = simulate(deal, "two-step", dice.below(2**32), 1, keep=True).games
        cells = bytearray([COVERED]) * size
        for click in game.clicks:
            if game.layout[click]:
                break
            open_cells(deal.board.surface, game.layout, cells, [click])
            if depth < size - cells.count(COVERED) < size - deal.mines:
                return replace(deal.board, cells=bytes(cells))
