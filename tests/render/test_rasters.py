"""All drawings as two renderers show them that are no browsers: resvg and, over libcairo, CairoSVG.

No colour of the palette is black: a black pixel is a shape whose colour the renderer did not understand.

Tests: render/rasters.py, render/svg.py, render/print_style.py, optimiza/formats/graph.py,
cards/commands.py
"""

import re
from functools import cache, partial
from itertools import cycle
from xml.etree import ElementTree

import pytest

from passatempo.cards import commands
from passatempo.core.json import with_ask
from passatempo.core.limits import Limits
from passatempo.core.queries import ask
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.minesweeper.text import read as read_board
from passatempo.optimiza.formats import graph
from passatempo.optimiza.model import Board
from passatempo.render.colours import COLOURS, as_grey
from passatempo.render.print_style import in_greys

from .contrast import contrast
from .rasters import RENDERERS, Image, area, colours_of, each_renderer, raster, share

ImageChops = pytest.importorskip("PIL.ImageChops")
SVG = "{http://www.w3.org/2000/svg}"
TINY = Board(2, (1, 1, 1, 2))


@cache
def picture(name):
    """Return one drawing of a pastime: that of the first question of its demo."""
    game = pastime(name)
    question, example = game.demo[0]
    problem, instance = game.problem(question), game.read(game.example(example))
    asked = with_ask(problem, instance, {}) if problem.wiring.ask else instance
    return {f"{example} {question}": problem.wiring.draw(asked, ask(problem, asked, explain=0).answer)}


@cache
def drawings(name):
    """Return the different drawings of a pastime: all examples, all questions, with and without an answer."""
    game = pastime(name)
    found = {}
    for example in game.examples:
        instance = game.read(game.example(example))
        found[game.wiring.draw(instance)] = example
        for problem in game.problems:
            question = with_ask(problem, instance, {}) if problem.wiring.ask else instance
            answer = ask(problem, question, limits=Limits(seconds=2), explain=0).answer
            found.setdefault(problem.wiring.draw(question, answer), f"{example} {problem.name}")
            found.setdefault(problem.wiring.draw(question, None), f"{example} {problem.name} unanswered")
    return {told: drawing for drawing, told in found.items()}


@cache
def others():
    """Return the drawings that no question has: the graph, the unrolled board, measured times."""
    times = [
        commands.RunRow(name, "-", "-", verdict, None, None, None, None, 0.01)
        for name, verdict in (("a", "yes"), ("b", "?"))
    ]
    game = pastime("cards")
    rank = game.problem("rank")
    question = with_ask(rank, game.read("cards: 1 1 1 2 2"), {"sequence": [1, 2, 1, 2, 1]})
    return {
        "rank": rank.wiring.draw(question, ask(rank, question).answer),
        "graph": graph.write(TINY),
        "times": commands.draw(times),
    }


WALKS = {f"one of {name}": partial(picture, name) for name in BUILT_IN}
LONG_WALKS = {**{name: partial(drawings, name) for name in BUILT_IN}, "others": others}
each_walk = pytest.mark.parametrize(
    "walk", [*WALKS, *(pytest.param(name, marks=pytest.mark.long) for name in LONG_WALKS)]
)
WALKS |= LONG_WALKS


@pytest.mark.long
def test_every_question_of_every_pastime_is_drawn():
    for name in BUILT_IN:
        told = {word for key in drawings(name) for word in key.split()}
        missing = {problem.name for problem in pastime(name).problems} - told - set(others())
        # These draw the instance alone, which is here already, or what another question draws.
        assert missing <= {
            "optimiza": {"count", "levels", "hint", "enumerate"},
            "minesweeper": {"safe", "explain"},
        }.get(name, set())


@each_walk
@each_renderer
def test_the_page_is_white_and_nothing_is_black(walk, renderer):
    for told, drawing in WALKS[walk]().items():
        image = raster(drawing, renderer)
        wide, high = (int(ElementTree.fromstring(drawing).get(side)) for side in ("width", "height"))
        assert image.size == (wide, high), told
        for edge in ((0, 0, 3, high), (wide - 3, 0, wide, high), (0, 0, wide, 3), (0, high - 3, wide, high)):
            assert set(area(image, edge)) == {(255, 255, 255)}, f"{told}: something is cut off at {edge}"
        colours = colours_of(image)
        assert min(map(max, colours)) >= 24, f"{told}: black, of which the palette has none"
        assert 0.004 < 1 - colours[255, 255, 255] / colours.total() < 0.85, told


@each_walk
def test_in_greys_only_greys_show_and_are_as_far_apart(walk):
    """A word that can be read in colours can be read on paper: its grey has the same contrast.

    The renderers take turns: that each understands every shape is tested in colours.
    """
    for (told, drawing), renderer in zip(WALKS[walk]().items(), cycle(RENDERERS), strict=False):
        grey = in_greys(drawing)
        assert "<style" not in grey
        assert not re.findall(r'class="|="#(?!(..)\1\1")', grey), told
        colours = colours_of(raster(grey, renderer))
        assert share(colours, lambda colour: max(colour) - min(colour) > 2) == 0, told
        assert 0.004 < 1 - colours[255, 255, 255] / colours.total() < 0.85, told
    for one in COLOURS.values():
        assert abs(contrast(one[0], "#ffffff") - contrast(as_grey(one[0]), "#ffffff")) < 0.15


@each_walk
def test_two_renderers_agree(walk):
    for told, drawing in WALKS[walk]().items():
        one, other = (raster(drawing, renderer) for renderer in RENDERERS)
        size = (min(one.width, other.width) // 12, min(one.height, other.height) // 12)
        full = (size[0] * 12, size[1] * 12)
        blurred = [image.crop((0, 0, *full)).resize(size, Image.Resampling.BOX) for image in (one, other)]
        away = colours_of(ImageChops.difference(*blurred))
        assert share(away, lambda colour: max(colour) > 48) <= 0.02, told  # words may stand a few pixels aside


def placed(element, at=(0.0, 0.0), inherited=()):
    """Yield all elements with their place and the attributes that they have from themselves and their groups."""
    shift = element.get("transform", "")
    if shift.startswith("translate("):
        x, y = shift.removeprefix("translate(").partition(")")[0].split()
        at = (at[0] + float(x), at[1] + float(y))
    inherited = {**dict(inherited), **element.attrib}
    yield element, at, inherited
    for child in element:
        yield from placed(child, at, inherited)


@each_walk
@each_renderer
def test_every_word_shows(walk, renderer):
    for told, drawing in WALKS[walk]().items():
        image = raster(drawing, renderer)
        for element, (x, y), known in placed(ElementTree.fromstring(drawing)):
            if element.tag != f"{SVG}text":
                continue
            words = "".join(element.itertext())
            x, y = x + float(element.get("x", 0)), y + float(element.get("y", 0))
            size = float(known.get("font-size", 16))
            aside = size * {"middle": 0, "end": -0.5}.get(known.get("text-anchor"), 0.5)
            aside += size * 0.6 * (len(words) - len(words.lstrip()))
            assert 0 <= x <= image.width, f"{told}: {words}"
            assert size * 0.6 <= y <= image.height, f"{told}: {words}"
            seen = area(image, (x + aside - size, y - size, x + aside + size, y + 2))
            ink = tuple(bytes.fromhex(full(known["fill"])))
            near = min(max(abs(a - b) for a, b in zip(colour, ink, strict=True)) for colour in seen)
            assert near < 110, f"{told}: {words}"


def full(colour):
    """Return the six digits of a colour."""
    digits = colour.removeprefix("#")
    return digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)


@each_walk
def test_colours_are_plain_attributes(walk):
    for told, drawing in WALKS[walk]().items():
        root = ElementTree.fromstring(drawing)
        for word in ("light-dark(", "color-mix", "<image", "url("):
            assert word not in drawing, told
        for element, _, known in placed(root):
            assert "style" not in element.attrib, told
            assert not any("var(" in value for value in element.attrib.values()), told
            for name in (element.get("class") or "").split():
                kind, _, colour = name.partition("-")
                if kind in ("fill", "stroke"):
                    assert f"#{full(element.get(kind))}" == COLOURS[colour][0], told
            if element.tag.removeprefix(SVG) in ("rect", "circle", "path", "text", "tspan"):
                assert known["fill"] == "none" or full(known["fill"]) != "000000", told
                assert known["fill"] != "none" or "stroke" in known, told


@each_walk
def test_words_need_no_rare_font(walk):
    for told, drawing in WALKS[walk]().items():
        words = "".join("".join(element.itertext()) for element in ElementTree.fromstring(drawing).iter(f"{SVG}text"))
        words.encode("latin-1")
        assert drawing.count("<text") > 0, told


def test_large_boards_are_cut():
    board = read_board("\n".join(["#" * 200] * 200))
    assert len(pastime("minesweeper").wiring.draw(board)) < 900_000
