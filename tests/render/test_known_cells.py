"""What is to be dark, light or coloured in a picture, said from the instance and from how large a cell or a card is.

Never by the functions that draw: mines come from brute force, marks from the text of the example.

Tests: render/legend.py, render/playing_cards.py
"""

from collections import Counter
from itertools import pairwise, product
from math import ceil

import pytest

from passatempo.cards.drawing import draw_deal
from passatempo.cards.model import Deal
from passatempo.core.json import with_ask
from passatempo.core.queries import ask
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.machiavelli.drawing import draw_turn
from passatempo.machiavelli.model import Turn
from passatempo.machiavelli.text import read as read_turn
from passatempo.minesweeper.text import read as read_board
from passatempo.optimiza.drawing import draw_route
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import VARIANTS, Board, Route, row_lengths
from passatempo.render.legend import LegendSign, legend
from passatempo.render.svg import circle, document

from .rasters import (
    RENDERERS,
    area,
    around,
    each_renderer,
    has_word,
    is_blue,
    is_dark,
    is_green,
    is_light,
    is_orange,
    is_red,
    raster,
    share,
)

TINY = Board(2, (1, 1, 1, 2))


@pytest.mark.parametrize("renderer", [*RENDERERS, "resvg without fonts"])
def test_suits_show_and_red_ones_are_red(renderer):
    """Cards of 46 by 66 lie side by side, 22 apart, from (40, 72); the large suit of each is around (31, 48)."""
    image = raster(
        draw_turn(Turn(((0,), (13,), (26,), (39,)))), renderer
    )  # the aces of spades, hearts, diamonds, clubs
    for k, (red, middle) in enumerate([(False, is_dark), (True, is_light), (True, is_light), (False, is_dark)]):
        left = 40 + 68 * k
        seen = area(image, (left + 20, 72 + 37, left + 42, 72 + 60))
        assert (share(seen, is_red) > 0.05) == red
        assert (share(seen, is_dark) > 0.1) == (not red)
        assert middle(image.getpixel((left + 31, 72 + 49)))  # red suits are hollow
        corner = area(image, (left + 5, 72 + 24, left + 20, 72 + 38))
        assert share(corner, is_red if red else is_dark) > 0.05


@each_renderer
def test_jokers_are_yellow(renderer):
    image = raster(draw_turn(read_turn("JK | 6S\njokers: 1")), renderer)
    assert image.getpixel((40 + 8, 72 + 60)) == (255, 244, 207)
    assert image.getpixel((40 + 68 + 8, 72 + 60)) == (255, 255, 255)


def mines_of(rows, number):
    """Return for each covered cell in how many layouts it has a mine, and the number of layouts; by brute force."""
    cells = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    hidden = [place for place in cells if rows[place[0]][place[1]] in "#F"]
    layouts = []
    for chosen in product((False, True), repeat=len(hidden)):
        mines = {place for place, mine in zip(hidden, chosen, strict=True) if mine}
        shown = [place for place in cells if place not in hidden]
        if len(mines) == number and all(
            sum(max(abs(i - a), abs(j - b)) == 1 for a, b in mines) == int(rows[i][j]) for i, j in shown
        ):
            layouts.append(mines)
    return {place: sum(place in mines for mines in layouts) for place in hidden}, len(layouts)


@each_renderer
def test_mines_and_safe_cells_are_where_brute_force_has_them(renderer):
    """Cells of 34 by 34 from (26, 26); a mine is a disc of radius 6, a tick turns at (-2, 6)."""
    rows = ("FFF###", "12324#", "00002#", "00001#")
    board = read_board("\n".join([*rows, "mines: 6"]))
    problem = pastime("minesweeper").problem("safe")
    image = raster(problem.wiring.draw(board, ask(problem, board).answer), renderer)
    counts, layouts = mines_of(rows, 6)
    seen = Counter()
    for i, j in product(range(4), range(6)):
        x, y = 26 + 34 * j + 17, 26 + 34 * i + 17
        kind = counts.get((i, j), -1)
        pixels = area(image, around(x, y, 11))
        assert (share(pixels, is_red) > 0.15) == (kind == layouts)
        assert is_red(image.getpixel((x, y))) == (kind == layouts)
        assert (share(pixels, is_green) > 0.05) == (kind == 0)
        assert image.getpixel((x - 14, y + 14)) == ((255, 255, 255) if kind == -1 else (241, 244, 246))
        assert (share(pixels, is_dark) > 0.02) == (rows[i][j] in "1234")
        seen[kind == layouts, kind == 0] += 1
    assert seen[True, False] > 0
    assert seen[False, True] > 0


@each_renderer
def test_chances_are_shades(renderer):
    rows = ("####", "#2##", "####")
    board = read_board("\n".join([*rows, "mines: 3"]))
    problem = pastime("minesweeper").problem("chances")
    question = with_ask(problem, board, {})
    image = raster(problem.wiring.draw(question, ask(problem, question).answer), renderer)
    counts, layouts = mines_of(rows, 3)
    blue = {}
    for (i, j), number in counts.items():
        if 0 < number < layouts:
            blue[i, j] = image.getpixel((26 + 34 * j + 3, 26 + 34 * i + 30))[2]
    assert len({counts[place] for place in blue}) > 1
    for one, other in product(blue, repeat=2):  # the likelier the mine, the stronger the orange
        assert counts[one] <= counts[other] or blue[one] < blue[other]


@each_renderer
def test_crosses_and_rings_are_where_the_position_has_them(renderer):
    """Cells of 36 by 36 from (34, 34); the arms of a cross and the radius of a ring are 10."""
    game = pastime("mnk")
    text = game.example("fork")
    rows = [line.split() for line in text.splitlines() if set(line.split()) <= set(".XO") and line.strip()]
    image = raster(game.wiring.draw(game.read(text)), renderer)
    assert Counter(sign for row in rows for sign in row) == {".": 5, "X": 2, "O": 2}
    for i, j in product(range(3), repeat=2):
        x, y = 34 + 36 * j + 18, 34 + 36 * i + 18
        assert is_blue(image.getpixel((x, y))) == (rows[i][j] == "X")
        assert is_blue(image.getpixel((x + 7, y - 7))) == (rows[i][j] == "X")
        assert is_red(image.getpixel((x + 10, y))) == (rows[i][j] == "O")
        assert image.getpixel((x + 15, y - 3)) == (241, 244, 246)
    for k in range(3):  # letters over the columns, numbers before the rows
        assert has_word(image, around(34 + 36 * k + 18, 20, 6))
        assert has_word(image, (16, 34 + 36 * k + 10, 30, 34 + 36 * k + 26))


@each_renderer
def test_a_path_fills_its_cells(renderer):
    """Cells of 44 by 44 from (30, 30)."""
    image = raster(draw_route(TINY, Route(((0, 0), (1, 1)))), renderer)
    for i, j in product(range(2), repeat=2):
        x, y = 30 + 44 * j + 22, 30 + 44 * i + 22
        assert is_orange(image.getpixel((x - 18, y + 18))) == (i == j)
        assert (image.getpixel((x - 18, y + 18)) == (241, 244, 246)) == (i != j)
        assert share(area(image, around(x, y, 8)), is_dark) > 0.05  # the number, over every line
    assert share(area(image, (60, 60, 90, 90)), is_blue) > 0.02  # the move between them


@each_renderer
@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_and_columns_have_numbers(variant, renderer):
    """Cells of 44 from (30, 30); rows of hexagons are 38.1 apart and 22 aside, whose columns go on slanting."""
    board = generate(Params(4, variant), Random(7, "labels"))
    image = raster(pastime("optimiza").wiring.draw(board), renderer)
    lengths = row_lengths(variant, 4)
    down = 38.1 if variant.startswith("hex") else 44
    aside = {"hex-torus": 22, "hex-tri": -22}.get(variant, 0)
    first = 52 - aside * (len(lengths) - 1) if variant == "hex-tri" else 52  # the middle of the first row's first cell
    for i in range(len(lengths)):
        left = first + aside * i - 22
        assert has_word(image, (left - 18, 52 + down * i - 7, left - 3, 52 + down * i + 7))
    for j in range(max(lengths)):
        x, y = 52 + 44 * j - (20 if aside else 0), 52 + down * (len(lengths) - 1) + 35 if variant == "hex-tri" else 18
        assert has_word(image, around(x, y, 8))


@each_renderer
def test_bars_are_as_tall_as_their_numbers(renderer):
    values = (1, 1, 1, 2, 2, 5, 7, 7, 7, 7)
    counts = Counter(values)
    image = raster(draw_deal(Deal(values)), renderer)
    for k, value in enumerate(sorted(counts)):  # 860 wide from 40, the tallest of 320
        x = round(40 + 860 / len(counts) * (k + 0.5))
        column = Counter(is_blue(image.getpixel((x, y))) for y in range(image.height))
        assert abs(column[True] - 320 * counts[value] / max(counts.values())) <= 2


@each_renderer
def test_a_mountain_has_its_highest_card_at_the_top(renderer):
    """The plot is 860 by 320 from (40, 40): a dot for each card, a line between, a ring where it turns."""
    game = pastime("cards")
    deal = game.read(game.example("lone"))
    problem = game.problem("order")
    answer = ask(problem, deal).answer
    image = raster(problem.wiring.draw(deal, answer), renderer)
    cards = answer.sequence
    low, high = min(cards), max(cards)
    spots = [(40 + 860 / (len(cards) - 1) * k, 40 + 320 * (high - card) / (high - low)) for k, card in enumerate(cards)]
    for k, (x, y) in enumerate(spots):
        assert share(area(image, around(x, y, 1)), is_dark) > 0.5
        turns = 0 < k < len(cards) - 1 and (cards[k] - cards[k - 1]) * (cards[k + 1] - cards[k]) < 0
        if turns:
            assert share(area(image, around(x, y, 8)), is_red) > 0.05
    for (x, y), (right, down) in pairwise(spots):
        assert share(area(image, around((x + right) / 2, (y + down) / 2, 2)), is_blue) > 0.2
    assert cards.index(high) == min(range(len(spots)), key=lambda k: spots[k][1])


@each_renderer
def test_a_legend_stands_where_it_is_put(renderer):
    made = legend(
        [LegendSign(circle(0, 0, 5, fill="bad"), "a mine"), LegendSign(circle(0, 0, 5, fill="good"), "safe")],
        (10, 20),
        99,
    )
    image = raster(document(260, 60, made.legend_markup, title="A legend"), renderer)
    assert is_red(image.getpixel((18, 31)))
    second = ceil(10 + 16 + 6 + 6.6 * len("a mine") + 18 + 8)
    assert is_green(image.getpixel((second, 31)))
    assert has_word(image, (32, 20, 72, 42))
