"""Trails: a cell may be landed on again, a move may not be repeated.

Where a move and the move back are different (the directed reading), a component with m moves is a digraph in which
every cell has as many moves in as out, so it has an Eulerian circuit, and the longest trail from s to t leaves out
only a shortest way from t to s: m - d(s, t) moves. Hence

    best(s) = max over t of v * (m - d(s, t) + 1) + exit(t),

which is polynomial. Where they are the same (the undirected reading), cells with an odd number of moves get in the way,
and components are searched, with a bound.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.optimiza.geometry import PIECE, components, moves, route_of
from passatempo.optimiza.model import Board, Route

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Cell


class Trails:
    """The best trail from every cell of one board; `low` is reached, `high` never exceeded.

    Components are solved from the greatest number down. Where a limit comes first, `low` is 0 in those that are left,
    and `beyond` bounds what a trail can gain there.
    """

    def __init__(self, board: Board, *, directed: bool, search: bool, deadline: Deadline) -> None:
        self.board, self.directed, self.deadline = board, directed, deadline
        self.graph = moves(board, deadline.poll)
        size = len(board.cells)
        self.low, self.high, self.exit, self.top = [0] * size, [0] * size, [0] * size, [0] * size
        self.stretch: dict[Cell, list[Cell]] = {}  # a best trail inside the component
        self.beyond = 0
        self.patience = deadline  # of what comes after the search
        for part in components(board, self.graph, deadline.poll):
            if deadline.poll():  # into a cell leads one move from each side at most, and a trail has one start
                self.beyond = board.n + sum(8 * v for v, low in zip(board.cells, self.low, strict=True) if low == 0)
                return
            for cell in part:
                exits = [d for d in self.graph[cell] if board.cells[d] > board.cells[cell]]
                self.exit[cell] = max((self.low[d] for d in exits), default=0)
                self.top[cell] = max((self.high[d] for d in exits), default=0)
            if directed and not search:
                self.euler(part)
            else:
                self.searched(part)

    def beside(self, cell: Cell) -> list[Cell]:
        """Return the cells of the same number that moves reach."""
        cells = self.board.cells
        return [d for d in self.graph[cell] if cells[d] == cells[cell]]

    def euler(self, part: list[Cell]) -> None:
        """Solve a component of the directed reading."""
        value = self.board.cells[part[0]]
        arcs = sum(len(self.beside(cell)) for cell in part)
        for start in part:
            if self.deadline.poll():  # no move inside the component, and every one as bound
                self.low[start], self.stretch[start] = value + self.exit[start], [start]
                self.high[start] = value * (arcs + 1) + max(self.top[cell] for cell in part)
                continue
            far = self.distances(start)
            end = max(part, key=lambda cell: (self.exit[cell] - value * far[cell], -cell))
            self.low[start] = value * (arcs - far[end] + 1) + self.exit[end]
            self.high[start] = max(value * (arcs - far[cell] + 1) + self.top[cell] for cell in part)

    def distances(self, start: Cell) -> dict[Cell, int]:
        """Return how many moves away the cells of the component are."""
        far, queue = {start: 0}, deque([start])
        while queue:
            cell = queue.popleft()
            for d in self.beside(cell):
                if d not in far:
                    far[d] = far[cell] + 1
                    queue.append(d)
        return far

    def circuit(self, start: Cell) -> list[Cell]:
        """Return the best trail of the directed reading inside the component, by Hierholzer's algorithm."""
        value, far = self.board.cells[start], self.distances(start)
        end = max(far, key=lambda cell: (self.exit[cell] - value * far[cell], -cell))
        left = {cell: self.beside(cell) for cell in far}
        cell = end  # a shortest way from the end to the start is left out
        while cell != start:
            nearer = min(d for d in left[cell] if far[d] == far[cell] - 1)
            left[cell].remove(nearer)
            cell = nearer
        stack, trail = [start], list[int]()
        for step in count():
            if step % PIECE == PIECE - 1:
                self.patience.check()
            if not stack:
                break
            if left[stack[-1]]:
                stack.append(left[stack[-1]].pop())
            else:
                trail.append(stack.pop())
        return trail[::-1]

    def searched(self, part: list[Cell]) -> None:
        """Solve a component by search over its trails, with a bound at a limit."""
        value = self.board.cells[part[0]]
        top = max(self.top[cell] for cell in part)
        open_exit = any(self.exit[cell] != self.top[cell] for cell in part)
        search = Search(self, part)
        for start in part:
            found, trail, whole = search.best(start)
            self.low[start], self.stretch[start] = found, trail
            most = value * (1 + search.most) + top
            self.high[start] = max(found, most) if open_exit or not whole else found

    def path(self, start: Cell) -> list[Cell]:
        """Return a best trail from a start; raises `Stopped` where that is long and there is no time for it."""
        limits = self.deadline.limits
        self.patience = Deadline(replace(limits, nodes=None), start_time=self.deadline.start_time)
        cells, path, head = self.board.cells, list[int](), start
        while True:
            if len(path) > PIECE:
                self.patience.check()
            path += self.stretch[head] if head in self.stretch else self.circuit(head)
            last = path[-1]
            if self.exit[last] == 0:
                return path
            head = min(d for d in self.graph[last] if cells[d] > cells[last] and self.low[d] == self.exit[last])


class Search:
    """All trails inside a component from a start, cut off where what is left cannot be better."""

    def __init__(self, trails: Trails, part: list[Cell]) -> None:
        self.trails, self.part = trails, part
        self.value = trails.board.cells[part[0]]
        self.top = max(trails.exit[cell] for cell in part)
        self.around = {cell: trails.beside(cell) for cell in part}
        degrees = [len(around) for around in self.around.values()]
        odd = 0 if trails.directed else sum(degree % 2 for degree in degrees)
        self.edges = sum(degrees) if trails.directed else sum(degrees) // 2
        self.most = self.edges - max(0, odd - 2) // 2  # an odd cell inside a trail leaves a move out

    def best(self, start: Cell) -> tuple[int, list[Cell], bool]:
        """Return the best sum, a trail, and whether it is proved."""
        self.found, self.trail = self.value + self.trails.exit[start], [start]
        self.used: set[tuple[Cell, Cell]] = set()
        self.path = [start]
        with suppress(Stopped), self.trails.deadline.not_too_deep():  # what was found stands
            self.go()
        return self.found, self.trail, not self.trails.deadline.poll()

    def go(self) -> None:
        """Go on from the end of the trail; as deep as the trail is long."""
        if self.trails.deadline.step():  # the bound makes it long
            return
        head = self.path[-1]
        total = self.value * len(self.path) + self.trails.exit[head]
        if total > self.found:
            self.found, self.trail = total, list(self.path)
        if self.found >= self.value * (1 + self.most) + self.top or self.promise() <= self.found:
            return
        for d in self.around[head]:
            edge = (head, d) if self.trails.directed else (min(head, d), max(head, d))
            if edge not in self.used:
                self.used.add(edge)
                self.path.append(d)
                self.go()
                self.path.pop()
                self.used.remove(edge)

    def promise(self) -> int:
        """Return a bound on what the trail can become, from the moves that are left and their odd cells."""
        left = self.edges - len(self.used)
        if not self.trails.directed:
            head = self.path[-1]
            odd = 0
            for cell, around in self.around.items():
                free = sum((min(cell, d), max(cell, d)) not in self.used for d in around)
                odd += free % 2 and cell != head
            left -= max(0, odd - 1) // 2
        return self.value * (len(self.path) + left) + self.top


def trail(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a trail of greatest sum: by Euler's theorem in the directed reading, by search in the undirected.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import TrailAsk, read
    >>> board = read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")
    >>> trail(Question(board, TrailAsk())).value, trail(Question(board, TrailAsk("undirected"))).value
    (53, 27)
    """
    return _answer(question, limits, search=False)


def trail_search(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a trail of greatest sum by search in both readings.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import TrailAsk, read
    >>> trail_search(Question(read("1 1\n1 2"), TrailAsk())).value
    9
    """
    return _answer(question, limits, search=True)


def _answer(question: Question, limits: Limits, *, search: bool) -> Outcome[Route]:
    board: Board = question.instance
    deadline = Deadline(limits)
    bound = board.n * (1 + 8 * len(board.cells))  # a start, and eight moves from every cell, to N at most
    try:
        trails = Trails(board, directed=question.ask.reading == "directed", search=search, deadline=deadline)
        value = max(trails.low)
        if value == 0:
            raise Stopped
        bound = max(trails.high) + trails.beyond
        path = trails.path(trails.low.index(value))
        route = route_of(board, path, trails.patience.poll)
    except Stopped:
        deadline.poll()
        return _given_up(board, deadline, bound)
    stats = {"nodes": deadline.node_count}
    if value == bound:
        return Outcome(Status.SOLVED, route, value, bound, stats=stats)
    return Outcome(Status.FEASIBLE, route, value, bound, deadline.stop_reason, stats=stats)


def _given_up(board: Board, deadline: Deadline, bound: int) -> Outcome[Route]:
    """Return the cell of N alone."""
    route = Route((board.place(board.cells.index(board.n)),))
    return Outcome(
        Status.FEASIBLE,
        route,
        board.n,
        bound,
        deadline.stop_reason,
        stats={"nodes": deadline.node_count},
    )
