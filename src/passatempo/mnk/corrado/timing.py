"""How the published player divides its time: a share of the limit that follows how much was left.

Before each move the player may search until `percent` of the limit has passed. After the move the share goes up or down
by 3: down where at most 0.3 s were left, up where at least 0.6 s were and the share is below 97. It starts at 90, less
one for every full thousand cells (an integer division), so that it ends at 99, or at 98 on boards of 4000 cells.

A busy machine may take the processor away for longer than the published shares leave: `usable` and `Watch` are ours.

Source: "Corrado il Conquistatore", section Gestione del tempo. It writes 90.0 - (M*N/1000), which in Java is an integer
division; and "more than" for both bounds, where the program has "at least" and "at most".
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from passatempo.core.limits import Deadline
from passatempo.core.outcome import StopReason

STEP = 3.0
TIGHT_MS, AMPLE_MS = 300, 600
HIGHEST = 97.0  # from here on the share no longer grows
LIMIT = 10.0  # seconds a move, where nobody says
RESERVE, MOST_RESERVE = 0.3, 0.3  # of a limit, and in seconds: what is never planned for
WORST = 3  # a machine that took so long away may take it away so many times again


@dataclass(frozen=True, slots=True)
class Timer:
    """The share of the limit that the next search may use, in per cent.

    Examples
    --------
    >>> Timer.at_start(70, 70).percent, Timer.at_start(70, 70).after(5000).percent
    (86.0, 89.0)
    """

    percent: float

    @classmethod
    def at_start(cls, m: int, n: int) -> Timer:
        """Return the share before the first move on an m x n board."""
        return cls(90.0 - m * n // 1000)

    def after(self, left_ms: float) -> Timer:
        """Return the share after a move that left so many milliseconds of its limit."""
        if left_ms <= TIGHT_MS:
            return Timer(self.percent - STEP)
        if left_ms >= AMPLE_MS and self.percent < HIGHEST:
            return Timer(self.percent + STEP)
        return self

    def seconds(self, limit: float) -> float:
        """Return how long the next search may take."""
        return limit * self.percent / 100


def usable(limit: float, timer: Timer) -> float:
    """Return how much of a limit a search may plan for: the timer's share, but never the reserve.

    >>> usable(1.0, Timer(99.0)), usable(10.0, Timer(99.0)), usable(10.0, Timer(90.0))
    (0.7, 9.7, 9.0)
    """
    return min(timer.seconds(limit), limit - min(RESERVE * limit, MOST_RESERVE))


@dataclass(slots=True)
class Watch(Deadline):
    """A deadline that watches how long the machine takes the processor away, and keeps some of that in hand.

    Parameters
    ----------
    hard
        Seconds from the start that must not pass; None where there is no limit.

    Attributes
    ----------
    worst
        The longest time between two looks at the clock.
    """

    hard: float | None = None
    worst: float = 0.0
    last: float = field(default_factory=time.monotonic)

    def poll(self) -> bool:
        """Look at the clock and the switch now."""
        now = time.monotonic()
        self.worst = max(self.worst, now - self.last)
        self.last = now
        if not Deadline.poll(self) and self.hard is not None and self.elapsed + WORST * self.worst >= self.hard:
            self.stopped = StopReason.SECONDS
        return self.stopped is not StopReason.DONE
