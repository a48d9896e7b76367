"""The unit of match campaigns: a pair of games between two players."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from passatempo.core.errors import UsageError, quote
from passatempo.core.random import Random
from passatempo.mnk.lines import Cell
from passatempo.mnk.matches.match import GameRecord, play_game
from passatempo.mnk.matches.openings import is_over
from passatempo.mnk.matches.seats import Seat, make_seat
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import MOST_SIDE, check_integer

TRIES = 1000  # random openings before a board counts as too small


@dataclass(frozen=True, slots=True)
class PairParams:
    """The players and the board of a pair."""

    board: str = field(default="7,7,5", metadata={"help": "rows, columns, marks in a row"})
    first: str = field(default="corrado", metadata={"help": "a method of `move`, with settings"})
    second: str = field(default="engine", metadata={"help": "the other"})
    first_nodes: int = field(default=2000, metadata={"help": "nodes of a move of the first"})
    second_nodes: int = field(default=2000, metadata={"help": "nodes of a move of the second"})
    opening: int = field(default=2, metadata={"help": "number of random marks before both games"})
    most_moves: int = field(default=200, metadata={"help": "most moves of a game; a longer game is a draw"})

    def __post_init__(self) -> None:
        rules_of(self.board)
        for name in ("first_nodes", "second_nodes", "most_moves"):
            check_integer(name, getattr(self, name), 1, 10**12)
        check_integer("opening", self.opening, 0, 20)
        for player, nodes in ((self.first, self.first_nodes), (self.second, self.second_nodes)):
            make_seat(player, 0.0, nodes).close()


@lru_cache(maxsize=64)
def rules_of(board: str) -> Rules:
    """Read a board.

    >>> rules_of("7,7,5").k
    5
    """
    words = board.split(",")
    if len(words) != 3 or not all(word.strip().isascii() and word.strip().isdecimal() for word in words):
        raise UsageError(f"board: {quote(board)} is not a board such as 15,15,5")
    sizes = [int(word) for word in words]
    for size in sizes:
        check_integer("board", size, 1, MOST_SIDE)
    return Rules(sizes[0], sizes[1], sizes[2])


def pair(params: PairParams, rng: Random) -> dict[str, Any]:
    """Draw a random opening and play it twice, with each player first once; return the first player's share.

    Limits are nodes instead of seconds, so that the games are the same on every machine.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> row = pair(PairParams("3,3,3", "proof", "reference", 10**6, 10**6, opening=0), Random(1))
    >>> row["share"], row["draws"]
    (0.5, 2)
    """
    rules = rules_of(params.board)
    opening = _random_opening(rules, params.opening, rng)
    games = [_play_game(params, rules, opening, first) for first in (0, 1)]
    won, lost = (sum(game.winner == player for game in games) for player in (0, 1))
    return {
        "share": sum(game.score(0) for game in games) / 2,
        "wins": won,
        "losses": lost,
        "draws": 2 - won - lost,
        "moves": sum(len(game.moves) for game in games),
        "points": sum(game.points(0) for game in games),
        "points_of_second": sum(game.points(1) for game in games),
    }


def _play_game(params: PairParams, rules: Rules, opening: tuple[Cell, ...], first: int) -> GameRecord:
    """Play one game; an engine starts with an empty table."""
    seats: list[Seat] = [
        make_seat(params.first, 0.0, params.first_nodes),
        make_seat(params.second, 0.0, params.second_nodes),
    ]
    try:
        return play_game(rules, seats, first, opening=opening, most_moves=params.most_moves)
    finally:
        for player_seat in seats:
            player_seat.close()


def _random_opening(rules: Rules, marks: int, rng: Random) -> tuple[Cell, ...]:
    """Place random marks in turn on free cells, so that nobody has won yet."""
    if marks >= rules.size:
        raise UsageError(f"opening: {marks} marks leave no game on {rules.m} x {rules.n}")
    for _ in range(TRIES):
        moves = rng.sample(range(rules.size), marks)
        if not is_over(rules, moves):
            return tuple(moves)
    raise UsageError(f"opening: no {marks} marks on {rules.m},{rules.n},{rules.k} leave the game open")
