"""What is said when a limit comes first is true: every question and method, on small boards of every surface."""

from functools import cache

import pytest

from passatempo.core.limits import Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, outcomes_agree, with_defaults
from passatempo.core.random import Random
from passatempo.core.registry import is_installed, pastime
from passatempo.optimiza import RoutesAsk, read
from passatempo.optimiza.exact.boards import full_tour
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import VARIANTS

GAME = pastime("optimiza")
HARDNESS = ("random", "clustered", "dense")
METHODS = [(p, m) for p in GAME.problems for m in p.methods if not m.needs or is_installed(m.needs)]
LIMITS = [{"nodes": n} for n in (*range(51), 64, 100, 1000, 4000, 4001)]
LIMITS += [{"seconds": s} for s in (0, 1e-9, 1e-6, 1e-4)]
# `best --method frontier` put a value and a path of two states together.
TWO_STATES = read("1 2 4 1 1\n3 2 3 2 1\n3 5 4 2 1", variant="hex-torus")
# `enumerate` called a list complete of which a limit had hidden a part: the best sum was proved, others were not.
HALF_A_LIST = read("2 4 4 5 4 4 7\n3 1 1 5 1 6 1\n3 1 2 3 3 2 1\n2 1 2 5 6 2 3", variant="hex-torus")

each_method = pytest.mark.parametrize(("problem", "method"), METHODS, ids=[f"{p.name}-{m.name}" for p, m in METHODS])


def boards():
    yield TWO_STATES
    yield HALF_A_LIST
    for variant in VARIANTS:
        for k in range(8):
            yield generate(Params(2 + k % 5 + 2 * (k > 6), variant, HARDNESS[k % 3]), Random(k, "cut", variant))


BOARDS = list(boards())


@cache
def whole(problem, board):
    """Ask once without a limit that matters."""
    return ask(problem, board, limits=Limits(seconds=30))


def compare(problem, method, board, limits):
    """Assert that an outcome under limits is one that the whole outcome allows."""
    question = with_defaults(problem, board)
    full = whole(problem, board)
    found = ask(problem, question, method=method.name, limits=limits)
    assert found.status is not Status.IMPOSSIBLE
    if method.kind == "exact":
        assert outcomes_agree(problem, question, full, found), (board, limits, full, found)
    if full.status is Status.SOLVED and full.value is not None:
        assert found.value is None or found.value <= full.value
        assert found.bound is None or found.bound >= full.value
    if found.status is not Status.SOLVED and method.kind == "exact":
        assert found.stopped is not StopReason.DONE


@pytest.mark.quick(10)
@each_method
def test_what_is_said_at_a_limit_is_true(problem, method):
    for k, board in enumerate(BOARDS):
        limits = Random(k, problem.name, method.name).choice(LIMITS)
        compare(problem, method, board, Limits(**limits))


@pytest.mark.long
@each_method
def test_what_is_said_at_every_limit_is_true(problem, method):
    for board in BOARDS:
        for limits in LIMITS:
            compare(problem, method, board, Limits(**limits))


@pytest.mark.parametrize("seconds", [0, 1e-9, 1e-6, 1e-5])
def test_value_and_path_come_out_together(seconds):
    for board in [TWO_STATES, *BOARDS]:
        for method in ("exact", "frontier"):
            outcome = ask(GAME.problem("best"), board, method=method, limits=Limits(seconds=seconds))
            assert outcome.checked


def test_a_list_is_called_whole_only_where_every_sum_was_proved():
    whole = ask(GAME.problem("enumerate"), HALF_A_LIST).answer
    cut = [ask(GAME.problem("enumerate"), HALF_A_LIST, limits=Limits(nodes=n)) for n in range(30, 52)]
    assert {outcome.status for outcome in cut} > {Status.FEASIBLE}
    for outcome in cut:
        if outcome.answer is not None:
            assert set(outcome.answer.routes) <= set(whole.routes)
            assert outcome.answer.complete == (outcome.status is Status.SOLVED)


@pytest.mark.parametrize(
    ("problem", "method"),
    [(p, m) for p, m in METHODS if not m.needs],  # a solver library does not recurse, and takes minutes
    ids=[f"{p.name}-{m.name}" for p, m in METHODS if not m.needs],
)
def test_a_path_longer_than_recursion_goes_is_no_bug(problem, method):
    board, _ = full_tour(37, "torus-queen")  # 1369 cells on one path
    outcome = ask(problem, board, method=method.name, limits=Limits(nodes=3000))
    assert outcome.status is not Status.IMPOSSIBLE
    if method.kind == "exact" and outcome.status is not Status.SOLVED:
        assert outcome.stopped in (StopReason.NODES, StopReason.MEMORY)


def test_the_best_path_of_a_full_tour_is_listed():
    board, route = full_tour(37, "torus-queen")
    outcome = ask(GAME.problem("enumerate"), Question(board, RoutesAsk(1)))
    assert outcome.status is Status.SOLVED
    assert len(outcome.answer.routes[0].places) == len(route.places) == 37 * 37


def test_nodes_are_counted_over_all_calls_of_the_kernel():
    board = generate(Params(17, "torus-queen", "dense"), Random(1, "big"))  # a number that takes several primes
    whole = ask(GAME.problem("count"), board)
    assert whole.stats["nodes"] > 4000
    for nodes in (100, 4000, whole.stats["nodes"] // 2, whole.stats["nodes"] - 1):
        cut = ask(GAME.problem("count"), board, limits=Limits(nodes=nodes))
        assert (cut.status, cut.stopped) == (Status.UNKNOWN, StopReason.NODES)
        assert cut.stats["nodes"] <= nodes + 8
