"""The Minesweeper kernel.

The interpreter lock is released, and threads may run side by side. A function stops after `seconds` or `nodes`
(states of diagrams), or when another thread sets the first byte of the buffer `cancel`. Its answer has a
`stop`: 0 done, 1 seconds, 2 nodes, 3 memory, 4 cancelled; the nodes spent; and a `state`: 0 consistent,
1 contradictory, 2 stopped by a limit, 3 too many layouts to be counted to the last digit. `counted` says whether no
part of the board was too wide to be counted.

A mark is a byte for a cell of the board: 0 not covered; 1 may be a mine, 2 safe, 3 a mine; 5, 6, 7 the same for cells
next to no number.
"""

from collections.abc import Sequence
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

    `chances` are doubles, one for each cell of the board; `other` is that of a cell next to no number.
    """

    stop: Final[int]
    nodes: Final[int]
    state: Final[int]
    counted: Final[bool]
    marks: Final[bytes | None]
    chances: Final[bytes | None]
    other: Final[float]
    log2_layouts: Final[float]

class CountedPart:
    """The layouts of cells whose numbers are their own, or with a mine count those of the board.

    `numbers`, of so many little-endian 64-bit `words` each, are the layouts and, for each group of equal cells, those
    with a mine in one of them; `cells` are the cells of all groups as 32-bit words, `sizes` how many each group has, as
    bytes. With a mine count the second number is that of the mines next to no number in all layouts together.
    """

    words: Final[int]
    numbers: Final[bytes]
    cells: Final[bytes]
    sizes: Final[bytes]

class CountedBoard:
    """All layouts of a board; the marks tell only what unit propagation settles."""

    stop: Final[int]
    nodes: Final[int]
    state: Final[int]
    counted: Final[bool]
    marks: Final[bytes | None]
    free: Final[int]
    parts: Final[list[CountedPart]]

class FoundCells:
    """Cells as 32-bit words: the mines of a layout, or the numbers that leave none."""

    stop: Final[int]
    nodes: Final[int]
    state: Final[int]
    cells: Final[bytes]

class Clocked:
    """The seconds of each board, as doubles."""

    stop: Final[int]
    nodes: Final[int]
    seconds: Final[bytes]

class Refutation:
    """Numbers that leave no layout; None where there is one, or a limit came first."""

    stop: Final[int]
    nodes: Final[int]
    numbers: Final[list[int] | None]

class Resolved:
    """What is certain: `consistent` is 0 no, 1 yes, 2 not known; fates 0 not known, 1 safe, 2 a mine, 3 either."""

    stop: Final[int]
    nodes: Final[int]
    consistent: Final[int]
    fates: Final[bytes]
    layout: Final[bytes]

class MadePuzzle:
    """One attempt at a puzzle: whether it is `done`, and the state of the random stream after it.

    Of a field `cells` has a byte for each cell, 1 for a mine, and `tried` is the number of swaps; of a position with
    one safe cell `cells` are what is seen, and `tried` is that cell.
    """

    stop: Final[int]
    nodes: Final[int]
    done: Final[bool]
    tried: Final[int]
    random: Final[int]
    cells: Final[bytes]

class EasiestReasons:
    """Safe cells and the numbers that say so, in pairs, by a rule: 0 single numbers, 1 pairs, 2 all, 3 the count."""

    stop: Final[int]
    nodes: Final[int]
    level: Final[int]
    reasons: Final[list[tuple[list[int], list[int]]]]

class PlaySettings:
    """What a policy weighs; `passatempo.minesweeper.exact.policies.Policy` says what each of them means."""

    def __init__(
        self,
        kind: int,
        progress: float,
        second: float,
        near_best: float,
        free_best: float,
        most: int,
        most_free: int,
        alive: bool,
        pairs: bool,
        deep: int,
        deep_next: int,
        deep_near: float,
        layouts: float,
        dense_layouts: float,
        nodes: int,
    ) -> None: ...

class WeighedCell:
    """A cell that may be opened: the chance that it is safe, and what its number is worth."""

    cell: Final[int]
    safety: Final[float]
    progress: Final[float]
    value: Final[float]
    zero: Final[float]

class Advised:
    """What a policy would open: nothing on a board with a safe cell, or with nothing unknown.

    `state` is 0 consistent, 1 contradictory, 2 too wide to be counted. If the endgame was solved, the best play wins
    `won` of `layouts`, and by each cell of `as_good`; else these are 0 and `candidates` has the cells weighed.
    """

    stop: Final[int]
    state: Final[int]
    safe: Final[bool]
    cell: Final[int]
    won: Final[int]
    layouts: Final[int]
    candidates: Final[list[WeighedCell]]
    as_good: Final[list[int]]

class GameRecord:
    """A game: a byte for each cell, 1 for a mine, as it was laid; the clicks as 32-bit words, and 1 for each guess."""

    layout: Final[bytes]
    clicks: Final[bytes]
    guessed: Final[bytes]

class PlayedGames:
    """The first `count` games: their weights as doubles, 1 or 0 where they were really played, and guesses as words."""

    stop: Final[int]
    count: Final[int]
    weights: Final[bytes]
    guesses: Final[bytes]
    records: Final[list[GameRecord]]

def survey(seen: Seen, chances: bool, seconds: float, nodes: int, cancel: Buffer | None) -> Surveyed:
    """Find the certain cells, with `chances` also the chances of all.

    Without chances parts of more than 2^17 states go to the solver for wide boards, and the marks are exact
    all the same.
    """

def count(seen: Seen, seconds: float, nodes: int, cancel: Buffer | None) -> CountedBoard:
    """Count all layouts exactly; with a mine count there is a single part."""

def clock(seen: Sequence[Seen], seconds: float, nodes: int, cancel: Buffer | None) -> Clocked:
    """Clock `survey` with chances, without its way to Python."""

def lay(seen: Seen, claimed: int, seconds: float, nodes: int, cancel: Buffer | None) -> FoundCells:
    """Find one layout with a mine in a cell.

    For any layout `claimed` is 2**32 - 1.
    """

def needed(
    seen: Seen, cell: int, mine: bool, among: Buffer, seconds: float, nodes: int, cancel: Buffer | None
) -> FoundCells:
    """Find a minimal set of numbers that, with the mine count, leave no layout.

    Asked is about layouts with this value in a cell; about all for the cell 2**32 - 1. `among` are the cells of the
    numbers as 32-bit words; others count for nothing, and the first are left out first. State 1: there is no such
    layout, and the numbers at `cells` say so; 0: there is one.
    """

def easiest(seen: Seen, hardest: int, seconds: float, nodes: int, cancel: Buffer | None) -> EasiestReasons:
    """Find the safe cells that the easiest rule finds, of those up to `hardest`; none where none is safe."""

def make_field(
    rows: int,
    columns: int,
    mines: int,
    first: int,
    exact: bool,
    most_swaps: int,
    random: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> MadePuzzle:
    """Lay mines, none around the cell `first`, and swap some until nobody needs to guess.

    With `exact` whatever is certain may be opened, else what single numbers and pairs settle. `random` is the state of
    a stream.
    """

def make_cell(
    rows: int, columns: int, mines: int, random: int, seconds: float, nodes: int, cancel: Buffer | None
) -> MadePuzzle:
    """Lay mines, open six of ten free cells, and cover again what can be spared until one cell is safe."""

def advise(seen: Seen, settings: PlaySettings, seconds: float, cancel: Buffer | None) -> Advised:
    """Ask a policy for its cell, on a board with a mine count, of at most 1000 cells with 15 neighbours each."""

def simulate(
    seen: Seen,
    first: int,
    opening: bool,
    settings: PlaySettings,
    weigh: bool,
    seed: int,
    first_index: int,
    count: int,
    threads: int,
    record: bool,
    seconds: float,
    cancel: Buffer | None,
) -> PlayedGames:
    """Play the games `first_index`, `first_index` + 1, ... on boards like `seen`, all of whose cells are covered.

    The cell `first` holds no mine, with `opening` its neighbours neither. With `weigh` no game is lost: its weight is
    the chance to have survived all guesses, or to win from a solved endgame on. The same games for any number of
    threads.
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
) -> Resolved:
    """Find the safe cells and sure mines.

    Number k says that exactly `needs[k]` of the cells `scopes[k]` hold a mine, and `fewest` to `most` of all cells
    together do; nodes are decisions and conflicts. A layout has 1 for a mine.
    """

class Reasons:
    """Finds minimal sets of numbers that leave no layout; keeps what it learned. For one thread at a time.

    Number k says that exactly `needs[k]` of the cells `members[starts[k]]` to `members[starts[k + 1] - 1]` hold a mine;
    all three are buffers of 32-bit words.
    """

    def __init__(self, cells: int, starts: Buffer, members: Buffer, needs: Buffer) -> None: ...
    def against(
        self, cell: int, mine: bool, among: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None
    ) -> Refutation:
        """Find numbers that leave no layout with this value in a cell.

        None of them is needless, and the first of `among` are left out first. None where there is such a layout, or a
        limit came first.
        """

    def conflict(self, among: Sequence[int], seconds: float, nodes: int, cancel: Buffer | None) -> Refutation:
        """Do the same for no layout at all."""
