"""What is typed alike in several games: a cell by its row and column from 1, and the word that ends a game."""

from __future__ import annotations

import re

from passatempo.core.errors import FormatError, quote
from passatempo.core.words import mark, told

STOP_WORDS = ("stop", "ferma", "para")  # English in every language, and the others' own
CELL = r"\(?\s*([0-9]{1,6})\s*[, ]\s*([0-9]{1,6})\s*\)?"  # for a regular expression of a whole move
_CELL = re.compile(CELL)


def read_cell(text: str) -> tuple[int, int]:
    """Read a row and a column, without looking whether they are on the board; both count from 0 then.

    Raises
    ------
    FormatError
        If the text is something else.

    Examples
    --------
    >>> read_cell("3, 4"), read_cell("(3 4)")
    ((2, 3), (2, 3))
    """
    found = _CELL.fullmatch(text.strip())
    if found is None:
        raise FormatError(
            told(mark("{text} is not a row and a column, such as 3 4"), text=quote(text)), kind="bad-move"
        )
    return int(found[1]) - 1, int(found[2]) - 1


def write_cell(place: tuple[int, int]) -> str:
    """Write a row and a column as they are typed.

    >>> write_cell((2, 3))
    '3 4'
    """
    return f"{place[0] + 1} {place[1] + 1}"
