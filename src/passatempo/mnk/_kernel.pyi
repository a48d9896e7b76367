"""The C++ kernel of the m,n,k-games: proofs, and the engine.

A line is the list of its empty cells, numbered below ``size``; a side's lines are those without a mark of the other.
Every call takes ``memory`` (megabytes of its tables at most), ``seconds``, ``nodes`` and ``cancel`` (one byte that
another thread may set), and releases the interpreter lock. A result says by `stop` why it ended, as an index of
`passatempo.core.outcome.STOPS`. `ValueError`: a cell off the board, a line without an empty cell.

The proofs' functions call ``tell`` every fifth of a second: with the nodes, the nodes of weak games, the proof and the
disproof number of the root last searched (both 0 where no such search was begun), the megabytes of the table, and the
part in use of all that it may become.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from typing_extensions import Buffer

Line: TypeAlias = Sequence[int]
Tell: TypeAlias = Callable[[int, int, int, int, int, float], object]

class Decision:
    """The value for the side to move (1, 0, -1; 2 unknown), and a cell that keeps it.

    `cell` is -1 for any cell that is in no live line, for a loss any cell at all. `probes` are nodes of weak games
    asked on the way; `proof`, `disproof` and `full` are both numbers of a root and the part of the table in use, as for
    ``tell``. Of a checkpoint: `found` is 0 (no such file), 1 (taken) or 2 (damaged: nothing was searched), `kept`
    whether it could be written, `before` and `probes_before` what the runs before had spent.
    """

    stop: Final[int]
    nodes: Final[int]
    probes: Final[int]
    value: Final[int]
    cell: Final[int]
    proof: Final[int]
    disproof: Final[int]
    full: Final[float]
    found: Final[int]
    kept: Final[bool]
    before: Final[int]
    probes_before: Final[int]

class ShortWin:
    """The own moves to the shortest win (0: no such win, or a limit came first), and its first moves."""

    stop: Final[int]
    nodes: Final[int]
    moves: Final[int]
    cells: Final[list[int]]

class Written:
    """One line for each node of a proof; none where a limit came first."""

    stop: Final[int]
    nodes: Final[int]
    lines: Final[list[str]]

class Solution:
    """The verdict (0 open, 1 wins, 2 held), the attacker's moves to a win at most, and the carrier or the zone."""

    stop: Final[int]
    nodes: Final[int]
    probes: Final[int]
    verdict: Final[int]
    moves: Final[int]
    cells: Final[list[int]]

class GradedMove:
    """A move, its value (1, 0, -1; 2 unknown), and the plies to a forced end (0: none, or not known).

    The cell -1 stands for any that is in no live line; the plies include the move.
    """

    cell: Final[int]
    value: Final[int]
    plies: Final[int]

class GradedMoves:
    """The moves of a position with their values."""

    stop: Final[int]
    nodes: Final[int]
    moves: Final[list[GradedMove]]

class FullMove:
    """A move of a search to a depth with its score, as `engine` tells it; -1 where there was no memory."""

    stop: Final[int]
    nodes: Final[int]
    cell: Final[int]
    depth: Final[int]
    score: Final[int]
    proved: Final[bool]

class KnownValue:
    """A value for the side to move (2 unknown), and the plies to a near forced end, else 0."""

    stop: Final[int]
    nodes: Final[int]
    value: Final[int]
    plies: Final[int]

class WeighedMoves:
    """Cells with what may be hoped of each, or how likely each is; the greatest first."""

    stop: Final[int]
    nodes: Final[int]
    moves: Final[list[tuple[int, float]]]

class Look:
    """The evaluation, and the classes of every cell for both players: four nibbles; -1 for a marked cell."""

    evaluation: Final[int]
    first: Final[list[int]]
    second: Final[list[int]]

def decide(
    size: int,
    own: Sequence[Line],
    other: Sequence[Line],
    symmetries: Sequence[Line],
    without_marks: bool,
    memory: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
    tell: Tell | None = None,
    checkpoint: str = "",
    head: str = "",
    every: float = 60.0,
    threads: int = 1,
) -> Decision:
    """Find the value for the side to move, and a move that keeps it.

    Parameters
    ----------
    symmetries
        For each symmetry of the board the image of every cell; the identity is understood.
    without_marks
        The board is empty and both sides win by the same lines, so that the second player cannot win.
    checkpoint, head, every
        A file to go on from and to keep up to date, or an empty text; what it must begin with; seconds between two
        writings.
    """

def shortest(
    size: int,
    own: Sequence[Line],
    other: Sequence[Line],
    most: int,
    memory: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
    tell: Tell | None = None,
) -> ShortWin:
    """Find the fewest own moves in which the side to move can win, up to `most`, and every first move that does it."""

def grade(
    size: int,
    own: Sequence[Line],
    other: Sequence[Line],
    symmetries: Sequence[Line],
    memory: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
    tell: Tell | None = None,
) -> GradedMoves:
    """Find the value of every move for the side that makes it: of each cell in a live line, and of -1 for any other."""

def trace(
    size: int,
    attacker: Sequence[Line],
    defender: Sequence[Line],
    attacking: bool,
    symmetries: Sequence[Line],
    wins: bool,
    memory: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
    tell: Tell | None = None,
    checkpoint: str = "",
    head: str = "",
) -> Written:
    """Write down why the attacker wins, or why he cannot, as `passatempo.mnk.certificate.checker` reads it.

    A checkpoint is read, where one is named, and stays as it is.
    """

def solve(
    size: int,
    attacker: Sequence[Line],
    defender: Sequence[Line],
    attacking: bool,
    symmetries: Sequence[Line],
    use: Sequence[bool],
    memory: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
    tell: Tell | None = None,
) -> Solution:
    """Find out whether the attacker can force a win, on any hypergraphs.

    Parameters
    ----------
    attacking
        Whether it is his turn.
    use
        Which reductions are on: twins, exchange, domination, components, matching, zones, symmetry, probes.
    """

def full(
    m: int,
    n: int,
    k: int,
    options: Sequence[bool],
    cells: Buffer,
    wanted: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> GradedMoves:
    """Find exact values by a full search of the game under any rules.

    If a limit comes first: the best moves, or one move that keeps the value without its plies, or none.

    Parameters
    ----------
    options
        Which are on: exact, misere, gravity, torus, maker_breaker.
    cells
        One byte a cell (0 empty, 1, 2) of an open position with at most 64 empty cells.
    wanted
        0: one move that keeps the value, 1: all best moves with their length, 2: value and length of every move.
    """

def full_move(
    m: int,
    n: int,
    k: int,
    options: Sequence[bool],
    cells: Buffer,
    depth: int,
    among: Sequence[int],
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> FullMove:
    """Find a good move by a full search to a depth at most, under any rules.

    Parameters
    ----------
    options, cells
        As for `full`, on any board of at most 262,144 cells.
    among
        The moves to choose from; none: all.
    """

class Values:
    """The values of positions of one board of plain rules, and what their moves invite; its tables are kept.

    A position is one byte a cell (0 empty, 1, 2) with `mark` (1, 2) to move; nobody has a line.
    `ValueError`: more than 64 cells, a line or a move off the board, symmetries that are none, somebody
    has a line.
    """

    def __init__(
        self, rows: int, columns: int, lines: Sequence[Line], symmetries: Sequence[Line], megabytes: int
    ) -> None: ...
    def value(self, cells: Buffer, mark: int, seconds: float, nodes: int, cancel: Buffer | None) -> KnownValue:
        """Find the value for the side to move."""

    def grade(
        self, cells: Buffer, mark: int, most: int, seconds: float, nodes: int, cancel: Buffer | None
    ) -> GradedMoves:
        """Find value and plies of every move, by `most` nodes each; those left open are not told.

        Of the cells that are in no live line only one is told.
        """

    def answers(self, cells: Buffer, mark: int, seconds: float, nodes: int, cancel: Buffer | None) -> WeighedMoves:
        """Guess how likely each move is from a player who looks a few plies ahead; the likeliest first."""

    def weigh(
        self,
        cells: Buffer,
        mark: int,
        moves: list[int],
        depth: int,
        seconds: float,
        nodes: int,
        cancel: Buffer | None,
    ) -> WeighedMoves:
        """Weigh moves that keep the value by what may be hoped (-1 to 1), `depth` own moves ahead; the best first."""

class Thought:
    """What a search found, without the power to change it.

    Parameters
    ----------
    nodes
        Of all threads.
    depth, deepest
        The last finished depth, and the longest line looked at.
    proved
        Whether the first value was proved.
    lines
        For each line its value (30000 - n: a win in n plies) and cells, the best first.
    """

    stop: Final[int]
    nodes: Final[int]
    depth: Final[int]
    deepest: Final[int]
    proved: Final[bool]
    lines: Final[list[tuple[int, list[int]]]]

class Engine:
    """The search engine of one board, with its table; `weights`: as `passatempo.mnk.engine.weights` gives them.

    `exact`: only a line of exactly k wins.
    `ValueError`: a board of more than 65,534 cells, k above 29 (with `exact` 28), weights of another size.
    `MemoryError`: no room for a table of so many megabytes.
    """

    def __init__(self, m: int, n: int, k: int, weights: Buffer | None, megabytes: int, exact: bool = False) -> None: ...
    def think(
        self,
        cells: Buffer,
        mark: int,
        threads: int,
        depth: int,
        lines: int,
        threat_nodes: int,
        parts: int,
        among: list[int],
        seconds: float,
        nodes: int,
        cancel: Buffer | None,
    ) -> Thought:
        """Search a position in which nobody has won: one byte a cell (0 empty, 1, 2), `mark` (1, 2) to move.

        Parameters
        ----------
        depth, lines
            The deepest iteration; how many best moves to tell apart.
        threat_nodes
            For the proof of a win by threats before the search.
        parts
            Bits: 1 threats, 2 ordering, 4 reductions, 8 table.
        among
            The empty cells to choose from; none: all.
        """

    def forget(self) -> None:
        """Empty the table."""

def look(m: int, n: int, k: int, cells: Buffer, mark: int, weights: Buffer | None, exact: bool = False) -> Look:
    """Return the evaluation and the classes of all cells."""

def walk(m: int, n: int, k: int, cells: Buffer, mark: int, weights: Buffer | None, steps: Sequence[int]) -> list[int]:
    """Make marks on cells, take the last back (-1), note the evaluation in parts of a unit (-2); return the notes."""

class DrawnWin:
    """The marks in reading order and the only first move, the nodes of the proofs, and the stream's state.

    No marks and -1 where the game has no such position.
    """

    stop: Final[int]
    nodes: Final[int]
    cells: Final[bytes]
    first: Final[int]
    state: Final[int]

def draw_win(
    m: int,
    n: int,
    k: int,
    moves: int,
    most: int,
    state: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
) -> DrawnWin:
    """Play a game of a bad player against himself until one first move alone begins a shortest win.

    Parameters
    ----------
    m, n, k
        The board, at most 512 cells, and the length of a line, at most 16.
    moves
        Own moves of the win, at least 2.
    most
        Nodes of all proofs of the game; once they are spent it is given up.
    state
        Of a stream of random numbers (`core.random.Random.state`).
    seconds, nodes, cancel
        What the call may spend.
    """
