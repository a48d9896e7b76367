"""Tournaments: bots play in every seating of the same deals, on several processes, with the results of each bot.

Luck is reduced twice. Every bot plays every seat of every deal, and the confidence intervals are over deals, not over
games. The result does not depend on time or on the number of processes.
"""

import multiprocessing
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from statistics import mean, stdev
from typing import Any, TypeVar

from passatempo.core.errors import UsageError, WrongAnswer
from passatempo.core.interrupt import without_interrupts
from passatempo.core.limits import Progress, Report, silent
from passatempo.core.outcome import brief
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.intervals import NORMAL
from passatempo.games.players import Who, game_of, name_of, player
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import EndLine, Line, Record, TurnLine, write_record
from passatempo.games.values import Deal, Result, dump_result

T = TypeVar("T")
MOST_WORKERS = 256
SEEDS = 2**32  # number of deal seeds: short enough to type
DEALS_AT_ONCE = 8  # deals that a process plays before it reports them
AHEAD = 4  # waiting parts per process


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """The plan of a tournament.

    Parameters
    ----------
    pastime
        The name of the pastime.
    bots
        The players: bots by name, as on the command line, and functions.
    rules, preset
        The rules, and the name of the set of rules from which they differ.
    seed
        The seed of the whole tournament.
    deal_count
        The number of deals. Each is played once in each cyclic seating.
    is_plain
        Whether to play move by move instead of by the game's kernel.
    """

    pastime: str
    bots: tuple[Who, ...]
    rules: Any
    preset: str = ""
    seed: int = 0
    deal_count: int = 1
    is_plain: bool = False

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise UsageError("a tournament needs two or more bots")
        if self.deal_count < 1:
            raise UsageError(f"games: {self.deal_count} is not a number of deals")
        game = pastime(self.pastime)
        for bot in self.bots:
            player(game, bot)
        game_of(game).wiring.start(self.rules, len(self.bots), self.deal(0))

    def deal(self, number: int) -> Deal:
        """Return a deal by its number, from 0."""
        return Deal(Random(self.seed, self.pastime, "tournament", number).below(SEEDS))

    def seating(self, shift: int) -> tuple[int, ...]:
        """Return the bot at each seat in one of the cyclic seatings.

        >>> from types import SimpleNamespace
        >>> TournamentPlan.seating(SimpleNamespace(bots=("a", "b", "c")), 1)
        (1, 2, 0)
        """
        return tuple([(shift + seat) % len(self.bots) for seat in range(len(self.bots))])


class IllegalMove(Exception):  # printed by the command line, with the record
    """A bot made an illegal move. `record` holds the game until then."""

    def __init__(self, message: str, record: str) -> None:
        super().__init__(message, record)
        self.message, self.record = message, record


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A game: its deal and seating, from 0, the result by seats, its turns, and its record if requested."""

    deal_index: int
    seat_shift: int
    game_result: Result
    turn_count: int
    record_text: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over deals, and half the width of its 95 % interval; None if all deals are equal."""

    mean: float
    half: float | None


@dataclass(frozen=True, slots=True)
class BotScore:
    """The result of a bot: its share of wins, and its points per game."""

    name: str
    wins: Figure
    points: Figure


@dataclass(frozen=True, slots=True)
class Table:
    """The result of a tournament.

    Parameters
    ----------
    games
        The number of games.
    standings
        One per bot, in the order in which they were named.
    seats
        The share of wins of each seat, over all bots.
    turns
        The mean number of turns per game.
    blocked
        The share of games in which no player could move.
    """

    __repr__ = brief  # at most one line

    games: int
    standings: tuple[BotScore, ...]
    seats: tuple[float, ...]
    turns: float
    blocked: float


# ---- Games ----


def play_games(
    plan: TournamentPlan, *, workers: int = 1, records: bool = False, report: Report = silent
) -> Iterator[TournamentGame]:
    """Play all games, deal by deal. Order and results are the same for any number of processes.

    Raises
    ------
    IllegalMove, BotFault
        If a bot makes an illegal move, or a caller's bot fails.
    UsageError
        If a caller's bot cannot be sent to another process.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"workers: {workers} is not a number of processes (1 to {MOST_WORKERS})")
    parts = [
        (plan, low, min(low + DEALS_AT_ONCE, plan.deal_count), records)
        for low in range(0, plan.deal_count, DEALS_AT_ONCE)
    ]
    began = time.monotonic()
    if workers > 1:
        _refuse_local(plan)
    for part_count, part_games in enumerate(_map_parts(_play_part, parts, workers), 1):
        report(Progress(time.monotonic() - began, done=part_count, total=len(parts)))
        yield from part_games


def _refuse_local(plan: TournamentPlan) -> None:
    """Refuse a bot that cannot be pickled: a function inside another one, or from an interpreter's prompt."""
    for bot in plan.bots:
        try:
            pickle.dumps(bot)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            requirement = "must be a function of a module, or take workers=1"
            raise UsageError(f"the bot {name_of(bot)} cannot be sent to another process: it {requirement}") from error


def _map_parts(act: Callable[..., T], parts: Iterable[tuple[Any, ...]], workers: int) -> Iterator[T]:
    """Apply a function to tuples of arguments, in order, on several processes, with a bounded queue."""
    if workers == 1:
        for part in parts:
            yield act(*part)
        return
    waiting: deque[Any] = deque()
    old_children, pool = (
        multiprocessing.active_children(),
        ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")),
    )
    try:
        for part in parts:
            with without_interrupts():
                waiting.append(pool.submit(act, *part))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - set(old_children):
            child.kill()


def _play_part(plan: TournamentPlan, low: int, high: int, records: bool) -> list[TournamentGame]:
    """Play a range of deals in every seating."""
    part_games = []
    for number in range(low, high):
        for shift in range(len(plan.bots)):
            record, game_result, turns = _play_by_kernel(plan, number, shift, records) or _play_by_moves(
                plan, number, shift
            )
            part_games.append(
                TournamentGame(number, shift, game_result, turns, write_record(record) if records and record else "")
            )
    return part_games


def _seat_table(plan: TournamentPlan, number: int, shift: int) -> Playthrough:
    """Set up the table for one game."""
    game = pastime(plan.pastime)
    seat_bots = [plan.bots[bot] for bot in plan.seating(shift)]
    names = distinct_names(map(name_of, seat_bots))
    players = tuple(
        [replace(player(game, seat_bot), name=name) for seat_bot, name in zip(seat_bots, names, strict=True)]
    )
    return Playthrough(game, players, plan.rules, plan.preset, plan.deal(number))


def distinct_names(words: Iterable[str]) -> list[str]:
    """Return words, with a number after each word that occurs more than once.

    >>> distinct_names(["greedy", "patient", "greedy"])
    ['greedy 1', 'patient', 'greedy 2']
    """
    words = list(words)
    return [f"{word} {words[: at + 1].count(word)}" if words.count(word) > 1 else word for at, word in enumerate(words)]


def _play_by_moves(plan: TournamentPlan, number: int, shift: int) -> tuple[Record, Result, int]:
    """Play a game move by move."""
    table = _seat_table(plan, number, shift)
    try:
        for _ in table.replies():
            pass
    except WrongAnswer as error:
        error_message = f"deal {number + 1}, seating {shift + 1}: {error}"
        raise IllegalMove(error_message, write_record(drop_times(table.record))) from error
    table_result = table.result
    assert table_result is not None
    return drop_times(table.record), table_result, len(table.moves)


def drop_times(record: Record) -> Record:
    """Return a record without the durations of its moves, which are not reproducible."""
    lines: list[Line] = [replace(line, ms=None) if isinstance(line, TurnLine) else line for line in record.lines]
    return replace(record, lines=tuple(lines))


def _play_by_kernel(
    plan: TournamentPlan, number: int, shift: int, records: bool
) -> tuple[Record | None, Result, int] | None:
    """Play a game by the kernel; None if the kernel does not support it."""
    game = game_of(pastime(plan.pastime))
    words = [plan.bots[bot] for bot in plan.seating(shift)]
    if plan.is_plain or not game.wiring.games or not all(isinstance(word, str) for word in words):
        return None
    kernel_games = game.wiring.games(plan.rules, words, [plan.deal(number)])
    if kernel_games is None:
        return None
    ((turns, game_result),) = kernel_games
    end = EndLine(dump_result(game_result), len(turns))
    return Record(_seat_table(plan, number, shift).head, (*turns, end)) if records else None, game_result, len(turns)


# ---- Figures ----


def tournament_table(plan: TournamentPlan, tournament_games: Iterable[TournamentGame]) -> Table:
    """Compute the results of the games."""
    bots = range(len(plan.bots))
    wins: list[list[float]] = [[0.0] * plan.deal_count for _ in bots]
    points: list[list[float]] = [[0.0] * plan.deal_count for _ in bots]
    seats = [0.0 for _ in bots]
    games, turns, block_count = 0, 0, 0
    for game in tournament_games:
        games, turns, block_count = (
            games + 1,
            turns + game.turn_count,
            block_count + (game.game_result.how == "blocked"),
        )
        for seat, bot in enumerate(plan.seating(game.seat_shift)):
            share = 1 / len(game.game_result.winners) if seat in game.game_result.winners else 0.0
            wins[bot][game.deal_index] += share / len(bots)
            points[bot][game.deal_index] += game.game_result.scores[seat] / len(bots)
            seats[seat] += share
    standings = [
        BotScore(name, mean_figure(wins[bot]), mean_figure(points[bot]))
        for bot, name in enumerate(distinct_names(map(name_of, plan.bots)))
    ]
    return Table(games, tuple(standings), tuple([won / games for won in seats]), turns / games, block_count / games)


def mean_figure(values: list[float]) -> Figure:
    """Return the mean of values and half the width of its 95 % interval.

    >>> mean_figure([1.0, 2.0, 3.0]).mean, mean_figure([1.0]).half, mean_figure([0.5, 0.5]).half
    (2.0, None, None)
    """
    return Figure(mean(values), NORMAL * stdev(values) / len(values) ** 0.5 if len({*values}) > 1 else None)
