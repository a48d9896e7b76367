"""What is said under a limit is true, and every method agrees on random positions.

Tests: minesweeper/exact/methods.py, minesweeper/reference.py, minesweeper/encodings/layouts.py,
minesweeper/exact/guess.py
"""

import pytest

from passatempo.core.asking import ask, comparison_key, with_defaults
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.registry import installed, pastime

from .positions import position

GAME = pastime("minesweeper")
LIMITS = [Limits(nodes=nodes) for nodes in (*range(51), 64, 100, 1000, 4000, 4001)]
LIMITS += [Limits(seconds=seconds) for seconds in (0, 1e-9, 1e-6, 1e-4)]
QUICK = {"exact", "reference", "least-chance"}


def told(problem, board, outcome):
    """Return what a proved outcome fixes."""
    question = with_defaults(problem, board)
    key = comparison_key(problem, question, outcome)
    return outcome.status, outcome.value, outcome.answer if problem.name == "guess" else key


def stands(problem, method, seeds, limits):
    """Assert that what is proved under limits is what is said without, and that the rest says which limit came."""
    for seed in seeds:
        board = position(seed)
        whole = told(problem, board, ask(problem, board, method=method))
        for limit in limits:
            outcome = ask(problem, board, method=method, limits=limit)
            if outcome.status in (Status.SOLVED, Status.IMPOSSIBLE):
                assert told(problem, board, outcome) == whole, (seed, limit)
            elif outcome.status is Status.UNKNOWN:
                assert outcome.stopped is not StopReason.DONE, (seed, limit)


@pytest.mark.parametrize(
    ("question", "method"),
    [(problem.name, method.name) for problem in GAME.problems for method in problem.methods if method.name in QUICK],
)
def test_what_is_proved_under_a_limit_is_true(question, method):
    stands(GAME.problem(question), method, range(10), LIMITS[::3])


@pytest.mark.long
@pytest.mark.parametrize(
    ("question", "method"),
    [
        (problem.name, method.name)
        for problem in GAME.problems
        for method in problem.methods
        if not method.needs or installed(method.needs)
    ],
)
def test_what_is_proved_under_any_limit_is_true(question, method):
    slow = method not in QUICK
    stands(GAME.problem(question), method, range(8 if slow else 50), LIMITS[:: 12 if slow else 1])


def agree(seeds):
    """Assert that all exact methods of every question say the same of random positions."""
    for problem in GAME.problems:
        exact = [m.name for m in problem.methods if m.kind == "exact" and (not m.needs or installed(m.needs))]
        if len(exact) < 2:  # `guess` and `explain` have one method
            continue
        for seed in seeds:
            board = position(seed)
            first = told(problem, board, ask(problem, board, method=exact[0]))
            for method in exact[1:]:
                assert told(problem, board, ask(problem, board, method=method)) == first, (problem.name, method, seed)


def test_all_methods_agree_on_random_positions():
    agree(range(1000, 1004))


@pytest.mark.long
@pytest.mark.parametrize("start", range(2000, 7000, 500))
def test_all_methods_agree_on_many_random_positions(start):
    agree(range(start, start + 500))
