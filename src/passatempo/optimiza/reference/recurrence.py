"""The recurrence of a comment of 2 March 2010, with its state corrected.

The comment defines f(n, mask), the greatest sum still possible at the number n when the cells in the mask are used. Two
states with the same n and mask but the piece on different cells have different futures, so the cell belongs to the
state:

    f(c, mask) = v + max(0, max f(d, {d}) over moves to greater numbers d,
                            max f(e, mask + {e}) over moves to equal numbers e outside the mask).

There are at most (N - 1) (N + 1) 2^N states on a square board, not N 2^(N+1). Only masks that occur are stored.
"""

from collections.abc import Callable

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.optimiza.geometry import Graph, by_number, legal_moves, route_of
from passatempo.optimiza.model import Board, Cell, Route, limit_outcome, require_usual_rule


class StateTable:
    """The states of one board that occur, and the choice at each."""

    def __init__(self, board: Board, stop: Callable[[], bool]) -> None:
        self.cells, self.stop = board.cells, stop
        self.graph: Graph = legal_moves(board, stop)
        self.cells_by_number = by_number(board, stop)
        self.cell_bits = [0] * len(board.cells)
        for level in self.cells_by_number:
            if stop():
                raise Stopped
            for k, cell in enumerate(level):
                self.cell_bits[cell] = 1 << k
        self.state_choices: dict[tuple[Cell, int], tuple[int, tuple[Cell, int] | None]] = {}

    def f(self, cell: Cell, mask: int) -> int:
        """Return the greatest sum from a state on, the cell included."""
        state_solution = self.state_choices.get((cell, mask))
        if state_solution is None:
            if self.stop():
                raise Stopped
            best, choice = 0, None
            for d in self.graph[cell]:
                if self.cells[d] > self.cells[cell]:
                    next_state = d, self.cell_bits[d]
                elif not mask & self.cell_bits[d]:
                    next_state = d, mask | self.cell_bits[d]
                else:
                    continue
                next_sum = self.f(*next_state)
                if next_sum > best:
                    best, choice = next_sum, next_state
            state_solution = self.state_choices[cell, mask] = self.cells[cell] + best, choice
        return state_solution[0]

    def path(self, start: Cell) -> list[Cell]:
        """Return the path that was chosen from a start."""
        state: tuple[Cell, int] | None = (start, self.cell_bits[start])
        path = []
        while state is not None:
            path.append(state[0])
            state = self.state_choices[state][1]
        return path


def best(board_or_question: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a path of greatest sum by the recurrence over masks.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> best(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    25
    """
    board = require_usual_rule(board_or_question, "dp")
    deadline = Deadline(limits)
    try:
        with deadline.not_too_deep():
            table = StateTable(board, deadline.poll)
            table.stop = deadline.spend
            order = (cell for level in reversed(table.cells_by_number) for cell in level)
            best_sum, start = max((table.f(cell, table.cell_bits[cell]), -cell) for cell in order)
            path = table.path(-start)
            route = route_of(board, path, deadline.poll)
    except Stopped:
        return limit_outcome(board, deadline)
    return Outcome(Status.SOLVED, route, best_sum, best_sum, stats={"nodes": deadline.node_count})
