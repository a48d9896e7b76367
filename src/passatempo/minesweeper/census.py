"""The census of all layouts that every exact method computes, and the answers that follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import TypeVar

from passatempo.core.limits import Deadline
from passatempo.minesweeper.model import (
    FLAG,
    Board,
    Cell,
    Certain,
    Chances,
    Click,
    Place,
    Verdict,
    distinct,
    is_covered,
)

T = TypeVar("T")
STRIDE = 1 << 13  # cells between two clock checks: about a millisecond


@dataclass(frozen=True, slots=True)
class Census:
    """All layouts of a board, counted.

    Parameters
    ----------
    solutions
        The number of layouts; not 0.
    near
        For each covered cell next to a number, the share of layouts with a mine in it.
    other
        The same share for every other covered cell, or None if there is none.
    """

    solutions: int
    near: Mapping[Cell, Fraction]
    other: Fraction | None


def no_layout_reason(board: Board) -> str:
    """State in one sentence that a board has no layout.

    >>> from passatempo.minesweeper import read
    >>> no_layout_reason(read("2#", mines=2))
    'no layout of 2 mines fits the numbers'
    """
    if board.mines is None:
        return "no layout of mines fits the numbers"
    return f"no layout of {board.mines} {'mine' if board.mines == 1 else 'mines'} fits the numbers"


def certain(board: Board, census: Census, deadline: Deadline | None = None) -> Certain:
    """Return the cells without a mine in any layout and those with one in all; raises `Stopped` at a limit."""
    safe: list[Cell] = []
    mines: list[Cell] = []
    by_share: dict[Fraction | None, list[Cell]] = {Fraction(0): safe, Fraction(1): mines}
    default_cells = by_share.get(census.other)
    lists = {id(share): by_share.get(share) for share in distinct(census.near.values())}
    for cell, code in enumerate(board.cells):
        if deadline is not None and cell % STRIDE == 0:
            deadline.check()
        if is_covered(code):
            share = census.near.get(cell)
            target_cells = default_cells if share is None else lists[id(share)]
            if target_cells is not None:
                target_cells.append(cell)
    return certain_answer(board, safe, mines, deadline)


def certain_answer(board: Board, safe: list[Cell], mines: list[Cell], deadline: Deadline | None = None) -> Certain:
    """Build the answer from cells in reading order; safe cells with a flag are wrong flags."""
    wrong = [cell for cell in safe if board.cells[cell] == FLAG] if FLAG in board.cells else []
    return Certain(*(_places_of(board, cells, deadline) for cells in (safe, mines, wrong)))


def _places_of(board: Board, cells: list[Cell], deadline: Deadline | None) -> tuple[Place, ...]:
    """Convert cells to places (row and column), a few thousand at a time."""
    if deadline is None or len(cells) <= STRIDE:
        return tuple(map(divmod, cells, repeat(board.columns)))
    named: list[Place] = []
    for at in range(0, len(cells), STRIDE):
        deadline.check()
        named += map(divmod, cells[at : at + STRIDE], repeat(board.columns))
    return tuple(named)


def chances(board: Board, census: Census, deadline: Deadline | None = None) -> Chances:
    """Return the chances of a census by place, in reading order; raises `Stopped` at a limit."""
    return Chances(census.solutions, by_place(board, census.near, deadline), census.other)


def by_place(board: Board, near: Mapping[Cell, T], deadline: Deadline | None = None) -> dict[Place, T]:
    """Return values by place instead of by cell, in reading order; raises `Stopped` at a limit."""
    if len(near) <= STRIDE:
        cells = sorted(near)
    else:  # sorting a million cells takes too long without a clock check
        cells = []
        for at in range(0, len(board.cells), STRIDE):
            if deadline is not None:
                deadline.check()
            cells += filter(near.__contains__, range(at, min(at + STRIDE, len(board.cells))))
    return dict(zip(_places_of(board, cells, deadline), map(near.__getitem__, cells), strict=True))


def judge(board: Board, census: Census, cell: Cell, witness: str) -> Click:
    """Return the verdict on one cell of a board that has a layout."""
    if not is_covered(board.cells[cell]):
        return Click("already_open")
    chance = census.near.get(cell, census.other) or Fraction(0)
    verdict: Verdict = "safe" if chance == 0 else "sure_mine" if chance == 1 else "may_be_mine"
    return Click(verdict, chance, witness if chance else "")
