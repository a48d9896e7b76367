"""What of a row depends on the clock: names that end in ``seconds``. Nothing else may differ between two runs."""

from __future__ import annotations

from typing import Any

from passatempo.core.json import decode, encode


def is_time(name: str) -> bool:
    """Tell whether a column is a time.

    >>> is_time("method_seconds"), is_time("stats.solve_seconds"), is_time("nodes")
    (True, True, False)
    """
    return name.endswith("seconds")


def timeless(row: str) -> str:
    """Return a row without its times.

    >>> timeless('{"wins":1,"method_seconds":0.5}')
    '{"wins":1}'
    """
    said: Any = decode(row) if row.startswith("{") else row
    return encode({key: value for key, value in said.items() if not is_time(key)}) if isinstance(said, dict) else row
