"""Playing for the opponent's mistakes where the value of a position is proved.

Moves that keep a draw are not alike against a player who errs, nor are the moves of a lost position. The kernel
(`kernel/traps`) weighs them by an expectation over several moves of ours and the answers to be expected, on exact
values.
The opponent is taken to see a forced end the likelier the nearer it is, and else to choose by the lines through a cell,
of both sides, the more marks they have the more, and by the marks next to it; but half of the time he answers best. The
tables are kept over a game.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from passatempo.mnk import _kernel
from passatempo.mnk.lines import windows
from passatempo.mnk.proof.prover import UNKNOWN, symmetries

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.core.limits import Limits
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Position
    from passatempo.mnk.rules import Rules

MEMORY_MB = 64  # of the tables: larger ones take longer to grow than a move may be late
GRADE_NODES = 100_000  # for the value of one move: about a tenth of a second
LONG = 6  # plies to the end of a lost position that an opponent may not see
FAR = 1000  # more plies than there are
DEEPEST = 6  # own moves looked ahead
FEWEST = 4  # moves that are looked at more deeply, the best of the depth before


@dataclass(frozen=True, slots=True)
class Grade:
    """The value of a move, 1, 0 or -1, and the plies to its end where that is near, else 0."""

    value: int
    plies: int


class Traps:
    r"""Exact values of the positions of one board, and what their moves invite.

    Parameters
    ----------
    rules
        Plain rules, at most 64 cells.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> position = read("k: 3\n. . O\n. . X\nX O .")
    >>> traps = Traps(position.rules)
    >>> traps.value(position, Limits()), traps.grades(position, Limits())[3]
    (Grade(value=1, plies=3), Grade(value=1, plies=3))
    """

    def __init__(self, rules: Rules) -> None:
        lines = [list(line) for line in windows(rules.m, rules.n, rules.k, rules.torus)]
        self._values = _kernel.Values(rules.m, rules.n, lines, symmetries(rules.m, rules.n), MEMORY_MB)

    def value(self, position: Position, limits: Limits) -> Grade | None:
        """Return the value for the side to move; None where a limit came first."""
        known = self._values.value(position.cells, position.to_move, *limits.kernel)
        return None if known.value == UNKNOWN else Grade(known.value, known.plies)

    def grades(self, position: Position, limits: Limits) -> dict[Cell, Grade]:
        """Return the moves whose value is found within limits; no plies of ends further than four moves away."""
        found = self._values.grade(position.cells, position.to_move, GRADE_NODES, *limits.kernel)
        return {graded.cell: Grade(graded.value, graded.plies) for graded in found.moves}

    def weigh(self, position: Position, moves: Sequence[Cell], depth: int, limits: Limits) -> list[tuple[Cell, float]]:
        """Return moves that keep the value with what may be hoped of each, from -1 to 1, so many own moves ahead.

        The best first; of equal ones those that came first. Where a limit comes first, only some of them.
        """
        return self._values.weigh(position.cells, position.to_move, list(moves), depth, *limits.kernel).moves

    def deepen(self, position: Position, moves: Sequence[Cell], limits: Limits) -> Iterator[list[tuple[Cell, float]]]:
        """Weigh moves further and further ahead, fewer and fewer of them; the last time, as many as limits allow."""
        started = time.monotonic()
        moves = distinct(position, moves)
        for depth in range(1, DEEPEST + 1):
            left = None if limits.seconds is None else limits.seconds - (time.monotonic() - started)
            hopes = (
                self.weigh(position, moves, depth, replace(limits, seconds=left)) if left is None or left > 0 else []
            )
            if hopes:
                yield hopes
            if len(hopes) < len(moves):
                return
            moves = [cell for cell, _ in hopes[: max(FEWEST, len(hopes) // 2)]]

    def best(self, position: Position, moves: Sequence[Cell], limits: Limits) -> Cell:
        """Return the move of which most may be hoped; of equal ones the first.

        Parameters
        ----------
        position
            A position whose value is known.
        moves
            Moves that keep it, the likeliest first.
        """
        best = moves[0]
        for hopes in self.deepen(position, moves, limits):
            best = hopes[0][0]
        return best


def distinct(position: Position, moves: Sequence[Cell]) -> list[Cell]:
    """Return the moves without those that another becomes when the board is turned or reflected.

    >>> from passatempo.mnk.model import Position, Rules
    >>> distinct(Position(Rules(3, 3, 3), bytes(9)), range(9))
    [0, 1, 4]
    """
    cells, rules = position.cells, position.rules
    same = [image for image in symmetries(rules.m, rules.n) if bytes(cells[there] for there in image) == cells]
    kept: list[Cell] = []
    for cell in moves:
        if not any(image[cell] in kept for image in same):
            kept.append(cell)
    return kept


def keeping(graded: dict[Cell, Grade], value: int) -> list[Cell]:
    """Return the moves that keep a value; of won ones the shortest, of lost ones the longest first.

    An end whose plies are not told is far. Lost moves whose end everybody sees are left out where there are others.

    >>> keeping({1: Grade(0, 0), 2: Grade(-1, 4), 3: Grade(0, 0)}, 0)
    [1, 3]
    >>> keeping({1: Grade(-1, 4), 2: Grade(-1, 2)}, -1), keeping({1: Grade(-1, 6), 2: Grade(-1, 0)}, -1)
    ([1], [2, 1])
    >>> keeping({1: Grade(1, 3), 2: Grade(1, 0)}, 1)
    [1]
    """
    kept = {cell: grade.plies or FAR for cell, grade in graded.items() if grade.value == value}
    if value > 0:
        return [cell for cell, plies in kept.items() if plies == min(kept.values())]
    longest = max(kept.values(), default=0) if value < 0 else 0
    moves = [cell for cell, plies in kept.items() if plies >= min(longest, LONG)]
    return sorted(moves, key=lambda cell: -kept[cell])
