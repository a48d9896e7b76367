"""Formulas in conjunctive normal form, by the solvers of PySAT."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pysat.solvers import Solver as Engine

from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import Deadline, Limits, Progress, Report, silent
from passatempo.core.outcome import Status, StopReason
from passatempo.solvers import apart
from passatempo.solvers.cnf import known_solver
from passatempo.solvers.runs import Run, attend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from passatempo.solvers.cnf import Clause

PIECE = 4096  # clauses that go to a process of its own at a time


@dataclass(frozen=True, slots=True)
class SatRun(Run):
    """What a solver said of a formula.

    Parameters
    ----------
    model
        The true letters; none without a model.
    core
        The assumptions that cannot hold together, where there were any and no model.
    proof
        The lines of a DRAT proof, where one was asked and there is no model.
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
        The formula; letters are whole numbers from 1.
    limits
        `nodes` counts conflicts.
    report
        Gets the size of the formula.
    solver
        One of `SOLVERS`, or of `WITHOUT_PROOFS`.
    assumptions
        Literals that must hold in this run.
    proof
        Whether a proof is written where there is no model; not with assumptions.

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
    known_solver(solver, proof=proof)
    deadline = Deadline(limits)
    report(Progress(0.0, text=f"{solver}: {len(clauses)} clauses"))
    if not all(clauses):  # an empty clause: nothing to search, and some solvers stumble over it
        return SatRun(
            Status.IMPOSSIBLE, seconds=deadline.elapsed, stats={"conflicts": 0}, proof=("0",) if proof else ()
        )
    task = (solver, clauses, tuple(assumptions), proof, limits.nodes)
    if solver.startswith("cadical") and (limits.seconds is not None or limits.cancel is not None):
        run = _in_a_child(task, deadline)
    else:
        run = _here(task, deadline)
    return replace(run, seconds=deadline.elapsed)


def _here(task: tuple[Any, ...], deadline: Deadline) -> SatRun:
    """Run a solver in this process."""
    engine = Engine(task[0], with_proof=task[3])
    stoppable = not task[0].startswith("cadical")

    def work() -> tuple[Any, ...] | None:
        try:
            return _ask(engine, task, stoppable=stoppable, stopped=lambda: deadline.stopped is not StopReason.DONE)
        finally:
            engine.delete()  # here: whoever was left behind must not lose it under its hands

    return _run(attend(work, engine.interrupt if stoppable else bool, deadline), deadline)


def _ask(
    engine: Engine, task: tuple[Any, ...], *, stoppable: bool, stopped: Callable[[], bool] = bool
) -> tuple[Any, ...] | None:
    """Put a task to a solver; in its thread or process. None where it was stopped before it began."""
    _, clauses, assumptions, proof, nodes = task
    for number, clause in enumerate(clauses):
        engine.add_clause(clause)
        if number % 1024 == 0 and stopped():
            return None
    if nodes is not None:
        engine.conf_budget(max(1, nodes))
    started = time.perf_counter()
    if stoppable:
        said = engine.solve_limited(assumptions=assumptions, expect_interrupt=True)
    elif nodes is not None:
        said = engine.solve_limited(assumptions=assumptions)
    else:
        said = engine.solve(assumptions=assumptions)
    seconds = time.perf_counter() - started
    model = [letter for letter in engine.get_model() if letter > 0] if said else []
    core = (engine.get_core() or []) if assumptions and said is False else []
    lines = tuple(engine.get_proof() or ()) if proof and said is False else ()
    stats = {**engine.accum_stats(), "solve_seconds": round(seconds, 6)}
    return said, frozenset(model), tuple(core), lines, stats


def _in_a_child(task: tuple[Any, ...], deadline: Deadline) -> SatRun:
    """Run a solver that cannot be interrupted in a process that can be ended."""
    solver, clauses, assumptions, proof, nodes = task
    told: list[tuple[Any, ...]] = []

    def parts() -> Iterator[Any]:
        yield solver, assumptions, proof, nodes
        for start in range(0, len(clauses), PIECE):
            yield clauses[start : start + PIECE]

    apart.ask(f"{__name__}:serve", parts(), deadline, told.append)
    return _run(told[0] if told else None, deadline)


def serve(parts: Iterator[Any]) -> Iterator[tuple[Any, ...] | None]:
    """Answer one task in a process of its own."""
    solver, assumptions, proof, nodes = next(parts)
    with Engine(solver, with_proof=proof) as engine:
        clauses = (clause for part in parts for clause in part)
        yield _ask(engine, (solver, clauses, assumptions, proof, nodes), stoppable=False)


def _run(said: tuple[Any, ...] | None, deadline: Deadline) -> SatRun:
    """Put what a solver said in our words."""
    if said is None:
        return SatRun(Status.UNKNOWN, deadline.stopped)
    verdict, model, core, proof, stats = said
    counts = {key: stats[key] for key in ("conflicts", "decisions", "propagations", "solve_seconds") if key in stats}
    if verdict is None:
        stopped = deadline.stopped if deadline.stopped is not StopReason.DONE else StopReason.NODES
        return SatRun(Status.UNKNOWN, stopped, stats=counts)
    if verdict:
        return SatRun(Status.SOLVED, value=lambda letter: int(letter in model), stats=counts, model=model)
    return SatRun(Status.IMPOSSIBLE, stats=counts, core=core, proof=proof)


def models(
    clauses: Sequence[Clause],
    shown: Iterable[int],
    limits: Limits = Limits(),
    *,
    solver: str = "glucose42",
    blocked: Callable[[frozenset[int]], Iterable[Clause]] | None = None,
) -> Iterator[frozenset[int] | StopReason]:
    """Yield the models, each different on the letters shown, as sets of true letters among those.

    A limit ends the enumeration with its `StopReason` as the last thing yielded.

    Parameters
    ----------
    clauses
        The formula.
    shown
        The letters that tell models apart.
    limits
        `nodes` counts conflicts, `answers` models.
    solver
        The solver; not CaDiCaL, which cannot be stopped.
    blocked
        The clauses that forbid a model just found; by default one that forbids its values of the letters shown.

    Examples
    --------
    >>> sorted(map(sorted, models([(1, 2), (-1, -2)], [1, 2])))
    [[1], [2]]
    """
    if known_solver(solver).startswith("cadical"):
        raise UsageError(f"{quote(solver)} cannot be stopped, so it enumerates nothing; take glucose42")
    deadline, letters = Deadline(limits), tuple(shown)
    if not all(clauses):
        return
    lent = _Lent(Engine(solver))
    engine = lent.engine
    try:
        attend(lent.to(lambda: _fill(engine, clauses, deadline)), bool, deadline)
        found = 0
        while (limits.answers is None or found < limits.answers) and not deadline.poll():
            if limits.nodes is not None:
                engine.conf_budget(max(1, limits.nodes - int(engine.accum_stats()["conflicts"])))
            said = attend(lent.to(lambda: engine.solve_limited(expect_interrupt=True)), engine.interrupt, deadline)
            if deadline.poll() or said is None:
                yield StopReason.NODES if deadline.stopped is StopReason.DONE else deadline.stopped
                return
            if not said:
                return
            true = frozenset(engine.get_model())
            model = frozenset(letter for letter in letters if letter in true)
            yield model
            found += 1
            forbid = [tuple(-k if k in model else k for k in letters)] if blocked is None else blocked(model)
            for clause in forbid:
                engine.add_clause(clause)
        if deadline.stopped is not StopReason.DONE:
            yield deadline.stopped
    finally:
        lent.give_back()


def _fill(engine: Engine, clauses: Iterable[Clause], deadline: Deadline) -> None:
    """Add the clauses of a formula, unless a limit comes first."""
    for number, clause in enumerate(clauses):
        engine.add_clause(clause)
        if number % 1024 == 0 and deadline.stopped is not StopReason.DONE:
            return


class _Lent:
    """A solver that works in other threads, and is deleted when nobody works with it any more.

    A thread that was left behind still works with the solver when its owner has gone: then the thread deletes it.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.lock = threading.Lock()
        self.users = 1  # its owner

    def to(self, work: Callable[[], Any]) -> Callable[[], Any]:
        """Lend the solver to a piece of work that is about to begin, in whatever thread."""
        with self.lock:
            self.users += 1

        def lent() -> Any:
            try:
                return work()
            finally:
                self.give_back()

        return lent

    def give_back(self) -> None:
        """Need the solver no more."""
        with self.lock:
            self.users -= 1
            last = self.users == 0
        if last:
            self.engine.delete()


def count(
    clauses: Sequence[Clause], shown: Iterable[int], limits: Limits = Limits(), *, solver: str = "glucose42"
) -> int | None:
    """Count the models that differ on the letters shown, one by one; None where a limit came first.

    >>> count([(1, 2)], [1, 2])
    3
    """
    found = 0
    for model in models(clauses, shown, limits, solver=solver):
        if isinstance(model, StopReason):
            return None
        found += 1
    return found


class Session:
    """A formula that is asked many times under different assumptions, by a solver that keeps what it learned.

    Parameters
    ----------
    clauses
        The formula.
    deadline
        The limits of all questions together; a question is a node.
    solver
        One of `SOLVERS`; not CaDiCaL, which cannot be stopped.

    Examples
    --------
    >>> session = Session([(1, 2), (-1, -2)], Deadline(Limits()))
    >>> sorted(session.ask([-2])), session.ask([1, 2])
    ([1], None)
    """

    def __init__(self, clauses: Sequence[Clause], deadline: Deadline, *, solver: str = "glucose42") -> None:
        if known_solver(solver).startswith("cadical"):
            raise UsageError(f"{quote(solver)} cannot be stopped, so it holds no session; take glucose42")
        self.deadline = deadline
        self.consistent = all(clauses)
        self.engine = Engine(solver, bootstrap_with=clauses if self.consistent else [])

    def ask(self, assumptions: Sequence[int] = ()) -> frozenset[int] | StopReason | None:
        """Return the true letters of a model; None where there is none, or the reason why that is not known."""
        deadline = self.deadline
        deadline.spend()
        if deadline.poll():
            return deadline.stopped
        if not self.consistent:
            return None

        def work() -> bool | None:
            # Not in the main thread: there PySAT takes Ctrl-C for itself, and jumps out of the solver.
            said: bool | None = self.engine.solve_limited(assumptions=assumptions, expect_interrupt=True)
            return said

        said = attend(work, self.engine.interrupt, deadline)
        if said is None:
            deadline.poll()
            return deadline.stopped
        return frozenset(letter for letter in self.engine.get_model() if letter > 0) if said else None
