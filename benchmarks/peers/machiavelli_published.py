"""The published integer program on one solver, asked once.

    machiavelli_published.py highs|cpsat

The method ``ilp-published`` asks a second solver before it calls a table impossible, and waits in a thread to stay
within its limits. That is care which the published text does not ask for, so here the same program is built and given
to OR-Tools MathOpt directly: build and solve are timed, and the solver's own clock is told too.
"""

from __future__ import annotations

import sys

from ortools.math_opt.python import mathopt

from lines import serve
from machiavelli_passatempo import question
from passatempo.machiavelli.encodings.ilp import encode_planes


def asker(solver):
    """Return the function that asks this solver."""
    kind = {"highs": mathopt.SolverType.HIGHS, "cpsat": mathopt.SolverType.CP_SAT}[solver]
    parameters = mathopt.SolveParameters()
    if solver == "highs":
        parameters.highs.string_options["parallel"] = "off"
    else:
        parameters.threads = 1

    def ask(turn):
        result = mathopt.solve(encode_planes(turn).model, kind, params=parameters)
        reason = result.termination.reason
        if reason not in (mathopt.TerminationReason.OPTIMAL, mathopt.TerminationReason.INFEASIBLE):
            raise RuntimeError(reason.value)
        return reason is mathopt.TerminationReason.OPTIMAL, result.solve_stats.solve_time.total_seconds()

    return ask


if __name__ == "__main__":
    serve(question, asker(sys.argv[1]))
