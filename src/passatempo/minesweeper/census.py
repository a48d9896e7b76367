"""What every exact method finds, the census of all layouts, and the answers that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import TYPE_CHECKING

from passatempo.minesweeper.model import FLAG, Board, Certain, Chances, Click, is_covered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.minesweeper.model import Cell, Verdict


@dataclass(frozen=True, slots=True)
class Census:
    """All layouts of a board, counted.

    Parameters
    ----------
    solutions
        How many there are; not 0.
    near
        The share of them that have a mine in a covered cell next to a number, for each such cell.
    other
        The same for every other covered cell; None where there is none.
    """

    solutions: int
    near: Mapping[Cell, Fraction]
    other: Fraction | None


def reason(board: Board) -> str:
    """Say in one sentence that a board has no layout.

    >>> from passatempo.minesweeper import read
    >>> reason(read("2#", mines=2))
    'no layout of 2 mines fits the numbers'
    """
    if board.mines is None:
        return "no layout of mines fits the numbers"
    return f"no layout of {board.mines} {'mine' if board.mines == 1 else 'mines'} fits the numbers"


def certain(board: Board, census: Census) -> Certain:
    """Name the cells that hold a mine in no layout, and those that do in every one."""
    chance: dict[Cell, Fraction] = dict(census.near)
    if census.other is not None and census.other in (0, 1):
        for cell, code in enumerate(board.cells):
            if is_covered(code):
                chance.setdefault(cell, census.other)
    safe = sorted(cell for cell, share in chance.items() if share == 0)
    mines = sorted(cell for cell, share in chance.items() if share == 1)
    return found(board, safe, mines)


def found(board: Board, safe: list[Cell], mines: list[Cell]) -> Certain:
    """Make the answer from cells in reading order; safe cells with a flag are wrong flags."""
    wrong = [cell for cell in safe if board.cells[cell] == FLAG]
    return Certain(*(tuple(map(board.place, cells)) for cells in (safe, mines, wrong)))


def chances(board: Board, census: Census) -> Chances:
    """Name the cells by row and column, in reading order."""
    cells = sorted(census.near)
    near = dict(zip(map(divmod, cells, repeat(board.columns)), map(census.near.__getitem__, cells), strict=True))
    return Chances(census.solutions, near, census.other)


def judge(board: Board, census: Census, cell: Cell, witness: str) -> Click:
    """Say what is to be said of one cell of a board that has a layout."""
    if not is_covered(board.cells[cell]):
        return Click("already_open")
    chance = census.near.get(cell, census.other) or Fraction(0)
    verdict: Verdict = "safe" if chance == 0 else "sure_mine" if chance == 1 else "may_be_mine"
    return Click(verdict, chance, witness if chance else "")
