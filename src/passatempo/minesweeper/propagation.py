"""A test of whether some numbers have a layout, for the checker, by the rules alone and without a solver's code.

Cells next to the same numbers form a group, and groups that share no number are in different parts. In each part the
groups are decided one after the other. Choices after which the numbers miss the same mines share a state. A state
stores the possible numbers of mines so far as the bits of an integer.

This module also treats a whole board as one long integer with a byte per cell, so that a few operations check a million
cells. Bytes are little-endian, so cell 0 is the lowest. No byte of a sum exceeds 127, so none overflows.
"""

from collections.abc import Sequence
from itertools import repeat
from operator import add, gt, itemgetter, mul
from typing import NamedTuple, TypeAlias

from passatempo.core.limits import Deadline
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN, Board, Cell, Place

Number: TypeAlias = tuple[int, "Sequence[Cell]"]  # mines around, and the covered cells around
Mines: TypeAlias = int  # bit m: there is a layout of m mines

_IS_COVERED = bytes(code in (COVERED, FLAG) for code in range(256))
_IS_NUMBER = bytes(0x80 * (code < UNKNOWN) for code in range(256))
_SHOWN = bytes(0xFF * (code < UNKNOWN) for code in range(256))
_VALUE = bytes(code if code < UNKNOWN else 0 for code in range(256))

_WIDTH = 6  # bits per missing number; no cell has more than 35 neighbours
_MASK = (1 << _WIDTH) - 1
_STATES = 64  # between two clock checks


class Group(NamedTuple):
    """Cells next to the same numbers: how many there are, and the indices of these numbers."""

    size: int
    numbers: tuple[int, ...]


def mines_of(numbers: Sequence[Number], claim: tuple[Cell, bool] | None, deadline: Deadline | None) -> Mines:
    """Return the possible mine counts of some numbers, on the cells around them and on the claimed one.

    Parameters
    ----------
    numbers
        The numbers; all others are ignored.
    claim
        A cell with its assumed value, if any.
    deadline
        The limit of the search.

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
    cell_numbers: dict[Cell, list[int]] = {}
    for k, (_, scope) in enumerate(numbers):
        for cell in scope:
            cell_numbers.setdefault(cell, []).append(k)
    mine_bits: Mines = 1
    if claim is not None:
        cell, mine = claim
        for k in cell_numbers.pop(cell, ()):
            needs[k] -= mine
        mine_bits <<= mine
    sizes: dict[tuple[int, ...], int] = {}
    for near_numbers in cell_numbers.values():
        sizes[tuple(near_numbers)] = sizes.get(tuple(near_numbers), 0) + 1
    groups = [Group(size, near_numbers) for near_numbers, size in sizes.items()]
    for part in _split_groups(groups, len(needs)):
        mine_bits = _sum_sets(mine_bits, _count_part(part, needs, deadline))
    bare_numbers = set(range(len(needs))).difference(*(group.numbers for group in groups))
    return mine_bits if all(needs[k] == 0 for k in bare_numbers) else 0


def _sum_sets(first_mines: Mines, second_mines: Mines) -> Mines:
    """Return all sums of one count from each."""
    sum_bits = 0
    while second_mines:
        lowest = second_mines & -second_mines
        sum_bits |= first_mines * lowest
        second_mines ^= lowest
    return sum_bits


def _split_groups(groups: Sequence[Group], numbers: int) -> list[list[Group]]:
    """Split groups into parts that share no number, each in an order that keeps few numbers partly decided."""
    touching: list[list[int]] = [[] for _ in range(numbers)]
    for i, group in enumerate(groups):
        for k in group.numbers:
            touching[k].append(i)
    parts: list[list[Group]] = []
    left = set(range(len(groups)))
    while left:
        view, active_numbers, order = [min(left)], set[int](), list[Group]()
        view_groups = set(view)
        while view:
            next_group = min(view, key=lambda i: (sum(k not in active_numbers for k in groups[i].numbers), i))
            view.remove(next_group)
            left.remove(next_group)
            order.append(groups[next_group])
            active_numbers.update(groups[next_group].numbers)
            new = {i for k in groups[next_group].numbers for i in touching[k]} - view_groups
            view += sorted(new)
            view_groups |= new
        parts.append(order)
    return parts


def _count_part(part: Sequence[Group], needs: Sequence[int], deadline: Deadline | None) -> Mines:
    """Return the numbers of mines that a part can have."""
    place = {k: i * _WIDTH for i, k in enumerate(sorted({k for group in part for k in group.numbers}))}
    left = dict.fromkeys(place, 0)
    for group in part:
        for k in group.numbers:
            left[k] += group.size
    if any(not 0 <= needs[k] <= left[k] for k in place):
        return 0
    layer = {sum(needs[k] << at for k, at in place.items()): 1}
    state_count = 0
    for group in part:
        for k in group.numbers:
            left[k] -= group.size
        sides = [(place[k], left[k]) for k in group.numbers]
        unit = sum(1 << at for at, _ in sides)
        after: dict[int, Mines] = {}
        for state, mines in layer.items():
            state_count += 1
            if deadline is not None and state_count % _STATES == 0:
                deadline.check()
            missing = [(state >> at) & _MASK for at, _ in sides]
            min_mines = max(0, *(m - rest for m, (_, rest) in zip(missing, sides, strict=True)))
            for count in range(min_mines, min(group.size, *missing) + 1):
                to = state - count * unit
                after[to] = after.get(to, 0) | mines << count
        layer = after
    return layer.get(0, 0)


def cells_of(board: Board, places: Sequence[Place]) -> list[Cell] | None:
    """Return the cells at some places; None if one is off the board or they are not in reading order.

    >>> cells_of(Board(2, 2, bytes(4)), [(0, 1), (1, 0)]), cells_of(Board(2, 2, bytes(4)), [(0, 2)])
    ([1, 2], None)
    """
    if not places:
        return []
    rows, columns = (list(map(itemgetter(axis), places)) for axis in (0, 1))
    if min(rows) < 0 or max(rows) >= board.rows or min(columns) < 0 or max(columns) >= board.columns:
        return None
    cells = list(map(add, map(mul, rows, repeat(board.columns)), columns))
    return cells if all(map(gt, cells[1:], cells)) else None


def mask_of(board: Board, cells: Sequence[Cell]) -> int:
    """Return the mask of a board with 1 in these cells."""
    mask = bytearray(len(board.cells))
    for cell in cells:
        mask[cell] = 1
    return int.from_bytes(mask, "little")


def closed_mask(board: Board) -> int:
    """Return the mask of a board with 1 in its covered cells."""
    return int.from_bytes(board.cells.translate(_IS_COVERED), "little")


def numbers_hold(board: Board, mines: int, open_to_mines: int) -> bool | None:
    """Return whether every number has at most its mines among `mines`, and at least as many among `open_to_mines`.

    None if the neighbourhood is not that of a plain board.

    >>> from passatempo.minesweeper import read
    >>> board = read("#1#")
    >>> [numbers_hold(board, mask_of(board, mines), mask_of(board, [0, 2])) for mines in ([0], [0, 2])]
    [True, False]
    """
    if board.variant != "square" or board.offsets:
        return None
    signs = int.from_bytes(board.cells.translate(_IS_NUMBER), "little")
    number_bytes = int.from_bytes(board.cells.translate(_VALUE), "little")
    min_mines, max_mines = (_neighbour_sums(board, mask) for mask in (mines, open_to_mines))
    # The sign bit of a byte stays set unless it was borrowed.
    fits = ((number_bytes | signs) - min_mines) & ((max_mines | signs) - number_bytes)
    return fits & signs == signs


def _neighbour_sums(board: Board, mask: int) -> int:
    """Return for every number how many of the cells around it are 1, and 0 elsewhere."""
    columns, size = board.columns, len(board.cells)
    first = int.from_bytes((b"\0" + b"\xff" * (columns - 1)) * board.rows, "little")  # all columns but the first
    last = int.from_bytes((b"\xff" * (columns - 1) + b"\0") * board.rows, "little")
    row = mask + ((mask << 8) & first) + ((mask >> 8) & last)
    board_mask = (1 << (8 * size)) - 1
    neighbour_sums = row + ((row << (8 * columns)) & board_mask) + (row >> (8 * columns)) - mask
    return neighbour_sums & int.from_bytes(board.cells.translate(_SHOWN), "little")
