"""Checkpoints of a search for a value: what stands above the kernel's table, and what is refused.

passatempo mnk checkpoint 1
{"search": 3, "position": {"m": 10, ...}}     the search's own version, and the position with its rules
...                                           the table, in the kernel's own form, with its sum
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError, quote
from passatempo.core.json import encode
from passatempo.mnk.json import POSITION

if TYPE_CHECKING:
    from pathlib import Path

    from passatempo.mnk.model import Position

FIRST = "passatempo mnk checkpoint 1"
SEARCH = 3  # one more whenever the table's numbers or names of states change their meaning
SECONDS = 60.0  # between two writings, or twenty times what one takes where that is longer
DAMAGED = 2  # of the kernel: a checkpoint that is cut off or changed


def head(position: Position) -> str:
    r"""Return what the checkpoint of a position begins with.

    >>> from passatempo.mnk.text import read
    >>> head(read("m: 3\nn: 3\nk: 3")).splitlines()[0]
    'passatempo mnk checkpoint 1'
    """
    return f"{FIRST}\n{_second(position)}\n"


def _second(position: Position) -> str:
    return encode({"search": SEARCH, "position": POSITION.dump(position)})


def require_fitting(path: Path, position: Position) -> None:
    """Refuse a file that is there and is no checkpoint of this position, before it is read or replaced.

    Raises
    ------
    UsageError
        If it is no checkpoint, or one of another position or another version of the search.
    """
    wanted = head(position).encode()
    try:
        with path.open("rb") as file:
            found = file.read(len(wanted) + 1)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise UsageError(f"{quote(path)} cannot be read as a checkpoint: {error}") from error
    first, _, rest = found.partition(b"\n")
    if first != FIRST.encode():
        raise UsageError(f"{quote(path)} is not a checkpoint: its first line is not {quote(FIRST)}")
    if found.startswith(wanted):
        return
    version = re.match(rb'\{"search":(\d{1,9}),', rest)
    if version is None or int(version[1]) != SEARCH:
        age = "an earlier" if version is not None and int(version[1]) < SEARCH else "another"
        text = f"{quote(path)} is a checkpoint of {age} version of the search"
        raise UsageError(f"{text}: delete it or name another file, and the search starts again")
    if wanted.startswith(found):
        raise damaged(path)
    raise UsageError(f"{quote(path)} is a checkpoint of another position or of other rules")


def damaged(path: Path) -> UsageError:
    """Return the error of a checkpoint that is cut off or changed."""
    return UsageError(f"{quote(path)} is damaged or cut off and cannot be used")
