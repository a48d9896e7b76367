"""The puzzles of the days that the app has: made once by `make daily`, kept as a file a month, checked by `make app`.

A day takes a second or two, nearly all of it the second method that confirms the minefield; so two years are data of
the app, and not part of its build. A month that is there is not made again.
"""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Deadline, Limits
from passatempo.puzzles.daily import daily, kinds_of_the_day
from passatempo.puzzles.making import Puzzle, confirmed, described

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST, LAST = date(2026, 11, 1), date(2028, 10, 31)  # whole months; kernel/days.js says the same
FOLDER = "days"  # in the app's data
FORMAT = 1
KEPT = ("kind", "id", "grade", "instance", "goal", "solution", "features")
SAME = {"machiavelli": ("locale", "jokers"), "cards": ("N", "M", "ends", "pattern")}  # what says nothing anew

Day = dict[str, dict[str, Any]]


class Spoilt(ValueError):
    """Data of a month that cannot be right."""


def months() -> Iterator[date]:
    """Yield the first day of each month.

    >>> [str(first)[:7] for first in months()][::23]
    ['2026-11', '2028-10']
    """
    first = FIRST
    while first <= LAST:
        yield first
        first = (first + timedelta(days=31)).replace(day=1)


def days_of(first: date) -> list[date]:
    """Return the days of a month.

    >>> len(days_of(date(2028, 2, 1)))
    29
    """
    days = [first + timedelta(days=more) for more in range(31)]
    return [day for day in days if day.month == first.month]


def entry(puzzle: Puzzle) -> dict[str, Any]:
    """Return what the app knows of a puzzle: its JSON, without what follows from the rest."""
    told = described(puzzle)
    kept = {key: told[key] for key in KEPT}
    left_out = SAME.get(told["pastime"], ())
    kept["instance"] = {key: value for key, value in told["instance"].items() if key not in left_out}
    return kept


def made(day: date, *, confirm: bool = True) -> Day:
    """Make the puzzles of a day, and ask the second methods."""
    found = {}
    for name, kind in kinds_of_the_day():
        puzzle = daily(day, name, kind, Deadline(Limits()))
        found[name] = entry(confirmed(puzzle) if confirm else puzzle)
    return found


def text(first: date, days: dict[str, Day]) -> str:
    """Write a month: a line a day."""
    lines = [f'"{day}": {json.dumps(days[str(day)], separators=(",", ":"))}' for day in days_of(first)]
    return f'{{"format": {FORMAT}, "days": {{\n' + ",\n".join(lines) + "\n}}\n"


def path(folder: Path, first: date) -> Path:
    """Return where a month stands."""
    return folder / f"{str(first)[:7]}.json"


def read(folder: Path, first: date) -> dict[str, Day]:
    """Read a month.

    Raises
    ------
    Spoilt
        If it is not there, or not whole.
    """
    where = path(folder, first)
    try:
        found = json.loads(where.read_text(encoding="utf-8"))
        days: dict[str, Day] = found["days"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Spoilt(f"{where}: {error}: `make daily` makes it") from error
    if found.get("format") != FORMAT or list(days) != [str(day) for day in days_of(first)]:
        raise Spoilt(f"{where}: not the days of {str(first)[:7]}: delete it, and `make daily` makes it anew")
    wanted = [name for name, _ in kinds_of_the_day()]
    for day, puzzles in days.items():
        if list(puzzles) != wanted or any(tuple(one) != KEPT for one in puzzles.values()):
            raise Spoilt(f"{where}: {day} has not one puzzle of each pastime")
    return days


def check(folder: Path) -> int:
    """Read all months, and return the number of days."""
    return sum(len(read(folder, first)) for first in months())


def main() -> None:
    """Make the months that a folder lacks."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for first in months():
        if not path(folder, first).exists():
            whole = text(first, {str(day): made(day) for day in days_of(first)})
            path(folder, first).write_text(whole, encoding="utf-8")
            sys.stdout.write(f"{path(folder, first)}: {len(whole)} bytes\n")
            sys.stdout.flush()
    sys.stdout.write(f"{folder}: {check(folder)} days\n")


if __name__ == "__main__":
    main()
