"""Playing where only a line of exactly k wins, with the engine, which takes a longer line for a win too.

Longer lines are rare. What matters at once is seen here: a line of one's own that can be completed, the opponent's that
must be prevented, a cell that would only make a line too long. Where some cell would make a line too long for either
side the engine sees threats that are none; there Corrado plays, who knows the rule.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from passatempo.mnk.engine.search import MOST_K
from passatempo.mnk.engine.watchdog import Reply
from passatempo.mnk.rules import ends

if TYPE_CHECKING:
    from passatempo.core.limits import Limits
    from passatempo.mnk.engine.search import Engine
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Position
    from passatempo.mnk.rules import Rules


def plain_twin(rules: Rules) -> Rules:
    """Return the nearest rules that the engine plays: a longer line wins too, and lines are not too long for it.

    >>> from passatempo.mnk.model import Rules
    >>> plain_twin(Rules(15, 15, 5, exact=True)) == Rules(15, 15, 5), plain_twin(Rules(60, 60, 50)).k
    (True, 29)
    """
    return replace(rules, exact=False, k=min(rules.k, MOST_K))


def searched_exactly(engine: Engine, position: Position, limits: Limits) -> Reply:
    r"""Reply by a search on a board where a line must not be longer than k.

    Parameters
    ----------
    engine
        Of the plain twin of the rules.
    position
        An open position under the rules with `exact`.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.engine.search import Engine
    >>> from passatempo.mnk.text import read
    >>> position = read("k: 3\nexact: true\nX X . X O O\n. . . . . .\nO . . . . .")
    >>> reply = searched_exactly(Engine(plain_twin(position.rules)), position, Limits(nodes=100))
    >>> reply.cell == 2
    False
    """
    me = position.to_move
    for mark in (me, 3 - me):  # complete a line, else prevent one
        for cell in _completing(position, mark, position.rules):
            return Reply(cell, 0, final=True)
    too_long = {cell for mark in (1, 2) for cell in _completing(position, mark, engine.rules)}
    if too_long:
        from passatempo.mnk.corrado.player import choose
        from passatempo.mnk.corrado.timing import Timer

        answer = choose(position, limits, Timer(100.0)).answer
        assert answer is not None
        return Reply(answer.move[0] * position.rules.n + answer.move[1], 0)
    best = engine.think(position.cells, me, limits).lines[0]
    return Reply(best.cells[0], best.score)


def _completing(position: Position, mark: int, rules: Rules) -> list[Cell]:
    """Return the empty cells beside marks of a side on which it completes a line that counts; for k = 1 all."""
    cells, n = bytearray(position.cells), rules.n
    marked = [divmod(cell, n) for cell, found in enumerate(cells) if found == mark or rules.k == 1]
    near = {
        i * n + j
        for row, column in marked
        for i in range(max(0, row - 1), min(rules.m, row + 2))
        for j in range(max(0, column - 1), min(n, column + 2))
        if not cells[i * n + j]
    }
    return [cell for cell in sorted(near) if _completes(rules, cells, cell, mark)]


def _completes(rules: Rules, cells: bytearray, cell: Cell, mark: int) -> bool:
    cells[cell] = mark
    over = ends(rules, cells, cell)
    cells[cell] = 0
    return over
