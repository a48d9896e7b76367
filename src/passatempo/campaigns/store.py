"""The results: one SQLite file, one writer, and one transaction per finished chunk.

The file is the only state of a campaign. A row is stored under its job, so running a job twice changes nothing. Other
processes can read the file while it is written (write-ahead log). On a network file system, where that log does not
work, SQLite uses its older rollback journal.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from passatempo.campaigns.jobs import DONE, FAILED, JobResult, Shard, canonical_json, name_of
from passatempo.campaigns.schedules import Plan, read_plan
from passatempo.core.errors import FormatError, PassatempoError, UsageError, quote
from passatempo.games.tallies import choose_journal, connect

SCHEMA = 1
MARK = 0x50534D50  # application_id of these files
WAIT = 30.0  # seconds to wait for another program's lock
TABLES = """
CREATE TABLE plan (text TEXT NOT NULL, hash TEXT NOT NULL, shard TEXT NOT NULL);
CREATE TABLE runs (
    run INTEGER PRIMARY KEY, began TEXT NOT NULL, ended TEXT, machine TEXT NOT NULL, versions TEXT NOT NULL,
    how TEXT NOT NULL
);
CREATE TABLE results (
    number INTEGER PRIMARY KEY, job BLOB NOT NULL, state TEXT NOT NULL, row TEXT NOT NULL, seconds REAL NOT NULL
);
"""
SELECT = "SELECT job, number, state, row, seconds FROM results"
# The key is a job's number in the plan, equivalent to its name within a file. Names are hashes: with them a chunk of a
# hundred rows would change a hundred pages. The next attempt replaces a failed row, but not a finished one.
INSERT = """INSERT INTO results (job, number, state, row, seconds) VALUES (?, ?, ?, ?, ?) ON CONFLICT (number)
    DO UPDATE SET state = excluded.state, row = excluded.row, seconds = excluded.seconds WHERE state = 'failed'"""


class StoreFault(PassatempoError):
    """The results file cannot be written or read: full disk, a lock, damage. Earlier results are intact."""

    kind = "store"


@contextlib.contextmanager
def sqlite_faults(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the system into a sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        error_phrases = {
            "database is locked": "another program has locked it",
            "file is not a database": "it is not a results file",
        }
        sentence = error_phrases.get(str(error), str(getattr(error, "strerror", None) or error))
        raise StoreFault(f"{quote(path)}: {sentence}") from None


@dataclass(frozen=True, slots=True)
class Run:
    """One run that wrote to a results file."""

    began: str
    ended: str | None
    machine: str
    versions: str
    how: str


class Store:
    """An open results file.

    Parameters
    ----------
    path
        The file.
    connection
        The connection from `open_store` or `new_store`.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self.connection = path, connection
        with sqlite_faults(path):
            plan_row = connection.execute("SELECT text, hash, shard FROM plan").fetchone()
        if plan_row is None:
            raise StoreFault(f"{quote(path)}: it has no plan")
        text, plan_hash, shard = plan_row
        self.plan, self.shard = read_plan(text), Shard.read(shard)
        if self.plan.hash != plan_hash:
            raise StoreFault(f"{quote(path)}: this version of the package reads its plan differently")

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):
            self.connection.close()

    def add_results(self, chunk_jobs: Iterable[JobResult]) -> None:
        """Write the results of a chunk in one transaction."""
        rows = [(job.job_name, job.job_number, job.state, job.row_json, job.seconds) for job in chunk_jobs]
        with sqlite_faults(self.path):
            try:
                self.connection.execute("BEGIN IMMEDIATE")
                self.connection.executemany(INSERT, rows)
                self.connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")
                raise

    def read_progress(self) -> tuple[bytearray, int]:
        """Return one byte per job, 1 if it is done, and the number of failed jobs."""
        finish_flags, failure_count = bytearray(self.plan.jobs), 0
        with sqlite_faults(self.path):
            for number, state in self.connection.execute("SELECT number, state FROM results"):
                if not 0 <= number < len(finish_flags):
                    raise StoreFault(f"{quote(self.path)}: job {number} is not of its plan")
                if state == DONE:
                    finish_flags[number] = 1
                else:
                    failure_count += 1
        return finish_flags, failure_count

    def read_results(self) -> Iterator[JobResult]:
        """Yield all results, sorted by job number."""
        with sqlite_faults(self.path):
            yield from (JobResult(*row) for row in self.connection.execute(f"{SELECT} ORDER BY number"))

    def state_counts(self) -> dict[str, int]:
        """Return the numbers of finished and failed jobs."""
        with sqlite_faults(self.path):
            state_counts = dict(
                self.connection.execute("SELECT state, count(*) FROM results GROUP BY state").fetchall()
            )
        return {state: state_counts.get(state, 0) for state in (DONE, FAILED)}

    def read_runs(self) -> list[Run]:
        """Return the runs that wrote to the file."""
        with sqlite_faults(self.path):
            rows = self.connection.execute(
                "SELECT began, ended, machine, versions, how FROM runs ORDER BY run"
            ).fetchall()
        return [Run(*row) for row in rows]

    def begin_run(self, run: Run) -> int:
        """Record that a run begins; return its number."""
        with sqlite_faults(self.path):
            run_row = (run.began, run.ended, run.machine, run.versions, run.how)
            cursor = self.connection.execute(
                "INSERT INTO runs (began, ended, machine, versions, how) VALUES (?, ?, ?, ?, ?)", run_row
            )
        return cursor.lastrowid or 0

    def end_run(self, number: int, at: str) -> None:
        """Record the end of a run."""
        with sqlite_faults(self.path):
            self.connection.execute("UPDATE runs SET ended = ? WHERE run = ?", (at, number))


def new_store(path: Path, plan: Plan, shard: Shard = Shard()) -> Store:
    """Create a results file atomically: nobody ever sees the file without its plan.

    Raises
    ------
    StoreFault
        If it cannot be created.
    """
    draft_path = path.with_name(f".{path.name}.{os.getpid()}")
    with sqlite_faults(path):
        draft_path.unlink(missing_ok=True)
        try:
            connection = connect(draft_path, WAIT)
            connection.executescript(f"PRAGMA application_id = {MARK}; PRAGMA user_version = {SCHEMA}; BEGIN; {TABLES}")
            connection.execute("INSERT INTO plan VALUES (?, ?, ?)", (plan.text, plan.hash, str(shard)))
            connection.execute("COMMIT")
            connection.close()
            _link_file(draft_path, path)
        except FileExistsError:
            raise UsageError(f"{quote(path)} exists already") from None
        finally:
            draft_path.unlink(missing_ok=True)
    return open_store(path)


def _link_file(draft_path: Path, path: Path) -> None:
    """Give a file its name if that is free; links do not replace files, but not all file systems have links."""
    try:
        os.link(draft_path, path)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError from None
        draft_path.rename(path)


def open_store(path: Path, *, to_read: bool = False, wait: float = WAIT, is_damaged: bool = False) -> Store:
    """Open a results file; a damaged one is read as far as possible.

    Raises
    ------
    UsageError
        If there is no file of this name.
    StoreFault
        If it cannot be read, or is damaged.
    """
    if not path.is_file():
        raise UsageError(f"{quote(path)} is not a results file")
    with sqlite_faults(path):
        connection = connect(path, wait)
        try:
            if is_damaged:  # otherwise SQLite refuses a truncated file
                connection.execute("PRAGMA writable_schema = ON")
            mark, version = (
                connection.execute(f"PRAGMA {word}").fetchone()[0] for word in ("application_id", "user_version")
            )
            if mark != MARK or version != SCHEMA:
                raise FormatError(f"{quote(path)} is not a results file, or another version wrote it")
            if not to_read:
                log = choose_journal(connection, path)
                connection.execute(f"PRAGMA synchronous = {'NORMAL' if log else 'FULL'}")
                connection.execute("PRAGMA cache_size = -65536")
            return Store(path, connection)
        except BaseException:
            connection.close()
            raise


def is_sound(path: Path) -> bool:
    """Return whether a results file passes SQLite's check.

    Raises
    ------
    StoreFault, FormatError
        If it is no results file, or cannot be read at all.
    """
    if not path.is_file():
        raise UsageError(f"{quote(path)} is not a results file")
    with sqlite_faults(path), contextlib.closing(connect(path, WAIT)) as connection:
        try:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
        except sqlite3.DatabaseError as error:
            if "malformed" not in str(error):
                raise
            return False


def salvage(path: Path) -> int:
    """Replace a damaged file by one with all rows that are still readable; return their number.

    The damaged file is stored next to it, as ``NAME.damaged``.

    Raises
    ------
    StoreFault
        If not even the plan can be read.
    """
    salvage_path = path.with_name(f"{path.name}.salvaged")
    salvage_path.unlink(missing_ok=True)
    with open_store(path, to_read=True, is_damaged=True) as store:
        runs, plan, shard = (
            _read_rows(store, "SELECT began, ended, machine, versions, how FROM runs"),
            store.plan,
            store.shard,
        )
        rows = [JobResult(*row) for row in _read_rows(store, SELECT) if _is_sane(plan, row)]
    with new_store(salvage_path, plan, shard) as salvage_store:
        for run in runs:
            if all(isinstance(word, str) for word in (run[0], *run[2:])):
                salvage_store.begin_run(Run(*run))
        salvage_store.add_results(rows)
    damage_path = path.with_name(f"{path.name}.damaged")
    path.replace(damage_path)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    salvage_path.replace(path)
    return len(rows)


def _is_sane(plan: Plan, row: tuple[Any, ...]) -> bool:
    """Return whether a row of a damaged file is intact: its name must belong to its number."""
    name, number, state, text, seconds = row
    if not (isinstance(number, int) and 0 <= number < plan.jobs and isinstance(text, str)):
        return False
    if state not in (DONE, FAILED) or not isinstance(seconds, float) or (state == DONE and not text.endswith("}")):
        return False
    cell, repetition = divmod(number, plan.repeat)
    return bool(name == name_of(plan, canonical_json(plan.cell(cell)), repetition))


def _read_rows(store: Store, select: str) -> list[Any]:
    """Return the readable rows of a table, from both of its ends."""
    readable_rows: dict[Any, Any] = {}
    key = "run" if "runs" in select else "number"
    for order in ("ASC", "DESC"):
        with contextlib.suppress(sqlite3.Error):
            for row in store.connection.execute(f"{select} ORDER BY {key} {order}"):
                readable_rows.setdefault(row[:2], row)
    return list(readable_rows.values())
