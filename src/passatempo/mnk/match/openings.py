"""Openings for matches: a few marks after which neither side is much better off.

Who has the initiative wins most openings drawn by lot, whatever his strength, and such pairs of games say nothing. The
last mark of an opening is therefore chosen among several for an even value, and the opening is kept only where a deeper
search still finds it even. Having the move is worth much, so the value is the mean over two depths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.mnk.engine.search import DECIDED, Engine
from passatempo.mnk.rules import Rules, ends
from passatempo.mnk.settings import EngineSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.core.limits import Cancel
    from passatempo.mnk.lines import Cell

EVEN = 80  # values within it are kept: the side to move wins three games of five at most, as the weights tell
SPREAD = 4  # rows and columns that the marks lie apart at most
TRIED = 12  # cells for the last mark
FIRST_LOOK, SECOND_LOOK = 3, 8  # depths
MOST_NODES = 200_000


def even_openings(rules: Rules, seed: int = 0, cancel: Cancel | None = None) -> Iterator[tuple[Cell, ...]]:
    """Yield openings of three to six marks that are even by the engine's own search; none once `cancel` is thrown.

    Examples
    --------
    >>> opening = next(even_openings(Rules(9, 9, 5), seed=1))
    >>> 3 <= len(opening) <= 6
    True
    """
    engines = {depth: Engine(rules, EngineSettings(table=8)) for depth in (FIRST_LOOK, SECOND_LOOK)}
    number = 0
    limits = Limits(nodes=MOST_NODES, cancel=cancel)
    while cancel is None or not cancel.thrown:
        number += 1
        rng = Random(seed, "openings", number)
        moves = scattered(rules, rng)
        tries = [[*moves, cell] for cell in near(rules, moves, rng)[:TRIED]]
        tries = [moves for moves in tries if not over(rules, moves)]
        if not tries:
            continue
        value, moves = min((abs(_value(engines[FIRST_LOOK], moves, FIRST_LOOK, limits)), moves) for moves in tries)
        if value <= 2 * EVEN and abs(_value(engines[SECOND_LOOK], moves, SECOND_LOOK, limits)) <= EVEN:
            yield tuple(moves)


def near(rules: Rules, moves: Sequence[Cell], rng: Random) -> list[Cell]:
    """Return free cells around the first mark, in random order."""
    row, column = divmod(moves[0], rules.n)
    rows = range(max(0, row - SPREAD), min(rules.m, row + SPREAD + 1))
    columns = range(max(0, column - SPREAD), min(rules.n, column + SPREAD + 1))
    return rng.shuffled([i * rules.n + j for i in rows for j in columns if i * rules.n + j not in moves])


def scattered(rules: Rules, rng: Random) -> list[Cell]:
    """Draw two to five marks; the first not at the edge of a large board."""
    margin = 3 if min(rules.m, rules.n) > 8 else 0
    row, column = rng.below(rules.m - 2 * margin) + margin, rng.below(rules.n - 2 * margin) + margin
    first = row * rules.n + column
    return [first, *near(rules, [first], rng)[: 1 + rng.below(4)]]


def _cells(rules: Rules, moves: Sequence[Cell]) -> bytes:
    cells = bytearray(rules.size)
    for number, cell in enumerate(moves):
        cells[cell] = 1 + number % 2
    return bytes(cells)


def over(rules: Rules, moves: Sequence[Cell]) -> bool:
    """Tell whether the moves end a game, or leave no cell."""
    cells = _cells(rules, moves)
    return 0 not in cells or any(ends(rules, cells, cell) for cell in moves)


def _value(engine: Engine, moves: list[Cell], depth: int, limits: Limits) -> int:
    """Return the mean value of two depths for the side to move; a forced end counts as far from even."""
    total = 0
    for plies in (depth, depth + 1):
        engine.forget()
        found = engine.search(_cells(engine.rules, moves), 1 + len(moves) % 2, plies, limits)
        score = found.lines[0].score
        total += score if abs(score) < DECIDED else 10 * (EVEN if score > 0 else -EVEN)
    return total // 2
