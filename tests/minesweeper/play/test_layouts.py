"""The layouts of a board in order, against lists of all of them by brute force.

Tests: exact/layouts.py
"""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import FormatError, PassatempoError
from passatempo.minesweeper import Board, layouts, new, read
from passatempo.minesweeper.exact import methods
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN
from passatempo.minesweeper.text import write_layout

from .. import fields

CASES = json.loads((Path(__file__).parents[2] / "data/minesweeper/layouts.json").read_text())["cases"]
SHAPES = [
    ("square", ()),
    ("torus", ()),
    ("hexagonal", ()),
    ("knight", ()),
    ("square", ((0, 1), (1, 1))),
    ("torus", ((0, 2),)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["grid"])
def test_the_layouts_of_the_cases(case, capsys):
    listed = layouts(case["grid"], mines=case["mines"], limit=100)
    assert listed.to_json() == {"count": str(case["count"]), "layouts": case["layouts"]}
    assert run(["minesweeper", "layouts", case["grid"], "--mines", str(case["mines"]), "--limit", "2"]) == 0
    blocks = capsys.readouterr().out.rstrip("\n").split("\n\n")
    assert blocks == [str(case["count"]), *(grid.replace("/", "\n") for grid in case["layouts"][:2])]


def random_board(dice, variant, offsets):
    """Draw a position of a small field, with flags and unknown numbers; some have a wrong number or mine count."""
    rows, columns = dice.choice(((2, 5), (3, 3), (5, 2), (1, 8), (3, 4)))
    mine = [dice.random() < 0.35 for _ in range(rows * columns)]
    board = Board(rows, columns, bytes([COVERED]) * len(mine), sum(mine), variant, offsets)
    cells = [sum(mine[near] for near in board.surface.neighbours(cell)) for cell in range(len(mine))]
    for cell, hidden in enumerate(mine):
        if hidden or dice.random() < 0.5:
            cells[cell] = FLAG if dice.random() < 0.2 else COVERED
        elif dice.random() < 0.2:
            cells[cell] = UNKNOWN if dice.random() < 0.5 else dice.randint(0, board.surface.degree)
    return replace(board, cells=bytes(cells), mines=dice.choice((None, board.mines, board.mines, board.mines + 1)))


def in_order(board):
    """List all layouts, cell by cell in reading order, a mine before none."""
    cells = range(len(board.cells))
    found = sorted(fields.layouts(board), key=lambda mines: [cell not in mines for cell in cells])
    bare = replace(board, cells=board.cells.replace(bytes([FLAG]), bytes([COVERED])))
    return [write_layout(bare, mines).replace("\n", "/") for mines in found]


@pytest.mark.parametrize(("variant", "offsets"), SHAPES, ids=str)
def test_the_layouts_of_random_boards_with_flags_and_unknown_numbers(variant, offsets):
    dice, impossible = random.Random(f"{variant}{offsets}"), 0
    for _ in range(60):
        board = random_board(dice, variant, offsets)
        right = in_order(board)
        assert layouts(board, limit=5000).to_json() == {"count": str(len(right)), "layouts": right}
        assert list(layouts(board, limit=3).grids) == right[:3]
        impossible += not right
    assert 0 < impossible < 30


def test_the_first_layouts_of_an_expert_position_need_few_questions(monkeypatch):
    """The walk asks once for each choice, and meets no dead end."""
    board, asked = new(preset="expert", seed=5), []
    monkeypatch.setattr(methods, "safe", lambda position, ask=methods.safe: asked.append(position) or ask(position))
    listed = layouts(board)
    assert 10 <= len(asked) <= board.covered + 2 * 10
    assert len(set(listed.grids)) == 10
    assert list(listed.grids) == sorted(listed.grids, key=lambda grid: [sign != "*" for sign in grid])
    for grid in listed.grids:
        signs = grid.replace("/", "")
        mines = {cell for cell, sign in enumerate(signs) if sign == "*"}
        assert len(mines) == 99
        for cell, code in enumerate(board.cells):
            assert code == COVERED or code == len(mines.intersection(board.surface.neighbours(cell)))


def test_a_limit_beyond_its_bounds_is_refused():
    assert layouts("##", limit=0).to_json() == {"count": "4", "layouts": []}
    for limit in (-1, 100_001):
        with pytest.raises(PassatempoError, match=f"limit: {limit} is not a number from 0 to 100000"):
            layouts("##", limit=limit)


def test_boards_are_taken_as_by_the_questions():
    board = read("##1", mines=1)
    right = {"count": "1", "layouts": ["#*1"]}
    for given, keys in ((board, {}), ("##1", {"mines": 1}), ({"grid": "##1", "mines": 1}, {}), (None, {"grid": "##1"})):
        assert layouts(given, **{**keys, "mines": 1}).to_json() == right
    with pytest.raises(PassatempoError, match="mine"):
        layouts("##1", nope=1)
    with pytest.raises(FormatError):
        layouts("##1/q")


def test_a_number_of_layouts_that_is_too_large_to_count_is_unknown():
    n, dice = 61, random.Random(1)
    mine = [(cell // n % 2 == 0 or cell % n % 2 == 0) and dice.random() < 0.3 for cell in range(n * n)]
    surface = Board(n, n, bytes([COVERED]) * (n * n)).surface
    cells = [
        sum(mine[near] for near in surface.neighbours(cell)) if cell // n % 2 and cell % n % 2 else COVERED
        for cell in range(n * n)
    ]
    listed = layouts(Board(n, n, bytes(cells)), limit=0)
    assert (listed.count, str(listed)) == (None, "unknown")
    assert listed.to_json() == {"count": None, "layouts": []}
