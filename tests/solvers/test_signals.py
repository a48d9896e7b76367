"""Ctrl-C belongs to us: no engine takes it for itself, none leaves the process without a handler.

OR-Tools' CP-SAT set the signal back to the system's default after every run, so that the next Ctrl-C killed the process
without a word; PySAT takes it in the main thread and jumps out of the solver.
"""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

RUNS = {
    "cpsat": """
from ortools.sat.python import cp_model
from passatempo.solvers import cpsat
model = cp_model.CpModel()
x = model.new_int_var(0, 9, "x")
model.add(2 * x == 8)
run = lambda limits: cpsat.solve(model, limits)
""",
    **{
        f"milp-{solver}": f"""
from ortools.math_opt.python import mathopt
from passatempo.solvers import milp
model = mathopt.Model()
model.add_linear_constraint(2 * model.add_integer_variable(lb=0, ub=9, name="x") == 8)
run = lambda limits: milp.solve(model, limits, solver="{solver}")
"""
        for solver in ("highs", "scip", "cpsat")
    },
    **{
        f"sat-{solver}": f"""
from passatempo.solvers import sat
run = lambda limits: sat.solve([(1, 2), (-1,)], limits, solver="{solver}")
"""
        for solver in ("glucose42", "cadical195", "minisat22")
    },
    "models": """
from passatempo.solvers import sat
run = lambda limits: list(sat.enumerate_models([(1, 2)], [1, 2], limits))
""",
    "session": """
from passatempo.core.limits import Deadline
from passatempo.solvers import sat
run = lambda limits: sat.Session([(1, 2)], Deadline(limits)).ask([-1])
""",
    "asp": """
from passatempo.solvers import asp
run = lambda limits: asp.solve("a.", limits=limits)
""",
}

PRESS = """
import os, signal
from passatempo.core.limits import Limits
for name, text in RUNS.items():
    print(name, end=": ", flush=True)
    space = {}
    exec(text, space)
    space["run"](Limits(seconds=20))
    try:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(10**7): pass
        print("nothing")
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.interrupts
def test_ctrl_c_after_a_run_is_python_s():
    """One engine after the other in one process; where one takes it away, the process dies at its name."""
    done = subprocess.run([sys.executable, "-c", f"RUNS = {RUNS!r}{PRESS}"], capture_output=True, text=True)
    assert (done.returncode, done.stdout.splitlines()) == (0, [f"{name}: interrupted" for name in RUNS]), done.stderr


HARD = {
    "cpsat": """
from solvers.test_solvers import cpsat, hard_constraints
model = hard_constraints()
run = lambda: cpsat.solve(model)
""",
    "milp-scip": """
from solvers.test_solvers import hard_program, milp
model = hard_program()
run = lambda: milp.solve(model, solver="scip")
""",
    "session": """
from solvers.test_left_behind import pigeons
from passatempo.core.limits import Deadline, Limits
from passatempo.solvers import sat
session = sat.Session(pigeons(12), Deadline(Limits()))
run = lambda: session.ask()
""",
    "models": """
from solvers.test_left_behind import pigeons
from passatempo.solvers import sat
run = lambda: list(sat.enumerate_models(pigeons(12), [1, 2]))
""",
}

DURING = """
import os, signal, threading, time
press = threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT))
press.start()
try:
    run()
    print("done")
except KeyboardInterrupt:
    print("interrupted")
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.interrupts
@pytest.mark.parametrize("engine", HARD)
def test_ctrl_c_during_a_run_is_python_s(engine):
    """In the main thread, without limits: an exception of ours, and no jump out of a solver."""
    start = f"import sys\nsys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
    done = subprocess.run([sys.executable, "-c", start + HARD[engine] + DURING], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "interrupted\n"), done.stderr
