"""An answer that is there on time, also where the machine is slow to let a search stop.

Beside busy processes a searching thread may notice the end of its time tens of milliseconds late, while one that sleeps
and has asked for short slices is woken soon. So the caller finds a first reply in a moment, hands the question to a
thread that waits for such work, and sleeps. The thread answers briefly at first, then as well as it can; what is not
ready at the last moment is not waited for, and the best reply by then is taken.
"""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Cancel, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.limits import Limits
    from passatempo.mnk.lines import Cell

    Asked = Callable[[Limits], "Reply"]


LOOK = 0.05  # seconds between two looks at the switch


@dataclass(frozen=True, slots=True)
class Reply:
    """A move with its score for the mover, and whether it is final: more time would change nothing."""

    cell: Cell
    score: int
    final: bool = False


@dataclass(slots=True)
class Punctual:
    """Who asks, and answers on time.

    Parameters
    ----------
    switch
        Stops the asking from outside: then `Stopped` is thrown.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> first, brief, whole = Reply(1, 0), Reply(4, 10), Reply(0, 30)
    >>> Punctual().ask(lambda: first, lambda limits: brief, lambda limits: whole, Limits(seconds=1.0), 0.1, last=60.0)
    Reply(cell=0, score=30, final=False)
    """

    switch: Cancel | None = None
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "passatempo-search"))
    _cancel: Cancel = field(default_factory=Cancel)  # of the work in hand

    def ready(self) -> None:
        """Begin the thread, which may take a while on a busy machine, before any time counts."""
        self._thread.submit(bool).result()

    def ask(
        self, at_once: Callable[[], Reply], briefly: Asked, whole: Asked, limits: Limits, share: float, last: float
    ) -> Reply:
        """Ask within limits, but answer no later than `last` seconds from now.

        Parameters
        ----------
        at_once
            Gives a reply in a moment.
        briefly, whole
            The question; the second is not asked where the first reply is final.
        limits
            With seconds.
        share
            Of the seconds, for the first.
        last
            Until what was found by then is taken.
        """
        started = time.monotonic()
        end = started + (limits.seconds or 0.0)
        replies: list[Reply] = []

        def answer(cancel: Cancel) -> None:
            left = end - time.monotonic()  # work that came too late may have been in the way
            if left <= 0 or cancel.thrown:
                return
            replies.append(briefly(replace(limits, seconds=share * left, cancel=cancel)))
            left = end - time.monotonic()
            if not replies[0].final and left > 0 and not cancel.thrown:
                replies.append(whole(replace(limits, seconds=left, cancel=cancel)))

        first = at_once()
        asked = self._hand_over(answer)
        self._wait(asked, last - (time.monotonic() - started))
        return replies[-1] if replies else first

    def run(self, work: Callable[[Limits], Any], limits: Limits) -> None:
        """Do something within limits while the caller sleeps, so that he can be interrupted."""
        asked = self._hand_over(lambda cancel: work(replace(limits, cancel=cancel)))
        self._wait(asked, None)

    def close(self) -> None:
        """Stop what is in hand, and the thread."""
        self._cancel.throw()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _hand_over(self, work: Callable[[Cancel], Any]) -> Future[Any]:
        self._cancel = Cancel()
        return self._thread.submit(work, self._cancel)

    def _wait(self, asked: Future[Any], seconds: float | None) -> None:
        """Wait for work; where it failed, fail likewise."""
        end = inf if seconds is None else time.monotonic() + seconds
        most = inf if self.switch is None else LOOK
        try:
            while not asked.done() and (left := end - time.monotonic()) > 0:
                if self.switch is not None and self.switch.thrown:
                    raise Stopped
                left = min(left, most)
                wait([asked], None if left == inf else left)
        finally:
            self._cancel.throw()
        if asked.done():
            asked.result()
