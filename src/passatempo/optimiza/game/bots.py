"""The bots: one that plays perfectly, alone and in a duel, one that is greedy, and one that draws lots."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from passatempo.core.limits import Limits, Stopped
from passatempo.core.pastime import Question
from passatempo.core.play.typed import write_cell
from passatempo.core.words import mark, say
from passatempo.optimiza.exact.duel import duel, options
from passatempo.optimiza.exact.hint import hint
from passatempo.optimiza.game.turns import Position, play
from passatempo.optimiza.model import PathAsk

if TYPE_CHECKING:
    from passatempo.core.random import Random
    from passatempo.optimiza.game.turns import Move
    from passatempo.optimiza.model import Board, Cell

NODES = 200_000  # states of a duel or of a search in a move, where nobody says; random boards need some thousands


def perfect(position: Position, random: Random, limits: Limits) -> Move:
    """Go where most is still possible; in a duel win with as much, or lose with as little, as can be.

    On a board whose equal numbers hang together a duel may be too large; then it is greedy.

    >>> from passatempo.core.limits import Limits
    >>> from passatempo.core.random import Random
    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.model import Board
    >>> perfect(Position(GameRules(2, duel=True), Board(2, (1, 1, 1, 2)), (0,)), Random(1), Limits())
    (1, 1)
    """
    if not position.rules.duel:
        following = ahead(position, _enough(limits))[0]
        return greedy(position, random, limits) if following is None else position.board.place(following)
    found = payoffs(position, _enough(limits))
    if not found:
        return greedy(position, random, limits)
    return position.board.place(max(found, key=found.__getitem__))


def greedy(position: Position, random: Random, limits: Limits) -> Move:
    """Go to the smallest number there is; in a duel win at once if it can, else go to the greatest."""
    cells, ahead = position.board.cells, position.onward
    if not position.rules.duel:
        return position.board.place(min(ahead, key=lambda cell: cells[cell]))
    last = [cell for cell in ahead if position.path and not replace(position, path=(*position.path, cell)).onward]
    return position.board.place(max(last or ahead, key=lambda cell: cells[cell]))


def lots(position: Position, random: Random, limits: Limits) -> Move:
    """Go anywhere."""
    return position.board.place(random.choice(position.onward))


def _enough(limits: Limits) -> Limits:
    """Return limits that always end."""
    return replace(limits, nodes=NODES) if limits.nodes is None and limits.seconds is None else limits


def ahead(position: Position, limits: Limits) -> tuple[Cell | None, int | None, bool | None]:
    """Return the next cell of a best continuation, the sum that is still possible, and whether it is the board's best.

    >>> from passatempo.core.limits import Limits
    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.model import Board
    >>> ahead(Position(GameRules(2), Board(2, (1, 1, 1, 2)), (3,)), Limits())
    (None, 2, False)
    """
    path = [(row + 1, column + 1) for row, column in position.places]
    outcome = hint(Question(position.board, PathAsk(path)), limits)
    found = outcome.answer
    if found is None:
        return None, None, None
    bound = None if outcome.bound is None else int(outcome.bound)
    return (position.board.cell(*found.next) if found.next else None), bound, found.optimal


def payoffs(position: Position, limits: Limits) -> dict[Cell, int]:
    """Return what the player to move in a duel gets by each move, less than 0 where he loses; nothing at a limit.

    >>> from passatempo.core.limits import Limits
    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.model import Board
    >>> payoffs(Position(GameRules(2, duel=True), Board(2, (1, 1, 1, 2)), (0,)), Limits())
    {1: -4, 2: -4, 3: 3}
    """
    if not position.path:
        onward = set(position.onward)
        return {cell: pay for cell, pay in _starts(position.board, limits.nodes or NODES) if cell in onward}
    try:
        found = options(position.board, list(position.path), limits)
    except Stopped:
        return {}
    return {cell: -points if wins else points for cell, (wins, points) in found.items()}


@lru_cache(maxsize=8)
def _starts(board: Board, nodes: int) -> tuple[tuple[Cell, int], ...]:
    """Return what the first player of a duel gets from each cell; nothing where a limit came first."""
    found = duel(board, Limits(nodes=nodes)).answer
    if found is None or None in found.points:
        return ()
    both = zip(found.mover_wins, found.points, strict=True)
    return tuple([(cell, -(points or 0) if wins else points or 0) for cell, (wins, points) in enumerate(both)])


def advice(position: Position, move: Move, locale: str) -> str:
    """Say what the bot would do, and what comes of it."""
    if isinstance(move, str):
        return say("Stop.", locale)
    at, limits = write_cell(move), _enough(Limits())
    if position.rules.duel:
        found = payoffs(position, limits)
        if not found:
            return say("Go to {cell}; there was no time to find out who wins.", locale, cell=at)
        best = max(found.values())
        message = mark("Go to {cell}: you win {points}.") if best > 0 else mark("Go to {cell}: you lose {points}.")
        return say(message, locale, cell=at, points=abs(best))
    _, bound, optimal = ahead(play(position, move), limits)
    if bound is None or optimal is None:
        return say("Go to {cell}; there was no time to compute the possible score.", locale, cell=at)
    if optimal:
        return say("Go to {cell}: {sum} is still possible, the best score.", locale, cell=at, sum=bound)
    return say("Go to {cell}: {sum} is still possible; the best score is lost.", locale, cell=at, sum=bound)
