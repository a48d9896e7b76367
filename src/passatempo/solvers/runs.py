"""What engines share: the result of a run, and `attend`, which keeps a run within its limits; it imports no engine.

An engine works in a thread of its own while the caller's thread looks at the clock and at the cancel switch,
passes progress on, and so stays open to Ctrl-C. An engine that does not stop when told to is left behind.
"""

from __future__ import annotations

import atexit
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from passatempo.core.outcome import Status, StopReason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.core.limits import Deadline

R = TypeVar("R")

Values: TypeAlias = Callable[[Any], int]  # the value of a variable in a solution

SEEDS = 2**31  # what OR-Tools takes
DISTRIBUTIONS = ("ortools", "python-sat", "clingo")
TICK = 0.02  # how often the attendant looks up: cancelling feels immediate, and 50 looks a second cost nothing
STOPPING_TICK = 0.005  # the same once the engine was told to stop
CANCEL_GRACE = 0.15  # seconds in which a cancelled engine may stop by itself and hand over what it found
EXIT_GRACE = 3.0  # seconds of the processor that an engine left behind has at the end of the process to settle
LONGEST_EXIT = 60.0  # and of the clock, on a machine that has no processor for it
CLOCK_GRACE = (0.02, 0.04)  # the same after the clock: seconds, and part of the limit; well inside "10 % + 50 ms"


@dataclass(frozen=True, slots=True)
class Run:
    """What an engine said of a model.

    Parameters
    ----------
    status
        What is proved of the model; a model without an objective is solved by any solution.
    stopped
        The limit that ended the run.
    value
        The value of a variable in the best solution; None without a solution.
    objective, bound
        The solution's objective and a proved limit on it; None without an objective.
    seconds
        Wall time.
    stats
        Counts such as variables, rows, nodes.
    """

    status: Status
    stopped: StopReason = StopReason.DONE
    value: Values | None = field(default=None, repr=False)
    objective: float | None = None
    bound: float | None = None
    seconds: float = 0.0
    stats: Mapping[str, int | float] = field(default_factory=dict)

    @property
    def has_values(self) -> bool:
        """Whether there is a solution."""
        return self.value is not None


def versions() -> dict[str, str]:
    """Return the installed version of each engine, without importing it; "" where it is missing.

    >>> list(versions())
    ['ortools', 'python-sat', 'clingo']
    """
    from importlib.metadata import PackageNotFoundError, version  # costs 20 ms

    found = dict.fromkeys(DISTRIBUTIONS, "")
    for name in found:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


class _Worker(threading.Thread, Generic[R]):
    """A thread that keeps what its work returns or raises."""

    def __init__(self, work: Callable[[], R]) -> None:
        super().__init__(
            name="passatempo-engine", daemon=True
        )  # one that was left behind must not keep the process alive
        self.work = work
        self.finished = threading.Event()
        self.result: R | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Do the work."""
        try:
            self.result = self.work()
        except BaseException as error:  # raised again in the caller's thread
            self.error = error
        self.finished.set()

    def leave(self) -> None:
        """Go on without it.

        An engine that calls Python while the interpreter shuts down aborts the process, so that waits a little.
        """
        atexit.register(self.settle)

    def settle(self) -> None:
        """Wait until it is done or asleep, or has had time enough: of the processor, for others may be busy with it."""
        used, began = time.process_time(), time.monotonic()
        while not self.over():
            if time.process_time() - used > EXIT_GRACE or time.monotonic() - began > LONGEST_EXIT:
                return
            time.sleep(TICK)

    def over(self) -> bool:
        """Tell whether it is done, or asleep to the end of the process."""
        return self.finished.is_set() and self.rests()

    def rests(self) -> bool:
        """Tell whether its thread, which said that it has finished, needs the interpreter no more.

        A thread that still does when the interpreter shuts down is ended there, through the engine's own calls, which
        aborts the process. Whoever looks holds the interpreter's lock; so a thread seen in the only line of
        `_wait_for_ever` has given it up in there, for there is no other place in that line to do so.
        """
        if not self.is_alive():  # its number may be another thread's by now
            return True
        frame = sys._current_frames().get(self.ident or 0)  # noqa: SLF001 - there is no public way
        asleep = _wait_for_ever.__code__
        return frame is not None and frame.f_code is asleep and frame.f_lineno > asleep.co_firstlineno


def sleep_for_ever() -> None:
    """End the work of an engine that was left behind and cannot be told; called by its callback, in its thread."""
    never = threading.Lock()
    never.acquire()
    worker = threading.current_thread()
    if isinstance(worker, _Worker):
        worker.finished.set()
    _wait_for_ever(never)


def _wait_for_ever(never: threading.Lock) -> None:
    never.acquire()


def attend(
    work: Callable[[], R], stop: Callable[[], object], deadline: Deadline, listen: Callable[[], object] = bool
) -> R | None:
    """Let an engine work within its limits.

    Parameters
    ----------
    work
        Runs the engine; called in a thread of its own.
    stop
        Tells the engine to stop; called at every tick after a limit until it does.
    deadline
        The limits; afterwards its `stopped` says which of them ended the run.
    listen
        Called at every tick and at the end, in the caller's thread: the place to report progress.

    Returns
    -------
    R or None
        What `work` returned; None if it had to be left behind.

    Examples
    --------
    >>> from passatempo.core.limits import Deadline, Limits
    >>> attend(lambda: 6 * 7, lambda: None, Deadline(Limits()))
    42
    """
    worker = _Worker(work)
    worker.start()
    last: float | None = None
    try:
        while not worker.finished.wait(_pause(deadline)):
            listen()
            if deadline.poll():
                stop()
                last = deadline.elapsed + _grace(deadline) if last is None else last
                if deadline.elapsed >= last:
                    worker.leave()
                    return None
        listen()
    except BaseException:  # Ctrl-C, or an error of `listen`
        stop()
        worker.leave()
        raise
    worker.join()
    if worker.error is not None:
        raise worker.error
    return worker.result


def _pause(deadline: Deadline) -> float:
    """Return how long the attendant may look away: not beyond the limit."""
    if deadline.stopped is not StopReason.DONE:
        return STOPPING_TICK
    return TICK if deadline.left is None else min(TICK, deadline.left + 0.0005)


def _grace(deadline: Deadline) -> float:
    """Return how long an engine may take to stop."""
    if deadline.stopped is StopReason.CANCELLED:
        return CANCEL_GRACE
    fixed, part = CLOCK_GRACE
    return fixed + part * (deadline.limits.seconds or 0.0)
