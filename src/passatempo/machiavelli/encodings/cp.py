"""Rearranging the table as a constraint program for CP-SAT: the groups of `ilp_sets.encode_sets`, natively."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Outcome
from passatempo.core.progress import Report, silent
from passatempo.machiavelli.encodings.melds import groups, place_jokers
from passatempo.machiavelli.model import JOKER, Arrangement, Card, Meld, Turn, name
from passatempo.solvers import cpsat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.machiavelli.rules import Line
    from passatempo.solvers.runs import Values


def solve(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Arrangement]:
    """Can all these cards be laid out? Answered by CP-SAT, by covering them with groups.

    Examples
    --------
    >>> from passatempo.machiavelli.text import read
    >>> solve(read("QH KH AH AS AD")).status.value
    'impossible'
    """
    deadline = Deadline(limits)
    program = encode(turn)
    run = cpsat.solve(program.model, deadline.rest, report)
    answer = None if run.value is None else Arrangement(decode(program, run.value))
    return Outcome(run.status, answer, stopped=run.stopped, stats=run.stats)


@dataclass(frozen=True, slots=True)
class Cover:
    """The program: how often each group is laid, and the jokers that stand for each card."""

    model: cp_model.CpModel
    n: dict[Meld, cp_model.IntVar]
    w: dict[Card, cp_model.IntVar]


def encode(turn: Turn) -> Cover:
    """Write the program: every card is covered as often as it, or a joker for it, lies on the table."""
    return encode_cards(turn.table_counts, turn.rules.line)


def encode_cards(counts: Sequence[int], line: Line) -> Cover:
    """Write the program of any cards, jokers at index 52."""
    jokers = counts[JOKER]
    model = cp_model.CpModel()
    n = {
        group: model.new_int_var(0, min(counts[card] for card in group) + jokers, " ".join(map(name, group)))
        for group in groups(line)
    }
    w = {card: model.new_int_var(0, jokers, f"JK={name(card)}") for card in range(JOKER)} if jokers else {}
    holders: list[list[cp_model.IntVar]] = [[] for _ in range(JOKER)]
    for group, number in n.items():
        for card in group:
            holders[card].append(number)
    for card in range(JOKER):
        model.add(cp_model.LinearExpr.sum(holders[card]) == counts[card] + w.get(card, 0))
    model.add(cp_model.LinearExpr.sum(list(w.values())) == jokers)
    return Cover(model, n, w)


def decode(program: Cover, value: Values) -> tuple[Meld, ...]:
    """Lay each group as often as the solution says."""
    melds = [group for group, number in program.n.items() for _ in range(value(number))]
    return place_jokers(melds, {card: value(number) for card, number in program.w.items()})
