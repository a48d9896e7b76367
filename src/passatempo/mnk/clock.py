"""How long a move may be thought about, so that it is never late.

A search stops by a monotonic clock. What lies between its stop and the answer (a busy machine, the interpreter, a pipe)
is measured at every move, and the margin follows the worst that was seen and the load of the machine: a process among
many is woken late. There are two times: at the budget the search stops by itself, at the last moment the answer goes
out with what was found (`punctual`).
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
import time
from dataclasses import dataclass, field

SHARE = 0.9  # of the limit, at most
SHORT_SHARE, PAUSE = 0.88, 0.25  # of a short limit: a busy machine may pause us, up to a quarter of a second
MARGIN = 0.016  # seconds that are never used
FIRST_DELAY = 0.002  # the delay that is reckoned with before any was seen
DELAY_OF_ONE = 0.004  # seconds that each process more on a processor may keep us waiting
STOPPING = 0.004  # seconds that a search takes to stop, on an idle machine
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
    >>> 0.1 <= clock.budget() < clock.last_moment() <= 0.88
    True
    >>> clock.note(0.5)
    >>> 0.1 <= clock.last_moment() <= 0.48
    True
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

    def last_moment(self) -> float:
        """Return the seconds, from the start of the count on, after which the answer goes out in any case."""
        limit = self.limit()
        most = min(SHARE * limit, max(SHORT_SHARE * limit, limit - PAUSE))
        return max(0.2 * limit, min(most, limit - MARGIN - self.worst - busy()))

    def budget(self) -> float:
        """Return the seconds to search, from the start of the count on."""
        last = self.last_moment()
        return max(last / 2, last - STOPPING - busy())

    def note(self, delay: float) -> None:
        """Learn from a move: how long after its last moment it was ready; negative where it was ready before."""
        self.worst = max(FIRST_DELAY, FADING * self.worst, delay)


def busy() -> float:
    """Return how long a process may have to wait on this machine, by its load of the last minute.

    >>> 0 <= busy() < 60
    True
    """
    if not hasattr(os, "getloadavg"):  # not on Windows
        return 0.0
    return DELAY_OF_ONE * os.getloadavg()[0] / (os.cpu_count() or 1)


class _Scheduling(ctypes.Structure):
    """The attributes of a thread, as Linux takes them: `struct sched_attr`."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("policy", ctypes.c_uint32),
        ("flags", ctypes.c_uint64),
        ("nice", ctypes.c_int32),
        ("priority", ctypes.c_uint32),
        ("runtime", ctypes.c_uint64),
        ("deadline", ctypes.c_uint64),
        ("period", ctypes.c_uint64),
    )


SET_ATTRIBUTES = {"x86_64": 314, "aarch64": 274}  # the number of the call
ALONE = 1  # threads and processes begun by this one do not get the same
SHORT_SLICE = 100_000  # nanoseconds, the least there is


def ask_for_short_slices() -> bool:
    """Ask that this thread be woken soon, for which it runs a short while at a time; return whether it was granted.

    Linux 6.12 and later grants it to everybody. Elsewhere nothing happens.
    """
    number = SET_ATTRIBUTES.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return False
    wanted = _Scheduling(size=ctypes.sizeof(_Scheduling), flags=ALONE, nice=os.nice(0), runtime=SHORT_SLICE)
    return bool(ctypes.CDLL(None).syscall(number, 0, ctypes.byref(wanted), 0) == 0)
