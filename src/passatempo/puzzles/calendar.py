"""The daily puzzle of each pastime, the same for everybody: easy on Monday, hardest on Sunday."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import Cancel, Deadline, Limits
from passatempo.core.pastime import Kind
from passatempo.core.random import Random
from passatempo.core.registry import names
from passatempo.core.registry import pastime as find_pastime
from passatempo.puzzles.display import Puzzle
from passatempo.puzzles.generator import confirmed, search_puzzles, unanswered_if_stopped
from passatempo.puzzles.identity import recipe_of

FIRST, LAST = date(2000, 1, 1), date(2999, 12, 31)


@dataclass(frozen=True, slots=True)
class Calendar:
    """The rule for daily puzzles from a first day on: the grades of Monday to Sunday.

    Past puzzles never change: a new rule is a new entry with its own first day. With `has_swaps`, the last two
    characters of an ID may be exchangeable.
    """

    first_day: date
    grades: tuple[int, int, int, int, int, int, int] = (1, 2, 2, 3, 3, 4, 5)
    has_swaps: bool = False


CALENDARS = (Calendar(FIRST, has_swaps=True), Calendar(date(2027, 1, 1)))


def daily(
    day: date | str | None = None,
    pastime: str | None = None,
    *,
    paper: bool = False,
    confirm: bool = False,
    seconds: float | None = None,
    cancel: Cancel | None = None,
) -> list[Puzzle]:
    """Make the puzzles of a day: one of each pastime, the same for everybody.

    Parameters
    ----------
    day
        A date, or its text such as ``2026-11-22``; by default today.
    pastime
        The pastime, if only its puzzle is wanted.
    paper
        Whether to choose kinds that can be solved on paper.
    confirm
        Whether a second method confirms each puzzle.
    seconds, cancel
        A time limit for all, and a switch. `Unanswered` is raised if one stops the run.

    Examples
    --------
    >>> daily("2026-11-23", "optimiza")
    [<Puzzle OP1-TR4-F2R8JJ-S of optimiza, grade 1>]
    """
    the_day, deadline = read_date(day), Deadline(Limits(seconds=seconds, cancel=cancel))
    with unanswered_if_stopped():
        return [
            confirmed(daily_puzzle(the_day, name, kind, deadline), deadline, confirm)
            for name, kind in kinds_of_the_day(pastime, paper=paper)
        ]


def read_date(text: date | str | None) -> date:
    """Read a date such as 2026-11-22; None means today by the clock of this machine.

    Raises
    ------
    UsageError
        If there is no such day, or if it is not between 2000 and 2999.

    Examples
    --------
    >>> read_date("2026-02-30")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: '2026-02-30' is not a day such as 2026-11-22
    """
    if text is None:
        return date.today()
    if not isinstance(text, str | date):
        raise UsageError(f"day: {quote(text)} is neither a date nor its text")
    try:  # a date with a time has its own text
        day = date.fromisoformat(text) if isinstance(text, str) else date(text.year, text.month, text.day)
    except (TypeError, ValueError):  # a date of pandas may be missing
        raise UsageError(f"{quote(text)} is not a day such as 2026-11-22") from None
    if not FIRST <= day <= LAST:
        raise UsageError(f"{quote(text)} is not between {FIRST} and {LAST}")
    return day


def _calendar_of(day: date) -> Calendar:
    return [calendar for calendar in CALENDARS if calendar.first_day <= day][-1]


def grade_of_day(day: date) -> int:
    """Return the grade of a day's puzzles.

    >>> [grade_of_day(date(2026, 11, number)) for number in (23, 29)]  # a Monday and a Sunday
    [1, 5]
    """
    return _calendar_of(day).grades[day.weekday()]


def daily_puzzle(day: date, name: str, kind: Kind, deadline: Deadline) -> Puzzle:
    """Make the puzzle of a day: the first of its grade in the day's own stream of seeds."""
    grade = grade_of_day(day)
    seeds = Random(0, "daily", day.isoformat(), kind.code)
    swaps = _calendar_of(day).has_swaps
    return next(search_puzzles(name, kind, recipe_of(kind).by_grade[grade], seeds, deadline, grade, swaps=swaps))


def kinds_of_the_day(single_pastime: str | None = None, *, paper: bool = False) -> Iterator[tuple[str, Kind]]:
    """Yield the first kind of every pastime that has one, or of one pastime; for paper, the first that can be printed.

    Raises
    ------
    UsageError
        If there is no such pastime, or it has no puzzles.

    Examples
    --------
    >>> [kind.code for paper in (False, True) for _, kind in kinds_of_the_day("minesweeper", paper=paper)]
    ['SF', 'SM']
    """
    for name in names() if single_pastime is None else (single_pastime,):
        day_kind = next((kind for kind in find_pastime(name).kinds if kind.paper or not paper), None)
        if day_kind is not None:
            yield name, day_kind
        elif single_pastime is not None:
            raise UsageError(f"{name} has no puzzles")
