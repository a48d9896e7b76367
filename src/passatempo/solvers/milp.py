"""Integer programs, solved by OR-Tools MathOpt with HiGHS, SCIP or CP-SAT.

Three facts shape this file.

- A MILP solver may report a feasible program as infeasible (HiGHS 1.15 did, on about one program in 3,000). So a
  program is only reported impossible if a second, unrelated solver agrees.
- MathOpt rejects the parameter `threads` for HiGHS and `node_limit` for CP-SAT, and fails in its own error message
  (google/or-tools#4606). All parameters are set in `_solve_parameters`.
- Only CP-SAT can be interrupted. HiGHS ignores MathOpt's interrupter, SCIP obeys it but writes complaints to standard
  error in every run, and an exception in a callback ends the process. HiGHS and SCIP are therefore abandoned when they
  have to stop, and block forever when they next write a log line.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, get_args

from ortools.linear_solver.python.model_builder_helper import ModelBuilderHelper, MPModelExportOptions
from ortools.math_opt.io.python import mps_converter
from ortools.math_opt.python import mathopt
from ortools.util.python.solve_interrupter import SolveInterrupter

from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import Deadline, Limits, Progress, Report, silent
from passatempo.core.outcome import Status, StopReason
from passatempo.solvers.runs import SEEDS, SolverRun, attend, sleep_for_ever

Solver: TypeAlias = Literal["highs", "scip", "cpsat"]

SOLVERS: tuple[Solver, ...] = get_args(Solver)
FORMATS = ("lp", "mps")

_TYPES = {
    "highs": mathopt.SolverType.HIGHS,
    "scip": mathopt.SolverType.GSCIP,
    "cpsat": mathopt.SolverType.CP_SAT,
}
# The solvers to run, in this order, until two report "infeasible" or one finds a solution.
_WITNESSES: dict[Solver, tuple[Solver, ...]] = {
    "highs": ("highs", "cpsat", "scip"),
    "scip": ("scip", "cpsat", "highs"),
    "cpsat": ("cpsat", "scip", "highs"),
}
_STOPS = {
    mathopt.Limit.TIME: StopReason.SECONDS,
    mathopt.Limit.NODE: StopReason.NODES,
    mathopt.Limit.MEMORY: StopReason.MEMORY,
    mathopt.Limit.INTERRUPTED: StopReason.CANCELLED,
}
_LINE_LENGTH = 500  # of LP files; some readers have a limit of 510 characters
_LOG_INTERVAL = 0.02  # seconds between two lines of HiGHS's log, its only callback
_MOST_SECONDS = 1e9  # thirty years; solvers count nanoseconds in 64 bits
_MOST_NODES = 2**31 - 1  # HiGHS counts in 32 bits; a greater limit is clamped
_LOG_NODES = 10  # nodes between two lines of SCIP's log, for the same reason


def solve(
    model: mathopt.Model, limits: Limits = Limits(), report: Report = silent, *, solver: Solver = "highs"
) -> SolverRun:
    """Solve an integer program.

    Parameters
    ----------
    model
        The program; all its variables are integers.
    limits
        `nodes` limits nodes of the search tree (conflicts for CP-SAT); `threads` applies to SCIP and CP-SAT. The
        seconds are those of all solvers together.
    report
        Called with lines of the solver's log, and with value and bound at the end.
    solver
        The solver to run first.

    Returns
    -------
    SolverRun
        Impossible only if two solvers agree. `stats` has ``false_infeasible`` if a solver was refuted, and
        ``unconfirmed_infeasible`` if a limit was reached before the second solver had finished.

    Examples
    --------
    >>> model = mathopt.Model()
    >>> x = model.add_integer_variable(lb=0, ub=5, name="x")
    >>> row = model.add_linear_constraint(2 * x <= 7)
    >>> model.maximize(x)
    >>> run = solve(model)
    >>> run.status.value, run.value_of(x)
    ('solved', 3)
    """
    if solver not in SOLVERS:
        raise UsageError(f"{quote(solver)} is not a solver of integer programs ({', '.join(SOLVERS)})")
    deadline = Deadline(limits)
    refusals = 0
    for witness in _WITNESSES[solver]:
        run = _SolverSession(model, witness, deadline, report).run()
        refusals += run.status is Status.IMPOSSIBLE
        if refusals == 2 or run.has_values or run.stop_reason is not StopReason.DONE:
            break
    status = run.status if run.status is not Status.IMPOSSIBLE or refusals == 2 else Status.UNKNOWN
    doubt = "false_infeasible" if run.has_values else "unconfirmed_infeasible"
    stats = {**run.stats, doubt: refusals} if refusals and status is not Status.IMPOSSIBLE else run.stats
    return replace(run, status=status, seconds=deadline.run_seconds, stats=stats)


@dataclass(slots=True)
class _SolverSession:
    """One run of a solver on a model."""

    model: mathopt.Model
    solver: Solver
    deadline: Deadline
    report: Report
    interrupter: SolveInterrupter = field(default_factory=SolveInterrupter)
    log_line: str = ""  # the last log line that is not yet reported
    report_time: float = 0.0
    is_over: bool = False  # nobody waits for the solver any more

    def run(self) -> SolverRun:
        """Run the solver and convert the result; "infeasible" is not yet confirmed."""
        start_seconds = self.deadline.run_seconds
        size = f"{self.model.get_num_variables()} variables, {self.model.get_num_linear_constraints()} rows"
        self.report(Progress(start_seconds, text=f"{self.solver}: {size}"))
        try:
            solve_outcome = attend(self._solve, self.interrupter.interrupt, self.deadline, self._report_log)
        finally:
            self.is_over = True
        run = _translate_run(self.model, solve_outcome, self.deadline)
        verdict = f"{self.solver}: {run.status.value}"
        self.report(Progress(self.deadline.run_seconds, run.objective, run.bound, text=verdict))
        return run

    def _solve(self) -> mathopt.SolveResult:
        """Call MathOpt, in the solver's thread."""
        try:
            return mathopt.solve(
                self.model,
                _TYPES[self.solver],
                params=_solve_parameters(self.solver, self.deadline),
                msg_cb=self._read_log,
                interrupter=self.interrupter if self.solver == "cpsat" else None,
            )
        except AttributeError as error:  # MathOpt fails on its own status; the message is in the context
            raise RuntimeError(f"{self.solver}: {error.__context__}") from error

    def _read_log(self, lines: Sequence[str]) -> None:
        """Store a log line, in the solver's thread, where an exception would end the process."""
        if self.is_over and self.solver != "cpsat":
            sleep_for_ever()
        self.log_line = next((line.strip() for line in reversed(lines) if line.strip()), self.log_line)

    def _report_log(self) -> None:
        """Report the stored log line, at most ten times a second."""
        if self.log_line and self.deadline.run_seconds - self.report_time >= 0.1:
            self.report_time, text, self.log_line = self.deadline.run_seconds, self.log_line, ""
            self.report(Progress(self.report_time, text=text))


def _solve_parameters(solver: Solver, deadline: Deadline) -> mathopt.SolveParameters:
    """Return the limits as this solver's parameters."""
    limits = deadline.limits
    parameters = mathopt.SolveParameters(random_seed=limits.seed % SEEDS, relative_gap_tolerance=0.0)
    if deadline.seconds_left is not None:
        parameters.time_limit = datetime.timedelta(seconds=min(deadline.seconds_left, _MOST_SECONDS))
    parameters.cp_sat.catch_sigint_signal = False  # this process handles Ctrl-C, also for SCIP: both remove its handler
    parameters.gscip.bool_params["misc/catchctrlc"] = False
    if solver == "highs":
        parameters.highs.string_options["parallel"] = "off"  # its thread pool can be sized only once per process
        parameters.highs.double_options["mip_min_logging_interval"] = _LOG_INTERVAL
    else:
        parameters.threads = limits.threads
        parameters.gscip.int_params["display/freq"] = _LOG_NODES
    if limits.nodes is not None and solver == "cpsat":
        parameters.cp_sat.max_number_of_conflicts = limits.nodes
    elif limits.nodes is not None:
        parameters.node_limit = min(limits.nodes, _MOST_NODES)
    return parameters


def _translate_run(model: mathopt.Model, solve_outcome: mathopt.SolveResult | None, deadline: Deadline) -> SolverRun:
    """Convert MathOpt's result."""
    stats: dict[str, int | float] = {
        "variables": model.get_num_variables(),
        "rows": model.get_num_linear_constraints(),
    }
    if solve_outcome is None:
        return SolverRun(Status.UNKNOWN, deadline.stop_reason, stats=stats)
    stats["nodes"] = solve_outcome.solve_stats.node_count
    reason = solve_outcome.termination.reason
    has_objective = _has_objective(model)
    if solve_outcome.has_primal_feasible_solution() and reason.name in ("OPTIMAL", "FEASIBLE"):
        is_optimal = reason.name == "OPTIMAL" or not has_objective
        variable_assignment = solve_outcome.variable_values()
        return SolverRun(
            Status.SOLVED if is_optimal else Status.FEASIBLE,
            StopReason.DONE if is_optimal else _stop_reason(solve_outcome, deadline),
            lambda variable: round(variable_assignment[variable]),
            solve_outcome.objective_value() if has_objective else None,
            solve_outcome.best_objective_bound() if has_objective else None,
            stats=stats,
        )
    if reason.name == "NO_SOLUTION_FOUND":
        return SolverRun(Status.UNKNOWN, _stop_reason(solve_outcome, deadline), stats=stats)
    infeasible = reason.name == "INFEASIBLE" or (reason.name == "INFEASIBLE_OR_UNBOUNDED" and not has_objective)
    return SolverRun(Status.IMPOSSIBLE if infeasible else Status.UNKNOWN, stats=stats)


def _has_objective(model: mathopt.Model) -> bool:
    return any(True for _ in model.objective.linear_terms()) or any(True for _ in model.objective.quadratic_terms())


def _stop_reason(solve_outcome: mathopt.SolveResult, deadline: Deadline) -> StopReason:
    """Return which limit ended a run, because CP-SAT does not report it through MathOpt."""
    if deadline.poll():
        return deadline.stop_reason
    limit: Any = solve_outcome.termination.limit
    guess = StopReason.SECONDS if deadline.limits.nodes is None else StopReason.NODES
    return _STOPS.get(limit, guess)


def export(model: mathopt.Model, format: str) -> str:  # noqa: A002  the word of the command line
    """Write a program as text in the format ``lp`` (CPLEX) or ``mps`` (free).

    GLPK rejects an objective without terms, so in ``lp`` an empty one gets the first variable, with coefficient 0.

    Raises
    ------
    UsageError
        If the format is unknown.

    Examples
    --------
    >>> model = mathopt.Model(name="small")
    >>> row = model.add_linear_constraint(2 * model.add_binary_variable(name="x") <= 1, name="row")
    >>> "row: +2 x  <= 1" in export(model, "lp")
    True
    """
    if format not in FORMATS:
        raise UsageError(f"{quote(format)} is not a format of integer programs ({', '.join(FORMATS)})")
    mps = str(mps_converter.model_proto_to_mps(model.export_model()))
    if format == "mps":
        return mps
    model_builder = ModelBuilderHelper()
    model_builder.import_from_mps_string(mps)
    options = MPModelExportOptions()
    options.show_unused_variables = True
    options.max_line_length = _LINE_LENGTH
    text = str(model_builder.export_to_lp_string(options))
    if _has_objective(model) or not model_builder.num_variables():
        return text
    return text.replace("\n Obj: \n", f"\n Obj: 0 {model_builder.var_name(0)}\n", 1)
