"""The Minesweeper kernel.

Numbers over cells: number k says that exactly `needs[k]` of the cells `scopes[k]` hold a mine, and `fewest` to `most`
of all cells together do. Cells are numbered from 0. The interpreter lock is released.

A search stops after `seconds` or `nodes`, or when another thread sets the first byte of the buffer `cancel`; its answer
ends with `stop`: 0 done, 1 seconds, 2 nodes, 3 memory, 4 cancelled, and the nodes spent.
"""

from collections.abc import Sequence

from typing_extensions import Buffer

def resolve(
    cells: int,
    scopes: Sequence[Sequence[int]],
    needs: Sequence[int],
    fewest: int,
    most: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> tuple[int, bytes, bytes, int, int]:
    """Find the safe cells and sure mines: `(consistent, fates, layout, stop, nodes)`.

    `consistent`: 0 no, 1 yes, 2 not known. Fates: 0 not known, 1 safe, 2 a mine, 3 either.
    """

class Reasons:
    """Finds minimal sets of numbers that leave no layout; keeps what it learned. For one thread at a time."""

    def __init__(
        self, cells: int, scopes: Sequence[Sequence[int]], needs: Sequence[int], fewest: int, most: int
    ) -> None: ...
    def against(
        self, cell: int, mine: bool, among: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None
    ) -> tuple[list[int] | None, int, int]:
        """Find numbers that leave no layout with this value in a cell: `(numbers, stop, nodes)`.

        None of them is needless. The number after the last stands for `fewest` and `most`, used where nothing else
        will do. None where there is such a layout, or a limit came first.
        """

    def conflict(
        self, among: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None
    ) -> tuple[list[int] | None, int, int]:
        """The same for no layout at all."""
