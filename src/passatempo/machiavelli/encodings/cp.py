"""Tables, plays, unlocking cards and all arrangements as constraint programs for CP-SAT.

Groups cover a table as in `ilp.encode_sets`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.machiavelli.checker import turn_faults
from passatempo.machiavelli.encodings.covering import (
    Task,
    crosses_of,
    make_task,
    melds_of,
    outcome_of,
    rows_of_rules,
    task_of_table,
)
from passatempo.machiavelli.encodings.melds import LONGEST, groups
from passatempo.machiavelli.groups import draw_pair, draw_single, named_table, unseen_cards
from passatempo.machiavelli.model import (
    JOKER,
    WILD,
    Arrangement,
    CardId,
    Count,
    LayAsk,
    Listing,
    Meld,
    Play,
    Turn,
    Unlocking,
)
from passatempo.solvers import cpsat
from passatempo.solvers.runs import Values

AT_ONCE = 256  # variables between two checks of the clock


def solve(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Arrangement]:
    """Decide whether the table can be arranged, with CP-SAT, by covering it with melds.

    Examples
    --------
    >>> from passatempo.machiavelli.text import read
    >>> solve(read("QH KH AH AS AD")).status.value
    'impossible'
    """
    deadline = Deadline(limits)
    program = CpProgram(task_of_table(turn), closes=True)
    run = cpsat.solve(program.model, deadline.remaining_limits, report)
    answer = None if run.value_of is None else Arrangement(melds_of(program, run.value_of))
    return Outcome(run.status, answer, stopped=run.stop_reason, stats=run.stats)


def lay(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Play]:
    """Find the most valuable play of a hand with CP-SAT, by the program of `covering`.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.machiavelli.model import LayAsk
    >>> from passatempo.machiavelli.text import read
    >>> lay(Question(read("3S 4S 5S | 9H 9D 9C; hand: 6S 9S KD".replace("; ", chr(10))), LayAsk())).value
    2
    """
    deadline = Deadline(limits)
    program = CpProgram(make_task(question))
    run = cpsat.solve(program.model, deadline.remaining_limits, report)
    return outcome_of(program, run, deadline)


class CpProgram:
    """The program of `covering`, and its variables; with `closes` it accepts any play that empties the hand."""

    def __init__(self, task: Task, *, closes: bool = False) -> None:
        turn = task.turn
        c, h = task.table_counts, turn.hand_counts
        on_table, in_hand = task.joker_counts
        model = cp_model.CpModel()
        self.task, self.model = task, model
        self.n = {q: model.new_int_var(0, task.group_limit(q), "n") for q in task.cover_groups if task.group_limit(q)}
        self.k = [model.new_bool_var("k") for _ in task.fixable_groups]
        self.x = {a: model.new_int_var(0, h[a], "x") for a in range(JOKER) if h[a]}
        joker_total = on_table + in_hand
        self.w = {a: model.new_int_var(0, joker_total, "w") for a in range(JOKER)} if joker_total else {}
        self.u = model.new_int_var(0, in_hand, "u")
        e = model.new_bool_var("e")
        holders: list[list[cp_model.LinearExprT]] = [[] for _ in range(JOKER + 1)]
        for q, number in self.n.items():
            for a in q:
                holders[a].append(number)
        for g, keep_variable in zip(task.fixable_groups, self.k, strict=True):
            for a in g:
                holders[min(a, JOKER)].append(keep_variable)
        for a in range(JOKER):
            model.add(cp_model.LinearExpr.sum(holders[a]) == c[a] + self.x.get(a, 0) + self.w.get(a, 0))
            if h[a]:
                model.add(self.x[a] >= h[a] * e)
        wild = cp_model.LinearExpr.sum([*self.w.values(), *holders[JOKER]])
        model.add(wild == on_table + self.u)
        model.add(self.u >= in_hand * e)
        for row in rows_of_rules(self, lambda upper_bound: model.new_int_var(0, upper_bound, "r")):
            model.add(
                cp_model.LinearExpr.sum([factor * column for column, factor in row.linear_terms]) >= row.lower_bound
            )
        if closes:
            model.add(e == 1)
            return
        unit, keep_weight, empty = task.objective_scales
        value_sum = cp_model.LinearExpr.weighted_sum(list(self.x.values()), [task.card_weights[a] for a in self.x])
        model.maximize(unit * value_sum + keep_weight * cp_model.LinearExpr.sum(self.k) + empty * e - self.u)


def unlock(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Unlocking]:
    """Find unlocking cards by one program for each card, and on request for each pair."""
    turn: Turn = question.instance
    deadline = Deadline(limits)
    stats = {"programs": 0}

    def closes(*extra_cards: CardId) -> bool:
        deadline.check()
        stats["programs"] += 1
        program = CpProgram(make_task(Question(replace(turn, hand=turn.hand + extra_cards), LayAsk())), closes=True)
        run = cpsat.solve(program.model, deadline.remaining_limits, silent)
        if run.status is Status.UNKNOWN:
            deadline.stop_reason = run.stop_reason
            raise Stopped
        return run.status is Status.SOLVED

    unseen = unseen_cards(turn)
    try:
        can_close, single = closes(), draw_single(unseen, closes)
        pairs = draw_pair(unseen, closes) if question.ask.pairs else None
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats)
    return Outcome(Status.SOLVED, Unlocking(single, pairs, can_close), stats=stats)


def count(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Count]:
    """Count the arrangements by listing all of them with CP-SAT."""
    solution_listing = _list_solutions(turn, limits, report, None)
    if solution_listing.status is not Status.SOLVED:
        return Outcome(Status.UNKNOWN, stopped=solution_listing.stop_reason)
    return Outcome(Status.SOLVED, Count(solution_listing.arrangement_count))


def enumerate_arrangements(
    question: Question, /, limits: Limits = Limits(), report: Report = silent
) -> Outcome[Listing]:
    """List arrangements in the order in which CP-SAT finds them."""
    arrangement_limit = max(0, question.ask.limit)
    solution_listing = _list_solutions(question.instance, limits, report, arrangement_limit + 1)
    full = len(solution_listing.arrangements) > arrangement_limit
    listing = Listing(
        tuple(solution_listing.arrangements[:arrangement_limit]),
        complete=solution_listing.status is Status.SOLVED and not full,
    )
    status = Status.SOLVED if full or listing.complete else Status.FEASIBLE
    return Outcome(status, listing, stopped=StopReason.DONE if full else solution_listing.stop_reason)


@dataclass(slots=True)
class SolutionListing:
    """The numbers of solutions and of arrangements, and the arrangements to return; `SOLVED` if these are all."""

    status: Status = Status.FEASIBLE
    stop_reason: StopReason = StopReason.DONE
    solution_count: int = 0
    arrangement_count: int = 0
    arrangements: list[tuple[Meld, ...]] = field(default_factory=list)


def _list_solutions(turn: Turn, limits: Limits, report: Report, arrangement_limit: int | None) -> SolutionListing:
    """List arrangements: a variable for each meld with each choice of its jokers, and constraints that cover each card.

    Without `arrangement_limit` they are only counted.
    """
    deadline = Deadline(limits)
    solution_listing = SolutionListing()
    n: dict[Meld, cp_model.IntVar] = {}

    before = named_table(turn)

    def found(solution: Values) -> None:
        """Read a solution, if there is time."""
        if deadline.poll():
            return
        solution_listing.solution_count += 1
        if arrangement_limit is None and turn.rules.plain:
            solution_listing.arrangement_count += 1
            return
        melds = tuple([meld for meld, number in n.items() for _ in range(solution(number))])
        if turn.rules.plain or not any(turn_faults(turn.rules, before, (), melds)):
            solution_listing.arrangement_count += 1
            if arrangement_limit is not None and len(solution_listing.arrangements) < arrangement_limit:
                solution_listing.arrangements.append(melds)

    try:
        model = _covering_by_melds(turn, n, deadline)
    except Stopped:
        solution_listing.stop_reason = deadline.stop_reason
        return solution_listing
    answers = arrangement_limit if turn.rules.plain else None
    run = cpsat.solve(model, replace(deadline.remaining_limits, answers=answers), report, on_solution=found)
    if run.status in (Status.SOLVED, Status.IMPOSSIBLE) and run.stats["answers"] == solution_listing.solution_count:
        solution_listing.status = Status.SOLVED
    solution_listing.stop_reason = run.stop_reason if run.stop_reason is not StopReason.DONE else deadline.stop_reason
    return solution_listing


def _covering_by_melds(turn: Turn, n: dict[Meld, cp_model.IntVar], deadline: Deadline) -> cp_model.CpModel:
    """Build the program, and store the variables that count each meld."""
    counts = turn.table_counts
    model = cp_model.CpModel()
    holders: list[list[cp_model.LinearExprT]] = [[] for _ in range(JOKER + 1)]
    for meld in groups(turn.rules.line, LONGEST):
        for number, joker_meld in enumerate(_with_jokers(meld, counts)):
            if number % AT_ONCE == 0:
                deadline.check()
            n[joker_meld] = model.new_int_var(0, min(counts[min(card, JOKER)] for card in joker_meld), "n")
            for card in joker_meld:
                holders[min(card, JOKER)].append(n[joker_meld])
    for card in crosses_of(turn.rules, turn.table):
        n[(card,)] = model.new_int_var(0, counts[card], "n")
        holders[card].append(n[(card,)])
    for card in range(JOKER + 1):
        deadline.check()
        model.add(cp_model.LinearExpr.sum(holders[card]) == counts[card])
    return model


def _with_jokers(meld: Meld, counts: bytes) -> Iterator[Meld]:
    """Yield a meld with jokers in place of its missing cards, and of any others."""
    for size in range(min(len(meld), counts[JOKER]) + 1):
        for wild in combinations(meld, size):
            if all(counts[card] or card in wild for card in meld):
                yield tuple(WILD + card if card in wild else card for card in meld)
