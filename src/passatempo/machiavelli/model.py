"""Cards, rules, a turn at the table: frozen values, no search.

A card is a small whole number, 13 * suit + rank, with suits spades, hearts, diamonds, clubs = 0..3 and ranks
A 2 ... 10 J Q K = 0..12. A joker is 52; a joker that stands for card c is 64 + c.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, TypeAlias, get_args

from passatempo.core.errors import InvalidInstance
from passatempo.core.pastime import Violation

Card: TypeAlias = int
Meld: TypeAlias = tuple[Card, ...]
Ace: TypeAlias = Literal["low", "both", "high", "wrap"]

SUITS = "SHDC"
RANKS = "A23456789TJQK"
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
JOKER: Card = 52
WILD = 64  # added to the card that a joker stands for
NO_CARDS = bytes(JOKER + 1)
CARD_NAMES = dict(enumerate(NAMES)) | {JOKER: "JK"}
CARD_NAMES |= {WILD + card: f"JK={text}" for card, text in enumerate(NAMES)}
ACES: tuple[Ace, ...] = get_args(Ace)
MOST_DECKS = 100  # copies of a card are counted in one byte; nobody plays with more


def suit_of(card: Card) -> int:
    """Return the suit, 0..3, of a card or of the card that a joker stands for."""
    return (card & (WILD - 1)) // 13


def rank_of(card: Card) -> int:
    """Return the rank, 0..12, of a card or of the card that a joker stands for."""
    return (card & (WILD - 1)) % 13


def is_joker(card: Card) -> bool:
    """Tell whether a card is a joker, whatever it stands for."""
    return card >= JOKER


def name(card: Card) -> str:
    """Write a card in English notation.

    >>> name(9), name(JOKER), name(WILD + 19)
    ('TS', 'JK', 'JK=7H')
    """
    return CARD_NAMES[card]


@dataclass(frozen=True, slots=True)
class Rules:
    """What the table allows.

    Parameters
    ----------
    decks
        Copies of each card in the game.
    ace
        Where an ace may stand in a run: ``low`` (A23), ``high`` (QKA), ``both`` (A23 and QKA), ``wrap`` (also KA2).
    jokers
        Jokers in the game.
    """

    decks: int = 2
    ace: Ace = "both"
    jokers: int = 0

    def __post_init__(self) -> None:
        faults = []
        if not 1 <= self.decks <= MOST_DECKS:
            faults.append(Violation("bad-decks", f"decks: {self.decks} is not a number of decks (1 to {MOST_DECKS})"))
        if self.ace not in ACES:
            faults.append(Violation("bad-ace-rule", f"ace: {self.ace!r} is not one of {', '.join(ACES)}"))
        if not 0 <= self.jokers <= 4 * MOST_DECKS:
            faults.append(Violation("bad-jokers", f"jokers: {self.jokers} is not a number of jokers"))
        if faults:
            raise InvalidInstance(faults)


def count(cards: tuple[Card, ...]) -> bytes:
    """Count the copies of each card, jokers at index 52.

    >>> count((0, 0, JOKER))[0], count((0, 0, JOKER))[JOKER]
    (2, 1)
    """
    if not cards:
        return NO_CARDS
    counts = [0] * (2 * WILD)
    for card in cards:
        counts[card] += 1
    counts[JOKER] += sum(counts[WILD:])
    return bytes(counts[: JOKER + 1])


@dataclass(frozen=True, slots=True)
class Turn:
    r"""The groups now on the table, the hand, and the rules.

    Parameters
    ----------
    table
        The groups as they lie; one group where the table is a heap. They need not be legal.
    hand
        The player's cards.
    rules
        Decks, ace rule, jokers.
    locale
        The notation of the text it was read from; no part of the question.

    Raises
    ------
    InvalidInstance
        If a card occurs more often than the decks hold it.

    Examples
    --------
    >>> Turn(((0, 1, 2),)).table_counts[:4]
    b'\x01\x01\x01\x00'
    """

    table: tuple[Meld, ...]
    hand: tuple[Card, ...] = ()
    rules: Rules = Rules()
    locale: str = field(default="en", compare=False)
    table_counts: bytes = field(init=False, repr=False, compare=False)
    hand_counts: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards = self.cards
        if len(cards) + len(self.hand) > (52 * self.rules.decks + self.rules.jokers):
            self._refuse_overflow(cards + self.hand)
        object.__setattr__(self, "table_counts", count(cards))
        object.__setattr__(self, "hand_counts", count(self.hand))
        decks = self.rules.decks
        if self.hand:
            both = bytes(map(sum, zip(self.table_counts, self.hand_counts, strict=True)))
        else:
            both = self.table_counts
        if max(both[:JOKER]) > decks or both[JOKER] > self.rules.jokers:
            self._refuse_overflow(cards + self.hand)

    def _refuse_overflow(self, cards: tuple[Card, ...]) -> None:
        """Raise `InvalidInstance` for each card of which there are too many."""
        faults = []
        copies: dict[Card, int] = {}
        for card in cards:
            key = card if card < JOKER else JOKER
            copies[key] = copies.get(key, 0) + 1
        decks, jokers = self.rules.decks, self.rules.jokers
        for card, number in copies.items():
            if card != JOKER and number > decks:
                text = f"{name(card)} occurs {number} times, but {decks} {_plural('deck', decks)} hold it {decks} times"
                faults.append(Violation("too-many-copies", text, name(card)))
            elif card == JOKER and number > jokers:
                rule = "too-many-jokers" if jokers else "joker-not-allowed"
                text = f"JK occurs {number} {_plural('time', number)}, but the rules have {jokers or 'no'} jokers"
                faults.append(Violation(rule, text, "JK"))
        raise InvalidInstance(faults)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the table."""
        return tuple(chain.from_iterable(self.table))

    @property
    def stuck(self) -> str:
        """The sentence that the table cannot be arranged."""
        return f"the {len(self.cards)} cards of the table do not split into sets and runs (ace {self.rules.ace})"


def _plural(word: str, number: int) -> str:
    return word if number == 1 else word + "s"


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The table laid out in melds."""

    melds: tuple[Meld, ...]
