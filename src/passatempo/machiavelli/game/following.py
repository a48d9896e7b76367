"""A view that follows what everybody sees: the only way in which a companion at a real table changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from passatempo.machiavelli.game import lays
from passatempo.machiavelli.game.turns import drawn_now
from passatempo.machiavelli.plays import keep

if TYPE_CHECKING:
    from passatempo.machiavelli.game.turns import Event, View
    from passatempo.machiavelli.model import Card


def follow(view: View, event: Event, card: Card | None = None) -> View:
    """Return the view after an event.

    Parameters
    ----------
    view
        What the seat knew before.
    event
        What happened: cards laid, a card drawn, or neither.
    card
        The card that the seat itself drew; no other seat's is known.

    Examples
    --------
    >>> from passatempo.core.play.game import Deal
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> from passatempo.machiavelli.game.turns import Event, start, view
    >>> after = follow(view(start(GameRules(), 2, Deal(7)), 1), Event(0, (), 1, ()))
    >>> after.counts, after.stock, after.to_move
    ((14, 13), 77, 1)
    """
    counts = list(view.counts)
    counts[event.seat] += event.drew - len(event.laid)
    own = event.seat == view.seat
    begins = view.rules.draw == "start" and event.drew > 0
    changed: dict[str, object] = {"history": (*view.history, event), "counts": tuple(counts), "draft": None}
    if event.drew:
        changed |= {"stock": view.stock - event.drew, "passes": view.passes if begins else 0}
        if own:
            changed["hand"] = tuple(sorted((*view.hand, *([] if card is None else [card]))))
            if not begins and view.rules.most_waits is not None:
                changed["waits"] = view.waits + 1 if lays.can_lay(view) else 0
    elif event.laid:
        opened = tuple([is_open or seat == event.seat for seat, is_open in enumerate(view.opened)])
        changed |= {"table": event.table, "opened": opened, "passes": 0, "crosses": _alone(view, event)}
        if own:
            changed |= {"hand": keep(view.hand, event.laid), "waits": 0}
    else:
        changed["passes"] = 0 if drawn_now(view.history, event.seat, view.rules) else view.passes + 1
    if not begins:
        changed["to_move"] = (event.seat + 1) % len(counts)
    return replace(view, **changed)  # type: ignore[arg-type]  # the keys are fields of a view


def _alone(view: View, event: Event) -> tuple[Card, ...]:
    """Return the crosses that still lie alone."""
    return tuple(sorted([group[0] for group in event.table if len(group) == 1])) if view.crosses else ()
