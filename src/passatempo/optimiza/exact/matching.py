"""Maximum matchings of graphs, and the vertices that some maximum matching misses (Edmonds 1965; Gallai 1964)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FREE = -1


class Blossom:
    """Edmonds's algorithm on one graph; `mate[u]` is the partner of u, or -1.

    Parameters
    ----------
    around
        The neighbours of each vertex 0..n-1, both ways.
    check
        Called now and then; it ends the work by an exception.
    """

    def __init__(self, around: Sequence[Sequence[int]], check: Callable[[], None] = lambda: None) -> None:
        self.around, self.check = around, check
        self.mate = [FREE] * len(around)
        for vertex in range(len(around)):
            if self.mate[vertex] == FREE:
                self.grow(vertex)

    def grow(self, root: int) -> set[int]:
        """Grow an alternating tree from a free vertex, and augment where it meets another free vertex.

        Returns
        -------
        set of int
            The even vertices: those at an even distance along an alternating path from the root.
        """
        self.check()
        size = len(self.around)
        self.base, self.parent = list(range(size)), [FREE] * size
        even, queue = {root}, deque([root])
        while queue:
            vertex = queue.popleft()
            for other in self.around[vertex]:
                if self.base[vertex] == self.base[other] or self.mate[vertex] == other:
                    continue
                if other == root or (self.mate[other] != FREE and self.parent[self.mate[other]] != FREE):
                    self.contract(vertex, other, even, queue)
                elif self.parent[other] == FREE:
                    self.parent[other] = vertex
                    if self.mate[other] == FREE:
                        self.augment(other)
                        return even
                    even.add(self.mate[other])
                    queue.append(self.mate[other])
        return even

    def augment(self, vertex: int) -> None:
        """Exchange matched and unmatched edges along the path that ends in a free vertex."""
        while vertex != FREE:
            before = self.parent[vertex]
            onward = self.mate[before]
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = onward

    def contract(self, one: int, two: int, even: set[int], queue: deque[int]) -> None:
        """Contract the odd cycle that an edge between two even vertices closes."""
        self.check()  # the loop below goes over all vertices
        top = self.common(one, two)
        inside: set[int] = set()
        self.mark(one, top, two, inside)
        self.mark(two, top, one, inside)
        for vertex in range(len(self.around)):
            if self.base[vertex] in inside:
                self.base[vertex] = top
                if vertex not in even:
                    even.add(vertex)
                    queue.append(vertex)

    def common(self, one: int, two: int) -> int:
        """Return the base at which the ways of two even vertices to the root meet."""
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] == FREE:
                break
            one = self.parent[self.mate[one]]
        while True:
            two = self.base[two]
            if two in seen:
                return two
            two = self.parent[self.mate[two]]

    def mark(self, vertex: int, top: int, child: int, inside: set[int]) -> None:
        """Mark the bases on the way to the top of a blossom, and turn its parents around."""
        while self.base[vertex] != top:
            inside.add(self.base[vertex])
            inside.add(self.base[self.mate[vertex]])
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[self.mate[vertex]]


def missed(around: Sequence[Sequence[int]], check: Callable[[], None] = lambda: None) -> set[int]:
    """Return the vertices that some maximum matching misses; `check` as in `Blossom`.

    Examples
    --------
    >>> missed([[1], [0, 2], [1]])
    {0, 2}
    >>> missed([[1], [0]])
    set()
    """
    blossom = Blossom(around, check)
    found: set[int] = set()
    for vertex in range(len(around)):
        if blossom.mate[vertex] == FREE:
            found |= blossom.grow(vertex)
    return found
