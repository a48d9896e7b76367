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

from passatempo.core.interrupt import without_interrupts
from passatempo.core.limits import CONTROL_SIZE, Limits, Report, silent
from passatempo.core.messages import translate
from passatempo.web.bounds import Bounds
from passatempo.web.worker import work_loop

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


class RequestError(Exception):
    """A job that has no result: what is to be said, as data with `kind` and `message`, and the HTTP status."""

    def __init__(self, status: int, **details: Any) -> None:
        super().__init__(details["message"])
        self.status, self.said = status, details


class Job:
    """A task of a visitor, from the moment it is asked; `answered` is its result or a `RequestError`."""

    __slots__ = (
        "answer_future",
        "arguments",
        "has_seat",
        "kind",
        "limits",
        "most",
        "report",
        "stop_error",
        "visitor",
        "where",
    )

    def __init__(
        self, task: str, arguments: Any, limits: Limits, visitor: str, report: Report, size_limit: int
    ) -> None:
        self.where, self.arguments, self.limits, self.visitor, self.report = task, arguments, limits, visitor, report
        self.kind, self.most = kind_of(visitor, task, arguments), size_limit
        self.answer_future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.has_seat = False
        self.stop_error: RequestError | None = None  # why it was stopped, if it was

    def fail(self, refusal: RequestError) -> None:
        """Say why there is no result."""
        if not self.answer_future.done():
            self.answer_future.set_exception(refusal)
            self.answer_future.exception()  # somebody who has left the page will not ask for it


def kind_of(visitor: str, task: str, arguments: Mapping[str, Any]) -> int:
    """Name what probably takes about as long: question, method and visitor, and the size of the instance, by doubling.

    It is a number, of which the last five bits are the size: thousands of them are remembered.

    >>> kind_of("", "tasks:answer", {"question": "lay", "body": b"{}"}) == kind_of(
    ...     "", "tasks:answer", {"question": "lay", "body": b"7H 8H" * 99}
    ... )
    False
    """
    argument_kinds = [arguments.get(key) for key in ("pastime", "question", "method")]
    return hash((visitor, task, *argument_kinds)) & ~31 | len(arguments.get("body", b"")).bit_length()


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
    cancel_switch: Any
    job: Job | None = None
    is_ready: bool = False
    job_timers: tuple[asyncio.TimerHandle, ...] = ()

    def end_job(self) -> Job | None:
        """Leave the job: nothing that waits for its time keeps it any longer."""
        for timer in self.job_timers:
            timer.cancel()
        self.job_timers, job, self.job = (), self.job, None
        return job


class Pool:
    """The worker processes, and the jobs that wait for one."""

    def __init__(self, bounds: Bounds = Bounds()) -> None:
        self.bounds = bounds
        methods = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        self.workers: set[Worker] = set()
        self.job_queues: dict[str, deque[Job]] = {}  # by visitor; they take turns
        self.visitor_seats: Counter[str] = Counter()
        self.long_kinds: dict[int, None] = {}  # kinds of jobs that took long when last asked, the oldest first
        self.quick_kinds: dict[int, None] = {}  # and those that did not
        self.starting_count = 0
        self.closed: RequestError | None = None  # what every job is told once the server ends
        self.background_tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Call the first workers; they come up beside the server."""
        self.closed = None
        self.context.set_forkserver_preload(["passatempo.web.worker"])
        self._hire_workers()

    async def close(self) -> None:
        """End all workers, and wait until they have ended."""
        self.refuse()
        while self.background_tasks:
            await asyncio.gather(*self.background_tasks, return_exceptions=True)

    def refuse(self) -> None:
        """End all workers, and refuse the jobs that run, those that wait and those to come."""
        self.closed = RequestError(503, kind="closed", message=translate("the server is closing"))
        for job in [job for queue in self.job_queues.values() for job in queue]:
            job.fail(self.closed)
        self.job_queues.clear()
        for worker in list(self.workers):
            if worker.job is not None:
                worker.job.stop_error = self.closed
            self._replace_worker(worker)

    def submit(
        self,
        task: str,
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
        most = self.bounds.answer_size if most is None else most
        job = Job(task, arguments, replace(limits, seconds=seconds), visitor, report, most)
        queue = self.job_queues.setdefault(visitor, deque())
        if len(queue) >= self.bounds.queue_limit_each:
            message = translate("{number} of your questions are waiting already", number=len(queue))
            raise RequestError(429, kind="too-many", message=message)
        if sum(map(len, self.job_queues.values())) >= self.bounds.queue_limit:
            raise RequestError(
                503, kind="busy", message=translate("too many questions are waiting: try again in a moment")
            )
        queue.append(job)
        self._assign_jobs()
        return job

    async def run(self, task: str, arguments: Any, **details: Any) -> Any:
        """Hand in a task and wait for its result."""
        return await self.submit(task, arguments, **details).answer_future

    def stop(self, job: Job, why: RequestError | None = None) -> None:
        """Stop a job, whether it waits or runs; it may still answer with what it has found."""
        if job.answer_future.done():
            return
        job.stop_error = why or RequestError(499, kind="cancelled", message=translate("cancelled"))
        queue = self.job_queues.get(job.visitor)
        if queue and job in queue:
            queue.remove(job)
            job.fail(job.stop_error)
        for worker in self.workers:
            if worker.job is job:
                worker.cancel_switch[0] = 1
                asyncio.get_running_loop().call_later(self.bounds.grace_seconds, self._end, worker, job)

    # How jobs find workers.

    def _assign_jobs(self) -> None:
        """Give waiting jobs to idle workers, one visitor after the other."""
        idle_workers = [worker for worker in self.workers if worker.is_ready and worker.job is None]
        for visitor in list(self.job_queues):
            if not self.job_queues[visitor]:
                del self.job_queues[visitor]
        while idle_workers and self.job_queues:
            next_job = next(filter(None, map(self._next_job, self.job_queues)), None)
            if next_job is None:
                return
            queue = self.job_queues.pop(next_job.visitor)
            queue.remove(next_job)
            if queue:
                self.job_queues[next_job.visitor] = queue  # at the end of the line
            self._begin_job(idle_workers.pop(), next_job)

    def _next_job(self, visitor: str) -> Job | None:
        """Find the job of a visitor that is next: of a kind that is not tried just now, quick before new, small first.

        Jobs of a kind that was long come last, and may be at all workers but one and the `quick` ones; new kinds may
        take those only one at a time. So what a flood is made of shows itself, and leaves them alone.
        """
        trying = [worker.job for worker in self.workers if worker.job is not None and not worker.job.has_seat]
        kind_counts = Counter(job.kind for job in trying)
        unsure = sum(not self._is_quick(job) for job in trying) < self.bounds.worker_count
        slow = sum(job.kind in self.long_kinds for job in trying) < max(1, self.bounds.worker_count - 1)

        def rank(job: Job) -> tuple[bool, int, bool, int]:
            return (job.kind in self.long_kinds, kind_counts[job.kind], not self._is_quick(job), job.kind & 31)

        def may(job: Job) -> bool:
            if job.kind in self.long_kinds:
                return slow and unsure
            return unsure or self._is_quick(job) or (not kind_counts[job.kind] and job.kind & 31 <= SMALL)

        return min(filter(may, self.job_queues[visitor]), key=rank, default=None)

    def _is_quick(self, job: Job) -> bool:
        """Tell whether a job is presumed to be quick."""
        return job.kind in self.quick_kinds and job.kind & 31 <= SMALL

    def _begin_job(self, worker: Worker, job: Job) -> None:
        """Send a job to a worker, and look after it when the patience is over and when its time is up."""
        worker.job = job
        worker.cancel_switch[0] = 0
        try:
            worker.pipe.send((job.where, job.arguments, job.limits, job.most))
        except OSError:
            self._replace_worker(worker)
            return
        loop = asyncio.get_running_loop()
        overdue = OVERDUE[0] + OVERDUE[1] * (job.limits.seconds or 0.0)
        seatless_seconds = self._seatless_seconds(job)
        processor_limit = processor_time(worker.process.pid)[0] + seatless_seconds / 2
        worker.job_timers = (
            loop.call_later(seatless_seconds, self._seat_job, worker, job, processor_limit),
            loop.call_later(overdue, self._end_overdue, worker, job),
        )

    def _seatless_seconds(self, job: Job) -> float:
        """Tell how long a job may be at it without a seat: less where it will probably want one, and none is free."""
        full = (
            self.visitor_seats[job.visitor] >= self.bounds.seats_each or self.visitor_seats.total() >= self.bounds.seats
        )
        return (
            self.bounds.seatless_seconds / HURRY
            if full and job.kind in self.long_kinds
            else self.bounds.seatless_seconds
        )

    def _remember_time(self, job: Job, *, long: bool) -> None:
        """Note whether jobs of this kind take long."""
        other, kinds = (self.quick_kinds, self.long_kinds) if long else (self.long_kinds, self.quick_kinds)
        other.pop(job.kind, None)
        kinds.pop(job.kind, None)
        kinds[job.kind] = None
        if len(kinds) > MOST_KINDS:
            del kinds[next(iter(kinds))]

    def _seat_job(self, worker: Worker, job: Job, processor_limit: float, retries: int = AGAIN) -> None:
        """Give a long job a seat and less priority, or stop it where none is free.

        One that would run but has had less than `enough` of the processor is waited for, so many times.
        """
        self._read_pipe(worker)  # on a busy machine this is called late: the job may be done
        if worker.job is not job or job.stop_error:
            return
        processor_seconds, would_run = processor_time(worker.process.pid)
        if retries and would_run and processor_seconds < processor_limit:
            details = (worker, job, processor_limit, retries - 1)
            loop_timer = asyncio.get_running_loop().call_later(self._seatless_seconds(job), self._seat_job, *details)
            worker.job_timers = (loop_timer, *worker.job_timers[1:])
            return
        self._remember_time(job, long=True)
        if self.visitor_seats[job.visitor] >= self.bounds.seats_each:
            message = translate("{number} of your long questions are running already", number=self.bounds.seats_each)
            self.stop(job, RequestError(429, kind="too-many", message=message))
        elif self.visitor_seats.total() >= self.bounds.seats:
            message = translate(
                "{number} long questions are running already: try again later", number=self.bounds.seats
            )
            self.stop(job, RequestError(503, kind="busy", message=message))
        else:
            job.has_seat = True
            self.visitor_seats[job.visitor] += 1
            with contextlib.suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, worker.process.pid or 0, LESS)
            self._hire_workers()
            self._assign_jobs()

    def _end_overdue(self, worker: Worker, job: Job) -> None:
        """End a job that should have stopped by itself."""
        if worker.job is job:
            job.stop_error = job.stop_error or RequestError(
                504, kind="seconds", message=translate("the time limit was reached")
            )
            self._end(worker, job)

    def _end(self, worker: Worker, job: Job) -> None:
        """End the process of a job that did not stop by itself."""
        if worker.job is job:
            worker.process.kill()
            self._replace_worker(worker)

    # What workers say.

    def _read_pipe(self, worker: Worker) -> None:
        """Take what a worker has sent."""
        try:
            while worker in self.workers and worker.pipe.poll():
                kind, pipe_message = worker.pipe.recv()
                if kind == "ready":
                    worker.is_ready = True
                elif kind != "progress":
                    self._finish_job(worker, kind, pipe_message)
                elif worker.job is not None and not worker.job.answer_future.done():
                    worker.job.report(pipe_message)
        except (EOFError, OSError):
            self._replace_worker(worker)
        self._assign_jobs()

    def _finish_job(self, worker: Worker, kind: str, payload: Any) -> None:
        """Hand a result over; a worker that was long at it is replaced by a fresh one."""
        job = worker.end_job()
        if job is None:
            return
        self._stand_up(job)
        if job.stop_error and job.stop_error.status in (429, 503):
            job.fail(job.stop_error)
        elif kind == "result":
            if not job.has_seat and not job.stop_error:
                self._remember_time(job, long=False)
            if not job.answer_future.done():
                job.answer_future.set_result(payload)
        elif kind == "refused":
            job.fail(RequestError(422, **payload))
        else:
            job.fail(RequestError(500, kind="bug", message=payload))
        if job.has_seat:
            self._dismiss_worker(worker)

    def _replace_worker(self, worker: Worker) -> None:
        """Say that a job's process has ended, and call another."""
        job = worker.end_job()
        if job is not None:
            self._stand_up(job)
            end_message = translate("the process of this question ended, perhaps because it ran out of memory")
            job.fail(job.stop_error or RequestError(500, kind="ended", message=end_message))
        self._dismiss_worker(worker, kill=True)

    def _stand_up(self, job: Job) -> None:
        if job.has_seat:
            self.visitor_seats[job.visitor] -= 1
            self.visitor_seats += Counter()  # forget visitors without a seat

    # How workers come and go.

    def _hire_workers(self) -> None:
        """Call workers until enough of them stand ready for quick jobs."""
        quick = sum(worker.job is None or not worker.job.has_seat for worker in self.workers)
        while not self.closed and quick + self.starting_count < self.bounds.worker_count + self.bounds.quick_workers:
            self.starting_count += 1
            self._run_background(self._start_worker())

    async def _start_worker(self) -> None:
        """Start a process; that takes a moment, so a thread waits for it."""
        ours, theirs = self.context.Pipe()
        switch = self.context.RawArray(ctypes.c_ubyte, CONTROL_SIZE)
        memory = self.bounds.memory_mb
        process = self.context.Process(target=work_loop, args=(theirs, switch, memory), daemon=True)  # type: ignore[attr-defined]
        try:
            await asyncio.to_thread(without_interrupts()(process.start))
        except (EOFError, OSError):  # the fork server has ended, perhaps by a signal that this process gets too
            ours.close()
            asyncio.get_running_loop().call_later(HIRE_AGAIN, self._hire_workers)
            return
        finally:
            self.starting_count -= 1
            theirs.close()
        worker = Worker(process, ours, switch)
        self.workers.add(worker)
        asyncio.get_running_loop().add_reader(ours.fileno(), self._read_pipe, worker)
        if self.closed:
            self._dismiss_worker(worker, kill=True)

    def _dismiss_worker(self, worker: Worker, *, kill: bool = False) -> None:
        """Let a worker go; without its pipe it ends by itself."""
        if worker not in self.workers:
            return
        self.workers.discard(worker)
        asyncio.get_running_loop().remove_reader(worker.pipe.fileno())
        worker.pipe.close()
        if kill:
            worker.process.kill()
        self._run_background(asyncio.to_thread(worker.process.join, 5.0))
        self._hire_workers()

    def _run_background(self, work: Any) -> None:
        """Do something beside the rest, and keep hold of it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self.background_tasks.add(task)
        task.add_done_callback(self.background_tasks.discard)
