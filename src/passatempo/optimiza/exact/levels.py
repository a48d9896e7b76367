"""The questions `levels`, `count` and `enumerate`, and certificates: all that follows from the sums from every cell."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.optimiza import _kernel
from passatempo.optimiza.exact.best import words
from passatempo.optimiza.geometry import components, moves, route_of
from passatempo.optimiza.greedy import Backward, Expert
from passatempo.optimiza.model import VARIANTS, Board, Levels, Number, Route, Routes
from passatempo.optimiza.reference import search as reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from passatempo.core.pastime import Question
    from passatempo.optimiza.geometry import Graph
    from passatempo.optimiza.model import Cell


# Primes below 2^32, the greatest first, found when more of them are needed.
_GREATEST = 4294967291
TELLING = 4  # times as long as finding a path take its check and its words


@dataclass(frozen=True, slots=True)
class Sums:
    """The greatest sum from every cell of a board: `low` is reached, `high` never exceeded, where `whole`."""

    low: array[int]
    high: array[int]
    whole: bool
    stopped: StopReason
    nodes: int

    @property
    def best(self) -> int | None:
        """The greatest sum of the board; None where it is not proved."""
        best = max(self.low)
        return best if self.whole and best == max(self.high) else None

    @property
    def tight(self) -> bool:
        """Whether every sum is proved, not only the greatest."""
        return self.whole and self.low == self.high


def sums(board: Board, deadline: Deadline) -> Sums:
    """Compute the greatest sum from every cell; raises `Stopped` where the limit comes before the search.

    >>> list(sums(Board(2, (1, 1, 1, 2)), Deadline(Limits())).low)
    [5, 5, 5, 2]
    """
    numbers = words(board, deadline)
    variant = VARIANTS.index(board.variant)
    stop, nodes, whole, low, high = _kernel.values(numbers, board.n, variant, 0, *deadline.remaining_limits.kernel)
    return Sums(array("q", low), array("q", high), whole, STOPS[stop], nodes)


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
        `SOLVED`; `FEASIBLE` without X over all ties where a limit came before that alone.

    Notes
    -----
    X over all ties is a longest path as Z is: in a component of equal numbers, of those paths that cannot go on.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> levels(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).answer
    Levels(x=24, x_best=24, y=24, expert=25, z=25)
    """
    deadline = Deadline(limits)
    try:
        found = sums(board, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": 0})

    def over_ties(back: Backward) -> tuple[int | None, int]:
        limits = less(deadline.remaining_limits, found.nodes)
        variant = VARIANTS.index(board.variant)
        stop, nodes, x = _kernel.greatest_x(words(board, deadline), board.n, variant, *limits.kernel)
        if stop:
            deadline.stop_reason = STOPS[stop]
        return None if stop else x, nodes

    return _levels(board, found.best, deadline, over_ties, (found.stopped, found.nodes))


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
    found = None if best.status is not Status.SOLVED or best.value is None else int(best.value)

    def over_ties(back: Backward) -> tuple[int | None, int]:
        try:
            return back.best_over_ties(board.cells.index(board.n), deadline), 0
        except Stopped:
            return None, 0

    return _levels(board, found, deadline, over_ties, (best.stopped, int(best.stats["nodes"])))


def _levels(
    board: Board,
    best: int | None,
    deadline: Deadline,
    over_ties: Callable[[Backward], tuple[int | None, int]],
    spent: tuple[StopReason, int],
) -> Outcome[Levels]:
    """Add the greedies to the optimum, in what is left of the limits; X over all ties may be left out by them.

    `spent` tells which limit ended the search for the optimum, and its nodes; `over_ties` says its own nodes too.
    """
    stopped, nodes = spent
    try:
        if best is None:
            raise Stopped
        back = Backward(board, deadline.poll)
        ends = back.sums()
        expert = max(Expert(board, deadline.poll).sum)
        ties, more = over_ties(back)
    except Stopped:
        reason = deadline.stop_reason if stopped is StopReason.DONE else stopped
        return Outcome(Status.UNKNOWN, stopped=reason, stats={"nodes": nodes})
    status, reason = (Status.FEASIBLE, deadline.stop_reason) if ties is None else (Status.SOLVED, StopReason.DONE)
    answer = Levels(ends[board.cells.index(board.n)], ties, max(ends), expert, best)
    return Outcome(status, answer, stopped=reason, stats={"nodes": nodes + more + deadline.node_count})


def count(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Number]:
    r"""Count the paths of greatest sum.

    The kernel counts modulo a prime, and says about how many there are; as many primes are used as that takes.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> count(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).answer
    Number(number=6)
    """
    deadline = Deadline(limits)
    variant = VARIANTS.index(board.variant)
    number, modulus, spent = 0, 1, 0
    try:
        numbers = words(board, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": 0})
    for prime in _primes():
        rest = less(deadline.remaining_limits, spent)
        stop, nodes, whole, residue, size = _kernel.count(numbers, board.n, variant, prime, *rest.kernel)
        spent += nodes
        if not whole:
            return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats={"nodes": spent})
        number += modulus * ((residue - number) * pow(modulus, -1, prime) % prime)  # Chinese remainders
        modulus *= prime
        if modulus.bit_length() > size + 2:  # the size is exact to far more than a factor of two
            break
    return Outcome(Status.SOLVED, Number(number), stats={"nodes": spent})


def less(limits: Limits, nodes: int) -> Limits:
    """Return the limits without the nodes that were spent.

    >>> less(Limits(nodes=5), 7).nodes
    0
    """
    return limits if limits.nodes is None else replace(limits, nodes=max(0, limits.nodes - nodes))


def _primes() -> Iterator[int]:
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
    known: dict[tuple[Cell, reference.Rest], int] = {}

    def ways(state: tuple[Cell, reference.Rest]) -> int:
        if state not in known:
            deadline.check()
            steps = search.steps(*state)
            best = max((search.best(*step) for step in steps), default=0)
            known[state] = sum(ways(step) for step in steps if search.best(*step) == best) if steps else 1
        return known[state]

    try:
        with deadline.not_too_deep():
            search = reference.Search(board, deadline.poll)
            search.stop = deadline.step
            found = search.starts()
            best = max(value for value, _ in found)
            number = sum(ways((cell, search.level(cell))) for value, cell in found if value == best)
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
    found: list[Route] = []
    complete, nodes, best = True, 0, None
    try:
        known = sums(board, deadline)
        nodes, best = known.nodes, known.best
        if best is None:
            return Outcome(Status.UNKNOWN, stopped=known.stopped, stats={"nodes": nodes})
        walker = Walker(board, moves(board, deadline.poll), known.low, deadline)
        before = deadline.run_seconds
        for path in walker.paths(best):
            if len(found) >= question.ask.count:
                complete = False
                break
            if deadline.seconds_left is not None and deadline.seconds_left < TELLING * (deadline.run_seconds - before):
                deadline.stop_reason = StopReason.SECONDS
                raise Stopped
            found.append(route_of(board, path, deadline.poll))
    except Stopped:
        stats = {"nodes": nodes + deadline.node_count}
        if not found:
            return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats)
        return Outcome(Status.FEASIBLE, Routes(tuple(found), False), best, stopped=deadline.stop_reason, stats=stats)
    stats = {"nodes": nodes + deadline.node_count}
    if known.tight:
        return Outcome(Status.SOLVED, Routes(tuple(found), complete), best, best, stats=stats)
    if not found:
        return Outcome(Status.UNKNOWN, stopped=known.stopped, stats=stats)
    return Outcome(Status.FEASIBLE, Routes(tuple(found), False), best, best, known.stopped, stats=stats)


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
        steps = sorted(search.steps(cell, rest), key=lambda step: step[0])
        best = max((search.best(*step) for step in steps), default=0)
        if not steps:
            yield [cell]
        for step in steps:
            if search.best(*step) == best:
                yield from ([cell, *tail] for tail in walk(*step))

    try:
        with deadline.not_too_deep():
            search = reference.Search(board, deadline.poll)
            search.stop = deadline.step
            starts = search.starts()
            best = max(value for value, _ in starts)
            heads = sorted(cell for value, cell in starts if value == best)
            paths = (path for cell in heads for path in walk(cell, search.level(cell)))
            found = [route_of(board, path, deadline.poll) for path in islice(paths, question.ask.count + 1)]
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats={"nodes": deadline.node_count})
    routes = Routes(tuple(found[: question.ask.count]), len(found) <= question.ask.count)
    return Outcome(Status.SOLVED, routes, best, best, stats={"nodes": deadline.node_count})


class Walker:
    """Walks along all paths of a given sum, guided by the greatest sum from every cell; `Stopped` ends it."""

    def __init__(self, board: Board, graph: Graph, low: array[int], deadline: Deadline) -> None:
        self.cells, self.graph, self.low, self.deadline = board.cells, graph, low, deadline

    def paths(self, best: int) -> Iterator[list[Cell]]:
        """Yield the paths with the greatest sum."""
        path: list[Cell] = []
        ahead = [iter([(start, {start}, best) for start, value in enumerate(self.low) if value == best])]
        while ahead:  # a path may be longer than Python's recursion goes
            step = next(ahead[-1], None)
            if step is None:
                ahead.pop()
                if path:
                    path.pop()
                continue
            path.append(step[0])
            if self.deadline.step():
                raise Stopped
            if self.ended(*step):
                yield list(path)
            ahead.append(self.onward(*step))

    def ended(self, head: Cell, used: set[Cell], left: int) -> bool:
        """Tell whether a path of which `left` is to come, the head included, is complete at its head."""
        cells, value = self.cells, self.cells[head]
        return left == value and not any(cells[d] > value or d not in used for d in self.graph[head])

    def onward(self, head: Cell, used: set[Cell], left: int) -> Iterator[tuple[Cell, set[Cell], int]]:
        """Yield the ways to go on so that what follows the head can sum up to what is left."""
        cells, rest = self.cells, left - self.cells[head]
        for d in sorted(self.graph[head]):
            if cells[d] > cells[head]:
                if self.low[d] == rest:
                    yield d, {d}, rest
            elif d not in used and self.promise(d, used) >= rest:
                yield d, used | {d}, rest

    def promise(self, head: Cell, used: set[Cell]) -> int:
        """Return a bound on the sum from a head on: the free cells it can reach, and the best exit of these."""
        cells, value = self.cells, self.cells[head]
        seen, queue, exit_ = {head}, [head], 0
        while queue:
            for d in self.graph[queue.pop()]:
                if cells[d] > value:
                    exit_ = max(exit_, self.low[d])
                elif d not in used and d not in seen:
                    seen.add(d)
                    queue.append(d)
        return min(self.low[head], value * len(seen) + exit_)


def make_certificate(board: Board, limits: Limits = Limits()) -> dict[str, Any]:
    """Make the certificate of a board; raises `Stopped` where a limit comes before the sums.

    >>> from passatempo.optimiza.model import Board
    >>> make_certificate(Board(2, (1, 1, 1, 2)))["components"][0]
    {'number': 2, 'cells': [[2, 2]], 'exits': [0], 'sums': [2], 'bounds': [2]}
    """
    deadline = Deadline(limits)
    known = sums(board, deadline)
    if not known.whole:
        raise Stopped
    low, high = known.low, known.high
    graph, cells = moves(board, deadline.poll), board.cells
    listed = []
    for part in components(board, graph, deadline.poll):
        deadline.check()
        exits = [max((low[d] for d in graph[c] if cells[d] > cells[c]), default=0) for c in part]
        listed.append(
            {
                "number": cells[part[0]],
                "cells": [[board.place(c)[0] + 1, board.place(c)[1] + 1] for c in part],
                "exits": exits,
                "sums": [low[c] for c in part],
                "bounds": [high[c] for c in part],
            }
        )
    return {"value": max(low), "bound": max(high), "components": listed}
