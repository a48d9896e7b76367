"""Printed sheets: the same bytes twice, fonts inside, greys only, every language, nothing too small to read.

Tests: puzzles/printer.py, puzzles/page_layout.py, render/print_style.py, render/crop.py
"""

import io
import json
import re
from datetime import date, timedelta
from itertools import islice
from math import hypot
from xml.etree import ElementTree

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.puzzles.calendar import daily_puzzle, kinds_of_the_day
from passatempo.puzzles.display import refuse_on_paper
from passatempo.puzzles.generator import find_kind, resolve_params, search_puzzles
from passatempo.puzzles.identity import puzzle_kinds
from passatempo.puzzles.page_layout import SheetLayout
from passatempo.puzzles.printer import sheet_files, typeset
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
    content = typeset(sheet_files(puzzles, layout), "pdf")[0]
    return content, pypdf.PdfReader(io.BytesIO(content))


def of_day(day):
    """Make the puzzles of a day."""
    return [daily_puzzle(day, *kind, Deadline(Limits())) for kind in kinds_of_the_day(paper=True)]


@pytest.fixture(scope="module")
def monday():
    """The puzzles of a Monday."""
    return of_day(date(2026, 11, 23))


@pytest.fixture(scope="module")
def sunday():
    """The puzzles of a Sunday."""
    return of_day(date(2026, 11, 29))


def entries(sources):
    """Return the puzzles and the solutions of a sheet, in the order of its pages."""
    pages = json.loads(sources["sheet.json"])["pages"]
    found = {False: [], True: []}
    for page in pages:
        found[page["solved"]] += [one for row in page["rows"] for one in row]
        found[True] += [one for row in page["foot"] for one in row]
    return found[False], found[True]


def words(page):
    """Return the texts of a page with the place of their beginning and their size, in points."""
    found = []

    def visit(text, ctm, matrix, _, size):
        if text.strip():
            shift = matrix[4] * ctm[0] + matrix[5] * ctm[2] + ctm[4], matrix[4] * ctm[1] + matrix[5] * ctm[3] + ctm[5]
            found.append((text.strip(), *shift, size * hypot(ctm[2], ctm[3])))

    page.extract_text(visitor_text=visit)
    return found


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
    sources = sheet_files(puzzles, layout)
    pages = json.loads(sources["sheet.json"])["pages"]
    _, read = pdf(puzzles, layout)
    assert len(read.pages) == len(pages) == 3
    width = {"a4": 595, "letter": 612}[paper]
    assert abs(float(read.pages[0].mediabox.width) - width) < 1
    month = {"en": "November 22, 2026", "it": "22 novembre 2026", "es": "22 de noviembre de 2026"}[language]
    assert month in read.pages[0].extract_text()


@pytest.mark.parametrize(("place", "files", "pages"), [("page", "ps", 3), ("foot", "ps", 2), ("none", "p", 2)])
def test_solutions_stand_on_their_page_or_at_the_foot_or_nowhere(puzzles, place, files, pages):
    layout = SheetLayout(solution_place=place)
    sources = sheet_files(puzzles, layout)
    assert {name[0] for name in sources if name.endswith(".svg")} == set(files)
    assert [one["number"] for one in entries(sources)[1]] == list(range(1, 7)) * (place != "none")
    assert len(pdf(puzzles, layout)[1].pages) == len(json.loads(sources["sheet.json"])["pages"]) == pages


def test_solutions_alone_have_the_numbers_of_the_whole_sheet(sunday):
    whole, alone = (sheet_files(sunday, SheetLayout(solution_place=place, issue="No. 7")) for place in ("page", "only"))
    assert entries(alone) == ([], entries(whole)[1])
    text = pdf(sunday, SheetLayout(solution_place="only", issue="No. 7"))[1].pages[0].extract_text()
    assert "Solutions" in text
    assert "No. 7" in text


def test_a_foot_without_room_for_the_solutions_is_refused():
    with pytest.raises(UsageError, match=r"--solutions foot: no room .* pass --solutions page"):
        sheet_files(made("minesweeper", "mines", count=6, grade=5), SheetLayout(per_page=6, solution_place="foot"))


@pytest.mark.parametrize("layout", [{"per_page": 4}, {"per_page": 6, "locale": "es", "paper_size": "letter"}], ids=str)
def test_squares_have_4_mm_and_letters_5_points_on_puzzles_and_solutions(sunday, layout):
    sources = sheet_files(sunday, SheetLayout(**layout))
    for one in [*entries(sources)[0], *entries(sources)[1]]:
        root = ElementTree.fromstring(sources[one["file"]])
        scale = one["width"] / float(root.attrib["width"])
        puzzle = next(puzzle for puzzle in sunday if puzzle.id == one["id"])
        assert scale * puzzle.identity.recipe.cell_unit >= 3.99
        sizes = [float(node.attrib["font-size"]) for node in root.iter() if "font-size" in node.attrib]
        assert scale * min(sizes) / 25.4 * 72 >= 5
        assert one["width"] <= one["column"] + 0.01


@pytest.mark.quick(3)
@pytest.mark.parametrize("language", ["en", "it", "es"])
@pytest.mark.parametrize("large", [False, True])
def test_words_are_inside_the_margins_and_large_enough(monday, sunday, language, large):
    head = {"byline": "Puzzles by Ada Example " * 8, "issue": "No. 331", "date_text": "x" * 120}
    for puzzles in (sunday,) if large else (monday, sunday):
        layout = SheetLayout(locale=language, large=large, per_page=None if large else 6, **head)
        _, read = pdf(puzzles, layout)
        assert large or len(read.pages) == 2
        for page in read.pages:
            width, height = float(page.mediabox.width), float(page.mediabox.height)
            for text, x, y, size in words(page):
                assert size >= (8 if large else 5), text
                assert 39 <= x <= width - 39 - 0.3 * size * len(text.split()[0]), text
                assert 28 <= y <= height - 34, text


def test_names_are_headings_and_pictures_have_texts(monday):
    sources = sheet_files(monday, SheetLayout(per_page=6))
    puzzles, solutions = entries(sources)
    for one, solved in zip(puzzles, solutions, strict=True):
        first, _, rest = one["alt"].partition("\n")
        assert re.fullmatch(rf"{one['name']}: .+\. {re.escape(one['goal'])}\.", first)
        assert rest
        assert solved["alt"].startswith(f"Solution of puzzle {one['number']}, {one['name']}.\n")
    read = pdf(monday, SheetLayout(per_page=6))[1]
    found = [(node["/S"], node.get("/Alt")) for node in structure(read.trailer["/Root"]["/StructTreeRoot"])]
    assert [alt for kind, alt in found if kind == "/Figure"] == [one["alt"] for one in [*puzzles, *solutions]]
    kinds = [kind for kind, _ in found if kind in ("/H1", "/H2")]
    assert kinds == (["/H1"] + ["/H2"] * 5) * 2


def structure(node):
    """Yield the elements of a structure tree."""
    if "/S" in node:
        yield node
    below = node.get("/K", [])
    for child in below if isinstance(below, list) else [below]:
        inner = child.get_object()
        if isinstance(inner, dict):
            yield from structure(inner)


def test_numbers_of_the_drawing_are_those_of_its_text(monday):
    sources = sheet_files(monday, SheetLayout(per_page=6))
    [board] = [one for one in entries(sources)[0] if one["name"] == "Optimiza"]
    drawn = [int(number) for number in re.findall(r">(\d+)</", sources[board["file"]].decode())]
    described = [int(number) for number in re.findall(r"\d+", board["alt"].partition("\n")[2])]
    assert sorted(drawn) == sorted(described)


@pytest.mark.parametrize(("k", "name"), [(3, "Tre in fila"), (4, "Quattro in fila"), (5, "Cinque in fila")])
def test_lines_of_marks_have_the_name_of_their_length(k, name):
    kind = find_kind(pastime("mnk"), None)
    params = resolve_params(kind, None, {"m": 6, "n": 6, "k": k, "moves": 2})
    [puzzle] = islice(search_puzzles("mnk", kind, params, Random(0, "sheet"), Deadline(Limits())), 1)
    [one] = entries(sheet_files([puzzle], SheetLayout(locale="it")))[0]
    assert one["name"] == name


def test_wide_puzzles_stand_last_across_both_columns(monday):
    pages = json.loads(sheet_files(monday, SheetLayout(per_page=6))["sheet.json"])["pages"]
    rows = pages[0]["rows"]
    assert [len(row) for row in rows] == [2, 2, 1]
    assert rows[2][0]["name"] == "Mountain cards"  # the widest in proportion
    assert [one["number"] for row in rows for one in row] == [1, 2, 3, 4, 5]


def test_head_and_foot_say_what_they_are_told(puzzles):
    texts = {"byline": "By A. #emph[x] $1$", "issue": "No. 3", "date_text": "Easter", "footer": "*Done*"}
    page = pdf(puzzles, SheetLayout(day=date(2026, 11, 22), **texts))[1].pages[0].extract_text()
    assert all(text in page for text in texts.values())
    assert "2026" not in page
    bare = pdf(puzzles, SheetLayout(day=date(2026, 11, 22), date_text="none", footer="none"))[1].pages[1]
    assert "2026" not in bare.extract_text()
    assert "unique" not in bare.extract_text()


@pytest.mark.parametrize("option", ["title", "byline", "issue", "date", "footer"])
def test_texts_of_more_than_200_characters_are_refused(option):
    field = "date_text" if option == "date" else option
    with pytest.raises(UsageError, match=f"--{option}: 201 characters"):
        SheetLayout(**{field: "x" * 201})


def test_large_print_has_at_most_two_puzzles_a_page(puzzles):
    with pytest.raises(UsageError, match="--large has at most two puzzles a page"):
        SheetLayout(large=True, per_page=4)
    assert len(pdf(puzzles, SheetLayout(large=True, solution_place="none"))[1].pages) == 3


@pytest.mark.long
def test_no_day_of_a_year_is_refused():
    for number in range(365):
        puzzles = of_day(date(2026, 12, 1) + timedelta(number))
        for per_page in (4, 6):
            layout = SheetLayout(per_page=per_page)
            assert len(pdf(puzzles, layout)[1].pages) == len(
                json.loads(sheet_files(puzzles, layout)["sheet.json"])["pages"]
            )


def test_puzzles_of_several_kinds_have_their_own_rules():
    mixed = [*made(grade=3, count=1), *made(grade=5, count=1)]
    sources = sheet_files(mixed, SheetLayout())
    assert json.loads(sources["sheet.json"])["pages"][0]["rules"] == ""
    assert len({one["rules"] for one in entries(sources)[0]}) == 2


def test_a_field_is_refused_on_paper():
    [field] = made("minesweeper", "field", 1, 1)
    says = rf"^{field.id}: paper cannot open squares; print a puzzle of kind mines \(SM\)$"
    with pytest.raises(UsageError, match=says):
        sheet_files([*made("minesweeper", "mines", 1, 1), field], SheetLayout())
    with pytest.raises(UsageError, match=says):
        refuse_on_paper(field)
    assert field.svg().startswith("<svg")


def test_an_empty_sheet_is_refused():
    with pytest.raises(UsageError, match="no puzzles given"):
        sheet_files([], SheetLayout())


def test_a_print_has_black_white_and_one_grey():
    for puzzle in made(count=2):
        for solved in (False, True):
            recipe = puzzle.identity.recipe
            drawing = print_drawing(recipe.draw(puzzle.content, solved), recipe.grey)
            assert set(re.findall(r'(?:fill|stroke)="(#\w+)"', drawing)) <= {BLACK, WHITE, GREY}
            assert "class=" not in drawing
            assert "<style" not in drawing
            assert ("#dddddd" in drawing) == solved
