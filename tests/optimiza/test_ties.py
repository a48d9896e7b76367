"""X over all ways to break ties, and what is said where it is not known.

Tests: exact/levels.py, json.py, words.py
"""

import pytest

from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.outcome import Status, StopReason
from passatempo.core.random import Random
from passatempo.optimiza import _kernel, levels, read
from passatempo.optimiza.exact.levels import levels_reference
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.greedy import BackwardGreedy
from passatempo.optimiza.model import VARIANTS, Levels
from passatempo.optimiza.words import show_levels

HARDNESS = ("random", "clustered", "dense")


def by_kernel(board):
    stop, _, x = _kernel.greatest_x(board.packed, board.n, VARIANTS.index(board.variant), 60.0, 10**9, None)
    assert stop == 0
    return x


@pytest.mark.parametrize("number", [120, pytest.param(6000, marks=pytest.mark.long)])
def test_the_kernel_finds_what_trying_all_ties_finds(number):
    proved = 0
    for k in range(number):
        params = Params(2 + k % 12, VARIANTS[k % 6], HARDNESS[k // 6 % 3])
        board = generate(params, Random(k, "ties"))
        try:
            right = BackwardGreedy(board).best_over_ties(board.cells.index(board.n), Deadline(Limits(nodes=20_000)))
        except Stopped:
            continue
        proved += 1
        assert by_kernel(board) == right, board
    assert proved > 0.9 * number


@pytest.mark.parametrize("number", [6, pytest.param(12, marks=pytest.mark.long)])
def test_large_components_are_solved_by_the_frontier_too(number):
    """Boards of 11 to 14 whose numbers hang together have components that are too large for the search over paths."""
    compared = 0
    for k in range(number):
        board = generate(Params(11 + k % 4, "torus-queen", HARDNESS[1 + k % 2]), Random(k, "wide"))
        back = BackwardGreedy(board)
        try:
            right = back.best_over_ties(board.cells.index(board.n), Deadline(Limits(nodes=400_000)))
        except Stopped:
            continue
        compared += 1
        assert by_kernel(board) == right, board
    assert compared >= number / 3


@pytest.mark.parametrize("kind", HARDNESS)
@pytest.mark.parametrize("n", [17, 24, 31])
def test_all_five_levels_of_hard_boards(n, kind):
    outcome = levels(generate(Params(n, "torus-queen", kind), Random(1)), seconds=60)
    assert outcome.status is Status.SOLVED
    found = outcome.answer
    assert found.x <= found.x_best <= found.z


def test_a_limit_leaves_x_best_out_and_says_so():
    board = generate(Params(17, "torus-queen", "clustered"), Random(3))
    outcome = levels_reference(read("2 1\n1 1"), Limits())
    assert outcome.status is Status.SOLVED
    whole = levels(board)
    for nodes in range(whole.stats["nodes"] - 2000, 0, -2000):
        outcome = levels(board, nodes=nodes)
        if outcome.status is Status.FEASIBLE:
            break
    assert outcome.status is Status.FEASIBLE
    assert outcome.stopped is StopReason.NODES
    assert outcome.answer == Levels(whole.answer.x, None, whole.answer.y, whole.answer.expert, whole.answer.z)
    assert outcome.to_json()["answer"]["X_best"] is None
    assert "a limit was reached first" in show_levels(board, outcome.answer)
