"""Certificates of optimality that can be checked without the solver.

A certificate lists the components of equal numbers from N down, with the greatest sum claimed from every cell. The
check derives the components from the rules, and the exits from the claims about greater numbers. A plain search over
the paths of a component verifies its claims if it is small enough.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from passatempo.core.json import convert, plain_data
from passatempo.core.limits import Deadline, Limits
from passatempo.core.value import Finding
from passatempo.optimiza.model import Board
from passatempo.optimiza.rules import Place, all_places, legal_targets, number_at, on_board

STEPS = 200_000  # steps of the plain search in one component


@dataclass(frozen=True, slots=True)
class ComponentClaim:
    """A component: its number, and for each cell the exit, the greatest sum and an upper bound."""

    number: int
    cells: list[tuple[int, int]]
    exits: list[int]
    sums: list[int]
    bounds: list[int]


@dataclass(frozen=True, slots=True)
class Certificate(Finding):
    """A certificate: the greatest sum, its bound, and the components from the greatest number down."""

    value: int
    bound: int
    components: list[ComponentClaim]

    def lines(self) -> Iterator[str]:
        """Yield the JSON, which is also the text."""
        yield self.json_text()

    def to_json(self) -> dict[str, Any]:
        """Return the certificate; rows and columns count from 1."""
        return plain_data(self)  # type: ignore[no-any-return]


def check_certificate(board: Board, raw_certificate: Any, limits: Limits = Limits()) -> tuple[list[str], int]:
    """List the errors of a certificate, and count the components that are too large to solve again.

    Raises `Stopped` at a limit.

    >>> from passatempo.optimiza.exact.levels import make_certificate
    >>> from passatempo.optimiza.model import Board
    >>> board = Board(2, (1, 1, 1, 2))
    >>> check_certificate(board, make_certificate(board))
    ([], 0)
    """
    certificate: Certificate = convert(raw_certificate, Certificate, "the certificate")
    deadline = Deadline(limits)
    faults: list[str] = []
    open_count = 0
    sums: dict[Place, int] = {}
    for part in certificate.components:
        deadline.check()
        part_faults, is_open = _check_component(board, part, sums, deadline)
        faults += part_faults
        open_count += is_open
    if set(sums) != set(all_places(board)):
        faults.append("the components do not cover the board")
    elif max(sums.values()) != certificate.value:
        faults.append(f"the greatest sum is {max(sums.values())}, not {certificate.value}")
    return faults, open_count


def _check_component(
    board: Board, part: ComponentClaim, sums: dict[Place, int], deadline: Deadline
) -> tuple[list[str], bool]:
    """List the errors of a component, return whether it is too large, and add its claims to the sums."""
    inside = [(row - 1, column - 1) for row, column in part.cells]
    if not inside or not len(inside) == len(part.exits) == len(part.sums) == len(part.bounds):
        return [f"a component of {part.number} needs one exit, sum and bound for each cell"], False
    name = f"the component of {part.number} at ({inside[0][0] + 1}, {inside[0][1] + 1})"
    graph = {place: legal_targets(board, place) for place in inside if on_board(board, place)}
    equal_targets = {
        place: {t for t in graph[place] if number_at(board, t) == number_at(board, place)} for place in graph
    }
    if (
        len(graph) < len(inside)
        or set().union(*equal_targets.values()) - set(inside)
        or {number_at(board, place) for place in inside} != {part.number}
    ):
        return [f"{name} is not a component under the rules"], False
    greater = {p: [t for t in graph[p] if t not in equal_targets[p]] for p in inside}
    if any(t not in sums for targets in greater.values() for t in targets):
        return [f"{name} leads to greater numbers that are not listed before it"], False
    faults = []
    exits = {p: max((sums[t] for t in greater[p]), default=0) for p in inside}
    if [exits[p] for p in inside] != part.exits:
        faults.append(f"{name} has other exits")
    greatest_sums = {p: _search_paths(p, part.number, equal_targets, exits, deadline) for p in inside}
    for place, claim in zip(inside, part.sums, strict=True):
        sums[place] = claim
        if greatest_sums[place] not in (claim, None):
            faults.append(f"{name}: the greatest sum from a cell is {greatest_sums[place]}, not {claim}")
    return faults, None in greatest_sums.values()


def _search_paths(
    start: tuple[int, int],
    number: int,
    equal_targets: dict[tuple[int, int], set[tuple[int, int]]],
    exits: dict[tuple[int, int], int],
    deadline: Deadline,
) -> int | None:
    """Find the greatest sum from a cell over all simple paths, or None if there are too many."""
    best = 0
    stack: list[tuple[tuple[int, int], ...]] = [(start,)]
    for _ in range(STEPS):
        if not stack:
            return best
        deadline.tick()
        path = stack.pop()
        best = max(best, number * len(path) + exits[path[-1]])
        stack += [(*path, place) for place in equal_targets[path[-1]] if place not in path]
    return None
