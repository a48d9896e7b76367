"""The best path by a memoised recurrence over the head and the free cells of its number, in plain Python.

Numbers never fall along a path, so used cells matter only among the cells of the same number. Among those, only the
free cells that the head can still reach matter::

    best(head, rest) = v + max(0, best(d, level of d)    over moves to greater numbers d,
                                  best(e, rest - e)      over moves to equal numbers e in rest)

Under the rule `strict` no cell is passed twice, landed on or jumped over. Two independent searches solve small boards.
`best_strict` walks along the surface step by step, mirrored at the edges of a Klein bottle. It stores the passed cells
as bits, and memoises the result of each cell with its bits. `plain_strict` uses the formulas of `geometry` for every
step of a move, and tries every path. Paths are short, because they pass each of at most 25 cells once.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.optimiza.geometry import SENSES, Graph, by_number, landings_by_step, legal_moves, route_of
from passatempo.optimiza.model import Board, Cell, Route, board_and_rule, limit_outcome, row_lengths

StraightMove: TypeAlias = tuple["Cell", int]  # where a move lands, and the cells that it passes as bits
Rest: TypeAlias = frozenset[int]


class Search:
    """The recurrence over one board, with everything found so far.

    Parameters
    ----------
    board
        The board.
    stop
        Polled at every step. Once it returns true, the search ends with `Stopped`.
    """

    def __init__(self, board: Board, stop: Callable[[], bool] = lambda: False) -> None:
        self.board, self.stop = board, stop
        self.graph: Graph = legal_moves(board, stop)
        self.cells_by_number = by_number(board, stop)
        self.level_memo: dict[Cell, Rest] = {}
        self.best_sums: dict[tuple[Cell, Rest], int] = {}

    def reachable_cells(self, head: Cell, free_cells: Iterable[Cell]) -> Rest:
        """Return the allowed cells that can be reached from the head over allowed cells."""
        left, queue = set(free_cells), [head]
        reachable_cells: set[Cell] = set()
        while queue:
            for cell in self.graph[queue.pop()]:
                if cell in left:
                    left.remove(cell)
                    reachable_cells.add(cell)
                    queue.append(cell)
        return frozenset(reachable_cells)

    def level_cells(self, head: Cell) -> Rest:
        """Return the cells with the head's number that a path from it may use."""
        level_cells = self.level_memo.get(head)
        if level_cells is None:
            level_cells = self.reachable_cells(
                head, (c for c in self.cells_by_number[self.board.cells[head]] if c != head)
            )
            self.level_memo[head] = level_cells
        return level_cells

    def next_states(self, head: Cell, rest: Rest) -> list[tuple[Cell, Rest]]:
        """Return the states after each move from a state."""
        cells, next_states = self.board.cells, []
        for cell in self.graph[head]:
            if cells[cell] > cells[head]:
                next_states.append((cell, self.level_cells(cell)))
            elif cell in rest:
                next_states.append((cell, self.reachable_cells(cell, rest - {cell})))
        return next_states

    def best_sum(self, head: Cell, rest: Rest) -> int:
        """Return the greatest sum of a path from the head on, the head included."""
        best_sum = self.best_sums.get((head, rest))
        if best_sum is None:
            if self.stop():
                raise Stopped
            best_suffix = max((self.best_sum(*state) for state in self.next_states(head, rest)), default=0)
            best_sum = self.best_sums[head, rest] = self.board.cells[head] + best_suffix
        return best_sum

    def start_sums(self) -> list[tuple[int, Cell]]:
        """Return the greatest sum from every cell, found from the greatest numbers down."""
        order = (cell for level in reversed(self.cells_by_number) for cell in level)
        return [(self.best_sum(cell, self.level_cells(cell)), cell) for cell in order]

    def path(self, start: Cell) -> list[Cell]:
        """Return a path of greatest sum from a start."""
        state: tuple[Cell, Rest] | None = (start, self.level_cells(start))
        path = []
        while state is not None:
            path.append(state[0])
            if self.stop():
                raise Stopped
            state = max(self.next_states(*state), key=lambda step: self.best_sum(*step), default=None)
        return path


def best(board_or_question: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a path of greatest sum by the recurrence.

    At a limit the answer is the cell of N alone, with the sum of the board as bound.

    Parameters
    ----------
    board_or_question
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
    board, strict = board_and_rule(board_or_question)
    if strict:
        return plain_strict(board, limits)
    deadline = Deadline(limits)
    try:
        with deadline.not_too_deep():
            search = Search(board, deadline.poll)
            search.stop = deadline.step
            best_sum, start = max(search.start_sums(), key=lambda start_choice: (start_choice[0], -start_choice[1]))
            nodes = deadline.node_count
            search.stop = deadline.poll  # what follows is no search
            route = route_of(board, search.path(start), deadline.poll)
    except Stopped:
        return limit_outcome(board, deadline)
    return Outcome(Status.SOLVED, route, best_sum, best_sum, stats={"nodes": nodes})


def straight_ways(board: Board) -> list[list[StraightMove]]:
    """Return the moves of every cell that pass no cell twice and do not come down to a smaller number.

    >>> from passatempo.optimiza.model import Board
    >>> straight_ways(Board(2, (1, 1, 1, 2)))[0]
    [(3, 8), (2, 4), (1, 2)]
    """
    lengths = row_lengths(board.variant, board.n)
    cell_moves: list[list[StraightMove]] = []
    for cell, number in enumerate(board.cells):
        start = board.place(cell)
        lines = [_walk_line(board, lengths, start, sense) for sense in SENSES[board.variant]]
        straight_moves = [(line[-1], sum(1 << c for c in line)) for line in lines if len(set(line) - {cell}) == number]
        cell_moves.append(
            list(dict.fromkeys((d, way_mask) for d, way_mask in straight_moves if board.cells[d] >= number))
        )
    return cell_moves


def _walk_line(board: Board, lengths: tuple[int, ...], start: tuple[int, int], sense: tuple[int, int]) -> list[Cell]:
    """Walk along a line, step by step, as far as the number at its start says, or to the edge of a triangle."""
    (row, column), (down, right) = start, sense
    jump_length = board.cells[board.cell(row, column) or 0]
    line: list[Cell] = []
    for _ in range(jump_length):
        row, column = row + down, column + right
        if board.variant != "hex-tri":
            crosses_edge = not 0 <= column < lengths[0]
            row, column = row % len(lengths), column % lengths[0]
            if crosses_edge and board.variant.startswith("klein"):  # the line goes on mirrored
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
    moves = straight_ways(board)
    state_choices: dict[tuple[Cell, int], tuple[int, StraightMove | None]] = {}

    def best(cell: Cell, used_mask: int) -> int:
        state_choice = state_choices.get((cell, used_mask))
        if state_choice is None:
            deadline.tick()
            best_suffix, choice = 0, None
            for d, way_mask in moves[cell]:
                if not way_mask & used_mask and (suffix_sum := best(d, used_mask | way_mask)) > best_suffix:
                    best_suffix, choice = suffix_sum, (d, way_mask)
            state_choice = state_choices[cell, used_mask] = board.cells[cell] + best_suffix, choice
        return state_choice[0]

    try:
        best_sum, start = max((best(cell, 1 << cell), -cell) for cell in range(len(board.cells)))
    except Stopped:
        return limit_outcome(board, deadline)
    path, used_mask = [-start], 1 << -start
    while (choice := state_choices[path[-1], used_mask][1]) is not None:
        path.append(choice[0])
        used_mask |= choice[1]
    return Outcome(Status.SOLVED, route_of(board, path), best_sum, best_sum, stats={"nodes": deadline.node_count})


def plain_strict(board: Board, limits: Limits) -> Outcome[Route]:
    """Find a path of greatest sum that passes no cell twice by trying every path.

    >>> from passatempo.optimiza.model import Board
    >>> plain_strict(Board(2, (1, 1, 1, 2)), Limits()).value
    5
    """
    deadline = Deadline(limits)
    best: tuple[int, list[Cell]] = (0, [])

    def go(path: list[Cell], used_cells: set[Cell], total: int) -> None:
        nonlocal best
        deadline.tick()
        if total > best[0]:
            best = total, path
        head, number = path[-1], board.cells[path[-1]]
        for line in landings_by_step(board.variant, board.n, *board.place(head), number):
            free = len(set(line)) == number and not used_cells & set(line)
            if free and board.cells[line[-1]] >= number:
                go([*path, line[-1]], used_cells | set(line), total + board.cells[line[-1]])

    try:
        for cell, number in enumerate(board.cells):
            go([cell], {cell}, number)
    except Stopped:
        return limit_outcome(board, deadline)
    return Outcome(Status.SOLVED, route_of(board, best[1]), best[0], best[0], stats={"nodes": deadline.node_count})
