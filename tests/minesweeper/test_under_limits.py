"""What is said under a limit is true, and every method agrees on random positions.

Tests: minesweeper/exact/methods.py, minesweeper/reference.py, minesweeper/encodings/layouts.py,
minesweeper/exact/guess.py
"""

import pytest

from passatempo.core.json import with_ask
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.queries import ask, comparison_key, with_defaults
from passatempo.core.random import Random
from passatempo.core.registry import is_installed, pastime
from passatempo.minesweeper.generate import Params, generate
from passatempo.minesweeper.json import CHANCES
from passatempo.minesweeper.words import show_chances

from .positions import layouts, position

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
        if not method.needs or is_installed(method.needs)
    ],
)
def test_what_is_proved_under_any_limit_is_true(question, method):
    slow = method not in QUICK
    stands(GAME.problem(question), method, range(8 if slow else 50), LIMITS[:: 12 if slow else 1])


def certain_of(chances):
    """Return the cells whose chance is 0, and those whose chance is 1."""
    return [{place for place, chance in chances.near.items() if chance == value} for value in (0, 1)]


@pytest.mark.parametrize("method", ["exact", "estimate"])
def test_certain_cells_are_told_where_the_chances_are_not_known(method):
    """By brute force on small boards; of the others no chance is told. Left out: boards that no layout fits."""
    problem, told = GAME.problem("chances"), 0
    for seed in range(120):
        board = position(seed)
        every = list(layouts(board))
        if not every:
            continue
        for limit in (Limits(nodes=nodes) for nodes in range(6)):
            outcome = ask(problem, board, method=method, limits=limit)
            answer = outcome.answer
            if outcome.status is not Status.FEASIBLE or None not in answer.near.values():
                continue
            assert (outcome.stopped, outcome.checked, answer.solutions) == (StopReason.NODES, True, None)
            assert set(answer.near.values()) <= {None, 0, 1}
            for place, chance in answer.near.items():
                mines = {board.cell(*place) in layout for layout in every}
                assert chance is None or mines == {chance == 1}
            assert answer.lowest == (0 if 0 in (*answer.near.values(), answer.other) else None)
            assert CHANCES.load(CHANCES.dump(answer)) == answer
            assert "unknown" in show_chances(board, answer)
            told += 1
    assert told > 30


@pytest.mark.parametrize(("question", "method"), [("chances", "exact"), ("chances", "estimate"), ("guess", "search")])
def test_certain_cells_of_a_field_too_wide_to_be_counted(question, method):
    """Half of it is open, at random: all that `safe` knows is told, and under a limit what is proved by then."""
    problem = GAME.problem(question)
    board = generate(Params("custom", 100, 100, 3500, opened="scatter", share=0.5), Random(2, "wide"))
    sure = ask(GAME.problem("safe"), board).answer
    assert len(sure.safe) > 1000
    for limits in (Limits(), Limits(nodes=0)):
        outcome = ask(problem, board, method=method, limits=limits)
        assert (outcome.status, outcome.checked) == (Status.FEASIBLE, True)
        assert outcome.stopped in (StopReason.MEMORY, StopReason.NODES)
        found = (outcome.answer.safe,) if question == "guess" else certain_of(outcome.answer)
        for told, every in zip(found, (sure.safe, sure.sure_mines), strict=False):
            assert set(told) == set(every) if limits.nodes is None else set(told) < set(every)
            assert len(told) > len(every) / 3
        assert "covered, safe" in outcome.svg()


def test_both_readings_at_a_limit():
    """The answer with the mine count is told, whatever becomes of the one without."""
    board = generate(Params("custom", 9, 9, 14, share=0.4), Random(3, "both"))
    asked = with_ask(GAME.problem("chances"), board, {"both": True})
    whole = ask(GAME.problem("chances"), asked)
    for nodes in range(3 * whole.stats["nodes"]):
        outcome = ask(GAME.problem("chances"), asked, limits=Limits(nodes=nodes))
        assert (outcome.status is Status.SOLVED) == (outcome.answer == whole.answer)
        assert outcome.status in (Status.SOLVED, Status.FEASIBLE)


def agree(seeds):
    """Assert that all exact methods of every question say the same of random positions."""
    for problem in GAME.problems:
        exact = [m.name for m in problem.methods if m.kind == "exact" and (not m.needs or is_installed(m.needs))]
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
