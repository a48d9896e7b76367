"""The command `sheet`: puzzles for a newspaper, as PDF, as pictures, or as sources for a typesetter."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from passatempo.cli.files import folder_of, name_pictures, write_out
from passatempo.cli.progress import interruptible
from passatempo.core.errors import UsageError, quote
from passatempo.core.json import count_of
from passatempo.core.limits import Cancel, Deadline, Limits, Stopped
from passatempo.core.messages import Locale  # noqa: TC001  # its flags are types at run time
from passatempo.core.methods import require_extras
from passatempo.core.output import atomic_file
from passatempo.puzzles.calendar import daily_puzzle as puzzle_of_day
from passatempo.puzzles.calendar import kinds_of_the_day, read_date
from passatempo.puzzles.generator import Puzzle, confirm_puzzle, puzzles, recreate
from passatempo.puzzles.identity import read_id
from passatempo.puzzles.page_layout import Paper
from passatempo.puzzles.printer import SheetLayout, Solutions, typeset
from passatempo.puzzles.printer import sheet as sheet_of

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator

MOST_PRINTED = 1000  # puzzles on one sheet


def sheet(
    ids: Annotated[tuple[str, ...], Parameter(help="IDs of the puzzles")] = (),
    /,
    *,
    daily: Annotated[str | None, Parameter(help="print the puzzles of a day, such as 2026-11-22 or today")] = None,
    pastime: Annotated[str | None, Parameter(help="print puzzles of this pastime")] = None,
    kind: Annotated[str | None, Parameter(help="kind of puzzle")] = None,
    grade: Annotated[int | None, Parameter(help="grade, 1 (easy) to 5")] = None,
    count: Annotated[int, Parameter(help="number of puzzles")] = 4,
    seed: Annotated[int, Parameter(help="random seed; the same seed gives the same puzzles")] = 0,
    paper: Annotated[Paper, Parameter(help="paper size")] = "a4",
    per_page: Annotated[
        Literal[1, 2, 4, 6] | None, Parameter(help="most puzzles on a page [default: 4, in large print 2]")
    ] = None,
    solutions: Annotated[
        Solutions, Parameter(help="on their own pages, upside down at the foot, none, or only solutions")
    ] = "page",
    language: Annotated[Locale, Parameter(help="language of the sheet")] = "en",
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
    form = _form_of(out) if format is None else format.replace("print", "svg")  # a sheet is always in greys
    require_extras("sheet", "" if form == "typ" else "print")
    day = None if daily is None else read_date(None if daily == "today" else daily)
    cancel = Cancel()
    with interruptible(cancel):
        deadline = Deadline(Limits(cancel=cancel))
        try:
            puzzle_stream = _sheet_puzzles(ids, day, pastime, kind, grade, count, seed, deadline)
            final_puzzles = [confirm_puzzle(puzzle, deadline.remaining_limits) for puzzle in puzzle_stream]
        except Stopped:
            raise KeyboardInterrupt from None
    layout = SheetLayout(
        paper_size=paper,
        per_page=per_page,
        solution_place=solutions,
        language=language,
        title=title,
        day=day,
        byline=byline,
        issue=issue,
        date_text=date,
        footer=footer,
        large=large,
    )
    _write_sheet(sheet_of(final_puzzles, layout), form, out)
    return 0


def _form_of(out: str) -> Literal["pdf", "svg", "typ"]:
    """Return the format that the ending of a file name stands for."""
    forms: dict[str, Literal["pdf", "svg", "typ"]] = {".pdf": "pdf", ".svg": "svg", "": "typ"}
    suffix = Path(out).suffix
    if suffix not in forms or not out:
        raise UsageError(f"--out {quote(out)}: name a .pdf or .svg file or a folder, or pass --format")
    return forms[suffix]


def _sheet_puzzles(
    ids: tuple[str, ...],
    day: datetime.date | None,
    name: str | None,
    kind: str | None,
    grade: int | None,
    count: int,
    seed: int,
    deadline: Deadline,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a sheet: by ID, of a day, or of a pastime."""
    if bool(ids) + (day is not None) + (name is not None and day is None) != 1:
        raise UsageError("no puzzles given: pass IDs, --daily DAY or --pastime NAME")
    if ids:
        yield from (recreate(identity, deadline) for identity in [read_id(text) for text in ids])
    elif day is not None:
        yield from (puzzle_of_day(day, *day_kind, deadline) for day_kind in kinds_of_the_day(name, paper=True))
    elif name is not None:
        if not 1 <= count <= MOST_PRINTED:
            raise UsageError(f"--count: {count} is not a whole number from 1 to {MOST_PRINTED}")
        yield from islice(puzzles(name, kind, grade=grade, seed=seed, limits=deadline.limits), count)


def _write_sheet(sources: dict[str, bytes], form: str, out: str) -> None:
    """Write a PDF, one picture per page, or the folder that Typst typesets."""
    if form == "typ":
        folder = folder_of(out, "--out")
        for name, content in sources.items():
            write_out(content.decode(), str(folder / name))
        return
    pages = typeset(sources, "pdf" if form == "pdf" else "svg")
    if form == "svg" and (len(pages) > 1 or "%d" in out):
        file = name_pictures(out, f"the sheet has {count_of(len(pages), 'page')}")
        for number, page in enumerate(pages, 1):
            write_out(page.decode(), file(number))
        return
    with atomic_file(out, binary=True) as sheet_file:
        sheet_file.write(pages[0])
