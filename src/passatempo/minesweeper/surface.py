"""The neighbourhoods of a grid of rows and columns: flat, torus, shifted rows of hexagons, or any offsets."""

from dataclasses import dataclass
from typing import TypeAlias

Offset: TypeAlias = tuple[int, int]

ROOK: tuple[Offset, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
KING: tuple[Offset, ...] = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
KNIGHT: tuple[Offset, ...] = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
# In rows of hexagons, every second row (starting below the first) is half a cell to the right.
HEXAGON_EVEN: tuple[Offset, ...] = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
HEXAGON_ODD: tuple[Offset, ...] = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))


@dataclass(frozen=True, slots=True)
class Surface:
    """A grid in which each cell sees the cells at given offsets; cells are numbers in reading order, from 0.

    Parameters
    ----------
    rows, columns
        The size.
    even, odd
        Offsets (down, right) of the cells that a cell sees, in the rows 0, 2, ... and 1, 3, ...
    wraps
        Whether both coordinates wrap, as on a torus.
    """

    rows: int
    columns: int
    even: tuple[Offset, ...] = KING
    odd: tuple[Offset, ...] = KING
    wraps: bool = False

    @property
    def degree(self) -> int:
        """The greatest number of neighbours of a cell."""
        return max(len(self.even), len(self.odd))

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """Return the distinct cells that a cell sees, without itself, in the order of the offsets.

        >>> Surface(3, 4).neighbours(4)
        (0, 1, 5, 8, 9)
        >>> Surface(2, 2, ROOK, ROOK, wraps=True).neighbours(0)
        (2, 1)
        """
        row, column = divmod(cell, self.columns)
        neighbour_cells: dict[int, None] = {}
        for down, right in self.odd if row % 2 else self.even:
            i, j = row + down, column + right
            if self.wraps:
                i, j = i % self.rows, j % self.columns
            elif not (0 <= i < self.rows and 0 <= j < self.columns):
                continue
            neighbour_cells[i * self.columns + j] = None
        neighbour_cells.pop(cell, None)
        return tuple(neighbour_cells)
