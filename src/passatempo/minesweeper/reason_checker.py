"""Do the numbers of an explanation say what they are said to? A plain search over the cells they touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.pastime import Violation
from passatempo.minesweeper.checker import named
from passatempo.minesweeper.model import LEVELS, UNKNOWN, Board, Explanation, Reason, is_covered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.minesweeper.model import Cell

EFFORT = 20_000  # steps of the search for one cell; what takes longer is believed


def check_explanation(board: Board, found: Explanation) -> list[Violation]:
    """List what is wrong with the reasons of certain cells.

    >>> from passatempo.minesweeper import read
    >>> board = read("#1#")
    >>> check_explanation(board, Explanation((Reason((0, 0), True, ((0, 1),), "single", ""),)))[0].text
    'the numbers at (1, 2) do not settle (1, 1)'
    """
    faults = [fault for reason in found.reasons for fault in _faults(board, reason)]
    cells = [reason.cell for reason in found.reasons]
    if len(set(cells)) < len(cells):
        faults.append(Violation("twice", "a cell is explained twice"))
    order = [LEVELS.index(reason.level) for reason in found.reasons]
    if order != sorted(order):
        faults.append(Violation("order", "an easier reason stands behind a harder one"))
    return faults[:5]


def _faults(board: Board, reason: Reason) -> Iterator[Violation]:
    """Name what is wrong with one reason."""
    cell = board.cell(*reason.cell)
    if cell is None or not is_covered(board.cells[cell]):
        yield Violation("not-covered", f"{named(reason.cell)} is not a covered cell", reason.cell)
        return
    numbers: list[tuple[int, list[Cell]]] = []
    for place in reason.because:
        at = board.cell(*place)
        if at is None or board.cells[at] >= UNKNOWN:
            yield Violation("no-number", f"{named(place)} has no number", place)
            return
        scope = [n for n in board.surface.neighbours(at) if is_covered(board.cells[n])]
        numbers.append((board.cells[at], scope))
    if reason.level == "count" and board.mines is None:
        yield Violation("count", "the mine count is not known", reason.cell)
    elif not _settled(board, numbers, cell, mine=reason.mine, counted=reason.level == "count"):
        places = ", ".join(map(named, reason.because))
        yield Violation("unsettled", f"the numbers at {places} do not settle {named(reason.cell)}", reason.cell)


def _settled(board: Board, numbers: list[tuple[int, list[Cell]]], cell: Cell, *, mine: bool, counted: bool) -> bool:
    """Is there no layout of these numbers with the other value in a cell? Believed after `EFFORT` steps."""
    near = list(dict.fromkeys([cell, *(n for _, scope in numbers for n in scope)]))
    others = board.covered - len(near)
    low, high = (0, board.covered) if not counted or board.mines is None else (board.mines - others, board.mines)
    around = {n: [k for k, (_, scope) in enumerate(numbers) if n in scope] for n in near}
    missing = [need for need, _ in numbers]
    left = [len(scope) for _, scope in numbers]
    steps = 0

    def lay(at: int, mines: int) -> bool:
        """Try to lay the cells from one place on."""
        nonlocal steps
        steps += 1
        if steps > EFFORT:
            return False
        if mines > high or mines + len(near) - at < low or any(not 0 <= m <= n for m, n in zip(missing, left)):  # noqa: B905
            return False
        if at == len(near):
            return True
        for value in ((0 if mine else 1),) if near[at] == cell else (0, 1):
            for k in around[near[at]]:
                missing[k] -= value
                left[k] -= 1
            fits = lay(at + 1, mines + value)
            for k in around[near[at]]:
                missing[k] += value
                left[k] += 1
            if fits:
                return True
        return False

    return not lay(0, 0)
