"""The levels of the newspaper: X, Y, the expert, and X over all ways to break ties.

X goes backward from the cell of N: again and again it puts before the path the unused cell with the greatest number
that leads to its beginning. Y is the best of this over every end. Where several cells have that number, the first
in reading order is taken, which makes X depend on how the board is turned; X_best is the greatest X over all such
choices. The expert goes through the numbers from N down. In a component that is a tree it takes the best way; in any
other it dives once from every start, always to the free neighbour with the fewest free neighbours (into a dead end only
where there is no other way; of equal ones to that from which least can be had later), and leaves where the sum with
what follows is greatest. That is polynomial, and 0.2 to 0.4 % below the optimum on random boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.optimiza.geometry import Graph, by_number, components, moves, route_of
from passatempo.optimiza.model import Board, Route, given_up, usual

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import TypeAlias

    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Cell

    # A step of a search: asks for the greatest sum from a cell on with the cells taken, and returns its own.
    Growing: TypeAlias = Generator[tuple[Cell, frozenset[Cell]], int, int]


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
        self.beside: list[list[Cell]] = []
        self.before: list[list[Cell]] = [[] for _ in cells]  # of smaller numbers the greatest that lead here
        for cell, onward in enumerate(self.graph):
            if stop():
                raise Stopped
            self.beside.append(sorted([d for d in onward if cells[d] == cells[cell]]))
            for d in onward:
                if cells[d] > cells[cell]:
                    known = self.before[d]
                    if known and cells[known[0]] < cells[cell]:
                        known.clear()
                    if not known or cells[known[0]] == cells[cell]:
                        known.append(cell)

    def stretch(self, end: Cell) -> list[Cell]:
        """Return the cells of one number that the greedy takes from an end, the end first."""
        taken, head = {end: None}, end
        while (onward := next((c for c in self.beside[head] if c not in taken), None)) is not None:
            taken[onward] = None
            head = onward
        return list(taken)

    def path(self, end: Cell) -> list[Cell]:
        """Return the greedy's path to an end, in the order in which it is walked."""
        back = self.stretch(end)
        while self.before[back[-1]]:
            if self.stop():
                raise Stopped
            back += self.stretch(min(self.before[back[-1]]))
        return back[::-1]

    def sums(self) -> list[int]:
        """Return the greedy's sum for every end: the rest of a path depends only on where a stretch ends."""
        cells = self.board.cells
        found = [0] * len(cells)
        for end in (cell for level in by_number(self.board, self.stop) for cell in level):
            if self.stop():
                raise Stopped
            stretch = self.stretch(end)
            before = self.before[stretch[-1]]
            found[end] = cells[end] * len(stretch) + (found[min(before)] if before else 0)
        return found

    def best_over_ties(self, end: Cell, deadline: Deadline) -> int:
        """Return the greatest X over all ways to break ties; raises `Stopped` at a limit.

        A path may be longer than Python's recursion goes, so the steps that wait for another stand on a stack.
        """
        cells, known = self.board.cells, dict[int, int]()

        def grow(cell: Cell, taken: frozenset[Cell]) -> Growing:
            if deadline.spend():
                raise Stopped
            best = 0
            if onward := [c for c in self.beside[cell] if c not in taken]:
                for c in onward:
                    best = max(best, (yield c, taken | {c}))
                return cells[cell] + best
            for c in self.before[cell]:
                if c not in known:
                    known[c] = yield c, frozenset((c,))
                best = max(best, known[c])
            return cells[cell] + best

        waiting = [grow(end, frozenset((end,)))]
        said: int | None = None  # by the step that ended last
        while waiting:
            try:
                asked = next(waiting[-1]) if said is None else waiting[-1].send(said)
            except StopIteration as ended:
                waiting.pop()
                said = ended.value
            else:
                waiting.append(grow(*asked))
                said = None
        assert said is not None
        return said


class Expert:
    """The expert on one board: sums from every cell, and a path."""

    def __init__(self, board: Board, stop: Callable[[], bool] = lambda: False) -> None:
        self.board = board
        self.graph: Graph = moves(board, stop)
        cells = board.cells
        self.beside = [[d for d in onward if cells[d] == cells[c]] for c, onward in enumerate(self.graph)]
        self.exit = [0] * len(cells)
        self.sum = [0] * len(cells)
        self.way: dict[Cell, list[Cell]] = {}  # the cells of one number that a path takes from each
        for part in components(board, self.graph, stop):
            for cell in part:
                if stop():
                    raise Stopped
                self.exit[cell] = max((self.sum[d] for d in self.graph[cell] if cells[d] > cells[cell]), default=0)
            tree = sum(len(self.beside[cell]) for cell in part) == 2 * (len(part) - 1)
            for cell in part:
                if stop():
                    raise Stopped
                self.choose(cell, self.branches(cell) if tree else self.dive(cell))

    def choose(self, start: Cell, before: dict[Cell, Cell]) -> None:
        """Choose where to leave the component: the greatest sum, the first reached of equal ones."""
        value, length = self.board.cells[start], {start: 1}
        for cell in before:
            length[cell] = length[before[cell]] + 1
        end = max(length, key=lambda cell: value * length[cell] + self.exit[cell])
        self.sum[start] = value * length[end] + self.exit[end]
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        self.way[start] = way[::-1]

    def branches(self, start: Cell) -> dict[Cell, Cell]:
        """Return the cell before each other cell of a tree, as they are reached."""
        before: dict[Cell, Cell] = {}
        layer = [start]
        while layer:
            reached = {d: cell for cell in layer for d in self.beside[cell] if d != before.get(cell)}
            before |= reached
            layer = list(reached)
        return before

    def dive(self, start: Cell) -> dict[Cell, Cell]:
        """Return the cell before each cell of the dive but the first."""
        before: dict[Cell, Cell] = {}
        head, used = start, {start}

        def rank(cell: Cell) -> tuple[bool, int, int, Cell]:
            free = sum(d not in used for d in self.beside[cell])
            return free == 0, free, self.exit[cell], cell

        while onward := [d for d in self.beside[head] if d not in used]:
            chosen = min(onward, key=rank)
            before[chosen] = head
            head = chosen
            used.add(head)
        return before

    def path(self) -> list[Cell]:
        """Return the expert's path."""
        cells = self.board.cells
        head: Cell | None = max(range(len(cells)), key=lambda cell: (self.sum[cell], -cell))
        path: list[Cell] = []
        while head is not None:
            path += self.way[head]
            last = path[-1]
            onward = [d for d in self.graph[last] if cells[d] > cells[last] and self.sum[d] == self.exit[last]]
            head = min(onward, default=None)
        return path


def _outcome(board: Board, limits: Limits, walk: Callable[[Board, Callable[[], bool]], list[Cell]]) -> Outcome[Route]:
    """Call a greedy; the sum of the board is the only bound it knows."""
    deadline = Deadline(limits)
    try:
        path = walk(board, deadline.step)  # a dive is a long step
        route = route_of(board, path, deadline.poll)
    except Stopped:
        return given_up(board, deadline)
    stats = {"nodes": deadline.node_count}
    return Outcome(Status.FEASIBLE, route, sum(board.cells[c] for c in path), sum(board.cells), stats=stats)


def greedy(given: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find the path of X, backward from the cell of N (from its first cell in reading order).

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> greedy(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    24
    """
    board = usual(given, "greedy")
    return _outcome(board, limits, lambda board, stop: Backward(board, stop).path(board.cells.index(board.n)))


def greedy_ends(given: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
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

    return _outcome(usual(given, "greedy-ends"), limits, walk)


def expert(given: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find the expert's path.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> expert(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    25
    """
    return _outcome(usual(given, "expert"), limits, lambda board, stop: Expert(board, stop).path())
