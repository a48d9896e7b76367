"""Turns and arrangements as text, in the notation of the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.machiavelli.model import Arrangement, Meld, Turn, rank_of, suit_of
from passatempo.machiavelli.rules import fault
from passatempo.machiavelli.text import write_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_LINE = 100


def show_turn(turn: Turn) -> str:
    r"""Write the groups, one a line, and the hand, in the turn's notation.

    >>> from passatempo.machiavelli.text import read
    >>> print(show_turn(read("TD JD QD | QH KH AH 2H\nhand: AS 3S")))
    TD JD QD
    QH KH AH 2H
    hand: AS 3S
    """
    rows = [row for cards in turn.table for row in _wrap(write_cards(cards, turn.locale))]
    if turn.hand:
        rows += _wrap(f"hand: {write_cards(turn.hand, turn.locale)}")
    return "\n".join(rows) or "no cards"


def show_arrangement(turn: Turn, arrangement: Arrangement) -> str:
    """Write the melds as a person would, one a line: runs, then sets, in the turn's notation.

    >>> print(show_arrangement(Turn(()), Arrangement(((17, 4, 30), (0, 12, 11)))))
    QS KS AS
    5S 5H 5D
    """
    melds = ordered(arrangement.melds, turn)
    return "\n".join([write_cards(meld, turn.locale) for meld in melds]) or "no cards"


def _wrap(line: str) -> list[str]:
    """Break a long line at blanks."""
    from textwrap import wrap

    return wrap(line, LONGEST_LINE, break_long_words=False, break_on_hyphens=False)


def ordered(melds: Sequence[Meld], turn: Turn) -> list[Meld]:
    """Put melds as a person lays them: runs from low to high by suit, then sets by rank.

    >>> ordered([(12, 0, 11), (6, 4, 5)], Turn(()))
    [(4, 5, 6), (11, 12, 0)]
    """
    laid = [_laid(meld, turn) for meld in melds]
    return sorted(laid, key=_place)


def _place(meld: Meld) -> tuple[bool, int, int, int]:
    """Return what orders melds: runs first, by suit and rank; sets by rank, the four suits before three."""
    is_set = len({rank_of(card) for card in meld}) == 1
    first, second = (rank_of(meld[0]), -len(meld)) if is_set else (suit_of(meld[0]), rank_of(meld[0]))
    return is_set, first, second, len(meld)


def _laid(meld: Meld, turn: Turn) -> Meld:
    """Sort a set by suits, a run by ranks from its lowest card; anything else stays as it is."""
    if fault(meld, turn.rules.ace) is not None:
        return meld
    ranks = {rank_of(card) for card in meld}
    if len(ranks) == 1:
        return tuple(sorted(meld, key=suit_of))
    starts = [rank for rank in ranks if (rank - 1) % 13 not in ranks]
    start = starts[0] if starts else int(turn.rules.ace == "high")  # all thirteen cards: the ace is at one end
    return tuple(sorted(meld, key=lambda card: (rank_of(card) - start) % 13))
