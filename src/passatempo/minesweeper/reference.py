"""Layouts counted in plain Python: the specification of the kernel and its test oracle.

The covered cells next to numbers split into components that share no number. In each component the cells are taken one
by one. The choices for the next cells depend only on the mines that the numbers still miss. Partial layouts that agree
in these and in their number of mines are counted together, once forward and once backward. Cells next to no number are
free: with u of them and m mines left there are C(u, m) ways, and without a mine count 2^u.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.minesweeper import census as counted
from passatempo.minesweeper.census import Census
from passatempo.minesweeper.model import UNKNOWN, Board, Cell, Certain, Chances, Click, is_covered
from passatempo.minesweeper.text import write_layout

A = TypeVar("A")
Number: TypeAlias = tuple[int, tuple["Cell", ...]]  # mines around, and the covered cells around
Missing: TypeAlias = tuple[int, ...]  # mines that the numbers of a component still miss
Tally: TypeAlias = tuple[int, ...]  # partial layouts by their number of mines
Layer: TypeAlias = dict[Missing, Tally]

ONE: Tally = (1,)  # the tally of no cells
STRIDE = 512  # cells or numbers between two clock checks
PACE = 32  # states
LONG = 200  # from this many numbers on, every state of a component is a long step


def read_numbers(board: Board, deadline: Deadline | None = None) -> list[Number]:
    """Return each opened number with the covered cells around it; raises `Stopped` at a limit.

    >>> from passatempo.minesweeper import read
    >>> read_numbers(read("#", grid="#1?#"))
    [(1, (0,))]
    """
    cells, surface = board.cells, board.surface
    board_numbers: list[Number] = []
    for cell, code in enumerate(cells):
        if deadline is not None and cell % STRIDE == 0:
            deadline.check()
        if code < UNKNOWN:
            board_numbers.append((code, tuple([n for n in surface.neighbours(cell) if is_covered(cells[n])])))
    return board_numbers


def split_components(
    board_numbers: Sequence[Number], deadline: Deadline | None = None
) -> list[tuple[list[Cell], list[Number]]]:
    """Split numbers into components that share no covered cell, with cells in reading order."""
    cell_numbers: dict[Cell, list[int]] = {}
    for k, (_, scope) in enumerate(board_numbers):
        for cell in scope:
            cell_numbers.setdefault(cell, []).append(k)
    parts = []
    is_reached = [False] * len(board_numbers)
    for first in range(len(board_numbers)):
        if deadline is not None and first % STRIDE == 0:
            deadline.check()
        if is_reached[first]:
            continue
        cells: set[Cell] = set()
        is_reached[first], part = True, [first]
        for at, k in enumerate(part):  # the part grows during the loop
            if deadline is not None and at % STRIDE == 0:
                deadline.check()
            for cell in board_numbers[k][1]:
                if cell not in cells:
                    cells.add(cell)
                    new = [other for other in cell_numbers[cell] if not is_reached[other]]
                    for other in new:
                        is_reached[other] = True
                    part += new
        parts.append((sorted(cells), [board_numbers[k] for k in sorted(part)]))
    return parts


def add_tallies(first_tally: Tally, second_tally: Tally) -> Tally:
    """Add two tallies."""
    if len(first_tally) < len(second_tally):
        first_tally, second_tally = second_tally, first_tally
    return (*(a + b for a, b in zip(first_tally, second_tally, strict=False)), *first_tally[len(second_tally) :])


def multiply_tallies(first_tally: Tally, second_tally: Tally, deadline: Deadline | None = None) -> Tally:
    """Multiply two tallies, which joins partial layouts of separate cells."""
    product = [0] * (len(first_tally) + len(second_tally) - 1) if first_tally and second_tally else []
    for i, a in enumerate(first_tally):
        if deadline is not None and len(second_tally) > STRIDE // 8:
            deadline.check()
        for j, b in enumerate(second_tally):
            product[i + j] += a * b
    return tuple(product)


class Component:
    """The layouts of one component, counted from both ends.

    `prefix_layers[i]` holds the partial layouts of the first i cells, and `suffix_layers[i]` those of the rest, both by
    the mines that the numbers miss between them.
    """

    def __init__(self, cells: list[Cell], part: list[Number], deadline: Deadline) -> None:
        self.cells, self.deadline = cells, deadline
        cell_numbers: dict[Cell, list[int]] = {cell: [] for cell in cells}
        for k, number in enumerate(part):
            for cell in number[1]:
                cell_numbers[cell].append(k)
        self.cell_numbers = [cell_numbers[cell] for cell in cells]
        left = [len(number[1]) for number in part]
        first = tuple(mine_count for mine_count, _ in part)
        possible = all(0 <= m <= n for m, n in zip(first, left, strict=True))
        self.prefix_layers: list[Layer] = [{first: (1,)} if possible else {}]
        for near_numbers in self.cell_numbers:
            for k in near_numbers:
                left[k] -= 1
            layer: Layer = {}
            for missing, tally in self.prefix_layers[-1].items():
                deadline.tick()
                if len(missing) > LONG:
                    deadline.check()
                for mine in (0, 1):
                    after = self.next_state(missing, near_numbers, mine)
                    if all(0 <= after[k] <= left[k] for k in near_numbers):
                        layer[after] = add_tallies(layer.get(after, ()), (0,) * mine + tally)
            self.prefix_layers.append(layer)
        self.suffix_layers = self._sweep_backward()

    @staticmethod
    def next_state(missing: Missing, near_numbers: Sequence[int], mine: int) -> Missing:
        """Return the missing mines after a cell next to some numbers is decided."""
        if not mine:
            return missing
        return tuple([m - (k in near_numbers) for k, m in enumerate(missing)])

    def _sweep_backward(self) -> list[Layer]:
        end_state = (0,) * len(next(iter(self.prefix_layers[0]), ()))
        layers: list[Layer] = [{end_state: (1,)}]
        for i in range(len(self.cells) - 1, -1, -1):
            layer = {}
            for at, missing in enumerate(self.prefix_layers[i]):
                if at % PACE == 0 or len(missing) > LONG:
                    self.deadline.check()
                tally: Tally = ()
                for mine in (0, 1):
                    rest = layers[-1].get(self.next_state(missing, self.cell_numbers[i], mine), ())
                    tally = add_tallies(tally, (0,) * mine + rest if rest else ())
                layer[missing] = tally
            layers.append(layer)
        return layers[::-1]

    @property
    def tally(self) -> Tally:
        """The layouts of the component, by number of mines."""
        return next((self.suffix_layers[0].get(missing, ()) for missing in self.prefix_layers[0]), ())

    def with_mine(self, i: int) -> Tally:
        """Return how many of them have a mine in cell i."""
        mine_tally: Tally = ()
        for at, (missing, tally) in enumerate(self.prefix_layers[i].items()):
            if at % PACE == 0 or len(missing) > LONG:
                self.deadline.check()
            rest = self.suffix_layers[i + 1].get(self.next_state(missing, self.cell_numbers[i], 1), ())
            mine_tally = add_tallies(mine_tally, (0, *multiply_tallies(tally, rest, self.deadline)) if rest else ())
        return mine_tally

    def find_layout(self, mines: int) -> list[Cell]:
        """Return one layout with this number of mines."""
        layout_cells, missing = [], next(iter(self.prefix_layers[0]))
        for i, cell in enumerate(self.cells):
            after = self.next_state(missing, self.cell_numbers[i], 0)
            if not any(self.suffix_layers[i + 1].get(after, ())[mines : mines + 1]):
                after = self.next_state(missing, self.cell_numbers[i], 1)
                layout_cells.append(cell)
                mines -= 1
            missing = after
        return layout_cells


def count_layouts(board: Board, deadline: Deadline) -> Census | None:
    """Count the layouts of a board, and those with a mine in each cell; None if there are none.

    Raises
    ------
    Stopped
        If a limit came first.
    """
    parts = [Component(*part, deadline) for part in split_components(read_numbers(board, deadline), deadline)]
    outer_count = board.covered - sum(len(part.cells) for part in parts)
    free = _free_tally(board, outer_count, deadline)
    tallies = [part.tally for part in parts]
    prefix_products = _tally_products(tallies, deadline)
    suffix_products = _tally_products(tallies[::-1], deadline)[::-1]
    solutions = _count_joint(board, prefix_products[-1], free)
    if not solutions:
        return None
    chance: dict[Cell, Fraction] = {}
    for at, part in enumerate(parts):
        rest = multiply_tallies(prefix_products[at], suffix_products[at + 1], deadline)
        for i, cell in enumerate(part.cells):
            deadline.check()
            chance[cell] = Fraction(
                _count_joint(board, multiply_tallies(part.with_mine(i), rest, deadline), free), solutions
            )
    smaller_free = _free_tally(board, outer_count - 1, deadline, 1) if outer_count else ()
    other = Fraction(_count_joint(board, prefix_products[-1], smaller_free), solutions) if outer_count else None
    return counted.Census(solutions, chance, other)


def _tally_products(tallies: Sequence[Tally], deadline: Deadline) -> list[Tally]:
    """Multiply tallies one after the other, and keep every partial product."""
    partial_products = [ONE]
    for tally in tallies:
        deadline.check()
        partial_products.append(multiply_tallies(partial_products[-1], tally, deadline))
    return partial_products


def _free_tally(board: Board, cells: int, deadline: Deadline, extra_mines: int = 0) -> Tally:
    """Return the ways to lay mines in cells next to no number, by how many mines are left for them."""
    if board.mines is None:
        return (2**cells,)
    ways, way_counts = 1, [0] * min(extra_mines, board.mines + 1)
    for mines in range(min(cells, board.mines - extra_mines) + 1):
        if mines % PACE == 0:
            deadline.check()
        way_counts.append(ways)
        ways = ways * (cells - mines) // (mines + 1)
    return tuple(way_counts)


def _count_joint(board: Board, tally: Tally, free: Tally) -> int:
    """Count the layouts of the components and the free cells together."""
    if board.mines is None:
        return sum(tally) * free[0]
    return sum(
        layouts * free[board.mines - mines]
        for mines, layouts in enumerate(tally)
        if 0 <= board.mines - mines < len(free)
    )


def write_witness(board: Board, cell: Cell, deadline: Deadline) -> str:
    """Write the grid of a layout with a mine in a covered cell; empty if there is none."""
    claim_numbers = [*read_numbers(board, deadline), (1, (cell,))]
    parts = [Component(*part, deadline) for part in split_components(claim_numbers, deadline)]
    near = {c for part in parts for c in part.cells}
    free = [c for c, code in enumerate(board.cells) if is_covered(code) and c not in near]
    reach = _tally_products([part.tally for part in reversed(parts)], deadline)[::-1]
    ways = _free_tally(board, len(free), deadline)
    if not _count_joint(board, reach[0], ways):
        return ""
    mines, mine_cells = board.mines, []
    for at, part in enumerate(parts):
        for part_mines, layouts in enumerate(part.tally):
            left = None if mines is None else mines - part_mines
            rest = [k for k, is_possible in enumerate(reach[at + 1]) if is_possible]
            if layouts and any(left is None or 0 <= left - k <= len(free) for k in rest):
                mine_cells += part.find_layout(part_mines)
                mines = left
                break
    mine_cells += free[: mines or 0]
    return write_layout(board, mine_cells)


def _answer_from_census(board: Board, limits: Limits, answer_of: Callable[[Board, Census, Deadline], A]) -> Outcome[A]:
    """Count the layouts and compute an answer from the census."""
    deadline = Deadline(limits)
    try:
        board_census = count_layouts(board, deadline)
        if board_census is None:
            return Outcome(
                Status.IMPOSSIBLE, reason=counted.no_layout_reason(board), stats={"nodes": deadline.node_count}
            )
        return Outcome(Status.SOLVED, answer_of(board, board_census, deadline), stats={"nodes": deadline.node_count})
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)


def safe(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    r"""Find the cells that certainly hold no mine, and those that certainly do.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> safe(read("01#1#")).answer
    Certain(safe=((0, 4),), sure_mines=((0, 2),), wrong_flags=())
    """
    return _answer_from_census(board, limits, counted.certain)


def chances(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Chances]:
    r"""Compute the exact chance of a mine in every covered cell.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> found = chances(read("1#\n##")).answer
    >>> found.solutions, str(found.lowest)
    (3, '1/3')
    """
    return _answer_from_census(board, limits, counted.chances)


def click(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    r"""Decide whether one cell can be opened without risk.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> found = click(read("1#\n##", click=(1, 2))).answer
    >>> found.verdict, str(found.probability), found.witness
    ('may_be_mine', '1/3', '1*\n##')
    """
    deadline = Deadline(limits)
    cell = board.cell(*board.asked)
    if cell is None:
        return Outcome(Status.SOLVED, Click("out_of_range"))
    try:
        board_census = count_layouts(board, deadline)
        if board_census is None:
            return Outcome(
                Status.SOLVED,
                Click("contradiction"),
                reason=counted.no_layout_reason(board),
                stats={"nodes": deadline.node_count},
            )
        witness_grid = write_witness(board, cell, deadline) if is_covered(board.cells[cell]) else ""
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    return Outcome(
        Status.SOLVED, counted.judge(board, board_census, cell, witness_grid), stats={"nodes": deadline.node_count}
    )
