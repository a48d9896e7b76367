"""What every exact method finds, the census of all layouts, and the answers that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from passatempo.minesweeper.model import FLAG, Board, Certain, Chances, Click, is_covered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.minesweeper.model import Cell, Verdict

UNCOUNTED = "no layout of mines fits the numbers"
COUNTED = "no layout of {} mines fits the numbers"


@dataclass(frozen=True, slots=True)
class Census:
    """All layouts of a board, counted.

    Parameters
    ----------
    solutions
        How many there are; not 0.
    near
        Of every covered cell next to a number, in reading order, the layouts with a mine there.
    others
        How many covered cells lie next to no number.
    other
        The layouts with a mine at one of those, the same for each.
    """

    solutions: int
    near: Mapping[Cell, int]
    others: int
    other: int


def reason(board: Board) -> str:
    """Say in one sentence that a board has no layout."""
    return UNCOUNTED if board.mines is None else COUNTED.format(board.mines)


def certain(board: Board, census: Census) -> Certain:
    """Name the cells that hold a mine in no layout, and those that do in every one."""
    near, place = census.near, board.place
    safe = [cell for cell, layouts in near.items() if layouts == 0]
    mines = [cell for cell, layouts in near.items() if layouts == census.solutions]
    if census.others and census.other in (0, census.solutions):
        far = [cell for cell, code in enumerate(board.cells) if is_covered(code) and cell not in near]
        (mines if census.other else safe).extend(far)
    wrong = [cell for cell in sorted(safe) if board.cells[cell] == FLAG]
    return Certain(*(tuple(map(place, cells)) for cells in (sorted(safe), sorted(mines), wrong)))


def chances(board: Board, census: Census) -> Chances:
    """Turn counts into exact fractions."""
    total = census.solutions
    near = {board.place(cell): Fraction(layouts, total) for cell, layouts in census.near.items()}
    return Chances(total, near, Fraction(census.other, total) if census.others else None)


def judge(board: Board, census: Census, cell: Cell, witness: str) -> Click:
    """Say what is to be said of one cell of a board that has a layout."""
    if not is_covered(board.cells[cell]):
        return Click("already_open")
    layouts = census.near.get(cell, census.other)
    if not layouts:
        return Click("safe", Fraction(0))
    verdict: Verdict = "sure_mine" if layouts == census.solutions else "may_be_mine"
    return Click(verdict, Fraction(layouts, census.solutions), witness)
