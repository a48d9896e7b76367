"""What follows from the rules alone: which cards are a meld, and what a draw from the unseen cards can be."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from passatempo.core.errors import Violation
from passatempo.core.words import mark, told
from passatempo.machiavelli.model import JOKER, WILD, Ace, Card, Drawing, Meld, Named, Turn, name, rank_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@lru_cache(maxsize=2**16)  # there are 600 melds without jokers; most tables show the same few
def fault(meld: Meld, ace: Ace) -> Violation | None:
    """Say why a meld is neither a set nor a run, or None where it is one.

    A set is three or four cards of one rank in different suits; a run is three to thirteen consecutive ranks of one
    suit. No group holds two identical cards. A joker counts as the card it stands for.

    Examples
    --------
    >>> fault((10, 11, 12, 0), "both") is None, fault((11, 12, 0, 1), "both").rule
    (True, 'not-a-meld')
    """
    listed = " ".join(map(name, meld))
    if JOKER in meld:
        words = told(mark("in '{cards}' a joker does not name the card that it stands for"), cards=Named(*meld))
        return Violation("joker-unnamed", words, listed)
    cards = [card & (WILD - 1) for card in meld]
    if len(set(cards)) < len(cards):
        return Violation("identical-cards", told(mark("'{cards}' contains a card twice"), cards=Named(*meld)), listed)
    if len(cards) < 3:
        return Violation("too-short", told(mark("'{cards}' has fewer than three cards"), cards=Named(*meld)), listed)
    ranks = {rank_of(card) for card in cards}
    suits = {suit_of(card) for card in cards}
    if len(ranks) == 1 or (len(suits) == 1 and is_run(ranks, ace)):
        return None
    words = told(mark("'{cards}' is neither a set nor a run (ace {ace})"), cards=Named(*meld), ace=ace)
    return Violation("not-a-meld", words, listed)


def is_run(ranks: set[int], ace: Ace) -> bool:
    """Tell whether different ranks, three or more, stand in a row under an ace rule.

    >>> is_run({0, 11, 12}, "low"), is_run({0, 11, 12}, "high"), is_run({0, 1, 12}, "wrap")
    (False, True, True)
    """
    if ace == "wrap":
        gaps = sum((rank + 1) % 13 not in ranks for rank in ranks)
        return gaps <= 1
    low = ace != "high" and max(ranks) - min(ranks) == len(ranks) - 1
    if low or ace == "low":
        return low
    raised = {13 if rank == 0 else rank for rank in ranks}
    return max(raised) - min(raised) == len(raised) - 1


def unseen_cards(turn: Turn) -> list[int]:
    """Count the unseen copies of each card, jokers at index 52.

    >>> unseen_cards(Turn(((0, 1, 2),), (0,)))[:3]
    [0, 1, 1]
    """
    copies = [turn.rules.decks] * JOKER + [turn.rules.jokers]
    return [all_ - a - b for all_, a, b in zip(copies, turn.table_counts, turn.hand_counts, strict=True)]


def draw_one(unseen: list[int], good: Callable[[Card], bool]) -> Drawing:
    """Gather the unseen cards that are good."""
    return _gather([((card,), copies) for card, copies in enumerate(unseen) if copies and good(card)], sum(unseen))


def draw_two(unseen: list[int], good: Callable[[Card, Card], bool]) -> Drawing:
    """Gather the pairs of unseen cards that are good, with the ways to draw them."""
    found = []
    for a, copies in enumerate(unseen):
        for b in range(a, JOKER + 1):
            ways = comb(copies, 2) if a == b else copies * unseen[b]
            if ways and good(a, b):
                found.append(((a, b), ways))
    return _gather(found, comb(sum(unseen), 2))


def _gather(found: Iterable[tuple[tuple[Card, ...], int]], total: int) -> Drawing:
    cards = tuple(found)
    good = sum(copies for _, copies in cards)
    return Drawing(cards, good, total, Fraction(good, total) if total else Fraction(0))
