"""Boards and paths as pictures: square cells on the square surfaces, hexagons on the others."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from passatempo.core.pastime import Question
from passatempo.optimiza.model import Board, Duel, Hint, Route, Routes, Verdict, board_and_rule, row_lengths
from passatempo.optimiza.words import show_board, show_duel, show_route, show_verdict
from passatempo.render.legend import LegendSign, edge_labels, legend
from passatempo.render.svg import Markup, Point, Svg, circle, document, group, line, rect, text

STEP = 44  # between the middles of two cells of a row
MARGIN = 30
HIGH = 0.866  # rows of hexagons are nearer to each other
LARGEST = 60  # larger boards are drawn in part: nobody reads 3600 numbers
ROUND = 11  # what a move leaves free around a number
FILLED = "ramp-8"  # cells of a path, or that win


def draw_board(board: Board) -> Svg:
    """Draw a board.

    >>> draw_board(Board(2, (1, 1, 1, 2))).count("<text")  # the cells, two rows, two columns
    8
    """
    return _draw_moves(board, (), f"A board of Optimiza, N = {board.n}, {board.variant}", show_board(board))


def draw_route(board: Board, route: Route | None) -> Svg:
    """Draw a board with a path: each cell landed on is filled and carries its number in the order of the path.

    >>> "move 1" in draw_route(Board(2, (1, 1, 1, 2)), Route(((0, 0), (1, 1))))
    True
    """
    if route is None:
        return draw_board(board)
    return _draw_moves(board, route.places, "A path of Optimiza", show_route(board, route))


def draw_order(board: Board, route: Route) -> Svg:
    """Draw the order of the cells of a path, without the board's numbers: a printed solution. Both ends are ringed.

    >>> draw_order(Board(2, (1, 1, 1, 2)), Route(((0, 0), (1, 1)))).count("<circle")
    2
    """
    order = {place: move for move, place in enumerate(route.places)}
    pieces = [_cell(board, place, order.get(place)) for place in _visible_places(board)]
    for width, place in zip((3, 1.2), (route.places[0], route.places[-1]), strict=True):
        pieces.append(circle(*cell_centre(board, place), STEP * 0.41, stroke="ink", stroke_width=width))
    centres = [cell_centre(board, place) for place in route.places]
    numbers = [text(str(move), x, y + 7) for move, (x, y) in enumerate(centres, 1)]
    pieces.append(group(*numbers, font_size=20, font_weight=700, text_anchor="middle"))
    return _compose_page(board, pieces, (), "A path of Optimiza", show_route(board, route), has_labels=False)


def draw_best(board_or_question: Board | Question, route: Route | None) -> Svg:
    """Draw a path of greatest sum."""
    return draw_route(board_and_rule(board_or_question)[0], route)


def draw_verdict(question: Question, verdict: Verdict | None) -> Svg:
    """Draw the legal beginning of the path that was judged."""
    board: Board = question.instance
    if verdict is None:
        return draw_board(board)
    path = question.ask.path if verdict.legal else question.ask.path[: verdict.broken_move]
    places = [(row - 1, column - 1) for row, column in path]
    return _draw_moves(board, places, "A path of Optimiza, judged", show_verdict(question, verdict))


def cell_centre(board: Board, place: tuple[int, int]) -> Point:
    """Return the centre of a cell in the drawing."""
    row, column = place
    left = MARGIN + STEP / 2
    if board.variant == "hex-tri":
        return left + STEP * (column + (board.n - 1 - row) / 2), left + STEP * HIGH * row
    if board.variant == "hex-torus":
        return left + STEP * (column + row / 2), left + STEP * HIGH * row
    return left + STEP * column, left + STEP * row


def _visible_places(board: Board) -> list[tuple[int, int]]:
    lengths = row_lengths(board.variant, board.n)[:LARGEST]
    return [(i, j) for i, length in enumerate(lengths) for j in range(min(length, LARGEST))]


def _draw_moves(board: Board, places: Sequence[tuple[int, int]], title: str, words: str) -> Svg:
    """Draw the cells, then the moves, then the numbers, so that no line hides a number."""
    visible_places = _visible_places(board)
    order = {place: move for move, place in enumerate(places)}
    visible = set(visible_places)
    moves = [
        (cell_centre(board, before), cell_centre(board, after), not _is_straight(board, before, after))
        for before, after in pairwise(places)
        if before in visible and after in visible
    ]
    pieces = [_cell(board, place, order.get(place)) for place in visible_places]
    pieces.append(group(*[_move(*move) for move in moves], pointer_events="none"))
    pieces.append(_numbers(board, visible_places, order))
    legend_rows = [LegendSign(_legend_patch(), "landed on; small numbers: the order")] if places else []
    for crosses_edge, meaning in ((False, "a move"), (True, "a move across an edge")):
        if any(is_dashed == crosses_edge for *_, is_dashed in moves):
            legend_rows.append(LegendSign(_move((-18, 0), (18, 0), crosses_edge), meaning))
    return _compose_page(board, pieces, legend_rows, title, words)


def _compose_page(
    board: Board,
    pieces: Sequence[Markup],
    legend_rows: Sequence[LegendSign],
    title: str,
    words: str,
    *,
    has_labels: bool = True,
) -> Svg:
    """Place shapes on a page of the size of the board, with row and column numbers and a legend."""
    corner = [cell_centre(board, place) for place in _visible_places(board)]
    width = max(x for x, _ in corner) + STEP / 2 + MARGIN
    height = max(y for _, y in corner) + STEP / 2 + MARGIN
    top = height - (0 if board.variant == "hex-tri" else 18)  # a triangle has numbers below it
    key = legend(legend_rows, (MARGIN, top), width - 2 * MARGIN)
    page = (max(width, key.width + 2 * MARGIN), max(height, top + key.height + 12))
    labels = _axis_labels(board) if has_labels else Markup()
    return document(*page, *pieces, labels, key.legend_markup, title=title, description=words)


def _axis_labels(board: Board) -> Markup:
    """Write the numbers of rows and columns. The numbers of slanted columns are placed at their extensions."""
    visible_places = _visible_places(board)
    low = max(i for i, _ in visible_places)
    rows = [(x - STEP / 2 - 6, y) for x, y in (cell_centre(board, place) for place in visible_places if place[1] == 0)]
    if board.variant == "hex-tri":
        columns = [
            (x - STEP * 0.45, y + STEP * 0.88)
            for x, y in (cell_centre(board, p) for p in visible_places if p[0] == low)
        ]
    else:
        lean = STEP * 0.42 if board.variant == "hex-torus" else 0
        columns = [(x - lean, y - STEP * 0.68) for x, y in (cell_centre(board, p) for p in visible_places if p[0] == 0)]
    return edge_labels(columns, rows)


def _cell(board: Board, place: tuple[int, int], move: int | None) -> Markup:
    """Draw the outline of a cell."""
    fill = "panel" if move is None else FILLED
    if board.variant.startswith("hex"):
        corners = [(STEP * 0.56 * sin(k * pi / 3), STEP * 0.56 * cos(k * pi / 3)) for k in range(6)]
        shape = line(corners, closed=True, fill=fill, stroke="faint")
    else:
        shape = rect(-STEP / 2, -STEP / 2, STEP, STEP, fill=fill, stroke="faint")
    name = f"row {place[0] + 1}, column {place[1] + 1}" + (
        "" if move is None else f", move {move}" if move else ", start"
    )
    return group(shape, at=cell_centre(board, place), title=name)


def _numbers(
    board: Board, visible_places: Sequence[tuple[int, int]], order: Mapping[tuple[int, int], int], *, moves: bool = True
) -> Markup:
    """Write the numbers of the board. On filled cells they are bold, with the position in the path beside them."""
    plain: list[Markup] = []
    bold: list[Markup] = []
    small: list[Markup] = []
    for place in visible_places:
        x, y = cell_centre(board, place)
        number_label = text(str(board.cells[board.cell(*place) or 0]), x, y + 6)
        (bold if place in order else plain).append(number_label)
        if place in order and moves:
            small.append(text(str(order[place] + 1), x + STEP / 2 - 5, y - STEP / 2 + 13))
    inside = [*plain, group(*bold, font_weight=700), group(*small, fill="muted", font_size=10, text_anchor="end")]
    return group(*inside, font_size=18, text_anchor="middle", pointer_events="none")


def _is_straight(board: Board, before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Return whether a move stays on the board. A move across an edge is drawn as a broken line."""
    jump_length = board.cells[board.cell(*before) or 0]
    start, end = cell_centre(board, before), cell_centre(board, after)
    move_length = hypot(end[0] - start[0], end[1] - start[1])
    return STEP * jump_length * HIGH - 1 <= move_length <= STEP * jump_length * 2**0.5 + 1


def _move(start: Point, end: Point, is_dashed: bool) -> Markup:
    """Draw a move as a line between two numbers, with a dot at its end."""
    x_step, y_step = end[0] - start[0], end[1] - start[1]
    move_length = hypot(x_step, y_step)
    share = ROUND / move_length if move_length > 2 * ROUND else 0
    tail = (start[0] + x_step * share, start[1] + y_step * share)
    tip = (end[0] - x_step * share, end[1] - y_step * share)
    dashes = "2 5" if is_dashed else None
    stroke = line([tail, tip], stroke="accent", stroke_width=2, stroke_opacity=0.75, stroke_dasharray=dashes)
    return group(stroke, circle(*tip, 3, fill="accent"))


def _legend_patch() -> Markup:
    return rect(-7, -7, 14, 14, fill=FILLED, stroke="faint")


def draw_number(board: Board, answer: object) -> Svg:
    """Draw only the board, for answers without a picture."""
    return draw_board(board)


def draw_routes(question: Question, routes: Routes | None) -> Svg:
    """Draw the first of several paths."""
    return draw_route(question.instance, routes.routes[0] if routes and routes.routes else None)


def draw_trail(question: Question, route: Route | None) -> Svg:
    """Draw a trail; a cell carries the number of its last landing."""
    return draw_route(question.instance, route)


def draw_hint(question: Question, hint: Hint | None) -> Svg:
    """Draw a completed path."""
    return draw_route(question.instance, None if hint is None else hint.route)


def draw_duel(board: Board, duel: Duel | None) -> Svg:
    """Draw the board with the starts from which the first mover wins."""
    if duel is None:
        return draw_board(board)
    winning = [board.place(cell) for cell, wins in enumerate(duel.mover_wins) if wins]
    visible_places = _visible_places(board)
    order = dict.fromkeys(winning, 0)
    pieces = [
        *(_cell(board, place, order.get(place)) for place in visible_places),
        _numbers(board, visible_places, order, moves=False),
    ]
    legend_rows = [LegendSign(_legend_patch(), "a start that wins for the first mover")] if winning else []
    return _compose_page(
        board, pieces, legend_rows, "Optimiza for two: filled starts win for the first mover", show_duel(board, duel)
    )
