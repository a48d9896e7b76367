"""What the report says of its own cost, sentence by sentence, counted.

Tests: corrado/get_threat.py
"""

import random

import pytest

from passatempo.mnk.corrado.avl import AvlTree
from passatempo.mnk.corrado.evaluation import evaluation_of, runs_of
from passatempo.mnk.corrado.get_threat import FlaggedBoard
from passatempo.mnk.model import Position
from passatempo.mnk.rules import Rules, ends


def played(m, n, k, marks, seed):
    """A position after moves by lot around the middle that end nothing."""
    rng, position = random.Random(seed), Position(Rules(m, n, k), bytes(m * n))
    while len(position.moves) < marks:
        cell = rng.choice(position.legal)
        cells = bytearray(position.cells)
        cells[cell] = position.to_move
        if not ends(position.rules, cells, cell):
            position = position.play(cell)
    return position


@pytest.mark.parametrize(("m", "n", "k", "marks"), [(3, 3, 3, 4), (6, 5, 4, 12), (15, 15, 5, 40), (9, 12, 7, 30)])
def test_the_literal_counting_gives_the_value_of_one_pass(m, n, k, marks):
    for seed in range(5):
        position = played(m, n, k, marks, seed)
        for me in (1, 2):
            assert FlaggedBoard(position).evaluate(me) == evaluation_of(position, me).f


def test_the_evaluation_asks_more_often_than_the_report_says():
    for k in (3, 5, 10):
        board = FlaggedBoard(played(12, 12, k, 6, 1))
        board.evaluate(1)
        assert board.calls == 2 * (2 * (k - 1) + 1)  # "K - 2 times"


def test_one_question_costs_what_the_marks_are_not_k_times_that():
    # every mark is walked over once in each direction, whatever k: flag look, two ends a run, and itself
    for k in (5, 10, 20):
        position = played(25, 25, k, 200, 3)
        board = FlaggedBoard(position)
        board.get_threat(1, 2, "open")
        marks = position.cells.count(1)
        runs = len(runs_of(position, 1))
        assert board.looks == 4 * marks + (4 * marks - runs) + 2 * runs
        assert board.looks <= 12 * marks


def test_the_flags_are_taken_away_and_no_run_counts_twice():
    board = FlaggedBoard(Position(Rules(1, 9, 5), bytes([0, 1, 1, 1, 0, 2, 2, 2, 0])))
    assert board.get_threat(1, 3, "open") == 1
    assert not board.flags
    assert board.get_threat(1, 3, "open") == 1


def test_a_run_with_a_gap_is_two_runs():
    board = FlaggedBoard(Position(Rules(1, 9, 5), bytes([0, 1, 1, 0, 1, 1, 2, 2, 2])))
    assert board.get_threat(1, 2, "open") == 1
    assert board.get_threat(1, 2, "half") == 1
    assert board.get_threat(1, 4, "half") == 0


def test_the_tree_has_nine_keys_at_most():
    tree = AvlTree()
    for cell in range(1000):
        tree.insert(cell % 9, cell)  # a cell has eight neighbours
    assert sorted(tree.keys()) == list(range(9))
    assert len(tree.cells()) == 1000
    assert tree.root is not None
    assert tree.root.height <= 4
