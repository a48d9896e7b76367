"""Results files: their status, the merging of shards, export of rows as CSV or Parquet."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal

import msgspec

from passatempo.campaigns.jobs import DONE, JobResult, Shard, canonical_json, drop_times, name_of
from passatempo.campaigns.store import SELECT, Run, Store, new_store, open_store
from passatempo.core.errors import SolverUnavailable, UsageError, quote
from passatempo.core.input import path_of
from passatempo.core.json import count_of, decode
from passatempo.core.output import atomic_file

OWN = ("job", "repetition", "state", "error", "seconds")  # a row's columns with these names get a prefix
AT_ONCE = 50_000  # rows in memory at once


@dataclass(frozen=True, slots=True, repr=False)
class Status:
    """The status of a results file: the plan, the numbers of jobs in its shard, and the runs that wrote to it."""

    name: str
    plan: str
    run: str
    shard: str
    jobs: int
    done: int
    failed: int
    runs: tuple[dict[str, Any], ...]

    def __repr__(self) -> str:
        return f"<Status {self.name}, {self.done} of {count_of(self.jobs, 'job')} done>"

    def __str__(self) -> str:
        share = f", shard {self.shard}" if self.shard else ""
        lines = [
            f"{self.name}: {self.done} of {count_of(self.jobs, 'job')} done, {self.failed} failed{share}",
            f"plan {self.plan}: {self.run}",
        ]
        for run in self.runs:
            run_end = f"ended {run['ended']}" if run["ended"] else "not ended"
            versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
            lines.append(f"run {run['began']}, {run_end}: {run['how']}; {run['machine']}; {versions}")
        return "\n".join(lines) + "\n"

    def to_json(self) -> dict[str, Any]:
        """Return the status as plain data."""
        return asdict(self)


def status(out: str | PathLike[str]) -> Status:
    """Return the status of a results file, which another process may be writing.

    Parameters
    ----------
    out
        The results file.

    Examples
    --------
    >>> status("none.sqlite")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: 'none.sqlite' is not a results file
    """
    with open_store(path_of(fspath(out)), to_read=True) as store:
        counts, plan = store.state_counts(), store.plan
        runs = tuple([{**asdict(run), "versions": decode(run.versions)} for run in store.read_runs()])
        kind, jobs = f"{plan.act_kind} {plan.act_target}", _count_jobs(store)
        return Status(plan.name, plan.hash, kind, str(store.shard), jobs, **counts, runs=runs)


@dataclass(frozen=True, slots=True)
class Results:
    """A results file."""

    path: Path

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of jobs that are done and that failed."""
        with open_store(self.path, to_read=True) as store:
            return store.state_counts()

    def __str__(self) -> str:
        counts = self.counts
        return f"{count_of(counts['done'], 'job')} done" + (f", {counts['failed']} failed" if counts["failed"] else "")

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each result, in the order of the plan: the job, the cell's keys, the columns of its act."""
        with open_store(self.path, to_read=True) as store:
            return list(result_rows(store))

    def report(self, form: str = "text") -> str:
        """Write the report as text, csv, markdown, html or json."""
        from passatempo.campaigns.reports import report

        return report(self.path).text(form)


def _count_jobs(store: Store) -> int:
    """Count the jobs in the file's shard."""
    plan, shard = store.plan, store.shard
    if shard.part_count == 1:
        return plan.jobs
    cells = (canonical_json(plan.cell(number)) for number in range(plan.cells))
    return sum(shard.holds(name_of(plan, cell, k)) for cell in cells for k in range(plan.repeat))


# ---- Merging ----


def merge(files: Sequence[str | PathLike[str]], out: str | PathLike[str]) -> Results:
    """Merge results files of the same plan into a new file; two different results of one job are an error.

    Parameters
    ----------
    files
        The results files of the shards.
    out
        The new file.

    Examples
    --------
    >>> merge([], "all.sqlite")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: pass the results files to merge, and --out for the new one
    """
    if strange := [file for file in files if not isinstance(file, str | PathLike)]:
        raise UsageError(f"files: {quote(strange[0])} is not a file name")
    paths, target = [path_of(fspath(file)) for file in files], path_of(fspath(out))
    if not paths:
        raise UsageError("pass the results files to merge, and --out for the new one")
    if target.exists():
        raise UsageError(f"{quote(target)} exists already")
    with open_store(paths[0], to_read=True) as first:
        plan = first.plan
    merge_path = target.with_name(f".{target.name}.merging")
    merge_path.unlink(missing_ok=True)
    try:
        with new_store(merge_path, plan, Shard()) as merge_store:
            for file in paths:
                with open_store(file, to_read=True) as store:
                    if store.plan.hash != plan.hash:
                        raise UsageError(f"{quote(file)} is of another plan than {quote(paths[0])}")
                    _copy_rows(store, merge_store)
            merge_store.connection.execute("PRAGMA journal_mode = DELETE")
        merge_path.rename(target)
    finally:
        for end in ("", "-wal", "-shm"):
            merge_path.with_name(merge_path.name + end).unlink(missing_ok=True)
    return Results(target)


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


def export(
    out: str | PathLike[str],
    file: str | PathLike[str],
    format: Literal["csv", "parquet"] | None = None,  # noqa: A002
) -> Path:
    """Write all results as a table with one row per job, in the order of the plan.

    Parameters
    ----------
    out
        The results file.
    file
        The table to write.
    format
        ``csv`` or ``parquet``; by default that of the ending of `file`.

    Examples
    --------
    >>> export("none.sqlite", "table.csv")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: 'none.sqlite' is not a results file
    """
    path, target = path_of(fspath(out)), path_of(fspath(file))
    form = format or target.suffix[1:]
    if form not in ("csv", "parquet"):
        raise UsageError(f"{quote(file)}: name a .csv or .parquet file, or pass the format")
    with open_store(path, to_read=True) as store:
        write_table(store, target, form)
    return target


def write_table(store: Store, out: Path, form: str) -> int:
    """Write all results to a file, and return their number."""
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
