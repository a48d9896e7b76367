"""Who does the jobs: processes of this machine, or a Dask cluster that is there already.

Both are an `Executor` of the standard library, and that is all that the rest of the room knows of them.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Protocol

from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import collect_garbage, processor_count
from passatempo.core.methods import NamingExtras

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_WORKERS = 1024
CONNECT_TIMEOUT = "20s"  # for a cluster that does not answer


class WorkerPool(Protocol):
    """An executor, and what a campaign has to know of it."""

    @property
    def workers(self) -> int:
        """How many jobs run side by side."""

    @property
    def executor(self) -> Executor:
        """The executor as it is now."""

    @property
    def sound(self) -> bool:
        """Whether it can still do jobs; one that cannot may never say so by itself."""

    def renew(self) -> bool:
        """Get another executor in place of a broken one; false where there is none to get."""

    def leave(self) -> None:
        """Stop at once; what is at work is given up."""


@dataclass(slots=True)
class Processes:
    """Processes of this machine, started anew and not forked: no thread's lock is copied in the middle of its work."""

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
        """Dead processes are found out by their executor."""
        return True

    def renew(self) -> bool:
        """Start other processes."""
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
        logging.disable()  # a lost cluster is told in one sentence, by us
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
        """Whether the scheduler is there."""
        return bool(self.dask_client.status == "running")

    def renew(self) -> bool:
        """Tell that a lost scheduler has no other: the campaign is resumed on another cluster."""
        return self.sound

    def leave(self) -> None:
        """Let go of the cluster."""
        with contextlib.suppress(Exception):  # it may be gone in any state, and nothing is wanted of it
            self.dask_client.close(timeout=2)
            if self.dask_client.cluster is not None:
                self.dask_client.cluster.close(timeout=2)


def check_workers(workers: int, cluster: str) -> None:
    """Refuse a crew that cannot be, before anything is written; raises `UsageError`."""
    if workers and not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"--workers: {workers} is not a number of processes (1 to {MOST_WORKERS})")
    if cluster and cluster != "local" and "://" not in cluster:
        raise UsageError(f"--cluster: {quote(cluster)} is neither 'local' nor like tcp://host:8786")


def pool_of(workers: int, cluster: str) -> WorkerPool:
    """Gather who does the jobs."""
    check_workers(workers, cluster)
    if cluster:
        return Cluster(cluster, workers)
    return Processes(workers or processor_count())


def _begin_worker() -> None:
    """Make a process deaf to Ctrl-C, which is the parent's to hear, and end it with the parent."""
    collect_garbage()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel, os._exit), daemon=True).start()


def _end_with(sentinel: int, leave: Callable[[int], Any]) -> None:
    """Leave once the parent is gone: a worker waits for work that nobody would send."""
    wait([sentinel])
    leave(1)
