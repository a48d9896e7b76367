"""Tables, plays, unlocking cards and all arrangements as constraint programs for CP-SAT.

A table is covered by groups, as in `ilp.encode_sets`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.machiavelli.checker import turn_faults
from passatempo.machiavelli.encodings.covering import (
    Task,
    crosses_of,
    melds_of,
    outcome_of,
    rows_of_rules,
    task_of,
    task_of_table,
)
from passatempo.machiavelli.encodings.melds import LONGEST, groups
from passatempo.machiavelli.groups import draw_one, draw_two, named_table, unseen_cards
from passatempo.machiavelli.model import (
    JOKER,
    WILD,
    Arrangement,
    Card,
    Count,
    LayAsk,
    Listing,
    Meld,
    Play,
    Turn,
    Unlocking,
)
from passatempo.solvers import cpsat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.solvers.runs import Values


AT_ONCE = 256  # variables between two looks at the clock


def solve(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Arrangement]:
    """Can all these cards be laid out? Answered by CP-SAT, by covering them with groups.

    Examples
    --------
    >>> from passatempo.machiavelli.text import read
    >>> solve(read("QH KH AH AS AD")).status.value
    'impossible'
    """
    deadline = Deadline(limits)
    program = Program(task_of_table(turn), closes=True)
    run = cpsat.solve(program.model, deadline.rest, report)
    answer = None if run.value is None else Arrangement(melds_of(program, run.value))
    return Outcome(run.status, answer, stopped=run.stopped, stats=run.stats)


def lay(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Play]:
    """Lay the most valuable cards of a hand: the program of `covering` on CP-SAT.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.machiavelli.model import LayAsk
    >>> from passatempo.machiavelli.text import read
    >>> lay(Question(read("3S 4S 5S | 9H 9D 9C; hand: 6S 9S KD".replace("; ", chr(10))), LayAsk())).value
    2
    """
    deadline = Deadline(limits)
    program = Program(task_of(question))
    run = cpsat.solve(program.model, deadline.rest, report)
    return outcome_of(program, run, deadline)


class Program:
    """The program of `covering`, and its variables; `closes` asks for any play that empties the hand."""

    def __init__(self, task: Task, *, closes: bool = False) -> None:
        turn = task.turn
        c, h = task.counts, turn.hand_counts
        on_table, in_hand = task.jokers
        model = cp_model.CpModel()
        self.task, self.model = task, model
        self.n = {q: model.new_int_var(0, task.most(q), "n") for q in task.groups if task.most(q)}
        self.k = [model.new_bool_var("k") for _ in task.stay]
        self.x = {a: model.new_int_var(0, h[a], "x") for a in range(JOKER) if h[a]}
        some = on_table + in_hand
        self.w = {a: model.new_int_var(0, some, "w") for a in range(JOKER)} if some else {}
        self.u = model.new_int_var(0, in_hand, "u")
        e = model.new_bool_var("e")
        holders: list[list[cp_model.LinearExprT]] = [[] for _ in range(JOKER + 1)]
        for q, number in self.n.items():
            for a in q:
                holders[a].append(number)
        for g, stays in zip(task.stay, self.k, strict=True):
            for a in g:
                holders[min(a, JOKER)].append(stays)
        for a in range(JOKER):
            model.add(cp_model.LinearExpr.sum(holders[a]) == c[a] + self.x.get(a, 0) + self.w.get(a, 0))
            if h[a]:
                model.add(self.x[a] >= h[a] * e)
        wild = cp_model.LinearExpr.sum([*self.w.values(), *holders[JOKER]])
        model.add(wild == on_table + self.u)
        model.add(self.u >= in_hand * e)
        for row in rows_of_rules(self, lambda most: model.new_int_var(0, most, "r")):
            model.add(cp_model.LinearExpr.sum([factor * one for one, factor in row.terms]) >= row.least)
        if closes:
            model.add(e == 1)
            return
        unit, stay, empty = task.scales
        gained = cp_model.LinearExpr.weighted_sum(list(self.x.values()), [task.value[a] for a in self.x])
        model.maximize(unit * gained + stay * cp_model.LinearExpr.sum(self.k) + empty * e - self.u)


def unlock(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Unlocking]:
    """Find unlocking cards by one program for each card, and each pair where they are asked for."""
    turn: Turn = question.instance
    deadline = Deadline(limits)
    stats = {"programs": 0}

    def closes(*more: Card) -> bool:
        deadline.check()
        stats["programs"] += 1
        program = Program(task_of(Question(replace(turn, hand=turn.hand + more), LayAsk())), closes=True)
        run = cpsat.solve(program.model, deadline.rest, silent)
        if run.status is Status.UNKNOWN:
            deadline.stopped = run.stopped
            raise Stopped
        return run.status is Status.SOLVED

    unseen = unseen_cards(turn)
    try:
        now, single = closes(), draw_one(unseen, closes)
        pairs = draw_two(unseen, closes) if question.ask.pairs else None
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped, stats=stats)
    return Outcome(Status.SOLVED, Unlocking(single, pairs, now), stats=stats)


def count(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Count]:
    """Count the arrangements by having CP-SAT list all of them."""
    listed = _list(turn, limits, report, None)
    if listed.status is not Status.SOLVED:
        return Outcome(Status.UNKNOWN, stopped=listed.stopped)
    return Outcome(Status.SOLVED, Count(listed.number))


def enumerate_arrangements(
    question: Question, /, limits: Limits = Limits(), report: Report = silent
) -> Outcome[Listing]:
    """List arrangements in the order in which CP-SAT finds them."""
    most = max(0, question.ask.limit)
    listed = _list(question.instance, limits, report, most + 1)
    full = len(listed.found) > most
    listing = Listing(tuple(listed.found[:most]), complete=listed.status is Status.SOLVED and not full)
    status = Status.SOLVED if full or listing.complete else Status.FEASIBLE
    return Outcome(status, listing, stopped=StopReason.DONE if full else listed.stopped)


@dataclass(slots=True)
class Listed:
    """Solutions read, arrangements among them, and those that are wanted; `SOLVED` where there are no others."""

    status: Status = Status.FEASIBLE
    stopped: StopReason = StopReason.DONE
    read: int = 0
    number: int = 0
    found: list[tuple[Meld, ...]] = field(default_factory=list)


def _list(turn: Turn, limits: Limits, report: Report, most: int | None) -> Listed:
    """List arrangements: a variable for each meld with each choice of jokers in it, and every card covered.

    Without `most` they are only counted.
    """
    deadline = Deadline(limits)
    listed = Listed()
    n: dict[Meld, cp_model.IntVar] = {}

    before = named_table(turn)

    def found(value: Values) -> None:
        """Read a solution, if there is time."""
        if deadline.poll():
            return
        listed.read += 1
        if most is None and turn.rules.plain:
            listed.number += 1
            return
        melds = tuple([meld for meld, number in n.items() for _ in range(value(number))])
        if turn.rules.plain or not any(turn_faults(turn.rules, before, (), melds)):
            listed.number += 1
            if most is not None and len(listed.found) < most:
                listed.found.append(melds)

    try:
        model = _covering_by_melds(turn, n, deadline)
    except Stopped:
        listed.stopped = deadline.stopped
        return listed
    answers = most if turn.rules.plain else None
    run = cpsat.solve(model, replace(deadline.rest, answers=answers), report, found=found)
    if run.status in (Status.SOLVED, Status.IMPOSSIBLE) and run.stats["answers"] == listed.read:
        listed.status = Status.SOLVED
    listed.stopped = run.stopped if run.stopped is not StopReason.DONE else deadline.stopped
    return listed


def _covering_by_melds(turn: Turn, n: dict[Meld, cp_model.IntVar], deadline: Deadline) -> cp_model.CpModel:
    """Write the program, and fill in how often each meld is laid."""
    counts = turn.table_counts
    model = cp_model.CpModel()
    holders: list[list[cp_model.LinearExprT]] = [[] for _ in range(JOKER + 1)]
    for meld in groups(turn.rules.line, LONGEST):
        for number, meant in enumerate(_with_jokers(meld, counts)):
            if number % AT_ONCE == 0:
                deadline.check()
            n[meant] = model.new_int_var(0, min(counts[min(card, JOKER)] for card in meant), "n")
            for card in meant:
                holders[min(card, JOKER)].append(n[meant])
    for card in crosses_of(turn.rules, turn.table):
        n[(card,)] = model.new_int_var(0, counts[card], "n")
        holders[card].append(n[(card,)])
    for card in range(JOKER + 1):
        deadline.check()
        model.add(cp_model.LinearExpr.sum(holders[card]) == counts[card])
    return model


def _with_jokers(meld: Meld, counts: bytes) -> Iterator[Meld]:
    """Yield a meld with jokers in place of the cards that are not there, and of any others."""
    for size in range(min(len(meld), counts[JOKER]) + 1):
        for wild in combinations(meld, size):
            if all(counts[card] or card in wild for card in meld):
                yield tuple(WILD + card if card in wild else card for card in meld)
