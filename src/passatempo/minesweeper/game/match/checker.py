"""A second program that judges records of many games: it opens every cell by itself, and looks which were guesses.

Whether a cell was certainly safe is counted from the rules alone, first by the numbers near it, then by more and more,
in the end by all and the mine count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.minesweeper.game.match.series import MINE, lines
from passatempo.minesweeper.model import Board
from passatempo.minesweeper.settling import mines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.minesweeper.game.match.series import Line

MOST_TOLD = 20  # faults
PATIENCE = 5.0  # seconds to look for the guesses of a game; on very wide fields that may take longer
NEAREST = 6  # numbers around a cell that are looked at first


def check(text: str) -> tuple[str, ...]:
    r"""List what is wrong with a file of games, one sentence a fault, each with its line.

    >>> check('{"index":1,"layout":[".*"],"clicks":[[1,1]],"guesses":0,"won":true}\n')
    ()
    >>> check('{"index":1,"layout":[".*"],"clicks":[[1,2]],"guesses":0,"won":true}\n')
    ('line 1: the first click, which is promised to be safe, hits a mine',)
    """
    found: list[str] = []
    before: Line | None = None
    try:
        for number, line in enumerate(lines(text), 1):
            faults = [*_strange(line, before), *_faults(line)]
            found += [f"line {number}: {fault}" for fault in faults[:1]]
            if len(found) >= MOST_TOLD:
                break
            before = line
    except FormatError as error:
        found.append(error.message)
    return tuple(found)


def _strange(line: Line, before: Line | None) -> Iterator[str]:
    """Say what does not fit to the game before: the same field is played, in order, from the same cell."""
    if before is None:
        if line.index < 1:
            yield f"index {line.index}: games count from 1"
        return
    if line.index != before.index + 1:
        yield f"index {line.index} follows {before.index}"
    for what, one, other in (
        ("size", _size(line), _size(before)),
        ("number of mines", _mines(line), _mines(before)),
        ("neighbourhood", line.variant, before.variant),
        ("first click", line.clicks[:1], before.clicks[:1]),
    ):
        if one != other:
            yield f"another {what} than in the game before"


def _size(line: Line) -> tuple[int, int]:
    return len(line.layout), len(line.layout[0])


def _mines(line: Line) -> int:
    return sum(row.count(MINE) for row in line.layout)


def _faults(line: Line) -> Iterator[str]:
    """Play a game again; say what is wrong with it."""
    field = _Field(line)
    deadline, guesses, unsure = Deadline(Limits(seconds=PATIENCE)), 0, False
    for turn, (row, column) in enumerate(line.clicks, 1):
        fault = field.fault(row - 1, column - 1)
        if fault:
            yield f"click {turn} at ({row}, {column}): {fault}"
            return
        cell = (row - 1) * field.columns + column - 1
        try:
            guesses += turn > 1 and not unsure and not field.is_certain(cell, deadline)
        except Stopped:
            unsure = True
        field.open(cell)
        if field.lost and turn == 1:
            yield "the first click, which is promised to be safe, hits a mine"
            return
    if not (field.lost or field.won):
        yield "the game is not over"
    elif line.won != field.won:
        yield f"it is {'won' if field.won else 'lost'}, not {'won' if line.won else 'lost'}"
    elif not unsure and line.guesses != guesses:
        yield f"{count_of(guesses, 'guess', 'guesses')}, not {line.guesses}"


class _Field:
    """A field as the rules have it: mines, open cells, and what these show."""

    def __init__(self, line: Line) -> None:
        signs = "".join(line.layout)
        self.rows, self.columns = _size(line)
        self.mines = {cell for cell, sign in enumerate(signs) if sign == MINE}
        surface = Board(self.rows, self.columns, bytes([255]) * len(signs), None, line.variant).surface
        self.near = [surface.neighbours(cell) for cell in range(len(signs))]
        self.seers: list[list[int]] = [[] for _ in signs]
        for cell, around in enumerate(self.near):
            for other in around:
                self.seers[other].append(cell)
        self.closed = set(range(len(signs)))
        self.lost = False

    @property
    def won(self) -> bool:
        """Whether nothing but mines is covered."""
        return not self.lost and len(self.closed) == len(self.mines)

    def fault(self, row: int, column: int) -> str:
        """Say why a cell cannot be opened."""
        if self.lost or self.won:
            return "the game was over"
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return "it is outside the field"
        return "" if row * self.columns + column in self.closed else "it is open"

    def open(self, cell: int) -> None:
        """Open a cell, and around a zero all there are."""
        if cell in self.mines:
            self.lost = True
            return
        wanted = [cell]
        while wanted:
            at = wanted.pop()
            if at in self.closed:
                self.closed.discard(at)
                if not self.number(at):
                    wanted += self.near[at]

    def number(self, cell: int) -> int:
        """Return how many mines are around a cell."""
        return len(self.mines.intersection(self.near[cell]))

    def is_certain(self, cell: int, deadline: Deadline) -> bool:
        """Tell whether the open numbers and the mine count leave no layout with a mine in a covered cell."""
        ring = NEAREST
        while True:
            chosen, all_of_them = self.around(cell, ring)
            numbers = [(self.number(at), [n for n in self.near[at] if n in self.closed]) for at in chosen]
            mines = mines_of(numbers, (cell, True), deadline)
            if not mines:
                return True
            if all_of_them:
                break
            ring *= 4
        every = [at for at in range(len(self.near)) if at not in self.closed]
        numbers = [(self.number(at), [n for n in self.near[at] if n in self.closed]) for at in every]
        numbers = [(need, scope) for need, scope in numbers if scope]
        others = len(self.closed - {cell}.union(*[scope for _, scope in numbers]))
        fitting = mines_of(numbers, (cell, True), deadline)
        count = len(self.mines)
        return not any(fitting >> m & 1 for m in range(max(0, count - others), count + 1))

    def around(self, cell: int, most: int) -> tuple[list[int], bool]:
        """Return the open numbers nearest to a cell, over shared covered cells; and whether these are all there are."""
        met, edge, seen = list[int](), [cell], {cell}
        numbers = set[int]()
        while edge and len(met) < most:
            after = []
            for at in edge:
                for number in self.seers[at]:
                    if number not in self.closed and number not in numbers:
                        numbers.add(number)
                        met.append(number)
                        for other in self.near[number]:
                            if other in self.closed and other not in seen:
                                seen.add(other)
                                after.append(other)
            edge = after
        return met, not edge
