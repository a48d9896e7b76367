"""The Minesweeper kernel.

The interpreter lock is released, and threads may run side by side. A function stops after `seconds` or `nodes`
(states of diagrams), or when another thread sets the first byte of the buffer `cancel`. Its answer has a
`stop`: 0 done, 1 seconds, 2 nodes, 3 memory, 4 cancelled; the nodes spent; and a `state`: 0 consistent,
1 contradictory, 2 stopped by a limit, 3 too many layouts to be counted to the last digit. `counted` says whether no
part of the board was too wide to be counted.

A mark is a byte for a cell of the board: 0 not covered; 1 may be a mine, 2 safe, 3 a mine; 5, 6, 7 the same for cells
next to no number.
"""

from collections.abc import Callable, Sequence
from typing import Final

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

class Surveyed:
    """The certain cells of a board, and the chances of all where they were asked for.

    `chances` are doubles, one for each cell of the board; `other` is that of a cell next to no number. If a limit came
    first, the marks are those proved by then, on the condition that there is a layout.
    """

    stop: Final[int]
    nodes: Final[int]
    state: Final[int]
    counted: Final[bool]
    marks: Final[bytes | None]
    chances: Final[bytes | None]
    other: Final[float]
    log2_layouts: Final[float]

class CountedBoard:
    """All layouts of a board; the marks tell only what unit propagation settles.

    A part has the layouts of cells whose numbers are their own, or with a mine count those of the board: how many
    64-bit words a number has, and the bytes of numbers, cells and sizes. The numbers are the layouts and, for each
    group of equal cells, those with a mine in one of them; then come the cells of all groups as 32-bit words, and how
    many each group has, as bytes. With a mine count the second number is that of the mines next to no number in all
    layouts together.
    """

    stop: Final[int]
    nodes: Final[int]
    state: Final[int]
    counted: Final[bool]
    marks: Final[bytes | None]
    free: Final[int]
    parts: Final[list[tuple[int, bytes, bytes, bytes]]]

class Resolved:
    """What is certain: `consistent` is 0 no, 1 yes, 2 not known; fates 0 not known, 1 safe, 2 a mine, 3 either."""

    stop: Final[int]
    nodes: Final[int]
    consistent: Final[int]
    fates: Final[bytes]
    layout: Final[bytes]

def survey(seen: Seen, chances: bool, seconds: float, nodes: int, cancel: Buffer | None) -> Surveyed:
    """Find the certain cells, with `chances` also the chances of all.

    Without chances parts of more than 2^17 states go to the solver for wide boards, and the marks are exact
    all the same.
    """

def count(seen: Seen, seconds: float, nodes: int, cancel: Buffer | None) -> CountedBoard:
    """Count all layouts exactly; with a mine count there is a single part."""

def lay(seen: Seen, claimed: int, seconds: float, nodes: int, cancel: Buffer | None) -> tuple[int, int, int, bytes]:
    """Find one layout with a mine in a cell: its mines as 32-bit words, after the stop, the nodes and the state.

    For any layout `claimed` is 2**32 - 1.
    """

def needed(
    seen: Seen, cell: int, mine: bool, among: Buffer, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int, bytes]:
    """Find a minimal set of numbers that, with the mine count, leave no layout: their cells, told as by `lay`.

    Asked is about layouts with this value in a cell; about all for the cell 2**32 - 1. `among` are the cells of the
    numbers as 32-bit words; others count for nothing, and the first are left out first. State 1: there is no such
    layout, and the numbers at these cells say so; 0: there is one.
    """

def resolve(
    cells: int,
    starts: Buffer,
    members: Buffer,
    needs: Buffer,
    fewest: int,
    most: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> Resolved:
    """Find the safe cells and sure mines.

    Numbers are as in `Reasons`, and `fewest` to `most` of all cells together hold a mine; nodes are decisions and
    conflicts. A layout has 1 for a mine.
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
        """Find numbers that leave no layout with this value in a cell, after the stop and the nodes.

        None of them is needless, and the first of `among` are left out first. None where there is such a layout, or a
        limit came first.
        """

    def conflict(
        self, among: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None
    ) -> tuple[int, int, list[int] | None]:
        """Do the same for no layout at all."""

INTERFACE: str

def call(question: str, request: Buffer, cancel: Buffer | None, kept: object = None) -> tuple[int, bytes]:
    """Answer a question of `kernel/interface.toml`; `passatempo.core.interface` packs it."""

def keeper(tell: Callable[[list[float]], object] | None) -> object:
    """Make what a caller keeps from question to question; `tell` hears how far one is."""
