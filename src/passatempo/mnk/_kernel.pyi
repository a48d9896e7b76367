"""The C++ kernel of the m,n,k-games: proofs, and the engine.

A line is the list of its empty cells, numbered below ``size``; a side's lines are those without a mark of the other.
Every call takes ``memory`` (megabytes of its tables at most), ``seconds``, ``nodes`` and ``cancel`` (one byte that
another thread may set), releases the interpreter lock, and returns first why it stopped, as an index of
`passatempo.core.outcome.STOPS`. `ValueError`: a cell off the board, a line without an empty cell.

The proofs' functions call ``tell`` every fifth of a second: with the nodes, the nodes of weak games, the proof and the
disproof number of the root last searched (both 0 where no such search was begun), and the part of the table in use.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from typing_extensions import Buffer

Line: TypeAlias = Sequence[int]
Tell: TypeAlias = Callable[[int, int, int, int, float], object]

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
) -> tuple[int, int, int, int, int, int, int, float]:
    """Find the value for the side to move, and a move that keeps it.

    Parameters
    ----------
    symmetries
        For each symmetry of the board the image of every cell; the identity is understood.
    without_marks
        The board is empty and both sides win by the same lines, so that the second player cannot win.

    Returns
    -------
    tuple
        Stop, nodes, nodes of weak games asked on the way, value (1, 0, -1; 2 unknown), cell (-1: any cell that is in no
        live line; for a loss any cell at all), and as for ``tell`` both numbers of a root and the part in use.
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
) -> tuple[int, int, int, list[int]]:
    """Find the fewest own moves in which the side to move can win, up to `most`, and every first move that does it.

    Returns
    -------
    tuple
        Stop, nodes, moves (0: no such win, or a limit came first), cells.
    """

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
) -> tuple[int, int, list[tuple[int, int, int]]]:
    """Find what every move is worth to the side that makes it.

    Returns
    -------
    tuple
        Stop, nodes, and for each cell in a live line, and for -1 (any other cell), the value (2: unknown) and the
        plies to the end of a forced win, the move included (0: none, or not known).
    """

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
) -> tuple[int, int, list[str]]:
    """Write down why the attacker wins, or why he cannot, as `passatempo.mnk.certificate.checker` reads it.

    Returns
    -------
    tuple
        Stop, nodes, and one line for each node of the proof; none where a limit came first.
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
) -> tuple[int, int, int, int, int, list[int]]:
    """Find out whether the attacker can force a win, on any hypergraphs.

    Parameters
    ----------
    attacking
        Whether it is his turn.
    use
        Which reductions are on: twins, exchange, domination, components, matching, zones, symmetry, probes.

    Returns
    -------
    tuple
        Stop, nodes, nodes of weak games, verdict (0 open, 1 wins, 2 held), the attacker's moves to a win at most, and
        the carrier of the win or the zone of the hold.
    """

class Values:
    """What positions of one board of plain rules are worth, and what their moves invite; its tables are kept.

    A position is one byte a cell (0 empty, 1, 2) with `mark` (1, 2) to move; nobody has a line. All answers begin with
    stop and nodes. `ValueError`: more than 64 cells, a line or a move off the board, symmetries that are none, somebody
    has a line.
    """

    def __init__(
        self, rows: int, columns: int, lines: Sequence[Line], symmetries: Sequence[Line], megabytes: int
    ) -> None: ...
    def value(
        self, cells: Buffer, mark: int, seconds: float, nodes: int, cancel: Buffer | None
    ) -> tuple[int, int, int, int]:
        """Find the value for the side to move (2 unknown), and the plies to a near forced end, else 0."""

    def grade(
        self, cells: Buffer, mark: int, most: int, seconds: float, nodes: int, cancel: Buffer | None
    ) -> tuple[int, int, list[tuple[int, int, int]]]:
        """Find value and plies of every move, by `most` nodes each; those left open are not told.

        Of the cells that are in no live line only one is told.
        """

    def answers(
        self, cells: Buffer, mark: int, seconds: float, nodes: int, cancel: Buffer | None
    ) -> tuple[int, int, list[tuple[int, float]]]:
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
    ) -> tuple[int, int, list[tuple[int, float]]]:
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

    @property
    def stop(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def deepest(self) -> int: ...
    @property
    def proved(self) -> bool: ...
    @property
    def lines(self) -> list[tuple[int, list[int]]]: ...

class Engine:
    """The search engine of one board, with its table; `weights`: as `passatempo.mnk.engine.weights` gives them.

    `ValueError`: a board of more than 65,534 cells, k above 29, weights of another size. `MemoryError`: no room for a
    table of so many megabytes.
    """

    def __init__(self, m: int, n: int, k: int, weights: Buffer | None, megabytes: int) -> None: ...
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

def look(m: int, n: int, k: int, cells: Buffer, mark: int, weights: Buffer | None) -> tuple[int, list[int], list[int]]:
    """Return the evaluation, and the classes of every cell for both players: four nibbles; -1 for a marked cell."""

def self_play(
    m: int, n: int, k: int, weights: Buffer | None, seed: int, games: int, nodes: int, cancel: Buffer | None
) -> list[tuple[list[int], int, list[int], int]]:
    """Play games of the engine against itself: moves, number drawn by lot, values of the others, winner or -1."""

def fit(
    m: int,
    n: int,
    k: int,
    games: Sequence[tuple[Sequence[int], int, Sequence[int], int]],
    epochs: int,
    seed: int,
    cancel: Buffer | None,
) -> tuple[bytes, int, float, float, float, float]:
    """Fit weights to games; `seed` draws the network's first numbers and the order of the positions.

    Returns
    -------
    tuple
        Weights, positions, the mean cross entropy on games kept out before and after, and the share of their moves that
        the ordering puts first after one epoch and at the end.
    """

def weights_by_hand() -> bytes:
    """Return the weights set by hand: the network says nothing."""
