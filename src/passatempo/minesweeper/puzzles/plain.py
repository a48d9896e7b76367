"""The making of puzzles in plain Python: the specification of the kernel, and its twin in tests.

What is certain is found by the reference method. A replay opens whatever is certain, in any order: what is safe once
stays safe, so which cells are opened in the end does not depend on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from passatempo.minesweeper import reference
from passatempo.minesweeper.generate import spread, uncover
from passatempo.minesweeper.model import COVERED, LEVELS, UNKNOWN, Board, is_covered
from passatempo.minesweeper.network import network
from passatempo.minesweeper.reasons.deduction import Deduction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from passatempo.core.random import Random
    from passatempo.minesweeper.model import Cell
    from passatempo.minesweeper.reasons.deduction import Rule, Step
    from passatempo.minesweeper.surface import Surface

Reasons: TypeAlias = list[tuple[list["Cell"], list["Cell"]]]  # cells to open, and the cells of the numbers that say so

MOST_BURIED = 1  # mines all of whose neighbours are mines; more are left only where a swap lessens them
KINDS = 4  # of swaps: two in four away from the frontier, one towards it, one inside it
ONE_IN = 4  # times two swaps are tried together
OPENED_OF_TEN = 6  # free cells of a position that is thinned out


def bare(rows: int, columns: int) -> Surface:
    """Return who lies next to whom.

    >>> bare(2, 2).neighbours(0)
    (1, 2, 3)
    """
    return Board(rows, columns, bytes([COVERED]) * (rows * columns)).surface


def certain(board: Board) -> tuple[list[Cell], list[Cell]]:
    """Find the safe cells and the sure mines by the reference method.

    >>> certain(Board(1, 3, bytes([COVERED, 1, 0])))
    ([], [0])
    """
    found = reference.safe(board).answer
    if found is None:
        return [], []
    safe, mines = ([row * board.columns + column for row, column in of] for of in (found.safe, found.sure_mines))
    return safe, mines


def easiest(board: Board, hardest: str = "count") -> tuple[str, Reasons]:
    """Find the safe cells of a position by the easiest rule that finds one, with the numbers that say so.

    >>> from passatempo.minesweeper import read
    >>> easiest(read("01#1#"))
    ('single', [([4], [1, 3])])
    """
    for level in LEVELS[: LEVELS.index(hardest) + 1]:
        if level == "count" and board.mines is None:
            break
        if level in ("single", "pair"):
            found = _deduced(board, "single" if level == "single" else "pair")
        else:
            found = _proved(board if level == "count" else Board(board.rows, board.columns, board.cells))
        if found:
            return level, found
    return "single", []


def _deduced(board: Board, rule: Rule) -> Reasons:
    deduction = Deduction(network(board).numbers, rule)
    found: Reasons = []
    for step in deduction.steps:
        if not step.mine:
            used = {k for one in _trace(deduction, step) for k in one.numbers}
            found.append((list(step.settled), sorted(deduction.numbers[k].cell for k in used)))
    return found


def _trace(deduction: Deduction, last: Step) -> list[Step]:
    """Return the steps that lead to one, itself included.

    Where a number has its mines, those that settled its free cells are spared; where it has its free cells, those that
    settled its mines.
    """
    found = [last]
    for step in found:
        after = [cell for cell in step.after if len(step.numbers) == 2 or deduction.value[cell] != step.mine]
        before = [deduction.steps[deduction.by[cell]] for cell in after]
        found += [one for at, one in enumerate(before) if one not in found and one not in before[:at]]
    return found


def _proved(board: Board) -> Reasons:
    """Find a minimal set of numbers for every safe cell; a set found before may serve another cell."""
    found: Reasons = []
    for cell in certain(board)[0]:
        known = next((open_cells for open_cells, numbers in found if _settles(board, numbers, cell)), None)
        if known is not None:
            known.append(cell)
        else:
            found.append(([cell], _minimal(board, cell)))
    return found


def _minimal(board: Board, cell: Cell) -> list[Cell]:
    """Leave out the numbers that can be spared, those far from the cell first."""
    row, column = board.place(cell)

    def distance(at: Cell) -> int:
        return max(abs(at // board.columns - row), abs(at % board.columns - column))

    numbers = [at for at, code in enumerate(board.cells) if code < UNKNOWN]
    kept = sorted(numbers, key=distance, reverse=True)
    for at in list(kept):
        fewer = [other for other in kept if other != at]
        if _settles(board, fewer, cell):
            kept = fewer
    return sorted(kept)


def _settles(board: Board, numbers: Sequence[Cell], cell: Cell) -> bool:
    """Tell whether some numbers alone, with the mine count if there is one, make a cell safe."""
    shown = bytes(
        code if is_covered(code) or at in numbers else UNKNOWN for at, code in enumerate(board.cells)
    )  # fmt: skip
    return cell in certain(Board(board.rows, board.columns, shown, board.mines))[0]


def replay(rows: int, columns: int, mine: Sequence[int], first: Cell, *, exact: bool) -> tuple[bytes, set[Cell]]:
    """Play a field without a guess; return what is seen in the end, and the mines beside numbers that are known then.

    >>> cells, known = replay(1, 4, [0, 0, 0, 1], 0, exact=True)
    >>> list(cells), known
    ([0, 0, 1, 255], {3})
    """
    surface, cells, todo = bare(rows, columns), bytearray([COVERED]) * (rows * columns), [first]
    while True:
        spread(surface, bytes(mine), cells, todo)
        board = Board(rows, columns, bytes(cells), sum(mine))
        if exact:
            todo, mines = certain(board)
            known = {cell for cell in mines if any(cells[near] != COVERED for near in surface.neighbours(cell))}
        else:
            value = Deduction(network(board).numbers, "pair").value
            todo, known = [cell for cell in value if not value[cell]], {cell for cell in value if value[cell]}
        if not todo:
            return bytes(cells), known


class Repair:
    """A random field, and its repair by swaps of mines and free cells, until nobody needs to guess."""

    def __init__(self, rows: int, columns: int, mines: int, first: Cell, random: Random, *, exact: bool) -> None:
        self.rows, self.columns, self.first, self.random, self.exact = rows, columns, first, random, exact
        surface = bare(rows, columns)
        self.near = [surface.neighbours(cell) for cell in range(rows * columns)]
        self.kept = {first, *self.near[first]}
        cells = [cell for cell in range(rows * columns) if cell not in self.kept]
        for i in range(mines):
            j = i + random.below(len(cells) - i)
            cells[i], cells[j] = cells[j], cells[i]
        self.mine = [int(cell in cells[:mines]) for cell in range(rows * columns)]
        self.lists: dict[tuple[bool, bool], list[Cell]] = {}  # covered cells: with a mine, beside an opened one

    @property
    def buried(self) -> int:
        """How many mines have only mines around them."""
        return sum(self.mine[cell] and all(self.mine[n] for n in near) for cell, near in enumerate(self.near))

    def run(self, most_swaps: int) -> tuple[bool, int]:
        """Swap until the field needs no guess; return whether it does not, and how many swaps were tried."""
        left, swaps = self.look(), 0
        while left and swaps < most_swaps:
            swaps += 1
            before, buried, lists = list(self.mine), self.buried, self.lists
            if not self.move():
                continue
            good = self.buried <= MOST_BURIED or self.buried < buried
            after = self.look() if good else left + 1
            if after <= left:
                left = after
            else:
                self.mine, self.lists = before, lists
        return not left, swaps

    def look(self) -> int:
        """Replay; sort the cells that stay covered, beside opened ones and away from them; count the free ones."""
        cells, known = replay(self.rows, self.columns, self.mine, self.first, exact=self.exact)
        covered = [cell for cell, code in enumerate(cells) if code == COVERED]
        beside = {cell for cell in covered if any(cells[near] != COVERED for near in self.near[cell])}

        def chosen(*, mine: bool, near: bool) -> list[Cell]:
            return [c for c in covered if bool(self.mine[c]) == mine and (c in beside) == near and c not in known]

        self.lists = {(mine, near): chosen(mine=mine, near=near) for mine in (True, False) for near in (True, False)}
        self.lists[True, True] = self.lists[True, True] or sorted(known)
        return len(self.lists[False, True]) + len(self.lists[False, False])

    def move(self) -> int:
        """Move one mine, or two; return how many could be moved."""
        done = 0
        for _ in range(2 if self.random.below(ONE_IN) == 0 else 1):
            kind = self.random.below(KINDS)
            mines, cells = self.lists[True, kind != 2], self.lists[False, kind >= 2]
            if not mines:
                continue
            mine = self.random.choice(mines)
            cells = cells or [c for c, is_mine in enumerate(self.mine) if not is_mine and c not in self.kept]
            cell = self.random.choice(cells) if cells else mine
            if self.mine[mine] and not self.mine[cell]:
                self.mine[mine], self.mine[cell] = 0, 1
                done += 1
        return done


def thin_out(rows: int, columns: int, mines: int, random: Random) -> tuple[Cell | None, bytes]:
    """Make a position, and cover its numbers again while some of the safe cells stay so, and no others are.

    Returns
    -------
    tuple
        The one safe cell, None where there is another, and what is seen.
    """
    order = list(range(rows * columns))
    random.shuffle(order)
    opened = order[mines:]
    mine = bytes(cell not in opened for cell in range(rows * columns))
    opened = opened[: len(opened) * OPENED_OF_TEN // 10]
    cells, surface = bytearray([COVERED]) * (rows * columns), bare(rows, columns)
    for cell in opened:
        uncover(surface, mine, cells, cell)

    def safe() -> AbstractSet[Cell]:
        return set(certain(Board(rows, columns, bytes(cells), mines))[0])

    left = safe()
    if not left:
        return None, bytes(cells)
    random.shuffle(opened)
    for cell in opened:
        shown, cells[cell] = cells[cell], COVERED
        after = safe()
        if after and after <= left:
            left = after
        else:
            cells[cell] = shown
    return (min(left) if len(left) == 1 else None), bytes(cells)
