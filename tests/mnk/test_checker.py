"""The judge: moves, lines, lengths, tables, evaluations; each kind of wrong answer is refused in words.

Tests: checker.py
"""

import random

import pytest

from passatempo.core.pastime import Question
from passatempo.mnk import Choice, EvaluateAsk, Evaluation, Position, Rules, Value, ValueAsk, read
from passatempo.mnk.checker import Board, check_choice, check_evaluation, check_value
from passatempo.mnk.corrado.evaluation import evaluation_of
from passatempo.mnk.rules import O, X

FORK = read("k: 3\n. . O\n. . X\nX O .")
THREAT = read("k: 3\nX X .\nO O .\n. . .")
ALL = ValueAsk(all_moves=True)


@pytest.mark.parametrize(
    ("position", "choice", "words"),
    [
        (FORK, Choice((3, 0)), "outside the board"),
        (FORK, Choice((0, 2)), "c1 is occupied"),
        (FORK, Choice((0, 0), ((0, 1),)), "begins with b1"),
        (FORK, Choice((1, 0), ((1, 0), (1, 0))), "ply 2 of the line, a2: a2 is occupied"),
        (THREAT, Choice((0, 2), ((0, 2), (1, 2))), "the game is over before it"),
        (THREAT, Choice((0, 2), proven="draw"), "c1 is a win in 1, not a draw"),
        (THREAT, Choice((2, 2), proven="win", plies=3), "c3 is a loss in 2, not a win in 3"),
        (FORK, Choice((1, 0), proven="win", plies=4), "a win cannot come after 4 plies"),
        (FORK, Choice((1, 0), proven="win", plies=7), "7 plies with 5 empty cells"),
        (FORK, Choice((1, 0), ((1, 0), (0, 0), (0, 1)), proven="win", plies=3), "does not end in a win"),
        (FORK, Choice((1, 0), proven="draw", plies=2), "a draw has no length"),
        (FORK, Choice((1, 0), plies=3), "plies without a proof"),
    ],
)
def test_wrong_moves_are_refused(position, choice, words):
    assert any(words in fault.text for fault in check_choice(position, choice)), check_choice(position, choice)


def test_right_moves_are_accepted():
    assert check_choice(FORK, Choice((1, 0))) == []
    assert check_choice(FORK, Choice((1, 0), ((1, 0), (0, 0), (1, 1)), 3, 9, "win", 3)) == []
    assert check_choice(THREAT, Choice((0, 2), ((0, 2),), 1, 9, "win", 1)) == []
    assert check_choice(THREAT, Choice((2, 2), proven="loss", plies=2)) == []


RIGHT = Value(
    "win",
    3,
    ((1, 0),),
    (
        ((0, 0), "draw", None),
        ((0, 1), "draw", None),
        ((1, 0), "win", 3),
        ((1, 1), "draw", None),
        ((2, 2), "loss", 4),
    ),
)


def changed(**keys):
    entries = {"value": RIGHT.value, "plies": RIGHT.plies, "best_moves": RIGHT.best_moves, "moves": RIGHT.moves}
    return Value(**{**entries, **keys})


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (changed(value="draw", plies=None), "the value is draw"),
        (changed(plies=2), "a win cannot come after 2 plies"),
        (changed(plies=5), "plies is 5, the moves say 3"),
        (changed(best_moves=((0, 0),)), "best moves"),
        (changed(best_moves=((1, 0), (1, 0))), "given twice"),
        (changed(best_moves=()), "no best move"),
        (changed(best_moves=((2, 0),)), "a3 is occupied"),
        (changed(moves=RIGHT.moves[1:]), "4 moves are valued, 5 are legal"),
    ],
)
def test_wrong_values_are_refused(value, words):
    found = check_value(Question(FORK, ALL), value)
    assert any(words in fault.text for fault in found), found


def test_right_values_are_accepted():
    assert check_value(Question(FORK, ALL), RIGHT) == []
    assert check_value(Question(FORK, ValueAsk()), changed(plies=None, moves=())) == []


def test_a_win_at_once_may_not_be_missed():
    found = check_value(Question(THREAT, ValueAsk()), Value("draw", None, ((1, 2),)))
    assert any("c1 wins at once" in fault.text for fault in found)


@pytest.mark.parametrize("torus", [False, True])
def test_evaluations_are_counted_a_second_time(torus):
    rng = random.Random(torus)
    for _ in range(150):
        rules = Rules(rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 5), torus=torus)
        position = Position(rules, bytes(rules.size))
        for _ in range(rng.randint(0, rules.size)):
            if position.result is None:
                position = position.play(rng.choice(position.legal))
        for mark, me in ((X, "X"), (O, "O")):
            right = evaluation_of(position, mark)
            question = Question(position, EvaluateAsk(me))
            assert check_evaluation(question, right) == []
            assert check_evaluation(question, Evaluation(me, right.own + 1, right.other, right.runs))


def test_wrong_runs_and_sides_are_refused():
    question = Question(FORK, EvaluateAsk("X"))
    right = evaluation_of(FORK, X)
    assert check_evaluation(question, evaluation_of(FORK, O))
    runs = tuple((side, counts[1:]) for side, counts in right.runs)
    assert check_evaluation(question, Evaluation("X", right.own, right.other, runs))


def test_seen_within_two_plies():
    board = Board(THREAT)
    assert board.value_within_two((0, 2)) == ("win", 1)
    assert board.value_within_two((2, 2)) == ("loss", 2)
    assert board.value_within_two((1, 2)) is None
    misere = read("k: 2\nX .\n. O\nmisere: true")
    assert Board(misere).value_within_two((0, 1)) == ("loss", 1)


def test_a_line_off_the_board_is_told_and_ends():
    """Its places have no names; the letters of a column before the first were sought for ever."""
    from passatempo.mnk.formats.notation import write_place

    assert write_place((-1, -(10**20))) == f"(0, {1 - 10**20})"
