"""A board as numbers over covered cells, the basis of every declarative method and every reason."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from passatempo.core.limits import Deadline, poll_stream
from passatempo.minesweeper.model import STRIDE, UNKNOWN, Board, Cell, is_covered


class Number(NamedTuple):
    """An opened number: its cell, how many mines it needs, and the covered cells around it."""

    cell: Cell
    need: int
    scope: tuple[Cell, ...]


class Network(NamedTuple):
    """The numbers of a board, its covered cells in reading order, and the mine count if it is known."""

    numbers: tuple[Number, ...]
    closed_cells: tuple[Cell, ...]
    mines: int | None

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The covered cells next to no number."""
        near = {cell for number in self.numbers for cell in number.scope}
        return tuple(cell for cell in self.closed_cells if cell not in near)


def network(board: Board, deadline: Deadline | None = None) -> Network:
    """Read the numbers of a board.

    Raises
    ------
    Stopped
        If a limit came first.

        >>> from passatempo.minesweeper import read
        >>> network(read("01#1#"))
        Network(numbers=(Number(cell=0, need=0, scope=()), Number(cell=1, need=1, scope=(2,)), \
        Number(cell=3, need=1, scope=(2, 4))), closed_cells=(2, 4), mines=None)
    """
    cells, surface = board.cells, board.surface
    numbers: list[Number] = []
    closed_cells: list[Cell] = []
    for cell, code in enumerate(poll_stream(cells, deadline, STRIDE)):
        if code < UNKNOWN:
            near = tuple([n for n in surface.neighbours(cell) if is_covered(cells[n])])
            numbers.append(Number(cell, code, near))
        elif is_covered(code):
            closed_cells.append(cell)
    return Network(tuple(numbers), tuple(closed_cells), board.mines)


def numbers_by_cell(numbers: Sequence[Number], deadline: Deadline | None = None) -> dict[Cell, list[int]]:
    """List the indices of the numbers next to each cell; raises `Stopped` if a limit came first.

    >>> numbers_by_cell([Number(1, 1, (2,)), Number(3, 1, (2, 4))])
    {2: [0, 1], 4: [1]}
    """
    cell_numbers: dict[Cell, list[int]] = {}
    for k, number in enumerate(poll_stream(numbers, deadline, STRIDE)):
        for cell in number.scope:
            cell_numbers.setdefault(cell, []).append(k)
    return cell_numbers


def breadth_first_order(
    start: Sequence[int], numbers: Sequence[Number], near: Mapping[Cell, Sequence[int]]
) -> Iterator[int]:
    """Yield numbers breadth-first from `start`; two numbers that share a cell are adjacent.

    >>> numbers = [Number(0, 1, (1,)), Number(2, 1, (1, 3)), Number(4, 1, (3,))]
    >>> list(breadth_first_order([2], numbers, numbers_by_cell(numbers)))
    [2, 1, 0]
    """
    number_set = set(start)
    ring = list(start)
    while ring:
        yield from ring
        after = dict.fromkeys(k for at in ring for cell in numbers[at].scope for k in near[cell] if k not in number_set)
        number_set.update(after)
        ring = list(after)
