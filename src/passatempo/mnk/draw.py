"""Positions and answers as pictures: crosses and rings, the last move, completed lines, threats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.mnk.model import MARKS, X
from passatempo.mnk.show import show_choice, show_position, show_value
from passatempo.mnk.text import letters_of, write_place
from passatempo.render.svg import Markup, Svg, circle, document, group, line, rect, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.pastime import Question
    from passatempo.mnk.model import Choice, Place, Position, Value

STEP = 36  # between the middles of two cells
MARGIN = 34
ARM = 10  # half the size of a mark


def middle(place: Place) -> tuple[float, float]:
    """Return where the middle of a cell is drawn."""
    return MARGIN + STEP * (place[1] + 0.5), MARGIN + STEP * (place[0] + 0.5)


def draw_position(position: Position) -> Svg:
    r"""Draw a position.

    >>> from passatempo.mnk.text import read
    >>> draw_position(read("k: 2\nX .\n. .")).count("<title>")
    2
    """
    return page(position, [], f"A position of {position.rules.m},{position.rules.n},{position.rules.k}", "")


def draw_choice(position: Position, choice: Choice | None) -> Svg:
    """Draw a position with a move: a dashed mark, and numbers for the play that is expected."""
    if choice is None:
        return draw_position(position)
    expected = choice.line or (choice.move,)
    pieces = [_planned(number, place) for number, place in enumerate(expected, 1) if not _taken(position, place)]
    return page(position, pieces, "A move", show_choice(position, choice))


def draw_value(question: Question, value: Value | None) -> Svg:
    """Draw a position with its best moves, and what every move is worth where that is known."""
    position: Position = question.instance
    if value is None:
        return draw_position(position)
    told = {place: f"{worth[0].upper()}{plies or ''}" for place, worth, plies in value.moves}
    told |= {place: f"{value.value[0].upper()}{value.plies or ''}" for place in value.best_moves}
    best = set(value.best_moves)
    pieces = [_told(place, words, bold=place in best) for place, words in told.items()]
    return page(position, pieces, "The value of a position", show_value(question, value))


def page(position: Position, pieces: Sequence[Markup], title: str, words: str) -> Svg:
    """Draw a board with further pieces on a page of its size."""
    rules = position.rules
    width, height = STEP * rules.n + 2 * MARGIN, STEP * rules.m + 2 * MARGIN
    described = "\n".join(filter(None, [show_position(position), words]))
    marks = [_mark(position, cell) for cell, mark in enumerate(position.cells) if mark]
    return document(width, height, _board(position), *marks, *pieces, title=title, description=described)


def _board(position: Position) -> Markup:
    """Draw the grid with its coordinates."""
    m, n = position.rules.m, position.rules.n
    pieces = [rect(MARGIN, MARGIN, STEP * n, STEP * m, fill="panel", stroke="faint")]
    across = [[(MARGIN, MARGIN + STEP * i), (MARGIN + STEP * n, MARGIN + STEP * i)] for i in range(1, m)]
    down = [[(MARGIN + STEP * j, MARGIN), (MARGIN + STEP * j, MARGIN + STEP * m)] for j in range(1, n)]
    pieces += [line(points, stroke="faint") for points in (*across, *down)]
    for j in range(n):
        x, _ = middle((0, j))
        pieces.append(text(letters_of(j + 1), x, MARGIN - 10, fill="muted", size=12, text_anchor="middle"))
    for i in range(m):
        _, y = middle((i, 0))
        pieces.append(text(str(i + 1), MARGIN - 8, y + 4, fill="muted", size=12, text_anchor="end"))
    return group(*pieces)


def _mark(position: Position, cell: int) -> Markup:
    """Draw a cross or a ring."""
    place = position.place(cell)
    mark = position.cells[cell]
    name = f"{MARKS[mark]} {write_place(place)}"
    if mark == X:
        shape = [
            line([(-ARM, -ARM), (ARM, ARM)], stroke="accent", stroke_width=3, stroke_linecap="round"),
            line([(-ARM, ARM), (ARM, -ARM)], stroke="accent", stroke_width=3, stroke_linecap="round"),
        ]
    else:
        shape = [circle(0, 0, ARM, stroke="bad", stroke_width=3)]
    return group(*shape, at=middle(place), title=name)


def _taken(position: Position, place: Place) -> bool:
    return position.cells[place[0] * position.rules.n + place[1]] != 0


def _planned(number: int, place: Place) -> Markup:
    """Draw a move that is still to be made."""
    ring = circle(0, 0, ARM + 3, stroke="good" if number == 1 else "muted", stroke_width=2, stroke_dasharray="3 3")
    label = text(str(number), 0, 5, fill="ink", size=13, text_anchor="middle")
    return group(ring, label, at=middle(place), title=f"ply {number}: {write_place(place)}")


def _told(place: Place, words: str, *, bold: bool) -> Markup:
    """Write what a move is worth into its cell."""
    pieces = [text(words, 0, 5, fill="ink", size=13, text_anchor="middle", font_weight=700 if bold else 400)]
    if bold:
        pieces.insert(0, circle(0, 0, ARM + 4, stroke="good", stroke_width=2))
    return group(*pieces, at=middle(place), title=f"{write_place(place)}: {words}")
