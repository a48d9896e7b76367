"""A game looked at move by move: what each position was worth, what each move changed, and where it was lost.

The values form one table, made from the end of the game backwards, by one engine that remembers what it saw later in
the game. What a move is worth is the value of the position
that it led to, seen by the other side; what a position is worth is the better of the move that was made and of the best
of the others, in the engine's eyes. So a forced end, once it is in the game, holds for all earlier positions from which
the moves made were the best there were, and a move is called better than the one made only where it is another move. A
proved value overrides what the engine thinks, there and, as far as it decides them, in the positions that follow.

Who is said to have lost the game by one move must have had a better one. So before that is said the position before it
is searched again, `LONGER` times as long, and so is the one after the better move; where all moves lose, an earlier
one is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.mnk.engine.search import DECIDED, DEFAULT_NODES, MATE, WORTHS, Engine, choose_move, suits_engine
from passatempo.mnk.model import Position
from passatempo.mnk.rules import OPTIONS
from passatempo.mnk.settings import EngineSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.mnk.lines import Cell
    from passatempo.mnk.model import GameValue, Place
    from passatempo.mnk.rules import Rules

LEAST_FORCED = DECIDED + 1  # what a proved win of unknown length scores
LONGER = 30  # times, for the position before the move that is to have lost the game
REFUTED = 3  # moves that were to hold and do not, at most, before the next is believed
_NUMBERS = {"win": 1, "draw": 0, "loss": -1, None: 2}  # of the kernel
SWING = 150  # what a move gives away that is told beside those which decide: a good part of the way to a win


@dataclass(frozen=True, slots=True)
class MoveStep:
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
    line
        The play that is expected from the best move on, where that is not the move made.
    """

    number: int
    mark: int
    move: Place
    best_move: Place
    score_before: int
    score_after: int
    proof_value: GameValue | None
    best_line: tuple[Place, ...] = ()

    @property
    def score_change(self) -> int:
        """What the move gave away; negative for a loss."""
        return self.score_after - self.score_before

    @property
    def loses_game(self) -> bool:
        """Whether the move makes a lost position of one that was not."""
        return self.score_before > -DECIDED and self.score_after <= -DECIDED

    @property
    def misses_win(self) -> bool:
        """Whether the move gives away a forced win."""
        return self.score_before >= DECIDED > self.score_after

    @property
    def changes_course(self) -> bool:
        """Whether the move loses, misses a win, or gives away much."""
        return (
            self.loses_game
            or self.misses_win
            or (self.best_move != self.move and self.score_change <= -SWING and not self.plies_lost)
        )

    @property
    def plies_lost(self) -> int:
        """By how many plies the move brings a forced loss nearer than the best move does; 0 where nothing is lost."""
        lost = self.score_before <= -DECIDED and self.score_after <= -DECIDED
        return max(0, self.score_before - self.score_after - 1) if lost else 0


@dataclass(frozen=True, slots=True)
class Analysis:
    """All moves that were looked at, and how the game ended ("X", "O", "draw", or None while it is open)."""

    steps: tuple[MoveStep, ...]
    result: str | None

    @property
    def loser(self) -> int | None:
        """Who lost, 1 or 2; None where nobody did."""
        return {"X": 2, "O": 1}.get(self.result or "")

    @property
    def course_changes(self) -> tuple[MoveStep, ...]:
        """The moves that changed the course of the game, in order; the one that decided it among them."""
        return tuple(step for step in self.steps if step.changes_course)

    @property
    def lost_from_the_start(self) -> bool:
        """Whether the loser never had a move that held."""
        return self.loser is not None and not any(step.loses_game for step in self.steps if step.mark == self.loser)

    @property
    def decisive_step(self) -> MoveStep | None:
        """The loser's last move from a position that was not lost into one that is.

        Where he was lost from the start it is the move that shortened the game most, of equal ones the last. In a game
        that was not lost it is the move that gave away most; None where none did.
        """
        if self.loser is None:
            worst = min(self.steps, key=lambda step: step.score_change, default=None)
            return worst if worst is not None and worst.score_change < 0 else None
        loser_steps = [step for step in self.steps if step.mark == self.loser]
        losing = [step for step in loser_steps if step.loses_game]
        return losing[-1] if losing else max(reversed(loser_steps), key=lambda step: step.plies_lost, default=None)


@dataclass(frozen=True, slots=True)
class _Estimate:
    """What is thought of a position, for the side to move: its best move, what it is worth, and what is proved."""

    score: int
    best_cell: Cell
    proof_value: GameValue | None
    best_line: tuple[Cell, ...] = ()


def analyse_game(
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
    >>> analysis = analyse_game(game)
    >>> analysis.result, analysis.decisive_step.number
    ('X', 2)
    """
    if not game.moves:
        raise InvalidInstance([Violation("no-moves", "the moves that led to the board are unknown: pass a game")])
    if not suits_engine(game.rules):
        on = [option for option in OPTIONS if getattr(game.rules, option)]
        rules = f"{', '.join(on) or 'this board'}: the engine plays plain rules or exact, up to 65,534 cells, k = 29"
        raise InvalidInstance([Violation("rules", rules)])
    engine = Engine(game.rules, settings, limits.memory_mb)
    positions = _open_positions(game.rules, game.moves)
    raw_estimates = [_estimate_position(engine, position, limits) for position in reversed(positions)][::-1]
    final_estimates = _bound_estimates(raw_estimates, game.moves)
    next_score = (
        final_estimates[-1].score if len(final_estimates) > len(game.moves) else 0 if game.result == "draw" else -MATE
    )
    loser = {"X": 2, "O": 1}.get(game.result or "")
    steps: list[MoveStep] = []
    for number in range(len(game.moves), 0, -1):
        position, move, mark = positions[number - 1], game.moves[number - 1], 1 if number % 2 else 2
        step = _review_move(engine, position, move, final_estimates[number - 1], next_score, limits)
        if mark == loser and step.loses_game:
            step = _review_move(
                engine,
                position,
                move,
                _estimate_longer(engine, position, final_estimates[number - 1], limits),
                next_score,
                limits,
            )
            loser = None if step.loses_game else loser
        next_score = step.score_before
        steps.append(replace(step, number=number, mark=mark))
    if limits.cancel is not None and limits.cancel.thrown:
        return Analysis((), game.result)
    return Analysis(tuple(reversed(steps)), game.result)


def _estimate_longer(engine: Engine, position: Position, first_estimate: _Estimate, limits: Limits) -> _Estimate:
    """Look again, and longer, at a position in which the loser is to have had a move that held, and at that move."""
    if first_estimate.proof_value is not None:
        return first_estimate
    nodes = None if limits.nodes is None else LONGER * limits.nodes
    longer_limits = replace(limits, nodes=nodes, seconds=limits.seconds and LONGER * limits.seconds)
    long_estimate, legal_moves = _estimate_position(engine, position, longer_limits), list(position.legal)
    for _ in range(REFUTED):
        after = position.play(long_estimate.best_cell)
        if long_estimate.score <= -DECIDED or long_estimate.proof_value is not None or after.result is not None:
            return long_estimate
        if _estimate_position(engine, after, longer_limits).score < DECIDED:
            return long_estimate
        legal_moves.remove(long_estimate.best_cell)
        if not legal_moves:
            return replace(long_estimate, score=-LEAST_FORCED)
        best = engine.search_to_depth(
            position.cells, position.to_move, engine.settings.depth, longer_limits, legal_moves
        ).lines[0]
        long_estimate = _Estimate(best.score, best.cells[0], None, best.cells)
    return long_estimate


def _open_positions(rules: Rules, moves: tuple[Cell, ...]) -> list[Position]:
    """Return the open positions of a game."""
    position = Position(rules, bytes(rules.size))
    game_positions = [position]
    for cell in moves:
        position = position.play(cell)
        game_positions.append(position)
    return [position for position in game_positions if position.result is None]


def _estimate_position(engine: Engine, position: Position, limits: Limits) -> _Estimate:
    """Ask the engine for the best move of a position, and what it is worth to the side to move."""
    answer = choose_move(engine, position, limits).answer
    assert answer is not None
    scores: dict[GameValue | None, int] = {"draw": 0, None: answer.score}
    if answer.proven in ("win", "loss"):
        sign = 1 if answer.proven == "win" else -1
        scores[answer.proven] = sign * (LEAST_FORCED if answer.plies is None else MATE - answer.plies)
    line = tuple(row * position.rules.n + column for row, column in answer.line)
    return _Estimate(scores[answer.proven], line[0], answer.proven, line)


def _bound_estimates(raw_estimates: Sequence[_Estimate], moves: Sequence[Cell]) -> list[_Estimate]:
    """Hold what is thought of each position against what was proved of the one before it, in the kernel.

    After any move of a lost position, and after the move of a proof, the value is proved as well; a position after a
    drawn one is no loss.
    """
    kernel_estimates = [
        (estimate.score, estimate.best_cell, _NUMBERS[estimate.proof_value], estimate.best_line)
        for estimate in raw_estimates
    ]
    estimate_rows = Interface.of("mnk").ask("hold", seen=kernel_estimates, moves=moves).reply["seen"]
    return [_Estimate(score, best, WORTHS.get(proof_code), line) for score, best, proof_code, line in estimate_rows]


def _review_move(
    engine: Engine, position: Position, move: Cell, estimate: _Estimate, next_worth: int, limits: Limits
) -> MoveStep:
    """Value a move, from the value of the position that it led to; where it looked best, ask what else there was."""
    after = -next_worth
    move_score = shift_score(after)
    best, other, line = estimate.best_cell, estimate.score, estimate.best_line
    if move == best and move_score < other and estimate.proof_value is None:
        best, other, line = _second_best(engine, position, move, limits)
    if best == move or move_score >= other:
        best, other, line = move, move_score, ()
    places = tuple(map(position.place, line))
    return MoveStep(0, 0, position.place(move), position.place(best), other, after, estimate.proof_value, places)


def _second_best(engine: Engine, position: Position, move: Cell, limits: Limits) -> tuple[Cell, int, tuple[Cell, ...]]:
    """Return the best of the moves that were not made, its score and its line; the move itself where it is alone."""
    legal_moves = [cell for cell in position.legal if cell != move]
    if not legal_moves:
        return move, -MATE, ()
    best = engine.search_to_depth(position.cells, position.to_move, engine.settings.depth, limits, legal_moves).lines[0]
    return best.cells[0], best.score, best.cells


def shift_score(score: int) -> int:
    """Return a score one ply earlier: the end of a forced win or loss is a ply further away.

    Where the length is not known it stays so.

    >>> shift_score(30000), shift_score(-29998), shift_score(12), shift_score(-29001)
    (29999, -29997, 12, -29001)
    """
    size = abs(score)
    if size <= LEAST_FORCED:
        return score
    size = max(LEAST_FORCED, size - 1)
    return size if score > 0 else -size
