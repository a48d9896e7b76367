"""An answer that is there on time, also where the machine is slow to let a search stop.

Beside busy processes a searching thread may notice the end of its time tens of milliseconds late, while one that sleeps
and has asked for short slices is woken soon. So a question is asked twice: briefly at first, then in a thread of its
own, while the caller sleeps. If that is not ready at the last moment, the caller takes the first reply.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from passatempo.core.limits import Cancel

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.limits import Limits
    from passatempo.mnk.lines import Cell

    Asked = Callable[[Limits], "Reply"]


@dataclass(frozen=True, slots=True)
class Reply:
    """A move with its score for the mover, and whether it is final: more time would change nothing."""

    cell: Cell
    score: int
    final: bool = False


class Punctual:
    """Who asks, and answers on time; one question at a time.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> brief, whole = Reply(4, 10), Reply(0, 30)
    >>> Punctual().ask(lambda limits: brief, lambda limits: whole, Limits(seconds=0.01), 0.1, last=60.0)
    Reply(cell=0, score=30, final=False)
    """

    def __init__(self) -> None:
        self._running: threading.Thread | None = None

    def ask(self, briefly: Asked, whole: Asked, limits: Limits, share: float, last: float) -> Reply:
        """Ask within limits, but answer no later than `last` seconds from now.

        Parameters
        ----------
        briefly, whole
            The question; the second is not asked where the first reply is final.
        limits
            With seconds.
        share
            Of the seconds, for the first.
        last
            Until what was found first is taken.
        """
        started = time.monotonic()
        assert limits.seconds is not None
        self.settle()
        first = briefly(replace(limits, seconds=share * limits.seconds))
        left = limits.seconds - (time.monotonic() - started)
        if first.final or left <= 0:
            return first
        cancel = Cancel()
        found: list[Reply] = []
        rest = replace(limits, seconds=left, cancel=cancel)
        self._running = threading.Thread(target=lambda: found.append(whole(rest)), daemon=True)
        self._running.start()
        self._running.join(max(0.0, last - (time.monotonic() - started)))
        cancel.throw()
        return found[0] if found else first

    def settle(self) -> None:
        """Wait until a question whose answer came too late has ended."""
        if self._running is not None:
            self._running.join()
            self._running = None
