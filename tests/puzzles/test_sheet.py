"""Printed sheets: the same bytes twice, fonts inside, greys only, every language, nothing too small to write into.

Tests: puzzles/printer.py, render/print_style.py
"""

import io
import json
import re
from datetime import date
from itertools import islice

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.puzzles.display import write_puzzle
from passatempo.puzzles.generator import find_kind, resolve_params, search_puzzles
from passatempo.puzzles.identity import puzzle_kinds
from passatempo.puzzles.printer import GRIDS, SheetLayout, sheet, typeset
from passatempo.render.print_style import BLACK, GREY, WHITE, print_drawing

pypdf = pytest.importorskip("pypdf")


def made(name="optimiza", kind=None, count=6, grade=3):
    """Make puzzles."""
    chosen = find_kind(pastime(name), kind)
    params = resolve_params(chosen, grade, {})
    return list(islice(search_puzzles(name, chosen, params, Random(0, "sheet"), Deadline(Limits()), grade), count))


@pytest.fixture(scope="module")
def puzzles():
    """Six puzzles of Optimiza."""
    return made()


def pdf(puzzles, layout=SheetLayout()):
    """Set a sheet and read it back."""
    content = typeset(sheet(puzzles, layout), "pdf")[0]
    return content, pypdf.PdfReader(io.BytesIO(content))


def test_a_sheet_is_small_and_the_same_bytes_twice(puzzles):
    first, again = pdf(puzzles)[0], pdf(puzzles)[0]
    assert first == again
    assert len(first) <= 200_000


def test_every_font_is_embedded_and_there_is_no_raster_image(puzzles):
    _, read = pdf(puzzles)
    fonts = [font for page in read.pages for font in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        inner = font["/DescendantFonts"][0]["/FontDescriptor"]
        assert {"/FontFile2", "/FontFile3"} & set(inner)
    assert not any(len(page.images) for page in read.pages)


def test_stars_goals_ids_and_rules_are_text(puzzles):
    _, read = pdf(puzzles)
    text = read.pages[0].extract_text()
    assert "★★★☆☆" in text
    assert "Never land on a smaller number" in " ".join(text.split())
    for puzzle in puzzles[:4]:
        assert puzzle.id in text
        assert f"Z {puzzle.content.goal['levels']['Z']}" in text


def test_suits_are_found_by_text():
    [puzzle] = made("machiavelli", "close", 1, 2)
    text = pdf([puzzle])[1].pages[0].extract_text()
    assert any(sign in text for sign in "♠♡♢♣")
    assert puzzle.content.goal["lay"] == "all"


def colours(page):
    """Return the colours that a page's content sets, forms included."""
    found = set()

    def walk(content, resources):
        for operands, operator in pypdf.generic.ContentStream(content, None).operations:
            if operator in (b"rg", b"RG", b"k", b"K", b"sc", b"SC", b"scn", b"SCN"):
                found.add(tuple(round(float(part), 3) for part in operands if not isinstance(part, str)))
        for form in resources.get("/XObject", {}).values():
            inner = form.get_object()
            walk(inner, inner.get("/Resources", {}))

    walk(page.get_contents(), page["/Resources"])
    return found


@pytest.mark.parametrize("kind", [kind for _, kind in puzzle_kinds() if kind.paper], ids=lambda kind: kind.code)
def test_a_sheet_of_any_kind_is_legible_in_one_colour(kind):
    name = next(name for name, other in puzzle_kinds() if other is kind)
    _, read = pdf(made(name, kind.name, 2, 2), SheetLayout(per_page=2))
    for page in read.pages:
        seen = colours(page)
        assert seen
        for colour in seen:
            assert len(set(colour)) <= 1, f"{colour} is no grey"


@pytest.mark.parametrize("language", ["en", "it", "es"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_has_as_many_pages_as_it_says_in_every_language(puzzles, language, paper):
    layout = SheetLayout(paper, 4, "page", language, day=date(2026, 11, 22))
    sources = sheet(puzzles, layout)
    pages = json.loads(sources["sheet.json"])["pages"]
    _, read = pdf(puzzles, layout)
    assert len(read.pages) == len(pages) == 3
    width = {"a4": 595, "letter": 612}[paper]
    assert abs(float(read.pages[0].mediabox.width) - width) < 1
    month = {"en": "November 22, 2026", "it": "22 novembre 2026", "es": "22 de noviembre de 2026"}[language]
    assert month in read.pages[0].extract_text()


@pytest.mark.parametrize("count", GRIDS)
def test_solutions_stand_on_their_page_or_at_the_foot_or_nowhere(puzzles, count):
    for solutions, pages in (("page", -(-6 // count) + 1), ("foot", -(-6 // count)), ("none", -(-6 // count))):
        sources = sheet(puzzles, SheetLayout(per_page=count, solution_place=solutions))
        told = json.loads(sources["sheet.json"])["pages"]
        assert len(told) == pages
        assert any(page["foot"] for page in told) == (solutions == "foot")
        assert ("s1.svg" in sources) == (solutions != "none")
        assert len(pdf(puzzles, SheetLayout(per_page=count, solution_place=solutions))[1].pages) == pages


@pytest.mark.parametrize("count", [1, 2, 4])
def test_no_cell_of_a_solution_is_smaller_than_4_mm(count):
    """Minesweeper of 8 by 8 at the foot of an A4 page, 178 mm wide between its margins."""
    found = sheet(made("minesweeper", "mines", count=4, grade=1), SheetLayout(per_page=count, solution_place="foot"))
    for page in json.loads(found["sheet.json"])["pages"]:
        wide = (178 - 3 * (page["foot_columns"] - 1)) / page["foot_columns"]
        rows = -(-len(page["foot"]) // page["foot_columns"])
        high = (page["foot_height"] - 3 * (rows - 1)) / rows - 4  # 4 mm for the line with the ID
        assert min(wide, high) / 8 >= 4


def test_a_foot_without_room_for_the_solutions_is_refused():
    with pytest.raises(UsageError, match=r"--solutions foot: no room .* pass --solutions page"):
        sheet(made("minesweeper", "mines", count=6, grade=1), SheetLayout(per_page=6, solution_place="foot"))


def test_puzzles_of_several_kinds_have_their_own_rules():
    mixed = [*made(grade=3, count=1), *made(grade=5, count=1)]
    page = json.loads(sheet(mixed, SheetLayout())["sheet.json"])["pages"][0]
    assert page["rules"] is None
    assert len({entry["rules"] for entry in page["puzzles"]}) == 2


def test_a_field_is_refused_on_paper():
    [field] = made("minesweeper", "field", 1, 1)
    says = rf"^{field.id}: paper cannot open squares; print a puzzle of kind mines \(SM\)$"
    with pytest.raises(UsageError, match=says):
        sheet([*made("minesweeper", "mines", 1, 1), field], SheetLayout())
    with pytest.raises(UsageError, match=says):
        write_puzzle(field, "print")
    assert write_puzzle(field, "svg").startswith("<svg")


def test_an_empty_sheet_is_refused():
    with pytest.raises(UsageError, match="no puzzles given"):
        sheet([], SheetLayout())


def test_a_print_has_black_white_and_one_grey():
    for puzzle in made(count=2):
        for solved in (False, True):
            recipe = puzzle.identity.recipe
            drawing = print_drawing(recipe.draw(puzzle.content, solved), recipe.grey)
            assert set(re.findall(r'(?:fill|stroke)="(#\w+)"', drawing)) <= {BLACK, WHITE, GREY}
            assert "class=" not in drawing
            assert "<style" not in drawing
            assert ("#dddddd" in drawing) == solved
