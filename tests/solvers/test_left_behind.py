"""Engines that do not hear: nothing is deleted under their hands, and nobody waits for them.

Tests: solvers/child_process.py
"""

import gc
import subprocess
import sys
import threading
import time

import pytest

from passatempo.core.limits import Cancel, Deadline, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.solvers import child_process

pytestmark = pytest.mark.long

sat = pytest.importorskip("passatempo.solvers.sat", exc_type=ImportError)


def pigeons(holes):
    """Put one pigeon more than there are holes: a minute of search from about ten on."""
    letter = {(p, h): p * holes + h + 1 for p in range(holes + 1) for h in range(holes)}
    clauses = [tuple(letter[p, h] for h in range(holes)) for p in range(holes + 1)]
    clauses += [(-letter[p, h], -letter[q, h]) for h in range(holes) for p in range(holes + 1) for q in range(p)]
    return clauses


class Deaf(sat.Engine):
    """A solver that does not hear an interrupt, works a little, and notes what is done with it."""

    made = []  # noqa: RUF012  a list of all, on purpose

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self.working = threading.Event()
        self.log = []
        Deaf.made.append(self)

    def interrupt(self):
        self.log.append("interrupt")

    def solve_limited(self, assumptions=(), expect_interrupt=False):
        self.log.append("begin")
        self.working.set()
        time.sleep(0.25)
        self.log.append("end")
        return False

    def delete(self):
        self.log.append("delete")
        super().delete()


def test_an_engine_left_behind_is_deleted_by_the_thread_that_works_with_it(monkeypatch):
    """The limit comes while the engine works and hears nothing: it is deleted after its work, never under it."""
    monkeypatch.setattr(sat, "Engine", Deaf)
    Deaf.made.clear()
    threads, asked = [], 0
    while (
        sum(engine.working.is_set() for engine in Deaf.made) < 50 and asked < 2000
    ):  # on a busy machine some never begin
        asked += 1
        assert list(sat.enumerate_models([(1, 2)], [1, 2], Limits(seconds=0.01))) == [StopReason.SECONDS]
        threads = [thread for thread in threading.enumerate() if hasattr(thread, "finished")]
    for thread in threads:
        thread.join(10)
    gc.collect()
    assert len(Deaf.made) == asked >= 50
    for engine in Deaf.made:
        assert engine.log[-1] == "delete"
        assert engine.log.count("delete") == 1
        if "begin" in engine.log:
            assert engine.log.index("end") < engine.log.index("delete")
    assert sum("interrupt" in engine.log and "begin" in engine.log for engine in Deaf.made) > 40


def test_an_enumeration_that_nobody_ends_deletes_its_engine(monkeypatch):
    monkeypatch.setattr(sat, "Engine", Deaf)
    Deaf.made.clear()
    found = sat.enumerate_models([(1, 2)], [1, 2])
    found.close()
    found = sat.enumerate_models([()], [1])
    assert list(found) == []
    assert [engine.log for engine in Deaf.made] == []


ENDS = """
import sys
from passatempo.core.limits import Deadline, Limits
from passatempo.__main__ import leave
from passatempo.solvers.runs import attend
import time
attend(lambda: time.sleep(60), lambda: None, Deadline(Limits(seconds=0.05)))
print("done")
leave(3)
"""


def test_the_process_does_not_wait_for_an_engine_that_was_left_behind():
    """It would wait three seconds for the engine to settle, were it ended in the ordinary way."""
    done = subprocess.run([sys.executable, "-c", ENDS], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (3, "done\n", "")


LATE = """
import atexit, time
from passatempo.core.limits import Deadline, Limits
from passatempo.solvers import runs
runs.EXIT_GRACE, ended = 0.2, []
atexit.register(lambda: print("ended" if ended else "still at it"))  # after what is registered later
runs.attend(lambda: ended.append(time.sleep(1)), lambda: None, Deadline(Limits(seconds=0.01)))
"""


def test_the_end_of_a_process_counts_the_processor_and_not_the_clock():
    """Found beside ten busy processes: HiGHS had no processor to write its next line, and aborted at the end."""
    done = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


ASLEEP = """
import threading
from passatempo.core.limits import Deadline, Limits
from passatempo.solvers import runs
told = threading.Event()
runs.attend(lambda: told.wait() and runs.sleep_for_ever(), lambda: None, Deadline(Limits(seconds=0.01)))
def at_work():
    return any(isinstance(thread, runs._SolverThread) and not thread.over() for thread in threading.enumerate())
print(at_work())
told.set()
while at_work():
    pass
print(any(thread.name == "passatempo-engine" for thread in threading.enumerate()))
"""


def test_an_engine_that_was_left_behind_is_at_work_until_it_sleeps():
    """The runner of hard instances waited 20 s for a sleeping one before each instance, on busy machines."""
    done = subprocess.run([sys.executable, "-c", ASLEEP], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\nTrue\n", "")


def test_a_solver_that_cannot_be_told_is_ended_with_its_process():
    cancel = Cancel()
    threading.Timer(0.5, cancel.cancel).start()
    run = sat.solve(pigeons(12), Limits(cancel=cancel), solver="cadical195")
    assert (run.status, run.stop_reason) == (Status.UNKNOWN, StopReason.CANCELLED)


@pytest.mark.parametrize("solver", ["cadical195", "glucose42"])
def test_both_ways_say_the_same(solver):
    """In this process and in one of its own: model, verdict, proof."""
    for clauses in ([(1, 2), (-1,)], [(1,), (-1,)], pigeons(3)):
        alone = sat.solve(clauses, solver=solver, proof=True)
        child = sat.solve(clauses, Limits(seconds=60), solver=solver, proof=True)
        assert (alone.status, alone.model, alone.proof) == (child.status, child.model, child.proof)


def test_a_service_may_take_no_more_memory_than_the_limits_say(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "service.py").write_text(
        "def eats(parts):\n    yield len(bytearray(next(parts)))\ndef fails(parts):\n    yield 1 // next(parts)\n",
        encoding="utf-8",
    )
    told = []
    deadline = Deadline(Limits(memory_mb=200))
    assert child_process.run_service("service:eats", [1 << 20], deadline, told.append)
    assert told == [1 << 20]
    if sys.platform == "linux":
        assert not child_process.run_service("service:eats", [1 << 30], deadline, told.append)
        assert deadline.stop_reason is StopReason.MEMORY
    with pytest.raises(RuntimeError, match="ended with code"):
        child_process.run_service("service:fails", [0], Deadline(Limits()), told.append)


def test_a_large_program_is_grounded_where_it_can_be_ended():
    asp = pytest.importorskip("passatempo.solvers.asp", exc_type=ImportError)
    small = "1 { pick(X) : item(X) } 1. item(1..3). #show pick/1."
    for mode in ("one", "all", "brave", "cautious"):
        here, there = asp.solve(small, mode=mode), asp.solve(small, mode=mode, large=True)
        assert here.status is there.status
        assert sorted(map(sorted, here.answer_sets)) == sorted(map(sorted, there.answer_sets))
    endless = "n(0). n(X + 1) :- n(X)."  # grounding never ends, and hears nothing
    run = asp.solve(endless, limits=Limits(seconds=0.5), large=True)
    assert (run.status, run.stop_reason) == (Status.UNKNOWN, StopReason.SECONDS)
