"""The recurrence of a comment of 2 March 2010, with its state corrected.

The comment: f(n, mask), the greatest sum still to be had at the number n when the cells in the mask are used. Two
states with the same n and mask but the piece on different cells have different futures, so the cell belongs to the
state:

    f(c, mask) = v + max(0, max f(d, {d}) over moves to greater numbers d,
                            max f(e, mask + {e}) over moves to equal numbers e outside the mask).

There are (N - 1) (N + 1) 2^N states at most on a square board, not N 2^(N+1); only masks that occur are stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.optimiza.geometry import by_number, moves, route_of
from passatempo.optimiza.model import Board, Route, given_up, usual

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.pastime import Question
    from passatempo.optimiza.geometry import Graph
    from passatempo.optimiza.model import Cell


class Table:
    """The states of one board that occur, and the choice at each."""

    def __init__(self, board: Board, stop: Callable[[], bool]) -> None:
        self.cells, self.stop = board.cells, stop
        self.graph: Graph = moves(board, stop)
        self.alike = by_number(board, stop)
        self.bit = [0] * len(board.cells)
        for level in self.alike:
            if stop():
                raise Stopped
            for k, cell in enumerate(level):
                self.bit[cell] = 1 << k
        self.state: dict[tuple[Cell, int], tuple[int, tuple[Cell, int] | None]] = {}

    def f(self, cell: Cell, mask: int) -> int:
        """Return the greatest sum from a state on, the cell included."""
        known = self.state.get((cell, mask))
        if known is None:
            if self.stop():
                raise Stopped
            best, choice = 0, None
            for d in self.graph[cell]:
                if self.cells[d] > self.cells[cell]:
                    onward = d, self.bit[d]
                elif not mask & self.bit[d]:
                    onward = d, mask | self.bit[d]
                else:
                    continue
                value = self.f(*onward)
                if value > best:
                    best, choice = value, onward
            known = self.state[cell, mask] = self.cells[cell] + best, choice
        return known[0]

    def path(self, start: Cell) -> list[Cell]:
        """Return the path that was chosen from a start."""
        state: tuple[Cell, int] | None = (start, self.bit[start])
        path = []
        while state is not None:
            path.append(state[0])
            state = self.state[state][1]
        return path


def best(given: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a path of greatest sum by the recurrence over masks.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> best(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    25
    """
    board = usual(given, "dp")
    deadline = Deadline(limits)
    try:
        with deadline.not_too_deep():
            table = Table(board, deadline.poll)
            table.stop = deadline.spend
            order = (cell for level in reversed(table.alike) for cell in level)
            value, start = max((table.f(cell, table.bit[cell]), -cell) for cell in order)
            path = table.path(-start)
            route = route_of(board, path, deadline.poll)
    except Stopped:
        return given_up(board, deadline)
    return Outcome(Status.SOLVED, route, value, value, stats={"nodes": deadline.node_count})
