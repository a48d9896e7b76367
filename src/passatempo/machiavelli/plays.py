"""What every method makes of a play it has found: the answer with its steps, or the sentence that there is none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Deadline, Stopped
from passatempo.core.outcome import STOPS, Outcome, Status, StopReason
from passatempo.machiavelli.groups import count_kept, keep_names
from passatempo.machiavelli.model import JOKER, Card, Meld, Play, Turn, unsplit
from passatempo.machiavelli.steps import plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.machiavelli.model import Step

MOMENT = 0.01  # seconds for the steps of a play that was found at the last moment: they take one or two


def nothing(turn: Turn, stop: int, stats: dict[str, Any]) -> Outcome[Play]:
    """Say that there is no play, or that a limit came before one was found."""
    if stop:
        return Outcome(Status.UNKNOWN, stopped=STOPS[stop], stats=stats)
    return Outcome(Status.IMPOSSIBLE, reason=unmendable(turn), stats=stats)


def unmendable(turn: Turn) -> str:
    """Write the sentence that no choice of hand cards helps the table."""
    several = f"whichever of the {len(turn.hand)} cards of the hand are added"
    helped = several if len(turn.hand) > 1 else "even with the card of the hand"
    return unsplit(turn, f", {helped}" if turn.hand else "")


def describe(
    turn: Turn, laid: Sequence[Card], melds: Sequence[Meld], *, brief: bool, deadline: Deadline
) -> tuple[Play, StopReason]:
    """Make the play of these cards and melds: what stays in the hand, which groups stay, and the steps.

    Returns
    -------
    tuple
        The play, and the limit that came before the steps were told; after it they still have a moment.
    """
    laid, melds = keep_names(turn, laid, melds)
    steps, stopped = (None, StopReason.DONE) if brief else _steps(turn, melds, laid, deadline)
    return Play(laid, keep(turn.hand, laid), melds, count_kept(turn, melds), steps), stopped


def _steps(
    turn: Turn, melds: tuple[Meld, ...], laid: tuple[Card, ...], deadline: Deadline
) -> tuple[tuple[Step, ...] | None, StopReason]:
    """Tell the steps, or say which limit came first."""
    left = deadline.left
    telling = Deadline(deadline.limits if left is None else replace(deadline.limits, seconds=max(MOMENT, left)))
    try:
        return plan(turn.table, melds, laid, telling), StopReason.DONE
    except Stopped:
        return None, telling.stopped


def keep(hand: Sequence[Card], laid: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of the hand that are not laid; a joker that is laid stands for something.

    >>> keep((3, 20, JOKER, 3), (64 + 7, 3))
    (20, 3)
    """
    gone = [card if card < JOKER else JOKER for card in laid]
    kept = []
    for card in hand:
        if card in gone:
            gone.remove(card)
        else:
            kept.append(card)
    return tuple(kept)
