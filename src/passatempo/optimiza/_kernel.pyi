"""The Optimiza kernel.

`cells` is a contiguous buffer of 16-bit words, the numbers in reading order, 0 for a cell that may not be used; `n` the
size; `variant` 0 torus-queen, 1 torus-rook, 2 klein-queen, 3 klein-rook, 4 hex-torus, 5 hex-tri; `manner` 0 to solve
components by their shape, 1 with the frontier alone. The interpreter lock is released, and threads may run side by
side.

A search stops after `seconds` or `nodes`, or when another thread sets the first byte of the buffer `cancel`. Its
answer begins with `stop`: 0 done, 1 seconds, 2 nodes, 3 memory, 4 cancelled, and the nodes spent.
"""

from typing_extensions import Buffer

def best(
    cells: Buffer, n: int, variant: int, manner: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, int, int, list[int], dict[str, int]]:
    """Find a path of greatest sum: `(stop, nodes, value, bound, path, counts)`.

    Where `value` is `bound`, it is proved. `counts` tells what became of the components of two cells and more.
    """

def greatest(cells: Buffer, n: int, variant: int) -> tuple[int, int, list[int]]:
    """Find a path of greatest sum without limits: `(value, bound, path)`."""

def values(
    cells: Buffer, n: int, variant: int, manner: int, seconds: float, nodes: int, cancel: Buffer | None
) -> tuple[int, int, bytes, bytes]:
    """Find the greatest sum from every cell: `(stop, nodes, sums, bounds)`, 64-bit words."""
