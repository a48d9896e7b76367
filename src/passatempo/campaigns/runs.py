"""The run of a campaign: jobs are submitted in chunks, and the results of each chunk stored in one transaction.

A job that fails is tried once more before its failure is stored. If a worker dies, its chunk is lost, and any of the
chunks in progress may have killed it. So each of them is submitted again alone, and one that is lost alone is submitted
job by job. This identifies the job that kills workers, and no other job counts as failed.
"""

import platform
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from os import PathLike, fspath
from typing import Any
from warnings import warn

from passatempo.campaigns.jobs import (
    DONE,
    FAILED,
    JobResult,
    Shard,
    canonical_json,
    name_of,
    pending_jobs,
    perform_jobs,
)  # fmt: skip
from passatempo.campaigns.results import Results
from passatempo.campaigns.schedules import Plan, plan
from passatempo.campaigns.store import Run, Store, StoreFault, is_sound, new_store, open_store, salvage
from passatempo.campaigns.worker_pools import WorkerPool, check_workers, pool_of
from passatempo.core.errors import UsageError, quote
from passatempo.core.input import path_of
from passatempo.core.interrupt import without_interrupts
from passatempo.core.json import count_of, encode
from passatempo.core.limits import Cancel, Progress, Report, silent
from passatempo.core.output import sole_writer


def run(
    given: str | PathLike[str] | Mapping[str, Any] | Plan,
    out: str | PathLike[str],
    *,
    workers: int = 1,
    cluster: str = "",
    shard: str = "",
    report: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
) -> Results:
    """Run a plan; an existing results file of the same plan is continued.

    Its workers are processes, so a program that is a file calls it below ``if __name__ == "__main__":``.

    Parameters
    ----------
    given
        The plan: a mapping as in TOML, TOML text, the path of a file, or the name of a built-in plan.
    out
        The results file.
    workers
        The number of processes; 0: one per processor.
    cluster
        A Dask scheduler such as ``tcp://host:8786``, or ``local``.
    shard
        The share of the jobs to run, such as ``3/40``.
    report
        Called with the progress.
    cancel
        A switch that stops the run. All finished jobs are stored.

    Raises
    ------
    UsageError
        If the file has the results of another plan or shard, or another program writes to it.
    StoreFault
        If results cannot be written, or the cluster is lost.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     plan = {"name": "p", "run": {"question": "optimiza best"}, "grid": {"N": [3, 4]}}
    ...     run(plan, f"{folder}/p.sqlite").counts
    {'done': 2, 'failed': 0}
    """
    check_workers(workers, cluster)
    the_plan, share, path = plan(given), Shard.read(shard), path_of(fspath(out))
    if not path.exists():
        new_store(path, the_plan, share).__exit__()
    with open_store(path, to_read=True) as store:
        if store.plan.hash != the_plan.hash:
            raise UsageError(f"{quote(path)} has the results of another plan: name another file with --out")
        if store.shard != share:
            raise UsageError(f"{quote(path)} has the shard {str(store.shard) or 'of all'}: name another file")
    return resume(path, workers=workers, cluster=cluster, report=report, cancel=cancel)


def resume(
    out: str | PathLike[str],
    *,
    workers: int = 1,
    cluster: str = "",
    report: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
) -> Results:
    """Resume a run and retry the jobs that failed; from a damaged file, keep the readable results.

    Parameters
    ----------
    out
        The results file.
    workers, cluster, report, cancel
        As for `run`.

    Examples
    --------
    >>> resume("none.sqlite")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: 'none.sqlite' is not a results file
    """
    check_workers(workers, cluster)
    path = path_of(fspath(out))
    with sole_writer(path):
        if not is_sound(path):
            warn(f"{quote(path)} is damaged; {count_of(salvage(path), 'result')} could be read", stacklevel=3)
        with open_store(path) as store:
            if not all(store.read_progress()[0]):
                _run_jobs(store, pool_of(workers, cluster), cluster, report or silent, cancel)
    return Results(path)


def _run_jobs(store: Store, pool: WorkerPool, cluster: str, report: Report, cancel: Cancel | None) -> None:
    """Run the remaining jobs. Whatever stops the run, all finished jobs are stored."""
    campaign = Campaign(store, pool, report, cancel=cancel)
    try:
        number = store.begin_run(new_run(f"{pool.workers} on {cluster or 'this machine'}"))
        campaign.run()
        if cancel is None or not cancel.cancelled:
            store.end_run(number, utc_time())
    except KeyboardInterrupt:
        raise KeyboardInterrupt(campaign.done_phrase) from None
    except StoreFault as error:
        raise RunFault(f"{error}; {campaign.done_phrase}") from error
    finally:
        pool.leave()


AIM = 1.0  # seconds per chunk; a message and a transaction cost a thousandth of it, a killed worker one chunk
UNKNOWN = 4  # jobs of unmeasured cells in one chunk, as they may take much longer
MOST = 5000  # jobs in a chunk, however short


@dataclass(slots=True)
class Chunks:
    """A sequence of jobs, grouped in chunks.

    Parameters
    ----------
    job_numbers
        The jobs to run, in order.
    repeat_count
        Repetitions of a cell.
    target_seconds
        Seconds per chunk.

    Examples
    --------
    >>> chunks = Chunks(iter(range(100)), 50, 1.0)
    >>> chunks.next_chunk()
    [0]
    >>> chunks.learn_time(0, 0.2)
    >>> chunks.next_chunk(), chunks.next_chunk()
    ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    """

    job_numbers: Iterator[int]
    repeat_count: int
    target_seconds: float = AIM
    lookahead_job: int | None = None
    cell_times: dict[int, tuple[int, float]] = field(
        default_factory=dict
    )  # jobs and seconds of each cell, for the latest cells
    latest_seconds: float | None = None

    def learn_time(self, number: int, seconds: float) -> None:
        """Record how long a job took."""
        cell = number // self.repeat_count
        count, total = self.cell_times.pop(cell, (0, 0.0))
        self.cell_times[cell] = count + 1, total + seconds
        if len(self.cell_times) > 1000:
            del self.cell_times[next(iter(self.cell_times))]
        self.latest_seconds = seconds if self.latest_seconds is None else 0.9 * self.latest_seconds + 0.1 * seconds

    def next_chunk(self) -> list[int]:
        """Return the next chunk, which is empty at the end."""
        chunk: list[int] = []
        chunk_seconds, new = 0.0, 0
        while len(chunk) < MOST:
            number = self.lookahead_job if self.lookahead_job is not None else next(self.job_numbers, None)
            self.lookahead_job = None
            if number is None:
                break
            cell_times = self.cell_times.get(number // self.repeat_count)
            new += cell_times is None
            job_seconds = (
                cell_times[1] / cell_times[0]
                if cell_times
                else self.target_seconds
                if self.latest_seconds is None
                else self.latest_seconds
            )
            if chunk and (chunk_seconds + job_seconds > self.target_seconds * 1.001 or new > UNKNOWN):
                self.lookahead_job = number
                break
            chunk.append(number)
            chunk_seconds += job_seconds
        return chunk


AHEAD = 2  # chunks in progress per worker: one running, one queued
LOOK = 0.5  # seconds between two progress reports
TRIES = 2  # attempts at a job
PACKAGES = ("passatempo", "ortools", "python-sat", "clingo")
Chunk = list[int]


class RunFault(StoreFault):
    """A run that ended early, since it could not store results or has lost its cluster."""


class ClusterLoss(StoreFault):
    """The cluster is lost, and there is no other. Finished results are stored."""

    kind = "stranded"


@dataclass(slots=True)
class Campaign:
    """A running campaign.

    Parameters
    ----------
    store
        The store of the results.
    worker_pool
        The processes that run the jobs.
    report
        Called with the progress.
    target_seconds
        Seconds per chunk.
    cancel
        A switch that stops the run.
    """

    store: Store
    worker_pool: WorkerPool
    report: Report = silent
    target_seconds: float = AIM
    cancel: Cancel | None = None
    chunks: Chunks = field(init=False)
    under_way: dict[Future[list[JobResult]], Chunk] = field(default_factory=dict)
    retry_jobs: deque[int] = field(default_factory=deque)  # jobs that failed once
    suspect_chunks: deque[Chunk] = field(default_factory=deque)  # chunks that may have killed a worker
    try_counts: dict[int, int] = field(default_factory=dict)
    initial_count: int = 0
    success_count: int = 0
    failure_count: int = 0
    job_total: int = 0
    start_time: float = field(default_factory=time.monotonic)

    @property
    def done_phrase(self) -> str:
        """How many jobs are done."""
        return f"{self.success_count} of {self.job_total} jobs are done"

    def run(self) -> None:
        """Run all unfinished jobs, or those until the run is cancelled.

        Raises
        ------
        StoreFault
            If results cannot be written.
        ClusterLoss
            If the connection to the cluster is lost.
        """
        plan, shard = self.store.plan, self.store.shard
        finish_flags, _ = self.store.read_progress()
        self.success_count = self.initial_count = sum(finish_flags)
        self.job_total = (
            plan.jobs
            if shard.part_count == 1
            else self.success_count + sum(1 for _ in pending_jobs(plan, shard, finish_flags))
        )
        self.chunks = Chunks(pending_jobs(plan, shard, finish_flags), plan.repeat, self.target_seconds)
        while self.cancel is None or not self.cancel.cancelled:
            self._send_chunks()
            if not self.under_way:
                break
            ready_futures, _ = wait(self.under_way, timeout=LOOK, return_when=FIRST_COMPLETED)
            self._receive_results(ready_futures)
            self._report_progress()

    def _send_chunks(self) -> None:
        """Submit chunks while there is room; a suspect chunk is submitted alone."""
        if self.suspect_chunks:
            if not self.under_way:
                self._submit_chunk(self.suspect_chunks.popleft())
            return
        while len(self.under_way) < AHEAD * self.worker_pool.workers and not self.suspect_chunks:
            chunk = [self.retry_jobs.popleft()] if self.retry_jobs else self.chunks.next_chunk()
            if not chunk:
                return
            self._submit_chunk(chunk)

    def _submit_chunk(self, chunk: Chunk) -> None:
        """Submit a chunk; replace a broken executor."""
        try:
            with without_interrupts():
                self.under_way[self.worker_pool.executor.submit(perform_jobs, self.store.plan.text, chunk)] = chunk
        except BrokenExecutor:
            self.suspect_chunks.append(chunk)
            if not self.under_way:  # otherwise the loss of those chunks triggers it
                self._renew_pool()

    def _renew_pool(self) -> None:
        if not self.worker_pool.renew():
            raise ClusterLoss("the connection to the cluster is lost")

    def _receive_results(self, ready_futures: Iterable[Future[list[JobResult]]]) -> None:
        """Store the results that arrived, and find out which chunks were lost."""
        if not self.worker_pool.sound:
            raise ClusterLoss("the connection to the cluster is lost")
        is_alone = len(self.under_way) == 1
        is_broken = False
        for future in ready_futures:
            try:
                future_jobs = future.result()
            except Exception as error:  # any error of the executor, since `perform_jobs` raises nothing
                is_broken |= isinstance(error, BrokenExecutor | CancelledError)
                self._suspect_chunk(self.under_way.pop(future), error, is_alone=is_alone)
            else:
                del self.under_way[future]
                self._store_jobs(future_jobs)
        if is_broken:
            self._collect_lost()
            self._renew_pool()

    def _collect_lost(self) -> None:
        """Collect the other chunks in progress when the executor broke."""
        ready_futures, lost = wait(self.under_way, timeout=LOOK)
        for future in [*ready_futures, *lost]:
            chunk = self.under_way.pop(future)
            if future in ready_futures and not future.cancelled() and future.exception() is None:
                self._store_jobs(future.result())
            else:
                self.suspect_chunks.append(chunk)

    def _suspect_chunk(self, chunk: Chunk, error: Exception, *, is_alone: bool) -> None:
        """Set a lost chunk aside, split if it ran alone; a single job that was lost alone counts as an attempt."""
        if not is_alone:
            self.suspect_chunks.append(chunk)
        elif len(chunk) > 1:
            self.suspect_chunks.extendleft([number] for number in reversed(chunk))
        else:
            plan, [number] = self.store.plan, chunk
            name = name_of(plan, canonical_json(plan.cell(number // plan.repeat)), number % plan.repeat)
            self._store_jobs(
                [JobResult(name, number, FAILED, f"its worker process ended ({type(error).__name__})", 0.0)]
            )

    def _store_jobs(self, chunk_jobs: list[JobResult]) -> None:
        """Store results; a job that failed for the first time is tried again instead."""
        final_jobs = []
        for job in chunk_jobs:
            self.chunks.learn_time(job.job_number, job.seconds)
            if job.state == FAILED:
                self.try_counts[job.job_number] = self.try_counts.get(job.job_number, 0) + 1
                if self.try_counts[job.job_number] < TRIES:
                    self.retry_jobs.append(job.job_number)
                    continue
            final_jobs.append(job)
        if final_jobs:
            self.store.add_results(final_jobs)
        self.success_count += sum(job.state == DONE for job in final_jobs)
        self.failure_count += sum(job.state == FAILED for job in final_jobs)

    def _report_progress(self) -> None:
        """Report the progress."""
        run_time = time.monotonic() - self.start_time
        self.report(
            Progress(
                run_time,
                done=self.success_count + self.failure_count,
                total=self.job_total,
                text=self.progress_text(run_time),
            )
        )

    def progress_text(self, run_time: float) -> str:
        """Write done and total, rate, time left and failures.

        >>> from types import SimpleNamespace
        >>> counts = SimpleNamespace(success_count=30, initial_count=10, failure_count=1, job_total=61)
        >>> Campaign.progress_text(counts, 10.0)
        '31/61, 2.1 a second, 14 s left, 1 failed'
        """
        now = self.success_count + self.failure_count
        rate = (now - self.initial_count) / run_time if run_time > 0 else 0.0
        left = f", {(self.job_total - now) / rate:.0f} s left" if rate > 0 else ""
        return f"{now}/{self.job_total}, {rate:.3g} a second{left}" + (
            f", {self.failure_count} failed" if self.failure_count else ""
        )


def new_run(how: str) -> Run:
    """Return the record of a run that begins now."""
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return Run(utc_time(), None, machine, encode(read_versions()), how)


def utc_time() -> str:
    """Return the time for people to read. It is not used in calculations, because clocks can be reset."""
    return datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="seconds")


def read_versions() -> dict[str, str]:
    """Return the versions of this package and of the installed solvers."""
    package_versions = {}
    for name in PACKAGES:
        try:
            package_versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return package_versions
