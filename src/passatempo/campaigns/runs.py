"""Running: chunks of jobs go out, results come back, and each chunk is written in one transaction.

A job that fails is tried once more before its failure is kept. A worker that dies takes its chunk along, and nobody
knows which of the chunks under way killed it: each of them is then sent alone, and one that dies alone is sent job by
job, so that the job to blame is found and no other is blamed for it.
"""

from __future__ import annotations

import platform
import time
from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from passatempo.campaigns.jobs import DONE, FAILED, Result, canonical, name_of, pending, perform
from passatempo.campaigns.store import Run, StoreFault
from passatempo.core.interrupt import deaf
from passatempo.core.json import encode
from passatempo.core.limits import Progress, Report, silent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from passatempo.campaigns.crew import Crew
    from passatempo.campaigns.store import Store

AIM = 1.0  # seconds a chunk: a message and a transaction cost a thousandth of it, a kill no more than that
UNKNOWN = 4  # jobs of cells that were never measured which go into one chunk: they may take much longer
MOST = 5000  # jobs in a chunk, however short


@dataclass(slots=True)
class Chunks:
    """Jobs in chunks.

    Parameters
    ----------
    numbers
        The jobs to be done, in order.
    repeat
        Repetitions of a cell.
    aim
        Seconds a chunk.

    Examples
    --------
    >>> chunks = Chunks(iter(range(100)), 50, 1.0)
    >>> chunks.next()
    [0]
    >>> chunks.learn(0, 0.2)
    >>> chunks.next(), chunks.next()
    ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    """

    numbers: Iterator[int]
    repeat: int
    aim: float = AIM
    ahead: int | None = None
    took: dict[int, tuple[int, float]] = field(default_factory=dict)  # a cell's jobs and seconds; the latest cells
    latest: float | None = None

    def learn(self, number: int, seconds: float) -> None:
        """Take note of how long a job took."""
        cell = number // self.repeat
        count, total = self.took.pop(cell, (0, 0.0))
        self.took[cell] = count + 1, total + seconds
        if len(self.took) > 1000:
            del self.took[next(iter(self.took))]
        self.latest = seconds if self.latest is None else 0.9 * self.latest + 0.1 * seconds

    def next(self) -> list[int]:
        """Return the next chunk; empty at the end."""
        chunk: list[int] = []
        planned, new = 0.0, 0
        while len(chunk) < MOST:
            number = self.ahead if self.ahead is not None else next(self.numbers, None)
            self.ahead = None
            if number is None:
                break
            known = self.took.get(number // self.repeat)
            new += known is None
            expected = known[1] / known[0] if known else self.aim if self.latest is None else self.latest
            if chunk and (planned + expected > self.aim * 1.001 or new > UNKNOWN):
                self.ahead = number
                break
            chunk.append(number)
            planned += expected
        return chunk


AHEAD = 2  # chunks for each worker that are under way: one at work, one that waits for it
LOOK = 0.5  # seconds between two looks at the clock
TRIES = 2  # of a job
PACKAGES = ("passatempo", "ortools", "python-sat", "clingo")
Chunk = list[int]


class Stranded(StoreFault):
    """The cluster is lost and there is no other; what was finished is kept."""

    kind = "stranded"


@dataclass(slots=True)
class Campaign:
    """A campaign under way.

    Parameters
    ----------
    store
        Where results go.
    crew
        Who does the jobs.
    report
        Hears how far it has come.
    aim
        Seconds a chunk.
    """

    store: Store
    crew: Crew
    report: Report = silent
    aim: float = AIM
    chunks: Chunks = field(init=False)
    under_way: dict[Future[list[Result]], Chunk] = field(default_factory=dict)
    again: deque[int] = field(default_factory=deque)  # jobs that failed once
    suspects: deque[Chunk] = field(default_factory=deque)  # chunks that may have killed a worker
    tries: dict[int, int] = field(default_factory=dict)
    before: int = 0
    done: int = 0
    failed: int = 0
    total: int = 0
    began: float = field(default_factory=time.monotonic)

    def run(self) -> None:
        """Do all jobs that are still to be done.

        Raises
        ------
        StoreFault
            If results cannot be written.
        Stranded
            If the connection to the cluster is lost.
        """
        plan, shard = self.store.plan, self.store.shard
        done, _ = self.store.done()
        self.done = self.before = sum(done)
        self.total = plan.jobs if shard.parts == 1 else self.done + sum(1 for _ in pending(plan, shard, done))
        self.chunks = Chunks(pending(plan, shard, done), plan.repeat, self.aim)
        while True:
            self._send()
            if not self.under_way:
                break
            finished, _ = wait(self.under_way, timeout=LOOK, return_when=FIRST_COMPLETED)
            self._receive(finished)
            self._tell()

    def _send(self) -> None:
        """Send chunks as far as there is room; a suspect goes alone."""
        if self.suspects:
            if not self.under_way:
                self._submit(self.suspects.popleft())
            return
        while len(self.under_way) < AHEAD * self.crew.workers and not self.suspects:
            chunk = [self.again.popleft()] if self.again else self.chunks.next()
            if not chunk:
                return
            self._submit(chunk)

    def _submit(self, chunk: Chunk) -> None:
        """Hand a chunk over; an executor that is found broken gives way to another."""
        try:
            with deaf():
                self.under_way[self.crew.executor.submit(perform, self.store.plan.text, chunk)] = chunk
        except BrokenExecutor:
            self.suspects.append(chunk)
            if not self.under_way:  # else the loss of what is under way tells it
                self._renew()

    def _renew(self) -> None:
        if not self.crew.renew():
            raise Stranded("the connection to the cluster is lost")

    def _receive(self, finished: Iterable[Future[list[Result]]]) -> None:
        """Write what came back; find out what was lost."""
        if not self.crew.sound:
            raise Stranded("the connection to the cluster is lost")
        alone = len(self.under_way) == 1
        broken = False
        for future in finished:
            try:
                results = future.result()
            except Exception as error:  # whatever an executor says: `perform` itself raises nothing
                broken |= isinstance(error, BrokenExecutor | CancelledError)
                self._suspect(self.under_way.pop(future), error, alone=alone)
            else:
                del self.under_way[future]
                self._keep(results)
        if broken:
            self._collect()
            self._renew()

    def _collect(self) -> None:
        """Take in what else was under way when the executor broke."""
        finished, lost = wait(self.under_way, timeout=LOOK)
        for future in [*finished, *lost]:
            chunk = self.under_way.pop(future)
            if future in finished and not future.cancelled() and future.exception() is None:
                self._keep(future.result())
            else:
                self.suspects.append(chunk)

    def _suspect(self, chunk: Chunk, error: Exception, *, alone: bool) -> None:
        """Put a lost chunk aside, split where it was alone; a single job that was lost alone counts as tried."""
        if not alone:
            self.suspects.append(chunk)
        elif len(chunk) > 1:
            self.suspects.extendleft([number] for number in reversed(chunk))
        else:
            plan, [number] = self.store.plan, chunk
            name = name_of(plan, canonical(plan.cell(number // plan.repeat)), number % plan.repeat)
            self._keep([Result(name, number, FAILED, f"its worker process ended ({type(error).__name__})", 0.0)])

    def _keep(self, results: list[Result]) -> None:
        """Write results; a job that failed for the first time is tried again instead."""
        kept = []
        for one in results:
            self.chunks.learn(one.number, one.seconds)
            if one.state == FAILED:
                self.tries[one.number] = self.tries.get(one.number, 0) + 1
                if self.tries[one.number] < TRIES:
                    self.again.append(one.number)
                    continue
            kept.append(one)
        if kept:
            self.store.add(kept)
        self.done += sum(one.state == DONE for one in kept)
        self.failed += sum(one.state == FAILED for one in kept)

    def _tell(self) -> None:
        """Say how far it has come."""
        spent = time.monotonic() - self.began
        self.report(Progress(spent, done=self.done + self.failed, total=self.total, text=self.told(spent)))

    def told(self, spent: float) -> str:
        """Write done and total, rate, time left and failures.

        >>> from types import SimpleNamespace
        >>> Campaign.told(SimpleNamespace(done=30, before=10, failed=1, total=61), 10.0)
        '31/61, 2.1 a second, 14 s left, 1 failed'
        """
        now = self.done + self.failed
        rate = (now - self.before) / spent if spent > 0 else 0.0
        left = f", {(self.total - now) / rate:.0f} s left" if rate > 0 else ""
        return f"{now}/{self.total}, {rate:.3g} a second{left}" + (f", {self.failed} failed" if self.failed else "")


def noted(how: str) -> Run:
    """Return what is recorded of a run that begins now."""
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return Run(now(), None, machine, encode(versions()), how)


def now() -> str:
    """Return the time, to be read by people: nothing is calculated with it, for clocks are set."""
    return datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="seconds")


def versions() -> dict[str, str]:
    """Return the versions of this package, its kernels included, and of the solvers that are installed."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
