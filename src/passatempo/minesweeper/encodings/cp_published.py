"""The method `cp-published`: the published Prolog program, reproduced with its faults.

The program gives each cell, even an opened one, a variable Mine in 0..1. It also posts for each cell, even a covered
one, ``occurrences(1, Neighbours, Num)``: Num of the neighbours hold a mine. Num is the entry of the matrix, a number or
a variable. The program then takes the cells whose entry is still a variable. It calls one safe if ``Mine = 1,
labeling(...)`` fails.

CP-SAT replaces the labeling, because the existence of a solution does not depend on the solver. Other results depend on
the propagation of ECLiPSe's library, which is not available here. `PropagationStore` models it by bounds propagation of
each constraint to a fixed point, and binds the count once its cells are bound. In this model a failure while posting
makes the whole predicate fail, and a bound entry of a covered cell hides that cell.

The command `published` shows these faults. Opened cells may hold mines, so deductions are lost (F1) and contradictory
boards pass (F4). Without a solution every cell is "safe" (F2), or none if posting already fails (F3). A bound entry
hides a safe cell (F5). For an opened cell, the first version answers about a mine under it (F6).
"""

from collections import OrderedDict

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.minesweeper import census
from passatempo.minesweeper.model import STRIDE, Board, Cell, Certain, Click, is_covered
from passatempo.solvers import cpsat
from passatempo.solvers.runs import SolverRun

PACE = 128  # variables or constraints between two clock checks


class PropagationStore:
    """The state of the propagation: the decided values of Mine, and the bound entries of the matrix.

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
        waiting = OrderedDict.fromkeys(range(len(board.cells)))  # a queue without duplicates
        step_count = 0
        while waiting and not self.has_failed:
            step_count += 1
            if deadline is not None and step_count % STRIDE == 0:
                deadline.check()
            cell, _ = waiting.popitem(last=False)
            for fixed_cell in self._propagate_count(cell):
                waiting |= dict.fromkeys(self.cell_neighbours[fixed_cell])

    def _propagate_count(self, cell: Cell) -> list[Cell]:
        """Propagate one constraint and return the cells that it decides."""
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
    """Build the constraints of the program: a variable for every cell, and a count for every opened one.

    The count of a covered cell is a fresh variable, so it constrains nothing.
    """
    model = cp_model.CpModel()
    mine = [model.new_bool_var(f"Mine[{cell}]") for cell in poll_stream(range(len(board.cells)), deadline, PACE)]
    for cell, code in enumerate(poll_stream(board.cells, deadline, PACE)):
        if not is_covered(code):
            model.add(cp_model.LinearExpr.sum([mine[n] for n in board.surface.neighbours(cell)]) == code)
    return model, mine


class _LiteralProgram:
    """The program of a board, which queries one cell at a time."""

    def __init__(self, board: Board, deadline: Deadline, report: Report) -> None:
        self.deadline, self.report = deadline, report
        self.model, self.mine_variables = encode(board, deadline)

    def with_mine(self, cell: Cell) -> SolverRun:
        """Fix a mine in a cell and search."""
        self.deadline.check()
        model = self.model.clone()
        model.add(self.mine_variables[cell] == 1)
        self.deadline.check()
        return cpsat.solve(model, self.deadline.remaining_limits, self.report)


def safe(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    """List the cells that the published program calls safe, even if it is wrong.

    The program knows no certain mines and no mine count.

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
    """Query the published program about one cell: success is "safe", and any failure is "may_be_mine".

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
