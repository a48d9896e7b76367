"""The Optimiza kernel.

`cells` is a contiguous buffer of 16-bit words, the numbers in reading order, 0 for a cell that may not be used; `n` the
size; a number may stand on 4096 cells at most. `variant` is 0 torus-queen, 1 torus-rook, 2 klein-queen, 3 klein-rook,
4 hex-torus, 5 hex-tri; `manner` 0 to solve components by their shape, 1 with the frontier alone. The interpreter lock
is released, and threads may run side by side.

A search stops after `seconds` or `nodes`, when another thread sets the first byte of the buffer `cancel`, or when the
process takes more megabytes than that buffer says from its ninth byte on. Its answer has a `stop`: 0 done,
1 seconds, 2 nodes, 3 memory, 4 cancelled, and the nodes spent.
"""

from collections.abc import Callable
from typing import Any, Final

from typing_extensions import Buffer

class FoundPath:
    """A path; where `value` is `bound`, it is proved to be one of greatest sum.

    Where the limit came before anything was solved, the path is empty. `counts` tells, of `best`, what became of the
    components of two cells and more.
    """

    stop: Final[int]
    nodes: Final[int]
    value: Final[int]
    bound: Final[int]
    path: Final[list[int]]
    counts: Final[dict[str, int]]

class SumsFrom:
    """The greatest sum from every cell, and a bound, as 64-bit words; without `whole` some numbers were not reached."""

    stop: Final[int]
    nodes: Final[int]
    whole: Final[bool]
    sums: Final[bytes]
    bounds: Final[bytes]

class CountedPaths:
    """The number of optimal paths modulo a prime, and about its logarithm.

    Without `whole` a limit came first, and the rest means nothing.
    """

    stop: Final[int]
    nodes: Final[int]
    whole: Final[bool]
    residue: Final[int]
    log2_number: Final[float]

class GreatestX:
    """The greatest X over all ways to break ties; it means nothing where a limit came first."""

    stop: Final[int]
    nodes: Final[int]
    value: Final[int]

def best(
    cells: Buffer, n: int, variant: int, manner: int, seconds: float, nodes: int, cancel: Buffer | None
) -> FoundPath:
    """Find a path of greatest sum."""

def greatest(cells: Buffer, n: int, variant: int) -> FoundPath:
    """Find a path of greatest sum without limits and counts."""

def values(
    cells: Buffer, n: int, variant: int, manner: int, seconds: float, nodes: int, cancel: Buffer | None
) -> SumsFrom:
    """Find the greatest sum from every cell."""

def best_from(
    cells: Buffer, n: int, variant: int, start: int, seconds: float, nodes: int, cancel: Buffer | None
) -> FoundPath:
    """Find a path of greatest sum from a start, without counts."""

def count(
    cells: Buffer, n: int, variant: int, prime: int, seconds: float, nodes: int, cancel: Buffer | None
) -> CountedPaths:
    """Count the optimal paths."""

def greatest_x(cells: Buffer, n: int, variant: int, seconds: float, nodes: int, cancel: Buffer | None) -> GreatestX:
    """Find the greatest X over all ways to break ties."""

def exhaust(
    n: int,
    variant: int,
    place: int,
    from_: int,
    number: int,
    everything: bool,
    seconds: float,
    cancel: Buffer | None,
) -> dict[str, Any]:
    """Go through `number` boards with N at the cell `place`, in lexicographic order, from number `from_` on.

    Returns
    -------
    dict
        `boards`, `histogram` of the optimum; with `everything` also `unique` (one optimal path), `graded` (and
        X < Y < Z), `paths`, `most_paths`, and for X, Y, X over ties, expert, forward and Warnsdorff's rule the sums of
        `ratio`, the `worst`, how often `optimal`.
    """

INTERFACE: str

def call(question: str, request: Buffer, cancel: Buffer | None, kept: object = None) -> tuple[int, bytes]:
    """Answer a question of `kernel/interface.toml`; `passatempo.core.interface` packs it."""

def keeper(tell: Callable[[list[float]], object] | None) -> object:
    """Make what a caller keeps from question to question; `tell` hears how far one is."""
