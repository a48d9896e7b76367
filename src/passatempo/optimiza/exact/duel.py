"""The game for two: players move the piece in turn, and who makes the last move takes the sum of the path.

Every sum is positive, so any win is better than any loss: who wins comes first, then the winner wants much and the
loser little. A state is the cell of the piece and the used cells of its component, because numbers never fall.

Who wins is polynomial. A cell with a move to a greater number from which the mover loses is hot: its mover wins at
once, so nobody moves there of his own will. On the other cells of a component the game is undirected vertex
geography, where the mover wins from s exactly if every maximum matching covers s (Fraenkel, Scheinerman and Ullman
1993). Matchings are found by blossoms (Edmonds 1965), and so are the vertices that some maximum matching misses (Gallai
1964).
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.optimiza.geometry import components, moves
from passatempo.optimiza.model import Board, Duel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.optimiza.geometry import Graph
    from passatempo.optimiza.model import Cell


FREE = -1


class Blossom:
    """Edmonds's algorithm on one graph; `mate[u]` is the partner of u, or -1.

    Parameters
    ----------
    around
        The neighbours of each vertex 0..n-1, both ways.
    check
        Called now and then; it ends the work by an exception.
    """

    def __init__(self, around: Sequence[Sequence[int]], check: Callable[[], None] = lambda: None) -> None:
        self.around, self.check = around, check
        self.mate = [FREE] * len(around)
        for vertex in range(len(around)):
            if self.mate[vertex] == FREE:
                self.grow(vertex)

    def grow(self, root: int) -> set[int]:
        """Grow an alternating tree from a free vertex, and augment where it meets another free vertex.

        Returns
        -------
        set of int
            The even vertices: those at an even distance along an alternating path from the root.
        """
        self.check()
        size = len(self.around)
        self.base, self.parent = list(range(size)), [FREE] * size
        even, queue = {root}, deque([root])
        while queue:
            vertex = queue.popleft()
            for other in self.around[vertex]:
                if self.base[vertex] == self.base[other] or self.mate[vertex] == other:
                    continue
                if other == root or (self.mate[other] != FREE and self.parent[self.mate[other]] != FREE):
                    self.contract(vertex, other, even, queue)
                elif self.parent[other] == FREE:
                    self.parent[other] = vertex
                    if self.mate[other] == FREE:
                        self.augment(other)
                        return even
                    even.add(self.mate[other])
                    queue.append(self.mate[other])
        return even

    def augment(self, vertex: int) -> None:
        """Exchange matched and unmatched edges along the path that ends in a free vertex."""
        while vertex != FREE:
            before = self.parent[vertex]
            onward = self.mate[before]
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = onward

    def contract(self, one: int, two: int, even: set[int], queue: deque[int]) -> None:
        """Contract the odd cycle that an edge between two even vertices closes."""
        self.check()  # the loop below goes over all vertices
        top = self.common(one, two)
        inside: set[int] = set()
        self.mark(one, top, two, inside)
        self.mark(two, top, one, inside)
        for vertex in range(len(self.around)):
            if self.base[vertex] in inside:
                self.base[vertex] = top
                if vertex not in even:
                    even.add(vertex)
                    queue.append(vertex)

    def common(self, one: int, two: int) -> int:
        """Return the base at which the ways of two even vertices to the root meet."""
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] == FREE:
                break
            one = self.parent[self.mate[one]]
        while True:
            two = self.base[two]
            if two in seen:
                return two
            two = self.parent[self.mate[two]]

    def mark(self, vertex: int, top: int, child: int, inside: set[int]) -> None:
        """Mark the bases on the way to the top of a blossom, and turn its parents around."""
        while self.base[vertex] != top:
            inside.add(self.base[vertex])
            inside.add(self.base[self.mate[vertex]])
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[self.mate[vertex]]


def missed(around: Sequence[Sequence[int]], check: Callable[[], None] = lambda: None) -> set[int]:
    """Return the vertices that some maximum matching misses; `check` as in `Blossom`.

    Examples
    --------
    >>> missed([[1], [0, 2], [1]])
    {0, 2}
    >>> missed([[1], [0]])
    set()
    """
    blossom = Blossom(around, check)
    found: set[int] = set()
    for vertex in range(len(around)):
        if blossom.mate[vertex] == FREE:
            found |= blossom.grow(vertex)
    return found


Value: TypeAlias = tuple[bool, int]  # does the mover win, and the sum from here on


class Game:
    """The values of the game on one board.

    Parameters
    ----------
    board
        The board.
    deadline
        Counts states; when it is over, values that are not known stay unknown. Who wins is still found by matchings,
        unless the time is up by more than a twentieth: then the work ends with `Stopped`.
    sums
        Whether more is wanted than who wins.
    """

    def __init__(self, board: Board, deadline: Deadline, *, sums: bool = True) -> None:
        self.board, self.deadline, self.sums = board, deadline, sums
        self.graph: Graph = moves(board, deadline.poll)
        self.fresh: dict[Cell, Value] = {}  # the value of a cell when the piece has just come to its number
        self.wins: dict[Cell, bool] = {}
        self.known: dict[tuple[Cell, int], Value] = {}
        for part in components(board, self.graph, lambda: self.last.poll()):
            self.solve(part)

    @cached_property
    def last(self) -> Deadline:
        """The deadline of the matchings: no nodes, and a twentieth more time."""
        limits = self.deadline.limits
        seconds = None if limits.seconds is None else 1.05 * limits.seconds
        return Deadline(replace(limits, seconds=seconds, nodes=None), start_time=self.deadline.start_time)

    def solve(self, part: list[Cell]) -> None:
        """Solve a component whose greater numbers are solved."""
        cells = self.board.cells
        self.bits = {cell: 1 << k for k, cell in enumerate(part)}
        self.known.clear()
        exits = {cell: [d for d in self.graph[cell] if cells[d] > cells[cell]] for cell in part}
        try:
            if not self.sums or any(d not in self.fresh for cell in part for d in exits[cell]):
                raise Stopped
            with self.deadline.not_too_deep():
                for cell in part:
                    self.fresh[cell] = self.value(cell, self.bits[cell])
                    self.wins[cell] = self.fresh[cell][0]
        except Stopped:
            for cell in part:
                self.fresh.pop(cell, None)
            self.winners(part, exits)

    def value(self, cell: Cell, used: int) -> Value:
        """Return the value of a state for the player to move.

        Raises
        ------
        Stopped
            At a limit.
        """
        known = self.known.get((cell, used))
        if known is None:
            if self.deadline.spend():  # a call less than `tick`, in the innermost loop
                raise Stopped
            own = self.board.cells[cell]
            win, loss = 0, 0
            for d in self.graph[cell]:
                bit = self.bits.get(d, 0)
                if bit & used:
                    continue
                lost, points = self.value(d, used | bit) if bit else self.fresh[d]
                if not lost:
                    win = max(win, points)
                elif not loss or points < loss:
                    loss = points
            known = self.known[cell, used] = (True, own + win) if win else (False, own + loss)
        return known

    def winners(self, part: list[Cell], exits: dict[Cell, list[Cell]]) -> None:
        """Find who wins from the cells of a component by matchings."""
        self.last.check()
        hot = {cell for cell in part if any(not self.wins[d] for d in exits[cell])}
        if len(part) == 1:  # most components of large boards
            self.wins[part[0]] = bool(hot)
            return
        cold = [cell for cell in part if cell not in hot]
        seat = {cell: k for k, cell in enumerate(cold)}
        lost = missed([[seat[d] for d in self.graph[cell] if d in seat] for cell in cold], self.last.check)
        for cell in part:
            self.wins[cell] = cell in hot or seat[cell] not in lost


def duel(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Duel]:
    r"""Compute who wins from every start, and the sum of the path with best play.

    At a limit the sums of the components that were not solved, and of all that lead there, stay unknown; who wins is
    then found by matchings.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> duel(read("1 1\n1 2")).answer
    Duel(mover_wins=(1, 1, 1, 0), points=(3, 3, 3, 2), least_live=3)
    """
    return _duel(board, Deadline(limits))


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
        onward = [value([*path, d]) for d in graph[path[-1]] if d not in path]
        wins = [points for lost, points in onward if not lost]
        if wins:
            return True, max(wins)
        return False, min((points for _, points in onward), default=sum(cells[cell] for cell in path))

    try:
        with deadline.not_too_deep():
            graph = moves(board, deadline.poll)
            found = [value([cell]) for cell in range(len(cells))]
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    live = [points for (_, points), onward in zip(found, graph, strict=True) if onward]
    answer = Duel(tuple(int(wins) for wins, _ in found), tuple(points for _, points in found), min(live, default=0))
    return Outcome(Status.SOLVED, answer, stats={"nodes": deadline.node_count})


def winners(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Duel]:
    r"""Compute who wins from every start by matchings alone, in polynomial time; no sums.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> winners(read("1 1\n1 2")).answer
    Duel(mover_wins=(1, 1, 1, 0), points=(None, None, None, 2), least_live=None)
    """
    return _duel(board, Deadline(limits), sums=False)


def _duel(board: Board, deadline: Deadline, *, sums: bool = True) -> Outcome[Duel]:
    try:
        game = Game(board, deadline, sums=sums)
    except Stopped:
        deadline.poll()  # where the matchings alone ran out of time
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    size = range(len(board.cells))
    points = [
        game.fresh[c][1] if c in game.fresh else None if game.graph[c] else board.cells[c]  # a dead start: its number
        for c in size
    ]
    live = [points[c] for c in size if game.graph[c]]
    known = [p for p in live if p is not None]
    whole = len(known) == len(live)
    answer = Duel(tuple(int(game.wins[c]) for c in size), tuple(points), min(known, default=0) if whole else None)
    stats = {"nodes": deadline.node_count}
    if whole:
        return Outcome(Status.SOLVED, answer, stats=stats)
    return Outcome(Status.FEASIBLE, answer, stopped=deadline.stop_reason, stats=stats)
