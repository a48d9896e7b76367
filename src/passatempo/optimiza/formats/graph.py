"""A picture of the graph of a board: the cells by their numbers, the moves between them."""

from math import cos, pi, sin

from passatempo.optimiza.geometry import legal_moves
from passatempo.optimiza.model import Board, Cell
from passatempo.render.legend import LegendSign, legend
from passatempo.render.svg import Point, Svg, circle, document, group, line, text

BAND = 150  # from the circle of one number to the next
MARGIN = 40


def write(board: Board) -> Svg:
    """Draw the graph: the cells of a number on a circle, N in the middle.

    >>> from passatempo.optimiza.model import Board
    >>> write(Board(2, (1, 1, 1, 2))).count("<circle")
    8
    """
    spots = _cell_points(board)
    middle = MARGIN + BAND / 2 * (board.n - 1) + 20
    lines = []
    dots = []
    for cell, targets in enumerate(legal_moves(board)):
        for d in targets:
            greater = board.cells[d] > board.cells[cell]
            if greater or cell < d:
                start, end = spots[cell], spots[d]
                tone = "faint" if greater else "accent"
                lines.append(line([start, end], stroke=tone, stroke_width=1 if greater else 2))
                if greater:
                    tip = (end[0] + (start[0] - end[0]) * 0.1, end[1] + (start[1] - end[1]) * 0.1)
                    dots.append(circle(*tip, 2, fill="muted"))
    for cell, spot in spots.items():
        row, column = board.place(cell)
        mark = [circle(0, 0, 12, fill="panel", stroke="ink"), text(str(board.cells[cell]), 0, 5, text_anchor="middle")]
        dots.append(group(*mark, at=spot, title=f"row {row + 1}, column {column + 1}"))
    words = "lines without dots join equal numbers, dots stand at the greater number"
    legend_rows = [
        LegendSign(line([(-8, 0), (8, 0)], stroke="accent", stroke_width=2), "a move between equal numbers, both ways"),
        LegendSign(
            group(line([(-8, 0), (8, 0)], stroke="faint"), circle(5, 0, 2, fill="muted")), "a move to the dot's end"
        ),
    ]
    key = legend(legend_rows, (MARGIN, 2 * middle), 2 * middle - 2 * MARGIN)
    width, height = max(2 * middle, key.width + 2 * MARGIN), 2 * middle + key.height + 10
    return document(width, height, *lines, *dots, key.legend_markup, title="The graph of a board", description=words)


def _cell_points(board: Board) -> dict[Cell, Point]:
    """Place the cells: the smaller the number, the wider its circle."""
    middle = MARGIN + BAND / 2 * (board.n - 1) + 20
    cell_points: dict[Cell, Point] = {}
    for number in range(1, board.n + 1):
        level = [cell for cell, v in enumerate(board.cells) if v == number]
        radius = BAND / 2 * (board.n - number) + (12 if len(level) > 1 and number == board.n else 0)
        for k, cell in enumerate(level):
            turn = 2 * pi * (k / len(level)) + number
            cell_points[cell] = (middle + radius * cos(turn), middle + radius * sin(turn))
    return cell_points
