"""Trails: a cell may be visited again, but a move may not be repeated.

If a move and the move back differ (the directed reading), a component with m moves is a digraph in which every cell has
as many moves in as out. So it has an Eulerian circuit, and the longest trail from s to t leaves out only a shortest
path from t to s. It has m - d(s, t) moves. Hence

    best(s) = max over t of v * (m - d(s, t) + 1) + exit(t),

which is polynomial. If they are the same (the undirected reading), cells may have an odd number of moves. Components
are then solved by search with a bound.
"""

from collections import deque
from contextlib import suppress
from dataclasses import replace
from itertools import count

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.optimiza.geometry import PIECE, components, legal_moves, route_of
from passatempo.optimiza.model import Board, Cell, Route


class TrailSolver:
    """The best trail from every cell of one board. Trails reach `lower_bounds` and never exceed `upper_bounds`.

    Components are solved from the greatest number down. If a limit comes first, `lower_bounds` are 0 in the unsolved
    components, and `open_gain` bounds the gain of a trail there.
    """

    def __init__(self, board: Board, *, is_directed: bool, search: bool, deadline: Deadline) -> None:
        self.board, self.is_directed, self.deadline = board, is_directed, deadline
        self.graph = legal_moves(board, deadline.poll)
        size = len(board.cells)
        self.lower_bounds, self.upper_bounds, self.exit_sums, self.exit_bounds = (
            [0] * size,
            [0] * size,
            [0] * size,
            [0] * size,
        )
        self.component_trails: dict[Cell, list[Cell]] = {}  # a best trail inside the component
        self.open_gain = 0
        self.follow_up_deadline = deadline  # of what comes after the search
        for part in components(board, self.graph, deadline.poll):
            if deadline.poll():  # into a cell leads one move from each side at most, and a trail has one start
                self.open_gain = board.n + sum(
                    8 * v for v, low in zip(board.cells, self.lower_bounds, strict=True) if low == 0
                )
                return
            for cell in part:
                exits = [d for d in self.graph[cell] if board.cells[d] > board.cells[cell]]
                self.exit_sums[cell] = max((self.lower_bounds[d] for d in exits), default=0)
                self.exit_bounds[cell] = max((self.upper_bounds[d] for d in exits), default=0)
            if is_directed and not search:
                self.solve_eulerian(part)
            else:
                self.search_component(part)

    def equal_targets(self, cell: Cell) -> list[Cell]:
        """Return the cells of the same number that moves reach."""
        cells = self.board.cells
        return [d for d in self.graph[cell] if cells[d] == cells[cell]]

    def solve_eulerian(self, part: list[Cell]) -> None:
        """Solve a component of the directed reading."""
        number = self.board.cells[part[0]]
        arcs = sum(len(self.equal_targets(cell)) for cell in part)
        for start in part:
            if self.deadline.poll():  # no move inside the component, and every one as bound
                self.lower_bounds[start], self.component_trails[start] = number + self.exit_sums[start], [start]
                self.upper_bounds[start] = number * (arcs + 1) + max(self.exit_bounds[cell] for cell in part)
                continue
            distances = self.distances(start)
            end = max(part, key=lambda cell: (self.exit_sums[cell] - number * distances[cell], -cell))
            self.lower_bounds[start] = number * (arcs - distances[end] + 1) + self.exit_sums[end]
            self.upper_bounds[start] = max(
                number * (arcs - distances[cell] + 1) + self.exit_bounds[cell] for cell in part
            )

    def distances(self, start: Cell) -> dict[Cell, int]:
        """Return the distances of the cells of the component, in moves."""
        distances, queue = {start: 0}, deque([start])
        while queue:
            cell = queue.popleft()
            for d in self.equal_targets(cell):
                if d not in distances:
                    distances[d] = distances[cell] + 1
                    queue.append(d)
        return distances

    def eulerian_trail(self, start: Cell) -> list[Cell]:
        """Return the best trail of the directed reading inside the component, by Hierholzer's algorithm."""
        number, distances = self.board.cells[start], self.distances(start)
        end = max(distances, key=lambda cell: (self.exit_sums[cell] - number * distances[cell], -cell))
        left = {cell: self.equal_targets(cell) for cell in distances}
        cell = end  # a shortest way from the end to the start is left out
        while cell != start:
            nearer = min(d for d in left[cell] if distances[d] == distances[cell] - 1)
            left[cell].remove(nearer)
            cell = nearer
        stack, trail = [start], list[int]()
        for step in count():
            if step % PIECE == PIECE - 1:
                self.follow_up_deadline.check()
            if not stack:
                break
            if left[stack[-1]]:
                stack.append(left[stack[-1]].pop())
            else:
                trail.append(stack.pop())
        return trail[::-1]

    def search_component(self, part: list[Cell]) -> None:
        """Solve a component by search over its trails, with a bound at a limit."""
        number = self.board.cells[part[0]]
        top = max(self.exit_bounds[cell] for cell in part)
        open_exit = any(self.exit_sums[cell] != self.exit_bounds[cell] for cell in part)
        search = TrailSearch(self, part)
        for start in part:
            trail_sum, trail, is_complete = search.search_from(start)
            self.lower_bounds[start], self.component_trails[start] = trail_sum, trail
            upper_bound = number * (1 + search.move_bound) + top
            self.upper_bounds[start] = max(trail_sum, upper_bound) if open_exit or not is_complete else trail_sum

    def best_path(self, start: Cell) -> list[Cell]:
        """Return a best trail from a start, or raise `Stopped` if there is no time for a long one."""
        limits = self.deadline.limits
        self.follow_up_deadline = Deadline(replace(limits, nodes=None), start_time=self.deadline.start_time)
        cells, path, head = self.board.cells, list[int](), start
        while True:
            if len(path) > PIECE:
                self.follow_up_deadline.check()
            path += self.component_trails[head] if head in self.component_trails else self.eulerian_trail(head)
            last = path[-1]
            if self.exit_sums[last] == 0:
                return path
            head = min(
                d for d in self.graph[last] if cells[d] > cells[last] and self.lower_bounds[d] == self.exit_sums[last]
            )


class TrailSearch:
    """A search over all trails inside a component from a start, pruned if the remaining moves cannot improve."""

    def __init__(self, trails: TrailSolver, part: list[Cell]) -> None:
        self.trails = trails
        self.number = trails.board.cells[part[0]]
        self.best_exit = max(trails.exit_sums[cell] for cell in part)
        self.neighbours = {cell: trails.equal_targets(cell) for cell in part}
        degrees = [len(neighbours) for neighbours in self.neighbours.values()]
        odd = 0 if trails.is_directed else sum(degree % 2 for degree in degrees)
        self.edge_count = sum(degrees) if trails.is_directed else sum(degrees) // 2
        self.move_bound = self.edge_count - max(0, odd - 2) // 2  # an odd cell inside a trail leaves a move out

    def search_from(self, start: Cell) -> tuple[int, list[Cell], bool]:
        """Return the best sum, a trail, and whether it is proved."""
        self.best_sum, self.best_trail = self.number + self.trails.exit_sums[start], [start]
        self.used_edges: set[tuple[Cell, Cell]] = set()
        self.path = [start]
        with suppress(Stopped), self.trails.deadline.not_too_deep():  # what was found stands
            self.extend()
        return self.best_sum, self.best_trail, not self.trails.deadline.poll()

    def extend(self) -> None:
        """Extend the trail from its end. The recursion is as deep as the trail is long."""
        if self.trails.deadline.step():  # the bound makes it long
            return
        head = self.path[-1]
        total = self.number * len(self.path) + self.trails.exit_sums[head]
        if total > self.best_sum:
            self.best_sum, self.best_trail = total, list(self.path)
        if self.best_sum >= self.number * (1 + self.move_bound) + self.best_exit or self.sum_bound() <= self.best_sum:
            return
        for d in self.neighbours[head]:
            edge = (head, d) if self.trails.is_directed else (min(head, d), max(head, d))
            if edge not in self.used_edges:
                self.used_edges.add(edge)
                self.path.append(d)
                self.extend()
                self.path.pop()
                self.used_edges.remove(edge)

    def sum_bound(self) -> int:
        """Return a bound on the sum of the trail, from the remaining moves and their odd cells."""
        left = self.edge_count - len(self.used_edges)
        if not self.trails.is_directed:
            head = self.path[-1]
            odd = 0
            for cell, neighbours in self.neighbours.items():
                free = sum((min(cell, d), max(cell, d)) not in self.used_edges for d in neighbours)
                odd += free % 2 and cell != head
            left -= max(0, odd - 1) // 2
        return self.number * (len(self.path) + left) + self.best_exit


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
    return _trail_outcome(question, limits, search=False)


def trail_search(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a trail of greatest sum by search in both readings.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import TrailAsk, read
    >>> trail_search(Question(read("1 1\n1 2"), TrailAsk())).value
    9
    """
    return _trail_outcome(question, limits, search=True)


def _trail_outcome(question: Question, limits: Limits, *, search: bool) -> Outcome[Route]:
    board: Board = question.instance
    deadline = Deadline(limits)
    bound = board.n * (1 + 8 * len(board.cells))  # a start, and eight moves from every cell, to N at most
    try:
        trails = TrailSolver(board, is_directed=question.ask.reading == "directed", search=search, deadline=deadline)
        best_sum = max(trails.lower_bounds)
        if best_sum == 0:
            raise Stopped
        bound = max(trails.upper_bounds) + trails.open_gain
        path = trails.best_path(trails.lower_bounds.index(best_sum))
        route = route_of(board, path, trails.follow_up_deadline.poll)
    except Stopped:
        deadline.poll()
        return _limit_outcome(board, deadline, bound)
    stats = {"nodes": deadline.node_count}
    if best_sum == bound:
        return Outcome(Status.SOLVED, route, best_sum, bound, stats=stats)
    return Outcome(Status.FEASIBLE, route, best_sum, bound, deadline.stop_reason, stats=stats)


def _limit_outcome(board: Board, deadline: Deadline, bound: int) -> Outcome[Route]:
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
