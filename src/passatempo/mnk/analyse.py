"""A game looked at move by move: what each position was worth, what each move changed, and where it was lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from passatempo.core.errors import InvalidInstance
from passatempo.core.limits import Limits
from passatempo.core.pastime import Violation
from passatempo.mnk.engine import DECIDED, DEFAULT_NODES, MATE, Engine, choose, suits
from passatempo.mnk.model import Position, Rules, require_open
from passatempo.mnk.settings import EngineSettings

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import Place, Worth

PROVED_WIN = MATE - 1000  # what a proved win of unknown length scores


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the game.

    Parameters
    ----------
    number, mark
        Which move it was, from 1, and who made it (1 or 2).
    move, best
        The move made, and the engine's.
    before, after
        What the position was worth to the side that moved, before and after the move.
    proved
        The proved value before the move, where there is one.
    """

    number: int
    mark: int
    move: Place
    best: Place
    before: int
    after: int
    proved: Worth | None

    @property
    def change(self) -> int:
        """What the move gave away; negative for a loss."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Analysis:
    """All moves that were looked at, and how the game ended ("X", "O", "draw", or None while it is open)."""

    steps: tuple[Step, ...]
    result: str | None

    @property
    def turning(self) -> Step | None:
        """The loser's last move from a position that was not lost into one that is; None where there is none.

        In a game that was not lost it is the move that gave away most.
        """
        loser = {"X": 2, "O": 1}.get(self.result or "")
        if loser is None:
            worst = min(self.steps, key=lambda step: step.change, default=None)
            return worst if worst is not None and worst.change < 0 else None
        for step in reversed(self.steps):
            if step.mark == loser and step.before > -DECIDED and step.after <= -DECIDED:
                return step
        return None


def analyse(
    game: Position, limits: Limits = Limits(nodes=DEFAULT_NODES), settings: EngineSettings = EngineSettings()
) -> Analysis:
    r"""Value every position of a game.

    Parameters
    ----------
    game
        A position whose moves are known, finished or not.
    limits
        Of one position.
    settings
        Of the engine.

    Raises
    ------
    InvalidInstance
        If the moves are not known, or the engine does not play these rules.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> game = read("m: 3\nn: 3\nk: 3\nmoves: b2 b1 a1 c3 a3 c1 a2")
    >>> analysis = analyse(game)
    >>> analysis.result, analysis.turning.number
    ('X', 2)
    """
    if not game.moves:
        raise InvalidInstance(
            [Violation("no-moves", "a game is needed: the moves that led to the board are not known")]
        )
    if not suits(game.rules):
        raise InvalidInstance([Violation("rules", "the engine plays without options, up to 65,534 cells and k = 29")])
    engine = Engine(game.rules, settings)
    values = [_value(engine, position, limits) for position in _positions(game.rules, game.moves)]
    steps = []
    for number, cell in enumerate(game.moves, 1):
        before, best, proved = values[number - 1]
        after = -values[number][0] if number < len(values) else _end(game)
        mark = 1 if number % 2 else 2
        steps.append(Step(number, mark, game.place(cell), best, before, after, proved))
    return Analysis(tuple(steps), game.result)


def _positions(rules: Rules, moves: tuple[Cell, ...]) -> list[Position]:
    """Return the open positions of a game."""
    position = Position(rules, bytes(rules.size))
    found = [position]
    for cell in moves:
        position = position.play(cell)
        found.append(position)
    return [position for position in found if position.result is None]


def _value(engine: Engine, position: Position, limits: Limits) -> tuple[int, Place, Worth | None]:
    """Return score, best move and what is proved of a position, for the side to move."""
    require_open(position)
    answer = choose(engine, position, limits).answer
    assert answer is not None
    scores: dict[Worth | None, int] = {"draw": 0, None: answer.score}
    if answer.proven in ("win", "loss"):
        sign = 1 if answer.proven == "win" else -1
        scores[answer.proven] = sign * (PROVED_WIN + 1 if answer.plies is None else MATE - answer.plies)
    return scores[answer.proven], answer.move, answer.proven


def _end(game: Position) -> int:
    """Return what the last position is worth to the side that moved last."""
    return 0 if game.result == "draw" else MATE
