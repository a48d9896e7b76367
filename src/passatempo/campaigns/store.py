"""The results: one SQLite file, one writer, a transaction for each chunk that was finished.

The file is the state of a campaign; nothing else is. A row stands under the name of its job, so that doing a job twice
changes nothing. Readers may look while it is written (a write-ahead log); on a network file system, where that log
does not work, SQLite's older rollback journal is used.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from passatempo.campaigns.jobs import DONE, FAILED, Result, Shard, canonical, name_of
from passatempo.campaigns.schedules import Plan, read_plan
from passatempo.core.errors import FormatError, PassatempoError, UsageError, quote
from passatempo.games.tallies import choose_journal, connect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import Self

SCHEMA = 1
MARK = 0x50534D50  # application_id: this is a file of ours
WAIT = 30.0  # seconds until another program must have let go of the file
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
# The key is a job's number in the plan, which in one file says the same as its name: names are hashes, and by them a
# chunk of a hundred rows would change a hundred pages. What was done stays; what failed gives way to another attempt.
INSERT = """INSERT INTO results (job, number, state, row, seconds) VALUES (?, ?, ?, ?, ?) ON CONFLICT (number)
    DO UPDATE SET state = excluded.state, row = excluded.row, seconds = excluded.seconds WHERE state = 'failed'"""


class StoreFault(PassatempoError):
    """The file of results cannot be written or read: full disk, a lock, damage. What was finished before is kept."""

    kind = "store"


@contextlib.contextmanager
def faults_told(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say into a sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        told = {
            "database is locked": "another program has locked it",
            "file is not a database": "it is not a results file",
        }
        sentence = told.get(str(error), str(getattr(error, "strerror", None) or error))
        raise StoreFault(f"{quote(path)}: {sentence}") from None


@dataclass(frozen=True, slots=True)
class Run:
    """One run that wrote to a file."""

    began: str
    ended: str | None
    machine: str
    versions: str
    how: str


class Store:
    """An open file of results.

    Parameters
    ----------
    path
        The file.
    connection
        As `open_store` and `new_store` make it.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self.connection = path, connection
        with faults_told(path):
            found = connection.execute("SELECT text, hash, shard FROM plan").fetchone()
        if found is None:
            raise StoreFault(f"{quote(path)}: it has no plan")
        text, said, shard = found
        self.plan, self.shard = read_plan(text), Shard.read(shard)
        if self.plan.hash != said:
            raise StoreFault(f"{quote(path)}: this version of the package reads its plan differently")

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):
            self.connection.close()

    def add(self, results: Iterable[Result]) -> None:
        """Write the results of a chunk, all or none."""
        rows = [(one.name, one.number, one.state, one.row, one.seconds) for one in results]
        with faults_told(self.path):
            try:
                self.connection.execute("BEGIN IMMEDIATE")
                self.connection.executemany(INSERT, rows)
                self.connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")
                raise

    def done(self) -> tuple[bytearray, int]:
        """Return a byte a job, 1 where it is done, and how many have failed."""
        found, failed = bytearray(self.plan.jobs), 0
        with faults_told(self.path):
            for number, state in self.connection.execute("SELECT number, state FROM results"):
                if not 0 <= number < len(found):
                    raise StoreFault(f"{quote(self.path)}: job {number} is not of its plan")
                if state == DONE:
                    found[number] = 1
                else:
                    failed += 1
        return found, failed

    def results(self) -> Iterator[Result]:
        """Yield all results in the order of their numbers."""
        with faults_told(self.path):
            yield from (Result(*row) for row in self.connection.execute(f"{SELECT} ORDER BY number"))

    def counts(self) -> dict[str, int]:
        """Return how many jobs are done and how many have failed."""
        with faults_told(self.path):
            found = dict(self.connection.execute("SELECT state, count(*) FROM results GROUP BY state").fetchall())
        return {state: found.get(state, 0) for state in (DONE, FAILED)}

    def runs(self) -> list[Run]:
        """Return who wrote to the file, and when."""
        with faults_told(self.path):
            rows = self.connection.execute(
                "SELECT began, ended, machine, versions, how FROM runs ORDER BY run"
            ).fetchall()
        return [Run(*row) for row in rows]

    def begin(self, run: Run) -> int:
        """Note that a run begins; return its number."""
        with faults_told(self.path):
            values = (run.began, run.ended, run.machine, run.versions, run.how)
            cursor = self.connection.execute(
                "INSERT INTO runs (began, ended, machine, versions, how) VALUES (?, ?, ?, ?, ?)", values
            )
        return cursor.lastrowid or 0

    def end(self, number: int, at: str) -> None:
        """Note that it ended."""
        with faults_told(self.path):
            self.connection.execute("UPDATE runs SET ended = ? WHERE run = ?", (at, number))


def new_store(path: Path, plan: Plan, shard: Shard = Shard()) -> Store:
    """Make a file of results, in one piece: a file of this name without a plan is never seen.

    Raises
    ------
    StoreFault
        If it cannot be made.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with faults_told(path):
        beside.unlink(missing_ok=True)
        try:
            connection = connect(beside, WAIT)
            connection.executescript(f"PRAGMA application_id = {MARK}; PRAGMA user_version = {SCHEMA}; BEGIN; {TABLES}")
            connection.execute("INSERT INTO plan VALUES (?, ?, ?)", (plan.text, plan.hash, str(shard)))
            connection.execute("COMMIT")
            connection.close()
            _put(beside, path)
        except FileExistsError:
            raise UsageError(f"{quote(path)} exists already") from None
        finally:
            beside.unlink(missing_ok=True)
    return open_store(path)


def _put(beside: Path, path: Path) -> None:
    """Give a file its name, which nothing may have; a rename would replace it, but not all file systems have links."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError from None
        beside.rename(path)


def open_store(path: Path, *, to_read: bool = False, wait: float = WAIT, damaged: bool = False) -> Store:
    """Open a file of results; a damaged one is read as far as that goes.

    Raises
    ------
    UsageError
        If there is none of this name.
    StoreFault
        If it cannot be read, or is damaged.
    """
    if not path.is_file():
        raise UsageError(f"{quote(path)} is not a results file")
    with faults_told(path):
        connection = connect(path, wait)
        try:
            if damaged:  # SQLite refuses a file that ends too early, but for this
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


def sound(path: Path) -> bool:
    """Tell whether a file of results is whole, as far as SQLite can tell.

    Raises
    ------
    StoreFault, FormatError
        If it is none, or cannot be read at all.
    """
    if not path.is_file():
        raise UsageError(f"{quote(path)} is not a results file")
    with faults_told(path), contextlib.closing(connect(path, WAIT)) as connection:
        try:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
        except sqlite3.DatabaseError as error:
            if "malformed" not in str(error):
                raise
            return False


def salvage(path: Path) -> int:
    """Put a file with all rows that can still be read in place of a damaged one; return how many there were.

    The damaged file is kept beside it, as ``NAME.damaged``.

    Raises
    ------
    StoreFault
        If not even the plan can be read.
    """
    whole = path.with_name(f"{path.name}.salvaged")
    whole.unlink(missing_ok=True)
    with open_store(path, to_read=True, damaged=True) as store:
        runs, plan, shard = (
            _readable(store, "SELECT began, ended, machine, versions, how FROM runs"),
            store.plan,
            store.shard,
        )
        rows = [Result(*row) for row in _readable(store, SELECT) if _sane(plan, row)]
    with new_store(whole, plan, shard) as made:
        for run in runs:
            if all(isinstance(word, str) for word in (run[0], *run[2:])):
                made.begin(Run(*run))
        made.add(rows)
    damaged = path.with_name(f"{path.name}.damaged")
    path.replace(damaged)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    whole.replace(path)
    return len(rows)


def _sane(plan: Plan, row: tuple[Any, ...]) -> bool:
    """Tell whether a row of a damaged file is what was written: its name must be that of its number."""
    name, number, state, text, seconds = row
    if not (isinstance(number, int) and 0 <= number < plan.jobs and isinstance(text, str)):
        return False
    if state not in (DONE, FAILED) or not isinstance(seconds, float) or (state == DONE and not text.endswith("}")):
        return False
    cell, repetition = divmod(number, plan.repeat)
    return bool(name == name_of(plan, canonical(plan.cell(cell)), repetition))


def _readable(store: Store, select: str) -> list[Any]:
    """Return rows from both ends of a table up to where they cannot be read."""
    found: dict[Any, Any] = {}
    key = "run" if "runs" in select else "number"
    for order in ("ASC", "DESC"):
        with contextlib.suppress(sqlite3.Error):
            for row in store.connection.execute(f"{select} ORDER BY {key} {order}"):
                found.setdefault(row[:2], row)
    return list(found.values())
