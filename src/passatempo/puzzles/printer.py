"""Printed sheets: puzzles with rules, stars, goals and IDs. The solutions are on their own page or upside down.

A sheet consists of data in ``sheet.json`` and the drawings, which ``sheet.typ`` typesets. Typst makes PDF or SVG from
these, or a newspaper typesets them in its own way. The same sheet always gives the same bytes.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal
from xml.etree import ElementTree

from passatempo.core.errors import UsageError
from passatempo.core.json import encode
from passatempo.core.messages import Locale, mark, translate
from passatempo.core.registry import pastime
from passatempo.puzzles.display import refuse_on_paper, stars
from passatempo.render.print_style import print_drawing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from passatempo.puzzles.generator import Puzzle

Paper = Literal["a4", "letter"]
Solutions = Literal["page", "foot", "none"]
PAPERS = {"a4": (210.0, 297.0, "a4"), "letter": (215.9, 279.4, "us-letter")}  # mm, and Typst's name
GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # columns and rows by puzzles on a page
SOLVED = ((3, 4), (2, 3), (1, 2), (1, 1))  # grids of a page of solutions; the first only for more than six
MARGIN, GUTTER, HEAD, LINES = 16.0, 7.0, 42.0, 14.0  # mm; the rest is for the drawings
WIDE = 1.5  # ratio of width to height above which notes go below
LEAST = 4.0  # minimum size of a cell in mm
FOOT, SPACE, NAME = 34.0, 3.0, 4.0  # mm at the foot: minimum side of a solution, gap between two, and line with its ID
MONTHS = (
    mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June"), mark("July"),
    mark("August"), mark("September"), mark("October"), mark("November"), mark("December"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The layout of a sheet.

    Parameters
    ----------
    paper_size, per_page
        A4 or Letter, upright; 1, 2, 4 or 6 puzzles per page.
    solution_place
        On pages of their own, upside down at the foot, or left out.
    language
        The language of rules, goals and headings.
    title, day
        The title and date of the sheet; by default the name of the pastime, and no date.
    """

    paper_size: Paper = "a4"
    per_page: Literal[1, 2, 4, 6] = 4
    solution_place: Solutions = "page"
    language: Locale = "en"
    title: str = ""
    day: date | None = None


@dataclass(frozen=True, slots=True)
class SheetPuzzle:
    """A puzzle on the sheet, or its solution: its captions, and the file of its drawing.

    Space for notes is next to a drawing, or below a `wide` one, unless the puzzle's own rules need it.
    """

    number: int
    stars: str
    goal: str
    id: str
    rules: str | None
    notes: bool
    wide: bool
    file: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page: heading, common rules of its puzzles if there are any, a grid, and solutions upside down."""

    heading: str
    rules: str | None
    columns: int
    rows: int
    puzzles: tuple[SheetPuzzle, ...]
    solved: bool = False
    foot: tuple[SheetPuzzle, ...] = ()
    foot_columns: int = 1
    foot_height: float = 0.0  # mm


def sheet(puzzles: Sequence[Puzzle], layout: SheetLayout) -> dict[str, bytes]:
    """Write a sheet as the files for Typst: ``sheet.typ``, ``sheet.json`` and the drawings.

    Raises
    ------
    UsageError
        If there is nothing to print, a puzzle cannot be solved on paper, or a drawing would be too small to write into.
    """
    if not puzzles:
        raise UsageError("no puzzles given: pass IDs, --daily DAY or --pastime NAME")
    for puzzle in puzzles:
        refuse_on_paper(puzzle)
    drawings = dict(_draw_puzzles(puzzles, "p" if layout.solution_place == "none" else "ps"))
    _refuse_small(puzzles, layout, drawings)
    locale = layout.language
    layout = replace(layout, title=layout.title or _sheet_heading(puzzles, locale))
    sheet_json = {
        "title": layout.title,
        "date": "" if layout.day is None else _date_text(layout.day, locale),
        "paper": PAPERS[layout.paper_size][2],
        "language": locale,
        "last": translate("Every solution is proved to be unique.", locale) + " passatempo puzzle ID",
        "notes": translate("notes", locale),
        "pages": [asdict(page) for page in _lay_out_pages(puzzles, layout, drawings)],
    }
    template = (files("passatempo.puzzles") / "sheet.typ").read_bytes()
    return {"sheet.typ": template, "sheet.json": encode(sheet_json, indent=1).encode(), **drawings}


def typeset(sources: Mapping[str, bytes], form: Literal["pdf", "svg"]) -> list[bytes]:
    """Typeset a sheet as one PDF, or as one SVG per page.

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
        typst_pages: Any = typst.compile(Path(folder, "sheet.typ"), font_paths=fonts, timestamp=0, format=form)
    return list(typst_pages) if isinstance(typst_pages, list) else [typst_pages]


def _draw_puzzles(puzzles: Sequence[Puzzle], letters: str) -> Iterator[tuple[str, bytes]]:
    """Draw puzzles (p) and solutions (s)."""
    for number, puzzle in enumerate(puzzles, 1):
        recipe = puzzle.identity.recipe
        for letter in letters:
            yield (
                f"{letter}{number}.svg",
                print_drawing(recipe.draw(puzzle.content, letter == "s"), recipe.grey).encode(),
            )


def _caption_puzzles(
    puzzles: Sequence[Puzzle], letter: str, locale: str, drawings: Mapping[str, bytes], *, rules: bool
) -> list[SheetPuzzle]:
    """Return the captions of each puzzle, or of each solution."""
    sheet_puzzles = []
    for number, puzzle in enumerate(puzzles, 1):
        recipe, puzzle_content = puzzle.identity.recipe, puzzle.content
        file = f"{letter}{number}.svg"
        width, height = _drawing_size(drawings[file])
        sheet_puzzles.append(
            SheetPuzzle(
                number,
                stars(puzzle_content.grade),
                recipe.goal(puzzle_content, locale),
                puzzle.id,
                recipe.rules(puzzle.identity.puzzle_params, locale) if rules else None,
                recipe.notes and letter == "p" and not rules,
                width > WIDE * height,
                file,
            )
        )
    return sheet_puzzles


def _lay_out_pages(puzzles: Sequence[Puzzle], layout: SheetLayout, drawings: Mapping[str, bytes]) -> Iterator[Page]:
    """Yield the pages of puzzles, then those of solutions."""
    locale = layout.language
    puzzle_rules = {puzzle.identity.recipe.rules(puzzle.identity.puzzle_params, locale) for puzzle in puzzles}
    common = puzzle_rules.pop() if len(puzzle_rules) == 1 else None
    columns, rows = GRIDS[layout.per_page]
    sheet_solutions = (
        [] if layout.solution_place == "none" else _caption_puzzles(puzzles, "s", locale, drawings, rules=False)
    )
    for batch in _batches(_caption_puzzles(puzzles, "p", locale, drawings, rules=common is None), layout.per_page):
        page = Page(layout.title, common, columns, rows, batch)
        if layout.solution_place == "foot":
            batch_puzzles = {sheet_puzzle.number: puzzles[sheet_puzzle.number - 1] for sheet_puzzle in batch}
            foot_columns, height = _foot_size(batch_puzzles, layout, drawings)
            foot = tuple([sheet_solutions[number - 1] for number in batch_puzzles])
            page = replace(page, foot=foot, foot_columns=foot_columns, foot_height=height)
        yield page
    if layout.solution_place == "page":
        columns, rows = _grid_of_solutions(puzzles, layout, drawings)
        for batch in _batches(sheet_solutions, columns * rows):
            yield Page(f"{layout.title}: {translate('solutions', locale)}", None, columns, rows, batch, solved=True)


def _grid_of_solutions(
    puzzles: Sequence[Puzzle], layout: SheetLayout, drawings: Mapping[str, bytes]
) -> tuple[int, int]:
    """Return columns and rows of a page of solutions: the densest grid in which no cell is too small."""
    for grid in SOLVED[len(puzzles) <= 6 :]:
        units = {f"s{number}.svg": puzzle.identity.recipe.cell_unit for number, puzzle in enumerate(puzzles, 1)}
        if all(
            unit * _drawing_scale(drawings[file], layout.paper_size, grid) >= LEAST
            for file, unit in units.items()
            if unit
        ):
            return grid
    return SOLVED[-1]


def _foot_size(puzzles: Mapping[int, Puzzle], layout: SheetLayout, drawings: Mapping[str, bytes]) -> tuple[int, float]:
    """Return the columns of the solutions at the foot of a page and its height in mm.

    Raises
    ------
    UsageError
        If the cells of a solution, or those of the puzzles above, would be too small.
    """
    width = PAPERS[layout.paper_size][0] - 2 * MARGIN
    widest, highest = FOOT, 0.0
    for number, puzzle in puzzles.items():
        drawing_width, drawing_height = _drawing_size(drawings[f"s{number}.svg"])
        unit = puzzle.identity.recipe.cell_unit
        scale = LEAST / unit if unit else FOOT / max(drawing_width, drawing_height)
        widest, highest = max(widest, scale * drawing_width), max(highest, scale * drawing_height)
    columns = min(len(puzzles), int((width + SPACE) // (widest + SPACE)))
    rows = -(-len(puzzles) // columns) if columns else 1
    height = rows * (NAME + highest + SPACE) - SPACE
    for number, puzzle in puzzles.items():
        unit = puzzle.identity.recipe.cell_unit
        cell = unit * _drawing_scale(drawings[f"p{number}.svg"], layout.paper_size, GRIDS[layout.per_page], height)
        if not columns or (unit and cell < LEAST):
            raise UsageError(
                f"--solutions foot: no room for cells of {LEAST:g} mm in {puzzle.id} and its solution;"
                " pass --solutions page"
            )
    return columns, height


def _batches(sheet_puzzles: Sequence[SheetPuzzle], size: int) -> Iterator[tuple[SheetPuzzle, ...]]:
    """Divide entries into pages."""
    return (tuple(sheet_puzzles[start : start + size]) for start in range(0, len(sheet_puzzles), size))


def _sheet_heading(puzzles: Sequence[Puzzle], locale: str) -> str:
    """Return the name of the pastime, or of the package if there are several."""
    labels = {pastime(puzzle.identity.pastime).label for puzzle in puzzles}
    return translate(labels.pop(), locale) if len(labels) == 1 else "Passatempo"


def _date_text(day: date, locale: str) -> str:
    """Write a day in a language."""
    month = translate(MONTHS[day.month - 1], locale)
    return translate("{month} {day}, {year}", locale, day=day.day, month=month, year=day.year)


def _refuse_small(puzzles: Sequence[Puzzle], layout: SheetLayout, drawings: Mapping[str, bytes]) -> None:
    """Refuse a layout in which a cell would be too small to write into."""
    for number, puzzle in enumerate(puzzles, 1):
        unit = puzzle.identity.recipe.cell_unit
        sizes = {
            count: unit * _drawing_scale(drawings[f"p{number}.svg"], layout.paper_size, grid)
            for count, grid in GRIDS.items()
        }
        if unit and sizes[layout.per_page] < LEAST:
            fit = [count for count, size in sizes.items() if size >= LEAST]
            other = f"--per-page {max(fit)} fits" if fit else "no page is large enough"
            raise UsageError(
                f"--per-page {layout.per_page}: the cells of {puzzle.id} would be {sizes[layout.per_page]:.1f} mm wide,"
                f" {LEAST:g} at least; {other}"
            )


def _drawing_scale(drawing: bytes, paper: Paper, grid: tuple[int, int], foot: float = 0.0) -> float:
    """Return the millimetres per unit of a drawing on a page with a grid, and a foot of this many millimetres."""
    columns, rows = grid
    width, height = (size - 2 * MARGIN for size in PAPERS[paper][:2])
    column_width = (width - GUTTER * (columns - 1)) / columns
    row_height = (height - HEAD - foot - GUTTER * (rows - 1)) / rows - LINES
    drawing_size = _drawing_size(drawing)
    return min(column_width / drawing_size[0], row_height / drawing_size[1])


def _drawing_size(drawing: bytes) -> tuple[float, float]:
    """Return width and height of a drawing in its own units."""
    root = ElementTree.fromstring(drawing)
    return float(root.attrib["width"]), float(root.attrib["height"])
