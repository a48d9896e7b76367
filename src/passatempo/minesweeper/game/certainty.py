"""Whether a field can be cleared without a guess, in plain Python that knows nothing of the methods: for the checker.

Cells that are certain come from the numbers one by one, then from pairs of numbers, and where these are exhausted from
all ways to lay mines that the numbers and the count of mines leave: groups of numbers that share no cell are laid by
themselves, and only how many mines each of them takes ties them together.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Cells: TypeAlias = "frozenset[int]"
MOST_WAYS = 300_000  # steps of laying mines at one stand, some seconds; fields that are dealt take some thousands


class Clue(NamedTuple):
    """Among so many covered cells there are so many mines."""

    cells: Cells
    mines: int


def clears(mined: Sequence[bool], around: Sequence[Sequence[int]], first: int) -> bool | None:
    """Tell whether who never guesses clears a field from its first cell on; None where that is too much work.

    Parameters
    ----------
    mined
        Whether each cell holds a mine.
    around
        The cells next to each cell.

    Examples
    --------
    >>> line = [(1,), (0, 2), (1,)]
    >>> clears((False, False, True), line, 0), clears((True, False, False), line, 1)
    (True, False)
    """
    opened: set[int] = set()
    fresh = {first}
    while fresh:
        _open(fresh, opened, mined, around)
        if len(opened) + sum(mined) == len(mined):
            return True
        found = _certain(opened, mined, around)
        if found is None:
            return None
        fresh = found
    return False


def _open(fresh: Iterable[int], opened: set[int], mined: Sequence[bool], around: Sequence[Sequence[int]]) -> None:
    """Open cells, and all around those without a number."""
    ahead = [cell for cell in fresh if not mined[cell]]
    while ahead:
        cell = ahead.pop()
        if cell not in opened:
            opened.add(cell)
            if not any(mined[near] for near in around[cell]):
                ahead += around[cell]


def _certain(opened: set[int], mined: Sequence[bool], around: Sequence[Sequence[int]]) -> set[int] | None:
    """Return cells that hold no mine for certain; none where one must guess."""
    clues = set()
    for cell in opened:
        covered = frozenset(around[cell]) - opened
        if covered:
            clues.add(Clue(covered, sum(mined[near] for near in around[cell])))
    mines: set[int] = set()
    while True:
        clues = {Clue(clue.cells - mines, clue.mines - len(clue.cells & mines)) for clue in clues} - {
            Clue(frozenset(), 0)
        }
        safe = {cell for clue in clues if clue.mines == 0 for cell in clue.cells}
        if safe:
            return safe
        more = {cell for clue in clues if clue.mines == len(clue.cells) for cell in clue.cells}
        parts = set() if more else _parts(clues) - clues
        if not more and not parts:
            rest = set(range(len(mined))) - opened - mines
            return _in_every_way(clues, rest, sum(mined) - len(mines))
        mines |= more
        clues |= parts


def _parts(clues: set[Clue]) -> set[Clue]:
    """Return what pairs of clues tell of the cells that only one of them has."""
    found = set()
    by_cell = defaultdict(list)
    for clue in clues:
        for cell in clue.cells:
            by_cell[cell].append(clue)
    pairs = {pair for near in by_cell.values() for pair in combinations(sorted(near, key=sorted_cells), 2)}
    for a, b in pairs:
        for one, other in ((a, b), (b, a)):
            rest = other.cells - one.cells
            if one.cells < other.cells:
                found.add(Clue(rest, other.mines - one.mines))
            elif other.mines - one.mines == len(rest) > 0:  # what they share is full, what only the first has is free
                found.add(Clue(rest, len(rest)))
                found.add(Clue(one.cells - other.cells, 0))
    return found


def sorted_cells(clue: Clue) -> list[int]:
    """Return the cells of a clue in order, to compare clues by."""
    return sorted(clue.cells)


# ---- All ways to lay mines ----


def _in_every_way(clues: set[Clue], covered: set[int], mines: int) -> set[int] | None:
    """Return the cells that hold no mine in any way to lay so many mines; None where there are too many ways."""
    least = [clue for clue in clues if not any(other.cells < clue.cells for other in clues)]
    groups = list(_groups(least))
    ways: list[dict[int, set[int]]] = []  # of each group: for each number of mines, the cells with a mine
    for group in groups:
        found = _laid(group)
        if found is None:
            return None
        ways.append(found)
    seen = {cell for group in groups for clue in group for cell in clue.cells}
    free = len(covered - seen)
    possible: set[int] = set()
    for at, laid in enumerate(ways):
        others = _sums([set(one) for k, one in enumerate(ways) if k != at])
        for number, cells in laid.items():
            if any(0 <= mines - number - other <= free for other in others):
                possible |= cells
    rest = [mines - total for total in _sums([set(one) for one in ways]) if 0 <= mines - total <= free]
    if any(rest):
        possible |= covered - seen
    return covered - possible


def _sums(numbers: Sequence[set[int]]) -> set[int]:
    """Return the sums of one number from each set."""
    sums = {0}
    for choice in numbers:
        sums = {total + number for total in sums for number in choice}
    return sums


def _groups(clues: Sequence[Clue]) -> Iterator[list[Clue]]:
    """Part clues into groups that share no cell."""
    left = list(clues)
    while left:
        group, cells = [left.pop()], set[int]()
        cells |= group[0].cells
        while near := [clue for clue in left if clue.cells & cells]:
            group += near
            cells |= {cell for clue in near for cell in clue.cells}
            left = [clue for clue in left if clue not in near]
        yield group


def _laid(group: Sequence[Clue]) -> dict[int, set[int]] | None:
    """Lay the mines of a group in every way: for each number of mines the cells that have one in some way."""
    order: list[int] = []
    for clue in sorted(group, key=sorted_cells):  # cell after cell, so that clues are soon full
        order += [cell for cell in sorted(clue.cells) if cell not in order]
    of: Mapping[int, list[int]] = {cell: [at for at, clue in enumerate(group) if cell in clue.cells] for cell in order}
    states: dict[tuple[tuple[int, int], ...], dict[int, set[int]]] = {
        tuple((clue.mines, len(clue.cells)) for clue in group): {0: set()}
    }
    work = 0
    for cell in order:
        after: dict[tuple[tuple[int, int], ...], dict[int, set[int]]] = {}
        for state, numbers in states.items():
            for mine in (0, 1):
                then = list(state)
                for at in of[cell]:
                    then[at] = (then[at][0] - mine, then[at][1] - 1)
                if any(not 0 <= then[at][0] <= then[at][1] for at in of[cell]):
                    continue
                kept = after.setdefault(tuple(then), {})
                for number, cells in numbers.items():
                    kept.setdefault(number + mine, set()).update(cells | ({cell} if mine else set()))
                work += len(numbers)
                if work > MOST_WAYS:
                    return None
        states = after
    return next(iter(states.values()), {})
