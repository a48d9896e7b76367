"""Puzzles: the samples, made ones judged by an oracle of their own, words and answers.

Tests: minesweeper/puzzles/cell.py, minesweeper/puzzles/field.py, minesweeper/puzzles/answers.py,
minesweeper/puzzles/params.py, minesweeper/puzzles/proof.py,
minesweeper/puzzles/presentation.py
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.core.errors import FormatError, WrongAnswer
from passatempo.core.limits import Cancel, Deadline, Limits, Stopped
from passatempo.core.methods import resolve
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.minesweeper import Board, read
from passatempo.minesweeper.model import LEVELS
from passatempo.minesweeper.puzzles.cell import CELL
from passatempo.minesweeper.puzzles.cell import puzzle_of as cell_puzzle_of
from passatempo.minesweeper.puzzles.field import FIELD, matrix_symmetries, mines_of_solution, smallest_matrix
from passatempo.minesweeper.puzzles.field import puzzle_of as field_puzzle_of
from passatempo.minesweeper.puzzles.mines import MINES
from passatempo.minesweeper.puzzles.params import CellParams, FieldParams
from passatempo.minesweeper.puzzles.proof import ask_kernel, easiest_steps, first_position
from passatempo.puzzles.puzzle import PuzzleContent, fold_signs

from . import puzzle_oracle as oracle

SAMPLES = json.loads((Path(__file__).parents[1] / "data/puzzles/minesweeper.json").read_text(encoding="utf-8"))[
    "puzzles"
]
FIELDS = [sample for sample in SAMPLES if sample["kind"] == "field"]
CELLS = [sample for sample in SAMPLES if sample["kind"] == "cell"]
DENSE = FieldParams("custom", 16, 16, 99)
EXPERT = FieldParams("expert")


def deadline():
    return Deadline(Limits())


def made(recipe, params, number, *, name="puzzles"):
    """Make so many puzzles, attempt after attempt."""
    found, seed = [], 0
    while len(found) < number:
        seed += 1
        one = recipe.make_puzzle(params, Random(seed, name), deadline())
        found += [one] if one else []
    return found


def mines_of(puzzle):
    return {cell for cell, mine in enumerate(mines_of_solution(puzzle)) if mine}


def params_of(sample):
    instance = sample["instance"]
    size = instance["rows"], instance["columns"], instance["mines"]
    presets = {(9, 9, 10): "beginner-9", (16, 16, 40): "intermediate", (16, 30, 99): "expert"}
    return FieldParams(presets[size]) if size in presets else FieldParams("custom", *size)


@pytest.mark.parametrize("sample", FIELDS, ids=lambda sample: sample["name"])
def test_the_sample_fields_are_proved_and_graded_as_published(sample):
    params, rows = params_of(sample), sample["solution"]["field"]
    puzzle = field_puzzle_of(params, [int(sign == "*") for row in rows for sign in row], deadline())
    assert puzzle.goal["first"] == sample["instance"]["first"]
    assert puzzle.grade == sample["grade"]
    told = sample["features"]["rounds_by_level"]
    assert {level: puzzle.features[level] for level in LEVELS} == {level: told.get(level, 0) for level in LEVELS}
    assert FIELD.judge(puzzle, sample["solution"]) == []
    assert oracle.follow(puzzle.instance, mines_of(puzzle), puzzle.uniqueness_proof).covered == params.size[2]


@pytest.mark.parametrize("sample", CELLS, ids=lambda sample: sample["name"])
def test_the_sample_cells_are_found_and_graded_as_published(sample):
    board = read(sample["instance"]["grid"], mines=sample["instance"]["mines"])
    row, column = sample["solution"]["cell"]
    puzzle = cell_puzzle_of(board, (row - 1) * board.columns + column - 1, CellParams(), deadline())
    assert puzzle.grade == sample["grade"]
    assert LEVELS[puzzle.features["level"] - 1] == sample["features"]["level"]
    assert puzzle.features["numbers"] == sample["features"]["numbers"]
    assert puzzle.features["sure_mines"] == sample["features"]["sure_mines"]
    assert CELL.judge(puzzle, sample["solution"]) == []


def judge_field_puzzle(puzzle):
    """Follow its proof, and see that no round could have been easier."""
    end = oracle.follow(puzzle.instance, mines_of(puzzle), puzzle.uniqueness_proof)
    assert end.covered == puzzle.instance.mines
    board = puzzle.instance
    rounds = dict.fromkeys(LEVELS, 0)
    while board.covered > board.mines:
        level, safe = oracle.level_of(board)
        rounds[level] += 1
        board = oracle.opened(board, mines_of(puzzle), safe)
    assert rounds == {level: puzzle.features[level] for level in LEVELS}


@pytest.mark.parametrize(
    ("params", "number"), [(FieldParams(), 12), (FieldParams("beginner-8", hardest="pair"), 6), (EXPERT, 2)]
)
def test_fields_need_no_guess(params, number):
    for puzzle in made(FIELD, params, number):
        assert oracle.follow(puzzle.instance, mines_of(puzzle), puzzle.uniqueness_proof).covered == params.size[2]
        if params != EXPERT:
            judge_field_puzzle(puzzle)
        assert puzzle.grade in FIELD.possible_grades(params)


def judge_cell_puzzle(puzzle):
    board = puzzle.instance
    row, column = puzzle.solution["cell"]
    cell = (row - 1) * board.columns + column - 1
    assert oracle.safe_cells(board) == {cell}
    level, _ = oracle.level_of(board)
    assert level == LEVELS[puzzle.features["level"] - 1]
    because = [(row - 1) * board.columns + column - 1 for row, column in puzzle.uniqueness_proof[0]["because"]]
    assert not oracle.can_be_mine(board, cell, because, counted=level == "count")
    if level in ("chain", "count"):  # none of the numbers is needless
        for at in because:
            assert oracle.can_be_mine(board, cell, [n for n in because if n != at], counted=level == "count")


@pytest.mark.parametrize("params", [CellParams(), CellParams(5, 5, 7), CellParams(4, 4, 5, "pair")])
def test_positions_have_one_safe_cell(params):
    for puzzle in made(CELL, params, 8):
        judge_cell_puzzle(puzzle)


@pytest.mark.long
def test_two_thousand_fields_need_no_guess():
    for params, number in ((FieldParams(), 1400), (FieldParams("intermediate"), 400), (EXPERT, 180), (DENSE, 20)):
        for puzzle in made(FIELD, params, number, name="long"):
            assert oracle.follow(puzzle.instance, mines_of(puzzle), puzzle.uniqueness_proof).covered == params.size[2]
    for puzzle in made(FIELD, FieldParams(), 200, name="long"):
        judge_field_puzzle(puzzle)


@pytest.mark.long
def test_two_thousand_positions_have_one_safe_cell():
    for puzzle in made(CELL, CellParams(), 2000, name="long"):
        judge_cell_puzzle(puzzle)


def test_equal_keys_are_turned_puzzles_and_few():
    fields = made(FIELD, FieldParams(), 300)
    assert len({FIELD.symmetry_key(puzzle) for puzzle in fields}) == len(fields)
    several = {}
    for puzzle in made(CELL, CellParams(), 300):
        several.setdefault(CELL.symmetry_key(puzzle), []).append(puzzle)
    assert len(several) > 270
    for first, *others in several.values():
        grid = CELL.show(first, False).splitlines()[1:7]
        positions = {tuple(map("".join, at)) for at in matrix_symmetries([row.split()[1] for row in grid])}
        for other in others:
            assert tuple(row.split()[1] for row in CELL.show(other, False).splitlines()[1:7]) in positions


def test_the_easiest_steps_are_those_of_the_oracle():
    """Positions thinned out: the level, the cells that are safe by it, and the numbers of each step."""
    levels = set()
    for state in range(80):
        sides = {"rows": 4, "columns": 4 + state % 2, "mines": 5}
        board = Board(**sides, cells=bytes(ask_kernel("make_cell", deadline(), state=state, **sides)["cells"]))
        level, safe = oracle.level_of(board)
        steps = easiest_steps(board, deadline())
        assert {cell for step in steps for cell in step.safe_cells} == safe
        assert {step.level for step in steps} == ({level} if safe else set())
        for step in steps:
            for cell in step.safe_cells:
                assert not oracle.can_be_mine(board, cell, step.because, counted=level == "count")
        levels.add(level)
    assert levels == {"", *LEVELS}


def digest():
    """Return a fingerprint of some puzzles of every kind."""
    wanted = ((FIELD, FieldParams()), (FIELD, EXPERT), (FIELD, DENSE), (CELL, CellParams()))
    told = [
        (puzzle.solution, puzzle.uniqueness_proof, puzzle.solving_effort)
        for recipe, params in wanted
        for puzzle in made(recipe, params, 2)
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def test_the_same_stream_gives_the_same_puzzle_in_another_process():
    program = "import sys; sys.path.insert(0, sys.argv[1]); import importlib\n" + (
        "print(importlib.import_module('tests.minesweeper.test_puzzles').digest())"
    )
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", program, root], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == digest()


FIELD_PARAMS = [
    *(FieldParams(preset, hardest=hard) for preset in ("beginner-8", "beginner-9") for hard in ("pair", "count")),
    *(FieldParams(preset, hardest=hard) for preset in ("intermediate", "expert") for hard in ("pair", "count")),
    DENSE,
    FieldParams("custom", 9, 9, 10),
    FieldParams("custom", 40, 40, 320, "pair"),
]
CELL_PARAMS = [CellParams(), CellParams(4, 8, 8, "pair"), CellParams(8, 8, 20)]


def test_every_word_reads_back():
    for recipe, several in ((FIELD, FIELD_PARAMS), (CELL, CELL_PARAMS)):
        words = [recipe.params_word(params) for params in several]
        assert len(set(words)) == len(words)
        assert [recipe.read_word(fold_signs(word)) for word in words] == several


JUNK_WORDS = ["", "X", "B", "B7", "9X9", "9X9X", "09X9X10", "9X9X010", "99X99X99", "16X16X999", "9X9X0", "EE", "PP",
              "1PP", "6X6X10Q", "\u0664X\u0664X\u0664", "E\n", "-1X4X4"]  # fmt: skip


@pytest.mark.parametrize("text", JUNK_WORDS)
def test_junk_is_no_word(text):
    assert FIELD.read_word(text) is None
    assert CELL.read_word(text) is None


def test_words_out_of_range_say_nothing():
    assert [FIELD.read_word(text) for text in ("4X4X7", "41X4X9", "16X16X103")] == [None] * 3
    assert [CELL.read_word(text) for text in ("3X4X3", "9X4X9", "4X4X9", "6X6X7")] == [None] * 4


def test_bad_parameters_are_refused_with_a_sentence():
    own = {"preset": "custom", "rows": 9, "columns": 9, "mines": 10}
    for wrong in ({"rows": 9}, {"preset": "none"}, {"hardest": "any"}, own | {"mines": 60}, own | {"columns": 41}):
        with pytest.raises(ValueError, match=r"[a-z]+"):
            FieldParams(**wrong)
    for wrong in ({"rows": 3}, {"columns": 9}, {"mines": 7}, {"mines": 19}, {"hardest": "chain"}):
        with pytest.raises(ValueError, match=r"[a-z]+: "):
            CellParams(**wrong)


def test_fields_are_judged_by_mines_and_by_opened_cells():
    (puzzle,) = made(FIELD, FieldParams(), 1)
    rows = puzzle.solution["field"]
    mines = [[i + 1, j + 1] for i, row in enumerate(rows) for j, sign in enumerate(row) if sign == "*"]
    free = [[i + 1, j + 1] for i, row in enumerate(rows) for j, sign in enumerate(row) if sign != "*"]
    numbers = FIELD.show(puzzle, True).splitlines()[1:10]
    right = [{"mines": mines}, mines, {"opened": free}, {"field": rows}, "/".join(rows), "\n".join(rows),
             " ".join(f"({row}, {column})" for row, column in mines),
             "mines: " + ", ".join(f"{r},{c}" for r, c in mines), "opened: " + " ".join(f"{r},{c}" for r, c in free),
             "/".join(line.split()[1] for line in numbers)]  # fmt: skip
    for answer in right:
        assert FIELD.judge(puzzle, answer) == []


def test_faults_of_a_field_are_named():
    (puzzle,) = made(FIELD, FieldParams(), 1)
    rows = puzzle.solution["field"]
    mines = [[i + 1, j + 1] for i, row in enumerate(rows) for j, sign in enumerate(row) if sign == "*"]
    free = [[i + 1, j + 1] for i, row in enumerate(rows) for j, sign in enumerate(row) if sign != "*"]
    for answer, rule in (
        ({"mines": [*mines[1:], free[0]]}, "wrong-flag"),
        ({"opened": [*free, mines[0]]}, "mine"),
        ({"opened": []}, "unfinished"),
        ({"mines": mines[1:]}, "unfinished"),
        ({"mines": [[10, 1]]}, "off-board"),
        ("\n".join(row.replace(".", "8") for row in rows), "number"),
        ("/".join(["#" * 9] * 9), "unfinished"),
    ):
        assert FIELD.judge(puzzle, answer)[0].rule == rule
    assert FIELD.judge(puzzle, {"opened": [mines[0]]})[0].text.startswith(f"({mines[0][0]}, {mines[0][1]}) was opened")


def test_cells_are_judged_by_the_rules():
    (puzzle,) = made(CELL, CellParams(), 1)
    row, column = puzzle.solution["cell"]
    bare = PuzzleContent(instance=puzzle.instance, goal=puzzle.goal, solution={}, grade=1, solving_effort=0)
    for answer in ([row, column], {"cell": [row, column]}, f"({row}, {column})", f"{row} {column}", [[row, column]]):
        assert CELL.judge(bare, answer) == []
    rules = set()
    for cell in range(36):
        if divmod(cell, 6) != (row - 1, column - 1):
            rules |= {fault.rule for fault in CELL.judge(puzzle, [cell // 6 + 1, cell % 6 + 1])}
    assert rules == {"unsafe", "not-covered"}
    assert CELL.judge(puzzle, [7, 1])[0].rule == "not-covered"


JUNK = ["", " ", "hello", "1", "(1", "1,2,3", "*" * 81, "\n" * 9, "[[1,2]", "opened: x", "closed: 1,2", "💣", 1, 1.5,
        None, True, [], {}, [1], [[1]], [[1, 2.0]], [["1", "2"]], {"mines": 1}, {"mines": [], "opened": []},
        {"field": 3}, {"field": [1]}, {"field": ["**"]}, {"cell": None}, {"cell": [1]}, {"safe": [1, 1]},
        [[True, False]], [[10**9, -5]], "99999 99999", {"opened": [[0, 0]]}, "x" * 10_000]  # fmt: skip


@pytest.mark.parametrize("answer", JUNK, ids=repr)
def test_junk_is_told_and_never_right(answer):
    for recipe in (FIELD, CELL):
        puzzle = made(recipe, recipe.params(), 1)[0]
        try:
            assert recipe.judge(puzzle, answer)
        except FormatError as error:
            assert str(error)


def test_a_field_without_its_solution_cannot_be_judged():
    (puzzle,) = made(FIELD, FieldParams(), 1)
    bare = PuzzleContent(instance=puzzle.instance, goal=puzzle.goal, solution={}, grade=1, solving_effort=0)
    with pytest.raises(FormatError, match="without its solution"):
        FIELD.judge(bare, "")


def test_turned_fields_are_the_same_puzzle():
    (puzzle,) = made(FIELD, FieldParams(), 1)
    for rows in matrix_symmetries(puzzle.solution["field"]):
        field = [int(sign == "*") for row in rows for sign in row]
        assert FIELD.symmetry_key(field_puzzle_of(FieldParams(), field, deadline())) == FIELD.symmetry_key(puzzle)
    assert len(set(matrix_symmetries([[1, 2], [3, 4]]))) == 8
    assert smallest_matrix([[1, 2, 3], [4, 5, 6]]) == smallest_matrix([[6, 3], [5, 2], [4, 1]])


@pytest.mark.parametrize(("recipe", "params"), [(FIELD, FieldParams()), (CELL, CellParams())], ids=["field", "cell"])
def test_words_and_pictures(recipe, params):
    (puzzle,) = made(recipe, params, 1)
    assert all(hint.endswith(".") for hint in recipe.hints(puzzle, "en"))
    assert len(recipe.rules(params, "en")) <= 4 * 95
    assert 0 < len(recipe.goal(puzzle, "en")) < 60
    for solved in (False, True):
        assert recipe.draw(puzzle, solved).startswith("<svg")
        assert str(puzzle.instance.columns % 10) in recipe.show(puzzle, solved)
    assert recipe.draw(puzzle, False) != recipe.draw(puzzle, True)
    assert "sure mine" not in recipe.draw(puzzle, False)


def test_a_second_method_confirms():
    pytest.importorskip("pysat")
    for recipe, params in ((FIELD, FieldParams()), (CELL, CellParams())):
        for puzzle in made(recipe, params, 3):
            assert recipe.confirm_unique(params, puzzle, Limits()) == "sat"


def test_a_wrong_puzzle_is_not_confirmed():
    pytest.importorskip("pysat")
    field = [int(cell in (0, 3, 9)) for cell in range(16)]  # (1, 1) is closed off by a wall of mines: no number tells
    params = FieldParams("custom", 4, 4, 3)
    board = first_position(4, 4, field, 15)
    wrong = PuzzleContent(
        instance=board, goal={}, solution={"field": ["*..*", "....", ".*..", "...."]}, grade=1, solving_effort=0
    )
    with pytest.raises(WrongAnswer):
        FIELD.confirm_unique(params, wrong, Limits())
    (puzzle,) = made(CELL, CellParams(), 1)
    with pytest.raises(WrongAnswer):
        CELL.confirm_unique(
            CellParams(),
            PuzzleContent(instance=puzzle.instance, goal={}, solution={"cell": [9, 9]}, grade=1, solving_effort=0),
            Limits(),
        )


def test_a_cancelled_attempt_leaves_by_stopped():
    cancel = Cancel()
    cancel.cancel()
    for recipe, params in ((FIELD, DENSE), (CELL, CellParams())):
        with pytest.raises(Stopped):
            recipe.make_puzzle(params, Random(1), Deadline(Limits(cancel=cancel)))


def test_the_record_names_all_kinds():
    kinds = pastime("minesweeper").kinds
    assert [(kind.name, kind.code, resolve(kind.recipe)) for kind in kinds] == [
        ("field", "SF", FIELD),
        ("mines", "SM", MINES),
        ("cell", "SC", CELL),
    ]


def test_grades_have_parameters():
    for recipe in (FIELD, CELL):
        assert sorted(recipe.by_grade) == [1, 2, 3, 4, 5]
        assert all(grade in recipe.possible_grades(params) for grade, params in recipe.by_grade.items())


@pytest.mark.parametrize("wrong", [(0, 5, 3, 0), (5, 5, 20, 12), (5, 5, 3, 25), (100, 100, 3, 0)])
def test_the_kernel_refuses_sizes_that_do_not_fit(wrong):
    sides = dict(zip(("rows", "columns", "mines", "first"), wrong, strict=True))
    with pytest.raises(ValueError, match=r"[a-z]+: "):
        ask_kernel("make_field", deadline(), exact=True, state=1, **sides)
