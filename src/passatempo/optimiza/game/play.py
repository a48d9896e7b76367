"""The game move by move, by the rules of the kernel. State and view are the same, because nothing is hidden.

Algorithm and rules: `kernel/game.cpp`, by the questions of `kernel/interface.toml`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.interface import Interface, KernelAnswer
from passatempo.core.limits import Limits
from passatempo.core.messages import mark, message
from passatempo.core.methods import resolve
from passatempo.core.pastime import Shape
from passatempo.games.values import Deal, Opening, Result, write_cell
from passatempo.optimiza.game.rules import GameRules
from passatempo.optimiza.json import BOARD
from passatempo.optimiza.model import VARIANTS, Board, Cell, Levels

Place: TypeAlias = tuple[int, int]  # row and column, from 0
Move: TypeAlias = "Place | Literal['stop']"
STOP: Literal["stop"] = "stop"
LEVELS = ("none", "X", "Y", "expert", "Z")  # the score of a path is the place of the highest that it reaches
FAULTS = (  # in the order of the kernel
    "",
    mark("{cell} is not on the board"),
    mark("{cell} is not your number of squares away in a straight line"),
    mark("{cell} has a smaller number"),
    mark("you have visited {cell} already"),
)
NODES = 2_000_000  # of the levels: a second; random boards need some hundreds
NO_LIMITS = Limits()
KERNEL = Interface.of("optimiza")
DEAL = BOARD


@dataclass(frozen=True, slots=True)
class Position:
    """The rules, the board, the path so far, and whether it was ended by hand."""

    rules: GameRules
    board: Board
    path: tuple[Cell, ...] = ()
    stopped: bool = False

    @property
    def kernel_view(self) -> Any:
        """The kernel's view of the path: its `sum`, the broken `rule`, the targets `onward` and whether it is `over`.

        >>> Position(GameRules(2), Board(2, (1, 1, 1, 2)), (0,)).kernel_view.onward
        (1, 2, 3)
        """
        return _kernel_view(self.board, self.path, self.rules.duel)

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow."""
        return self.stopped or bool(self.kernel_view.over)

    @property
    def places(self) -> tuple[Place, ...]:
        """The path as rows and columns."""
        return tuple(map(self.board.place, self.path))


def ask_kernel(question: str, board: Board, limits: Limits = NO_LIMITS, **request: Any) -> KernelAnswer:
    """Ask the kernel about a board."""
    return KERNEL.ask(question, limits, board=_pack_board(board), **request)


@lru_cache(maxsize=8)
def _pack_board(board: Board) -> bytes:
    return KERNEL.pack("Board", (board.n, VARIANTS.index(board.variant), board.cells))


@lru_cache(maxsize=64)  # asked for again and again
def _kernel_view(board: Board, path: tuple[Cell, ...], duel: bool) -> SimpleNamespace:
    return SimpleNamespace(**ask_kernel("look", board, path=path, duel=duel).reply)


def start(rules: GameRules, seats: int, deal: Deal) -> Position:
    """Return the position where a game begins: a random board of the seed, or the board given.

    >>> start(GameRules(4), 1, Deal(7)).board == start(GameRules(4), 1, Deal(7)).board
    True
    """
    if seats != rules.seats:
        message = f"{'a duel is' if rules.duel else 'a path is looked for'} by {rules.seats}, not {seats}"
        raise InvalidInstance([Violation("seats", message)])
    if deal.deal_content is None:
        seed, variant = str(deal.seed or 0).encode(), VARIANTS.index(rules.variant)
        deal_reply = KERNEL.ask("deal", n=rules.N, variant=variant, seed=seed, chosen=False).reply
        return Position(rules, Board(rules.N, deal_reply["cells"], rules.variant))
    board: Board = deal.deal_content
    if (board.n, board.variant) != (rules.N, rules.variant):
        message = f"the board is {board.variant} with N = {board.n}, by the rules {rules.variant} with N = {rules.N}"
        raise InvalidInstance([Violation("other-rules", message)])
    return Position(rules, board)


def seat(position: Position) -> int:
    """Return the seat to move. In a duel the first seat places the piece, and the second moves first."""
    return len(position.path) % 2 if position.rules.duel else 0


def view(position: Position, seat: int) -> Position:
    """Return the view of a seat, which is the whole state."""
    return position


def judge(position: Position, move: Move) -> tuple[Violation, ...]:
    """Describe the error in a move.

    >>> judge(start(GameRules(4), 1, Deal(7)), "stop")[0].text
    'there is no path to stop yet'
    """
    fault = _move_fault(position, move)
    return (Violation("illegal-move", fault),) if fault else ()


def _move_fault(position: Position, move: Move) -> str:
    if isinstance(move, str):
        if position.rules.duel:
            return message(mark("in a duel you cannot stop or pass"))
        return "" if position.path else message(mark("there is no path to stop yet"))
    cell = position.board.cell(*move)
    path = (*position.path, len(position.board.cells) if cell is None else cell)
    words = FAULTS[replace(position, path=path).kernel_view.rule]
    if not (words or position.path or cell in position.kernel_view.onward):
        words = mark("{cell} has no next move: put the piece on a square that has one")
    return message(words, cell=write_cell(move)) if words else ""


def play(position: Position, move: Move) -> Position:
    """Return the position after a move."""
    if isinstance(move, str):
        return replace(position, stopped=True)
    cell = position.board.cell(*move)
    assert cell is not None
    return replace(position, path=(*position.path, cell))


def result(position: Position) -> Result | None:
    """Return the result. In a duel the player of the last move takes the sum. Alone, Z wins and the level counts."""
    if not position.is_over:
        return None
    if position.rules.duel:
        winner, points = (len(position.path) - 1) % 2, position.kernel_view.sum
        return Result((winner,), (points, -points) if winner == 0 else (-points, points), "won")
    level_index = highest_level(position)
    return Result((0,), (level_index,), "won") if LEVELS[level_index] == "Z" else Result((), (level_index,), "finished")


@lru_cache(maxsize=8)  # the result is needed repeatedly
def levels_of(board: Board) -> Levels | None:
    """Return the levels of a board; None where they cannot be found in time."""
    board_levels: Levels | None = resolve("passatempo.optimiza.exact.levels:levels")(board, Limits(nodes=NODES)).answer
    return board_levels


def highest_level(position: Position) -> int:
    """Return the place in `LEVELS` of the highest level that a path reaches."""
    board_levels = levels_of(position.board)
    if board_levels is None:
        return 0
    sums = (0, board_levels.x, board_levels.y, board_levels.expert, board_levels.z)
    return max(at for at, level_sum in enumerate(sums) if position.kernel_view.sum >= level_sum)


def moves(position: Position) -> tuple[Move, ...]:
    """Return the legal moves; none once the game is over.

    >>> len(moves(start(GameRules(4), 1, Deal(7))))
    16
    """
    if position.is_over:
        return ()
    places: tuple[Move, ...] = tuple(map(position.board.place, position.kernel_view.onward))
    return (*places, STOP) if position.path and not position.rules.duel else places


def _load_move(raw: Any) -> Move:
    if raw == {"stop": True}:
        return STOP
    if isinstance(raw, list) and len(raw) == 2 and all(type(part) is int and 0 < part < 2**31 for part in raw):
        return raw[0] - 1, raw[1] - 1
    raise FormatError(f"{quote(raw)} is neither a row and a column nor a stop", where="move", kind="bad-move")


def _dump_move(move: Move) -> Any:
    return {"stop": True} if isinstance(move, str) else [move[0] + 1, move[1] + 1]


MOVE = Shape(list, _load_move, _dump_move)


def opening(board: Board, game_options: Mapping[str, Any]) -> Opening:
    """Return the game on a board; `game_options` may ask for a duel.

    >>> from passatempo.optimiza.model import Board
    >>> opening(Board(2, (1, 1, 1, 2)), {"duel": True}).rules
    GameRules(N=2, variant='torus-queen', duel=True)
    """
    duel = bool(game_options.get("duel", game_options.get("preset") == "duel"))
    return Opening(GameRules(board.n, board.variant, duel), Deal(deal_content=board))


def instance(position: Position) -> Board:
    """Return the board for the pastime's questions."""
    return position.board


def summary(position: Position) -> dict[str, int]:
    """Return the extra statistics of a game: the sum, the number of cells and, alone, the best sum Z."""
    path_summary = {"sum": position.kernel_view.sum, "cells": len(position.path)}
    board_levels = None if position.rules.duel else levels_of(position.board)
    return path_summary if board_levels is None else {**path_summary, "z": board_levels.z}
