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
class SolverRun:
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
    stop_reason: StopReason = StopReason.DONE
    value_of: Values | None = field(default=None, repr=False)
    objective: float | None = None
    bound: float | None = None
    seconds: float = 0.0
    stats: Mapping[str, int | float] = field(default_factory=dict)

    @property
    def has_values(self) -> bool:
        """Whether there is a solution."""
        return self.value_of is not None


def engine_versions() -> dict[str, str]:
    """Return the installed version of each engine, without importing it; "" where it is missing.

    >>> list(engine_versions())
    ['ortools', 'python-sat', 'clingo']
    """
    from importlib.metadata import PackageNotFoundError, version  # costs 20 ms

    distribution_versions = dict.fromkeys(DISTRIBUTIONS, "")
    for name in distribution_versions:
        try:
            distribution_versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return distribution_versions


class _SolverThread(threading.Thread, Generic[R]):
    """A thread that keeps what its work returns or raises."""

    def __init__(self, work: Callable[[], R]) -> None:
        super().__init__(
            name="passatempo-engine", daemon=True
        )  # one that was left behind must not keep the process alive
        self.solver_call = work
        self.finish_event = threading.Event()
        self.call_result: R | None = None
        self.call_error: BaseException | None = None

    def run(self) -> None:
        """Do the work."""
        try:
            self.call_result = self.solver_call()
        except BaseException as error:  # raised again in the caller's thread
            self.call_error = error
        self.finish_event.set()

    def leave(self) -> None:
        """Go on without it.

        An engine that calls Python while the interpreter shuts down aborts the process, so that waits a little.
        """
        atexit.register(self.settle)

    def settle(self) -> None:
        """Wait until it is done or asleep, or has had time enough: of the processor, for others may be busy with it."""
        used, began = time.process_time(), time.monotonic()
        while not self.is_over():
            if time.process_time() - used > EXIT_GRACE or time.monotonic() - began > LONGEST_EXIT:
                return
            time.sleep(TICK)

    def is_over(self) -> bool:
        """Tell whether it is done, or asleep to the end of the process."""
        return self.finish_event.is_set() and self.is_resting()

    def is_resting(self) -> bool:
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
    if isinstance(worker, _SolverThread):
        worker.finish_event.set()
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
    worker = _SolverThread(work)
    worker.start()
    last: float | None = None
    try:
        while not worker.finish_event.wait(_pause_seconds(deadline)):
            listen()
            if deadline.poll():
                stop()
                last = deadline.run_seconds + _grace_seconds(deadline) if last is None else last
                if deadline.run_seconds >= last:
                    worker.leave()
                    return None
        listen()
    except BaseException:  # Ctrl-C, or an error of `listen`
        stop()
        worker.leave()
        raise
    worker.join()
    if worker.call_error is not None:
        raise worker.call_error
    return worker.call_result


def _pause_seconds(deadline: Deadline) -> float:
    """Return how long the attendant may look away: not beyond the limit."""
    if deadline.stop_reason is not StopReason.DONE:
        return STOPPING_TICK
    return TICK if deadline.seconds_left is None else min(TICK, deadline.seconds_left + 0.0005)


def _grace_seconds(deadline: Deadline) -> float:
    """Return how long an engine may take to stop."""
    if deadline.stop_reason is StopReason.CANCELLED:
        return CANCEL_GRACE
    fixed, part = CLOCK_GRACE
    return fixed + part * (deadline.limits.seconds or 0.0)
