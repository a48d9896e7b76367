"""The command `sheet`: puzzles for a newspaper, as PDF, as pictures, or as sources for a typesetter."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from passatempo.cli.files import refuse_missing
from passatempo.cli.notes import NO
from passatempo.cli.progress import interruptible
from passatempo.core.errors import FormatError, InvalidInstance, Unanswered, UsageError, quote
from passatempo.core.input import is_file, read_text
from passatempo.core.limits import Cancel
from passatempo.core.messages import Locale  # noqa: TC001  # its flags are types at run time
from passatempo.core.queries import instance_of
from passatempo.core.registry import names, pastime
from passatempo.puzzles.calendar import daily as daily_puzzles
from passatempo.puzzles.calendar import read_date
from passatempo.puzzles.generator import get, make
from passatempo.puzzles.identity import read_id
from passatempo.puzzles.own_boards import make_own, own_kinds
from passatempo.puzzles.page_layout import Paper, PerPage, Solutions  # noqa: TC001  # the same
from passatempo.puzzles.printer import sheet as print_sheet
from passatempo.puzzles.puzzle import Refusal

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator

    from passatempo.puzzles.display import Puzzle

MOST_PRINTED = 1000  # puzzles on one sheet


def sheet(
    ids: Annotated[tuple[str, ...], Parameter(help="IDs of the puzzles")] = (),
    /,
    *,
    own: Annotated[tuple[str, ...], Parameter(help="FILE or PASTIME:FILE with your own board", negative="")] = (),
    daily: Annotated[str | None, Parameter(help="print the puzzles of a day, such as 2026-11-22 or today")] = None,
    pastime: Annotated[str | None, Parameter(help="print puzzles of this pastime")] = None,
    kind: Annotated[str | None, Parameter(help="kind of puzzle")] = None,
    grade: Annotated[int | None, Parameter(help="grade, 1 (easy) to 5")] = None,
    count: Annotated[int, Parameter(help="number of puzzles")] = 4,
    seed: Annotated[int, Parameter(help="random seed; the same seed gives the same puzzles")] = 0,
    paper: Annotated[Paper, Parameter(help="paper size")] = "a4",
    per_page: Annotated[PerPage | None, Parameter(help="most puzzles on a page [default: 4, in large print 2]")] = None,
    solutions: Annotated[
        Solutions, Parameter(help="on their own pages, upside down at the foot, none, or only solutions")
    ] = "page",
    locale: Annotated[Locale, Parameter(help="language of the sheet")] = "en",
    language: Annotated[Locale | None, Parameter(show=False)] = None,
    title: Annotated[str, Parameter(help="title instead of the name of the puzzles")] = "",
    byline: Annotated[str, Parameter(help="author, at the right of the title")] = "",
    issue: Annotated[str, Parameter(help="issue, such as No. 331, at the right of the title")] = "",
    date: Annotated[str, Parameter(help="date instead of that of --daily; none: no date")] = "",
    footer: Annotated[str, Parameter(help="line at the foot of each page; none: no line and no page number")] = "",
    large: Annotated[bool, Parameter(help="large print: text of 16 points, at most two puzzles on a page")] = False,
    format: Annotated[  # noqa: A002
        Literal["pdf", "svg", "print", "typ"] | None,
        Parameter(name=("--format", "-f"), help="format of the sheet; print: svg [default: by the ending of --out]"),
    ] = None,
    out: Annotated[str, Parameter(name=("--out", "-o"), help="output file; svg: name-%d.svg, typ: a folder")],
) -> int:
    """Print puzzles for a newspaper: with rules, stars and IDs, confirmed by a second method, and their solutions.

    The format follows the name of the file unless it is given. typ writes a folder with what Typst sets: the template,
    the data and the drawings.
    """
    day = None if daily is None else read_date(None if daily == "today" else daily)
    cancel = Cancel()
    with interruptible(cancel):
        try:
            print_sheet(
                _sheet_puzzles(own, ids, day, pastime, kind, grade, count, seed, cancel),
                out,
                paper=paper,
                per_page=per_page,
                solutions=solutions,
                locale=language or locale,
                title=title,
                day=day,
                byline=byline,
                issue=issue,
                date=date,
                footer=footer,
                large=large,
                format="svg" if format == "print" else format,  # a sheet is always in greys
            )
        except _NoPuzzle as verdict:
            sys.stderr.write(f"passatempo: {verdict}\n")
            return NO
        except Unanswered:
            raise KeyboardInterrupt from None
    return 0


class _NoPuzzle(Exception):  # control flow: a verdict with exit code 1
    """An own board that has none or several solutions."""


def _read_own_puzzle(word: str, cancel: Cancel) -> Puzzle:
    """Make the puzzle of FILE or PASTIME:FILE; without PASTIME, only one pastime must read the file.

    >>> _read_own_puzzle('cards:{"cards": [1, 1, 1, 2, 2], "D": 2}', Cancel()).solution["sequence"]
    [1, 2, 1, 2, 1]
    """
    able = {name: pastime(name) for name in names() if own_kinds(pastime(name))}
    prefix, _, file = word.partition(":")
    games, file = ([able[prefix]], file) if prefix in able else ([*able.values()], word)
    refuse_missing(file)
    text, boards = read_text(file) if is_file(file) else file, dict[str, Any]()
    for game in games:
        try:
            boards[game.name] = instance_of(game, text)
        except (FormatError, InvalidInstance):
            if len(games) == 1:
                raise
    if len(boards) != 1:
        readers = " and ".join(boards) or f"none of {', '.join(able)}"
        raise UsageError(f"--own {quote(file)}: readable by {readers}; pass PASTIME:FILE")
    made = make_own(*boards.popitem(), confirm=True, cancel=cancel)
    if isinstance(made, Refusal):
        raise _NoPuzzle(made.verdict)
    return made


def _sheet_puzzles(
    own: tuple[str, ...],
    ids: tuple[str, ...],
    day: datetime.date | None,
    name: str | None,
    kind: str | None,
    grade: int | None,
    count: int,
    seed: int,
    cancel: Cancel,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a sheet: own boards, then by ID, of a day, or of a pastime."""
    sources = bool(ids) + (day is not None) + (name is not None and day is None)
    if sources > 1 or not (sources or own):
        raise UsageError("no puzzles given: pass IDs, --daily DAY or --pastime NAME")
    yield from (_read_own_puzzle(word, cancel) for word in own)
    if ids:
        yield from (get(text, confirm=True, cancel=cancel) for text in [str(read_id(text)) for text in ids])
    elif day is not None:
        yield from daily_puzzles(day, name, paper=True, confirm=True, cancel=cancel)
    elif name is not None:
        if not 1 <= count <= MOST_PRINTED:
            raise UsageError(f"--count: {count} is not a whole number from 1 to {MOST_PRINTED}")
        yield from islice(make(name, kind, grade=grade, seed=seed, confirm=True, cancel=cancel), count)
        if cancel.cancelled:
            raise KeyboardInterrupt
