"""The play of most cards that disturbs the table least: most groups stay, then fewest cards are moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.outcome import STOPS, Outcome, Status
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.groups import named
from passatempo.machiavelli.model import ACES, JOKER, Turn
from passatempo.machiavelli.plays import describe, nothing
from passatempo.machiavelli.steps import count_moved

if TYPE_CHECKING:
    from passatempo.core.limits import Limits
    from passatempo.machiavelli.answers import Play
    from passatempo.machiavelli.asks import LayAsk


def lay(turn: Turn, ask: LayAsk, limits: Limits) -> Outcome[Play]:
    """Lay most cards, and among the plays that do leave most groups of the table as they are.

    If some groups can stay, so can any part of them: of the groups that cannot stay together one must be broken. So the
    fewest groups that meet all such conflicts known so far are broken, until the rest can stay.
    """
    groups = [group for group in turn.table if named(group, turn.rules.ace) is not None]
    hand = turn.hand_counts
    stop, nodes, found, _ = _kernel.keep(
        groups, hand[:JOKER], ACES.index(turn.rules.ace), None, hand[JOKER], *limits.kernel
    )
    stats = {"nodes": nodes}
    if found is None:
        return nothing(turn, stop, stats)
    value, _, laid, melds = found
    play = describe(turn, laid, melds, brief=ask.brief)
    stats["cards_moved"] = count_moved(turn.table, play.melds)
    return Outcome(Status.FEASIBLE if stop else Status.SOLVED, play, value, stopped=STOPS[stop], stats=stats)
