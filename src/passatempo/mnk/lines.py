"""The lines of a board: complete rows, columns and diagonals, and their windows of k cells.

A cell is its number in reading order, from 0. On a torus a line goes around and returns to its first cell.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm
from typing import TypeAlias

Cell: TypeAlias = int
Window: TypeAlias = tuple[Cell, ...]

MOST_KEPT = 10_000  # cells of a board whose lines are cached; larger boards produce them one by one, within limits
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # along a row, a column, a diagonal, an antidiagonal


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A complete line: its cells in order, and whether the last is followed by the first."""

    cells: Window
    is_circle: bool = False


@lru_cache(maxsize=32)
def board_lines(m: int, n: int, torus: bool = False, min_length: int = 1) -> tuple[BoardLine, ...]:
    """Return every line of an m x n board with at least `min_length` cells, by direction; on a torus each circle once.

    >>> len(board_lines(3, 3)), len(board_lines(3, 3, True)), board_lines(1, 2)[0].cells
    (16, 12, (0, 1))
    """
    return tuple(_each_line(m, n, torus, min_length))


def _each_line(m: int, n: int, torus: bool, min_length: int) -> Iterator[BoardLine]:
    circle_sets: set[frozenset[tuple[Cell, Cell]]] = set()  # on narrow boards two directions give the same circles
    for direction in DIRECTIONS:
        for cells in (_circular_lines if torus else _straight_lines)(m, n, *direction, min_length):
            circle = _circle_pairs(cells) if torus else frozenset()
            if circle not in circle_sets:
                circle_sets |= {circle} if torus else set()
                yield BoardLine(tuple(cells), is_circle=torus)


def longest_length(m: int, n: int, torus: bool = False) -> int:
    """Return the number of cells of the longest line.

    >>> longest_length(3, 4), longest_length(3, 4, True)
    (4, 12)
    """
    return lcm(m, n) if torus else max(m, n)


def _straight_lines(m: int, n: int, down: int, right: int, min_length: int) -> Iterator[list[Cell]]:
    """Yield the lines of one direction on a flat board."""
    if (m if down else n) < min_length or (n if right else m) < min_length:
        return
    for cell in range(m * n):
        row, column = divmod(cell, n)
        if row - down >= 0 and 0 <= column - right < n:
            continue  # the line begins in an earlier cell
        length = m - row if down else n
        length = min(length, n - column if right > 0 else column + 1 if right else length)
        step = down * n + right
        if length >= min_length:
            yield [cell + i * step for i in range(length)]


def _circular_lines(m: int, n: int, down: int, right: int, min_length: int) -> Iterator[list[Cell]]:
    """Yield the lines of one direction on a torus."""
    length = m // gcd(m, down) * (n // gcd(n, right)) // gcd(m // gcd(m, down), n // gcd(n, right))
    is_visited = bytearray(m * n)
    for cell in range(m * n if length >= min_length else 0):
        if not is_visited[cell]:
            row, column = divmod(cell, n)
            circle = [(row + i * down) % m * n + (column + i * right) % n for i in range(length)]
            for other in circle:
                is_visited[other] = 1
            yield circle


def _circle_pairs(cells: list[Cell]) -> frozenset[tuple[Cell, Cell]]:
    """Return the pairs of neighbours along a circle, the same in both directions."""
    pairs = zip(cells, cells[1:] + cells[:1], strict=True)
    return frozenset((min(pair), max(pair)) for pair in pairs)


@lru_cache(maxsize=32)
def windows(m: int, n: int, k: int, torus: bool = False) -> tuple[Window, ...]:
    """Return every set of k cells in a row, each once.

    There are none if k exceeds every line, and one for each cell if k is 1.

    >>> len(windows(3, 3, 3)), len(windows(15, 15, 5)), len(windows(3, 3, 3, True)), windows(2, 2, 3)
    (8, 572, 12, ())
    """
    return tuple(each_window(m, n, k, torus))


def each_window(m: int, n: int, k: int, torus: bool = False) -> Iterator[Window]:
    """Yield the same windows one by one, so that the caller can poll the clock between them."""
    distinct_windows: set[Window] = set()
    for line in (board_lines if m * n <= MOST_KEPT else _each_line)(m, n, torus, k):
        cells = line.cells
        line_cells = cells + cells[: k - 1] if line.is_circle else cells
        for start in range(len(line_cells) - k + 1):
            window = tuple(sorted(line_cells[start : start + k]))
            if (k == 1 or torus) and window in distinct_windows:
                continue
            if k == 1 or torus:  # on other boards all windows differ
                distinct_windows.add(window)
            yield window


def line_volume(m: int, n: int, k: int, torus: bool = False) -> int:
    """Return the number of cells of all windows, counted in each window; on a torus an upper bound.

    >>> line_volume(3, 3, 3), line_volume(15, 15, 5), line_volume(2, 2, 3)
    (24, 2860, 0)
    """
    if torus:
        return 4 * m * n * k
    down, right = max(0, m - k + 1), max(0, n - k + 1)
    return (m * right + n * down + 2 * down * right) * k
