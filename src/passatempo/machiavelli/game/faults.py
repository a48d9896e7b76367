"""What the rules that a move breaks are called, with the card or the group that breaks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.errors import Violation
from passatempo.core.words import mark, told
from passatempo.machiavelli.model import WILD, Named, name
from passatempo.machiavelli.rules import fault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.machiavelli.game.state import Move, View


def violations(view: View, move: Move, faults: Sequence[Any]) -> tuple[Violation, ...]:
    """Write the faults that the kernel finds, each a number in the order of `WORDS` and where it is."""
    return tuple([WORDS[one.rule](view, move, one.where) for one in faults])


def _of_card(rule: str, words: str) -> Callable[[View, Move, int], Violation]:
    return lambda view, move, card: Violation(rule, told(words, card=Named(card)), name(card))


def _empty(words: str) -> Callable[[View, Move, int], Violation]:
    return lambda view, move, where: Violation("empty-lay", told(words))


def _bad_meld(view: View, move: Any, number: int) -> Violation:
    wrong = fault(tuple(move.table[number - 1]), view.rules.ace)
    assert wrong is not None  # the kernel has found it
    return Violation("bad-meld", told(mark("group {number}: {fault}"), number=number, fault=wrong.text), number)


def _must_lay(view: View, move: Move, where: int) -> Violation:
    often = mark("a card can be laid, and {number} turns in a row it drew although it could lay: now it must lay")
    if not view.waits:
        often = mark("a card can be laid, and it must lay")
    elif view.waits == 1:
        often = mark("a card can be laid, and at its last turn it drew although it could lay: now it must lay")
    return Violation("must-lay", told(often, number=view.waits))


def _must_draw(view: View, move: Move, where: int) -> Violation:
    words = mark("the stock has {number} cards: who lays nothing draws")
    return Violation("empty-lay", told(words, number=view.stock))


def _too_many_new(view: View, move: Any, where: int) -> Violation:
    many = mark("{number} cards are laid, but a turn may lay {most}")
    return Violation("too-many-new", told(many, number=len(move.laid), most=view.rules.most_new))


def _changed_group(view: View, move: Move, number: int) -> Violation:
    changed = mark("group {number}, {cards}, is changed, but who has not opened lays groups of the hand alone")
    return Violation("not-opened", told(changed, number=number, cards=Named(*view.table[number - 1])), number)


def _too_few_points(view: View, move: Move, worth: int) -> Violation:
    little = mark("the groups of the hand are worth {worth}, but {needed} open")
    return Violation("not-opened", told(little, worth=worth, needed=view.rules.opening_points))


def _not_freed(view: View, move: Move, card: int) -> Violation:
    bound = mark("the joker that stands for {card} is freed by {card} of the hand only")
    return Violation("joker-not-freed", told(bound, card=Named(card)), name(WILD + card))


WORDS: tuple[Callable[[View, Any, int], Violation], ...] = (
    _empty(mark("no card of the hand is laid")),
    _of_card("not-in-hand", mark("{card} is not in the hand")),
    _of_card("taken-back", mark("{card} is not on the table any more: nothing comes back")),
    _of_card("foreign-card", mark("{card} lies on the table, but it was neither there nor laid")),
    _bad_meld,
    _must_lay,
    _empty(mark("the turn began with its draw: who lays nothing passes")),
    _empty(mark("the stock is empty: who lays nothing passes")),
    _must_draw,
    _too_many_new,
    _changed_group,
    _too_few_points,
    _not_freed,
)
