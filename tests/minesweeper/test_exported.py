"""The exported programs are read without the systems that run them: by small readers of ours.

Tests: encodings/programs.py, model.py
"""

import random
from contextlib import suppress

import pytest

from passatempo.minesweeper import Board, read
from passatempo.minesweeper.encodings.programs import export_minizinc, export_prolog
from passatempo.minesweeper.model import COVERED, UNKNOWN

from .fields import random_board
from .readers import MiniZinc, Prolog, Wrong

# What the two systems bring along, of what the programs call.
LISTS = {("length", 2), ("findall", 3), ("member", 2), ("nth1", 3), ("labeling", 2), ("labeling", 1), ("once", 1)}
TESTS = {
    ("=", 2),
    ("==", 2),
    ("=:=", 2),
    ("is", 2),
    (">=", 2),
    ("=<", 2),
    ("integer", 1),
    ("!", 0),
    ("true", 0),
    ("fail", 0),
}
SWI = {
    ("between", 3),
    ("maplist", 3),
    ("maplist", 2),
    ("append", 2),
    ("sum", 3),
    ("in", 2),
    ("forall", 2),
    ("format", 1),
}
SWI |= {("format", 2)}
ECLIPSE = {
    ("foreach", 2),
    ("for", 3),
    ("param", 1),
    ("between", 4),
    ("flatten", 2),
    ("#=", 2),
    ("::", 2),
    ("printf", 2),
}
BUILT_IN = {"swi": LISTS | TESTS | SWI, "eclipse": LISTS | TESTS | ECLIPSE}


def boards():
    dice = random.Random(11)
    yield read("##1/212")
    yield read("##1/212", mines=1)
    yield read("#1")
    for _ in range(20):
        yield random_board(dice, 12)


def entries(board):
    """Return the numbers of a board row by row, None for a covered cell."""
    codes = [None if code in (COVERED,) else code for code in board.cells]
    return [codes[i * board.columns : (i + 1) * board.columns] for i in range(board.rows)]


def plain(board):
    """Tell whether every cell is covered without a claim, or has its number."""
    return all(code == COVERED or code < 9 for code in board.cells)


@pytest.mark.parametrize("form", ["swi", "eclipse"])
def test_prolog_programs_are_read_and_hold_the_board(form):
    seen = 0
    for board in boards():
        program = Prolog(export_prolog(board, form))
        missing = program.called() - program.defined() - BUILT_IN[form]
        assert missing <= program.dynamic(), "what is dynamic may have no fact"
        assert program.dynamic() == {("mine_count", 1), ("opened", 2), ("own", 0), ("beside", 4)}
        if not plain(board):
            continue
        seen += 1
        ((rows, columns, matrix),) = program.facts("schema")
        assert (rows, columns) == (board.rows, board.columns)
        assert [[entry if isinstance(entry, int) else None for entry in row] for row in matrix] == entries(board)
        assert program.facts("mine_count") == ([] if board.mines is None else [(board.mines,)])
    assert seen >= 10


def test_minizinc_models_are_read_and_hold_the_board():
    for board in boards():
        model = MiniZinc(export_minizinc(board, "minizinc"))
        assert model.unknown() == set()
        assert model.declared.keys() == model.assigned.keys() | {"mine"}
        codes = {COVERED: -1, UNKNOWN: -2}
        shown = [codes.get(code, code if code < 9 else -1) for code in board.cells]
        assert [value for row in model.matrix("shown") for value in row] == shown
        assert (model.number("rows"), model.number("columns")) == (board.rows, board.columns)
        assert model.number("mines") == (-1 if board.mines is None else board.mines)
        assert board.cell(model.number("click_row") - 1, model.number("click_column") - 1) is not None


@pytest.mark.parametrize(
    "damage",
    [
        ("shown(R, C, Entry) :-", "shown(R, C Entry) :-"),
        ("nth1(J, Row, Entry).", "nth1(J, Row, Entry)"),
        ("[-1, 0, 1]", "[-1, 0, 1"),
        ("I is R + DR", "I is R DR"),
        ("Places),", "Places,"),
    ],
)
def test_the_reader_of_prolog_refuses_what_is_damaged(damage):
    text = export_prolog(read("##1/212"), "swi")
    assert damage[0] in text
    with pytest.raises(Wrong):
        Prolog(text.replace(*damage, 1))


@pytest.mark.parametrize(
    "damage", [("rows = 2;", "rows = 2"), ("array2d(1..2", "array2d 1..2"), ("int: rows;", ""), ('"\\n"]', '"\\n]')]
)
def test_the_reader_of_minizinc_refuses_what_is_damaged(damage):
    text = export_minizinc(read("##1/212"), "minizinc")
    assert damage[0] in text
    with suppress(Wrong):
        assert MiniZinc(text.replace(*damage, 1)).unknown() == {"rows"}


def test_the_boards_are_not_all_alike():
    assert len({board.cells for board in boards() if isinstance(board, Board)}) > 15
