"""Minefields for paper: one layout without the mine count, no spare numbers, grades by rounds, answers, bad input.

Tests: minesweeper/puzzles/mines.py
"""

import time
from itertools import count, islice

import pytest

from passatempo.core.errors import FormatError, WrongAnswer
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.minesweeper import Board, read
from passatempo.minesweeper.exact.methods import board_record
from passatempo.minesweeper.puzzles.mines import MINES, puzzle_of
from passatempo.minesweeper.puzzles.params import MinesParams
from passatempo.minesweeper.puzzles.proof import ask_kernel
from passatempo.puzzles import make
from passatempo.puzzles.puzzle import GRADES, PuzzleContent, fold_signs

from . import minefield_oracle as oracle

RULE_OF_GRADE = {1: "single", 2: "pair", 3: "pair", 4: "any", 5: "any"}
RATES = {1: 150, 2: 100, 3: 30, 4: 8, 5: 5}  # puzzles of a grade in a second of one thread


def deadline():
    return Deadline(Limits())


def made(grade, number, seed=2):
    """Make some puzzles of a grade."""
    return [puzzle.content for puzzle in islice(make("minesweeper", "mines", grade=grade, seed=seed), number)]


def rows_of(board):
    """Return the rows of a board as the oracle reads them."""
    signs = "".join("#" if code > 8 else str(code) for code in board.cells)
    return [signs[at : at + board.columns] for at in range(0, len(signs), board.columns)]


def judge_layout(puzzle):
    """See that the numbers alone leave the layout of the solution, with as many mines as the goal says."""
    [layout] = oracle.layouts(rows_of(puzzle.instance))
    mines = {at for at, sign in oracle.squares(puzzle.solution["field"]) if sign == "*"}
    assert mines == {at for at, mine in layout.items() if mine}
    assert len(mines) == puzzle.goal["mines"]
    assert puzzle.instance.mines is None


def judge_givens(puzzle, rule):
    """See that the numbers are symmetric under the half-turn, and that no pair of them can be left out."""
    rows = rows_of(puzzle.instance)
    mines = {at for at, sign in oracle.squares(puzzle.solution["field"]) if sign == "*"}
    assert oracle.settles(rows, rule)
    for (i, j), sign in oracle.squares(rows):
        image = (len(rows) - 1 - i, len(rows[0]) - 1 - j)
        if sign != "#":
            assert rows[image[0]][image[1]] != "#"
            fewer = [
                "".join("#" if at in ((i, j), image) else one for at, one in oracle.squares(rows) if at[0] == row)
                for row in range(len(rows))
            ]
            assert not oracle.settles(fewer, rule), (i, j)
            assert not {(i, j), image} & mines


def judge_rounds(puzzle, grade):
    """See that no round could do with smaller sets, and that the grade is that of the rounds."""
    sizes, is_complete = oracle.rounds_of(rows_of(puzzle.instance))
    assert is_complete
    counted = {"single": sizes.count(1), "pair": sizes.count(2), "chain": len([size for size in sizes if size > 2])}
    assert {level: puzzle.features[level] for level in counted} == counted
    assert puzzle.features["largest"] == max(sizes)
    chains = [size for size in sizes if size > 2]
    assert puzzle.grade == grade
    assert {
        1: max(sizes) == 1,
        2: not chains and sizes.count(2) in (1, 2),
        3: not chains and sizes.count(2) >= 3,
        4: chains == [3],
        5: len(chains) > 1 or max(sizes) in (4, 5, 6),
    }[grade]


def judge_steps(puzzle):
    """Follow the steps: each settles its squares by its own numbers, and all squares are settled once."""
    known = {}
    numbers, empty = oracle.numbers_of(rows_of(puzzle.instance))
    for step in puzzle.uniqueness_proof:
        left = oracle.reduced(numbers, known)
        settled = oracle.certain([left[row - 1, column - 1] for row, column in step["because"]])
        new = {(row - 1, column - 1): 0 for row, column in step["open"]}
        new |= {(row - 1, column - 1): 1 for row, column in step["mine"]}
        assert new
        assert new.items() <= settled.items()
        assert not new.keys() & known.keys()
        known |= new
    assert known.keys() == empty


@pytest.mark.parametrize("grade", GRADES)
def test_numbers_leave_one_layout_and_none_is_spare(grade):
    for puzzle in made(grade, 4 if grade < 4 else 1):
        judge_layout(puzzle)
        judge_steps(puzzle)
        if grade < 5:  # its rule is that of grade 4
            judge_givens(puzzle, RULE_OF_GRADE[grade])


@pytest.mark.parametrize("grade", [1, 2, 3, 4])
def test_the_rounds_are_those_of_the_oracle(grade):
    for puzzle in made(grade, 4 if grade < 4 else 1):
        judge_rounds(puzzle, grade)


@pytest.mark.long
@pytest.mark.parametrize("grade", GRADES)
def test_three_hundred_minefields_of_a_grade_have_one_layout(grade):
    found = made(grade, 300, seed=9)
    for puzzle in found:
        judge_layout(puzzle)
        judge_steps(puzzle)
    for puzzle in found[: 300 if grade < 4 else 30]:
        judge_givens(puzzle, RULE_OF_GRADE[grade])
    for puzzle in found[: {4: 60, 5: 8}.get(grade, 300)]:
        judge_rounds(puzzle, grade)


@pytest.mark.long
@pytest.mark.parametrize("grade", GRADES)
def test_minefields_are_made_as_fast_as_promised(grade):
    started, number = time.process_time(), RATES[grade] * 6
    made(grade, number, seed=4)
    assert number / (time.process_time() - started) >= RATES[grade]


def test_odd_boards_have_a_square_in_the_middle():
    params = MinesParams(7, 9, 12, "pair")
    attempts = (MINES.make_puzzle(params, Random(seed, "odd"), deadline()) for seed in count())
    found = list(islice(filter(None, attempts), 8))
    for puzzle in found:
        judge_layout(puzzle)
        judge_givens(puzzle, "pair")
    assert {puzzle.instance.cells[31] > 8 for puzzle in found} == {False, True}


SEVEN = "1#1##2##/1###35#3/2#######/#234###1/3###443#/#######2/2#32###2/##1##1#1"


def test_a_layout_that_needs_seven_numbers_at_once_is_no_puzzle_but_has_grade_five():
    board = read(SEVEN)
    [layout] = oracle.layouts(rows_of(board))
    sizes, is_complete = oracle.rounds_of(rows_of(board))
    assert not is_complete
    puzzle = puzzle_of(board, [layout.get(board.place(cell), 0) for cell in range(64)], deadline())
    assert (puzzle.grade, puzzle.features["unsettled"]) == (5, 10)
    assert puzzle.features["single"] + puzzle.features["pair"] + puzzle.features["chain"] == len(sizes)
    params, stream = MinesParams(8, 8, 19, "any"), Random(434, "seven")
    reply = ask_kernel("make_mines", deadline(), rows=8, columns=8, mines=19, hardest=2, state=stream.state)
    assert reply["done"]
    assert bytes(reply["cells"]) == board.cells
    assert MINES.make_puzzle(params, stream, deadline()) is None


def answers_of(puzzle):
    """Return the mines of a puzzle, and a square with a number."""
    mines = [[i + 1, j + 1] for (i, j), sign in oracle.squares(puzzle.solution["field"]) if sign == "*"]
    row, column = puzzle.instance.place(next(cell for cell, code in enumerate(puzzle.instance.cells) if code < 9))
    return mines, [row + 1, column + 1]


def test_answers_are_grids_and_lists_of_mines():
    [puzzle] = made(2, 1)
    mines, _ = answers_of(puzzle)
    rows = puzzle.solution["field"]
    shown = "/".join(line.split()[1] for line in MINES.show(puzzle, True).splitlines()[1:9])
    for answer in ({"mines": mines}, mines, {"field": rows}, "/".join(rows), "\n".join(rows).replace(".", "#"), shown,
                   " ".join(f"({row}, {column})" for row, column in mines)):  # fmt: skip
        assert MINES.judge(puzzle, answer) == []


def test_wrong_and_missing_mines_are_named():
    [puzzle] = made(2, 1)
    mines, given = answers_of(puzzle)
    faults = MINES.judge(puzzle, [*mines[1:], given])
    assert [(fault.rule, fault.text[: fault.text.index(")") + 1]) for fault in faults] == [
        ("wrong-flag", f"({given[0]}, {given[1]})"),
        ("missing-mine", f"({mines[0][0]}, {mines[0][1]})"),
    ]
    assert [fault.rule for fault in MINES.judge(puzzle, [*mines, [9, 1]])] == ["off-board"]
    assert {fault.rule for fault in MINES.judge(puzzle, {"opened": []})} == {"missing-mine"}
    with pytest.raises(FormatError, match="is not a grid of 8 rows"):
        MINES.judge(puzzle, "*./.*")


def test_words_read_back_and_others_are_refused():
    several = [*MINES.by_grade.values(), MinesParams(16, 16, 76, "any"), MinesParams(6, 6, 6, "single")]
    assert [MINES.read_word(fold_signs(MINES.params_word(params))) for params in several] == several
    assert [MINES.params_word(params) for params in list(MINES.by_grade.values())[:4]] == [
        "8X8X12S", "8X8X16P", "10X10X25P", "12X12X36"
    ]  # fmt: skip
    for word in ("", "B9", "8X8", "8X8X16E", "8X8X16PS", "5X8X9", "8X17X30", "8X8X9", "8X8X20", "08X8X16"):
        assert MINES.read_word(word) is None


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"rows": 5}, "rows: 5 is not a whole number from 6 to 16"),
        ({"columns": 17}, "columns: 17 is not a whole number from 6 to 16"),
        ({"mines": 20}, "mines: 20 is not a whole number from 10 to 19"),
        ({"mines": 9}, "mines: 9 is not a whole number from 10 to 19"),
        ({"hardest": "count"}, "hardest: 'count' is not one of single, pair, any, the rules of kind mines"),
    ],
)
def test_parameters_out_of_range_are_refused(wrong, says):
    with pytest.raises(ValueError, match=f"^{says}$"):
        MinesParams(**wrong)


def test_sat_confirms_the_layout_and_refuses_another():
    pytest.importorskip("pysat")
    [puzzle] = made(5, 1)
    assert MINES.confirm_unique(MINES.by_grade[5], puzzle, Limits()) == "sat"
    several = PuzzleContent(
        instance=read("1##/1##"), goal={"mines": 1}, solution={"field": [".*.", "..."]}, grade=1, solving_effort=0
    )
    with pytest.raises(WrongAnswer, match="another layout"):
        MINES.confirm_unique(MinesParams(), several, Limits())


def test_turned_minefields_are_the_same_puzzle():
    [puzzle] = made(3, 1)
    rows = rows_of(puzzle.instance)
    for turned in (rows[::-1], [row[::-1] for row in rows], ["".join(column) for column in zip(*rows, strict=True)]):
        board = read("/".join(turned))
        other = PuzzleContent(instance=board, goal={}, solution={}, grade=3, solving_effort=0)
        assert MINES.symmetry_key(other) == MINES.symmetry_key(puzzle)


def test_empty_squares_are_white_and_zeros_are_written():
    board = read("0#1#/##1#")
    puzzle = PuzzleContent(instance=board, goal={}, solution={"field": ["...*", "...."]}, grade=1, solving_effort=0)
    drawing = MINES.draw(puzzle, False)
    assert ">0<" in drawing
    assert "fill-panel" not in drawing
    assert "<circle" not in drawing
    assert MINES.draw(puzzle, True).count("<circle") == 1
    assert MINES.show(puzzle, True).splitlines()[1:3] == ["1  0.1*", "2  ..1."]


@pytest.mark.parametrize(
    ("mine", "says"), [([0, 0], "one for each cell"), ([0, 0, 0], "a layout"), ([1, 1, 0], "a layout")]
)
def test_the_kernel_refuses_mines_that_are_no_layout(mine, says):
    with pytest.raises(ValueError, match=f"^mine: {says}"):
        ask_kernel("settle", deadline(), board=board_record(Board(1, 3, bytes([1, 255, 255]))), mine=mine)


def test_the_kernel_refuses_a_board_without_a_free_square():
    with pytest.raises(ValueError, match=r"^mines: one cell at least is free$"):
        ask_kernel("make_mines", deadline(), rows=2, columns=2, mines=4, hardest=0, state=1)
