"""Two calls of the kernel for those who only want cards: the most that can go, and how a table can lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.limits import Limits
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.model import ACES, JOKER, Ace, Card, Places, count

if TYPE_CHECKING:
    from collections.abc import Sequence

FREE = Limits().kernel
NO_HAND = bytes(JOKER)


def most(
    table: Sequence[Card], hand: Sequence[Card], ace: Ace, worth: tuple[int, ...] | None = None, jokers: int = 0
) -> tuple[tuple[Card, ...], Places] | None:
    """Lay the cards of a hand that are worth most, so that they and all cards of the table are melds.

    Parameters
    ----------
    table, hand
        Cards, jokers of the table too; those of the hand are left out.
    worth
        What each card counts; every card one without it.
    jokers
        Further jokers that must go.

    Returns
    -------
    tuple or None
        The cards laid, and all melds; None where the table cannot be arranged.

    Examples
    --------
    >>> most((0, 1, 2), (3, 20), "both")
    ((3,), ((0, 1, 2, 3),))
    """
    below, above = count(tuple(table)), count(tuple(hand))
    play = _kernel.lay(below[:JOKER], above[:JOKER], ACES.index(ace), worth, below[JOKER] + jokers, 0, *FREE).play
    return None if play is None else (play.laid, play.melds)


def arranged(cards: Sequence[Card], groups: Places, ace: Ace) -> Places | None:
    """Lay cards and jokers in melds, as many of some groups among them as a short search finds; None: they cannot be.

    >>> arranged((0, 1, 2, 3), (), "both"), arranged((0, 1), (), "both")
    (((0, 1, 2, 3),), None)
    """
    counts = count(tuple(cards))
    play = _kernel.lay(counts[:JOKER], NO_HAND, ACES.index(ace), None, counts[JOKER], 0, *FREE, groups).play
    return None if play is None else play.melds
