"""Pictures, colours and grids: what the renderers write is well-formed, and says what it is given.

Tests: render/colours.py, render/grid.py, render/svg.py
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import product
from xml.etree import ElementTree

import pytest

from passatempo.render.colours import COLOURS, OKABE_ITO, STEPS, ramp_colour, shade_name
from passatempo.render.grid import grid, pad_text, text_width
from passatempo.render.svg import (
    INHERIT,
    Markup,
    Svg,
    circle,
    document,
    escape,
    group,
    line,
    paint_attributes,
    path,
    plain_colour,
    rect,
    short_number,
    svg_element,
    text,
)

from .contrast import contrast

SVG = "{http://www.w3.org/2000/svg}"
MODES = (0, 1)  # light, dark


@pytest.mark.parametrize(
    ("word", "ground", "mode"),
    list(product(("ink", "muted", "accent", "good", "bad"), ("paper", "panel", "felt"), MODES)),
)
def test_words_are_readable_on_every_ground(word: str, ground: str, mode: int) -> None:
    assert contrast(COLOURS[word][mode], COLOURS[ground][mode]) >= 4.5


@pytest.mark.parametrize(
    ("ink", "face", "mode"), list(product(("card-red", "card-black"), ("card", "card-joker"), MODES))
)
def test_cards_are_readable(ink: str, face: str, mode: int) -> None:
    assert contrast(COLOURS[ink][mode], COLOURS[face][mode]) >= 4.5


@pytest.mark.parametrize(("step", "mode"), list(product(range(STEPS + 1), MODES)))
def test_ink_is_readable_on_the_whole_ramp(step: int, mode: int) -> None:
    assert contrast(COLOURS["ink"][mode], COLOURS[f"ramp-{step}"][mode]) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
def test_the_ramp_goes_one_way(dark: bool) -> None:
    paper = COLOURS["paper"][dark]
    distances = [contrast(ramp_colour(step / STEPS, dark=dark), paper) for step in range(STEPS + 1)]
    assert distances == sorted(distances)
    assert distances[-1] > 1.5 * distances[0]


def test_values_outside_the_ramp_count_as_its_ends() -> None:
    assert ramp_colour(-1) == ramp_colour(0)
    assert shade_name(7) == f"ramp-{STEPS}"


def test_contrast_agrees_with_published_figures() -> None:
    # WCAG 2, technique G18 and its calculators: black on white 21, #767676 is the lightest grey that passes on white.
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert contrast("#777777", "#ffffff") < 4.5


def test_every_colour_is_written_in_full() -> None:
    for colour in [value for pair in COLOURS.values() for value in pair] + list(OKABE_ITO.values()):
        assert len(colour) == 7
        int(colour[1:], 16)


def test_a_drawing_is_a_string_that_notebooks_show() -> None:
    drawing = document(10, 10, title="Nothing")
    assert isinstance(drawing, str)
    assert isinstance(drawing, Svg)
    shown = drawing._repr_svg_()
    assert shown == drawing
    assert type(shown) is str
    assert type(pickle.loads(pickle.dumps(drawing))) is Svg


def test_any_text_survives_as_content_and_as_attribute() -> None:
    nasty = "<a href=\"x\"> & 'b' ]]> \t\n end"
    root = ElementTree.fromstring(document(9, 9, text(nasty, 1, 2, data_note=nasty), title=nasty, description=nasty))
    written = root.find(f"{SVG}text")
    assert written is not None
    assert (
        written.text == nasty == written.get("data-note") == root.findtext(f"{SVG}title") == root.findtext(f"{SVG}desc")
    )


@pytest.mark.parametrize("lost", ["\x00", "\x1b", "\ud800", "\uffff"])
def test_characters_that_xml_cannot_hold_are_replaced(lost: str) -> None:
    root = ElementTree.fromstring(document(9, 9, title=f"a{lost}b").encode())
    assert root.findtext(f"{SVG}title") == "a\ufffdb"


def test_markup_is_not_escaped_twice() -> None:
    inner = svg_element("tspan", "a < b")
    assert escape(inner) == inner
    assert text(inner, 0, 0).count("&lt;") == 1
    assert "&lt;b&gt;" in group("<b>")
    assert isinstance(group(), Markup)


def test_a_drawing_parses_and_names_itself() -> None:
    pieces = (
        rect(1, 2, 3, 4, fill="panel", stroke="faint"),
        circle(1, 2, 3, stroke="ink"),
        path("M0 0H3", stroke="accent"),
        line([(0, 0), (1.25, 2)], closed=True, fill=shade_name(0.3)),
    )
    root = ElementTree.fromstring(document(100, 50.5, group(*pieces, at=(1, 2), title="Pieces"), title="A drawing"))
    assert root.get("viewBox") == "0 0 100 51"
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "A drawing"


def test_colours_are_plain_and_for_browsers_variables_with_a_dark_block() -> None:
    drawing = document(9, 9, rect(0, 0, 1, 1, fill="card-edge"), title="")
    light, dark = COLOURS["card-edge"]
    assert f'fill="{light}" class="fill-card-edge"' in drawing
    assert f"--card-edge:{light};" in drawing.partition("@media")[0]
    assert "@media (prefers-color-scheme:dark)" in drawing
    assert f"--card-edge:{dark};" in drawing.partition("@media")[2]
    assert ".passatempo .fill-card-edge{fill:var(--card-edge)}" in drawing
    assert "--card:" not in drawing  # only what is used
    assert "stroke-card-edge" not in drawing


def test_what_has_no_colour_has_that_of_its_group_else_ink() -> None:
    drawing = document(9, 9, group(rect(0, 0, 1, 1, fill=INHERIT), fill="accent"), text("x", 0, 0), title="")
    root = ElementTree.fromstring(drawing)
    assert root.get("fill") == COLOURS["ink"][0]
    assert ".passatempo{max-width:100%;height:auto;fill:var(--ink);" in drawing
    inside = root.find(f"{SVG}g")
    assert inside is not None
    assert (inside.get("fill"), inside[0].get("fill")) == (COLOURS["accent"][0], None)


@pytest.mark.parametrize("name", COLOURS)
def test_plain_colours_are_the_light_ones(name: str) -> None:
    written = plain_colour(name)[1:]
    full = written if len(written) == 6 else "".join(digit * 2 for digit in written)
    assert f"#{full}" == COLOURS[name][0]


def test_all_rules_are_inside_the_root_class_and_nothing_is_fetched() -> None:
    drawing = document(9, 9, text("x", 1, 1, fill="accent"), title="")
    style = (ElementTree.fromstring(drawing).findtext(f"{SVG}style") or "").strip()
    assert style.startswith("@supports(color:var(--a)){\n")  # what knows no variables passes over all of it
    assert style.endswith("\n}")
    style = style.partition("\n")[2].removesuffix("\n}")
    selectors = [rule.split("{")[0] for rule in style.replace("@media (prefers-color-scheme:dark){", "").split("\n")]
    assert {selector[:11] for selector in selectors if selector} == {".passatempo"}
    assert " id=" not in drawing  # two drawings in one page share no identifiers
    for foreign in ("url(", "@import", "href", "<script"):
        assert foreign not in drawing
    assert drawing.count("http") == 1  # the namespace


def test_a_colour_without_a_name_is_refused() -> None:
    with pytest.raises(KeyError, match="pink"):
        paint_attributes("pink")


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (-0.0, "0"), (10.0, "10"), (0.5, ".5"), (-0.25, "-.25"), (100.004, "100"), (12345678, "12345678")],
)
def test_numbers_are_short(value: float, written: str) -> None:
    assert short_number(value) == written


def test_columns_line_up() -> None:
    assert grid([[1, 20], [300, 4]]) == "  1 20\n300  4"
    assert grid([["a", "b"], ["ccc"]], left=True) == "a   b\nccc"
    assert grid(["..O", "X.."]) == ". . O\nX . ."


def test_marks_do_not_move_their_columns() -> None:
    rows = [[1, 2, 3], [4, 5, 60]]
    assert grid(rows, marks={(0, 1): "[]", (1, 2): "()"}) == " 1 [2]  3\n 4  5 (60)"


def test_headings_stand_over_their_columns() -> None:
    assert grid([".#", "#."], top=(1, 10), side=(1, 10)) == "    1 10\n1   .  #\n10  #  ."


def test_wide_characters_take_two_columns() -> None:
    lines = grid([["雷", 1], ["x", 2]]).splitlines()
    assert [text_width(written) for written in lines] == [4, 4]
    assert pad_text("♥\ufe0f", 3) == "  ♥\ufe0f"


def test_empty_boards_are_empty_texts() -> None:
    assert grid([]) == ""
    assert grid([[]]) == ""


def test_render_imports_nothing_but_a_little_python() -> None:
    code = "import sys; from passatempo.render import grid, playing_cards, svg; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"xml", "unicodedata", "msgspec", "rich"} & set(loaded)
