"""Do numbers, a mine count and a value in a cell leave a layout? CaDiCaL says so, on cardinality clauses written here.

Cells beside the same numbers change places in every layout, so of each such group only the number of mines is a
variable: in unary, as many letters as cells, the true ones first. Sums are totalizers (Bailleux, Boufkhad 2003) that
add up one part of the board after the other: over single cells in any order a mine count is a proof by pigeonholes,
which does not end; so it is one of the greatest and the least sum of each part.
"""

from itertools import pairwise

import pytest

from passatempo.minesweeper.model import is_covered

solvers = pytest.importorskip("pysat.solvers")

CLAIMED = -1  # no number; it keeps the cell with a value apart from those beside the same numbers


class Cardinality:
    """The numbers of some opened cells, each with a switch, and the mine count with another."""

    def __init__(self, board, cells, *, counted, value=None):
        self.top, self.solver = 0, solvers.Cadical195()
        self.false, self.count = self.letters(2)
        self.solver.add_clause([-self.false])
        scopes = {cell: [n for n in board.surface.neighbours(cell) if is_covered(board.cells[n])] for cell in cells}
        groups = self.grouped(scopes, value)
        self.switch = dict(zip(cells, self.letters(len(cells)), strict=True))
        for cell, switch in self.switch.items():
            around = self.total([letters for beside, letters in groups.items() if cell in beside])
            self.bound(around, board.cells[cell], board.cells[cell], switch)
        if counted:
            near = self.total([self.total(part) for part in parts_of(groups)])
            others = sum(map(is_covered, board.cells)) - len(near)
            self.bound(near, board.mines - others, board.mines, self.count)

    def letters(self, number):
        """Return so many new letters."""
        self.top += number
        return list(range(self.top - number + 1, self.top + 1))

    def grouped(self, scopes, value):
        """Return the mines of the cells beside each set of numbers; the cell with a value is a group by itself."""
        beside = {} if value is None else {value[0]: frozenset()}
        for cell, scope in scopes.items():
            for near in scope:
                beside[near] = beside.get(near, frozenset()) | {cell}
        sizes = {}
        claimed = None if value is None else beside.pop(value[0]) | {CLAIMED}
        for around in beside.values():
            sizes[around] = sizes.get(around, 0) + 1
        groups = {around: self.letters(size) for around, size in sizes.items()}
        for letters in groups.values():
            for more, less in pairwise(letters):
                self.solver.add_clause([more, -less])
        if value is not None:
            groups[claimed] = self.letters(1)
            self.solver.add_clause([groups[claimed][0] * (1 if value[1] else -1)])
        return groups

    def total(self, numbers):
        """Add up unary numbers, neighbours first."""
        while len(numbers) > 1:
            sums = [self.sum(one, two) for one, two in zip(numbers[::2], numbers[1::2], strict=False)]
            numbers = sums + numbers[len(sums) * 2 :]
        return numbers[0] if numbers else []

    def sum(self, one, two):
        """Add two unary numbers."""
        found = self.letters(len(one) + len(two))
        for i in range(len(one) + 1):
            for j in range(len(two) + 1):
                if i + j:
                    self.solver.add_clause([found[i + j - 1], *[-x for x in (*one[i - 1 : i], *two[j - 1 : j])]])
                if i + j < len(found):
                    self.solver.add_clause([-found[i + j], *one[i : i + 1], *two[j : j + 1]])
        return found

    def bound(self, number, low, high, switch):
        """Say that, with its switch on, a unary number is at least `low` and at most `high`."""
        if low > len(number) or high < 0:
            self.solver.add_clause([-switch])
        elif low > 0:
            self.solver.add_clause([-switch, number[low - 1]])
        if 0 <= high < len(number):
            self.solver.add_clause([-switch, -number[high]])

    def leaves_a_layout(self, cells, *, counted):
        """Tell whether a layout fits the numbers of these opened cells, and the mine count if that is asked for."""
        return self.solver.solve(assumptions=[self.switch[cell] for cell in cells] + [self.count] * counted)


def parts_of(groups):
    """Split the mines of groups into those of parts that share no number, each in an order along the numbers."""
    left, found = dict(groups), []
    while left:
        first = next(iter(left))
        part, seen = [left.pop(first)], set(first)
        while touching := next((around for around in left if around & seen), None):
            part.append(left.pop(touching))
            seen |= touching
        found.append(part)
    return found


def assert_minimal(board, cells, *, counted, value=None):
    """Assert that numbers leave no layout, that any one of them left out they leave one, and so without the count.

    The count is used only where all numbers of the board together do not do without it.
    """
    judge = Cardinality(board, cells, counted=counted, value=value)
    assert not judge.leaves_a_layout(cells, counted=counted), "they leave a layout"
    for left_out in cells:
        rest = [cell for cell in cells if cell != left_out]
        assert judge.leaves_a_layout(rest, counted=counted), f"{left_out} is needless"
    if counted:
        every = [cell for cell, code in enumerate(board.cells) if code < 200]
        judge = Cardinality(board, every, counted=False, value=value)
        assert judge.leaves_a_layout(every, counted=False), "the count is needless"
