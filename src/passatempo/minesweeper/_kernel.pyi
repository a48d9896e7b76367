"""The Minesweeper kernel.

The interpreter lock is released, and threads may run side by side. A function stops after `seconds` or `nodes`
(states of diagrams), or when another thread sets the first byte of the buffer `cancel`. Its answer begins with
`stop`: 0 done, 1 seconds, 2 nodes, 3 memory, 4 cancelled; then the nodes spent; then `state`: 0 consistent,
1 contradictory, 2 stopped by a limit, 3 too many layouts to be counted to the last digit. `counted` says whether no
part of the board was too wide to be counted.

A mark is a byte for a cell of the board: 0 not covered; 1 may be a mine, 2 safe, 3 a mine; 5, 6, 7 the same for cells
next to no number.
"""

from collections.abc import Sequence

from typing_extensions import Buffer

class Seen:
    """A board as the kernel sees it; the buffers are not copied.

    Parameters
    ----------
    cells
        A byte for each cell: its number, 253 opened without a known number, 254 flag, 255 covered.
    rows, columns
        The size.
    even, odd
        The neighbourhood of the rows 0, 2, ... and 1, 3, ...: pairs (down, right) of 32-bit words.
    wraps
        Whether the edges are joined.
    mines
        How many there are; below 0 for any number.
    """

    def __init__(
        self, cells: Buffer, rows: int, columns: int, even: Buffer, odd: Buffer, wraps: bool, mines: int
    ) -> None: ...

def survey(
    seen: Seen, chances: bool, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int, bool, bytes | None, bytes | None, float, float]:
    """Find the certain cells: `(stop, nodes, state, counted, marks, chances, other, log2 of the layouts)`.

    `chances` are doubles, one for each cell of the board, where they were asked for; `other` is that of a cell next to
    no number. Without them parts of more than 2^17 states go to the solver for wide boards, and the marks are exact
    all the same.
    """

def count(
    seen: Seen, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int, bool, bytes | None, int, list[tuple[int, bytes, bytes, bytes]]]:
    """Count all layouts exactly: `(stop, nodes, state, counted, marks, free cells, parts)`.

    Without a mine count a part stands for cells whose numbers are their own: `(words, numbers, cells, sizes)` has its
    layouts and, for each group of equal cells, those with a mine in one of them, as numbers of so many little-endian
    64-bit words; the cells of all groups as 32-bit words; and how many cells each group has, as bytes. With a mine
    count there is a single part, whose second number is that of the mines next to no number in all layouts together.
    The marks tell only what single numbers settle.
    """

def clock(seen: Sequence[Seen], seconds: float, nodes: int, cancel: Buffer | None) -> tuple[int, int, bytes]:
    """Clock `survey` with chances, without its face to Python: `(stop, nodes, seconds of each as doubles)`."""

def lay(seen: Seen, claimed: int, seconds: float, nodes: int, cancel: Buffer | None) -> tuple[int, int, int, bytes]:
    """Find one layout with a mine in a cell: `(stop, nodes, state, mines as 32-bit words)`.

    For any layout `claimed` is 2**32 - 1.
    """

def needed(
    seen: Seen, cell: int, mine: bool, among: Buffer, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int, bytes]:
    """Find a minimal set of numbers that, with the mine count, leave no layout: `(stop, nodes, state, cells)`.

    Asked is about layouts with this value in a cell; about all for the cell 2**32 - 1. `among` are the cells of the
    numbers as 32-bit words; others count for nothing, and the first are left out first. State 1: there is no such
    layout, and the numbers at `cells` say so; 0: there is one.
    """

def resolve(
    cells: int,
    scopes: Sequence[Sequence[int]],
    needs: Sequence[int],
    fewest: int,
    most: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> tuple[int, int, int, bytes, bytes]:
    """Find the safe cells and sure mines: `(stop, nodes, consistent, fates, layout)`.

    Number k says that exactly `needs[k]` of the cells `scopes[k]` hold a mine, and `fewest` to `most` of all cells
    together do; nodes are decisions and conflicts. `consistent`: 0 no, 1 yes, 2 not known. Fates: 0 not known, 1 safe,
    2 a mine, 3 either. A layout has 1 for a mine.
    """

class Reasons:
    """Finds minimal sets of numbers that leave no layout; keeps what it learned. For one thread at a time.

    Number k says that exactly `needs[k]` of the cells `members[starts[k]]` to `members[starts[k + 1] - 1]` hold a mine;
    all three are buffers of 32-bit words.
    """

    def __init__(self, cells: int, starts: Buffer, members: Buffer, needs: Buffer) -> None: ...
    def against(
        self, cell: int, mine: bool, among: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None
    ) -> tuple[int, int, list[int] | None]:
        """Find numbers that leave no layout with this value in a cell: `(stop, nodes, numbers)`.

        None of them is needless, and the first of `among` are left out first. None where there is such a layout, or a
        limit came first.
        """

    def conflict(
        self, among: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None
    ) -> tuple[int, int, list[int] | None]:
        """Do the same for no layout at all."""
