"""A wrong method is met: every question and method on boards made by `new`, by the key that the right answer fixes."""

import pytest

from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.queries import ask, outcomes_agree, with_defaults
from passatempo.core.random import Random
from passatempo.core.registry import is_installed, pastime
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import VARIANTS

GAME = pastime("optimiza")
HARDNESS = ("random", "clustered", "dense")
PROVED = 0.5  # of the boards at least a plain method must finish, or the comparison says little
DEAR = {"cpsat": 12, "reference": 2}  # times as dear as the rest: so many times fewer boards


def boards(number):
    for k in range(number):
        yield generate(Params(2 + k % 4, VARIANTS[k % 6], HARDNESS[k % 3]), Random(k, "agreement"))


def compare(problem, method, number):
    proved = tried = 0
    for board in boards(number // DEAR.get(method.name, 1)):
        question = with_defaults(problem, board)
        first = ask(problem, question)
        other = ask(problem, question, method=method.name, limits=Limits(nodes=4000))
        tried += 1
        proved += other.status is Status.SOLVED
        if method.kind == "exact":
            assert outcomes_agree(problem, question, first, other), (board, first, other)
        elif other.value is not None:
            assert other.value <= first.value <= other.bound
    assert method.kind != "exact" or proved >= PROVED * tried


SECOND = [
    (p, m)
    for p in GAME.problems
    for m in (p.methods[1:] or p.methods)  # with one method alone, that its answers pass the checker
    if not m.needs or is_installed(m.needs)
]


@pytest.mark.quick(8)
@pytest.mark.parametrize("number", [50, pytest.param(5000, marks=pytest.mark.long)])
@pytest.mark.parametrize(("problem", "method"), SECOND, ids=[f"{p.name}-{m.name}" for p, m in SECOND])
def test_methods_agree_on_boards_made_at_random(problem, method, number):
    compare(problem, method, number)
