"""What a method says when a limit comes first."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from passatempo.core.limits import Stopped
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.optimiza.model import Board, Route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.limits import Deadline


@contextmanager
def not_too_deep(deadline: Deadline) -> Iterator[None]:
    """Take a recursion that is deeper than Python goes for the end of its memory, which it is.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> deadline = Deadline(Limits())
    >>> try:
    ...     with not_too_deep(deadline):
    ...         raise RecursionError
    ... except Stopped:
    ...     deadline.stopped.value
    'memory'
    """
    try:
        yield
    except RecursionError:
        deadline.stopped = StopReason.MEMORY
        raise Stopped from None


def given_up(board: Board, deadline: Deadline, bound: int | None = None) -> Outcome[Route]:
    """Return the cell of N for a method whose limit came first, with the sum of the board as bound where it has none.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> given_up(Board(2, (1, 1, 1, 2)), Deadline(Limits())).bound
    5
    """
    route = Route((board.place(board.cells.index(board.n)),))
    bound = sum(board.cells) if bound is None else bound
    return Outcome(Status.FEASIBLE, route, board.n, bound, deadline.stopped, stats={"nodes": deadline.nodes})
