"""The kernel against plain Python on 200,000 random boards, in parts (long), and on some of them always.

Tests: exact/best.py, reference/search.py
"""

import pytest

from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.random import Random
from passatempo.optimiza.checker import check, value_of_route
from passatempo.optimiza.exact import best as exact
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import VARIANTS
from passatempo.optimiza.reference import search as reference

HARDNESS = ("random", "clustered", "dense")
PART, PARTS = 10_000, 20
NODES = 4_000  # of the plain search: nearly every board is solved


def board_of(number):
    """Make a board of size 2 to 6, the largest seldom: they cost most."""
    random = Random(number, "many boards")
    size = 2 + min(random.below(5), random.below(5), random.below(6))
    return generate(Params(size, VARIANTS[number % 6], HARDNESS[number // 6 % 3]), random)


def agree(board):
    """Assert that the methods agree; return whether the plain one finished."""
    found, only = exact.best(board), exact.frontier(board)
    plain = reference.best(board, Limits(nodes=NODES))
    assert found.status is only.status is Status.SOLVED
    assert found.value == found.bound == only.value == value_of_route(board, found.answer), board
    assert check(board, found.answer) == []
    assert plain.value <= found.value <= plain.bound, board
    return plain.status is Status.SOLVED


@pytest.mark.parametrize(
    ("first", "number"), [(0, 150), *(pytest.param(PART * k, PART, marks=pytest.mark.long) for k in range(PARTS))]
)
def test_plain_python_finds_the_same_on_many_boards(first, number):
    finished = sum(agree(board_of(k)) for k in range(first, first + number))
    assert finished >= 0.95 * number


def larger(number):
    """Make a clustered board of 8 to 12: components that only frontiers solve."""
    random = Random(number, "larger boards")
    return generate(Params(random.in_range(8, 12), VARIANTS[number % 6], HARDNESS[1 + number % 2]), random)


@pytest.mark.parametrize("number", [4, pytest.param(600, marks=pytest.mark.long)])
def test_plain_python_finds_the_same_on_larger_components(number):
    finished = 0
    for k in range(number):
        board = larger(k)
        plain = reference.best(board, Limits(nodes=60_000))
        found = exact.best(board)
        assert plain.value <= found.value == found.bound <= plain.bound, board
        finished += plain.status is Status.SOLVED
    assert finished >= 0.5 * number
