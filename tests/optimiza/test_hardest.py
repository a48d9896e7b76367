"""The boards that are hardest of all that were searched for: how many nodes they take, and the answers.

The nodes are the program's own figures and guard against growth. The answers of boards to N = 24 have a second source,
plain Python that shares nothing with the kernel; larger ones it does not solve, and the row says so. Those were found
by `benchmarks/hardest.py`.

Tests: exact/best.py, exact/levels.py
"""

from hard.optimiza import QUESTIONS

from ..climbs import climbed, each_climbed, own_answer

ROWS = climbed("optimiza")
MOST_NODES = 3_000_000


@each_climbed("optimiza")
def test_what_a_climb_found_is_solved_and_answered_as_a_second_method_does(row):
    own = own_answer(QUESTIONS[row["question"]], row, MOST_NODES)
    if row["answer"] is not None:
        assert own == row["answer"]


def test_every_question_was_climbed_and_small_boards_have_answers():
    assert {row["question"] for row in ROWS} == set(QUESTIONS)
    assert all(row["answer"] is not None for row in ROWS if row["question"] == "best-17-random")
    assert sum(row["answer"] is not None for row in ROWS) >= 4
