"""Boards in the terminal: rows and columns are numbered as cells are named.

Tests: words.py
"""

import re

import pytest

from passatempo.core.random import Random
from passatempo.optimiza import write
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import VARIANTS, Board, Duel
from passatempo.optimiza.words import show_board, show_duel


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("n", [2, 5, 11])
def test_every_cell_is_found_by_its_row_and_column(variant, n):
    board = generate(Params(n, variant), Random(4))
    lines = show_board(board).splitlines()
    if variant == "hex-tri":
        assert lines[-2:] == ["columns count from the left in each row", f"variant: {variant}"]
        top, rows = None, lines[:n]
    else:
        top, rows = lines[0], lines[1 : 1 + len(board.rows)]
    for i, (line, cells) in enumerate(zip(rows, board.rows, strict=True), 1):
        assert line.split() == [str(i), *map(str, cells)]
        if top is not None:  # the last digits of a column stand below those of its number
            ends = [match.end() for match in re.finditer(r"\d+", top)]
            assert [line[:end].split()[-1] for end in ends] == list(map(str, cells))


def test_the_canonical_text_has_no_numbers():
    board = Board(2, (1, 1, 1, 2))
    assert write(board) == "1 1\n1 2\n"


def test_the_signs_of_a_duel_stand_on_a_numbered_board():
    shown = show_duel(Board(2, (1, 1, 1, 2)), Duel((1, 1, 1, 0), (3, 3, 3, 2), 3)).splitlines()
    assert shown[:3] == ["    1  2", "1  +3 +3", "2  +3 -2"]
    assert shown[3].startswith("+ the first mover wins, - loses;")
