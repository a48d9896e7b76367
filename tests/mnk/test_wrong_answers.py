"""The judge's sentences at their edges, on positions so small that who is right is seen.

Tests: checker.py
"""

from dataclasses import replace

import pytest

from passatempo.core.pastime import Question
from passatempo.mnk import Choice, EvaluateAsk, Position, Rules, Value, ValueAsk, read
from passatempo.mnk.checker import Board, check_choice, check_evaluation, check_value, value_of_game
from passatempo.mnk.corrado.evaluation import evaluation_of
from passatempo.mnk.rules import X

from ..helpers.watch import Watch

FORK = read("k: 3\n. . O\n. . X\nX O .")
THREAT = read("k: 3\nX X .\nO O .\n. . .")
LAST = read("k: 3\nX X O\nO O X\nX O .")  # the last cell completes nothing


def texts(violations):
    return [violation.text for violation in violations]


# ---- The board ----


def test_a_move_that_is_taken_back_leaves_nothing():
    board = Board(THREAT)
    assert (board.make_move((0, 2)), board.cells_left, board.mark) == ("win", 4, 2)
    board.undo_move((0, 2))
    assert (bytes(board.cells), board.cells_left, board.mark) == (THREAT.cells, 5, 1)
    assert (board.move_fault((0, 2)), board.move_fault((0, 0))) == ("", "a1 is occupied")


@pytest.mark.parametrize(("k", "wins", "exactly"), [(3, True, False), (4, True, True), (5, False, False)])
def test_more_than_k_in_a_row_count_unless_they_are_to_be_exact(k, wins, exactly):
    """To fill the gap makes four in a row."""
    row = "X X . X O O O ."
    assert Board(read(f"k: {k}\n{row}")).value_of_move((0, 2)) == ("win" if wins else None)
    assert Board(read(f"k: {k}\nexact: true\n{row}")).value_of_move((0, 2)) == ("win" if exactly else None)


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("k: 3\nX . .\n. . .\n. . O", [(0, 1), (1, 0), (1, 1)]),
        (
            "k: 4\n. . . . .\n. . . . .\n. . X O .\n. . . . .\n. . . . .",
            [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3)],
        ),
        (
            "k: 3\ntorus: true\nX . . . .\n. . . . .\n. . O . .\n. . . . .",
            [(0, 1), (0, 4), (1, 0), (1, 1), (1, 4), (3, 0), (3, 1), (3, 4)],
        ),
        ("k: 1\n. . .", [(0, 0), (0, 1), (0, 2)]),
        ("k: 3\nmisere: true\nX . . . O .", [(0, 1), (0, 2), (0, 3), (0, 5)]),
        (
            "k: 3\nX . O . . O X",
            [
                (0, 1),
            ],
        ),
        ("k: 3\nX O . . X O", [(0, 2), (0, 3)]),  # two are left: a full board decides
    ],
)
def test_moves_that_could_win_stand_beside_a_mark(text, around):
    assert Board(read(text)).decisive_cells() == around


def test_a_move_after_which_every_reply_loses_wins():
    board = Board(read("k: 2\nmisere: true\n. X . ."))
    assert board.value_within_two((0, 3)) == ("win", 2)
    assert board.value_within_two((0, 0)) is None


def test_long_lists_of_moves_are_looked_at_under_a_deadline():
    watch = Watch()
    assert len(Board(Position(Rules(17, 241, 5), bytes(4097)), watch).open_cells()) == 4097
    assert watch.looks == 2  # every 4,096 cells
    watch = Watch()
    assert Board(Position(Rules(1, 66, 5, misere=True), bytes(66)), watch).value_within_two((0, 0)) is None
    assert watch.looks == 1 + 2  # 65 replies: every 64


# ---- Moves ----


@pytest.mark.parametrize(
    ("position", "choice", "said"),
    [
        (FORK, Choice((3, 0)), [("(4,1) is outside the board", [4, 1])]),
        (FORK, Choice((0, 2)), [("c1 is occupied", [1, 3])]),
        (THREAT, Choice((2, 2), ((2, 2), (1, 2)), proven="loss", plies=2), []),
        (FORK, Choice((1, 0), ((1, 0), (0, 1), (2, 2), (0, 0))), []),
        (
            FORK,
            Choice((1, 0), ((1, 0), (0, 1), (2, 2), (0, 0)), proven="win"),
            [("the line ends in a loss, but a win is claimed as proved", None)],
        ),
        (FORK, Choice((1, 0), ((1, 0), (0, 1)), proven="win"), []),
        (LAST, Choice((2, 2), proven="win"), [("c3 is a draw, not a win", [3, 3])]),
        (LAST, Choice((2, 2), ((2, 2),), proven="draw"), []),
    ],
)
def test_lines_and_what_is_proved(position, choice, said):
    assert [(fault.text, fault.where) for fault in check_choice(position, choice)] == said


# ---- Values ----


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Value("win", 1, ((0, 2),)), []),
        (Value("win", None, ((1, 2),)), []),  # it may win too, later
        (Value("win", 3, ((1, 2),)), ["c1 wins at once"]),
        (Value("draw", None, ((1, 2),)), ["c1 wins at once"]),
        (Value("draw", None, ((1, 2), (2, 2))), ["c3 is a loss in 2, not a draw", "c1 wins at once"]),
    ],
)
def test_a_win_at_once(value, said):
    assert texts(check_value(Question(THREAT, ValueAsk()), value)) == said


def threatened(rows, columns):
    """Return a position in which X, to move, loses in two but by one move."""
    cells = bytearray(rows * columns)
    cells[0:2] = b"\2\2"
    cells[-1] = cells[-3] = 1
    return Position(Rules(rows, columns, 3), bytes(cells))


def test_not_all_moves_of_a_large_board_are_looked_at():
    """A hundred thousand pairs of a move and a reply: 252 moves of a board with 396 empty cells."""
    position = threatened(20, 20)
    others = tuple((row, column) for row in range(5, 15) for column in range(20))
    assert len(others) == 200
    losing = Value("draw", None, (*others, *((row, column) for row in range(2, 5) for column in range(20))))
    assert len(check_value(Question(position, ValueAsk()), losing)) == 252 + 1  # and X wins at once
    large = Value("draw", None, others[:3])
    assert len(check_value(Question(threatened(400, 300), ValueAsk()), large)) == 1 + 1


def test_a_large_table_is_looked_at_under_a_deadline():
    """Every 1,024 moves: the best and the others together, the legal ones, and those of the table."""
    position = Position(Rules(1, 1025, 2000), bytes(1025))
    table = tuple(((0, column), "draw", None) for column in range(1025))
    watch = Watch()
    value = Value("draw", None, tuple((0, column) for column in range(1025)), table)
    assert check_value(Question(position, ValueAsk(all_moves=True)), value, watch) == []
    assert watch.looks == 3 + 1 + 2
    watch = Watch()
    short = Position(Rules(1, 65, 2, misere=True), bytes(65))
    assert check_value(Question(short, ValueAsk()), Value("draw", None, ((0, 0),)), watch) == []
    assert watch.looks == 1 + (1 + 1) + (1 + 2)  # its best move, 64 replies to it, and 65 moves that could win at once


def test_values_as_numbers():
    said = [value_of_game(Question(FORK, None), Value(worth, None, ())) for worth in ("loss", "draw", "win")]
    assert said == [-1, 0, 1]


# ---- Evaluations ----


def test_an_evaluation_is_that_of_the_right_side():
    question, right = Question(FORK, EvaluateAsk("X")), evaluation_of(FORK, X)
    assert check_evaluation(question, right) == []
    for wrong in (replace(right, me="O"), replace(right, runs=right.runs[::-1])):
        assert texts(check_evaluation(question, wrong)) == ["the evaluation should be as X sees it, its own runs first"]
