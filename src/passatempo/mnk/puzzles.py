"""Puzzles: positions with a forced win in n moves and one first move that does it, proved.

Games of the engine against itself at few nodes are full of them; the proof is the exact solver's, which finds the
fewest moves of a win with every answer, and all first moves that do it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from passatempo.core.limits import Cancel, Limits
from passatempo.mnk import _kernel
from passatempo.mnk.engine.weights import fitted
from passatempo.mnk.model import Position
from passatempo.mnk.proof.prover import live_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.mnk.lines import Cell
    from passatempo.mnk.rules import Rules

GAME_NODES = 300  # a move of the games that puzzles are looked for in: players who leave wins behind
PROOF_NODES = 200_000  # for one position; what is not proved within it is left aside
MEMORY_MB = 128


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the number of own moves of its shortest win, and the only first move that wins so soon."""

    position: Position
    moves: int
    first: Cell


def puzzles(rules: Rules, moves: int, seed: int = 0, cancel: Cancel | None = None) -> Iterator[Puzzle]:
    """Yield puzzles with a win in so many moves of one's own; none once `cancel` is thrown.

    Parameters
    ----------
    rules
        Plain rules.
    moves
        Own moves of the win, at least 2; 3 and 4 make good puzzles at k = 5.
    seed
        The same seed gives the same puzzles.

    Examples
    --------
    >>> from passatempo.mnk.rules import Rules
    >>> puzzle = next(puzzles(Rules(7, 7, 4), 3, seed=1))
    >>> puzzle.moves, puzzle.position.cells[puzzle.first]
    (3, 0)
    """
    number = 1000 * seed
    weights = fitted(rules.k)
    cancel = Cancel() if cancel is None else cancel
    while not cancel.thrown:
        number += 1
        found = _kernel.self_play(rules.m, rules.n, rules.k, weights, number, 1, GAME_NODES, cancel.flag)
        puzzle = _found(rules, found[0][0], found[0][1], moves, cancel) if found and not cancel.thrown else None
        if puzzle is not None:
            yield puzzle


def _found(rules: Rules, game: list[Cell], opening: int, moves: int, cancel: Cancel) -> Puzzle | None:
    """Return the earliest puzzle of a game."""
    cells = bytearray(rules.size)
    for number, cell in enumerate(game):
        if number >= opening:
            position = Position(rules, bytes(cells), tuple(game[:number]))
            first = only_first_move(position, moves, cancel)
            if first is not None:
                return Puzzle(position, moves, first)
        cells[cell] = 1 + number % 2
    return None


def only_first_move(position: Position, moves: int, cancel: Cancel | None = None) -> Cell | None:
    r"""Return the only first move of a shortest win in so many moves; None where there are more, or none, or no proof.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> only_first_move(read("k: 3\n. . O\n. . X\nX O ."), 2)
    3
    """
    live = live_lines(position)
    limits = Limits(nodes=PROOF_NODES, memory_mb=None, cancel=cancel)
    win = _kernel.shortest(position.rules.size, live.own, live.other, moves, MEMORY_MB, *limits.kernel)
    return win.cells[0] if win.stop == 0 and win.moves == moves and len(win.cells) == 1 else None
