"""A search whose answer is there on time, also where the machine is slow to let it stop.

Beside busy processes a searching thread may notice the end of its time tens of milliseconds late, while one that sleeps
and has asked for short slices is woken soon. So the search runs in a thread of its own, and the caller sleeps. If it is
not ready at the last moment, the caller takes what a first, short search has found.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import StopReason

if TYPE_CHECKING:
    from passatempo.mnk.engine import Engine, Thought

FIRST_SHARE = 0.2  # of the time, for the first search; the table keeps most of what it found


class Punctual:
    """An engine that answers on time; one question at a time.

    Examples
    --------
    >>> from passatempo.mnk.engine import Engine
    >>> from passatempo.mnk.model import Rules
    >>> Punctual(Engine(Rules(9, 9, 5))).think(bytes(81), 1, Limits(seconds=0.05), 1.0).lines[0].cells[0]
    40
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._running: threading.Thread | None = None

    def think(self, cells: bytes, mark: int, limits: Limits, last: float) -> Thought:
        """Search within limits, but answer no later than `last` seconds from now.

        Parameters
        ----------
        cells, mark
            The position, as for `Engine.think`.
        limits
            With seconds.
        last
            Until what was found first is taken.
        """
        started = time.monotonic()
        assert limits.seconds is not None
        self.settle()
        first = self.engine.think(cells, mark, replace(limits, seconds=FIRST_SHARE * limits.seconds))
        left = limits.seconds - (time.monotonic() - started)
        if first.stopped is StopReason.DONE or left <= 0:
            return first
        cancel = Cancel()
        found: list[Thought] = []
        whole = replace(limits, seconds=left, cancel=cancel)
        self._running = threading.Thread(
            target=lambda: found.append(self.engine.think(cells, mark, whole)), daemon=True
        )
        self._running.start()
        self._running.join(max(0.0, last - (time.monotonic() - started)))
        cancel.throw()
        return found[0] if found else first

    def settle(self) -> None:
        """Wait until a search that was not ready in time has stopped."""
        if self._running is not None:
            self._running.join()
            self._running = None
