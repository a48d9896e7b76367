"""Lines as sets of empty cells, for the checker of proofs: integers with bit i for cell i; symmetries of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from passatempo.mnk.certificate.file import Broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from passatempo.mnk.certificate.file import Cells
    from passatempo.mnk.rules import Rules

Edges: TypeAlias = tuple[int, ...]
FEW = 256  # lines of which each pair is looked at


def least(edges: Iterable[Cells]) -> Edges:
    """Return the edges that contain no other, in rising order.

    >>> least([7, 3, 12, 3])
    (3, 12)
    """
    rising = sorted(set(edges), key=lambda edge: (edge.bit_count(), edge))
    if len(rising) > FEW:
        return _least_of_many(rising)
    kept: list[Cells] = []
    smaller = length = 0  # of those kept, only the smaller ones can be inside an edge
    for edge in rising:
        if edge.bit_count() > length:
            smaller, length = len(kept), edge.bit_count()
        if not any(edge & kept[i] == kept[i] for i in range(smaller)):
            kept.append(edge)
    return tuple(sorted(kept))


def _least_of_many(rising: Iterable[Cells]) -> Edges:
    """Do the same where to look at each pair would take too long: an edge inside another begins in one of its cells."""
    begins: dict[Cells, list[Cells]] = {}
    for edge in rising:
        if not any(edge & other == other for cell in (0, *each(edge)) for other in begins.get(cell, ())):
            begins.setdefault(edge & -edge, []).append(edge)
    return tuple(sorted(edge for kept in begins.values() for edge in kept))


def marked(own: Edges, cell: Cells) -> Edges:
    """Return a side's lines after its own mark; an empty one is complete."""
    shorter = [edge & ~cell for edge in own if edge & cell]
    if not shorter:
        return own
    fresh = least(shorter)
    longer = [edge for edge in own if not edge & cell and not any(edge & new == new for new in fresh)]
    return tuple(sorted((*longer, *fresh)))


def without(edges: Edges, cells: Cells) -> Edges:
    """Return the lines that do not meet a set of cells."""
    return tuple(edge for edge in edges if not edge & cells)


def each(cells: Cells) -> Iterator[Cells]:
    """Yield the cells of a set, each as a set of one.

    >>> list(each(9))
    [1, 8]
    """
    while cells:
        yield cells & -cells
        cells &= cells - 1


def union(edges: Iterable[Cells]) -> Cells:
    """Return all cells of lines."""
    together = 0
    for edge in edges:
        together |= edge
    return together


def turn(rules: Rules, symmetry: int) -> list[int]:
    """Return for each cell its image: columns reversed (1), rows reversed (2), then rows and columns exchanged (4).

    >>> from passatempo.mnk.rules import Rules
    >>> turn(Rules(2, 2, 2), 5)
    [2, 0, 3, 1]
    """
    m, n = rules.m, rules.n
    if not 0 < symmetry < (8 if m == n else 4):
        raise Broken(f"{symmetry} is not a symmetry of the board")
    image = []
    for row in range(m):
        for column in range(n):
            r = m - 1 - row if symmetry & 2 else row
            c = n - 1 - column if symmetry & 1 else column
            image.append(c * n + r if symmetry & 4 else r * n + c)
    return image


def moved(cells: Cells, way: Sequence[int]) -> Cells:
    """Return the image of a set of cells."""
    if cells >> len(way):
        raise Broken(f"a set has a cell beyond {len(way)}, off the board")
    found = 0
    while cells:
        found |= 1 << way[(cells & -cells).bit_length() - 1]
        cells &= cells - 1
    return found
