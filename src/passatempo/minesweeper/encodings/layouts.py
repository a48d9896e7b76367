"""Answers from a program that finds one layout at a time, shared by all declarative methods."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from passatempo.core.limits import Deadline
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.minesweeper import census
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.model import Board, Cell, Certain, Click, Verdict, is_covered
from passatempo.minesweeper.text import write_grid


class LayoutFinder(Protocol):
    """A program that finds layouts."""

    def __call__(self, cell: "Cell | None" = None, *, mine: bool = True) -> tuple[Status, frozenset[Cell], StopReason]:
        """Find the mines of a layout; if a cell is given, it has this value."""


def safe(board: Board, cells: Sequence[Cell], find: LayoutFinder) -> Outcome[Certain]:
    """Find the certain cells: for each cell, search a layout with the value that no layout has had so far.

    Each layout answers for all cells, so most cells need no query.

    Parameters
    ----------
    board
        The board.
    cells
        The cells that can be certain, in reading order.
    find
        The program.
    """
    status, mines, stop_reason = find()
    if status is not Status.SOLVED:
        return refusal_outcome(board, status, stop_reason)
    with_mine, without = set(mines), {cell for cell in cells if cell not in mines}
    certain_cells: dict[bool, list[Cell]] = {True: [], False: []}
    for cell in cells:
        if cell in with_mine and cell in without:
            continue
        mine = cell in with_mine
        status, mines, stop_reason = find(cell, mine=not mine)
        if status is Status.UNKNOWN:
            return Outcome(status, stopped=stop_reason)
        if status is Status.IMPOSSIBLE:
            certain_cells[mine].append(cell)
            continue
        with_mine |= mines
        without |= {other for other in cells if other not in mines}
    return Outcome(Status.SOLVED, census.certain_answer(board, certain_cells[False], certain_cells[True]))


def click(board: Board, find: LayoutFinder, deadline: Deadline) -> Outcome[Click]:
    """Decide one cell by a layout with a mine there and one without.

    Such a program does not compute the chance of a mine, so the method `exact` counts it; None if it cannot.
    """
    cell = board.cell(*board.asked)
    if cell is None:
        return Outcome(Status.SOLVED, Click("out_of_range"))
    status, _, stop_reason = find()
    if status is Status.UNKNOWN:
        return Outcome(status, stopped=stop_reason)
    if status is Status.IMPOSSIBLE:
        return Outcome(Status.SOLVED, Click("contradiction"), reason=census.no_layout_reason(board))
    if not is_covered(board.cells[cell]):
        return Outcome(Status.SOLVED, Click("already_open"))
    status, mines, stop_reason = find(cell, mine=True)
    if status is Status.UNKNOWN:
        return Outcome(status, stopped=stop_reason)
    if status is Status.IMPOSSIBLE:
        return Outcome(Status.SOLVED, Click("safe", Fraction(0)))
    witness = write_grid(board, tuple(map(board.place, sorted(mines))))
    status, _, stop_reason = find(cell, mine=False)
    if status is Status.UNKNOWN:
        return Outcome(status, stopped=stop_reason)
    if status is Status.IMPOSSIBLE:
        return Outcome(Status.SOLVED, Click("sure_mine", Fraction(1), witness))
    board_census, outcome = exact.count(board, deadline.remaining_limits)
    if board_census is None:  # the verdict is known, but not the chance
        return Outcome(
            Status.FEASIBLE, Click("may_be_mine", None, witness), stopped=outcome.stopped, reason=outcome.reason
        )
    return Outcome(Status.SOLVED, Click("may_be_mine", board_census.near.get(cell, board_census.other), witness))


def refusal_outcome(board: Board, status: Status, stop_reason: StopReason) -> Outcome[Certain]:
    """Return the outcome of a search without an answer: no layout, or a limit."""
    if status is Status.IMPOSSIBLE:
        return Outcome(status, reason=census.no_layout_reason(board))
    return Outcome(Status.UNKNOWN, stopped=stop_reason)


def verdict_of(chance: Fraction) -> Verdict:
    """Return the verdict that belongs to a chance.

    >>> verdict_of(Fraction(1, 3))
    'may_be_mine'
    """
    return "safe" if chance == 0 else "sure_mine" if chance == 1 else "may_be_mine"
