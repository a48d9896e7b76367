"""Counting layouts in the plainest Python: the specification of the kernel and its test oracle.

The covered cells next to numbers fall into components that share no number. In each the cells are taken one by one;
what the next ones may do depends only on how many mines the numbers still miss, so partial layouts that agree in it
and in their number of mines are counted together, once from the front and once from the back. Cells next to no number
are free: with u of them and m mines left there are C(u, m) ways, without a mine count 2^u.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.minesweeper import census as counted
from passatempo.minesweeper.model import UNKNOWN, Board, Certain, Chances, Click, is_covered
from passatempo.minesweeper.text import write_layout

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
STRIDE = 512  # cells or numbers between two looks at the clock
PACE = 32  # states
LONG = 200  # numbers of a component in which every state is a long step


def numbers(board: Board, deadline: Deadline | None = None) -> list[Number]:
    """Return every opened number with the covered cells around it; `Stopped` where a limit comes.

    >>> from passatempo.minesweeper import read
    >>> numbers(read("#", grid="#1?#"))
    [(1, (0,))]
    """
    cells, surface = board.cells, board.surface
    found: list[Number] = []
    for cell, code in enumerate(cells):
        if deadline is not None and cell % STRIDE == 0:
            deadline.check()
        if code < UNKNOWN:
            found.append((code, tuple([n for n in surface.neighbours(cell) if is_covered(cells[n])])))
    return found


def components(found: Sequence[Number], deadline: Deadline | None = None) -> list[tuple[list[Cell], list[Number]]]:
    """Split numbers into components that share no covered cell; cells in reading order."""
    beside: dict[Cell, list[int]] = {}
    for k, (_, scope) in enumerate(found):
        for cell in scope:
            beside.setdefault(cell, []).append(k)
    parts = []
    met = [False] * len(found)
    for first in range(len(found)):
        if deadline is not None and first % STRIDE == 0:
            deadline.check()
        if met[first]:
            continue
        cells: set[Cell] = set()
        met[first], part = True, [first]
        for at, k in enumerate(part):  # it grows
            if deadline is not None and at % STRIDE == 0:
                deadline.check()
            for cell in found[k][1]:
                if cell not in cells:
                    cells.add(cell)
                    new = [other for other in beside[cell] if not met[other]]
                    for other in new:
                        met[other] = True
                    part += new
        parts.append((sorted(cells), [found[k] for k in sorted(part)]))
    return parts


def add(one: Tally, two: Tally) -> Tally:
    """Add two tallies."""
    if len(one) < len(two):
        one, two = two, one
    return (*(a + b for a, b in zip(one, two, strict=False)), *one[len(two) :])


def times(one: Tally, two: Tally, deadline: Deadline | None = None) -> Tally:
    """Multiply two tallies: join partial layouts of separate cells."""
    product = [0] * (len(one) + len(two) - 1) if one and two else []
    for i, a in enumerate(one):
        if deadline is not None and len(two) > STRIDE // 8:
            deadline.check()
        for j, b in enumerate(two):
            product[i + j] += a * b
    return tuple(product)


class Component:
    """The layouts of one component, from both ends.

    `forward[i]` holds the partial layouts of the first i cells, `backward[i]` those of the rest, by what the numbers
    miss between them.
    """

    def __init__(self, cells: list[Cell], part: list[Number], deadline: Deadline) -> None:
        self.cells, self.deadline = cells, deadline
        beside: dict[Cell, list[int]] = {cell: [] for cell in cells}
        for k, number in enumerate(part):
            for cell in number[1]:
                beside[cell].append(k)
        self.around = [beside[cell] for cell in cells]
        left = [len(number[1]) for number in part]
        first = tuple(value for value, _ in part)
        possible = all(0 <= m <= n for m, n in zip(first, left, strict=True))
        self.forward: list[Layer] = [{first: (1,)} if possible else {}]
        for around in self.around:
            for k in around:
                left[k] -= 1
            layer: Layer = {}
            for missing, tally in self.forward[-1].items():
                deadline.tick()
                if len(missing) > LONG:
                    deadline.check()
                for mine in (0, 1):
                    after = self.after(missing, around, mine)
                    if all(0 <= after[k] <= left[k] for k in around):
                        layer[after] = add(layer.get(after, ()), (0,) * mine + tally)
            self.forward.append(layer)
        self.backward = self._backward()

    @staticmethod
    def after(missing: Missing, around: Sequence[int], mine: int) -> Missing:
        """Return what the numbers miss once a cell next to some of them is settled."""
        if not mine:
            return missing
        return tuple([m - (k in around) for k, m in enumerate(missing)])

    def _backward(self) -> list[Layer]:
        done = (0,) * len(next(iter(self.forward[0]), ()))
        layers: list[Layer] = [{done: (1,)}]
        for i in range(len(self.cells) - 1, -1, -1):
            layer = {}
            for at, missing in enumerate(self.forward[i]):
                if at % PACE == 0 or len(missing) > LONG:
                    self.deadline.check()
                tally: Tally = ()
                for mine in (0, 1):
                    rest = layers[-1].get(self.after(missing, self.around[i], mine), ())
                    tally = add(tally, (0,) * mine + rest if rest else ())
                layer[missing] = tally
            layers.append(layer)
        return layers[::-1]

    @property
    def tally(self) -> Tally:
        """How many layouts the component has, by number of mines."""
        return next((self.backward[0].get(missing, ()) for missing in self.forward[0]), ())

    def with_mine(self, i: int) -> Tally:
        """How many of them have a mine in cell i."""
        found: Tally = ()
        for at, (missing, tally) in enumerate(self.forward[i].items()):
            if at % PACE == 0 or len(missing) > LONG:
                self.deadline.check()
            rest = self.backward[i + 1].get(self.after(missing, self.around[i], 1), ())
            found = add(found, (0, *times(tally, rest, self.deadline)) if rest else ())
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
    parts = [Component(*part, deadline) for part in components(numbers(board, deadline), deadline)]
    others = board.covered - sum(len(part.cells) for part in parts)
    free = _free(board, others, deadline)
    tallies = [part.tally for part in parts]
    before = _products(tallies, deadline)
    behind = _products(tallies[::-1], deadline)[::-1]
    solutions = _weigh(board, before[-1], free)
    if not solutions:
        return None
    chance: dict[Cell, Fraction] = {}
    for at, part in enumerate(parts):
        rest = times(before[at], behind[at + 1], deadline)
        for i, cell in enumerate(part.cells):
            deadline.check()
            chance[cell] = Fraction(_weigh(board, times(part.with_mine(i), rest, deadline), free), solutions)
    one_less = _free(board, others - 1, deadline, 1) if others else ()
    other = Fraction(_weigh(board, before[-1], one_less), solutions) if others else None
    return counted.Census(solutions, chance, other)


def _products(tallies: Sequence[Tally], deadline: Deadline) -> list[Tally]:
    """Multiply tallies one after the other; keep every step."""
    found = [ONE]
    for tally in tallies:
        deadline.check()
        found.append(times(found[-1], tally, deadline))
    return found


def _free(board: Board, cells: int, deadline: Deadline, placed: int = 0) -> Tally:
    """Return the ways to lay mines in cells next to no number, by how many mines are left for them."""
    if board.mines is None:
        return (2**cells,)
    ways, found = 1, [0] * min(placed, board.mines + 1)
    for mines in range(min(cells, board.mines - placed) + 1):
        if mines % PACE == 0:
            deadline.check()
        found.append(ways)
        ways = ways * (cells - mines) // (mines + 1)
    return tuple(found)


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
    found_numbers = [*numbers(board, deadline), (1, (cell,))]
    parts = [Component(*part, deadline) for part in components(found_numbers, deadline)]
    near = {c for part in parts for c in part.cells}
    free = [c for c, code in enumerate(board.cells) if is_covered(code) and c not in near]
    reach = _products([part.tally for part in reversed(parts)], deadline)[::-1]
    ways = _free(board, len(free), deadline)
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
    return write_layout(board, found)


def needed(board: Board, claim: tuple[Cell, bool] | None, among: Sequence[Cell], deadline: Deadline) -> list[Cell]:
    r"""Leave out numbers, the first ones first, while the others and the mine count leave no layout.

    Parameters
    ----------
    board
        A board.
    claim
        A cell with the value that no layout is to give it; None: there is to be no layout at all.
    among
        The cells of the numbers that count; all others of the board do not.

    Returns
    -------
    list
        Those that cannot be spared, in their order; none of `among` where all of them leave a layout.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> needed(read("#1#\n###\n#1#", mines=1), (0, True), [1, 7], Deadline(Limits()))
    [7]
    """

    def refutes(kept: Sequence[Cell]) -> bool:
        cells = bytes(code if is_covered(code) or at in kept else UNKNOWN for at, code in enumerate(board.cells))
        given = numbers(replace(board, cells=cells)) + ([(int(claim[1]), (claim[0],))] if claim else [])
        parts = [Component(*part, deadline) for part in components(given)]
        others = board.covered - sum(len(part.cells) for part in parts)
        layouts = _products([part.tally for part in parts], deadline)[-1]
        return not _weigh(board, layouts, _free(board, others, deadline))

    if not refutes(among):
        return []
    kept = list(among)
    for cell in among:
        rest = [other for other in kept if other != cell]
        kept = rest if refutes(rest) else kept
    return kept


def _told(board: Board, limits: Limits, tell: Callable[[Board, Census, Deadline], A]) -> Outcome[A]:
    """Count the layouts, and tell of them what is asked."""
    deadline = Deadline(limits)
    try:
        found = count(board, deadline)
        if found is None:
            return Outcome(Status.IMPOSSIBLE, reason=counted.reason(board), stats={"nodes": deadline.node_count})
        return Outcome(Status.SOLVED, tell(board, found, deadline), stats={"nodes": deadline.node_count})
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)


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
            return Outcome(
                Status.SOLVED,
                Click("contradiction"),
                reason=counted.reason(board),
                stats={"nodes": deadline.node_count},
            )
        shown = witness(board, cell, deadline) if is_covered(board.cells[cell]) else ""
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    return Outcome(Status.SOLVED, counted.judge(board, found, cell, shown), stats={"nodes": deadline.node_count})
