"""The game for two: players move the piece in turn, and the player who makes the last move takes the sum of the path.

Every sum is positive, so any win is better than any loss. Among wins the winner maximises the sum, and the loser
minimises it. A state is the cell of the piece and the used cells of its component, because numbers never fall.

The winner can be found in polynomial time. A cell with a move to a greater number from which the mover loses is hot.
Its mover wins at once, so players avoid moving there. On the other cells of a component the game is undirected vertex
geography, where the mover wins from s exactly if every maximum matching covers s (Fraenkel, Scheinerman and Ullman
1993). Blossoms find the matchings (Edmonds 1965) and the vertices that some maximum matching misses (Gallai 1964).
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.optimiza.geometry import Graph, components, legal_moves
from passatempo.optimiza.model import Board, Cell, Duel

FREE = -1


class Blossom:
    """Edmonds's algorithm on one graph; `mate[u]` is the partner of u, or -1.

    Parameters
    ----------
    neighbours
        The neighbours of each vertex 0..n-1, both ways.
    check
        Called regularly. It can end the work by an exception.
    """

    def __init__(self, neighbours: Sequence[Sequence[int]], check: Callable[[], None] = lambda: None) -> None:
        self.neighbours, self.check_limits = neighbours, check
        self.mate = [FREE] * len(neighbours)
        for vertex in range(len(neighbours)):
            if self.mate[vertex] == FREE:
                self.grow_tree(vertex)

    def grow_tree(self, root: int) -> set[int]:
        """Grow an alternating tree from a free vertex, and augment where it meets another free vertex.

        Returns
        -------
        set of int
            The even vertices: those at an even distance along an alternating path from the root.
        """
        self.check_limits()
        size = len(self.neighbours)
        self.blossom_base, self.parent = list(range(size)), [FREE] * size
        even, queue = {root}, deque([root])
        while queue:
            vertex = queue.popleft()
            for other in self.neighbours[vertex]:
                if self.blossom_base[vertex] == self.blossom_base[other] or self.mate[vertex] == other:
                    continue
                if other == root or (self.mate[other] != FREE and self.parent[self.mate[other]] != FREE):
                    self.contract_blossom(vertex, other, even, queue)
                elif self.parent[other] == FREE:
                    self.parent[other] = vertex
                    if self.mate[other] == FREE:
                        self.augment_path(other)
                        return even
                    even.add(self.mate[other])
                    queue.append(self.mate[other])
        return even

    def augment_path(self, vertex: int) -> None:
        """Exchange matched and unmatched edges along the path that ends in a free vertex."""
        while vertex != FREE:
            before = self.parent[vertex]
            next_vertex = self.mate[before]
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = next_vertex

    def contract_blossom(self, first_vertex: int, second_vertex: int, even: set[int], queue: deque[int]) -> None:
        """Contract the odd cycle that an edge between two even vertices closes."""
        self.check_limits()  # the loop below goes over all vertices
        top = self.common_base(first_vertex, second_vertex)
        inside: set[int] = set()
        self.mark_blossom(first_vertex, top, second_vertex, inside)
        self.mark_blossom(second_vertex, top, first_vertex, inside)
        for vertex in range(len(self.neighbours)):
            if self.blossom_base[vertex] in inside:
                self.blossom_base[vertex] = top
                if vertex not in even:
                    even.add(vertex)
                    queue.append(vertex)

    def common_base(self, first_vertex: int, second_vertex: int) -> int:
        """Return the base at which the paths of two even vertices to the root meet."""
        root_bases = set()
        while True:
            first_vertex = self.blossom_base[first_vertex]
            root_bases.add(first_vertex)
            if self.mate[first_vertex] == FREE:
                break
            first_vertex = self.parent[self.mate[first_vertex]]
        while True:
            second_vertex = self.blossom_base[second_vertex]
            if second_vertex in root_bases:
                return second_vertex
            second_vertex = self.parent[self.mate[second_vertex]]

    def mark_blossom(self, vertex: int, top: int, child: int, inside: set[int]) -> None:
        """Mark the bases on the path to the top of a blossom, and reverse its parents."""
        while self.blossom_base[vertex] != top:
            inside.add(self.blossom_base[vertex])
            inside.add(self.blossom_base[self.mate[vertex]])
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[self.mate[vertex]]


def inessential_vertices(neighbours: Sequence[Sequence[int]], check: Callable[[], None] = lambda: None) -> set[int]:
    """Return the vertices that some maximum matching misses, with `check` as in `Blossom`.

    Examples
    --------
    >>> inessential_vertices([[1], [0, 2], [1]])
    {0, 2}
    >>> inessential_vertices([[1], [0]])
    set()
    """
    blossom = Blossom(neighbours, check)
    free_vertices: set[int] = set()
    for vertex in range(len(neighbours)):
        if blossom.mate[vertex] == FREE:
            free_vertices |= blossom.grow_tree(vertex)
    return free_vertices


Value: TypeAlias = tuple[bool, int]  # does the mover win, and the sum from here on


class DuelSolver:
    """The values of the game on one board.

    Parameters
    ----------
    board
        The board.
    deadline
        Counts states. Once it has passed, missing values stay unknown. Matchings still find the winners, unless the
        time limit is exceeded by more than a twentieth. Then the work ends with `Stopped`.
    sums
        Whether to compute sums as well as winners.
    """

    def __init__(self, board: Board, deadline: Deadline, *, sums: bool = True) -> None:
        self.board, self.deadline, self.sums = board, deadline, sums
        self.graph: Graph = legal_moves(board, deadline.poll)
        self.fresh_payoffs: dict[Cell, Value] = {}  # the value of a cell when the piece has just reached its number
        self.start_wins: dict[Cell, bool] = {}
        self.payoff_memo: dict[tuple[Cell, int], Value] = {}
        for part in components(board, self.graph, lambda: self.last_deadline.poll()):
            self.solve_component(part)

    @cached_property
    def last_deadline(self) -> Deadline:
        """The deadline of the matchings, without a node limit and with a twentieth more time."""
        limits = self.deadline.limits
        seconds = None if limits.seconds is None else 1.05 * limits.seconds
        return Deadline(replace(limits, seconds=seconds, nodes=None), start_time=self.deadline.start_time)

    def solve_component(self, part: list[Cell]) -> None:
        """Solve a component whose greater numbers are solved."""
        cells = self.board.cells
        self.cell_bits = {cell: 1 << k for k, cell in enumerate(part)}
        self.payoff_memo.clear()
        exits = {cell: [d for d in self.graph[cell] if cells[d] > cells[cell]] for cell in part}
        try:
            if not self.sums or any(d not in self.fresh_payoffs for cell in part for d in exits[cell]):
                raise Stopped
            with self.deadline.not_too_deep():
                for cell in part:
                    self.fresh_payoffs[cell] = self.evaluate(cell, self.cell_bits[cell])
                    self.start_wins[cell] = self.fresh_payoffs[cell][0]
        except Stopped:
            for cell in part:
                self.fresh_payoffs.pop(cell, None)
            self.find_winners(part, exits)

    def evaluate(self, cell: Cell, used: int) -> Value:
        """Return the value of a state for the player to move.

        Raises
        ------
        Stopped
            At a limit.
        """
        state_payoff = self.payoff_memo.get((cell, used))
        if state_payoff is None:
            if self.deadline.spend():  # a call less than `tick`, in the innermost loop
                raise Stopped
            cell_number = self.board.cells[cell]
            win, loss = 0, 0
            for d in self.graph[cell]:
                bit = self.cell_bits.get(d, 0)
                if bit & used:
                    continue
                lost, points = self.evaluate(d, used | bit) if bit else self.fresh_payoffs[d]
                if not lost:
                    win = max(win, points)
                elif not loss or points < loss:
                    loss = points
            state_payoff = self.payoff_memo[cell, used] = (
                (True, cell_number + win) if win else (False, cell_number + loss)
            )
        return state_payoff

    def find_winners(self, part: list[Cell], exits: dict[Cell, list[Cell]]) -> None:
        """Find the winner from each cell of a component by matchings."""
        self.last_deadline.check()
        hot = {cell for cell in part if any(not self.start_wins[d] for d in exits[cell])}
        if len(part) == 1:  # most components of large boards
            self.start_wins[part[0]] = bool(hot)
            return
        cold = [cell for cell in part if cell not in hot]
        seat = {cell: k for k, cell in enumerate(cold)}
        lost = inessential_vertices(
            [[seat[d] for d in self.graph[cell] if d in seat] for cell in cold], self.last_deadline.check
        )
        for cell in part:
            self.start_wins[cell] = cell in hot or seat[cell] not in lost


def duel(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Duel]:
    r"""Compute who wins from every start, and the sum of the path with best play.

    At a limit the sums of the unsolved components, and of all that lead there, stay unknown. Matchings then find the
    winners.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> duel(read("1 1\n1 2")).answer
    Duel(mover_wins=(1, 1, 1, 0), points=(3, 3, 3, 2), least_live=3)
    """
    return _duel_outcome(board, Deadline(limits))


def reference(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Duel]:
    r"""Play every game to its end.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> reference(read("1 1\n1 2")).answer
    Duel(mover_wins=(1, 1, 1, 0), points=(3, 3, 3, 2), least_live=3)
    """
    deadline = Deadline(limits)
    cells = board.cells

    def value(path: list[Cell]) -> Value:
        """Return whether the player to move wins, and the sum of the whole path."""
        deadline.tick()
        deadline.check()
        next_payoffs = [value([*path, d]) for d in graph[path[-1]] if d not in path]
        wins = [points for lost, points in next_payoffs if not lost]
        if wins:
            return True, max(wins)
        return False, min((points for _, points in next_payoffs), default=sum(cells[cell] for cell in path))

    try:
        with deadline.not_too_deep():
            graph = legal_moves(board, deadline.poll)
            start_payoffs = [value([cell]) for cell in range(len(cells))]
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    live = [points for (_, points), targets in zip(start_payoffs, graph, strict=True) if targets]
    answer = Duel(
        tuple(int(wins) for wins, _ in start_payoffs),
        tuple(points for _, points in start_payoffs),
        min(live, default=0),
    )
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.node_count})


def winners(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Duel]:
    r"""Compute who wins from every start by matchings alone, in polynomial time and without sums.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> winners(read("1 1\n1 2")).answer
    Duel(mover_wins=(1, 1, 1, 0), points=(None, None, None, 2), least_live=None)
    """
    return _duel_outcome(board, Deadline(limits), sums=False)


def _duel_outcome(board: Board, deadline: Deadline, *, sums: bool = True) -> Outcome[Duel]:
    try:
        game = DuelSolver(board, deadline, sums=sums)
    except Stopped:
        deadline.poll()  # the matchings alone ran out of time
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    size = range(len(board.cells))
    points = [
        game.fresh_payoffs[c][1]
        if c in game.fresh_payoffs
        else None
        if game.graph[c]
        else board.cells[c]  # a dead start: its number
        for c in size
    ]
    live = [points[c] for c in size if game.graph[c]]
    live_points = [p for p in live if p is not None]
    is_complete = len(live_points) == len(live)
    answer = Duel(
        tuple(int(game.start_wins[c]) for c in size),
        tuple(points),
        min(live_points, default=0) if is_complete else None,
    )
    stats = {"nodes": deadline.node_count}
    if is_complete:
        return Outcome(Status.SOLVED, answer, stats=stats)
    return Outcome(Status.FEASIBLE, answer, stopped=deadline.stop_reason, stats=stats)
