"""The C++ kernel of the m,n,k-games: proofs.

A line is the list of its empty cells, numbered below ``size``; a side's lines are those without a mark of the other.
Every call takes ``memory`` (megabytes of its tables at most), ``seconds``, ``nodes`` and ``cancel`` (one byte that
another thread may set), releases the interpreter lock, and returns first why it stopped, as an index of
`passatempo.core.limits.STOPS`. `ValueError`: a cell off the board, a line without an empty cell.
"""

from collections.abc import Sequence
from typing import TypeAlias

from typing_extensions import Buffer

Line: TypeAlias = Sequence[int]

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
) -> tuple[int, int, int, int, int]:
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
        live line; for a loss any cell at all).
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
    plies: bool,
    memory: int,
    seconds: float,
    nodes: int,
    cancel: Buffer | None,
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
) -> tuple[int, int, list[str]]:
    """Write down why the attacker wins, or why he cannot, as `passatempo.mnk.proof_checker` reads it.

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
