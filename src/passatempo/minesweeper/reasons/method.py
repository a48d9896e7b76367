"""The question `explain`: a minimal set of numbers for every certain cell, its difficulty, and its description."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.minesweeper import _kernel
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.model import LEVELS, STRIDE, Board, Cell, Certain, Explanation, Level, Place, Reason
from passatempo.minesweeper.network import Network, Number, breadth_first_order, network, numbers_by_cell
from passatempo.minesweeper.reasons.deduction import Deduction, Rule, reason_sentence
from passatempo.minesweeper.text import write_place

MOST_SPARED = 24  # limit for removing needless numbers of an easy way, because each trial applies the rule again
LOOKS = 1 << 13  # quick steps between two clock checks
RING = 4  # numbers around a cell to try first; doubled each time
NEAREST_SETS = 4  # earlier sets to try for another cell


def explain(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Explanation]:
    """Explain every certain cell, easiest first.

    Single numbers come first, applied repeatedly, then pairs of numbers that share cells, then any set of numbers. The
    mine count is used only if no set of numbers suffices. The sets are minimal.

    Parameters
    ----------
    board
        Any board.
    limits
        `nodes` limits the decisions and conflicts of the solver that reduces the sets, and the states of diagrams if
        mines are counted.

    Returns
    -------
    Outcome
        `FEASIBLE` if a limit came before all certain cells were explained.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> for reason in explain(read("01#1#")).answer.reasons:
    ...     print(reason.cell, reason.level, reason.because)
    (0, 2) single ((0, 1),)
    (0, 4) single ((0, 1), (0, 3))
    """
    deadline = Deadline(limits)
    safe_outcome = exact.safe(board, limits)
    if safe_outcome.answer is None:
        return Outcome(
            safe_outcome.status, stopped=safe_outcome.stopped, reason=safe_outcome.reason, stats=safe_outcome.stats
        )
    cells = [(place, False) for place in safe_outcome.answer.safe] + [
        (place, True) for place in safe_outcome.answer.sure_mines
    ]
    reasons: list[Reason] = []
    try:
        _Explainer(board, safe_outcome.answer, deadline).explain_cells(sorted(cells), reasons)
    except Stopped:
        if not reasons:
            return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    reasons.sort(key=_ease)
    status = Status.SOLVED if len(reasons) == len(cells) else Status.FEASIBLE
    stop_reason = exact.DONE if status is Status.SOLVED else deadline.stop_reason
    return Outcome(status, Explanation(tuple(reasons)), stopped=stop_reason, stats={"nodes": deadline.node_count})


def reason_of(board: Board, place: Place) -> Reason | None:
    """Explain one certain cell; None if it is not certain.

    >>> from passatempo.minesweeper import read
    >>> reason_of(read("01#1#"), (0, 4)).because, reason_of(read("#1#"), (0, 0))
    (((0, 1), (0, 3)), None)
    """
    certain = exact.safe(board).answer
    return easiest_reason(board, certain, (place,)) if certain else None


def easiest_reason(board: Board, certain: Certain, places: Sequence[Place]) -> Reason | None:
    """Explain the easiest of these cells; None if none is certain. Other cells are skipped to save time."""
    reasons = list[Reason]()
    sure_mines = {*certain.sure_mines}
    certain_places = sure_mines.union(certain.safe)
    cells = [(place, place in sure_mines) for place in places if place in certain_places]
    if cells:
        _Explainer(board, certain, Deadline(Limits())).explain_cells(cells, reasons)
    return min(reasons, key=_ease, default=None)


def _ease(reason: Reason) -> tuple[int, int, Place]:
    """Return the sort key of a reason: easiest first."""
    return LEVELS.index(reason.level), len(reason.because), reason.cell


class _Explainer:
    """Explains the cells of a board, each by the easiest rule that decides it."""

    def __init__(self, board: Board, certain: Certain, deadline: Deadline) -> None:
        self.board, self.deadline = board, deadline
        self.net = network(board, deadline)
        self.single_deduction, self.pair_deduction = (
            Deduction(self.net.numbers, rule, deadline) for rule in ("single", "pair")
        )
        self.reasoner = Reasoner(board, self.net, deadline)
        self.countless_certain = certain if board.mines is None else self._find_countless()

    def _find_countless(self) -> Certain:
        """Return the cells that are certain without the mine count."""
        safe_outcome = exact.safe(replace(self.board, mines=None), self.reasoner.rest)
        if safe_outcome.answer is None:
            self.deadline.stop_reason = safe_outcome.stopped
            raise Stopped
        return safe_outcome.answer

    def explain_cells(self, cells: Sequence[tuple[Place, bool]], reasons: list[Reason]) -> None:
        """Explain these cells, starting with those that single numbers decide, which are the fastest."""
        by_counting = {*self.countless_certain.safe, *self.countless_certain.sure_mines}
        waiting: list[list[tuple[Place, bool]]] = [[], [], []]
        for place, mine in cells:
            cell = self.board.cell(*place)
            waiting[0 if cell in self.pair_deduction.cell_values else 1 if place in by_counting else 2].append(
                (place, mine)
            )
        for rank, rank_cells in enumerate(waiting):
            for place, mine in rank_cells:
                self.deadline.check()
                reasons.append(self._explain_cell(place, mine=mine, needs_count=rank == 2))

    def _explain_cell(self, place: Place, *, mine: bool, needs_count: bool) -> Reason:
        """Explain one cell."""
        cell = self.board.cell(*place) or 0
        rule = next((rule for rule in (self.single_deduction, self.pair_deduction) if cell in rule.cell_values), None)
        steps = None
        level: Level = "count" if needs_count else "chain"
        if rule is not None:
            used, rule_numbers = self._trace_numbers(rule, cell, mine=mine)
            level, steps = _easiest_rule([self.net.numbers[k] for k in rule_numbers], cell)
        elif needs_count:
            used = self.reasoner.refutation_with_count(cell, mine=mine)
        else:
            used = self.reasoner.nearby_refutation(cell, mine=mine)
        numbers = [self.net.numbers[k] for k in sorted(used)]
        because = tuple(self.board.place(number.cell) for number in numbers)
        words = reason_sentence(
            self.board, steps.numbers if steps else numbers, steps, cell, mine=mine, needs_count=needs_count
        )
        return Reason(place, mine, because, level, words)

    def _trace_numbers(self, rule: Deduction, cell: Cell, *, mine: bool) -> tuple[list[int], list[int]]:
        """Find a minimal set of numbers for a cell that a rule decides, and the numbers by which the rule decides it.

        The two are equal unless a harder rule can spare a number of the easy way.
        """
        trace = rule.trace(cell)
        kind: Rule = "single" if all(len(step.numbers) == 1 for step in trace) else "pair"
        all_numbers = list(dict.fromkeys(k for step in trace for k in step.numbers))
        minimal_numbers = self.reasoner.minimal_refutation(cell, all_numbers, mine=not mine) or []
        if self._settles(kind, minimal_numbers, cell):
            return minimal_numbers, sorted(minimal_numbers)
        if len(all_numbers) > MOST_SPARED:
            return minimal_numbers, sorted(all_numbers)
        for order in (all_numbers, all_numbers[::-1]):
            rule_numbers = self._drop_needless(kind, order, cell)
            minimal_numbers = self.reasoner.minimal_refutation(cell, rule_numbers, mine=not mine) or []
            if len(minimal_numbers) == len(rule_numbers):
                break
        return minimal_numbers, sorted(rule_numbers)

    def _settles(self, kind: Rule, rule_numbers: Sequence[int], cell: Cell) -> bool:
        """Return whether a rule decides a cell by these numbers."""
        return cell in Deduction([self.net.numbers[k] for k in rule_numbers], kind, self.deadline).cell_values

    def _drop_needless(self, kind: Rule, order: Sequence[int], cell: Cell) -> list[int]:
        """Remove the numbers that a rule can do without, in this order."""
        rule_numbers = list(order)
        for k in order:
            fewer = [other for other in rule_numbers if other != k]
            if self._settles(kind, fewer, cell):
                rule_numbers = fewer
        return rule_numbers


def _easiest_rule(numbers: list[Number], cell: Cell) -> tuple[Level, Deduction]:
    """Return the easiest rule by which these numbers decide a cell, and its deduction."""
    single = Deduction(numbers, "single")
    return ("single", single) if cell in single.cell_values else ("pair", Deduction(numbers, "pair"))


def contradiction(board: Board, /, limits: Limits = Limits()) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Explain why a board has no layout, by a minimal set of numbers, with the mine count only if needed.

    Returns
    -------
    tuple
        A sentence, and the cells of the numbers as rows and columns from 1. Both are empty if a limit came first or a
        layout exists.

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
        conflict_numbers, needs_count = _find_conflict(board, net, deadline)
    except Stopped:
        return "", ()
    if conflict_numbers is None:
        return "", ()
    return _conflict_sentence(board, net, sorted(conflict_numbers), needs_count=needs_count)


def _find_conflict(board: Board, net: Network, deadline: Deadline) -> tuple[list[int] | None, bool]:
    """Find numbers that contradict each other, and whether this needs the mine count; None if there is a layout."""
    reasoner = Reasoner(board, net, deadline)
    if board.mines is None:
        return reasoner.conflict(), False
    safe_outcome = exact.safe(replace(board, mines=None), reasoner.rest)
    if safe_outcome.status is Status.UNKNOWN:
        deadline.stop_reason = safe_outcome.stopped
        raise Stopped
    if safe_outcome.status is Status.IMPOSSIBLE:
        return reasoner.conflict(), False
    return reasoner.minimal_reasons(exact.ANY, range(len(net.numbers)), mine=False), True


def _conflict_sentence(
    board: Board, net: Network, conflict_numbers: list[int], *, needs_count: bool
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """State that numbers, and the mine count if it is needed, contradict each other."""
    places = [board.place(net.numbers[k].cell) for k in conflict_numbers]
    clue_phrases = [
        f"the {net.numbers[k].need} at {write_place(place)}" for k, place in zip(conflict_numbers, places, strict=True)
    ]
    if needs_count:
        clue_phrases.append("the mine" if net.mines == 1 else f"the {net.mines} mines in all")
    return _join_conflict(clue_phrases), tuple((row + 1, column + 1) for row, column in places)


def _join_conflict(clue_phrases: list[str]) -> str:
    if len(clue_phrases) == 1:
        return f"{clue_phrases[0]} cannot hold: too few cells, or too many mines, are around"
    if len(clue_phrases) == 2:
        return f"{clue_phrases[0]} and {clue_phrases[1]} cannot both hold"
    return f"{', '.join(clue_phrases[:-1])} and {clue_phrases[-1]} cannot all hold"


def contradiction_in(question: Question, /, limits: Limits = Limits()) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Explain why the board of a question has no layout, as `contradiction` does."""
    return contradiction(question.instance, limits)


class Reasoner:
    """Queries the kernel for minimal sets of numbers, within one deadline.

    Sets without the mine count come from a conflict-driven solver, which keeps its learned clauses between queries.
    With the count, numbers are removed one after the other, and the layouts of the rest are counted again. For a
    conflict-driven solver a bound on all cells is a pigeonhole problem, which it cannot finish.
    """

    def __init__(self, board: Board, net: Network, deadline: Deadline) -> None:
        self.board, self.net, self.deadline = board, net, deadline
        self.cell_numbers = numbers_by_cell(net.numbers, deadline)
        self.cell_index = {cell: i for i, cell in enumerate(poll_stream(net.closed_cells, deadline, LOOKS))}
        self.kernel = self._solver()
        self.kernel_board = exact.kernel_board(board)
        self.number_index = {number.cell: k for k, number in enumerate(poll_stream(net.numbers, deadline, LOOKS))}
        self.minimal_sets: list[list[int]] = []  # with the mine count, newest first
        self.set_cache: dict[tuple[tuple[int, ...], bool], list[int]] = {}

    def _solver(self) -> _kernel.Reasons:
        """Pass the numbers to the conflict-driven solver."""
        starts, members, needs = array("i", [0]), array("i"), array("i")
        for number in poll_stream(self.net.numbers, self.deadline, STRIDE):
            members.extend([self.cell_index[cell] for cell in number.scope])
            starts.append(len(members))
            needs.append(number.need)
        return _kernel.Reasons(len(self.cell_index), starts, members, needs)

    def minimal_refutation(self, cell: Cell, candidate_numbers: Sequence[int], *, mine: bool) -> list[int] | None:
        """Find a minimal set of numbers that excludes this value of a cell; None if there is none.

        Raises
        ------
        Stopped
            If a limit came first.
        """
        return self._charge_nodes(
            *self.kernel.against(self.cell_index[cell], mine, candidate_numbers, *self.deadline.kernel)
        )

    def conflict(self) -> list[int] | None:
        """Find a minimal set of numbers that leaves no layout."""
        return self._charge_nodes(*self.kernel.conflict(range(len(self.net.numbers)), *self.deadline.kernel))

    @property
    def rest(self) -> Limits:
        """The remaining limits, nodes included."""
        limits = self.deadline.remaining_limits
        if limits.nodes is None:
            return limits
        return replace(limits, nodes=max(0, limits.nodes - self.deadline.node_count))

    def _charge_nodes(self, stop: int, nodes: int, minimal_numbers: list[int] | None) -> list[int] | None:
        self.deadline.charge(stop if minimal_numbers is None else 0, nodes)
        return minimal_numbers

    def nearby_refutation(self, cell: Cell, *, mine: bool) -> list[int]:
        """Find a minimal set near a cell that is certain without the mine count."""
        outer = breadth_first_order(self.cell_numbers.get(cell, []), self.net.numbers, self.cell_numbers)
        order = list(islice(outer, RING))
        while True:
            minimal_numbers = self.minimal_refutation(cell, order[::-1], mine=not mine)
            if minimal_numbers is not None:
                return minimal_numbers
            further = list(islice(outer, len(order)))
            if not further:
                raise AssertionError(f"cell {cell} is not certain")
            order += further

    def refutation_with_count(self, cell: Cell, *, mine: bool) -> list[int]:
        """Find a minimal set that decides a cell with the mine count.

        Cells next to the same numbers are interchangeable in every layout, so they share a set. An earlier set often
        decides another cell, and is then reduced further.
        """
        alike = (tuple(self.cell_numbers.get(cell, ())), mine)
        if alike not in self.set_cache:
            set_attempts = (
                self.minimal_reasons(cell, number_set, mine=not mine) for number_set in self.minimal_sets[:NEAREST_SETS]
            )
            minimal_set = next((number_set for number_set in set_attempts if number_set is not None), None)
            if minimal_set is None:
                minimal_set = self.minimal_reasons(cell, self._numbers_by_distance(cell), mine=not mine)
            if minimal_set is None:
                raise AssertionError(f"cell {cell} is not certain")
            self.set_cache[alike] = minimal_set
            self.minimal_sets.insert(0, minimal_set)
        return self.set_cache[alike]

    def _numbers_by_distance(self, cell: Cell) -> list[int]:
        """Return all numbers, those in rows and columns far from a cell first."""
        row, column = self.board.place(cell)

        def distance(k: int) -> int:
            r, c = self.board.place(self.net.numbers[k].cell)
            return max(abs(r - row), abs(c - column))

        return sorted(range(len(self.net.numbers)), key=distance, reverse=True)

    def minimal_reasons(self, cell: Cell, candidate_numbers: Sequence[int], *, mine: bool) -> list[int] | None:
        """Find a minimal set that, with the mine count, excludes a value of a cell, or for `ANY` every layout."""
        cells = array("I", [self.net.numbers[k].cell for k in candidate_numbers])
        stop, nodes, state, cell_bytes = _kernel.needed(self.kernel_board, cell, mine, cells, *self.deadline.kernel)
        is_refuted = state == exact.CONTRADICTORY
        minimal_numbers = [self.number_index[at] for at in memoryview(cell_bytes).cast("I")] if is_refuted else None
        if state not in (exact.CONTRADICTORY, exact.CONSISTENT):
            self.deadline.node_count += nodes
            self.deadline.stop_reason = STOPS[stop] if stop else StopReason.MEMORY
            raise Stopped
        return self._charge_nodes(0, nodes, minimal_numbers)
