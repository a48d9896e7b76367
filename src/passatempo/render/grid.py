"""Boards as text: columns that line up, with headings and marked cells."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType

_NONE: Mapping[tuple[int, int], str] = MappingProxyType({})


def text_width(text: str) -> int:
    """Return the number of columns that a text takes on a terminal.

    Wide East Asian characters and most emoji take two, combining marks and selectors none.

    >>> text_width("7♥"), text_width("e\u0301"), text_width("雷"), text_width("🚩")
    (2, 1, 2, 2)
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # imported here, as most boards are ASCII

    visible_characters = [character for character in text if category(character) not in ("Mn", "Me", "Cf")]
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in visible_characters)


def pad_text(text: str, columns: int, *, left: bool = False) -> str:
    """Fill a text with blanks up to a number of columns, before it or, with `left`, after it.

    >>> pad_text("雷", 4), pad_text("7", 3, left=True)
    ('  雷', '7  ')
    """
    blanks = " " * (columns - text_width(text))
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
    heads = [[str(head) for head in top]] if top else []
    lines = heads + [[str(cell) for cell in row] for row in rows]
    plain = all(cell.isascii() for line in lines for cell in line)  # a fast path: half a second for a million numbers
    widths = [max(map(len if plain else text_width, column)) for column in zip_longest(*lines, fillvalue="")]
    names = [*[""] * len(heads), *map(str, side)] if side else []
    margin = max(map(text_width, names), default=0)

    text_lines = []
    for at, (line, name) in enumerate(zip_longest(lines, names[: len(lines)], fillvalue="")):
        row = at - len(heads)
        if plain:
            cells = list(map(str.ljust if left else str.rjust, line, widths))  # rows may be short
        else:
            cells = [pad_text(cell, columns, left=left) for cell, columns in zip(line, widths, strict=False)]
        if marks:
            fences = [marks.get((row, column), "  ") if row >= 0 else "  " for column in range(len(line))]
            text = "".join(f"{fence[0]}{cell}{fence[1]}" for fence, cell in zip(fences, cells, strict=True))
        else:
            text = " ".join(cells)
        text_lines.append(f"{pad_text(name, margin, left=True)}  {text}".rstrip() if names else text.rstrip())
    return "\n".join(text_lines)
