"""Recorded games: one JSON object per line, with the mines, the clicks, the guesses and the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from passatempo.core.decoder import decode
from passatempo.core.errors import FormatError, quote
from passatempo.core.json import convert, encode
from passatempo.minesweeper.formats.minefield import Minefield, PlayedClick
from passatempo.minesweeper.model import Place, Variant

MINE, FREE = "*", "."
LONGEST_LINE = 200_000  # characters: a field has a thousand cells


@dataclass(frozen=True, slots=True)
class Line:
    """A game.

    Parameters
    ----------
    index
        Its number, from 1.
    layout
        The rows of the field, with `*` for a mine and `.` for any other cell.
    clicks
        The clicks, from 1, in order, without the cells that a zero opens.
    guesses
        The number of turns without a certainly safe cell, except the first click.
    won
        Whether every cell without a mine was opened.
    variant
        The neighbourhood.
    """

    index: int
    layout: list[str]
    clicks: list[tuple[int, int]]
    guesses: int
    won: bool
    variant: Variant = "square"


def write_line(line: Line) -> str:
    r"""Write a line with its line end; the common neighbourhood is left out.

    >>> write_line(Line(1, [".*"], [(1, 1)], 0, True))
    '{"index":1,"layout":[".*"],"clicks":[[1,1]],"guesses":0,"won":true}\n'
    """
    line_fields = {key: getattr(line, key) for key in ("index", "layout", "clicks", "guesses", "won")}
    return encode(line_fields | ({} if line.variant == "square" else {"variant": line.variant})) + "\n"


def is_series(text: str) -> bool:
    """Return whether a file has games in this form, which begins with an object with a layout and clicks.

    >>> is_series('{"index":1,"layout":[".*"],"clicks":[[1,1]],"guesses":0,"won":true}')
    True
    """
    first = text[:LONGEST_LINE].lstrip().partition("\n")[0]
    return first.startswith("{") and '"layout"' in first and '"clicks"' in first


def lines(text: str) -> Iterator[Line]:
    """Read the games one by one.

    Raises
    ------
    FormatError
        With the number of the invalid line.

    Examples
    --------
    >>> [line.won for line in lines('{"index":1,"layout":[".*"],"clicks":[[1,1]],"guesses":0,"won":true}')]
    [True]
    """
    for number, row in enumerate(text.removesuffix("\n").split("\n"), 1):
        line_label = f"record line {number}"
        try:
            line: Line = convert(decode(row), Line, "the line")
            _refuse_uneven(line)
        except FormatError as error:
            raise FormatError(f"{line_label}: {error.message}", kind=error.kind) from None
        yield line


def _refuse_uneven(line: Line) -> None:
    """Refuse a layout that is not a rectangular field."""
    if not line.layout or not line.layout[0]:
        raise FormatError("the layout is empty", kind="empty")
    for row, signs in enumerate(line.layout, 1):
        if len(signs) != len(line.layout[0]):
            raise FormatError(f"row {row} of the layout has another length", kind="ragged")
        if alien := signs.strip(MINE + FREE):
            raise FormatError(f"layout: {quote(alien[0])} is neither {MINE} nor {FREE}", kind="sign")


def minefield_of(line: Line) -> Minefield:
    """Return the field of a game with its clicks, whose times are unknown.

    >>> minefield_of(Line(1, [".*"], [(1, 1)], 0, True)).outcome
    'won'
    """
    rows, columns = len(line.layout), len(line.layout[0])
    mine = bytes(sign == MINE for sign in "".join(line.layout))
    cells = [row * columns + column for row, column in map(place_of, line.clicks)]
    clicks = tuple([PlayedClick(None, "open", (cell,), bool(mine[cell])) for cell in cells])
    return Minefield(rows, columns, mine, line.variant, cells[0], clicks, "win-rate", "passatempo")


def place_of(click: tuple[int, int]) -> Place:
    """Convert a click to a place, which counts from 0."""
    return click[0] - 1, click[1] - 1
