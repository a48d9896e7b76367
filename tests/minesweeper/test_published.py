"""The published text: its example, its three methods, its program to the letter, and each fault with its board.

Tests: encodings/cp_published.py, commands.py
"""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from passatempo.core.errors import PassatempoError, UsageError
from passatempo.core.limits import Deadline, Limits, silent
from passatempo.core.outcome import Status
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.minesweeper import neighbours, published, read
from passatempo.minesweeper.commands import MATRIX, TRIALS, neighbourhood_of, read_matrix
from passatempo.minesweeper.formats import pl
from passatempo.minesweeper.text import write_place

from ..helpers.outside import ENVIRONMENT
from .fields import layouts, random_board

pytest.importorskip("ortools")
pytest.importorskip("clingo")

GAME = pastime("minesweeper")
PORT = Path(__file__).parents[1] / "data" / "minesweeper" / "published_swi.pl"

# What each board shows, from the specification's runs of a port to SWI-Prolog and from counting layouts by hand:
# the cells that the program calls safe, and those that are (None: there is no layout).
SHOWN = {
    "01#1#": ([], [(0, 4)]),
    "##1/212": ([(0, 0), (0, 1)], None),
    "2#": ([], None),
    "##1/21#": ([(0, 1), (1, 2)], None),
    "00#": ([], [(0, 2)]),
    "00##": ([(0, 2)], [(0, 2)]),
}


def called_safe(board):
    """Ask the published program."""
    outcome = ask(GAME.problem("safe"), board, method="cp-published")
    assert not outcome.checked
    return list(outcome.answer.safe)


def test_the_neighbours_of_the_example():
    """The text prints it; the other cells are those of a loop over all pairs of cells."""
    matrix = read_matrix(MATRIX)
    assert neighbourhood_of(2, 1, matrix).neighbours == ("A", "2", "D", "0", "F")
    for row in range(1, 4):
        for column in range(1, 5):
            near = [(r, c) for r in range(1, 4) for c in range(1, 5) if max(abs(r - row), abs(c - column)) == 1]
            found = neighbourhood_of(row, column, matrix)
            assert found.to_json()["cells"] == [[r, c] for r, c in near]
            assert found.neighbours == tuple(matrix[r - 1][c - 1] for r, c in near)


@pytest.mark.parametrize("text", ["[[a, 22], [c, d]].", "a 22 / c d", "a,22\nc,d\n", "a\t22/c\td"])
def test_a_matrix_of_ones_own(text):
    assert str(neighbours(matrix=text.replace("\n", "/"), row=1, column=1)) == "[22, c, d]"
    assert str(neighbours(matrix=[["a", 22], ["c", "d"]], row=1, column=1)) == "[22, c, d]"
    assert json.loads(neighbours(text, row=2, column=1).json_text()) == {
        "cell": [2, 1],
        "entry": "c",
        "neighbours": ["a", "22", "d"],
        "cells": [[1, 1], [1, 2], [2, 2]],
    }


@pytest.mark.parametrize(
    ("text", "row", "told"),
    [
        ("", 1, "the matrix is empty"),
        ("[[]]", 1, "the matrix is empty"),
        ("ab/c", 1, "row 2 has 1 entry, 2 expected"),
        ("ab/cd", 3, "(3, 1) is not a cell of a matrix of 2 rows and 2 columns"),
        ("[a, b]", 1, "'a, b' is not a row in brackets"),
    ],
)
def test_matrices_that_are_none(text, row, told):
    with pytest.raises(PassatempoError) as raised:
        neighbours(text, row=row, column=1)
    assert told in str(raised.value)


@pytest.mark.parametrize("grid", SHOWN)
def test_faults(grid):
    said, true = SHOWN[grid]
    assert called_safe(read(grid)) == said
    every = layouts(read(grid))
    if true is None:
        assert not every
        assert ask(GAME.problem("safe"), read(grid)).status is Status.IMPOSSIBLE
    else:
        covered = [cell for cell, code in enumerate(read(grid).cells) if code > 250]
        assert [cell for cell in covered if not any(cell in mines for mines in every)] == [c for _, c in true]


def test_every_fault_is_in_the_table():
    assert [trial.grid for trial in TRIALS] == list(SHOWN)


def test_the_first_version_answers_about_opened_cells():
    """F6: on 1x3 `0 0 #` it calls the opened (1, 1) safe; on the board of F1 only the opened (1, 2)."""
    from passatempo.minesweeper.encodings.cp_published import PropagationStore, _LiteralProgram

    def first_version(board, cell):
        """Tell whether the program without the three lines of task 1.2, which takes opened cells too, says "safe"."""
        program = None if PropagationStore(board).has_failed else _LiteralProgram(board, Deadline(Limits()), silent)
        return program is not None and program.with_mine(cell).status is Status.IMPOSSIBLE

    assert [first_version(read("00#"), cell) for cell in range(3)] == [True, True, True]
    assert [cell for cell in range(5) if first_version(read("01#1#"), cell)] == [1]


def test_the_example_matrix_is_no_board():
    """F7: its zeros leave the 2 at (1, 2) a single cell."""
    board = read("#22#/###1/0##0")
    assert not layouts(board)
    assert ask(GAME.problem("safe"), board).status is Status.IMPOSSIBLE


def test_how_often_the_program_loses_safe_cells():
    """F1, counted over all positions of real fields of 2x3 cells: 36 of 358 lose some, 56 of 422 cells in all."""
    from passatempo.minesweeper import Board
    from passatempo.minesweeper.encodings.cp_published import PropagationStore

    surface = Board(2, 3, bytes([255] * 6)).surface
    positions = set()
    for field in range(2**6):
        numbers = [sum(field >> n & 1 for n in surface.neighbours(cell)) for cell in range(6)]
        free = [cell for cell in range(6) if not field >> cell & 1]
        for shown in range(2 ** len(free)):
            opened = {cell for i, cell in enumerate(free) if shown >> i & 1}
            positions.add(bytes(numbers[cell] if cell in opened else 255 for cell in range(6)))
    assert len({cells for cells in positions if any(code != 255 for code in cells)}) == 357  # and the covered board
    losing = lost = safe = 0
    for cells in positions:
        board = Board(2, 3, cells)
        every = layouts(board)
        numbers = [(cell, code) for cell, code in enumerate(cells) if code < 250]
        loose = [
            mines
            for mines in range(2**6)
            if all(sum(mines >> n & 1 for n in surface.neighbours(cell)) == code for cell, code in numbers)
        ]
        certain = [cell for cell in range(6) if cells[cell] == 255 and not any(cell in mines for mines in every)]
        missed = [cell for cell in certain if any(mines >> cell & 1 for mines in loose)]
        safe += len(certain)
        lost += len(missed)
        losing += bool(missed)
        assert not PropagationStore(board).has_failed
    assert (losing, len(positions), lost, safe) == (36, 358, 56, 422)


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")
def test_our_model_of_the_program_against_a_port_that_runs(tmp_path):
    """The same cells are called safe by SWI-Prolog's propagation and labeling."""
    dice = random.Random(5)
    boards = [read(grid) for grid in SHOWN] + [random_board(dice, 8) for _ in range(20)]
    for board in boards:
        file = tmp_path / "board.pl"
        file.write_text(PORT.read_text(encoding="utf-8") + pl.write(board), encoding="utf-8")
        line = ["swipl", "-g", "main", "-t", "halt", str(file)]
        told = subprocess.run(line, capture_output=True, text=True, check=True, timeout=60, env=ENVIRONMENT)
        said = [tuple(int(word) - 1 for word in row.split()) for row in told.stdout.splitlines()]
        assert said == called_safe(board), pl.write(board)


def test_the_command_answers_the_tasks():
    told = str(published()).splitlines()
    assert "= [A, 2, D, 0, F]" in told[1]
    assert told[3] == "1.1 can (1, 5) hold a mine? no: it is safe"
    assert told[4] == "1.2 all safe cells: (1, 5)"
    assert [row.split(": ")[-1] for row in told[5:8]] == [
        "an answer set (safe)",
        "no answer set (may be mine)",
        "no answer set (contradiction)",
    ]


def test_the_command_takes_a_board():
    assert str(published("##1/212")).splitlines()[1].split() == ["##1/212", "(1,", "1)", "(1,", "2)", "contradictory"]


HEXAGONS = read(GAME.example("hexagons"))


def test_the_command_refuses_a_neighbourhood_that_the_program_does_not_know():
    for text in (GAME.example("hexagons"), "#1\noffsets: 0 1"):
        with pytest.raises(UsageError, match=r"knows the eight cells around, not (variant hexagonal|offsets)"):
            published(text)


def test_the_command_keeps_the_mine_count_of_an_example():
    """Without its count the flags of this example leave other cells certain."""
    told = published(GAME.example("flags")).to_json()
    true = ask(GAME.problem("safe"), read(GAME.example("flags"))).answer.safe
    assert told["trials"][0]["safe"] == " ".join(map(write_place, true))


def test_an_example_keeps_its_neighbours():
    """Six in rows of hexagons: the cell itself is to the right in the third row."""
    told = neighbours(GAME.example("hexagons"), row=3, column=4).to_json()
    near = [[2, 3], [2, 4], [3, 3], [3, 5], [4, 3], [4, 4]]
    assert told["cells"] == near
    assert [[r + 1, c + 1] for r, c in map(HEXAGONS.place, sorted(HEXAGONS.surface.neighbours(17)))] == near


def test_a_matrix_has_no_neighbourhood_of_its_own():
    for line in ("variant: hexagonal", " offsets: 0 1"):
        with pytest.raises(PassatempoError, match="a matrix has the eight cells around"):
            neighbours(matrix=f"# 1\n{line}")
