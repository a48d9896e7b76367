"""Players that are no people: they choose which cards go, the arrangement is left to the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.machiavelli.game import lays
from passatempo.machiavelli.game.turns import Draw, Lay, Move, Pass
from passatempo.machiavelli.plays import keep
from passatempo.machiavelli.rules import fault

if TYPE_CHECKING:
    from passatempo.core.limits import Limits
    from passatempo.core.random import Random
    from passatempo.machiavelli.game.turns import View
    from passatempo.machiavelli.model import Card, Places


def greedy(view: View, random: Random, limits: Limits) -> Move:
    """Lay the most cards."""
    return laying(view, lays.best(view))


def points(view: View, random: Random, limits: Limits) -> Move:
    """Lay the cards that are worth most."""
    return laying(view, lays.best(view, view.rules.worths))


def novice(view: View, random: Random, limits: Limits) -> Move:
    """Lay the groups of its own hand, else one card that fits a group as it lies; else draw."""
    own = tuple([card for group in lays.own(view) for card in group])
    if own and (move := lay(view, own)):
        return move
    for card in view.hand if view.has_opened else ():
        if any(len(group) > 2 and not fault((*group, card), view.rules.ace) for group in view.table):
            return laying(view, (card,))
    return waiting(view)


def patient(view: View, random: Random, limits: Limits) -> Move:
    """Close, else lay what is in no group of the hand, else draw, else lay the smallest of these groups."""
    most = lays.best(view)
    if len(most) == len(view.hand) and (move := lay(view, most)):
        return move
    own = lays.own(view)
    groups = sorted(own, key=lambda group: (len(group), group))
    if not view.has_opened:
        return _first(view, groups) or laying(view, most)
    loose = keep(view.hand, tuple([card for group in own for card in group]))
    laid = lays.best(view, hand=loose) if own else most
    if laid:
        return laying(view, laid)
    return waiting(view) if view.may_wait else _first(view, groups) or waiting(view)


def _first(view: View, groups: Places | list[tuple[Card, ...]]) -> Move | None:
    """Lay the first of some groups of the hand that may be laid."""
    for group in groups:
        if move := lay(view, group):
            return move
    return None


def laying(view: View, cards: tuple[Card, ...]) -> Move:
    """Lay cards, or as many of them as a turn may lay; draw or pass where there are none."""
    return lay(view, cards) or waiting(view)


def lay(view: View, cards: tuple[Card, ...]) -> Move | None:
    """Lay cards, or as many of them as a turn may lay; None where nothing can go."""
    chosen = lays.within(view, cards) if cards else ()
    found = lays.fitted(view, chosen) if chosen else None
    return Lay(*found) if found else None


def waiting(view: View) -> Move:
    """Draw or pass; where the seat may not wait any more and can lay, lay the most cards."""
    if view.may_draw and not view.may_wait and (move := lay(view, lays.best(view))):
        return move
    return Draw() if view.may_draw else Pass()


def sample(view: View, random: Random) -> Move:
    """Return a random legal move: part of the hand laid, else a card drawn or a pass."""
    part = tuple(sorted(random.sample(view.hand, random.between(1, len(view.hand)))))
    if random.below(4) and (move := lay(view, lays.best(view, hand=part))):
        return move
    return waiting(view)
