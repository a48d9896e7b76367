"""What the public turns tell of the other seats' hands: what they could not lay, and who was seen to hold back."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from passatempo.machiavelli.model import JOKER, tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.machiavelli.game.rules import GameRules
    from passatempo.machiavelli.game.turns import Event, View
    from passatempo.machiavelli.model import Ace, Card, Places


@dataclass(frozen=True, slots=True)
class Rival:
    """Another seat, as one sees it from here.

    Parameters
    ----------
    seat
        Which, from 0.
    cards
        How many it holds.
    drawn
        How many of them it has drawn since the table was `then`.
    then
        The table after its last turn, on which nothing of the rest of its hand could be laid; None where that is not
        known: before its first turn, where a turn may lay so many cards only, and of a seat that holds back.
    holds_back
        Whether it once drew with a complete group in the hand.
    """

    seat: int
    cards: int
    drawn: int = 0
    then: Places | None = None
    holds_back: bool = False


def rivals(view: View) -> tuple[Rival, ...]:
    """Return the other seats in order of play, from the next one on.

    >>> from passatempo.core.play.values import Deal
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> from passatempo.machiavelli.game.turns import start, view
    >>> rivals(view(start(GameRules(), 3, Deal(7)), 1))
    (Rival(seat=2, cards=13, drawn=0, then=None, holds_back=False), \
Rival(seat=0, cards=13, drawn=0, then=None, holds_back=False))
    """
    seats = len(view.counts)
    return tuple([_rival(view, (view.seat + k) % seats) for k in range(1, seats)])


def _rival(view: View, seat: int) -> Rival:
    own = [event for event in view.history if event.seat == seat]
    cards = view.counts[seat]
    if holds_back(own, view.rules):
        return Rival(seat, cards, holds_back=True)
    drawn, then = 0, None
    for event in own:
        begins = view.rules.draw == "start" and event.drew
        if begins:
            drawn += 1
        else:
            limited = view.rules.most_new and len(event.laid) >= view.rules.most_new
            drawn, then = event.drew, None if limited else event.table
    return Rival(seat, cards, drawn, then) if then is not None else Rival(seat, cards)


def holds_back(own: Sequence[Event], rules: GameRules) -> bool:
    """Tell whether a seat drew, then laid a complete group that it must have held before it drew.

    The card drawn is not known. So whichever of the cards laid it was, the others must hold a group.

    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> from passatempo.machiavelli.game.turns import Event
    >>> drew = Event(0, (), 1, ())
    >>> holds_back((drew, Event(0, (0, 1, 2), 0, ())), GameRules())
    False
    >>> holds_back((drew, Event(0, (0, 1, 2, 6, 7, 8), 0, ())), GameRules())
    True
    """
    if rules.draw == "start":  # who draws anyway tells nothing by it
        return False
    return any(
        before.drew and after.laid and _holds_group_without_any(after.laid, rules.ace)
        for before, after in pairwise(own)
    )


def _holds_group_without_any(cards: Sequence[Card], ace: Ace) -> bool:
    plain = [card for card in cards if card < JOKER]
    if len(plain) < 4:
        return False
    return all(holds_group([*plain[:at], *plain[at + 1 :]], ace) for at in range(len(plain)))


def holds_group(cards: Sequence[Card], ace: Ace) -> bool:
    """Tell whether some of the cards, none of them a joker, are a set or a run.

    >>> holds_group((0, 13, 26), "low"), holds_group((0, 12, 11), "low"), holds_group((0, 12, 11), "both")
    (True, False, True)
    """
    there = [bool(copies) for copies in tally(tuple(cards))[:JOKER]]
    if any(sum(there[rank::13]) >= 3 for rank in range(13)):
        return True
    starts = {"low": range(11), "both": range(12), "high": range(1, 12), "wrap": range(13)}[ace]
    return any(all(there[13 * suit + (first + k) % 13] for k in range(3)) for suit in range(4) for first in starts)
