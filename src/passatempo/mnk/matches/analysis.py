"""The analysis of a game move by move: the value of each position, the effect of each move, and the losing move.

One engine computes the values as a table, backwards from the end of the game, and remembers what it saw later in the
game. The value of a move is the value of the position after it, from the other side. The value of a position is the
better of the move played and the engine's best other move. So a forced end in the game holds for all earlier positions
whose moves were the best available, and a move is called better than the one played only if it is another move. A
proved value overrides the engine's score, there and in the following positions that it decides.

A player lost the game by one move only if there was a better one. Before the analysis names such a move, it searches
the position before it again, `LONGER` times as long, and also the position after the better move. If all moves
lose, an earlier move is examined.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.mnk.engine.search import DECIDED, DEFAULT_NODES, MATE, Engine, choose_move, suits_engine
from passatempo.mnk.lines import Cell
from passatempo.mnk.model import GAME_VALUES, GameValue, Place, Position
from passatempo.mnk.rules import OPTIONS, Rules
from passatempo.mnk.settings import EngineSettings

LEAST_FORCED = DECIDED + 1  # the score of a proved win of unknown length
LONGER = 30  # times, for the position before the supposed losing move
REFUTED = 3  # better moves that may fail at most, before the next is accepted
_NUMBERS = {"win": 1, "draw": 0, "loss": -1, None: 2}  # of the kernel
SWING = 150  # the loss of a move that is reported in addition to decisive moves: much of the distance to a win


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A move of the game.

    Parameters
    ----------
    number, mark
        The number of the move, from 1, and the side that made it (1 or 2).
    move, best_move
        The move played, and the best one; they are equal if no other is better.
    score_before, score_after
        The value of the position for the side that moved, before and after the move. `MATE` - n is a forced win n plies
        away, n - `MATE` a forced loss.
    proof_value
        The proved value before the move, if there is one.
    best_line
        The expected play from the best move on, if that is not the move played.
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
        """The change of the score by the move; negative for a loss."""
        return self.score_after - self.score_before

    @property
    def loses_game(self) -> bool:
        """Whether the move turns a position that was not lost into a lost one."""
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
        """How many plies earlier the move loses than the best move in a lost position; else 0."""
        lost = self.score_before <= -DECIDED and self.score_after <= -DECIDED
        return max(0, self.score_before - self.score_after - 1) if lost else 0


@dataclass(frozen=True, slots=True)
class Analysis:
    """All analysed moves, and the result ("X", "O", "draw", or None for an open game)."""

    steps: tuple[MoveStep, ...]
    result: str | None

    @property
    def loser(self) -> int | None:
        """The side that lost, 1 or 2; None if neither did."""
        return {"X": 2, "O": 1}.get(self.result or "")

    @property
    def course_changes(self) -> tuple[MoveStep, ...]:
        """The moves that changed the course of the game, in order, including the decisive one."""
        return tuple(step for step in self.steps if step.changes_course)

    @property
    def lost_from_the_start(self) -> bool:
        """Whether the loser never had a move that avoided the loss."""
        return self.loser is not None and not any(step.loses_game for step in self.steps if step.mark == self.loser)

    @property
    def decisive_step(self) -> MoveStep | None:
        """The loser's last move from a position that was not lost into a lost one.

        If the loser was lost from the start, it is the move that shortened the game most, the last of equal ones. In a
        game without a loser it is the move that gave away most; None if no move did.
        """
        if self.loser is None:
            worst = min(self.steps, key=lambda step: step.score_change, default=None)
            return worst if worst is not None and worst.score_change < 0 else None
        loser_steps = [step for step in self.steps if step.mark == self.loser]
        losing = [step for step in loser_steps if step.loses_game]
        return losing[-1] if losing else max(reversed(loser_steps), key=lambda step: step.plies_lost, default=None)


@dataclass(frozen=True, slots=True)
class _Estimate:
    """The assessment of a position for the side to move: its best move, its score, and its proved value."""

    score: int
    best_cell: Cell
    proof_value: GameValue | None
    best_line: tuple[Cell, ...] = ()


def analyse_game(
    game: Position, limits: Limits = Limits(nodes=DEFAULT_NODES), settings: EngineSettings = EngineSettings()
) -> Analysis:
    r"""Evaluate every position of a game.

    Parameters
    ----------
    game
        A position whose moves are known, finished or not.
    limits
        For each position. If `cancel` is set, the analysis has no steps.
    settings
        The settings of the engine.

    Raises
    ------
    InvalidInstance
        If the moves are unknown, or the engine does not play these rules.

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
    if limits.cancel is not None and limits.cancel.cancelled:
        return Analysis((), game.result)
    return Analysis(tuple(reversed(steps)), game.result)


def _estimate_longer(engine: Engine, position: Position, first_estimate: _Estimate, limits: Limits) -> _Estimate:
    """Search longer at a position in which the loser seems to have had a better move, and at the one after it."""
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
    """Return the engine's best move in a position, and its value for the side to move."""
    answer = choose_move(engine, position, limits).answer
    assert answer is not None
    scores: dict[GameValue | None, int] = {"draw": 0, None: answer.score}
    if answer.proven in ("win", "loss"):
        sign = 1 if answer.proven == "win" else -1
        scores[answer.proven] = sign * (LEAST_FORCED if answer.plies is None else MATE - answer.plies)
    line = tuple(row * position.rules.n + column for row, column in answer.line)
    return _Estimate(scores[answer.proven], line[0], answer.proven, line)


def _bound_estimates(raw_estimates: Sequence[_Estimate], moves: Sequence[Cell]) -> list[_Estimate]:
    """Make the estimates agree with the proofs of earlier positions, in the kernel.

    After any move of a lost position, and after the move of a proof, the value is proved as well. A position after a
    drawn one is not a loss.
    """
    kernel_estimates = [
        (estimate.score, estimate.best_cell, _NUMBERS[estimate.proof_value], estimate.best_line)
        for estimate in raw_estimates
    ]
    estimate_rows = Interface.of("mnk").ask("hold", seen=kernel_estimates, moves=moves).reply["seen"]
    return [
        _Estimate(score, best, GAME_VALUES.get(proof_code), line) for score, best, proof_code, line in estimate_rows
    ]


def _review_move(
    engine: Engine, position: Position, move: Cell, estimate: _Estimate, next_worth: int, limits: Limits
) -> MoveStep:
    """Evaluate a move from the position after it; if it looked best, search for the best alternative."""
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
    """Return the best move that was not played, its score and its line; the move itself if it is the only one."""
    legal_moves = [cell for cell in position.legal if cell != move]
    if not legal_moves:
        return move, -MATE, ()
    best = engine.search_to_depth(position.cells, position.to_move, engine.settings.depth, limits, legal_moves).lines[0]
    return best.cells[0], best.score, best.cells


def shift_score(score: int) -> int:
    """Return a score one ply earlier, at which a forced win or loss is a ply further away.

    A score of unknown length does not change.

    >>> shift_score(30000), shift_score(-29998), shift_score(12), shift_score(-29001)
    (29999, -29997, 12, -29001)
    """
    size = abs(score)
    if size <= LEAST_FORCED:
        return score
    size = max(LEAST_FORCED, size - 1)
    return size if score > 0 else -size
