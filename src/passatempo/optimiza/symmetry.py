"""Symmetries of a surface, and boards up to them.

Symmetries are permutations of the cells that turn moves into moves: all translations of a torus with the eight of the
square (8 N^2 together), on the Klein bottle the translations along it, twice around, with a reflection (and half a turn
across where N is even), on the hexagonal torus translations and a half turn, on the triangle its six.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import gcd
from typing import TypeAlias

from passatempo.optimiza.model import Board, Cell, Variant, copy_count, row_lengths

Permutation: TypeAlias = tuple["Cell", ...]

Map: TypeAlias = "Callable[[int, int], tuple[int, int]]"

SHORT = {
    "torus-queen": "TQ",
    "torus-rook": "TR",
    "klein-queen": "KQ",
    "klein-rook": "KR",
    "hex-torus": "HT",
    "hex-tri": "H3",
}


def _permutation(variant: Variant, n: int, image: Map) -> Permutation:
    """Return the cell to which each cell goes, from a map of rows and columns of the plane."""
    lengths = row_lengths(variant, n)
    return tuple([_image_cell(variant, lengths, image(i, j)) for i, j in _places(lengths)])


def _places(lengths: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the row and the column of each cell in reading order."""
    return ((i, j) for i, length in enumerate(lengths) for j in range(length))


def _image_cell(variant: Variant, lengths: tuple[int, ...], place: tuple[int, int]) -> Cell:
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
    maps = _symmetry_maps(variant, n, translations=translations)
    return tuple(dict.fromkeys(_permutation(variant, n, image) for image in maps))


def _symmetry_maps(variant: Variant, n: int, *, translations: bool = True) -> list[Map]:
    """Return the symmetries as maps of the plane. Several may coincide on small surfaces."""
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
    return [_shift_map(point, down, right) for point in points for down in downs for right in rights]


def _shift_map(point: Map, down: int, right: int) -> Map:
    """Return a map of the plane that is followed by a translation."""

    def image(i: int, j: int) -> tuple[int, int]:
        row, column = point(i, j)
        return row + down, column + right

    return image


def canonical_board(board: Board) -> Board:
    """Return the canonical board of a symmetry class, the first in lexicographic order.

    >>> canonical_board(Board(2, (2, 1, 1, 1))).cells
    (1, 1, 1, 2)
    """
    cells, lengths = board.cells, row_lengths(board.variant, board.n)
    maps = _symmetry_maps(board.variant, board.n)  # with the group, every inverse is among them
    best = []
    for i, j in _places(lengths):  # the maps with the least prefix so far, few because the least number is rare
        read = [cells[_image_cell(board.variant, lengths, image(i, j))] for image in maps]
        lowest_number = min(read)
        maps = [image for image, number in zip(maps, read, strict=True) if number == lowest_number]
        best.append(lowest_number)
    return Board(board.n, tuple(best), board.variant)


def count_orbits(variant: Variant, n: int, group: Iterable[Permutation]) -> int:
    """Count boards up to a group, as the mean number of boards that its members fix (Burnside).

    >>> count_orbits("torus-queen", 4, symmetries("torus-queen", 4, translations=False))
    1514052
    """
    number_counts = tuple(copy_count(variant, n, cell_number) for cell_number in range(n, 0, -1))
    types = Counter(_cycles(permutation) for permutation in group)
    total = sum(number * _count_colourings(cycles, number_counts) for cycles, number in types.items())
    return total // types.total()


def _cycles(permutation: Permutation) -> tuple[tuple[int, int], ...]:
    """Return the cycle lengths with their multiplicities."""
    used_cells = [False] * len(permutation)
    lengths: Counter[int] = Counter()
    for start in range(len(permutation)):
        length, cell = 0, start
        while not used_cells[cell]:
            used_cells[cell] = True
            cell = permutation[cell]
            length += 1
        if length:
            lengths[length] += 1
    return tuple(sorted(lengths.items()))


def _count_colourings(cycles: tuple[tuple[int, int], ...], number_counts: tuple[int, ...]) -> int:
    """Count the ways to assign a number to each cycle so that each number gets the required number of cells."""
    from math import comb

    if any(count % gcd(*(length for length, _ in cycles)) for count in number_counts):
        return 0
    states = {tuple(number for _, number in cycles): 1}
    lengths = [length for length, _ in cycles]
    for count in number_counts:
        after: Counter[tuple[int, ...]] = Counter()
        for state, ways in states.items():
            for cycle_counts in _cycle_choices(lengths, state, count):
                factor = ways
                for have, take in zip(state, cycle_counts, strict=True):
                    factor *= comb(have, take)
                after[tuple(have - take for have, take in zip(state, cycle_counts, strict=True))] += factor
        states = dict(after)
    return sum(states.values())


def _cycle_choices(lengths: list[int], state: tuple[int, ...], count: int) -> list[tuple[int, ...]]:
    """List how many cycles of each length together have `count` cells."""
    partial_choices: list[tuple[tuple[int, ...], int]] = [((), count)]
    for length, have in zip(lengths, state, strict=True):
        partial_choices = [
            ((*cycle_counts, take), left - take * length)
            for cycle_counts, left in partial_choices
            for take in range(min(have, left // length) + 1)
        ]
    return [cycle_counts for cycle_counts, left in partial_choices if left == 0]
