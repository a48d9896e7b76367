"""The questions `judge` and `hint` about the beginning of a path.

`judge` reports the first move that breaks a rule, the score, and whether a move is left. `hint` completes the path.
"""

from array import array

from passatempo.core.errors import FormatError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import STOPS, Outcome, Status
from passatempo.core.pastime import Question
from passatempo.optimiza import _kernel
from passatempo.optimiza.exact.best import number_array
from passatempo.optimiza.exact.levels import remaining_limits
from passatempo.optimiza.geometry import PIECE, is_null_move, landing_cells, route_of
from passatempo.optimiza.model import VARIANTS, Board, Cell, Hint, Verdict, board_and_rule
from passatempo.optimiza.reference.search import StraightMove, straight_ways

POLLED = 1024  # moves between two clock checks


def judge(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Verdict]:
    r"""Judge a path move by move.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import JudgeAsk, read
    >>> judge(Question(read("1 1\n1 2"), JudgeAsk([(1, 1), (1, 2), (2, 2)]))).answer
    Verdict(legal=True, score=4, finished=True, broken_move=None, rule='')
    """
    board, strict = board_and_rule(question)
    deadline = Deadline(limits)
    passing = TurnPass(board) if strict else None
    used: dict[Cell, None] = {}
    fault: tuple[int, str] | None = None
    for move, (row, column) in enumerate(question.ask.path):
        if move % POLLED == POLLED - 1 and deadline.poll():
            return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
        cell = board.cell(row - 1, column - 1)
        rule = "off-board" if cell is None else _move_fault(board, used, cell)
        if cell is not None and not rule and passing is not None and not passing.make_move(cell):
            rule = "passed"
        if rule or cell is None:
            fault = move, rule
            break
        used[cell] = None
    score = sum(board.cells[cell] for cell in used)
    is_finished = bool(used) and not _has_legal_move(board, used, passing)
    verdict = Verdict(True, score, is_finished) if fault is None else Verdict(False, score, is_finished, *fault)
    return Outcome(Status.SOLVED, verdict)


class TurnPass:
    """The sets of cells that a path may have passed so far, for the strict rule."""

    def __init__(self, board: Board) -> None:
        self.straight_ways: list[list[StraightMove]] = straight_ways(board)
        self.head_cell: Cell | None = None
        self.used_masks: set[int] = set()

    def masks_after(self, cell: Cell) -> set[int]:
        """Return the sets of passed cells after the next move, or none if it is impossible."""
        if self.head_cell is None:
            return {1 << cell}
        lines = [way_mask for d, way_mask in self.straight_ways[self.head_cell] if d == cell]
        return {used_mask | way_mask for used_mask in self.used_masks for way_mask in lines if not used_mask & way_mask}

    def make_move(self, cell: Cell) -> bool:
        """Make the next move. Return false, without a change, if it passes a cell twice."""
        after = self.masks_after(cell)
        if after:
            self.head_cell, self.used_masks = cell, after
        return bool(after)


def _has_legal_move(board: Board, used: dict[Cell, None], passing: TurnPass | None) -> bool:
    """Return whether a legal move is left."""
    head = next(reversed(used))
    next_cells = [d for d in _landing_cells(board, head) if board.cells[d] >= board.cells[head] and d not in used]
    return any(passing is None or passing.masks_after(d) for d in next_cells)


def _landing_cells(board: Board, cell: Cell) -> tuple[Cell, ...]:
    return landing_cells(board.variant, board.n, *board.place(cell), board.cells[cell])


def _move_fault(board: Board, used: dict[Cell, None], cell: Cell) -> str:
    """Return the first rule that the next move breaks, or nothing."""
    if not used:
        return ""
    head = next(reversed(used))
    if cell not in _landing_cells(board, head) and not (cell == head and _is_null_move(board, cell)):
        return "not-straight"
    if board.cells[cell] < board.cells[head]:
        return "smaller"
    return "used" if cell in used else ""


def _is_null_move(board: Board, cell: Cell) -> bool:
    """Return whether a straight move leads back to its own cell, as with N on a torus."""
    return is_null_move(board.variant, board.n, *board.place(cell), board.cells[cell])


def hint(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Hint]:
    r"""Find the best completion of a path, and whether the path can still become optimal.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import PathAsk, read
    >>> hint(Question(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1"), PathAsk([(2, 1)]))).answer.optimal
    True
    """
    board: Board = question.instance
    deadline = Deadline(limits)
    judge_outcome = judge(question, limits)
    verdict = judge_outcome.answer
    if verdict is None:
        return Outcome(Status.UNKNOWN, stopped=judge_outcome.stopped)
    if not verdict.legal:
        raise FormatError(
            f"the path is illegal at move {verdict.broken_move} ({verdict.rule})", where="path", kind="path"
        )
    prefix = [board.cell(row - 1, column - 1) or 0 for row, column in question.ask.path]
    variant = VARIANTS.index(board.variant)
    try:
        numbers = number_array(board, deadline)
        stop, nodes, best, bound, path, _ = _kernel.best(
            numbers, board.n, variant, 0, *deadline.remaining_limits.kernel
        )
        total, top = best, bound
        if prefix:
            prefix_sum = sum(board.cells[cell] for cell in prefix[:-1])
            free_numbers = _free_numbers(board, numbers, prefix, deadline)
            rest = remaining_limits(deadline.remaining_limits, nodes)
            suffix_stop, suffix_nodes, suffix_sum, suffix_bound, path = _kernel.best_from(
                free_numbers, board.n, variant, prefix[-1], *rest.kernel
            )
            stop, nodes = stop or suffix_stop, nodes + suffix_nodes
            total, top = prefix_sum + suffix_sum, prefix_sum + suffix_bound
        if not path:
            return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats={"nodes": nodes})
        route = route_of(board, [*prefix[:-1], *path], deadline.poll)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    next_place = route.places[len(prefix)] if len(route.places) > len(prefix) else None
    is_solved = best > 0  # otherwise the limit came before any result
    optimal = True if is_solved and total >= bound else False if top < best else None
    best_hint = Hint(route, next_place, optimal)
    if total == top and optimal is not None:
        return Outcome(Status.SOLVED, best_hint, total, total, stats={"nodes": nodes})
    return Outcome(Status.FEASIBLE, best_hint, total, top, STOPS[stop], stats={"nodes": nodes})


def _free_numbers(board: Board, numbers: "array[int]", prefix: list[Cell], deadline: Deadline) -> "array[int]":
    """Return the numbers with forbidden cells set to 0, so that the current end is the only useful start."""
    free_numbers, head_number = array("H"), board.cells[prefix[-1]]
    for first in range(0, len(numbers), PIECE):
        if first:
            deadline.check()
        free_numbers.extend([number if number >= head_number else 0 for number in numbers[first : first + PIECE]])
    for cell in prefix[:-1]:
        free_numbers[cell] = 0
    return free_numbers
