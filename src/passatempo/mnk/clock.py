"""How long a move may be thought about, so that it is never late.

The search stops by a monotonic clock well inside the limit. What lies between its stop and the answer (a busy machine,
the interpreter, a pipe) is measured at every move, and the margin follows the worst that was seen, and the load of the
machine: a process among many is woken late.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field

SHARE = 0.9  # of the limit, at most
SHORT_SHARE, PAUSE = 0.82, 0.25  # of a short limit: a busy machine may pause us for a quarter of a second
MARGIN = 0.02  # seconds that are never used
FIRST_DELAY = 0.005  # the delay that is reckoned with before any was seen
TIMES_WORST = 3.0
DELAY_OF_ONE = 0.0025  # seconds that each process more on a processor may keep us waiting
FADING = 0.99  # of the worst delay at each move, so that one hiccup is forgiven in time
MOVES_LEFT = 20  # the least number of moves that the time of a whole game is kept for


@dataclass(slots=True)
class Clock:
    """The budget of the moves of one player.

    Parameters
    ----------
    turn
        Seconds a move.
    left
        Seconds left for the rest of the game; None without such a limit.

    Examples
    --------
    >>> clock = Clock(turn=1.0)
    >>> 0.1 <= clock.budget() <= 0.9
    True
    >>> clock.note(0.3)
    >>> round(clock.budget(), 3)
    0.3
    """

    turn: float
    left: float | None = None
    worst: float = FIRST_DELAY
    started: float = field(default_factory=time.monotonic)

    def start(self) -> None:
        """Begin to count: the question has been read."""
        self.started = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds since the question was read."""
        return time.monotonic() - self.started

    def limit(self) -> float:
        """Return the seconds within which the move must be given."""
        if self.left is None:
            return self.turn
        return max(0.0, min(self.turn, self.left / MOVES_LEFT if self.left > 4 * MARGIN else self.left / 2))

    def budget(self) -> float:
        """Return the seconds to search, from the start of the count on."""
        limit = self.limit()
        reserve = MARGIN + TIMES_WORST * max(self.worst, busy())
        most = min(SHARE * limit, max(SHORT_SHARE * limit, limit - PAUSE))
        return max(limit / 10, min(most, limit - min(reserve, 0.7 * limit)))

    def note(self, delay: float) -> None:
        """Learn from a move: how long after its budget it was ready; negative where it was ready before."""
        self.worst = max(FIRST_DELAY, FADING * self.worst, delay)


def busy() -> float:
    """Return how long a process may have to wait on this machine, by its load of the last minute.

    >>> 0 <= busy() < 60
    True
    """
    if not hasattr(os, "getloadavg"):  # not on Windows
        return 0.0
    return DELAY_OF_ONE * os.getloadavg()[0] / (os.cpu_count() or 1)
