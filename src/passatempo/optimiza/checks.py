"""Judges of the further answers, from the rules alone; what is too large to be done again is checked in part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.pastime import Violation
from passatempo.optimiza.checker import check, on_board, targets, value_at, worth

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Board, Duel, Hint, Levels, Number, Route, Routes

Place = tuple[int, int]
SMALL = 400  # cells of a board on which greedies are done again
PATIENCE = 20_000  # steps of counting again


def places(board: Board) -> list[Place]:
    """Return all cells in reading order."""
    return [board.place(cell) for cell in range(len(board.cells))]


def onward(board: Board, place: Place) -> set[Place]:
    """Return where the piece may go from a cell, used cells left out of account."""
    value = value_at(board, place)
    return {target for target in targets(board, place) if target != place and value_at(board, target) >= value}


def check_trail(question: Question, route: Route) -> list[Violation]:
    """List the rules that a trail breaks."""
    board: Board = question.instance
    if not route.places:
        return [Violation("empty-path", "the trail has no cell")]
    used: set[tuple[Place, Place]] = set()
    for move, place in enumerate(route.places):
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


def worth_trail(question: Question, route: Route) -> int:
    """Return the sum of the cells landed on, each as often as it is landed on."""
    return worth(question.instance, route)


def check_levels(board: Board, levels: Levels) -> list[Violation]:
    """List what is wrong with the levels; X is computed again on boards that are not too large."""
    found = []
    if not (levels.x <= levels.x_best <= levels.z and levels.x <= levels.y <= levels.z and levels.expert <= levels.z):
        found.append(Violation("disordered", "the levels are not in order: X <= X_best, Y and all of them <= Z"))
    if levels.z > sum(board.cells):
        found.append(Violation("too-great", f"Z is {levels.z}, all cells together have {sum(board.cells)}"))
    if len(board.cells) <= SMALL and (right := _greedy(board)) != levels.x:
        found.append(Violation("wrong-x", f"X is {right}, not {levels.x}"))
    return found


def _greedy(board: Board) -> int:
    """Compute X as it is defined."""
    path = [board.place(board.cells.index(board.n))]
    while True:
        before = [p for p in places(board) if p not in path and path[-1] in onward(board, p)]
        if not before:
            return sum(value_at(board, place) for place in path)
        path.append(max(before, key=lambda place: (value_at(board, place), -place[0], -place[1])))


def check_number(board: Board, number: Number) -> list[Violation]:
    """List what is wrong with a number of optimal paths; small boards are counted again, path by path."""
    if number.number < 1:
        return [Violation("no-path", "there is always an optimal path")]
    right = _recount(board)
    if right is not None and right != number.number:
        return [Violation("wrong-count", f"there are {right} optimal paths, not {number.number}")]
    return []


def _recount(board: Board) -> int | None:
    """Count the optimal paths one by one; None where there are too many paths."""
    graph = {place: onward(board, place) for place in places(board)}
    sums: dict[int, int] = {}
    stack: list[tuple[tuple[Place, ...], int]] = [((place,), value_at(board, place)) for place in graph]
    for _ in range(PATIENCE):
        if not stack:
            return sums[max(sums)]
        path, total = stack.pop()
        more = [place for place in graph[path[-1]] if place not in path]
        sums[total] = sums.get(total, 0) + (not more)
        stack += [((*path, place), total + value_at(board, place)) for place in more]
    return None


def check_routes(question: Question, routes: Routes) -> list[Violation]:
    """List what is wrong with a list of optimal paths: each is legal, none stands twice, all have the same sum."""
    board: Board = question.instance
    found = [violation for route in routes.routes for violation in check(board, route)]
    if len(set(routes.routes)) < len(routes.routes):
        found.append(Violation("twice", "a path stands twice"))
    if len({worth(board, route) for route in routes.routes}) > 1:
        found.append(Violation("unequal", "the paths have different sums"))
    if len(routes.routes) > max(question.ask.count, 0):
        found.append(Violation("too-many", f"there are more paths than the {question.ask.count} that were asked for"))
    return found


def check_hint(question: Question, hint: Hint) -> list[Violation]:
    """List what is wrong with a completion: it is legal and begins with the given path."""
    board: Board = question.instance
    found = check(board, hint.route)
    given = tuple((row - 1, column - 1) for row, column in question.ask.path)
    if hint.route.places[: len(given)] != given:
        found.append(Violation("another-beginning", "the path does not begin with the given one"))
    rest = hint.route.places[len(given) :]
    if hint.next != (rest[0] if rest else None):
        found.append(Violation("wrong-next", "the next move is not that of the path"))
    return found


def worth_hint(question: Question, hint: Hint) -> int:
    """Return the sum of the completed path."""
    return worth(question.instance, hint.route)


def check_duel(board: Board, duel: Duel) -> list[Violation]:
    """List what is wrong with the values of a duel: dead starts, and moves to greater numbers, which start afresh."""
    cells = places(board)
    if not len(duel.mover_wins) == len(duel.points) == len(cells):
        return [Violation("wrong-length", f"{len(cells)} values are needed, one for each cell")]
    value = dict(zip(cells, zip(duel.mover_wins, duel.points, strict=True), strict=True))
    found, live = [], []
    for place, (wins, points) in value.items():
        own, more = value_at(board, place), onward(board, place)
        name = f"({place[0] + 1}, {place[1] + 1})"
        if not more and (wins, points) != (0, own):
            found.append(Violation("dead-start", f"from {name} there is no move: nobody moves last, the sum is {own}"))
        live += [points] if more else []
        for target in more:
            if value_at(board, target) == own:
                continue
            lost, rest = value[target]
            if not lost and not wins:
                found.append(Violation("missed-win", f"from {name} a move wins"))
            if rest is None or points is None or lost == wins:
                continue
            if (wins and points < own + rest) or (not wins and points > own + rest):
                found.append(Violation("missed-points", f"from {name} a move gives {own + rest}, not {points}"))
    known = [points for points in live if points is not None]
    if duel.least_live is not None and duel.least_live != min(known, default=0):
        found.append(Violation("wrong-least", f"the least of the live starts is {min(known, default=0)}"))
    return found
