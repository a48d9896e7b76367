"""The answers to the questions about a hand, and the counts and lists of arrangements: frozen values, no search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

    from passatempo.machiavelli.model import Card, Meld

HAND = 0  # the source of a card that comes from the hand; places on the table count from 1

Places: TypeAlias = "tuple[Meld, ...]"


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a hand: some cards from one place to another.

    Parameters
    ----------
    take
        The cards; a joker as what it will stand for.
    source, target
        Places on the table, from 1; 0 is the hand. Places 1 to n are the groups that lay there before, further ones are
        begun on the way.
    places
        What lies at each place afterwards; an empty one has no cards.
    """

    take: tuple[Card, ...]
    source: int
    target: int
    places: Places


@dataclass(frozen=True, slots=True)
class Play:
    """The cards of the hand that are laid, and how all cards lie then.

    Parameters
    ----------
    laid
        Cards of the hand, a joker as what it stands for.
    kept_in_hand
        The others.
    melds
        All cards of the table and those laid.
    groups_kept
        How many groups of the table lie there as before; None where the table was a heap.
    steps
        Moves from the groups to the melds; None where they were not asked for.
    """

    laid: tuple[Card, ...]
    kept_in_hand: tuple[Card, ...]
    melds: tuple[Meld, ...]
    groups_kept: int | None = None
    steps: tuple[Step, ...] | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """What one draw, or one draw of two cards, can do: the combinations that let the hand go, with the unseen copies.

    `good` of the `unseen` draws do it.
    """

    cards: tuple[tuple[tuple[Card, ...], int], ...]
    good: int
    unseen: int
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Unlocking:
    """The cards that let the whole hand go, the pairs if they were asked for, and whether it can go already."""

    single: Drawing
    pairs: Drawing | None
    closes_now: bool


@dataclass(frozen=True, slots=True)
class Count:
    """The number of arrangements: multisets of melds, a meld being a set of cards."""

    arrangements: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Arrangements of the table, each once; `complete` where there are no others."""

    arrangements: tuple[tuple[Meld, ...], ...]
    complete: bool
