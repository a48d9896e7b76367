"""The surroundings of a board: row and column numbers, and a legend of its signs and colours."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from passatempo.render.svg import Markup, Point, group, text

SIZE = 11  # of the words, in units
LETTER = 6.6  # an upper bound of the mean width of a character at this size, for any font
BOX = 16  # the side of a sign
HIGH = 22  # of a row
GAP = 18  # between two entries
NARROWEST = 240  # width for words below the smallest boards


class LegendSign(NamedTuple):
    """A sign and its meaning.

    Parameters
    ----------
    sign
        Drawn around the origin, at most `BOX` wide and high.
    words
        Its meaning.
    """

    sign: Markup
    words: str


class Legend(NamedTuple):
    """A legend with its layout."""

    legend_markup: Markup
    width: float
    height: float


def legend(legend_signs: Sequence[LegendSign], at: Point, room: float) -> Legend:
    """Lay out a legend from its top left corner in lines of at most `room`; a longer entry is not broken.

    >>> from passatempo.render.svg import circle
    >>> signs = [LegendSign(circle(0, 0, 5, fill="bad"), "a mine"), LegendSign(circle(0, 0, 5), "none")]
    >>> made = legend(signs, (10, 80), 200)
    >>> made.legend_markup.count("<circle"), round(made.width, 1), made.height
    (2, 128.0, 22.0)
    """
    x = y = width = 0.0
    pieces = []
    for sign, words in legend_signs:
        long = BOX + 6 + LETTER * len(words)
        if x and x + long > max(room, NARROWEST):
            x, y = 0, y + HIGH
        pieces.append(group(sign, at=(at[0] + x + BOX / 2, at[1] + y + HIGH / 2)))
        pieces.append(text(words, at[0] + x + BOX + 6, at[1] + y + HIGH / 2 + 4))
        width = max(width, x + long)
        x += long + GAP
    legend_group = group(*pieces, fill="muted", font_size=SIZE) if pieces else Markup()
    return Legend(legend_group, width, y + HIGH if pieces else 0)


def edge_labels(columns: Iterable[Point], rows: Iterable[Point]) -> Markup:
    """Write the numbers of columns and rows from 1, centred above or right-aligned at their points.

    >>> edge_labels([(20, 10), (40, 10)], [(6, 25)]).count("<text")
    3
    """
    top = [text(str(k), x, y, text_anchor="middle") for k, (x, y) in enumerate(columns, 1)]
    side = [text(str(k), x, y + 4, text_anchor="end") for k, (x, y) in enumerate(rows, 1)]
    return group(*top, *side, fill="muted", font_size=SIZE)
