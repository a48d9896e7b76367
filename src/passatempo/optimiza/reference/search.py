"""The best path in the plainest Python: from a cell, over what can still be reached of the cells with its number.

Numbers never fall along a path, so what lies behind it matters only among the cells of the same number, and of these
only the ones that the head can still reach without landing on a used cell::

    best(head, rest) = v + max(0, best(d, level of d)    over moves to greater numbers d,
                                  best(e, rest - e)      over moves to equal numbers e in rest)

Under the rule `strict` no cell is passed twice, landed on or jumped over; small boards are searched by two searches
that know of each other nothing but the board. `best_strict` goes along the surface step by step, turning over where a
Klein bottle does, and keeps what is passed as bits; it remembers what it found of a cell and its bits. `plain_strict`
takes the formulas of `geometry` for every step of a move, and tries every path. A path is short: it passes each of at
most 25 cells once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.optimiza.geometry import SENSES, Graph, by_number, landings_along, moves, route_of
from passatempo.optimiza.model import Board, Route, board_and_rule, given_up, row_lengths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Cell


Way: TypeAlias = tuple["Cell", int]  # where a move lands, and the cells that it passes as bits
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
            nodes = deadline.node_count
            search.stop = deadline.poll  # what follows is no search
            route = route_of(board, search.path(start), deadline.poll)
    except Stopped:
        return given_up(board, deadline)
    return Outcome(Status.SOLVED, route, value, value, stats={"nodes": nodes})


def ways(board: Board) -> list[list[Way]]:
    """Return the moves of every cell that pass no cell twice and do not come down to a smaller number.

    >>> from passatempo.optimiza.model import Board
    >>> ways(Board(2, (1, 1, 1, 2)))[0]
    [(3, 8), (2, 4), (1, 2)]
    """
    lengths = row_lengths(board.variant, board.n)
    found: list[list[Way]] = []
    for cell, value in enumerate(board.cells):
        start = board.place(cell)
        lines = [_line(board, lengths, start, sense) for sense in SENSES[board.variant]]
        onward = [(line[-1], sum(1 << c for c in line)) for line in lines if len(set(line) - {cell}) == value]
        found.append(list(dict.fromkeys((d, passed) for d, passed in onward if board.cells[d] >= value)))
    return found


def _line(board: Board, lengths: tuple[int, ...], start: tuple[int, int], sense: tuple[int, int]) -> list[Cell]:
    """Walk along a line, step by step, as far as the number at its start says, or to the edge of a triangle."""
    (row, column), (down, right) = start, sense
    value = board.cells[board.cell(row, column) or 0]
    line: list[Cell] = []
    for _ in range(value):
        row, column = row + down, column + right
        if board.variant != "hex-tri":
            crossed = not 0 <= column < lengths[0]
            row, column = row % len(lengths), column % lengths[0]
            if crossed and board.variant.startswith("klein"):  # the line goes on mirrored
                row, down = len(lengths) - 1 - row, -down
        cell = board.cell(row, column)
        if cell is None:
            break
        line.append(cell)
    return line


def best_strict(board: Board, limits: Limits) -> Outcome[Route]:
    """Find a path of greatest sum that passes no cell twice, by search over a cell and the cells that are passed.

    >>> from passatempo.optimiza.model import Board
    >>> best_strict(Board(2, (1, 1, 1, 2)), Limits()).value
    5
    """
    deadline = Deadline(limits)
    moves = ways(board)
    known: dict[tuple[Cell, int], tuple[int, Way | None]] = {}

    def best(cell: Cell, passed: int) -> int:
        found = known.get((cell, passed))
        if found is None:
            deadline.tick()
            most, choice = 0, None
            for d, way in moves[cell]:
                if not way & passed and (value := best(d, passed | way)) > most:
                    most, choice = value, (d, way)
            found = known[cell, passed] = board.cells[cell] + most, choice
        return found[0]

    try:
        value, start = max((best(cell, 1 << cell), -cell) for cell in range(len(board.cells)))
    except Stopped:
        return given_up(board, deadline)
    path, passed = [-start], 1 << -start
    while (choice := known[path[-1], passed][1]) is not None:
        path.append(choice[0])
        passed |= choice[1]
    return Outcome(Status.SOLVED, route_of(board, path), value, value, stats={"nodes": deadline.node_count})


def plain_strict(board: Board, limits: Limits) -> Outcome[Route]:
    """Find a path of greatest sum that passes no cell twice by trying every path.

    >>> from passatempo.optimiza.model import Board
    >>> plain_strict(Board(2, (1, 1, 1, 2)), Limits()).value
    5
    """
    deadline = Deadline(limits)
    best: tuple[int, list[Cell]] = (0, [])

    def go(path: list[Cell], passed: set[Cell], total: int) -> None:
        nonlocal best
        deadline.tick()
        if total > best[0]:
            best = total, path
        head, value = path[-1], board.cells[path[-1]]
        for line in landings_along(board.variant, board.n, *board.place(head), value):
            free = len(set(line)) == value and not passed & set(line)
            if free and board.cells[line[-1]] >= value:
                go([*path, line[-1]], passed | set(line), total + board.cells[line[-1]])

    try:
        for cell, value in enumerate(board.cells):
            go([cell], {cell}, value)
    except Stopped:
        return given_up(board, deadline)
    return Outcome(Status.SOLVED, route_of(board, best[1]), best[0], best[0], stats={"nodes": deadline.node_count})
