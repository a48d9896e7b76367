"""What one number says, and what two say together: the rules people use, the trace of their use, and its words."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from passatempo.minesweeper.network import beside
from passatempo.minesweeper.text import write_place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.core.limits import Deadline
    from passatempo.minesweeper.model import Board, Cell
    from passatempo.minesweeper.network import Number

Rule: TypeAlias = Literal["single", "pair"]
LOOKS = 32  # numbers between two looks at the clock; a pair may take 100 us
PATTERNS = ("1-1", "1-2", "1-2-1", "1-2-2-1")


class Step(NamedTuple):
    """One use of a rule.

    Parameters
    ----------
    numbers
        The place of the number, or of the two.
    after
        The cells that were settled before and stand around them.
    settled
        The cells that are settled now.
    mine
        Whether these hold mines.
    """

    numbers: tuple[int, ...]
    after: tuple[Cell, ...]
    settled: tuple[Cell, ...]
    mine: bool


class Deduction:
    """Everything that a rule settles, used again and again; each cell with the step that settled it.

    Cost: a number is looked at again when a cell around it is settled; for pairs, with each number it shares a cell
    with. That is linear in the board.

    Raises
    ------
    Stopped
        If a limit came first.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.network import network
    >>> found = Deduction(network(read("01#1#")).numbers, "single")
    >>> found.value
    {2: True, 4: False}
    >>> [step.numbers for step in found.trace(4)]
    [(1,), (2,)]
    """

    def __init__(self, numbers: Sequence[Number], rule: Rule, deadline: Deadline | None = None) -> None:
        self.numbers = numbers
        self.near = beside(numbers, deadline)
        self.value: dict[Cell, bool] = {}  # of a settled cell: does it hold a mine?
        self.by: dict[Cell, int] = {}  # of a settled cell: the place of its step
        self.steps: list[Step] = []
        looked = 0
        # Queues without doubles. (The first key of a plain dict takes ever longer to find as those before it go.)
        singles = OrderedDict.fromkeys(range(len(numbers)))
        pairs = OrderedDict.fromkeys(range(len(numbers)) if rule == "pair" else ())
        while singles or pairs:
            alone = bool(singles)
            k, _ = (singles or pairs).popitem(last=False)
            looked += 1
            if deadline is not None and looked % LOOKS == 0:
                deadline.check()
            for step in self._single(k) if alone else self._pairs(k):
                for cell in step.settled:
                    self.value[cell], self.by[cell] = step.mine, len(self.steps)
                self.steps.append(step)
                touched = dict.fromkeys(n for cell in step.settled for n in self.near[cell])
                singles |= touched
                if rule == "pair":
                    pairs |= touched

    def missing(self, k: int) -> tuple[int, list[Cell]]:
        """Return the mines that a number still misses, and its open cells."""
        number = self.numbers[k]
        left = number.need - sum(self.value.get(cell, False) for cell in number.scope)
        return left, [cell for cell in number.scope if cell not in self.value]

    def _single(self, k: int) -> list[Step]:
        left, open_cells = self.missing(k)
        if open_cells and left in (0, len(open_cells)):
            return [self._step((k,), open_cells, mine=left > 0)]
        return []

    def _pairs(self, k: int) -> list[Step]:
        """Look at a number beside each that shares an open cell with it, until two settle something."""
        partners = dict.fromkeys(n for cell in self.missing(k)[1] for n in self.near[cell] if n != k)
        for other in partners:
            steps = list(self._pair(k, other))
            if steps:
                return steps
        return []

    def _pair(self, k: int, other: int) -> Iterator[Step]:
        (a, first), (b, second) = self.missing(k), self.missing(other)
        shared = [cell for cell in first if cell in second]
        mine, its = ([cell for cell in cells if cell not in shared] for cells in (first, second))
        least, most = max(0, a - len(mine), b - len(its)), min(len(shared), a, b)
        if least > most:
            return  # a contradiction, which is told elsewhere
        for cells, low, high in ((mine, a - most, a - least), (its, b - most, b - least), (shared, least, most)):
            if cells and (high == 0 or low == len(cells)):
                yield self._step((k, other), cells, mine=high > 0)

    def _step(self, numbers: tuple[int, ...], settled: list[Cell], *, mine: bool) -> Step:
        after = dict.fromkeys(cell for k in numbers for cell in self.numbers[k].scope if cell in self.value)
        return Step(numbers, tuple(after), tuple(settled), mine)

    def trace(self, cell: Cell) -> list[Step]:
        """Return the steps that lead to a settled cell, each after those it needs."""
        wanted = [cell]
        found: set[int] = set()
        while wanted:
            at = self.by[wanted.pop()]
            if at not in found:
                found.add(at)
                wanted += self.steps[at].after
        return [self.steps[at] for at in sorted(found)]


def sentence(
    board: Board, numbers: Sequence[Number], deduction: Deduction | None, cell: Cell, *, mine: bool, counted: bool
) -> str:
    """Say in words why a cell is safe or a mine.

    Parameters
    ----------
    board
        The board.
    numbers
        A minimal set of numbers that settles the cell.
    deduction
        What the rules for one or two numbers settle among these; None where they do not settle the cell.
    cell, mine
        The cell and what it is.
    counted
        Whether the mine count is needed beside the numbers.
    """
    if deduction is not None:
        steps = deduction.trace(cell)
        said = "; ".join(_step(board, numbers, deduction, step) for step in steps)
        pattern = _pattern(board, numbers)
        return said + (f" (the pattern {pattern})" if pattern and len(steps[-1].numbers) == 2 else "")
    named = _and([_named(board, number) for number in numbers])
    if counted:
        count = f"{board.mines} {'mine' if board.mines == 1 else 'mines'} in all"
        named = f"with {count}, {named}" if numbers else f"with {count}, the covered cells"
    together = "together " if len(numbers) > 1 else ""
    value = "without a mine" if mine else "with a mine"
    verb = "leaves" if len(numbers) == 1 else "leave"
    end = "is a mine" if mine else "is safe"
    place = write_place(board.place(cell))
    return f"{named} {together}{verb} no layout {value} at {place}: {place} {end}"


def _named(board: Board, number: Number) -> str:
    return f"the {number.need} at {write_place(board.place(number.cell))}"


def _places(board: Board, cells: Sequence[Cell]) -> str:
    return _and([write_place(board.place(cell)) for cell in sorted(cells)])


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def _settled(board: Board, step: Step) -> str:
    places = _places(board, step.settled)
    if step.mine:
        return f"{'mines are' if len(step.settled) > 1 else 'a mine is'} at {places}"
    return f"{places} {'are' if len(step.settled) > 1 else 'is'} safe"


def _step(board: Board, numbers: Sequence[Number], deduction: Deduction, step: Step) -> str:
    """Say what one step does."""
    first = numbers[step.numbers[0]]
    mines = [cell for cell in step.after if deduction.value[cell]]
    if len(step.numbers) == 2:
        return f"{_pair(board, numbers, step)}: {_settled(board, step)}"
    if step.mine:
        if not step.after:
            none = "no other covered cell" if len(step.settled) == 1 else "no other covered cells"
            return f"{_named(board, first)} touches {none}: {_settled(board, step)}"
        return f"{_named(board, first)}, as {_known(board, deduction, step.after)}, has just {_left(step)} left: " + (
            _settled(board, step)
        )
    if not first.need:
        return f"{_named(board, first)} has no mine around: {_settled(board, step)}"
    has = "its mine" if len(mines) == 1 else f"its {len(mines)} mines"
    return f"{_named(board, first)} has {has} at {_places(board, mines)}: {_settled(board, step)}"


def _left(step: Step) -> str:
    return "one cell" if len(step.settled) == 1 else f"{len(step.settled)} cells"


def _known(board: Board, deduction: Deduction, cells: Sequence[Cell]) -> str:
    """Say which cells are settled already."""
    mines = [cell for cell in cells if deduction.value[cell]]
    safe = [cell for cell in cells if not deduction.value[cell]]
    said = [f"{_places(board, safe)} {'are' if len(safe) > 1 else 'is'} safe"] if safe else []
    said += [f"{_places(board, mines)} {'are mines' if len(mines) > 1 else 'is a mine'}"] if mines else []
    return _and(said)


def _pair(board: Board, numbers: Sequence[Number], step: Step) -> str:
    """Say how two numbers share their mines."""
    one, two = (numbers[k] for k in step.numbers)
    named = f"{_named(board, one)} and {_named(board, two)}"
    shared = [cell for cell in one.scope if cell in two.scope and cell not in step.after]
    if set(step.settled) <= set(shared):
        return f"{named} need {'all' if step.mine else 'none'} of the cells they share"
    if not set(step.settled) <= set(two.scope):
        one, two = two, one
    places = f"the {len(shared)} covered cells that it shares" if len(shared) > 1 else "the covered cell that it shares"
    known = f" and {len(step.after)} known before" if step.after else ""
    with_other = f"{places} with {_named(board, one)}{known}"
    if not step.mine:
        return f"{_named(board, two)} has all its mines in {with_other}"
    rest = len(step.settled)
    return f"{_named(board, two)} misses {rest} {'mine' if rest == 1 else 'mines'} that cannot be in {with_other}"


def _pattern(board: Board, numbers: Sequence[Number]) -> str:
    """Name the pattern that numbers in a straight row make, by the mines that they miss."""
    single = Deduction(numbers, "single")
    left = [(board.place(number.cell), single.missing(k)[0]) for k, number in enumerate(numbers)]
    places = [place for place, _ in left]
    row, column = places[0]
    straight = [[(row, column + i) for i in range(len(left))], [(row + i, column) for i in range(len(left))]]
    values = [str(missing) for _, missing in left]
    named = {"-".join(values), "-".join(reversed(values))} & set(PATTERNS)
    return min(named) if named and places in straight else ""
