"""The workers of a campaign: processes of this machine, or an existing Dask cluster.

Each provides an `Executor` of the standard library, and the rest of the package uses only that.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import wait
from typing import Any, Protocol

from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import collect_garbage, processor_count
from passatempo.core.methods import NamingExtras

MOST_WORKERS = 1024
CONNECT_TIMEOUT = "20s"  # for a cluster that does not answer


class WorkerPool(Protocol):
    """An executor, and its state as far as a campaign needs it."""

    @property
    def workers(self) -> int:
        """The number of jobs that run in parallel."""

    @property
    def executor(self) -> Executor:
        """The current executor."""

    @property
    def sound(self) -> bool:
        """Whether it still works; a broken one may never report it."""

    def renew(self) -> bool:
        """Replace a broken executor; return false if there is no other."""

    def leave(self) -> None:
        """Stop at once, and abandon running jobs."""


@dataclass(slots=True)
class Processes:
    """Processes of this machine, spawned and not forked, since a fork may copy a lock that another thread holds."""

    workers: int
    executor: Executor = field(init=False)
    outside_children: set[Any] = field(init=False)

    def __post_init__(self) -> None:
        self._start_executor()

    def _start_executor(self) -> None:
        self.outside_children = set(multiprocessing.active_children())
        self.executor = ProcessPoolExecutor(
            self.workers, multiprocessing.get_context("spawn"), initializer=_begin_worker
        )

    @property
    def sound(self) -> bool:
        """Always true, since the executor detects dead processes."""
        return True

    def renew(self) -> bool:
        """Start new processes."""
        self.leave()
        self._start_executor()
        return True

    def leave(self) -> None:
        """Kill the processes."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - self.outside_children:
            child.kill()


@dataclass(slots=True)
class Cluster:
    """A Dask cluster: an address, or ``local`` for one on this machine."""

    cluster_address: str
    workers: int = 0
    dask_client: Any = None
    executor: Executor = field(init=False)

    def __post_init__(self) -> None:
        with NamingExtras("--cluster", "campaign"):
            dask: Any = import_module("dask")
            dask_cluster: Any = import_module("distributed")
        dask.config.set({"distributed.comm.timeouts.connect": CONNECT_TIMEOUT})
        logging.disable()  # this package reports a lost cluster itself, in one sentence
        local = self.cluster_address == "local"
        try:
            if local:
                cores = self.workers or os.cpu_count() or 1
                worker_options: dict[str, Any] = {
                    "n_workers": cores,
                    "threads_per_worker": 1,
                    "dashboard_address": None,
                }
                self.dask_client = dask_cluster.Client(**worker_options)
            else:
                self.dask_client = dask_cluster.Client(self.cluster_address)
            self.workers = sum(self.dask_client.ncores().values()) or 1
        except (OSError, TimeoutError, ValueError) as error:
            raise UsageError(f"--cluster: {quote(self.cluster_address)} does not answer: {error}") from None
        self.executor = self.dask_client.get_executor(pure=False, retries=0)

    @property
    def sound(self) -> bool:
        """Whether the scheduler is running."""
        return bool(self.dask_client.status == "running")

    def renew(self) -> bool:
        """Return false if the scheduler is lost; the campaign can then be resumed on another cluster."""
        return self.sound

    def leave(self) -> None:
        """Disconnect from the cluster."""
        with contextlib.suppress(Exception):  # it may already be closed, in any state
            self.dask_client.close(timeout=2)
            if self.dask_client.cluster is not None:
                self.dask_client.cluster.close(timeout=2)


def check_workers(workers: int, cluster: str) -> None:
    """Refuse an impossible worker pool before anything is written; raises `UsageError`."""
    if workers and not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"--workers: {workers} is not a number of processes (1 to {MOST_WORKERS})")
    if cluster and cluster != "local" and "://" not in cluster:
        raise UsageError(f"--cluster: {quote(cluster)} is neither 'local' nor like tcp://host:8786")


def pool_of(workers: int, cluster: str) -> WorkerPool:
    """Create the worker pool."""
    check_workers(workers, cluster)
    if cluster:
        return Cluster(cluster, workers)
    return Processes(workers or processor_count())


def _begin_worker() -> None:
    """Ignore Ctrl-C, which the parent handles, and end this process together with the parent."""
    collect_garbage()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel, os._exit), daemon=True).start()


def _end_with(sentinel: int, leave: Callable[[int], Any]) -> None:
    """Exit once the parent has ended, as nobody would send more work."""
    wait([sentinel])
    leave(1)
