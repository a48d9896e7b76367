"""The levels of the newspaper: X, Y, the expert, and X over all ways to break ties.

X goes backward from the cell of N: again and again it puts before the path the unused cell with the greatest number
that leads to its beginning. Y is the best of this over every end. Where several cells have that number, the first
in reading order is taken, which makes X depend on how the board is turned; X_best is the greatest X over all such
choices. The expert goes through the numbers from N down and, inside a component, dives once from every start: always
to the free neighbour with the fewest free neighbours, and stops where the sum with what follows is greatest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.optimiza.geometry import Graph, Stopped, moves
from passatempo.optimiza.model import Board, Route
from passatempo.optimiza.reference import given_up

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.optimiza.model import Cell


class Backward:
    """The backward greedy on one board.

    Parameters
    ----------
    board
        The board.
    stop
        Asked at every cell; once it is true the work ends with `Stopped`.
    """

    def __init__(self, board: Board, stop: Callable[[], bool] = lambda: False) -> None:
        self.board, self.stop = board, stop
        self.graph: Graph = moves(board, stop)
        cells = board.cells
        self.beside = [sorted(d for d in onward if cells[d] == cells[c]) for c, onward in enumerate(self.graph)]
        self.before: list[list[Cell]] = [[] for _ in cells]  # of smaller numbers the greatest that lead here
        for cell, onward in enumerate(self.graph):
            for d in onward:
                if cells[d] > cells[cell]:
                    known = self.before[d]
                    if known and cells[known[0]] < cells[cell]:
                        known.clear()
                    if not known or cells[known[0]] == cells[cell]:
                        known.append(cell)

    def stretch(self, end: Cell) -> list[Cell]:
        """Return the cells of one number that the greedy takes from an end, the end first."""
        taken = [end]
        while onward := [c for c in self.beside[taken[-1]] if c not in taken]:
            taken.append(onward[0])
        return taken

    def path(self, end: Cell) -> list[Cell]:
        """Return the greedy's path to an end, in the order in which it is walked."""
        back = self.stretch(end)
        while self.before[back[-1]]:
            back += self.stretch(min(self.before[back[-1]]))
        return back[::-1]

    def sums(self) -> list[int]:
        """Return the greedy's sum for every end: the rest of a path depends only on where a stretch ends."""
        cells = self.board.cells
        found = [0] * len(cells)
        for end in sorted(range(len(cells)), key=cells.__getitem__):
            if self.stop():
                raise Stopped
            stretch = self.stretch(end)
            before = self.before[stretch[-1]]
            found[end] = cells[end] * len(stretch) + (found[min(before)] if before else 0)
        return found

    def best_over_ties(self, end: Cell, deadline: Deadline) -> int:
        """Return the greatest X over all ways to break ties; raises `Stopped` at a limit."""
        cells, known = self.board.cells, dict[int, int]()

        def grow(cell: Cell, taken: frozenset[Cell]) -> int:
            if deadline.spend():
                raise Stopped
            onward = [c for c in self.beside[cell] if c not in taken]
            if onward:
                return cells[cell] + max(grow(c, taken | {c}) for c in onward)
            best = 0
            for c in self.before[cell]:
                if c not in known:
                    known[c] = grow(c, frozenset((c,)))
                best = max(best, known[c])
            return cells[cell] + best

        return grow(end, frozenset((end,)))


class Expert:
    """The expert on one board: sums from every cell, and a path."""

    def __init__(self, board: Board, stop: Callable[[], bool] = lambda: False) -> None:
        self.board = board
        self.graph: Graph = moves(board, stop)
        cells = board.cells
        self.exit = [0] * len(cells)
        self.sum = [0] * len(cells)
        levels: list[list[Cell]] = [[] for _ in range(board.n + 1)]
        for cell, value in enumerate(cells):
            levels[value].append(cell)
        for value in range(board.n, 0, -1):
            level = levels[value]
            for cell in level:
                self.exit[cell] = max((self.sum[d] for d in self.graph[cell] if cells[d] > value), default=0)
            for cell in level:
                if stop():
                    raise Stopped
                dive = self.dive(cell)
                self.sum[cell] = max(value * (k + 1) + self.exit[c] for k, c in enumerate(dive))

    def dive(self, start: Cell) -> list[Cell]:
        """Return the whole dive from a start."""
        cells, path, used = self.board.cells, [start], {start}

        def free(cell: Cell) -> list[Cell]:
            return [d for d in self.graph[cell] if cells[d] == cells[start] and d not in used]

        while onward := free(path[-1]):
            path.append(min(onward, key=lambda cell: (len(free(cell)), cell)))
            used.add(path[-1])
        return path

    def path(self) -> list[Cell]:
        """Return the expert's path."""
        cells = self.board.cells
        head: Cell | None = max(range(len(cells)), key=lambda cell: (self.sum[cell], -cell))
        path: list[Cell] = []
        while head is not None:
            dive, value = self.dive(head), cells[head]
            length = next(
                k + 1 for k, c in enumerate(dive) if value * (k + 1) + self.exit[c] == self.sum[head]
            )  # the shortest of equal sums
            path += dive[:length]
            last = path[-1]
            onward = [d for d in self.graph[last] if cells[d] > value and self.sum[d] == self.exit[last]]
            head = min(onward, default=None)
        return path


def _outcome(board: Board, limits: Limits, walk: Callable[[Board, Callable[[], bool]], list[Cell]]) -> Outcome[Route]:
    """Call a greedy; the sum of the board is the only bound it knows."""
    deadline = Deadline(limits)
    try:
        path = walk(board, lambda: deadline.spend() or deadline.poll())  # a dive is a long step
    except Stopped:
        return given_up(board, deadline)
    route = Route(tuple(map(board.place, path)))
    stats = {"nodes": deadline.nodes}
    return Outcome(Status.FEASIBLE, route, sum(board.cells[c] for c in path), sum(board.cells), stats=stats)


def greedy(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find the path of X, backward from the cell of N (from its first cell in reading order).

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> greedy(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    24
    """
    return _outcome(board, limits, lambda board, stop: Backward(board, stop).path(board.cells.index(board.n)))


def greedy_ends(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find the path of Y, the best backward greedy over all ends.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> greedy_ends(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    24
    """

    def walk(board: Board, stop: Callable[[], bool]) -> list[Cell]:
        back = Backward(board, stop)
        sums = back.sums()
        return back.path(sums.index(max(sums)))

    return _outcome(board, limits, walk)


def expert(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find the expert's path.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> expert(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    24
    """
    return _outcome(board, limits, lambda board, stop: Expert(board, stop).path())
