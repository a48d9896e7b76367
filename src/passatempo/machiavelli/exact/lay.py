"""What can be done with a hand, exactly: the Python side of the kernel's plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import STOPS, Outcome, Status
from passatempo.core.progress import Report, silent
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.exact import least_change
from passatempo.machiavelli.groups import is_heap, require_melds, weights
from passatempo.machiavelli.model import JOKER, LayAsk, Turn
from passatempo.machiavelli.plays import describe, nothing

if TYPE_CHECKING:
    from passatempo.core.pastime import Question
    from passatempo.machiavelli.model import Play

BRIEF = LayAsk(brief=True)


def lay(question: Question | Turn, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Play]:
    r"""Lay the cards of the hand that are worth most, so that they and the whole table are melds.

    Parameters
    ----------
    question
        A turn with a `LayAsk`; a bare turn asks for most cards, without steps.
    limits
        `nodes` counts states of the search.

    Returns
    -------
    Outcome
        `value` is the number of cards laid, or their points. Of the plays of greatest value one that closes the hand is
        taken, else one with fewest jokers, and of these one that leaves most groups as they are, as far as a short
        second search finds it; with ``least-change`` the groups come before both. `IMPOSSIBLE` where no choice of cards
        makes everything arrangeable. Where a limit comes before the steps are told, there are none.

    Raises
    ------
    InvalidInstance
        With ``least-change``, if the table has groups and one of them is no meld.

    Notes
    -----
    Depth-first over thirteen ranks with a bound by suits; about 15 microseconds for 13 cards at a table of two decks,
    exponential in the number of decks at worst. Then the groups of the table are let stay one after the other, which
    takes about 30 microseconds more; the nodes for that are bounded. On 2,000 random hands of 13 cards with two decks
    they were always the most groups; with more decks, or many jokers, they may be fewer.

    Examples
    --------
    >>> from passatempo.machiavelli import read
    >>> outcome = lay(read("3S 4S 5S | 9H 9D 9C\nhand: 6S 9S KD"))
    >>> outcome.value, outcome.answer.laid, outcome.answer.kept_in_hand
    (2, (5, 8), (38,))
    """
    turn, ask = (question, BRIEF) if isinstance(question, Turn) else (question.instance, question.ask)
    if ask.prefer == "least-change":
        require_melds(turn)
        if not is_heap(turn):
            return least_change.lay(turn, ask, limits)
    value = None if ask.prefer != "points" and ask.weights is None else weights(ask.prefer, ask.weights)
    table, hand = turn.table_counts, turn.hand_counts
    deadline = Deadline(limits)
    found = _kernel.lay(
        table[:JOKER],
        hand[:JOKER],
        turn.rules.line,
        value,
        table[JOKER],
        hand[JOKER],
        *limits.kernel,
        turn.table,
    )
    stop, stats, best = found.stop, {"nodes": found.nodes}, found.play
    if best is None:
        return nothing(turn, stop, stats)
    play, late = describe(turn, best.laid, best.melds, brief=ask.brief, deadline=deadline)
    status = Status.FEASIBLE if stop else Status.SOLVED
    bound = max(found.bound, best.value)
    return Outcome(status, play, best.value, bound, STOPS[stop] if stop else late, stats=stats)
