"""The bots: a perfect player, alone and in a duel, a greedy one and a random one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from passatempo.core.limits import Limits
from passatempo.core.messages import mark, translate
from passatempo.core.random import Random
from passatempo.games.values import write_cell
from passatempo.optimiza.game.play import Move, Position, ask_kernel, play
from passatempo.optimiza.model import Cell

NODES = 200_000  # states of a duel or of a search in a move, where nobody says; random boards need some thousands


def perfect(position: Position, random: Random, limits: Limits) -> Move:
    """Make the move with the best possible result, in a duel the greatest win or the least loss.

    A duel on a board of connected equal numbers may be too large. The bot is greedy then.

    >>> from passatempo.core.random import Random
    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.model import Board
    >>> perfect(Position(GameRules(2, duel=True), Board(2, (1, 1, 1, 2)), (0,)), Random(1), Limits())
    (1, 1)
    """
    if position.rules.duel:
        cell_payoffs = duel_payoffs(position, _default_limits(limits))
        best = max(cell_payoffs, key=cell_payoffs.__getitem__, default=None)
    else:
        best = next(iter(best_completion(position, _default_limits(limits))["path"][len(position.path) :]), None)
    return greedy(position, random, limits) if best is None else position.board.place(best)


def greedy(position: Position, random: Random, limits: Limits) -> Move:
    """Go to the smallest number. In a duel, win at once if possible, else go to the greatest number."""
    cells, next_cells = position.board.cells, position.kernel_view.onward
    if not position.rules.duel:
        return position.board.place(min(next_cells, key=cells.__getitem__))
    last = [
        cell for cell in next_cells if position.path and replace(position, path=(*position.path, cell)).kernel_view.over
    ]
    return position.board.place(max(last or next_cells, key=cells.__getitem__))


def lots(position: Position, random: Random, limits: Limits) -> Move:
    """Make a random legal move."""
    return position.board.place(random.choice(position.kernel_view.onward))


def _default_limits(limits: Limits) -> Limits:
    """Return limits that always end."""
    return replace(limits, nodes=NODES) if limits.nodes is None and limits.seconds is None else limits


def best_completion(position: Position, limits: Limits) -> Mapping[str, Any]:
    """Return the best continuation of a path, its sum as `value` and a `bound` of it, as the kernel tells them.

    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.model import Board
    >>> best_completion(Position(GameRules(2), Board(2, (1, 1, 1, 2)), (3,)), Limits())
    {'value': 2, 'bound': 2, 'path': (3,)}
    """
    return ask_kernel("best", position.board, limits, path=position.path).reply


def duel_payoffs(position: Position, limits: Limits) -> dict[Cell, int]:
    """Return what the player to move in a duel gets by each move, less than 0 where he loses; nothing at a limit.

    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.model import Board
    >>> duel_payoffs(Position(GameRules(2, duel=True), Board(2, (1, 1, 1, 2)), (0,)), Limits())
    {1: -4, 2: -4, 3: 3}
    """
    return dict(ask_kernel("duel", position.board, limits, path=position.path).reply["moves"])


def advice(position: Position, move: Move, locale: str) -> str:
    """Describe the bot's move and its result."""
    if isinstance(move, str):
        return translate("Stop.", locale)
    at, limits = write_cell(move), _default_limits(Limits())
    if position.rules.duel:
        cell_payoffs = duel_payoffs(position, limits)
        if not cell_payoffs:
            return translate("Go to {cell}; there was no time to find out who wins.", locale, cell=at)
        best = max(cell_payoffs.values())
        message = mark("Go to {cell}: you win {points}.") if best > 0 else mark("Go to {cell}: you lose {points}.")
        return translate(message, locale, cell=at, points=abs(best))
    move_answer, board_answer = (
        best_completion(game_position, limits) for game_position in (play(position, move), replace(position, path=()))
    )
    if move_answer["value"] >= board_answer["bound"]:
        return translate(
            "Go to {cell}: {sum} is still possible, the best score.", locale, cell=at, sum=move_answer["value"]
        )
    if move_answer["bound"] >= board_answer["value"]:
        return translate("Go to {cell}; there was no time to compute the possible score.", locale, cell=at)
    message = mark("Go to {cell}: {sum} is still possible; the best score is lost.")
    return translate(message, locale, cell=at, sum=move_answer["bound"])
