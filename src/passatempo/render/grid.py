"""Boards as text: columns that line up, with headings and marked cells."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NONE: Mapping[tuple[int, int], str] = MappingProxyType({})


def width(text: str) -> int:
    """Return the columns that a text takes on a terminal.

    Wide characters of East Asia and most emoji take two, combining marks and selectors none.

    >>> width("7♥"), width("e\u0301"), width("雷"), width("🚩")
    (2, 1, 2, 2)
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # not needed for most boards

    shown = [character for character in text if category(character) not in ("Mn", "Me", "Cf")]
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in shown)


def pad(text: str, columns: int, *, left: bool = False) -> str:
    """Fill a text with blanks up to a number of columns, before it or, with `left`, after it.

    >>> pad("雷", 4), pad("7", 3, left=True)
    ('  雷', '7  ')
    """
    blanks = " " * (columns - width(text))
    return text + blanks if left else blanks + text


def grid(
    rows: Sequence[Sequence[object]],
    *,
    marks: Mapping[tuple[int, int], str] = _NONE,
    top: Sequence[object] = (),
    side: Sequence[object] = (),
    left: bool = False,
) -> str:
    r"""Write a board with its columns lined up.

    Parameters
    ----------
    rows
        The cells of each row; rows may differ in length. A string is a row of its characters.
    marks
        Two characters to put around a cell, such as ``[]``, by row and column from 0.
    top, side
        Headings of the columns and of the rows.
    left
        Align cells to the left rather than to the right.

    Returns
    -------
    str
        Lines without trailing blanks.

    Examples
    --------
    >>> print(grid([[1, 12], [103, 4]], marks={(1, 1): "[]"}, side="ab", top=(1, 2)))
         1   2
    a    1  12
    b  103 [ 4]
    """
    cells = [[str(cell) for cell in row] for row in rows]
    heads = [str(head) for head in top]
    names = [str(name) for name in side]
    columns = max([len(heads), *map(len, cells)])
    widths = [max([width(row[c]) for row in [heads, *cells] if c < len(row)], default=0) for c in range(columns)]
    margin = max(map(width, names), default=0)

    def write(name: str, row: Sequence[str], marked: Mapping[int, str]) -> str:
        fence = [marked.get(c, "  ") for c in range(len(row))]
        padded = [pad(cell, widths[c], left=left) for c, cell in enumerate(row)]
        if marks:
            written = "".join([f"{pair[0]}{cell}{pair[1]}" for pair, cell in zip(fence, padded, strict=True)])
        else:
            written = " ".join(padded)
        return (f"{pad(name, margin, left=True)}  {written}" if names else written).rstrip()

    lines = [write("", heads, {})] if heads else []
    for r, row in enumerate(cells):
        name = names[r] if r < len(names) else ""
        lines.append(write(name, row, {c: marks[r, c] for c in range(len(row)) if (r, c) in marks}))
    return "\n".join(lines)
