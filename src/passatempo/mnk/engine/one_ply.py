"""A modest player for rules the engine does not know: options, huge boards, very long lines.

It completes a line where it can, prevents one where it must, and else takes the cell whose open lines weigh most: each
mark in a line makes it weigh four times as much for its owner, and nearly that for who is to spoil it. The idea is the
potential of Erdos and Selfridge, which holds a draw where lines are long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.mnk.lines import DIRECTIONS
from passatempo.mnk.model import Choice, Position, require_open
from passatempo.mnk.rules import ends, landing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.mnk.lines import Cell

REACH = 2  # rows and columns around a mark in which moves are looked for
MOST = 4000  # cells that are looked at
CHUNK = 10_000  # cells between two looks at the clock


def move(position: Position, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Choice]:
    r"""Choose a move by looking one ply ahead.

    Parameters
    ----------
    position
        An open position under any rules.
    limits
        Where they end the search, the best cell so far is taken.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> move(read("k: 3\nmisere: true\nX X .\nO O .\n. . .")).answer.move == (0, 2)
    False
    """
    require_open(position)
    return choose(position, Deadline(limits))


def choose(position: Position, deadline: Deadline, among: Sequence[Cell] = ()) -> Outcome[Choice]:
    """Choose a move of an open position, among some where any are given."""
    best, most = -1, float("-inf")
    for cell in among or candidates(position, deadline):
        worth = static_score(position, cell)
        if worth > most:
            best, most = cell, worth
        if deadline.step():
            break
    place = position.place(best)
    return Outcome(
        Status.FEASIBLE, Choice(place, (place,), 1), stopped=deadline.stopped, stats={"nodes": deadline.nodes}
    )


def candidates(position: Position, deadline: Deadline) -> list[Cell]:
    """Return legal cells near marks, those nearest to the centre first; all of them on a board without marks.

    Where a limit comes first, only those of the first rows.
    """
    rules = position.rules
    legal = landing(rules, position.cells)
    marked = [cell for cell, mark in enumerate(position.cells) if mark]
    near = {
        (row + i) * rules.n + column + j
        for row, column in (divmod(cell, rules.n) for cell in marked[-MOST:])
        for i in range(-REACH, REACH + 1)
        for j in range(-REACH, REACH + 1)
        if 0 <= row + i < rules.m and 0 <= column + j < rules.n
    }
    chosen = [cell for cell in legal if cell in near] or list(legal)
    found: list[tuple[int, Cell]] = []
    for start in range(0, len(chosen), CHUNK):
        if start and deadline.poll():
            break
        for cell in chosen[start : start + CHUNK]:
            row, column = divmod(cell, rules.n)
            found.append((abs(2 * row - rules.m + 1) + abs(2 * column - rules.n + 1), cell))
    return [cell for _, cell in sorted(found)[:MOST]]


def static_score(position: Position, cell: Cell) -> float:
    """Return what a cell promises the side to move."""
    rules, me = position.rules, position.to_move
    own, other = _completes(position, cell, me), _completes(position, cell, 3 - me)
    if rules.misere:
        return -1e9 * own - potential(position, cell, me) + 1e-3 * other
    return 1e12 * own + 1e9 * other + potential(position, cell, me) + 0.9 * potential(position, cell, 3 - me)


def _completes(position: Position, cell: Cell, mark: int) -> bool:
    """Tell whether a mark on a cell completes a line."""
    cells = bytearray(position.cells)
    cells[cell] = mark
    return ends(position.rules, cells, cell)


def potential(position: Position, cell: Cell, mark: int) -> float:
    """Add up the weights of the lines through a cell that are open to a side, as far as k - 1 cells away."""
    rules = position.rules
    if rules.maker_breaker and mark == 2:
        return 0.0
    reach = min(rules.k, max(rules.m, rules.n)) - 1
    row, column = divmod(cell, rules.n)
    total = 0.0
    for down, right in DIRECTIONS:
        line = [_seen(position, row + i * down, column + i * right) for i in range(-reach, reach + 1)]
        total += sum(4.0 ** min(count, 200) for count in _open_windows(line, rules.k, mark))
    return total


def _open_windows(line: list[int], k: int, mark: int) -> Iterator[int]:
    """Yield how many marks of a side each window of k cells holds that nothing of others spoils.

    >>> list(_open_windows([1, 0, 1, 2, 0, 0], 2, 1))
    [1, 1, 0]
    """
    marks, spoiled = 0, 0
    for place, seen in enumerate(line):
        marks, spoiled = marks + (seen == mark), spoiled + (seen not in (0, mark))
        if place >= k:
            left = line[place - k]
            marks, spoiled = marks - (left == mark), spoiled - (left not in (0, mark))
        if place >= k - 1 and not spoiled:
            yield marks


def _seen(position: Position, row: int, column: int) -> int:
    """Return the mark of a cell; 3 beyond the edge."""
    rules = position.rules
    if rules.torus:
        row, column = row % rules.m, column % rules.n
    elif not (0 <= row < rules.m and 0 <= column < rules.n):
        return 3
    return position.cells[row * rules.n + column]
