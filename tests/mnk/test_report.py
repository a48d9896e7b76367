"""What the report says of its own cost, sentence by sentence, counted."""

import random
from dataclasses import dataclass, field

import pytest

from passatempo.mnk.corrado.evaluation import KINDS, evaluation_of, run_weight, runs_of
from passatempo.mnk.corrado.published import AvlTree
from passatempo.mnk.lines import DIRECTIONS
from passatempo.mnk.model import Position
from passatempo.mnk.reference import ends
from passatempo.mnk.rules import EMPTY, O, Rules, X


@dataclass(slots=True)
class FlaggedBoard:
    """The report's counting of runs to the letter, with a flag for each direction, and how often it looks at cells.

    `get_threat` looks for the runs of one length and kind: from every mark of a side, in each of four directions, it
    walks both ways over marks of that side and flags them, unless the mark carries the flag of that direction already;
    at the end all flags are taken away. The evaluation asks once for each length and kind.

    Source: "Corrado il Conquistatore", report of the MNK project 2021-2022, sections BooleanBoard and Valutazione.
    """

    position: Position
    looks: int = 0
    calls: int = 0
    flags: set[tuple[int, int]] = field(default_factory=set)

    def get_threat(self, mark: int, length: int, kind: str, *, longer: bool = False) -> int:
        """Count the runs of a length and kind; with `longer` also longer ones, whatever their ends."""
        self.calls += 1
        found = 0
        for cell, seen in enumerate(self.position.cells):
            if seen == mark:
                found += sum(self.check_threat(cell, mark, way, length, kind, longer) for way in range(len(DIRECTIONS)))
        self.flags.clear()
        return found

    def check_threat(self, cell: int, mark: int, way: int, length: int, kind: str, longer: bool) -> bool:
        """Tell whether a run of that length and kind goes through a cell, and was not met before."""
        self.looks += 1
        if (cell, way) in self.flags:
            return False
        down, right = DIRECTIONS[way]
        row, column = self.position.place(cell)
        ends, size = [], 1
        self.flags.add((cell, way))
        for sign in (1, -1):
            i, j = row + sign * down, column + sign * right
            while (seen := self._at(i, j)) == mark:
                self.flags.add((i * self.position.rules.n + j, way))
                size, i, j = size + 1, i + sign * down, j + sign * right
            ends.append(seen)
        return (longer and size >= length) or (size == length and KINDS[ends.count(EMPTY)] == kind)

    def _at(self, row: int, column: int) -> int:
        """Look at a cell; -1 beyond the edges."""
        self.looks += 1
        rules = self.position.rules
        inside = 0 <= row < rules.m and 0 <= column < rules.n
        return self.position.cells[row * rules.n + column] if inside else -1

    def evaluate(self, me: int) -> int:
        """Return f = A - B by one call for each length and kind."""
        k, total = self.position.rules.k, 0
        for mark in (me, O if me == X else X):
            own = mark == me
            side = run_weight(k, 0, k, own=own) * self.get_threat(mark, k, "", longer=True)
            for length in range(1, k):
                for free in (1, 2):
                    side += run_weight(length, free, k, own=own) * self.get_threat(mark, length, KINDS[free])
            total += side if own else -side
        return total


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
