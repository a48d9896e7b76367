"""The best path as a constraint program: one circuit through a source and the cells of the path (CP-SAT).

::

    maximise    sum over cells c of v(c) used(c)
    subject to  a circuit over the arcs  source -> c    (the path starts at c)
                                         c -> d         for every legal move
                                         c -> source    (the path ends at c)
                                         c -> c         if c is not used
"""

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.optimiza.geometry import legal_moves
from passatempo.optimiza.model import Board, Cell, Route, limit_outcome, require_usual_rule
from passatempo.solvers.cpsat import solve

ARC_BYTES = 1500  # of memory for an arc, in the model and in the solver
ARC_SECONDS = 1.5e-6  # seconds per arc for completing a model, which cannot be interrupted


def best(board_or_question: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a path of greatest sum by CP-SAT.

    Parameters
    ----------
    board_or_question
        A board, or a question of it.
    limits
        `nodes` counts conflicts.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> best(read("1 1\n1 2")).value
    5
    """
    board = require_usual_rule(board_or_question, "cpsat")
    deadline = Deadline(limits)
    model = cp_model.CpModel()
    source = len(board.cells)
    move_variables: dict[tuple[int, int], cp_model.IntVar] = {}
    arcs: list[tuple[int, int, cp_model.IntVar]] = []
    try:
        graph = legal_moves(board, deadline.poll)
    except Stopped:
        return limit_outcome(board, deadline)
    size = 2 * len(graph) + sum(map(len, graph))
    if not deadline.room_for(ARC_BYTES * size):
        return limit_outcome(board, deadline)
    for c, targets in enumerate(graph):
        if deadline.poll():
            return limit_outcome(board, deadline)
        for d in (*targets, source):
            move_variables[c, d] = model.new_bool_var(f"{c}->{d}")
        move_variables[source, c] = model.new_bool_var(f"source->{c}")
        arcs.append((c, c, model.new_bool_var(f"{c} unused")))
    if deadline.seconds_left is not None and deadline.seconds_left < ARC_SECONDS * size:
        deadline.stop_reason = StopReason.SECONDS
        return limit_outcome(board, deadline)
    skip_variables = [variable for _, _, variable in arcs]
    arcs += [(c, d, variable) for (c, d), variable in move_variables.items()]
    model.add_circuit(arcs)
    model.maximize(sum(board.cells) - sum(v * out for v, out in zip(board.cells, skip_variables, strict=True)))
    run = solve(model, deadline.remaining_limits, report)
    if run.value_of is None:
        deadline.stop_reason = run.stop_reason
        return limit_outcome(board, deadline)
    after = {c: d for (c, d), variable in move_variables.items() if run.value_of(variable)}
    path: list[Cell] = [after[source]]
    while after[path[-1]] != source:
        path.append(after[path[-1]])
    path_sum = sum(board.cells[cell] for cell in path)
    route = Route(tuple(map(board.place, path)))
    if run.status is Status.SOLVED:
        return Outcome(Status.SOLVED, route, path_sum, path_sum, stats=run.stats)
    bound = sum(board.cells) if run.bound is None else min(sum(board.cells), int(run.bound))
    return Outcome(Status.FEASIBLE, route, path_sum, bound, run.stop_reason, stats=run.stats)
