"""The common parts of the solvers: the result of a run, and `attend`, which enforces limits; imports no engine.

An engine runs in a thread of its own. The caller's thread checks the clock and the cancel switch, reports progress, and
can still handle Ctrl-C. An engine that ignores the request to stop is abandoned.
"""

import atexit
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from passatempo.core.limits import Deadline
from passatempo.core.outcome import Status, StopReason

R = TypeVar("R")

Values: TypeAlias = Callable[[Any], int]  # the value of a variable in a solution

SEEDS = 2**31  # the limit of OR-Tools
TICK = 0.02  # seconds between two checks; cancelling feels immediate, and 50 checks a second are free
STOPPING_TICK = 0.005  # seconds between two checks once the engine was asked to stop
CANCEL_GRACE = 0.15  # seconds for a cancelled engine to stop by itself and return its results
EXIT_GRACE = 3.0  # CPU seconds at the end of the process for an abandoned engine to settle
LONGEST_EXIT = 60.0  # wall seconds for the same, on a busy machine
CLOCK_GRACE = (0.02, 0.04)  # the same after the time limit: seconds, and part of the limit; well inside "10 % + 50 ms"


@dataclass(frozen=True, slots=True)
class SolverRun:
    """The result of an engine for a model.

    Parameters
    ----------
    status
        The status proved for the model; without an objective, any solution solves it.
    stop_reason
        The limit that ended the run.
    value_of
        The value of a variable in the best solution; None without a solution.
    objective, bound
        The solution's objective and a proved bound; None without an objective.
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


class _SolverThread(threading.Thread, Generic[R]):
    """A thread that stores the result or the exception of its work."""

    def __init__(self, work: Callable[[], R]) -> None:
        super().__init__(name="passatempo-engine", daemon=True)  # an abandoned engine must not keep the process alive
        self.solver_call = work
        self.finish_event = threading.Event()
        self.call_result: R | None = None
        self.call_error: BaseException | None = None

    def run(self) -> None:
        """Run the engine."""
        try:
            self.call_result = self.solver_call()
        except BaseException as error:  # raised again in the caller's thread
            self.call_error = error
        self.finish_event.set()

    def leave(self) -> None:
        """Abandon the thread.

        If an engine calls Python while the interpreter shuts down, the process aborts, so the exit waits a little.
        """
        atexit.register(self.settle)

    def settle(self) -> None:
        """Wait until the thread is done or asleep, or has had enough CPU time; wall time runs out on a busy machine."""
        used, began = time.process_time(), time.monotonic()
        while not self.is_over():
            if time.process_time() - used > EXIT_GRACE or time.monotonic() - began > LONGEST_EXIT:
                return
            time.sleep(TICK)

    def is_over(self) -> bool:
        """Return whether the thread is done, or asleep until the process ends."""
        return self.finish_event.is_set() and self.is_resting()

    def is_resting(self) -> bool:
        """Return whether the thread, which has reported its end, no longer needs the interpreter.

        If it still does when the interpreter shuts down, Python ends the thread inside the engine's own calls, which
        aborts the process. The caller holds the interpreter lock. So a thread in the only line of `_wait_for_ever` has
        released the lock there, as nothing else in that line does so.
        """
        if not self.is_alive():  # its identifier may belong to another thread by now
            return True
        frame = sys._current_frames().get(self.ident or 0)  # noqa: SLF001 - there is no public way
        asleep = _wait_for_ever.__code__
        return frame is not None and frame.f_code is asleep and frame.f_lineno > asleep.co_firstlineno


def sleep_for_ever() -> None:
    """Block an abandoned engine that cannot be interrupted; called by its callback, in its thread."""
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
    """Run an engine within its limits.

    Parameters
    ----------
    work
        Runs the engine; called in a thread of its own.
    stop
        Asks the engine to stop; called at every tick after a limit until the engine has stopped.
    deadline
        The limits; afterwards its `stop_reason` is the limit that ended the run.
    listen
        Called at every tick and at the end, in the caller's thread, for example to report progress.

    Returns
    -------
    R or None
        The result of `work`; None if the engine was abandoned.

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
    """Return the seconds until the next check, which is never after the limit."""
    if deadline.stop_reason is not StopReason.DONE:
        return STOPPING_TICK
    return TICK if deadline.seconds_left is None else min(TICK, deadline.seconds_left + 0.0005)


def _grace_seconds(deadline: Deadline) -> float:
    """Return the seconds that an engine has to stop."""
    if deadline.stop_reason is StopReason.CANCELLED:
        return CANCEL_GRACE
    fixed, part = CLOCK_GRACE
    return fixed + part * (deadline.limits.seconds or 0.0)
