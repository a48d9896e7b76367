"""A turn typed step by step: cards go from the hand or from a group to a group, and groups are cut in two."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.words import mark, told
from passatempo.machiavelli.game.state import Draft
from passatempo.machiavelli.groups import fault, kinds, named
from passatempo.machiavelli.model import JOKER, UNKNOWN, Card, Meld, Named, rank_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.machiavelli.game.state import View
    from passatempo.machiavelli.model import Places


def moved(view: View, draft: Draft, cards: tuple[Card, ...], source: int, target: int) -> Draft:
    """Return the draft with cards moved.

    Parameters
    ----------
    source
        The group that they are in; 0 for the hand.
    target
        The group that they come to; 0 for a new one.

    Raises
    ------
    InvalidInstance
        If there is no such group, or the cards are not there.
    """
    table, laid = list(draft.table), draft.laid
    if source:
        at = _index(draft.table, source)
        table[at] = _taken(draft.table, source, cards, view)
    else:
        missing = lacking(held(view, draft), cards)
        faults = [
            Violation("not-in-hand", told(mark("{card} is not in the hand"), card=Named(card))) for card in missing
        ]
        if faults:
            raise InvalidInstance(faults)
        laid = (*laid, *cards)
    if target:
        at = _index(draft.table, target)
        table[at] = tidy((*table[at], *cards), view)
    else:
        table.append(tidy(cards, view))
    return Draft(tuple(table), laid)


def held(view: View, draft: Draft | None) -> tuple[Card, ...]:
    """Return the cards that are still in the hand."""
    return without(view.hand, draft.laid) if draft is not None else view.hand


def split(draft: Draft, number: int, card: Card) -> Draft:
    """Return the draft with a group cut before a card: the part behind becomes a new group.

    >>> split(Draft(((2, 3, 4, 5, 6, 7),)), 1, 5)
    Draft(table=((2, 3, 4), (5, 6, 7)), laid=())
    """
    group = draft.table[_index(draft.table, number)]
    if card not in group[1:]:
        words = mark("meld {number} cannot be split before {card}: it is {cards}")
        uncut = told(words, number=number, card=Named(card), cards=Named(*group))
        raise InvalidInstance([Violation("no-cut", uncut)])
    at = group.index(card, 1)
    table = list(draft.table)
    table[number - 1] = group[:at]
    return Draft((*table, group[at:]), draft.laid)


def _index(table: Places, number: int) -> int:
    if not (0 < number <= len(table) and table[number - 1]):
        raise InvalidInstance([Violation("no-group", told(mark("there is no meld {number}"), number=number))])
    return number - 1


def _taken(table: Places, number: int, cards: tuple[Card, ...], view: View) -> Meld:
    """Return a group without cards; a free joker may be named by what it stands for or not."""
    left = list(table[number - 1])
    for card in cards:
        same = [one for one in left if one == card or (card >= JOKER and one >= JOKER and card in (JOKER, one))]
        if not same:
            words = mark("meld {number} has no {card}: it is {cards}")
            other = told(words, number=number, card=Named(card), cards=Named(*left))
            raise InvalidInstance([Violation("not-in-group", other)])
        left.remove(same[0])
    return tidy(tuple(left), view)


def tidy(group: Meld, view: View) -> Meld:
    """Return a group in order of play, its free jokers as what they stand for where it is a meld.

    >>> from passatempo.core.play.values import Deal
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> from passatempo.machiavelli.game.play import start, view
    >>> tidy((0, 12, 11), view(start(GameRules(), 2, Deal(7)), 0))
    (11, 12, 0)
    """
    if view.rules.joker == "free":
        group = tuple([min(card, JOKER) for card in group])
    found = named(group, view.rules.ace)
    return tuple(sorted(group, key=_by_suit)) if found is None else _in_order(found)


def _by_suit(card: Card) -> tuple[bool, int, int]:
    return card == JOKER, rank_of(card), suit_of(card)


def _in_order(meld: Meld) -> Meld:
    """Put a meld in order: a run that passes the king begins behind its gap."""
    cards = sorted(meld, key=_by_suit)
    ranks = [rank_of(card) for card in cards]
    if len(set(ranks)) == 1 or ranks[-1] - ranks[0] == len(ranks) - 1:
        return tuple(cards)
    gap = next(at for at in range(1, len(ranks)) if ranks[at] - ranks[at - 1] > 1)
    return (*cards[gap:], *cards[:gap])


def unfinished(group: Meld, view: View) -> bool:
    """Tell whether a group cannot stay as it is: no meld, and no cross that lies alone.

    A joker that stands for nothing yet makes a group unfinished, unless it is a cross.
    """
    if len(group) == 1 and min(group[0], JOKER) in view.crosses:
        return False
    return named(group, view.rules.ace) is None or fault(tuple(group), view.rules.ace) is not None


# ---- Hands of which not every card is known, as at a real table ----


def lacking(hand: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    """Return the cards, jokers as jokers, that a hand cannot hold: each unknown card may be any one of them.

    >>> lacking((UNKNOWN, 3), (3, 4)), lacking((UNKNOWN, 3), (3, 4, 5)), lacking((3,), (3, 4))
    ([], [5], [4])
    """
    missing = sorted((Counter(kinds(cards)) - Counter(hand)).elements())
    return missing[list(hand).count(UNKNOWN) :]


def without(hand: Sequence[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return what is left of a hand, in order; where a card is not known to be there, an unknown one was it.

    >>> without((UNKNOWN, UNKNOWN, 3, 9), (3, 4))
    (-1, 9)
    """
    left = Counter(hand)
    for card in kinds(cards):
        left[card if left[card] > 0 else UNKNOWN] -= 1
    return tuple(sorted(left.elements()))


def known(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand that are known.

    >>> known((UNKNOWN, 3))
    (3,)
    """
    return tuple([card for card in hand if card != UNKNOWN])
