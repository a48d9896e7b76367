"""The figures of a minefield: the clicks that clear it, its openings and islands, and whether it needs a guess."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import InvalidInstance, Unanswered, Violation, quote
from passatempo.core.json import count_of, dump_places
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.text import refuse_large
from passatempo.minesweeper.formats.minefield import LONGEST_SIDE, Minefield, minefield_of, open_cells
from passatempo.minesweeper.model import COVERED, LEVELS, Board, Cell, Level, Place
from passatempo.minesweeper.puzzles.field import grade_of_rounds
from passatempo.minesweeper.puzzles.proof import play_rounds
from passatempo.minesweeper.text import write_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DEFAULT_PREMIUM = -2  # of a numbered cell: a click that opens it, and a chord
MOST_COUNTED = 2  # openings of a cell that count


@dataclass(frozen=True, slots=True)
class Measures:
    """The figures of a minefield.

    Parameters
    ----------
    rows, columns, mines
        The size and the number of mines.
    first
        The cell that is opened first; None if every cell has a mine.
    three_bv
        The fewest clicks that clear the field without chords: its openings, and its numbers in no opening.
    openings
        The number of connected groups of zeros. A group and the numbers around it form an opening.
    islands
        The number of connected groups of numbers in no opening.
    zini
        The clicks of a greedy player with flags and chords; None unless the field is square.
    guess_free
        Whether deduction from the first click clears the field.
    left
        The number of free cells that it leaves covered.
    level, grade
        The hardest rule that is needed, and the grade of the puzzle; None if a guess is needed.
    """

    rows: int
    columns: int
    mines: int
    first: Place | None
    three_bv: int
    openings: int
    islands: int
    zini: int | None
    guess_free: bool
    left: int
    level: Level | None
    grade: int | None

    def __str__(self) -> str:
        zini = "" if self.zini is None else f", ZiNi {self.zini}"
        start = "" if self.first is None else f" from {write_place(self.first)}"
        guess = f"no guess is needed{start}: level {self.level}, grade {self.grade}"
        if not self.guess_free:
            guess = f"a guess is needed{start}: {count_of(self.left, 'free square')} cannot be deduced"
        return (
            f"{self.rows} x {self.columns}, {count_of(self.mines, 'mine')}\n3BV {self.three_bv}: "
            f"{count_of(self.openings, 'opening')}, {count_of(self.islands, 'island')}{zini}\n{guess}\n"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the figures as in JSON; the first cell counts from 1."""
        return asdict(self) | {"first": None if self.first is None else dump_places([self.first])[0]}


def measure(minefield: Board | Minefield, *, first: Sequence[int] | None = None) -> Measures:
    r"""Measure a minefield.

    Parameters
    ----------
    minefield
        What `load` returns; a position is refused.
    first
        Row and column, from 1, of the cell to open first; by default the first click, else the first zero of the
        largest opening, else the first free cell.

    Raises
    ------
    UsageError
        If it is a position.
    InvalidInstance
        If the first cell is a mine or outside the field, or the field has more than 65,025 cells.
    Unanswered
        If a limit was reached.

    Examples
    --------
    >>> figures = measure(Minefield(2, 4, bytes([0, 0, 0, 1, 0, 0, 0, 0])))
    >>> figures.first, figures.three_bv, figures.zini, figures.level
    ((0, 0), 2, 2, 'single')
    """
    minefield = minefield_of(minefield)
    refuse_large(minefield.rows, minefield.columns, LONGEST_SIDE**2)
    board, mine = minefield.board([COVERED] * len(minefield.mine)), minefield.mine
    groups = _FieldGroups(board, mine)
    start = _first_cell(board, minefield, first, groups)
    cells = bytearray(board.cells)
    open_cells(board.surface, mine, cells, [] if start is None else [start])
    try:
        rounds = play_rounds(minefield.board(cells), mine, Deadline(Limits()))
    except Stopped:
        raise Unanswered("the field is too hard to measure: the memory limit was reached") from None
    open_cells(board.surface, mine, cells, [cell for steps in rounds for step in steps for cell in step.safe_cells])
    left = cells.count(COVERED) - minefield.mines
    levels = Counter(steps[0].level for steps in rounds)
    return Measures(
        rows=board.rows,
        columns=board.columns,
        mines=minefield.mines,
        first=None if start is None else board.place(start),
        three_bv=len(groups.openings) + len(groups.apart),
        openings=len(groups.openings),
        islands=len(connected_groups(groups.apart, groups.near)),
        zini=_GreedyPlayer(groups, mine).clear() if board.variant == "square" else None,
        guess_free=not left,
        left=left,
        level=None if left else max(levels, key=LEVELS.index, default="single"),
        grade=None if left else grade_of_rounds(levels),
    )


def connected_groups(cells: Sequence[Cell], near: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Split cells into their connected groups; each group begins with its first cell.

    >>> connected_groups([0, 1, 3], [[1], [0, 2], [1, 3], [2]])
    [[0, 1], [3]]
    """
    rest, groups = set(cells), []
    for first in cells:
        if first in rest:
            group = [first]
            rest.remove(first)
            for cell in group:  # the group grows meanwhile
                found = rest.intersection(near[cell])
                rest -= found
                group += found
            groups.append(group)
    return groups


class _FieldGroups:
    """The openings of a field and its numbers in none, the neighbours of each cell, and the columns."""

    def __init__(self, board: Board, mine: bytes) -> None:
        self.columns, surface = board.columns, board.surface
        self.near = [surface.neighbours(cell) for cell in range(len(mine))]
        free = [cell for cell, is_mine in enumerate(mine) if not is_mine]
        self.zero_groups = connected_groups(
            [cell for cell in free if not any(mine[other] for other in self.near[cell])], self.near
        )
        self.openings = [
            {*zeros, *(other for cell in zeros for other in self.near[cell])} for zeros in self.zero_groups
        ]
        in_openings = set[Cell]().union(*self.openings)
        self.apart = [cell for cell in free if cell not in in_openings]


def _first_cell(board: Board, minefield: Minefield, first: Sequence[int] | None, groups: _FieldGroups) -> Cell | None:
    """Return the cell to open first."""
    if first is not None:
        if len(first) != 2 or not all(isinstance(part, int) for part in first):
            raise _first_fault(f"{quote(first)} is not a row and a column")
        cell = board.cell(first[0] - 1, first[1] - 1)
        if cell is None:
            place = write_place((first[0] - 1, first[1] - 1))
            raise _first_fault(f"{place} is outside the field of {board.rows} x {board.columns}")
    elif minefield.first is not None:
        cell = minefield.first
    elif groups.openings:
        cell = max(zip(groups.zero_groups, groups.openings, strict=True), key=lambda pair: len(pair[1]))[0][0]
    else:
        cell = minefield.mine.find(0)
        return None if cell < 0 else cell
    if minefield.mine[cell]:
        raise _first_fault(f"{write_place(board.place(cell))} is a mine")
    return cell


def _first_fault(sentence: str) -> InvalidInstance:
    return InvalidInstance([Violation("bad-first", f"first: {sentence}")])


class _GreedyPlayer:
    """A player who always takes the chord that saves most clicks: greedy ZiNi.

    The premium of a free cell is what its chord saves over clicks on single cells. The heap may hold old premiums.
    """

    def __init__(self, groups: _FieldGroups, mine: bytes) -> None:
        self.near, self.mine, self.columns = groups.near, mine, groups.columns
        self.apart, self.openings = set(groups.apart), groups.openings
        self.opening_of = {cell: k for k, zeros in enumerate(groups.zero_groups) for cell in zeros}
        self.covered = {cell for cell, is_mine in enumerate(mine) if not is_mine}
        self.flagged: set[Cell] = set()
        counts = Counter(cell for members in self.openings for cell in members)
        self.premium = {cell: DEFAULT_PREMIUM + self._initial_saving(cell, counts[cell]) for cell in self.covered}
        self.heap = [self._heap_entry(cell) for cell in self.covered if self.premium[cell] >= 0]
        heapify(self.heap)

    def clear(self) -> int:
        """Clear the field; return the number of clicks."""
        clicks, single = 0, sorted(self.apart | self.opening_of.keys(), key=self._column_order)[::-1]
        while self.covered:
            cell = self._best_chord()
            if cell is None:
                while single[-1] not in self.covered:
                    single.pop()
                self._open(single[-1])
                clicks += 1
                continue
            flags = [other for other in self.near[cell] if self.mine[other] and other not in self.flagged]
            clicks += (cell in self.covered) + len(flags) + 1
            for flag in flags:
                self.flagged.add(flag)
                self._change_premium([flag, *self.near[flag]], 1)
            for other in (cell, *self.near[cell]):
                self._open(other)
        return clicks

    def _initial_saving(self, cell: Cell, opening_count: int) -> int:
        if cell in self.opening_of:
            return 1
        near_apart = sum(other in self.apart for other in (cell, *self.near[cell]))
        return near_apart + min(opening_count, MOST_COUNTED) - sum(self.mine[other] for other in self.near[cell])

    def _column_order(self, cell: Cell) -> tuple[int, int]:
        return cell % self.columns, cell // self.columns

    def _heap_entry(self, cell: Cell) -> tuple[int, tuple[int, int], Cell]:
        return -self.premium[cell], self._column_order(cell), cell

    def _best_chord(self) -> Cell | None:
        """Return the cell of the greatest premium, if any is at least 0; the first in column order."""
        while self.heap:
            negative, _, cell = heappop(self.heap)
            if -negative == self.premium[cell]:
                return cell
        return None

    def _change_premium(self, cells: Iterable[Cell], change: int) -> None:
        for cell in cells:
            if cell in self.premium:
                self.premium[cell] += change
                if self.premium[cell] >= 0:
                    heappush(self.heap, self._heap_entry(cell))

    def _open(self, cell: Cell) -> None:
        """Open a cell, and with a zero its whole opening."""
        if cell not in self.covered:
            return
        members = self.openings[self.opening_of[cell]] if cell in self.opening_of else ()
        self._change_premium(members, -1)
        for opened in self.covered.intersection(members or (cell,)):
            self.covered.remove(opened)
            self._change_premium([opened], 1)
            if opened in self.apart:
                self._change_premium([opened, *self.near[opened]], -1)
