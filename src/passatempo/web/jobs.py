"""Jobs: questions of visitors, answered by worker processes, so that nothing ever waits for a long search.

A job that is not done within the patience of the bounds takes a seat among the long ones, runs on with less priority,
and another worker steps in for the quick ones; where no seat is free it is stopped and the visitor told so. A job that
is stopped has a fraction of a second to end by itself; then its process is ended. Some workers only take what is
presumed quick, so that no flood, not even the visitor's own, keeps a small question waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
from collections import Counter, deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from passatempo.core.interrupt import deaf
from passatempo.core.limits import CONTROL_SIZE, Limits, Report, silent
from passatempo.core.words import say
from passatempo.web.bounds import Bounds
from passatempo.web.worker import work

if TYPE_CHECKING:
    from collections.abc import Mapping
    from multiprocessing.connection import Connection

OVERDUE = (2.0, 1.1)  # a process is ended so many seconds after so many times its job's time limit
LESS = 10  # how much less priority long jobs have
AGAIN = 4  # how often a job is waited for whose process has hardly run: the machine is what takes so long
HURRY = 5  # how many times less patience there is for a job of a kind that was long, where no seat is free
HIRE_AGAIN = 1.0  # seconds after a process that could not be started
SMALL = 15  # bits of the size of a body, to which its job may be presumed quick: reading 1 MB takes a tenth of a second
MOST_KINDS = 4096  # kinds of jobs that are remembered as long, and as quick


class Refused(Exception):
    """A job that has no result: what is to be said, as data with `kind` and `message`, and the HTTP status."""

    def __init__(self, status: int, **said: Any) -> None:
        super().__init__(said["message"])
        self.status, self.said = status, said


class Job:
    """A task of a visitor, from the moment it is asked; `answered` is its result or a `Refused`."""

    __slots__ = ("answered", "arguments", "kind", "limits", "most", "report", "seated", "stopped", "visitor", "where")

    def __init__(self, where: str, arguments: Any, limits: Limits, visitor: str, report: Report, most: int) -> None:
        self.where, self.arguments, self.limits, self.visitor, self.report = where, arguments, limits, visitor, report
        self.kind, self.most = kind_of(visitor, where, arguments), most
        self.answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.seated = False
        self.stopped: Refused | None = None  # why it was stopped, if it was

    def fail(self, refused: Refused) -> None:
        """Say why there is no result."""
        if not self.answered.done():
            self.answered.set_exception(refused)
            self.answered.exception()  # somebody who has left the page will not ask for it


def kind_of(visitor: str, where: str, arguments: Mapping[str, Any]) -> int:
    """Name what probably takes about as long: question, method and visitor, and the size of the instance, by doubling.

    It is a number, of which the last five bits are the size: thousands of them are remembered.

    >>> kind_of("", "tasks:answer", {"question": "lay", "body": b"{}"}) == kind_of(
    ...     "", "tasks:answer", {"question": "lay", "body": b"7H 8H" * 99}
    ... )
    False
    """
    said = [arguments.get(key) for key in ("pastime", "question", "method")]
    return hash((visitor, where, *said)) & ~31 | len(arguments.get("body", b"")).bit_length()


def processor_time(pid: int | None) -> tuple[float, bool]:
    """Return the seconds that a process has run, and whether it would run if it could; (0, False) where nobody can say.

    >>> processor_time(None)
    (0.0, False)
    """
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as status:
            fields = status.read().rpartition(") ")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK"), fields[0] in "RD"
    except OSError:
        return 0.0, False


@dataclass(eq=False, slots=True)
class Worker:
    """A process with the job that it is at."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    switch: Any
    job: Job | None = None
    ready: bool = False
    timers: tuple[asyncio.TimerHandle, ...] = ()

    def rest(self) -> Job | None:
        """Leave the job: nothing that waits for its time keeps it any longer."""
        for timer in self.timers:
            timer.cancel()
        self.timers, job, self.job = (), self.job, None
        return job


class Pool:
    """The worker processes, and the jobs that wait for one."""

    def __init__(self, bounds: Bounds = Bounds()) -> None:
        self.bounds = bounds
        methods = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        self.workers: set[Worker] = set()
        self.waiting: dict[str, deque[Job]] = {}  # by visitor; they take turns
        self.seats: Counter[str] = Counter()
        self.long: dict[int, None] = {}  # kinds of jobs that took long when last asked, the oldest first
        self.quick: dict[int, None] = {}  # and those that did not
        self.hiring = 0
        self.closed: Refused | None = None  # what every job is told once the server ends
        self.errands: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Call the first workers; they come up beside the server."""
        self.closed = None
        self.context.set_forkserver_preload(["passatempo.web.worker"])
        self._staff()

    async def close(self) -> None:
        """End all workers, and wait until they have ended."""
        self.refuse()
        while self.errands:
            await asyncio.gather(*self.errands, return_exceptions=True)

    def refuse(self) -> None:
        """End all workers, and refuse the jobs that run, those that wait and those to come."""
        self.closed = Refused(503, kind="closed", message=say("the server is closing"))
        for job in [job for queue in self.waiting.values() for job in queue]:
            job.fail(self.closed)
        self.waiting.clear()
        for worker in list(self.workers):
            if worker.job is not None:
                worker.job.stopped = self.closed
            self._lost(worker)

    def ask(
        self,
        where: str,
        arguments: Any,
        *,
        visitor: str = "",
        limits: Limits = Limits(),
        report: Report = silent,
        most: int | None = None,
    ) -> Job:
        """Hand in a task; `most` are the characters that its result may have.

        Raises
        ------
        Refused
            If this visitor, or everybody, has too many jobs waiting, or if the server is closing.
        """
        if self.closed:
            raise self.closed
        seconds = self.bounds.seconds if limits.seconds is None else min(limits.seconds, self.bounds.seconds)
        most = self.bounds.answer if most is None else most
        job = Job(where, arguments, replace(limits, seconds=seconds), visitor, report, most)
        queue = self.waiting.setdefault(visitor, deque())
        if len(queue) >= self.bounds.waiting_each:
            message = say("{number} of your questions are waiting already", number=len(queue))
            raise Refused(429, kind="too-many", message=message)
        if sum(map(len, self.waiting.values())) >= self.bounds.waiting:
            raise Refused(503, kind="busy", message=say("too many questions are waiting: try again in a moment"))
        queue.append(job)
        self._feed()
        return job

    async def run(self, where: str, arguments: Any, **details: Any) -> Any:
        """Hand in a task and wait for its result."""
        return await self.ask(where, arguments, **details).answered

    def stop(self, job: Job, why: Refused | None = None) -> None:
        """Stop a job, whether it waits or runs; it may still answer with what it has found."""
        if job.answered.done():
            return
        job.stopped = why or Refused(499, kind="cancelled", message=say("cancelled"))
        queue = self.waiting.get(job.visitor)
        if queue and job in queue:
            queue.remove(job)
            job.fail(job.stopped)
        for worker in self.workers:
            if worker.job is job:
                worker.switch[0] = 1
                asyncio.get_running_loop().call_later(self.bounds.grace, self._end, worker, job)

    # How jobs find workers.

    def _feed(self) -> None:
        """Give waiting jobs to idle workers, one visitor after the other."""
        idle = [worker for worker in self.workers if worker.ready and worker.job is None]
        for visitor in list(self.waiting):
            if not self.waiting[visitor]:
                del self.waiting[visitor]
        while idle and self.waiting:
            found = next(filter(None, map(self._next, self.waiting)), None)
            if found is None:
                return
            queue = self.waiting.pop(found.visitor)
            queue.remove(found)
            if queue:
                self.waiting[found.visitor] = queue  # at the end of the line
            self._begin(idle.pop(), found)

    def _next(self, visitor: str) -> Job | None:
        """Find the job of a visitor that is next: of a kind that is not tried just now, quick before new, small first.

        Jobs of a kind that was long come last, and may be at all workers but one and the `quick` ones; new kinds may
        take those only one at a time. So what a flood is made of shows itself, and leaves them alone.
        """
        trying = [worker.job for worker in self.workers if worker.job is not None and not worker.job.seated]
        tried = Counter(job.kind for job in trying)
        unsure = sum(not self._is_quick(job) for job in trying) < self.bounds.workers
        slow = sum(job.kind in self.long for job in trying) < max(1, self.bounds.workers - 1)

        def rank(job: Job) -> tuple[bool, int, bool, int]:
            return (job.kind in self.long, tried[job.kind], not self._is_quick(job), job.kind & 31)

        def may(job: Job) -> bool:
            if job.kind in self.long:
                return slow and unsure
            return unsure or self._is_quick(job) or (not tried[job.kind] and job.kind & 31 <= SMALL)

        return min(filter(may, self.waiting[visitor]), key=rank, default=None)

    def _is_quick(self, job: Job) -> bool:
        """Tell whether a job is presumed to be quick."""
        return job.kind in self.quick and job.kind & 31 <= SMALL

    def _begin(self, worker: Worker, job: Job) -> None:
        """Send a job to a worker, and look after it when the patience is over and when its time is up."""
        worker.job = job
        worker.switch[0] = 0
        try:
            worker.pipe.send((job.where, job.arguments, job.limits, job.most))
        except OSError:
            self._lost(worker)
            return
        loop = asyncio.get_running_loop()
        overdue = OVERDUE[0] + OVERDUE[1] * (job.limits.seconds or 0.0)
        patience = self._patience(job)
        enough = processor_time(worker.process.pid)[0] + patience / 2
        worker.timers = (
            loop.call_later(patience, self._outstay, worker, job, enough),
            loop.call_later(overdue, self._overdue, worker, job),
        )

    def _patience(self, job: Job) -> float:
        """Tell how long a job may be at it without a seat: less where it will probably want one, and none is free."""
        full = self.seats[job.visitor] >= self.bounds.seats_each or self.seats.total() >= self.bounds.seats
        return self.bounds.patience / HURRY if full and job.kind in self.long else self.bounds.patience

    def _remember(self, job: Job, *, long: bool) -> None:
        """Note whether jobs of this kind take long."""
        other, kinds = (self.quick, self.long) if long else (self.long, self.quick)
        other.pop(job.kind, None)
        kinds.pop(job.kind, None)
        kinds[job.kind] = None
        if len(kinds) > MOST_KINDS:
            del kinds[next(iter(kinds))]

    def _outstay(self, worker: Worker, job: Job, enough: float, again: int = AGAIN) -> None:
        """Give a long job a seat and less priority, or stop it where none is free.

        One that would run but has had less than `enough` of the processor is waited for, so many times.
        """
        self._hear(worker)  # on a busy machine this is called late: the job may be done
        if worker.job is not job or job.stopped:
            return
        spent, would_run = processor_time(worker.process.pid)
        if again and would_run and spent < enough:
            details = (worker, job, enough, again - 1)
            later = asyncio.get_running_loop().call_later(self._patience(job), self._outstay, *details)
            worker.timers = (later, *worker.timers[1:])
            return
        self._remember(job, long=True)
        if self.seats[job.visitor] >= self.bounds.seats_each:
            message = say("{number} of your long questions are running already", number=self.bounds.seats_each)
            self.stop(job, Refused(429, kind="too-many", message=message))
        elif self.seats.total() >= self.bounds.seats:
            message = say("{number} long questions are running already: try again later", number=self.bounds.seats)
            self.stop(job, Refused(503, kind="busy", message=message))
        else:
            job.seated = True
            self.seats[job.visitor] += 1
            with contextlib.suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, worker.process.pid or 0, LESS)
            self._staff()
            self._feed()

    def _overdue(self, worker: Worker, job: Job) -> None:
        """End a job that should have stopped by itself."""
        if worker.job is job:
            job.stopped = job.stopped or Refused(504, kind="seconds", message=say("the time limit was reached"))
            self._end(worker, job)

    def _end(self, worker: Worker, job: Job) -> None:
        """End the process of a job that did not stop by itself."""
        if worker.job is job:
            worker.process.kill()
            self._lost(worker)

    # What workers say.

    def _hear(self, worker: Worker) -> None:
        """Take what a worker has sent."""
        try:
            while worker in self.workers and worker.pipe.poll():
                kind, said = worker.pipe.recv()
                if kind == "ready":
                    worker.ready = True
                elif kind != "progress":
                    self._finish(worker, kind, said)
                elif worker.job is not None and not worker.job.answered.done():
                    worker.job.report(said)
        except (EOFError, OSError):
            self._lost(worker)
        self._feed()

    def _finish(self, worker: Worker, kind: str, said: Any) -> None:
        """Hand a result over; a worker that was long at it is replaced by a fresh one."""
        job = worker.rest()
        if job is None:
            return
        self._stand_up(job)
        if job.stopped and job.stopped.status in (429, 503):
            job.fail(job.stopped)
        elif kind == "result":
            if not job.seated and not job.stopped:
                self._remember(job, long=False)
            if not job.answered.done():
                job.answered.set_result(said)
        elif kind == "refused":
            job.fail(Refused(422, **said))
        else:
            job.fail(Refused(500, kind="bug", message=said))
        if job.seated:
            self._dismiss(worker)

    def _lost(self, worker: Worker) -> None:
        """Say that a job's process has ended, and call another."""
        job = worker.rest()
        if job is not None:
            self._stand_up(job)
            ended = say("the process of this question ended, perhaps because it ran out of memory")
            job.fail(job.stopped or Refused(500, kind="ended", message=ended))
        self._dismiss(worker, kill=True)

    def _stand_up(self, job: Job) -> None:
        if job.seated:
            self.seats[job.visitor] -= 1
            self.seats += Counter()  # forget visitors without a seat

    # How workers come and go.

    def _staff(self) -> None:
        """Call workers until enough of them stand ready for quick jobs."""
        quick = sum(worker.job is None or not worker.job.seated for worker in self.workers)
        while not self.closed and quick + self.hiring < self.bounds.workers + self.bounds.quick:
            self.hiring += 1
            self._errand(self._hire())

    async def _hire(self) -> None:
        """Start a process; that takes a moment, so a thread waits for it."""
        ours, theirs = self.context.Pipe()
        switch = self.context.RawArray(ctypes.c_ubyte, CONTROL_SIZE)
        memory = self.bounds.memory_mb
        process = self.context.Process(target=work, args=(theirs, switch, memory), daemon=True)  # type: ignore[attr-defined]
        try:
            await asyncio.to_thread(deaf()(process.start))
        except (EOFError, OSError):  # the fork server has ended, perhaps by a signal that this process gets too
            ours.close()
            asyncio.get_running_loop().call_later(HIRE_AGAIN, self._staff)
            return
        finally:
            self.hiring -= 1
            theirs.close()
        worker = Worker(process, ours, switch)
        self.workers.add(worker)
        asyncio.get_running_loop().add_reader(ours.fileno(), self._hear, worker)
        if self.closed:
            self._dismiss(worker, kill=True)

    def _dismiss(self, worker: Worker, *, kill: bool = False) -> None:
        """Let a worker go; without its pipe it ends by itself."""
        if worker not in self.workers:
            return
        self.workers.discard(worker)
        asyncio.get_running_loop().remove_reader(worker.pipe.fileno())
        worker.pipe.close()
        if kill:
            worker.process.kill()
        self._errand(asyncio.to_thread(worker.process.join, 5.0))
        self._staff()

    def _errand(self, work: Any) -> None:
        """Do something beside the rest, and keep hold of it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)
