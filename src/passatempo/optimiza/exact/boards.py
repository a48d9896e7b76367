"""Boards as they are wished: with one best path alone, or with levels that lie apart, as the exact method finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.interrupt import OpenToInterrupt
from passatempo.core.json import count_of
from passatempo.core.limits import Limits
from passatempo.optimiza.exact.levels import count, less, levels
from passatempo.optimiza.generate import generate as draw

if TYPE_CHECKING:
    from passatempo.core.random import Random
    from passatempo.optimiza.generate import Params
    from passatempo.optimiza.model import Board

# Random boards of all surfaces with both wishes, N = 4 to 50, were found in 0.1 s; dense boards of queens never were.
MOST_TRIES = 5_000
MOST_CELLS = 500_000  # of all boards tried together: to draw and to read them takes its time too
MOST_NODES = 2_000_000  # of all searches together: 3 s at most; nodes, not time, so that a seed says which board it is


def generate(params: Params, rng: Random) -> Board:
    """Make a board; one with `unique` or `levels` is solved before it is given out.

    Raises
    ------
    ValueError
        If none was found in so many tries.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> from passatempo.optimiza.generate import Params
    >>> board = generate(Params(N=5, unique=True, levels=True), Random(1))
    >>> found = levels(board).answer
    >>> count(board).answer.number, found.x < found.y < found.z
    (1, True)
    """
    if not (params.unique or params.levels):
        return draw(params, rng)
    tries = cells = nodes = 0
    with OpenToInterrupt(Limits(nodes=MOST_NODES)) as limits:
        while tries < MOST_TRIES and cells < MOST_CELLS and nodes < MOST_NODES:
            board = draw(params, rng)
            fits, spent = _fits(board, params, less(limits, nodes))
            if fits:
                return board
            if limits.cancel is not None and limits.cancel.thrown:
                raise KeyboardInterrupt
            tries, cells, nodes = tries + 1, cells + len(board.cells), nodes + spent
    wishes = [text for wish, text in ((params.unique, "one best path alone"), (params.levels, "levels apart")) if wish]
    tried = count_of(tries, "try", "tries")
    raise ValueError(f"no board with {' and '.join(wishes)} was found in {tried}; another size or kind may have one")


def _fits(board: Board, params: Params, limits: Limits) -> tuple[bool, int]:
    """Tell whether a board is as wished, and the nodes that it took; where a limit came first it is not known to be."""
    nodes = 0
    if params.unique:
        paths = count(board, limits)
        nodes += int(paths.stats["nodes"])
        if paths.answer is None or paths.answer.number != 1:
            return False, nodes
    if params.levels:
        found = levels(board, less(limits, nodes))
        nodes += int(found.stats["nodes"])
        if found.answer is None or not found.answer.x < found.answer.y < found.answer.z:
            return False, nodes
    return True, nodes
