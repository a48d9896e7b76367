"""What puzzles equal up to turning and mirroring have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Rows: TypeAlias = "tuple[tuple[int, ...], ...]"


def turned(rows: Sequence[Sequence[int]]) -> Iterator[Rows]:
    """Yield a matrix in its eight positions; some may be equal.

    >>> sorted(set(turned([[1, 2]])))
    [((1,), (2,)), ((1, 2),), ((2,), (1,)), ((2, 1),)]
    """
    at: Rows = tuple(map(tuple, rows))
    for _ in range(4):
        yield at
        yield at[::-1]
        at = tuple(zip(*at[::-1], strict=True))


def least(rows: Sequence[Sequence[int]]) -> Rows:
    """Return the least of the eight positions of a matrix: of one with other sides, those that lie flat.

    >>> least([[2], [1]])
    ((1, 2),)
    """
    flat = min(len(rows), len(rows[0]))
    return min(at for at in turned(rows) if len(at) == flat)
