"""The Optimiza kernel.

`cells` is a contiguous buffer of 16-bit words, the numbers in reading order, 0 for a cell that may not be used; `n` the
size; a number may stand on 4096 cells at most. `variant` is 0 torus-queen, 1 torus-rook, 2 klein-queen, 3 klein-rook,
4 hex-torus, 5 hex-tri; `manner` 0 to solve components by their shape, 1 with the frontier alone. The interpreter lock
is released, and threads may run side by side.

A search stops after `seconds` or `nodes`, when another thread sets the first byte of the buffer `cancel`, or when the
process takes more megabytes than that buffer says from its ninth byte on. Its answer begins with `stop`: 0 done,
1 seconds, 2 nodes, 3 memory, 4 cancelled, and the nodes spent.
"""

from typing import Any

from typing_extensions import Buffer

def best(
    cells: Buffer, n: int, variant: int, manner: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int, int, list[int], dict[str, int]]:
    """Find a path of greatest sum: `(stop, nodes, value, bound, path, counts)`.

    Where `value` is `bound`, it is proved. Where the limit came before anything was solved, the path is empty.
    `counts` tells what became of the components of two cells and more.
    """

def greatest(cells: Buffer, n: int, variant: int) -> tuple[int, int, list[int]]:
    """Find a path of greatest sum without limits: `(value, bound, path)`."""

def values(
    cells: Buffer, n: int, variant: int, manner: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, bool, bytes, bytes]:
    """Find the greatest sum from every cell: `(stop, nodes, whole, sums, bounds)`, 64-bit words.

    Without `whole` some numbers were not reached.
    """

def best_from(
    cells: Buffer, n: int, variant: int, start: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int, int, list[int]]:
    """Find a path of greatest sum from a start: `(stop, nodes, value, bound, path)`."""

def count(
    cells: Buffer, n: int, variant: int, prime: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, bool, int, float]:
    """Count the optimal paths: `(stop, nodes, whole, number modulo the prime, about log2 of the number)`.

    Without `whole` a limit came first, and the rest means nothing.
    """

def tiny(cells: Buffer, n: int, variant: int) -> tuple[int, int, int, int, int, int, int, int]:
    """Return X, Y, X over ties, expert, forward, forward by Warnsdorff, optimum, number of optimal paths.

    For boards of at most 64 cells; the number of paths is modulo 2^64.
    """

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
        X < Y < Z), `paths`, `most_paths`, and for the six greedies of `tiny` the sums of `ratio`, the `worst`, how
        often `optimal`.
    """
