"""The question `explain`: a minimal set of numbers for every certain cell, how hard it is to see, and words for it."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.minesweeper import _kernel
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.model import LEVELS, STRIDE, Board, Explanation, Reason
from passatempo.minesweeper.network import beside, network, outwards
from passatempo.minesweeper.reasons.deduction import Deduction, sentence
from passatempo.minesweeper.text import write_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.pastime import Question
    from passatempo.minesweeper.model import Board, Cell, Certain, Level, Place
    from passatempo.minesweeper.network import Network, Number
    from passatempo.minesweeper.reasons.deduction import Rule


MOST_SPARED = 24  # numbers of an easy way among which needless ones are looked for: each look goes the way again
LOOKS = 1 << 13  # quick steps between two looks at the clock
RING = 4  # numbers around a cell that are tried first; then twice as many each time
NEAREST_SETS = 4  # sets found before that are tried for another cell


def explain(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Explanation]:
    """Say of every certain cell why it is so, the easiest first.

    What single numbers settle, used again and again, needs no more; then pairs of numbers that share cells; then any
    set of numbers; and only where no set of numbers will do, the mine count. Of the numbers used none is needless.

    Parameters
    ----------
    board
        Any board.
    limits
        `nodes` counts decisions and conflicts of the solver that reduces the sets, and states of diagrams where the
        mines are counted.

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
    deadline = Deadline(limits)
    found = exact.safe(board, limits)
    if found.answer is None:
        return Outcome(found.status, stopped=found.stopped, reason=found.reason, stats=found.stats)
    cells = [(place, False) for place in found.answer.safe] + [(place, True) for place in found.answer.sure_mines]
    reasons: list[Reason] = []
    try:
        _Explainer(board, found.answer, deadline).all_of(sorted(cells), reasons)
    except Stopped:
        if not reasons:
            return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    reasons.sort(key=lambda reason: (LEVELS.index(reason.level), len(reason.because), reason.cell))
    status = Status.SOLVED if len(reasons) == len(cells) else Status.FEASIBLE
    stopped = exact.DONE if status is Status.SOLVED else deadline.stop_reason
    return Outcome(status, Explanation(tuple(reasons)), stopped=stopped, stats={"nodes": deadline.node_count})


def reason_of(board: Board, place: Place) -> Reason | None:
    """Say why one cell is certain; None where it is not. The rest of the board is not explained, which takes longer.

    >>> from passatempo.minesweeper import read
    >>> reason_of(read("01#1#"), (0, 4)).because, reason_of(read("#1#"), (0, 0))
    (((0, 1), (0, 3)), None)
    """
    found, reasons = exact.safe(board).answer, list[Reason]()
    if found is not None and (place in found.safe or place in found.sure_mines):
        _Explainer(board, found, Deadline(Limits())).all_of([(place, place in found.sure_mines)], reasons)
    return reasons[0] if reasons else None


class _Explainer:
    """Explains the cells of a board, each by the easiest rule that settles it."""

    def __init__(self, board: Board, certain: Certain, deadline: Deadline) -> None:
        self.board, self.deadline = board, deadline
        self.net = network(board, deadline)
        self.easy, self.hard = (Deduction(self.net.numbers, rule, deadline) for rule in ("single", "pair"))
        self.reasoner = Reasoner(board, self.net, deadline)
        self.uncounted = certain if board.mines is None else self._uncounted()

    def _uncounted(self) -> Certain:
        """Return what is certain without the mine count."""
        found = exact.safe(replace(self.board, mines=None), self.reasoner.rest)
        if found.answer is None:
            self.deadline.stop_reason = found.stopped
            raise Stopped
        return found.answer

    def all_of(self, cells: Sequence[tuple[Place, bool]], reasons: list[Reason]) -> None:
        """Explain these cells; those that single numbers settle come first, for they take least time."""
        by_counting = {*self.uncounted.safe, *self.uncounted.sure_mines}
        waiting: list[list[tuple[Place, bool]]] = [[], [], []]
        for place, mine in cells:
            cell = self.board.cell(*place)
            waiting[0 if cell in self.hard.value else 1 if place in by_counting else 2].append((place, mine))
        for rank, some in enumerate(waiting):
            for place, mine in some:
                self.deadline.check()
                reasons.append(self._reason(place, mine=mine, counted=rank == 2))

    def _reason(self, place: Place, *, mine: bool, counted: bool) -> Reason:
        """Explain one cell."""
        cell = self.board.cell(*place) or 0
        rule = next((rule for rule in (self.easy, self.hard) if cell in rule.value), None)
        steps = None
        level: Level = "count" if counted else "chain"
        if rule is not None:
            used, told = self._traced(rule, cell, mine=mine)
            level, steps = _easiest([self.net.numbers[k] for k in told], cell)
        elif counted:
            used = self.reasoner.counted(cell, mine=mine)
        else:
            used = self.reasoner.around(cell, mine=mine)
        numbers = [self.net.numbers[k] for k in sorted(used)]
        because = tuple(self.board.place(number.cell) for number in numbers)
        words = sentence(self.board, steps.numbers if steps else numbers, steps, cell, mine=mine, counted=counted)
        return Reason(place, mine, because, level, words)

    def _traced(self, rule: Deduction, cell: Cell, *, mine: bool) -> tuple[list[int], list[int]]:
        """Find a minimal set of numbers where a rule settles a cell, and numbers that the rule settles it by.

        The two are the same but where a harder rule can spare a number of the easy way.
        """
        trace = rule.trace(cell)
        kind: Rule = "single" if all(len(step.numbers) == 1 for step in trace) else "pair"
        every = list(dict.fromkeys(k for step in trace for k in step.numbers))
        found = self.reasoner.against(cell, every, mine=not mine) or []
        if self._settles(kind, found, cell):
            return found, sorted(found)
        if len(every) > MOST_SPARED:
            return found, sorted(every)
        for order in (every, every[::-1]):
            kept = self._spared(kind, order, cell)
            found = self.reasoner.against(cell, kept, mine=not mine) or []
            if len(found) == len(kept):
                break
        return found, sorted(kept)

    def _settles(self, kind: Rule, chosen: Sequence[int], cell: Cell) -> bool:
        """Tell whether a rule settles a cell by these numbers."""
        return cell in Deduction([self.net.numbers[k] for k in chosen], kind, self.deadline).value

    def _spared(self, kind: Rule, order: Sequence[int], cell: Cell) -> list[int]:
        """Leave out the numbers that a rule can do without, the first ones first."""
        kept = list(order)
        for k in order:
            fewer = [other for other in kept if other != k]
            if self._settles(kind, fewer, cell):
                kept = fewer
        return kept


def _easiest(numbers: list[Number], cell: Cell) -> tuple[Level, Deduction]:
    """Use the easiest rule by which these numbers settle a cell; one of the two does."""
    single = Deduction(numbers, "single")
    return ("single", single) if cell in single.value else ("pair", Deduction(numbers, "pair"))


def contradiction(board: Board, /, limits: Limits = Limits()) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Say why a board has no layout: a minimal set of numbers, with the mine count only where it must be.

    Returns
    -------
    tuple
        A sentence, and the cells of the numbers as rows and columns from 1; none if a limit came first, or if there is
        a layout.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> contradiction(read("##1/212"))
    ('the 2 at (2, 1) and the 1 at (2, 2) cannot both hold', ((2, 1), (2, 2)))
    >>> contradiction(read("1#", mines=2))
    ('1 covered cell cannot hold 2 mines', ())
    """
    if board.mines is not None and board.mines > board.covered:
        return f"{count_of(board.covered, 'covered cell')} cannot hold {count_of(board.mines, 'mine')}", ()
    deadline = Deadline(limits)
    try:
        net = network(board, deadline)
        found, counted = _conflict(board, net, deadline)
    except Stopped:
        return "", ()
    if found is None:
        return "", ()
    return _told(board, net, sorted(found), counted=counted)


def _conflict(board: Board, net: Network, deadline: Deadline) -> tuple[list[int] | None, bool]:
    """Find numbers that cannot hold together, and whether the mine count is needed for that; None: they can."""
    reasoner = Reasoner(board, net, deadline)
    if board.mines is None:
        return reasoner.conflict(), False
    uncounted = exact.safe(replace(board, mines=None), reasoner.rest)
    if uncounted.status is Status.UNKNOWN:
        deadline.stop_reason = uncounted.stopped
        raise Stopped
    if uncounted.status is Status.IMPOSSIBLE:
        return reasoner.conflict(), False
    return reasoner.needed(exact.ANY, range(len(net.numbers)), mine=False), True


def _told(board: Board, net: Network, found: list[int], *, counted: bool) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Say that numbers, and the mine count if it is needed, cannot hold together."""
    places = [board.place(net.numbers[k].cell) for k in found]
    listed = [f"the {net.numbers[k].need} at {write_place(place)}" for k, place in zip(found, places, strict=True)]
    if counted:
        listed.append("the mine" if net.mines == 1 else f"the {net.mines} mines in all")
    return _cannot(listed), tuple((row + 1, column + 1) for row, column in places)


def _cannot(listed: list[str]) -> str:
    if len(listed) == 1:
        return f"{listed[0]} cannot hold: too few cells, or too many mines, are around"
    if len(listed) == 2:
        return f"{listed[0]} and {listed[1]} cannot both hold"
    return f"{', '.join(listed[:-1])} and {listed[-1]} cannot all hold"


def contradiction_in(question: Question, /, limits: Limits = Limits()) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Say why the board of a question has no layout, as `contradiction` does."""
    return contradiction(question.instance, limits)


class Reasoner:
    """Asks the kernel for minimal sets of numbers, within one deadline.

    Sets that need no mine count come from a conflict-driven solver, which keeps what it learned from question to
    question. With the count numbers are left out one after the other, and the layouts of the rest are counted again:
    for a conflict-driven solver a bound on all cells is a pigeonhole proof, which does not end.
    """

    def __init__(self, board: Board, net: Network, deadline: Deadline) -> None:
        self.board, self.net, self.deadline = board, net, deadline
        self.near = beside(net.numbers, deadline)
        self.index = {cell: i for i, cell in enumerate(poll_stream(net.covered, deadline, LOOKS))}
        self.kernel = self._solver()
        self.seen = exact.seen(board)
        self.place = {number.cell: k for k, number in enumerate(poll_stream(net.numbers, deadline, LOOKS))}
        self.sets: list[list[int]] = []  # with the mine count, the newest first
        self.known: dict[tuple[tuple[int, ...], bool], list[int]] = {}

    def _solver(self) -> _kernel.Reasons:
        """Hand the numbers over to the conflict-driven solver."""
        starts, members, needs = array("i", [0]), array("i"), array("i")
        for number in poll_stream(self.net.numbers, self.deadline, STRIDE):
            members.extend([self.index[cell] for cell in number.scope])
            starts.append(len(members))
            needs.append(number.need)
        return _kernel.Reasons(len(self.index), starts, members, needs)

    def against(self, cell: Cell, among: Sequence[int], *, mine: bool) -> list[int] | None:
        """Find numbers that leave no layout with this value in a cell; None where these do.

        Raises
        ------
        Stopped
            If a limit came first.
        """
        return self._spent(*self.kernel.against(self.index[cell], mine, among, *self.deadline.kernel))

    def conflict(self) -> list[int] | None:
        """Find numbers that leave no layout at all."""
        return self._spent(*self.kernel.conflict(range(len(self.net.numbers)), *self.deadline.kernel))

    @property
    def rest(self) -> Limits:
        """What is left of the limits, nodes included."""
        limits = self.deadline.remaining_limits
        if limits.nodes is None:
            return limits
        return replace(limits, nodes=max(0, limits.nodes - self.deadline.node_count))

    def _spent(self, stop: int, nodes: int, found: list[int] | None) -> list[int] | None:
        self.deadline.charge(stop if found is None else 0, nodes)
        return found

    def around(self, cell: Cell, *, mine: bool) -> list[int]:
        """Find a minimal set near a cell that is certain whatever the mine count."""
        outer = outwards(self.near.get(cell, []), self.net.numbers, self.near)
        order = list(islice(outer, RING))
        while True:
            found = self.against(cell, order[::-1], mine=not mine)
            if found is not None:
                return found
            further = list(islice(outer, len(order)))
            if not further:
                raise AssertionError(f"cell {cell} is not certain")
            order += further

    def counted(self, cell: Cell, *, mine: bool) -> list[int]:
        """Find a minimal set that, with the mine count, settles a cell.

        Cells beside the same numbers change places in every layout, so a set for one serves the others. A set that was
        found before often serves, too, and what is left out of it need not be left out again.
        """
        alike = (tuple(self.near.get(cell, ())), mine)
        if alike not in self.known:
            tried = (self.needed(cell, some, mine=not mine) for some in self.sets[:NEAREST_SETS])
            found = next((some for some in tried if some is not None), None)
            if found is None:
                found = self.needed(cell, self._far_first(cell), mine=not mine)
            if found is None:
                raise AssertionError(f"cell {cell} is not certain")
            self.known[alike] = found
            self.sets.insert(0, found)
        return self.known[alike]

    def _far_first(self, cell: Cell) -> list[int]:
        """Return all numbers, those in rows and columns far from a cell first."""
        row, column = self.board.place(cell)

        def distance(k: int) -> int:
            r, c = self.board.place(self.net.numbers[k].cell)
            return max(abs(r - row), abs(c - column))

        return sorted(range(len(self.net.numbers)), key=distance, reverse=True)

    def needed(self, cell: Cell, among: Sequence[int], *, mine: bool) -> list[int] | None:
        """Find a minimal set that, with the mine count, leaves no layout with this value in a cell, or in none."""
        cells = array("I", [self.net.numbers[k].cell for k in among])
        stop, nodes, state, needed = _kernel.needed(self.seen, cell, mine, cells, *self.deadline.kernel)
        refuted = state == exact.CONTRADICTORY
        found = [self.place[at] for at in memoryview(needed).cast("I")] if refuted else None
        if state not in (exact.CONTRADICTORY, exact.CONSISTENT):
            self.deadline.node_count += nodes
            self.deadline.stop_reason = STOPS[stop] if stop else StopReason.MEMORY
            raise Stopped
        return self._spent(0, nodes, found)
