"""The method `cp-published`: the published Prolog program to the letter, faults included.

The program gives every cell, opened ones too, a variable Mine in 0..1, and posts for every cell, covered ones too,
``occurrences(1, Neighbours, Num)``: Num of the neighbours hold a mine, where Num is the entry of the matrix, a number
or a variable. Then it takes the cells whose entry is still a variable, and calls one safe if ``Mine = 1,
labeling(...)`` fails.

What is run and what is modelled. The labeling is CP-SAT's: whether a solution exists does not depend on who searches.
What the program says besides depends on the propagation of ECLiPSe's library, which cannot be had here: `propagate` is
our model of it, bounds of each constraint until nothing changes, with the count bound once its cells are. By it a
failure while posting makes the whole predicate fail, and a bound entry of a covered cell hides that cell.

Faults shown by `published`: opened cells may hold mines, so deductions are lost (F1) and contradictory boards pass
(F4); without a solution every cell is "safe" (F2), or none where posting fails already (F3); a bound entry hides a safe
cell (F5); asked about an opened cell the first version answers about a mine under it (F6).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.minesweeper import census
from passatempo.minesweeper.model import STRIDE, Board, Certain, Click, is_covered
from passatempo.solvers import cpsat

if TYPE_CHECKING:
    from passatempo.minesweeper.model import Cell
    from passatempo.solvers.runs import SolverRun

PACE = 128  # variables or constraints made between two looks at the clock


class PropagationStore:
    """What propagation knows: the values of Mine that are settled, and the entries of the matrix that are bound.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> PropagationStore(read("00#")).matrix_numbers, PropagationStore(read("00#")).has_failed
    ([0, 0, 0], False)
    >>> PropagationStore(read("2#")).has_failed
    True
    """

    def __init__(self, board: Board, deadline: Deadline | None = None) -> None:
        self.matrix_numbers: list[int | None] = [None if is_covered(code) else code for code in board.cells]
        self.mine_values: dict[Cell, int] = {}
        self.has_failed = False
        self.cell_neighbours = [
            board.surface.neighbours(cell) for cell in poll_stream(range(len(board.cells)), deadline, STRIDE)
        ]
        waiting = OrderedDict.fromkeys(range(len(board.cells)))  # a queue without doubles
        step_count = 0
        while waiting and not self.has_failed:
            step_count += 1
            if deadline is not None and step_count % STRIDE == 0:
                deadline.check()
            cell, _ = waiting.popitem(last=False)
            for fixed_cell in self._propagate_count(cell):
                waiting |= dict.fromkeys(self.cell_neighbours[fixed_cell])

    def _propagate_count(self, cell: Cell) -> list[Cell]:
        """Propagate one constraint; return the cells it settles."""
        left = [other for other in self.cell_neighbours[cell] if other not in self.mine_values]
        low = sum(self.mine_values.get(other, 0) for other in self.cell_neighbours[cell])
        high = low + len(left)
        cell_number = self.matrix_numbers[cell]
        if cell_number is None:
            if low == high:
                self.matrix_numbers[cell] = low
            return []
        if not low <= cell_number <= high:
            self.has_failed = True
            return []
        if not left or cell_number not in (low, high):
            return []
        self.mine_values |= dict.fromkeys(left, int(cell_number == high))
        return left


def encode(board: Board, deadline: Deadline | None = None) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Write the program's constraints: a variable for every cell, a count for every opened one.

    The count of a covered cell is a fresh variable and says nothing.
    """
    model = cp_model.CpModel()
    mine = [model.new_bool_var(f"Mine[{cell}]") for cell in poll_stream(range(len(board.cells)), deadline, PACE)]
    for cell, code in enumerate(poll_stream(board.cells, deadline, PACE)):
        if not is_covered(code):
            model.add(cp_model.LinearExpr.sum([mine[n] for n in board.surface.neighbours(cell)]) == code)
    return model, mine


class _LiteralProgram:
    """The program of a board, which is asked about one cell after the other."""

    def __init__(self, board: Board, deadline: Deadline, report: Report) -> None:
        self.deadline, self.report = deadline, report
        self.model, self.mine_variables = encode(board, deadline)

    def with_mine(self, cell: Cell) -> SolverRun:
        """Impose a mine in a cell and label."""
        self.deadline.check()
        model = self.model.clone()
        model.add(self.mine_variables[cell] == 1)
        self.deadline.check()
        return cpsat.solve(model, self.deadline.remaining_limits, self.report)


def safe(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    """List the cells that the published program calls safe: its own words, which may be wrong.

    It knows no sure mines and no mine count.

    >>> from passatempo.minesweeper import read
    >>> [safe(read(text)).answer.safe for text in ("01#1#", "##1/212", "2#", "00#")]
    [(), ((0, 0), (0, 1)), (), ()]
    """
    deadline = Deadline(limits)
    safe_cells: list[Cell] = []
    try:
        store = PropagationStore(board, deadline)
        unknown = (
            []
            if store.has_failed
            else [cell for cell, cell_number in enumerate(store.matrix_numbers) if cell_number is None]
        )
        program = _LiteralProgram(board, deadline, report)
        for cell in unknown:
            run = program.with_mine(cell)
            if run.status is Status.UNKNOWN:
                return Outcome(Status.UNKNOWN, stopped=run.stop_reason)
            if run.status is Status.IMPOSSIBLE:
                safe_cells.append(cell)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    return Outcome(Status.SOLVED, census.certain_answer(board, safe_cells, []))


def click(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    """Ask the published program about one cell: success is "safe", failure "may_be_mine", whatever its cause.

    >>> from passatempo.minesweeper import read
    >>> click(read("01#1#", click=(1, 5))).answer.verdict
    'may_be_mine'
    """
    cell = board.cell(*board.asked)
    deadline = Deadline(limits)
    try:
        store = PropagationStore(board, deadline)
        if cell is None or store.has_failed or store.matrix_numbers[cell] is not None:
            return Outcome(Status.SOLVED, Click("may_be_mine"))
        run = _LiteralProgram(board, deadline, report).with_mine(cell)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    if run.status is Status.UNKNOWN:
        return Outcome(Status.UNKNOWN, stopped=run.stop_reason)
    return Outcome(Status.SOLVED, Click("safe" if run.status is Status.IMPOSSIBLE else "may_be_mine"))
