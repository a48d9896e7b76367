"""Results files: their status, the merging of shards, export of rows as CSV or Parquet."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from passatempo.campaigns.jobs import DONE, JobResult, Shard, canonical_json, drop_times, name_of
from passatempo.campaigns.store import SELECT, Run, Store, new_store, open_store
from passatempo.core.errors import SolverUnavailable, UsageError, quote
from passatempo.core.json import count_of, decode
from passatempo.core.output import atomic_file

OWN = ("job", "repetition", "state", "error", "seconds")  # a row's columns with these names get a prefix
AT_ONCE = 50_000  # rows in memory at once


@dataclass(frozen=True, slots=True)
class CampaignStatus:
    """The status of a results file, as data and as text."""

    status_json: dict[str, Any]

    @property
    def text(self) -> str:
        """The status as text for people."""
        status_json = self.status_json
        share = f", shard {status_json['shard']}" if status_json["shard"] else ""
        lines = [
            f"{status_json['name']}: {status_json['done']} of "
            f"{count_of(status_json['jobs'], 'job')} done, {status_json['failed']} failed{share}",
            f"plan {status_json['plan']}: {status_json['run']}",
        ]
        for run in status_json["runs"]:
            run_end = f"ended {run['ended']}" if run["ended"] else "not ended"
            versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
            lines.append(f"run {run['began']}, {run_end}: {run['how']}; {run['machine']}; {versions}")
        return "\n".join(lines) + "\n"


def status_of(path: Path) -> CampaignStatus:
    """Return the status of a results file, which another process may be writing.

    Raises
    ------
    UsageError, StoreFault
        If there is no file, or it cannot be read.
    """
    with open_store(path, to_read=True) as store:
        counts, plan = store.state_counts(), store.plan
        status_json: dict[str, Any] = {
            "name": plan.name,
            "plan": plan.hash,
            "run": f"{plan.act_kind} {plan.act_target}",
        }
        status_json |= {"shard": str(store.shard), "jobs": _count_jobs(store), **counts}
        status_json["runs"] = [{**asdict(run), "versions": decode(run.versions)} for run in store.read_runs()]
    return CampaignStatus(status_json)


def _count_jobs(store: Store) -> int:
    """Count the jobs in the file's shard."""
    plan, shard = store.plan, store.shard
    if shard.part_count == 1:
        return plan.jobs
    cells = (canonical_json(plan.cell(number)) for number in range(plan.cells))
    return sum(shard.holds(name_of(plan, cell, k)) for cell in cells for k in range(plan.repeat))


# ---- Merging ----


def merge_stores(files: Sequence[Path], out: Path) -> tuple[int, int]:
    """Merge results files of the same plan into a new file; return the numbers of its finished and failed jobs.

    Raises
    ------
    UsageError
        If the plans differ, or a job has two results that differ in more than times; nothing is then written.
    StoreFault
        If a file cannot be read or written.
    """
    if out.exists():
        raise UsageError(f"{quote(out)} exists already")
    with open_store(files[0], to_read=True) as first:
        plan = first.plan
    merge_path = out.with_name(f".{out.name}.merging")
    merge_path.unlink(missing_ok=True)
    try:
        with new_store(merge_path, plan, Shard()) as merge_store:
            for file in files:
                with open_store(file, to_read=True) as store:
                    if store.plan.hash != plan.hash:
                        raise UsageError(f"{quote(file)} is of another plan than {quote(files[0])}")
                    _copy_rows(store, merge_store)
            counts = merge_store.state_counts()
            merge_store.connection.execute("PRAGMA journal_mode = DELETE")
        merge_path.rename(out)
    finally:
        for end in ("", "-wal", "-shm"):
            merge_path.with_name(merge_path.name + end).unlink(missing_ok=True)
    return counts["done"], counts["failed"]


def _copy_rows(store: Store, target_store: Store) -> None:
    """Add the rows of one file."""
    for run in store.read_runs():
        target_store.begin_run(Run(run.began, run.ended, run.machine, run.versions, run.how))
    rows = store.read_results()
    while chunk := list(islice(rows, AT_ONCE)):
        _compare_chunk(store, target_store, chunk)
        target_store.add_results(chunk)


def _compare_chunk(store: Store, target_store: Store, chunk: list[JobResult]) -> None:
    """Refuse a job with two different results, and show both."""
    for job in chunk:
        target_row = target_store.connection.execute(f"{SELECT} WHERE number = ?", (job.job_number,)).fetchone()
        if target_row is None:
            continue
        other = JobResult(*target_row)
        if other.job_name != job.job_name:
            raise UsageError(f"{quote(store.path)}: job {job.job_number} has another name than elsewhere")
        if job.state == other.state == DONE and drop_times(job.row_json) != drop_times(other.row_json):
            job_conflict = (
                f"job {job.job_name.hex()} has two results: {other.row_json} and, in "
                f"{quote(store.path)}, {job.row_json}"
            )
            raise UsageError(job_conflict)


# ---- Export ----


def result_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each result: the job, the cell's keys, the row's columns."""
    plan, decode = store.plan, msgspec.json.Decoder().decode
    cell, cell_levels = -1, {}
    for job in store.read_results():
        if job.job_number // plan.repeat != cell:
            cell = job.job_number // plan.repeat
            cell_levels = {key: _flat_level(level) for key, level in plan.cell(cell).items()}
        is_done = job.state == DONE
        row = {"job": job.job_name.hex(), **cell_levels, "repetition": job.job_number % plan.repeat, "state": job.state}
        row["error"] = None if is_done else job.row_json
        row["seconds"] = job.seconds
        if is_done:
            row |= {key if key not in row else f"row.{key}": level for key, level in decode(job.row_json).items()}
        yield row


def _flat_level(level: Any) -> Any:
    return msgspec.json.encode(level).decode() if isinstance(level, list) else level


def column_kinds(store: Store) -> dict[str, type]:
    """Return the columns with their types, in order of first appearance; mixed types become text."""
    column_types: dict[str, type] = {}
    for row in result_rows(store):
        for key, content in row.items():
            kind = type(content)
            if content is None:
                column_types.setdefault(key, type(None))
            elif column_types.get(key, type(None)) is type(None):
                column_types[key] = kind
            elif column_types[key] is not kind:
                column_types[key] = float if {column_types[key], kind} == {int, float} else str
    return column_types


def export(store: Store, out: Path, form: str) -> int:
    """Write all results to a file, ``csv`` or ``parquet``; return their number.

    Raises
    ------
    SolverUnavailable
        If the extra for Parquet is not installed.
    """
    heads = column_kinds(store) or dict.fromkeys(OWN, str)
    return _write_csv(store, out, list(heads)) if form == "csv" else _write_parquet(store, out, heads)


def _write_csv(store: Store, out: Path, heads: list[str]) -> int:
    count = 0
    with atomic_file(out) as file:
        writer = csv.DictWriter(file, heads, restval="", lineterminator="\n")
        writer.writeheader()
        for row in result_rows(store):
            writer.writerow(
                {key: str(content).lower() if isinstance(content, bool) else content for key, content in row.items()}
            )
            count += 1
    return count


def _write_parquet(store: Store, out: Path, heads: dict[str, type]) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise SolverUnavailable("export --to parquet", "campaign") from None
    kinds = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(key, kinds.get(kind, pyarrow.string())) for key, kind in heads.items()])
    count = 0
    with atomic_file(out, binary=True) as file, parquet.ParquetWriter(file, schema) as writer:
        batch: list[dict[str, Any]] = []
        for row in result_rows(store):
            batch.append({key: _fit_column(row.get(key), kind) for key, kind in heads.items()})
            count += 1
            if len(batch) == AT_ONCE:
                writer.write_table(pyarrow.Table.from_pylist(batch, schema))
                batch.clear()
        writer.write_table(pyarrow.Table.from_pylist(batch, schema))
    return count


def _fit_column(content: Any, kind: type) -> Any:
    if content is None or kind in (bool, int):
        return content
    return float(content) if kind is float else str(content)
