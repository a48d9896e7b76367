"""Pictures and graphs of boards: what they show is on the board.

Tests: drawing.py, formats/dot.py, formats/graph.py
"""

import re
from xml.etree import ElementTree

import pytest

from passatempo.core.random import Random
from passatempo.optimiza.drawing import draw_board, draw_route
from passatempo.optimiza.exact import best as exact
from passatempo.optimiza.formats import dot
from passatempo.optimiza.formats import graph as picture
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.geometry import legal_moves
from passatempo.optimiza.model import VARIANTS, row_lengths

each_variant = pytest.mark.parametrize("variant", VARIANTS)
SVG = "{http://www.w3.org/2000/svg}"


def board_of(variant, n=5):
    return generate(Params(n, variant), Random(4, "pictures", variant))


def words(svg):
    """Return what the texts of a picture say, in the order in which they are drawn."""
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@each_variant
def test_a_board_is_drawn_with_its_numbers(variant):
    board = board_of(variant)
    drawn = [word for word in words(draw_board(board)) if word and word.isdecimal()]
    lengths = row_lengths(variant, board.n)
    labels = [*range(1, len(lengths) + 1), *range(1, max(lengths) + 1)]
    assert sorted(map(int, drawn)) == sorted([*board.cells, *labels])


@each_variant
def test_a_path_is_drawn_with_every_move(variant):
    board = board_of(variant)
    route = exact.best(board).answer
    titles = ElementTree.fromstring(draw_route(board, route)).itertext()
    told = [word for word in titles if re.search(r"move \d", word)]
    assert len({word for text in told for word in re.findall(r"move \d+", text)}) >= len(route.places) - 1


@each_variant
def test_the_graph_has_every_move(variant):
    board = board_of(variant)
    graph = legal_moves(board)
    written = dot.write(board)
    arrows = sum(board.cells[d] > board.cells[c] for c, onward in enumerate(graph) for d in onward)
    both = sum(board.cells[d] == board.cells[c] for c, onward in enumerate(graph) for d in onward) // 2
    assert written.count("[dir=none]") == both
    assert written.count(" -> ") == arrows + both
    assert picture.write(board).count("<line") + picture.write(board).count("<path") >= 1
