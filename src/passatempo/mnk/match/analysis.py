"""A game looked at move by move: what each position was worth, what each move changed, and where it was lost.

The values form one table, made from the end of the game backwards. What a move is worth is the value of the position
that it led to, seen by the other side; what a position is worth is the better of the move that was made and of the best
of the others, in the engine's eyes. So a forced end, once it is in the game, holds for all earlier positions from which
the moves made were the best there were, and a move is called better than the one made only where it is another move. A
proved value overrides what the engine thinks, there and, as far as it decides them, in the positions that follow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.limits import Limits
from passatempo.mnk.engine.search import DECIDED, DEFAULT_NODES, MATE, Engine, choose, suits
from passatempo.mnk.model import Position
from passatempo.mnk.settings import EngineSettings

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import GameValue, Place
    from passatempo.mnk.rules import Rules

LEAST_FORCED = DECIDED + 1  # what a proved win of unknown length scores


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the game.

    Parameters
    ----------
    number, mark
        Which move it was, from 1, and who made it (1 or 2).
    move, best
        The move made, and the best one: the same where no other is better.
    before, after
        What the position was worth to the side that moved, before and after the move; `MATE` - n is a forced win whose
        end is n plies away, n - `MATE` a forced loss.
    proved
        The proved value before the move, where there is one.
    """

    number: int
    mark: int
    move: Place
    best: Place
    before: int
    after: int
    proved: GameValue | None

    @property
    def change(self) -> int:
        """What the move gave away; negative for a loss."""
        return self.after - self.before

    @property
    def loses(self) -> bool:
        """Whether the move makes a lost position of one that was not."""
        return self.before > -DECIDED and self.after <= -DECIDED

    @property
    def shortens(self) -> int:
        """By how many plies the move brings a forced loss nearer than the best move does; 0 where nothing is lost."""
        lost = self.before <= -DECIDED and self.after <= -DECIDED
        return max(0, self.before - self.after - 1) if lost else 0


@dataclass(frozen=True, slots=True)
class Analysis:
    """All moves that were looked at, and how the game ended ("X", "O", "draw", or None while it is open)."""

    steps: tuple[Step, ...]
    result: str | None

    @property
    def loser(self) -> int | None:
        """Who lost, 1 or 2; None where nobody did."""
        return {"X": 2, "O": 1}.get(self.result or "")

    @property
    def lost_from_the_start(self) -> bool:
        """Whether the loser never had a move that held."""
        return self.loser is not None and not any(step.loses for step in self.steps if step.mark == self.loser)

    @property
    def turning(self) -> Step | None:
        """The loser's last move from a position that was not lost into one that is.

        Where he was lost from the start it is the move that shortened the game most, of equal ones the last. In a game
        that was not lost it is the move that gave away most; None where none did.
        """
        if self.loser is None:
            worst = min(self.steps, key=lambda step: step.change, default=None)
            return worst if worst is not None and worst.change < 0 else None
        own = [step for step in self.steps if step.mark == self.loser]
        losing = [step for step in own if step.loses]
        return losing[-1] if losing else max(reversed(own), key=lambda step: step.shortens, default=None)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is thought of a position, for the side to move: its best move, what it is worth, and what is proved."""

    score: int
    best: Cell
    proved: GameValue | None


def analyse(
    game: Position, limits: Limits = Limits(nodes=DEFAULT_NODES), settings: EngineSettings = EngineSettings()
) -> Analysis:
    r"""Value every position of a game.

    Parameters
    ----------
    game
        A position whose moves are known, finished or not.
    limits
        Of one position. Where `cancel` is thrown nothing is found: no steps.
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
    engine = Engine(game.rules, settings, limits.memory_mb)
    positions = _positions(game.rules, game.moves)
    seen: list[_Seen] = []
    for number, position in enumerate(positions):
        found = _value(engine, position, limits)
        seen.append(_after(seen[-1], game.moves[number - 1], found) if seen else found)
        if limits.cancel is not None and limits.cancel.thrown:
            return Analysis((), game.result)
    worth = seen[-1].score if len(seen) > len(game.moves) else 0 if game.result == "draw" else -MATE
    steps: list[Step] = []
    for number in range(len(game.moves), 0, -1):
        step = _step(engine, positions[number - 1], game.moves[number - 1], seen[number - 1], worth, limits)
        worth = step.before
        steps.append(replace(step, number=number, mark=1 if number % 2 else 2))
    if limits.cancel is not None and limits.cancel.thrown:
        return Analysis((), game.result)
    return Analysis(tuple(reversed(steps)), game.result)


def _positions(rules: Rules, moves: tuple[Cell, ...]) -> list[Position]:
    """Return the open positions of a game."""
    position = Position(rules, bytes(rules.size))
    found = [position]
    for cell in moves:
        position = position.play(cell)
        found.append(position)
    return [position for position in found if position.result is None]


def _value(engine: Engine, position: Position, limits: Limits) -> _Seen:
    """Ask the engine for the best move of a position, and what it is worth to the side to move."""
    answer = choose(engine, position, limits).answer
    assert answer is not None
    scores: dict[GameValue | None, int] = {"draw": 0, None: answer.score}
    if answer.proven in ("win", "loss"):
        sign = 1 if answer.proven == "win" else -1
        scores[answer.proven] = sign * (LEAST_FORCED if answer.plies is None else MATE - answer.plies)
    return _Seen(scores[answer.proven], answer.move[0] * position.rules.n + answer.move[1], answer.proven)


def _after(before: _Seen, move: Cell, here: _Seen) -> _Seen:
    """Hold what is thought of a position against what was proved of the one before the move that led to it.

    After any move of a lost position, and after the move of a proof, the value is proved as well; a position after a
    drawn one is no loss.
    """
    if here.proved is not None or before.proved is None:
        return here
    if before.proved == "loss":
        return replace(here, score=max(here.score, -nearer(before.score)), proved="win")
    if move != before.best:
        return replace(here, score=max(0, here.score)) if before.proved == "draw" else here
    if before.proved == "draw":
        return replace(here, score=0, proved="draw")
    return replace(here, score=min(here.score, -nearer(before.score)), proved="loss")


def _step(engine: Engine, position: Position, move: Cell, seen: _Seen, next_worth: int, limits: Limits) -> Step:
    """Value a move, from the value of the position that it led to; where it looked best, ask what else there was."""
    after = -next_worth
    made = farther(after)
    best, other = seen.best, seen.score
    if move == best and made < other and seen.proved is None:
        best, other = _second(engine, position, move, limits)
    if best == move or made >= other:
        best, other = move, made
    return Step(0, 0, position.place(move), position.place(best), other, after, seen.proved)


def _second(engine: Engine, position: Position, move: Cell, limits: Limits) -> tuple[Cell, int]:
    """Return the best of the moves that were not made, and its score; the move itself where there is no other."""
    others = [cell for cell in position.legal if cell != move]
    if not others:
        return move, -MATE
    best = engine.search(position.cells, position.to_move, engine.settings.depth, limits, others).lines[0]
    return best.cells[0], best.score


def farther(score: int) -> int:
    """Return a score one ply earlier: the end of a forced win or loss is a ply further away.

    Where the length is not known it stays so.

    >>> farther(30000), farther(-29998), farther(12), farther(-29001)
    (29999, -29997, 12, -29001)
    """
    return _moved(score, 1)


def nearer(score: int) -> int:
    """Return a score one ply later.

    >>> nearer(29999), nearer(-29997), nearer(12), nearer(29001)
    (30000, -29998, 12, 29001)
    """
    return _moved(score, -1)


def _moved(score: int, plies: int) -> int:
    """Put the end of a forced win or loss so many plies further away."""
    size = abs(score)
    if size <= LEAST_FORCED:
        return score
    size = max(LEAST_FORCED, size - plies)
    return size if score > 0 else -size
