"""The bots: one that plays perfectly, alone and in a duel, one that is greedy, and one that draws lots."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Limits
from passatempo.core.words import mark, translate
from passatempo.games.values import write_cell
from passatempo.optimiza.game.play import Position, ask, play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.core.random import Random
    from passatempo.optimiza.game.play import Move
    from passatempo.optimiza.model import Cell

NODES = 200_000  # states of a duel or of a search in a move, where nobody says; random boards need some thousands


def perfect(position: Position, random: Random, limits: Limits) -> Move:
    """Go where most is still possible; in a duel win with as much, or lose with as little, as can be.

    On a board whose equal numbers hang together a duel may be too large; then it is greedy.

    >>> from passatempo.core.random import Random
    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.model import Board
    >>> perfect(Position(GameRules(2, duel=True), Board(2, (1, 1, 1, 2)), (0,)), Random(1), Limits())
    (1, 1)
    """
    if position.rules.duel:
        found = payoffs(position, _enough(limits))
        best = max(found, key=found.__getitem__, default=None)
    else:
        best = next(iter(ahead(position, _enough(limits))["path"][len(position.path) :]), None)
    return greedy(position, random, limits) if best is None else position.board.place(best)


def greedy(position: Position, random: Random, limits: Limits) -> Move:
    """Go to the smallest number there is; in a duel win at once if it can, else go to the greatest."""
    cells, onward = position.board.cells, position.seen.onward
    if not position.rules.duel:
        return position.board.place(min(onward, key=cells.__getitem__))
    last = [cell for cell in onward if position.path and replace(position, path=(*position.path, cell)).seen.over]
    return position.board.place(max(last or onward, key=cells.__getitem__))


def lots(position: Position, random: Random, limits: Limits) -> Move:
    """Go anywhere."""
    return position.board.place(random.choice(position.seen.onward))


def _enough(limits: Limits) -> Limits:
    """Return limits that always end."""
    return replace(limits, nodes=NODES) if limits.nodes is None and limits.seconds is None else limits


def ahead(position: Position, limits: Limits) -> Mapping[str, Any]:
    """Return the best continuation of a path, its sum as `value` and a `bound` of it, as the kernel tells them.

    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.model import Board
    >>> ahead(Position(GameRules(2), Board(2, (1, 1, 1, 2)), (3,)), Limits())
    {'value': 2, 'bound': 2, 'path': (3,)}
    """
    return ask("best", position.board, limits, path=position.path).reply


def payoffs(position: Position, limits: Limits) -> dict[Cell, int]:
    """Return what the player to move in a duel gets by each move, less than 0 where he loses; nothing at a limit.

    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.model import Board
    >>> payoffs(Position(GameRules(2, duel=True), Board(2, (1, 1, 1, 2)), (0,)), Limits())
    {1: -4, 2: -4, 3: 3}
    """
    return dict(ask("duel", position.board, limits, path=position.path).reply["moves"])


def advice(position: Position, move: Move, locale: str) -> str:
    """Say what the bot would do, and what comes of it."""
    if isinstance(move, str):
        return translate("Stop.", locale)
    at, limits = write_cell(move), _enough(Limits())
    if position.rules.duel:
        found = payoffs(position, limits)
        if not found:
            return translate("Go to {cell}; there was no time to find out who wins.", locale, cell=at)
        best = max(found.values())
        message = mark("Go to {cell}: you win {points}.") if best > 0 else mark("Go to {cell}: you lose {points}.")
        return translate(message, locale, cell=at, points=abs(best))
    after, whole = (ahead(one, limits) for one in (play(position, move), replace(position, path=())))
    if after["value"] >= whole["bound"]:
        return translate("Go to {cell}: {sum} is still possible, the best score.", locale, cell=at, sum=after["value"])
    if after["bound"] >= whole["value"]:
        return translate("Go to {cell}; there was no time to compute the possible score.", locale, cell=at)
    message = mark("Go to {cell}: {sum} is still possible; the best score is lost.")
    return translate(message, locale, cell=at, sum=after["bound"])
