"""The question `explain`: a minimal set of numbers for every certain cell, how hard it is to see, and words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.progress import Report, silent
from passatempo.minesweeper import _kernel, exact
from passatempo.minesweeper.deduction import Deduction
from passatempo.minesweeper.model import LEVELS, Board, Explanation, Reason
from passatempo.minesweeper.network import beside, network, outwards
from passatempo.minesweeper.telling import tell
from passatempo.minesweeper.text import write_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.minesweeper.deduction import Rule
    from passatempo.minesweeper.model import Cell, Level, Place
    from passatempo.minesweeper.network import Network, Number

RING = 4  # numbers around a cell that are tried first; then twice as many each time


class Stopped(Exception):
    """A limit came first."""


class Reasoner:
    """Finds minimal sets of numbers that a certain cell, or a contradiction, follows from."""

    def __init__(self, net: Network, limits: Limits = Limits()) -> None:
        self.net, self.deadline = net, Deadline(limits)
        self.near = beside(net.numbers)
        self.index = {cell: i for i, cell in enumerate(net.covered)}
        scopes = [[self.index[cell] for cell in number.scope] for number in net.numbers]
        needs = [number.need for number in net.numbers]
        count = len(net.covered)
        mines = None if net.mines is None else min(net.mines, count + 1)
        fewest, most = (0, count) if mines is None else (mines, mines)
        self.kernel = _kernel.Reasons(count, scopes, needs, fewest, most)

    def against(self, cell: Cell, among: Sequence[int], *, mine: bool, counted: bool = False) -> list[int] | None:
        """Find numbers that leave no layout with this value in a cell; None where these do.

        Raises
        ------
        Stopped
            If a limit came first.
        """
        return self._spent(self.kernel.against(self.index[cell], mine, among, counted, *self._left()))

    def conflict(self, among: Sequence[int], *, counted: bool = False) -> list[int] | None:
        """Find numbers that leave no layout at all."""
        return self._spent(self.kernel.conflict(among, counted, *self._left()))

    def _left(self) -> tuple[float, int, bytearray | memoryview | None]:
        seconds, nodes, cancel = self.deadline.limits.kernel
        return seconds - self.deadline.elapsed, max(0, nodes - self.deadline.nodes), cancel

    def _spent(self, said: tuple[int, int, list[int] | None]) -> list[int] | None:
        stop, nodes, found = said
        self.deadline.nodes += nodes
        if found is None and STOPS[stop] is not StopReason.DONE:
            self.deadline.stopped = STOPS[stop]
            raise Stopped
        return found

    def around(self, cell: Cell, *, mine: bool) -> tuple[list[int], bool]:
        """Find a minimal set near a cell, the mine count in it (second) only where it must be."""
        order = list(outwards(self.near.get(cell, []), self.net.numbers, self.near))
        size = RING
        while True:
            found = self.against(cell, order[size - 1 :: -1], mine=not mine)
            if found is not None:
                return found, False
            if size >= len(order):
                break
            size *= 2
        every = order + [k for k in range(len(self.net.numbers)) if k not in set(order)]
        found = self.against(cell, every[::-1], mine=not mine, counted=True)
        if found is None:
            raise AssertionError(f"cell {cell} is not certain")
        return found, True


def explain(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Explanation]:
    """Say of every certain cell why it is so, the easiest first.

    What single numbers settle, used again and again, needs no more; then pairs of numbers that share cells; then any
    set of numbers; and only where no set of numbers will do, the mine count. Of the numbers used none is needless.

    Parameters
    ----------
    board
        Any board.
    limits
        `nodes` counts decisions and conflicts of the solver that reduces the sets.

    Returns
    -------
    Outcome
        `FEASIBLE` where a limit came before all certain cells were explained.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> for reason in explain(read("01#1#")).answer.reasons:
    ...     print(reason.cell, reason.level, reason.because)
    (0, 2) single ((0, 1),)
    (0, 4) single ((0, 1), (0, 3))
    """
    found = exact.safe(board, limits)
    if found.answer is None:
        return Outcome(found.status, stopped=found.stopped, reason=found.reason, stats=found.stats)
    reasoner = Reasoner(network(board), limits)
    cells = [(place, False) for place in found.answer.safe] + [(place, True) for place in found.answer.sure_mines]
    easy, hard = (Deduction(reasoner.net.numbers, rule) for rule in ("single", "pair"))
    reasons: list[Reason] = []
    try:
        for place, mine in sorted(cells):
            reasons.append(_reason(board, reasoner, (easy, hard), place, mine=mine))
    except Stopped:
        if not reasons:
            return Outcome(Status.UNKNOWN, stopped=reasoner.deadline.stopped)
    reasons.sort(key=lambda reason: (LEVELS.index(reason.level), len(reason.because), reason.cell))
    status = Status.SOLVED if len(reasons) == len(cells) else Status.FEASIBLE
    stats = {"nodes": reasoner.deadline.nodes}
    return Outcome(status, Explanation(tuple(reasons)), stopped=reasoner.deadline.stopped, stats=stats)


def _reason(board: Board, reasoner: Reasoner, rules: tuple[Deduction, ...], place: Place, *, mine: bool) -> Reason:
    """Explain one cell by the easiest rule that settles it."""
    cell = board.cell(*place) or 0
    counted, told = False, None
    rule = next((rule for rule in rules if cell in rule.value), None)
    if rule is None:
        used, counted = reasoner.around(cell, mine=mine)
    else:
        used, told = _traced(reasoner, rule, cell, mine=mine)
    numbers = [reasoner.net.numbers[k] for k in sorted(used)]
    level: Level = "count" if counted else "chain"
    steps = None
    if told is not None:
        level, steps = _easiest(numbers if set(told) == set(used) else [reasoner.net.numbers[k] for k in told], cell)
    because = tuple(board.place(number.cell) for number in numbers)
    words = tell(board, steps.numbers if steps else numbers, steps, cell, mine=mine, counted=counted)
    return Reason(place, mine, because, level, words)


def _traced(reasoner: Reasoner, rule: Deduction, cell: Cell, *, mine: bool) -> tuple[list[int], list[int]]:
    """Find a minimal set of numbers where a rule settles a cell, and numbers that the rule settles it by.

    The two are the same but where a harder rule can spare a number of the easy way.
    """
    trace = rule.trace(cell)
    kind: Rule = "single" if all(len(step.numbers) == 1 for step in trace) else "pair"
    every = list(dict.fromkeys(k for step in trace for k in step.numbers))
    kept: list[int] = []
    found: list[int] = []
    for order in (every, every[::-1]):
        kept = list(order)
        for k in order:
            fewer = [other for other in kept if other != k]
            if cell in Deduction([reasoner.net.numbers[other] for other in fewer], kind).value:
                kept = fewer
        found = reasoner.against(cell, kept, mine=not mine) or []
        if len(found) == len(kept):
            break
    return found, sorted(kept)


def _easiest(numbers: list[Number], cell: Cell) -> tuple[Level, Deduction]:
    """Use the easiest rule by which these numbers settle a cell; one of the two does."""
    single = Deduction(numbers, "single")
    return ("single", single) if cell in single.value else ("pair", Deduction(numbers, "pair"))


def contradiction(board: Board, /, limits: Limits = Limits()) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Say why a board has no layout: a minimal set of numbers, with the mine count only where it must be.

    Returns
    -------
    tuple
        A sentence, and the cells of the numbers as rows and columns from 1; none if a limit came first.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> contradiction(read("##1/212"))
    ('the 2 at (2, 1) and the 1 at (2, 2) cannot both hold', ((2, 1), (2, 2)))
    >>> contradiction(read("1#", mines=2))
    ('there are not 2 covered cells for 2 mines', ())
    """
    net = network(board)
    if net.mines is not None and net.mines > len(net.covered):
        return f"there are not {net.mines} covered cells for {net.mines} mines", ()
    reasoner = Reasoner(net, limits)
    every = range(len(net.numbers))
    try:
        found, counted = reasoner.conflict(every), False
        if found is None and net.mines is not None:
            found, counted = reasoner.conflict(every, counted=True), True
    except Stopped:
        return "", ()
    if found is None:
        return "", ()
    places = [board.place(net.numbers[k].cell) for k in sorted(found)]
    listed = [f"the {net.numbers[k].need} at {write_place(board.place(net.numbers[k].cell))}" for k in sorted(found)]
    if counted:
        listed.append("the mine" if net.mines == 1 else f"the {net.mines} mines in all")
    return _cannot(listed), tuple((row + 1, column + 1) for row, column in places)


def _cannot(listed: list[str]) -> str:
    if len(listed) == 1:
        return f"{listed[0]} cannot hold: too few cells, or too many mines, are around"
    if len(listed) == 2:
        return f"{listed[0]} and {listed[1]} cannot both hold"
    return f"{', '.join(listed[:-1])} and {listed[-1]} cannot all hold"
