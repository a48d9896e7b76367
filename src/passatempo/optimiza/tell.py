"""The further answers as text: levels, counts, lists of paths, hints, duels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.optimiza.show import show_route
from passatempo.render.grid import grid

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Board, Duel, Hint, Levels, Number, Route, Routes


def show_levels(board: Board, levels: Levels) -> str:
    """Write the levels, one a line.

    >>> from passatempo.optimiza.model import Board, Levels
    >>> print(show_levels(Board(2, (1, 1, 1, 2)), Levels(5, 5, 5, 5, 5)))
    X       5  backward greedy from N
    X_best  5  the same over all ways to break ties
    Y       5  backward greedy, best end
    expert  5  one dive from every start in each component
    Z       5  the optimum
    """
    rows = [
        ("X", levels.x, "backward greedy from N"),
        ("X_best", levels.x_best, "the same over all ways to break ties"),
        ("Y", levels.y, "backward greedy, best end"),
        ("expert", levels.expert, "one dive from every start in each component"),
        ("Z", levels.z, "the optimum"),
    ]
    width = max(len(str(value)) for _, value, _ in rows)
    return "\n".join(f"{name:<6}  {value:>{width}}  {text}" for name, value, text in rows)


def show_number(board: Board, number: Number) -> str:
    """Write how many optimal paths there are."""
    return f"{number.number} optimal path{'' if number.number == 1 else 's'}"


def show_routes(question: Question, routes: Routes) -> str:
    """Write the paths one after the other."""
    more = "" if routes.complete else ", and more"
    head = f"{len(routes.routes)} optimal path{'' if len(routes.routes) == 1 else 's'}{more}"
    rows = [show_route(question.instance, route).split("\n", 1)[1] for route in routes.routes]
    return "\n".join([head, *rows])


def show_trail(question: Question, route: Route) -> str:
    """Write a trail."""
    return show_route(question.instance, route).replace(" cells", " landings on cells", 1)


def show_hint(question: Question, hint: Hint) -> str:
    """Write the next move, whether the optimum is still in reach, and the completion."""
    move = "no move is left" if hint.next is None else f"next: ({hint.next[0] + 1}, {hint.next[1] + 1})"
    still = {True: "still optimal", False: "the optimum is lost", None: "whether it is still optimal is not known"}
    return f"{move}; {still[hint.optimal]}\n{show_route(question.instance, hint.route)}"


def show_duel(board: Board, duel: Duel) -> str:
    """Write the sum for every start, with a plus where the player who moves first wins.

    >>> from passatempo.optimiza.model import Board, Duel
    >>> print(show_duel(Board(2, (1, 1, 1, 2)), Duel((1, 1, 1, 0), (3, 3, 3, 2), 3)))
    +3 +3
    +3 -2
    + the first mover wins, - loses; the best live start for A concedes 3
    """
    words = [
        f"{'+' if wins else '-'}{'?' if points is None else points}"
        for wins, points in zip(duel.mover_wins, duel.points, strict=True)
    ]
    rows, start = [], 0
    for row in board.rows:
        rows.append(words[start : start + len(row)])
        start += len(row)
    least = "is not known" if duel.least_live is None else f"concedes {duel.least_live}"
    return f"{grid(rows)}\n+ the first mover wins, - loses; the best live start for A {least}"
