"""Task 1.3 of the published text, on a matrix of one's own: the entries around a cell, row by row, without the cell.

    estrai_confinanti(+Row, +Column, +Matrix, -List)

The entries of a matrix are words: the text's example has variables and numbers, and any others will do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator  # noqa: TC003  the command line reads the signature
from typing import TYPE_CHECKING, Literal, TypedDict

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.input import read_text
from passatempo.core.surface import KING, Surface

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLE = "A22B/CDE1/0FG0"  # the published text's matrix
MOST_ENTRIES = 2**20


class Neighbours(TypedDict):
    """What the command says, as JSON; rows and columns from 1."""

    cell: tuple[int, int]
    entry: str
    neighbours: list[str]
    cells: list[tuple[int, int]]


def read_matrix(text: str) -> tuple[tuple[str, ...], ...]:
    """Read a matrix of words.

    A row ends with its line or with a slash; its entries stand apart by blanks or commas, or, without any, each is one
    character. A Prolog list of lists, as the published text has it, is read too.

    Raises
    ------
    FormatError
        If there is no entry, or the rows are not equally long.

    Examples
    --------
    >>> read_matrix("A22/CDE")
    (('A', '2', '2'), ('C', 'D', 'E'))
    >>> read_matrix("[[A, 2, 2], [C, D, E]]") == read_matrix("A 2 2 / C D E") == read_matrix("A22/CDE")
    True
    """
    listed = text.strip().removesuffix(".").strip()
    if listed.startswith("[") and listed.endswith("]"):
        listed = listed[1:-1].replace("],", "]/")
        given = [_inner(row) for row in listed.split("/") if row.strip()]
    else:
        given = [row for line in text.splitlines() for row in line.split("/") if row.strip()]
    parted = any(sign in row.strip() for row in given for sign in ", \t")
    rows = tuple(tuple(row.replace(",", " ").split() if parted else row.strip()) for row in given)
    if not rows or not rows[0]:
        raise FormatError("the matrix is empty", kind="empty")
    if sum(map(len, rows)) > MOST_ENTRIES:
        raise FormatError(f"the matrix has more than {MOST_ENTRIES} entries", kind="too-large")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise FormatError(f"row {number} has {len(row)} entries, {len(rows[0])} expected", kind="ragged")
    return rows


def _inner(row: str) -> str:
    """Take the brackets off a row of a Prolog list."""
    bare = row.strip()
    if not (bare.startswith("[") and bare.endswith("]")) or "[" in bare[1:] or "]" in bare[:-1]:
        raise FormatError(f"{quote(bare)} is not a row in brackets", kind="syntax")
    return bare[1:-1].replace(",", ", ")


def around(row: int, column: int, matrix: Sequence[Sequence[str]]) -> Neighbours:
    """Name the entries around a cell, row by row, without the cell itself.

    Raises
    ------
    UsageError
        If the cell is not on the matrix.

    Examples
    --------
    >>> around(2, 1, read_matrix(EXAMPLE))["neighbours"]
    ['A', '2', 'D', '0', 'F']
    """
    rows, columns = len(matrix), len(matrix[0])
    if not (1 <= row <= rows and 1 <= column <= columns):
        raise UsageError(f"({row}, {column}) is not a cell of a matrix of {rows} rows and {columns} columns")
    cells = Surface(rows, columns, KING, KING).neighbours((row - 1) * columns + column - 1)
    places = [divmod(cell, columns) for cell in cells]
    return {
        "cell": (row, column),
        "entry": matrix[row - 1][column - 1],
        "neighbours": [matrix[r][c] for r, c in places],
        "cells": [(r + 1, c + 1) for r, c in places],
    }


def neighbours(
    file: str | None = None,
    /,
    *,
    matrix: str = "",
    row: int = 2,
    column: int = 1,
    format: Literal["text", "json"] = "text",  # noqa: A002
) -> Iterator[str]:
    """Answer task 1.3 on a matrix of one's own: the entries around a cell, row by row, without the cell.

    Parameters
    ----------
    file
        The matrix: rows of one-character entries, or with blanks or commas between them, or a list of lists as in
        Prolog; - for standard input. Without it and `matrix` that of the published text.
    matrix
        The same in place of a file; a slash ends a row.
    row, column
        The cell, from 1.
    format
        One line as the text has it, or JSON.

    Examples
    --------
    >>> list(neighbours())
    ['[A, 2, D, 0, F]']
    """
    if file is not None and matrix:
        raise UsageError("name one matrix: FILE, or --matrix")
    found = around(row, column, read_matrix(matrix or (EXAMPLE if file is None else read_text(file))))
    yield json.dumps(found, ensure_ascii=False) if format == "json" else f"[{', '.join(found['neighbours'])}]"
