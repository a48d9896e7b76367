"""The figures of a minefield: the clicks that clear it, its openings and islands, and whether it needs a guess."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from heapq import heappop, heappush
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from passatempo.core.errors import InvalidInstance, Unanswered, Violation, quote
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.text import refuse_large
from passatempo.core.value import Finding
from passatempo.minesweeper.formats.minefield import LONGEST_SIDE, Minefield, minefield_of, open_cells
from passatempo.minesweeper.model import COVERED, LEVELS, Board, Cell, Level, Place
from passatempo.minesweeper.puzzles.field import grade_of_rounds
from passatempo.minesweeper.puzzles.proof import play_rounds
from passatempo.minesweeper.text import write_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CHORD_COST = 2  # a click that opens the number, and the chord
MOST_COUNTED = 2  # openings of a cell


@dataclass(frozen=True, slots=True)
class Measures(Finding):
    """The figures of a minefield, opened at the cell `first`, which is None if every cell has a mine.

    An opening is a connected group of zeros with the numbers around it, and an island a connected group of numbers in
    no opening. `three_bv` is the fewest clicks without chords, and `zini` (only of a square field) the clicks of a
    greedy player with flags and chords. Deduction from `first` opens all free cells but `left`; if a guess is needed,
    there is neither the hardest `level` of the rules nor the `grade` of the puzzle.
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
    indent: ClassVar[int] = 0

    def lines(self) -> Iterator[str]:
        """Yield the size, the figures, and whether a guess is needed."""
        zini = "" if self.zini is None else f", ZiNi {self.zini}"
        start = "" if self.first is None else f" from {write_place(self.first)}"
        guess = f"no guess is needed{start}: level {self.level}, grade {self.grade}"
        if not self.guess_free:
            guess = f"a guess is needed{start}: {count_of(self.left, 'free square')} cannot be deduced"
        yield f"{self.rows} x {self.columns}, {count_of(self.mines, 'mine')}"
        groups = f"{count_of(self.openings, 'opening')}, {count_of(self.islands, 'island')}"
        yield f"3BV {self.three_bv}: {groups}{zini}"
        yield guess

    def to_json(self) -> dict[str, Any]:
        """Return the figures as in JSON; the first cell counts from 1."""
        return asdict(self) | {"first": None if self.first is None else [self.first[0] + 1, self.first[1] + 1]}


def measure(minefield: Board | Minefield, *, first: Sequence[int] | None = None) -> Measures:
    """Measure a minefield.

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
    >>> figures = measure(Minefield(1, 5, bytes([0, 0, 1, 0, 0])))
    >>> figures.first, figures.three_bv, figures.zini, figures.level
    ((0, 0), 2, 2, 'count')
    """
    minefield = minefield_of(minefield)
    refuse_large(minefield.rows, minefield.columns, LONGEST_SIDE**2)
    board, mine = minefield.board([COVERED] * len(minefield.mine)), minefield.mine
    player = _GreedyPlayer(board, mine)
    start = _first_cell(minefield, first, player)
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
        three_bv=len(player.openings) + len(player.apart),
        openings=len(player.openings),
        islands=len(connected_groups(player.apart, player.near)),
        zini=player.clear() if board.variant == "square" else None,
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


def _first_cell(minefield: Minefield, first: Sequence[int] | None, player: _GreedyPlayer) -> Cell | None:
    """Return the cell to open first: the requested one, that of the file, or one that opens most."""
    rows, columns, mine, fault = minefield.rows, minefield.columns, minefield.mine, ""
    if first is None and minefield.first is None:
        zeros = max(player.openings, key=lambda members: len(player.openings[members]), default=mine.find(0))
        return None if zeros < 0 else zeros
    try:
        row, column = divmod(minefield.first or 0, columns) if first is None else [index(part) - 1 for part in first]
    except (TypeError, ValueError):
        row = column = -1
        fault = f"{quote(first)} is not a row and a column"
    if not (0 <= row < rows and 0 <= column < columns):
        fault = fault or f"{write_place((row, column))} is outside the field of {rows} x {columns}"
    elif mine[row * columns + column]:
        fault = f"{write_place((row, column))} is a mine"
    if fault:
        raise InvalidInstance([Violation("bad-first", f"first: {fault}")])
    return row * columns + column


class _GreedyPlayer:
    """A player who always takes the chord that saves most clicks: greedy ZiNi.

    The premium of a free cell is what its chord saves over clicks on single cells. The heap may hold old premiums.
    """

    def __init__(self, board: Board, mine: bytes) -> None:
        surface, self.columns, self.mine = board.surface, board.columns, mine
        self.near = [surface.neighbours(cell) for cell in range(len(mine))]
        self.covered = {cell for cell, is_mine in enumerate(mine) if not is_mine}
        around = {cell: sum(mine[other] for other in self.near[cell]) for cell in self.covered}
        groups = connected_groups([cell for cell in sorted(around) if not around[cell]], self.near)
        # by their first zero
        self.openings = {zeros[0]: {*zeros, *(near for cell in zeros for near in self.near[cell])} for zeros in groups}
        self.opening_of = {cell: zeros[0] for zeros in groups for cell in zeros}
        counts = Counter(cell for members in self.openings.values() for cell in members)
        self.apart = [cell for cell in sorted(around) if not counts[cell]]
        self.apart_set, self.flagged, self.heap = (
            set(self.apart),
            set[Cell](),
            list[tuple[int, tuple[int, int], Cell]](),
        )
        self.premium = dict.fromkeys(around, 0)
        for cell, mines in around.items():
            near_apart = sum(other in self.apart_set for other in (cell, *self.near[cell]))
            saving = near_apart + min(counts[cell], MOST_COUNTED) - mines if mines else 1
            self._change_premium([cell], saving - CHORD_COST)

    def clear(self) -> int:
        """Clear the field; return the number of clicks."""
        clicks, single = 0, sorted(self.apart_set | self.opening_of.keys(), key=self._column_order)[::-1]
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
                self._change_premium([flag, *self.near[flag]], 1)
            self.flagged.update(flags)
            for other in (cell, *self.near[cell]):
                self._open(other)
        return clicks

    def _column_order(self, cell: Cell) -> tuple[int, int]:
        return cell % self.columns, cell // self.columns

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
                    heappush(self.heap, (-self.premium[cell], self._column_order(cell), cell))

    def _open(self, cell: Cell) -> None:
        """Open a cell, and with a zero its whole opening."""
        if cell not in self.covered:
            return
        members = self.openings[self.opening_of[cell]] if cell in self.opening_of else set[Cell]()
        self._change_premium(members, -1)
        for opened in self.covered & (members or {cell}):
            self.covered.remove(opened)
            self._change_premium([opened], 1)
            if opened in self.apart_set:
                self._change_premium([opened, *self.near[opened]], -1)
