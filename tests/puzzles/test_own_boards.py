"""Own boards: the verdict, two solutions and the near misses, each judged by a search that shares nothing with them.

Tests: puzzles/own_boards.py, minesweeper/puzzles/own_positions.py
"""

import io
import json
import sys
from itertools import combinations, islice, pairwise
from pathlib import Path

import pytest

from passatempo.cards import read as read_cards
from passatempo.cli.main import run
from passatempo.core.limits import Deadline, Limits
from passatempo.minesweeper import read as read_position
from passatempo.optimiza import read as read_board
from passatempo.optimiza.puzzles.path import make_own
from passatempo.puzzles.puzzle import COUNT_SECONDS, NEAR_MISSES, Refusal, refuse_own

from ..cards.puzzle_oracle import rows
from ..minesweeper.puzzle_oracle import mine_counts, numbers_of, safe_cells
from ..optimiza.puzzle_oracle import best_paths, landings

DATA = Path(__file__).parents[1] / "data/puzzles"
BOARDS = json.loads((DATA / "own_boards.json").read_text(encoding="utf-8"))["boards"]
MISPRINTS = [board for board in BOARDS if "says" in board]
CELLS = [
    puzzle
    for puzzle in json.loads((DATA / "minesweeper.json").read_text(encoding="utf-8"))["puzzles"]
    if puzzle["kind"] == "cell"
]


def boards(pastime):
    """Return the boards of a pastime with a verdict, as parameters of a test."""
    judged_boards = [board for board in BOARDS if board["pastime"] == pastime and "number" in board]
    return [pytest.param(board, id=board["name"]) for board in judged_boards]


def judged(capsys, tmp_path, text, *words):
    """Judge a board in a file; return the exit code, the JSON and the complaint."""
    file = tmp_path / "board.txt"
    file.write_text(text, encoding="utf-8")
    code = run([words[0], "puzzle", "--own", str(file), "--format", "json", *words[1:]])
    printed = capsys.readouterr()
    return code, json.loads(printed.out) if printed.out else None, printed.err


def assert_verdict(board, code, puzzle):
    """Check the exit code and the number, and return the witnesses and the changes."""
    assert code == board["exit"]
    if code == 0:
        assert (puzzle["id"], puzzle["params"]) == (None, None)
        return [puzzle["solution"]], []
    assert puzzle["unique"] is False
    assert puzzle["number"] == board["number"]
    assert len(puzzle["witnesses"]) == min(2, board["number"])
    assert bool(puzzle["changes"]) is board["changes"]
    return puzzle["witnesses"], puzzle["changes"]


@pytest.mark.parametrize("board", boards("optimiza"))
def test_a_board_of_optimiza_has_one_best_path_or_is_refused(capsys, tmp_path, board):
    code, puzzle, _ = judged(capsys, tmp_path, board["text"], "optimiza")
    witnesses, changes = assert_verdict(board, code, puzzle)
    head, *lines = board["text"].splitlines()
    variant, grid = head.removeprefix("variant: "), [list(map(int, line.split())) for line in lines]
    assert len({str(witness["path"]) for witness in witnesses}) == len(witnesses)
    for witness in witnesses:
        path = [(row - 1, column - 1) for row, column in witness["path"]]
        assert len(set(path)) == len(path)
        assert all(to in landings(grid, variant, at) and grid[at[0]][at[1]] <= grid[to[0]][to[1]]
                   for at, to in pairwise(path))  # fmt: skip
        assert sum(grid[row][column] for row, column in path) == witness["score"] == board["Z"]
    if code == 0:
        assert best_paths(grid, variant)[:2] == (board["Z"], 1)
    if board["changes"]:
        assert changes == list(islice(exchanges(grid, variant), NEAR_MISSES))


def exchanges(grid, variant):
    """Yield the exchanges of two numbers that leave one best path, in reading order."""
    places = [(i, j) for i, row in enumerate(grid) for j in range(len(row))]
    for (i, j), (k, m) in combinations(places, 2):
        other = [list(row) for row in grid]
        other[i][j], other[k][m] = grid[k][m], grid[i][j]
        if other != grid and best_paths(other, variant)[1] == 1:
            yield {"exchange": [[i + 1, j + 1], [k + 1, m + 1]]}


@pytest.mark.parametrize("board", boards("cards"))
def test_a_row_of_cards_has_one_solution_or_is_refused(capsys, tmp_path, board):
    code, puzzle, _ = judged(capsys, tmp_path, board["text"], "cards")
    witnesses, changes = assert_verdict(board, code, puzzle)
    every = rows(read_cards(" ".join(map(str, board["cards"])), D=board["D"], given=board["given"]), most=1000)
    assert len(every) == board["number"]
    assert len({*(tuple(witness["sequence"]) for witness in witnesses)} & {*every}) == len(witnesses)
    single = [
        {"give": [position + 1, card]}
        for position in range(len(board["cards"]))
        for card in sorted(set(board["cards"]))
        if sum(row[position] == card for row in every) == 1 < len(every)
    ]
    assert changes == single[:NEAR_MISSES]


@pytest.mark.parametrize("board", boards("minesweeper"))
def test_a_minefield_has_one_layout_or_is_refused(capsys, tmp_path, board):
    code, puzzle, _ = judged(capsys, tmp_path, board["text"], "minesweeper")
    witnesses, changes = assert_verdict(board, code, puzzle)
    lines = board["text"].split()
    every = layouts(lines)
    assert len(every) == board["number"]
    fields = ["".join(witness["field"]) for witness in witnesses]
    assert len(set(fields) & {"".join(".*"[mine] for mine in layout) for layout in every}) == len(witnesses)
    if code == 0:
        assert witnesses[0]["field"] == board["field"]
        assert puzzle["goal"]["mines"] == fields[0].count("*")
        assert run(["puzzle", "check", str(saved(tmp_path, puzzle)), "\n".join(witnesses[0]["field"])]) == 0
    shown_numbers = [
        (cell, sum(layout[near] for near in around(lines, cell)))
        for layout in every
        for cell in range(len(layout))
        if not layout[cell] and "".join(lines)[cell] == "#"
    ]
    width = len(lines[0])
    single = [
        {"give": [cell // width + 1, cell % width + 1, number]}
        for cell, number in sorted(set(shown_numbers))
        if shown_numbers.count((cell, number)) == 1 < len(every)
    ]
    assert changes == single[:NEAR_MISSES]


def saved(folder, puzzle):
    """Save a puzzle as a file."""
    (folder / "puzzle.json").write_text(json.dumps(puzzle), encoding="utf-8")
    return folder / "puzzle.json"


def around(lines, cell):
    """Return the squares around a square."""
    height, width = len(lines), len(lines[0])
    row, column = divmod(cell, width)
    rows_around, columns_around = range(max(0, row - 1), row + 2), range(max(0, column - 1), column + 2)
    return [i * width + j for i in rows_around for j in columns_around
            if i < height and j < width and (i, j) != (row, column)]  # fmt: skip


def layouts(lines):
    """List all layouts, square by square; a number is checked when the squares around it are laid."""
    signs = "".join(lines)
    numbers = {cell: around(lines, cell) for cell, sign in enumerate(signs) if sign != "#"}
    found = [()]
    for cell, sign in enumerate(signs):
        found = [(*layout, mine) for layout in found for mine in ((0, 1) if sign == "#" else (0,))]
        for at, scope in numbers.items():
            if cell in (at, *scope):
                before, left = [near for near in scope if near <= cell], sum(near > cell for near in scope)
                missing = [int(signs[at]) - sum(layout[near] for near in before) for layout in found]
                found = [layout for layout, mines in zip(found, missing, strict=True) if 0 <= mines <= left]
    return found


@pytest.mark.parametrize(("mines", "code"), [(8, 0), (7, 1), (9, 1)])
def test_the_mine_count_of_a_minefield_is_no_premise_but_must_be_right(capsys, tmp_path, mines, code):
    board = next(board for board in BOARDS if board["name"] == "6x6, 1 layouts")
    assert sum(row.count("*") for row in board["field"]) == 8
    judged_code, puzzle, _ = judged(capsys, tmp_path, f"{board['text']}mines: {mines}\n", "minesweeper")
    assert judged_code == code
    if code:
        assert puzzle == {"unique": False, "number": 0, "witnesses": [], "changes": []}
        run(["minesweeper", "puzzle", "--own", str(tmp_path / "board.txt")])
        assert capsys.readouterr().out == f"The one layout has 8 mines, not {mines}.\n"
    else:
        assert puzzle["instance"].get("mines") is None


@pytest.mark.parametrize("board", MISPRINTS, ids=[board["name"] for board in MISPRINTS])
def test_a_misprint_is_named(capsys, tmp_path, board):
    code, puzzle, complaint = judged(capsys, tmp_path, board["text"], "optimiza")
    assert (code, puzzle) == (board["exit"], None)
    assert all(part in complaint for part in board["says"])
    assert "in one of 7 squares" in complaint


def test_two_misprints_are_not_guessed(capsys, tmp_path):
    _, _, complaint = judged(capsys, tmp_path, "1 1 1 | 1 1 2 | 2 3 3", "optimiza")
    assert "the number 2 occurs 2 times, it must occur 4" in complaint
    assert "printed" not in complaint


@pytest.mark.parametrize("sample", CELLS, ids=[sample["name"] for sample in CELLS])
def test_a_position_with_its_mine_count_has_one_safe_square(capsys, tmp_path, sample):
    grid, mines = sample["instance"]["grid"], sample["instance"]["mines"]
    code, puzzle, _ = judged(capsys, tmp_path, f"{grid}\nmines: {mines}\n", "minesweeper", "--kind", "cell")
    assert code == 0
    assert (puzzle["solution"], puzzle["grade"]) == (sample["solution"], sample["grade"])
    assert puzzle["instance"]["mines"] == mines


@pytest.mark.parametrize("text", ["1##\n###", "01#1#\n#####", "2##\n###", "1#1\n###\n###", "1##\n###\n##2"])
def test_a_position_with_other_than_one_safe_square_is_refused(capsys, tmp_path, text):
    code, puzzle, _ = judged(capsys, tmp_path, text, "minesweeper", "--kind", "cell")
    board, safe = read_position(text), safe_cells(read_position(text))
    assert (code, puzzle["number"]) == (1, len(safe))
    assert [witness["cell"] for witness in puzzle["witnesses"]] == places(board, safe)[:2]
    single = [
        {"give": [row + 1, column + 1, number]}
        for row in range(board.rows)
        for column in range(board.columns)
        for number in range(9)
        if (then := shown(text, row, column, number)) and fits(then) and len(safe_cells(then)) == 1
    ]
    assert puzzle["changes"] == single[:NEAR_MISSES]


def places(board, cells):
    """Return cells as rows and columns from 1, in reading order."""
    return [[cell // board.columns + 1, cell % board.columns + 1] for cell in sorted(cells)]


def shown(text, row, column, number):
    """Return a position with a number at a covered square, or None if the square shows one already."""
    lines = [list(line) for line in text.splitlines()]
    if lines[row][column] != "#":
        return None
    lines[row][column] = str(number)
    return read_position("\n".join(map("".join, lines)))


def fits(board):
    """Tell whether a position has a layout."""
    return bool(mine_counts(board, numbers_of(board)))


def test_flags_are_no_facts_and_the_count_may_be_missing(capsys, tmp_path):
    code, puzzle, _ = judged(capsys, tmp_path, "01F1#", "minesweeper", "--kind", "cell")
    assert (code, puzzle["solution"], puzzle["instance"]["grid"]) == (0, {"cell": [1, 5]}, "01#1#")
    assert puzzle["instance"].get("mines") is None
    assert run(["minesweeper", "puzzle", "--kind", "cell", "--own", "01#1#"]) == 0
    assert capsys.readouterr().out.startswith("own  ★☆☆☆☆  one safe square\n")


def test_a_contradiction_is_named_and_nothing_can_mend_it(capsys, tmp_path):
    text = "2#\n"
    assert judged(capsys, tmp_path, text, "minesweeper", "--kind", "cell")[:2] == (
        1,
        {"unique": False, "number": 0, "witnesses": [], "changes": []},
    )
    assert run(["minesweeper", "puzzle", "--kind", "cell", "--own", str(tmp_path / "board.txt")]) == 1
    assert capsys.readouterr().out == "The 2 at (1, 1) cannot hold: too few cells, or too many mines, are around.\n"


def test_standard_input_is_read_and_the_puzzle_is_confirmed_and_judged(capsys, monkeypatch, tmp_path):
    text = next(board["text"] for board in BOARDS if board["exit"] == 0)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    out = tmp_path / "own.json"
    assert run(["optimiza", "puzzle", "--own", "-", "--confirm", "--out", str(out)]) == 0
    puzzle = json.loads(out.read_text(encoding="utf-8"))
    assert puzzle["unique"]["confirmed_by"] == "reference"
    assert run(["puzzle", "check", str(out), json.dumps(puzzle["solution"])]) == 0
    assert capsys.readouterr().out == "Solved.\n"


def test_a_refusal_shows_two_solutions_and_what_would_leave_one(capsys):
    assert run(["cards", "puzzle", "--own", '{"cards": [1, 1, 2, 2, 3], "D": 2}']) == 1
    shown_rows = [line for line in capsys.readouterr().out.splitlines() if line and "^" not in line]
    assert shown_rows == ["2 rows are possible; a puzzle has one.", "2 3 1 2 1", "1 2 1 3 2",
        "Each of these leaves one:", "give 1 at place 1", "give 2 at place 1", "give 2 at place 2"]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["machiavelli", "--own", "2 1 | 1 1"], 2, "machiavelli has no own boards (cards, optimiza, minesweeper)"),
        (["mnk", "--own", "X"], 2, "mnk has no own boards"),
        (
            ["minesweeper", "--own", "1#", "--kind", "field"],
            2,
            "a field is given by its mines; kinds for a position: mines, cell",
        ),
        (["minesweeper", "--own", "1#", "--kind", "sell"], 2, "is not a kind of puzzle of minesweeper"),
        (["optimiza", "--own", "2 1 | 1 1", "--grade", "3"], 2, "--grade is for generated puzzles, not for --own"),
        (["optimiza", "--own", "2 1 | 1 1", "--variant", "hex-tri"], 2, "--variant is for generated puzzles"),
        (["optimiza", "--own", "2 1 | 1 1", "--format", "id"], 2, "--format id is for generated puzzles"),
        (["optimiza", "--own", "2 1 | 1 1", "--format", "svg"], 1, "6 paths reach 5; a puzzle has one"),
        (["optimiza", "--own", "2 1 | 1 x"], 2, "'x' (row 2, column 2) is not a number"),
        (["optimiza", "--own", "missing.txt"], 2, "there is no file 'missing.txt'"),
        (["optimiza", "--own", "2 1 | 1 1", "--seconds", "0"], 3, "the time is up: 0 puzzles of 1"),
        (["cards", "--own", "1#2\n##1"], 2, "cannot read card '1#2'"),
        (["cards", "--own", "1 1 2 2 3"], 2, "one distance D of its peaks"),
        (["cards", "--own", '{"cards": [1, 1, 2, 2, 3], "D": 2, "ends": "open"}'], 2, "and nothing else"),
        (["minesweeper", "--kind", "cell", "--own", "1#\n##\nvariant: torus"], 2, "eight squares around each"),
        (["minesweeper", "--kind", "cell", "--own", "1?#\nreading: position"], 2, "numbers on all open ones"),
        (["minesweeper", "--kind", "cell", "--own", "\n".join(["#" * 101] * 100)], 2, "at most 10000 in all"),
    ],
)
def test_what_cannot_be_judged_is_said_in_one_sentence(capsys, words, code, sentence):
    assert run([words[0], "puzzle", *words[1:]]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert printed.err.count("\n") == 1


def test_a_sheet_prints_own_boards_before_other_puzzles(capsys, tmp_path):
    files = []
    for pastime in ("optimiza", "cards", "minesweeper"):
        board = next(board for board in BOARDS if board["pastime"] == pastime and board["exit"] == 0)
        files.append(tmp_path / f"{pastime}.txt")
        files[-1].write_text(board["text"], encoding="utf-8")
    words = [f"--own={files[0]}", "--own", f"cards:{files[1]}", "--own", str(files[2])]
    assert run(["sheet", *words, "OP1-TR5-PXHKFT-B", "--out", str(tmp_path / "sheet")]) == 0
    pages = json.loads((tmp_path / "sheet" / "sheet.json").read_text(encoding="utf-8"))["pages"]
    printed = [puzzle for row in pages[0]["rows"] for puzzle in row]
    assert [puzzle["name"] for puzzle in printed] == ["Optimiza", "Mountain cards", "Minesweeper", "Optimiza"]
    assert [puzzle["id"] for puzzle in printed] == ["TR4-4C48F", "", "", "OP1-TR5-PXHKFT-B"]
    assert all(puzzle["rules"] for puzzle in printed)
    assert run(["optimiza", "show", printed[0]["id"], "--format", "json"]) == 0
    cells = json.loads(capsys.readouterr().out)["board"]
    assert "\n".join(" ".join(map(str, row)) for row in cells) in files[0].read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("own", "code", "sentence"),
    [
        ("optimiza:2 1 | 1 1", 1, "6 paths reach 5; a puzzle has one."),
        ("1 1 1 2", 2, "readable by cards and optimiza and minesweeper"),
        ("#x", 2, "readable by none of cards, optimiza, minesweeper; pass PASTIME:FILE"),
        ("optimiza:2 1 | 1 x", 2, "'x' (row 2, column 2) is not a number"),
        ("missing.txt", 2, "there is no file 'missing.txt'"),
    ],
)
def test_a_sheet_of_a_board_that_is_no_puzzle_is_not_written(capsys, tmp_path, own, code, sentence):
    assert run(["sheet", "--own", own, "--out", str(tmp_path / "sheet")]) == code
    assert sentence in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_number_that_is_not_counted_in_time_is_unknown(monkeypatch):
    monkeypatch.setattr("passatempo.puzzles.puzzle.COUNT_SECONDS", 0.0)
    refusal = make_own(read_board("2 1 | 1 1"), Limits())
    assert isinstance(refusal, Refusal)
    assert (refusal.number, refusal.sentence) == (None, "several paths reach 5; a puzzle has one")
    assert len(refusal.witnesses) == 2
    assert COUNT_SECONDS > 1


def test_near_misses_end_with_the_time():
    taken = []
    changed = (({"give": [k]}, k) for k in range(10**9))
    refusal = refuse_own("rows fit", [], 2, changed, lambda k, _: taken.append(k), Deadline(Limits(seconds=0)))
    assert (refusal.number, refusal.changes, taken) == (2, (), [])
