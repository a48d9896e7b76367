"""The board on which Corrado searches: marks, f, and the order of moves, updated move by move.

A move changes f only through the runs next to it, so eight short walks update it. The published player recomputes f
at every leaf. `evaluation` defines f and is the oracle of the tests. Options of the rules that the published text
does not cover change the sign of f (misere), or the weight of a run of k or more (exact, maker and breaker).

The counter of a cell is the number of marked cells among its eight neighbours. Candidates are the free cells with a
counter of at least 1, greater counters first. Near the end of the game the other free cells follow, because the only
move that keeps the value may touch no mark. Counters lie in 0..8, so nine buckets do the work of the published
player's search tree. Inside a bucket the order is reading order, whatever the history.

Source: "Corrado il Conquistatore", sections BooleanBoard and Albero AVL.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import gcd
from typing import Protocol, TypeAlias

from passatempo.core.limits import Deadline
from passatempo.mnk.corrado.evaluation import run_weight, runs_of
from passatempo.mnk.lines import DIRECTIONS, Cell, longest_length
from passatempo.mnk.model import Position
from passatempo.mnk.rules import EMPTY, Mark, O, Rules, X

Steps: TypeAlias = "tuple[list[Cell], list[Cell]]"  # the cell after each cell, and the cell before it; -1 off the board
Weights: TypeAlias = tuple[tuple[int, int, int], ...]  # by length, then by number of free ends
CHUNK = 1000  # cells
FEW = 9  # free cells that are all tried; their game tree takes a few seconds at most
AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))


def build_steps(m: int, n: int, torus: bool, check: Callable[[], None] = lambda: None) -> tuple[Steps, ...]:
    """Return for each direction the cells that follow and precede each cell, -1 off the board; `check` may raise.

    >>> build_steps(2, 2, False)[2]
    ([3, -1, -1, -1], [-1, -1, -1, 0])
    """
    step_tables = []
    for i, j in DIRECTIONS:
        check()
        step_tables.append((_build_step(m, n, i, j, torus=torus), _build_step(m, n, -i, -j, torus=torus)))
    return tuple(step_tables)


@lru_cache(maxsize=64)
def _build_step(m: int, n: int, down: int, right: int, *, torus: bool) -> list[Cell]:
    next_cells: list[Cell] = []
    for row in range(m):
        target = (row + down) % m if torus else row + down
        if not 0 <= target < m:
            next_cells += [-1] * n
            continue
        target_row = list(range(target * n, target * n + n))
        if right > 0:
            target_row = [*target_row[1:], target_row[0] if torus else -1]
        elif right < 0:
            target_row = [target_row[-1] if torus else -1, *target_row[:-1]]
        next_cells += target_row
    return next_cells


class CorradoBoard:
    r"""Marks, and f from the view of `me`.

    Parameters
    ----------
    position
        The position where the search begins.
    me
        The side whose evaluation is f.
    order
        Creates the move order of a board.
    deadline
        Polled during construction, which raises `Stopped` when it expires.

    Examples
    --------
    >>> from passatempo.mnk.corrado.board import BucketOrder
    >>> from passatempo.mnk.text import read
    >>> board = CorradoBoard(read("k: 3\nX . .\n. O .\n. . ."), X, BucketOrder)
    >>> board.f, board.place_mark(1, X), board.f, board.take_back(), board.f
    (-3899, False, -2519, 1, -3899)
    """

    def __init__(
        self,
        position: Position,
        me: Mark,
        order: Callable[[Rules, bytearray, Callable[[], None]], MoveOrder],
        deadline: Deadline | None = None,
    ) -> None:
        check = (lambda: None) if deadline is None else deadline.check
        rules = self.rules = position.rules
        self.me = me
        self.marks = bytearray(position.cells)
        self.empty_count = position.empty
        self.move_order = order(rules, self.marks, check)
        self.move_path: list[tuple[Cell, int]] = []  # moves made, with the value of f before each
        self.step_tables = build_steps(rules.m, rules.n, rules.torus, check)
        self.length_limits = _length_limits(rules)
        self.run_weights = tuple(_run_weights(rules, me, mark) for mark in (EMPTY, X, O))
        mark_runs = [(mark, run) for mark in (X, O) for run in runs_of(position, mark, deadline)]
        self.f = sum(
            self.run_weights[mark][min(len(run.cells), self.top_length)][run.free_ends] for mark, run in mark_runs
        )

    @property
    def top_length(self) -> int:
        """The greatest length with a weight of its own."""
        return len(self.run_weights[0]) - 1

    def place_mark(self, cell: Cell, mark: Mark) -> bool:
        """Make a move; return whether it completes a line that counts."""
        delta, won = self._change_in_f(cell, mark)
        self.move_path.append((cell, self.f))
        self.marks[cell] = mark
        self.empty_count -= 1
        self.f += delta
        self.move_order.add_mark(cell)
        return won

    def take_back(self) -> Cell:
        """Undo the last move."""
        cell, self.f = self.move_path.pop()
        self.marks[cell] = EMPTY
        self.empty_count += 1
        self.move_order.remove_mark(cell)
        return cell

    def _change_in_f(self, cell: Cell, mark: Mark) -> tuple[int, bool]:
        """Return the change of f by a mark on a free cell, and whether it completes a line."""
        marks, weights, rules = self.marks, self.run_weights, self.rules
        top, side_weights = len(weights[0]) - 1, weights[mark]
        delta, won = 0, False
        for (next_cells, back), length_limit in zip(self.step_tables, self.length_limits, strict=True):
            length, free = 1, 0
            for follow in (next_cells, back):
                at = follow[cell]
                side = marks[at] if at >= 0 else -1
                if side <= EMPTY:
                    free += side == EMPTY
                    continue
                run = 0
                while at >= 0 and marks[at] == side:
                    run, at = run + 1, follow[at]
                open_end = 1 if at >= 0 and marks[at] == EMPTY else 0
                counts = weights[side][run if run < top else top]
                delta -= counts[open_end + 1]  # the end at the cell was free
                if side == mark:
                    length, free = length + run, free + open_end
                else:
                    delta += counts[open_end]
            length = min(length, length_limit)  # a run around a torus meets itself
            delta += side_weights[length if length < top else top][free]
            won = won or length == rules.k or (length > rules.k and not rules.exact)
        return delta, won and (mark == X or not rules.maker_breaker)


def _length_limits(rules: Rules) -> tuple[int, ...]:
    """Return the number of cells of the longest line in each direction."""
    m, n = rules.m, rules.n
    if rules.torus:
        return n, m, m * n // gcd(m, n), m * n // gcd(m, n)
    return n, m, min(m, n), min(m, n)


def _run_weights(rules: Rules, me: Mark, mark: Mark) -> Weights:
    """Return the contribution of one side's runs to f, by length and free ends."""
    top = min(rules.k + 1, longest_length(rules.m, rules.n, rules.torus))
    sign = (1 if mark == me else -1) * (-1 if rules.misere else 1)
    run_weights = [(0, 0, 0)]
    for length in range(1, top + 1):
        nothing = (length > rules.k and rules.exact) or (length >= rules.k and rules.maker_breaker and mark == O)
        length_weights = [
            0 if nothing else sign * run_weight(length, free, rules.k, own=mark == me) for free in range(3)
        ]
        run_weights.append((length_weights[0], length_weights[1], length_weights[2]))
    return tuple(run_weights)


@lru_cache(maxsize=2**14)
def neighbours(
    m: int, n: int, torus: bool, cell: Cell, step_offsets: tuple[tuple[int, int], ...] = AROUND
) -> tuple[Cell, ...]:
    """Return the cells around a cell in the order of the steps; the default is reading order.

    >>> neighbours(3, 3, False, 0), len(neighbours(3, 3, True, 0))
    ((1, 3, 4), 8)
    """
    row, column = divmod(cell, n)
    if torus:
        torus_cells = dict.fromkeys((row + i) % m * n + (column + j) % n for i, j in step_offsets)
        return tuple(other for other in torus_cells if other != cell)
    return tuple((row + i) * n + column + j for i, j in step_offsets if 0 <= row + i < m and 0 <= column + j < n)


class MoveOrder(Protocol):
    """The interface of a move order; it shares the marks of its board."""

    def add_mark(self, cell: Cell) -> None:
        """Update the order after a mark is placed on a cell."""

    def remove_mark(self, cell: Cell) -> None:
        """Update the order after a mark is removed from a cell."""

    def candidate_moves(self) -> list[Cell]:
        """Return the candidates, the most promising first."""


class BucketOrder:
    """Nine buckets of free cells by their counters.

    Parameters
    ----------
    rules
        The board.
    marks
        The marks of the board, which the search changes and this class only reads.
    check
        Called from time to time while the marks are counted; may raise.

    Examples
    --------
    >>> from passatempo.mnk.model import Rules
    >>> BucketOrder(Rules(1, 5, 3), bytearray([0, 1, 0, 1, 0])).candidate_moves()
    [2, 0, 4]
    >>> BucketOrder(Rules(1, 7, 3), bytearray([1, 0, 0, 0, 1, 0, 2])).candidate_moves()  # no mark touches the cell 2
    [5, 1, 3, 2]
    """

    def __init__(self, rules: Rules, marks: bytearray, check: Callable[[], None] = lambda: None) -> None:
        self.rules, self.marks = rules, marks
        self.neighbour_counts = bytearray(rules.size)
        self.buckets: tuple[set[Cell], ...] = tuple(set() for _ in range(9))
        for cell, mark in enumerate(marks):
            if cell % CHUNK == 0:
                check()
            if mark == EMPTY:
                self.buckets[self.neighbour_counts[cell]].add(cell)
            else:
                self.add_mark(cell)

    def add_mark(self, cell: Cell) -> None:
        """Count a mark at its neighbours; its cell is no longer a candidate."""
        counter, marks, buckets = self.neighbour_counts, self.marks, self.buckets
        buckets[counter[cell]].discard(cell)
        for other in neighbours(self.rules.m, self.rules.n, self.rules.torus, cell):
            key = counter[other]
            counter[other] = key + 1
            if marks[other] == EMPTY:
                buckets[key].discard(other)
                buckets[key + 1].add(other)

    def remove_mark(self, cell: Cell) -> None:
        """Remove a mark."""
        counter, marks, buckets = self.neighbour_counts, self.marks, self.buckets
        for other in neighbours(self.rules.m, self.rules.n, self.rules.torus, cell):
            key = counter[other]
            counter[other] = key - 1
            if marks[other] == EMPTY:
                buckets[key].remove(other)
                buckets[key - 1].add(other)
        buckets[counter[cell]].add(cell)

    def candidate_moves(self) -> list[Cell]:
        """Return the candidates by descending counter; on an empty board or near the end, all legal cells."""
        zero_bucket, *candidates = self.buckets
        cells = [cell for bucket in reversed(candidates) for cell in sorted(bucket)]
        if not cells or len(cells) + len(zero_bucket) <= FEW:
            cells += sorted(zero_bucket)
        return [cell for cell in cells if self.is_landing(cell)] if self.rules.gravity else cells

    def is_landing(self, cell: Cell) -> bool:
        """Return whether gravity allows a mark on a free cell."""
        below = cell + self.rules.n
        return below >= self.rules.size or self.marks[below] != EMPTY
