"""Boards and answers as text."""

from passatempo.core.json import count_of
from passatempo.core.pastime import Question
from passatempo.optimiza.model import (
    VARIANTS,
    Board,
    Duel,
    Hint,
    Levels,
    Number,
    Route,
    Routes,
    Verdict,
    board_and_rule,
)
from passatempo.render.grid import grid

LARGEST_GRID = 40  # columns that fit on a screen
LONGEST_LINE = 100


def show_board(board: Board) -> str:
    """Write the board with its rows and columns numbered; a cell is named number(row, column).

    >>> print(show_board(Board(2, (1, 1, 1, 2))))
       1 2
    1  1 1
    2  1 2
    """
    board_grid = grid_of(board, [list(row) for row in board.rows])
    return board_grid if board.variant == VARIANTS[0] else f"{board_grid}\nvariant: {board.variant}"


def grid_of(board: Board, rows: list[list[object]]) -> str:
    """Write a text for each cell, with numbered rows and columns."""
    if board.variant != "hex-tri":
        return grid(rows, top=range(1, len(rows[0]) + 1), side=range(1, len(rows) + 1))
    margin = len(str(board.n))
    width = max(margin, *(len(str(word)) for row in rows for word in row)) + 1
    width += width % 2  # each row a half cell to the left of the one above
    shift = width // 2 if board.n <= LARGEST_GRID else 0
    lines = [
        f"{i + 1:>{margin}} {' ' * shift * (board.n - 1 - i)}{''.join(f'{word!s:>{width}}' for word in row)}"
        for i, row in enumerate(rows)
    ]
    return "\n".join([*lines, "columns count from the left in each row"])


def show_route(board: Board, route: Route) -> str:
    """Write a path: its sum, then cell by cell ``number(row, column)``.

    >>> print(show_route(Board(2, (1, 1, 1, 2)), Route(((0, 0), (1, 1)))))
    sum 3 of 5, 2 of 4 cells
    1(1, 1) 2(2, 2)
    """
    rows = board.rows
    score = sum(rows[i][j] for i, j in route.places)
    head = f"sum {score} of {sum(board.cells)}, {len(route.places)} of {count_of(len(board.cells), 'cell')}"
    return "\n".join([head, *_wrap_words([f"{rows[i][j]}({i + 1}, {j + 1})" for i, j in route.places])])


def show_best(board_or_question: Board | Question, route: Route) -> str:
    """Write a path of greatest sum, and its rule if that is not the usual one."""
    board, strict = board_and_rule(board_or_question)
    return show_route(board, route).replace("\n", "; no cell is passed twice\n" if strict else "\n", 1)


def _wrap_words(words: list[str]) -> list[str]:
    """Break a long list of words into lines."""
    rows, row = [], ""
    for word in words:
        if row and len(row) + 1 + len(word) > LONGEST_LINE:
            rows.append(row)
            row = word
        else:
            row = f"{row} {word}" if row else word
    return [*rows, row]


BROKEN = {
    "off-board": "lies off the board",
    "not-straight": "is not a straight move by the number it leaves",
    "smaller": "goes to a smaller number",
    "used": "ends on a cell already used",
    "passed": "cannot be made without passing a cell twice",
}


def show_verdict(question: Question, verdict: Verdict) -> str:
    """Write the verdict on a path.

    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza.model import PathAsk
    >>> question = Question(Board(2, (1, 1, 1, 2)), PathAsk([(1, 1), (1, 1)]))
    >>> print(show_verdict(question, Verdict(False, 1, False, 1, "used")))
    illegal: move 1 to (1, 1) ends on a cell already used; the moves before it score 1
    """
    if verdict.legal:
        left = "no move is left" if verdict.finished else "a move is left"
        return f"legal: the score is {verdict.score}, {left}"
    move = verdict.broken_move or 0
    row, column = question.ask.path[move]
    name = f"move {move} to" if move else "the start at"
    return f"illegal: {name} ({row}, {column}) {BROKEN[verdict.rule]}; the moves before it score {verdict.score}"


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
    width = max(len(str(level_sum)) for _, level_sum, _ in rows if level_sum is not None)
    text_rows = [(name, "?" if level_sum is None else str(level_sum), text) for name, level_sum, text in rows]
    limit_note = "\n? not known: a limit was reached first" if levels.x_best is None else ""
    return "\n".join(f"{name:<6}  {level_sum:>{width}}  {text}" for name, level_sum, text in text_rows) + limit_note


def show_number(board: Board, number: Number) -> str:
    """Write the number of optimal paths."""
    return f"{number.number} optimal path{'' if number.number == 1 else 's'}"


def show_routes(question: Question, routes: Routes) -> str:
    """Write the paths one after the other."""
    rest_note = "" if routes.complete else ", and more"
    head = f"{len(routes.routes)} optimal path{'' if len(routes.routes) == 1 else 's'}{rest_note}"
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
        1  2
    1  +3 +3
    2  +3 -2
    + the first mover wins, - loses; the best live start for A concedes 3
    """
    words = [
        f"{'+' if wins else '-'}{'?' if points is None else points}"
        for wins, points in zip(duel.mover_wins, duel.points, strict=True)
    ]
    rows: list[list[object]] = []
    start = 0
    for row in board.rows:
        rows.append([*words[start : start + len(row)]])
        start += len(row)
    live_note = "is not known" if duel.least_live is None else f"concedes {duel.least_live}"
    return f"{grid_of(board, rows)}\n+ the first mover wins, - loses; the best live start for A {live_note}"
