"""Fitting the value of what a click leaves: games of the player against itself, then a small network in the kernel.

The first round learns what games came to; each later one plays by the value of the round before, and learns a blend
of that and of what the value said at the next guess. The same games, rounds, epochs and seed give the same numbers on
any number of threads.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits
from passatempo.core.progress import Progress, Report, silent
from passatempo.minesweeper import _kernel
from passatempo.minesweeper.exact.methods import seen
from passatempo.minesweeper.exact.policies import Policy
from passatempo.minesweeper.exact.simulation import Deal, first_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

# Who plays: endgames of few layouts, and no look a click deeper, so that there are many games.
PUPIL = Policy(deep=0, layouts=200, dense_layouts=200, fitted=1.0)
TRUST = 0.3  # in what a game came to, once there is a value
SAFE, OPENING = 200, 100  # games of a chunk, by what the first click was promised
FIRST_ROUND = 4  # one game in so many is of the first round, where there are more


@dataclass(frozen=True, slots=True)
class Fit:
    """What came of a fit.

    Parameters
    ----------
    numbers
        The network's, as 32-bit floats; nothing where a limit came first.
    positions
        What the last round learned from.
    plain, error
        The mean squared error on games that were kept out: of a constant, and of the value.
    """

    numbers: bytes
    positions: int = 0
    plain: float = 0.0
    error: float = 0.0


def fit(
    field: tuple[int, int, int],
    games: int,
    rounds: int = 2,
    epochs: int = 12,
    limits: Limits = Limits(),
    report: Report = silent,
) -> Fit:
    """Fit a value to a field of so many rows, columns and mines.

    Examples
    --------
    >>> found = fit((8, 8, 10), 1000, limits=Limits(seed=1))
    >>> found.positions > 100, found.error < found.plain
    (True, True)

    Raises
    ------
    UsageError
        If no game needed a guess.
    """
    deadline, began = Deadline(limits), time.perf_counter()
    found, start = Fit(b""), 0
    for number, count in enumerate(_rounds(games, rounds)):
        settings = PUPIL.settings(found.numbers)
        lessons = bytearray()
        for deal, first, some in _chunks(field, start, count):
            trust = TRUST if number else 1.0
            lessons += _learn(deal, settings, trust, first, some, deadline)
            if deadline.poll():
                return Fit(b"")
            said = f"round {number + 1}"
            report(Progress(time.perf_counter() - began, done=first + some, total=games, text=said))
        if not lessons:
            raise UsageError(f"none of {count} games needed a guess that could be learned from: nothing can be fitted")
        seconds, _, cancel = deadline.rest.kernel
        trained = _kernel.train(bytes(lessons), epochs, limits.seed % 2**64, seconds, cancel)
        if trained.stop:
            return Fit(b"")
        start += count
        found = Fit(trained.value, len(lessons) // ROW, trained.plain, trained.fitted)
    return found


ROW = 4 * 42  # bytes of a lesson: forty inputs, what came of it, and its weight


def _rounds(games: int, rounds: int) -> list[int]:
    """Divide the games.

    >>> _rounds(1000, 1), _rounds(1000, 3)
    ([1000], [250, 375, 375])
    """
    if rounds == 1:
        return [games]
    first = max(1, games // FIRST_ROUND)
    others = [(games - first) // (rounds - 1)] * (rounds - 1)
    others[-1] += games - first - sum(others)
    return [first, *(count for count in others if count)]


def _chunks(field: tuple[int, int, int], start: int, count: int) -> Iterator[tuple[Deal, int, int]]:
    """Yield what is dealt, the first index and the number of games, the two promises in turn."""
    rows, columns, mines = field
    deals = [(Deal(rows, columns, mines, "safe", first_cell("safe", field)), SAFE)]
    opening = Deal(rows, columns, 0, "opening", first_cell("opening", field))
    if mines <= opening.room:
        deals.append((Deal(rows, columns, mines, "opening", opening.first), OPENING))
    at, turn = start, 0
    while at < start + count:
        deal, most = deals[turn % len(deals)]
        some = min(most, start + count - at)
        yield deal, at, some
        at, turn = at + some, turn + 1


def _learn(
    deal: Deal, settings: _kernel.PlaySettings, trust: float, first: int, count: int, deadline: Deadline
) -> bytes:
    limits = deadline.rest
    seconds, _, cancel = limits.kernel
    return _kernel.learn(
        seen(deal.board),
        deal.cell,
        deal.promise == "opening",
        settings,
        trust,
        limits.seed % 2**64,
        first,
        count,
        limits.threads,
        seconds,
        cancel,
    )
