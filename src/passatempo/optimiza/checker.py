"""The judges of answers, from the rules alone; what is too large to be done again is checked in part.

A judge looks at its deadline once the work is more than some milliseconds, and ends with `Stopped` when it is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.errors import Violation
from passatempo.optimiza.model import Board, board_and_rule
from passatempo.optimiza.rules import POLLED, broken, on_board, onward, places, value_at, verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.limits import Deadline
    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Duel, Hint, Levels, Number, Route, Routes, Verdict
    from passatempo.optimiza.rules import Place

SMALL = 400  # cells of a board on which greedies are done again
SMALLEST = 64  # cells of a board on which paths are counted again
PATIENCE = 20_000  # steps of counting again
_CELLS = 256  # between two looks at the clock where each takes ten microseconds

_SENTENCES = {
    "off-board": "lies off the board",
    "not-straight": "is not straight on by the number it leaves",
    "smaller": "goes to a smaller number",
    "used": "ends on a cell already used",
    "passed": "cannot be made without passing a cell twice",
}


def _look(deadline: Deadline | None) -> Callable[[], None]:
    """Return what looks at the clock; without a deadline nothing does."""
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
    fault = broken(board, route.places, strict=strict, look=_look(deadline))
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
    look, total = _look(deadline), 0
    for first in range(0, len(route.places), POLLED):
        if first:
            look()
        total += sum(value_at(board, place) for place in route.places[first : first + POLLED])
    return total


def check_best(given: Board | Question, route: Route, deadline: Deadline | None = None) -> list[Violation]:
    """List the rules that a path breaks, under the rule that the question asks for."""
    board, strict = board_and_rule(given)
    return check(board, route, deadline, strict=strict)


def value_of_best(given: Board | Question, route: Route, deadline: Deadline | None = None) -> int:
    """Return the sum of the cells landed on."""
    return value_of_route(board_and_rule(given)[0], route, deadline)


def check_verdict(question: Question, told: Verdict, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the judge's words about a path."""
    board, strict = board_and_rule(question)
    given = [(row - 1, column - 1) for row, column in question.ask.path]
    right = verdict(board, given, strict=strict, look=_look(deadline))
    if told == right:
        return []
    return [Violation("wrong-verdict", f"the verdict should be {right}, not {told}")]


def check_trail(question: Question, route: Route, deadline: Deadline | None = None) -> list[Violation]:
    """List the rules that a trail breaks."""
    board: Board = question.instance
    look = _look(deadline)
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
        if place not in onward(board, before):
            return [Violation("illegal-move", f"move {move} is not straight on, or goes to a smaller number", move)]
        edge = (before, place) if question.ask.reading == "directed" else (min(before, place), max(before, place))
        if edge in used:
            return [Violation("used", f"move {move} was made before", move)]
        used.add(edge)
    return []


def value_of_trail(question: Question, route: Route, deadline: Deadline | None = None) -> int:
    """Return the sum of the cells landed on, each as often as it is landed on."""
    return value_of_route(question.instance, route, deadline)


def check_levels(board: Board, levels: Levels, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the levels; X and Y are computed again on boards that are not too large."""
    found = []
    between = [levels.y] if levels.x_best is None else [levels.y, levels.x_best]
    if not (all(levels.x <= value <= levels.z for value in between) and levels.expert <= levels.z):
        found.append(Violation("disordered", "the levels are not in order: X <= X_best, Y and all of them <= Z"))
    if levels.z > sum(board.cells):
        found.append(Violation("too-great", f"Z is {levels.z}, all cells together have {sum(board.cells)}"))
    if len(board.cells) > SMALL:
        return found
    before = leading(board)
    last = board.place(board.cells.index(board.n))
    if (right := backward_sum(board, before, last)) != levels.x:
        found.append(Violation("wrong-x", f"X is {right}, not {levels.x}"))
    if len(board.cells) <= SMALLEST:
        right = max(backward_sum(board, before, end) for end in places(board))
        if right != levels.y:
            found.append(Violation("wrong-y", f"Y is {right}, not {levels.y}"))
    return found


def leading(board: Board) -> dict[Place, list[Place]]:
    """Return the cells that lead to each cell, the greedy's choice first."""
    found: dict[Place, list[Place]] = {place: [] for place in places(board)}
    for place in found:
        for target in onward(board, place):
            found[target].append(place)
    for ahead in found.values():
        ahead.sort(key=lambda place: (-value_at(board, place), place))
    return found


def backward_sum(board: Board, before: dict[Place, list[Place]], end: Place) -> int:
    """Compute the backward greedy's sum from an end as it is defined."""
    path = {end: None}
    head: Place | None = end
    while head is not None:
        path[head] = None
        head = next((place for place in before[head] if place not in path), None)
    return sum(value_at(board, place) for place in path)


def check_number(board: Board, number: Number, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with a number of optimal paths; small boards are counted again, path by path."""
    if number.number < 1:
        return [Violation("no-path", "there is always an optimal path")]
    right = _recount(board, deadline)
    if right is not None and right[1] != number.number:
        return [Violation("wrong-count", f"there are {right[1]} optimal paths, not {number.number}")]
    return []


def _recount(board: Board, deadline: Deadline | None) -> tuple[int, int] | None:
    """Find the greatest sum and the number of its paths one by one; None where there are too many, or no time."""
    if len(board.cells) > SMALLEST:
        return None
    number = {place: cell for cell, place in enumerate(places(board))}
    graph = [[number[target] for target in onward(board, place)] for place in number]
    sums: dict[int, int] = {}
    stack = [(cell, 1 << cell, value) for cell, value in enumerate(board.cells)]  # head, cells used, sum
    for step in range(PATIENCE):
        if not stack:
            return max(sums), sums[max(sums)]
        if step % POLLED == POLLED - 1 and deadline is not None and deadline.poll():
            return None
        head, used, total = stack.pop()
        more = [cell for cell in graph[head] if not used >> cell & 1]
        sums[total] = sums.get(total, 0) + (not more)
        stack += [(cell, used | 1 << cell, total + board.cells[cell]) for cell in more]
    return None


def check_routes(question: Question, routes: Routes, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with a list of optimal paths: each is legal, none stands twice, all have the same sum.

    On small boards all paths are found again, and the sum and the number of the optimal ones compared.
    """
    board: Board = question.instance
    look, found, sums = _look(deadline), list[Violation](), set[int]()
    for k, route in enumerate(routes.routes):
        if k % 64 == 63:
            look()
        found += check(board, route, deadline)
        sums.add(value_of_route(board, route, deadline))
    if len(set(routes.routes)) < len(routes.routes):
        found.append(Violation("twice", "a path is repeated"))
    if len(sums) > 1:
        found.append(Violation("unequal", "the paths have different sums"))
    if len(routes.routes) > question.ask.count:
        found.append(Violation("too-many", f"there are more paths than the {question.ask.count} requested"))
    right = None if found else _recount(board, deadline)
    if right is None:
        return found
    if sums - {right[0]}:
        found.append(Violation("not-best", f"the greatest sum is {right[0]}, not {max(sums)}"))
    if routes.complete and len(routes.routes) != right[1]:
        found.append(Violation("incomplete", f"there are {right[1]} optimal paths, not {len(routes.routes)}"))
    return found


def check_hint(question: Question, hint: Hint, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with a completion: it is legal and begins with the given path."""
    board: Board = question.instance
    found = check(board, hint.route, deadline)
    given = tuple((row - 1, column - 1) for row, column in question.ask.path)
    if hint.route.places[: len(given)] != given:
        found.append(Violation("another-beginning", "the path does not begin with the given one"))
    rest = hint.route.places[len(given) :]
    if hint.next != (rest[0] if rest else None):
        found.append(Violation("wrong-next", "the next move is not that of the path"))
    return found


def value_of_hint(question: Question, hint: Hint, deadline: Deadline | None = None) -> int:
    """Return the sum of the completed path."""
    return value_of_route(question.instance, hint.route, deadline)


def key_hint(question: Question, hint: Hint) -> bool | None:
    """Return what the right hint fixes beside its sum: whether the beginning is that of an optimal path."""
    return hint.optimal


def check_duel(board: Board, duel: Duel, deadline: Deadline | None = None) -> list[Violation]:
    """List what is wrong with the values of a duel: dead starts, and moves to greater numbers, which start afresh."""
    if not len(duel.mover_wins) == len(duel.points) == len(board.cells):
        return [Violation("wrong-length", f"{len(board.cells)} values are needed, one for each cell")]
    look, found, live = _look(deadline), list[Violation](), list[int | None]()
    for cell, (wins, points) in enumerate(zip(duel.mover_wins, duel.points, strict=True)):
        if cell % _CELLS == _CELLS - 1:
            look()
        place = board.place(cell)
        own, more = value_at(board, place), onward(board, place)
        name = f"({place[0] + 1}, {place[1] + 1})"
        if not more and (wins, points) != (0, own):
            found.append(Violation("dead-start", f"from {name} no move is possible: the sum is {own}"))
        live += [points] if more else []
        for target in more:
            if value_at(board, target) > own:
                found += _missed(board, duel, name, (wins, points, own), target)
    known = [points for points in live if points is not None]
    if duel.least_live is not None and duel.least_live != min(known, default=0):
        found.append(Violation("wrong-least", f"the least of the live starts is {min(known, default=0)}"))
    return found


def _missed(board: Board, duel: Duel, name: str, claim: tuple[int, int | None, int], target: Place) -> list[Violation]:
    """List what a move to a greater number shows to be wrong in what is claimed of its start."""
    wins, points, own = claim
    cell = board.cell(*target) or 0
    lost, rest = duel.mover_wins[cell], duel.points[cell]
    found = [] if lost or wins else [Violation("missed-win", f"from {name} a move wins")]
    if rest is None or points is None or lost == wins:
        return found
    if (wins and points < own + rest) or (not wins and points > own + rest):
        found.append(Violation("missed-points", f"from {name} a move gives {own + rest}, not {points}"))
    return found
