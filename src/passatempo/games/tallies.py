"""The games that a person has finished, kept in a small database, and what they come to.

One row a game. Practice games are kept, but count for nothing.
"""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, fields
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from passatempo.games.intervals import wilson_interval

if TYPE_CHECKING:
    from collections.abc import Sequence


FILE = "games.sqlite"
LOCK_TIMEOUT = 10.0  # seconds to wait for another program that writes
STEP = 0.1  # seconds of it at a time: Ctrl-C is heard in between
_CREATE = """CREATE TABLE IF NOT EXISTS games (
    pastime TEXT NOT NULL, rules TEXT NOT NULL, seats TEXT NOT NULL, seat INTEGER NOT NULL, seed TEXT,
    how TEXT NOT NULL, won INTEGER NOT NULL, score INTEGER NOT NULL, seconds REAL NOT NULL, summary TEXT NOT NULL,
    practice INTEGER NOT NULL, day TEXT NOT NULL)"""


@dataclass(frozen=True, slots=True)
class GameTally:
    """A finished game of one person.

    Parameters
    ----------
    pastime, rules
        What was played; the rules as canonical JSON.
    seats
        Who sat at the seats in order, with commas: ``you`` and the bots.
    seat
        The seat of the person, from 1.
    seed
        The seed of the deal, in digits.
    how, won, score
        How it ended, whether the person won, and the person's score.
    seconds
        What the person's turns took.
    summary
        What the game keeps beside the result, as JSON.
    practice
        Whether turns could be taken back.
    day
        The day it ended, as in 2026-11-22.
    """

    pastime: str
    rules: str
    seats: str
    seat: int
    seed: str | None
    how: str
    won: bool
    score: int
    seconds: float
    summary: str
    practice: bool
    day: str


NAMES = tuple(entry.name for entry in fields(GameTally))


@dataclass(frozen=True, slots=True)
class Total:
    """What the games by one set of rules, at one table, come to.

    Parameters
    ----------
    rules, seats
        As of the games.
    games, wins
        How many there were, and were won.
    low, high
        Wilson's 95 % interval of the share of wins.
    best, middle
        The best score, and the median.
    best_seconds, middle_seconds
        The shortest game that was won, and the median of these; None where none was.
    streak, longest
        How many of the last games in a row were won, and the most there ever were.
    """

    rules: str
    seats: str
    games: int
    wins: int
    low: float
    high: float
    best: int
    middle: float
    best_seconds: float | None
    middle_seconds: float | None
    streak: int
    longest: int


def _run_statement(path: Path, statement: str, parameters: Sequence[object]) -> tuple[list[Any], int]:
    """Execute a statement; return its rows, and how many rows it changed.

    While another program writes it is tried again and again: SQLite itself would not hear Ctrl-C while it waits.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + LOCK_TIMEOUT
    while True:
        try:
            with closing(connect(path, STEP)) as connection:
                choose_journal(connection, path)
                connection.execute(_CREATE)
                statement_cursor = connection.execute(statement, parameters)
                return statement_cursor.fetchall(), statement_cursor.rowcount
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise


def store(path: Path, game_tally: GameTally) -> None:
    """Write one game.

    Raises
    ------
    OSError, sqlite3.Error
        If it cannot be written.
    """
    marks = ", ".join("?" * len(NAMES))
    _run_statement(
        path, f"INSERT INTO games ({', '.join(NAMES)}) VALUES ({marks})", [getattr(game_tally, name) for name in NAMES]
    )


def read_games(path: Path, pastime: str) -> tuple[GameTally, ...]:
    """Read the games of a pastime in the order in which they ended; none where there is no file.

    Raises
    ------
    OSError, sqlite3.Error
        If the file cannot be read.
    """
    if not path.is_file():
        return ()
    rows, _ = _run_statement(path, f"SELECT {', '.join(NAMES)} FROM games WHERE pastime = ? ORDER BY rowid", (pastime,))
    game_rows = [dict(zip(NAMES, row, strict=True)) for row in rows]
    return tuple(
        [GameTally(**{**row, "won": bool(row["won"]), "practice": bool(row["practice"])}) for row in game_rows]
    )


def delete(path: Path, pastime: str) -> int:
    """Take away the games of a pastime; return how many there were."""
    return _run_statement(path, "DELETE FROM games WHERE pastime = ?", (pastime,))[1] if path.is_file() else 0


def sum_games(game_tallies: Sequence[GameTally]) -> list[Total]:
    """Sum up games by their rules and tables; those of practice are left out.

    >>> game = GameTally("p", "{}", "you", 1, "7", "won", True, 1, 9.5, "{}", False, "2026-11-22")
    >>> [(total.games, total.wins, total.best_seconds) for total in sum_games([game, game])]
    [(2, 2, 9.5)]
    """
    counting_tallies = [game_tally for game_tally in game_tallies if not game_tally.practice]

    def table(game_tally: GameTally) -> tuple[str, str]:
        return game_tally.rules, game_tally.seats

    table_groups = groupby(sorted(counting_tallies, key=table), key=table)  # stable: in the order in which they ended
    return [_table_total(rules, seats, list(games)) for (rules, seats), games in table_groups]


def _table_total(rules: str, seats: str, games: Sequence[GameTally]) -> Total:
    scores = [game.score for game in games]
    seconds = [game.seconds for game in games if game.won]
    streak = longest = 0
    for game in games:
        streak = streak + 1 if game.won else 0
        longest = max(longest, streak)
    low, high = wilson_interval(len(seconds), len(games))
    return Total(
        rules,
        seats,
        len(games),
        len(seconds),
        low,
        high,
        max(scores),
        float(median(scores)),
        min(seconds, default=None),
        median(seconds) if seconds else None,
        streak,
        longest,
    )


NETWORK = re.compile("nfs4?|cifs|smb3|smbfs|lustre|gpfs|beegfs|ceph|afs|9p|fuse[.]sshfs|pvfs2")


def connect(path: Path, wait: float) -> sqlite3.Connection:
    """Open a database and wait so many seconds for other programs; each statement is a transaction of its own."""
    return sqlite3.connect(path, timeout=wait, isolation_level=None)


def choose_journal(connection: sqlite3.Connection, path: Path) -> bool:
    """Let readers read while a program writes (a write-ahead log), and report whether that works here.

    The log needs memory that programs share, so a network file system gets SQLite's older rollback journal.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     connection = connect(Path(folder) / "a.sqlite", 1.0)
    ...     choose_journal(connection, Path(folder) / "a.sqlite")
    ...     connection.close()
    True
    """
    log = not on_network(path)
    connection.execute(f"PRAGMA journal_mode = {'WAL' if log else 'DELETE'}")
    return log


def on_network(path: Path) -> bool:
    """Tell whether a file lies on a network file system, as far as the system's table of mounts says.

    >>> on_network(Path("/"))
    False
    """
    try:
        table = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        place = str(path.resolve())
    except OSError:  # another system than Linux: SQLite itself says what does not work
        return False
    best, kind = "", ""
    for line in table:
        before, _, after = line.partition(" - ")
        mount = before.split()[4].replace("\\040", " ")
        if place == mount or place.startswith(mount.rstrip("/") + "/"):
            best, kind = max((best, kind), (mount, after.split()[0]), key=lambda mount_pair: len(mount_pair[0]))
    return NETWORK.fullmatch(kind) is not None
