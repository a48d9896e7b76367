"""Plays as an integer linear program, the program of `covering`, solved with MathOpt."""

from ortools.math_opt.python import mathopt

from passatempo.core.limits import Deadline, Limits, Report, silent
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Question
from passatempo.machiavelli.encodings.covering import Task, make_task, outcome_of, rows_of_rules
from passatempo.machiavelli.model import JOKER, Play
from passatempo.machiavelli.settings import Settings
from passatempo.solvers import milp


def lay(
    question: Question, /, limits: Limits = Limits(), report: Report = silent, settings: Settings = Settings()
) -> Outcome[Play]:
    """Find the most valuable play of a hand, with a variable for each meld as in den Hertog and Hulshof.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.machiavelli.model import LayAsk
    >>> from passatempo.machiavelli.model import Turn
    >>> lay(Question(Turn(((2, 3, 4),), (5, 20)), LayAsk())).answer.laid
    (5,)
    """
    deadline = Deadline(limits)
    program = IlpProgram(make_task(question))
    run = milp.solve(program.model, deadline.remaining_limits, report, solver=settings.solver)
    return outcome_of(program, run, deadline)


class IlpProgram:
    """The program and its variables."""

    def __init__(self, task: Task) -> None:
        c, h = task.table_counts, task.turn.hand_counts
        on_table, in_hand = task.joker_counts
        joker_total = on_table + in_hand
        m = mathopt.Model(name="machiavelli play")
        self.task, self.model = task, m
        self.n = {
            q: m.add_integer_variable(lb=0, ub=task.group_limit(q)) for q in task.cover_groups if task.group_limit(q)
        }
        self.k = [m.add_binary_variable() for _ in task.fixable_groups]
        self.x = {a: m.add_integer_variable(lb=0, ub=h[a]) for a in range(JOKER) if h[a]}
        self.w = {a: m.add_integer_variable(lb=0, ub=joker_total) for a in range(JOKER)} if joker_total else {}
        self.u = m.add_integer_variable(lb=0, ub=in_hand)
        e = m.add_binary_variable()
        holders: list[list[mathopt.Variable]] = [[] for _ in range(JOKER + 1)]
        for q, number in self.n.items():
            for a in q:
                holders[a].append(number)
        for g, keep_variable in zip(task.fixable_groups, self.k, strict=True):
            for a in g:
                holders[min(a, JOKER)].append(keep_variable)
        for a in range(JOKER):
            m.add_linear_constraint(mathopt.fast_sum(holders[a]) == c[a] + self.x.get(a, 0) + self.w.get(a, 0))
            if h[a]:
                m.add_linear_constraint(h[a] * e <= self.x[a])
        m.add_linear_constraint(mathopt.fast_sum([*self.w.values(), *holders[JOKER]]) == on_table + self.u)
        m.add_linear_constraint(in_hand * e <= self.u)
        for row in rows_of_rules(self, lambda upper_bound: m.add_integer_variable(lb=0, ub=upper_bound)):
            m.add_linear_constraint(
                mathopt.fast_sum(factor * column for column, factor in row.linear_terms) >= row.lower_bound
            )
        unit, keep_weight, empty = task.objective_scales
        value_sum = mathopt.fast_sum(task.card_weights[a] * number for a, number in self.x.items())
        m.maximize(unit * value_sum + keep_weight * mathopt.fast_sum(self.k) + empty * e - self.u)
