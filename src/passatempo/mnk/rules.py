"""The rules of the game and its options, as functions of a board's marks: legal moves, completed lines, results.

A cell is its number in reading order, from 0: row * n + column. A mark is 0 for an empty cell, 1 for X, 2 for O.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.text import size_violations, write_number
from passatempo.core.words import mark, message
from passatempo.mnk.lines import DIRECTIONS, lines, longest, volume

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from passatempo.mnk.lines import Cell, Window

Mark: TypeAlias = int
Result: TypeAlias = Literal["X", "O", "draw"]

EMPTY, X, O = 0, 1, 2  # noqa: E741  the names of the marks
MARKS = ".XO"
MOST_CELLS = 2**18  # 512 x 512: tables of lines take some hundred bytes a cell
MOST_LISTED = 10_000  # cells of a board whose lines are written down one by one
MOST_VOLUME = 2_000_000  # cells of all these lines together: a second of time and some hundred megabytes
OPTIONS = ("exact", "misere", "gravity", "torus", "maker_breaker")
FIVE = 5  # in a row, where a file does not say


@dataclass(frozen=True, slots=True)
class Rules:
    """The size of the board, the length of a winning line, and what is played.

    Parameters
    ----------
    m, n
        Rows and columns, at least 1.
    k
        The marks in a row that win. Greater than every line: nobody can win.
    exact
        Only runs of exactly k marks count; longer ones do not.
    misere
        Who completes a line loses.
    gravity
        A mark falls to the lowest empty cell of its column.
    torus
        Rows and columns go around: the last is followed by the first.
    maker_breaker
        Only lines of X count; O wins when the board is full without one.

    Raises
    ------
    InvalidInstance
        If a size is out of range.

    Examples
    --------
    >>> Rules(3, 3, 3).hopeless, Rules(3, 4, 5).hopeless
    (False, True)
    """

    m: int
    n: int
    k: int
    exact: bool = False
    misere: bool = False
    gravity: bool = False
    torus: bool = False
    maker_breaker: bool = False

    def __post_init__(self) -> None:
        faults = wrong_size(self.m, self.n, self.k)
        if faults:
            raise InvalidInstance(faults)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.m * self.n

    @property
    def numbers(self) -> tuple[int, ...]:
        """The fields, as the kernel takes them."""
        return self.m, self.n, self.k, self.exact, self.misere, self.gravity, self.torus, self.maker_breaker

    @property
    def plain(self) -> bool:
        """Whether no option is switched on."""
        return not any(getattr(self, option) for option in OPTIONS)

    @property
    def hopeless(self) -> bool:
        """Whether k exceeds every line of the board."""
        return self.k > longest(self.m, self.n, self.torus)

    @property
    def listable(self) -> bool:
        """Whether all lines can be written down one by one; of none nothing need be written.

        >>> Rules(15, 15, 5).listable, Rules(1, 9000, 4000).listable, Rules(300, 300, 301).listable
        (True, False, True)
        """
        if self.size <= MOST_LISTED and volume(self.m, self.n, self.k, self.torus) <= MOST_VOLUME:
            return True
        return self.hopeless


def no_line(rules: Rules) -> str:
    """Say that nobody can complete a line, for k longer than every line; empty where somebody can.

    >>> no_line(Rules(3, 4, 5))
    'k > max(m,n): no line exists, draw'
    """
    if not rules.hopeless:
        return ""
    where = "the longest line" if rules.torus else "max(m,n)"
    over = undecided(rules)
    return f"k > {where}: no line exists, {over if over == 'draw' else f'{over} wins by the full board'}"


def wrong_size(m: int, n: int, k: int) -> list[Violation]:
    """Say what is wrong with the size of a board or a line."""
    for name, value in (("m", m), ("n", n), ("k", k)):
        if value < 1:
            return [Violation("bad-size", f"{name} must be >= 1, it is {write_number(value)}", name)]
    return [*size_violations(m, n, MOST_CELLS), *size_violations(k, 1, MOST_CELLS, "k")][
        :1
    ]  # as this k, a greater one exceeds every line


def landing(rules: Rules, cells: Sequence[int]) -> tuple[Cell, ...]:
    """Return the cells that can be marked, in reading order, whether or not the game is over.

    >>> landing(Rules(2, 2, 2, gravity=True), bytes([0, 0, 1, 0]))
    (0, 3)
    """
    n, last = rules.n, rules.size - rules.n
    if not rules.gravity:
        return tuple(cell for cell, mark in enumerate(cells) if mark == EMPTY)
    return tuple(c for c, mark in enumerate(cells) if mark == EMPTY and (c >= last or cells[c + n] != EMPTY))


def illegal(rules: Rules, cells: Sequence[int], cell: Cell) -> str:
    """Say why a cell cannot be marked; empty where it can."""
    if not 0 <= cell < rules.size:
        return message(mark("the move is outside the board"))
    name = f"({cell // rules.n + 1},{cell % rules.n + 1})"
    if cells[cell] != EMPTY:
        return message(mark("cell {name} occupied"), name=name)
    below = cell + rules.n
    if rules.gravity and below < rules.size and cells[below] == EMPTY:
        return message(mark("cell {name} has an empty cell below it: marks fall"), name=name)
    return ""


def completed(rules: Rules, cells: Sequence[int], mark: Mark) -> tuple[Window, ...]:
    """Return the lines that one side has completed, whatever they are worth.

    A run longer than k counts once, with all its cells; with the option `exact` it does not count.

    >>> completed(Rules(1, 5, 3), bytes([1, 1, 1, 1, 2]), X)
    ((0, 1, 2, 3),)
    >>> completed(Rules(1, 5, 3, torus=True), bytes([1, 1, 2, 0, 1]), X)
    ((4, 0, 1),)
    """
    if rules.maker_breaker and mark == O:
        return ()
    found: dict[frozenset[Cell], Window] = {}
    if rules.hopeless or cells.count(mark) < rules.k:  # k may be of any size
        return ()
    wanted = bytes([mark]) * rules.k
    for line in lines(rules.m, rules.n, rules.torus, rules.k):
        marks = bytes(map(cells.__getitem__, line.cells))
        if wanted in (marks + marks if line.round else marks):
            for run in runs(marks, mark, around=line.round):
                if len(run) == rules.k or (len(run) > rules.k and not rules.exact):
                    window = tuple(line.cells[i % len(marks)] for i in run)
                    found.setdefault(frozenset(window), window)
    return tuple(found.values())


def runs(marks: bytes, mark: Mark, *, around: bool = False) -> list[range]:
    """Return the maximal blocks of a mark in a line, as ranges of places; around a circle they may pass its length.

    >>> runs(bytes([1, 1, 0, 1]), 1), runs(bytes([1, 1, 0, 1]), 1, around=True)
    ([range(0, 2), range(3, 4)], [range(3, 6)])
    """
    length = len(marks)
    if around and marks.count(mark) == length:
        return [range(length)]
    found, start = [], None
    for place in range(length + 1):
        here = place < length and marks[place] == mark
        if here and start is None:
            start = place
        elif not here and start is not None:
            found.append(range(start, place))
            start = None
    if around and len(found) > 1 and found[0].start == 0 and found[-1].stop == length:
        first = found.pop(0)
        found[-1] = range(found[-1].start, length + len(first))
    return found


def ends(rules: Rules, cells: Sequence[int], cell: Cell) -> bool:
    """Tell whether the mark on a cell is part of a line that counts: whether the move there ended the game.

    Cost: at most 2k steps in each of four directions, whatever the size of the board.

    >>> ends(Rules(3, 3, 3), bytes([1, 1, 1, 2, 2, 0, 0, 0, 0]), 1)
    True
    """
    mark = cells[cell]
    if mark == EMPTY or (rules.maker_breaker and mark == O):
        return False
    for down, right in DIRECTIONS:
        ahead = _ahead(rules, cells, cell, down, right)
        back = 0 if ahead < 0 else _ahead(rules, cells, cell, -down, -right)
        length = -ahead if ahead < 0 else 1 + ahead + back
        if length == rules.k or (length > rules.k and not rules.exact):
            return True
    return False


def _ahead(rules: Rules, cells: Sequence[int], cell: Cell, down: int, right: int) -> int:
    """Count equal marks after a cell; minus the length of the circle where they are the whole of it."""
    row, column = divmod(cell, rules.n)
    mark, count = cells[cell], 0
    while True:
        row, column = row + down, column + right
        if rules.torus:
            row, column = row % rules.m, column % rules.n
            if row * rules.n + column == cell:
                return -(count + 1)
        elif not (0 <= row < rules.m and 0 <= column < rules.n):
            return count
        if cells[row * rules.n + column] != mark:
            return count
        count += 1


def result(rules: Rules, cells: Sequence[int]) -> Result | None:
    """Return who has won on a board, or that it is a draw; None while the game is open.

    >>> result(Rules(2, 2, 3), bytes([1, 2, 1, 2]))
    'draw'
    """
    return ended(rules, cells, {mark: completed(rules, cells, mark) for mark in (X, O)})


def ended(rules: Rules, cells: Sequence[int], won: Mapping[Mark, Sequence[Window]]) -> Result | None:
    """Return the same of a board whose completed lines are known."""
    for side in (X, O):
        if won[side]:
            return "X" if (side == X) != rules.misere else "O"
    return None if EMPTY in cells else undecided(rules)


def undecided(rules: Rules) -> Result:
    """Return the result of a full board without a line."""
    if rules.maker_breaker:
        return "X" if rules.misere else "O"
    return "draw"
