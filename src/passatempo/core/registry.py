"""Which pastimes there are: a tuple of built-in ones, and plug-ins by entry point.

A plug-in is a distribution with an entry point in the group ``passatempo.pastimes`` that names a `Pastime`.
"""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import UsageError, quote
from passatempo.core.pastime import Pastime, suggest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN = ("machiavelli", "cards", "optimiza", "minesweeper", "mnk")
GROUP = "passatempo.pastimes"


def _somebody_plugs_in() -> bool:
    """Look for the group's name in the entry-point files of the installed distributions.

    `entry_points()` parses every distribution and costs 50 to 100 ms at each start; reading the few small files that
    have entry points costs 3 ms.
    """
    header = f"[{GROUP}]".encode()
    for folder in sys.path:
        try:
            found = [
                entry.path for entry in os.scandir(folder or ".") if entry.name.endswith((".dist-info", ".egg-info"))
            ]
        except OSError:  # not a folder
            continue
        for path in found:
            with contextlib.suppress(OSError), open(f"{path}/entry_points.txt", "rb") as file:
                if header in file.read():
                    return True
    return False


@cache
def plug_ins() -> dict[str, EntryPoint]:
    """Return the plug-ins by name; a built-in name cannot be taken."""
    if not _somebody_plugs_in():
        return {}
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in BUILT_IN}


def names() -> tuple[str, ...]:
    """Return the names of all pastimes, built-in ones first.

    >>> "machiavelli" in names()
    True
    """
    return (*BUILT_IN, *sorted(plug_ins()))


def pastime(name: str) -> Pastime:
    """Return a pastime by name.

    Raises
    ------
    UsageError
        If there is none; the sentence lists those there are.

    Examples
    --------
    >>> pastime("machiavelli").problem("arrange").methods[0].name
    'exact'
    """
    found: Any = None
    if name in BUILT_IN:
        found = import_module(f"passatempo.{name}").PASTIME
    elif name in plug_ins():
        found = plug_ins()[name].load()
    if isinstance(found, Pastime):
        return found
    raise UsageError(f"{quote(name)} is not a pastime{suggest(name, names())} ({', '.join(names())})")
