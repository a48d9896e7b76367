"""Playing for the opponent's mistakes where the value of a position is proved.

Moves that keep a draw are not alike against a player who errs, nor are the moves of a lost position. The kernel
(`kernel/traps`) weighs them by an expectation over several moves of ours and the answers to be expected, on exact
values.
The opponent is taken to see a forced end the likelier the nearer it is, and else to choose by the lines through a cell,
of both sides, the more marks they have the more, and by the marks next to it; but half of the time he answers best. The
tables are kept over a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from passatempo.core.interface import Interface

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.limits import Limits
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Position

UNKNOWN = 2


class Grade(NamedTuple):
    """The value of a move, 1, 0 or -1, and the plies to its end where that is near, else 0."""

    value: int
    plies: int


class Traps:
    r"""Exact values of the positions of one board of plain rules and at most 64 cells, and what their moves invite.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> from passatempo.mnk.text import read
    >>> position = read("k: 3\n. . O\n. . X\nX O .")
    >>> traps = Traps()
    >>> traps.value(position, Limits()), traps.grades(position, 1, Limits())[1]
    (Grade(value=1, plies=3), [3])
    """

    def __init__(self) -> None:
        self._kept = Interface.of("mnk").keep()

    def ask(self, question: str, position: Position, limits: Limits, **more: Any) -> dict[str, Any]:
        """Ask the kernel about a position."""
        said = position.rules.numbers, position.cells
        return Interface.of("mnk").ask(question, limits, self._kept, position=said, **more).reply

    def value(self, position: Position, limits: Limits) -> Grade | None:
        """Return the value for the side to move; None where a limit came first."""
        known = self.ask("known", position, limits, fresh=False)
        return None if known["value"] == UNKNOWN else Grade(known["value"], known["plies"])

    def grades(self, position: Position, value: int, limits: Limits) -> tuple[dict[Cell, Grade], list[Cell]]:
        """Return the moves whose value is found within limits, and those that keep the value of the position.

        Of won moves the shortest are kept, of lost ones the longest first; plies of ends further than four moves away
        are not told. Lost moves whose end everybody sees are left out where there are others.
        """
        found = self.ask("grades", position, limits, value=value)
        return {cell: Grade(*grade) for cell, *grade in found["moves"]}, list(found["keeping"])

    def best(self, position: Position, moves: Sequence[Cell], limits: Limits) -> Cell:
        """Return the move of which most may be hoped among some that keep the value, the likeliest first."""
        found: Cell = self.ask("trap", position, limits, moves=moves)["cell"]
        return found
