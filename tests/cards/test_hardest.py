"""The deals that are hardest of all that were searched for: how many nodes they take, and the answers.

The nodes are the program's own figures and guard against growth (of cards in heaps: microseconds, which nobody
compares). The answers are those of a second method that shares nothing with the one measured: CP-SAT, or the plain
Python of `reference`; every deal has one. They were found by `contrib/hardest/hardest.py`.

Tests: exact/methods.py, exact/placements.py
"""

import pytest

from hard.cards import QUESTIONS

from ..helpers.climbs import climbed, each_climbed, own_answer

MOST_NODES = 3_000_000
BY_TIME = "decide-heaps"


@pytest.mark.quick(3)
@each_climbed("cards")
def test_what_a_climb_found_is_answered_as_a_second_method_does(row):
    question = row["question"]
    assert row["verified_by"] != "exact"
    assert row["answer"] is not None
    assert own_answer(QUESTIONS[question], row, MOST_NODES, by_nodes=question != BY_TIME) == row["answer"]


def test_every_question_was_climbed():
    assert {row["question"] for row in climbed("cards")} == set(QUESTIONS)
