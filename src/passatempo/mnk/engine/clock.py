"""The time budget of a move, chosen so that no move is late.

A search stops by a monotonic clock. The delay between its stop and the answer comes from a busy machine, the
interpreter and the pipe. It is measured by short sleeps before a game (`Clock.probe_delay`), then at every move. The
margin depends on the worst delay, the load of the machine, and the share of it that this process may use, because
one process among many is woken late. There are two times: at the budget the search stops by itself, and at the last
moment the best move so far is sent (`PunctualSearch`).
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Cancel, Limits, Stopped, load_average, processor_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.mnk.lines import Cell

    TimedSearch = Callable[[Limits], "Reply"]

SHARE = 0.95  # of the limit, at most
SHORT_SHARE, PAUSE = 0.88, 0.25  # of a short limit: a busy machine may pause us, up to a quarter of a second
MARGIN, CALM_MARGIN = 0.016, 0.006  # seconds that are never used; the smaller one on an idle machine
CALM = 0.005  # seconds: a process that wakes this soon and finds a free processor is not paused either
FIRST_DELAY = 0.002  # the delay that is assumed before any measurement
SEVERE = 0.1  # seconds: a machine that delays us this long will do so again, so the floor remembers it
DELAY_OF_ONE = 0.004  # seconds of delay for each further process on a processor
STOPPING = 0.004  # seconds that a search takes to stop on an idle machine
FADING = 0.99  # of the worst delay at each move, so that a single pause fades in time
MOVES_LEFT = 20  # the minimum of moves that the time of a game must last for
PROBES, PROBE = 5, 0.002  # the number of sleeps, and their seconds, to measure how late we are woken
BETWEEN_PROBES = 10.0  # seconds
PERIOD = 0.1  # seconds: a group of processes that has used up its share sleeps for the rest of the period
SET_ATTRIBUTES = {"x86_64": 314, "aarch64": 274}  # the number of the system call
ALONE = 1  # threads and processes started by this one do not inherit it
SHORT_SLICE = 100_000  # nanoseconds, the minimum
LOOK = 0.05  # seconds between two polls of the cancel switch


@dataclass(slots=True)
class Clock:
    """The time budget of one player's moves.

    Parameters
    ----------
    turn_seconds
        Seconds per move.
    seconds_left
        Seconds left for the rest of the game; None without such a limit.
    delay
        Returns how long a process may have to wait on this machine now.
    is_crowded
        Returns whether more threads want to run now than there are processors.

    Attributes
    ----------
    worst_delay, delay_floor
        The worst delay so far, which fades from move to move, and its lower bound.

    Examples
    --------
    >>> clock = Clock(turn_seconds=1.0, delay=lambda: 0.01, is_crowded=lambda: True)
    >>> round(clock.search_budget(), 3), round(clock.last_moment(), 3)
    (0.866, 0.88)
    >>> clock.note_delay(0.5)
    >>> round(clock.search_budget(), 3), round(clock.last_moment(), 3)
    (0.46, 0.474)
    """

    turn_seconds: float
    seconds_left: float | None = None
    delay: Callable[[], float] = field(default_factory=lambda: scheduling_delay, repr=False)
    is_crowded: Callable[[], bool] = field(default_factory=lambda: is_crowded, repr=False)
    worst_delay: float = FIRST_DELAY
    delay_floor: float = FIRST_DELAY
    start_time: float = field(default_factory=time.monotonic)
    probe_time: float | None = field(default=None, repr=False)  # the time of the last probe

    def start_turn(self, late: float = 0.0) -> None:
        """Start the clock of a move; the question arrived `late` seconds ago."""
        self.start_time = time.monotonic() - late

    @property
    def seconds_used(self) -> float:
        """Seconds since the question was read."""
        return time.monotonic() - self.start_time

    def turn_limit(self) -> float:
        """Return the time limit of the move in seconds."""
        if self.seconds_left is None:
            return self.turn_seconds
        return max(
            0.0,
            min(
                self.turn_seconds,
                self.seconds_left / MOVES_LEFT if self.seconds_left > 4 * MARGIN else self.seconds_left / 2,
            ),
        )

    def last_moment(self) -> float:
        """Return the seconds, from the start of the move, after which the answer is sent in any case."""
        limit, delay = self.turn_limit(), self.delay()
        calm = self.worst_delay <= CALM and delay <= CALM and not self.is_crowded()
        time_limit = SHARE * limit if calm else min(SHARE * limit, max(SHORT_SHARE * limit, limit - PAUSE))
        return max(0.2 * limit, min(time_limit, limit - (CALM_MARGIN if calm else MARGIN) - self.worst_delay - delay))

    def search_budget(self) -> float:
        """Return the seconds to search, from the start of the move."""
        last = self.last_moment()
        return max(last / 2, last - STOPPING - self.delay())

    def note_delay(self, delay: float) -> None:
        """Learn from a move that was ready `delay` seconds after its last moment; negative if it was early."""
        if delay >= SEVERE:
            self.delay_floor = max(self.delay_floor, delay)
        self.worst_delay = max(self.delay_floor, FADING * self.worst_delay, delay)

    def probe_delay(
        self, sleep: Callable[[float], None] = time.sleep, read_clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Sleep a few times and learn how late we are woken; skip it if the last probe was seconds ago."""
        if self.probe_time is not None and read_clock() - self.probe_time < BETWEEN_PROBES:
            return
        self.probe_time = read_clock()
        for _ in range(PROBES):
            asleep = read_clock()
            sleep(PROBE)
            self.note_delay(read_clock() - asleep - PROBE)


def wait_time() -> float:
    """Return the seconds that this thread was ready to run but waited for a processor; 0 if the system does not count.

    >>> 0 <= wait_time() <= 10**6
    True
    """
    try:
        with open("/proc/thread-self/schedstat", "rb", buffering=0) as file:
            return int(file.read(100).split()[1]) / 1e9
    except (OSError, ValueError, IndexError):  # not on this system
        return 0.0


def scheduling_delay() -> float:
    """Return how long a process may have to wait on this machine, given the runnable threads and its share.

    The number of runnable threads is the larger of the load of the last minute and the current count.

    >>> 0 <= scheduling_delay() < 60
    True
    """
    share = processor_quota()
    processor_share = min(processor_count(), share) if share else processor_count()
    asleep = PERIOD * (1 - share) if 0 < share < 1 else 0.0  # of every period, once the share is used up
    return DELAY_OF_ONE * max(load_average(), running_threads() - 1) / max(processor_share, 0.01) + asleep


def running_threads(load_file: Path = Path("/proc/loadavg")) -> int:
    """Return how many threads want to run now, including this one; 0 if the system does not report it.

    >>> running_threads() >= 0
    True
    """
    try:
        return int(load_file.read_text(encoding="ascii").split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return 0


def is_crowded() -> bool:
    """Return whether more threads want to run now than this process has processors; True if that is unknown.

    >>> is_crowded() in (True, False)
    True
    """
    return not 0 < running_threads() <= processor_count()


def processor_quota(root: Path = Path("/sys/fs/cgroup"), group_file: Path = Path("/proc/self/cgroup")) -> float:
    """Return how many processors the control groups leave to this process and its siblings; 0 if they do not say.

    Every enclosing group up to the root limits a group; inside a container its own group is at the root. Version 2 has
    one tree and one file, version 1 a tree for processors and two files.
    """
    shares = [share for folder in _group_folders(root, group_file) if (share := _group_share(folder))]
    return min(shares, default=0.0)


def _group_folders(root: Path, group_file: Path) -> list[Path]:
    """List the folders of this process's groups, in either version, and of the groups around them."""
    group_folders = [root, root / "cpu"]
    try:
        lines = group_file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return group_folders
    for line in lines:
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        parts = [part for part in path.split("/") if part not in ("", ".", "..")]
        trees = [root] if number == "0" and not controllers else []
        trees += [root / "cpu", root / controllers] if "cpu" in controllers.split(",") else []
        group_folders += [tree.joinpath(*parts[:length]) for tree in trees for length in range(1, len(parts) + 1)]
    return group_folders


def _group_share(folder: Path) -> float:
    """Return how many processors one group has; 0 if it does not say."""
    try:
        quota, period = (folder / "cpu.max").read_text(encoding="ascii").split()
        return 0.0 if quota == "max" else int(quota) / int(period)
    except (OSError, ValueError, ZeroDivisionError):
        pass
    try:
        micros, period = (
            (folder / name).read_text(encoding="ascii") for name in ("cpu.cfs_quota_us", "cpu.cfs_period_us")
        )
        return max(0.0, int(micros) / int(period))
    except (OSError, ValueError, ZeroDivisionError):
        return 0.0


def process_age() -> float:
    """Return the seconds since this process started; 0 if the system does not report it.

    >>> 0 <= process_age() < 10**7
    True
    """
    try:
        began = int(
            Path("/proc/self/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[19]
        )
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - began / os.sysconf("SC_CLK_TCK"))
    except (OSError, ValueError, IndexError, AttributeError):  # not on this system
        return 0.0


class _Scheduling(ctypes.Structure):
    """The scheduling attributes of a thread, as Linux takes them: `struct sched_attr`."""

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


def ask_for_short_slices() -> bool:
    """Request short time slices, so that the scheduler wakes this thread soon; return whether it agreed.

    Linux 6.12 and later grants it to every process. Elsewhere nothing happens.
    """
    number = SET_ATTRIBUTES.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return False
    scheduling_request = _Scheduling(size=ctypes.sizeof(_Scheduling), flags=ALONE, nice=os.nice(0), runtime=SHORT_SLICE)
    return bool(ctypes.CDLL(None).syscall(number, 0, ctypes.byref(scheduling_request), 0) == 0)


@dataclass(frozen=True, slots=True)
class Reply:
    """A move with its score for the mover; it is final if more time would change nothing."""

    cell: Cell
    score: int
    final: bool = False


@dataclass(slots=True)
class PunctualSearch:
    """A caller of searches that answers on time, even if the machine is slow to stop a search.

    When other processes are busy, a searching thread may notice the end of its time tens of milliseconds late. A thread
    that sleeps and has requested short slices is woken soon. So the caller finds a first reply at once, passes the
    search to a worker thread, and sleeps. The worker answers briefly at first, then as well as it can. At the last
    moment the caller takes the best reply so far and does not wait for more.

    Parameters
    ----------
    switch
        Cancels the search from outside; it then raises `Stopped`.

    Examples
    --------
    >>> from passatempo.core.limits import Limits
    >>> first, brief, whole = Reply(1, 0), Reply(4, 10), Reply(0, 30)
    >>> limits = Limits(seconds=1.0)
    >>> search = PunctualSearch()
    >>> search.answer_in_time(lambda: first, lambda limits: brief, lambda limits: whole, limits, 0.1, last=60.0)
    Reply(cell=0, score=30, final=False)
    """

    switch: Cancel | None = None
    _executor: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "passatempo-search"))
    _cancel: Cancel = field(default_factory=Cancel)  # of the current work

    def prepare_thread(self) -> None:
        """Start the worker thread before any time counts, since this may take a while on a busy machine."""
        self._executor.submit(bool).result()

    def answer_in_time(
        self,
        at_once: Callable[[], Reply],
        briefly: TimedSearch,
        full_search: TimedSearch,
        limits: Limits,
        share: float,
        last: float,
    ) -> Reply:
        """Search within limits, but answer no later than `last` seconds from now.

        Parameters
        ----------
        at_once
            Returns a reply at once.
        briefly, full_search
            The two searches; the second is skipped if the reply of the first is final.
        limits
            With seconds.
        share
            The share of the seconds for the first search.
        last
            The seconds after which the best reply so far is taken.
        """
        start_time = time.monotonic()
        end = start_time + (limits.seconds or 0.0)
        replies: list[Reply] = []

        def answer(cancel: Cancel) -> None:
            left = end - time.monotonic()  # the thread may have been busy with earlier work
            if left <= 0 or cancel.cancelled:
                return
            replies.append(briefly(replace(limits, seconds=share * left, cancel=cancel)))
            left = end - time.monotonic()
            if not replies[0].final and left > 0 and not cancel.cancelled:
                replies.append(full_search(replace(limits, seconds=left, cancel=cancel)))

        first = at_once()
        answer_future = self._hand_over(answer)
        self._wait_for(answer_future, last - (time.monotonic() - start_time))
        return replies[-1] if replies else first

    def run_work(self, work: Callable[[Limits], Any], limits: Limits) -> None:
        """Do work within limits while the caller sleeps, so that the caller can be interrupted."""
        work_future = self._hand_over(lambda cancel: work(replace(limits, cancel=cancel)))
        self._wait_for(work_future, None)

    def close(self) -> None:
        """Stop the current work and the worker thread."""
        self._cancel.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _hand_over(self, work: Callable[[Cancel], Any]) -> Future[Any]:
        self._cancel = Cancel()
        return self._executor.submit(work, self._cancel)

    def _wait_for(self, work_future: Future[Any], seconds: float | None) -> None:
        """Wait for work, and raise its exception if it failed."""
        end = inf if seconds is None else time.monotonic() + seconds
        wait_limit = inf if self.switch is None else LOOK
        try:
            while not work_future.done() and (left := end - time.monotonic()) > 0:
                if self.switch is not None and self.switch.cancelled:
                    raise Stopped
                left = min(left, wait_limit)
                wait([work_future], None if left == inf else left)
        finally:
            self._cancel.cancel()
        if work_future.done():
            work_future.result()
