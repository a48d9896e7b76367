"""A path over a board with its copies around it, so that a move over an edge is as straight as any other.

The plane is covered with copies of the board: on the torus all alike, on the Klein bottle every other column of copies
upside down. Every move is drawn from the board in the middle to the copy where it lands.
"""

from __future__ import annotations

from itertools import pairwise

from passatempo.optimiza.geometry import SENSES
from passatempo.optimiza.model import Board, Route, row_lengths
from passatempo.optimiza.words import show_route
from passatempo.render.svg import Markup, Point, Svg, circle, document, group, line, rect, text

STEP = 26
HIGH = 0.866
MARGIN = 12
LARGEST = 16  # nobody reads nine copies of a larger board


def wraps(board: Board) -> bool:
    """Tell whether a board has copies to draw.

    >>> wraps(Board(2, (1, 1, 1, 2))), wraps(Board(2, (1, 1, 2), "hex-tri"))
    (True, False)
    """
    return board.variant != "hex-tri" and board.n <= LARGEST


def unrolled(board: Board, before: tuple[int, int], after: tuple[int, int]) -> tuple[int, int] | None:
    """Return the place in the plane, relative to the board in the middle, that a move lands on; None for no move.

    Of several directions that lead there the nearest place is taken.

    >>> unrolled(Board(2, (1, 1, 1, 2)), (0, 0), (1, 1))
    (-1, -1)
    """
    value = board.cells[board.cell(*before) or 0]
    found = []
    for down, right in SENSES[board.variant]:
        place = (before[0] + value * down, before[1] + value * right)
        if folded(board, place) == after:
            found.append((abs(value * down) + abs(value * right), place))
    return min(found)[1] if found else None


def folded(board: Board, place: tuple[int, int]) -> tuple[int, int]:
    """Return the cell of the board that a place in the plane is a copy of; a triangle has no copies.

    >>> folded(Board(2, (1, 1, 1, 2), "klein-rook"), (0, 2))
    (1, 0)
    """
    if board.variant == "hex-tri":
        return place
    lengths = row_lengths(board.variant, board.n)
    rows, columns = len(lengths), lengths[0]
    row, column = place
    if board.variant.startswith("klein") and (column // columns) % 2:
        row = rows - 1 - row
    return row % rows, column % columns


def draw_wrapped(board: Board, route: Route) -> Svg:
    """Draw a path over the board and the copies around it.

    >>> draw_wrapped(Board(2, (1, 1, 1, 2)), Route(((0, 0), (1, 1)))).count("<text")
    36
    """
    lengths = row_lengths(board.variant, board.n)
    rows, columns = len(lengths), lengths[0]
    order = {place: move for move, place in enumerate(route.places)}
    places = [(i, j) for i in range(-rows, 2 * rows) for j in range(-columns, 2 * columns)]
    corner = _middle(board, (-rows, -columns))
    left, top = corner[0] - STEP / 2 - MARGIN, corner[1] - STEP / 2 - MARGIN
    far = _middle(board, (2 * rows - 1, 2 * columns - 1))
    pieces = [_cell(board, place, order, inside=0 <= place[0] < rows and 0 <= place[1] < columns) for place in places]
    pieces += [_move(board, before, after) for before, after in pairwise(route.places)]
    width, height = far[0] + STEP / 2 + MARGIN - left, far[1] + STEP / 2 + MARGIN - top
    words = show_route(board, route)
    return document(width, height, group(*pieces, at=(-left, -top)), title="The path unrolled", description=words)


def _middle(board: Board, place: tuple[int, int]) -> Point:
    row, column = place
    if board.variant == "hex-torus":
        return STEP * (column + row / 2), STEP * HIGH * row
    return STEP * column, STEP * row


def _cell(board: Board, place: tuple[int, int], order: dict[tuple[int, int], int], *, inside: bool) -> Markup:
    """Draw a cell; copies are faint."""
    x, y = _middle(board, place)
    cell = folded(board, place)
    fill = "ramp-8" if cell in order and inside else "ramp-4" if cell in order else "panel" if inside else ""
    shape = rect(x - STEP / 2, y - STEP / 2, STEP, STEP, fill=fill, stroke="muted" if inside else "faint")
    colour = "ink" if inside else "muted"
    number = board.cells[board.cell(*cell) or 0]
    return group(shape, text(str(number), x, y + 4.5, size=13, fill=colour, text_anchor="middle"))


def _move(board: Board, before: tuple[int, int], after: tuple[int, int]) -> Markup:
    """Draw a move from the board in the middle to where it lands; nothing for what is no move."""
    place = unrolled(board, before, after)
    if place is None:
        return group()
    end = _middle(board, place)
    return group(line([_middle(board, before), end], stroke="accent", stroke_width=1.8), circle(*end, 3, fill="accent"))
