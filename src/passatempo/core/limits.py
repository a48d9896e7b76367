"""The settings that only affect how long a method takes, such as time and memory limits, and its progress.

A method reports its progress and a front end shows it. The method knows neither console nor page.
"""

from __future__ import annotations

import gc
import os
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from passatempo.core.errors import UsageError, quote, warn_of_removal
from passatempo.core.outcome import STOPS, StopReason
from passatempo.core.plain import plain_of
from passatempo.core.text import LONGEST_TEXT

if TYPE_CHECKING:
    from fractions import Fraction
    from pathlib import Path

    from passatempo.core.value import Finding

T = TypeVar("T")
NO_NODES = 2**63 - 1  # "no limit" in the kernels' 64-bit counters
NO_SECONDS = 1e18
MEMORY_MB = 2048  # the default memory of a run, with which a machine with 4 GB still works
MOST_THREADS = 1024
BOUNDS = (
    ("nodes", 0, NO_NODES),
    ("answers", 0, NO_NODES),
    ("memory_mb", 1, 1 << 32),
    ("threads", 1, MOST_THREADS),
    ("seed", -(2**63), 2**64 - 1),
)
# Kernels poll this block (native/python.hpp). Byte 0 is the switch; bytes 8 to 15 hold the run's limit in megabytes.
CONTROL_SIZE = 16
_MEGABYTES = struct.Struct("=Q")
LOOK_AT_MEMORY = 0.01  # seconds between two checks; one costs 10 us, and in 10 ms a process fills some 40 MB
_MEGABYTE = 1 << 20
SHORT_TEXT = 5000  # characters
READING = 32  # bytes of memory that a reader takes at most per byte of text
_PAGE = os.sysconf("SC_PAGE_SIZE") if sys.platform == "linux" else 0


def collect_garbage() -> None:
    """Turn on garbage collection, which the command line turns off at startup, for long runs.

    The collector skips all objects that exist already. They live until the end.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


class Stopped(Exception):  # control flow, not an error: it never leaves a method
    """A limit was reached. `Deadline.check` and `Deadline.tick` raise it in deep loops; the deadline has the reason."""


class Cancel:
    """A switch that another thread can set to stop a run.

    The first byte of `flag` is the switch. Kernels poll it without the interpreter lock; Python code reads `cancelled`.
    The rest of `flag`, if any, holds the memory limit for kernels.

    Examples
    --------
    >>> cancel = Cancel()
    >>> cancel.cancel()
    >>> cancel.cancelled
    True
    """

    __slots__ = ("flag",)

    def __init__(self, flag: bytearray | memoryview | None = None) -> None:
        self.flag = bytearray(CONTROL_SIZE) if flag is None else flag  # shared memory works between processes

    def cancel(self) -> None:
        """Ask the run to stop."""
        self.flag[0] = 1

    @property
    def cancelled(self) -> bool:
        """Whether a stop was requested."""
        return self.flag[0] != 0

    def throw(self) -> None:
        """Ask the run to stop: the old name of `cancel`."""
        warn_of_removal("Cancel.throw", "0.5", "Cancel.cancel")
        self.cancel()

    @property
    def thrown(self) -> bool:
        """Whether a stop was requested: the old name of `cancelled`."""
        warn_of_removal("Cancel.thrown", "0.5", "Cancel.cancelled")
        return self.cancelled


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the resources of a run. They never change the right answer.

    Parameters
    ----------
    seconds, nodes, memory_mb
        Upper limits; None means no limit. Each method defines its nodes. Memory counts only what the process takes
        in addition to its initial memory.
    answers
        The maximum number of answers of an enumeration.
    threads
        The number of threads that the method may use.
    seed
        The random seed of randomised methods.
    cancel
        A switch to stop the run from outside.
    proof
        Where to write a proof: a path, or its text.
    checkpoint
        A file that a long search updates and resumes from: a path, or its text.

    Raises
    ------
    UsageError
        If a number is out of range.

    Examples
    --------
    >>> Limits(nodes=-1)
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: nodes: '-1' is not a whole number from 0 to 9223372036854775807
    """

    seconds: float | None = None
    nodes: int | None = None
    answers: int | None = None
    memory_mb: int | None = MEMORY_MB
    threads: int = 1
    seed: int = 0
    cancel: Cancel | None = None
    proof: Path | None = None
    checkpoint: Path | None = None

    def __post_init__(self) -> None:
        for name, low, high in BOUNDS:
            number = getattr(self, name)
            if number is not None and not (type(number) is int and low <= number <= high):
                object.__setattr__(self, name, _whole_number(name, number, low, high))
        if self.seconds is not None and type(self.seconds) is not float:
            object.__setattr__(self, "seconds", plain_of(self.seconds, "seconds"))
        refuse_seconds("seconds", self.seconds)
        if self.cancel is not None and not isinstance(self.cancel, Cancel):
            raise UsageError(f"cancel: expected a Cancel: {quote(self.cancel)}")
        for name in ("proof", "checkpoint"):
            file = getattr(self, name)
            if file is not None and not hasattr(file, "open"):  # a path already
                from passatempo.core.input import path_of  # rarely needed, and costly

                file_name = plain_of(file, name)
                if not isinstance(file_name, str):
                    raise UsageError(f"{name}: {quote(file)} is not a path")
                object.__setattr__(self, name, path_of(file_name))

    def with_cancel(self, cancel: Cancel) -> Limits:
        """Return the same limits with a switch. This is faster than `dataclasses.replace`."""
        mine = (self.seconds, self.nodes, self.answers, self.memory_mb, self.threads, self.seed)
        return Limits(*mine, cancel=cancel, proof=self.proof, checkpoint=self.checkpoint)

    @property
    def longest_text(self) -> int:
        """The maximum size of a text in bytes. Reading must also stay within the memory limit.

        >>> Limits(memory_mb=100).longest_text
        3276800
        """
        return LONGEST_TEXT if self.memory_mb is None else min(LONGEST_TEXT, self.memory_mb * _MEGABYTE // READING)

    def since(self, held: int) -> Limits:
        """Return the limits minus the memory taken since the process held `held` bytes (0 if it was not measured).

        >>> Limits(memory_mb=100).since(resident_memory()).memory_mb, Limits(memory_mb=None).since(0).memory_mb
        (100, None)
        """
        used_megabytes = (resident_memory() - held) // _MEGABYTE if held and self.memory_mb is not None else 0
        return replace(self, memory_mb=max(1, (self.memory_mb or 0) - used_megabytes)) if used_megabytes > 0 else self

    @property
    def kernel(self) -> tuple[float, int, bytearray | memoryview | None]:
        """Seconds, nodes and control block, as every kernel takes them."""
        control = self.cancel.flag if self.cancel is not None else bytearray(CONTROL_SIZE)
        if self.memory_mb is not None and len(control) >= CONTROL_SIZE:
            _MEGABYTES.pack_into(control, 8, self.memory_mb)
        return (
            NO_SECONDS if self.seconds is None else self.seconds,
            NO_NODES if self.nodes is None else self.nodes,
            control,
        )


def refuse_seconds(name: str, seconds: Any) -> None:
    """Raise `UsageError` for a value that is not a number of seconds; None means no limit."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (number and 0 <= seconds <= sys.float_info.max):
        raise UsageError(f"{name}: {quote(seconds)} is not a number of seconds")


def _whole_number(name: str, number: Any, low: int, high: int) -> int:
    """Convert a whole number of another type, and refuse a value that is not a whole number in a range."""
    plain_number = plain_of(number, name)
    if type(plain_number) is int and low <= plain_number <= high:
        return plain_number
    raise UsageError(f"{name}: {quote(number)} is not a whole number from {low} to {high}")


@dataclass(slots=True, eq=False, repr=False)
class Deadline:
    """The limits of one run of Python code: counts nodes and decides when to stop.

    Loops that can return use `spend`, `step` and `poll`. Deep ones use `tick` and `check`, which raise `Stopped`.

    Examples
    --------
    >>> deadline = Deadline(Limits(nodes=2))
    >>> [deadline.spend() for _ in range(3)], deadline.stop_reason.value
    ([False, False, True], 'nodes')
    """

    limits: Limits
    node_count: int = 0
    stop_reason: StopReason = StopReason.DONE
    start_time: float = field(default_factory=time.monotonic)
    initial_memory: int = 0  # the memory of the process at the first check
    reserve_seconds: float = 0.0  # seconds of the limit that are reserved
    last_memory_check: float = field(default_factory=time.monotonic)

    def spend(self) -> bool:
        """Count one node. Returns true once the run must stop, and from then on."""
        self.node_count += 1
        if (
            self.limits.nodes is not None
            and self.node_count > self.limits.nodes
            and self.stop_reason is StopReason.DONE
        ):
            self.stop_reason = StopReason.NODES
        if self.node_count % 64 == 0:  # reading the clock costs as much as a small node
            self.poll()
        return self.stop_reason is not StopReason.DONE

    def step(self) -> bool:
        """Count one node that is a long step, and always check the clock. Returns as `spend`."""
        return self.spend() or self.poll()

    def poll(self) -> bool:
        """Check the clock, the switch and the memory now."""
        if self.stop_reason is StopReason.DONE:
            current_time = time.monotonic()
            if self.limits.cancel is not None and self.limits.cancel.cancelled:
                self.stop_reason = StopReason.CANCELLED
            elif (
                self.limits.seconds is not None
                and current_time - self.start_time + self.reserve_seconds >= self.limits.seconds
            ):
                self.stop_reason = StopReason.SECONDS
            elif current_time - self.last_memory_check >= LOOK_AT_MEMORY and not self._within_memory(current_time):
                self.stop_reason = StopReason.MEMORY
        return self.stop_reason is not StopReason.DONE

    def tick(self) -> None:
        """Count one node; raise `Stopped` once the run must stop."""
        if self.spend():
            raise Stopped

    def check(self) -> None:
        """Check the clock, the switch and the memory now; raise `Stopped` if the run must stop."""
        if self.poll():
            raise Stopped

    def end_earlier(self, seconds: float) -> Deadline:
        """Return the same deadline, moved earlier by this many seconds, for work whose result must still be printed.

        >>> Deadline(Limits(seconds=60)).end_earlier(60).poll()
        True
        """
        if self.limits.seconds is None:
            return self
        return replace(self, limits=replace(self.limits, seconds=max(0.0, self.limits.seconds - seconds)))

    @contextmanager
    def not_too_deep(self) -> Iterator[None]:
        """Treat a recursion that is too deep for Python as exhausted memory.

        >>> deadline = Deadline(Limits())
        >>> try:
        ...     with deadline.not_too_deep():
        ...         raise RecursionError
        ... except Stopped:
        ...     deadline.stop_reason.value
        'memory'
        """
        try:
            yield
        except RecursionError:
            self.stop_reason = StopReason.MEMORY
            raise Stopped from None

    def reserve(self, seconds: float) -> None:
        """Reserve time to check and print the result. A list is cut to what can still be printed.

        >>> deadline = Deadline(Limits(seconds=60))
        >>> deadline.reserve(61.0)
        >>> deadline.poll(), deadline.stop_reason.value
        (True, 'seconds')
        """
        self.reserve_seconds += seconds

    def room_for(self, size: int) -> bool:
        """Return whether this many more bytes may be allocated; if not, the run stops for memory."""
        limit = self.limits.memory_mb
        if limit is None or self.stop_reason is not StopReason.DONE:
            return self.stop_reason is StopReason.DONE
        resident_growth = max(0, resident_memory() - self.initial_memory) if self.initial_memory else 0
        if resident_growth + size > limit * _MEGABYTE:
            self.stop_reason = StopReason.MEMORY
        return self.stop_reason is StopReason.DONE

    def _within_memory(self, current_time: float) -> bool:
        self.last_memory_check = current_time
        if self.limits.memory_mb is None:
            return True
        resident_bytes = resident_memory()
        self.initial_memory = self.initial_memory or resident_bytes
        return resident_bytes - self.initial_memory <= self.limits.memory_mb * _MEGABYTE

    @property
    def run_seconds(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.start_time

    @property
    def seconds_left(self) -> float | None:
        """Seconds that remain; None without a limit."""
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.run_seconds)

    @property
    def remaining_limits(self) -> Limits:
        """The limits for the remaining work: the same, with the remaining seconds."""
        return self.limits if self.limits.seconds is None else replace(self.limits, seconds=self.seconds_left)

    @property
    def kernel(self) -> tuple[float, int, bytearray | memoryview | None]:
        """The limits of the next kernel call, as `Limits.kernel`, with the remaining seconds and nodes."""
        seconds, nodes, control = self.remaining_limits.kernel
        return seconds, nodes if self.limits.nodes is None else max(0, nodes - self.node_count), control

    def charge(self, stop: int, nodes: int = 0) -> None:
        """Count the nodes of a kernel call; raise `Stopped` if the kernel stopped early.

        >>> deadline = Deadline(Limits(nodes=10))
        >>> deadline.charge(STOPS.index(StopReason.DONE), 4)
        >>> deadline.kernel[1]
        6
        """
        self.node_count += nodes
        if stop:
            self.stop_reason = STOPS[stop]
            raise Stopped


def resident_memory() -> int:
    """Return the bytes of memory that the process holds now; 0 if the system does not provide it.

    It costs 10 us. Kernels query the system themselves (native/memory.hpp).
    """
    return memory_of_process()[1]  # kernels support more systems; plain Python uses its own estimates there


def memory_of_process() -> tuple[int, int]:
    """Return the bytes of address space and of memory that the process has; zeros without Linux's /proc."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            address_pages, resident_pages = file.read(128).split()[:2]
    except (OSError, ValueError):
        return 0, 0
    return int(address_pages) * _PAGE, int(resident_pages) * _PAGE


def load_average() -> float:
    """Return the average number of runnable threads in the last minute; 0 if the system does not provide it.

    >>> load_average() >= 0
    True
    """
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):  # Windows; Linux without /proc
        return 0.0


def takes_memory(*parts: Any) -> bool:
    """Return whether reading these may take more than a megabyte. Measuring memory takes as long as a short text."""
    texts = [part for part in parts if part is not None and not isinstance(part, int | float)]
    return any(not isinstance(text, str | bytes) or len(text) > SHORT_TEXT for text in texts)


def poll_stream(stream: Iterable[T], watch: Deadline | Callable[[], object] | None, interval: int = 1) -> Iterator[T]:
    """Yield items one by one, and check the limits before the first of every `interval` items.

    Parameters
    ----------
    watch
        A deadline, or a function that raises to stop; None disables the check.

    Raises
    ------
    Stopped
        If a limit was reached.

    Examples
    --------
    >>> list(poll_stream("abc", None)), list(poll_stream("abc", Deadline(Limits()), 2))
    (['a', 'b', 'c'], ['a', 'b', 'c'])
    """
    look = watch.check if isinstance(watch, Deadline) else watch
    if look is None:
        yield from stream
        return
    for number, member in enumerate(stream):
        if number % interval == 0:
            look()
        yield member


def processor_count() -> int:
    """Return how many processors this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a run; unknown figures are None. `part` is a part of the result that was just found."""

    seconds: float
    value: int | float | Fraction | None = None
    bound: int | float | Fraction | None = None
    done: int | None = None
    total: int | None = None
    text: str = ""
    part: Finding | None = None


Report: TypeAlias = Callable[[Progress], None]


def silent(progress: Progress, /) -> None:
    """Ignore the progress."""
