"""The text format of a board: a grid of numbers, with blanks or commas between them, and ``key: value`` lines.

A line end, ``/`` or ``|`` ends a row, in a text of one line ``;`` too. One row may hold all numbers of a square board.

::

    2 3 3 3
    1 2 1 1
    4 3 2 1
    2 3 2 1
    variant: torus-rook

Rows of the hexagonal triangle have 1, 2, ... N numbers. A file of comma-separated values is the same with commas.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import count_of
from passatempo.core.text import Piece, clean, lines, read_size, refuse_large, split_keys
from passatempo.optimiza.model import MOST_N, VARIANTS, Board, row_lengths

KEYS = ("variant", "n", "board")
_SEPARATORS = str.maketrans(",;\t/|", "   \n\n")
_ONE_LINE = str.maketrans(";/|", "\n\n\n")
_WORD = re.compile(r"[^\s,;]+")


def read(text: str, **keys: Any) -> Board:
    r"""Read a board from text.

    Parameters
    ----------
    text
        The grid; lines that start with ``//`` say nothing.
    keys
        Instance keys that win over the text (`variant`, `N`, `board`).

    Raises
    ------
    FormatError, InvalidInstance
        With the row and the column of what is wrong, or the numbers that occur too often or too rarely.

    Examples
    --------
    >>> read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1").n
    4
    >>> read("1,1\r\n1,2", variant="torus-rook")
    <Board 1 1 / 1 2 / variant: torus-rook>
    >>> read("1 1; 1 2") == read("1 1 1 2") == read("1 1 / 1 2")
    True
    """
    key_pieces, rest = split_keys(clean(text), KEYS)
    variant = keys.get("variant") or _read_variant(key_pieces.get("variant"))
    size_claim = keys["N"] if "N" in keys else read_size(key_pieces["n"], "N", MOST_N) if "n" in key_pieces else None
    if "board" in keys:
        return board_of(keys["board"], variant, size_claim)
    rows = _read_grid(rest)
    if len(rows) == 1 and len(rows[0]) == math.isqrt(len(rows[0])) ** 2 and not variant.startswith("hex"):
        side = math.isqrt(len(rows[0]))
        rows = [rows[0][start : start + side] for start in range(0, side * side, side)]
    return board_of(rows, variant, size_claim, rest)


def _read_variant(variant_piece: Piece | None) -> str:
    if variant_piece is None:
        return VARIANTS[0]
    if variant_piece.text not in VARIANTS:
        raise variant_piece.error(f"is not one of {', '.join(VARIANTS)}", kind="bad-variant")
    return variant_piece.text


def _read_grid(piece: Piece) -> list[list[int]]:
    """Read the rows of numbers, with a fast path for valid text."""
    text = _part_rows(piece)
    rows = [row for row in text.splitlines() if row and not row.isspace()]
    refuse_large(len(rows), 1, MOST_N, "the number of rows", piece)
    if text.isascii() and "_" not in text:  # int() reads other digits too, and 1_0
        with suppress(ValueError):  # also of what int() refuses as too long
            return [list(map(int, row.split())) for row in rows]
    for number, words in enumerate(_row_words(piece), 1):
        for column, word in enumerate(words, 1):
            if re.fullmatch(r"[+-]?[0-9]{1,6}", word.text) is None:
                raise word.error(f"(row {number}, column {column}) is not a number", kind="not-a-number")
    return [[int(word.text) for word in words] for words in _row_words(piece)]


def _part_rows(piece: Piece) -> str:
    """Return the text of a grid with a line end after each row and blanks between numbers; places stay the same."""
    text = piece.text
    return (text if "\n" in text.strip() else text.translate(_ONE_LINE)).translate(_SEPARATORS)


def _row_words(piece: Piece) -> Iterator[Iterable[Piece]]:
    """Split a grid into rows with their words; rows without any are left out."""
    for line in lines(Piece.of_text(_part_rows(piece))):
        yield [piece.sub_piece(*word.span()) for word in _WORD.finditer(line.full_text, line.start, line.end)]


def board_of(
    rows: Sequence[Sequence[int]], variant: Any, size_claim: int | None = None, piece: Piece | None = None
) -> Board:
    """Make a board from rows of numbers, whose shape determines the size.

    Parameters
    ----------
    rows
        The numbers.
    variant
        One of the six.
    size_claim
        The size that the instance claims, if it does.
    piece
        The text of the grid, for the places of faults.

    Raises
    ------
    FormatError, InvalidInstance
        If the shape is not that of the variant, or the numbers are wrong.
    """
    if variant not in VARIANTS:
        raise FormatError(f"{quote(variant)} is not one of {', '.join(VARIANTS)}", where="variant", kind="bad-variant")
    error_place = "" if piece else "board"
    refuse_large(size_claim or 0, 1, MOST_N, "N")
    if not rows:
        raise FormatError("the board is empty", where=error_place, kind="empty")
    n = _board_size(rows, variant, error_place)
    if size_claim is not None and size_claim != n:
        raise FormatError(f"N is {size_claim}, but the board has size {n}", where="N", kind="wrong-size")
    cells = tuple(chain.from_iterable(rows))
    if min(cells) < 1 or max(cells) > n:
        raise _out_of_range(rows, n, piece)
    return Board(n, cells, variant)


def _board_size(rows: Sequence[Sequence[int]], variant: Any, error_place: str) -> int:
    """Find the size from the shape of the rows, or say what is wrong with it."""
    if variant == "hex-tri":
        n = len(rows)
        target_lengths = row_lengths(variant, n)
    else:
        widths = [len(row) for row in rows]
        width = max(set(widths), key=lambda length: (widths.count(length), -widths.index(length)))
        target_lengths = (width,) * len(rows)
        n = width - 1 if variant == "hex-torus" and width == 2 * len(rows) + 1 else width
    for number, (row, length) in enumerate(zip(rows, target_lengths, strict=True), 1):
        if len(row) != length:
            row_error = f"row {number} has {count_of(len(row), 'cell')}, expected {length}"
            raise FormatError(row_error, where=error_place, kind="ragged")
    if target_lengths != row_lengths(variant, n):
        shape = "N/2 rows of N + 1, or (N + 1)/2 rows of N" if variant == "hex-torus" else "not square"
        raise FormatError(
            f"{count_of(len(rows), 'row')} of {target_lengths[0]}: {shape}", where=error_place, kind="wrong-shape"
        )
    return n


def _out_of_range(rows: Sequence[Sequence[int]], n: int, piece: Piece | None) -> FormatError:
    """Report the first number outside 1..n."""
    i, j = next((i, j) for i, row in enumerate(rows) for j, number in enumerate(row) if not 1 <= number <= n)
    absent = all(n not in row for row in rows)
    range_message = f"is outside 1..{n}" + (f", and the board has no {n}" if absent else "")
    if piece is None:
        message = f"row {i + 1}, column {j + 1}: {quote(rows[i][j])} {range_message}"
        return FormatError(message, where="board", kind="out-of-range")
    word = next(islice(chain.from_iterable(_row_words(piece)), sum(map(len, rows[:i])) + j, None))
    return word.error(f"(row {i + 1}, column {j + 1}) {range_message}", kind="out-of-range")


def write(board: Board) -> str:
    r"""Write a board as canonical text; reading it gives an equal board.

    >>> write(Board(2, (1, 1, 1, 2)))
    '1 1\n1 2\n'
    """
    rows = [" ".join(map(str, row)) for row in board.rows]
    if board.variant != VARIANTS[0]:
        rows.append(f"variant: {board.variant}")
    return "\n".join(rows) + "\n"
