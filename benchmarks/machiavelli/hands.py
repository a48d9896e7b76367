"""Machiavelli's common hands: 13 cards, beside a table of 0 to 60 cards in groups, two decks.

A hand dealt at random rarely goes well with the table, as in the game itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.random import Random
from passatempo.machiavelli.generate import Params, generate

if TYPE_CHECKING:
    from passatempo.machiavelli.model import Ace, Turn

SEED = 2011
MOST = 60  # cards on the table, about
HAND = 13


def hands(number: int, ace: Ace = "low", seed: int = SEED, *, least: int = 0, most: int = MOST) -> list[Turn]:
    """Make turns: a table of groups, and a hand.

    >>> [len(turn.hand) for turn in hands(3)]
    [13, 13, 13]
    """
    rng = Random(seed, "benchmark", "hands", ace, least, most)
    return [generate(Params(cards=rng.in_range(least, most), hand=HAND, ace=ace), rng) for _ in range(number)]
