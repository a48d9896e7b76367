"""Boards and paths as pictures: square cells on the square surfaces, hexagons on the others."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from passatempo.optimiza.model import Board, Route, board_and_rule, row_lengths
from passatempo.optimiza.words import show_board, show_duel, show_route, show_verdict
from passatempo.render.svg import Markup, Point, Svg, circle, document, group, line, rect, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Duel, Hint, Routes, Verdict

STEP = 44  # between the middles of two cells of a row
MARGIN = 30
HIGH = 0.866  # rows of hexagons are nearer to each other
LARGEST = 60  # larger boards are drawn in part: nobody reads 3600 numbers


def draw_board(board: Board) -> Svg:
    """Draw a board.

    >>> draw_board(Board(2, (1, 1, 1, 2))).count("<text")
    4
    """
    return _draw(board, (), f"A board of Optimiza, N = {board.n}, {board.variant}", show_board(board))


def draw_route(board: Board, route: Route | None) -> Svg:
    """Draw a board with a path: each cell landed on is filled and carries its number in the order of the path.

    >>> "move 1" in draw_route(Board(2, (1, 1, 1, 2)), Route(((0, 0), (1, 1))))
    True
    """
    if route is None:
        return draw_board(board)
    return _draw(board, route.places, "A path of Optimiza", show_route(board, route))


def draw_best(given: Board | Question, route: Route | None) -> Svg:
    """Draw a path of greatest sum."""
    return draw_route(board_and_rule(given)[0], route)


def draw_verdict(question: Question, verdict: Verdict | None) -> Svg:
    """Draw the legal beginning of the path that was judged."""
    board: Board = question.instance
    if verdict is None:
        return draw_board(board)
    path = question.ask.path if verdict.legal else question.ask.path[: verdict.broken_move]
    places = [(row - 1, column - 1) for row, column in path]
    return _draw(board, places, "A path of Optimiza, judged", show_verdict(question, verdict))


def middle(board: Board, place: tuple[int, int]) -> Point:
    """Return where the middle of a cell is drawn."""
    row, column = place
    left = MARGIN + STEP / 2
    if board.variant == "hex-tri":
        return left + STEP * (column + (board.n - 1 - row) / 2), left + STEP * HIGH * row
    if board.variant == "hex-torus":
        return left + STEP * (column + row / 2), left + STEP * HIGH * row
    return left + STEP * column, left + STEP * row


def _draw(board: Board, places: Sequence[tuple[int, int]], title: str, words: str) -> Svg:
    shown = [
        (i, j)
        for i, length in enumerate(row_lengths(board.variant, board.n)[:LARGEST])
        for j in range(min(length, LARGEST))
    ]
    order = {place: move for move, place in enumerate(places)}
    pieces = [_cell(board, place, order.get(place)) for place in shown]
    visible = set(shown)
    moves = [
        _move(middle(board, before), middle(board, after), board, places[k])
        for k, (before, after) in enumerate(pairwise(places))
        if before in visible and after in visible
    ]
    return _page(board, [*pieces, *moves], title, words)


def _page(board: Board, pieces: Sequence[Markup], title: str, words: str) -> Svg:
    """Put pieces on a page of the size of the board."""
    lengths = row_lengths(board.variant, board.n)[:LARGEST]
    corner = [middle(board, (i, min(length, LARGEST) - 1)) for i, length in enumerate(lengths)]
    width = max(x for x, _ in corner) + STEP / 2 + MARGIN
    height = max(y for _, y in corner) + STEP / 2 + MARGIN
    return document(width, height, *pieces, title=title, description=words)


def _cell(board: Board, place: tuple[int, int], move: int | None, *, plain: bool = False) -> Markup:
    """Draw a cell with its number, and its place in the path if it has one."""
    x, y = middle(board, place)
    value = board.cells[board.cell(*place) or 0]
    fill = "panel" if move is None else "ramp-8"
    if board.variant.startswith("hex"):
        corners = [(STEP * 0.56 * sin(k * pi / 3), STEP * 0.56 * cos(k * pi / 3)) for k in range(6)]
        shape = line(corners, closed=True, fill=fill, stroke="faint")
    else:
        shape = rect(-STEP / 2, -STEP / 2, STEP, STEP, fill=fill, stroke="faint")
    pieces = [shape, text(str(value), 0, 6, size=18, text_anchor="middle", font_weight=400 if move is None else 700)]
    if move is not None and not plain:
        pieces.append(text(str(move + 1), STEP / 2 - 6, -STEP / 2 + 13, fill="muted", size=10, text_anchor="end"))
    name = f"row {place[0] + 1}, column {place[1] + 1}" + (
        "" if move is None else f", move {move}" if move else ", start"
    )
    return group(*pieces, at=(x, y), title=name)


def _move(start: Point, end: Point, board: Board, place: tuple[int, int]) -> Markup:
    """Draw a move as a line with a dot at its end; one that wraps around has a broken line."""
    value = board.cells[board.cell(*place) or 0]
    across, down = end[0] - start[0], end[1] - start[1]
    far = hypot(across, down)
    straight = far <= STEP * value * 2**0.5 + 1 and far >= STEP * value * HIGH - 1
    scale = (far - 14) / far if far > 14 else 0
    tip = (start[0] + across * scale, start[1] + down * scale)
    dashes = None if straight else "2 5"
    stroke = line([start, tip], stroke="accent", stroke_width=2, stroke_opacity=0.75, stroke_dasharray=dashes)
    return group(stroke, circle(*tip, 3, fill="accent"))


def draw_number(board: Board, answer: object) -> Svg:
    """Draw the board alone, for answers that are no picture."""
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
    shown = [(i, j) for i, length in enumerate(row_lengths(board.variant, board.n)) for j in range(length)]
    order = dict.fromkeys(winning, 0)
    pieces = [_cell(board, place, order.get(place), plain=True) for place in shown if max(place) < LARGEST]
    return _page(board, pieces, "Optimiza for two: filled starts win for the first mover", show_duel(board, duel))
