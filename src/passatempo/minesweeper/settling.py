"""Do some numbers leave a layout? Counted from the rules alone, for the checker: no search, no solver's code.

Cells beside the same numbers are one group. The numbers fall into parts that share no cell; in each the groups are
settled one after the other, and choices that leave the numbers missing the same are one state. A state keeps the
numbers of mines that lead to it, as the bits of a whole number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.limits import Deadline
    from passatempo.minesweeper.model import Cell

Number: TypeAlias = tuple[int, "Sequence[Cell]"]  # mines around, and the covered cells around
Mines: TypeAlias = int  # bit m: there is a layout of m mines

_WIDTH = 6  # bits of a number that is missing mines; no cell has more than 35 neighbours
_MASK = (1 << _WIDTH) - 1
_STATES = 64  # between two looks at the clock


class Group(NamedTuple):
    """Cells beside the same numbers: how many there are, and the places of the numbers."""

    size: int
    numbers: tuple[int, ...]


def mines_of(numbers: Sequence[Number], claim: tuple[Cell, bool] | None, deadline: Deadline | None) -> Mines:
    """Return how many mines the layouts of some numbers have on the cells around them and on the claimed one.

    Parameters
    ----------
    numbers
        The numbers; no others count.
    claim
        A cell with the value that it is to have, if any.
    deadline
        When to give up.

    Raises
    ------
    Stopped
        If a limit came first.

    Examples
    --------
    >>> [bin(mines_of([(1, (0, 1)), (1, (1, 2))], claim, None)) for claim in (None, (1, True), (1, False))]
    ['0b110', '0b10', '0b100']
    >>> mines_of([(2, (0,))], None, None)
    0
    """
    needs = [need for need, _ in numbers]
    around: dict[Cell, list[int]] = {}
    for k, (_, scope) in enumerate(numbers):
        for cell in scope:
            around.setdefault(cell, []).append(k)
    found: Mines = 1
    if claim is not None:
        cell, mine = claim
        for k in around.pop(cell, ()):
            needs[k] -= mine
        found <<= mine
    sizes: dict[tuple[int, ...], int] = {}
    for beside in around.values():
        sizes[tuple(beside)] = sizes.get(tuple(beside), 0) + 1
    groups = [Group(size, beside) for beside, size in sizes.items()]
    for part in _parts(groups, len(needs)):
        found = _together(found, _counted(part, needs, deadline))
    alone = set(range(len(needs))).difference(*(group.numbers for group in groups))
    return found if all(needs[k] == 0 for k in alone) else 0


def _together(one: Mines, two: Mines) -> Mines:
    """Return the sums of a number of mines of each."""
    found = 0
    while two:
        lowest = two & -two
        found |= one * lowest
        two ^= lowest
    return found


def _parts(groups: Sequence[Group], numbers: int) -> list[list[Group]]:
    """Split groups into parts that share no number, each in an order that keeps few numbers half settled."""
    touching: list[list[int]] = [[] for _ in range(numbers)]
    for i, group in enumerate(groups):
        for k in group.numbers:
            touching[k].append(i)
    parts: list[list[Group]] = []
    left = set(range(len(groups)))
    while left:
        view, met, order = [min(left)], set[int](), list[Group]()
        seen = set(view)
        while view:
            chosen = min(view, key=lambda i: (sum(k not in met for k in groups[i].numbers), i))
            view.remove(chosen)
            left.remove(chosen)
            order.append(groups[chosen])
            met.update(groups[chosen].numbers)
            new = {i for k in groups[chosen].numbers for i in touching[k]} - seen
            view += sorted(new)
            seen |= new
        parts.append(order)
    return parts


def _counted(part: Sequence[Group], needs: Sequence[int], deadline: Deadline | None) -> Mines:
    """Return the numbers of mines that a part can have."""
    place = {k: i * _WIDTH for i, k in enumerate(sorted({k for group in part for k in group.numbers}))}
    left = dict.fromkeys(place, 0)
    for group in part:
        for k in group.numbers:
            left[k] += group.size
    if any(not 0 <= needs[k] <= left[k] for k in place):
        return 0
    layer = {sum(needs[k] << at for k, at in place.items()): 1}
    looked = 0
    for group in part:
        for k in group.numbers:
            left[k] -= group.size
        sides = [(place[k], left[k]) for k in group.numbers]
        unit = sum(1 << at for at, _ in sides)
        after: dict[int, Mines] = {}
        for state, mines in layer.items():
            looked += 1
            if deadline is not None and looked % _STATES == 0:
                deadline.check()
            missing = [(state >> at) & _MASK for at, _ in sides]
            least = max(0, *(m - rest for m, (_, rest) in zip(missing, sides, strict=True)))
            for count in range(least, min(group.size, *missing) + 1):
                to = state - count * unit
                after[to] = after.get(to, 0) | mines << count
        layer = after
    return layer.get(0, 0)
