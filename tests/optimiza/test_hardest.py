"""The boards that are hardest of all that were searched for: how many nodes they take, and the answers.

The nodes are the program's own figures and guard against growth. The answers of random boards of any size and of
clustered ones to N = 17 have a second source, plain Python that shares nothing with the kernel. Larger clusters it does
not solve, and neither does CP-SAT in a minute: of those rows the checker sees that the sum is reached, and nothing
confirms that it is the greatest. They were found by `contrib/hardest/hardest.py`.

Tests: exact/best.py, exact/levels.py
"""

import pytest

from hard.optimiza import OPTIMIZA, QUESTIONS
from passatempo.core.queries import ask

from ..helpers.climbs import climbed, each_climbed, own_answer

ROWS = climbed("optimiza")
MOST_NODES = 3_000_000


@pytest.mark.quick(8)
@each_climbed("optimiza")
def test_what_a_climb_found_is_solved_and_answered_as_a_second_method_does(row):
    own = own_answer(QUESTIONS[row["question"]], row, MOST_NODES)
    if row["answer"] is not None:
        assert own == row["answer"]
    elif row["question"].startswith("best"):
        outcome = ask(OPTIMIZA.problem("best"), QUESTIONS[row["question"]].read(row["instance"]))
        assert outcome.checked
        assert outcome.value == own


def test_every_question_was_climbed_and_what_can_be_has_answers():
    assert {row["question"] for row in ROWS} == set(QUESTIONS)
    assert all(row["answer"] is not None for row in ROWS if "random" in row["question"] or "-17-" in row["question"])
    assert sum(row["answer"] is not None for row in ROWS) >= 4
