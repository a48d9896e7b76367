"""A solver that never guesses, for the checker, in plain Python that shares no code with the methods.

Certain cells come from single numbers, then from pairs of numbers, and finally from all layouts that the numbers and
the mine count allow. In this last step, groups of numbers that share no cell are solved separately, and only the mine
counts of the groups link them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

Cells: TypeAlias = "frozenset[int]"
MOST_WAYS = 300_000  # steps to lay mines in one position, some seconds; dealt fields take some thousands


class Clue(NamedTuple):
    """Some covered cells, and the number of mines among them."""

    cells: Cells
    mines: int


def clears(mine_map: Sequence[bool], neighbours: Sequence[Sequence[int]], first: int) -> bool | None:
    """Return whether a player who never guesses clears a field from its first cell; None if the search is too long.

    Parameters
    ----------
    mine_map
        For each cell, whether it holds a mine.
    neighbours
        The cells next to each cell.

    Examples
    --------
    >>> line = [(1,), (0, 2), (1,)]
    >>> clears((False, False, True), line, 0), clears((True, False, False), line, 1)
    (True, False)
    """
    open_cells: set[int] = set()
    fresh = {first}
    while fresh:
        _open_cells(fresh, open_cells, mine_map, neighbours)
        if len(open_cells) + sum(mine_map) == len(mine_map):
            return True
        safe_cells = _certain_cells(open_cells, mine_map, neighbours)
        if safe_cells is None:
            return None
        fresh = safe_cells
    return False


def _open_cells(
    fresh: Iterable[int], open_cells: set[int], mine_map: Sequence[bool], neighbours: Sequence[Sequence[int]]
) -> None:
    """Open cells, and all cells around those without a number."""
    cell_stack = [cell for cell in fresh if not mine_map[cell]]
    while cell_stack:
        cell = cell_stack.pop()
        if cell not in open_cells:
            open_cells.add(cell)
            if not any(mine_map[near] for near in neighbours[cell]):
                cell_stack += neighbours[cell]


def _certain_cells(
    open_cells: set[int], mine_map: Sequence[bool], neighbours: Sequence[Sequence[int]]
) -> set[int] | None:
    """Return cells that certainly hold no mine; empty if a guess is needed, None if the search is too long."""
    clues = set()
    for cell in open_cells:
        closed_cells = frozenset(neighbours[cell]) - open_cells
        if closed_cells:
            clues.add(Clue(closed_cells, sum(mine_map[near] for near in neighbours[cell])))
    mines: set[int] = set()
    while True:
        clues = {Clue(clue.cells - mines, clue.mines - len(clue.cells & mines)) for clue in clues} - {
            Clue(frozenset(), 0)
        }
        safe = {cell for clue in clues if clue.mines == 0 for cell in clue.cells}
        if safe:
            return safe
        new_mines = {cell for clue in clues if clue.mines == len(clue.cells) for cell in clue.cells}
        parts = set() if new_mines else _pair_clues(clues) - clues
        if not new_mines and not parts:
            rest = set(range(len(mine_map))) - open_cells - mines
            return _certain_by_layouts(clues, rest, sum(mine_map) - len(mines))
        mines |= new_mines
        clues |= parts


def _pair_clues(clues: set[Clue]) -> set[Clue]:
    """Return the clues that follow from pairs of clues for the cells that only one of them has."""
    new_clues = set()
    by_cell = defaultdict(list)
    for clue in clues:
        for cell in clue.cells:
            by_cell[cell].append(clue)
    pairs = {pair for near in by_cell.values() for pair in combinations(sorted(near, key=sorted_cells), 2)}
    for a, b in pairs:
        for first_clue, second_clue in ((a, b), (b, a)):
            rest = second_clue.cells - first_clue.cells
            if first_clue.cells < second_clue.cells:
                new_clues.add(Clue(rest, second_clue.mines - first_clue.mines))
            elif (
                second_clue.mines - first_clue.mines == len(rest) > 0
            ):  # the shared cells are full, so the rest of the first is free
                new_clues.add(Clue(rest, len(rest)))
                new_clues.add(Clue(first_clue.cells - second_clue.cells, 0))
    return new_clues


def sorted_cells(clue: Clue) -> list[int]:
    """Return the cells of a clue in order, as a sort key."""
    return sorted(clue.cells)


# ---- All ways to lay mines ----


def _certain_by_layouts(clues: set[Clue], closed_cells: set[int], mines: int) -> set[int] | None:
    """Return the cells without a mine in any layout with this many mines; None if there are too many layouts."""
    minimal_clues = [clue for clue in clues if not any(other.cells < clue.cells for other in clues)]
    groups = list(_split_clues(minimal_clues))
    ways: list[dict[int, set[int]]] = []  # per group: for each number of mines, the cells with a mine
    for group in groups:
        group_layouts = _lay_group(group)
        if group_layouts is None:
            return None
        ways.append(group_layouts)
    clue_cells = {cell for group in groups for clue in group for cell in clue.cells}
    free = len(closed_cells - clue_cells)
    possible: set[int] = set()
    for at, way_cells in enumerate(ways):
        rest_sums = _choice_sums([set(group_counts) for k, group_counts in enumerate(ways) if k != at])
        for number, cells in way_cells.items():
            if any(0 <= mines - number - other <= free for other in rest_sums):
                possible |= cells
    rest = [
        mines - total
        for total in _choice_sums([set(group_counts) for group_counts in ways])
        if 0 <= mines - total <= free
    ]
    if any(rest):
        possible |= closed_cells - clue_cells
    return closed_cells - possible


def _choice_sums(numbers: Sequence[set[int]]) -> set[int]:
    """Return all sums of one number from each set."""
    sums = {0}
    for choice in numbers:
        sums = {total + number for total in sums for number in choice}
    return sums


def _split_clues(clues: Sequence[Clue]) -> Iterator[list[Clue]]:
    """Split clues into groups that share no cell."""
    left = list(clues)
    while left:
        group, cells = [left.pop()], set[int]()
        cells |= group[0].cells
        while near := [clue for clue in left if clue.cells & cells]:
            group += near
            cells |= {cell for clue in near for cell in clue.cells}
            left = [clue for clue in left if clue not in near]
        yield group


def _lay_group(group: Sequence[Clue]) -> dict[int, set[int]] | None:
    """Return, for each number of mines in a group, the cells that hold a mine in some layout; None if too many."""
    order: list[int] = []
    for clue in sorted(group, key=sorted_cells):  # cell by cell, so that clues fill up early
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
                next_state = list(state)
                for at in of[cell]:
                    next_state[at] = (next_state[at][0] - mine, next_state[at][1] - 1)
                if any(not 0 <= next_state[at][0] <= next_state[at][1] for at in of[cell]):
                    continue
                next_numbers = after.setdefault(tuple(next_state), {})
                for number, cells in numbers.items():
                    next_numbers.setdefault(number + mine, set()).update(cells | ({cell} if mine else set()))
                work += len(numbers)
                if work > MOST_WAYS:
                    return None
        states = after
    return next(iter(states.values()), {})
