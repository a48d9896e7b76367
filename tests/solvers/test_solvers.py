"""The engines: verdicts, limits, cancelling, progress, second opinions.

Tests: core/limits.py, solvers/cpsat.py, solvers/milp.py, solvers/runs.py
"""

import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import Cancel, Deadline, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.solvers.runs import SolverRun, _SolverThread, attend

pytest.importorskip("ortools")

from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from passatempo.solvers import cpsat, milp

SOLVERS = pytest.mark.parametrize("solver", milp.SOLVERS)


def market(size, rows, seed=1):
    """Market split: feasibility problems that no solver here settles in seconds."""
    stream = random.Random(seed)
    weights = [[stream.randrange(100) for _ in range(size)] for _ in range(rows)]
    return [(row, sum(row) // 2) for row in weights]


def hard_program():
    model = mathopt.Model(name="market split")
    x = [model.add_binary_variable(name=f"x{i}") for i in range(40)]
    for row, half in market(40, 5):
        model.add_linear_constraint(mathopt.fast_sum(a * b for a, b in zip(row, x, strict=True)) == half)
    return model


def hard_constraints():
    model = cp_model.CpModel()
    x = [model.new_bool_var(f"x{i}") for i in range(40)]
    for row, half in market(40, 5):
        model.add(sum(a * b for a, b in zip(row, x, strict=True)) == half)
    return model


def knapsack():
    model = mathopt.Model()
    x = [model.add_integer_variable(lb=0, ub=3, name=f"x{i}") for i in range(3)]
    model.add_linear_constraint(5 * x[0] + 4 * x[1] + 3 * x[2] <= 13)
    model.maximize(9 * x[0] + 7 * x[1] + 5 * x[2])
    return model, x


def odd():
    model = mathopt.Model()
    model.add_linear_constraint(2 * model.add_integer_variable(lb=0, ub=3, name="x") == 3)
    return model


@SOLVERS
def test_a_program_is_solved_to_the_optimum(solver):
    model, x = knapsack()
    run = milp.solve(model, solver=solver)
    assert (run.status, run.stop_reason, run.objective, run.bound) == (Status.SOLVED, StopReason.DONE, 23, 23)
    values = [run.value_of(variable) for variable in x]
    assert 5 * values[0] + 4 * values[1] + 3 * values[2] <= 13
    assert run.stats["variables"] == 3
    assert run.stats["rows"] == 1


@SOLVERS
def test_infeasible_is_said_by_two(solver):
    heard = []
    run = milp.solve(odd(), report=lambda progress: heard.append(progress.text), solver=solver)
    assert run.status is Status.IMPOSSIBLE
    assert not run.has_values
    asked = {text.partition(":")[0] for text in heard if ": 1 variables" in text}
    assert len(asked) == 2
    assert solver in asked


@pytest.mark.parametrize(
    ("said", "status", "doubt"),
    [
        ([Status.IMPOSSIBLE, Status.SOLVED], Status.SOLVED, {"false_infeasible": 1}),
        ([Status.IMPOSSIBLE, Status.UNKNOWN, Status.IMPOSSIBLE], Status.IMPOSSIBLE, {}),
        ([Status.IMPOSSIBLE, Status.UNKNOWN, Status.UNKNOWN], Status.UNKNOWN, {"unconfirmed_infeasible": 1}),
        ([Status.UNKNOWN, Status.SOLVED], Status.SOLVED, {}),
    ],
)
def test_a_second_opinion_is_heard(monkeypatch, said, status, doubt):
    opinions = iter(said)

    def speak(self):
        opinion = next(opinions)
        return SolverRun(opinion, value_of=(lambda _: 0) if opinion is Status.SOLVED else None)

    monkeypatch.setattr(milp._SolverSession, "run", speak)
    run = milp.solve(odd())
    assert run.status is status
    assert run.stats == doubt
    assert next(opinions, None) is None


def test_a_limit_before_the_second_opinion_is_no_proof(monkeypatch):
    opinions = iter([SolverRun(Status.IMPOSSIBLE), SolverRun(Status.UNKNOWN, StopReason.SECONDS)])
    monkeypatch.setattr(milp._SolverSession, "run", lambda self: next(opinions))
    run = milp.solve(odd())
    assert (run.status, run.stop_reason) == (Status.UNKNOWN, StopReason.SECONDS)
    assert run.stats == {"unconfirmed_infeasible": 1}


@SOLVERS
def test_an_unbounded_program_is_not_called_solved(solver):
    model = mathopt.Model()
    model.maximize(model.add_integer_variable(lb=0, name="x"))
    assert milp.solve(model, solver=solver).status is Status.UNKNOWN


@SOLVERS
def test_programs_keep_to_their_seconds(solver):
    model = hard_program()
    for seconds in (0.0, 0.1, 0.5):
        started = time.perf_counter()
        run = milp.solve(model, Limits(seconds=seconds), solver=solver)
        took = time.perf_counter() - started
        assert (run.status, run.stop_reason) == (Status.UNKNOWN, StopReason.SECONDS)
        assert took <= 1.1 * seconds + 0.05 + SLACK


SLACK = 3  # that a run stops is tested here; how soon, on an idle machine, is measured by benchmarks


@SOLVERS
def test_programs_can_be_cancelled(solver):
    cancel = Cancel()
    started = time.perf_counter()  # before the timer's own clock
    threading.Timer(0.2, cancel.cancel).start()
    run = milp.solve(hard_program(), Limits(cancel=cancel), solver=solver)
    assert (run.status, run.stop_reason) == (Status.UNKNOWN, StopReason.CANCELLED)
    assert 0.2 <= time.perf_counter() - started <= 0.5 + SLACK


@SOLVERS
def test_programs_keep_to_their_nodes(solver):
    run = milp.solve(hard_program(), Limits(nodes=20, seconds=20), solver=solver)
    assert (run.status, run.stop_reason) == (Status.UNKNOWN, StopReason.NODES)


# The interpreter goes from thread to thread as often as it can: so the process ended while the engine fell asleep.
LEAVE = """
import sys, threading, time
sys.setswitchinterval(1e-6)
from test_solvers import Cancel, Limits, hard_program, milp
cancel = Cancel()
threading.Timer(0.3, cancel.cancel).start()
assert milp.solve(hard_program(), Limits(cancel=cancel), solver="{solver}").stop_reason.value == "cancelled"
"""
SLEEP = """
worker = next(thread for thread in threading.enumerate() if hasattr(thread, "finished"))
assert worker.finished.wait(10)
used = time.process_time()
time.sleep(0.3)
assert time.process_time() - used < 0.5
"""


def test_who_has_ended_rests_though_another_thread_has_its_number():
    worker = _SolverThread(int)
    worker.start()
    worker.join()
    worker._ident = threading.get_ident()
    assert worker.is_resting()


@pytest.mark.quick(1)
@pytest.mark.parametrize("solver", ["highs", "scip"])
@pytest.mark.parametrize("then", ["", SLEEP], ids=["process ends", "process goes on"])
def test_a_solver_left_behind_sleeps_and_does_not_hurt_the_end_of_the_process(solver, then):
    script = LEAVE.format(solver=solver) + then
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_solver_tells_how_it_goes():
    heard = []
    milp.solve(hard_program(), Limits(seconds=0.4), heard.append)
    assert heard[0].text == "highs: 40 variables, 5 rows"
    assert len(heard) > 2
    assert heard[-1].text == "highs: unknown"


def test_an_error_in_a_report_stops_the_run():
    def fail(progress):
        if progress.seconds > 0.1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        milp.solve(hard_program(), report=fail)


def test_unknown_words_are_refused():
    with pytest.raises(UsageError, match="'gurobi' is not a solver of integer programs"):
        milp.solve(odd(), solver="gurobi")
    with pytest.raises(UsageError, match="'xml' is not a format of integer programs"):
        milp.export(odd(), "xml")


def test_an_objective_in_lp_has_a_term():
    """P1: GLPK refuses one without; tests/machiavelli/test_ilp.py asks it, where it is installed."""
    model = mathopt.Model(name="small")
    first = model.add_binary_variable(name="x(0,1)")
    model.add_linear_constraint(first + model.add_binary_variable(name="y") <= 1, name="row")
    assert "\nMinimize\n Obj: 0 x(0,1)\nSubject to\n" in milp.export(model, "lp")
    model.maximize(2 * first)
    assert "\nMaximize\n Obj: +2 x(0,1) \nSubject to\n" in milp.export(model, "lp")
    assert "\n Obj: \n" in milp.export(mathopt.Model(name="empty"), "lp")


def test_a_parameter_that_a_solver_refuses_is_named(monkeypatch):
    refused = mathopt.SolveParameters(threads=1)
    monkeypatch.setattr(milp, "_solve_parameters", lambda solver, deadline: refused)
    with pytest.raises(RuntimeError, match=r"highs: .*threads"):
        milp.solve(odd())


def test_an_engine_that_does_not_stop_is_left_behind():
    deadline, at_last = Deadline(Limits(seconds=0.1)), threading.Event()
    assert attend(lambda: at_last.wait(60), lambda: None, deadline) is None
    assert deadline.stop_reason is StopReason.SECONDS
    at_last.set()


def test_an_error_of_an_engine_reaches_the_caller():
    with pytest.raises(ZeroDivisionError):
        attend(lambda: 1 // 0, lambda: None, Deadline(Limits()))


def sums(total, most=6):
    model = cp_model.CpModel()
    x = [model.new_int_var(0, most, f"x{i}") for i in range(3)]
    model.add(sum(x) == total)
    return model, x


def test_constraints_are_solved():
    model, x = sums(7)
    model.maximize(x[0] - x[1])
    heard = []
    run = cpsat.solve(model, Limits(), heard.append)
    assert (run.status, run.objective, run.bound) == (Status.SOLVED, 6, 6)
    assert [run.value_of(variable) for variable in x] == [6, 0, 1]
    assert heard[-1].value == 6


def test_constraints_can_be_impossible():
    assert cpsat.solve(sums(99)[0]).status is Status.IMPOSSIBLE


def test_a_wrong_model_is_an_error():
    model = cp_model.CpModel()
    x = model.new_int_var(0, 2**62, "x")
    model.add(2**62 * x + 2**62 * x <= 5)
    with pytest.raises(ValueError, match="not a model"):
        cpsat.solve(model)


def test_all_solutions_are_found_once():
    model, x = sums(7)
    triples = []
    run = cpsat.solve(model, on_solution=lambda value: triples.append(tuple(map(value, x))))
    expected = {(a, b, 7 - a - b) for a in range(7) for b in range(7) if 0 <= 7 - a - b <= 6}
    assert run.status is Status.SOLVED
    assert len(triples) == len(expected) == run.stats["answers"]
    assert set(triples) == expected


def test_an_enumeration_stops_after_enough_answers():
    triples = []
    run = cpsat.solve(sums(7)[0], Limits(answers=4), on_solution=triples.append)
    assert (run.status, run.stop_reason) == (Status.FEASIBLE, StopReason.DONE)
    assert len(triples) == 4


def test_a_hint_leaves_the_model_alone():
    model, x = sums(7)
    run = cpsat.solve(model, hint={x[0]: 5, x[1]: 1, x[2]: 1})
    assert sum(run.value_of(variable) for variable in x) == 7
    assert not model.proto.solution_hint.vars


def test_constraints_keep_to_their_limits():
    model = hard_constraints()
    for seconds in (0.0, 0.1, 0.5):
        started = time.perf_counter()
        run = cpsat.solve(model, Limits(seconds=seconds))
        assert (run.status, run.stop_reason) == (Status.UNKNOWN, StopReason.SECONDS)
        assert time.perf_counter() - started <= 1.1 * seconds + 0.05 + SLACK
    run = cpsat.solve(model, Limits(nodes=50, seconds=20))
    assert (run.status, run.stop_reason) == (Status.UNKNOWN, StopReason.NODES)


def test_constraints_can_be_cancelled():
    cancel = Cancel()
    started = time.perf_counter()  # before the timer's own clock
    threading.Timer(0.2, cancel.cancel).start()
    run = cpsat.solve(hard_constraints(), Limits(cancel=cancel))
    assert (run.status, run.stop_reason) == (Status.UNKNOWN, StopReason.CANCELLED)
    assert 0.2 <= time.perf_counter() - started <= 0.5 + SLACK


@pytest.mark.parametrize("threads", [1, 2])
def test_equal_seeds_give_equal_runs(threads):
    runs = []
    for _ in range(2):
        model, x = sums(9)
        run = cpsat.solve(model, Limits(seed=5, threads=threads))
        runs.append(([run.value_of(variable) for variable in x], run.stats["branches"]))
    assert runs[0] == runs[1]
