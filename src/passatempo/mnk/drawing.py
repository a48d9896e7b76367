"""Positions and answers as pictures: crosses and rings, the last move, completed lines, threats, runs.

A threat is a cell that would complete a line. It carries a small dashed mark of the side that threatens, so that its
shape shows the side without the colour.
"""

from collections.abc import Sequence
from textwrap import wrap

from passatempo.core.interface import Interface
from passatempo.core.pastime import Question
from passatempo.mnk.corrado.evaluation import Run, run_weight, runs_of
from passatempo.mnk.formats.board_text import status_line
from passatempo.mnk.formats.notation import letters_of, write_place
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import Choice, Evaluation, Place, Position, Value
from passatempo.mnk.rules import EMPTY, MARKS, Mark, O, X
from passatempo.mnk.words import draw_board, show_choice, show_evaluation, show_value
from passatempo.render.legend import LegendSign, legend
from passatempo.render.svg import EVEN_FONTS, Markup, Point, Svg, circle, document, group, line, path, rect, text

STEP = 36  # between the centres of two cells
MARGIN = 34
ARM = 10  # half the size of a mark
LARGEST = 100  # rows and columns; of larger boards only a part is drawn
INKS = ("", "accent", "bad")  # of X and of O
LETTER = 7.5  # the width of a character of the text below the board
NARROWEST = 64  # characters in a line of text, on boards of few columns
COMPLETE = 10  # a threat, by the weights of the kernel
LABELLED = 80  # runs of at least this weight carry the number; the text below the board lists all


def cell_centre(place: Place) -> Point:
    """Return the centre of a cell in the drawing."""
    return MARGIN + STEP * (place[1] + 0.5), MARGIN + STEP * (place[0] + 0.5)


def is_drawn(position: Position, place: Place) -> bool:
    """Return whether a cell is in the part that is drawn."""
    return max(place) < LARGEST and place[0] < position.rules.m and place[1] < position.rules.n


def draw_position(position: Position) -> Svg:
    r"""Draw a position with its last move, completed lines, and threats.

    >>> from passatempo.mnk.text import read
    >>> draw_position(read("k: 2\nX .\n. .")).count("<title>X threatens")
    3
    """
    threats = _draw_threats(position)
    legend_rows = [
        LegendSign(_draw_sign(X, 4, 1.5, "2 2"), "completes a line (X)"),
        LegendSign(_draw_sign(O, 4, 1.5, "2 2"), "completes a line (O)"),
    ]
    return draw_page(position, threats, "A position", legend_rows=legend_rows if threats else ())


def draw_choice(position: Position, choice: Choice | None) -> Svg:
    """Draw a position with a move; the cells of the expected play are numbered."""
    if choice is None:
        return draw_position(position)
    pieces = []
    for number, place in enumerate(choice.line or (choice.move,), 1):
        mark = position.to_move if number % 2 else 3 - position.to_move
        pieces.append(_draw_move(number, mark, place))
    legend_rows = [
        LegendSign(_draw_sign(position.to_move, 7, 1.5, "3 3"), "the move (1) and the play that is expected")
    ]
    return draw_page(position, pieces, "A move", show_choice(position, choice), legend_rows)


def draw_paper(position: Position, moves: Sequence[Place] = ()) -> Svg:
    r"""Draw a position to be printed in any language, or with numbered moves instead of coordinates.

    >>> from passatempo.mnk.text import read
    >>> "move" in draw_paper(read("k: 3\nX O ."))
    False
    """
    rules = position.rules
    marks = [_draw_mark(position, cell) for cell, mark in enumerate(position.cells) if mark]
    move_marks = [
        _draw_move(number, position.to_move if number % 2 else 3 - position.to_move, place, dashes=None)
        for number, place in enumerate(moves, 1)
    ]
    width, height = (2 * MARGIN + STEP * size for size in (rules.n, rules.m))
    page_pieces = [_draw_grid(rules.m, rules.n, has_labels=not moves), *marks, *move_marks]
    description = "\n".join([draw_board(position), *([" ".join(map(write_place, moves))] if moves else [])])
    return document(width, height, *page_pieces, title=f"{rules.m},{rules.n},{rules.k}", description=description)


def draw_value(question: Question, value_answer: Value | None) -> Svg:
    """Draw a position with its best moves, and the values of all moves if known."""
    position: Position = question.instance
    if value_answer is None:
        return draw_position(position)
    worth_labels = {place: f"{game_value[0].upper()}{plies or ''}" for place, game_value, plies in value_answer.moves}
    worth_labels |= {
        place: f"{value_answer.value[0].upper()}{value_answer.plies or ''}" for place in value_answer.best_moves
    }
    best = set(value_answer.best_moves)
    pieces = [
        _worth_label(place, words, bold=place in best)
        for place, words in worth_labels.items()
        if is_drawn(position, place)
    ]
    legend_rows = [
        LegendSign(_draw_ring(7), "best"),
        LegendSign(_value_initials(), "win, draw or loss, and in how many plies"),
    ]
    return draw_page(
        position, pieces, "The value of a position", show_value(question, value_answer), legend_rows if pieces else ()
    )


def draw_evaluation(question: Question, evaluation: Evaluation | None) -> Svg:
    """Draw the runs of two and more marks with their values; a free end has a dot, a blocked one a bar.

    Single marks are runs in four directions; only the text below the board lists them.
    """
    position: Position = question.instance
    if evaluation is None:
        return draw_position(position)
    me = MARKS.index(evaluation.me)
    run_pieces, labels = [], []
    for mark in (X, O):
        for run in runs_of(position, mark):
            points = [cell_centre(place) for place in map(position.place, run.cells) if is_drawn(position, place)]
            if len(points) > 1:
                run_score = run_weight(len(run.cells), run.free_ends, position.rules.k, own=mark == me)
                run_pieces.append(
                    _draw_run(position, run, points, f"{MARKS[mark]} {len(points)} {run.kind}: {run_score}")
                )
                labels += [_run_label(position, run, points, str(run_score))] if run_score >= LABELLED else []
    pieces = [*run_pieces, *labels]
    legend_rows = [
        LegendSign(_draw_end((0, 0), (1, 0), "ink", free=True), "a free end of a run"),
        LegendSign(_draw_end((0, 0), (1, 0), "ink", free=False), "a blocked end"),
    ]
    if labels:
        legend_rows.append(LegendSign(rect(-8, -6, 16, 12, fill="paper", stroke="muted", rx=3), "what a run counts"))
    words = show_evaluation(question, evaluation)
    return draw_page(position, pieces, "The published evaluation", words, legend_rows if run_pieces else ())


def draw_page(
    position: Position, pieces: Sequence[Markup], title: str, words: str = "", legend_rows: Sequence[LegendSign] = ()
) -> Svg:
    """Draw a board with further pieces on a page of its size, with the legend and a text below it."""
    rules = position.rules
    rows, columns = min(rules.m, LARGEST), min(rules.n, LARGEST)
    room = max(NARROWEST, int(STEP * columns / LETTER))
    below = [part for row in (status_line(position), *words.splitlines()) for part in wrap(row, room) or [""]]
    key = legend([*_board_legend(position), *legend_rows], (MARGIN, STEP * rows + MARGIN + 8), room * LETTER)
    width = max(STEP * columns, LETTER * max(map(len, below)), key.width) + 2 * MARGIN
    top = STEP * rows + MARGIN + key.height + (6 if key.height else 0)
    marks = [
        _draw_mark(position, cell)
        for cell, mark in enumerate(position.cells)
        if mark and is_drawn(position, position.place(cell))
    ]
    text_rows = [text(row.replace("  ", "\xa0\xa0"), MARGIN, top + 22 + 16 * i) for i, row in enumerate(below)]
    small = max(rules.m, rules.n) <= LARGEST
    page_description = "\n".join([*([draw_board(position)] if small else []), *below])
    page_pieces = [_draw_grid(rows, columns), *marks, *_strike_lines(position), *pieces, key.legend_markup]
    page_pieces.append(group(*text_rows, font_size=12, font_family=EVEN_FONTS))
    return document(width, top + 30 + 16 * len(below), *page_pieces, title=title, description=page_description)


def _board_legend(position: Position) -> list[LegendSign]:
    """Explain the signs that may occur on any board."""
    board_legend = [LegendSign(rect(-7, -7, 14, 14, stroke="muted", stroke_width=2), "the last move")]
    board_legend = (
        board_legend if position.last is not None and is_drawn(position, position.place(position.last)) else []
    )
    return (
        [*board_legend, LegendSign(_draw_strike([(-8, 0), (8, 0)], "ink"), "a completed line")]
        if position.won
        else board_legend
    )


def _draw_grid(rows: int, columns: int, *, has_labels: bool = True) -> Markup:
    """Draw the grid with its coordinates."""
    right, bottom = MARGIN + STEP * columns, MARGIN + STEP * rows
    row_lines = [f"M{MARGIN} {MARGIN + STEP * i}H{right}" for i in range(1, rows)]
    column_lines = [f"M{MARGIN + STEP * j} {MARGIN}V{bottom}" for j in range(1, columns)]
    pieces = [rect(MARGIN, MARGIN, STEP * columns, STEP * rows, fill="panel", stroke="faint")]
    if row_lines or column_lines:
        pieces.append(path("".join([*row_lines, *column_lines]), stroke="faint"))
    if not has_labels:
        return group(*pieces)
    names = []
    for j in range(columns):
        x, _ = cell_centre((0, j))
        names.append(text(letters_of(j + 1), x, MARGIN - 10, text_anchor="middle"))
    for i in range(rows):
        _, y = cell_centre((i, 0))
        names.append(text(str(i + 1), MARGIN - 8, y + 4, text_anchor="end"))
    return group(*pieces, group(*names, fill="muted", font_size=12))


def _draw_sign(mark: Mark, arm: float, thick: float, dashes: str | None = None) -> Markup:
    """Draw a cross or a ring around the origin."""
    if mark == X:
        arms = f"M{-arm} {-arm}L{arm} {arm}M{-arm} {arm}L{arm} {-arm}"
        return path(arms, stroke=INKS[mark], stroke_width=thick, stroke_linecap="round", stroke_dasharray=dashes)
    return circle(0, 0, arm, stroke=INKS[mark], stroke_width=thick, stroke_dasharray=dashes)


def _draw_mark(position: Position, cell: Cell) -> Markup:
    """Draw a mark, with a frame around the last one."""
    place = position.place(cell)
    mark = position.cells[cell]
    last = cell == position.last
    frame = [rect(3 - STEP / 2, 3 - STEP / 2, STEP - 6, STEP - 6, stroke="muted", stroke_width=2)] if last else []
    title = f"{MARKS[mark]} {write_place(place)}{', the last move' if last else ''}"
    return group(*frame, _draw_sign(mark, ARM, 3), at=cell_centre(place), title=title)


def _strike_lines(position: Position) -> list[Markup]:
    """Draw lines through completed lines."""
    strike_lines = []
    for window in position.won:
        points = [cell_centre(place) for place in map(position.place, window) if is_drawn(position, place)]
        strike_lines.append(_draw_strike(points, INKS[position.cells[window[0]]]))
    return strike_lines


def _draw_strike(points: Sequence[Point], ink: str) -> Markup:
    """Draw a line through the centres of neighbouring cells; around a torus it breaks off and continues."""
    pieces, start = [], 0
    for at in range(1, len(points) + 1):
        is_break = at == len(points) or max(abs(a - b) for a, b in zip(points[at], points[at - 1], strict=True)) > STEP
        if is_break:
            stretch = points[start:at] if at - start > 1 else [points[start], points[start]]
            pieces.append(line(stretch, stroke=ink, stroke_width=6, stroke_opacity=0.6, stroke_linecap="round"))
            start = at
    return group(*pieces, title="a completed line")


def _draw_threats(position: Position) -> list[Markup]:
    """Mark the cells that would complete a line, for both sides, while the game is open."""
    if position.result:
        return []
    reply = Interface.of("mnk").ask("threats", position=(position.rules.numbers, position.cells)).reply
    threats = {position.to_move: reply["own"], 3 - position.to_move: reply["other"]}
    pieces = []
    for cell in position.legal:
        for mark, aside in ((X, -7), (O, 7)):
            if threats[mark][cell] == COMPLETE and is_drawn(position, position.place(cell)):
                x, y = cell_centre(position.place(cell))
                title = f"{MARKS[mark]} threatens {write_place(position.place(cell))}"
                pieces.append(group(_draw_sign(mark, 4, 1.5, "2 2"), at=(x + aside, y), title=title))
    return pieces


def _draw_move(number: int, mark: Mark, place: Place, dashes: str | None = "3 3") -> Markup:
    """Draw a move that is not yet made: its number under a dashed mark."""
    weight = 400 if dashes and number > 1 else 700
    label = text(str(number), 0, 5, size=13, text_anchor="middle", font_weight=weight)
    title = f"ply {number}: {MARKS[mark]} {write_place(place)}"
    plate = circle(0, 0, 8, fill="panel")  # hides the stroke behind the number
    return group(_draw_sign(mark, ARM + 3, 1.5, dashes), plate, label, at=cell_centre(place), title=title)


def _worth_label(place: Place, words: str, *, bold: bool) -> Markup:
    """Write the value of a move into its cell; best moves have a ring."""
    ring = [_draw_ring(ARM + 4)] if bold else []
    label = text(words, 0, 5, size=13, text_anchor="middle", font_weight=700 if bold else 400)
    return group(*ring, label, at=cell_centre(place), title=f"{write_place(place)}: {words}")


def _draw_ring(radius: float) -> Markup:
    return circle(0, 0, radius, stroke="good", stroke_width=2)


def _value_initials() -> Markup:
    return text("W3", 0, 4, size=12, text_anchor="middle", font_weight=700)


def _draw_run(position: Position, run: Run, points: Sequence[Point], title: str) -> Markup:
    """Draw a run as a line with its ends."""
    ink = INKS[position.cells[run.cells[0]]]
    column_step, row_step = ((b - a) / STEP for a, b in zip(points[0], points[1], strict=True))
    pieces = [_draw_strike(points, ink)]
    for point, side, outside in zip((points[0], points[-1]), (-1, 1), _outer_places(position, run), strict=True):
        tip = (point[0] + side * column_step * STEP / 2, point[1] + side * row_step * STEP / 2)
        pieces.append(_draw_end(tip, (column_step, row_step), ink, free=_is_free(position, outside)))
    return group(*pieces, title=title)


def _outer_places(position: Position, run: Run) -> tuple[Place, Place]:
    """Return the places before and after a run of at least two marks."""
    (row, column), (next_row, next_column) = position.place(run.cells[0]), position.place(run.cells[1])
    down, right = next_row - row, next_column - column
    last = position.place(run.cells[-1])
    return (row - down, column - right), (last[0] + down, last[1] + right)


def _run_label(position: Position, run: Run, points: Sequence[Point], words: str) -> Markup:
    """Write the value of a run in the free cell after or before it, or else over its middle."""
    free = [cell_centre(place) for place in reversed(_outer_places(position, run)) if _is_free(position, place)]
    x, y = free[0] if free else ((a + b) / 2 for a, b in zip(points[0], points[-1], strict=True))
    wide = 6.5 * len(words) + 4
    plate = rect(-wide / 2, -8, wide, 15, fill="paper", stroke="muted", rx=3)
    return group(plate, text(words, 0, 4, size=11, text_anchor="middle"), at=(x, y))


def _draw_end(tip: Point, direction: Point, ink: str, *, free: bool) -> Markup:
    """Draw the end of a run: a dot if it is free, a crossbar if it is blocked."""
    if free:
        return circle(*tip, 3.5, fill=ink)
    bar = [
        (tip[0] - direction[1] * 6, tip[1] + direction[0] * 6),
        (tip[0] + direction[1] * 6, tip[1] - direction[0] * 6),
    ]
    return line(bar, stroke=ink, stroke_width=3)


def _is_free(position: Position, place: Place) -> bool:
    """Return whether a place next to a run is a free cell."""
    row, column = place
    if position.rules.torus:
        row, column = row % position.rules.m, column % position.rules.n
    inside = 0 <= row < position.rules.m and 0 <= column < position.rules.n
    return inside and position.cells[row * position.rules.n + column] == EMPTY
