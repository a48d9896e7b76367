"""Judges of a position: the engine, or an outside program that tells its value while it thinks.

A program is written as ``gomocup:COMMAND``. The protocol has no word for a value, but programs tell it in MESSAGE lines
before their move; of these the last number behind ``ev``, ``eval``, ``score`` or ``value`` is read (``Eval -39``), a
forced end where an M stands before it (``+M13``). Values are those of the side to move, each judge's in its own unit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import Limits
from passatempo.mnk.engine.search import MATE, Engine, suits
from passatempo.mnk.match.seats import EngineSeat, Failed, GomocupSeat, seat, unless_stopped

if TYPE_CHECKING:
    from passatempo.core.limits import Cancel
    from passatempo.mnk.model import Position
    from passatempo.mnk.rules import Rules
    from passatempo.mnk.settings import EngineSettings

MOST_SECONDS = 60.0  # that a program may take for a position, where nodes are the limit
_VALUE = re.compile(r"\b(?:ev|eval|score|value)\b\s*[:=]?\s*([+-]?)\s*(M?)(\d{1,9})", re.IGNORECASE)


class Judge(Protocol):
    """Who says what a position is worth."""

    name: str

    def value(self, position: Position, nodes: int) -> int:
        """Return the value for the side to move after a search of some nodes."""

    def close(self) -> None:
        """Leave."""


class EngineJudge:
    """The engine, which forgets between two positions: so what it says does not hang on their order."""

    def __init__(self, name: str, rules: Rules, settings: EngineSettings, cancel: Cancel) -> None:
        if not suits(rules):
            raise UsageError(f"{quote(name)} does not support these rules")
        self.name, self.cancel = name, cancel
        self.engine = Engine(rules, settings)

    def value(self, position: Position, nodes: int) -> int:
        """Search."""
        self.engine.forget()
        found = self.engine.think(position.cells, position.to_move, Limits(nodes=nodes, cancel=self.cancel))
        unless_stopped(self.cancel)
        return found.lines[0].score

    def close(self) -> None:
        """Nothing is held."""


class ProgramJudge:
    """A program of the Gomocup protocol, asked for its move; what it says of the value is kept."""

    def __init__(self, name: str, rules: Rules, command: str, cancel: Cancel) -> None:
        self.name, self.rules, self.command, self.cancel = name, rules, command, cancel
        self._seat: GomocupSeat | None = None

    def value(self, position: Position, nodes: int) -> int:
        """Ask for a move, and once more from a new start where that fails."""
        if self._seat is not None:
            try:
                return self._ask(self._seat, position, nodes)
            except Failed:
                self.close()
        self._seat = GomocupSeat(self.command, MOST_SECONDS, self.cancel, nodes)
        self._seat.begin(position, first=True)
        return self._ask(self._seat, position, nodes)

    def _ask(self, program: GomocupSeat, position: Position, nodes: int) -> int:
        program.forget()
        program.bound(nodes)
        program.heard.clear()
        program.move(position)
        said = [value for line in program.heard if (value := value_said(line)) is not None]
        if not said:
            raise UsageError(f"{quote(self.command)} gives no value: a line such as MESSAGE eval 12 is expected")
        return said[-1]

    def close(self) -> None:
        """End the program."""
        if self._seat is not None:
            self._seat.close()
            self._seat = None


def value_said(line: str) -> int | None:
    """Return the value that a line tells; None where it tells none.

    >>> value_said("MESSAGE Depth 9-13 | Eval -39 | Time 4ms"), value_said("MESSAGE ev +M13"), value_said("7,9")
    (-39, 29987, None)
    """
    found = _VALUE.search(line) if line.upper().startswith("MESSAGE") else None
    if found is None:
        return None
    size = MATE - min(int(found[3]), MATE) if found[2] else int(found[3])
    return -size if found[1] == "-" else size


def judge(name: str, rules: Rules, cancel: Cancel) -> Judge:
    """Make a judge from the name of a player: ``engine`` with its settings, or ``gomocup:COMMAND``.

    Raises
    ------
    UsageError
        If such a player tells no value.

    Examples
    --------
    >>> from passatempo.core.limits import Cancel
    >>> from passatempo.mnk.model import Position, Rules
    >>> rules = Rules(3, 3, 3)
    >>> won = Position(rules, bytes([1, 1, 0, 2, 2, 0, 0, 0, 0]))
    >>> judge("engine", rules, Cancel()).value(won, 1000)
    29999
    """
    kind, _, command = name.partition(":")
    if kind == "gomocup":
        seat(name, MOST_SECONDS)  # a command that cannot be is told at once
        return ProgramJudge(name, rules, command, cancel)
    player = seat(name, MOST_SECONDS)
    if not isinstance(player, EngineSeat):
        raise UsageError(f"{quote(name)} is not a judge: engine or gomocup:COMMAND is expected")
    return EngineJudge(name, rules, player.settings, cancel)
