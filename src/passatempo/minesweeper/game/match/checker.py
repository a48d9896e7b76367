"""An independent checker of records of many games, which opens every cell itself and finds the guesses.

It decides by the rules alone whether a cell was certainly safe. It uses the nearest numbers, then more and more of
them, and finally all numbers with the mine count.
"""

from collections.abc import Iterator

from passatempo.core.errors import FormatError
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.minesweeper.game.match.series import MINE, Line, lines
from passatempo.minesweeper.model import Board
from passatempo.minesweeper.propagation import mines_of

MAX_FAULTS = 20
CERTAINTY_SECONDS = 5.0  # seconds to find the guesses of a game; very wide fields may take longer
NEAREST = 6  # numbers around a cell to try first


def check(text: str) -> tuple[str, ...]:
    r"""List what is wrong with a file of games, one sentence per fault, each with its line.

    >>> check('{"index":1,"layout":[".*"],"clicks":[[1,1]],"guesses":0,"won":true}\n')
    ()
    >>> check('{"index":1,"layout":[".*"],"clicks":[[1,2]],"guesses":0,"won":true}\n')
    ('line 1: the first click, which is promised to be safe, hits a mine',)
    """
    file_faults: list[str] = []
    before: Line | None = None
    try:
        for number, line in enumerate(lines(text), 1):
            faults = [*_series_faults(line, before), *_game_faults(line)]
            file_faults += [f"line {number}: {fault}" for fault in faults[:1]]
            if len(file_faults) >= MAX_FAULTS:
                break
            before = line
    except FormatError as error:
        file_faults.append(error.message)
    return tuple(file_faults)


def _series_faults(line: Line, before: Line | None) -> Iterator[str]:
    """Yield the differences to the game before: the field, the order of the games, and the first cell must match."""
    if before is None:
        if line.index < 1:
            yield f"index {line.index}: games count from 1"
        return
    if line.index != before.index + 1:
        yield f"index {line.index} follows {before.index}"
    for subject, current, previous in (
        ("size", _field_size(line), _field_size(before)),
        ("number of mines", _mine_total(line), _mine_total(before)),
        ("neighbourhood", line.variant, before.variant),
        ("first click", line.clicks[:1], before.clicks[:1]),
    ):
        if current != previous:
            yield f"another {subject} than in the game before"


def _field_size(line: Line) -> tuple[int, int]:
    return len(line.layout), len(line.layout[0])


def _mine_total(line: Line) -> int:
    return sum(row.count(MINE) for row in line.layout)


def _game_faults(line: Line) -> Iterator[str]:
    """Replay a game and yield what is wrong with it."""
    field = _ReplayField(line)
    deadline, guesses, unsure = Deadline(Limits(seconds=CERTAINTY_SECONDS)), 0, False
    for turn, (row, column) in enumerate(line.clicks, 1):
        fault = field.click_fault(row - 1, column - 1)
        if fault:
            yield f"click {turn} at ({row}, {column}): {fault}"
            return
        cell = (row - 1) * field.columns + column - 1
        try:
            guesses += turn > 1 and not unsure and not field.is_certain(cell, deadline)
        except Stopped:
            unsure = True
        field.open_cell(cell)
        if field.is_lost and turn == 1:
            yield "the first click, which is promised to be safe, hits a mine"
            return
    if not (field.is_lost or field.is_won):
        yield "the game is not over"
    elif line.won != field.is_won:
        yield f"it is {'won' if field.is_won else 'lost'}, not {'won' if line.won else 'lost'}"
    elif not unsure and line.guesses != guesses:
        yield f"{count_of(guesses, 'guess', 'guesses')}, not {line.guesses}"


class _ReplayField:
    """A field under the rules: its mines, its open cells, and their numbers."""

    def __init__(self, line: Line) -> None:
        signs = "".join(line.layout)
        self.rows, self.columns = _field_size(line)
        self.mines = {cell for cell, sign in enumerate(signs) if sign == MINE}
        surface = Board(self.rows, self.columns, bytes([255]) * len(signs), None, line.variant).surface
        self.cell_neighbours = [surface.neighbours(cell) for cell in range(len(signs))]
        self.cell_observers: list[list[int]] = [[] for _ in signs]
        for cell, near_cells in enumerate(self.cell_neighbours):
            for other in near_cells:
                self.cell_observers[other].append(cell)
        self.closed_cells = set(range(len(signs)))
        self.is_lost = False

    @property
    def is_won(self) -> bool:
        """Whether only mines are covered."""
        return not self.is_lost and len(self.closed_cells) == len(self.mines)

    def click_fault(self, row: int, column: int) -> str:
        """Return why a cell cannot be opened."""
        if self.is_lost or self.is_won:
            return "the game was over"
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return "it is outside the field"
        return "" if row * self.columns + column in self.closed_cells else "it is open"

    def open_cell(self, cell: int) -> None:
        """Open a cell, and all cells around each zero."""
        if cell in self.mines:
            self.is_lost = True
            return
        cell_stack = [cell]
        while cell_stack:
            at = cell_stack.pop()
            if at in self.closed_cells:
                self.closed_cells.discard(at)
                if not self.mine_number(at):
                    cell_stack += self.cell_neighbours[at]

    def mine_number(self, cell: int) -> int:
        """Return the number of mines around a cell."""
        return len(self.mines.intersection(self.cell_neighbours[cell]))

    def is_certain(self, cell: int, deadline: Deadline) -> bool:
        """Return whether the open numbers and the mine count exclude a mine in a covered cell."""
        ring = NEAREST
        while True:
            near_numbers, all_of_them = self.nearest_numbers(cell, ring)
            numbers = [
                (self.mine_number(at), [n for n in self.cell_neighbours[at] if n in self.closed_cells])
                for at in near_numbers
            ]
            mines = mines_of(numbers, (cell, True), deadline)
            if not mines:
                return True
            if all_of_them:
                break
            ring *= 4
        open_cells = [at for at in range(len(self.cell_neighbours)) if at not in self.closed_cells]
        numbers = [
            (self.mine_number(at), [n for n in self.cell_neighbours[at] if n in self.closed_cells]) for at in open_cells
        ]
        numbers = [(need, scope) for need, scope in numbers if scope]
        outer_count = len(self.closed_cells - {cell}.union(*[scope for _, scope in numbers]))
        fitting = mines_of(numbers, (cell, True), deadline)
        count = len(self.mines)
        return not any(fitting >> m & 1 for m in range(max(0, count - outer_count), count + 1))

    def nearest_numbers(self, cell: int, number_limit: int) -> tuple[list[int], bool]:
        """Return the open numbers nearest to a cell, linked by shared covered cells, and whether these are all."""
        near_numbers, edge, reach_cells = list[int](), [cell], {cell}
        numbers = set[int]()
        while edge and len(near_numbers) < number_limit:
            after = []
            for at in edge:
                for number in self.cell_observers[at]:
                    if number not in self.closed_cells and number not in numbers:
                        numbers.add(number)
                        near_numbers.append(number)
                        for other in self.cell_neighbours[number]:
                            if other in self.closed_cells and other not in reach_cells:
                                reach_cells.add(other)
                                after.append(other)
            edge = after
        return near_numbers, not edge
