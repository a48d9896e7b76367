"""Counting layouts in the plainest Python: the specification of the kernel and its test oracle.

The covered cells next to numbers fall into components that share no number. In each the cells are taken one by one;
what the next ones may do depends only on how many mines the numbers still miss, so partial layouts that agree in it
and in their number of mines are counted together, once from the front and once from the back. Cells next to no number
are free: with u of them and m mines left there are C(u, m) ways, without a mine count 2^u.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.minesweeper import census as counted
from passatempo.minesweeper.model import UNKNOWN, Board, Certain, Chances, Click, is_covered
from passatempo.minesweeper.text import write_grid

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.minesweeper.census import Census
    from passatempo.minesweeper.model import Cell

A = TypeVar("A")
Number: TypeAlias = tuple[int, tuple["Cell", ...]]  # mines around, and the covered cells around
Missing: TypeAlias = tuple[int, ...]  # mines that the numbers of a component still miss
Tally: TypeAlias = tuple[int, ...]  # partial layouts by their number of mines
Layer: TypeAlias = dict[Missing, Tally]

ONE: Tally = (1,)  # of no cells


class Stopped(Exception):
    """A limit came first."""


def numbers(board: Board) -> list[Number]:
    """Return every opened number with the covered cells around it.

    >>> from passatempo.minesweeper import read
    >>> numbers(read("#1?#"))
    [(1, (0,))]
    """
    cells, surface = board.cells, board.surface
    return [
        (code, tuple(n for n in surface.neighbours(cell) if is_covered(cells[n])))
        for cell, code in enumerate(cells)
        if code < UNKNOWN
    ]


def components(found: Sequence[Number]) -> list[tuple[list[Cell], list[Number]]]:
    """Split numbers into components that share no covered cell; cells in reading order."""
    parts: list[tuple[set[Cell], list[Number]]] = []
    for number in found:
        touched = [part for part in parts if not part[0].isdisjoint(number[1])]
        parts = [part for part in parts if part[0].isdisjoint(number[1])]
        cells = set(number[1]).union(*(part[0] for part in touched))
        parts.append((cells, [*(other for part in touched for other in part[1]), number]))
    return [(sorted(cells), part) for cells, part in parts]


def add(one: Tally, two: Tally) -> Tally:
    """Add two tallies."""
    if len(one) < len(two):
        one, two = two, one
    return (*(a + b for a, b in zip(one, two, strict=False)), *one[len(two) :])


def times(one: Tally, two: Tally) -> Tally:
    """Multiply two tallies: join partial layouts of separate cells."""
    product = [0] * (len(one) + len(two) - 1) if one and two else []
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            product[i + j] += a * b
    return tuple(product)


class Component:
    """The layouts of one component, from both ends.

    `forward[i]` holds the partial layouts of the first i cells, `backward[i]` those of the rest, by what the numbers
    miss between them.
    """

    def __init__(self, cells: list[Cell], part: list[Number], deadline: Deadline) -> None:
        self.cells = cells
        self.around = [[k for k, number in enumerate(part) if cell in number[1]] for cell in cells]
        left = [len(number[1]) for number in part]
        first = tuple(value for value, _ in part)
        possible = all(0 <= m <= n for m, n in zip(first, left, strict=True))
        self.forward: list[Layer] = [{first: (1,)} if possible else {}]
        for around in self.around:
            for k in around:
                left[k] -= 1
            layer: Layer = {}
            for missing, tally in self.forward[-1].items():
                if deadline.spend():
                    raise Stopped
                for mine in (0, 1):
                    after = self.after(missing, around, mine)
                    if all(0 <= after[k] <= left[k] for k in around):
                        layer[after] = add(layer.get(after, ()), (0,) * mine + tally)
            self.forward.append(layer)
        self.backward = self._backward()

    @staticmethod
    def after(missing: Missing, around: Sequence[int], mine: int) -> Missing:
        """Return what the numbers miss once a cell next to some of them is settled."""
        return tuple(m - (mine if k in around else 0) for k, m in enumerate(missing))

    def _backward(self) -> list[Layer]:
        done = (0,) * len(next(iter(self.forward[0]), ()))
        layers: list[Layer] = [{done: (1,)}]
        for i in range(len(self.cells) - 1, -1, -1):
            layer = {}
            for missing in self.forward[i]:
                tally: Tally = ()
                for mine in (0, 1):
                    rest = layers[0].get(self.after(missing, self.around[i], mine), ())
                    tally = add(tally, (0,) * mine + rest if rest else ())
                layer[missing] = tally
            layers.insert(0, layer)
        return layers

    @property
    def tally(self) -> Tally:
        """How many layouts the component has, by number of mines."""
        return next((self.backward[0].get(missing, ()) for missing in self.forward[0]), ())

    def with_mine(self, i: int) -> Tally:
        """How many of them have a mine in cell i."""
        found: Tally = ()
        for missing, tally in self.forward[i].items():
            rest = self.backward[i + 1].get(self.after(missing, self.around[i], 1), ())
            found = add(found, (0, *times(tally, rest)) if rest else ())
        return found

    def layout(self, mines: int) -> list[Cell]:
        """Return one layout with this number of mines."""
        found, missing = [], next(iter(self.forward[0]))
        for i, cell in enumerate(self.cells):
            after = self.after(missing, self.around[i], 0)
            if not any(self.backward[i + 1].get(after, ())[mines : mines + 1]):
                after = self.after(missing, self.around[i], 1)
                found.append(cell)
                mines -= 1
            missing = after
        return found


def count(board: Board, deadline: Deadline) -> Census | None:
    """Count the layouts of a board, and those with a mine in each cell; None where there are none.

    Raises
    ------
    Stopped
        If a limit came first.
    """
    parts = [Component(*part, deadline) for part in components(numbers(board))]
    others = board.covered - sum(len(part.cells) for part in parts)
    free = _free(board, others)
    tallies = [part.tally for part in parts]
    before = list(accumulate(tallies, times, initial=ONE))
    behind = list(accumulate(reversed(tallies), times, initial=ONE))[::-1]
    solutions = _weigh(board, before[-1], free)
    if not solutions:
        return None
    chance: dict[Cell, Fraction] = {}
    for at, part in enumerate(parts):
        rest = times(before[at], behind[at + 1])
        for i, cell in enumerate(part.cells):
            chance[cell] = Fraction(_weigh(board, times(part.with_mine(i), rest), free), solutions)
    other = Fraction(_weigh(board, before[-1], _free(board, others - 1, 1)), solutions) if others else None
    return counted.Census(solutions, chance, other)


def _free(board: Board, cells: int, placed: int = 0) -> Tally:
    """Return the ways to lay mines in cells next to no number, by how many mines are left for them."""
    if board.mines is None:
        return (2**cells,)
    return tuple(comb(cells, mines - placed) if mines >= placed else 0 for mines in range(cells + placed + 1))


def _weigh(board: Board, tally: Tally, free: Tally) -> int:
    """Count layouts of the components and the free cells together."""
    if board.mines is None:
        return sum(tally) * free[0]
    return sum(
        layouts * free[board.mines - mines]
        for mines, layouts in enumerate(tally)
        if 0 <= board.mines - mines < len(free)
    )


def witness(board: Board, cell: Cell, deadline: Deadline) -> str:
    """Write the grid of one layout with a mine in a covered cell; empty where there is none."""
    parts = [Component(*part, deadline) for part in components([*numbers(board), (1, (cell,))])]
    near = {c for part in parts for c in part.cells}
    free = [c for c, code in enumerate(board.cells) if is_covered(code) and c not in near]
    reach = list(accumulate((part.tally for part in reversed(parts)), times, initial=ONE))[::-1]
    ways = _free(board, len(free))
    if not _weigh(board, reach[0], ways):
        return ""
    mines, found = board.mines, []
    for at, part in enumerate(parts):
        for own, layouts in enumerate(part.tally):
            left = None if mines is None else mines - own
            rest = [k for k, more in enumerate(reach[at + 1]) if more]
            if layouts and any(left is None or 0 <= left - k <= len(free) for k in rest):
                found += part.layout(own)
                mines = left
                break
    found += free[: mines or 0]
    return write_grid(board, tuple(map(board.place, sorted(found))))


def _told(board: Board, limits: Limits, tell: Callable[[Board, Census], A]) -> Outcome[A]:
    """Count the layouts, and tell of them what is asked."""
    deadline = Deadline(limits)
    try:
        found = count(board, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped)
    if found is None:
        return Outcome(Status.IMPOSSIBLE, reason=counted.reason(board), stats={"nodes": deadline.nodes})
    return Outcome(Status.SOLVED, tell(board, found), stats={"nodes": deadline.nodes})


def safe(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    r"""Find the cells that certainly hold no mine, and those that certainly do.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> safe(read("01#1#")).answer
    Certain(safe=((0, 4),), sure_mines=((0, 2),), wrong_flags=())
    """
    return _told(board, limits, counted.certain)


def chances(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Chances]:
    r"""Find the exact chance of a mine in every covered cell.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> found = chances(read("1#\n##")).answer
    >>> found.solutions, str(found.lowest)
    (3, '1/3')
    """
    return _told(board, limits, counted.chances)


def click(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    r"""Say whether one cell can be opened without risk.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> found = click(read("1#\n##", click=(1, 2))).answer
    >>> found.verdict, str(found.probability), found.witness
    ('may_be_mine', '1/3', '1*\n##')
    """
    deadline = Deadline(limits)
    cell = board.cell(*board.asked)
    if cell is None:
        return Outcome(Status.SOLVED, Click("out_of_range"))
    try:
        found = count(board, deadline)
        if found is None:
            return Outcome(Status.SOLVED, Click("contradiction"), stats={"nodes": deadline.nodes})
        shown = witness(board, cell, deadline) if is_covered(board.cells[cell]) else ""
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped)
    return Outcome(Status.SOLVED, counted.judge(board, found, cell, shown), stats={"nodes": deadline.nodes})
