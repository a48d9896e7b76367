"""The published files and the formats of other programs, as texts and through the command line.

Tests: formats/asp.py, formats/mine.py, formats/minesweepr.py, formats/pl.py
"""

import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from passatempo import minesweeper
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError, UsageError
from passatempo.core.json import encode
from passatempo.core.queries import instance_of
from passatempo.core.registry import pastime
from passatempo.core.text import Piece
from passatempo.minesweeper import Board, read, text
from passatempo.minesweeper.formats import asp, mine, minesweepr, pl
from passatempo.minesweeper.game.match.command import win_rate
from passatempo.minesweeper.model import COVERED, FLAG, UNKNOWN
from passatempo.minesweeper.text import board_of

# Short texts that state the largest sizes they can.
BOMBS = {
    "pl": ["schema(999999999,999999999,[[A]]).", f"schema({'9' * 18},1,[[A]]).", "schema(8192,8192,[[A]])."],
    "asp": ["matr(8192,8192).", "matr(67108864,1).", "matr(1,999999999).", f"matr({'9' * 18},{'9' * 18})."],
    "mine": ["999999999x999999999x999999999\nH", "8192x8192x5\nH"],
    "minesweepr": [],  # a grid, whose rows and signs are counted
}

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
        written = (text.write if form == "text" else GAME.format_modules[form].write)(board)
    except UsageError as error:
        assert str(error)
        return None
    return read(written)


@pytest.mark.parametrize("form", ["text", *GAME.formats])
@settings(max_examples=40)
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
        shape = GAME.wiring.json
        assert instance_of(GAME, encode(shape.dump(board)), {}) == board


@pytest.mark.parametrize(
    ("rows", "columns"),
    [(1, 1), (1, 2), (1, 3), (3, 1), *(pytest.param(*size, marks=pytest.mark.long) for size in ((2, 2), (1, 4)))],
)
def test_every_tiny_board_in_every_format(rows, columns):
    """All boards of up to four cells: nothing is refused but what a format has no words for."""
    for codes in product((COVERED, FLAG, UNKNOWN, 0, 1, 2), repeat=rows * columns):
        board = Board(rows, columns, bytes(codes), 1)
        for form in ("text", *GAME.formats):
            found = read_back(form, board)
            if found:
                assert found == told_by(form, board)
            else:
                assert form != "text"
                assert UNKNOWN in codes or (form == "minesweepr" and ambiguous(board))


def ambiguous(board):
    """Tell whether the signs of minesweepr say something else too: from the rules for reading, cell by cell."""
    zeros = [cell for cell, code in enumerate(board.cells) if code == 0]
    whole = COVERED not in board.cells and (zeros or set(board.cells) == {1})
    beside = any(board.cells[n] == COVERED for cell in zeros for n in board.surface.neighbours(cell))
    return FLAG in board.cells or whole or beside


def test_a_grid_that_reads_as_the_head_of_a_mine_file_is_refused():
    with pytest.raises(UsageError, match=r"its first row 1x1x1 is the head of a .mine file"):
        minesweepr.write(read("1#1#1"))


@given(st.text(alphabet="schematrclick(),.[]_A0123456789-#x*F? /%:\n", max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        read(text)
    except (FormatError, InvalidInstance) as error:
        assert str(error)


def test_flags_of_other_programs():
    assert read("3x2x2\nHF1\nH21") == Board(2, 3, bytes([COVERED, FLAG, 1, COVERED, 2, 1]), 2)
    assert read("xF1\n111").cells == bytes([COVERED, FLAG, 1, 1, 1, 1])


def test_files_of_games_that_were_lost():
    """`?` and M are covered; what stands behind the last row says nothing."""
    assert read("3x2x1\nH?1\n1M1\nbye\n*") == read("##1/1#1", mines=1)


def test_the_compressor_of_jsminesweeper():
    """I is a covered known mine, O a flag elsewhere; numbers beside F and I are one less for each."""
    assert read("3x2x1\nHI1\n000\n") == read("##2/111", mines=1)
    assert read("3x2x3\nFOI\n0M0\n") == read("FF#/1#1", mines=3)
    assert read("3x1x2\nFO1\n") == read("FF1", mines=2)  # next to no known mine
    assert read("3x1x2\nF1F\n") == read("F1F", mines=2)  # not compressed
    with pytest.raises(FormatError, match="line 3, column 2: with the known mines around it this is 9, not a number"):
        read("3x3x8\nIII\nI1I\nIII\n")


FIELD = "this is a whole minefield, whose mines are all known; 'field' measures it, 'play' plays it"


def choices(*readings):
    """Return the end of a sentence about two readings, or about none that decides."""
    return f"add the line {' or '.join(f'reading: {name}' for name in readings)}, or pass --reading"


def signs(advice):
    return f"write {advice}, as no --reading decides it"


OPENED_OR_COVERED = "two readings: ? is an opened square whose number is not known, or a covered square; " + choices(
    "position", "covered"
)
FREE_OR_COVERED = "two readings: {} is an opened square, or a covered square; {}"
BOTH_COVERED = "two readings: both {} and another sign may be covered squares; " + signs(
    "# for a covered square, 0 for an opened one"
)
ROW_OR_SQUARE = "two readings: / ends a row, or is an opened square; " + signs(
    "each row on a line of its own, 0 for an opened square"
)
COVERED_OR_MINE = "two readings: x is a covered square or a mine; " + choices("position", "field")
NUMBER_OR_MINE = "two readings: 1 is a number or a mine; " + choices("position", "field")
MINE_OR_FLAG = "two readings: * is a known mine or a flag; " + signs("F for a flag")
REFUSED = [
    ("..*\n...\n*..\n", FIELD),
    ("02*\n02*\n", FIELD),
    ("--*\n---\n", FIELD),
    ("..*\nvariant: torus", FIELD),
    ("// a game\n1*\n2*", "line 2, column 1: 2 mines are around this square, not 1"),
    (" *  *\n  *\n", "line 2, column 1: row 2 has 3 squares, 5 expected"),
    (".x.\n...", "line 1, column 2: " + COVERED_OR_MINE),
    ("0x", "line 1, column 2: " + COVERED_OR_MINE),
    ("100\n001\n", "line 1, column 1: " + NUMBER_OR_MINE),
    ("00/01", "line 1, column 5: " + NUMBER_OR_MINE),
    ("01\nmines: 0", "line 1, column 2: " + NUMBER_OR_MINE),
    ("x*\n1x\n", "line 1, column 2: " + MINE_OR_FLAG),
    ("#.\n.*\nreading: position", "line 2, column 2: " + MINE_OR_FLAG),
    ("1.\n.*\nreading: position", "line 1, column 1: 'position' is not a reading of this board (field)"),
    ("#1?", "line 1, column 3: " + OPENED_OR_COVERED),
    ("F1\n1?", "line 2, column 2: " + OPENED_OR_COVERED),
    ("12?/1??", "line 1, column 3: " + OPENED_OR_COVERED),
    ("?1-", "line 1, column 1: " + BOTH_COVERED.format("?")),
    ("#?\nvariant: hexagonal", "line 1, column 2: " + OPENED_OR_COVERED),
    ("..1\n.21", "line 1, column 1: " + FREE_OR_COVERED.format(".", choices("position", "covered"))),
    ("- - 1 - -", "line 1, column 1: " + FREE_OR_COVERED.format("-", choices("covered"))),
    ("F1.\nmines: 1", "line 1, column 3: " + FREE_OR_COVERED.format(".", choices("position", "covered"))),
    ("#-1\n110\nmines: 1", "line 1, column 2: " + FREE_OR_COVERED.format("-", choices("position"))),
    ("###\n121\n...\nvariant: torus", "line 3, column 1: " + FREE_OR_COVERED.format(".", choices("position"))),
    ("#1//", "line 1, column 3: " + ROW_OR_SQUARE),
    ("/#1/#1", "line 1, column 1: " + ROW_OR_SQUARE),
    ("#1/ /#1", "line 1, column 3: " + ROW_OR_SQUARE),
    ("#1/#1/\nmines: 1", "line 1, column 3: " + ROW_OR_SQUARE),
    ("#1\n1/", "line 2, column 2: " + ROW_OR_SQUARE),
    ("#1/\n#1/\nreading: position", "line 1, column 3: " + ROW_OR_SQUARE),
    (
        "?1.\nreading: position",
        "line 1, column 3: '.' (row 1, column 3) is not a cell (# covered, F flag, ? unknown, 0 to 8)",
    ),
    (
        ".1-\nreading: position",
        "line 1, column 3: '-' (row 1, column 3) is not a cell (# covered, F flag, ? unknown, 0 to 8)",
    ),
    ("#|/", "line 1, column 2: '|' (row 1, column 2) is not a cell (# covered, F flag, ? unknown, 0 to 8)"),
    ("x.\nreading: field", FIELD),
]


@pytest.mark.parametrize(("given", "told"), REFUSED)
def test_a_text_with_two_readings_is_refused(given, told):
    with pytest.raises(FormatError) as raised:
        read(given)
    assert str(raised.value) == told


WHOLE_FIELD = "..*\n..*\n"


@pytest.mark.parametrize("given", [WHOLE_FIELD, "0x\n", "10\n", "*x\n", "#1?\n", "1.\n", "#1/\n"])
def test_every_way_to_hand_over_a_text_refuses_it(given, capsys, tmp_path, monkeypatch):
    path = tmp_path / "board"
    path.write_text(given, encoding="utf-8")
    with pytest.raises(FormatError) as raised:
        minesweeper.safe(given)
    assert re.search("two readings: |whole minefield", str(raised.value))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    for words in (
        ["safe", str(path)],
        ["chances", "-"],
        ["guess", given.rstrip()],
        *([] if given == WHOLE_FIELD else [["convert", str(path), "--to", "json"]]),  # which writes a field
    ):
        assert run(["minesweeper", *words]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"passatempo: {raised.value}\n")


@pytest.mark.parametrize("grid", ["#1?", "..1", "10", "#1//"])
def test_a_grid_of_json_or_an_option_is_in_our_signs(grid, capsys):
    """`?` is an opened square, 1 a number, a slash ends a row, and a dot is no sign; as before."""
    rc = run(["minesweeper", "safe", "--grid", grid])
    out, err = capsys.readouterr()
    assert (rc, bool(out), "two readings" in err) == ((2, False, False) if "." in grid else (grid == "10", True, False))


def test_the_layout_of_a_record_is_no_position(tmp_path):
    path = tmp_path / "games.jsonl"
    list(win_rate(rows=4, columns=4, mines=3, games=1, record=str(path)))
    with pytest.raises(FormatError, match="this is a whole minefield"):
        read("\n".join(json.loads(path.read_text(encoding="utf-8"))["layout"]))


def test_the_line_that_says_position():
    assert read("00x\n10.\nreading: position") == read("00#/100")
    assert read("..\nReading: position") == read("00")
    assert read("?1?\nreading: position").cells == bytes([UNKNOWN, 1, UNKNOWN])
    assert read("10\n01\nreading: position").cells == bytes([1, 0, 0, 1])
    assert text.write(board_of(Piece.of_text("10/01"), mines=0)) == "10\n01\nreading: position\nmines: 0\n"
    assert text.write(board_of(Piece.of_text("10/01"), variant="torus")) == "10\n01\nvariant: torus\n"


def test_keys_of_a_neighbourhood_say_that_numbers_are_ours():
    """As lines or as options: no other program writes a neighbourhood."""
    lines = "; ".join(f"{down} {right}" for down, right in MANY)
    for board in (read("1x#", offsets=MANY), read(f"1x#\noffsets: {lines}")):
        assert board.cells == bytes([1, 33, COVERED])
    for board in (read("10\n01", variant="torus"), read("10\n01\nvariant: torus")):
        assert board.cells == bytes([1, 0, 0, 1])
    with pytest.raises(FormatError, match="two readings: 1 is"):
        read("10\n01", mines=0)


def test_a_grid_alone_has_one_reading():
    board = read("10\n01\nreading: position")
    assert instance_of(GAME, '{"grid": "10/01"}', {}) == instance_of(GAME, {"grid": "10/01"}) == board
    assert read("#", grid="10/01") == board
    with pytest.raises(FormatError, match=r"'\.' \(row 1, column 1\) is not a cell"):
        read("#", grid="..*")


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
        ("schema(1,2,[[_,1}]).", "'}' was found, but , or ] is expected"),
        ("schema(1,2,[[_,1]", "the fact ends too early"),
        ("schema(1,2,[[_ 1]]).", "'1' was found, but , or ] is expected"),
        ("schema(1,2,[['a,1]]).", "the text quoted by ' does not end"),
        ("schema(1,2,[[_,1]]). /* never", "the comment that starts here does not end"),
        ("matr(1,2). schema(1,1).", "a fact schema of 3 numbers is expected here"),
        ("matr(1,2). schema(1,1,X).", "'X' is not a whole number"),
        ("matr(1,2). schema(1,1,9).", "9 is not a value from 0 to 8"),
        ("matr(0,2). schema(1,1,1).", "matr(0,2) is not the size of a board"),
        ("matr(99999,99999).", "line 1, column 1: 99999 x 99999 is too large: boards have at most 1048576 cells"),
        ("2x2x1\nHH\nH", "line 3, column 1: row 2 has 1 square, 2 expected"),
        ("2x2x1\nHH", "2 rows of 2 cells declared, 1 of 2 given"),
        ("2x1x1\nH9", "line 2, column 2: '9' is not a cell"),
    ],
)
def test_what_is_wrong_is_named(text, told):
    with pytest.raises((FormatError, InvalidInstance)) as raised:
        read(text)
    assert told in str(raised.value)


def test_what_a_format_cannot_say_is_refused():
    for board, write in (
        (Board(1, 2, bytes([UNKNOWN, 1])), pl.write),
        (Board(1, 2, bytes([COVERED, 1]), variant="torus"), asp.write),
        (Board(1, 2, bytes([COVERED, 1])), mine.write),
    ):
        with pytest.raises(UsageError):
            write(board)


def test_flags_win_over_the_text():
    board = read("matr(1,2). schema(1,2,1). click(1,1).", mines=1, click=(1, 2))
    assert (board.mines, board.click) == (1, (0, 1))


@pytest.mark.quick(4)
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


@pytest.mark.quick(2)
@pytest.mark.parametrize("form", ["pl", "asp", "minesweepr", "text", "json"])
def test_convert_there_and_back(form):
    grid = "##10\n2210\n"
    written = command("convert", "-", "--to", form, text=grid)
    assert command("convert", "-", "--to", "text", text=written.stdout).stdout == grid


def test_every_fault_is_ours():
    """No reader raises anything but the package's own errors."""
    for case in MALFORMED:
        try:
            read(case["text"])
        except PassatempoError:
            continue
