"""The ranges of the flags of m,n,k's own commands."""

from __future__ import annotations

import math

from passatempo.core.errors import UsageError
from passatempo.mnk.settings import LEVELS, EngineSettings

MOST_THREADS = 256
MOST_SIDE = 250  # rows, columns or marks in a row: the tables of larger boards take some seconds
MOST_SECONDS = 1e6


def whole(flag: str, value: int | None, least: int, most: int) -> None:
    """Refuse a number out of range; None is none.

    >>> whole("k", -1, 1, 250)
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: --k: -1 is not a whole number from 1 to 250
    """
    if value is not None and not least <= value <= most:
        raise UsageError(f"--{flag}: {value} is not a whole number from {least} to {most}")


def duration(flag: str, value: float | None) -> None:
    """Refuse what is no time to think; None is none.

    >>> duration("seconds", float("inf"))
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: --seconds: inf is not a time above 0 and up to 1000000 seconds
    """
    if value is not None and not (math.isfinite(value) and 0 < value <= MOST_SECONDS):
        raise UsageError(f"--{flag}: {value} is not a time above 0 and up to {MOST_SECONDS:.0f} seconds")


def level_of(level: int) -> EngineSettings:
    """Return the settings of a level.

    >>> level_of(3).depth
    2
    """
    whole("level", level, 1, len(LEVELS))
    return EngineSettings(level=level)
