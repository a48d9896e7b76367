"""The flow of a sheet: the sizes of drawings, the rows of a page, and the heights that text needs.

Sizes are in mm and letters in points. The width of text is estimated, rather too wide than too narrow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from passatempo.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from passatempo.core.messages import Locale
    from passatempo.puzzles.puzzle import Recipe
    from passatempo.render.crop import Cropped

Paper = Literal["a4", "letter"]
PerPage = Literal[1, 2, 4, 6]
Solutions = Literal["page", "foot", "none", "only"]
PAPERS = {"a4": (210.0, 297.0, "a4"), "letter": (215.9, 279.4, "us-letter")}  # and Typst's name
SIDE, TOP, BOTTOM = 14.0, 12.0, 14.0
GUTTER, ROW_GAP = 8.0, 6.0
POINT = 25.4 / 72
LETTER, BOLD, LINE = 0.44, 0.55, 1.17  # the mean width of a letter, of a bold one, and the height of a line
NOTES = 30.0  # the height of the space for notes
CELL, LARGE_CELL, LARGE_BOARD_CELL = 4.0, 9.0, 7.0  # the least widths; the last one on boards of more than 9 cells
SOLVED_CELL = 5.0  # what is easy to look at
BOARD = 9.9
SLACK = 1.01  # against rounding
LEAST_LETTER, READABLE_LETTER, LARGE_LETTER = 5.0, 6.0, 8.0
MOST_LETTERS = 200  # of a text of the head or foot
SIZE, LARGE_SIZE = 10.0, 16.0  # of text, in points
LARGE_PAGE = 2  # the most puzzles on a page of large print
RULES = 0.85  # their size as a share of that of text; in large print they have all of it


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The layout of a sheet, as `sheet` takes it: `date_text` is its `date`."""

    paper_size: Paper = "a4"
    per_page: PerPage | None = None
    solution_place: Solutions = "page"
    locale: Locale = "en"
    title: str = ""
    day: date | None = None
    byline: str = ""
    issue: str = ""
    date_text: str = ""
    footer: str = ""
    large: bool = False

    def __post_init__(self) -> None:
        if self.large and self.most > LARGE_PAGE:
            raise UsageError("--large has at most two puzzles a page")
        texts = {"title": self.title, "byline": self.byline, "issue": self.issue, "date": self.date_text}
        for option, text in {**texts, "footer": self.footer}.items():
            if len(text) > MOST_LETTERS:
                raise UsageError(f"--{option}: {len(text)} characters; at most {MOST_LETTERS} fit")

    @property
    def size(self) -> float:
        """The size of text in points."""
        return LARGE_SIZE if self.large else SIZE

    @property
    def rules_size(self) -> float:
        """The size of rules in points."""
        return self.size if self.large else RULES * self.size

    @property
    def most(self) -> int:
        """The most puzzles on a page."""
        return self.per_page or (LARGE_PAGE if self.large else 4)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return 1 if self.most <= LARGE_PAGE else 2

    @property
    def width(self) -> float:
        """The width between the margins in mm."""
        return PAPERS[self.paper_size][0] - 2 * SIDE


@dataclass(frozen=True, slots=True)
class Block:
    """A puzzle or a solution on a page: the drawing's size in its own units, and the height of its text.

    `least` and `largest` are mm per unit; `text` is the height at the width of a column, and of the page.
    """

    index: int
    width: float
    height: float
    least: float
    largest: float
    text: tuple[float, float] = (0.0, 0.0)
    label: float = 0.0
    scale: float = 0.0

    @property
    def column(self) -> float:
        """The width that the block takes with its drawing at its scale."""
        return max(self.scale * self.width, self.label)


Rows: TypeAlias = "list[tuple[Block, ...]]"


def block_of(index: int, drawing: Cropped, recipe: Recipe[Any, Any], *, solved: bool, large: bool) -> Block:
    """Return the block of a puzzle, or of a solution, which nobody writes into: its letters alone decide its size."""
    unit, point = recipe.cell_unit, SLACK * POINT / drawing.smallest_letter  # mm per unit for a letter of one point
    if solved:
        least, readable = (LARGE_LETTER,) * 2 if large else (LEAST_LETTER, READABLE_LETTER)
        return Block(
            index,
            drawing.width,
            drawing.height,
            max(CELL / unit, least * point),
            max(SOLVED_CELL / unit, readable * point),
        )
    is_large_board = max(drawing.width, drawing.height) > BOARD * unit
    cell = CELL if not large else LARGE_BOARD_CELL if is_large_board else LARGE_CELL
    least = max(cell / unit, (LARGE_LETTER if large else LEAST_LETTER) * point)
    return Block(index, drawing.width, drawing.height, least, recipe.largest_cell / unit)


def text_width(text: str, size: float, letter: float = LETTER) -> float:
    """Return the width of a line; the mean width of a letter is a share of the size.

    >>> round(text_width("a" * 100, 10), 1)
    155.2
    """
    return letter * size * POINT * len(text)


def text_height(text: str, size: float, width: float) -> float:
    """Return the height of a paragraph.

    >>> round(text_height("a" * 100, 10, 80), 1)
    8.3
    """
    return ceil(text_width(text, size) / width) * LINE * size * POINT


def rows_of(blocks: Sequence[Block], page_width: float, columns: int) -> Rows:
    """Arrange the puzzles of a page in rows. Those that do not fit into a column take both columns, and stand last.

    If an odd number is left in columns, the one whose drawing is widest in proportion takes both columns too.

    >>> square, row = Block(0, 100, 100, 0.4, 1), Block(1, 500, 90, 0.1, 1)
    >>> [len(row) for row in rows_of([row, square, square, square], 182, 2)]
    [2, 2]
    >>> [[block.index for block in row] for row in rows_of([row, square, square], 182, 2)]
    [[0, 0], [1]]
    """
    if columns == 1:
        return [(block,) for block in blocks]
    wide = [block for block in blocks if block.least * block.width > column_width(page_width, 2)]
    narrow = [block for block in blocks if block not in wide]
    if len(narrow) % 2:
        widest = max(narrow, key=lambda block: block.width / block.height)
        narrow.remove(widest)
        wide = sorted([*wide, widest], key=lambda block: block.index)
    return [*zip(narrow[::2], narrow[1::2], strict=True), *((block,) for block in wide)]


def column_width(page_width: float, columns: int) -> float:
    """Return the width of a column."""
    return (page_width - GUTTER * (columns - 1)) / columns


def scale_rows(rows: Rows, page_width: float, room: float) -> Rows:
    """Choose the scales of the drawings of a page: at most the largest, so that all rows fit if this is possible."""
    widths = [column_width(page_width, len(row)) for row in rows]
    fitted = [
        tuple([replace(block, scale=min(block.largest, width / block.width)) for block in row])
        for row, width in zip(rows, widths, strict=True)
    ]
    shares = _share_out([row_height(row) for row in fitted], room - ROW_GAP * (len(rows) - 1))
    return [
        tuple([_shrunk(block, share - block.text[len(row) == 1]) for block in row])
        for row, share in zip(fitted, shares, strict=True)
    ]


def _shrunk(block: Block, height: float) -> Block:
    return replace(block, scale=max(block.least, min(block.scale, height / block.height)))


def rows_height(rows: Rows) -> float:
    """Return the height of rows with the gaps between them."""
    return sum(map(row_height, rows)) + ROW_GAP * (len(rows) - 1)


def row_height(row: Sequence[Block]) -> float:
    """Return the height of a row of puzzles at their scales."""
    return max(block.text[len(row) == 1] + block.scale * block.height for block in row)


def _share_out(heights: Sequence[float], room: float) -> list[float]:
    """Grant each row its natural height or, of what is left, an equal share.

    >>> _share_out([90, 20, 90], 150)
    [65.0, 20, 65.0]
    """
    shares = list(heights)
    for number, at in enumerate(sorted(range(len(heights)), key=lambda at: heights[at])):
        shares[at] = min(heights[at], room / (len(heights) - number))
        room -= shares[at]
    return shares


def pack_solutions(blocks: Sequence[Block], page_width: float, *, are_small: bool = False) -> Rows:
    """Arrange solutions in rows from left to right, with letters that are easy to read unless they are to be small.

    >>> [len(row) for row in pack_solutions([Block(0, 100, 100, 0.4, 0.5)] * 4, 182)]
    [3, 1]
    """
    rows: Rows = []
    for block in blocks:
        scale = block.least if are_small else min(block.largest, page_width / block.width)
        scaled = replace(block, scale=max(block.least, scale))
        row = (*rows[-1], scaled) if rows else (scaled,)
        if rows and sum(part.column for part in row) + GUTTER * (len(row) - 1) <= page_width:
            rows[-1] = row
        else:
            rows.append((scaled,))
    return rows
