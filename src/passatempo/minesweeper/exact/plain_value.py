"""The inputs of the fitted value and the network over them, in plain Python, from a list of all layouts.

The specification of `kernel/play/inputs.cpp` and `value.hpp`: the same numbers but for rounding.
"""

from __future__ import annotations

from math import exp, log, log1p, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from passatempo.minesweeper.model import UNKNOWN, is_covered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from passatempo.minesweeper.exact.plain_play import Layout
    from passatempo.minesweeper.model import Board, Cell

INPUTS, HIDDEN, LEAK = 40, 32, 0.05
NUMBERS = 2 * INPUTS + INPUTS * HIDDEN + HIDDEN + HIDDEN * HIDDEN + HIDDEN + HIDDEN + 1
ROUNDING = 1e-9
FAINT, LEVEL, PROVEN = 0.01, 0.02, 0.999  # riddles that count; cells as good as the safest; a riddle for certain
MOST_TELLING = 6  # more cells than that tell any pair apart

Group: TypeAlias = "tuple[frozenset[Cell], bool]"


class Riddle(NamedTuple):
    """Cells, and those that could tell which of them are mines."""

    cells: tuple[Cell, ...]
    telling: tuple[Cell, ...]


class Afterstate:
    """A position after a cell was clicked and showed a number; `layouts` are those before.

    `unknown` are the cells that may be opened, by default those that are not certain before the click.
    """

    def __init__(
        self, board: Board, layouts: Sequence[Layout], opened: Cell, number: int, unknown: Sequence[Cell] = ()
    ) -> None:
        self.board, self.opened = board, opened
        size = len(board.cells)
        self.near = [board.surface.neighbours(cell) for cell in range(size)]
        self.left = [one for one in layouts if opened not in one and sum(n in one for n in self.near[opened]) == number]
        in_all: frozenset[Cell] = frozenset.intersection(*layouts)
        uncertain = frozenset(unknown) or frozenset().union(*layouts) - in_all
        self.known = in_all - uncertain
        self.unknown = sorted(uncertain - {opened})
        self.chance = [1.0 if cell in self.known else 0.0 for cell in range(size)]
        for cell in self.unknown:
            self.chance[cell] = sum(cell in one for one in self.left) / len(self.left)
        shown = [code if code < UNKNOWN else -1 for code in board.cells]
        self.missing = {n: code - self._mines(n) for n, code in enumerate(shown) if code >= 0}
        self.seen_by = {c: frozenset(n for n in self.near[c] if n in self.missing) for c in sorted(uncertain)}
        self.scope = set(self.near[opened]) & set(self.unknown)
        self.missing[opened] = number - self._mines(opened)
        self.free = {c for c in self.unknown if not self.seen_by[c] and c not in self.scope}

    def _mines(self, cell: Cell) -> int:
        return sum(other in self.known for other in self.near[cell])

    def is_open(self, cell: Cell) -> bool:
        """Tell whether the cell is not certain."""
        return 0 < self.chance[cell] < 1

    def tells(self, cell: Cell) -> bool:
        """Tell whether a neighbour is not certain."""
        return any(map(self.is_open, self.near[cell]))

    def news(self, cell: Cell) -> float:
        """Sum up how uncertain the neighbours are."""
        return sum(self.chance[other] * (1 - self.chance[other]) for other in self.near[cell])

    def zero(self, cell: Cell) -> float:
        """Return the chance to show zero, as if the neighbours had nothing to do with each other."""
        return prod(1 - self.chance[other] for other in self.near[cell])

    def groups(self) -> set[Group]:
        """Return what tells the groups of uncertain cells apart: the numbers that see them, the click among them."""
        return {(self.seen_by[c], c in self.scope) for c in self.unknown if self.is_open(c)}

    def parts(self) -> list[set[Cell]]:
        """Return cells that numbers join; those of the click and of the cells around it are one."""
        left = set(self.seen_by)
        found = []
        while left:
            part = {min(left)}
            waiting = list(part)
            while waiting:
                cell = waiting.pop()
                joined = {other for other in left if self.seen_by[cell] & self.seen_by[other]}
                if cell == self.opened or cell in self.scope:
                    joined |= (self.scope | {self.opened}) & left
                waiting += joined - part
                part |= joined
            left -= part
            if not part <= self.free:
                found.append(part - {self.opened})
        return found

    def pairs(self) -> Iterable[Riddle]:
        """Yield adjacent cells with few others that could tell them apart."""
        for cell, near in enumerate(self.near):
            for other in near:
                one, two = set(near) - {other}, set(self.near[other]) - {cell}
                telling = tuple(one - set(self.near[other])) + tuple(two - set(near))
                if cell < other and len(telling) <= MOST_TELLING:
                    yield Riddle((cell, other), telling)

    def boxes(self) -> Iterable[Riddle]:
        """Yield squares of four cells, and the cells at their corners."""
        rows, columns = self.board.rows, self.board.columns
        for r in range(rows - 1):
            for c in range(columns - 1):
                cells = tuple((r + i) * columns + c + j for i in (0, 1) for j in (0, 1))
                corners = [(r + i, c + j) for i in (-1, 2) for j in (-1, 2)]
                inside = [(i, j) for i, j in corners if 0 <= i < rows and 0 <= j < columns]
                yield Riddle(cells, tuple(i * columns + j for i, j in inside))

    def untold(self, riddle: Riddle) -> float:
        """Return the chance that all cells that could tell are mines; 0 where it is small or nothing is asked."""
        if not all(map(self.is_open, riddle.cells)):
            return 0.0
        all_mines = prod(self.chance[cell] for cell in riddle.telling)
        return all_mines if all_mines >= FAINT - ROUNDING else 0.0

    def one_of(self, a: Cell, b: Cell) -> float:
        """Return the chance that just one of two cells is a mine."""
        p, q = self.chance[a], self.chance[b]
        if any(self.missing.get(n) == 1 and b in self.near[n] for n in self.near[a]):
            return min(1.0, p + q)
        return p * (1 - q) + (1 - p) * q


def inputs(
    board: Board, layouts: Sequence[Layout], opened: Cell, number: int, unknown: Sequence[Cell] = ()
) -> list[float]:
    """Describe a position after a click: the numbers that its value is fitted to.

    >>> from passatempo.minesweeper import read
    >>> found = inputs(read("1##/###", mines=1), [frozenset({cell}) for cell in (1, 3, 4)], 4, 1)
    >>> found[0], round(found[3], 2), len(found) == INPUTS  # the mine is above or to the left: none of them is safe
    (0.0, 0.5, True)
    """
    after = Afterstate(board, layouts, opened, number, unknown)
    return [*_safe(after), *_sizes(after), *_risks(after), *_parts(after), *_riddles(after), *_promises(after)]


def _safe(after: Afterstate) -> list[float]:
    """Whether a cell is safe, how many are, how many of them tell something; the best safeties."""
    safe = [c for c in after.unknown if after.chance[c] == 0]
    living = sorted(
        (1 - after.chance[c] for c in after.unknown if after.chance[c] < 1 and after.tells(c)), reverse=True
    )
    uncertain = sorted((1 - after.chance[c] for c in after.unknown if after.is_open(c)), reverse=True)
    best = [*living, 0.0, 0.0][:2] + [*uncertain, 0.0, 0.0][:2]
    return [float(bool(safe)), log1p(len(safe)), log1p(sum(map(after.tells, safe))), *best]


def _sizes(after: Afterstate) -> list[float]:
    """Layouts, cells next to no number, mines."""
    ways, size = log(len(after.left)), len(after.board.cells)
    free = [c for c in after.free if after.is_open(c)]
    mines = sum(after.chance[c] == 1 for c in after.unknown)
    left = (after.board.mines or 0) - len(after.known) - mines
    chance = after.chance[free[0]] if free else 0.0
    return [ways / 50, log1p(ways), len(free) / size, log1p(len(free)), chance, left / size]


def _risks(after: Afterstate) -> list[float]:
    """Sum up what the uncertain cells next to numbers threaten."""
    chances = [after.chance[c] for c in after.unknown if after.is_open(c) and c not in after.free]
    risk = sum(min(p, 1 - p) for p in chances)
    entropy = -sum(p * log(p) + (1 - p) * log(1 - p) for p in chances)
    low, lower = (sum(p < bound - ROUNDING for p in chances) for bound in (0.2, 0.1))
    return [risk / 10, entropy / 10, log1p(len(chances)), lower / 10, low / 10]


def _parts(after: Afterstate) -> list[float]:
    """Parts without a safe cell, and those of them that touch no cell next to no number."""
    stuck, shut = [], []
    for part in after.parts():
        cells = [c for c in part if after.is_open(c)]
        if not cells or any(after.chance[c] == 0 for c in part):
            continue
        stuck.append(log(1 - min(after.chance[c] for c in cells)))
        if not any(n in after.free for c in cells for n in after.near[c]):
            shut.append(stuck[-1])
    return [sum(stuck), log1p(len(stuck)), sum(shut), log1p(len(shut))]


def _riddles(after: Afterstate) -> list[float]:
    """Pairs and boxes that may never be told apart."""
    risks = [after.untold(pair) * after.one_of(*pair.cells) for pair in after.pairs()]
    boxes = []
    for box in after.boxes():
        a, b, c, d = (after.chance[cell] for cell in box.cells)
        even = min(a * d * (1 - b) * (1 - c), b * c * (1 - a) * (1 - d))
        boxes.append(after.untold(box) * 2 * even)
    proven = sum(risk > PROVEN for risk in risks)
    return [sum(log(1 - r / 2) for r in risks), sum(log(1 - r / 2) for r in boxes), max(risks, default=0.0), proven]


def _promises(after: Afterstate) -> list[float]:
    """Corners and edges, what safe cells promise, what the safest others do, and how far the game is."""
    rows, columns = after.board.rows, after.board.columns
    places = [divmod(c, columns) for c in after.free]
    sides = [(r in (0, rows - 1)) + (c in (0, columns - 1)) for r, c in places]
    safe = [c for c in after.unknown if after.chance[c] == 0]
    zeros = [after.zero(c) for c in safe if after.tells(c)]
    contacts = [sum(n in after.free for n in after.near[c]) for c in safe]
    best = max((1 - after.chance[c] for c in after.unknown if after.is_open(c)), default=0.0)
    near = [c for c in after.unknown if after.is_open(c) and 1 - after.chance[c] >= best - LEVEL - ROUNDING]
    good = [c for c in near if c not in after.free]
    frontier = (1 - after.chance[c] for c in after.unknown if after.is_open(c) and c not in after.free)
    return [
        sum(side == 2 for side in sides),
        sum(side > 0 for side in sides) / 40,
        max(zeros, default=0.0),
        log1p(sum(zeros)),
        log1p(sum(map(after.news, safe))),
        log1p(sum(count > 0 for count in contacts)),
        log1p(sum(contacts)),
        max(map(after.news, good), default=0.0),
        float(max(frontier, default=0.0) < best - ROUNDING),
        (sum(map(is_covered, after.board.cells)) - 1) / len(after.board.cells),
        log1p(sum(after.chance[c] == 1 for c in after.unknown)),
        log1p(sum(any(map(after.is_open, part)) for part in after.parts())),
        max((after.zero(c) * (1 - after.chance[c]) for c in good), default=0.0),
        log1p(len(after.groups())),
    ]


def value(numbers: Sequence[float], found: Sequence[float]) -> float:
    """Return what the network says of these inputs; `numbers` stand as in `value.hpp`.

    >>> value([0.0] * NUMBERS, [0.0] * INPUTS)
    0.5
    """
    row = [(x - numbers[2 * i]) * numbers[2 * i + 1] for i, x in enumerate(found)]
    at = 2 * INPUTS
    for _ in range(2):
        biases = at + len(row) * HIDDEN
        sums = [
            numbers[biases + h] + sum(x * numbers[at + i * HIDDEN + h] for i, x in enumerate(row))
            for h in range(HIDDEN)
        ]
        row = [total if total > 0 else LEAK * total for total in sums]
        at = biases + HIDDEN
    return 1 / (1 + exp(-numbers[at + HIDDEN] - sum(x * numbers[at + h] for h, x in enumerate(row))))
