"""The published files and the formats of other programs, as texts and through the command line.

Tests: formats/tokens.py, formats/facts.py, formats/other_programs.py, formats/prolog.py
"""

import json
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from passatempo.core.asking import instance_of
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError, UsageError
from passatempo.core.json import encode
from passatempo.core.methods import resolve
from passatempo.core.registry import pastime
from passatempo.minesweeper import Board, read, text
from passatempo.minesweeper.formats import facts, prolog
from passatempo.minesweeper.formats import other_programs as games
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN

DATA = Path(__file__).parents[1] / "data" / "minesweeper"
POSITIONS = json.loads((DATA / "positions.json").read_text(encoding="utf-8"))["cases"]
MALFORMED = json.loads((DATA / "malformed.json").read_text(encoding="utf-8"))

GAME = pastime("minesweeper")


def command(*arguments, text):
    """Run the command line on a text."""
    line = [sys.executable, "-m", "passatempo", "minesweeper", *arguments]
    return subprocess.run(line, input=text, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_the_published_files_say_what_the_grid_says(case):
    board = read(case["grid"])
    assert read(case["pl"]) == board
    assert replace(read(case["asp"]), click=None) == board


# Boards whose texts another reader might take for its own: rows like 1x1x1, digits alone, letters, every neighbourhood.
odd_boards = st.tuples(
    st.integers(1, 3),
    st.integers(1, 6),
    st.sampled_from(["square", "torus", "hexagonal", "knight", "many"]),
    st.lists(st.sampled_from([COVERED, COVERED, FLAG, UNKNOWN, 0, 1, 2, 6, 8, 33, 34]), min_size=18, max_size=18),
    st.sampled_from([None, 0, 1, 3, 10**9 - 1, 10**9, 10**39]),
    st.sampled_from([None, (0, 0), (0, 5), (-4, 2), (10**18, -(10**18))]),
)
MANY = tuple((down, right) for down in range(-3, 4) for right in range(-2, 3) if (down, right) != (0, 0))


def odd_board(drawn):
    """Make such a board; None where its numbers are too high for it."""
    rows, columns, variant, codes, mines, click = drawn
    own = {"variant": "square", "offsets": MANY} if variant == "many" else {"variant": variant}
    try:
        return Board(rows, columns, bytes(codes[: rows * columns]), mines, click=click, **own)
    except InvalidInstance:
        return None


def told_by(form, board):
    """Return what a format says of a board: what it leaves out is left out here."""
    if form == "text":
        return board
    plain = replace(board, cells=board.cells.replace(bytes([FLAG]), bytes([COVERED])))
    return {
        "pl": replace(plain, mines=None, click=None),
        "asp": plain,
        "mine": replace(board, click=None),
        "minesweepr": replace(board, mines=None, click=None),
    }[form]


def read_back(form, board):
    """Write a board and read it; None where the format refuses it."""
    try:
        written = (text.write if form == "text" else resolve(GAME.formats[form]))(board)
    except UsageError as error:
        assert str(error)
        return None
    return read(written)


@pytest.mark.parametrize("form", ["text", *GAME.formats])
@given(drawn=odd_boards)
@example(drawn=(1, 5, "square", [1, COVERED, 1, COVERED, 1, *[0] * 13], None, None))
@example(drawn=(1, 5, "many", [1, 33, 1, 33, 1, *[0] * 13], None, None))
@example(drawn=(1, 1, "square", [COVERED, *[0] * 17], 10**9, (10**18, 0)))
def test_every_format_reads_what_it_wrote_or_refuses_to_write_it(form, drawn):
    board = odd_board(drawn)
    if board is None:
        return
    found = read_back(form, board)
    if form == "text" or found is not None:
        assert found == told_by(form, board)


@given(drawn=odd_boards)
def test_json_reads_what_it_wrote(drawn):
    board = odd_board(drawn)
    if board is not None:
        shape = resolve(GAME.json)
        assert instance_of(GAME, encode(shape.dump(board)), {}) == board


def test_every_tiny_board_in_every_format():
    """All boards of up to four cells: nothing is refused but what a format has no words for."""
    for rows, columns in ((1, 1), (1, 2), (1, 3), (3, 1), (2, 2), (1, 4)):
        for codes in product((COVERED, FLAG, UNKNOWN, 0, 1, 2), repeat=rows * columns):
            board = Board(rows, columns, bytes(codes), 1)
            for form in ("text", *GAME.formats):
                found = read_back(form, board)
                assert found == told_by(form, board) if found else UNKNOWN in codes and form != "text"


def test_a_grid_that_reads_as_the_head_of_a_mine_file_is_refused():
    with pytest.raises(UsageError, match=r"its first row 1x1x1 is the head of a .mine file"):
        games.write_minesweepr(read("1#1#1"))


@given(st.text(alphabet="schematrclick(),.[]_A0123456789-#x*F? /%:\n", max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        read(text)
    except (FormatError, InvalidInstance) as error:
        assert str(error)


def test_flags_of_other_programs():
    assert read("3x2x2\nHF1\nH21") == Board(2, 3, bytes([COVERED, FLAG, 1, COVERED, 2, 1]), 2)
    assert read("x*1\n.11").cells == bytes([COVERED, FLAG, 1, 0, 1, 1])


def test_variables_with_letters_of_other_tongues():
    assert read("schema(1, 3, [[Élan, _x, 1]]).").cells == bytes([COVERED, COVERED, 1])


def test_comments_and_directives_are_left_alone():
    board = read("/* a\nboard */ :- halt. schema(1,2,[[_,1]]). % schema(9,9,[]).\nother(a).")
    assert (board.rows, board.columns) == (1, 2)
    assert board.remarks == ("directives are ignored, nothing is executed", "clauses of other are ignored")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("schema(1,2,[[_,1]]). schema(1,2,[[_,1]]).", "line 1, column 22: this is a second fact schema/3"),
        ("schema(1,2,[[_,1}]).", "'}' stands where , or ] is expected"),
        ("schema(1,2,[[_,1]", "the fact ends too early"),
        ("schema(1,2,[[_ 1]]).", "'1' stands where , or ] is expected"),
        ("schema(1,2,[['a,1]]).", "the text quoted by ' does not end"),
        ("schema(1,2,[[_,1]]). /* never", "the comment that begins here does not end"),
        ("matr(1,2). schema(1,1).", "a fact schema of 3 numbers is expected here"),
        ("matr(1,2). schema(1,1,X).", "'X' is not a whole number"),
        ("matr(1,2). schema(1,1,9).", "9 is not a value from 0 to 8"),
        ("matr(0,2). schema(1,1,1).", "matr(0,2) is not the size of a board"),
        ("matr(99999,99999).", "is not the size of a board"),
        ("2x2x1\nHH\nH", "row 2 has 1 cell, 2 expected"),
        ("2x2x1\nHH", "2 rows of 2 cells are declared, 1 of 2 given"),
        ("2x1x1\nH9", "line 2, column 2: '9' is not a cell"),
    ],
)
def test_what_is_wrong_is_named(text, told):
    with pytest.raises((FormatError, InvalidInstance)) as raised:
        read(text)
    assert told in str(raised.value)


def test_what_a_format_cannot_say_is_refused():
    for board, write in (
        (Board(1, 2, bytes([UNKNOWN, 1])), prolog.write),
        (Board(1, 2, bytes([COVERED, 1]), variant="torus"), facts.write),
        (Board(1, 2, bytes([COVERED, 1])), games.write_mine_file),
    ):
        with pytest.raises(UsageError):
            write(board)


def test_flags_win_over_the_text():
    board = read("matr(1,2). schema(1,2,1). click(1,1).", mines=1, click=(1, 2))
    assert (board.mines, board.click) == (1, (0, 1))


@pytest.mark.quick(8)
@pytest.mark.parametrize("case", MALFORMED, ids=lambda case: case["id"])
def test_malformed_files_through_the_command_line(case):
    question = "click" if case["expect"].startswith("answer") else "safe"
    told = command(question, "-", "--format", "json", text=case["text"])
    if case["expect"] == "error":
        assert (told.returncode, told.stdout) == (2, "")
        assert len(told.stderr.strip().splitlines()) == 1
        return
    outcome = json.loads(told.stdout)
    assert told.returncode == 0
    assert told.stderr.startswith("warning: ") == (case["expect"] == "accept_with_warning")
    if question == "click":
        assert outcome["answer"]["verdict"] == case["expect"].partition(":")[2]


@pytest.mark.parametrize("form", ["pl", "asp", "minesweepr", "text", "json"])
def test_convert_there_and_back(form):
    grid = "##1\n012\n"
    written = command("convert", "-", "--to", form, text=grid)
    assert command("convert", "-", "--to", "text", text=written.stdout).stdout == grid


def test_every_fault_is_ours():
    """No reader raises anything but the package's own errors."""
    for case in MALFORMED:
        try:
            read(case["text"])
        except PassatempoError:
            continue
