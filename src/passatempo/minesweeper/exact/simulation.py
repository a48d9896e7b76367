"""Many games in the kernel: their minefields, their policies and their results.

The same seed and index give the same minefield to every policy, on any number of threads.
"""

import time
from dataclasses import dataclass, replace
from operator import index
from typing import Any, Literal, Protocol, TypeAlias

from passatempo.core.errors import BotFault, UsageError, quote
from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import StopReason
from passatempo.core.random import Random
from passatempo.core.text import refuse_large
from passatempo.games.players import custom_strategy
from passatempo.minesweeper.exact.methods import board_record, safe
from passatempo.minesweeper.generate import PRESETS
from passatempo.minesweeper.model import COVERED, Board, Cell, Place, Variant
from passatempo.minesweeper.policies import MOST_CELLS, RULE, policy_of
from passatempo.minesweeper.text import write_place

Promise: TypeAlias = Literal["safe", "opening"]
OPEN = 0  # the number of this move in the kernel


class Policy(Protocol):
    """A policy of your own: a function, or a callable object with a `name`.

    It gets the board and a stream of random numbers, which depends on the seed and the index of the game. It is called
    after the first click, whenever no covered cell is certainly safe. Safe cells are opened without a call.
    """

    def __call__(self, board: Board, random: Random, /) -> Place:
        """Choose a covered cell by its row and column from 0."""


Who: TypeAlias = "str | Policy | tuple[str, Policy]"  # a policy by name, or a custom one, perhaps with a name


@dataclass(frozen=True, slots=True)
class Deal:
    """The parameters of a game: the size, the mines, the first click, and its guarantee.

    The first cell holds no mine. With `opening` its neighbours hold none either.

    Examples
    --------
    >>> Deal(16, 30, 99, "safe", (0, 0)).board.covered
    480

    Raises
    ------
    UsageError
        If there are more mines than room for them, or the first cell is off the board.
    """

    rows: int
    columns: int
    mines: int
    promise: Promise = "safe"
    first: Place = (0, 0)
    variant: Variant = "square"

    def __post_init__(self) -> None:
        refuse_large(self.rows, self.columns, MOST_CELLS)
        if self.rows < 1 or self.columns < 1:
            raise UsageError(f"{self.rows} x {self.columns} cells: at least 1 is needed")
        row, column = self.first
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise UsageError(f"click: ({row + 1}, {column + 1}) is not a cell of {self.rows} x {self.columns}")
        if not 0 <= self.mines <= self.mine_limit:
            raise UsageError(f"mines: {self.mines} do not fit, there is room for {self.mine_limit} of them")

    @property
    def board(self) -> Board:
        """The board before the first click."""
        return Board(self.rows, self.columns, bytes([COVERED]) * (self.rows * self.columns), self.mines, self.variant)

    @property
    def cell(self) -> Cell:
        """The first cell."""
        return self.first[0] * self.columns + self.first[1]

    @property
    def mine_limit(self) -> int:
        """The number of mines that fit."""
        closed_board = Board(self.rows, self.columns, bytes([COVERED]) * (self.rows * self.columns), None, self.variant)
        near = len(closed_board.surface.neighbours(self.cell)) if self.promise == "opening" else 0
        return self.rows * self.columns - 1 - near


def first_cell(promise: Promise, field: tuple[int, int, int]) -> Place:
    """Return the first click of the published rates for a field; on a small field, the nearest place that fits.

    >>> first_cell("opening", (16, 30, 99)), first_cell("safe", (16, 30, 99)), first_cell("opening", (1, 5, 1))
    ((3, 3), (0, 0), (0, 2))
    """
    if promise == "safe":
        return 0, 0
    first_offset = 3 if field == PRESETS["expert"] else 2
    return min(first_offset, max(0, field[0] - 1)), min(first_offset, max(0, field[1] - 1))


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive games.

    Parameters
    ----------
    first_index
        The index of the first game.
    weights
        For each game, 1 if won and 0 if lost, or the chance with which it was survived.
    guesses
        For each game, the number of turns without a safe cell.
    seconds
        The time of all threads together.
    games
        The games, if they are kept: their `layout`, the `clicks` in order, and 1 for each `guessed` click.
    is_complete
        Whether all games were played. A limit or Ctrl-C may come first.
    """

    first_index: int
    weights: tuple[float, ...]
    guesses: tuple[int, ...]
    seconds: float
    games: tuple[Any, ...]
    is_complete: bool


def simulate(
    deal: Deal,
    policy: Who,
    first: int,
    count: int,
    *,
    weigh: bool = False,
    keep: bool = False,
    limits: Limits = Limits(),
) -> Chunk:
    """Play the games `first`, `first` + 1, ... by a policy; games of a custom policy are played to the end, never kept.

    Parameters
    ----------
    deal, policy
        The parameters of the games, and the policy.
    first, count
        The index of the first game, and the number of games.
    weigh
        Estimate by survival weights. No game is lost; each counts with the chance to have survived its guesses.
    keep
        Whether to keep the games.
    limits
        `seed` determines the minefields, and `threads` is the number of threads.

    Examples
    --------
    >>> played = simulate(Deal(8, 8, 10), "least-chance", 1, 100)
    >>> len(played.weights), set(played.weights) <= {0.0, 1.0}
    (100, True)
    """
    if not isinstance(policy, str):
        return _user_games(deal, *custom_strategy("policy", policy), first, count, limits)
    start_time = time.process_time()
    simulation = Interface.of("minesweeper").ask(
        "simulate",
        limits,
        board=board_record(deal.board),
        first=deal.cell,
        opening=deal.promise == "opening",
        policy=[*policy_of(policy).settings().values()],
        weigh=weigh,
        seed=limits.seed % 2**64,
        start=first,
        count=count,
        threads=limits.threads,
        keep=keep,
    )
    process_seconds = time.process_time() - start_time
    weights, guesses, games = simulation.reply.values()
    return Chunk(first, weights, guesses, process_seconds, games, simulation.stop is StopReason.DONE)


def _user_games(deal: Deal, name: str, policy: Policy, first: int, count: int, limits: Limits) -> Chunk:
    """Play games by a custom policy, on the minefields that the kernel deals to every policy."""
    deadline, game_scores = Deadline(limits), list[tuple[float, int]]()
    deal_chunk = simulate(deal, RULE, first, count, keep=True, limits=limits)
    start_time = time.process_time()
    for number, game in enumerate(deal_chunk.games, first):
        if deadline.poll():
            break
        random = Random(limits.seed, "minesweeper", "policy", number)
        game_scores.append(_user_game(deal, game.layout, name, policy, random))
    weights, guesses = tuple([won for won, _ in game_scores]), tuple([guess_count for _, guess_count in game_scores])
    return Chunk(first, weights, guesses, time.process_time() - start_time, (), len(game_scores) == count)


def _user_game(deal: Deal, mine: bytes, name: str, policy: Policy, random: Random) -> tuple[float, int]:
    """Play a game; return 1 if it is won and 0 if it is lost, and the number of guesses."""
    board, guesses, cells_to_open = deal.board, 0, [deal.cell]
    near, rows, columns, cells, _ = board_record(board)
    field = {"near": near, "rows": rows, "columns": columns, "mine": mine, "deed": OPEN}
    while True:
        for cell in cells_to_open:
            move_reply = Interface.of("minesweeper").ask("play", **field, cells=cells, cell=cell).reply
            if move_reply["won"] or move_reply["hit"]:
                return float(move_reply["won"]), guesses
            cells = bytes(move_reply["cells"]) or cells  # empty if a zero has already opened the cell
        board = replace(board, cells=cells)
        cells_to_open = [row * columns + column for row, column in safe(board).result().safe]
        if not cells_to_open:
            cells_to_open, guesses = [_user_choice(name, policy, board, random)], guesses + 1


def _user_choice(name: str, policy: Policy, board: Board, random: Random) -> Cell:
    """Return the cell that a policy chooses, which must be covered."""
    place = policy(board, random)
    try:
        row, column = map(index, place)
    except (TypeError, ValueError) as error:
        raise BotFault(f"the policy {name} returned {quote(place)}, which is not a cell") from error
    cell = board.cell(row, column)
    if cell is None or board.cells[cell] != COVERED:
        cell_state = "off the board" if cell is None else "open"
        raise BotFault(f"the policy {name} opened {write_place((row, column))}, which is {cell_state}")
    return cell
