"""The questions `levels`, `count`, `enumerate` and `hint`: all that follows from the sums from every cell."""

from __future__ import annotations

from array import array
from itertools import islice
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.progress import Report, silent
from passatempo.optimiza import _kernel, reference
from passatempo.optimiza.geometry import Stopped, moves
from passatempo.optimiza.greedy import Backward, Expert
from passatempo.optimiza.judge import judge
from passatempo.optimiza.model import VARIANTS, Board, Hint, Levels, Number, Route, Routes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.core.pastime import Question
    from passatempo.optimiza.geometry import Graph
    from passatempo.optimiza.model import Cell

# Primes below 2^32, the greatest first, found when more of them are needed.
_GREATEST = 4294967291


def sums(board: Board, limits: Limits = Limits(), used: Sequence[Cell] = ()) -> tuple[array[int], array[int], int, int]:
    """Return the greatest sum from every cell, bounds, the stop and the nodes; used cells may not be landed on.

    >>> list(sums(Board(2, (1, 1, 1, 2)))[0])
    [5, 5, 5, 2]
    """
    numbers = board.packed
    for cell in used:
        numbers[cell] = 0
    variant = VARIANTS.index(board.variant)
    stop, nodes, low, high = _kernel.values(numbers, board.n, variant, 0, *limits.kernel)
    return array("q", low), array("q", high), stop, nodes


def levels(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Levels]:
    r"""Compute the levels of the newspaper.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> levels(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")).answer
    Levels(x=24, x_best=24, y=24, expert=25, z=25)
    """
    deadline = Deadline(limits)
    low, high, stop, nodes = sums(board, limits)
    return _levels(board, max(low), max(high), deadline, STOPS[stop], nodes)


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
    found = -1 if best.value is None else int(best.value)
    bound = found if best.bound is None else int(best.bound)
    return _levels(board, found, bound, deadline, best.stopped, int(best.stats["nodes"]))


def _levels(board: Board, low: int, high: int, deadline: Deadline, stopped: StopReason, nodes: int) -> Outcome[Levels]:
    """Add the greedies to the optimum, in the time that is left."""
    last = board.cells.index(board.n)
    try:
        if low < high:
            raise Stopped
        back = Backward(board, deadline.poll)
        ends = back.sums()
        ties = back.best_over_ties(last, deadline)
        expert = max(Expert(board, deadline.poll).sum)
    except Stopped:
        reason = deadline.stopped if stopped is StopReason.DONE else stopped
        return Outcome(Status.UNKNOWN, stopped=reason, stats={"nodes": nodes})
    return Outcome(
        Status.SOLVED, Levels(ends[last], ties, max(ends), expert, low), stats={"nodes": nodes + deadline.nodes}
    )


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
    for prime in _primes():
        left = Limits(deadline.left, limits.nodes, cancel=limits.cancel)
        stop, nodes, whole, residue, size = _kernel.count(board.packed, board.n, variant, prime, *left.kernel)
        spent += nodes
        if not whole:
            return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats={"nodes": spent})
        number += modulus * ((residue - number) * pow(modulus, -1, prime) % prime)  # Chinese remainders
        modulus *= prime
        if modulus.bit_length() > size + 2:  # the size is exact to far more than a factor of two
            break
    return Outcome(Status.SOLVED, Number(number), stats={"nodes": spent})


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
            steps = search.steps(*state)
            best = max((search.best(*step) for step in steps), default=0)
            known[state] = sum(ways(step) for step in steps if search.best(*step) == best) if steps else 1
        return known[state]

    try:
        search = reference.Search(board, deadline.step)
        found = search.starts()
        best = max(value for value, _ in found)
        number = sum(ways((cell, search.level(cell))) for value, cell in found if value == best)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})
    return Outcome(Status.SOLVED, Number(number), stats={"nodes": deadline.nodes})


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
    low, high, stop, nodes = sums(board, limits)
    if max(low) < max(high):
        return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats={"nodes": nodes})
    try:
        walker = Walker(board, moves(board, deadline.poll), low, deadline)
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": nodes})
    found: list[Route] = []
    complete = True
    for path in walker.paths(max(low)):
        if len(found) == question.ask.count:
            complete = False
            break
        found.append(Route(tuple(map(board.place, path))))
    stats = {"nodes": nodes + deadline.nodes}
    if deadline.poll():
        if not found:
            return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats=stats)
        return Outcome(Status.FEASIBLE, Routes(tuple(found), False), max(low), stopped=deadline.stopped, stats=stats)
    return Outcome(Status.SOLVED, Routes(tuple(found), complete), max(low), max(low), stats=stats)


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
        steps = sorted(search.steps(cell, rest), key=lambda step: step[0])
        best = max((search.best(*step) for step in steps), default=0)
        if not steps:
            yield [cell]
        for step in steps:
            if search.best(*step) == best:
                yield from ([cell, *tail] for tail in walk(*step))

    try:
        search = reference.Search(board, deadline.step)
        starts = search.starts()
        best = max(value for value, _ in starts)
        heads = sorted(cell for value, cell in starts if value == best)
        paths = (path for cell in heads for path in walk(cell, search.level(cell)))
        found = list(islice(paths, question.ask.count + 1))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats={"nodes": deadline.nodes})
    routes = tuple(Route(tuple(map(board.place, path))) for path in found[: question.ask.count])
    complete = len(found) <= question.ask.count
    return Outcome(Status.SOLVED, Routes(routes, complete), best, best, stats={"nodes": deadline.nodes})


class Walker:
    """Walks along all paths of a given sum, guided by the greatest sum from every cell."""

    def __init__(self, board: Board, graph: Graph, low: array[int], deadline: Deadline) -> None:
        self.cells, self.graph, self.low, self.deadline = board.cells, graph, low, deadline

    def paths(self, best: int) -> Iterator[list[Cell]]:
        """Yield the paths with the greatest sum."""
        for start, value in enumerate(self.low):
            if value == best:
                yield from self.walk([start], {start}, best)

    def walk(self, path: list[Cell], used: set[Cell], left: int) -> Iterator[list[Cell]]:
        """Yield the ways to go on from the end of a path so that the end and what follows sum up to `left`."""
        if self.deadline.spend():
            return
        head, cells = path[-1], self.cells
        value, rest = cells[head], left - cells[head]
        if rest == 0 and not any(cells[d] > value or d not in used for d in self.graph[head]):
            yield list(path)
            return
        for d in sorted(self.graph[head]):
            if cells[d] > value:
                if self.low[d] == rest:
                    yield from self.walk([*path, d], {d}, rest)
            elif d not in used and self.promise(d, used) >= rest:
                yield from self.walk([*path, d], used | {d}, rest)

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


def hint(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Hint]:
    r"""Complete the beginning of a path as well as can be, and say whether it can still become the best of the board.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.optimiza import PathAsk, read
    >>> hint(Question(read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1"), PathAsk([(2, 1)]))).answer.optimal
    True
    """
    board: Board = question.instance
    verdict = judge(question).answer
    if verdict is not None and not verdict.legal:
        raise FormatError(
            f"the path is illegal at move {verdict.broken_move} ({verdict.rule})", where="path", kind="path"
        )
    prefix = [board.cell(row - 1, column - 1) or 0 for row, column in question.ask.path]
    variant = VARIANTS.index(board.variant)
    deadline = Deadline(limits)
    stop, nodes, best, bound, path, _ = _kernel.best(board.packed, board.n, variant, 0, *limits.kernel)
    gone = sum(board.cells[cell] for cell in prefix[:-1])
    if prefix:
        numbers = board.packed
        for cell in prefix[:-1]:
            numbers[cell] = 0
        for cell, value in enumerate(board.cells):  # only what lies ahead, so that the head is the best start
            if value < board.cells[prefix[-1]]:
                numbers[cell] = 0
        left = Limits(deadline.left, limits.nodes, cancel=limits.cancel)
        stop, more, value, high, path = _kernel.best_from(numbers, board.n, variant, prefix[-1], *left.kernel)
        nodes += more
        total, top = gone + value, gone + high
    else:
        total, top = best, bound
    route = Route(tuple(map(board.place, [*prefix[:-1], *path])))
    onward = route.places[len(prefix)] if len(route.places) > len(prefix) else None
    optimal = True if total >= bound else False if top < best else None
    found = Hint(route, onward, optimal)
    if total == top and optimal is not None:
        return Outcome(Status.SOLVED, found, total, total, stats={"nodes": nodes})
    return Outcome(Status.FEASIBLE, found, total, top, STOPS[stop], stats={"nodes": nodes})
