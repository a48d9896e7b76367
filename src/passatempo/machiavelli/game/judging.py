"""When a turn is legal: every rule that a move breaks, with the card or the group that breaks it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from passatempo.core.errors import Violation
from passatempo.core.words import mark, told
from passatempo.machiavelli.game import lays
from passatempo.machiavelli.game.turns import Draw, Lay
from passatempo.machiavelli.game.unknown import lacking
from passatempo.machiavelli.groups import kinds
from passatempo.machiavelli.model import JOKER, WILD, Named, name
from passatempo.machiavelli.rules import fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.machiavelli.game.turns import Move, View


def judge(view: View, move: Move) -> tuple[Violation, ...]:
    """List what is wrong with a move of the seat that is to move; nothing where it is legal.

    >>> from passatempo.core.play.values import Deal
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
        yield Violation("empty-lay", told(mark("this turn began with a draw: if you play nothing, pass")))
    elif not view.stock:
        yield Violation("empty-lay", told(mark("the stock is empty: if you play nothing, pass")))
    elif not view.followed and not view.may_wait and lays.can_lay(view):
        yield Violation("must-lay", _must_lay(view.waits))


def _must_lay(waits: int) -> str:
    if not waits:
        return told(mark("a card can be played, so it must be played"))
    if waits == 1:
        return told(mark("the last turn drew although it could play: now a card must be played"))
    often = mark("{number} turns in a row drew although they could play: now a card must be played")
    return told(often, number=waits)


def _of_passing(view: View) -> Iterator[Violation]:
    if view.may_draw:
        words = told(mark("the stock has {number} cards: if you play nothing, draw"), number=view.stock)
        yield Violation("empty-lay", words)


def _of_laying(view: View, move: Lay) -> Iterator[Violation]:
    if not move.laid:
        yield Violation("empty-lay", told(mark("no card of the hand is played")))
    laid = Counter(kinds(move.laid))
    for card in lacking(view.hand, move.laid):
        yield Violation("not-in-hand", told(mark("{card} is not in the hand"), card=Named(card)), name(card))
    before = Counter(kinds(sum(view.table, ())))
    after = Counter(kinds(sum(move.table, ())))
    for card in (before + laid - after).elements():
        gone = mark("{card} is no longer on the table: cards never return to the hand")
        yield Violation("taken-back", told(gone, card=Named(card)), name(card))
    for card in (after - before - laid).elements():
        foreign = mark("{card} is on the table, but it was neither there before nor played")
        yield Violation("foreign-card", told(foreign, card=Named(card)), name(card))
    yield from _bad_groups(view, move)
    most = view.rules.most_new
    if most and len(move.laid) > most:
        many = mark("{number} cards are played, but a turn may play at most {most}")
        yield Violation("too-many-new", told(many, number=len(move.laid), most=most))
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
            words = told(mark("meld {number}: {fault}"), number=number, fault=wrong.text)
            yield Violation("bad-meld", words, number)


def _not_opened(view: View, move: Lay) -> Iterator[Violation]:
    """Say why a turn does not open: a group of the table is changed, or the new ones are worth too little."""
    new = Counter(map(kinds, move.table))
    for number, group in enumerate(view.table, 1):
        if not new[kinds(group)]:
            changed = mark("meld {number}, {cards}, has changed, but before you open you may only play your own melds")
            yield Violation("not-opened", told(changed, number=number, cards=Named(*group)), number)
        new[kinds(group)] -= 1
    worth = sum([view.rules.worth(card & (WILD - 1) if card > JOKER else card) for card in move.laid])
    if worth < view.rules.opening_points:
        little = mark("the melds of the hand are worth {worth}, but you need {needed} to open")
        yield Violation("not-opened", told(little, worth=worth, needed=view.rules.opening_points))


def _not_freed(view: View, move: Lay) -> Iterator[Violation]:
    """Say which joker stands for another card although nobody laid the one it stood for."""
    before = Counter(card for card in (*sum(view.table, ()), *move.laid) if card > JOKER)
    after = Counter(card for group in move.table for card in group if card > JOKER)
    laid = Counter(move.laid)
    for joker, copies in before.items():
        if copies - after[joker] > laid[joker - WILD]:
            bound = mark("only {card} from the hand frees the joker that stands for it")
            yield Violation("joker-not-freed", told(bound, card=Named(joker - WILD)), name(joker))
