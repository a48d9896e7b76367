"""A person in front of a field.

The person looks at one number after the other
near what was opened last, then at two at a time, then tries a cell and follows what it would force, and at last goes
through all layouts beside the numbers, part by part, with the mines counted. Effort counts the numbers looked at and
the cells tried.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from passatempo.minesweeper.exact.methods import safe
from passatempo.minesweeper.model import COVERED, UNKNOWN, Board
from passatempo.minesweeper.puzzles.field import mines_of_solution
from passatempo.minesweeper.puzzles.params import FieldParams

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from passatempo.puzzles.puzzle import PuzzleContent

MOST_NODES = 20_000  # of one walk through the layouts of a part; who is not through by then gives up there
RATED = (
    FieldParams(),
    FieldParams("intermediate"),
    FieldParams("expert"),
    FieldParams("expert", hardest="pair"),
    FieldParams("custom", 16, 16, 99),
)


class Person:
    """Somebody who clears a field, or looks for one safe cell; `effort` counts what was looked at."""

    def __init__(self, board: Board, mine: Sequence[int] | None = None) -> None:
        self.board, self.mine, self.effort = board, mine, 0
        self.cells = bytearray(board.cells)
        self.near = [board.surface.neighbours(cell) for cell in range(len(board.cells))]
        self.value: dict[int, bool] = {}
        self.awake = [cell for cell, code in enumerate(self.cells) if code < UNKNOWN]
        self.paired = set(self.awake)

    def missing(self, number: int, value: Mapping[int, bool] | None = None) -> tuple[int, list[int]]:
        """Return the mines that a number misses, and its undecided cells."""
        value = self.value if value is None else value
        around = [cell for cell in self.near[number] if self.cells[cell] == COVERED]
        return self.cells[number] - sum(value.get(cell, False) for cell in around), [
            c for c in around if c not in value
        ]

    def decide(self, found: Mapping[int, bool]) -> None:
        """Note what is known; open what is safe where the field is there."""
        stack = []
        for cell, is_mine in found.items():
            if cell not in self.value:
                self.value[cell] = is_mine
                stack += [cell]
        while stack:
            cell = stack.pop()
            if not self.value.get(cell, False) and self.mine is not None and self.cells[cell] == COVERED:
                self.value[cell] = False
                self.cells[cell] = sum(self.mine[n] for n in self.near[cell])
                stack += self.near[cell] if self.cells[cell] == 0 else ()
            touched = [n for n in (cell, *self.near[cell]) if self.cells[n] < UNKNOWN]
            self.awake += touched
            self.paired.update(touched)

    def single(self) -> bool:
        """Look at one number after the other, what changed last first."""
        while self.awake:
            number = self.awake.pop()
            need, cells = self.missing(number)
            if cells:
                self.effort += 1
                if need in (0, len(cells)):
                    self.decide(dict.fromkeys(cells, need > 0))
                    return True
        return False

    def pair(self) -> bool:
        """Look at two numbers that share cells."""
        while self.paired:
            number = self.paired.pop()
            need, cells = self.missing(number)
            partners = {n for cell in cells for n in self.near[cell] if self.cells[n] < UNKNOWN and n != number}
            for other in sorted(partners):
                self.effort += 2
                found = self.overlap(need, set(cells), *self.missing(other))
                if found:
                    self.paired.add(number)
                    self.decide(found)
                    return True
        return False

    @staticmethod
    def overlap(need: int, cells: set[int], other: int, others: Iterable[int]) -> dict[int, bool]:
        """Return what two numbers settle together."""
        both = cells.intersection(others)
        one, two = cells - both, set(others) - both
        low, high = max(0, need - len(one), other - len(two)), min(len(both), need, other)
        found: dict[int, bool] = {}
        for some, least, most in ((both, low, high), (one, need - high, need - low), (two, other - high, other - low)):
            if some and (most == 0 or least == len(some)):
                found |= dict.fromkeys(some, most > 0)
        return found

    def numbers(self) -> list[int]:
        """Return the numbers with undecided cells."""
        return [cell for cell, code in enumerate(self.cells) if code < UNKNOWN and self.missing(cell)[1]]

    def tried(self) -> bool:
        """Try a mine, or none, in each cell beside a number, and follow what single numbers force."""
        for cell in sorted({cell for number in self.numbers() for cell in self.missing(number)[1]}):
            for guess in (True, False):
                if self.fails(cell, guess):
                    self.decide({cell: not guess})
                    return True
        return False

    def fails(self, cell: int, guess: bool) -> bool:
        """Tell whether a value in a cell leads to a contradiction, one number after the other."""
        value = {**self.value, cell: guess}
        view = [n for n in self.near[cell] if self.cells[n] < UNKNOWN]
        while view:
            number = view.pop()
            self.effort += 1
            need, cells = self.missing(number, value)
            if not 0 <= need <= len(cells):
                return True
            if cells and need in (0, len(cells)):
                value |= dict.fromkeys(cells, need > 0)
                view += [n for c in cells for n in self.near[c] if self.cells[n] < UNKNOWN]
        return False

    def walked(self) -> bool:
        """Go through all layouts beside the numbers, part by part; then count the mines."""
        parts = [self.layouts(part) for part in self.parts()]
        if any(not part for part in parts):  # given up: too many layouts
            return self.told()
        found = {}
        for part in parts:
            found |= self.agreed(part)
        if found:
            self.decide(found)
            return True
        self.effort += len(self.cells)  # to count what is left, the whole board is gone over
        counts = [sorted({sum(layout.values()) for layout in part}) for part in parts]
        beside = {cell for part in parts for cell in part[0]}
        others = [c for c, code in enumerate(self.cells) if code == COVERED and c not in beside and c not in self.value]
        left = (self.board.mines or 0) - sum(self.value.values())
        fitting = []
        for chosen in product(*counts):
            self.effort += 1
            if 0 <= left - sum(chosen) <= len(others):
                fitting.append(chosen)
        for i, part in enumerate(parts):
            found |= self.agreed([layout for layout in part if sum(layout.values()) in {way[i] for way in fitting}])
        rest = {left - sum(way) for way in fitting}
        if others and (rest == {0} or rest == {len(others)}):
            found |= dict.fromkeys(others, rest != {0})
        self.decide(found)
        return bool(found) or self.told()

    def told(self) -> bool:
        """Take the safe cells from the program, where a person gives up."""
        self.effort += MOST_NODES
        found = safe(Board(self.board.rows, self.board.columns, bytes(self.cells), self.board.mines)).answer
        places = found.safe if found else ()
        self.decide({row * self.board.columns + column: False for row, column in places})
        return bool(places)

    def parts(self) -> list[list[int]]:
        """Split the numbers into parts that share no undecided cell."""
        parts: list[list[int]] = []
        rest = self.numbers()
        while rest:
            part = [rest.pop(0)]
            for number in part:
                cells = set(self.missing(number)[1])
                more = [n for n in rest if cells.intersection(self.missing(n)[1])]
                part += more
                rest = [n for n in rest if n not in more]
            parts.append(part)
        return parts

    def layouts(self, part: Sequence[int]) -> list[dict[int, bool]]:
        """List the layouts of a part; none where there are too many."""
        needs = [self.missing(number) for number in part]
        cells = list(dict.fromkeys(cell for _, around in needs for cell in around))
        beside = {cell: [k for k, (_, around) in enumerate(needs) if cell in around] for cell in cells}
        found: list[dict[int, bool]] = []
        stack: list[tuple[int, tuple[int, ...], dict[int, bool]]] = [(0, tuple(need for need, _ in needs), {})]
        left = [[len(set(around) & set(cells[i:])) for _, around in needs] for i in range(len(cells) + 1)]
        nodes = 0
        while stack:
            nodes += 1
            if nodes > MOST_NODES:
                return []
            at, missing, layout = stack.pop()
            if at == len(cells):
                found.append(layout)
                continue
            for is_mine in (False, True):
                then = tuple(need - (is_mine and k in beside[cells[at]]) for k, need in enumerate(missing))
                if all(0 <= need <= left[at + 1][k] for k, need in enumerate(then)):
                    stack.append((at + 1, then, {**layout, cells[at]: is_mine}))
        self.effort += nodes
        return found

    @staticmethod
    def agreed(layouts: Sequence[Mapping[int, bool]]) -> dict[int, bool]:
        """Return what all layouts have in common."""
        if not layouts:
            return {}
        return {cell: value for cell, value in layouts[0].items() if all(one[cell] == value for one in layouts)}

    def go(self, done: Callable[[], bool]) -> int:
        """Go on until it is done, by the easiest way that leads on; return the effort."""
        while not done() and (self.single() or self.pair() or self.tried() or self.walked()):
            pass
        return self.effort


def effort(made: PuzzleContent[Board]) -> int:
    """Let a person clear a field."""
    person = Person(made.instance, mines_of_solution(made))
    mines = made.instance.mines
    return person.go(lambda: person.cells.count(COVERED) == mines)
