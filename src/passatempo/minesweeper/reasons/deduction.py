"""What one number says, and what two numbers say together: the rules people use, with the trace of their use."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from passatempo.minesweeper.network import beside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.core.limits import Deadline
    from passatempo.minesweeper.model import Cell
    from passatempo.minesweeper.network import Number

Rule: TypeAlias = Literal["single", "pair"]
LOOKS = 32  # numbers between two looks at the clock; a pair may take 100 us


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
