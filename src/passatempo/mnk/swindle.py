"""Playing for the opponent's mistakes where the value of a position is proved.

Moves that keep a draw are not alike against a player who errs, nor are the moves of a lost position. He is taken to
see wins of up to three moves, his own and ours, and to choose blindly among the answers that are left to him, most
likely next to a mark. The move after which he errs most often is the best.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from passatempo.mnk.prover import UNKNOWN, Prover

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from passatempo.core.limits import Limits
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Position

REPLY_NODES = 20_000  # for the values of all answers to one move: hundredths of a second
MEMORY_MB = 64  # of a question's tables: larger ones take longer to give back than a move may be late
FAR = 0.2  # how likely an answer is that stands next to no mark, against one that does
MOST_TRIED = 16  # moves whose answers are looked at


@dataclass(frozen=True, slots=True)
class Grade:
    """The value of a move, and the plies to its end where that is near, else 0."""

    value: int
    plies: int


def grades(position: Position, limits: Limits) -> dict[Cell, Grade]:
    r"""Return the moves whose value is found within limits; no plies of ends further than three moves away.

    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> grades(read("k: 3\n. . O\n. . X\nX O ."), Limits())[3]
    Grade(value=1, plies=3)
    """
    graded = Prover(position, replace(limits, memory_mb=MEMORY_MB)).grade(plies=False)
    return {cell: Grade(value, plies) for cell, (value, plies) in graded.items() if value != UNKNOWN}


def keeping(graded: dict[Cell, Grade], value: int) -> list[Cell]:
    """Return the moves that keep a value; of lost ones those whose end is far, else those that last longest.

    >>> keeping({1: Grade(0, 0), 2: Grade(-1, 4), 3: Grade(0, 0)}, 0)
    [1, 3]
    >>> keeping({1: Grade(-1, 6), 2: Grade(-1, 4)}, -1), keeping({1: Grade(-1, 6), 2: Grade(-1, 0)}, -1)
    ([1], [2])
    """
    kept = {cell: grade.plies or 1000 for cell, grade in graded.items() if grade.value == value}
    longest = max(kept.values(), default=0) if value < 0 else 0
    return [cell for cell, plies in kept.items() if plies >= longest]


def chance(position: Position, answers: dict[Cell, Grade]) -> float:
    r"""Return what we may hope for, from -1 to 1, where the opponent is to move and his answers have these values.

    >>> from passatempo.mnk.text import read
    >>> empty = read("k: 3\n. . .\n. . .\n. . .")
    >>> chance(empty, {0: Grade(0, 0), 1: Grade(-1, 4), 2: Grade(-1, 0)}), chance(empty, {0: Grade(1, 5)})
    (0.5, -1.0)
    """
    if any(grade.value > 0 and grade.plies for grade in answers.values()):
        return -1.0
    blind = {cell: grade.value for cell, grade in answers.items() if not (grade.value < 0 and grade.plies)}
    if not blind:
        return 1.0
    weights = {cell: 1.0 if _beside(position, cell) else FAR for cell in blind}
    return -sum(weights[cell] * value for cell, value in blind.items()) / sum(weights.values())


def _beside(position: Position, cell: Cell) -> bool:
    """Tell whether a cell is next to a mark."""
    m, n = position.rules.m, position.rules.n
    row, column = divmod(cell, n)
    return any(
        position.cells[r * n + c]
        for r in range(max(0, row - 1), min(m, row + 2))
        for c in range(max(0, column - 1), min(n, column + 2))
    )


def best(position: Position, moves: Sequence[Cell], limits: Limits) -> Cell:
    """Return the move after which the opponent errs most often; of equal ones the first.

    Parameters
    ----------
    position
        A position whose value is known.
    moves
        Moves that keep it, the likeliest first; as many are looked at as the limits allow.
    """
    return max(_chances(position, moves[:MOST_TRIED], limits), key=lambda pair: pair[1], default=(moves[0], 0.0))[0]


def _chances(position: Position, moves: Sequence[Cell], limits: Limits) -> Iterable[tuple[Cell, float]]:
    started = time.monotonic()
    nodes = REPLY_NODES if limits.nodes is None else min(REPLY_NODES, limits.nodes)
    for cell in moves:
        left = None if limits.seconds is None else limits.seconds - (time.monotonic() - started)
        if left is not None and left <= 0:
            return
        after = position.play(cell)
        if after.result is not None:
            yield cell, 0.0
            continue
        yield cell, chance(after, grades(after, replace(limits, seconds=left, nodes=nodes)))
