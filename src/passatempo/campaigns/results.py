"""Files of results: how far a campaign has come, the files of shards as one, rows as CSV or Parquet."""

from __future__ import annotations

import csv
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from passatempo.campaigns.jobs import DONE, Result, Shard, canonical, name_of, timeless
from passatempo.campaigns.store import SELECT, Run, new_store, open_store
from passatempo.core.errors import SolverUnavailable, UsageError, quote
from passatempo.core.json import count_of, decode
from passatempo.core.writing import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from passatempo.campaigns.store import Store

OWN = ("job", "repetition", "state", "error", "seconds")  # which a row's own names give way to
AT_ONCE = 50_000  # rows that are held at once


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a file of results, as data and as text."""

    said: dict[str, Any]

    @property
    def text(self) -> str:
        """Write it for people."""
        said = self.said
        share = f", shard {said['shard']}" if said["shard"] else ""
        lines = [
            f"{said['name']}: {said['done']} of {count_of(said['jobs'], 'job')} done, {said['failed']} failed{share}",
            f"plan {said['plan']}: {said['run']}",
        ]
        for run in said["runs"]:
            ended = f"ended {run['ended']}" if run["ended"] else "not ended"
            versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
            lines.append(f"run {run['began']}, {ended}: {run['how']}; {run['machine']}; {versions}")
        return "\n".join(lines) + "\n"


def status_of(path: Path) -> Status:
    """Look at a file of results, also while it is written.

    Raises
    ------
    UsageError, StoreFault
        If there is none, or it cannot be read.
    """
    with open_store(path, to_read=True) as store:
        counts, plan = store.counts(), store.plan
        said: dict[str, Any] = {"name": plan.name, "plan": plan.hash, "run": f"{plan.kind} {plan.target}"}
        said |= {"shard": str(store.shard), "jobs": _jobs(store), **counts}
        said["runs"] = [{**asdict(run), "versions": decode(run.versions)} for run in store.runs()]
    return Status(said)


def _jobs(store: Store) -> int:
    """Count the jobs that fall into the file's share."""
    plan, shard = store.plan, store.shard
    if shard.parts == 1:
        return plan.jobs
    cells = (canonical(plan.cell(number)) for number in range(plan.cells))
    return sum(shard.holds(name_of(plan, cell, k)) for cell in cells for k in range(plan.repeat))


# ---- Merging ----


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


# ---- Export ----


def rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each result: the job, the cell's keys, the row's columns."""
    plan, decode = store.plan, msgspec.json.Decoder().decode
    cell, said = -1, {}
    for one in store.results():
        if one.number // plan.repeat != cell:
            cell = one.number // plan.repeat
            said = {key: _flat(value) for key, value in plan.cell(cell).items()}
        done = one.state == DONE
        row = {"job": one.name.hex(), **said, "repetition": one.number % plan.repeat, "state": one.state}
        row["error"] = None if done else one.row
        row["seconds"] = one.seconds
        if done:
            row |= {key if key not in row else f"row.{key}": value for key, value in decode(one.row).items()}
        yield row


def _flat(value: Any) -> Any:
    return msgspec.json.encode(value).decode() if isinstance(value, list) else value


def columns(store: Store) -> dict[str, type]:
    """Return the columns with their types, in the order in which they first come; text where types are mixed."""
    found: dict[str, type] = {}
    for row in rows(store):
        for key, value in row.items():
            kind = type(value)
            if value is None:
                found.setdefault(key, type(None))
            elif found.get(key, type(None)) is type(None):
                found[key] = kind
            elif found[key] is not kind:
                found[key] = float if {found[key], kind} == {int, float} else str
    return found


def export(store: Store, out: Path, form: str) -> int:
    """Write all results to a file, ``csv`` or ``parquet``; return how many.

    Raises
    ------
    SolverUnavailable
        If the extra for Parquet is not installed.
    """
    heads = columns(store) or dict.fromkeys(OWN, str)
    return _csv(store, out, list(heads)) if form == "csv" else _parquet(store, out, heads)


def _csv(store: Store, out: Path, heads: list[str]) -> int:
    count = 0
    with whole_file(out) as file:
        writer = csv.DictWriter(file, heads, restval="", lineterminator="\n")
        writer.writeheader()
        for row in rows(store):
            writer.writerow(
                {key: str(value).lower() if isinstance(value, bool) else value for key, value in row.items()}
            )
            count += 1
    return count


def _parquet(store: Store, out: Path, heads: dict[str, type]) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise SolverUnavailable("export --to parquet", "campaign") from None
    kinds = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(key, kinds.get(kind, pyarrow.string())) for key, kind in heads.items()])
    count = 0
    with whole_file(out, binary=True) as file, parquet.ParquetWriter(file, schema) as writer:
        batch: list[dict[str, Any]] = []
        for row in rows(store):
            batch.append({key: _fit(row.get(key), kind) for key, kind in heads.items()})
            count += 1
            if len(batch) == AT_ONCE:
                writer.write_table(pyarrow.Table.from_pylist(batch, schema))
                batch.clear()
        writer.write_table(pyarrow.Table.from_pylist(batch, schema))
    return count


def _fit(value: Any, kind: type) -> Any:
    if value is None or kind in (bool, int):
        return value
    return float(value) if kind is float else str(value)
