"""The deals that are hardest of all that were searched for: how many nodes they take, and the answers.

The nodes are the program's own figures and guard against growth (of cards in heaps: microseconds, which nobody
compares). The answers are those of a second method that shares nothing with the one measured: CP-SAT, the plain search,
or the closed form in plain Python. They were found by `benchmarks/hardest.py`.

Tests: exact/methods.py, exact/placing.py
"""

import json
from pathlib import Path

import pytest

from hard.cards import QUESTIONS

FILE = Path(__file__).parents[1] / "data" / "cards" / "hardest.json"
ROWS = json.loads(FILE.read_text(encoding="utf-8"))["rows"]
MOST_NODES = 3_000_000
BY_TIME = "decide-heaps"


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['question']}, {row['nodes']}" for row in ROWS])
def test_what_a_climb_found_is_answered_as_a_second_method_does(row):
    climb = QUESTIONS[row["question"]]
    instance = climb.read(row["instance"])
    nodes, decided = climb.nodes(instance, MOST_NODES)
    assert decided
    if row["question"] != BY_TIME:
        assert nodes <= 1.1 * row["nodes"]
    assert row["verified_by"]
    if row["answer"] is not None:
        assert climb.own(instance)[0] == row["answer"]


def test_every_question_was_climbed():
    assert {row["question"] for row in ROWS} == set(QUESTIONS)
