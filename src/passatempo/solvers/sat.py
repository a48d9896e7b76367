"""Formulas in conjunctive normal form, solved by the solvers of PySAT."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pysat.solvers import Solver as Engine

from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import Deadline, Limits, Progress, Report, silent
from passatempo.core.outcome import Status, StopReason
from passatempo.solvers import child_process
from passatempo.solvers.cnf import Clause, check_solver
from passatempo.solvers.runs import SolverRun, attend

PIECE = 4096  # clauses per message to a child process


@dataclass(frozen=True, slots=True)
class SatRun(SolverRun):
    """The result of a solver for a formula.

    Parameters
    ----------
    model
        The true letters; empty without a model.
    core
        Assumptions that together contradict the formula, if there were assumptions and no model.
    proof
        The lines of a DRAT proof, if `proof` was set and there is no model.
    """

    model: frozenset[int] = frozenset()
    core: tuple[int, ...] = ()
    proof: tuple[str, ...] = field(default=(), repr=False)


def solve(
    clauses: Sequence[Clause],
    limits: Limits = Limits(),
    report: Report = silent,
    *,
    solver: str = "glucose42",
    assumptions: Sequence[int] = (),
    proof: bool = False,
) -> SatRun:
    """Find a model, or prove that there is none.

    Parameters
    ----------
    clauses
        The formula; letters are positive integers.
    limits
        `nodes` limits conflicts.
    report
        Called with the size of the formula.
    solver
        One of `SOLVERS`, or of `WITHOUT_PROOFS`.
    assumptions
        Literals that must hold in this run.
    proof
        Whether to write a proof if there is no model; not possible with assumptions.

    Returns
    -------
    SatRun
        `stats` has ``conflicts``, ``decisions``, ``propagations`` and ``solve_seconds``, the time in the solver alone.

    Examples
    --------
    >>> sorted(solve([(1, 2), (-1,)]).model)
    [2]
    >>> solve([(1, 2), (-1, 2)], assumptions=[-2]).core
    (-2,)
    """
    check_solver(solver, proof=proof)
    deadline = Deadline(limits)
    report(Progress(0.0, text=f"{solver}: {len(clauses)} clauses"))
    if not all(clauses):  # an empty clause needs no search, and some solvers fail on it
        return SatRun(
            Status.IMPOSSIBLE, seconds=deadline.run_seconds, stats={"conflicts": 0}, proof=("0",) if proof else ()
        )
    task = (solver, clauses, tuple(assumptions), proof, limits.nodes)
    if solver.startswith("cadical") and (limits.seconds is not None or limits.cancel is not None):
        run = _in_a_child(task, deadline)
    else:
        run = _solve_in_process(task, deadline)
    return replace(run, seconds=deadline.run_seconds)


def _solve_in_process(task: tuple[Any, ...], deadline: Deadline) -> SatRun:
    """Run a solver in this process."""
    engine = Engine(task[0], with_proof=task[3])
    stoppable = not task[0].startswith("cadical")

    def work() -> tuple[Any, ...] | None:
        try:
            return _run_engine(
                engine, task, stoppable=stoppable, is_stopped=lambda: deadline.stop_reason is not StopReason.DONE
            )
        finally:
            engine.delete()  # in this thread, since an abandoned engine must not lose its solver

    return _sat_run(attend(work, engine.interrupt if stoppable else bool, deadline), deadline)


def _run_engine(
    engine: Engine, task: tuple[Any, ...], *, stoppable: bool, is_stopped: Callable[[], bool] = bool
) -> tuple[Any, ...] | None:
    """Run a solver on a task, in its thread or process; return None if it was stopped before it began."""
    _, clauses, assumptions, proof, nodes = task
    for number, clause in enumerate(clauses):
        engine.add_clause(clause)
        if number % 1024 == 0 and is_stopped():
            return None
    if nodes is not None:
        engine.conf_budget(max(1, nodes))
    start_time = time.perf_counter()
    if stoppable:
        solve_verdict = engine.solve_limited(assumptions=assumptions, expect_interrupt=True)
    elif nodes is not None:
        solve_verdict = engine.solve_limited(assumptions=assumptions)
    else:
        solve_verdict = engine.solve(assumptions=assumptions)
    seconds = time.perf_counter() - start_time
    model = [letter for letter in engine.get_model() if letter > 0] if solve_verdict else []
    core = (engine.get_core() or []) if assumptions and solve_verdict is False else []
    lines = tuple(engine.get_proof() or ()) if proof and solve_verdict is False else ()
    stats = {**engine.accum_stats(), "solve_seconds": round(seconds, 6)}
    return solve_verdict, frozenset(model), tuple(core), lines, stats


def _in_a_child(task: tuple[Any, ...], deadline: Deadline) -> SatRun:
    """Run a solver that cannot be interrupted in a process that can be killed."""
    solver, clauses, assumptions, proof, nodes = task
    child_answers: list[tuple[Any, ...]] = []

    def parts() -> Iterator[Any]:
        yield solver, assumptions, proof, nodes
        for start in range(0, len(clauses), PIECE):
            yield clauses[start : start + PIECE]

    child_process.run_service(f"{__name__}:serve", parts(), deadline, child_answers.append)
    return _sat_run(child_answers[0] if child_answers else None, deadline)


def serve(parts: Iterator[Any]) -> Iterator[tuple[Any, ...] | None]:
    """Solve one task, in the child process."""
    solver, assumptions, proof, nodes = next(parts)
    with Engine(solver, with_proof=proof) as engine:
        clauses = (clause for part in parts for clause in part)
        yield _run_engine(engine, (solver, clauses, assumptions, proof, nodes), stoppable=False)


def _sat_run(solver_answer: tuple[Any, ...] | None, deadline: Deadline) -> SatRun:
    """Convert the result of a solver."""
    if solver_answer is None:
        return SatRun(Status.UNKNOWN, deadline.stop_reason)
    verdict, model, core, proof, stats = solver_answer
    counts = {key: stats[key] for key in ("conflicts", "decisions", "propagations", "solve_seconds") if key in stats}
    if verdict is None:
        stop_reason = deadline.stop_reason if deadline.stop_reason is not StopReason.DONE else StopReason.NODES
        return SatRun(Status.UNKNOWN, stop_reason, stats=counts)
    if verdict:
        return SatRun(Status.SOLVED, value_of=lambda letter: int(letter in model), stats=counts, model=model)
    return SatRun(Status.IMPOSSIBLE, stats=counts, core=core, proof=proof)


def enumerate_models(
    clauses: Sequence[Clause],
    visible_letters: Iterable[int],
    limits: Limits = Limits(),
    *,
    solver: str = "glucose42",
) -> Iterator[frozenset[int] | StopReason]:
    """Yield the models, each different on the visible letters, as sets of true visible letters.

    After a limit, the last item is its `StopReason`.

    Parameters
    ----------
    clauses
        The formula.
    visible_letters
        The letters that distinguish models.
    limits
        `nodes` limits conflicts, `answers` models.
    solver
        The solver; not CaDiCaL, which cannot be interrupted.

    Examples
    --------
    >>> sorted(map(sorted, enumerate_models([(1, 2), (-1, -2)], [1, 2])))
    [[1], [2]]
    """
    if check_solver(solver).startswith("cadical"):
        raise UsageError(f"{quote(solver)} cannot be stopped, so it enumerates nothing; take glucose42")
    deadline, letters = Deadline(limits), tuple(visible_letters)
    if not all(clauses):
        return
    engine_lease = _EngineLease(Engine(solver))
    engine = engine_lease.engine
    try:
        attend(engine_lease.run_call(lambda: _add_clauses(engine, clauses, deadline)), bool, deadline)
        model_count = 0
        while (limits.answers is None or model_count < limits.answers) and not deadline.poll():
            if limits.nodes is not None:
                engine.conf_budget(max(1, limits.nodes - int(engine.accum_stats()["conflicts"])))
            solve_verdict = attend(
                engine_lease.run_call(lambda: engine.solve_limited(expect_interrupt=True)), engine.interrupt, deadline
            )
            if deadline.poll() or solve_verdict is None:
                yield StopReason.NODES if deadline.stop_reason is StopReason.DONE else deadline.stop_reason
                return
            if not solve_verdict:
                return
            true = frozenset(engine.get_model())
            model = frozenset(letter for letter in letters if letter in true)
            yield model
            model_count += 1
            engine.add_clause(tuple(-k if k in model else k for k in letters))
        if deadline.stop_reason is not StopReason.DONE:
            yield deadline.stop_reason
    finally:
        engine_lease.give_back()


def _add_clauses(engine: Engine, clauses: Iterable[Clause], deadline: Deadline) -> None:
    """Add the clauses of a formula, unless a limit is reached first."""
    for number, clause in enumerate(clauses):
        engine.add_clause(clause)
        if number % 1024 == 0 and deadline.stop_reason is not StopReason.DONE:
            return


class _EngineLease:
    """A reference-counted solver, which is deleted after its last use in any thread.

    An abandoned thread may still use the solver after its owner has finished; the thread then deletes it.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.lock = threading.Lock()
        self.user_count = 1  # the owner

    def run_call(self, work: Callable[[], Any]) -> Callable[[], Any]:
        """Count a use of the solver, which is about to begin in some thread."""
        with self.lock:
            self.user_count += 1

        def lent() -> Any:
            try:
                return work()
            finally:
                self.give_back()

        return lent

    def give_back(self) -> None:
        """End a use of the solver."""
        with self.lock:
            self.user_count -= 1
            last = self.user_count == 0
        if last:
            self.engine.delete()


class Session:
    """A formula to solve repeatedly under assumptions, by a solver that keeps its learned clauses.

    Parameters
    ----------
    clauses
        The formula.
    deadline
        The limits of all calls together; a call counts as a node.
    solver
        One of `SOLVERS`; not CaDiCaL, which cannot be interrupted.

    Examples
    --------
    >>> session = Session([(1, 2), (-1, -2)], Deadline(Limits()))
    >>> sorted(session.find_model([-2])), session.find_model([1, 2])
    ([1], None)
    """

    def __init__(self, clauses: Sequence[Clause], deadline: Deadline, *, solver: str = "glucose42") -> None:
        if check_solver(solver).startswith("cadical"):
            raise UsageError(f"{quote(solver)} cannot be stopped, so it holds no session; take glucose42")
        self.deadline = deadline
        self.is_consistent = all(clauses)
        self.engine = Engine(solver, bootstrap_with=clauses if self.is_consistent else [])

    def find_model(self, assumptions: Sequence[int] = ()) -> frozenset[int] | StopReason | None:
        """Return the true letters of a model, None if there is no model, or the reason why that is unknown."""
        deadline = self.deadline
        deadline.spend()
        if deadline.poll():
            return deadline.stop_reason
        if not self.is_consistent:
            return None

        def work() -> bool | None:
            # Not in the main thread, where PySAT replaces the handler of Ctrl-C and jumps out of the solver.
            solve_verdict: bool | None = self.engine.solve_limited(assumptions=assumptions, expect_interrupt=True)
            return solve_verdict

        solve_verdict = attend(work, self.engine.interrupt, deadline)
        if solve_verdict is None:
            deadline.poll()
            return deadline.stop_reason
        return frozenset(letter for letter in self.engine.get_model() if letter > 0) if solve_verdict else None
