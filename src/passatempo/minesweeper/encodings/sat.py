"""The method `sat`: counting constraints as clauses for a solver of PySAT, first on tiles of wide boards.

A query to a solver that holds a whole wide board costs as much as the board, so most queries use small formulas. A
*tile* is a number with the nearest numbers around it. Its *rim* is its cells that touch a number outside. Suppose that
the rim has the values of a known layout. If the tile then has a layout with the other value in a cell, so has the whole
board, and the cell is not certain. If the tile has no such layout even with a free rim, the cell is certain. Only the
few remaining cells need the formula of the whole board.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.minesweeper import census
from passatempo.minesweeper.encodings import layouts
from passatempo.minesweeper.model import STRIDE, Board, Cell, Certain, Click
from passatempo.minesweeper.network import Network, Number, breadth_first_order, network, numbers_by_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from passatempo.solvers.sat import Session

PACE = 64  # numbers encoded between two clock checks
WIDE = 150  # numbers; smaller boards are solved whole
TILE = 48  # numbers in a tile, as in 12 x 12 cells with a third opened


class _Formula(NamedTuple):
    """A session about some cells, and their variables."""

    session: Session
    cell_letters: dict[Cell, int]

    def solve_with(self, assumptions: Iterable[tuple[Cell, bool]]) -> frozenset[Cell] | None:
        """Return the mines of a layout with these values, or None if there is none."""
        letters = self.cell_letters
        true_letters = self.session.find_model(
            [letters[cell] if mine else -letters[cell] for cell, mine in assumptions]
        )
        if isinstance(true_letters, StopReason):
            raise Stopped
        return (
            None
            if true_letters is None
            else frozenset(cell for cell, letter in letters.items() if letter in true_letters)
        )


def _write_formula(numbers: Iterable[Number], cells: Sequence[Cell], mines: int | None, deadline: Deadline) -> _Formula:
    """Encode numbers over cells, and a mine count over all cells if there is one."""
    from passatempo.solvers.cnf import Formula
    from passatempo.solvers.sat import Session

    formula = Formula(poll=deadline.check)
    letters = {cell: formula.new_letter(f"mine[{cell}]") for cell in poll_stream(cells, deadline, STRIDE)}
    for number in poll_stream(numbers, deadline, PACE):
        formula.add_cardinality(
            f"number[{number.cell}]", [letters[cell] for cell in number.scope], number.need, number.need
        )
    if mines is not None:
        formula.add_cardinality("mines", list(letters.values()), mines, mines)
    deadline.check()
    return _Formula(Session(formula.clauses, deadline), letters)


def _board_formula(net: Network, deadline: Deadline) -> _Formula:
    cells = (
        net.closed_cells if net.mines is not None else sorted({cell for number in net.numbers for cell in number.scope})
    )
    return _write_formula(net.numbers, cells, None if net.mines is None else min(net.mines, len(cells) + 1), deadline)


class _CellSurvey:
    """The state of every cell: its values in the layouts found so far, or its only possible value."""

    def __init__(self, net: Network, board_formula: _Formula, layout: frozenset[Cell]) -> None:
        self.net, self.board_formula, self.layout = net, board_formula, layout
        self.layout_values = {cell: {cell in layout} for cell in board_formula.cell_letters}
        self.certain_cells: set[Cell] = set()
        self.cell_numbers = numbers_by_cell(net.numbers)

    def add_layout(self, cells: Iterable[Cell], layout: frozenset[Cell]) -> None:
        """Record the values of a layout."""
        for cell in cells:
            self.layout_values[cell].add(cell in layout)

    def is_open(self, cell: Cell) -> bool:
        """Return whether a cell must still be queried."""
        return len(self.layout_values[cell]) == 1 and cell not in self.certain_cells

    def settle_tiles(self, deadline: Deadline) -> None:
        """Decide most cells tile by tile, each tile around the next number with an open cell."""
        for k, number in enumerate(poll_stream(self.net.numbers, deadline, STRIDE)):
            if any(map(self.is_open, number.scope)):
                self.settle_tile(
                    list(islice(breadth_first_order([k], self.net.numbers, self.cell_numbers), TILE)),
                    number.scope,
                    deadline,
                )

    def settle_tile(self, tile_numbers: list[int], open_cells: Sequence[Cell], deadline: Deadline) -> None:
        """Decide the open cells in the middle of a tile."""
        inside = set(tile_numbers)
        numbers = [self.net.numbers[k] for k in tile_numbers]
        cells = sorted({cell for number in numbers for cell in number.scope})
        rim = {cell for cell in cells if any(k not in inside for k in self.cell_numbers[cell])}
        rim_layout = [(cell, cell in self.layout) for cell in cells if cell in rim]
        formula = _write_formula(numbers, cells, None, deadline)
        for cell in open_cells:
            other = (cell, cell not in self.layout)
            if not self.is_open(cell):
                continue
            tile_layout = None if cell in rim else formula.solve_with([*rim_layout, other])
            if tile_layout is not None:
                self.add_layout(cells, tile_layout)
            elif formula.solve_with([other]) is None:
                self.certain_cells.add(cell)

    def settle_rest(self) -> None:
        """Decide the open cells with the formula of the whole board."""
        for cell in self.layout_values:
            if self.is_open(cell):
                new_layout = self.board_formula.solve_with([(cell, cell not in self.layout)])
                if new_layout is None:
                    self.certain_cells.add(cell)
                else:
                    self.add_layout(self.layout_values, new_layout)


def safe(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    """Find the certain cells, tile by tile and then with one formula of the whole board.

    >>> from passatempo.minesweeper import read
    >>> safe(read("01#1#")).answer
    Certain(safe=((0, 4),), sure_mines=((0, 2),), wrong_flags=())
    """
    deadline = Deadline(limits)
    try:
        net = network(board, deadline)
        board_formula = _board_formula(net, deadline)
        layout = board_formula.solve_with([])
        if layout is None:
            return layouts.refusal_outcome(board, Status.IMPOSSIBLE, StopReason.DONE)
        survey = _CellSurvey(net, board_formula, layout)
        if net.mines is None and len(net.numbers) > WIDE:
            survey.settle_tiles(deadline)
        survey.settle_rest()
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    certain_cells = sorted(survey.certain_cells)
    free, mines = ([cell for cell in certain_cells if (cell in layout) == mine] for mine in (False, True))
    return Outcome(Status.SOLVED, census.certain_answer(board, free, mines), stats={"questions": deadline.node_count})


def click(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    """Decide one cell with the formula of the whole board.

    >>> from passatempo.minesweeper import read
    >>> click(read("01#1#", click=(1, 5))).answer.verdict
    'safe'
    """
    deadline = Deadline(limits)
    try:
        board_formula = _board_formula(network(board, deadline), deadline)

        def find(cell: Cell | None = None, *, mine: bool = True) -> tuple[Status, frozenset[Cell], StopReason]:
            lonely = cell is not None and cell not in board_formula.cell_letters  # next to no number, and not counted
            layout_mines = board_formula.solve_with([] if cell is None or lonely else [(cell, mine)])
            if layout_mines is None:
                return Status.IMPOSSIBLE, frozenset(), StopReason.DONE
            return (
                Status.SOLVED,
                layout_mines | {cell} if lonely and mine and cell is not None else layout_mines,
                StopReason.DONE,
            )

        return layouts.click(board, find, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
