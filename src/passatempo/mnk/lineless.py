"""A move on a board where nobody can complete a line: any will do, and the end is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from passatempo.core.outcome import Outcome, Status
from passatempo.mnk.model import Choice
from passatempo.mnk.rules import MARKS, no_line, undecided

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Position


def without_lines(position: Position, cell: Cell) -> Outcome[Choice]:
    r"""Play a cell where k exceeds every line, and say so.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> outcome = without_lines(read("k: 3\n. .\n. ."), 0)
    >>> outcome.answer.proven, outcome.reason
    ('draw', 'k > max(m,n): no line exists, draw')
    """
    over = undecided(position.rules)
    choice = Choice(position.place(cell), proven="draw")
    if over != "draw":
        choice = replace(choice, proven="win" if over == MARKS[position.to_move] else "loss", plies=position.empty)
    return Outcome(Status.SOLVED, choice, stats={"nodes": 0, "depth": 0}, reason=no_line(position.rules))
