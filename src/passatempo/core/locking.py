"""Locks of files: one program writes to a file, and its lock ends with the program, however that ends."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


def lock(file: IO[Any], path: str | Path) -> bool:
    """Lock an open file until it is closed, where the system can; false if another one writes to what has its path.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file, open(file.name) as other:
    ...     lock(file, file.name), lock(other, file.name)
    (True, False)
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))  # else it was replaced meanwhile
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError:  # this file system has no locks
        return True
