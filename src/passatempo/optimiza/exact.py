"""The exact answers of Optimiza: the Python side, which calls the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Limits
from passatempo.core.outcome import STOPS, Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.optimiza import _kernel
from passatempo.optimiza.model import VARIANTS, Board, Route, Variant

if TYPE_CHECKING:
    from typing import TypeAlias

    from typing_extensions import Buffer

    Settings: TypeAlias = object

BY_SHAPE, FRONTIER_ONLY = 0, 1


def best(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a path of greatest sum.

    Numbers never fall along a path, so the board is solved from N down to 1. The cells of one number that its moves
    connect form components; inside one the best of v * length + exit over simple paths is found for every start: in
    a tree by rerooting, in a small component over all paths, else by dynamic programming over a moving frontier.

    Parameters
    ----------
    board
        Any of the six surfaces.
    limits
        `nodes` counts states of the frontier and steps of paths inside small components.

    Returns
    -------
    Outcome
        `SOLVED`, or at a limit `FEASIBLE` with a path and a bound.

    Notes
    -----
    Linear in the cells on random boards; 2^O(sqrt N) seen, not proved, where equal numbers hang together.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> best(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    25
    """
    return _solve(board, limits, BY_SHAPE)


def frontier(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a path of greatest sum with the frontier alone, whatever the shape of a component.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> frontier(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    25
    """
    return _solve(board, limits, FRONTIER_ONLY)


def _solve(board: Board, limits: Limits, manner: int) -> Outcome[Route]:
    variant = VARIANTS.index(board.variant)
    stop, nodes, value, bound, path, counts = _kernel.best(board.packed, board.n, variant, manner, *limits.kernel)
    route = Route(tuple(map(board.place, path)))
    stats = {"nodes": nodes, **counts}
    if value == bound:
        return Outcome(Status.SOLVED, route, value, bound, stats=stats)
    return Outcome(Status.FEASIBLE, route, value, bound, STOPS[stop], stats=stats)


def greatest_sum(cells: Buffer, n: int, variant: Variant = "torus-queen") -> tuple[int, list[int]]:
    """Find the greatest sum on a board given as an array of 16-bit words, and a path as cell numbers.

    For boards of millions of cells: nothing is copied, nothing checked but the size and the greatest number.

    Parameters
    ----------
    cells
        The numbers in reading order, as a contiguous buffer of 16-bit words.
    n
        The size.
    variant
        The surface and the directions.

    Raises
    ------
    ValueError
        If the buffer has not one word for each cell, or a number exceeds `n`.

    Examples
    --------
    >>> from array import array
    >>> greatest_sum(array("H", [1, 1, 1, 2]), 2)
    (5, [0, 2, 1, 3])
    """
    value, _, path = _kernel.greatest(cells, n, VARIANTS.index(variant))
    return value, path
