"""Browsers put the colours of the reader's theme over the plain colours of a drawing.

Tests: render/svg.py, render/colours.py
"""

import pytest

from passatempo.core.registry import BUILT_IN, pastime
from passatempo.render.colours import COLOURS

KINDS = ("fill", "stroke")
LOOK = """() => [...document.querySelectorAll("svg, svg [class]")].map(
  (element) => [element.getAttribute("class"), getComputedStyle(element).fill, getComputedStyle(element).stroke])"""


def rgb(colour):
    """Write a colour as browsers compute it."""
    return "rgb({}, {}, {})".format(*bytes.fromhex(colour[1:]))


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize(("mode", "scheme"), [(0, "light"), (1, "dark")])
def test_drawings_follow_the_theme(browser, name, mode, scheme):
    game = pastime(name)
    drawing = game.wiring.draw(game.wiring.read(game.example(next(iter(game.examples)))))
    page = browser.new_page(color_scheme=scheme)
    page.set_content(drawing)
    seen = page.evaluate(LOOK)
    page.close()
    assert seen[0] == ["passatempo", rgb(COLOURS["ink"][mode]), "none"]
    painted = 0
    for classes, *colours in seen[1:]:
        for word in classes.split():
            kind, _, colour = word.partition("-")
            assert colours[KINDS.index(kind)] == rgb(COLOURS[colour][mode])
            painted += 1
    assert painted > 2
