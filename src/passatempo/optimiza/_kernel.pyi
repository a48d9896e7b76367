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
from typing import Any

from typing_extensions import Buffer

def best(
    cells: Buffer, n: int, variant: int, manner: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int, int, list[int], dict[str, int]]:
    """Find a path of greatest sum.

    Returns
    -------
    tuple
        After the stop and the nodes the sum, a bound, the path, and what became of the components of two cells and
        more. Where the sum is the bound, the path is proved to be one of greatest sum. Where the limit came before
        anything was solved, it is empty.
    """

def greatest(cells: Buffer, n: int, variant: int) -> tuple[int, list[int]]:
    """Find the greatest sum, and a path, without limits."""

def values(
    cells: Buffer, n: int, variant: int, manner: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, bool, bytes, bytes]:
    """Find the greatest sum from every cell, and a bound, as 64-bit words, after the stop, the nodes, and `whole`.

    Where that is false some numbers were not reached.
    """

def best_from(
    cells: Buffer, n: int, variant: int, start: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int, int, list[int]]:
    """Find a path of greatest sum from a start; told as by `best`, without the components."""

def count(
    cells: Buffer, n: int, variant: int, prime: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, bool, int, float]:
    """Count the optimal paths modulo a prime, and about their logarithm, after the stop, the nodes, and `whole`.

    Where that is false a limit came first, and the rest means nothing.
    """

def greatest_x(
    cells: Buffer, n: int, variant: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int]:
    """Find the greatest X over all ways to break ties, after the stop and the nodes; nothing at a limit."""

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
