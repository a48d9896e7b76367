"""Games between players: one game, a match of paired games with the file of its games, the course tournament.

A game ends with a line, on a full board, when no side has a line left, or as a draw after a set number of moves.
A player who exceeds the limit, gives no legal move, or fails loses.
"""

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, Literal, Self, TypeAlias

from passatempo.core.errors import FormatError, PassatempoError, quote
from passatempo.core.input import complete_lines
from passatempo.core.interrupt import without_interrupts
from passatempo.core.json import convert, decode, encode
from passatempo.core.limits import CONTROL_SIZE, Cancel
from passatempo.mnk.json import write_pair
from passatempo.mnk.lines import Cell
from passatempo.mnk.matches.elo import Rating, rate_pairs
from passatempo.mnk.matches.seats import Seat, SeatFailure, make_seat
from passatempo.mnk.model import Position, after, played
from passatempo.mnk.rules import MARKS, Result, Rules
from passatempo.mnk.text import position_of

LOOK = 0.05  # seconds between two polls of the cancel switch
GRACE = 0.1  # seconds for processes to leave their games
End: TypeAlias = Literal["line", "full", "dead", "moves", "time", "failed"]
ENDS: dict[End, str] = {
    "line": "a line",
    "full": "the board is full",
    "dead": "no line is left",
    "moves": "the stated number of moves",
    "time": "out of time",
    "failed": "no legal move",
}
# The 25 boards of the course tournament (m, n, k). Source: its ranking sheet of 2022.
TOURNAMENT = (
    (3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (5, 5, 5), (6, 4, 4), (6, 5, 4), (6, 6, 4),
    (6, 6, 5), (6, 6, 6), (7, 4, 4), (7, 5, 4), (7, 6, 4), (7, 7, 4), (7, 5, 5), (7, 6, 5), (7, 7, 5), (7, 7, 6),
    (7, 7, 7), (8, 8, 4), (10, 10, 5), (50, 50, 10), (70, 70, 10),
)  # fmt: skip
MOST_BYTES = 1 << 30  # of a file: a million games of some hundred moves
DIGITS = 4  # of seconds


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game.

    Parameters
    ----------
    rules, moves
        The board, and all moves, the opening's included.
    opening_length
        The number of moves of the opening.
    first_player
        Which of the two players (0 or 1) moved first after the opening.
    winner
        The player (0 or 1) who won; None for a draw.
    end, failure_message
        Why the game ended, and the message of a player who failed.
    slowest_seconds
        The longest time of a move of each player, in seconds.
    used_seconds
        The total time of the moves of each player, in seconds.
    """

    rules: Rules
    moves: tuple[Cell, ...]
    opening_length: int
    first_player: int
    winner: int | None
    end: End
    failure_message: str = ""
    slowest_seconds: tuple[float, float] = (0.0, 0.0)
    used_seconds: tuple[float, float] = (0.0, 0.0)

    def points(self, player: int) -> int:
        """Return the points of the course tournament: 3 for a win as second player, 2 for another, 1 for a draw."""
        if self.winner is None:
            return 1
        if self.winner != player:
            return 0
        by_line = self.end == "line"
        return 3 if by_line and self.first_player != player else 2

    def score(self, player: int) -> float:
        """Return 1 for a win, a half for a draw, 0 for a loss."""
        return 0.5 if self.winner is None else float(self.winner == player)


PairOfGames: TypeAlias = tuple[GameRecord, GameRecord]  # from one opening, colours swapped


@dataclass(slots=True)
class Referee:
    """A game in progress, as the referee sees it."""

    seats: Sequence[Seat]
    first_player: int
    move_seconds: float | None
    move_limit: int
    slowest_seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    used_seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def ask_player(self, player: int, position: Position) -> tuple[Cell, End | None, str]:
        """Request a move from a player, and measure the time."""
        start_time = time.monotonic()
        try:
            cell = self.seats[player].move(position)
        except SeatFailure as failure:
            return -1, "failed", str(failure)
        move_time = time.monotonic() - start_time - self.seats[player].lost
        self.slowest_seconds[player] = max(self.slowest_seconds[player], move_time)
        self.used_seconds[player] += move_time
        fault = position.fault(cell)
        if fault:
            return cell, "failed", fault
        late = self.move_seconds is not None and move_time > self.move_seconds
        return cell, "time" if late else None, f"{move_time:.3f} s" if late else ""


def play_game(
    rules: Rules,
    seats: Sequence[Seat],
    first: int,
    *,
    seconds: float | None = None,
    opening: Sequence[Cell] = (),
    most_moves: int = 10**6,
) -> GameRecord:
    """Play one game.

    Parameters
    ----------
    rules
        The rules of the game.
    seats
        The two players; `first` (0 or 1) moves first after the opening.
    seconds
        The limit of a move; None for no limit.
    opening
        The moves of the opening.
    most_moves
        The number of moves after which the game is a draw.

    Examples
    --------
    >>> from passatempo.mnk.matches.seats import make_seat
    >>> played = play_game(Rules(3, 3, 3), [make_seat("proof", 9.0), make_seat("engine", 9.0, 2000)], 0)
    >>> played.winner, played.end in ("full", "dead")
    (None, True)
    """
    table = Referee(seats, first, seconds, most_moves)
    position = played(rules, opening)
    for number, player in enumerate(seats):
        try:
            player.begin_game(position, first=number == first)
        except SeatFailure as failure:
            return GameRecord(rules, position.moves, len(opening), first, 1 - number, "failed", str(failure))
    winner, end, end_details = _play_out(table, position)
    moves, slowest, used_seconds = tuple(end_details[1]), tuple(table.slowest_seconds), tuple(table.used_seconds)
    return GameRecord(
        rules,
        moves,
        len(opening),
        first,
        winner,
        end,
        end_details[0],
        (slowest[0], slowest[1]),
        (used_seconds[0], used_seconds[1]),
    )


def _play_out(table: Referee, position: Position) -> tuple[int | None, End, tuple[str, tuple[Cell, ...]]]:
    """Play until the game ends; return winner, end, and the failure message with the moves."""
    player = table.first_player
    while (
        (alive := after(position.rules, position.cells, 0)["alive"])
        and position.result is None
        and len(position.moves) < table.move_limit
    ):
        cell, fault, player_message = table.ask_player(player, position)
        if fault:
            return 1 - player, fault, (player_message, position.moves)
        position = position.play(cell)
        player = 1 - player
    end: End = "line" if position.won else "dead" if not alive else "full" if position.result else "moves"
    over = position.full_result if end == "dead" else position.result
    return _player_of(over, position, player), end, ("", position.moves)


def _player_of(over: Result | None, position: Position, mover: int) -> int | None:
    """Return the player (0 or 1) whose side has won, given the player to move; None if neither has."""
    if over is None or over == "draw":
        return None
    return mover if over == MARKS[position.to_move] else 1 - mover


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match: two players, boards with openings, and the limits.

    Parameters
    ----------
    players
        Their names, as `seats.make_seat` reads them.
    opening_pairs
        Boards with the opening of each pair of games; colours are swapped within a pair.
    seconds, nodes, threads
        The limits of a move.
    move_limit
        A longer game is a draw.
    """

    players: tuple[str, str]
    opening_pairs: tuple[tuple[Rules, tuple[Cell, ...]], ...]
    seconds: float = 1.0
    nodes: int | None = None
    threads: int = 1
    move_limit: int = 200


def run_match(
    plan: MatchPlan,
    concurrency: int = 1,
    should_stop: Callable[[Rating], bool] | None = None,
    cancel: Cancel | None = None,
    played: Sequence[PairOfGames] = (),
) -> Iterator[PairOfGames]:
    """Play the pairs of a match and yield each as it ends; stop when `should_stop` or `cancel` demands it.

    Pairs `played` earlier count, but are not yielded. Concurrent pairs have a process each, because players in one
    process would wait for the same interpreter.
    """
    pair_scores = [(first.score(0), second.score(0)) for first, second in played]
    if pair_scores and should_stop is not None and should_stop(rate_pairs(pair_scores)):
        return
    with _PlayerPool(concurrency) as players:
        left = plan.opening_pairs[len(pair_scores) :]
        with without_interrupts():
            futures = [players.pool.submit(_play_pair, plan, rules, opening) for rules, opening in left]
        for future in futures:
            while not future.done():
                wait([future], LOOK)
                if cancel is not None and cancel.cancelled:
                    return
            pair = future.result()
            pair_scores.append((pair[0].score(0), pair[1].score(0)))
            yield pair
            if should_stop is not None and should_stop(rate_pairs(pair_scores)):
                return


class _PlayerPool:
    """The thread or processes that play the pairs; leaving the context stops the games in progress."""

    def __init__(self, concurrency: int) -> None:
        self.pool: Executor
        if concurrency == 1:
            self.switch = Cancel()
            self.pool = ThreadPoolExecutor(1, initializer=_join_worker, initargs=(self.switch.flag,))
        else:
            context = multiprocessing.get_context("spawn")
            shared = context.RawArray("B", CONTROL_SIZE)
            self.switch = Cancel(memoryview(shared).cast("B"))
            self.pool = ProcessPoolExecutor(concurrency, context, initializer=_join_worker, initargs=(shared,))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Stop the games in progress, and terminate processes that do not react because they are just starting."""
        self.switch.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)
        if isinstance(self.pool, ProcessPoolExecutor):
            end = time.monotonic() + GRACE
            for child in multiprocessing.active_children():
                child.join(max(0.0, end - time.monotonic()))
                child.terminate()
        self.pool.shutdown(wait=True)


_SWITCH = threading.local()


def _join_worker(flag: Any) -> None:
    """Prepare a thread or process for its pairs; only the main process handles Ctrl-C."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    _SWITCH.cancel = Cancel(flag if isinstance(flag, bytearray) else memoryview(flag).cast("B"))


def _play_pair(plan: MatchPlan, rules: Rules, opening: tuple[Cell, ...]) -> PairOfGames:
    """Play an opening twice, so that each player moves first once."""
    seats = [make_seat(name, plan.seconds, plan.nodes, plan.threads, _SWITCH.cancel) for name in plan.players]
    limit = plan.seconds if plan.nodes is None else None
    try:
        games = [
            play_game(rules, seats, first, seconds=limit, opening=opening, most_moves=plan.move_limit)
            for first in (0, 1)
        ]
    finally:
        for player in seats:
            player.close()
    return games[0], games[1]


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game as stored in the file: the keys of an instance, the result, and the limits of the match.

    Parameters
    ----------
    m, n, k, moves
        The instance; rows and columns from 1, including the moves of the opening.
    opening
        The number of moves of the opening.
    first, second
        The players, in the order in which they moved after the opening.
    winner
        One of them; None for a draw.
    score
        The scores of `first` and `second`: 1 for a win, a half for a draw. They name the winner even if both have one
        name.
    end, said
        Why the game ended, and the message of a player who failed.
    slowest, thought
        The longest time of a move and the total time, in seconds, of `first` and of `second`.
    seconds, nodes, threads, most_moves
        The limits of the match.
    """

    m: int
    n: int
    k: int
    moves: list[tuple[int, int]]
    opening: int
    first: str
    second: str
    winner: str | None
    score: tuple[float, float]
    end: End
    said: str
    slowest: tuple[float, float]
    thought: tuple[float, float]
    seconds: float
    nodes: int | None
    threads: int
    most_moves: int


def game_line(plan: MatchPlan, game: GameRecord) -> str:
    """Write a game as a line of the file."""
    rules, first, second = game.rules, game.first_player, 1 - game.first_player
    match_game = MatchGame(
        m=rules.m,
        n=rules.n,
        k=rules.k,
        moves=_json_places(rules, game.moves),
        opening=game.opening_length,
        first=plan.players[first],
        second=plan.players[second],
        winner=None if game.winner is None else plan.players[game.winner],
        score=(game.score(first), game.score(second)),
        end=game.end,
        said=game.failure_message,
        slowest=(round(game.slowest_seconds[first], DIGITS), round(game.slowest_seconds[second], DIGITS)),
        thought=(round(game.used_seconds[first], DIGITS), round(game.used_seconds[second], DIGITS)),
        seconds=plan.seconds,
        nodes=plan.nodes,
        threads=plan.threads,
        most_moves=plan.move_limit,
    )
    return encode(match_game) + "\n"


def read_pairs(name: str, plan: MatchPlan) -> tuple[list[PairOfGames], int]:
    """Read the pairs of a match that was interrupted, and their length in bytes.

    A game without its partner, or an incomplete line, is left out.

    Raises
    ------
    FormatError
        If a line is not a game, or is a game of another match.
    """
    lines = complete_lines(name, MOST_BYTES)
    games = [_check_game(plan, number, line, f"{name}, line {number + 1}") for number, line in enumerate(lines)]
    pairs = list(zip(games[::2], games[1::2], strict=False))
    return pairs, sum(map(len, lines[: 2 * len(pairs)]))


def _check_game(plan: MatchPlan, number: int, line: bytes, line_location: str) -> GameRecord:
    """Return the game on a line; pairs must follow the order of the plan, and each player begins once."""
    try:
        match_game = convert(decode(line), MatchGame, "a game of a match")
    except FormatError as error:
        raise FormatError(error.message, where=line_location, kind=error.kind) from None
    if number >= 2 * len(plan.opening_pairs):
        raise FormatError(f"the match has {2 * len(plan.opening_pairs)} games", where=line_location)
    rules, opening = plan.opening_pairs[number // 2]
    first = number % 2
    for subject, file_value, plan_value in (
        ("board", [match_game.m, match_game.n, match_game.k], [rules.m, rules.n, rules.k]),
        ("first player", match_game.first, plan.players[first]),
        ("second player", match_game.second, plan.players[1 - first]),
        ("moves given", match_game.opening, len(opening)),
        ("opening", match_game.moves[: len(opening)], _json_places(rules, opening)),
        ("seconds of a move", match_game.seconds, plan.seconds),
        ("nodes of a move", match_game.nodes, plan.nodes),
        ("threads", match_game.threads, plan.threads),
        ("most moves", match_game.most_moves, plan.move_limit),
    ):
        if file_value != plan_value:
            error_message = f"{subject} {quote(encode(file_value))}, not {quote(encode(plan_value))}"
            raise FormatError(f"a game of another match: {error_message}", where=line_location)
    return _game_record(match_game, rules, first, line_location)


def _game_record(match_game: MatchGame, rules: Rules, first: int, line_location: str) -> GameRecord:
    try:
        cells = position_of(rules.m, rules.n, rules.k, moves=match_game.moves).moves
    except PassatempoError as error:
        raise FormatError(str(error), where=line_location) from None
    outcomes = {
        (1.0, 0.0): (first, match_game.first),
        (0.0, 1.0): (1 - first, match_game.second),
        (0.5, 0.5): (None, None),
    }
    winner, named = outcomes.get(match_game.score, (None, ""))
    if match_game.winner != named:
        error_message = f"{quote(encode(match_game.winner))} does not match the score {quote(encode(match_game.score))}"
        raise FormatError(f"winner {error_message}", where=line_location)
    a, b = first, 1 - first
    slowest, used_seconds = (
        (match_game.slowest[a], match_game.slowest[b]),
        (match_game.thought[a], match_game.thought[b]),
    )
    return GameRecord(
        rules, cells, match_game.opening, first, winner, match_game.end, match_game.said, slowest, used_seconds
    )


def _json_places(rules: Rules, moves: Sequence[Cell]) -> list[tuple[int, int]]:
    """Write cells as rows and columns from 1."""
    return [write_pair(divmod(cell, rules.n)) for cell in moves]
