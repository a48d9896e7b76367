"""The method `asp`: clingo solves the answer set program ``order.lp`` with the facts of a deal."""

from passatempo.cards.answers import Ordering
from passatempo.cards.encodings.asp_program import read_program, write_facts
from passatempo.cards.model import Deal
from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status
from passatempo.solvers import asp
from passatempo.solvers.asp import Atom

LARGE = 5000  # pairs of position and value, grounded in about 30 ms without interruption
BYTES_A_PLACE = 1000  # of memory for each grounded pair


def order(deal: Deal, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Ordering]:
    """Solve the answer set program.

    >>> from passatempo.cards.model import Deal
    >>> order(Deal((1, 1, 1, 2, 2))).answer.sequence
    (1, 2, 1, 2, 1)
    """
    deadline = Deadline(limits)
    value_count = len(set(deal.cards)) if len(deal.cards) < LARGE else LARGE
    size = len(deal.cards) * value_count
    try:
        deadline.check()
        if not deadline.room_for(size * BYTES_A_PLACE):
            raise Stopped
        deal_facts = [*write_facts(deal, deadline.check)]
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    run = asp.solve(read_program(), deal_facts, deadline.remaining_limits, report, large=size > LARGE)
    if run.status is Status.SOLVED:
        return Outcome(Status.SOLVED, _decode_atoms(deal, run.answer_sets[0]))
    if run.status is Status.IMPOSSIBLE:
        return Outcome(Status.IMPOSSIBLE, reason="the program has no answer set")
    return Outcome(Status.UNKNOWN, stopped=run.stop_reason)


def _decode_atoms(deal: Deal, atoms: frozenset[Atom]) -> Ordering:
    """Read the sequence of an answer set."""
    distinct_cards = sorted(set(deal.cards))
    sequence, points = [0] * len(deal.cards), [0] * deal.points
    for name, (first, second) in atoms:
        if name == "at":
            sequence[int(first) - 1] = distinct_cards[int(second)]
        else:
            points[int(first) - 1] = int(second)
    return Ordering(tuple(sequence), tuple(points))
