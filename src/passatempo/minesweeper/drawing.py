"""Pictures of boards and answers: chances as shades and numbers, safe cells and mines as signs, not by colour alone."""

from collections.abc import Mapping
from fractions import Fraction
from math import cos, pi, sin

from passatempo.core.pastime import Question
from passatempo.minesweeper.model import (
    FLAG,
    UNKNOWN,
    Board,
    Certain,
    Chances,
    Click,
    Explanation,
    Guess,
    Place,
    is_covered,
)
from passatempo.minesweeper.text import SIGNS, write_grid
from passatempo.minesweeper.words import board_reading, show_board, show_certain, show_chances, show_click, show_guess
from passatempo.render.colours import shade_name
from passatempo.render.legend import LegendSign, edge_labels, legend
from passatempo.render.svg import Markup, Svg, circle, document, group, line, rect, text

STEP = 34  # the side of a cell
MARGIN = 26
HIGH = 0.866  # distance of hexagon rows, as a share of the step
LARGEST = 60  # larger boards are drawn in part, because nobody reads a million cells
SAFE, MINE, LAID, DISC = "safe", "a sure mine", "a mine", "mine"
CLICK_LABEL, BEST_LABEL = "the cell asked about", "the cell to click"
_MEANINGS = {SAFE: SAFE, MINE: MINE, LAID: "a mine, in a layout that is possible"}


def draw_board(board: Board) -> Svg:
    """Draw a board.

    >>> from passatempo.minesweeper import read
    >>> draw_board(read("#1")).count("row 1, column")
    2
    """
    return _draw_page(board, {}, {}, "A board of Minesweeper", show_board(board))


def draw_certain(board: Board, certain_cells: Certain | None) -> Svg:
    """Draw a board with a tick on safe cells and a mine on sure mines.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Certain
    >>> drawn = draw_certain(read("01#1#"), Certain(((0, 4),), ((0, 2),)))
    >>> "column 5: covered, safe" in drawn, "column 3: covered, a sure mine" in drawn
    (True, True)
    """
    if certain_cells is None:
        return draw_board(board)
    marks = dict.fromkeys(certain_cells.safe, SAFE) | dict.fromkeys(certain_cells.sure_mines, MINE)
    return _draw_page(board, marks, {}, "Certain cells of Minesweeper", show_certain(board, certain_cells))


def draw_plain(board: Board, certain_cells: Certain, *, for_paper: bool = False) -> Svg:
    """Draw a board and its marks as `draw_certain` does, without a caption.

    With `for_paper`, covered squares are blank, zeros are written, and mines are black discs. There are no labels, and
    the description has a row of signs for each row of the board.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Certain
    >>> "layouts" in draw_plain(read("1#"), Certain((), ()))
    False
    """
    marks = dict.fromkeys(certain_cells.safe, SAFE) | dict.fromkeys(
        certain_cells.sure_mines, DISC if for_paper else MINE
    )
    places = _visible_places(board)
    right, bottom = (
        max(ends) + STEP / 2 for ends in zip(*(cell_middle(board, place) for place in places), strict=True)
    )
    size, pieces = (right + MARGIN, bottom + MARGIN), _draw_cells(board, marks, {}, for_paper=for_paper)
    if not for_paper:
        pieces.append(_draw_labels(board))
        return document(*size, *pieces, title="Minesweeper", description=show_board(board))
    signs = "\n".join([" ".join(row) for row in write_grid(board, certain_cells.sure_mines).splitlines()])
    return document(*size, *pieces, title=f"{board.rows} rows, {board.columns} columns", description=signs)


def draw_click(board: Board, click: Click | None) -> Svg:
    """Draw the layout with a mine at the queried cell, or the cell alone."""
    if click is None:
        return draw_board(board)
    rows = click.witness.splitlines()[:LARGEST]
    marks = {(i, j): LAID for i, row in enumerate(rows) for j, sign in enumerate(row[:LARGEST]) if sign == "*"}
    chance = {} if click.probability is None else {board.asked: click.probability}
    if click.verdict == "safe":
        marks[board.asked] = SAFE
    return _draw_page(
        board, marks, chance, "A click in Minesweeper", show_click(board, click), (board.asked, CLICK_LABEL)
    )


def draw_chances(board: Board, chances: Chances | None) -> Svg:
    """Draw a board with the chance of a mine in every covered cell, as a shade and in per cent.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Chances
    >>> from fractions import Fraction
    >>> ">50<" in draw_chances(read("1##"), Chances(2, {(0, 1): Fraction(1)}, Fraction(1, 2)))
    True
    """
    if chances is None:
        return draw_board(board)
    place_chances = {place: chance for place, chance in chances.near.items() if chance is not None}
    marks = {}
    for place in _visible_places(board):
        cell = place[0] * board.columns + place[1]
        if is_covered(board.cells[cell]) and place not in chances.near and chances.other is not None:
            place_chances[place] = chances.other
        if place_chances.get(place) in (0, 1):
            marks[place] = MINE if place_chances.pop(place) else SAFE
    return _draw_page(board, marks, place_chances, "Chances of a mine, in per cent", show_chances(board, chances))


def draw_guess(board: Board, guess: Guess | None) -> Svg:
    """Draw the candidates of a guess with their chance of a mine, and frame the best one."""
    if guess is None or not guess.candidates:  # no cell is left to open
        return draw_board(board)
    chances = {candidate.place: 1 - candidate.safety for candidate in guess.candidates}
    best = guess.candidates[0].place
    marks = dict.fromkeys(chances, SAFE) if guess.candidates[0].safety == 1 else {}
    return _draw_page(board, marks, chances, "Where to click next", show_guess(board, guess), (best, BEST_LABEL))


def _visible_places(board: Board) -> list[Place]:
    return [(i, j) for i in range(min(board.rows, LARGEST)) for j in range(min(board.columns, LARGEST))]


def cell_middle(board: Board, place: Place) -> tuple[float, float]:
    """Return the centre of a cell in the drawing."""
    row, column = place
    if board.variant == "hexagonal":
        return MARGIN + STEP * (column + 0.5 + row % 2 / 2), MARGIN + STEP * (0.5 + HIGH * row)
    return MARGIN + STEP * (column + 0.5), MARGIN + STEP * (row + 0.5)


def _draw_page(
    board: Board,
    marks: Mapping[Place, str],
    chances: Mapping[Place, Fraction],
    title: str,
    words: str,
    frame_mark: "tuple[Place | None, str]" = (None, ""),
) -> Svg:
    """Draw all cells on a page of the size of the board, with the legend and the text below them."""
    places = _visible_places(board)
    pieces = [*_draw_cells(board, marks, chances), _draw_labels(board)]
    corners = [cell_middle(board, place) for place in places]
    right, bottom = max(x for x, _ in corners) + STEP / 2, max(y for _, y in corners) + STEP / 2
    legend_rows = _legend_rows(board, marks, chances)
    frame_place, meaning = frame_mark
    if frame_place in places:
        pieces.append(group(_draw_frame(STEP), at=cell_middle(board, frame_place)))
        legend_rows.append(LegendSign(_draw_frame(13), meaning))
    key = legend(legend_rows, (MARGIN, bottom + 10), right - MARGIN)
    reading_line = board_reading(board)
    if len(places) < len(board.cells):
        reading_line = (
            f"the first {min(board.rows, LARGEST)} rows and {min(board.columns, LARGEST)} columns; {reading_line}"
        )
    pieces += [key.legend_markup, text(reading_line, MARGIN, bottom + 28 + key.height, fill="muted", size=11)]
    width = max(right, MARGIN + key.width, MARGIN + 6.6 * len(reading_line)) + MARGIN
    return document(width, bottom + 40 + key.height, *pieces, title=title, description=words)


def _draw_cells(
    board: Board, marks: Mapping[Place, str], chances: Mapping[Place, Fraction], *, for_paper: bool = False
) -> list[Markup]:
    return [
        _draw_cell(board, place, marks.get(place, ""), chances.get(place), for_paper=for_paper)
        for place in _visible_places(board)
    ]


def _draw_labels(board: Board) -> Markup:
    """Draw the row and column numbers."""
    places = _visible_places(board)
    edges = [(MARGIN - 7, cell_middle(board, place)[1]) for place in places if place[1] == 0]
    return edge_labels([(cell_middle(board, place)[0], MARGIN - 9) for place in places if place[0] == 0], edges)


def _legend_rows(board: Board, marks: Mapping[Place, str], chances: Mapping[Place, Fraction]) -> list[LegendSign]:
    """List the signs and colours that occur on a board, with their meanings."""
    legend_rows = [LegendSign(rect(-7, -7, 14, 14, fill="panel", stroke="faint"), "covered")] if board.covered else []
    legend_rows += [LegendSign(_draw_sign("?"), "an unknown number")] if UNKNOWN in board.cells else []
    legend_rows += [LegendSign(_draw_sign("F"), "a flag")] if FLAG in board.cells else []
    marks_used = dict.fromkeys(marks.values())
    legend_rows += [
        LegendSign(group(_draw_tick() if mark == SAFE else _draw_mine(), transform="scale(.8)"), _MEANINGS[mark])
        for mark in marks_used
    ]
    if any(place not in marks for place in chances):
        ramp = [rect(5 * k - 7.5, -7, 5, 14, fill=shade_name(k / 2)) for k in range(3)]
        legend_rows.append(LegendSign(group(*ramp), "the chance of a mine, in per cent"))
    return legend_rows


def _draw_sign(sign: str) -> Markup:
    return text(sign, 0, 4, text_anchor="middle", font_weight=700)


def _draw_frame(side: float) -> Markup:
    return rect(-side / 2, -side / 2, side, side, stroke="accent", stroke_width=3)


def _draw_cell(board: Board, place: Place, mark: str, chance: Fraction | None, *, for_paper: bool) -> Markup:
    """Draw a cell with its number, its sign, or its chance of a mine."""
    code = board.cells[place[0] * board.columns + place[1]]
    is_covered_cell = is_covered(code)
    fill = "panel" if chance is None else shade_name(float(chance))
    if for_paper or not is_covered_cell:
        fill = "paper"
    pieces = [_draw_outline(board, fill)]
    name = f"row {place[0] + 1}, column {place[1] + 1}: " + ("covered" if is_covered_cell else SIGNS[code])
    if not is_covered_cell and (code or for_paper):
        pieces.append(text(SIGNS[code], 0, 6, size=17, text_anchor="middle"))
    if mark:
        pieces.append(_draw_tick() if mark == SAFE else circle(0, 0, 9, fill="ink") if mark == DISC else _draw_mine())
        name += f", {mark}"
    elif chance is not None:
        pieces.append(text(format_percent(chance), 0, 4, size=11, text_anchor="middle"))
        name += f", {chance}"
    if code == FLAG:
        spot, size = ((11, -6), 9) if mark or chance is not None else ((0, 6), 17)
        pieces.append(text("F", *spot, fill="muted", size=size, text_anchor="middle"))
        name += ", flag"
    return group(*pieces, at=cell_middle(board, place), title=name)


def format_percent(chance: Fraction) -> str:
    """Write a chance in per cent, in at most four characters; only certain cells get 0 or 100.

    >>> from fractions import Fraction
    >>> [format_percent(Fraction(share)) for share in ("1/3", "1/2", "1/1000", "999/1000")]
    ['33.3', '50', '0.1', '99.9']
    """
    hundredths = min(max(float(chance) * 100, 0.1), 99.9)
    return f"{hundredths:.1f}".removesuffix(".0")


def _draw_outline(board: Board, fill: str) -> Markup:
    if board.variant == "hexagonal":
        corners = [(STEP * 0.577 * sin(k * pi / 3), STEP * 0.577 * cos(k * pi / 3)) for k in range(6)]
        return line(corners, closed=True, fill=fill, stroke="faint")
    return rect(-STEP / 2, -STEP / 2, STEP, STEP, fill=fill, stroke="faint")


def _draw_tick() -> Markup:
    return line([(-7, 0), (-2, 6), (8, -7)], stroke="good", stroke_width=3)


def _draw_mine() -> Markup:
    spokes = [
        line([(-9 * sin(a), -9 * cos(a)), (9 * sin(a), 9 * cos(a))], stroke="bad", stroke_width=2) for a in _TURNS
    ]
    return group(*spokes, circle(0, 0, 6, fill="bad"))


_TURNS = tuple(k * pi / 4 for k in range(4))


def draw_explanation(board: Board, explanation: Explanation | None) -> Svg:
    """Draw a board with its certain cells.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.model import Explanation, Reason
    >>> "covered, a sure mine" in draw_explanation(read("1#"), Explanation((Reason((0, 1), True, (), "single", ""),)))
    True
    """
    if explanation is None:
        return draw_certain(board, None)
    safe = tuple(sorted(reason.cell for reason in explanation.reasons if not reason.mine))
    mines = tuple(sorted(reason.cell for reason in explanation.reasons if reason.mine))
    wrong = tuple(place for place in safe if board.cells[place[0] * board.columns + place[1]] == FLAG)
    return draw_certain(board, Certain(safe, mines, wrong))


def draw_readings(question: Question, chances: Chances | None) -> Svg:
    """Draw the chances, with the mine count where there is one."""
    return draw_chances(question.instance, chances)
