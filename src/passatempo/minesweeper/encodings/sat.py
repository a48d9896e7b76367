"""The method `sat`: counting constraints as clauses, for a solver of PySAT; tiles of wide boards first.

A question to a solver that holds a whole wide board costs as much as the board, so most are put to small formulas. A
*tile* is a number with those nearest to it. Its cells that touch a number outside are its rim. With the rim held as in
a known layout, a layout of the tile with the other value in a cell makes a layout of the whole board: the cell is not
certain. Where the tile alone, its rim free, has no layout with the other value, the cell is certain. The few cells for
which neither holds are left to the formula of the whole board.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.minesweeper import census
from passatempo.minesweeper.encodings import layouts
from passatempo.minesweeper.model import STRIDE
from passatempo.minesweeper.network import beside, network, outwards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from passatempo.minesweeper.model import Board, Cell, Certain, Click
    from passatempo.minesweeper.network import Network, Number
    from passatempo.solvers.sat import Session

PACE = 64  # numbers written as clauses between two looks at the clock
WIDE = 150  # numbers; smaller boards are asked whole
TILE = 48  # numbers in a tile, about those of 12 x 12 cells with a third opened


class _Formula(NamedTuple):
    """A session about some cells, and their letters."""

    session: Session
    letters: dict[Cell, int]

    def ask(self, assumed: Iterable[tuple[Cell, bool]]) -> frozenset[Cell] | None:
        """Find the mines of a layout with these values; None where there is none."""
        letters = self.letters
        said = self.session.find_model([letters[cell] if mine else -letters[cell] for cell, mine in assumed])
        if isinstance(said, StopReason):
            raise Stopped
        return None if said is None else frozenset(cell for cell, letter in letters.items() if letter in said)


def _formula(numbers: Iterable[Number], cells: Sequence[Cell], mines: int | None, deadline: Deadline) -> _Formula:
    """Write numbers over cells, with a mine count over all of them if there is one."""
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


def _whole(net: Network, deadline: Deadline) -> _Formula:
    cells = net.covered if net.mines is not None else sorted({cell for number in net.numbers for cell in number.scope})
    return _formula(net.numbers, cells, None if net.mines is None else min(net.mines, len(cells) + 1), deadline)


class _Survey:
    """What is known of every cell: the values of layouts found so far, or that only one is possible."""

    def __init__(self, net: Network, whole: _Formula, layout: frozenset[Cell]) -> None:
        self.net, self.whole, self.layout = net, whole, layout
        self.values = {cell: {cell in layout} for cell in whole.letters}
        self.certain: set[Cell] = set()
        self.near = beside(net.numbers)

    def see(self, cells: Iterable[Cell], layout: frozenset[Cell]) -> None:
        """Note the values of a layout."""
        for cell in cells:
            self.values[cell].add(cell in layout)

    def is_open(self, cell: Cell) -> bool:
        """Tell whether a cell must still be asked about."""
        return len(self.values[cell]) == 1 and cell not in self.certain

    def tiles(self, deadline: Deadline) -> None:
        """Settle most cells tile by tile, each tile around the next number with an open cell."""
        for k, number in enumerate(poll_stream(self.net.numbers, deadline, STRIDE)):
            if any(map(self.is_open, number.scope)):
                self.tile(list(islice(outwards([k], self.net.numbers, self.near), TILE)), number.scope, deadline)

    def tile(self, chosen: list[int], asked: Sequence[Cell], deadline: Deadline) -> None:
        """Settle the open cells of one tile that lie in its middle."""
        inside = set(chosen)
        numbers = [self.net.numbers[k] for k in chosen]
        cells = sorted({cell for number in numbers for cell in number.scope})
        rim = {cell for cell in cells if any(k not in inside for k in self.near[cell])}
        held = [(cell, cell in self.layout) for cell in cells if cell in rim]
        formula = _formula(numbers, cells, None, deadline)
        for cell in asked:
            other = (cell, cell not in self.layout)
            if not self.is_open(cell):
                continue
            found = None if cell in rim else formula.ask([*held, other])
            if found is not None:
                self.see(cells, found)
            elif formula.ask([other]) is None:
                self.certain.add(cell)

    def rest(self) -> None:
        """Settle what is open with the formula of the whole board."""
        for cell in self.values:
            if self.is_open(cell):
                found = self.whole.ask([(cell, cell not in self.layout)])
                if found is None:
                    self.certain.add(cell)
                else:
                    self.see(self.values, found)


def safe(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    """Find the certain cells, tile by tile and then with one formula of the whole board.

    >>> from passatempo.minesweeper import read
    >>> safe(read("01#1#")).answer
    Certain(safe=((0, 4),), sure_mines=((0, 2),), wrong_flags=())
    """
    deadline = Deadline(limits)
    try:
        net = network(board, deadline)
        whole = _whole(net, deadline)
        layout = whole.ask([])
        if layout is None:
            return layouts.refused(board, Status.IMPOSSIBLE, StopReason.DONE)
        survey = _Survey(net, whole, layout)
        if net.mines is None and len(net.numbers) > WIDE:
            survey.tiles(deadline)
        survey.rest()
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    sure = sorted(survey.certain)
    free, mines = ([cell for cell in sure if (cell in layout) == mine] for mine in (False, True))
    return Outcome(Status.SOLVED, census.found(board, free, mines), stats={"questions": deadline.node_count})


def click(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    """Judge one cell with the formula of the whole board.

    >>> from passatempo.minesweeper import read
    >>> click(read("01#1#", click=(1, 5))).answer.verdict
    'safe'
    """
    deadline = Deadline(limits)
    try:
        whole = _whole(network(board, deadline), deadline)

        def find(cell: Cell | None = None, *, mine: bool = True) -> tuple[Status, frozenset[Cell], StopReason]:
            lonely = cell is not None and cell not in whole.letters  # next to no number, and not counted
            found = whole.ask([] if cell is None or lonely else [(cell, mine)])
            if found is None:
                return Status.IMPOSSIBLE, frozenset(), StopReason.DONE
            return Status.SOLVED, found | {cell} if lonely and mine and cell is not None else found, StopReason.DONE

        return layouts.click(board, find, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
