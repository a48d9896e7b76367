"""The game move by move; nothing is hidden, so that state and view are the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.limits import Limits
from passatempo.core.methods import resolve
from passatempo.core.pastime import Shape
from passatempo.core.play.values import Deal, Opening, Result
from passatempo.core.random import Random
from passatempo.core.words import mark, told
from passatempo.optimiza.game.rules import GameRules
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.geometry import landings
from passatempo.optimiza.json import BOARD
from passatempo.optimiza.rules import verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.optimiza.model import Board, Cell, Levels

Place: TypeAlias = tuple[int, int]  # row and column, from 0
Move: TypeAlias = "Place | Literal['stop']"
STOP: Literal["stop"] = "stop"
LEVELS = ("none", "X", "Y", "expert", "Z")  # the score of a path is the place of the highest that it reaches
FAULTS = {
    "off-board": mark("{cell} is not on the board"),
    "not-straight": mark("{cell} is not your number of squares away in a straight line"),
    "smaller": mark("{cell} has a smaller number"),
    "used": mark("you have visited {cell} already"),
}
NODES = 2_000_000  # of the levels: a second; random boards need some hundreds
DEAL = BOARD


@dataclass(frozen=True, slots=True)
class Position:
    """The rules, the board, the path so far, and whether it was ended by hand."""

    rules: GameRules
    board: Board
    path: tuple[Cell, ...] = ()
    stopped: bool = False

    @property
    def onward(self) -> tuple[Cell, ...]:
        """The cells where the piece may go, in reading order; every cell before there is a path.

        >>> from passatempo.optimiza.game.rules import GameRules
        >>> from passatempo.optimiza.model import Board
        >>> Position(GameRules(2), Board(2, (1, 1, 1, 2)), (0,)).onward
        (1, 2, 3)
        """
        if not self.path:
            return tuple([cell for cell in range(len(self.board.cells)) if not self.rules.duel or self.leads(cell)])
        return tuple(sorted(set(self.leads(self.path[-1])) - set(self.path)))

    def leads(self, cell: Cell) -> list[Cell]:
        """Return where moves from a cell lead, used cells among them."""
        board = self.board
        own = board.cells[cell]
        return [d for d in landings(board.variant, board.n, *board.place(cell), own) if board.cells[d] >= own]

    @property
    def sum(self) -> int:
        """The sum of the path."""
        return sum([self.board.cells[cell] for cell in self.path])

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow."""
        return self.stopped or (bool(self.path) and not self.onward)

    @property
    def places(self) -> tuple[Place, ...]:
        """The path as rows and columns."""
        return tuple(map(self.board.place, self.path))


def start(rules: GameRules, seats: int, deal: Deal) -> Position:
    """Return the position where a game begins: a random board of the seed, or the board given.

    >>> start(GameRules(4), 1, Deal(7)).board == start(GameRules(4), 1, Deal(7)).board
    True
    """
    if seats != rules.seats:
        message = f"{'a duel is' if rules.duel else 'a path is looked for'} by {rules.seats}, not {seats}"
        raise InvalidInstance([Violation("seats", message)])
    if deal.given is None:
        random = Random(deal.seed or 0, "optimiza", "deal")
        return Position(rules, generate(Params(rules.N, rules.variant), random))
    board: Board = deal.given
    if (board.n, board.variant) != (rules.N, rules.variant):
        message = f"the board is {board.variant} with N = {board.n}, by the rules {rules.variant} with N = {rules.N}"
        raise InvalidInstance([Violation("other-rules", message)])
    return Position(rules, board)


def seat(position: Position) -> int:
    """Return who is to move; in a duel the first seat puts the piece, and the second moves first."""
    return len(position.path) % 2 if position.rules.duel else 0


def view(position: Position, seat: int) -> Position:
    """Return what a seat sees: all there is."""
    return position


def judge(position: Position, move: Move) -> tuple[Violation, ...]:
    """Say what is wrong with a move.

    >>> judge(start(GameRules(4), 1, Deal(7)), "stop")[0].text
    'there is no path to stop yet'
    """
    fault = _stop_fault(position) if isinstance(move, str) else _fault(position, move)
    return (Violation("illegal-move", fault),) if fault else ()


def _stop_fault(position: Position) -> str:
    if position.rules.duel:
        return told(mark("in a duel you cannot stop or pass"))
    return "" if position.path else told(mark("there is no path to stop yet"))


def _fault(position: Position, place: Place) -> str:
    at = f"{place[0] + 1} {place[1] + 1}"
    cell = position.board.cell(*place)
    if cell is not None and cell in position.onward:
        return ""
    if cell is not None and not position.path:
        return told(mark("{cell} has no next move: put the piece on a square that has one"), cell=at)
    rule = verdict(position.board, [*position.places, place]).rule
    return told(FAULTS[rule], cell=at)


def play(position: Position, move: Move) -> Position:
    """Return the position after a move."""
    if isinstance(move, str):
        return replace(position, stopped=True)
    cell = position.board.cell(*move)
    assert cell is not None
    return replace(position, path=(*position.path, cell))


def result(position: Position) -> Result | None:
    """Say how the game ended: in a duel who made the last move takes the sum; alone Z wins, and the level counts."""
    if not position.is_over:
        return None
    if position.rules.duel:
        winner, points = (len(position.path) - 1) % 2, position.sum
        return Result((winner,), (points, -points) if winner == 0 else (-points, points), "won")
    reached = level(position)
    return Result((0,), (reached,), "won") if LEVELS[reached] == "Z" else Result((), (reached,), "finished")


@lru_cache(maxsize=8)  # the result is asked for again and again
def levels_of(board: Board) -> Levels | None:
    """Return the levels of a board; None where they cannot be found in time."""
    found: Levels | None = resolve("passatempo.optimiza.exact.levels:levels")(board, Limits(nodes=NODES)).answer
    return found


def level(position: Position) -> int:
    """Return the place in `LEVELS` of the highest level that a path reaches."""
    found = levels_of(position.board)
    if found is None:
        return 0
    sums = (0, found.x, found.y, found.expert, found.z)
    return max(at for at, least in enumerate(sums) if position.sum >= least)


def moves(position: Position) -> tuple[Move, ...]:
    """Return the legal moves; none once the game is over.

    >>> len(moves(start(GameRules(4), 1, Deal(7))))
    16
    """
    if position.is_over:
        return ()
    places: tuple[Move, ...] = tuple(map(position.board.place, position.onward))
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


def opening(board: Board, said: Mapping[str, Any]) -> Opening:
    """Return the game on a board; `said` may ask for a duel.

    >>> from passatempo.optimiza.model import Board
    >>> opening(Board(2, (1, 1, 1, 2)), {"duel": True}).rules
    GameRules(N=2, variant='torus-queen', duel=True)
    """
    duel = bool(said.get("duel", said.get("preset") == "duel"))
    return Opening(GameRules(board.n, board.variant, duel), Deal(given=board))


def instance(position: Position) -> Board:
    """Return the board that the pastime's questions are asked of."""
    return position.board


def summary(position: Position) -> dict[str, int]:
    """Return what statistics keep beside the result: the sum, the cells landed on, and alone the best sum Z."""
    kept = {"sum": position.sum, "cells": len(position.path)}
    found = None if position.rules.duel else levels_of(position.board)
    return kept if found is None else {**kept, "z": found.z}
