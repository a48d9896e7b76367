"""Checkers of answers, based on the rules alone. Answers that are too large to recompute are checked in part.

A checker that works for more than some milliseconds polls its deadline, and raises `Stopped` once it has passed.
"""

from collections.abc import Callable

from passatempo.core.errors import Violation
from passatempo.core.limits import Deadline
from passatempo.core.pastime import Question
from passatempo.optimiza.model import Board, Duel, Hint, Levels, Number, Route, Routes, Verdict, board_and_rule
from passatempo.optimiza.rules import (
    POLLED,
    Place,
    all_places,
    first_fault,
    judge_path,
    legal_targets,
    number_at,
    on_board,
)

SMALL = 400  # cells of a board on which greedies are recomputed
SMALLEST = 64  # cells of a board on which paths are recounted
STEP_LIMIT = 20_000  # steps of the recount
_CELLS = 256  # cells between two clock checks, if each takes ten microseconds

_SENTENCES = {
    "off-board": "lies off the board",
    "not-straight": "is not straight on by the number it leaves",
    "smaller": "goes to a smaller number",
    "used": "ends on a cell already used",
    "passed": "cannot be made without passing a cell twice",
}


def _deadline_poll(deadline: Deadline | None) -> Callable[[], None]:
    """Return a function that checks the clock, or does nothing without a deadline."""
    return (lambda: None) if deadline is None else deadline.check


def check(board: Board, route: Route, deadline: Deadline | None = None, *, strict: bool = False) -> list[Violation]:
    """List the rules that a path breaks.

    Examples
    --------
    >>> from passatempo.optimiza.model import Route
    >>> [violation.text for violation in check(Board(2, (1, 1, 1, 2)), Route(((0, 0), (0, 1), (0, 0))))]
    ['move 2 to (1, 1) ends on a cell already used']
    """
    if not route.places:
        return [Violation("empty-path", "the path has no cell")]
    fault = first_fault(board, route.places, strict=strict, look=_deadline_poll(deadline))
    if fault is None:
        return []
    move, rule = fault
    row, column = route.places[move]
    name = f"move {move} to" if move else "the start at"
    return [Violation(rule, f"{name} ({row + 1}, {column + 1}) {_SENTENCES[rule]}", [row + 1, column + 1])]


def value_of_route(board: Board, route: Route, deadline: Deadline | None = None) -> int:
    """Return the sum of the cells landed on.

    >>> from passatempo.optimiza.model import Route
    >>> value_of_route(Board(2, (1, 1, 1, 2)), Route(((0, 0), (1, 1))))
    3
    """
    look, total = _deadline_poll(deadline), 0
    for first in range(0, len(route.places), POLLED):
        if first:
            look()
        total += sum(number_at(board, place) for place in route.places[first : first + POLLED])
    return total


def check_best(board_or_question: Board | Question, route: Route, deadline: Deadline | None = None) -> list[Violation]:
    """List the rules that a path breaks under the rule of the question."""
    board, strict = board_and_rule(board_or_question)
    return check(board, route, deadline, strict=strict)


def value_of_best(board_or_question: Board | Question, route: Route, deadline: Deadline | None = None) -> int:
    """Return the sum of the cells landed on."""
    return value_of_route(board_and_rule(board_or_question)[0], route, deadline)


def check_verdict(question: Question, answer_verdict: Verdict, deadline: Deadline | None = None) -> list[Violation]:
    """List the errors of a verdict on a path."""
    board, strict = board_and_rule(question)
    path_places = [(row - 1, column - 1) for row, column in question.ask.path]
    right = judge_path(board, path_places, strict=strict, look=_deadline_poll(deadline))
    if answer_verdict == right:
        return []
    return [Violation("wrong-verdict", f"the verdict should be {right}, not {answer_verdict}")]


def check_trail(question: Question, route: Route, deadline: Deadline | None = None) -> list[Violation]:
    """List the rules that a trail breaks."""
    board: Board = question.instance
    look = _deadline_poll(deadline)
    if not route.places:
        return [Violation("empty-path", "the trail has no cell")]
    used: set[tuple[Place, Place]] = set()
    for move, place in enumerate(route.places):
        if move % _CELLS == _CELLS - 1:
            look()
        if not on_board(board, place):
            return [Violation("off-board", f"move {move} lies off the board", [place[0] + 1, place[1] + 1])]
        if not move:
            continue
        before = route.places[move - 1]
        if place not in legal_targets(board, before):
            return [Violation("illegal-move", f"move {move} is not straight on, or goes to a smaller number", move)]
        edge = (before, place) if question.ask.reading == "directed" else (min(before, place), max(before, place))
        if edge in used:
            return [Violation("used", f"move {move} was made before", move)]
        used.add(edge)
    return []


def value_of_trail(question: Question, route: Route, deadline: Deadline | None = None) -> int:
    """Return the sum of the cells of a trail, with repetitions."""
    return value_of_route(question.instance, route, deadline)


def check_levels(board: Board, levels: Levels, deadline: Deadline | None = None) -> list[Violation]:
    """List the errors of the levels. X and Y are recomputed on boards that are not too large."""
    violations = []
    middle_levels = [levels.y] if levels.x_best is None else [levels.y, levels.x_best]
    if not (all(levels.x <= level <= levels.z for level in middle_levels) and levels.expert <= levels.z):
        violations.append(Violation("disordered", "the levels are not in order: X <= X_best, Y and all of them <= Z"))
    if levels.z > sum(board.cells):
        violations.append(Violation("too-great", f"Z is {levels.z}, all cells together have {sum(board.cells)}"))
    if len(board.cells) > SMALL:
        return violations
    before = list_predecessors(board)
    last = board.place(board.cells.index(board.n))
    if (right := backward_sum(board, before, last)) != levels.x:
        violations.append(Violation("wrong-x", f"X is {right}, not {levels.x}"))
    if len(board.cells) <= SMALLEST:
        right = max(backward_sum(board, before, end) for end in all_places(board))
        if right != levels.y:
            violations.append(Violation("wrong-y", f"Y is {right}, not {levels.y}"))
    return violations


def list_predecessors(board: Board) -> dict[Place, list[Place]]:
    """Return the cells that lead to each cell, the greedy's choice first."""
    predecessors: dict[Place, list[Place]] = {place: [] for place in all_places(board)}
    for place in predecessors:
        for target in legal_targets(board, place):
            predecessors[target].append(place)
    for place_predecessors in predecessors.values():
        place_predecessors.sort(key=lambda place: (-number_at(board, place), place))
    return predecessors


def backward_sum(board: Board, before: dict[Place, list[Place]], end: Place) -> int:
    """Compute the backward greedy's sum from an end by its definition."""
    path = {end: None}
    head: Place | None = end
    while head is not None:
        path[head] = None
        head = next((place for place in before[head] if place not in path), None)
    return sum(number_at(board, place) for place in path)


def check_number(board: Board, number: Number, deadline: Deadline | None = None) -> list[Violation]:
    """List the errors of a number of optimal paths. Small boards are recounted path by path."""
    if number.number < 1:
        return [Violation("no-path", "there is always an optimal path")]
    right = _recount_paths(board, deadline)
    if right is not None and right[1] != number.number:
        return [Violation("wrong-count", f"there are {right[1]} optimal paths, not {number.number}")]
    return []


def _recount_paths(board: Board, deadline: Deadline | None) -> tuple[int, int] | None:
    """Find the greatest sum and count its paths one by one, or return None if there are too many or no time is left."""
    if len(board.cells) > SMALLEST:
        return None
    number = {place: cell for cell, place in enumerate(all_places(board))}
    graph = [[number[target] for target in legal_targets(board, place)] for place in number]
    sums: dict[int, int] = {}
    stack = [(cell, 1 << cell, start_sum) for cell, start_sum in enumerate(board.cells)]  # head, cells used, sum
    for step in range(STEP_LIMIT):
        if not stack:
            return max(sums), sums[max(sums)]
        if step % POLLED == POLLED - 1 and deadline is not None and deadline.poll():
            return None
        head, used, total = stack.pop()
        free_targets = [cell for cell in graph[head] if not used >> cell & 1]
        sums[total] = sums.get(total, 0) + (not free_targets)
        stack += [(cell, used | 1 << cell, total + board.cells[cell]) for cell in free_targets]
    return None


def check_routes(question: Question, routes: Routes, deadline: Deadline | None = None) -> list[Violation]:
    """List the errors of a list of optimal paths: illegal or repeated paths, or different sums.

    On small boards all paths are enumerated again, to compare the sum and the number of the optimal paths.
    """
    board: Board = question.instance
    look, violations, sums = _deadline_poll(deadline), list[Violation](), set[int]()
    for k, route in enumerate(routes.routes):
        if k % 64 == 63:
            look()
        violations += check(board, route, deadline)
        sums.add(value_of_route(board, route, deadline))
    if len(set(routes.routes)) < len(routes.routes):
        violations.append(Violation("twice", "a path is repeated"))
    if len(sums) > 1:
        violations.append(Violation("unequal", "the paths have different sums"))
    if len(routes.routes) > question.ask.count:
        violations.append(Violation("too-many", f"there are more paths than the {question.ask.count} requested"))
    right = None if violations else _recount_paths(board, deadline)
    if right is None:
        return violations
    if sums - {right[0]}:
        violations.append(Violation("not-best", f"the greatest sum is {right[0]}, not {max(sums)}"))
    if routes.complete and len(routes.routes) != right[1]:
        violations.append(Violation("incomplete", f"there are {right[1]} optimal paths, not {len(routes.routes)}"))
    return violations


def check_hint(question: Question, hint: Hint, deadline: Deadline | None = None) -> list[Violation]:
    """List the errors of a completion, which must be legal and begin with the given path."""
    board: Board = question.instance
    violations = check(board, hint.route, deadline)
    path_prefix = tuple((row - 1, column - 1) for row, column in question.ask.path)
    if hint.route.places[: len(path_prefix)] != path_prefix:
        violations.append(Violation("another-beginning", "the path does not begin with the given one"))
    rest = hint.route.places[len(path_prefix) :]
    if hint.next != (rest[0] if rest else None):
        violations.append(Violation("wrong-next", "the next move is not that of the path"))
    return violations


def value_of_hint(question: Question, hint: Hint, deadline: Deadline | None = None) -> int:
    """Return the sum of the completed path."""
    return value_of_route(question.instance, hint.route, deadline)


def key_hint(question: Question, hint: Hint) -> bool | None:
    """Return the part of a hint that is unique beside its sum: whether the given path begins an optimal path."""
    return hint.optimal


def check_duel(board: Board, duel: Duel, deadline: Deadline | None = None) -> list[Violation]:
    """List the errors of the values of a duel at dead starts and at moves to greater numbers, which start afresh."""
    if not len(duel.mover_wins) == len(duel.points) == len(board.cells):
        return [Violation("wrong-length", f"{len(board.cells)} values are needed, one for each cell")]
    look, violations, live = _deadline_poll(deadline), list[Violation](), list[int | None]()
    for cell, (wins, points) in enumerate(zip(duel.mover_wins, duel.points, strict=True)):
        if cell % _CELLS == _CELLS - 1:
            look()
        place = board.place(cell)
        start_number, next_places = number_at(board, place), legal_targets(board, place)
        name = f"({place[0] + 1}, {place[1] + 1})"
        if not next_places and (wins, points) != (0, start_number):
            violations.append(Violation("dead-start", f"from {name} no move is possible: the sum is {start_number}"))
        live += [points] if next_places else []
        for target in next_places:
            if number_at(board, target) > start_number:
                violations += _check_exit(board, duel, name, (wins, points, start_number), target)
    live_points = [points for points in live if points is not None]
    if duel.least_live is not None and duel.least_live != min(live_points, default=0):
        violations.append(Violation("wrong-least", f"the least of the live starts is {min(live_points, default=0)}"))
    return violations


def _check_exit(
    board: Board, duel: Duel, name: str, claim: tuple[int, int | None, int], target: Place
) -> list[Violation]:
    """List the errors in the claims about a start that a move to a greater number reveals."""
    wins, points, start_number = claim
    cell = board.cell(*target) or 0
    lost, rest = duel.mover_wins[cell], duel.points[cell]
    violations = [] if lost or wins else [Violation("missed-win", f"from {name} a move wins")]
    if rest is None or points is None or lost == wins:
        return violations
    if (wins and points < start_number + rest) or (not wins and points > start_number + rest):
        violations.append(Violation("missed-points", f"from {name} a move gives {start_number + rest}, not {points}"))
    return violations
