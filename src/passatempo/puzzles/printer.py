"""Printed sheets: named puzzles with rules, stars, goals and IDs. The solutions are on their own pages or upside down.

A sheet consists of data in ``sheet.json`` and the drawings, which ``sheet.typ`` typesets. Typst makes PDF or SVG from
these, or a newspaper typesets them in its own way. The same sheet always gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from passatempo.core.errors import UsageError, quote
from passatempo.core.json import count_of, encode
from passatempo.core.messages import Locale, mark, translate
from passatempo.core.methods import require_extras
from passatempo.core.output import atomic_file, folder_of, name_pictures
from passatempo.core.registry import pastime
from passatempo.puzzles import page_layout
from passatempo.puzzles.calendar import read_date
from passatempo.puzzles.display import Puzzle, refuse_on_paper, stars
from passatempo.puzzles.generator import get
from passatempo.puzzles.page_layout import (
    BOTTOM,
    NOTES,
    PAPERS,
    SIDE,
    TOP,
    Block,
    Paper,
    PerPage,
    Rows,
    SheetLayout,
    Solutions,
    text_height,
)
from passatempo.render.crop import Cropped, crop_drawing, texts_of
from passatempo.render.print_style import print_drawing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date
    from os import PathLike


Form = Literal["pdf", "svg", "typ"]
DRAWN = {"page": "ps", "foot": "ps", "none": "p", "only": "s"}  # puzzles and solutions
NONE = "none"  # leaves out the date or the footer
FOOTER, SOLVED_NAME, TITLE = 0.75, 1.1, 2.6  # sizes as shares of that of text
MONTHS = (
    mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June"), mark("July"),
    mark("August"), mark("September"), mark("October"), mark("November"), mark("December"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SheetPuzzle:
    """A puzzle on the sheet, or its solution: its texts, and the file of its drawing with its width in mm."""

    number: int
    name: str
    stars: str
    goal: str
    id: str
    rules: str
    notes: bool
    file: str
    width: float
    column: float
    alt: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page, or several if its rows do not fit on one: heading, common rules, rows, and solutions upside down."""

    heading: str
    rules: str
    rows: tuple[tuple[SheetPuzzle, ...], ...]
    solved: bool = False
    foot: tuple[tuple[SheetPuzzle, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class _PrintedPuzzle:
    """A puzzle with its texts in the language of the sheet, and its printed drawings by letter (p and s)."""

    puzzle: Puzzle
    name: str
    rules: str
    goal: str
    drawings: Mapping[str, Cropped]
    texts: Mapping[str, tuple[str, str]]  # the titles and descriptions of the drawings
    has_notes: bool

    def block(self, index: int, layout: SheetLayout) -> Block:
        """Return the puzzle as a block of a page, with the heights of its text in a column and across the page."""
        block = page_layout.block_of(
            index, self.drawings["p"], self.puzzle.identity.recipe, solved=False, large=layout.large
        )
        fixed = 8 + 0.5 * layout.size + (NOTES + 2 if self.has_notes else 0)
        heights = [
            fixed + text_height(self.rules, layout.rules_size, width) + text_height(self.goal, layout.size, width)
            for width in (page_layout.column_width(layout.width, 2), layout.width)
        ]
        return replace(block, text=(heights[0], heights[1]))

    def solution(self, index: int, layout: SheetLayout) -> Block:
        """Return the solution as a block, not narrower than its number and name."""
        block = page_layout.block_of(
            index, self.drawings["s"], self.puzzle.identity.recipe, solved=True, large=layout.large
        )
        height = 2 + SOLVED_NAME * layout.size * page_layout.POINT
        label = page_layout.text_width(f"{index + 1}  {self.name}", SOLVED_NAME * layout.size, page_layout.BOLD)
        return replace(block, label=label, text=(height, height))


@dataclass(frozen=True, slots=True)
class _Batch:
    """The puzzles of a page, or of several if they do not fit, as rows of blocks, and the solutions at its foot."""

    rows: Rows
    foot: Rows
    rules: str


def sheet(
    puzzles: Puzzle | str | Iterable[Puzzle | str],
    out: str | PathLike[str] | None = None,
    *,
    paper: Paper = "a4",
    per_page: PerPage | None = None,
    solutions: Solutions = "page",
    locale: Locale = "en",
    title: str = "",
    day: date | str | None = None,
    byline: str = "",
    issue: str = "",
    date: str = "",
    footer: str = "",
    large: bool = False,
    format: Form | None = None,  # noqa: A002  the word of the command line
) -> list[bytes]:
    """Print puzzles on a sheet: with rules, stars and IDs, and their solutions.

    Parameters
    ----------
    puzzles
        Puzzles, or their IDs.
    out
        The file to write; for several pages of SVG ``name-%d.svg``, for Typst a folder.
    paper, per_page
        A4 or Letter, upright; at most 1, 2, 4 or 6 puzzles per page, by default 4, or 2 in large print.
    solutions
        On pages of their own, upside down at the foot, left out, or without the puzzles.
    locale
        The language of rules, goals and headings.
    title, day, byline, issue, date, footer
        Texts of the head and foot. `date` replaces the day; "none" leaves out the date or the footer.
    large
        Whether text has 16 points.
    format
        ``pdf``, ``svg``, or ``typ``: what Typst typesets; by default that of the ending of `out`, or ``pdf``.

    Returns
    -------
    list
        The PDF, the pages of SVG, or the files for Typst.

    Examples
    --------
    >>> [page] = sheet(["OP1-TR5-RWFANY-A"], solutions="none", format="svg")
    >>> page[:4]
    b'<svg'
    """
    form = format or ("pdf" if out is None else _form_of(str(out)))
    require_extras("sheet", "" if form == "typ" else "print")
    of_day = None if isinstance(day, str | None) and not day else read_date(day)
    layout = SheetLayout(paper, per_page, solutions, locale, title, of_day, byline, issue, date, footer, large)
    given = [puzzles] if isinstance(puzzles, Puzzle | str) else puzzles
    sources = sheet_files([_puzzle_of(puzzle) for puzzle in given], layout)
    pages = [*sources.values()] if form == "typ" else typeset(sources, form)
    if out is not None:
        _write_sheet(sources, pages, form, str(out))
    return pages


def _puzzle_of(given: Puzzle | str) -> Puzzle:
    puzzle = get(given) if isinstance(given, str) else given
    if not isinstance(puzzle, Puzzle):
        raise UsageError(f"puzzles: {quote(given)} is neither a puzzle nor an ID")
    return puzzle


def _form_of(out: str) -> Form:
    """Return the format that the ending of a file name stands for."""
    forms: dict[str, Form] = {".pdf": "pdf", ".svg": "svg", "": "typ"}
    suffix = Path(out).suffix
    if suffix not in forms or not out:
        raise UsageError(f"--out {quote(out)}: name a .pdf or .svg file or a folder, or pass --format")
    return forms[suffix]


def _write_sheet(sources: Mapping[str, bytes], pages: Sequence[bytes], form: Form, out: str) -> None:
    """Write a PDF, one picture per page, or the folder that Typst typesets."""
    contents = dict(zip([out], pages, strict=False))
    if form == "typ":
        folder = folder_of(out, "--out")
        contents = {str(folder / name): content for name, content in sources.items()}
    elif form == "svg" and (len(pages) > 1 or "%d" in out):
        file = name_pictures(out, f"the sheet has {count_of(len(pages), 'page')}")
        contents = {file(number): page for number, page in enumerate(pages, 1)}
    for name, content in contents.items():
        with atomic_file(name, binary=True) as sheet_file:
            sheet_file.write(content if name == out or content.endswith(b"\n") else content + b"\n")


def sheet_files(puzzles: Sequence[Puzzle], layout: SheetLayout) -> dict[str, bytes]:
    """Write a sheet as the files for Typst: ``sheet.typ``, ``sheet.json`` and the drawings.

    Raises
    ------
    UsageError
        If there is nothing to print, or a puzzle cannot be solved on paper or fits on no page.
    """
    if not puzzles:
        raise UsageError("no puzzles given: pass IDs, --daily DAY or --pastime NAME")
    for puzzle in puzzles:
        refuse_on_paper(puzzle)
    shown = _shown_texts(puzzles, layout)
    bottom = BOTTOM + text_height(shown["footer"], FOOTER * layout.size, layout.width - 16)
    printed, common = _print_puzzles(puzzles, layout)
    room = PAPERS[layout.paper_size][1] - TOP - bottom - _head_height(layout, shown)
    batches = _arrange(printed, common, layout, room)
    drawings = {
        f"{letter}{number}.svg": printed[index].drawings[letter].svg.encode()
        for number, index in enumerate(_order(batches), 1)
        for letter in DRAWN[layout.solution_place]
    }
    sheet_json = {
        **shown,
        "byline": layout.byline,
        "issue": layout.issue,
        "language": layout.locale,
        "paper": PAPERS[layout.paper_size][2],
        "size": layout.size,
        "rules-size": layout.rules_size,
        "side": SIDE,
        "top": TOP,
        "bottom": bottom,
        "gutter": page_layout.GUTTER,
        "notes": translate("notes", layout.locale),
        "notes-height": NOTES,
        "pages": [asdict(page) for page in _pages(printed, batches, layout, shown["title"])],
    }
    template = (files("passatempo.puzzles") / "sheet.typ").read_bytes()
    return {"sheet.typ": template, "sheet.json": encode(sheet_json, indent=1).encode(), **drawings}


def typeset(sources: Mapping[str, bytes], form: Literal["pdf", "svg"]) -> list[bytes]:
    """Typeset a sheet as one PDF, which is accessible (PDF/UA-1), or as one SVG per page.

    Raises
    ------
    SolverUnavailable
        If the extra ``print`` is not installed.
    """
    import typst

    with TemporaryDirectory() as folder:
        for name, content in sources.items():
            Path(folder, name).write_bytes(content)
        fonts = typst.Fonts(include_system_fonts=False)
        standards: Any = {"pdf_standards": ["ua-1"]} if form == "pdf" else {}
        file = Path(folder, "sheet.typ")
        typst_pages: Any = typst.compile(file, font_paths=fonts, timestamp=0, format=form, **standards)
    return list(typst_pages) if isinstance(typst_pages, list) else [typst_pages]


def _shown_texts(puzzles: Sequence[Puzzle], layout: SheetLayout) -> dict[str, str]:
    """Return title, date and footer as they are printed."""
    locale = layout.locale
    names = {_name(puzzle, locale) for puzzle in puzzles}
    day = "" if layout.day is None else _write_date(layout.day, locale)
    footer = layout.footer or translate("Every solution is proved to be unique.", locale)
    return {
        "title": layout.title or (names.pop() if len(names) == 1 else "Passatempo"),
        "date": "" if layout.date_text == NONE else layout.date_text or day,
        "footer": "" if footer == NONE else footer,
    }


def _name(puzzle: Puzzle, locale: str) -> str:
    """Return the name of a puzzle: its recipe's own, or that of the pastime."""
    identity = puzzle.identity
    own = identity.recipe.name
    return own(identity.puzzle_params, locale) if own else translate(pastime(identity.pastime).label, locale)


def _print_puzzles(puzzles: Sequence[Puzzle], layout: SheetLayout) -> tuple[list[_PrintedPuzzle], str]:
    """Draw puzzles and solutions, and write their texts; rules that several puzzles all share are returned apart."""
    locale = layout.locale
    rules = [puzzle.identity.recipe.rules(puzzle.identity.puzzle_params, locale) for puzzle in puzzles]
    common = rules[0] if len(rules) > 1 and len(set(rules)) == 1 else ""
    printed = []
    for puzzle, own_rules in zip(puzzles, rules, strict=True):
        recipe = puzzle.identity.recipe
        drawings = {letter: recipe.draw(puzzle.content, letter == "s") for letter in "ps"}
        cropped = {letter: crop_drawing(print_drawing(drawing, recipe.grey)) for letter, drawing in drawings.items()}
        texts = {letter: texts_of(drawing) for letter, drawing in drawings.items()}
        goal = recipe.goal(puzzle.content, locale)
        goal, name = goal[:1].upper() + goal[1:], _name(puzzle, locale)
        has_notes = recipe.notes and layout.columns == 1 and not layout.large
        printed.append(_PrintedPuzzle(puzzle, name, "" if common else own_rules, goal, cropped, texts, has_notes))
    return printed, common


def _arrange(printed: Sequence[_PrintedPuzzle], common: str, layout: SheetLayout, room: float) -> list[_Batch]:
    """Divide the puzzles into pages of at most so many, and choose their rows and scales.

    Raises
    ------
    UsageError
        If a puzzle fits on no page, or the solutions not at the foot of theirs.
    """
    batches = []
    for start in range(0, len(printed), layout.most):
        part = range(start, min(start + layout.most, len(printed)))
        rules = common if start == 0 else ""
        left = room - (text_height(rules, layout.rules_size, layout.width) + 4 if rules else 0)
        blocks = [printed[index].block(index, layout) for index in part]
        for block in blocks:
            if block.least * block.width > layout.width or block.text[1] + block.least * block.height > left:
                raise UsageError(f"{printed[block.index].puzzle.id}: no page has room for squares to write into")
        rows, foot = page_layout.rows_of(blocks, layout.width, layout.columns), []
        if layout.solution_place == "foot":
            solutions = [printed[block.index].solution(block.index, layout) for row in rows for block in row]
            foot = page_layout.pack_solutions(solutions, layout.width, are_small=True)
            left -= page_layout.rows_height(foot) + page_layout.ROW_GAP
        rows = page_layout.scale_rows(rows, layout.width, left)
        if foot and page_layout.rows_height(rows) > left:
            raise UsageError(
                f"--solutions foot: no room for letters of {page_layout.LEAST_LETTER:g} points below"
                f" {printed[start].puzzle.id}; pass --solutions page"
            )
        batches.append(_Batch(rows, foot, rules))
    return batches


def _pages(
    printed: Sequence[_PrintedPuzzle], batches: Sequence[_Batch], layout: SheetLayout, title: str
) -> Iterator[Page]:
    """Yield the pages of puzzles, then that of solutions."""
    order = _order(batches)
    number_of = {index: number for number, index in enumerate(order, 1)}

    def entry(block: Block, column: float, letter: str) -> SheetPuzzle:
        return _entry(printed[block.index], number_of[block.index], block, column, letter, layout.locale)

    def solved(rows: Rows) -> tuple[tuple[SheetPuzzle, ...], ...]:
        return tuple([tuple([entry(block, block.column, "s") for block in row]) for row in rows])

    if layout.solution_place != "only":
        for batch in batches:
            rows = tuple(
                [
                    tuple([entry(block, page_layout.column_width(layout.width, len(row)), "p") for block in row])
                    for row in batch.rows
                ]
            )
            yield Page(title, batch.rules, rows, foot=solved(batch.foot))
    if layout.solution_place in ("page", "only"):
        blocks = [printed[index].solution(index, layout) for index in order]
        heading = translate("Solutions", layout.locale)
        yield Page(heading, "", solved(page_layout.pack_solutions(blocks, layout.width)), solved=True)


def _order(batches: Sequence[_Batch]) -> list[int]:
    """Return the puzzles in the order of their numbers, which is that of the pages."""
    return [block.index for batch in batches for row in batch.rows for block in row]


def _entry(printed: _PrintedPuzzle, number: int, block: Block, column: float, letter: str, locale: str) -> SheetPuzzle:
    """Write the texts of a puzzle or a solution, and its alternative text."""
    title, description = printed.texts[letter]
    alt = (
        translate("Solution of puzzle {number}, {name}.", locale, number=number, name=printed.name)
        if letter == "s"
        else f"{printed.name}: {title}. {printed.goal}."
    )
    return SheetPuzzle(
        number,
        printed.name,
        stars(printed.puzzle.content.grade),
        printed.goal,
        printed.puzzle.identity.printed_id,
        printed.rules,
        printed.has_notes and letter == "p",
        f"{letter}{number}.svg",
        round(block.scale * block.width, 2),
        round(column, 2),
        f"{alt}\n{description}",
    )


def _head_height(layout: SheetLayout, shown: Mapping[str, str]) -> float:
    """Return the height of the head of a page: the title beside byline, issue and date."""
    origin = [layout.byline, f"{layout.issue} · {shown['date']}"]
    width = min(max(page_layout.text_width(text, layout.size) for text in origin), layout.width / 2)
    right = sum(text_height(text, layout.size, width) for text in origin)
    return max(text_height(shown["title"], TITLE * layout.size, layout.width - width - 4), right) + 9


def _write_date(day: date, locale: str) -> str:
    """Write a day in a language."""
    month = translate(MONTHS[day.month - 1], locale)
    return translate("{month} {day}, {year}", locale, day=day.day, month=month, year=day.year)
