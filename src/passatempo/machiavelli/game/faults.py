"""What the rules that a move breaks are called, with the card or the group that breaks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.errors import Violation
from passatempo.core.words import mark, told
from passatempo.machiavelli.groups import fault
from passatempo.machiavelli.model import WILD, Named, name

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
    return Violation("bad-meld", told(mark("meld {number}: {fault}"), number=number, fault=wrong.text), number)


def _must_lay(view: View, move: Move, where: int) -> Violation:
    often = mark("{number} turns in a row drew although they could play: now a card must be played")
    if not view.waits:
        often = mark("a card can be played, so it must be played")
    elif view.waits == 1:
        often = mark("the last turn drew although it could play: now a card must be played")
    return Violation("must-lay", told(often, number=view.waits))


def _must_draw(view: View, move: Move, where: int) -> Violation:
    words = mark("the stock has {number} cards: if you play nothing, draw")
    return Violation("empty-lay", told(words, number=view.stock))


def _too_many_new(view: View, move: Any, where: int) -> Violation:
    many = mark("{number} cards are played, but a turn may play at most {most}")
    return Violation("too-many-new", told(many, number=len(move.laid), most=view.rules.most_new))


def _changed_group(view: View, move: Move, number: int) -> Violation:
    changed = mark("meld {number}, {cards}, has changed, but before you open you may only play your own melds")
    return Violation("not-opened", told(changed, number=number, cards=Named(*view.table[number - 1])), number)


def _too_few_points(view: View, move: Move, worth: int) -> Violation:
    little = mark("the melds of the hand are worth {worth}, but you need {needed} to open")
    return Violation("not-opened", told(little, worth=worth, needed=view.rules.opening_points))


def _not_freed(view: View, move: Move, card: int) -> Violation:
    bound = mark("only {card} from the hand frees the joker that stands for it")
    return Violation("joker-not-freed", told(bound, card=Named(card)), name(WILD + card))


WORDS: tuple[Callable[[View, Any, int], Violation], ...] = (
    _empty(mark("no card of the hand is played")),
    _of_card("not-in-hand", mark("{card} is not in the hand")),
    _of_card("taken-back", mark("{card} is no longer on the table: cards never return to the hand")),
    _of_card("foreign-card", mark("{card} is on the table, but it was neither there before nor played")),
    _bad_meld,
    _must_lay,
    _empty(mark("this turn began with a draw: if you play nothing, pass")),
    _empty(mark("the stock is empty: if you play nothing, pass")),
    _must_draw,
    _too_many_new,
    _changed_group,
    _too_few_points,
    _not_freed,
)
