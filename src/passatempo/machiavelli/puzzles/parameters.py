"""The parameters of a puzzle: flags, and a word of letters and digits for its ID."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from passatempo.core.play.puzzle import fold
from passatempo.machiavelli.rules import LETTERS, LINES, USUAL, Ace

LEAST_GROUPS, MOST_GROUPS = 3, 9
MOST_HAND = 6
MOST_DECKS = 4
MOST_OF_ONE_DECK = 7  # seven ranks of one deck are 28 cards
_WORD = re.compile(rf"G([{LEAST_GROUPS}-{MOST_GROUPS}])H([1-{MOST_HAND}])(?:D([1-{MOST_DECKS}]))?(?:A(\w+))?")


@dataclass(frozen=True, slots=True)
class Params:
    """How big a puzzle is to be, and by which rules.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> Params(groups=2)
    Traceback (most recent call last):
    ValueError: groups: 2 is not a number of groups (3 to 9)
    """

    groups: int = field(default=5, metadata={"help": "groups in the end, 3 to 9; the table shows about as many"})
    hand: int = field(default=2, metadata={"help": "cards in the hand, 1 to 6"})
    decks: int = field(default=2, metadata={"help": "copies of each card, 1 to 4"})
    ace: Ace = field(default=USUAL, metadata={"help": "place of the ace in a run"})

    def __post_init__(self) -> None:
        _in_range("groups", self.groups, LEAST_GROUPS, MOST_GROUPS)
        _in_range("hand", self.hand, 1, MOST_HAND, "number of cards in the hand")
        _in_range("decks", self.decks, 1, MOST_DECKS)
        if self.ace not in LINES:
            raise ValueError(f"ace: {self.ace!r} is not one of {', '.join(LINES)}")
        if self.decks == 1 and self.groups > MOST_OF_ONE_DECK:
            raise ValueError(f"groups: {self.groups} are too many for one deck (3 to {MOST_OF_ONE_DECK})")


def _in_range(name: str, value: int, least: int, most: int, what: str = "") -> None:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: {value} is not a {what or f'number of {name}'} ({least} to {most})")


def word(params: Params) -> str:
    """Write parameters as a word; what is usual is left out.

    >>> word(Params()), word(Params(8, 5, decks=3))
    ('G5H2', 'G8H5D3')
    """
    decks = "" if params.decks == 2 else f"D{params.decks}"
    letter = LETTERS[params.ace]
    return f"G{params.groups}H{params.hand}{decks}{letter and 'A' + letter}"


def read_word(text: str) -> Params | None:
    """Read a word, folded as in IDs; None where it says no parameters.

    >>> read_word("G8H5D3") == Params(groups=8, hand=5, decks=3), read_word("G12H5")
    (True, None)
    """
    match = _WORD.fullmatch(text)
    if match is None:
        return None
    aces = {fold(letter): ace for ace, letter in LETTERS.items()}
    try:
        params = Params(int(match[1]), int(match[2]), int(match[3] or 2), aces[match[4] or ""])
    except (KeyError, ValueError):
        return None
    return params if fold(word(params)) == text else None  # one word for each choice of parameters
