"""SQLite files: how long to wait for another program, and which journal works where the file is."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

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
            best, kind = max((best, kind), (mount, after.split()[0]), key=lambda found: len(found[0]))
    return NETWORK.fullmatch(kind) is not None
