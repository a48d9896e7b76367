"""Lines as sets of empty cells, for the checker of proofs: integers with bit i for cell i."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from passatempo.mnk.proof_file import Cells

Edges: TypeAlias = tuple[int, ...]


def least(edges: Iterable[Cells]) -> Edges:
    """Return the edges that contain no other, in rising order.

    >>> least([7, 3, 12, 3])
    (3, 12)
    """
    kept: list[Cells] = []
    smaller = length = 0  # of those kept, only the smaller ones can be inside an edge
    for edge in sorted(set(edges), key=lambda edge: (edge.bit_count(), edge)):
        if edge.bit_count() > length:
            smaller, length = len(kept), edge.bit_count()
        if not any(edge & kept[i] == kept[i] for i in range(smaller)):
            kept.append(edge)
    return tuple(sorted(kept))


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
