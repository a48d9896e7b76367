"""The games that a person has finished, in a small database, with their totals.

One row is one game. Practice games are stored but not counted.
"""

import re
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

from passatempo.core.errors import UsageError, quote
from passatempo.core.json import count_of
from passatempo.core.registry import names
from passatempo.core.registry import pastime as find_pastime
from passatempo.games.intervals import wilson_interval

FILE = "games.sqlite"
LOCK_TIMEOUT = 10.0  # seconds to wait for another program that writes
STEP = 0.1  # seconds per attempt; Ctrl-C is handled in between
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
        The pastime, and the rules as canonical JSON.
    seats
        The players at the seats in order, separated by commas: ``you`` and the bots.
    seat
        The seat of the person, from 1.
    seed
        The seed of the deal, in digits.
    how, won, score
        How it ended, whether the person won, and the person's score.
    seconds
        The time of the person's turns.
    summary
        The game's own figures in addition to the result, as JSON.
    practice
        Whether turns could be undone.
    day
        The day when it ended, as in 2026-11-22.
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
    """The totals of the games under one set of rules, at one table.

    Parameters
    ----------
    rules, seats
        As in the games.
    games, wins
        The number of games, and of those won.
    low, high
        Wilson's 95 % interval of the share of wins.
    best, middle
        The best score, and the median.
    best_seconds, middle_seconds
        The shortest game won, and the median of the games won; None if none was won.
    streak, longest
        The current number of consecutive wins, and the longest.
    pastime
        The pastime.
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
    pastime: str

    def __str__(self) -> str:
        share = f"{100 * self.wins / self.games:.0f} % ({100 * self.low:.0f} to {100 * self.high:.0f} %)"
        rows = [
            f"{self.rules}, {self.seats.replace(',', ' against ', 1)}",
            f"  {count_of(self.games, 'game')}, {self.wins} won: {share}",
            f"  score: best {self.best}, median {self.middle:g}",
        ]
        if self.best_seconds is not None and self.middle_seconds is not None:
            rows.append(f"  time of those won: best {self.best_seconds:.1f} s, median {self.middle_seconds:.1f} s")
        return "\n".join([*rows, f"  won in a row: {self.streak} now, {self.longest} at most"])

    def to_json(self) -> dict[str, Any]:
        """Return the totals as plain data, without the pastime."""
        return {name: figure for name, figure in asdict(self).items() if name != "pastime"}


def file_of_games() -> Path:
    """Return the database in the user's data folder."""
    from platformdirs import user_data_path

    return Path(user_data_path("passatempo", appauthor=False)) / FILE


def statistics(pastime: str | None = None) -> list[Total]:
    """Sum up the games that a person has finished on this machine, by pastime, rules and table.

    Parameters
    ----------
    pastime
        Its games only.

    Examples
    --------
    >>> statistics("chess")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: 'chess' is not a pastime (machiavelli, cards, optimiza, minesweeper, mnk)
    """
    path, chosen = file_of_games(), names() if pastime is None else (find_pastime(pastime).name,)
    try:
        return [total for name in chosen for total in sum_games(read_games(path, name))]
    except (OSError, sqlite3.Error) as error:
        raise UsageError(f"{quote(path)} cannot be read: {error}") from None


def _run_statement(path: Path, statement: str, parameters: Sequence[object]) -> tuple[list[Any], int]:
    """Execute a statement, and return its rows and the number of changed rows.

    While another program writes, it is retried in short attempts. SQLite's own wait would block Ctrl-C.
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
    """Read the games of a pastime in the order in which they ended; none if there is no file.

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
    """Delete the games of a pastime, and return how many there were."""
    return _run_statement(path, "DELETE FROM games WHERE pastime = ?", (pastime,))[1] if path.is_file() else 0


def sum_games(game_tallies: Sequence[GameTally]) -> list[Total]:
    """Sum up games by their rules and tables, without practice games.

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
        games[0].pastime,
    )


NETWORK = re.compile("nfs4?|cifs|smb3|smbfs|lustre|gpfs|beegfs|ceph|afs|9p|fuse[.]sshfs|pvfs2")


def connect(path: Path, wait: float) -> sqlite3.Connection:
    """Open a database that waits this many seconds for other programs. Each statement is a transaction of its own."""
    return sqlite3.connect(path, timeout=wait, isolation_level=None)


def choose_journal(connection: sqlite3.Connection, path: Path) -> bool:
    """Let readers read while a program writes (a write-ahead log), and return whether the file system supports it.

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
    """Return whether a file is on a network file system, according to the system's table of mounts.

    >>> on_network(Path("/"))
    False
    """
    try:
        table = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        place = str(path.resolve())
    except OSError:  # not Linux: SQLite itself reports what does not work
        return False
    best, kind = "", ""
    for line in table:
        before, _, after = line.partition(" - ")
        mount = before.split()[4].replace("\\040", " ")
        if place == mount or place.startswith(mount.rstrip("/") + "/"):
            best, kind = max((best, kind), (mount, after.split()[0]), key=lambda mount_pair: len(mount_pair[0]))
    return NETWORK.fullmatch(kind) is not None
