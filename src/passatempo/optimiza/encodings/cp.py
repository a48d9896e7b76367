"""The best path as a constraint program: one circuit through a source and the cells of the path (CP-SAT).

::

    maximise    sum over cells c of v(c) used(c)
    subject to  a circuit over the arcs  source -> c    (the path starts at c)
                                         c -> d         for every legal move
                                         c -> source    (the path ends at c)
                                         c -> c         if c is not used
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.optimiza.geometry import moves
from passatempo.optimiza.model import Board, Route, given_up, usual
from passatempo.solvers.cpsat import solve

ARC_BYTES = 1500  # of memory for an arc, in the model and in the solver
ARC_SECONDS = 1.5e-6  # for an arc in the steps that end a model, which cannot be stopped

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.optimiza.model import Cell


def best(given: Board | Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Route]:
    r"""Find a path of greatest sum by CP-SAT.

    Parameters
    ----------
    given
        A board, or a question of it.
    limits
        `nodes` counts conflicts.

    Examples
    --------
    >>> from passatempo.optimiza import read
    >>> best(read("1 1\n1 2")).value
    5
    """
    board = usual(given, "cpsat")
    deadline = Deadline(limits)
    model = cp_model.CpModel()
    source = len(board.cells)
    onward: dict[tuple[int, int], cp_model.IntVar] = {}
    arcs: list[tuple[int, int, cp_model.IntVar]] = []
    try:
        graph = moves(board, deadline.poll)
    except Stopped:
        return given_up(board, deadline)
    size = 2 * len(graph) + sum(map(len, graph))
    if not deadline.room_for(ARC_BYTES * size):
        return given_up(board, deadline)
    for c, targets in enumerate(graph):
        if deadline.poll():
            return given_up(board, deadline)
        for d in (*targets, source):
            onward[c, d] = model.new_bool_var(f"{c}->{d}")
        onward[source, c] = model.new_bool_var(f"source->{c}")
        arcs.append((c, c, model.new_bool_var(f"{c} unused")))
    if deadline.seconds_left is not None and deadline.seconds_left < ARC_SECONDS * size:
        deadline.stop_reason = StopReason.SECONDS
        return given_up(board, deadline)
    unused = [variable for _, _, variable in arcs]
    arcs += [(c, d, variable) for (c, d), variable in onward.items()]
    model.add_circuit(arcs)
    model.maximize(sum(board.cells) - sum(v * out for v, out in zip(board.cells, unused, strict=True)))
    run = solve(model, deadline.remaining_limits, report)
    if run.value_of is None:
        deadline.stop_reason = run.stop_reason
        return given_up(board, deadline)
    after = {c: d for (c, d), variable in onward.items() if run.value_of(variable)}
    path: list[Cell] = [after[source]]
    while after[path[-1]] != source:
        path.append(after[path[-1]])
    value = sum(board.cells[cell] for cell in path)
    route = Route(tuple(map(board.place, path)))
    if run.status is Status.SOLVED:
        return Outcome(Status.SOLVED, route, value, value, stats=run.stats)
    bound = sum(board.cells) if run.bound is None else min(sum(board.cells), int(run.bound))
    return Outcome(Status.FEASIBLE, route, value, bound, run.stop_reason, stats=run.stats)
