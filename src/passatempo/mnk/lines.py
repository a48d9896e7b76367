"""The lines of a board: whole rows, columns and diagonals, and the windows of k cells in them.

A cell is its number in reading order, from 0. On a torus a line goes around and comes back to its first cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Cell: TypeAlias = int
Window: TypeAlias = tuple[Cell, ...]

MOST_KEPT = 10_000  # cells of a board whose lines are kept: those of larger ones are made one by one, within limits
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # along a row, a column, a diagonal, an antidiagonal


@dataclass(frozen=True, slots=True)
class Line:
    """A whole line: its cells in order, and whether the last is followed by the first."""

    cells: Window
    round: bool = False


@lru_cache(maxsize=32)
def lines(m: int, n: int, torus: bool = False, least: int = 1) -> tuple[Line, ...]:
    """Return every line of an m x n board of at least so many cells, by direction; on a torus each circle once.

    >>> len(lines(3, 3)), len(lines(3, 3, True)), lines(1, 2)[0].cells
    (16, 12, (0, 1))
    """
    return tuple(_each_line(m, n, torus, least))


def _each_line(m: int, n: int, torus: bool, least: int) -> Iterator[Line]:
    known: set[frozenset[tuple[Cell, Cell]]] = set()  # on narrow boards two directions give the same circles
    for direction in DIRECTIONS:
        for cells in (_circles if torus else _straight)(m, n, *direction, least):
            circle = _circle(cells) if torus else frozenset()
            if circle not in known:
                known |= {circle} if torus else set()
                yield Line(tuple(cells), round=torus)


def longest(m: int, n: int, torus: bool = False) -> int:
    """Return the number of cells of the longest line.

    >>> longest(3, 4), longest(3, 4, True)
    (4, 12)
    """
    return lcm(m, n) if torus else max(m, n)


def _straight(m: int, n: int, down: int, right: int, least: int) -> Iterator[list[Cell]]:
    """Yield the lines of one direction on a flat board."""
    if (m if down else n) < least or (n if right else m) < least:
        return
    for cell in range(m * n):
        row, column = divmod(cell, n)
        if row - down >= 0 and 0 <= column - right < n:
            continue  # a cell stands before it
        length = m - row if down else n
        length = min(length, n - column if right > 0 else column + 1 if right else length)
        step = down * n + right
        if length >= least:
            yield [cell + i * step for i in range(length)]


def _circles(m: int, n: int, down: int, right: int, least: int) -> Iterator[list[Cell]]:
    """Yield the lines of one direction on a torus."""
    length = m // gcd(m, down) * (n // gcd(n, right)) // gcd(m // gcd(m, down), n // gcd(n, right))
    seen = bytearray(m * n)
    for cell in range(m * n if length >= least else 0):
        if not seen[cell]:
            row, column = divmod(cell, n)
            circle = [(row + i * down) % m * n + (column + i * right) % n for i in range(length)]
            for other in circle:
                seen[other] = 1
            yield circle


def _circle(cells: list[Cell]) -> frozenset[tuple[Cell, Cell]]:
    """Return the neighbours along a circle, whichever way it is walked."""
    pairs = zip(cells, cells[1:] + cells[:1], strict=True)
    return frozenset((min(pair), max(pair)) for pair in pairs)


@lru_cache(maxsize=32)
def windows(m: int, n: int, k: int, torus: bool = False) -> tuple[Window, ...]:
    """Return every set of k cells in a row, each once.

    There are none where k exceeds every line, and one for each cell where k is 1.

    >>> len(windows(3, 3, 3)), len(windows(15, 15, 5)), len(windows(3, 3, 3, True)), windows(2, 2, 3)
    (8, 572, 12, ())
    """
    return tuple(each_window(m, n, k, torus))


def each_window(m: int, n: int, k: int, torus: bool = False) -> Iterator[Window]:
    """Yield the same windows one by one, for those who look at the clock between them."""
    found: set[Window] = set()
    for line in (lines if m * n <= MOST_KEPT else _each_line)(m, n, torus, k):
        cells = line.cells
        ahead = cells + cells[: k - 1] if line.round else cells
        for start in range(len(ahead) - k + 1):
            window = tuple(sorted(ahead[start : start + k]))
            if (k == 1 or torus) and window in found:
                continue
            if k == 1 or torus:  # elsewhere no two are equal
                found.add(window)
            yield window


def volume(m: int, n: int, k: int, torus: bool = False) -> int:
    """Return how many cells all windows have together, counted again in each; on a torus an upper bound.

    >>> volume(3, 3, 3), volume(15, 15, 5), volume(2, 2, 3)
    (24, 2860, 0)
    """
    if torus:
        return 4 * m * n * k
    down, right = max(0, m - k + 1), max(0, n - k + 1)
    return (m * right + n * down + 2 * down * right) * k
