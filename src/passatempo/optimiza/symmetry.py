"""Symmetries of a surface, boards up to them, and short names of boards.

Symmetries are permutations of the cells that turn moves into moves: all translations of a torus with the eight of the
square (8 N^2 together), on the Klein bottle the translations along it, twice around, with a reflection (and half a turn
across where N is even), on the hexagonal torus translations and a half turn, on the triangle its six.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, TypeAlias

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.text import refuse_large
from passatempo.optimiza.model import VARIANTS, Board, copies, row_lengths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from passatempo.optimiza.model import Cell, Variant

Permutation: TypeAlias = tuple["Cell", ...]

Map: TypeAlias = "Callable[[int, int], tuple[int, int]]"

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O, U to take for others
SHORT = {
    "torus-queen": "TQ",
    "torus-rook": "TR",
    "klein-queen": "KQ",
    "klein-rook": "KR",
    "hex-torus": "HT",
    "hex-tri": "H3",
}
MOST_NAMED = 30  # the name of a larger board would be longer than the board


def _permutation(variant: Variant, n: int, image: Map) -> Permutation:
    """Return the cell to which each cell goes, from a map of rows and columns of the plane."""
    lengths = row_lengths(variant, n)
    return tuple([_landing(variant, lengths, image(i, j)) for i, j in _places(lengths)])


def _places(lengths: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the row and the column of each cell in reading order."""
    return ((i, j) for i, length in enumerate(lengths) for j in range(length))


def _landing(variant: Variant, lengths: tuple[int, ...], place: tuple[int, int]) -> Cell:
    """Return the cell that a row and a column of the plane are on the surface."""
    row, column = place
    if variant == "hex-tri":
        return row * (row + 1) // 2 + column
    turns, column = divmod(column, lengths[0])
    if variant.startswith("klein") and turns % 2:
        row = -1 - row
    return row % len(lengths) * lengths[0] + column


@lru_cache(maxsize=32)
def symmetries(variant: Variant, n: int, *, translations: bool = True) -> tuple[Permutation, ...]:
    """Return the symmetries of a surface; without `translations` those of the sheet of paper alone.

    >>> len(symmetries("torus-queen", 4)), len(symmetries("torus-queen", 4, translations=False))
    (128, 8)
    >>> [len(symmetries("klein-queen", n)) for n in (4, 5, 6, 7, 8)]
    [32, 20, 48, 28, 64]
    """
    maps = _maps(variant, n, translations=translations)
    return tuple(dict.fromkeys(_permutation(variant, n, image) for image in maps))


def _maps(variant: Variant, n: int, *, translations: bool = True) -> list[Map]:
    """Return the symmetries as maps of the plane; of small surfaces several may be the same."""
    rows, columns = len(row_lengths(variant, n)), row_lengths(variant, n)[-1]
    if variant == "hex-tri":
        last = n - 1
        turns = [lambda i, j: (i, j), lambda i, j: (last - j, i - j), lambda i, j: (last - i + j, last - i)]
        flips = [lambda i, j: (i, i - j), lambda i, j: (last - j, last - i), lambda i, j: (last - i + j, j)]
        return [*turns, *flips]
    points: list[Map] = [lambda i, j: (i, j), lambda i, j: (-1 - i, -1 - j)]
    if variant.startswith("torus"):
        points += [lambda i, j: (i, -1 - j), lambda i, j: (-1 - i, j), lambda i, j: (j, i), lambda i, j: (-1 - j, i)]
        points += [lambda i, j: (j, -1 - i), lambda i, j: (-1 - j, -1 - i)]
    elif variant.startswith("klein"):
        points += [lambda i, j: (i, -1 - j), lambda i, j: (-1 - i, j)]
    downs, rights = range(1), range(1)
    if translations:
        downs, rights = range(rows), range(columns)
    if translations and variant.startswith("klein"):
        downs, rights = range(0, n, n // 2) if n % 2 == 0 else range(1), range(2 * n)
    return [_shifted(point, down, right) for point in points for down in downs for right in rights]


def _shifted(point: Map, down: int, right: int) -> Map:
    """Return a map of the plane that is followed by a translation."""

    def image(i: int, j: int) -> tuple[int, int]:
        row, column = point(i, j)
        return row + down, column + right

    return image


def moved(board: Board, permutation: Permutation) -> Board:
    """Return the board with every number carried to its image."""
    cells = [0] * len(board.cells)
    for cell, image in enumerate(permutation):
        cells[image] = board.cells[cell]
    return Board(board.n, tuple(cells), board.variant)


def canonical(board: Board) -> Board:
    """Return the board that stands for all that differ by a symmetry: the first of them in the order of their numbers.

    >>> canonical(Board(2, (2, 1, 1, 1))).cells
    (1, 1, 1, 2)
    """
    cells, lengths = board.cells, row_lengths(board.variant, board.n)
    maps = _maps(board.variant, board.n)  # with the group, every inverse is among them
    best = []
    for i, j in _places(lengths):  # the maps that read least so far: few, as the least number occurs a few times only
        read = [cells[_landing(board.variant, lengths, image(i, j))] for image in maps]
        least = min(read)
        maps = [image for image, number in zip(maps, read, strict=True) if number == least]
        best.append(least)
    return Board(board.n, tuple(best), board.variant)


def orbits(variant: Variant, n: int, group: Iterable[Permutation]) -> int:
    """Count boards up to a group: the mean number of boards that its members leave alone (Burnside).

    >>> orbits("torus-queen", 4, symmetries("torus-queen", 4, translations=False))
    1514052
    """
    wanted = tuple(copies(variant, n, value) for value in range(n, 0, -1))
    types = Counter(_cycles(permutation) for permutation in group)
    total = sum(number * _colourings(cycles, wanted) for cycles, number in types.items())
    return total // types.total()


def _cycles(permutation: Permutation) -> tuple[tuple[int, int], ...]:
    """Return the lengths of the cycles with their numbers."""
    seen = [False] * len(permutation)
    lengths: Counter[int] = Counter()
    for start in range(len(permutation)):
        length, cell = 0, start
        while not seen[cell]:
            seen[cell] = True
            cell = permutation[cell]
            length += 1
        if length:
            lengths[length] += 1
    return tuple(sorted(lengths.items()))


def _colourings(cycles: tuple[tuple[int, int], ...], wanted: tuple[int, ...]) -> int:
    """Count the ways to give each cycle one number so that each number gets as many cells as wanted."""
    from math import comb

    if any(count % gcd(*(length for length, _ in cycles)) for count in wanted):
        return 0
    states = {tuple(number for _, number in cycles): 1}
    lengths = [length for length, _ in cycles]
    for count in wanted:
        after: Counter[tuple[int, ...]] = Counter()
        for state, ways in states.items():
            for taken in _takings(lengths, state, count):
                factor = ways
                for have, take in zip(state, taken, strict=True):
                    factor *= comb(have, take)
                after[tuple(have - take for have, take in zip(state, taken, strict=True))] += factor
        states = dict(after)
    return sum(states.values())


def _takings(lengths: list[int], state: tuple[int, ...], count: int) -> list[tuple[int, ...]]:
    """List how many cycles of each length together have `count` cells."""
    found: list[tuple[tuple[int, ...], int]] = [((), count)]
    for length, have in zip(lengths, state, strict=True):
        found = [
            ((*taken, take), left - take * length)
            for taken, left in found
            for take in range(min(have, left // length) + 1)
        ]
    return [taken for taken, left in found if left == 0]


def _orders(counts: list[int]) -> int:
    """Return in how many orders copies of numbers can stand."""
    from math import comb

    total, ways = 0, 1
    for count in counts:
        total += count
        ways *= comb(total, count)
    return ways


def name_of(board: Board) -> str:
    """Write a short name that recreates the board: variant, size, and its number among all boards in base 32.

    >>> name_of(Board(2, (1, 1, 2, 1)))
    'TQ2-1'

    Raises
    ------
    UsageError
        If the board is larger than `MOST_NAMED`.
    """
    n, variant = board.n, board.variant
    if n > MOST_NAMED:
        raise UsageError(f"only boards to N = {MOST_NAMED} have short names, this one has N = {n}")
    counts = [0] + [copies(variant, n, value) for value in range(1, n + 1)]
    number, left, ways = 0, len(board.cells), _orders(counts)
    for cell in board.cells:  # ways * counts[v] / left orders go on with v
        number += ways * sum(counts[:cell]) // left
        ways = ways * counts[cell] // left
        counts[cell] -= 1
        left -= 1
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 32)
        digits = DIGITS[digit] + digits
    return f"{SHORT[variant]}{n}-{digits}"


def write_canonical(board: Board) -> str:
    """Write the short name of the board that stands for all that differ by a symmetry."""
    return name_of(canonical(board))


def board_named(name: str) -> Board:
    """Return the board of a short name.

    >>> board_named("TQ2-1").cells
    (1, 1, 2, 1)

    Raises
    ------
    FormatError
        If it is no name of a board.
    """
    head, _, digits = name.strip().upper().partition("-")
    variant = next((variant for variant in VARIANTS if SHORT[variant] == head[:2]), None)
    size = head[2:]
    if variant is not None and size.isascii() and size.isdecimal():
        refuse_large(int(size[:9]), 1, MOST_NAMED, "N")
    if variant is None or not (size.isascii() and size.isdecimal() and int(size) >= 2):
        raise FormatError(f"{quote(name)} is not the name of a board, such as TQ4-5M3J", kind="bad-name")
    n = int(size)
    counts = [0] + [copies(variant, n, value) for value in range(1, n + 1)]
    left, ways = sum(counts), _orders(counts)
    if not digits or any(digit not in DIGITS for digit in digits) or len(digits) > ways.bit_length() // 5 + 1:
        raise FormatError(f"{quote(name)} is not the name of a board, such as TQ4-5M3J", kind="bad-name")
    number = 0
    for digit in digits:
        number = 32 * number + DIGITS.index(digit)
    if number >= ways:
        raise FormatError(f"{quote(name)}: there are only {ways} boards of this kind", kind="bad-name")
    cells = []
    while left:
        for value in range(1, n + 1):
            here = ways * counts[value] // left
            if number < here:
                break
            number -= here
        cells.append(value)
        ways = here
        counts[value] -= 1
        left -= 1
    return Board(n, tuple(cells), variant)
