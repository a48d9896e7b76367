"""Merging: the files of shards become one."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from passatempo.campaigns.jobs import DONE, Result, Shard, timeless
from passatempo.campaigns.store import SELECT, Run, new_store, open_store
from passatempo.core.errors import UsageError, quote

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from passatempo.campaigns.store import Store

AT_ONCE = 50_000  # rows of one transaction


def merge(files: Sequence[Path], out: Path) -> tuple[int, int]:
    """Join files of results of the same plan in a new file; return its jobs that are done and those that failed.

    Raises
    ------
    UsageError
        If the plans differ, or the same job has two results (times aside); nothing is written then.
    StoreFault
        If a file cannot be read or written.
    """
    if out.exists():
        raise UsageError(f"{quote(out)} exists already")
    with open_store(files[0], to_read=True) as first:
        plan = first.plan
    beside = out.with_name(f".{out.name}.merging")
    beside.unlink(missing_ok=True)
    try:
        with new_store(beside, plan, Shard()) as made:
            for file in files:
                with open_store(file, to_read=True) as store:
                    if store.plan.hash != plan.hash:
                        raise UsageError(f"{quote(file)} is of another plan than {quote(files[0])}")
                    _join(store, made)
            counts = made.counts()
            made.connection.execute("PRAGMA journal_mode = DELETE")
        beside.rename(out)
    finally:
        for end in ("", "-wal", "-shm"):
            beside.with_name(beside.name + end).unlink(missing_ok=True)
    return counts["done"], counts["failed"]


def _join(store: Store, made: Store) -> None:
    """Add the rows of one file."""
    for run in store.runs():
        made.begin(Run(run.began, run.ended, run.machine, run.versions, run.how))
    rows = store.results()
    while chunk := list(islice(rows, AT_ONCE)):
        _compare(store, made, chunk)
        made.add(chunk)


def _compare(store: Store, made: Store, chunk: list[Result]) -> None:
    """Refuse a job whose results differ, and show both."""
    for one in chunk:
        found = made.connection.execute(f"{SELECT} WHERE number = ?", (one.number,)).fetchone()
        if found is None:
            continue
        other = Result(*found)
        if other.name != one.name:
            raise UsageError(f"{quote(store.path)}: job {one.number} has another name than elsewhere")
        if one.state == other.state == DONE and timeless(one.row) != timeless(other.row):
            told = f"job {one.name.hex()} has two results: {other.row} and, in {quote(store.path)}, {one.row}"
            raise UsageError(told)
