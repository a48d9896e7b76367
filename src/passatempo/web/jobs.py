"""Jobs: the visitors' questions, run by worker processes, so that a long search never delays other questions.

A job that exceeds the patience of the bounds takes a seat among the long ones and continues at lower priority, while
another worker starts for quick jobs. If no seat is free, the job is stopped and the visitor is informed. A stopped job
has a fraction of a second to end by itself; then its process is killed. Some workers only take jobs that are presumed
quick, so that no flood, not even the visitor's own, delays a small question.
"""

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any

from passatempo.core.interrupt import without_interrupts
from passatempo.core.limits import CONTROL_SIZE, Limits, Report, silent
from passatempo.core.messages import translate
from passatempo.web.bounds import Bounds
from passatempo.web.worker import work_loop

OVERDUE = (2.0, 1.1)  # a process is killed after a constant (seconds) plus a multiple of its job's time limit
LESS = 10  # niceness added to long jobs
AGAIN = 4  # retries for a job whose process has hardly run because the machine is busy
HURRY = 5  # divisor of the patience for a job of a kind that was long, if no seat is free
HIRE_AGAIN = 1.0  # seconds until another attempt to start a process
SMALL = 15  # bits of the body size up to which a job may be presumed quick: reading 1 MB takes a tenth of a second
MOST_KINDS = 4096  # kinds of jobs remembered as long, and as many as quick


class RequestError(Exception):
    """A job without a result: the error as data with `kind` and `message`, and the HTTP status."""

    def __init__(self, status: int, **details: Any) -> None:
        super().__init__(details["message"])
        self.status, self.said = status, details


class Job:
    """A task of a visitor, from its submission; `answer_future` holds its result or a `RequestError`."""

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
        """End the job with an error instead of a result."""
        if not self.answer_future.done():
            self.answer_future.set_exception(refusal)
            self.answer_future.exception()  # retrieve it, as a visitor who has left will not


def kind_of(visitor: str, task: str, arguments: Mapping[str, Any]) -> int:
    """Return a key for jobs of similar duration, from question, method, visitor, and the bit length of the body.

    The last five bits of this number are that length. Numbers are compact, and thousands of them are remembered.

    >>> kind_of("", "tasks:answer", {"question": "lay", "body": b"{}"}) == kind_of(
    ...     "", "tasks:answer", {"question": "lay", "body": b"7H 8H" * 99}
    ... )
    False
    """
    argument_kinds = [arguments.get(key) for key in ("pastime", "question", "method")]
    return hash((visitor, task, *argument_kinds)) & ~31 | len(arguments.get("body", b"")).bit_length()


def processor_time(pid: int | None) -> tuple[float, bool]:
    """Return the CPU seconds of a process, and whether it is runnable; (0, False) if the system does not report them.

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
    """A worker process and its current job."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    cancel_switch: Any
    job: Job | None = None
    is_ready: bool = False
    job_timers: tuple[asyncio.TimerHandle, ...] = ()

    def end_job(self) -> Job | None:
        """Detach the current job, and cancel its timers."""
        for timer in self.job_timers:
            timer.cancel()
        self.job_timers, job, self.job = (), self.job, None
        return job


class Pool:
    """The worker processes and the queue of jobs."""

    def __init__(self, bounds: Bounds = Bounds()) -> None:
        self.bounds = bounds
        methods = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        self.workers: set[Worker] = set()
        self.job_queues: dict[str, deque[Job]] = {}  # by visitor, in round-robin order
        self.visitor_seats: Counter[str] = Counter()
        self.long_kinds: dict[int, None] = {}  # kinds of jobs that took long last time, the oldest first
        self.quick_kinds: dict[int, None] = {}  # and kinds that did not
        self.starting_count = 0
        self.closed: RequestError | None = None  # the error of every job once the server closes
        self.background_tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the first workers in the background."""
        self.closed = None
        self.context.set_forkserver_preload(["passatempo.web.worker"])
        self._hire_workers()

    async def close(self) -> None:
        """End all workers, and wait until they have ended."""
        self.refuse()
        while self.background_tasks:
            await asyncio.gather(*self.background_tasks, return_exceptions=True)

    def refuse(self) -> None:
        """End all workers, and refuse running, waiting and future jobs."""
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
        """Submit a task; `most` is the maximal number of bytes of its result.

        Raises
        ------
        RequestError
            If this visitor, or all together, have too many waiting jobs, or if the server is closing.
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
        """Submit a task and wait for its result."""
        return await self.submit(task, arguments, **details).answer_future

    def stop(self, job: Job, why: RequestError | None = None) -> None:
        """Stop a waiting or running job; it may still return what it has found."""
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

    # Scheduling.

    def _assign_jobs(self) -> None:
        """Assign waiting jobs to idle workers, visitors in turn."""
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
                self.job_queues[next_job.visitor] = queue  # at the end of the queue
            self._begin_job(idle_workers.pop(), next_job)

    def _next_job(self, visitor: str) -> Job | None:
        """Return the visitor's next job: of a kind that is not running now, quick before unknown, small before large.

        Jobs of a kind that was long come last, and leave one worker and the `quick_workers` free. New kinds may use
        these, one job of each kind at a time. So a flood reveals its kinds, and then leaves these workers alone.
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
        """Return whether a job is presumed to be quick."""
        return job.kind in self.quick_kinds and job.kind & 31 <= SMALL

    def _begin_job(self, worker: Worker, job: Job) -> None:
        """Send a job to a worker, and set timers for its patience and its time limit."""
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
        """Return how long a job may run without a seat: less if it will probably need one and none is free."""
        full = (
            self.visitor_seats[job.visitor] >= self.bounds.seats_each or self.visitor_seats.total() >= self.bounds.seats
        )
        return (
            self.bounds.seatless_seconds / HURRY
            if full and job.kind in self.long_kinds
            else self.bounds.seatless_seconds
        )

    def _remember_time(self, job: Job, *, long: bool) -> None:
        """Record whether jobs of this kind take long."""
        other, kinds = (self.quick_kinds, self.long_kinds) if long else (self.long_kinds, self.quick_kinds)
        other.pop(job.kind, None)
        kinds.pop(job.kind, None)
        kinds[job.kind] = None
        if len(kinds) > MOST_KINDS:
            del kinds[next(iter(kinds))]

    def _seat_job(self, worker: Worker, job: Job, processor_limit: float, retries: int = AGAIN) -> None:
        """Give a long job a seat and lower priority, or stop it if no seat is free.

        A runnable job that has had less CPU time than `processor_limit` waits again, at most `retries` times.
        """
        self._read_pipe(worker)  # on a busy machine this timer is late, and the job may be done
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
        """End a job that exceeded its time limit."""
        if worker.job is job:
            job.stop_error = job.stop_error or RequestError(
                504, kind="seconds", message=translate("the time limit was reached")
            )
            self._end(worker, job)

    def _end(self, worker: Worker, job: Job) -> None:
        """Kill the process of a job that did not stop by itself."""
        if worker.job is job:
            worker.process.kill()
            self._replace_worker(worker)

    # Messages of workers.

    def _read_pipe(self, worker: Worker) -> None:
        """Process the messages that a worker has sent."""
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
        """Deliver a result; replace a worker that had a long job."""
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
        """Fail the job of a process that has ended, and start another."""
        job = worker.end_job()
        if job is not None:
            self._stand_up(job)
            end_message = translate("the process of this question ended, perhaps because it ran out of memory")
            job.fail(job.stop_error or RequestError(500, kind="ended", message=end_message))
        self._dismiss_worker(worker, kill=True)

    def _stand_up(self, job: Job) -> None:
        if job.has_seat:
            self.visitor_seats[job.visitor] -= 1
            self.visitor_seats += Counter()  # drop visitors without a seat

    # Starting and ending workers.

    def _hire_workers(self) -> None:
        """Start workers until enough of them are free for quick jobs."""
        quick = sum(worker.job is None or not worker.job.has_seat for worker in self.workers)
        while not self.closed and quick + self.starting_count < self.bounds.worker_count + self.bounds.quick_workers:
            self.starting_count += 1
            self._run_background(self._start_worker())

    async def _start_worker(self) -> None:
        """Start a process, in a thread because that takes a moment."""
        ours, theirs = self.context.Pipe()
        switch = self.context.RawArray(ctypes.c_ubyte, CONTROL_SIZE)
        memory = self.bounds.memory_mb
        process = self.context.Process(target=work_loop, args=(theirs, switch, memory), daemon=True)  # type: ignore[attr-defined]
        try:
            await asyncio.to_thread(without_interrupts()(process.start))
        except (EOFError, OSError):  # the fork server has ended, perhaps by a signal to the whole group
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
        """Remove a worker; it ends by itself when its pipe closes."""
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
        """Run a coroutine in the background, and keep a reference until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self.background_tasks.add(task)
        task.add_done_callback(self.background_tasks.discard)
