"""Constraint programs, by OR-Tools CP-SAT."""

from __future__ import annotations

from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeAlias

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits, Progress, Report, silent
from passatempo.core.outcome import Status, StopReason
from passatempo.solvers.runs import SEEDS, Run, Values, attend

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Found: TypeAlias = "Callable[[Values], object]"


def solve(
    model: cp_model.CpModel,
    limits: Limits = Limits(),
    report: Report = silent,
    *,
    hint: Mapping[cp_model.IntVar, int] | None = None,
    found: Found | None = None,
) -> Run:
    """Solve a constraint program.

    Equal model, seed, threads and nodes give equal answers; a time limit does not.

    Parameters
    ----------
    model
        The program.
    limits
        `nodes` counts conflicts; `answers` ends an enumeration; with more than one thread the strategies take turns in
        a fixed order, so that the run can be repeated.
    report
        Gets each better value with its bound.
    hint
        A guess, by variable.
    found
        Called with each solution, in the caller's thread; given, all solutions are enumerated (by one thread).

    Returns
    -------
    Run
        After an enumeration: solved if all solutions were found, feasible if a limit came first, and the values are
        those of the last one. `stats` has the number of ``answers``.

    Examples
    --------
    >>> model = cp_model.CpModel()
    >>> x, y = (model.new_int_var(0, 2, name) for name in "xy")
    >>> row = model.add(x + y == 3)
    >>> pairs = []
    >>> solve(model, found=lambda value: pairs.append((value(x), value(y)))).status.value
    'solved'
    >>> sorted(pairs)
    [(1, 2), (2, 1)]
    """
    deadline = Deadline(limits)
    if hint:
        model = model.clone()  # a hint is no part of the caller's model
        for variable, guess in hint.items():
            model.add_hint(variable, guess)
    solver = cp_model.CpSolver()
    _configure(solver, deadline, enumerating=found is not None)
    listener = _Listener(limits.answers if found else None, optimising=model.has_objective())

    def listen() -> None:
        """Pass on what was found since."""
        while not listener.solutions.empty():
            value, bound, solution = listener.solutions.get()
            if found is not None:
                found(_reader(solution))
            report(Progress(deadline.elapsed, value, bound))

    report(Progress(0.0, text=f"cpsat: {len(model.proto.variables)} variables, {len(model.proto.constraints)} rows"))
    status = attend(lambda: solver.solve(model, listener), solver.stop_search, deadline, listen)
    if status == cp_model.MODEL_INVALID:
        raise ValueError(f"not a model: {model.validate()}")
    return _translate(model, solver, status, listener, deadline, enumerating=found is not None)


def _configure(solver: cp_model.CpSolver, deadline: Deadline, *, enumerating: bool) -> None:
    """Say the limits in CP-SAT's words."""
    limits, parameters = deadline.limits, solver.parameters
    parameters.catch_sigint_signal = False  # its own handler would leave the process with none: Ctrl-C is ours
    parameters.num_workers = 1 if enumerating else limits.threads
    parameters.interleave_search = parameters.num_workers > 1  # else the threads race, and no run is like the other
    parameters.random_seed = limits.seed % SEEDS
    parameters.enumerate_all_solutions = enumerating
    if deadline.left is not None:
        parameters.max_time_in_seconds = deadline.left
    if limits.nodes is not None:
        parameters.max_number_of_conflicts = limits.nodes
    if limits.memory_mb is not None:
        parameters.max_memory_in_mb = limits.memory_mb


class _Listener(cp_model.CpSolverSolutionCallback):
    """Keeps the solutions for the caller's thread; an exception here would end the process."""

    def __init__(self, most: int | None, *, optimising: bool) -> None:
        super().__init__()
        self.most = most
        self.optimising = optimising
        self.count = 0
        self.last: Sequence[int] | None = None
        self.solutions: SimpleQueue[tuple[float | None, float | None, Sequence[int]]] = SimpleQueue()

    def on_solution_callback(self) -> None:
        """Keep a solution."""
        self.count += 1
        self.last = tuple(self.response_proto.solution)
        value = self.objective_value if self.optimising else None
        bound = self.best_objective_bound if self.optimising else None
        self.solutions.put((value, bound, self.last))
        if self.most is not None and self.count >= self.most:
            self.stop_search()


def _reader(solution: Sequence[int]) -> Values:
    """Return the function from variables to their values."""
    return lambda variable: solution[variable.index]


def _translate(
    model: cp_model.CpModel,
    solver: cp_model.CpSolver,
    status: cp_model.CpSolverStatus | None,
    listener: _Listener,
    deadline: Deadline,
    *,
    enumerating: bool,
) -> Run:
    """Put CP-SAT's result in our words; a status of None says that it was left behind."""
    stats: dict[str, int | float] = {
        "variables": len(model.proto.variables),
        "rows": len(model.proto.constraints),
    }
    if status is not None:
        stats |= {"conflicts": solver.num_conflicts, "branches": solver.num_branches}
    if enumerating:
        stats["answers"] = listener.count
    proved = status == cp_model.OPTIMAL or (status == cp_model.FEASIBLE and not enumerating and not listener.optimising)
    stopped = StopReason.DONE
    if not proved and status != cp_model.INFEASIBLE:
        stopped = _stop_reason(deadline, listener)
    if listener.last is None:
        return Run(
            Status.IMPOSSIBLE if status == cp_model.INFEASIBLE else Status.UNKNOWN,
            stopped,
            seconds=deadline.elapsed,
            stats=stats,
        )
    has_bound = listener.optimising and status is not None
    return Run(
        Status.SOLVED if proved else Status.FEASIBLE,
        stopped,
        _reader(listener.last),
        solver.objective_value if has_bound else None,
        solver.best_objective_bound if has_bound else None,
        deadline.elapsed,
        stats,
    )


def _stop_reason(deadline: Deadline, listener: _Listener) -> StopReason:
    """Tell which limit ended a run; CP-SAT does not say."""
    if deadline.poll():
        return deadline.stopped
    if listener.most is not None and listener.count >= listener.most:
        return StopReason.DONE
    return StopReason.SECONDS if deadline.limits.nodes is None else StopReason.NODES
