"""The best path in the plainest Python: from a cell, over what can still be reached of the cells with its number.

Numbers never fall along a path, so what lies behind it matters only among the cells of the same number, and of these
only the ones that the head can still reach without landing on a used cell::

    best(head, rest) = v + max(0, best(d, level of d)    over moves to greater numbers d,
                                  best(e, rest - e)      over moves to equal numbers e in rest)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.optimiza.geometry import Graph, by_number, moves, route_of
from passatempo.optimiza.model import Board, Route, board_and_rule, given_up
from passatempo.optimiza.reference.strict import plain_strict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Cell

Rest: TypeAlias = frozenset[int]


class Search:
    """The recurrence over one board, with everything found so far.

    Parameters
    ----------
    board
        The board.
    stop
        Asked at every step; once it is true the search ends with `Stopped`.
    """

    def __init__(self, board: Board, stop: Callable[[], bool] = lambda: False) -> None:
        self.board, self.stop = board, stop
        self.graph: Graph = moves(board, stop)
        self.alike = by_number(board, stop)
        self.levels: dict[Cell, Rest] = {}
        self.found: dict[tuple[Cell, Rest], int] = {}

    def reachable(self, head: Cell, allowed: Iterable[Cell]) -> Rest:
        """Return the allowed cells that can be reached from the head over allowed cells."""
        left, queue = set(allowed), [head]
        seen: set[Cell] = set()
        while queue:
            for cell in self.graph[queue.pop()]:
                if cell in left:
                    left.remove(cell)
                    seen.add(cell)
                    queue.append(cell)
        return frozenset(seen)

    def level(self, head: Cell) -> Rest:
        """Return the cells with the head's number that a path from it may use."""
        known = self.levels.get(head)
        if known is None:
            known = self.reachable(head, (c for c in self.alike[self.board.cells[head]] if c != head))
            self.levels[head] = known
        return known

    def steps(self, head: Cell, rest: Rest) -> list[tuple[Cell, Rest]]:
        """Return the states after each move from a state."""
        cells, found = self.board.cells, []
        for cell in self.graph[head]:
            if cells[cell] > cells[head]:
                found.append((cell, self.level(cell)))
            elif cell in rest:
                found.append((cell, self.reachable(cell, rest - {cell})))
        return found

    def best(self, head: Cell, rest: Rest) -> int:
        """Return the greatest sum of a path from the head on, the head included."""
        known = self.found.get((head, rest))
        if known is None:
            if self.stop():
                raise Stopped
            onward = max((self.best(*state) for state in self.steps(head, rest)), default=0)
            known = self.found[head, rest] = self.board.cells[head] + onward
        return known

    def starts(self) -> list[tuple[int, Cell]]:
        """Return the greatest sum from every cell, found from the greatest numbers down."""
        order = (cell for level in reversed(self.alike) for cell in level)
        return [(self.best(cell, self.level(cell)), cell) for cell in order]

    def path(self, start: Cell) -> list[Cell]:
        """Return a path of greatest sum from a start."""
        state: tuple[Cell, Rest] | None = (start, self.level(start))
        path = []
        while state is not None:
            path.append(state[0])
            if self.stop():
                raise Stopped
            state = max(self.steps(*state), key=lambda step: self.best(*step), default=None)
        return path


def best(given: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a path of greatest sum by the recurrence.

    At a limit the answer is the cell of N alone, with the sum of the board as bound.

    Parameters
    ----------
    given
        A board, or a question of it.
    limits
        `nodes` counts states (head, rest).

    Notes
    -----
    Exponential in the size of the components of equal numbers; good for random boards to N = 15.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> best(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    25
    """
    board, strict = board_and_rule(given)
    if strict:
        return plain_strict(board, limits)
    deadline = Deadline(limits)
    try:
        with deadline.not_too_deep():
            search = Search(board, deadline.poll)
            search.stop = deadline.step
            value, start = max(search.starts(), key=lambda found: (found[0], -found[1]))
            nodes = deadline.nodes
            search.stop = deadline.poll  # what follows is no search
            route = route_of(board, search.path(start), deadline.poll)
    except Stopped:
        return given_up(board, deadline)
    return Outcome(Status.SOLVED, route, value, value, stats={"nodes": nodes})
