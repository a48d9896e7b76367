"""Minimal sets of numbers that a certain cell, or a contradiction, follows from."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits, Stopped, polled
from passatempo.core.outcome import STOPS, StopReason
from passatempo.minesweeper import _kernel
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.model import STRIDE
from passatempo.minesweeper.network import beside, outwards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.minesweeper.model import Board, Cell
    from passatempo.minesweeper.network import Network

LOOKS = 1 << 13  # quick steps between two looks at the clock
RING = 4  # numbers around a cell that are tried first; then twice as many each time
NEAREST_SETS = 4  # sets found before that are tried for another cell


class Reasoner:
    """Asks the kernel for minimal sets of numbers, within one deadline.

    Sets that need no mine count come from a conflict-driven solver, which keeps what it learned from question to
    question. With the count numbers are left out one after the other, and the layouts of the rest are counted again:
    for a conflict-driven solver a bound on all cells is a pigeonhole proof, which does not end.
    """

    def __init__(self, board: Board, net: Network, deadline: Deadline) -> None:
        self.board, self.net, self.deadline = board, net, deadline
        self.near = beside(net.numbers, deadline)
        self.index = {cell: i for i, cell in enumerate(polled(net.covered, deadline, LOOKS))}
        self.kernel = self._solver()
        self.seen = exact.seen(board)
        self.place = {number.cell: k for k, number in enumerate(polled(net.numbers, deadline, LOOKS))}
        self.sets: list[list[int]] = []  # with the mine count, the newest first
        self.known: dict[tuple[tuple[int, ...], bool], list[int]] = {}

    def _solver(self) -> _kernel.Reasons:
        """Hand the numbers over to the conflict-driven solver."""
        starts, members, needs = array("i", [0]), array("i"), array("i")
        for number in polled(self.net.numbers, self.deadline, STRIDE):
            members.extend([self.index[cell] for cell in number.scope])
            starts.append(len(members))
            needs.append(number.need)
        return _kernel.Reasons(len(self.index), starts, members, needs)

    def against(self, cell: Cell, among: Sequence[int], *, mine: bool) -> list[int] | None:
        """Find numbers that leave no layout with this value in a cell; None where these do.

        Raises
        ------
        Stopped
            If a limit came first.
        """
        found = self.kernel.against(self.index[cell], mine, among, *self.deadline.kernel)
        return self._spent(found.stop, found.nodes, found.numbers)

    def conflict(self) -> list[int] | None:
        """Find numbers that leave no layout at all."""
        found = self.kernel.conflict(range(len(self.net.numbers)), *self.deadline.kernel)
        return self._spent(found.stop, found.nodes, found.numbers)

    @property
    def rest(self) -> Limits:
        """What is left of the limits, nodes included."""
        limits = self.deadline.rest
        if limits.nodes is None:
            return limits
        return replace(limits, nodes=max(0, limits.nodes - self.deadline.nodes))

    def _spent(self, stop: int, nodes: int, found: list[int] | None) -> list[int] | None:
        self.deadline.charge(stop if found is None else 0, nodes)
        return found

    def around(self, cell: Cell, *, mine: bool) -> list[int]:
        """Find a minimal set near a cell that is certain whatever the mine count."""
        outer = outwards(self.near.get(cell, []), self.net.numbers, self.near)
        order = list(islice(outer, RING))
        while True:
            found = self.against(cell, order[::-1], mine=not mine)
            if found is not None:
                return found
            further = list(islice(outer, len(order)))
            if not further:
                raise AssertionError(f"cell {cell} is not certain")
            order += further

    def counted(self, cell: Cell, *, mine: bool) -> list[int]:
        """Find a minimal set that, with the mine count, settles a cell.

        Cells beside the same numbers change places in every layout, so a set for one serves the others. A set that was
        found before often serves, too, and what is left out of it need not be left out again.
        """
        alike = (tuple(self.near.get(cell, ())), mine)
        if alike not in self.known:
            tried = (self._needed(cell, some, mine=not mine) for some in self.sets[:NEAREST_SETS])
            found = next((some for some in tried if some is not None), None)
            if found is None:
                found = self._needed(cell, self._far_first(cell), mine=not mine)
            if found is None:
                raise AssertionError(f"cell {cell} is not certain")
            self.known[alike] = found
            self.sets.insert(0, found)
        return self.known[alike]

    def counted_conflict(self) -> list[int] | None:
        """Find a minimal set that, with the mine count, leaves no layout at all."""
        return self._needed(exact.ANY, range(len(self.net.numbers)), mine=False)

    def _far_first(self, cell: Cell) -> list[int]:
        """Return all numbers, those in rows and columns far from a cell first."""
        row, column = self.board.place(cell)

        def distance(k: int) -> int:
            r, c = self.board.place(self.net.numbers[k].cell)
            return max(abs(r - row), abs(c - column))

        return sorted(range(len(self.net.numbers)), key=distance, reverse=True)

    def _needed(self, cell: Cell, among: Sequence[int], *, mine: bool) -> list[int] | None:
        cells = array("I", [self.net.numbers[k].cell for k in among])
        needed = _kernel.needed(self.seen, cell, mine, cells, *self.deadline.kernel)
        refuted = needed.state == exact.CONTRADICTORY
        found = [self.place[at] for at in memoryview(needed.cells).cast("I")] if refuted else None
        if needed.state not in (exact.CONTRADICTORY, exact.CONSISTENT):
            stop = STOPS[needed.stop]
            self.deadline.nodes += needed.nodes
            self.deadline.stopped = stop if stop is not StopReason.DONE else StopReason.MEMORY
            raise Stopped
        return self._spent(0, needed.nodes, found)
