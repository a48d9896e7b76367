"""The policies by name: how each chooses a cell where none is certainly safe, every part a setting of its own."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from passatempo.minesweeper import _kernel

if TYPE_CHECKING:
    from passatempo.minesweeper.model import Board

MOST_CELLS, MOST_NEIGHBOURS = 1000, 15  # of a board that the kernel plays on: weights are doubles, needs four bits


@dataclass(frozen=True, slots=True)
class Policy:
    """What a policy weighs.

    Parameters
    ----------
    kind
        0: the least chance of a mine, of equal ones the cell with the fewest unknown neighbours; 1: the score, which
        is the chance to survive this click and the next one.
    progress
        The weight of the chance that a safe cell follows: a tie-break.
    second
        The share of the second safest cell in what a click leaves.
    near_best, free_best
        A candidate is at least so safe, as a share of the safest; the second is for cells next to no number.
    most, most_free
        How many candidates, and how many of them next to no number; 0: all.
    alive
        Cells that can only show one number are no candidates, and no next click.
    pairs
        Proven 50/50 pairs are played at once.
    deep, deep_next, deep_near
        So many candidates, so near to the best, are looked at one click deeper, each with so many of its own.
    layouts, dense_layouts
        Endgames of so many layouts are solved, and those of so many times the cube of the share of free cells.
    nodes
        Guesses looked at in an endgame, before the score decides.
    fitted
        The share of the value fitted to the board, where one was, in what a click leaves; the rest is its next click.

    Examples
    --------
    >>> POLICIES["search"].progress, POLICIES["two-step"].deep
    (0.001, 0)
    """

    kind: int = 1
    progress: float = 0.001
    second: float = 0.2
    near_best: float = 0.90
    free_best: float = 0.95
    most: int = 0
    most_free: int = 0
    alive: bool = True
    pairs: bool = True
    deep: int = 4
    deep_next: int = 4
    deep_near: float = 0.02
    layouts: float = 1000
    dense_layouts: float = 1000
    nodes: int = 200_000
    fitted: float = 0.0

    def settings(self, value: bytes = b"") -> _kernel.PlaySettings:
        """Hand the policy over to the kernel, with the numbers of a fitted value, if it takes one."""
        return _kernel.PlaySettings(**asdict(self), value=value if self.fitted else b"")


POLICIES = {
    "least-chance": Policy(kind=0),
    "two-step": Policy(second=0, most=12, most_free=4, alive=False, deep=0),
    "search": Policy(),
    "fitted": Policy(deep_near=0.03, fitted=1.0),
}


def misfit(board: Board) -> str:
    """Say why the kernel does not play on a board; nothing where it does.

    >>> from passatempo.minesweeper import read
    >>> misfit(read("1#", mines=1)), misfit(read("1#"))
    ('', 'the mine count is not known')
    """
    if board.mines is None:
        return "the mine count is not known"
    if len(board.cells) > MOST_CELLS:
        return f"the board has more than {MOST_CELLS} cells"
    if board.surface.degree > MOST_NEIGHBOURS:
        return f"a cell has more than {MOST_NEIGHBOURS} neighbours"
    return ""
