"""A person in front of a win to be found: tries fours, then threes, then the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.mnk.lines import windows
from passatempo.mnk.puzzles.win import WinParams

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Position
    from passatempo.puzzles.puzzle import PuzzleContent

RATED = (WinParams(5, 5, 4, 2), WinParams(9, 9, 5, 2), WinParams(7, 7, 4, 3), WinParams(9, 9, 5, 3),
         WinParams(7, 7, 5, 3), WinParams(7, 7, 4, 4))  # fmt: skip


class Person:
    """Tries own moves, those first that must be answered, and counts all that it has tried in thought."""

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self.k, self.lines = rules.k, windows(rules.m, rules.n, rules.k)
        self.cells, self.own = bytearray(position.cells), position.to_move
        self.tried = 0

    def lacking(self, mark: int, most: int) -> dict[Cell, int]:
        """Return for each empty cell how much the best line of a side through it lacks, up to `most`."""
        found: dict[Cell, int] = {}
        for line in self.lines:
            row = [self.cells[cell] for cell in line]
            lacks = row.count(0)
            if lacks <= most and lacks + row.count(mark) == self.k:
                for cell in line:
                    if self.cells[cell] == 0:
                        found[cell] = min(lacks, found.get(cell, lacks))
        return found

    def attack(self, moves: int) -> Cell | None:
        """Find a first move of a win in so many moves."""
        mine, theirs = self.lacking(self.own, self.k), self.lacking(3 - self.own, moves)
        if 1 in mine.values():
            self.tried += 1
            return next(cell for cell, lacks in mine.items() if lacks == 1)
        forced = {cell for cell, lacks in theirs.items() if lacks == 1}
        if moves == 1 or len(forced) > 1:
            return None
        near = {cell for cell, lacks in mine.items() if lacks <= max(moves, 3)}
        if moves > 2:
            near |= {cell for cell, lacks in theirs.items() if lacks < moves}
        for cell in forced or sorted(near, key=lambda cell: (min(max(mine.get(cell, 9), 2), 4), cell)):
            self.tried += 1
            self.cells[cell] = self.own
            wins = self.holds(moves - 1)
            self.cells[cell] = 0
            if wins:
                return cell
        return None

    def holds(self, moves: int) -> bool:
        """Tell whether the win still comes after every answer that concerns it."""
        mine, theirs = self.lacking(self.own, moves), self.lacking(3 - self.own, moves)
        if 1 in theirs.values():
            return False
        threats = {cell for cell, lacks in mine.items() if lacks == 1}
        if len(threats) > 1:
            return True
        if not threats and (moves == 1 or self.attack(moves) is None):
            return False
        for cell in sorted(threats or mine.keys() | theirs.keys()):
            self.cells[cell] = 3 - self.own
            wins = self.attack(moves) is not None
            self.cells[cell] = 0
            if not wins:
                return False
        return True


def effort(made: PuzzleContent[Position]) -> int:
    """Count the own moves tried in thought until the first move is found."""
    person = Person(made.instance)
    found = person.attack(made.goal["moves"])
    row, column = made.solution["first"]
    if found != (row - 1) * made.instance.rules.n + column - 1:
        raise ValueError(f"the person found {found}")
    return person.tried
