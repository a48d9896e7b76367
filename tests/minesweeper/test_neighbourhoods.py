"""Positions of every variant are judged by the layouts that its rule allows, counted from the words of the rule."""

import json
from collections import Counter
from itertools import combinations, product

import pytest

from passatempo import minesweeper
from passatempo.minesweeper.game.match.command import win_rate


def around(variant, rows, columns, cell):
    """Return the cells around a cell, from the words of the rule."""
    row, column = divmod(cell, columns)
    steps = [(i, j) for i, j in product(range(-2, 3), repeat=2) if abs(i * j) == 2]
    if variant != "knight":
        steps = [(0, 1), (0, -1), *((i, row % 2 - j) for i in (-1, 1) for j in (0, 1))]
        steps = steps if variant == "hexagonal" else [step for step in product((-1, 0, 1), repeat=2) if any(step)]
    places = [(row + i, column + j) for i, j in steps]
    return {i % rows * columns + j % columns for i, j in places
            if variant == "torus" or (0 <= i < rows and 0 <= j < columns)}  # fmt: skip


@pytest.mark.parametrize("variant", ["torus", "hexagonal", "knight"])
def test_positions_are_judged_by_their_neighbourhood(variant):
    text, hidden = f"0###\n####\n##1#\n####\nmines: 3\nvariant: {variant}", {*range(16)} - {0, 10}
    fields = [{*mines} for mines in combinations(hidden, 3)
              if [len(around(variant, 4, 4, at) & {*mines}) for at in (0, 10)] == [0, 1]]  # fmt: skip
    mined = Counter(cell for mines in fields for cell in mines)
    certain = {cell for cell in hidden if mined[cell] in (0, len(fields))}
    assert {r * 4 + c for r, c in minesweeper.safe(text).answer.safe} == hidden - {*mined}
    assert {r * 4 + c for r, c in (one.cell for one in minesweeper.explain(text).answer.reasons)} == certain
    assert minesweeper.chances(text).answer.solutions == len(fields)
    r, c = minesweeper.guess(text).answer.candidates[0].place
    assert r * 4 + c not in mined
    for cell in hidden:
        click = minesweeper.click(text, click=(cell // 4 + 1, cell % 4 + 1)).answer
        assert click.probability * len(fields) == mined[cell]


def test_neighbours_of_an_example_are_those_of_its_variant():
    for row, column in product(range(6), range(7)):
        found = minesweeper.neighbours(minesweeper.example("hexagons"), row=row + 1, column=column + 1)
        assert {7 * r + c for r, c in found.cells} == around("hexagonal", 6, 7, 7 * row + column)


@pytest.mark.parametrize(("variant", "sure"), [("square", True), ("knight", False)])
def test_a_win_rate_is_that_of_the_variant(variant, sure):
    """On one row a knight has no neighbours, so that every click is a guess; a square field shows its mine."""
    told = json.loads("".join(win_rate(rows=1, columns=4, mines=1, variant=variant, games=40, format="json")))
    assert (told["policies"][0]["rate"] == 1) == sure
