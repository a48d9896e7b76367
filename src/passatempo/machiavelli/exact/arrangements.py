"""How many arrangements a table has, and which: the Python side of the kernel's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.core.progress import Report, silent
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.model import JOKER, Count, EnumerateAsk, Listing, Turn
from passatempo.machiavelli.reference.arrangements import listable

FREE = 64  # arrangements that are listed even if a limit has just come

if TYPE_CHECKING:
    from passatempo.core.pastime import Question


def count(turn: Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Count]:
    """Count the arrangements of a table.

    An arrangement is a multiset of melds, a meld a set of cards: a run of six and the same cards as two runs of three
    are two arrangements; the ways to write down a whole circle of one suit are one. A joker counts as joker and as what
    it stands for: the same melds with jokers in other places are other arrangements.

    Parameters
    ----------
    turn
        The table; the hand is left alone.
    limits
        `nodes` counts sets of cards that were left to arrange.

    Notes
    -----
    Memory grows with the sets of cards met, up to some 250 MB.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> count(read("3S 4S 5S 6S 7S 8S")).answer
    Count(arrangements=2)
    """
    if turn.table_counts[JOKER]:
        from passatempo.machiavelli.reference.arrangements import count as count_with_jokers

        return count_with_jokers(turn, limits)
    counted = _kernel.count(turn.table_counts[:JOKER], turn.rules.line, *limits.kernel)
    stats = {"nodes": counted.nodes}
    if counted.answer is None:
        return Outcome(Status.UNKNOWN, stopped=STOPS[counted.stop], stats=stats)
    return Outcome(Status.SOLVED, Count(counted.answer), stats=stats)


def enumerate_arrangements(
    question: Question | Turn, /, limits: Limits = Limits(), report: Report = silent
) -> Outcome[Listing]:
    """List the arrangements of a table, each once, in a fixed order.

    Parameters
    ----------
    question
        A turn with an `EnumerateAsk`; a bare turn asks for a hundred at most.
    limits
        `nodes` counts sets of cards that were left to arrange.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> enumerate_arrangements(read("3S 4S 5S 6S 7S 8S")).answer.arrangements
    (((2, 3, 4), (5, 6, 7)), ((2, 3, 4, 5, 6, 7),))
    """
    turn, ask = (question, EnumerateAsk()) if isinstance(question, Turn) else (question.instance, question.ask)
    most = max(0, ask.limit)
    deadline = Deadline(limits)
    if turn.table_counts[JOKER]:
        from passatempo.machiavelli.reference.arrangements import enumerate_arrangements as enumerate_with_jokers

        return enumerate_with_jokers(turn, most, limits)
    # Of what a second can find, others are at work for a minute to check and print it.
    room = most + 1 if limits.seconds is None else min(most + 1, 1 + listable(limits.seconds / 2, turn))
    listed = _kernel.arrangements(turn.table_counts[:JOKER], turn.rules.line, room, *limits.kernel)
    stopped, found = STOPS[listed.stop], listed.answer
    if limits.seconds is not None and len(found) <= most:
        held = listable(deadline.left or 0.0, turn)
        if len(found) == room or len(found) > held + FREE:
            stopped, found = StopReason.SECONDS, found[: max(held, FREE)]
    done = stopped is StopReason.DONE
    listing = Listing(found[:most], complete=done and len(found) <= most)
    status = Status.SOLVED if done or len(found) > most else Status.FEASIBLE
    return Outcome(status, listing, stopped=stopped, stats={"nodes": listed.nodes})
