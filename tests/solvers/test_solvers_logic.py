"""SAT by PySAT and answer sets by clingo against going through all assignments.

Tests: solvers/asp.py, solvers/sat.py
"""

from itertools import product

import pytest

from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.random import Random

sat = pytest.importorskip("passatempo.solvers.sat", exc_type=ImportError)
asp = pytest.importorskip("passatempo.solvers.asp", exc_type=ImportError)

LETTERS = range(1, 7)


def random_formula(random):
    """Clauses of one to three different letters, some of them enough to leave few models or none."""
    clauses = []
    for _ in range(random.in_range(4, 16)):
        chosen = random.shuffle_copy(LETTERS)[: random.in_range(1, 3)]
        clauses.append(tuple(letter if random.below(2) else -letter for letter in chosen))
    return clauses


def truth(clauses):
    """All models, as sets of literals."""
    found = []
    for values in product((False, True), repeat=len(LETTERS)):
        literals = {letter if value else -letter for letter, value in zip(LETTERS, values, strict=True)}
        if all(literals & set(clause) for clause in clauses):
            found.append(literals)
    return found


def test_models_and_their_count_against_all_assignments():
    random = Random(5, "formulas")
    without = 0
    for _ in range(150):
        clauses = random_formula(random)
        models = truth(clauses)
        said = sat.solve(clauses)
        assert (said.status is Status.SOLVED) == bool(models)
        listed = list(sat.enumerate_models(clauses, LETTERS))
        assert set(listed) == {frozenset(k for k in model if k > 0) for model in models}
        assert len(listed) == len(models)
        without += not models
    assert without > 10


def test_a_core_cannot_hold_and_comes_from_the_assumptions():
    random = Random(6, "cores")
    cores = 0
    for _ in range(150):
        clauses = random_formula(random)
        assumed = [letter if random.below(2) else -letter for letter in LETTERS]
        said = sat.solve(clauses, assumptions=assumed)
        models = truth(clauses)
        assert (said.status is Status.SOLVED) == (set(assumed) in models)
        if said.status is Status.IMPOSSIBLE and models:
            cores += 1
            assert set(said.core) <= set(assumed)
            assert not any(set(said.core) <= model for model in models)
    assert cores > 20


def test_a_thrown_switch_ends_an_enumeration():
    cancel = Cancel()
    cancel.cancel()
    assert list(sat.enumerate_models([(1, 2)], [1, 2], Limits(cancel=cancel))) == [StopReason.CANCELLED]


# The models of a formula as answer sets: a letter is chosen or not, and no clause may be false.
PROGRAM = """
{ true(X) : letter(X) }.
:- clause(C), not fine(C).
fine(C) :- in(C, X, 1), true(X).
fine(C) :- in(C, X, 0), letter(X), not true(X).
#show true/1.
"""


def facts(clauses):
    yield from (f"letter({letter})" for letter in LETTERS)
    for number, clause in enumerate(clauses):
        yield f"clause({number})"
        yield from (f"in({number},{abs(literal)},{int(literal > 0)})" for literal in clause)


def test_all_brave_and_cautious_answer_sets_against_all_assignments():
    random = Random(7, "answer sets")
    for _ in range(60):
        clauses = random_formula(random)
        models = [frozenset(("true", (k,)) for k in model if k > 0) for model in truth(clauses)]
        runs = {mode: asp.solve(PROGRAM, facts(clauses), mode=mode) for mode in ("one", "all", "brave", "cautious")}
        if not models:
            assert {run.status for run in runs.values()} == {Status.IMPOSSIBLE}
            continue
        assert {run.status for run in runs.values()} == {Status.SOLVED}
        assert runs["one"].answer_sets[0] in models
        assert sorted(map(sorted, runs["all"].answer_sets)) == sorted(map(sorted, models))
        assert runs["brave"].answer_sets == (frozenset().union(*models),)
        assert runs["cautious"].answer_sets == (frozenset.intersection(*models),)


def test_answer_sets_stop_at_a_number():
    run = asp.solve(PROGRAM, facts([]), Limits(answers=5), mode="all")
    assert len(run.answer_sets) == 5
    assert run.status is Status.FEASIBLE
