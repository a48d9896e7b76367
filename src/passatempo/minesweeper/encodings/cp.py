"""The three methods of the published text on CP-SAT, corrected: all solutions, an objective, an assumption.

    Mine[cell] = 1   the cell holds a mine (only covered cells have a variable)

The text lets opened cells hold mines too, and queries cells before it knows that the board has a layout.
`cp_published` has the literal model.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.minesweeper import census
from passatempo.minesweeper.encodings import layouts
from passatempo.minesweeper.encodings.layouts import LayoutFinder
from passatempo.minesweeper.model import Board, Cell, Certain, Click, is_covered
from passatempo.minesweeper.network import network
from passatempo.minesweeper.text import write_grid
from passatempo.solvers import cpsat
from passatempo.solvers.runs import SolverRun, Values

PACE = 128  # variables or constraints between two clock checks


@dataclass(frozen=True, slots=True)
class Program:
    """The constraint program of a board; cells next to no number occur only if the mines are counted."""

    model: cp_model.CpModel
    mine_variables: dict[Cell, cp_model.IntVar]


def encode(board: Board, deadline: Deadline | None = None) -> Program:
    """Build the program: each number is the sum of the cells around it, and the mine count is the sum of all cells.

    Raises
    ------
    Stopped
        If a limit came first.
    """
    net = network(board, deadline)
    model = cp_model.CpModel()
    cells = (
        net.closed_cells if net.mines is not None else sorted({cell for number in net.numbers for cell in number.scope})
    )
    mine: dict[Cell, cp_model.IntVar] = {}
    for cell in poll_stream(cells, deadline, PACE):
        mine[cell] = model.new_bool_var(f"Mine[{cell // board.columns + 1},{cell % board.columns + 1}]")
    for number in poll_stream(net.numbers, deadline, PACE):
        model.add(cp_model.LinearExpr.sum([mine[cell] for cell in number.scope]) == number.need)
    if net.mines is not None:
        model.add(cp_model.LinearExpr.sum(list(mine.values())) == min(net.mines, len(cells) + 1))
    return Program(model, mine)


def _layout_mines(program: Program, assignment: Values) -> frozenset[Cell]:
    return frozenset(cell for cell, variable in program.mine_variables.items() if assignment(variable))


def _run_outcome(program: Program, run: SolverRun) -> tuple[Status, frozenset[Cell], StopReason]:
    mines = frozenset() if run.value_of is None else _layout_mines(program, run.value_of)
    return run.status, mines, run.stop_reason


def _solve_model(model: cp_model.CpModel, deadline: Deadline, report: Report) -> SolverRun:
    """Solve within the remaining limits; without any, the solver is not called."""
    if deadline.poll():
        return SolverRun(Status.UNKNOWN, deadline.stop_reason)
    return cpsat.solve(model, deadline.remaining_limits, report)


def _by_assumption(program: Program, deadline: Deadline, report: Report) -> LayoutFinder:
    """Return a finder that fixes the value of a cell and searches (the method that the text chose)."""

    def find(cell: "Cell | None" = None, *, mine: bool = True) -> tuple[Status, frozenset[Cell], StopReason]:
        model = program.model
        if cell is not None and cell in program.mine_variables:
            model = model.clone()
            model.add(program.mine_variables[cell] == int(mine))
        status, mines, stop_reason = _run_outcome(program, _solve_model(model, deadline, report))
        if status is Status.SOLVED and mine and cell is not None and cell not in program.mine_variables:
            mines |= {cell}  # next to no number, and not counted
        return status, mines, stop_reason

    return find


def _by_objective(program: Program, deadline: Deadline, report: Report) -> LayoutFinder:
    """Return a finder that maximises or minimises the value of a cell."""
    plain = _by_assumption(program, deadline, report)

    def find(cell: "Cell | None" = None, *, mine: bool = True) -> tuple[Status, frozenset[Cell], StopReason]:
        if cell is None or cell not in program.mine_variables:
            return plain(cell, mine=mine)
        model = program.model.clone()
        (model.maximize if mine else model.minimize)(program.mine_variables[cell])
        status, mines, stop_reason = _run_outcome(program, _solve_model(model, deadline, report))
        if status in (Status.SOLVED, Status.FEASIBLE) and (cell in mines) == mine:
            return Status.SOLVED, mines, stop_reason
        is_refuted = status in (Status.SOLVED, Status.IMPOSSIBLE)
        return (Status.IMPOSSIBLE if is_refuted else Status.UNKNOWN), frozenset(), stop_reason

    return find


def _safe_by(
    board: Board, make_finder: Callable[[Program, Deadline, Report], LayoutFinder], limits: Limits, report: Report
) -> Outcome[Certain]:
    deadline = Deadline(limits)
    try:
        program = encode(board, deadline)
        return layouts.safe(board, list(program.mine_variables), make_finder(program, deadline, report))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)


def _click_by(
    board: Board, make_finder: Callable[[Program, Deadline, Report], LayoutFinder], limits: Limits, report: Report
) -> Outcome[Click]:
    deadline = Deadline(limits)
    try:
        return layouts.click(board, make_finder(encode(board, deadline), deadline, report), deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)


def safe_by_assumption(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    """Find the certain cells by the third method, which assumes a mine and searches.

    >>> from passatempo.minesweeper import read
    >>> safe_by_assumption(read("01#1#")).answer.safe
    ((0, 4),)
    """
    return _safe_by(board, _by_assumption, limits, report)


def click_by_assumption(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    """Decide one cell by the third method.

    >>> from passatempo.minesweeper import read
    >>> click_by_assumption(read("2#")).answer.verdict
    'contradiction'
    """
    return _click_by(board, _by_assumption, limits, report)


def safe_by_objective(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    """Find the certain cells by the second method, which maximises the value of each cell.

    >>> from passatempo.minesweeper import read
    >>> safe_by_objective(read("01#1#")).answer.sure_mines
    ((0, 2),)
    """
    return _safe_by(board, _by_objective, limits, report)


def click_by_objective(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    """Decide one cell by the second method.

    >>> from passatempo.minesweeper import read
    >>> click_by_objective(read("01#1#", click=(1, 5))).answer.verdict
    'safe'
    """
    return _click_by(board, _by_objective, limits, report)


class _SolutionCount:
    """Counts over all solutions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.solution_count = 0
        self.last_layout: frozenset[Cell] = frozenset()
        self.with_mine = dict.fromkeys(program.mine_variables, 0)
        self.witness_layouts: dict[Cell, frozenset[Cell]] = {}  # for each cell, a layout with a mine there

    def add_solution(self, assignment: Values) -> None:
        """Count a solution."""
        mines = _layout_mines(self.program, assignment)
        self.solution_count += 1
        self.last_layout = mines
        for cell in mines:
            self.with_mine[cell] += 1
            self.witness_layouts.setdefault(cell, mines)


def _count_solutions(board: Board, limits: Limits, report: Report) -> tuple[_SolutionCount, SolverRun]:
    deadline = Deadline(replace(limits, answers=None))
    try:
        program = encode(board, deadline)
    except Stopped:
        return _SolutionCount(Program(cp_model.CpModel(), {})), SolverRun(Status.UNKNOWN, deadline.stop_reason)
    tally = _SolutionCount(program)
    return tally, cpsat.solve(program.model, deadline.remaining_limits, report, on_solution=tally.add_solution)


def safe_by_findall(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    """Find the certain cells by the first method, which enumerates all solutions (for small boards).

    >>> from passatempo.minesweeper import read
    >>> safe_by_findall(read("01#1#")).answer.safe
    ((0, 4),)
    """
    tally, run = _count_solutions(board, limits, report)
    if run.status is not Status.SOLVED:
        return layouts.refusal_outcome(board, run.status, run.stop_reason)
    never = [cell for cell, times in tally.with_mine.items() if times == 0]
    always = [cell for cell, times in tally.with_mine.items() if times == tally.solution_count]
    return Outcome(
        Status.SOLVED, census.certain_answer(board, never, always), stats={"solutions": tally.solution_count}
    )


def click_by_findall(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    """Decide one cell by the first method, which counts the solutions with a mine there.

    >>> from passatempo.minesweeper import read
    >>> str(click_by_findall(read("1##", click=(1, 3))).answer.probability)
    '1/2'
    """
    cell = board.cell(*board.asked)
    if cell is None:
        return Outcome(Status.SOLVED, Click("out_of_range"))
    tally, run = _count_solutions(board, limits, report)
    if run.status is Status.IMPOSSIBLE:
        return Outcome(Status.SOLVED, Click("contradiction"), reason=census.no_layout_reason(board))
    if run.status is not Status.SOLVED:
        return Outcome(Status.UNKNOWN, stopped=run.stop_reason)
    if not is_covered(board.cells[cell]):
        return Outcome(Status.SOLVED, Click("already_open"))
    if cell in tally.with_mine:
        chance, mines = (
            Fraction(tally.with_mine[cell], tally.solution_count),
            tally.witness_layouts.get(cell, frozenset()),
        )
    else:
        chance, mines = Fraction(1, 2), tally.last_layout | {cell}  # next to no number, and not counted
    witness = write_grid(board, tuple(map(board.place, sorted(mines)))) if chance else ""
    return Outcome(
        Status.SOLVED, Click(layouts.verdict_of(chance), chance, witness), stats={"solutions": tally.solution_count}
    )
