"""Hands of which not every card is known, as at a real table: what they may hold, and what is left of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from passatempo.machiavelli.groups import kinds
from passatempo.machiavelli.model import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.machiavelli.model import Card


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
