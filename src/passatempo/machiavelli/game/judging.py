"""When a turn is legal: every rule that a move breaks, with the card or the group that breaks it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from passatempo.core.errors import Violation
from passatempo.core.json import count_of
from passatempo.machiavelli.game import lays
from passatempo.machiavelli.game.turns import Draw, Lay
from passatempo.machiavelli.game.unknown import lacking
from passatempo.machiavelli.groups import kinds
from passatempo.machiavelli.model import JOKER, WILD, Meld, name
from passatempo.machiavelli.rules import fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.machiavelli.game.turns import Move, View


def judge(view: View, move: Move) -> tuple[Violation, ...]:
    """List what is wrong with a move of the seat that is to move; nothing where it is legal.

    >>> from passatempo.core.play.game import Deal
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> from passatempo.machiavelli.game.turns import start, view
    >>> [one.rule for one in judge(view(start(GameRules(), 2, Deal(7)), 0), Lay((), ((0, 1, 3),)))]
    ['empty-lay', 'foreign-card', 'foreign-card', 'foreign-card', 'bad-meld']
    """
    if isinstance(move, Lay):
        return tuple(_of_laying(view, move))
    return tuple(_of_drawing(view) if isinstance(move, Draw) else _of_passing(view))


def _of_drawing(view: View) -> Iterator[Violation]:
    if view.rules.draw == "start":
        yield Violation("empty-lay", "the turn began with its draw: who lays nothing passes")
    elif not view.stock:
        yield Violation("empty-lay", "the stock is empty: who lays nothing passes")
    elif not view.followed and not view.may_wait and lays.can_lay(view):
        times = count_of(view.waits, "turn")
        told = f"{times} in a row it drew although it could lay: now it must lay" if view.waits else "it must lay"
        yield Violation("must-lay", f"a card can be laid, and {told}")


def _of_passing(view: View) -> Iterator[Violation]:
    if view.may_draw:
        cards = count_of(view.stock, "card")
        yield Violation("empty-lay", f"the stock has {cards}: who lays nothing draws")


def _of_laying(view: View, move: Lay) -> Iterator[Violation]:
    if not move.laid:
        yield Violation("empty-lay", "no card of the hand is laid")
    laid = Counter(kinds(move.laid))
    for card in lacking(view.hand, move.laid):
        yield Violation("not-in-hand", f"{name(card)} is not in the hand", name(card))
    before = Counter(kinds(sum(view.table, ())))
    after = Counter(kinds(sum(move.table, ())))
    for card in (before + laid - after).elements():
        yield Violation("taken-back", f"{name(card)} is not on the table any more: nothing comes back", name(card))
    for card in (after - before - laid).elements():
        told = f"{name(card)} lies on the table, but it was neither there nor laid"
        yield Violation("foreign-card", told, name(card))
    yield from _bad_groups(view, move)
    most = view.rules.most_new
    if most and len(move.laid) > most:
        yield Violation("too-many-new", f"{count_of(len(move.laid), 'card')} are laid, but a turn may lay {most}")
    if not view.has_opened:
        yield from _not_opened(view, move)
    if view.rules.joker == "exact":
        yield from _not_freed(view, move)


def _bad_groups(view: View, move: Lay) -> Iterator[Violation]:
    alone = Counter(view.crosses)
    for number, group in enumerate(move.table, 1):
        if len(group) == 1 and alone[min(group[0], JOKER)] > 0:
            alone[min(group[0], JOKER)] -= 1
            continue
        wrong = fault(group, view.rules.ace)
        if wrong is not None:
            yield Violation("bad-meld", f"group {number}: {wrong.text}", number)


def _not_opened(view: View, move: Lay) -> Iterator[Violation]:
    """Say why a turn does not open: a group of the table is changed, or the new ones are worth too little."""
    new = Counter(map(kinds, move.table))
    for number, group in enumerate(view.table, 1):
        if not new[kinds(group)]:
            told = (
                f"group {number}, {_written(group)}, is changed, but who has not opened lays groups of the hand alone"
            )
            yield Violation("not-opened", told, number)
        new[kinds(group)] -= 1
    worth = sum([view.rules.worth(card & (WILD - 1) if card > JOKER else card) for card in move.laid])
    if worth < view.rules.opening_points:
        told = f"the groups of the hand are worth {worth}, but {view.rules.opening_points} open"
        yield Violation("not-opened", told)


def _not_freed(view: View, move: Lay) -> Iterator[Violation]:
    """Say which joker stands for another card although nobody laid the one it stood for."""
    before = Counter(card for card in (*sum(view.table, ()), *move.laid) if card > JOKER)
    after = Counter(card for group in move.table for card in group if card > JOKER)
    laid = Counter(move.laid)
    for joker, copies in before.items():
        if copies - after[joker] > laid[joker - WILD]:
            told = f"the joker that stands for {name(joker - WILD)} is freed by {name(joker - WILD)} of the hand only"
            yield Violation("joker-not-freed", told, name(joker))


def _written(group: Meld) -> str:
    return " ".join(map(name, group))
