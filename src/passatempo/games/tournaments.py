"""Bots that meet in every seating of the same deals, on several processes, and what each of them won.

Luck is taken out twice: every bot sits at every seat of every deal, and the figures' intervals are over deals, not over
games. Nothing here depends on time or on how many processes play.
"""

from __future__ import annotations

import multiprocessing
import pickle
import time
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any, TypeVar

from passatempo.core.errors import UsageError, WrongAnswer
from passatempo.core.interrupt import deaf
from passatempo.core.limits import Progress, silent
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.intervals import NORMAL
from passatempo.games.players import Who, game_of, name_of, player
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import EndLine, Line, Record, TurnLine, write_record
from passatempo.games.values import Deal, written_result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from passatempo.core.limits import Report
    from passatempo.games.values import Result

T = TypeVar("T")
MOST_WORKERS = 256
SEEDS = 2**32  # of deals: short enough to be typed again
DEALS_AT_ONCE = 8  # that a process plays before it tells of them
AHEAD = 4  # such parts for each process that wait for it


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.

    Parameters
    ----------
    pastime
        Its name.
    bots
        Who meets: bots by name, as they are written on the command line, and functions.
    rules, preset
        What is played, and the name of the rules it differs from.
    seed
        Of the whole tournament.
    deals
        How many there are; each is played once in each cyclic seating.
    plain
        Whether the games' own kernel is left alone.
    """

    pastime: str
    bots: tuple[Who, ...]
    rules: Any
    preset: str = ""
    seed: int = 0
    deals: int = 1
    plain: bool = False

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise UsageError("a tournament needs two or more bots")
        if self.deals < 1:
            raise UsageError(f"games: {self.deals} is not a number of deals")
        game = pastime(self.pastime)
        for who in self.bots:
            player(game, who)
        game_of(game).wiring.start(self.rules, len(self.bots), self.deal(0))

    def deal(self, number: int) -> Deal:
        """Return a deal by its number, from 0."""
        return Deal(Random(self.seed, self.pastime, "tournament", number).below(SEEDS))

    def seating(self, shift: int) -> tuple[int, ...]:
        """Return which bot sits at each seat in one of the cyclic seatings.

        >>> from types import SimpleNamespace
        >>> Plan.seating(SimpleNamespace(bots=("a", "b", "c")), 1)
        (1, 2, 0)
        """
        return tuple([(shift + seat) % len(self.bots) for seat in range(len(self.bots))])


class IllegalMove(Exception):  # told by the command line, with the record
    """A bot made an illegal move; `record` is the game until then."""

    def __init__(self, message: str, record: str) -> None:
        super().__init__(message, record)
        self.message, self.record = message, record


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its deal and seating, from 0, the result by seats, its turns, and its record where it is kept."""

    deal: int
    shift: int
    result: Result
    turns: int
    record: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over deals, and half of its 95 % interval; None if the deals do not differ."""

    mean: float
    half: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a bot won: its share of wins, and its points a game."""

    name: str
    wins: Figure
    points: Figure


@dataclass(frozen=True, slots=True)
class Table:
    """What a tournament came to.

    Parameters
    ----------
    games
        How many were played.
    standings
        One a bot, in the order in which they were named.
    seats
        The share of wins of each seat, over all bots.
    turns
        Turns a game.
    blocked
        The share of games that nobody could go on with.
    """

    games: int
    standings: tuple[Standing, ...]
    seats: tuple[float, ...]
    turns: float
    blocked: float


# ---- Games ----


def games(plan: Plan, *, workers: int = 1, records: bool = False, report: Report = silent) -> Iterator[Played]:
    """Play all games, deal by deal; the order and all there is to see are the same for any number of processes.

    Raises
    ------
    IllegalMove, BotFault
        Where a bot makes an illegal move, or one of the caller's fails.
    UsageError
        Where a bot of the caller's cannot be sent to another process.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"workers: {workers} is not a number of processes (1 to {MOST_WORKERS})")
    parts = [(plan, low, min(low + DEALS_AT_ONCE, plan.deals), records) for low in range(0, plan.deals, DEALS_AT_ONCE)]
    began = time.monotonic()
    if workers > 1:
        _refuse_local(plan)
    for done, played in enumerate(_mapped(_part, parts, workers), 1):
        report(Progress(time.monotonic() - began, done=done, total=len(parts)))
        yield from played


def _refuse_local(plan: Plan) -> None:
    """Refuse a bot that no other process can have: a function inside another one, or of an interpreter's prompt."""
    for who in plan.bots:
        try:
            pickle.dumps(who)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            needed = "must be a function of a module, or take workers=1"
            raise UsageError(f"the bot {name_of(who)} cannot be sent to another process: it {needed}") from error


def _mapped(act: Callable[..., T], parts: Iterable[tuple[Any, ...]], workers: int) -> Iterator[T]:
    """Apply a function to tuples of arguments, in order, on several processes, never many parts ahead."""
    if workers == 1:
        for part in parts:
            yield act(*part)
        return
    waiting: deque[Any] = deque()
    others, pool = multiprocessing.active_children(), ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    try:
        for part in parts:
            with deaf():
                waiting.append(pool.submit(act, *part))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - set(others):
            child.kill()


def _part(plan: Plan, low: int, high: int, records: bool) -> list[Played]:
    """Play some deals in every seating."""
    found = []
    for number in range(low, high):
        for shift in range(len(plan.bots)):
            record, result, turns = _fast(plan, number, shift, records) or _slow(plan, number, shift)
            found.append(Played(number, shift, result, turns, write_record(record) if records and record else ""))
    return found


def _table(plan: Plan, number: int, shift: int) -> Playthrough:
    """Lay the table for one game."""
    game = pastime(plan.pastime)
    seated = [plan.bots[bot] for bot in plan.seating(shift)]
    names = named(map(name_of, seated))
    players = tuple([replace(player(game, who), name=name) for who, name in zip(seated, names, strict=True)])
    return Playthrough(game, players, plan.rules, plan.preset, plan.deal(number))


def named(words: Iterable[str]) -> list[str]:
    """Return words, those that come more than once with their number.

    >>> named(["greedy", "patient", "greedy"])
    ['greedy 1', 'patient', 'greedy 2']
    """
    words = list(words)
    return [f"{word} {words[: at + 1].count(word)}" if words.count(word) > 1 else word for at, word in enumerate(words)]


def _slow(plan: Plan, number: int, shift: int) -> tuple[Record, Result, int]:
    """Play a game move by move."""
    table = _table(plan, number, shift)
    try:
        for _ in table.replies():
            pass
    except WrongAnswer as error:
        told = f"deal {number + 1}, seating {shift + 1}: {error}"
        raise IllegalMove(told, write_record(timeless(table.record))) from error
    result = table.result
    assert result is not None
    return timeless(table.record), result, len(table.moves)


def timeless(record: Record) -> Record:
    """Return a record without the times that its moves took, which are never the same twice."""
    lines: list[Line] = [replace(line, ms=None) if isinstance(line, TurnLine) else line for line in record.lines]
    return replace(record, lines=tuple(lines))


def _fast(plan: Plan, number: int, shift: int, records: bool) -> tuple[Record | None, Result, int] | None:
    """Play a game by the kernel; None where it cannot."""
    game = game_of(pastime(plan.pastime))
    words = [plan.bots[bot] for bot in plan.seating(shift)]
    if plan.plain or not game.wiring.games or not all(isinstance(word, str) for word in words):
        return None
    found = game.wiring.games(plan.rules, words, [plan.deal(number)])
    if found is None:
        return None
    ((turns, result),) = found
    end = EndLine(written_result(result), len(turns))
    return Record(_table(plan, number, shift).head, (*turns, end)) if records else None, result, len(turns)


# ---- Figures ----


def summed(plan: Plan, played: Iterable[Played]) -> Table:
    """Say what the games came to."""
    bots = range(len(plan.bots))
    wins: list[list[float]] = [[0.0] * plan.deals for _ in bots]
    points: list[list[float]] = [[0.0] * plan.deals for _ in bots]
    seats = [0.0 for _ in bots]
    games, turns, blocked = 0, 0, 0
    for one in played:
        games, turns, blocked = games + 1, turns + one.turns, blocked + (one.result.how == "blocked")
        for seat, bot in enumerate(plan.seating(one.shift)):
            share = 1 / len(one.result.winners) if seat in one.result.winners else 0.0
            wins[bot][one.deal] += share / len(bots)
            points[bot][one.deal] += one.result.scores[seat] / len(bots)
            seats[seat] += share
    standings = [
        Standing(name, figure(wins[bot]), figure(points[bot]))
        for bot, name in enumerate(named(map(name_of, plan.bots)))
    ]
    return Table(games, tuple(standings), tuple([won / games for won in seats]), turns / games, blocked / games)


def figure(values: list[float]) -> Figure:
    """Return the mean of values and half of its 95 % interval.

    >>> figure([1.0, 2.0, 3.0]).mean, figure([1.0]).half, figure([0.5, 0.5]).half
    (2.0, None, None)
    """
    return Figure(mean(values), NORMAL * stdev(values) / len(values) ** 0.5 if len({*values}) > 1 else None)
