"""Win rates with their intervals, and the difference of two policies on the same minefields."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any, Literal

from passatempo.core.errors import Unanswered, UsageError
from passatempo.core.json import convert
from passatempo.core.library import LIMITS
from passatempo.core.limits import Deadline, Limits, Progress, Report, silent
from passatempo.core.outcome import brief
from passatempo.core.text import refuse_large
from passatempo.games.intervals import difference_interval, interval_text, mean_interval, wilson_interval
from passatempo.games.players import custom_strategy, name_of
from passatempo.minesweeper.exact.simulation import Chunk, Deal, Promise, Who, first_cell, simulate
from passatempo.minesweeper.game.rules import MOST_SIDE
from passatempo.minesweeper.generate import PRESETS
from passatempo.minesweeper.model import Variant
from passatempo.minesweeper.policies import policy_of

MOST_GAMES = 10**9
FIRST = 1  # the index of the first game
START = 16  # games per thread until their speed is known
STEP = 0.2  # seconds between two progress checks
MOST_AT_ONCE = 1 << 14


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters of a measurement: a deal, the policies, the number of games, and whether they are weighted.

    Raises
    ------
    UsageError
        If a policy is unknown or cannot play this way, or the number of games is out of range.
    """

    deal: Deal
    policies: tuple[Who, ...]
    games: int
    weigh: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise UsageError(f"games: {self.games} is not a number from 1 to {MOST_GAMES}")
        if not self.policies:
            raise UsageError("policies: at least 1 is needed")
        for policy in self.policies:
            if isinstance(policy, str):
                policy_of(policy)
            elif self.weigh:
                raise UsageError("estimator: weight is for named policies only")
            else:
                custom_strategy("policy", policy)
                refuse_large(max(self.deal.rows, self.deal.columns), 1, MOST_SIDE, "a side for a policy of your own")


@dataclass(frozen=True, slots=True)
class Series:
    """The field and the games, as options of the command."""

    preset: Literal["beginner", "beginner-8", "beginner-9", "intermediate", "expert"] | None = None
    rows: int | None = None
    columns: int | None = None
    mines: int | None = None
    variant: Variant = "square"
    first: Promise = "safe"
    click: tuple[int, int] | None = None
    games: int = 1000
    estimator: Literal["games", "weight"] = "games"

    def plan(self, policies: Sequence[Who]) -> Plan:
        """Return the plan that these options describe."""
        if (self.rows, self.columns, self.mines) == (None, None, None):
            field = PRESETS[self.preset or "expert"]
        elif self.preset is not None:
            raise UsageError(f"--preset {self.preset} has its own rows, columns and mines")
        elif self.rows is None or self.columns is None or self.mines is None:
            raise UsageError("--preset custom needs --rows, --columns and --mines")
        else:
            field = (self.rows, self.columns, self.mines)
        start = first_cell(self.first, field) if self.click is None else (self.click[0] - 1, self.click[1] - 1)
        deal = Deal(*field, self.first, start, self.variant)
        return Plan(deal, tuple(policies), self.games, self.estimator == "weight")


@dataclass(frozen=True, slots=True)
class Rate:
    """The result of one policy.

    Parameters
    ----------
    policy
        Its name.
    games
        The number of games it played.
    rate, low, high
        The share it won, and the 95 % interval: Wilson's, or that of a mean for weighted games. None if it cannot be
        estimated, from one game or from equal weights.
    guesses
        Guesses per game. For weighted games, only those outside solved endgames.
    milliseconds
        Processor time per game.
    """

    policy: str
    games: int
    rate: float
    low: float | Any  # None is rare, and callers may compare without a test
    high: float | Any
    guesses: float
    milliseconds: float

    @property
    def share(self) -> str:
        """The rate and its interval in per cent.

        >>> Rate("search", 100, 0.4031, 0.39351, 0.41279, 3.5, 3.1).share
        '40.31 % [39.35, 41.28]'
        """
        return f"{100 * self.rate:.2f} %{interval_text(self.low, self.high)}"


@dataclass(frozen=True, slots=True)
class Difference:
    """The win rate of the first policy minus that of the second on the same minefields, with its interval."""

    mean: float
    low: float | None
    high: float | None


@dataclass(slots=True)
class _PolicySums:
    """Sums over the games of one policy so far."""

    policy: str
    games: int = 0
    weight: float = 0.0
    square_sum: float = 0.0
    guesses: int = 0
    seconds: float = 0.0

    def add(self, chunk: Chunk, count: int) -> None:
        """Add the first games of a chunk."""
        self.games += count
        self.weight += fsum(chunk.weights[:count])
        self.square_sum += fsum(weight * weight for weight in chunk.weights[:count])
        self.guesses += sum(chunk.guesses[:count])
        self.seconds += chunk.seconds * count / max(1, len(chunk.weights))

    def rate(self, *, is_weighted: bool) -> Rate:
        """Return the rate so far."""
        games = self.games
        share, guesses, seconds = self.weight / games, self.guesses / games, self.seconds / games
        sums = (self.weight, self.square_sum, games)
        low, high = mean_interval(*sums, 0.0, 1.0) if is_weighted else wilson_interval(round(self.weight), games)
        return Rate(self.policy, games, share, low, high, guesses, 1000 * seconds)


@dataclass(slots=True)
class Comparison:
    """The results of policies on the same minefields; `difference` compares the first two."""

    __repr__ = brief  # at most one line

    plan: Plan
    sums: list[_PolicySums] = field(init=False)
    gained: int = 0  # games that the first policy won and the second lost
    lost: int = 0
    difference_sum: float = 0.0
    difference_squares: float = 0.0

    def __post_init__(self) -> None:
        self.sums = [_PolicySums(name_of(policy)) for policy in self.plan.policies]

    def add(self, played: list[Chunk]) -> int:
        """Add the games that every policy has played, and return their number."""
        count = min(len(chunk.weights) for chunk in played)
        for sums, chunk in zip(self.sums, played, strict=True):
            sums.add(chunk, count)
        if len(played) > 1:
            for first_weight, second_weight in zip(played[0].weights[:count], played[1].weights[:count], strict=True):
                self.gained += first_weight > second_weight
                self.lost += first_weight < second_weight
                self.difference_sum += first_weight - second_weight
                self.difference_squares += (first_weight - second_weight) ** 2
        return count

    @property
    def games(self) -> int:
        """The number of games so far."""
        return self.sums[0].games

    @property
    def rates(self) -> tuple[Rate, ...]:
        """The rate of each policy; empty before the first game."""
        return tuple([sums.rate(is_weighted=self.plan.weigh) for sums in self.sums if sums.games])

    @property
    def difference(self) -> Difference | None:
        """The difference of the first two policies; None with a single one."""
        if len(self.sums) < 2 or not self.games:
            return None
        mean = self.difference_sum / self.games
        if not self.plan.weigh:
            return Difference(mean, *difference_interval(self.gained, self.lost, self.games))
        return Difference(mean, *mean_interval(self.difference_sum, self.difference_squares, self.games, -1.0, 1.0))


def measure(
    plan: Plan,
    *,
    game_writer: Callable[[Chunk, int], None] | None = None,
    limits: Limits = Limits(),
    report: Report = silent,
) -> Comparison:
    """Play the games of a plan, in which each policy gets the same minefields.

    Parameters
    ----------
    plan
        The parameters of the measurement.
    game_writer
        Called with games of the first policy, and how many of them count.
    limits
        `seed` determines the minefields, and `threads` is the number of threads. Ctrl-C ends the games early.

    Examples
    --------
    >>> found = measure(Plan(Deal(8, 8, 10), ("least-chance", "least-chance"), 200))
    >>> found.games, found.difference.mean
    (200, 0.0)
    """
    comparison, deadline = Comparison(plan), Deadline(limits)
    for first, count in _game_chunks(plan.games, limits.threads):
        chunks = []
        for number, policy in enumerate(plan.policies):
            is_kept = game_writer is not None and number == 0
            how = {"weigh": plan.weigh, "keep": is_kept}
            chunks.append(simulate(plan.deal, policy, first, count, **how, limits=deadline.remaining_limits))
        game_count = comparison.add(chunks)
        if game_writer is not None and game_count:
            game_writer(chunks[0], game_count)
        if not all(chunk.is_complete for chunk in chunks):
            break
        rate_share = comparison.rates[0].share
        report(Progress(deadline.run_seconds, done=comparison.games, total=plan.games, text=rate_share))
    return comparison


def win_rates(policies: Sequence[Who], report: Report | None = None, **options: Any) -> Comparison:
    """Measure policies for the library; `options` are limits and the options of a `Series`."""
    limits = Limits(**{key: options.pop(key) for key in LIMITS & options.keys()})
    comparison = measure(convert(options, Series).plan(policies), limits=limits, report=report or silent)
    if not comparison.games:
        raise Unanswered("no game ended within the limits")
    return comparison


def _game_chunks(games: int, threads: int) -> Iterator[tuple[int, int]]:
    """Yield the first index and the size of each chunk, sized so that it takes about as long as the progress interval.

    >>> chunks = _game_chunks(100, 2)
    >>> next(chunks)
    (1, 32)
    """
    first, count = FIRST, START * threads
    while first < FIRST + games:
        count = min(count, FIRST + games - first)
        began = time.perf_counter()
        yield first, count
        first += count
        chunk_seconds = max(1e-6, time.perf_counter() - began)
        count = max(threads, min(MOST_AT_ONCE, 4 * count, round(count * STEP / chunk_seconds)))
