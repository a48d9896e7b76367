"""The levels of the newspaper: X, Y, the expert, and X over all ways to break ties.

X goes backward from the cell of N. It repeatedly prepends the unused cell with the greatest number that leads to the
first cell of the path. Y is the best such sum over all ends. The first cell in reading order wins ties, so X depends on
the orientation of the board. X_best is the greatest X over all ways to break ties. The expert solves the numbers from N
down. In a tree it takes the best path. In any other component it dives once from every start, always to the free
neighbour with the fewest free neighbours. It enters a dead end only without an alternative, and the least exit wins
ties. It leaves the component where the total is greatest. That is polynomial, and 0.2 to 0.4 % below the optimum on
random boards.
"""

from collections.abc import Callable, Generator
from typing import TypeAlias

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.optimiza.geometry import Graph, by_number, components, legal_moves, route_of
from passatempo.optimiza.model import Board, Cell, Route, limit_outcome, require_usual_rule

# A step of a search: asks for the greatest sum from a cell on with the cells taken, and returns its own.
Growing: TypeAlias = Generator[tuple[Cell, frozenset[Cell]], int, int]


class BackwardGreedy:
    """The backward greedy on one board.

    Parameters
    ----------
    board
        The board.
    stop
        Polled at every cell. Once it returns true, the work ends with `Stopped`.
    """

    def __init__(self, board: Board, stop: Callable[[], bool] = lambda: False) -> None:
        self.board, self.stop = board, stop
        self.graph: Graph = legal_moves(board, stop)
        cells = board.cells
        self.equal_targets: list[list[Cell]] = []
        self.predecessors: list[list[Cell]] = [[] for _ in cells]  # of smaller numbers the greatest that lead here
        for cell, targets in enumerate(self.graph):
            if stop():
                raise Stopped
            self.equal_targets.append(sorted([d for d in targets if cells[d] == cells[cell]]))
            for d in targets:
                if cells[d] > cells[cell]:
                    predecessors = self.predecessors[d]
                    if predecessors and cells[predecessors[0]] < cells[cell]:
                        predecessors.clear()
                    if not predecessors or cells[predecessors[0]] == cells[cell]:
                        predecessors.append(cell)

    def greedy_stretch(self, end: Cell) -> list[Cell]:
        """Return the cells of one number that the greedy takes from an end, the end first."""
        used_cells, head = {end: None}, end
        while (next_cell := next((c for c in self.equal_targets[head] if c not in used_cells), None)) is not None:
            used_cells[next_cell] = None
            head = next_cell
        return list(used_cells)

    def path(self, end: Cell) -> list[Cell]:
        """Return the greedy's path to an end, in the order in which it is walked."""
        back = self.greedy_stretch(end)
        while self.predecessors[back[-1]]:
            if self.stop():
                raise Stopped
            back += self.greedy_stretch(min(self.predecessors[back[-1]]))
        return back[::-1]

    def end_sums(self) -> list[int]:
        """Return the greedy's sum for every end. The rest of a path depends only on where a stretch ends."""
        cells = self.board.cells
        end_sums = [0] * len(cells)
        for end in (cell for level in by_number(self.board, self.stop) for cell in level):
            if self.stop():
                raise Stopped
            stretch = self.greedy_stretch(end)
            before = self.predecessors[stretch[-1]]
            end_sums[end] = cells[end] * len(stretch) + (end_sums[min(before)] if before else 0)
        return end_sums

    def best_over_ties(self, end: Cell, deadline: Deadline) -> int:
        """Return the greatest X over all ways to break ties, or raise `Stopped` at a limit.

        A path may exceed Python's recursion limit, so pending steps are kept on a stack.
        """
        cells, best_sums = self.board.cells, dict[int, int]()

        def grow(cell: Cell, used_cells: frozenset[Cell]) -> Growing:
            if deadline.spend():
                raise Stopped
            best = 0
            if next_cells := [c for c in self.equal_targets[cell] if c not in used_cells]:
                for c in next_cells:
                    best = max(best, (yield c, used_cells | {c}))
                return cells[cell] + best
            for c in self.predecessors[cell]:
                if c not in best_sums:
                    best_sums[c] = yield c, frozenset((c,))
                best = max(best, best_sums[c])
            return cells[cell] + best

        waiting = [grow(end, frozenset((end,)))]
        step_sum: int | None = None  # by the step that ended last
        while waiting:
            try:
                next_state = next(waiting[-1]) if step_sum is None else waiting[-1].send(step_sum)
            except StopIteration as stop_signal:
                waiting.pop()
                step_sum = stop_signal.value
            else:
                waiting.append(grow(*next_state))
                step_sum = None
        assert step_sum is not None
        return step_sum


class ExpertGreedy:
    """The expert on one board: sums from every cell, and a path."""

    def __init__(self, board: Board, stop: Callable[[], bool] = lambda: False) -> None:
        self.board = board
        self.graph: Graph = legal_moves(board, stop)
        cells = board.cells
        self.equal_targets = [[d for d in targets if cells[d] == cells[c]] for c, targets in enumerate(self.graph)]
        self.exit_sums = [0] * len(cells)
        self.cell_sums = [0] * len(cells)
        self.component_paths: dict[Cell, list[Cell]] = {}  # the cells of one number that a path takes from each
        for part in components(board, self.graph, stop):
            for cell in part:
                if stop():
                    raise Stopped
                self.exit_sums[cell] = max(
                    (self.cell_sums[d] for d in self.graph[cell] if cells[d] > cells[cell]), default=0
                )
            tree = sum(len(self.equal_targets[cell]) for cell in part) == 2 * (len(part) - 1)
            for cell in part:
                if stop():
                    raise Stopped
                self.store_best_exit(cell, self.tree_parents(cell) if tree else self.dive_parents(cell))

    def store_best_exit(self, start: Cell, before: dict[Cell, Cell]) -> None:
        """Choose the cell at which to leave the component. The greatest sum wins, and the first reached among ties."""
        number, length = self.board.cells[start], {start: 1}
        for cell in before:
            length[cell] = length[before[cell]] + 1
        end = max(length, key=lambda cell: number * length[cell] + self.exit_sums[cell])
        self.cell_sums[start] = number * length[end] + self.exit_sums[end]
        best_path = [end]
        while best_path[-1] != start:
            best_path.append(before[best_path[-1]])
        self.component_paths[start] = best_path[::-1]

    def tree_parents(self, start: Cell) -> dict[Cell, Cell]:
        """Return the cell before each other cell of a tree, as they are reached."""
        before: dict[Cell, Cell] = {}
        layer = [start]
        while layer:
            next_layer = {d: cell for cell in layer for d in self.equal_targets[cell] if d != before.get(cell)}
            before |= next_layer
            layer = list(next_layer)
        return before

    def dive_parents(self, start: Cell) -> dict[Cell, Cell]:
        """Return the predecessor of each cell of the greedy path but the first."""
        before: dict[Cell, Cell] = {}
        head, used = start, {start}

        def rank(cell: Cell) -> tuple[bool, int, int, Cell]:
            free = sum(d not in used for d in self.equal_targets[cell])
            return free == 0, free, self.exit_sums[cell], cell

        while next_cells := [d for d in self.equal_targets[head] if d not in used]:
            next_cell = min(next_cells, key=rank)
            before[next_cell] = head
            head = next_cell
            used.add(head)
        return before

    def path(self) -> list[Cell]:
        """Return the expert's path."""
        cells = self.board.cells
        head: Cell | None = max(range(len(cells)), key=lambda cell: (self.cell_sums[cell], -cell))
        path: list[Cell] = []
        while head is not None:
            path += self.component_paths[head]
            last = path[-1]
            exit_cells = [
                d for d in self.graph[last] if cells[d] > cells[last] and self.cell_sums[d] == self.exit_sums[last]
            ]
            head = min(exit_cells, default=None)
        return path


def _greedy_outcome(
    board: Board, limits: Limits, walk: Callable[[Board, Callable[[], bool]], list[Cell]]
) -> Outcome[Route]:
    """Call a greedy. Its only bound is the sum of the board."""
    deadline = Deadline(limits)
    try:
        path = walk(board, deadline.step)  # one greedy path is a long step
        route = route_of(board, path, deadline.poll)
    except Stopped:
        return limit_outcome(board, deadline)
    stats = {"nodes": deadline.node_count}
    return Outcome(Status.FEASIBLE, route, sum(board.cells[c] for c in path), sum(board.cells), stats=stats)


def greedy(
    board_or_question: Board | Question, /, limits: Limits = Limits(), report: Report = silent
) -> Outcome[Route]:
    r"""Find the path of X, backward from the cell of N (from its first cell in reading order).

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> greedy(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    24
    """
    board = require_usual_rule(board_or_question, "greedy")
    return _greedy_outcome(
        board, limits, lambda board, stop: BackwardGreedy(board, stop).path(board.cells.index(board.n))
    )


def greedy_ends(
    board_or_question: Board | Question, /, limits: Limits = Limits(), report: Report = silent
) -> Outcome[Route]:
    r"""Find the path of Y, the best backward greedy over all ends.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> greedy_ends(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    24
    """

    def walk(board: Board, stop: Callable[[], bool]) -> list[Cell]:
        back = BackwardGreedy(board, stop)
        sums = back.end_sums()
        return back.path(sums.index(max(sums)))

    return _greedy_outcome(require_usual_rule(board_or_question, "greedy-ends"), limits, walk)


def expert(
    board_or_question: Board | Question, /, limits: Limits = Limits(), report: Report = silent
) -> Outcome[Route]:
    r"""Find the expert's path.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> expert(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).value
    25
    """
    return _greedy_outcome(
        require_usual_rule(board_or_question, "expert"), limits, lambda board, stop: ExpertGreedy(board, stop).path()
    )
