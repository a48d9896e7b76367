"""The questions `levels`, `count` and `enumerate`, and certificates. All use the greatest sums from every cell."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.optimiza import _kernel
from passatempo.optimiza.exact.best import number_array
from passatempo.optimiza.geometry import Graph, components, legal_moves, route_of
from passatempo.optimiza.greedy import BackwardGreedy, ExpertGreedy
from passatempo.optimiza.model import VARIANTS, Board, Cell, Levels, Number, Route, Routes
from passatempo.optimiza.reference import search as reference

# Primes below 2^32, the greatest first, found when more of them are needed.
_GREATEST = 4294967291
CHECK_FACTOR = 4  # times as long as finding a path take its check and its words


@dataclass(frozen=True, slots=True)
class CellSums:
    """Bounds on the greatest sum from every cell, valid if `is_complete`. Paths reach the `lower_bounds`."""

    lower_bounds: "array[int]"
    upper_bounds: "array[int]"
    is_complete: bool
    stop_reason: StopReason
    node_count: int

    @property
    def best_sum(self) -> int | None:
        """The greatest sum of the board, or None if it is not proved."""
        best = max(self.lower_bounds)
        return best if self.is_complete and best == max(self.upper_bounds) else None

    @property
    def is_tight(self) -> bool:
        """Whether every sum is proved, not only the greatest."""
        return self.is_complete and self.lower_bounds == self.upper_bounds


def solve_sums(board: Board, deadline: Deadline) -> CellSums:
    """Compute the greatest sum from every cell, or raise `Stopped` if the limit comes before the search.

    >>> list(solve_sums(Board(2, (1, 1, 1, 2)), Deadline(Limits())).lower_bounds)
    [5, 5, 5, 2]
    """
    numbers = number_array(board, deadline)
    variant = VARIANTS.index(board.variant)
    stop, nodes, is_complete, low, high = _kernel.values(
        numbers, board.n, variant, 0, *deadline.remaining_limits.kernel
    )
    return CellSums(array("q", low), array("q", high), is_complete, STOPS[stop], nodes)


def levels(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Levels]:
    r"""Compute the levels of the newspaper.

    Parameters
    ----------
    board
        A board of any of the six surfaces.
    limits
        `nodes` counts those of `best`, and states of the frontier and steps of paths for X over all ties.

    Returns
    -------
    Outcome
        `SOLVED`, or `FEASIBLE` without X over all ties if a limit came before that value alone.

    Notes
    -----
    X over all ties is a longest path like Z, restricted to paths that cannot go on inside a component.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> levels(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).answer
    Levels(x=24, x_best=24, y=24, expert=25, z=25)
    """
    deadline = Deadline(limits)
    try:
        cell_sums = solve_sums(board, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": 0})

    def over_ties(back: BackwardGreedy) -> tuple[int | None, int]:
        limits = remaining_limits(deadline.remaining_limits, cell_sums.node_count)
        variant = VARIANTS.index(board.variant)
        stop, nodes, x = _kernel.greatest_x(number_array(board, deadline), board.n, variant, *limits.kernel)
        if stop:
            deadline.stop_reason = STOPS[stop]
        return None if stop else x, nodes

    return _levels_outcome(
        board, cell_sums.best_sum, deadline, over_ties, (cell_sums.stop_reason, cell_sums.node_count)
    )


def levels_reference(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Levels]:
    r"""Compute the levels with the optimum of the recurrence.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> levels_reference(read("2 1\n1 1")).answer
    Levels(x=5, x_best=5, y=5, expert=5, z=5)
    """
    deadline = Deadline(limits)
    best = reference.best(board, limits)
    best_sum = None if best.status is not Status.SOLVED or best.value is None else int(best.value)

    def over_ties(back: BackwardGreedy) -> tuple[int | None, int]:
        try:
            return back.best_over_ties(board.cells.index(board.n), deadline), 0
        except Stopped:
            return None, 0

    return _levels_outcome(board, best_sum, deadline, over_ties, (best.stopped, int(best.stats["nodes"])))


def _levels_outcome(
    board: Board,
    best: int | None,
    deadline: Deadline,
    over_ties: Callable[[BackwardGreedy], tuple[int | None, int]],
    search_effort: tuple[StopReason, int],
) -> Outcome[Levels]:
    """Add the greedies to the optimum within the remaining limits, which may leave out X over all ties.

    `search_effort` holds the nodes of the search for the optimum and the limit that ended it. `over_ties` returns its
    own effort.
    """
    search_stop, nodes = search_effort
    try:
        if best is None:
            raise Stopped
        back = BackwardGreedy(board, deadline.poll)
        ends = back.end_sums()
        expert = max(ExpertGreedy(board, deadline.poll).cell_sums)
        ties, tie_nodes = over_ties(back)
    except Stopped:
        reason = deadline.stop_reason if search_stop is StopReason.DONE else search_stop
        return Outcome(Status.UNKNOWN, stopped=reason, stats={"nodes": nodes})
    status, reason = (Status.FEASIBLE, deadline.stop_reason) if ties is None else (Status.SOLVED, StopReason.DONE)
    answer = Levels(ends[board.cells.index(board.n)], ties, max(ends), expert, best)
    return Outcome(status, answer, stopped=reason, stats={"nodes": nodes + tie_nodes + deadline.node_count})


def count(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Number]:
    r"""Count the paths of greatest sum.

    The kernel counts modulo a prime and estimates the number, which determines how many primes are needed.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> count(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).answer
    Number(number=6)
    """
    deadline = Deadline(limits)
    variant = VARIANTS.index(board.variant)
    number, modulus, total_nodes = 0, 1, 0
    try:
        numbers = number_array(board, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": 0})
    for prime in _prime_stream():
        rest = remaining_limits(deadline.remaining_limits, total_nodes)
        stop, nodes, is_complete, residue, size = _kernel.count(numbers, board.n, variant, prime, *rest.kernel)
        total_nodes += nodes
        if not is_complete:
            return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats={"nodes": total_nodes})
        number += modulus * ((residue - number) * pow(modulus, -1, prime) % prime)  # Chinese remainders
        modulus *= prime
        if modulus.bit_length() > size + 2:  # the size is exact to far more than a factor of two
            break
    return Outcome(Status.SOLVED, Number(number), stats={"nodes": total_nodes})


def remaining_limits(limits: Limits, nodes: int) -> Limits:
    """Return the limits without the nodes that were spent.

    >>> remaining_limits(Limits(nodes=5), 7).nodes
    0
    """
    return limits if limits.nodes is None else replace(limits, nodes=max(0, limits.nodes - nodes))


def _prime_stream() -> Iterator[int]:
    """Yield the primes below 2^32 from the greatest down."""
    for candidate in range(_GREATEST, 2**31, -2):
        if all(pow(base, candidate - 1, candidate) == 1 for base in (2, 7, 61)) and _is_prime(candidate):
            yield candidate


def _is_prime(candidate: int) -> bool:
    """Miller and Rabin's test, sure below 4,759,123,141 with the bases 2, 7 and 61."""
    odd, twos = candidate - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 7, 61):
        power = pow(base, odd, candidate)
        if power not in (1, candidate - 1) and all(
            pow(power, 2**k, candidate) != candidate - 1 for k in range(1, twos)
        ):
            return False
    return True


def count_reference(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Number]:
    r"""Count the paths of greatest sum over the states of the recurrence.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> count_reference(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).answer
    Number(number=6)
    """
    deadline = Deadline(limits)
    path_counts: dict[tuple[Cell, reference.Rest], int] = {}

    def ways(state: tuple[Cell, reference.Rest]) -> int:
        if state not in path_counts:
            deadline.check()
            steps = search.next_states(*state)
            best = max((search.best_sum(*step) for step in steps), default=0)
            path_counts[state] = sum(ways(step) for step in steps if search.best_sum(*step) == best) if steps else 1
        return path_counts[state]

    try:
        with deadline.not_too_deep():
            search = reference.Search(board, deadline.poll)
            search.stop = deadline.step
            start_sums = search.start_sums()
            best = max(start_sum for start_sum, _ in start_sums)
            number = sum(ways((cell, search.level_cells(cell))) for start_sum, cell in start_sums if start_sum == best)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    return Outcome(Status.SOLVED, Number(number), stats={"nodes": deadline.node_count})


def enumerate_best(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Routes]:
    r"""List paths of greatest sum, in the order of their cells, up to a number.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import RoutesAsk, read
    >>> found = enumerate_best(Question(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1"), RoutesAsk(count=4))).answer
    >>> len(found.routes), found.complete
    (4, False)
    """
    board: Board = question.instance
    deadline = Deadline(limits)
    best_routes: list[Route] = []
    complete, nodes, best = True, 0, None
    try:
        cell_sums = solve_sums(board, deadline)
        nodes, best = cell_sums.node_count, cell_sums.best_sum
        if best is None:
            return Outcome(Status.UNKNOWN, stopped=cell_sums.stop_reason, stats={"nodes": nodes})
        walker = PathWalker(board, legal_moves(board, deadline.poll), cell_sums.lower_bounds, deadline)
        before = deadline.run_seconds
        for path in walker.iterate_paths(best):
            if len(best_routes) >= question.ask.count:
                complete = False
                break
            if deadline.seconds_left is not None and deadline.seconds_left < CHECK_FACTOR * (
                deadline.run_seconds - before
            ):
                deadline.stop_reason = StopReason.SECONDS
                raise Stopped
            best_routes.append(route_of(board, path, deadline.poll))
    except Stopped:
        stats = {"nodes": nodes + deadline.node_count}
        if not best_routes:
            return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats)
        return Outcome(
            Status.FEASIBLE, Routes(tuple(best_routes), False), best, stopped=deadline.stop_reason, stats=stats
        )
    stats = {"nodes": nodes + deadline.node_count}
    if cell_sums.is_tight:
        return Outcome(Status.SOLVED, Routes(tuple(best_routes), complete), best, best, stats=stats)
    if not best_routes:
        return Outcome(Status.UNKNOWN, stopped=cell_sums.stop_reason, stats=stats)
    return Outcome(Status.FEASIBLE, Routes(tuple(best_routes), False), best, best, cell_sums.stop_reason, stats=stats)


def enumerate_reference(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Routes]:
    r"""List paths of greatest sum by the recurrence, in the same order.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import RoutesAsk, read
    >>> len(enumerate_reference(Question(read("2 1\n1 1"), RoutesAsk(count=4))).answer.routes)
    4
    """
    board: Board = question.instance
    deadline = Deadline(limits)

    def walk(cell: Cell, rest: reference.Rest) -> Iterator[list[Cell]]:
        deadline.check()
        steps = sorted(search.next_states(cell, rest), key=lambda step: step[0])
        best = max((search.best_sum(*step) for step in steps), default=0)
        if not steps:
            yield [cell]
        for step in steps:
            if search.best_sum(*step) == best:
                yield from ([cell, *tail] for tail in walk(*step))

    try:
        with deadline.not_too_deep():
            search = reference.Search(board, deadline.poll)
            search.stop = deadline.step
            starts = search.start_sums()
            best = max(start_sum for start_sum, _ in starts)
            heads = sorted(cell for start_sum, cell in starts if start_sum == best)
            paths = (path for cell in heads for path in walk(cell, search.level_cells(cell)))
            best_routes = [route_of(board, path, deadline.poll) for path in islice(paths, question.ask.count + 1)]
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    routes = Routes(tuple(best_routes[: question.ask.count]), len(best_routes) <= question.ask.count)
    return Outcome(Status.SOLVED, routes, best, best, stats={"nodes": deadline.node_count})


class PathWalker:
    """A walk along all paths of a given sum, guided by the greatest sum from every cell. `Stopped` ends it."""

    def __init__(self, board: Board, graph: Graph, low: "array[int]", deadline: Deadline) -> None:
        self.cells, self.graph, self.lower_bounds, self.deadline = board.cells, graph, low, deadline

    def iterate_paths(self, best: int) -> Iterator[list[Cell]]:
        """Yield the paths with the greatest sum."""
        path: list[Cell] = []
        branch_stack = [
            iter([(start, {start}, best) for start, cell_sum in enumerate(self.lower_bounds) if cell_sum == best])
        ]
        while branch_stack:  # a path may be longer than Python's recursion goes
            step = next(branch_stack[-1], None)
            if step is None:
                branch_stack.pop()
                if path:
                    path.pop()
                continue
            path.append(step[0])
            if self.deadline.step():
                raise Stopped
            if self.is_complete(*step):
                yield list(path)
            branch_stack.append(self.next_steps(*step))

    def is_complete(self, head: Cell, used: set[Cell], left: int) -> bool:
        """Return whether a path is complete at its head, if the head and the rest must add up to `left`."""
        cells, head_number = self.cells, self.cells[head]
        return left == head_number and not any(cells[d] > head_number or d not in used for d in self.graph[head])

    def next_steps(self, head: Cell, used: set[Cell], left: int) -> Iterator[tuple[Cell, set[Cell], int]]:
        """Yield the moves after which the rest of the path can still reach the remaining sum."""
        cells, rest = self.cells, left - self.cells[head]
        for d in sorted(self.graph[head]):
            if cells[d] > cells[head]:
                if self.lower_bounds[d] == rest:
                    yield d, {d}, rest
            elif d not in used and self.suffix_bound(d, used) >= rest:
                yield d, used | {d}, rest

    def suffix_bound(self, head: Cell, used: set[Cell]) -> int:
        """Return a bound on the sum from a head on, from the free cells that it can reach and their best exit."""
        cells, head_number = self.cells, self.cells[head]
        reachable_cells, queue, exit_ = {head}, [head], 0
        while queue:
            for d in self.graph[queue.pop()]:
                if cells[d] > head_number:
                    exit_ = max(exit_, self.lower_bounds[d])
                elif d not in used and d not in reachable_cells:
                    reachable_cells.add(d)
                    queue.append(d)
        return min(self.lower_bounds[head], head_number * len(reachable_cells) + exit_)


def make_certificate(board: Board, limits: Limits = Limits()) -> dict[str, Any]:
    """Make the certificate of a board, or raise `Stopped` if a limit comes before the sums.

    >>> from passatempo.optimiza.model import Board
    >>> make_certificate(Board(2, (1, 1, 1, 2)))["components"][0]
    {'number': 2, 'cells': [[2, 2]], 'exits': [0], 'sums': [2], 'bounds': [2]}
    """
    deadline = Deadline(limits)
    cell_sums = solve_sums(board, deadline)
    if not cell_sums.is_complete:
        raise Stopped
    low, high = cell_sums.lower_bounds, cell_sums.upper_bounds
    graph, cells = legal_moves(board, deadline.poll), board.cells
    component_claims = []
    for part in components(board, graph, deadline.poll):
        deadline.check()
        exits = [max((low[d] for d in graph[c] if cells[d] > cells[c]), default=0) for c in part]
        component_claims.append(
            {
                "number": cells[part[0]],
                "cells": [[board.place(c)[0] + 1, board.place(c)[1] + 1] for c in part],
                "exits": exits,
                "sums": [low[c] for c in part],
                "bounds": [high[c] for c in part],
            }
        )
    return {"value": max(low), "bound": max(high), "components": component_claims}
