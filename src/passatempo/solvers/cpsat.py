"""Constraint programs, solved by OR-Tools CP-SAT."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from queue import SimpleQueue
from typing import TypeAlias

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits, Progress, Report, silent
from passatempo.core.outcome import Status, StopReason
from passatempo.solvers.runs import SEEDS, SolverRun, Values, attend

Found: TypeAlias = "Callable[[Values], object]"


def solve(
    model: cp_model.CpModel,
    limits: Limits = Limits(),
    report: Report = silent,
    *,
    hint: Mapping[cp_model.IntVar, int] | None = None,
    on_solution: Found | None = None,
) -> SolverRun:
    """Solve a constraint program.

    Runs with equal model, seed, threads and nodes give equal answers, unless a time limit ends them.

    Parameters
    ----------
    model
        The program.
    limits
        `nodes` limits conflicts, and `answers` an enumeration. With several threads the strategies alternate in a fixed
        order, so that the run is reproducible.
    report
        Called with each better value and its bound.
    hint
        Guessed values, by variable.
    on_solution
        Called with each solution, in the caller's thread. If it is given, one thread enumerates all solutions.

    Returns
    -------
    SolverRun
        After an enumeration: solved if all solutions were found, feasible if a limit came first. The values are those
        of the last solution. `stats` has the number of ``answers``.

    Examples
    --------
    >>> model = cp_model.CpModel()
    >>> x, y = (model.new_int_var(0, 2, name) for name in "xy")
    >>> row = model.add(x + y == 3)
    >>> pairs = []
    >>> solve(model, on_solution=lambda value: pairs.append((value(x), value(y)))).status.value
    'solved'
    >>> sorted(pairs)
    [(1, 2), (2, 1)]
    """
    deadline = Deadline(limits)
    if hint:
        model = model.clone()  # the caller's model stays without the hint
        for variable, guess in hint.items():
            model.add_hint(variable, guess)
    solver = cp_model.CpSolver()
    _configure_solver(solver, deadline, enumerating=on_solution is not None)
    listener = _Listener(limits.answers if on_solution else None, optimising=model.has_objective())

    def listen() -> None:
        """Report the solutions found since the last call."""
        while not listener.solutions.empty():
            objective, bound, solution = listener.solutions.get()
            if on_solution is not None:
                on_solution(_solution_reader(solution))
            report(Progress(deadline.run_seconds, objective, bound))

    report(Progress(0.0, text=f"cpsat: {len(model.proto.variables)} variables, {len(model.proto.constraints)} rows"))
    status = attend(lambda: solver.solve(model, listener), solver.stop_search, deadline, listen)
    if status == cp_model.MODEL_INVALID:
        raise ValueError(f"not a model: {model.validate()}")
    return _translate_run(model, solver, status, listener, deadline, enumerating=on_solution is not None)


def _configure_solver(solver: cp_model.CpSolver, deadline: Deadline, *, enumerating: bool) -> None:
    """Set the limits as CP-SAT parameters."""
    limits, parameters = deadline.limits, solver.parameters
    parameters.catch_sigint_signal = False  # CP-SAT would remove this process's handler of Ctrl-C
    parameters.num_workers = 1 if enumerating else limits.threads
    parameters.interleave_search = parameters.num_workers > 1  # otherwise threads race and runs differ
    parameters.random_seed = limits.seed % SEEDS
    parameters.enumerate_all_solutions = enumerating
    if deadline.seconds_left is not None:
        parameters.max_time_in_seconds = deadline.seconds_left
    if limits.nodes is not None:
        parameters.max_number_of_conflicts = limits.nodes
    if limits.memory_mb is not None:
        parameters.max_memory_in_mb = limits.memory_mb


class _Listener(cp_model.CpSolverSolutionCallback):
    """Stores the solutions for the caller's thread, because an exception here would end the process."""

    def __init__(self, solution_limit: int | None, *, optimising: bool) -> None:
        super().__init__()
        self.solution_limit = solution_limit
        self.is_optimising = optimising
        self.solution_count = 0
        self.last_solution: Sequence[int] | None = None
        self.solutions: SimpleQueue[tuple[float | None, float | None, Sequence[int]]] = SimpleQueue()

    def on_solution_callback(self) -> None:
        """Store a solution."""
        self.solution_count += 1
        self.last_solution = tuple(self.response_proto.solution)
        objective = self.objective_value if self.is_optimising else None
        bound = self.best_objective_bound if self.is_optimising else None
        self.solutions.put((objective, bound, self.last_solution))
        if self.solution_limit is not None and self.solution_count >= self.solution_limit:
            self.stop_search()


def _solution_reader(solution: Sequence[int]) -> Values:
    """Return a function from variables to their values."""
    return lambda variable: solution[variable.index]


def _translate_run(
    model: cp_model.CpModel,
    solver: cp_model.CpSolver,
    status: cp_model.CpSolverStatus | None,
    listener: _Listener,
    deadline: Deadline,
    *,
    enumerating: bool,
) -> SolverRun:
    """Convert CP-SAT's result; a status of None means that the solver was abandoned."""
    stats: dict[str, int | float] = {
        "variables": len(model.proto.variables),
        "rows": len(model.proto.constraints),
    }
    if status is not None:
        stats |= {"conflicts": solver.num_conflicts, "branches": solver.num_branches}
    if enumerating:
        stats["answers"] = listener.solution_count
    is_optimal = status == cp_model.OPTIMAL or (
        status == cp_model.FEASIBLE and not enumerating and not listener.is_optimising
    )
    stop_reason = StopReason.DONE
    if not is_optimal and status != cp_model.INFEASIBLE:
        stop_reason = _stop_reason(deadline, listener)
    if listener.last_solution is None:
        return SolverRun(
            Status.IMPOSSIBLE if status == cp_model.INFEASIBLE else Status.UNKNOWN,
            stop_reason,
            seconds=deadline.run_seconds,
            stats=stats,
        )
    has_bound = listener.is_optimising and status is not None
    return SolverRun(
        Status.SOLVED if is_optimal else Status.FEASIBLE,
        stop_reason,
        _solution_reader(listener.last_solution),
        solver.objective_value if has_bound else None,
        solver.best_objective_bound if has_bound else None,
        deadline.run_seconds,
        stats,
    )


def _stop_reason(deadline: Deadline, listener: _Listener) -> StopReason:
    """Return which limit ended a run, because CP-SAT does not report it."""
    if deadline.poll():
        return deadline.stop_reason
    if listener.solution_limit is not None and listener.solution_count >= listener.solution_limit:
        return StopReason.DONE
    return StopReason.SECONDS if deadline.limits.nodes is None else StopReason.NODES
