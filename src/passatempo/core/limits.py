"""What only changes how long a method takes: time, nodes, memory, threads, the random seed."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from passatempo.core.outcome import StopReason

if TYPE_CHECKING:
    from pathlib import Path

NO_NODES = 2**63 - 1  # "no limit" in the kernels' 64-bit counters
NO_SECONDS = 1e18


class Cancel:
    """A switch that another thread may throw to stop a run.

    `flag` is one byte: kernels poll it without the interpreter lock, Python code asks `thrown`.

    Examples
    --------
    >>> cancel = Cancel()
    >>> cancel.throw()
    >>> cancel.thrown
    True
    """

    __slots__ = ("flag",)

    def __init__(self, flag: bytearray | memoryview | None = None) -> None:
        self.flag = bytearray(1) if flag is None else flag  # shared memory serves between processes

    def throw(self) -> None:
        """Ask the run to stop."""
        self.flag[0] = 1

    @property
    def thrown(self) -> bool:
        """Whether somebody asked the run to stop."""
        return self.flag[0] != 0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a run may spend. Nothing here changes the right answer.

    Parameters
    ----------
    seconds, nodes, memory_mb
        Upper limits; None: as much as it takes. What a node is, the method says.
    answers
        How many answers an enumeration may return.
    threads
        Threads that the method may use.
    seed
        The random seed of methods that draw lots.
    cancel
        A switch to stop the run from outside.
    proof
        Where to write a proof.
    """

    seconds: float | None = None
    nodes: int | None = None
    answers: int | None = None
    memory_mb: int | None = None
    threads: int = 1
    seed: int = 0
    cancel: Cancel | None = None
    proof: Path | None = None

    @property
    def kernel(self) -> tuple[float, int, bytearray | memoryview | None]:
        """Seconds, nodes and cancel flag in the form that every kernel takes."""
        return (
            NO_SECONDS if self.seconds is None else self.seconds,
            NO_NODES if self.nodes is None else self.nodes,
            None if self.cancel is None else self.cancel.flag,
        )


@dataclass(slots=True)
class Deadline:
    """The limits of one run of Python code: count nodes, ask whether to stop.

    Examples
    --------
    >>> deadline = Deadline(Limits(nodes=2))
    >>> [deadline.spend() for _ in range(3)], deadline.stopped.value
    ([False, False, True], 'nodes')
    """

    limits: Limits
    nodes: int = 0
    stopped: StopReason = StopReason.DONE
    started: float = field(default_factory=time.monotonic)

    def spend(self) -> bool:
        """Count one node; true once the run must stop, and true ever after."""
        self.nodes += 1
        if self.limits.nodes is not None and self.nodes > self.limits.nodes and self.stopped is StopReason.DONE:
            self.stopped = StopReason.NODES
        if self.nodes % 64 == 0:  # the clock costs as much as a small node
            self.poll()
        return self.stopped is not StopReason.DONE

    def step(self) -> bool:
        """Count one node that is a long step, after which the clock is always looked at; as `spend`."""
        return self.spend() or self.poll()

    def poll(self) -> bool:
        """Look at the clock and the switch now."""
        if self.stopped is StopReason.DONE:
            if self.limits.cancel is not None and self.limits.cancel.thrown:
                self.stopped = StopReason.CANCELLED
            elif self.limits.seconds is not None and self.elapsed >= self.limits.seconds:
                self.stopped = StopReason.SECONDS
        return self.stopped is not StopReason.DONE

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.started

    @property
    def left(self) -> float | None:
        """Seconds that remain; None without a limit."""
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.elapsed)
