"""The layouts of a board one by one: the cells in reading order, a mine before none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from passatempo.core.errors import UsageError
from passatempo.core.json import decimal_digits
from passatempo.core.library import verb
from passatempo.core.outcome import Status
from passatempo.core.value import Finding
from passatempo.minesweeper.exact import methods
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN, Board, Cell
from passatempo.minesweeper.text import write_layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from passatempo.core.library import Given

MOST_LISTED = 100_000  # layouts, a few of which take a millisecond


@dataclass(frozen=True, slots=True)
class Layouts(Finding):
    """The number of layouts of a board, None if they are too many to count, and the grids of the first ones.

    In a grid * is a mine, # a covered cell without one, and a slash ends a row.
    """

    count: int | None
    grids: tuple[str, ...]

    indent: ClassVar[int] = 0

    def lines(self) -> Iterator[str]:
        """Yield the number, and each grid after an empty line."""
        yield "unknown" if self.count is None else decimal_digits(self.count)
        for grid in self.grids:
            yield from ("", *grid.split("/"))

    def to_json(self) -> dict[str, Any]:
        """Return the layouts as in JSON."""
        return {"count": None if self.count is None else decimal_digits(self.count), "layouts": list(self.grids)}


def layouts(given: Given[Board, Any] = None, /, *, limit: int = 10, **keys: Any) -> Layouts:
    """Count the layouts of a board, and list the first ones in reading order, a mine before none.

    Parameters
    ----------
    given
        A board, its text, or a mapping of its keys.
    limit
        The number of layouts to list, at most 100,000.
    keys
        Keys of the board, which override it.

    Examples
    --------
    >>> layouts("01##/0#2#", mines=2).to_json()
    {'count': '2', 'layouts': ['01**/0#2#', '01*#/0#2*']}
    """
    if not 0 <= limit <= MOST_LISTED:
        raise UsageError(f"limit: {limit} is not a number from 0 to {MOST_LISTED}")
    board: Board = verb("passatempo.minesweeper", "read", given, keys)
    census, outcome = methods.count(board, marginals=False)
    if outcome.status is Status.IMPOSSIBLE:
        return Layouts(0, ())
    flagless_board = replace(board, cells=board.cells.replace(bytes([FLAG]), bytes([COVERED])))
    grids = [write_layout(flagless_board, mines).replace("\n", "/") for mines in islice(_walk(flagless_board), limit)]
    return Layouts(census.solutions if census else None, tuple(grids))


def _walk(board: Board) -> Iterator[tuple[Cell, ...]]:
    """Yield the mines of each layout, by a depth-first search without dead ends: what is certain is set first."""
    watchers: dict[Cell, list[Cell]] = {}
    surface = board.surface
    for number, code in enumerate(board.cells):
        if code < UNKNOWN:
            for cell in surface.neighbours(number):
                watchers.setdefault(cell, []).append(number)
    stack: list[tuple[Board, tuple[Cell, ...]]] = [(board, ())]
    while stack:
        position, mines = stack.pop()
        certain = methods.safe(position).result()
        cells, sure_mines = bytearray(position.cells), [row * board.columns + at for row, at in certain.sure_mines]
        for row, at in certain.safe:
            cells[row * board.columns + at] = UNKNOWN
        for mine in sure_mines:
            _remove_mine(cells, mine, watchers)
        mines, left = (*mines, *sure_mines), None if position.mines is None else position.mines - len(sure_mines)
        cell = cells.find(COVERED)
        if cell < 0:
            yield mines
            continue
        free_cells = cells.replace(bytes([COVERED]), bytes([UNKNOWN]), 1)
        stack.append((replace(board, cells=bytes(free_cells), mines=left), mines))
        _remove_mine(cells, cell, watchers)
        left = None if left is None else left - 1
        stack.append((replace(board, cells=bytes(cells), mines=left), (*mines, cell)))


def _remove_mine(cells: bytearray, mine: Cell, watchers: Mapping[Cell, list[Cell]]) -> None:
    """Open the cell of a mine; the numbers that see it no longer count it."""
    cells[mine] = UNKNOWN
    for number in watchers.get(mine, ()):
        cells[number] -= 1
